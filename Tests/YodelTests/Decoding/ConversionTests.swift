import Foundation
import Testing

@testable import Yodel

/// Lenient decoding converts values if nothing is lost; strict decoding, the default, converts nothing.
@Suite struct ConversionTests {
    private static let lenient = ModelDecoder.with { $0.conversions = .lenient }

    /// Decodes `[json]` leniently, and expects that strict decoding refuses it.
    private func converted<Value: Equatable>(
        _ type: Value.Type, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Value {
        let strict = refusal(of: [Value].self, "[\(json)]", sourceLocation: sourceLocation)
        #expect(!strict.hasPrefix("accepted"), "strictly: \(strict)", sourceLocation: sourceLocation)
        return try decodeEveryWay([Value].self, "[\(json)]", decoder: Self.lenient, sourceLocation: sourceLocation)[0]
    }

    /// Expects that lenient decoding refuses a value, as strict decoding does.
    private func expectRefused<Value>(
        _ type: Value.Type, _ values: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for json in values {
            for decoder in [Self.lenient, ModelDecoder()] {
                let text = refusal(of: [Value].self, "[\(json)]", decoder: decoder, sourceLocation: sourceLocation)
                #expect(
                    text.hasPrefix("$[0]: expected ") && withoutHint(text).hasSuffix(", line 1, column 2, offset 1)"),
                    "\(json): \(text)", sourceLocation: sourceLocation)
            }
        }
    }

    // MARK: - Numbers

    @Test func textBecomesANumber() throws {
        #expect(try converted(Int.self, #""12""#) == 12)
        #expect(try converted(Int.self, #""-12""#) == -12)
        #expect(try converted(Int.self, #"" 12\n""#) == 12)
        #expect(try converted(Int.self, #""+12""#) == 12)
        #expect(try converted(Int.self, #""12.0""#) == 12)
        #expect(try converted(UInt8.self, #""255""#) == 255)
        #expect(try converted(UInt32.self, #""100""#) == 100)
        #expect(try converted(Int128.self, #""170141183460469231731687303715884105727""#) == .max)
        #expect(try converted(Double.self, #""1.5""#) == 1.5)
        #expect(try converted(Double.self, #""1e3""#) == 1000)
        #expect(try converted(Float.self, #""-0.25""#) == -0.25)
        #expect(try converted(Decimal.self, #""1.10""#) == Decimal(string: "1.10"))
        #expect(try converted(JSONNumber.self, #""1.10""#).text == "1.10")
    }

    @Test func aBooleanBecomesOneOrZero() throws {
        #expect(try converted(Int.self, "true") == 1)
        #expect(try converted(Int.self, "false") == 0)
        #expect(try converted(UInt8.self, "true") == 1)
        #expect(try converted(Double.self, "true") == 1)
        #expect(try converted(Decimal.self, "false") == 0)
    }

