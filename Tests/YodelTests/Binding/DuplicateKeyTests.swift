import Testing

@testable import Yodel

/// A duplicate key in an object: the last value counts, or the first, or it is an error.
@Suite struct DuplicateKeyTests {
    private struct Author: Model, Equatable {
        var name: String
        var born: Int?
    }

    private struct Book: Model, Equatable {
        var title: String?
        var author: Author?
        var tags: [String] = []
        var ids: [String: Int]?
        @Indirect var pages: Int?
        static let mapping = Mapping(.default(\Book.tags, []))
    }

    private static let first = ModelDecoder.with { $0.duplicateKeys = .first }
    private static let error = ModelDecoder.with { $0.duplicateKeys = .error }

    // MARK: - Properties

    private struct Case: CustomTestStringConvertible {
        var json: String
        var last: Book
        var first: Book
        var error: String
        var testDescription: String { json }
    }

    private static let cases = [
        Case(
            json: #"{"title": "a", "title": "b"}"#, last: Book(title: "b"), first: Book(title: "a"),
            error:
                "$.title: found the key twice (duplicateKey, line 1, column 16, offset 15); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"title": "a", "title": null}"#, last: Book(title: nil), first: Book(title: "a"),
            error:
                "$.title: found the key twice (duplicateKey, line 1, column 16, offset 15); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"title": null, "title": "b"}"#, last: Book(title: "b"), first: Book(title: nil),
            error:
                "$.title: found the key twice (duplicateKey, line 1, column 17, offset 16); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"title": "a", "title": "b", "title": "c"}"#, last: Book(title: "c"), first: Book(title: "a"),
            error:
                "$.title: found the key twice (duplicateKey, line 1, column 16, offset 15); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"author": {"name": "a", "born": 1}, "author": {"name": "b"}}"#,
            last: Book(author: Author(name: "b")), first: Book(author: Author(name: "a", born: 1)),
            error:
                "$.author: found the key twice (duplicateKey, line 1, column 38, offset 37); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"author": {"name": "a", "name": "b"}}"#, last: Book(author: Author(name: "b")),
            first: Book(author: Author(name: "a")),
            error:
                "$.author.name: found the key twice (duplicateKey, line 1, column 26, offset 25); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"author": null, "author": {"name": "b"}}"#, last: Book(author: Author(name: "b")), first: Book(),
            error:
                "$.author: found the key twice (duplicateKey, line 1, column 18, offset 17); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"tags": ["a", "b"], "title": "t", "tags": ["c"]}"#, last: Book(title: "t", tags: ["c"]),
            first: Book(title: "t", tags: ["a", "b"]),
            error:
                "$.tags: found the key twice (duplicateKey, line 1, column 36, offset 35); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"ids": {"x": 1}, "ids": {"y": 2}}"#, last: Book(ids: ["y": 2]), first: Book(ids: ["x": 1]),
            error:
                "$.ids: found the key twice (duplicateKey, line 1, column 19, offset 18); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"ids": {"x": 1, "y": 2, "x": 3}}"#, last: Book(ids: ["x": 3, "y": 2]),
            first: Book(ids: ["x": 1, "y": 2]),
            error:
                "$.ids.x: found the key twice (duplicateKey, line 1, column 26, offset 25); duplicateKeys = .last takes the last value"
        ),
        Case(
            json: #"{"pages": 1, "pages": 2}"#, last: Book(pages: 2), first: Book(pages: 1),
            error:
                "$.pages: found the key twice (duplicateKey, line 1, column 14, offset 13); duplicateKeys = .last takes the last value"
        ),
    ]

    @Test(arguments: cases)
    private func theLastValueCountsByDefault(_ duplicate: Case) throws {
        #expect(try decodeEveryWay(Book.self, duplicate.json) == duplicate.last)
    }

    @Test(arguments: cases)
    private func theFirstValueCountsIfWished(_ duplicate: Case) throws {
        #expect(try decodeEveryWay(Book.self, duplicate.json, decoder: Self.first) == duplicate.first)
    }

