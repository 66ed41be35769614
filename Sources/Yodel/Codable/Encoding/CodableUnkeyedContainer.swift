/// The elements of an array, as a client writes them.
struct CodableUnkeyedContainer: UnkeyedEncodingContainer {
    var place: CodablePlace

    var codingPath: [any CodingKey] { place.codingPath }

    /// The number of elements; a `superEncoder()` adds one when it is released.
    var count: Int {
        // A writer whose text is never read belongs to this container, and its text ends with it.
        let writer = place.settle(as: .array)
        return withExtendedLifetime(writer) { writer.text.pointee.top.pointee.count }
    }

    @inline(__always)
    private mutating func put(_ value: (inout CodableText) -> Void) throws {
        let writer = try place.settleToWrite(as: .array)
        _ = writer.text.pointee.beginElement()
        value(&writer.text.pointee)
        writer.text.pointee.endMember()
    }

    mutating func encodeNil() throws { try put { $0.out.put("null") } }

    @inline(__always)
    mutating func encode<Value: PlainScalar>(_ value: Value) throws {
        guard value.isPlain else { return try place.settleToWrite(as: .array).encodeElement(value, in: place) }
        try put { value.put(to: &$0) }
    }

    // The protocol has a separate requirement for each of these types, which takes precedence over the generic one.

    mutating func encode(_ value: Int128) throws { try put { $0.out.put(integer: value) } }
    mutating func encode(_ value: UInt128) throws { try put { $0.out.put(integer: value) } }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try place.settleToWrite(as: .array).encodeElement(value, in: place)
    }

    // MARK: - Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        place.settle(as: .array).nestElement(.object).keyedContainer()
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        CodableUnkeyedContainer(place: place.settle(as: .array).nestElement(.array))
    }

    mutating func superEncoder() -> any Encoder {
        let writer = place.settle(as: .array)
        let index = writer.text.pointee.top.pointee.count
        return writer.superEncoder(in: place, .index(index), .element(index))
    }
}
