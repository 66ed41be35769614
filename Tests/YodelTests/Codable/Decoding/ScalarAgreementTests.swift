import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Scalars have the values of Foundation's decoder, in an array, in an object, and alone.
@Suite(.enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct ScalarAgreementTests {
    private struct Member<Value: Codable & Equatable & Sendable>: Decodable, Equatable {
        var required: Value
        var optional: Value?
        var list: [Value]
        var optionals: [Value?]
        var dictionary: [String: Value]
    }

    /// Decodes a literal in every kind of place.
    private func everywhere<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ literal: String, _ settings: DecoderSettings = .standard
    ) {
        expectAgreement(type, literal, settings)
        expectAgreement(Value?.self, literal, settings)
        expectAgreement([Value].self, "[\(literal)]", settings)
        expectAgreement([Value].self, "[\(literal), \(literal)]", settings)
        expectAgreement([Value?].self, "[null, \(literal)]", settings)
        expectAgreement([[Value]].self, "[[], [\(literal)]]", settings)
        expectAgreement([String: Value].self, #"{"12": \#(literal)}"#, settings)
        for (required, optional, list, dictionary) in [
            (literal, literal, literal, literal), ("7", literal, literal, literal), ("true", literal, "true", "true"),
            (#""x""#, literal, #""x""#, #""x""#), ("7", "null", literal, "7"), ("7", "7", "7", literal),
        ] {
            expectAgreement(
                Member<Value>.self,
                """
                {"required": \(required), "optional": \(optional), "list": [\(list)], "optionals": [null, \(list)],
                "dictionary": {"one": \(dictionary)}}
                """, settings)
        }
        expectAgreement(of: "[\(literal), null]", settings) { decoder in
            var container = try decoder.unkeyedContainer()
            return try (0..<3).map { _ in try container.decodeIfPresent(type) }
        }
        expectAgreement(of: #"{"a": \#(literal), "b": null}"#, settings) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            return try ["a", "b", "c"].map { try container.decodeIfPresent(type, forKey: TestKey($0)) }
        }
    }

    static let literals = [
        "0", "-0", "1", "-1", "12", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536",
        "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "170141183460469231731687303715884105727",
        "170141183460469231731687303715884105728", "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456", "1.0", "-1.0", "0.0", "-0.0", "1.5", "0.1", "1e2", "1E+2", "1e-2",
        "100e-2", "1.25e2", "12e-1", "3e0", "1e18", "0.0e-5", "1e400", "-1e400", "1e-400", "-1e-400", "0e-400",
        "1e39", "1e-46", "3.4028235e38", "3.5e38", "1.7976931348623157e308", "1.7976931348623159e308", "5e-324",
        "2e-324", "65504", "65520", "123456789012345678", "0.30000000000000004", "2.2250738585072011e-308",
        "9007199254740992.5", "255.0", "256.0", "-128.0", "-129.0", "true", "false", "null", #""text""#, #""1""#,
        #""""#, "[]", "{}", "[1]", #"{"a": 1}"#, #""\u00e9""#, #""NaN""#,
    ]

    /// What Foundation reads by way of other types, which lose something, is listed in ``DifferenceTests``.
    static let roundabout: Set = ["1e-400", "-1e-400", "2e-324", "9007199254740992.5", "3.4028235e38"]

    @Test(arguments: literals.filter { !roundabout.contains($0) })
    func integers(_ literal: String) {
        for type in allIntegerTypes { everywhere(type, literal) }
    }

    @Test(arguments: literals)
    func floatsBoolsAndStrings(_ literal: String) {
        everywhere(Double.self, literal)
        everywhere(Float.self, literal)
        everywhere(Float16.self, literal)
        everywhere(Bool.self, literal)
        everywhere(String.self, literal)
    }

    @Test(arguments: [
        "0", "-0", "1", "-1.5", "1.10", "1e5", "1e-5", "1e127", "1e128", "1e200", "1e-200", "-1e-128",
        "12345678901234567890123456789012345678", "123456789012345678901234567890123456789012345",
        "1.234567890123456789012345678901234567890123456789", "0.1", "99999999999999999999999999999999999999e100",
        "340282366920938463463374607431768211455", "340282366920938463463374607431768211456", "null", #""1""#, "true",
        "[]",
    ])
    func decimals(_ literal: String) {
        everywhere(Decimal.self, literal)
    }

    @Test(arguments: [
        #""""#, #""plain""#, #""größer 日本語 🎈""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001f\u007f""#, #""\u00e9\u65e5""#,
        #""\ud83c\udf88""#, #""🎈\ud83c\udf88x""#, #""fifteen bytes..""#, #""sixteen bytes...""#,
        #""a string that is longer than any small one""#, #""cafe\u0301 café""#,
    ])
    func strings(_ literal: String) {
        everywhere(String.self, literal)
        expectAgreement([String: Int].self, "{\(literal): 1}")
    }

    @Test(arguments: ["Infinity", "-Infinity", "NaN", "other", "", "1"])
    func stringsForFloats(_ text: String) {
        let settings = DecoderSettings.with {
            $0.floats = .convertFromString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        }
        everywhere(Double.self, "\"\(text)\"")
        // A NaN is not equal to itself, so it is decoded as its bits.
        for literal in ["\"\(text)\"", "1.5", "null", "true", #""\u004eaN""#] {
            expectAgreement(of: literal, settings) { try $0.singleValueContainer().decode(Double.self).bitPattern }
            expectAgreement(of: literal, settings) { try $0.singleValueContainer().decode(Float.self).bitPattern }
            expectAgreement(of: "[\(literal)]", settings) { decoder in
                try [Double](from: decoder).map(\.bitPattern)
            }
        }
    }

    @Test func enumsWithRawValues() {
        enum Size: String, Decodable { case small, large }
        enum Level: Int, Decodable { case low = 1, high }
        for literal in [#""small""#, #""other""#, "1", "2", "3", "1.0", "null", "[]", "{}"] {
            expectAgreement(Size.self, literal)
            expectAgreement([Size].self, "[\(literal)]")
            expectAgreement(Level.self, literal)
            expectAgreement([String: Level?].self, #"{"a": \#(literal)}"#)
        }
    }
}
