import Foundation
import Testing

@testable import Yodel

@Suite("The options of an encoder")
struct EncoderOptionTests {
    struct Item: Model, Equatable {
        var zeta: Int?
        var alpha: [Int]
        var middle: Inner
        var any: JSONValue

        struct Inner: Model, Equatable {
            var y: String?
            var x: [String: Int]
        }
    }

    let item = Item(zeta: nil, alpha: [1, 2], middle: .init(y: nil, x: [:]), any: ["b": 1, "a": [[:], []]])

    @Test("By default text is compact and nil left out, and options can be read back")
    func reading() {
        #expect(ModelEncoder().layout == .compact)
        #expect(ModelEncoder().nils == .omit)
        let encoder = ModelEncoder.with {
            $0.layout = .pretty
            $0.nils = .null
        }
        #expect(encoder.layout == .pretty(indentation: 2))
        #expect(encoder.nils == .null)
    }

    @Test("Properties that are nil are left out, or null")
    func nils() {
        expectText(of: item, #"{"alpha":[1,2],"middle":{"x":{}},"any":{"b":1,"a":[{},[]]}}"#)
        expectText(
            of: item, #"{"zeta":null,"alpha":[1,2],"middle":{"y":null,"x":{}},"any":{"b":1,"a":[{},[]]}}"#,
            encoder: .with { $0.nils = .null })
    }

    @Test("Members and elements on lines of their own")
    func pretty() {
        let text = """
            {
              "alpha": [
                1,
                2
              ],
              "middle": {
                "x": {}
              },
              "any": {
                "b": 1,
                "a": [
                  {},
                  []
                ]
              }
            }
            """
        expectText(of: item, text, encoder: .with { $0.layout = .pretty })
        expectText(
            of: item, text.replacingOccurrences(of: "  ", with: "\t").replacingOccurrences(of: "\t", with: "    "),
            encoder: .with { $0.layout = .pretty(indentation: 4) })
        expectText(of: [[1]], "[\n[\n1\n]\n]", encoder: .with { $0.layout = .pretty(indentation: -1) })
        expectText(of: [Int](), "[]", encoder: .with { $0.layout = .pretty })
        expectText(of: [String: Int](), "{}", encoder: .with { $0.layout = .pretty })
        expectText(of: ["a": Data()], "{\n  \"a\": \"\"\n}", encoder: .with { $0.layout = .pretty })
        expectText(of: 1, "1", encoder: .with { $0.layout = .pretty })
    }

    @Test("Dynamic values have the layout of their own text")
    func prettyValues() throws {
        let value = try ModelDecoder().decode(JSONValue.self, from: #"{"b":[1,{"c":null}],"a":{},"é/":["x"]}"#)
        expectText(of: value, value.text(pretty: true), encoder: .with { $0.layout = .pretty })
        expectText(of: value, value.text(sortedKeys: true), encoder: .with { $0.sortsKeys = true })
        expectText(
            of: value, value.text(pretty: true, sortedKeys: true),
            encoder: .with { ($0.layout, $0.sortsKeys) = (.pretty, true) })
    }

    struct Nested: Model, Equatable {
        var b: Int, a: Int, c: Int
        static let mapping = Mapping(.map(\Nested.b, to: "z.b"), .map(\Nested.a, to: "z.a"), .map(\Nested.c, to: "Z"))
    }

    @Test("Keys are sorted by their bytes, at every level")
    func sortedKeys() {
        let sorting = ModelEncoder.with { $0.sortsKeys = true }
        expectText(of: item, #"{"alpha":[1,2],"any":{"a":[{},[]],"b":1},"middle":{"x":{}}}"#, encoder: sorting)
        expectText(of: Nested(b: 1, a: 2, c: 3), #"{"z":{"b":1,"a":2},"Z":3}"#)
        expectText(of: Nested(b: 1, a: 2, c: 3), #"{"Z":3,"z":{"a":2,"b":1}}"#, encoder: sorting)
        expectText(
            of: ["é": 1, "z": 2, "": 3, "😀": 4, "\u{FFFD}": 5] as JSONObject,
            #"{"":3,"z":2,"é":1,"\#u{FFFD}":5,"😀":4}"#, encoder: sorting)
    }

    @Test("Every control character, quotes and backslashes are escaped, and nothing else is")
    func escapes() throws {
        let short = [8: "b", 9: "t", 10: "n", 12: "f", 13: "r"]
        for code in 0..<0x20 {
            let escape = short[code] ?? "u00" + (code < 16 ? "0" : "") + String(code, radix: 16)
            expectRoundTrip("a\(UnicodeScalar(UInt8(code)))", #""a\\#(escape)""#)
        }
        expectRoundTrip("\"\\/\u{7F}\u{2028}\u{2029}\u{10FFFF}", "\"\\\"\\\\/\u{7F}\u{2028}\u{2029}\u{10FFFF}\"")
        let all = String(String.UnicodeScalarView((0...0x2FF).map { UnicodeScalar($0)! }))
        #expect(try JSONDecoder().decode(String.self, from: ModelEncoder().encode(all)) == all)
    }

    @Test("Characters to escape are found in any position")
    func escapePlaces() throws {
        for length in 0...70 {
            for place in 0..<max(length, 1) {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                if length > 0 { bytes[place] = UInt8(ascii: "\n") }
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(
                    try ModelEncoder().encodeText(text) == "\"" + text.replacingOccurrences(of: "\n", with: "\\n")
                        + "\"")
            }
        }
    }

    @Test("Strings of any length, full of escapes or without any")
    func longStrings() {
        for length in [150, 160, 170, 318, 319, 320, 321, 1_000] {
            expectRoundTrip(String(repeating: "x", count: length))
            expectRoundTrip(String(repeating: "\u{1}", count: length))
            expectRoundTrip(String(repeating: "é\"", count: length))
        }
    }

    @Test("The option for slashes escapes them in keys, dates and data too")
    func slashes() throws {
        let escaping = ModelEncoder.with { $0.escapesSlashes = true }
        expectText(of: "</script>/", #""<\/script>\/""#, encoder: escaping)
        expectText(of: ["a/b": URL(string: "https://a/b")!], #"{"a\/b":"https:\/\/a\/b"}"#, encoder: escaping)
        expectText(of: Data([255, 255, 255]), #""\/\/\/\/""#, encoder: escaping)
        let dates = ModelEncoder.with {
            $0.escapesSlashes = true
            $0.dates = .format(try! DateFormat("dd/MM/yyyy"))
        }
        expectText(of: Date(timeIntervalSince1970: 0), #""01\/01\/1970""#, encoder: dates)
        struct Path: Model, Equatable {
            var value: Int
            static let mapping = Mapping(.map(\Path.value, to: "a/b"))
        }
        expectText(of: Path(value: 1), #"{"a\/b":1}"#, encoder: escaping)
    }

    @Test("The option for ASCII escapes all other characters")
    func nonASCII() throws {
        let escaping = ModelEncoder.with { $0.escapesNonASCII = true }
        expectText(of: "aé€😀\n/", #""a\u00e9\u20ac\ud83d\ude00\n/""#, encoder: escaping)
        expectText(
            of: ["é": "\u{7F}\u{80}\u{FFFF}\u{10000}"], "{\"\\u00e9\":\"\u{7F}\\u0080\\uffff\\ud800\\udc00\"}",
            encoder: escaping)
        expectRoundTrip(String(repeating: "世界😀", count: 200), encoder: escaping)
        let all = String(String.UnicodeScalarView((0...0x2FF).map { UnicodeScalar($0)! }))
        #expect(try JSONDecoder().decode(String.self, from: escaping.encode(all)) == all)
        #expect(try escaping.encode(all).allSatisfy { $0 < 0x80 })
    }

    @Test("Dates are written by the decoder's strategies")
    func dates() throws {
        let date = Date(timeIntervalSince1970: 1_709_251_199.25)
        func expect(_ dates: DateStrategy, _ text: String, _ date: Date, isExact: Bool = true) {
            let encoder = ModelEncoder.with { $0.dates = dates }
            let decoder = ModelDecoder.with { $0.dates = dates }
            if isExact {
                expectRoundTrip(date, text, decoder: decoder, encoder: encoder)
            } else {
                expectText(of: date, text, encoder: encoder)
            }
        }
        expect(.iso8601, #""2024-02-29T23:59:59.25Z""#, date)
        expect(.iso8601, #""0000-01-01T00:00:00Z""#, Date(timeIntervalSince1970: -62_167_219_200))
        expect(.anyKnownFormat, #""2024-02-29T23:59:59.25Z""#, date)
        expect(.secondsSince1970, "1709251199.25", date)
        expect(.millisecondsSince1970, "1709251199250", date)
        expect(.secondsSince1970, "-0.5", Date(timeIntervalSince1970: -0.5))
        expect(try .format("yyyy-MM-dd HH:mm"), #""2024-02-29 23:59""#, date, isExact: false)
        expect(try .format("dd.MM.yyyy HH:mm:ss.SS"), #""29.02.2024 23:59:59.25""#, date)
        expect(
            .formats([try DateFormat("HH:mm:ss dd.MM.yyyy"), try DateFormat("yyyy/MM/dd")]),
            #""00:00:07 01.01.1970""#, Date(timeIntervalSince1970: 7))
        expect(.custom({ _ in date }), #""2024-02-29T23:59:59.25Z""#, date)
        expect(.custom({ _ in date }, encode: { _ in .number("1e3") }), "1e3", date)
        expect(.custom({ _ in date }, encode: { _ in .string("\"") }), #""\"""#, date)
    }

    @Test("Dates that cannot be written are errors")
    func badDates() {
        struct Refusal: Error {}
        expectFailure(of: ["at": Date.distantFuture.addingTimeInterval(1e13)], .invalidValue, path: "$.at")
        expectFailure(of: Date(timeIntervalSince1970: .nan), .invalidValue, path: "$")
        let throwing = ModelEncoder.with { $0.dates = .custom({ _ in .now }, encode: { _ in throw Refusal() }) }
        let error = expectFailure(of: [Date.now], .invalidValue, path: "$[0]", encoder: throwing)
        #expect(error?.underlying is Refusal)
        let wrong = ModelEncoder.with { $0.dates = .custom({ _ in .now }, encode: { _ in .number("1,5") }) }
        expectFailure(of: [Date.now], .invalidValue, path: "$[0]", encoder: wrong)
    }

    @Test("Data is written by the decoder's strategies")
    func data() {
        func expect(_ data: DataStrategy, _ value: Data, _ text: String? = nil) {
            expectRoundTrip(value, text, decoder: .with { $0.data = data }, encoder: .with { $0.data = data })
        }
        expect(.base64, Data([251, 255, 0, 1]), #""+/8AAQ==""#)
        expect(.base64URL, Data([251, 255, 0, 1]), #""-_8AAQ""#)
        expect(.utf8, Data("a\"é".utf8), #""a\"é""#)
        expect(.bytes, Data([0, 255, 7]), "[0,255,7]")
        for count in [0, 1, 2, 3, 3_071, 3_072, 3_073] {
            let value = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            expect(.base64, value, "\"\(value.base64EncodedString())\"")
            expect(.base64URL, value)
            expect(.bytes, value)
        }
        expectFailure(of: [Data([255])], .invalidValue, path: "$[0]", encoder: .with { $0.data = .utf8 })
        expectText(of: Data([1]), "[\n  1\n]", encoder: .with { ($0.data, $0.layout) = (.bytes, .pretty) })
        expectText(
            of: Data([1, 2]), #""2 bytes""#,
            encoder: .with { $0.data = .custom({ _ in Data() }, encode: { "\($0.count) bytes" }) })
    }

    @Test("A dynamic value decoded from a text is written as that text")
    func dynamicValue() throws {
        #expect(
            try ModelEncoder().encodeJSONValue(item) == [
                "alpha": [1, 2], "middle": ["x": [:]], "any": ["b": 1, "a": [[:], []]],
            ])
        #expect(try ModelEncoder().encodeJSONValue(1.5) == 1.5)
    }
}
