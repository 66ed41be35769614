/// A property that distinguishes whether the document lacks it, has `null`, or has a value.
///
/// ```swift
/// struct Patch: Model {
///     var name: Field<String>
///     var nickname: Field<String>
/// }
/// let patch = try ModelDecoder().decode(Patch.self, from: #"{"nickname": null}"#)
/// patch.name        // .absent: leave it
/// patch.nickname    // .null: clear it
/// ```
///
/// A field needs no default: without one, it is ``absent`` if its key is missing. In an update, an absent key leaves
/// the property unchanged, and `null` makes it ``null``. An element of an array is never absent.
public enum Field<Value> {
    /// The document does not have the key.
    case absent
    /// The document has `null`.
    case null
    /// The document has a value.
    case value(Value)

    /// Creates a field with a value, or null for `nil`.
    public init(_ value: Value?) {
        self = value.map(Field.value) ?? .null
    }

    /// The value, if any.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the document does not have the key.
    public var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// Whether the document has `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The field with its value changed by `transform`; absent and null stay the same.
    public func map<Other, Failure: Error>(_ transform: (Value) throws(Failure) -> Other) throws(Failure) -> Field<
        Other
    > {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }

    /// Changes a property as the document says: absent leaves it unchanged, null clears it, a value replaces it.
    public func apply(to property: inout Value?) {
        switch self {
        case .absent: break
        case .null: property = nil
        case .value(let value): property = value
        }
    }
}

extension Field: Equatable where Value: Equatable {}
extension Field: Hashable where Value: Hashable {}
extension Field: Sendable where Value: Sendable {}
extension Field: BitwiseCopyable where Value: BitwiseCopyable {}

extension Field: CustomStringConvertible {
    /// `absent`, `null`, or the value's own description.
    public var description: String {
        switch self {
        case .absent: "absent"
        case .null: "null"
        case .value(let value): "\(value)"
        }
    }
}

// MARK: - Literals

extension Field: ExpressibleByNilLiteral {
    /// Null: `nil` means a value that is known to be missing, not one that was not mentioned.
    public init(nilLiteral: ()) {
        self = .null
    }
}

extension Field: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
    /// A value from a literal.
    public init(booleanLiteral literal: Value.BooleanLiteralType) {
        self = .value(Value(booleanLiteral: literal))
    }
}

extension Field: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
    /// A value from a literal.
    public init(integerLiteral literal: Value.IntegerLiteralType) {
        self = .value(Value(integerLiteral: literal))
    }
}

extension Field: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
    /// A value from a literal.
    public init(floatLiteral literal: Value.FloatLiteralType) {
        self = .value(Value(floatLiteral: literal))
    }
}

extension Field: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByUnicodeScalarLiteral {
    /// A value from a literal.
    public init(unicodeScalarLiteral literal: Value.UnicodeScalarLiteralType) {
        self = .value(Value(unicodeScalarLiteral: literal))
    }
}

extension Field: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
    /// A value from a literal.
    public init(extendedGraphemeClusterLiteral literal: Value.ExtendedGraphemeClusterLiteralType) {
        self = .value(Value(extendedGraphemeClusterLiteral: literal))
    }
}

extension Field: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
    /// A value from a literal.
    public init(stringLiteral literal: Value.StringLiteralType) {
        self = .value(Value(stringLiteral: literal))
    }
}

extension Field: Decodable where Value: Decodable {
    /// Decodes null or a value; only the container can know that a field is absent.
    ///
    /// - Throws: Any error of the decoder or of the value's type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension Field: Encodable where Value: Encodable {
    /// Encodes the value, or null if there is none; only the container can leave a field out.
    ///
    /// - Throws: Any error of the encoder or of the value's type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

// For `Codable` types that have fields: their synthesised code calls the container functions below, which make a field
// absent.

extension KeyedDecodingContainer {
    /// Decodes a field, which is absent if its key is.
    ///
    /// - Throws: Any error of the decoder or of the value's type.
    public func decode<Value: Decodable>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes a field, unless it is absent.
    ///
    /// - Throws: Any error of the encoder or of the value's type.
    public mutating func encode<Value: Encodable>(_ field: Field<Value>, forKey key: Key) throws {
        switch field {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
