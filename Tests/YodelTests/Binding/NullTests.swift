import Foundation
import Testing

@testable import Yodel

/// `null`: nil for an Optional; otherwise the default if the policy allows it, or an error.
@Suite struct NullTests {
    private enum Color: String { case red, green }

    private final class Person: DefaultedModel, Equatable {
        var name = "nobody"
        init() {}
        static func == (left: Person, right: Person) -> Bool { left.name == right.name }
    }

    private struct Author: Model, Equatable {
        var name: String
    }

    private static let useDefault = ModelDecoder.with { $0.nulls = .useDefault }

    // MARK: - Optional

    private struct Everything: Model, Equatable {
        var bool: Bool?
        var int: Int?
        var small: UInt8?
        var wide: Int128?
        var double: Double?
        var string: String?
        var character: Character?
        var date: Date?
        var data: Data?
        var url: URL?
        var uuid: UUID?
        var decimal: Decimal?
        var color: Color?
        var author: Author?
        var person: Person?
        var list: [Int]?
        var set: Set<String>?
        var dictionary: [String: Int]?
        var twice: Int??
        var value: JSONValue?
        var raw: RawJSON?
        var indirect: Indirect<Int>?
    }

    @Test func nullIsNilForAnOptionalOfAnything() throws {
        let keys = [
            "bool", "int", "small", "wide", "double", "string", "character", "date", "data", "url", "uuid", "decimal",
            "color", "author", "person", "list", "set", "dictionary", "twice", "value", "raw", "indirect",
        ]
        let json = "{" + keys.map { "\"\($0)\":null" }.joined(separator: ",") + "}"
        let decoded = try decodeEveryWay(Everything.self, json)
        #expect(decoded == Everything())
    }

    @Test func nullIsTheOuterNilOfADoubleOptional() throws {
        let list = try decodeEveryWay([Int??].self, "[null, 1]")
        #expect(list == [.none, .some(.some(1))])
    }

