// `Codable` types that have fields: their synthesised code finds the functions for containers below, by which a field
// can be absent.

extension KeyedDecodingContainer {
    /// Decodes a field, which is absent when the key is.
    public func decode<Value: Decodable>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes a field, unless it is absent.
    public mutating func encode<Value: Encodable>(_ field: Field<Value>, forKey key: Key) throws {
        switch field {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
