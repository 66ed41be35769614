import Foundation
import Testing

@testable import Yodel

/// YYModel's conversions, row by row: with lenient conversions, and only those that lose nothing.
@Suite struct YYModelTests {
    private static let lenient = ModelDecoder.with { $0.conversions = .lenient }

    /// The converted value, or nil if it is refused.
    private func converted<Value: Equatable>(_ type: Value.Type, _ json: String) -> Value? {
        try? decodeEveryWay([Value].self, "[\(json)]", decoder: Self.lenient)[0]
    }

    // MARK: - Numbers and strings

    @Test func aNumberBecomesAString() {
        #expect(converted(String.self, "123") == "123")
        // The document's spelling: no binary fraction in between.
        #expect(converted(String.self, "8.80") == "8.80")
        #expect(converted(String.self, "12345678901234567890") == "12345678901234567890")
        // YYModel has "1" here, the text of an NSNumber, which does not show that it was a Boolean.
        #expect(converted(String.self, "true") == "true")
        #expect(converted(String.self, "{}") == nil)
        #expect(converted(String.self, "[]") == nil)
    }

    @Test func aStringBecomesANumberOfAnyWidth() {
        #expect(converted(UInt32.self, #""100""#) == 100)
        #expect(converted(Int8.self, #""-128""#) == -128)
        #expect(converted(Int64.self, #""9223372036854775807""#) == .max)
        #expect(converted(Double.self, #"" 1.25 ""#) == 1.25)
        #expect(converted(Float.self, #""+2""#) == 2)
        #expect(converted(Decimal.self, #""8.80""#) == Decimal(string: "8.8"))
        // YYModel chooses its function by the point, and gets 1.
        #expect(converted(Int.self, #""1e5""#) == 100_000)
    }