    @Test func nullIsAnElementOfACollectionOfOptionals() throws {
        #expect(try decodeEveryWay([String?].self, #"[null, "a", null]"#) == [nil, "a", nil])
        #expect(try decodeEveryWay([String: Int?].self, #"{"a": null, "b": 1}"#) == ["a": Int?.none, "b": 1])
        #expect(try decodeEveryWay(Set<Int?>.self, "[null, 1, null]") == Set([nil, 1]))
        #expect(
            try decodeEveryWay([[Author?]?].self, #"[null, [null, {"name": "a"}]]"#) == [
                nil, [nil, Author(name: "a")],
            ])
    }

    @Test func nullIsTheRootWhereThatIsOptional() throws {
        #expect(try decodeEveryWay(Int?.self, "null") == nil)
        #expect(try decodeEveryWay(Author?.self, " null ") == nil)
        #expect(try decodeEveryWay([Int]?.self, "null") == nil)
    }

    @Test func nullIsAValueOfItsOwnForAnyJSON() throws {
        struct Loose: Model, Equatable {
            var value: JSONValue
            var raw: RawJSON
            var maybe: JSONValue?
        }
        let decoded = try decodeEveryWay(Loose.self, #"{"value": null, "raw": null, "maybe": null}"#)
        #expect(decoded.value == .null)
        #expect(decoded.raw.text == "null")
        #expect(decoded.maybe == nil)
    }

    @Test func nullIsWrappedWhereTheWrappedTypeTakesIt() throws {
        struct Wrapped: Model {
            @Indirect var a: Int?
            var b: Indirect<Int?>
            var c: Indirect<Int?>?
        }
        let decoded = try decodeEveryWay(Wrapped.self, #"{"a": null, "b": null, "c": null}"#) { "\($0.a as Any)" }
        #expect(decoded.a == nil)
        #expect(decoded.b.wrappedValue == nil)
        #expect(decoded.c == nil)
    }

    // MARK: - Not Optional

    private struct Book: Model, Equatable {
        var title: String
        var pages = 3
        var authors: [Author]
        static let mapping = Mapping(.default(\Book.pages, 7))
    }

    @Test func nullIsAnErrorWhereItIsNoValue() {
        #expect(
            refusal(of: Book.self, #"{"title": null}"#)
                == "$.title: expected String, found null (nullValue, line 1, column 11, offset 10)")
        #expect(
            refusal(of: Book.self, #"{"authors": [{"name": "a"}, null]}"#)
                == "$.authors[1]: expected Author, found null (nullValue, line 1, column 29, offset 28)")
        #expect(
            refusal(of: [String: Int].self, #"{"a b": null}"#)
                == #"$["a b"]: expected Int, found null (nullValue, line 1, column 9, offset 8)"#)
        #expect(
            refusal(of: Set<Int>.self, "[1, null]")
                == "$[1]: expected Int, found null (nullValue, line 1, column 5, offset 4)")
        #expect(refusal(of: Int.self, "null") == "$: expected Int, found null (nullValue, line 1, column 1, offset 0)")
        #expect(
            refusal(of: [Color].self, "[null]")
                == "$[0]: expected Color, found null (nullValue, line 1, column 2, offset 1)")
        #expect(
            refusal(of: [Person].self, "[null]")
                == "$[0]: expected Person, found null (nullValue, line 1, column 2, offset 1)")
        #expect(
            refusal(of: [Indirect<Int>].self, "[null]")
                == "$[0]: expected Int, found null (nullValue, line 1, column 2, offset 1)")
    }

    @Test func byDefaultNullIsAnErrorEvenIfThereIsADefault() {
        #expect(
            refusal(of: Book.self, #"{"title": "a", "pages": null}"#)
                == "$.pages: expected Int, found null (nullValue, line 1, column 25, offset 24); nulls = .useDefault uses the default"
        )
    }

    // MARK: - Treated as absent

    @Test func thePolicyCanTakeTheDefaultOfTheMapping() throws {
        let json = #"{"title": "a", "pages": null, "authors": []}"#
        #expect(
            try decodeEveryWay(Book.self, json, decoder: Self.useDefault) == Book(title: "a", pages: 7, authors: []))
    }

    private struct Settings: DefaultedModel, Equatable {
        var theme = "light"
        var size = 12
        var nickname: String? = "none"
        var author = Author(name: "x")
        var list = [1, 2]
        var color = Color.green
    }

    @Test func thePolicyCanTakeWhatInitGives() throws {
        let json = #"{"theme": null, "size": null, "nickname": null, "author": null, "list": null, "color": null}"#
        var expected = Settings()
        expected.nickname = nil  // An Optional takes the null.
        #expect(try decodeEveryWay(Settings.self, json, decoder: Self.useDefault) == expected)
    }

    @Test func thePolicyHoldsForAnObjectOfAClass() throws {
        let person = try decodeEveryWay(Person.self, #"{"name": null}"#, decoder: Self.useDefault)
        #expect(person.name == "nobody")
    }

    @Test func thePolicyHoldsForAWrappedProperty() throws {
        struct Wrapped: DefaultedModel, Equatable {
            @Indirect var level = 3
            @Indirect var name: String? = "x"
        }
        let json = #"{"level": null, "name": null}"#
        let decoded = try decodeEveryWay(Wrapped.self, json, decoder: Self.useDefault)
        #expect(decoded.level == 3)
        #expect(decoded.name == nil)
    }

    @Test func thePolicyHoldsInANestedObjectThatAPathLeadsInto() throws {
        struct Reached: DefaultedModel, Equatable {
            var deep = 5
            var other = 6
            static let mapping = Mapping(.map(\Reached.deep, to: "a.b.c"))
        }
        let json = #"{"a": {"b": {"c": null}}, "other": null}"#
        #expect(try decodeEveryWay(Reached.self, json, decoder: Self.useDefault) == Reached())
        #expect(try decodeEveryWay(Reached.self, #"{"a": {"b": null}}"#) == Reached())
    }

    @Test func withoutADefaultNullStaysAnError() {
        #expect(
            refusal(of: Book.self, #"{"title": null}"#, decoder: Self.useDefault)
                == "$.title: expected String, found null (nullValue, line 1, column 11, offset 10)")
        #expect(
            refusal(of: Settings.self, #"{"list": [null]}"#, decoder: Self.useDefault)
                == "$.list[0]: expected Int, found null (nullValue, line 1, column 11, offset 10)")
    }

    @Test func aNullThatIsTakenForAbsentLeavesAnEarlierValueOut() throws {
        let decoded = try decodeEveryWay(
            Settings.self, #"{"theme": "dark", "theme": null}"#, decoder: Self.useDefault)
        #expect(decoded.theme == "light")
        let first = ModelDecoder.with {
            $0.nulls = .useDefault
            $0.duplicateKeys = .first
        }
        #expect(try decodeEveryWay(Settings.self, #"{"theme": "dark", "theme": null}"#, decoder: first).theme == "dark")
    }
}
