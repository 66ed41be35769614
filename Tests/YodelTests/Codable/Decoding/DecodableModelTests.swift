import Foundation
import Testing

@testable import Yodel

/// Models are decoded by their tables, wherever a `Decodable` type has them.
@Suite struct DecodableModelTests {
    /// Its `init(from:)` would make another value, and its table has a key of its own.
    private struct Book: Model, Decodable, Equatable {
        var title: String
        var pageCount: Int?
        var printed: Date?

        static let mapping = Mapping(.map(\Book.title, to: "name"))

        init(title: String, pageCount: Int? = nil, printed: Date? = nil) {
            self.title = title
            self.pageCount = pageCount
            self.printed = printed
        }

        init(from decoder: any Decoder) throws {
            self.init(title: "by Codable")
        }
    }

    private struct Shelf: Decodable, Equatable {
        var label: String
        var first: Book
        var last: Book?
        var books: [Book]
        var byName: [String: Book]
    }

    private let document = """
        {"label": "A", "first": {"name": "1", "pageCount": 2}, "last": null,
         "books": [{"name": "3"}, {"pageCount": 4, "name": "4", "x": [1]}], "byName": {"b": {"name": "5"}}}
        """

    @Test func modelsAreFoundAnywhere() throws {
        let shelf = Shelf(
            label: "A", first: Book(title: "1", pageCount: 2), last: nil,
            books: [Book(title: "3"), Book(title: "4", pageCount: 4)], byName: ["b": Book(title: "5")])
        let decoder = YodelJSONDecoder()
        #expect(try decoder.decode(Shelf.self, from: document) == shelf)
        #expect(try decoder.decode(Book.self, from: #"{"name": "1"}"#) == Book(title: "1"))
        #expect(try decoder.decode([Book]?.self, from: #"[{"name": "1"}]"#) == [Book(title: "1")])
        #expect(try decoder.decode([[Book]].self, from: #"[[{"name": "1"}], []]"#) == [[Book(title: "1")], []])
        let wide = try #require(#"{"name": "1"}"#.data(using: .utf16))
        #expect(try decoder.decode(Book.self, from: wide) == Book(title: "1"))
    }

    @Test func theySayWhatTheyAreByCodableIfThatIsWanted() throws {
        let decoder = YodelJSONDecoder.with { $0.decodesModelsByTable = false }
        #expect(try decoder.decode(Shelf.self, from: document).books.map(\.title) == ["by Codable", "by Codable"])
        #expect(try decoder.decode(Book.self, from: "{}") == Book(title: "by Codable"))
    }

    /// Its mapping names a property of another type; its `init(from:)` would ignore that there is a mapping.
    private struct Misnamed: Model, Decodable {
        var title: String
        static let mapping = Mapping(.map(\Book.title, to: "name"))
    }

    private func expectCorrupted<Value: Decodable>(
        _ type: Value.Type, _ json: String, at path: String, _ reason: ModelError
    ) throws {
        let error = try #require(throws: DecodingError.self) { try YodelJSONDecoder().decode(type, from: json) }
        guard case .dataCorrupted(let context) = error else { throw error }
        let inner = try #require(context.underlyingError as? ModelError)
        #expect(inner.code == .invalidMapping && inner.reason == reason.reason && inner.path.description == path)
        #expect(context.debugDescription == "\(inner)")
    }