    // "12abc" would be 12, "abc" and "" 0: a number that the document does not have.
    @Test(arguments: [#""12abc""#, #""abc""#, #""""#, #""0x10""#, #""1.5""#, "1.5", #""NaN""#, #""inf""#])
    func aTextThatIsNoNumberIsRefused(json: String) {
        #expect(converted(Int.self, json) == nil)
    }

    // In YYModel whatever is no number writes 0 to a C number, an object and an array included.
    @Test(arguments: ["{}", "[]", #"{"a":1}"#, "[1]", "null"])
    func anObjectIsNotZero(json: String) {
        #expect(converted(Int.self, json) == nil)
        #expect(converted(Double.self, json) == nil)
        #expect(converted(Bool.self, json) == nil)
    }

    @Test func integersDoNotWrap() {
        #expect(converted(UInt8.self, "256") == nil)
        #expect(converted(UInt8.self, #""-1""#) == nil)
        #expect(converted(Int32.self, "2147483648") == nil)
        #expect(converted(Int64.self, "9223372036854775808") == nil)
        #expect(converted(Double.self, "1e400") == nil)
    }

    @Test func numbersKeepTheirDigits() {
        #expect(converted(Decimal.self, "8.8") == Decimal(string: "8.8"))
        #expect(converted(UInt64.self, "18446744073709551615") == .max)
        #expect(converted(JSONNumber.self, "0.1000")?.text == "0.1000")
    }

    // MARK: - Words

    @Test(arguments: ["TRUE", "True", "true", "YES", "Yes", "yes"])
    func wordsOfTruth(word: String) {
        #expect(converted(Bool.self, "\"\(word)\"") == true)
        // YYModel has them all as numbers; here a word is a truth value and no number.
        #expect(converted(Int.self, "\"\(word)\"") == nil)
    }

    @Test(arguments: ["FALSE", "False", "false", "NO", "No", "no"])
    func wordsOfUntruth(word: String) {
        #expect(converted(Bool.self, "\"\(word)\"") == false)
    }

    @Test(
        arguments: [
            "NIL", "Nil", "nil", "NULL", "Null", "null", "(NULL)", "(Null)", "(null)", "<NULL>", "<Null>", "<null>",
        ])
    func wordsForNothing(word: String) throws {
        #expect(try decodeEveryWay([Int?].self, "[\"\(word)\"]", decoder: Self.lenient) == [nil])
        #expect(try decodeEveryWay([Date?].self, "[\"\(word)\"]", decoder: Self.lenient) == [nil])
        // As in YYModel, a string keeps the word.
        #expect(try decodeEveryWay([String?].self, "[\"\(word)\"]", decoder: Self.lenient) == [word])
        // There a C number becomes 0.
        #expect(converted(Int.self, "\"\(word)\"") == nil)
    }

    @Test func truthValuesAndNumbers() {
        #expect(converted(Bool.self, "1") == true)
        #expect(converted(Bool.self, "0") == false)
        #expect(converted(Int.self, "true") == 1)
        #expect(converted(Double.self, "false") == 0)
        // Any number but 0 is YES there.
        #expect(converted(Bool.self, "2") == nil)
    }

    // MARK: - URLs and data

    @Test func aURLIsTrimmed() {
        #expect(converted(URL.self, #"" https://example.org/a\n""#) == URL(string: "https://example.org/a"))
        #expect(converted(URL?.self, #""  ""#) == .some(nil))
        #expect(converted(URL.self, #""  ""#) == nil)
    }

    private struct Attachment: Model, Equatable {
        var body: Data
    }

    @Test func aStringBecomesItsBytes() {
        // YYModel takes the bytes of the text, and drops data on output. Here what is read is written back.
        var encoder = ModelEncoder()
        encoder.data = .utf8
        expectRoundTrip(
            Attachment(body: Data("Zürich".utf8)), #"{"body":"Zürich"}"#, decoder: .with { $0.data = .utf8 },
            encoder: encoder)
        expectRoundTrip(Attachment(body: Data([0, 255])), #"{"body":"AP8="}"#)
    }

    // MARK: - Dates

    @Test(
        "The forms of dates, by the length of their text",
        arguments: [
            ("2014-01-20", 1_390_176_000),
            ("2014-01-20 12:24:48", 1_390_220_688), ("2014-01-20T12:24:48", 1_390_220_688),
            ("2014-01-20 12:24:48.000", 1_390_220_688), ("2014-01-20T12:24:48.250", 1_390_220_688.25),
            ("2014-01-20T12:24:48Z", 1_390_220_688),
            ("2014-01-20T12:24:48+0800", 1_390_191_888), ("2014-01-20T12:24:48.000Z", 1_390_220_688),
            ("2014-01-20T12:24:48+12:00", 1_390_177_488),
            ("2014-01-20T12:24:48.000+0800", 1_390_191_888), ("2014-01-20T12:24:48.000+12:00", 1_390_177_488),
            ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741),
            ("Fri Sep 04 00:12:21.250 +0800 2015", 1_441_296_741.25),
        ] as [(String, Double)])
    func dateForms(text: String, seconds: Double) {
        #expect(converted(Date.self, "\"\(text)\"") == Date(timeIntervalSince1970: seconds))
    }

    @Test func aNumberIsADateToo() {
        // YYModel ignores it.
        #expect(converted(Date.self, "1390220688") == Date(timeIntervalSince1970: 1_390_220_688))
        #expect(converted(Date.self, "1390220688250") == Date(timeIntervalSince1970: 1_390_220_688.25))
    }

    @Test func aFormOfOnesOwn() throws {
        let format = try DateFormat("dd.MM.yyyy 'at' HH:mm")
        let decoder = ModelDecoder.with { $0.dates = .format(format) }
        #expect(
            try decodeEveryWay([Date].self, #"["20.01.2014 at 12:24"]"#, decoder: decoder)
                == [Date(timeIntervalSince1970: 1_390_220_640)])
    }

    @Test(arguments: ["2014-02-30", "2014-01-20T25:00:00", "20.01.2014", "yesterday", ""])
    func aTextThatIsNoDateIsRefused(text: String) {
        #expect(converted(Date.self, "\"\(text)\"") == nil)
    }

    @Test func datesAreWrittenInUTCWithTheirFraction() throws {
        // YYModel writes whole seconds in the zone of the device.
        let date = Date(timeIntervalSince1970: 1_390_191_888.25)
        #expect(try ModelEncoder().encodeText([date]) == #"["2014-01-20T04:24:48.25Z"]"#)
        #expect(try ModelDecoder().decode([Date].self, from: ModelEncoder().encode([date])) == [date])
    }

    @Test func aTextBecomesAType() throws {
        // A Class and a SEL there; a Swift type has no name to be found by, so that those that are meant are listed.
        struct Registration: Model {
            struct Unknown: Error {}
            var type: any Model.Type
            static let mapping = Mapping(
                .transform(
                    \Registration.type,
                    by: Transform { (name: String) in
                        guard name == "Attachment" else { throw Unknown() }
                        return Attachment.self as any Model.Type
                    } encode: { type in
                        "\(type)"
                    }))
        }
        let registration = try decodeEveryWay(Registration.self, #"{"type": "Attachment"}"#) { "\($0.type)" }
        #expect(ObjectIdentifier(registration.type) == ObjectIdentifier(Attachment.self))
        expectText(of: registration, #"{"type":"Attachment"}"#)
        #expect(throws: ModelError.self) {
            try decodeEveryWay(Registration.self, #"{"type": "Other"}"#) { "\($0.type)" }
        }
    }

    // MARK: - All of it

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

    @Test func theListOfRobustnessCases() throws {
        let user = try decodeEveryWay(
            User.self,
            """
            {"login": 3989, "id": "839283", "followers": "100", "site": " https://example.org ",
             "created_at": "2014-01-20T12:24:48Z", "updated_at": {"at": 1}, "site_admin": "NO", "score": "3.5"}
            """, decoder: Self.lenient)
        #expect(
            user
                == User(
                    login: "3989", id: 839_283, followers: 100, site: URL(string: "https://example.org"),
                    createdAt: Date(timeIntervalSince1970: 1_390_220_688), updatedAt: nil, isAdmin: false, score: 3.5))
    }

    @Test func theyAreErrorsForAStrictDecoder() {
        for json in [#"["100"]"#, "[true]", #"["YES"]"#] {
            #expect(throws: ModelError.self) { try decodeEveryWay([UInt32].self, json) }
        }
        #expect(throws: ModelError.self) { try decodeEveryWay([String].self, "[1]") }
        #expect(throws: ModelError.self) { try decodeEveryWay([Date].self, "[1]") }
    }

    @Test func aDictionaryOfFoundationIsConvertedAlike() throws {
        let tree: [String: Any] = [
            "login": NSNumber(value: 3989), "id": "839283", "followers": NSNumber(value: 100), "site": NSNull(),
            "created_at": "2014-01-20", "site_admin": NSNumber(value: true), "score": NSNumber(value: 3.5),
        ]
        let user = try Self.lenient.decode(User.self, fromTree: tree)
        #expect(user.login == "3989" && user.id == 839_283 && user.isAdmin && user.site == nil)
    }

    @Test func arraysAndDictionariesOfModels() throws {
        struct Item: Model, Equatable { var id: Int }
        #expect(try decodeEveryWay([Item].self, #"[{"id":1},{"id":2}]"#) == [Item(id: 1), Item(id: 2)])
        #expect(try decodeEveryWay([String: Item].self, #"{"a":{"id":1}}"#) == ["a": Item(id: 1)])
        // What is no model is dropped there; here that has to be said.
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        #expect(try decodeEveryWay([Item].self, #"[{"id":1},null,3,{}]"#, decoder: decoder) == [Item(id: 1)])
        #expect(try decodeEveryWay([String: Item].self, #"{"a":{"id":1},"b":"x"}"#, decoder: decoder).count == 1)
    }
}
