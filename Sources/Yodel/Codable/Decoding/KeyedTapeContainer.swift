/// The members of a decoder's object.
///
/// It is copied for each member that is decoded, and holds no more than has to be kept.
struct KeyedTapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TapeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] { decoder.memberNames.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { decoder.member(key.stringValue) != nil }

    /// The index of the value with a key.
    @inline(__always)
    private func value(_ key: Key) throws -> Int {
        guard let value = decoder.member(key.stringValue) else { throw missing(key) }
        return value
    }

    /// The index of the value with a key, nil when it is null or not there.
    @inline(__always)
    private func presentValue(_ key: Key) -> Int? {
        guard let value = decoder.member(key.stringValue), decoder.session.entries[value].kind != .null else {
            return nil
        }
        return value
    }

    @inline(never)
    private func missing(_ key: any CodingKey) -> DecodingError {
        // A key may have come out of the document.
        let text = oneLine("No value associated with key \(key) (\"\(key.stringValue)\").")
        return .keyNotFound(key, .init(codingPath: codingPath, debugDescription: text))
    }

    func decodeNil(forKey key: Key) throws -> Bool { decoder.session.entries[try value(key)].kind == .null }

    // MARK: - Values that have to be there

    @inline(__always)
    func decode<Value: TapeScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value.read(decoder, at: try value(key), .key(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.decode(type, at: try value(key), .key(key))
    }

    // The standard library has functions of its own for these, which come before a generic one.

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try Int128.read(decoder, at: try value(key), .key(key))
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try UInt128.read(decoder, at: try value(key), .key(key))
    }

    // MARK: - Values that may be null or not there

    @inline(__always)
    private func present<Value: TapeScalar>(_ key: Key) throws -> Value? {
        guard let value = presentValue(key) else { return nil }
        return try Value.read(decoder, at: value, .key(key))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try present(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try present(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try present(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try present(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try present(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try present(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = presentValue(key) else { return nil }
        return try decoder.decode(type, at: value, .key(key))
    }

    // MARK: - Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.nestedDecoder(at: try value(key), .key(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.nestedDecoder(at: try value(key), .key(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try superDecoder(CodablePathKey.superclass) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(key) }

    /// The decoder of a member, which is null where there is none.
    private func superDecoder(_ key: some CodingKey) throws -> any Decoder {
        try decoder.givenDecoder(at: decoder.member(key.stringValue) ?? decoder.session.nothing, .key(key))
    }
}
