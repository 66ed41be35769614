import Foundation
import Testing

@testable import Yodel

/// Scalars use transforms without frames, and known transforms without their JSON side.
///
/// Nothing else may differ: each of these documents and values is also sent through the general path, by transforms
/// that claim to contain text.
@Suite("Fast paths of transforms")
struct ShortWayTests {
    protocol Way: Sendable {
        static func of<JSON, Value>(_ transform: Transform<JSON, Value>) -> Transform<JSON, Value>
    }

    enum Short: Way {
        static func of<JSON, Value>(_ transform: Transform<JSON, Value>) -> Transform<JSON, Value> { transform }
    }

    enum Long: Way {
        static func of<JSON, Value>(_ transform: Transform<JSON, Value>) -> Transform<JSON, Value> {
            var transform = transform
            transform.direct = nil
            transform.parts = [Int.self]
            return transform
        }
    }

    enum Level: Hashable, Sendable { case low, high, other }

    /// Equal to others although its bytes differ.
    struct Caseless: Hashable, Sendable {
        var letter: UInt8
        static func == (left: Caseless, right: Caseless) -> Bool { left.letter & 0xDF == right.letter & 0xDF }
        func hash(into hasher: inout Hasher) { hasher.combine(letter & 0xDF) }
    }

    struct Odd: Error {}

    struct Values<W: Way>: Model {
        var seconds: Date?
        var milliseconds: Date?
        var day: Date?
        var level: Level?
        var open: Level
        var code: Level?
        var text: String?
        var caseless: Caseless?
        var fraction: Double?
        var number: Int?
        var small: Int8?
        var tenths: Double?
        var half: Float?
        var picky: Int?
        var trimmed: String?
        var flag: Int?
        var list: [Level]?
        var maybe: [Level?]?

        static var mapping: Mapping {
            let level = W.of(Transform<String, Level>.values(["lo": .low, "é/": .high, "low": .low]))
            return Mapping(
                .transform(\Self.seconds, to: "seconds", "alt", by: W.of(.secondsSince1970)),
                .transform(\Self.milliseconds, by: W.of(.millisecondsSince1970)),
                .transform(\Self.day, by: W.of(.date(.iso8601))), .transform(\Self.level, by: level),
                .transform(
                    \Self.open,
                    by: W.of(Transform<String, Level>.values(["lo": .low], default: .other, reverseDefault: "?"))),
                .default(\Self.open, .low),
                .transform(
                    \Self.code, by: W.of(Transform<Int, Level>.values([0: .low, 2_406_169_481_538_137_932: .high]))),
                .transform(\Self.text, by: W.of(Transform<String, String>.values(["a": "é", "b": "e\u{301}"]))),
                .transform(
                    \Self.caseless,
                    by: W.of(
                        Transform<String, Caseless>.values(["x": Caseless(letter: 65), "y": Caseless(letter: 97)]))),
                .transform(
                    \Self.fraction, by: W.of(Transform<String, Double>.values(["nan": .nan, "-0": -0, "0": 0]))),
                .transform(\Self.number, by: W.of(.numberInString)), .transform(\Self.small, by: W.of(.numberInString)),
                .transform(
                    \Self.tenths, by: W.of(Transform<Int, Double>({ Double($0) / 10 }, encode: { Int($0 * 10) }))),
                .transform(
                    \Self.half, by: W.of(Transform<Double, Float>({ Float($0 / 2) }, encode: { Double($0) * 2 }))),
                .transform(
                    \Self.picky,
                    by: W.of(
                        Transform<Int, Int> {
                            if $0 > 1 { throw Odd() }
                            return $0
                        } encode: {
                            if $0 > 1 { throw Odd() }
                            return $0
                        })),
                .transform(\Self.trimmed, by: W.of(.trimmed)),
                .transform(\Self.flag, by: W.of(Transform<Bool, Int> { $0 ? 1 : 0 })),
                .transform(each: \Self.list, by: level),
                .transform(each: \Self.maybe, by: W.of(Transform<String, Level?>.values(["lo": .low, "none": nil]))))
        }
    }

    static let keys = [
        "seconds", "alt", "milliseconds", "day", "level", "open", "code", "text", "caseless", "fraction", "number",
        "small", "tenths", "half", "picky", "trimmed", "flag", "list", "maybe",
    ]

    static let scalars = [
        "0", "-0", "1", "12", "-300", "1.0", "1.5", "1e3", "1E-1", "1709164800", "1709164800.25", "-62167219200",
        "-62167219201", "253402300799", "253402300800", "999999999999", "9223372036854775807", "9223372036854775808",
        "1e999", "true", "false", "null", #""""#, #""lo""#, #""low""#, #""é/""#, #""e\u0301/""#, #""e\u0301\/""#,
        #""a""#, #""x""#, #""y""#, #""nan""#, #""-0""#, #""0""#, #""42""#, #""-129""#, #""042""#, #""4.0""#, #""1e2""#,
        #"" 7 ""#, #""12abc""#, #""9223372036854775807""#, #""9223372036854775808""#, #""null""#, #""yes""#,
        #""2024-02-29""#, #""2024-02-30""#, #""Low end!""#, "[]", "{}", #"["lo"]"#, #"["lo","mid"]"#,
        #"["lo",null]"#, #"["none","lo"]"#, #"[7]"#,
    ]