    @Test func noConversionLosesAnything() {
        let noIntegers = [
            #""12abc""#, #""""#, #"" ""#, #""0x10""#, #""1,000""#, #""1_000""#, #""NaN""#, #""inf""#, #""-""#, #""+""#,
            #""++1""#, #""1 2""#, #""one""#, #""１２""#, #""\u0000""#, #""1\u0000""#, #""01""#, #""1.""#, #"".5""#, "[]",
            "{}", "[1]", #"{"0":1}"#, "null", #""true""#, #""YES""#,
        ]
        expectRefused(
            Int.self, noIntegers + ["1.5", #""1.5""#, "9223372036854775808", #""9223372036854775808""#, "1e99"])
        expectRefused(UInt8.self, noIntegers + ["256", #""256""#, "300", #""300""#, "-1", #""-1""#])
        expectRefused(Double.self, noIntegers + ["1e999", #""1e999""#, #""Infinity""#, #""nan""#])
        expectRefused(Decimal.self, noIntegers + [#""0.\#(String(repeating: "1", count: 60))""#])
    }

    @Test func whiteSpaceAroundANumberIsThatOfJSON() throws {
        for text in [" 7", "7\\t", "\\n7\\r", "\\r\\n 7 \\t"] { #expect(try converted(Int.self, "\"\(text)\"") == 7) }
        for text in ["\\u000b7", "7\\f", "\\u00a07", "7\\u0085", "\\u20287"] {
            expectRefused(Int.self, ["\"\(text)\""])
            expectRefused(Double.self, ["\"\(text)\""])
        }
        struct Link: Model, Equatable {
            var text: String
            static let mapping = Mapping(.transform(\Link.text, by: .trimmed))
        }
        #expect(try decodeEveryWay(Link.self, #"{"text":" \t\n\r\u000ba\f "}"#) == Link(text: "\u{B}a\u{C}"))
    }

    @Test func theErrorsOfConvertedNumbersAreThoseOfNumbers() {
        func expect<Value>(_ type: Value.Type, _ text: String, _ code: ModelError.Code) {
            #expect(
                refusal(of: [Value].self, #"["\#(text)"]"#, decoder: Self.lenient)
                    == #"$[0]: expected \#(type), found the string "\#(text)" (\#(code), line 1, column 2, offset 1)"#)
        }
        expect(UInt8.self, "300", .numberOutOfRange)
        expect(Int.self, "1.5", .inexactNumber)
        expect(Int.self, "12abc", .typeMismatch)
    }

    // MARK: - Text

    @Test func aNumberOrBooleanBecomesTextAsItIsWritten() throws {
        #expect(try converted(String.self, "12") == "12")
        #expect(try converted(String.self, "1.50") == "1.50")
        #expect(try converted(String.self, "-1E+02") == "-1E+02")
        #expect(try converted(String.self, "12345678901234567890123") == "12345678901234567890123")
        #expect(try converted(Substring.self, "0.1") == "0.1")
        #expect(try converted(String.self, "true") == "true")
        #expect(try converted(Substring.self, "false") == "false")
    }

    @Test func aContainerBecomesNoText() {
        expectRefused(String.self, ["[]", "{}", #"["a"]"#, "null"])
        expectRefused(Character.self, ["1", "true", #""ab""#, #""""#])
    }

    @Test(arguments: ["null", "NULL", "(null)", " 12 ", "true", "", "12"])
    func textStaysAsItIs(_ text: String) throws {
        #expect(try decodeEveryWay([String].self, "[\"\(text)\"]", decoder: Self.lenient) == [text])
        #expect(try decodeEveryWay([String?].self, "[\"\(text)\"]", decoder: Self.lenient) == [text])
    }

    // MARK: - Booleans

    /// All words are in `LenientConversionsTests`.
    @Test(arguments: [
        (#""true""#, true), (#""YES""#, true), ("1.0", true), (#""No""#, false), (#""0""#, false), ("-0", false),
    ])
    func wordsAndOneAndZeroAreBooleans(_ json: String, _ expected: Bool) throws {
        #expect(try converted(Bool.self, json) == expected)
    }

    @Test func nothingElseIsTrueOrFalse() {
        expectRefused(
            Bool.self,
            [
                "2", "-1", "0.5", "1e-9", #""""#, #""2""#, #""on""#, #""tRUE""#, #""truE""#, #""yeah""#, #""y""#,
                #""null""#, "[]", "{}", "null",
            ])
    }

    // MARK: - Null words

    @Test(arguments: ["null", "NIL", "<NULL>"])
    func wordsForNullAreNilWhereTheFieldIsNoText(_ word: String) throws {
        let json = "\"\(word)\""
        #expect(try converted(Int?.self, json) == nil)
        #expect(try converted(Double?.self, json) == nil)
        #expect(try converted(Bool?.self, json) == nil)
        #expect(try converted(Date?.self, json) == nil)
        #expect(try converted(UUID?.self, json) == nil)
        #expect(try converted(Level?.self, json) == nil)
        #expect(try converted(Code?.self, json) == nil)
        #expect(try converted([Int]?.self, json) == nil)
        #expect(try converted([String: Int]?.self, json) == nil)
        #expect(try converted(Version?.self, json) == nil)
        #expect(try converted(Int??.self, json) == .none)
    }

    private struct Version: Model, Equatable { var major: Int }

    @Test func withoutAnOptionalANullWordIsNothing() {
        expectRefused(Int.self, [#""null""#, #""nil""#])
        expectRefused([Int].self, [#""null""#])
        expectRefused(Version.self, [#""null""#])
        expectRefused(Int?.self, [#""nul""#, #""nULL""#, #""none""#, #"" ""#, #""""#, #""(null""#, #""(nil)""#])
    }

    // MARK: - Dates, URLs

    @Test func numbersBecomeDates() throws {
        #expect(try converted(Date.self, "1700000000") == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try converted(Date.self, "1700000000.5") == Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(try converted(Date.self, "1700000000500") == Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(try converted(Date.self, "-1") == Date(timeIntervalSince1970: -1))
        #expect(try converted(Date.self, "0") == Date(timeIntervalSince1970: 0))
    }

    @Test func anyKnownFormatBecomesADate() throws {
        let date = Date(timeIntervalSince1970: 1_709_251_199)
        for text in ["Thu, 29 Feb 2024 23:59:59 GMT", "Thu Feb 29 23:59:59 +0000 2024", "/Date(1709251199000)/"] {
            #expect(try converted(Date.self, "\"\(text)\"") == date, "\(text)")
        }
        #expect(try decodeEveryWay([Date].self, #"["2024-02-29T23:59:59Z"]"#, decoder: Self.lenient) == [date])
    }

    @Test func nothingElseBecomesADate() {
        expectRefused(
            Date.self, [#""yesterday""#, #""""#, #""2024-02-30T00:00:00Z""#, "true", "[]", "{}", "1e300", #""2024""#])
    }

    @Test func theStrategyIsTriedFirst() throws {
        let seconds = ModelDecoder.with {
            $0.conversions = .lenient
            $0.dates = .secondsSince1970
        }
        // Lenient decoding alone would take so large a number for milliseconds.
        let date = try decodeEveryWay([Date].self, "[200000000000]", decoder: seconds)[0]
        #expect(date == Date(timeIntervalSince1970: 200_000_000_000))
        #expect(
            try decodeEveryWay([Date].self, #"["2024-02-29T23:59:59Z"]"#, decoder: seconds)
                == [Date(timeIntervalSince1970: 1_709_251_199)])
    }

    @Test func urlsMayHaveSpaceAroundThem() throws {
        #expect(
            try decodeEveryWay([URL].self, #"["  https://a.b/c \n"]"#, decoder: Self.lenient).map(\.absoluteString)
                == ["https://a.b/c"])
        #expect(try converted(URL?.self, #""""#) == nil)
        #expect(
            try decodeEveryWay([URL?].self, #"["  ", "null", "(NULL)"]"#, decoder: Self.lenient) == [nil, nil, nil])
        // White space is that of JSON, so a vertical tab is text.
        #expect(try decodeEveryWay([URL?].self, #"["\u000b"]"#, decoder: Self.lenient)[0] != nil)
        expectRefused(URL.self, [#""""#, "1", "true", "[]"])
    }

    // MARK: - Everywhere

    private enum Level: Int { case low = 1 }
    private enum Code: String { case seven = "7", yes = "true" }

    @Test func rawValuesAreConverted() throws {
        #expect(try converted(Level.self, #""1""#) == .low)
        #expect(try converted(Code.self, "7") == .seven)
        #expect(try converted(Code.self, "true") == .yes)
        expectRefused(Level.self, [#""2""#, #""low""#, "1.5", "[]"])
        expectRefused(Code.self, ["8", "7.0", "false"])
    }

    private struct Everywhere: Model, Equatable {
        var plain: Int
        var maybe: Double?
        var list: [Int]
        var set: Set<String>
        var dictionary: [String: Bool]
        @Indirect var boxed: Int
        var deep: String
        var first: Int
        var second: String
        var ranked: Int
        static let mapping = Mapping(
            .map(\Everywhere.deep, to: "a.b"), .map(\Everywhere.first, to: "shared"),
            .map(\Everywhere.second, to: "shared"), .map(\Everywhere.ranked, to: "r1", "r2"))
    }

    @Test func conversionsTakePlaceWhereverAValueStands() throws {
        let json = #"""
            {"plain": "1", "maybe": "2.5", "list": ["3", true, 4], "set": [1, "1", true], "dictionary": {"k": "yes"},
             "boxed": "5", "a": {"b": 6}, "shared": "7", "r2": "8", "r1": null}
            """#
        #expect(
            try decodeEveryWay(Everywhere.self, json, decoder: Self.lenient)
                == Everywhere(
                    plain: 1, maybe: 2.5, list: [3, 1, 4], set: ["1", "true"], dictionary: ["k": true], boxed: 5,
                    deep: "6", first: 7, second: "7", ranked: 8))
    }

    private struct User: Model, Equatable {
        var login: String
        var id: UInt64
        var followers: UInt32
        var site: URL?
        var createdAt: Date
        var updatedAt: Date?
        var isAdmin: Bool
        var score: Float

        static let mapping = Mapping(
            keys: .snakeCase, .map(\User.isAdmin, to: "site_admin"), .onMismatch(\User.updatedAt, .useDefault))
    }

    @Test func conversionsWorkTogetherWithMappingsAndRecovery() throws {
        let json = """
            {"login": 3989, "id": "839283", "followers": "100", "site": " https://example.org ",
             "created_at": "2014-01-20T12:24:48Z", "updated_at": {"at": 1}, "site_admin": "NO", "score": "3.5"}
            """
        let user = User(
            login: "3989", id: 839_283, followers: 100, site: URL(string: "https://example.org"),
            createdAt: Date(timeIntervalSince1970: 1_390_220_688), updatedAt: nil, isAdmin: false, score: 3.5)
        #expect(try decodeEveryWay(User.self, json, decoder: Self.lenient) == user)
        #expect(
            refusal(of: User.self, json)
                == "$.login: expected String, found the number 3989 (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"
        )
    }

    @Test func treesOfFoundationAreConvertedAlike() throws {
        let tree: [String: Any] = [
            "login": NSNumber(value: 3989), "id": "839283", "followers": NSNumber(value: 100), "site": NSNull(),
            "created_at": "2014-01-20", "site_admin": NSNumber(value: true), "score": NSNumber(value: 3.5),
        ]
        #expect(
            try Self.lenient.decode(User.self, fromTree: tree)
                == User(
                    login: "3989", id: 839_283, followers: 100, site: nil,
                    createdAt: Date(timeIntervalSince1970: 1_390_176_000), updatedAt: nil, isAdmin: true, score: 3.5))
    }

    @Test func anyJSONIsNotConverted() throws {
        #expect(
            try decodeEveryWay([JSONValue].self, #"["12", true, 1, "null"]"#, decoder: Self.lenient) == [
                "12", true, 1, "null",
            ])
        #expect(try decodeEveryWay([RawJSON].self, #"["12"]"#, decoder: Self.lenient)[0].text == #""12""#)
    }

    /// Numbers in text are numbers: their length is limited too.
    @Test func theLimitOfNumbersHoldsForNumbersInText() {
        let decoder = ModelDecoder.with {
            $0.conversions = .lenient
            $0.limits.numberCharacters = 5
        }
        #expect(refusal(of: [Int].self, #"["12345"]"#, decoder: decoder) == "accepted: [12345]")
        #expect(!refusal(of: [Int].self, #"["123456"]"#, decoder: decoder).hasPrefix("accepted"))
    }
}
