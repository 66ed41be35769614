/// A number whose arrays are written by one loop.
protocol ListedNumber: PlainScalar, BinaryNumber {
    /// Writes elements to the array on top of a text; see ``CodableText/put(numbers:)``.
    static func put(numbers: UnsafeRawPointer, count: Int, to text: UnsafeMutablePointer<CodableText>) -> Int

    /// Writes the array at an address, which is one of this type; see ``CodableText/put(list:)``.
    static func put(list: UnsafeRawPointer, to text: UnsafeMutablePointer<CodableText>) -> Bool
}

extension ListedNumber {
    static func put(numbers: UnsafeRawPointer, count: Int, to text: UnsafeMutablePointer<CodableText>) -> Int {
        // SAFETY: the caller passes the address of numbers of this type.
        let numbers = UnsafeBufferPointer(start: numbers.assumingMemoryBound(to: Self.self), count: count)
        return text.pointee.put(numbers: numbers)
    }

    static func put(list: UnsafeRawPointer, to text: UnsafeMutablePointer<CodableText>) -> Bool {
        // SAFETY: the caller passes the address of an array of this type.
        list.assumingMemoryBound(to: [Self].self).pointee.withUnsafeBufferPointer { text.pointee.put(list: $0) }
    }
}

extension OutputBuffer {
    /// Writes the elements of an array up to the end, or up to one that JSON cannot represent; returns how many.
    ///
    /// - Parameter follows: The array already has elements before the first of these.
    @inline(__always)
    mutating func put<Number: ListedNumber>(
        list numbers: UnsafeBufferPointer<Number>, follows: Bool, _ form: FloatForm
    ) -> Int {
        var index = 0
        while index < numbers.count, makeRoom() {
            // The comma counts only if an element follows it.
            cursor.pointee = UInt8(ascii: ",")
            guard let end = numbers[index].put(form, at: cursor + (index > 0 || follows ? 1 : 0)) else { break }
            cursor = end
            index &+= 1
        }
        return index
    }
}

extension CodableText {
    /// Writes elements to the array on top up to the end, or up to one that JSON cannot represent; returns how many.
    ///
    /// It writes none if an element needs more than its text.
    @inline(__always)
    fileprivate mutating func put<Number: ListedNumber>(numbers: UnsafeBufferPointer<Number>) -> Int {
        guard !layout.isPretty, !top.pointee.hasMembers else { return 0 }
        let written = out.put(list: numbers, follows: top.pointee.count > 0, .described)
        top.pointee.count &+= written
        return written
    }

    /// Writes an array as a value within the value on top.
    ///
    /// If the layout has lines, the array nests too deeply or JSON cannot represent an element, nothing is written.
    @inline(__always)
    fileprivate mutating func put<Number: ListedNumber>(list numbers: UnsafeBufferPointer<Number>) -> Bool {
        guard !layout.isPretty, top.pointee.depth < Self.deepest else { return false }
        let start = count
        out.put(UInt8(ascii: "["))
        guard out.put(list: numbers, follows: false, .described) == numbers.count, out.makeRoom() else {
            out.cursor = out.start + start
            return false
        }
        out.put(UInt8(ascii: "]"))
        return true
    }
}
