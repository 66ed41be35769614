#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Transform where JSON: Hashable & Sendable, Value: Hashable & Sendable {
    /// A list of JSON values and the value that each stands for, for example for an enum whose raw values differ from
    /// JSON's.
    ///
    /// Any other JSON value is an error that lists the accepted ones. If several JSON values stand for the same value,
    /// the first is written.
    ///
    /// ```swift
    /// .transform(\Lamp.state, by: .values(["on": .lit, "yes": .lit, "off": .dark]))
    /// ```
    public static func values(_ values: KeyValuePairs<JSON, Value>) -> Transform {
        make(values, default: nil, reverseDefault: nil)
    }

    /// A list of JSON values and the value that each stands for, with a default for all others.
    ///
    /// - Parameters:
    ///   - values: The pairs. If several JSON values stand for the same value, the first is written.
    ///   - default: The value for JSON values that are not listed.
    ///   - reverseDefault: The JSON value to write for a value that is not listed. By default that is an error.
    public static func values(
        _ values: KeyValuePairs<JSON, Value>, default: Value, reverseDefault: JSON? = nil
    ) -> Transform {
        make(values, default: `default`, reverseDefault: reverseDefault)
    }

    private static func make(
        _ values: KeyValuePairs<JSON, Value>, default: Value?, reverseDefault: JSON?
    ) -> Transform {
        let decoded = Dictionary(values.map { ($0.key, $0.value) }) { first, _ in first }
        let encoded = Dictionary(values.map { ($0.value, $0.key) }) { first, _ in first }
        let accepted = values.map { literal($0.key) }.joined(separator: ", ")
        var transform = Transform { json in
            if let value = decoded[json] ?? `default` { return value }
            throw UnusableValue(expected: "one of \(accepted)", found: literal(json))
        } encode: { value in
            if let json = encoded[value] ?? reverseDefault { return json }
            let found = (value as? Date)?.textForErrors ?? "\(value)"
            throw UnusableValue(expected: "a value that the transform lists", found: found)
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
