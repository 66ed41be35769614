#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Transform where JSON: Hashable & Sendable, Value: Hashable & Sendable {
    /// Some values of JSON, each with what it stands for: the way for an enum whose raw values are not JSON's.
    ///
    /// Anything else is an error that lists what is accepted. When several values of JSON stand for one, the first of
    /// them is written.
    ///
    /// ```swift
    /// .transform(\Lamp.state, by: .values(["on": .lit, "yes": .lit, "off": .dark]))
    /// ```
    public static func values(_ values: KeyValuePairs<JSON, Value>) -> Transform {
        make(values) { json, accepted in
            throw UnusableValue(expected: "one of \(accepted)", found: literal(json))
        } whenNotListed: { value in
            throw UnusableValue(expected: "one of the values that stand for something in JSON", found: shown(value))
        }
    }

    /// Some values of JSON, each with what it stands for, and what anything else stands for.
    ///
    /// - Parameters:
    ///   - values: When several values of JSON stand for one, the first of them is written.
    ///   - default: The value for whatever is not listed.
    ///   - reverseDefault: What is written for a value that is not listed. By default that is an error.
    public static func values(
        _ values: KeyValuePairs<JSON, Value>, default: Value, reverseDefault: JSON? = nil
    ) -> Transform {
        make(values) { _, _ in
            `default`
        } whenNotListed: { value in
            guard let reverseDefault else {
                throw UnusableValue(expected: "one of the values that stand for something in JSON", found: shown(value))
            }
            return reverseDefault
        }
    }

    private static func shown(_ value: Value) -> String { (value as? Date)?.textForErrors ?? "\(value)" }

    private static func make(
        _ values: KeyValuePairs<JSON, Value>,
        whenUnknown: @escaping @Sendable (JSON, String) throws -> Value,
        whenNotListed: @escaping @Sendable (Value) throws -> JSON
    ) -> Transform {
        let decoded = Dictionary(values.map { ($0.key, $0.value) }) { first, _ in first }
        let encoded = Dictionary(values.map { ($0.value, $0.key) }) { first, _ in first }
        let accepted = values.map { literal($0.key) }.joined(separator: ", ")
        var transform = Transform {
            try decoded[$0] ?? whenUnknown($0, accepted)
        } encode: {
            try encoded[$0] ?? whenNotListed($0)
        }
        transform.direct = ValueMap(values, decoded: decoded, encoded: encoded)?.direct
        return transform
    }

    /// A value as an error shows it: strings in quotes.
    private static func literal(_ json: JSON) -> String {
        guard let text = json as? String else { return "\(json)" }
        return excerpt(text)
    }
}
