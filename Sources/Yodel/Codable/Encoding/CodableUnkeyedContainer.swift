/// The elements of an array, as a client writes them.
struct CodableUnkeyedContainer: UnkeyedEncodingContainer {
    var place: CodablePlace

    var codingPath: [any CodingKey] { place.codingPath }

    /// How many elements there are; those that a `superEncoder()` stands for count when it is given up.
    var count: Int {
        // One that nobody reads is nobody else's: with it goes its text.
        let writer = place.settle()
        return withExtendedLifetime(writer) { writer.text.pointee.top.pointee.count }
    }

    /// Writes an element that takes no more than the room there always is.
    @inline(__always)
    private mutating func put(_ value: (inout OutputBuffer) -> Void) throws {
        let writer = try place.settleToWrite()
        _ = writer.text.pointee.beginElement()
        value(&writer.text.pointee.out)
        writer.text.pointee.endMember()
    }

    mutating func encodeNil() throws { try put { $0.put("null") } }

    @inline(__always)
    mutating func encode<Value: PlainScalar>(_ value: Value) throws { try put { value.put(to: &$0) } }

    // The standard library has functions of its own for these, which come before a generic one.

    mutating func encode(_ value: Int128) throws { try put { $0.put(integer: value) } }
    mutating func encode(_ value: UInt128) throws { try put { $0.put(integer: value) } }

    mutating func encode(_ value: Double) throws {
        guard value.isFinite else { return try place.settleToWrite().encodeElement(value, in: place) }
        try put { $0.put(value, .described) }
    }

    mutating func encode(_ value: Float) throws {
        guard value.isFinite else { return try place.settleToWrite().encodeElement(value, in: place) }
        try put { $0.put(value, .described) }
    }

    mutating func encode(_ value: String) throws {
        let writer = try place.settleToWrite()
        _ = writer.text.pointee.beginElement()
        writer.put(value)
        writer.text.pointee.endMember()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try place.settleToWrite().encodeElement(value, in: place)
    }

    // MARK: - Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(CodableKeyedContainer<NestedKey>(place: place.settle().nestElement(.object)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        CodableUnkeyedContainer(place: place.settle().nestElement(.array))
    }

    mutating func superEncoder() -> any Encoder {
        let writer = place.settle()
        let index = writer.text.pointee.top.pointee.count
        return writer.superEncoder(in: place, .index(index), .element(index))
    }
}