    @Test(arguments: cases)
    private func theSecondKeyIsAnErrorIfWished(_ duplicate: Case) {
        #expect(refusal(of: Book.self, duplicate.json, decoder: Self.error) == duplicate.error)
    }

    @Test func theSameKeyInDifferentObjectsIsNoDuplicate() throws {
        let json = #"[{"title": "a", "author": {"name": "x"}}, {"title": "b", "author": {"name": "y"}}]"#
        #expect(try decodeEveryWay([Book].self, json, decoder: Self.error).count == 2)
    }

    @Test func keysAreTheSameWhenTheyReadTheSame() {
        #expect(
            refusal(of: Book.self, #"{"title": "a", "t\u0069tle": "b"}"#, decoder: Self.error)
                == "$.title: found the key twice (duplicateKey, line 1, column 16, offset 15); duplicateKeys = .last takes the last value"
        )
        let decoder = ModelDecoder.with {
            $0.duplicateKeys = .error
            $0.keys = .caseInsensitive
        }
        #expect(
            refusal(of: Book.self, #"{"title": "a", "TITLE": "b"}"#, decoder: decoder)
                .contains(
                    "found the key twice (duplicateKey, line 1, column 16, offset 15); duplicateKeys = .last takes the last value"
                ))
    }

    @Test func unknownKeysMayRepeat() throws {
        #expect(try decodeEveryWay(Book.self, #"{"x": 1, "x": [], "title": "a"}"#, decoder: Self.error).title == "a")
    }

    @Test func theValueThatDoesNotCountHasToBeRightWhereItIsDecoded() throws {
        #expect(
            refusal(of: Book.self, #"{"title": 1, "title": "b"}"#)
                == "$.title: expected String?, found the number 1 (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"
        )
        #expect(try decodeEveryWay(Book.self, #"{"title": "a", "title": 1}"#, decoder: Self.first) == Book(title: "a"))
        #expect(
            refusal(of: Book.self, #"{"title": "a", "title": 01}"#, decoder: Self.first).contains("(invalidNumber, "))
    }

    @Test func propertiesOfAClassAreTreatedAlike() throws {
        let json = #"{"name": "a", "name": "b"}"#
        #expect(try decodeEveryWay(Person.self, json, comparing: \.name).name == "b")
        #expect(try decodeEveryWay(Person.self, json, decoder: Self.first, comparing: \.name).name == "a")
        #expect(
            refusal(of: Person.self, json, decoder: Self.error)
                == "$.name: found the key twice (duplicateKey, line 1, column 15, offset 14); duplicateKeys = .last takes the last value"
        )
    }

    private final class Person: DefaultedModel {
        var name = ""
        init() {}
    }

    // MARK: - Several keys for one property

    private struct Ranked: Model, Equatable {
        var title: String?
        static let mapping = Mapping(.map(\Ranked.title, to: "a", "b"))
    }

    @Test func differentKeysOfOnePropertyAreNoDuplicates() throws {
        #expect(try decodeEveryWay(Ranked.self, #"{"b": "1", "a": "2"}"#, decoder: Self.error).title == "2")
    }

    @Test func aRankedKeyIsADuplicateWhateverItsValue() throws {
        #expect(try decodeEveryWay(Ranked.self, #"{"a": "1", "a": "2"}"#).title == "2")
        #expect(try decodeEveryWay(Ranked.self, #"{"a": "1", "a": "2"}"#, decoder: Self.first).title == "1")
        for json in [
            #"{"a": "1", "a": "2"}"#, #"{"a": null, "a": "2"}"#, #"{"b": "1", "a": "2", "b": "3"}"#,
            #"{"a": "1", "b": "2", "b": "3"}"#, #"{"a": "1", "a": null}"#,
        ] {
            #expect(refusal(of: Ranked.self, json, decoder: Self.error).contains("(duplicateKey, "), "\(json)")
        }
    }

    // MARK: - Dictionaries

