/// A number whose arrays are written by one loop.
protocol ListedNumber: PlainScalar, BinaryNumber {
    /// Writes elements to the array on top of a text up to the end, or up to one that JSON cannot represent; returns how
    /// many.
    ///
    /// It writes none if an element needs more than its text.
    static func put(numbers: UnsafeRawPointer, count: Int, to text: UnsafeMutablePointer<CodableText>) -> Int

    /// Writes the array at an address, which is one of this type, as a value within the value on top of a text.
    ///
    /// If the layout has lines, the array nests too deeply or JSON cannot represent an element, nothing is written.
    static func put(list: UnsafeRawPointer, to text: UnsafeMutablePointer<CodableText>) -> Bool
}

extension ListedNumber {
    static func put(numbers: UnsafeRawPointer, count: Int, to text: UnsafeMutablePointer<CodableText>) -> Int {
        let top = text.pointee.top
        guard !text.pointee.layout.isPretty, !top.pointee.hasMembers else { return 0 }
        // SAFETY: the caller passes the address of numbers of this type.
        let numbers = UnsafeBufferPointer(start: numbers.assumingMemoryBound(to: Self.self), count: count)
        let written = text.pointee.out.put(list: numbers, follows: top.pointee.count > 0, .described)
        top.pointee.count &+= written
        return written
    }

    static func put(list: UnsafeRawPointer, to text: UnsafeMutablePointer<CodableText>) -> Bool {
        guard !text.pointee.layout.isPretty, text.pointee.top.pointee.depth < CodableText.deepest else { return false }
        let start = text.pointee.count
        text.pointee.out.put(UInt8(ascii: "["))
        // SAFETY: the caller passes the address of an array of this type.
        let isWhole = list.assumingMemoryBound(to: [Self].self).pointee.withUnsafeBufferPointer {
            text.pointee.out.put(list: $0, follows: false, .described) == $0.count && text.pointee.out.makeRoom()
        }
        guard isWhole else {
            text.pointee.out.cursor = text.pointee.out.start + start
            return false
        }
        text.pointee.out.put(UInt8(ascii: "]"))
        return true
    }
}

extension OutputBuffer {
    /// Writes the elements of an array up to the end, or up to one that JSON cannot represent; returns how many.
    ///
    /// - Parameter follows: Whether the array already has elements before the first of these.
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
