import Testing

@testable import Yodel

/// Several keys for one property: the first of them that has a value wins, whatever their order in the document.
@Suite struct RankedKeyTests {
    private struct Book: Model, Equatable {
        var title: String
        static let mapping = Mapping(.map(\Book.title, to: "a", "b", "c"))
    }

    private struct Draft: Model, Equatable {
        var title: String?
        static let mapping = Mapping(.map(\Draft.title, to: "a", "b", "c"))
    }

    private struct Note: DefaultedModel, Equatable {
        var title = "init"
        static let mapping = Mapping(.map(\Note.title, to: "a", "b", "c"))
    }

    // MARK: - Every case

    /// The value of one key in a document.
    private enum Mention: CaseIterable {
        case absent, null, value
    }

    private struct Combination: CustomStringConvertible {
        /// In order of rank: the values of `a`, `b` and `c`.
        var mentions: [Mention]
        /// Their order in the document.
        var order: [Int]

        var json: String {
            let members = order.compactMap { rank -> String? in
                switch mentions[rank] {
                case .absent: nil
                case .null: "\"\(Self.names[rank])\": null"
                case .value: "\"\(Self.names[rank])\": \"\(rank)\""
                }
            }
            return "{" + members.joined(separator: ", ") + "}"
        }

        var winner: String? { mentions.firstIndex(of: .value).map { "\($0)" } }
        var hasNull: Bool { mentions.contains(.null) }
        var description: String { json }

        private static let names = ["a", "b", "c"]

        static var all: [Combination] {
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
            return Mention.allCases.flatMap { a in
                Mention.allCases.flatMap { b in
                    Mention.allCases.flatMap { c in
                        orders.map { Combination(mentions: [a, b, c], order: $0) }
                    }
                }
            }
        }
    }

    private let cuts = Cuts(chunkSizes: [1, 3], everySplitBelow: 0)

    @Test func theFirstValueInRankOrderWinsInWhateverOrderTheKeysCome() throws {
        for combination in Combination.all {
            let draft = try decodeEveryWay(Draft.self, combination.json, cuts: cuts)
            #expect(draft.title == combination.winner, "\(combination)")

            guard let winner = combination.winner else { continue }
            #expect(try decodeEveryWay(Book.self, combination.json, cuts: cuts).title == winner, "\(combination)")
            #expect(try decodeEveryWay(Note.self, combination.json, cuts: cuts).title == winner, "\(combination)")
        }
    }

