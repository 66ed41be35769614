// The standard library's containers, written without their `encode(to:)`, which would give the same text with a witness
// call and a box for each value.

/// A type with a known `encode(to:)`, whose values can be written without it.
protocol CodableContainer {
    /// Writes the value at an address, which is of this type, to the place on top.
    static func write(_ value: UnsafeRawPointer, to place: CodablePlace, _ writer: CodableWriter) throws
    /// The type of an array's elements if they are numbers.
    static var number: (any ListedNumber.Type)? { get }
}

extension CodableContainer {
    static var number: (any ListedNumber.Type)? { nil }
}

extension Optional: CodableContainer where Wrapped: Encodable {
    static func write(_ value: UnsafeRawPointer, to place: CodablePlace, _ writer: CodableWriter) throws {
        // SAFETY: the value at the address is of this type.
        switch value.assumingMemoryBound(to: Self.self).pointee {
        case nil:
            let writer = writer.empty
            writer.text.pointee.out.put("null")
            writer.text.pointee.top.pointee.content = .scalar
        case let wrapped?:
            try writer.fill(wrapped, CodableKind.of(Wrapped.self), place)
            writer.fillIfEmpty(place)
        }
    }
}

extension Array: CodableContainer where Element: Encodable {
    static var number: (any ListedNumber.Type)? { Element.self as? any ListedNumber.Type }

    static func write(_ value: UnsafeRawPointer, to place: CodablePlace, _ writer: CodableWriter) throws {
        // SAFETY: the value at the address is of this type.
        let array = value.assumingMemoryBound(to: Self.self).pointee
        try array.withUnsafeBufferPointer { try writer.fill(elements: $0, place) }
    }
}

extension Dictionary: CodableContainer where Key == String, Value: Encodable {
    static func write(_ value: UnsafeRawPointer, to place: CodablePlace, _ writer: CodableWriter) throws {
        // SAFETY: the value at the address is of this type.
        let dictionary = value.assumingMemoryBound(to: Self.self).pointee
        try writer.fill(entries: dictionary, place)
    }
}

extension CodableWriter {
    fileprivate func fill<Element: Encodable>(
        elements: UnsafeBufferPointer<Element>, _ place: CodablePlace
    ) throws {
        let kind = CodableKind.of(Element.self)
        openOnTop(.array)
        guard let start = elements.baseAddress else { return }
        if kind.isScalar {
            let written = kind.number.map { $0.put(numbers: start, count: elements.count, to: text) } ?? 0
            for index in written..<elements.count {
                let mark = text.pointee.beginElement()
                do {
                    try putScalar(start + index, kind.code) { .index(index) }
                } catch {
                    text.pointee.cancel(mark)
                    throw error
                }
                text.pointee.endMember()
            }
        } else {
            for index in 0..<elements.count {
                // The client's code for the previous element may have moved the array.
                let writer = place.settle(as: .array)
                let mark = writer.text.pointee.beginElement()
                try writer.encode(start[index], kind, in: place, mark) { .index(mark.count) }
            }
        }
    }

    /// Writes a dictionary to the place on top; the key strategy does not apply to its keys.
    fileprivate func fill<Value: Encodable>(entries: [String: Value], _ place: CodablePlace) throws {
        let kind = CodableKind.of(Value.self)
        let isNew = text.pointee.top.pointee.content == .nothing
        openOnTop(.object)
        // Keys are unique: members are recorded only for sorting, or if there are others already.
        if isNew, !text.pointee.layout.sortsKeys { text.pointee.top.pointee.hasMembers = false }
        for (key, value) in entries {
            let writer = place.settle(as: .object)
            let mark = writer.text.pointee.beginEntry(key)
            try writer.encode(value, kind, in: place, mark) {
                .key(changesKeys ? CodablePathKey(stringValue: key) : CodablePathKey(dictionaryKey: key))
            }
        }
    }
}

extension CodablePlace {
    /// Writes the members of an object, all of which are kept unless a strategy changes their keys.
    mutating func encodeMembers(of object: JSONObject) throws {
        let kind = CodableKind.of(JSONValue.self)
        let writer = settle()
        let isNew = writer.text.pointee.top.pointee.content == .nothing
        writer.openOnTop(.object)
        let areDistinct = isNew && !writer.changesKeys
        for (key, value) in object {
            let writer = try settleToWrite(as: .object)
            let step = CodablePathKey(stringValue: key)
            let mark =
                areDistinct
                ? writer.text.pointee.beginDistinctMember(key) : writer.text.pointee.beginMember(writer.name(of: step))
            try writer.encode(value, kind, in: self, mark) { .key(step) }
        }
    }
}

/// A scalar that is written without a place of its own, usually with the same text whatever the encoder's settings.
protocol PlainScalar: Encodable {
    /// Whether JSON can represent the value.
    var isPlain: Bool { get }
    /// Writes a plain value; there is room for it unless it is a string.
    func put(to text: inout CodableText)
}

extension PlainScalar {
    @inline(__always)
    var isPlain: Bool { true }
}

extension Bool {
    @inline(__always)
    func put(to text: inout CodableText) { text.out.put(self) }
}

extension String {
    @inline(__always)
    func put(to text: inout CodableText) { withUnsafePointer(to: self) { text.putString(at: $0) } }
}

extension PlainScalar where Self: BinaryFloat {
    @inline(__always)
    var isPlain: Bool { isFinite }

    @inline(__always)
    func put(to text: inout CodableText) { text.out.put(self, .described) }
}

extension PlainScalar where Self: FixedWidthInteger {
    @inline(__always)
    func put(to text: inout CodableText) { text.out.put(integer: self) }
}
