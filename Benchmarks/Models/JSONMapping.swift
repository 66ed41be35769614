import Foundation

/// A type that hand-written code makes from the result of `JSONSerialization`.
///
/// Yodel saves its users this work: the `jsonserialization-models` path does it for every model, as tersely and as fast
/// as it can be written without a library.
package protocol JSONMappable {
    init(json value: Any) throws
}

/// A value that is missing or of another kind than the model expects.
package struct MappingError: Error, CustomStringConvertible {
    package let expected: String
    package let found: String

    package var description: String { "expected \(expected), found \(found)" }

    init(expected: Any.Type, found value: Any?) {
        self.expected = "\(expected)"
        self.found = value.map { "\(type(of: $0))" } ?? "nothing"
    }
}

/// A JSON object whose fields are read as the type they are assigned to.
struct JSONFields {
    private let fields: [String: Any]

    init(_ value: Any) throws {
        guard let fields = value as? [String: Any] else {
            throw MappingError(expected: [String: Any].self, found: value)
        }
        self.fields = fields
    }

    /// A required field.
    subscript<Value: JSONMappable>(key: String) -> Value {
        get throws {
            guard let value = fields[key] else { throw MappingError(expected: Value.self, found: nil) }
            return try Value(json: value)
        }
    }

    /// A field that may be null or absent.
    subscript<Value: JSONMappable>(key: String) -> Value? {
        get throws {
            // `is NSNull` first makes an NSString of a string; comparing the types is cheaper.
            guard let value = fields[key], type(of: value) != NSNull.self else { return nil }
            return try Value(json: value)
        }
    }
}

extension String: JSONMappable {
    package init(json value: Any) throws {
        guard let text = value as? String else { throw MappingError(expected: String.self, found: value) }
        self = text
    }
}

extension Bool: JSONMappable {
    package init(json value: Any) throws {
        guard let number = value as? NSNumber else { throw MappingError(expected: Bool.self, found: value) }
        self = number.boolValue
    }
}

extension Int: JSONMappable {
    package init(json value: Any) throws {
        guard let number = value as? NSNumber else { throw MappingError(expected: Int.self, found: value) }
        self = number.intValue
    }
}

extension Double: JSONMappable {
    package init(json value: Any) throws {
        guard let number = value as? NSNumber else { throw MappingError(expected: Double.self, found: value) }
        // Long fractions arrive as decimal numbers, whose `doubleValue` is often off in its last place.
        guard number is NSDecimalNumber else {
            self = number.doubleValue
            return
        }
        guard let exact = Double(number.stringValue) else { throw MappingError(expected: Double.self, found: value) }
        self = exact
    }
}

/// An enum with raw values.
extension JSONMappable where Self: RawRepresentable, RawValue: JSONMappable {
    package init(json value: Any) throws {
        guard let known = Self(rawValue: try RawValue(json: value)) else {
            throw MappingError(expected: Self.self, found: value)
        }
        self = known
    }
}

extension Array: JSONMappable where Element: JSONMappable {
    package init(json value: Any) throws {
        guard let elements = value as? [Any] else { throw MappingError(expected: [Any].self, found: value) }
        self = try elements.map { try Element(json: $0) }
    }
}

extension Dictionary: JSONMappable where Key == String, Value: JSONMappable {
    package init(json value: Any) throws {
        guard let entries = value as? [String: Any] else {
            throw MappingError(expected: [String: Any].self, found: value)
        }
        self = try entries.mapValues { try Value(json: $0) }
    }
}