    @Test func withoutAnyValueANullIsOneErrorAndNoKeyAnother() throws {
        for combination in Combination.all where combination.winner == nil {
            let error = try #require(throws: ModelError.self) {
                try decodeEveryWay(Book.self, combination.json, cuts: cuts)
            }
            #expect(error.code == (combination.hasNull ? .nullValue : .missingKeys), "\(combination)")
            if !combination.hasNull {
                #expect(try decodeEveryWay(Note.self, combination.json, cuts: cuts).title == "init", "\(combination)")
            }
        }
    }

    @Test func nullsAreWhatThePolicySaysWhenThereIsNothingElse() throws {
        let useDefault = ModelDecoder.with { $0.nulls = .useDefault }
        for combination in Combination.all {
            let note = try decodeEveryWay(Note.self, combination.json, decoder: useDefault, cuts: cuts)
            #expect(note.title == combination.winner ?? "init", "\(combination)")
        }
    }

    // MARK: - Errors

    @Test func theErrorSaysWhichNull() {
        #expect(
            refusal(of: Book.self, #"{"x": 1, "b": null}"#)
                == "$.b: expected String, found null (nullValue, line 1, column 15, offset 14)")
        #expect(
            refusal(of: [Book].self, "[\n{\"c\": null,\n\n\"a\": null\n}\n]")
                == "$[0].c: expected String, found null (nullValue, line 2, column 7, offset 8)")
    }

    @Test func aValueOfTheWrongTypeIsAnErrorWhetherABetterOneWasThereOrNot() {
        #expect(
            refusal(of: Book.self, #"{"b": 1, "a": "x"}"#)
                == "$.b: expected String, found the number 1 (typeMismatch, line 1, column 7, offset 6); conversions = .lenient converts it"
        )
        #expect(
            refusal(of: Book.self, #"{"a": "x", "b": 1}"#)
                == "$.b: expected String, found the number 1 (typeMismatch, line 1, column 17, offset 16); conversions = .lenient converts it"
        )
        #expect(
            refusal(of: Book.self, #"{"a": "x", "b": {"k": 1}}"#)
                == "$.b: expected String, found an object (typeMismatch, line 1, column 17, offset 16)")
    }

    // MARK: - Kinds of values

    private struct Author: Model, Equatable {
        var name: String
    }

    private struct Shelf: Model, Equatable {
        var list: [String]
        var author: Author?
        var any: JSONValue
        var raw: RawJSON?
        @Indirect var boxed: Int?
        static let mapping = Mapping(
            .map(\Shelf.list, to: "l1", "l2"), .map(\Shelf.author, to: "a1", "a2"), .map(\Shelf.any, to: "v1", "v2"),
            .map(\Shelf.raw, to: "r1", "r2"))
    }

    @Test func containersAreReplacedByThoseOfBetterKeys() throws {
        let json = #"""
            {"l2": ["a", "b"], "a2": {"name": "x"}, "v2": {"k": [1]}, "r2": [ 2 ],
             "l1": ["c"], "a1": {"name": "y"}, "v1": [], "r1": {"q": 1}}
            """#
        let shelf = try decodeEveryWay(Shelf.self, json)
        #expect(shelf.list == ["c"])
        #expect(shelf.author == Author(name: "y"))
        #expect(shelf.any == [])
        #expect(shelf.raw?.text == #"{"q": 1}"#)
    }

    @Test func anyJSONTakesANullWhenThereIsNothingElse() throws {
        let shelf = try decodeEveryWay(Shelf.self, #"{"l1": [], "v1": null, "r1": null}"#)
        #expect(shelf.any == .null)
        #expect(shelf.raw == nil)
        #expect(try decodeEveryWay(Shelf.self, #"{"l1": [], "v1": null, "v2": 3}"#).any == 3)
        #expect(try decodeEveryWay(Shelf.self, #"{"l1": [], "v2": 3, "v1": null}"#).any == 3)
    }

    private struct Wrapping: Model, Equatable {
        var level: Indirect<Int?>
        static let mapping = Mapping(.map(\Wrapping.level, to: "a", "b"))
    }

    @Test func aWrapperOfAnOptionalTakesANullWhenThereIsNothingElse() throws {
        #expect(try decodeEveryWay(Wrapping.self, #"{"b": null}"#).level.wrappedValue == nil)
        #expect(try decodeEveryWay(Wrapping.self, #"{"a": null, "b": 1}"#).level.wrappedValue == 1)
        #expect(try decodeEveryWay(Wrapping.self, #"{"b": 1, "a": null}"#).level.wrappedValue == 1)
        #expect(try decodeEveryWay(Wrapping.self, "{}").level.wrappedValue == nil)
    }

    /// A text that lenient decoding reads as null is treated like null.
    @Test func aNullWordDoesNotBeatAValueEither() throws {
        struct Loose: Model, Equatable {
            var pages: Int?
            static let mapping = Mapping(.map(\Loose.pages, to: "a", "b"))
        }
        struct Checked: Model, Equatable {
            var pages: Int?
            static let mapping = Mapping(.map(\Checked.pages, to: "a", "b"), .check(\Checked.pages, .range(1...)))
        }
        for json in [#"{"a": "null", "b": 5}"#, #"{"b": 5, "a": "null"}"#, #"{"a": 5, "b": "null"}"#] {
            #expect(try decodeEveryWay(Loose.self, json, decoder: Self.lenient).pages == 5)
            #expect(try decodeEveryWay(Checked.self, json, decoder: Self.lenient).pages == 5)
        }
        #expect(try decodeEveryWay(Loose.self, #"{"b": "null"}"#, decoder: Self.lenient).pages == nil)
    }

    private static let lenient = ModelDecoder.with { $0.conversions = .lenient }

    /// With several keys as with one, it is null only if null is a value or means the default.
    @Test func aNullWordIsAMismatchWhereNullIsNoValue() throws {
        struct Strict: Model, Equatable {
            var id: Int
            static let mapping = Mapping(.map(\Strict.id, to: "id", "_id"))
        }
        struct Defaulted: Model, Equatable {
            var id: Int
            static let mapping = Mapping(.map(\Defaulted.id, to: "id", "_id", default: 7))
        }
        let found = #": expected Int, found the string "null" (typeMismatch, line 1, "#
        for (json, error) in [
            (#"{"id": "null"}"#, "$.id\(found)column 8, offset 7)"),
            (#"{"_id": "null", "id": 1}"#, "$._id\(found)column 9, offset 8)"),
            (#"{"id": 1, "_id": "null"}"#, "$._id\(found)column 18, offset 17)"),
        ] {
            #expect(refusal(of: Strict.self, json, decoder: Self.lenient) == error)
            #expect(refusal(of: Defaulted.self, json, decoder: Self.lenient) == error)
        }
        var useDefault = Self.lenient
        useDefault.nulls = .useDefault
        #expect(try decodeEveryWay(Defaulted.self, #"{"id": "null"}"#, decoder: useDefault).id == 7)
        for json in [#"{"_id": "null", "id": 1}"#, #"{"id": 1, "_id": "null"}"#] {
            #expect(try decodeEveryWay(Defaulted.self, json, decoder: useDefault).id == 1)
        }
    }

    // MARK: - Paths and names among the keys

    @Test func pathsAndKeysRankTogether() throws {
        struct Mixed: Model, Equatable {
            var name: String
            var other: Int?
            static let mapping = Mapping(.map(\Mixed.name, to: "meta.name", "name", "meta.info.title"))
        }
        let documents = [
            (#"{"meta": {"name": "a", "info": {"title": "c"}}, "name": "b"}"#, "a"),
            (#"{"name": "b", "meta": {"info": {"title": "c"}, "name": "a"}}"#, "a"),
            (#"{"name": "b", "meta": {"info": {"title": "c"}, "name": null}}"#, "b"),
            (#"{"meta": {"info": {"title": "c"}, "name": null}, "name": null}"#, "c"),
            (#"{"name": null, "meta": {"info": {"title": "c"}}}"#, "c"),
        ]
        for (json, name) in documents {
            #expect(try decodeEveryWay(Mixed.self, json) == Mixed(name: name), "\(json)")
        }
    }

    @Test func thePropertysOwnNameIsAKeyOnlyIfListed() throws {
        #expect(
            refusal(of: Book.self, #"{"title": "x"}"#)
                == #"$: missing keys: "a" (missingKeys, line 1, column 14, offset 13)"#)
    }
}