    @Test("A scalar becomes the same value, or the same error at the same place", arguments: keys)
    func decoding(_ key: String) {
        for decoder in decoders {
            for scalar in Self.scalars { expectSame("{\n  \"\(key)\": \(scalar) }", decoder) }
        }
    }

    @Test("The same for duplicate keys and for ranked ones")
    func repeated() {
        let scalars = ["1", "1.5", "null", #""lo""#, #""no""#, "[]"]
        for decoder in decoders {
            for first in scalars {
                for second in scalars {
                    expectSame(#"{"alt":\#(first),"seconds":\#(second)}"#, decoder)
                    expectSame(#"{"seconds":\#(first),"alt":\#(second)}"#, decoder)
                    expectSame(#"{"level":\#(first),"level":\#(second)}"#, decoder)
                    expectSame(#"{"picky":\#(first),"picky":2}"#, decoder)
                }
            }
        }
    }

    private var decoders: [ModelDecoder] {
        [
            ModelDecoder(),
            .with {
                $0.conversions = .lenient
                $0.limits.numberCharacters = 12
            },
            .with {
                $0.nulls = .useDefault
                $0.duplicateKeys = .first
            },
            .with {
                $0.mismatches = .useDefault
                $0.badElements = .drop
            },
            .with {
                $0.conversions = .lenient
                $0.badElements = .null
                $0.missingCollections = .empty
                $0.duplicateKeys = .error
            },
        ]
    }

    private func expectSame(
        _ json: String, _ decoder: ModelDecoder, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let short = outcome(Values<Short>.self, json, decoder)
        let long = outcome(Values<Long>.self, json, decoder)
        #expect(short == long, "\(json)", sourceLocation: sourceLocation)
    }

    /// The value, or all there is to an error, with the report.
    private func outcome<W>(_ type: Values<W>.Type, _ json: String, _ decoder: ModelDecoder) -> String {
        func told(_ error: ModelError) -> String {
            "\(error) \(error.path) \(error.offset, default: "") \(error.line, default: "") "
                + "\(error.column, default: "") \(String(describing: error.underlying))"
        }
        var texts: [String] = []
        for parser in Parser.all {
            let report = DecodingReport()
            var decoder = decoder
            decoder.parser = parser
            decoder.report = report
            let outcome = Result { () throws(ModelError) in try decoder.decode(type, from: json) }
            let text =
                switch outcome {
                case .success(let value):
                    Mirror(reflecting: value).children.map { "\($0.value)" }.joined(separator: " ")
                case .failure(let error): told(error)
                }
            texts.append(([text] + report.errors.map(told)).joined(separator: "\n"))
        }
        #expect(texts[0] == texts.last, "\(json)")
        return texts[0]
    }

    @Test("A value is written as the same text, or is the same error")
    func encoding() {
        func values<W>(_ type: Values<W>.Type) -> [Values<W>] {
            let none = Values<W>(open: .low)
            func with<Value>(_ property: WritableKeyPath<Values<W>, Value>, _ values: Value...) -> [Values<W>] {
                values.map { value in
                    var changed = none
                    changed[keyPath: property] = value
                    return changed
                }
            }
            let dates = [0, -0.5, 1_709_164_800, -1e10, 1e11, 1e13, .infinity, .nan].map {
                Optional(Date(timeIntervalSince1970: $0))
            }
            var all = dates.flatMap { with(\.seconds, $0) + with(\.milliseconds, $0) + with(\.day, $0) }
            all += with(\.level, .low, .high, .other) + with(\.open, .low, .other) + with(\.code, .low, .high, .other)
            all += with(\.text, "é", "e\u{301}", "z")
            all += with(\.caseless, Caseless(letter: 65), Caseless(letter: 97), Caseless(letter: 66))
            all += with(\.fraction, 0, -0.0, .nan, 1)
            all += with(\.number, 0, -1, .max, .min) + with(\.small, -128, 127) + with(\.tenths, 1.5, 1e30 / 1e20)
            all += with(\.half, 1.5, .infinity, .nan) + with(\.picky, 1, 2) + with(\.trimmed, " \"/\n\u{7}é")
            all += with(\.flag, 1) + with(\.list, [.low, .high], [], [.other]) + with(\.maybe, [nil, .low])
            return all
        }
        func text<Value>(_ value: Value, _ encoder: ModelEncoder) -> String {
            do {
                let whole = try encoder.encodeText(value)
                var chunks: [UInt8] = []
                try encoder.encode(value, chunkSize: 320) { chunks += $0 }
                #expect(String(decoding: chunks, as: UTF8.self) == whole)
                return whole
            } catch {
                return "\(error)"
            }
        }
        var fancy = ModelEncoder()
        fancy.escapesSlashes = true
        fancy.escapesNonASCII = true
        fancy.layout = .pretty
        fancy.sortsKeys = true
        fancy.nils = .null
        for encoder in [ModelEncoder(), fancy] {
            for (short, long) in zip(values(Values<Short>.self), values(Values<Long>.self)) {
                #expect(text(short, encoder) == text(long, encoder))
            }
        }
    }
}
