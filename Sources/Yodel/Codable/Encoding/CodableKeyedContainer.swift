/// The members of an object, as a client writes them.
struct CodableKeyedContainer<Key: CodingKey>: PlacedContainer {
    var place: CodablePlace

    var codingPath: [any CodingKey] { place.codingPath }

    @inline(__always)
    private mutating func put(_ key: Key, _ value: (inout CodableText) -> Void) throws {
        let writer = try place.settleToWrite(as: .object)
        _ = writer.text.pointee.beginMember(writer.name(of: key))
        value(&writer.text.pointee)
        writer.text.pointee.endMember()
    }

    mutating func encodeNil(forKey key: Key) throws { try put(key) { $0.out.put("null") } }

    @inline(__always)
    mutating func encode<Value: PlainScalar>(_ value: Value, forKey key: Key) throws {
        guard value.isPlain else { return try place.settleToWrite(as: .object).encodeMember(value, key, in: place) }
        try put(key) { value.put(to: &$0) }
    }

    // The protocol has a separate requirement for each of these types, which takes precedence over the generic one.

    mutating func encode(_ value: Int128, forKey key: Key) throws { try put(key) { $0.out.put(integer: value) } }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try put(key) { $0.out.put(integer: value) } }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try place.settleToWrite(as: .object).encodeMember(value, key, in: place)
    }

    // MARK: - Values that may be absent

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    // MARK: - Containers

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        place.settle(as: .object).nest(.object, key).keyedContainer()
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        CodableUnkeyedContainer(place: place.settle(as: .object).nest(.array, key))
    }

    mutating func superEncoder() -> any Encoder { superEncoder(CodablePathKey.superclass) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

    private func superEncoder(_ key: some CodingKey) -> any Encoder {
        let writer = place.settle(as: .object)
        return writer.superEncoder(in: place, .key(key), .member(writer.name(of: key)))
    }
}