    @Test func dictionariesFollowThePolicy() throws {
        let json = #"{"a": [1], "b": [2], "a": [3], "b": [4], "a": [5]}"#
        #expect(try decodeEveryWay([String: [Int]].self, json) == ["a": [5], "b": [4]])
        #expect(try decodeEveryWay([String: [Int]].self, json, decoder: Self.first) == ["a": [1], "b": [2]])
        #expect(
            refusal(of: [String: [Int]].self, json, decoder: Self.error)
                == "$.a: found the key twice (duplicateKey, line 1, column 22, offset 21); duplicateKeys = .last takes the last value"
        )
    }

    /// An integer has one spelling, so that different keys never become equal.
    @Test func integersAreKeysAsTheyAreWritten() throws {
        #expect(try decodeEveryWay([Int: Int].self, #"{"1": 1, "-2": 2, "1": 3}"#) == [1: 3, -2: 2])
        for key in ["1.0", "1e0", "01", "+1", " 1", ""] {
            #expect(refusal(of: [Int: Int].self, "{\"\(key)\": 1}").contains("a key of type Int"), "\(key)")
        }
        #expect(
            refusal(of: [Int: Int].self, #"{"1": 1, "2": 2, "1": 3}"#, decoder: Self.error)
                == #"$["1"]: found the key twice (duplicateKey, line 1, column 18, offset 17); duplicateKeys = .last takes the last value"#
        )
    }

    @Test func otherDictionariesFollowThePolicyToo() throws {
        let json = #"{"a": "x", "b": "y", "a": "z"}"#
        #expect(try decodeEveryWay([String: String].self, json) == ["a": "z", "b": "y"])
        #expect(try decodeEveryWay([String: String].self, json, decoder: Self.first) == ["a": "x", "b": "y"])
        let numbers = #"{"a": 1, "b": 2, "a": 3}"#
        #expect(try decodeEveryWay([String: Int].self, numbers) == ["a": 3, "b": 2])
        #expect(try decodeEveryWay([String: Int].self, numbers, decoder: Self.first) == ["a": 1, "b": 2])
        #expect(
            refusal(of: [String: Int].self, numbers, decoder: Self.error).contains(
                "(duplicateKey, line 1, column 18, offset 17); duplicateKeys = .last takes the last value"))
    }

    // MARK: - Any JSON

    @Test func objectsOfAnyJSONFollowThePolicyAndKeepTheOrder() throws {
        let json = #"{"a": 1, "b": {"c": 2, "c": 3}, "a": 4}"#
        let last = try decodeEveryWay(JSONValue.self, json)
        #expect(last.description == #"{"a":4,"b":{"c":3}}"#)
        let first = try decodeEveryWay(JSONValue.self, json, decoder: Self.first)
        #expect(first.description == #"{"a":1,"b":{"c":2}}"#)
        #expect(
            refusal(of: JSONValue.self, json, decoder: Self.error)
                == "$.b.c: found the key twice (duplicateKey, line 1, column 24, offset 23); duplicateKeys = .last takes the last value"
        )
        #expect(
            refusal(of: JSONObject.self, #"{"a": 1, "a": 4}"#, decoder: Self.error)
                == "$.a: found the key twice (duplicateKey, line 1, column 10, offset 9); duplicateKeys = .last takes the last value"
        )
    }

    /// JSON compares keys code point by code point.
    @Test func keysThatOnlyLookTheSameAreDifferent() throws {
        let json = "{\"\u{E9}\": 1, \"e\u{301}\": 2}"
        #expect(try decodeEveryWay(JSONValue.self, json, decoder: Self.error).objectValue?.count == 2)
        #expect(try decodeEveryWay(JSONObject.self, json).count == 2)
    }

    @Test func rawJSONIsKeptAsItIs() throws {
        let json = #"[{"a": 1, "a": 2}]"#
        #expect(try decodeEveryWay([RawJSON].self, json, decoder: Self.error)[0].text == #"{"a": 1, "a": 2}"#)
    }
}
