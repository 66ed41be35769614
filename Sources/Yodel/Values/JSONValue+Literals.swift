extension JSONValue: ExpressibleByNilLiteral {
    /// Creates the value `null`.
    public init(nilLiteral: ()) {
        self = .null
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(integerLiteral: value))
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Creates a number from a floating-point literal, which must be finite.
    public init(floatLiteral value: Double) {
        self = .number(JSONNumber(floatLiteral: value))
    }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object, with its keys in the order written; where a key occurs again, the last value wins.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(uniqueKeysWithValues: members))
    }
}
