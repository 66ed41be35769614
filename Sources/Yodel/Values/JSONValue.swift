/// Any JSON value, for data whose structure is not known in advance.
///
///     let value: JSONValue = ["title": "Dune", "editions": [["year": 1965], ["year": 1984]]]
///     value["editions"]?[1]?["year"]?.intValue    // 1984
///
/// A value preserves the input: objects keep the order of their keys, and numbers their literals.
///
/// Values compare as JSON does: numbers by their mathematical value (`1` equals `1.0`), objects without regard to the
/// order of their keys. Strings compare like Swift strings.
///
/// Destroying and hashing a value, and encoding it with a client's encoder, are recursive and use the stack. A decoded
/// value is at most as deep as the decoder's depth limit (512 by default), far from the end of a main thread's stack. A
/// value of tens of thousands of levels, built in code, must be taken apart from the outside in before it is destroyed.
/// Comparing values and writing them as text works at any depth.
public enum JSONValue: Sendable, Hashable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case bool(Bool)
    /// A number, with its literal.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array of values.
    case array([JSONValue])
    /// An object, with its keys in order.
    case object(JSONObject)
}

extension JSONValue {
    /// Creates a Boolean value.
    public init(_ value: Bool) {
        self = .bool(value)
    }

    /// Creates a string.
    public init(_ value: String) {
        self = .string(value)
    }

    /// Creates a number from an integer of any type.
    public init(_ value: some BinaryInteger) {
        self = .number(JSONNumber(value))
    }

    /// Creates a number from a floating-point value; nil if it is infinite or not a number.
    public init?(_ value: some BinaryFloatingPoint) {
        guard let number = JSONNumber(value) else { return nil }
        self = .number(number)
    }
}

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
    /// Creates an object, with its keys in the order written; the last value of a repeated key wins.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members: members))
    }
}

// See `JSONValue+Codable.swift`.
extension JSONValue: Codable {}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }

    /// The value as compact JSON text, with the name of its type.
    public var debugDescription: String { "JSONValue(\(text()))" }
}
