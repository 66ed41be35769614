import Foundation
import Testing

@testable import Yodel

@Suite("Built-in transforms")
struct BuiltInTransformTests {
    enum Level: Hashable, Sendable { case low, high, unknown, secret }

    struct Levels: Model, Equatable {
        var strict: Level
        var open: Level
        var number: Level?
        static let mapping = Mapping(
            .transform(\Levels.strict, by: .values(["lo": .low, "low": .low, "h\"i": .high])),
            .transform(
                \Levels.open, by: .values(["lo": .low, "hi": .high], default: .unknown, reverseDefault: "unknown")),
            .transform(\Levels.number, by: .values([0: .low, 1: .high], default: .unknown)))
    }

    @Test("JSON values represent Swift values; the first one for a value is written")
    func values() {
        expectRoundTrip(
            Levels(strict: .low, open: .high, number: .high), #"{"strict":"low","open":"hi","number":1}"#,
            writtenAs: #"{"strict":"lo","open":"hi","number":1}"#)
        expectRoundTrip(Levels(strict: .high, open: .low), #"{"strict":"h\"i","open":"lo"}"#)
    }

    @Test("An unlisted value is the default, or an error with the accepted ones")
    func unknownValues() {
        let json = #"{"strict":"lo","open":"huh","number":7}"#
        expectDecoded(json, as: Levels(strict: .low, open: .unknown, number: .unknown))
        expectErrorAtMark(
            .invalidValue, path: "$.strict", expected: #"one of "lo", "low", "h\"i""#, found: #""mid\n""#,
            decoding: Levels.self, "{\"open\":\"\",\n\"strict\": ▸\"mid\\n\"}")
        expectErrorAtMark(.typeMismatch, path: "$.open", decoding: Levels.self, #"{"open":▸1}"#)
        expectErrorAtMark(.nullValue, path: "$.open", decoding: Levels.self, #"{"open":▸null}"#)
    }

    @Test("A value without a JSON value is written as the reverse default, or is an error")
    func reverse() throws {
        #expect(
            try ModelEncoder().encodeText(Levels(strict: .low, open: .secret)) == #"{"strict":"lo","open":"unknown"}"#)
        #expect(
            refusal(encoding: Levels(strict: .secret, open: .low))
                == "$.strict: expected a value that the transform lists, found secret (invalidValue)")
        #expect(refusal(encoding: Levels(strict: .low, open: .low, number: .secret)).hasPrefix("$.number: "))
    }

    struct Dates: Model, Equatable {
        var seconds: Date
        var milliseconds: Date?
        var day: Date?
        var mail: Date?
        static let mapping = Mapping(
            .transform(\Dates.seconds, by: .secondsSince1970),
            .transform(\Dates.milliseconds, by: .millisecondsSince1970),
            .transform(\Dates.day, by: .date(dayFormat)), .transform(\Dates.mail, by: .date(.anyKnownFormat)))
        static let dayFormat = try! DateFormat("dd.MM.yyyy")
    }

    @Test("Each date has its own format, whatever the decoder's")
    func dates() {
        let leapDay = Date(timeIntervalSince1970: 1_709_164_800)
        expectRoundTrip(
            Dates(seconds: leapDay, milliseconds: leapDay, day: leapDay, mail: leapDay),
            #"{"seconds":1709164800,"milliseconds":1709164800000,"day":"29.02.2024","mail":"Thu, 29 Feb 2024 00:00:00 GMT"}"#,
            writtenAs:
                #"{"seconds":1709164800,"milliseconds":1709164800000,"day":"29.02.2024","mail":"2024-02-29T00:00:00Z"}"#,
            decoder: .with { $0.dates = .millisecondsSince1970 })
        expectErrorAtMark(
            .invalidValue, path: "$.day", expected: "Date", found: #"the string "30.02.2024""#, decoding: Dates.self,
            #"{"day":▸"30.02.2024","seconds":1}"#)
        expectErrorAtMark(.invalidValue, path: "$.seconds", decoding: Dates.self, #"{"seconds":▸"1"}"#)
        expectErrorAtMark(.invalidValue, path: "$.seconds", decoding: Dates.self, #"{"seconds":▸true}"#)
        expectErrorAtMark(.typeMismatch, path: "$.seconds", decoding: Dates.self, #"{"seconds":▸{}}"#)
    }

    struct Texts: Model, Equatable {
        var url: URL?
        var data: Data?
        var safe: Data?
        var raw: Data?
        var name: String?
        static let mapping = Mapping(
            .transform(\Texts.url, by: .trimmedURL), .transform(\Texts.data, by: .base64),
            .transform(\Texts.safe, by: .base64URL), .transform(\Texts.raw, by: .utf8),
            .transform(\Texts.name, by: .trimmed))
    }

    @Test("URLs and strings without surrounding space; data as text")
    func texts() {
        expectRoundTrip(
            Texts(
                url: URL(string: "https://a.b/c"), data: Data([251, 255]), safe: Data([251, 255]), raw: Data("ü".utf8),
                name: ""), #"{"url":" https://a.b/c\n","data":"+/8=","safe":"-_8=","raw":"ü","name":" \t "}"#,
            writtenAs: #"{"url":"https://a.b/c","data":"+/8=","safe":"-_8","raw":"ü","name":""}"#)
        for (key, text) in [("url", "  "), ("data", "-_8"), ("safe", "a")] {
            expectErrorAtMark(.invalidValue, path: "$.\(key)", decoding: Texts.self, "{\"\(key)\":▸\"\(text)\"}")
        }
        #expect(refusal(encoding: Texts(raw: Data([255]))).hasPrefix("$.raw: expected UTF-8"))
    }

    struct Numbers: Model, Equatable {
        var id: UInt64?
        var small: Int8?
        var price: Decimal?
        var ratio: Double?
        var text: String?
        static let mapping = Mapping(
            .transform(\Numbers.id, by: .numberInString), .transform(\Numbers.small, by: .numberInString),
            .transform(\Numbers.price, by: .numberInString), .transform(\Numbers.ratio, by: .numberInString),
            .transform(\Numbers.text, by: .stringOfNumber))
    }

    @Test("Numbers in strings, and strings of numbers, digit for digit")
    func numbers() {
        expectRoundTrip(
            Numbers(id: .max, small: -128, price: Decimal(string: "9.99"), ratio: 0.1, text: "1.50e2"),
            #"{"id":"18446744073709551615","small":"-128","price":"9.99","ratio":"0.1","text":1.50e2}"#)
        for (key, text) in [
            ("id", "-1"), ("id", "18446744073709551616"), ("id", "1.5"), ("id", " 1"), ("id", "12abc"), ("id", ""),
            ("small", "128"), ("price", "0x1"), ("ratio", "NaN"), ("ratio", "1e999"),
        ] {
            expectErrorAtMark(.invalidValue, path: "$.\(key)", decoding: Numbers.self, "{\"\(key)\":▸\"\(text)\"}")
        }
        expectErrorAtMark(.typeMismatch, path: "$.text", decoding: Numbers.self, #"{"text":▸"1"}"#)
        #expect(
            refusal(encoding: Numbers(text: "1x"))
                == #"$.text: expected a number, found the string "1x" (invalidValue)"#)
        #expect(refusal(encoding: Numbers(ratio: .nan)).hasPrefix("$.ratio: expected a finite number"))
    }

    struct Composed: Model, Equatable {
        var date: Date
        var id: Int
        static let mapping = Mapping(
            .transform(
                \Composed.date,
                by: Transform<String, String>.trimmed.then(
                    Transform {
                        JSONScalar.string($0)
                    } encode: { scalar in
                        guard case .string(let text) = scalar else { throw TransformTests.Odd() }
                        return text
                    }
                ).then(.date(.iso8601))),
            .transform(\Composed.id, by: Transform<String, String>.base64Text.then(.trimmed).then(.numberInString)))
    }

    @Test("Chained transforms, in both directions")
    func composed() {
        expectRoundTrip(
            Composed(date: Date(timeIntervalSince1970: 0), id: 42),
            #"{"date":" 1970-01-01T00:00:00Z ","id":"IDQyCg=="}"#,
            writtenAs: #"{"date":"1970-01-01T00:00:00Z","id":"NDI="}"#)
        expectErrorAtMark(
            .invalidValue, path: "$.id", expected: "Int in a string", found: #"the string "a""#,
            decoding: Composed.self, #"{"id":▸"YQ==","date":""}"#)
    }

    @Test("One field is lenient, or strict, whatever the decoder is; so are its elements, but not models inside")
    func conversions() {
        struct Loose: Model, Equatable {
            var number: Int
            var flags: [String: [Bool?]]?
            var date: Date?
            var inner: Exact?
            static let mapping = Mapping(
                .conversions(\Loose.number, .lenient), .conversions(\Loose.flags, .lenient),
                .conversions(\Loose.date, .lenient), .conversions(\Loose.inner, .lenient))
        }
        struct Exact: Model, Equatable {
            var number: Int?
            static let mapping = Mapping(.conversions(\Exact.number, .strict))
        }
        expectDecoded(
            #"{"number":"12","flags":{"a":["yes",0,"null",true]},"date":1,"inner":{"number":3}}"#,
            as: Loose(
                number: 12, flags: ["a": [true, false, nil, true]], date: Date(timeIntervalSince1970: 1),
                inner: Exact(number: 3)))
        expectErrorAtMark(.typeMismatch, path: "$.number", decoding: Loose.self, #"{"number":▸"12x"}"#)
        expectErrorAtMark(.typeMismatch, path: "$.inner.number", decoding: Loose.self, #"{"inner":{"number":▸"3"}}"#)
        let lenient = ModelDecoder.with { $0.conversions = .lenient }
        expectErrorAtMark(.typeMismatch, path: "$.number", decoding: Exact.self, #"{"number":▸"3"}"#, decoder: lenient)
    }

    @Test("A lenient field that is a model takes a word for null, and a strict one refuses it")
    func conversionsOfModels() throws {
        struct Point: Model, Equatable { var x: Int }
        struct Loose: Model, Equatable {
            var point: Point?
            var points: [Point?]?
            @Indirect var boxed: Point?
            static let mapping = Mapping(
                .conversions(\Loose.point, .lenient), .conversions(\Loose.points, .lenient),
                .conversions(\Loose._boxed, .lenient))
        }
        struct Exact: Model, Equatable {
            var point: Point?
            static let mapping = Mapping(.conversions(\Exact.point, .strict))
        }
        let json = #"{"point":"null","points":["nil",{"x":1}],"boxed":"NULL"}"#
        #expect(try decodeEveryWay(Loose.self, json) == Loose(points: [nil, Point(x: 1)]))
        expectErrorAtMark(.typeMismatch, path: "$.point.x", decoding: Loose.self, #"{"point":{"x":▸"1"}}"#)
        var loose = Loose(point: Point(x: 1))
        try ModelDecoder().update(&loose, from: #"{"point":{"x":2}}"#)
        #expect(loose.point == Point(x: 2))
        try ModelDecoder().update(&loose, from: #"{"point":"null"}"#)
        #expect(loose.point == nil)
        let lenient = ModelDecoder.with { $0.conversions = .lenient }
        let error = expectErrorAtMark(
            .typeMismatch, path: "$.point", decoding: Exact.self, #"{"point":▸"null"}"#, decoder: lenient)
        #expect(error?.hint == nil)
        #expect(try decodeEveryWay(Exact.self, #"{"point":{"x":"1"}}"#, decoder: lenient).point == Point(x: 1))
    }
}

extension Transform where JSON == String, Value == String {
    fileprivate static var base64Text: Transform {
        Transform<String, Data>.base64.then(
            Transform<Data, String>({ String(decoding: $0, as: UTF8.self) }, encode: { Data($0.utf8) }))
    }
}
