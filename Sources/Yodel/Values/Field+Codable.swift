// `Codable` types that have fields: their synthesised code finds the functions for containers below, by which a field
// can be absent.

extension Field: Decodable where Value: Decodable {
    /// Decodes null or a value; it is for the container to know that there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension Field: Encodable where Value: Encodable {
    /// Encodes the value, or null where there is none: leaving it out is up to the container.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

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