    @Test("An invalid mapping of a model is an error, at its place, and not a reason to do without the mapping")
    func invalidMappings() throws {
        struct Pair: Decodable { var all: [String: Misnamed] }
        struct Holder: Model { var pair: Pair }
        let reason = try #require(throws: ModelError.self) { try ModelDecoder().prepare(Misnamed.self) }
        #expect(reason.code == .invalidMapping)
        try expectCorrupted(Misnamed.self, #"{"title": ""}"#, at: "$", reason)
        try expectCorrupted([Misnamed].self, #"[{"title": ""}]"#, at: "$", reason)
        try expectCorrupted(Pair.self, #"{"all": {"a": {"title": ""}}}"#, at: "$.all", reason)

        let inModel = try #require(throws: ModelError.self) {
            try ModelDecoder.with { $0.mismatches = .useDefault }.decode(
                Holder?.self, from: #"{"pair": {"all": {"a": {"title": ""}}}}"#)
        }
        #expect(inModel.code == .invalidMapping && inModel.path.description == "$.pair.all")

        let decoder = YodelJSONDecoder()
        decoder.decodesModelsByTable = false
        #expect(try decoder.decode(Pair.self, from: #"{"all": {"a": {"title": "b"}}}"#).all["a"]?.title == "b")
    }

    @Test("A missing value is null, not the beginning of the document", arguments: ["{}", "{ } ", #"{"name": ""}"#])
    func missingValues(json: String) throws {
        struct Missing<Value: Decodable & Equatable>: Decodable, Equatable {
            var value: Value

            init(from decoder: any Decoder) throws {
                let parent = try decoder.container(keyedBy: TestKey.self).superDecoder(forKey: "book")
                value = try parent.singleValueContainer().decode(Value.self)
            }
        }
        expectAgreement(Missing<JSONValue>.self, json)
        expectAgreement(Missing<JSONObject?>.self, json)
        expectAgreement(Missing<Book?>.self, json)
        let error = modelError { try YodelJSONDecoder().decode(Missing<Book>.self, from: json) }
        error.expect(.nullValue, path: "$.book", expected: "Book", found: "null")
        #expect(error?.offset == nil)
        modelError { try ModelDecoder().decode([Missing<[Book]>].self, from: "[\(json)]") }
            .expect(.nullValue, line: 1, path: "$[0].book", expected: "[Book]", found: "null")
    }

    @Test func aModelThatCannotHaveATableIsDecodedByCodable() throws {
        final class Made: Model, Decodable {
            let title: String
            init(title: String) { self.title = title }
        }
        #expect(try YodelJSONDecoder().decode([Made].self, from: #"[{"title": "a"}]"#).map(\.title) == ["a"])
    }

    @Test func typesWithinModelsFindTheUserInfo() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        struct Seen: Decodable, Equatable {
            var text: String?
            init(text: String) { self.text = text }
            init(from decoder: any Decoder) throws {
                text = decoder.userInfo[CodingUserInfoKey(rawValue: "key")!] as? String
            }
        }
        struct Part: Model, Decodable, Equatable {
            var seen: Seen
            init(from decoder: any Decoder) throws { seen = Seen(text: "by Codable") }
        }
        let decoder = YodelJSONDecoder.with { $0.userInfo[key] = "there" }
        #expect(try decoder.decode([String: Part].self, from: #"{"a": {"seen": 1}}"#)["a"]?.seen == Seen(text: "there"))
        #expect(try decoder.decode(Part.self, from: #"{"seen": 1}"#).seen == Seen(text: "there"))
    }

    @Test func noDecoderKeepsUserInfoThatWasTakenBack() throws {
        final class Token: Sendable {}
        let decoder = YodelJSONDecoder()
        weak var token: Token?
        do {
            let own = Token()
            token = own
            decoder.userInfo[CodingUserInfoKey(rawValue: "token")!] = own
            #expect(try decoder.decode(Shelf.self, from: document).first == Book(title: "1", pageCount: 2))
            decoder.userInfo = [:]
        }
        #expect(token == nil)
    }

    @Test func strategiesHoldForTables() throws {
        let decoder = YodelJSONDecoder.with { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let json = #"[{"name": "1", "page_count": 2, "printed": 10}]"#
        for (dates, date) in [
            (JSONDecoder.DateDecodingStrategy.deferredToDate, Date(timeIntervalSinceReferenceDate: 10)),
            (.secondsSince1970, Date(timeIntervalSince1970: 10)),
            (.millisecondsSince1970, Date(timeIntervalSince1970: 0.01)),
        ] {
            decoder.dateDecodingStrategy = dates
            #expect(try decoder.decode([Book].self, from: json) == [Book(title: "1", pageCount: 2, printed: date)])
        }
        // One that takes a decoder, which tables do not have.
        decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 0) }
        #expect(try decoder.decode([Book].self, from: json) == [Book(title: "by Codable")])
        decoder.dateDecodingStrategy = .formatted(DateFormatter())
        #expect(try decoder.decode([Book].self, from: json) == [Book(title: "by Codable")])
    }

    @Test("In snake case, a property of a model has the key of its table, and not the one that Codable would ask for")
    func snakeCaseOfTables() throws {
        struct Link: Model, Codable, Equatable { var imageURL = "" }
        let decoder = YodelJSONDecoder.with { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let (snake, camel) = (#"{"image_url": "x"}"#, #"{"imageURL": "x"}"#)
        #expect((try? decoder.decode(Link.self, from: snake)) == Link(imageURL: "x"))
        #expect((try? decoder.decode(Link.self, from: camel)) == nil)
        decoder.decodesModelsByTable = false
        #expect((try? decoder.decode(Link.self, from: snake)) == nil)
        #expect((try? decoder.decode(Link.self, from: camel)) == Link(imageURL: "x"))
    }

    @Test(
        "Tables have the Gregorian calendar in all years, Codable has Foundation's",
        arguments: [("1582-10-15", 0), ("1582-10-04", 10), ("1500-01-01", 9), ("0001-01-01", -2)])
    func daysOfTables(_ day: String, _ difference: Double) throws {
        struct Event: Model, Codable { var date: Date }
        let (byTable, byCodable) = (YodelJSONDecoder(), YodelJSONDecoder.with { $0.decodesModelsByTable = false })
        let (document, foundation) = (#"{"date": "\#(day)T00:00:00Z"}"#, JSONDecoder())
        byTable.dateDecodingStrategy = .iso8601
        byCodable.dateDecodingStrategy = .iso8601
        foundation.dateDecodingStrategy = .iso8601
        let date = try byTable.decode(Event.self, from: document).date
        #expect(try byCodable.decode(Event.self, from: document).date.timeIntervalSince(date) == difference * 86_400)
        let expected = try foundation.decode(Event.self, from: Data(document.utf8)).date
        #expect(expected.timeIntervalSince(date) == difference * 86_400)
    }

    @Test("Tables read numbers and dictionaries as a ModelDecoder does")
    func numbersAndDictionariesOfTables() throws {
        enum Size: String, Codable { case small }
        struct Stock: Model, Codable, Equatable {
            var counts: [Size: Int]?
            var price: Decimal?
            var weight: Double?
        }
        let (byTable, byCodable) = (YodelJSONDecoder(), YodelJSONDecoder.with { $0.decodesModelsByTable = false })
        let written = try YodelJSONEncoder().encodeText(Stock(counts: [.small: 1]))
        #expect(written == #"{"counts":["small",1]}"#)
        #expect((try? byTable.decode(Stock.self, from: written)) == nil)
        #expect(try byCodable.decode(Stock.self, from: written) == Stock(counts: [.small: 1]))
        let object = #"{"counts": {"small": 1}}"#
        #expect(try byTable.decode(Stock.self, from: object) == Stock(counts: [.small: 1]))
        #expect((try? byCodable.decode(Stock.self, from: object)) == nil)

        let price = #"{"price": 0.123456789012345678901234567890123456789012}"#
        #expect((try? byTable.decode(Stock.self, from: price)) == nil)
        #expect(try byCodable.decode(Stock.self, from: price).price != nil)
        let weight = #"{"weight": 1e-400}"#
        #expect(try byTable.decode(Stock.self, from: weight) == Stock(weight: 0))
        #expect((try? byCodable.decode(Stock.self, from: weight)) == nil)

        let infinity = #"{"weight": "\u221e"}"#
        for decoder in [byTable, byCodable] {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
        }
        #expect(try byTable.decode(Stock.self, from: infinity) == Stock(weight: .infinity))
        #expect((try? byCodable.decode(Stock.self, from: infinity)) == nil)
    }

    @Test("In tables, keys of dictionaries and dynamic values are not converted, and numbers are keys as JSON has them")
    func keysOfDictionariesInTables() throws {
        enum Kind: String, Codable, CodingKeyRepresentable { case twoWords }
        struct Entries: Model, Codable, Equatable {
            var kinds: [Kind: Int]?
            var numbers: [Int: Int]?
            var object: JSONObject?
        }
        let (byTable, byCodable) = (YodelJSONDecoder(), YodelJSONDecoder.with { $0.decodesModelsByTable = false })
        for decoder in [byTable, byCodable] { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let kinds = #"{"kinds": {"two_words": 1}}"#
        #expect((try? byTable.decode(Entries.self, from: kinds)) == nil)
        #expect(try byCodable.decode(Entries.self, from: kinds) == Entries(kinds: [.twoWords: 1]))
        let object = #"{"object": {"two_words": 1}}"#
        #expect(try byTable.decode(Entries.self, from: object) == Entries(object: ["two_words": 1]))
        #expect(try byCodable.decode(Entries.self, from: object) == Entries(object: ["twoWords": 1]))
        let numbers = #"{"numbers": {"01": 1}}"#
        #expect((try? byTable.decode(Entries.self, from: numbers)) == nil)
        #expect(try byCodable.decode(Entries.self, from: numbers) == Entries(numbers: [1: 1]))
    }

    @Test func errorsHaveTheWholePath() {
        func expect<Value: Decodable & Equatable>(_ type: Value.Type, _ document: String, _ error: String) {
            #expect(CodableOutcome { try YodelJSONDecoder().decode(type, from: document) } == .error(error))
        }
        let start = #"{"label": "A", "first": {"name": "1"}, "byName": {}, "books": [{"name": "1"}, "#
        expect(Shelf.self, start + #"{"name": 2}]}"#, "typeMismatch Any at books(-)/Index 1(1)/name(-)")
        expect(Shelf.self, start + "null]}", "valueNotFound Any at books(-)/Index 1(1)")
        expect(Shelf.self, start + "{}]}", "keyNotFound name at books(-)/Index 1(1)")
        expect(
            Shelf.self, start + #"{"name": "1", "pageCount": 1.5}]}"#,
            "dataCorrupted at books(-)/Index 1(1)/pageCount(-)")
        expect(Book.self, "[]", "typeMismatch Book at ")
        expect(Book.self, #"{"name": "1""#, "dataCorrupted at ")
        let underlying = modelError {
            try YodelJSONDecoder().decode(Shelf.self, from: start + "\n" + #"{"name": 2}]}"#)
        }
        #expect(
            underlying?.description
                == "$.books[1].name: expected String, found the number 2 (typeMismatch, line 2, column 10, offset 88)")
    }

    @Test func valuesOfAnyShapeKeepTheirLiterals() throws {
        struct Event: Decodable, Equatable {
            var value: JSONValue
            var number: JSONNumber
            var object: JSONObject?
        }
        let event = try YodelJSONDecoder().decode(
            Event.self, from: #"{"value": {"b": 1.10, "a": [1e400]}, "number": 0.10, "object": {"z": 1, "y": 2}}"#)
        #expect(event.value.description == #"{"b":1.10,"a":[1e400]}"#)
        #expect(event.number.text == "0.10")
        #expect(event.object?.keys.map { $0 } == ["z", "y"])
    }

    @Test func theyKeepThemIfATypeCallsTheirInitialisers() throws {
        struct Own<Value: Decodable & Sendable>: Decodable {
            var value: Value
            init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
        }
        let text = #"{"caf\#u{E9}":1.10,"cafe\#u{301}":[-0,1e400]}"#
        let decoder = YodelJSONDecoder()
        #expect(try decoder.decode(Own<JSONValue>.self, from: text).value.description == text)
        #expect(try decoder.decode(Own<JSONObject>.self, from: text).value.description == text)
        let values = try decoder.decode([Own<JSONValue>].self, from: "[1.10, 1e400, null]")
        #expect(values.map(\.value.description) == ["1.10", "1e400", "null"])
        let numbers = try decoder.decode([Own<JSONNumber>].self, from: "[1.10, 1e400]")
        #expect(numbers.map(\.value.text) == ["1.10", "1e400"])
        #expect(throws: DecodingError.self) { try decoder.decode(Own<JSONNumber>.self, from: "[]") }
        #expect(throws: DecodingError.self) { try decoder.decode(Own<JSONObject>.self, from: "[]") }
    }

    // MARK: - Objects without braces

    private struct Point: Model, Decodable, Equatable {
        var x: Int
        var name: String?
    }

    private let braceless = YodelJSONDecoder.with { $0.assumesTopLevelDictionary = true }

    @Test(arguments: [#""x":1,"name":"}""#, " \n\"x\" : 1 , \"name\" : \"}\" ", #"{"x":1,"name":"}"}"#])
    func theBracesOfADocumentMayBeMissing(_ document: String) throws {
        let object: JSONObject = ["x": 1, "name": "}"]
        #expect(try braceless.decode(Point.self, from: document) == Point(x: 1, name: "}"))
        #expect(try braceless.decode(Point?.self, from: document) == Point(x: 1, name: "}"))
        #expect(try braceless.decode(JSONValue.self, from: document) == .object(object))
        #expect(try braceless.decode(JSONObject.self, from: document) == object)
        #expect(try braceless.decode([String: JSONValue].self, from: document) == ["x": 1, "name": "}"])
    }

    @Test(arguments: ["", " \n"])
    func anEmptyDocumentMayBeAnObject(_ document: String) throws {
        #expect(try braceless.decode(JSONValue.self, from: document) == [:])
        #expect(try braceless.decode(JSONObject.self, from: document) == JSONObject())
        #expect(try braceless.decode([String: Point].self, from: document) == [:])
        #expect(CodableOutcome { try braceless.decode(Point.self, from: document) } == .error("keyNotFound x at "))
    }

    @Test(arguments: [
        (#""x":"a""#, #"$.x: expected Int, found the string "a" (typeMismatch, line 1, column 5, offset 4)"#),
        ("\u{FEFF}\"x\":true", "$.x: expected Int, found true (typeMismatch, line 1, column 5, offset 7)"),
        (
            "\n \"name\":\"é\",\n\"x\":1.5",
            "$.x: expected Int, found the number 1.5 (inexactNumber, line 3, column 5, offset 19)"
        ),
        (#""name":"a""#, #"$: missing keys: "x" (missingKeys, line 1, column 11, offset 10)"#),
        ("", #"$: missing keys: "x" (missingKeys, line 1, column 1, offset 0)"#),
    ])
    func errorsWithoutBracesHaveTheirPlaceInTheText(_ document: String, _ text: String) {
        #expect(modelError { try braceless.decode(Point.self, from: document) }?.description == text)
    }

    @Test func dictionariesOfModelsMayBeWithoutBraces() {
        let document = "\"a\":{\"x\":1},\n\"b\":{\"x\":2}"
        #expect(
            CodableOutcome { try braceless.decode([String: Point].self, from: document) }
                == .value(["a": Point(x: 1), "b": Point(x: 2)]))
        let inValue = modelError { try braceless.decode([String: Point].self, from: document + #","c":{"x":null}"#) }
        #expect("\(inValue!)" == "$.c.x: expected Int, found null (nullValue, line 2, column 22, offset 34)")
        let ofAll = modelError { try braceless.decode([Point].self, from: document) }
        #expect("\(ofAll!)" == "$: expected [Point], found an object (typeMismatch, line 1, column 1, offset 0)")
    }

    // MARK: - Dates like those of other types

    private struct Dated: Model, Decodable, Equatable { var at: Date }

    private struct PlainDated: Decodable { var at: Date }

    @Test(arguments: [
        "0", "-0", "0e5", "1.5", "-63114076800.25", "1e20", "1e300", "1.7976931348623157e308", "5e-324", "1e999",
        "-1e999", "1e-999", "0.1000000000000000055511151231257827021181583404541015625", "null", "true", "[]",
        #""1.5""#, #""inf""#, #""-inf""#, #""nan""#, #""2024-02-29""#,
    ])
    func datesDeferredToDateAreThoseOfOtherTypes(_ literal: String) {
        let converting = YodelJSONDecoder()
        converting.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        for decoder in [YodelJSONDecoder(), converting] {
            func outcome<Value: Decodable>(_ type: Value.Type, _ date: (Value) -> Date) -> String {
                let document = #"{"at": \#(literal)}"#
                do {
                    return "\(date(try decoder.decode(type, from: document)).timeIntervalSinceReferenceDate)"
                } catch {
                    // Only the case: types and paths differ between models and other types.
                    return String(CodableOutcome<Int>.text(of: error).prefix { $0 != " " })
                }
            }
            #expect(outcome(Dated.self, \.at) == outcome(PlainDated.self, \.at))
        }
    }

    @Test(arguments: [
        ("1e999", "the number 1e999 (invalidValue"), ("1e-999", "the number 1e-999 (invalidValue"),
        (#""1""#, #"the string "1" (typeMismatch"#),
    ])
    func aDateThatNoDoubleHasIsNone(_ literal: String, _ found: String) {
        let error = modelError { try YodelJSONDecoder().decode(Dated.self, from: #"{"at": \#(literal)}"#) }
        #expect(error?.description == "$.at: expected Date, found \(found), line 1, column 8, offset 7)")
    }
}
