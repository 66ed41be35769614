import Testing

@testable import Yodel

/// Keys that are paths: properties found in nested objects, in the same pass over the document.
@Suite struct KeyPathTests {
    private struct Book: Model, Equatable {
        var title: String
        var author: String
        var born: Int?
        var city: String?
        static let mapping = Mapping(
            .map(\Book.author, to: "meta.author.name"), .map(\Book.born, to: "meta.author.born"),
            .map(\Book.city, to: "meta.publisher.city"))
    }

    @Test func propertiesAreFoundInNestedObjects() throws {
        let json = #"{"meta": {"author": {"name": "a", "born": 1}, "publisher": {"city": "c"}}, "title": "t"}"#
        #expect(try decodeEveryWay(Book.self, json) == Book(title: "t", author: "a", born: 1, city: "c"))
    }

    @Test func theOrderOfKeysDoesNotMatterAtAnyLevel() throws {
        let json = """
            {"x": {"author": {"name": 1}}, "title": "t",
             "meta": {"publisher": {"y": [], "city": "c"}, "z": null, "author": {"q": {}, "born": 1, "name": "a"}, "v": 1}}
            """
        #expect(try decodeEveryWay(Book.self, json) == Book(title: "t", author: "a", born: 1, city: "c"))
    }

    @Test func whatIsOnTheWayMayBeAbsentOrNull() throws {
        let json = #"{"title": "t", "meta": {"author": {"name": "a"}, "publisher": null}}"#
        #expect(try decodeEveryWay(Book.self, json) == Book(title: "t", author: "a"))
        #expect(
            refusal(of: Book.self, #"{"title": "t", "meta": null}"#)
                == #"$: missing keys: "meta.author.name" (missingKeys, line 1, column 28, offset 27)"#)
    }

    @Test func whatIsOnTheWayIsAnObject() {
        #expect(
            refusal(of: Book.self, #"{"meta": {"author": "a"}}"#)
                == #"$.meta.author: expected an object, found the string "a" (typeMismatch, line 1, column 21, offset 20)"#
        )
        #expect(
            refusal(of: Book.self, #"{"meta": [{"author": {"name": "a"}}]}"#)
                == "$.meta: expected an object, found an array (typeMismatch, line 1, column 10, offset 9)")
        #expect(
            refusal(of: Book.self, #"{"meta": false}"#)
                == "$.meta: expected an object, found false (typeMismatch, line 1, column 10, offset 9)")
    }

    @Test func errorsHaveTheWholePath() {
        #expect(
            refusal(of: [Book].self, #"[{"title": "t", "meta": {"author": {"born": "x"}}}]"#)
                == #"$[0].meta.author.born: expected Int?, found the string "x" (typeMismatch, line 1, column 45, offset 44)"#
        )
        #expect(
            refusal(of: Book.self, #"{"meta": {"author": {"name": null}}}"#)
                == "$.meta.author.name: expected String, found null (nullValue, line 1, column 30, offset 29)")
    }

    @Test func unknownKeysOnTheWayAreUnknownKeys() {
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        #expect(
            refusal(of: Book.self, #"{"meta": {"author": {"name": "a", "died": 1}}}"#, decoder: strict)
                == #"$.meta.author.died: found the unknown key "died" (unknownKey, line 1, column 35, offset 34); unknownKeys = .ignore skips it"#
        )
        #expect(
            refusal(of: Book.self, #"{"author": "a"}"#, decoder: strict)
                == #"$.author: found the unknown key "author" (unknownKey, line 1, column 2, offset 1); unknownKeys = .ignore skips it"#
        )
    }

    @Test func anObjectOnTheWayThatComesTwiceIsEnteredTwice() throws {
        let json = #"{"title": "t", "meta": {"author": {"name": "a"}}, "meta": {"author": {"born": 2}}}"#
        #expect(try decodeEveryWay(Book.self, json) == Book(title: "t", author: "a", born: 2))
        let again = #"{"title": "t", "meta": {"author": {"name": "a"}, "author": {"name": "b"}}}"#
        #expect(try decodeEveryWay(Book.self, again).author == "b")
        let first = ModelDecoder.with { $0.duplicateKeys = .first }
        #expect(try decodeEveryWay(Book.self, again, decoder: first).author == "a")
        let error = ModelDecoder.with { $0.duplicateKeys = .error }
        #expect(
            refusal(of: Book.self, #"{"title": "t", "meta": {"x": 1}, "meta": {}}"#, decoder: error)
                == "$.meta: found the key twice (duplicateKey, line 1, column 34, offset 33); duplicateKeys = .last takes the last value"
        )
    }

    @Test func aKeyWithDotsCanBeSaidLiterally() throws {
        struct Dotted: Model, Equatable {
            var literal: Int
            var path: Int
            var suffix: Int
            var spelled: Int
            static let mapping = Mapping(
                .map(\Dotted.literal, to: .literal("a.b")), .map(\Dotted.path, to: "a.b"),
                .map(\Dotted.suffix, to: ".ext"),
                .map(\Dotted.spelled, to: MappedKey(path: ["a", "c.d"])))
        }
        let json = #"{"a.b": 1, "a": {"b": 2, "c.d": 4}, ".ext": 3}"#
        #expect(try decodeEveryWay(Dotted.self, json) == Dotted(literal: 1, path: 2, suffix: 3, spelled: 4))
    }

    @Test func valuesOfEveryKindAreReachedByPaths() throws {
        struct Author: Model, Equatable { var name: String }
        struct Reach: Model, Equatable {
            var list: [Int]
            var author: Author
            var any: JSONValue
            var raw: RawJSON
            @Indirect var boxed: Int
            var dictionary: [String: [Author]]
            static let mapping = Mapping(
                .map(\Reach.list, to: "d.list"), .map(\Reach.author, to: "d.author"), .map(\Reach.any, to: "d.any"),
                .map(\Reach.raw, to: "d.raw"), .map(\Reach.dictionary, to: "d.dictionary"))
        }
        let json = #"""
            {"d": {"list": [1, 2], "author": {"name": "a"}, "any": {"k": []}, "raw": [ 1 ], "dictionary":
             {"k": [{"name": "b"}]}}, "boxed": 3}
            """#
        let reach = try decodeEveryWay(Reach.self, json)
        #expect(reach.list == [1, 2])
        #expect(reach.author == Author(name: "a"))
        #expect(reach.any == ["k": []])
        #expect(reach.raw.text == "[ 1 ]")
        #expect(reach.boxed == 3)
        #expect(reach.dictionary == ["k": [Author(name: "b")]])
    }

    @Test func pathsWorkInClassesAndFarDownADeepDocument() throws {
        struct Deep: Model, Equatable {
            var value: Int
            static let mapping = Mapping(
                .map(\Deep.value, to: MappedKey(path: Array(repeating: "k", count: 40))))
        }
        let json = String(repeating: #"{"k":"#, count: 40) + "7" + String(repeating: "}", count: 40)
        #expect(try decodeEveryWay(Deep.self, json) == Deep(value: 7))
        #expect(
            try decodeEveryWay(Person.self, #"{"a": {"name": "x"}, "b": {"c": {"age": 4}}}"#) { "\($0.name)\($0.age)" }
                .age == 4)
    }

    private final class Person: DefaultedModel {
        var name = "nobody"
        var age = 0
        static let mapping = Mapping(.map(\Person.name, to: "a.name"), .map(\Person.age, to: "b.c.age"))
        init() {}
    }
}
