import Testing

@testable import Yodel

/// Unknown members that a property keeps.
@Suite struct UnknownMemberTests {
    private struct Book: Model, Equatable {
        var title: String
        var author: Author?
        var pages: Int?
        var extras: [String: JSONValue] = [:]
        static let mapping = Mapping(.map(\Book.pages, to: "meta.pages"), .unknown(\Book.extras))
    }

    private struct Ordered: Model, Equatable {
        var title: String?
        var rest: JSONObject?
        static let mapping = Mapping(.unknown(\Ordered.rest))
    }

    @Test func theyAreKeptAsTheyAre() throws {
        let json = #"{"a":1,"title":"t","b":[null,{"title":2,"c":1e2}],"author":{"name":"n","x":3},"title2":{}}"#
        let book = try decodeEveryWay(Book.self, json, cuts: Cuts(everySplitBelow: 400))
        #expect(
            book
                == Book(
                    title: "t", author: Author(name: "n"),
                    extras: ["a": 1, "b": [nil, ["title": 2, "c": .number(JSONNumber(text: "1e2")!)]], "title2": [:]]))
        expectDecoded([Book].self, "[\(json),\(json)]", as: [book, book], cuts: Cuts(chunkSizes: [3]))
    }

    @Test func withoutAnyThePropertyIsEmpty() {
        expectDecoded(#"{"title":"t"}"#, as: Book(title: "t"))
        expectDecoded(#"{"title":"t"}"#, as: Ordered(title: "t", rest: nil))
        expectDecoded(#"[{"a":1},{}]"#, as: [Ordered(rest: ["a": 1]), Ordered()])
    }

    @Test func objectsKeepTheOrder() throws {
        let ordered = try decodeEveryWay(Ordered.self, #"{"z":1,"title":"t","a":2,"m":null}"#)
        #expect(ordered.rest.map { $0.map(\.key) } == ["z", "a", "m"])
        #expect(ordered.rest?["m"] == .null)
    }

    @Test func thePropertysOwnNameIsAKeyLikeAnyOther() throws {
        #expect(try decodeEveryWay(Book.self, #"{"title":"t","extras":{"a":1}}"#).extras == ["extras": ["a": 1]])
    }

    @Test func whatAPathsObjectHasBesidesIsNotKept() {
        expectDecoded(
            #"{"title":"t","meta":{"pages":7,"x":1},"x":2}"#, as: Book(title: "t", pages: 7, extras: ["x": 2]))
    }

    @Test func nothingIsUnknownThen() throws {
        let collector = UnknownKeyCollector()
        for policy in [UnknownKeyPolicy.error, .collect(collector)] {
            let decoder = ModelDecoder.with { $0.unknownKeys = policy }
            #expect(try decodeEveryWay(Book.self, #"{"title":"t","x":2}"#, decoder: decoder).extras == ["x": 2])
        }
        #expect(collector.count == 0)
        #expect(
            refusal(of: Book.self, #"{"title":"t","meta":{"x":1}}"#, decoder: .with { $0.unknownKeys = .error })
                == #"$.meta.x: found the unknown key "x" (unknownKey, line 1, column 22, offset 21); unknownKeys = .ignore skips it"#
        )
    }

    @Test func aKeyThatIsThereTwiceIsUpToThePolicy() throws {
        let json = #"{"x":1,"y":2,"x":3}"#
        #expect(try decodeEveryWay(Ordered.self, json).rest == ["x": 3, "y": 2])
        let first = ModelDecoder.with { $0.duplicateKeys = .first }
        #expect(try decodeEveryWay(Ordered.self, json, decoder: first).rest == ["x": 1, "y": 2])
        let none = ModelDecoder.with { $0.duplicateKeys = .error }
        #expect(
            refusal(of: Ordered.self, json, decoder: none)
                == "$.x: found the key twice (duplicateKey, line 1, column 14, offset 13); duplicateKeys = .last takes the last value"
        )
        #expect(
            refusal(of: Ordered.self, #"{"x":{"a":1,"a":2}}"#, decoder: none)
                == "$.x.a: found the key twice (duplicateKey, line 1, column 13, offset 12); duplicateKeys = .last takes the last value"
        )
        // Two spellings of one key: equal for Swift's dictionaries, different in JSON.
        let spellings = "{\"title\":\"t\",\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(try decodeEveryWay(Book.self, spellings).extras == ["\u{E9}": 2])
        #expect(try decodeEveryWay(Book.self, spellings, decoder: first).extras == ["\u{E9}": 1])
        #expect(try decodeEveryWay(Ordered.self, spellings, decoder: none).rest?.count == 2)
        #expect(
            refusal(of: Book.self, spellings, decoder: none)
                == "$: found the key \"\u{E9}\" twice (duplicateKey, line 1, column 28, offset 27); duplicateKeys = .last takes the last value"
        )
    }

    @Test func limitsHoldForThem() {
        let few = ModelDecoder.with { $0.limits.keysPerObject = 2 }
        #expect(
            refusal(of: Ordered.self, #"{"a":1,"b":2,"c":3}"#, decoder: few)
                == "$: expected at most 2 keys (keyCountLimit, line 1, column 14, offset 13); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(of: Ordered.self, #"{"a":[[]]}"#, decoder: .with { $0.limits.depth = 2 })
                == "$.a[0]: expected at most 2 levels (depthLimit, line 1, column 7, offset 6); a higher limits.depth allows it"
        )
        #expect(
            refusal(of: Ordered.self, #"{"a":{"b":tru}}"#)
                == "$.a.b: found 'tru' (unexpectedToken, line 1, column 11, offset 10)")
    }

    @Test func classesAndListedTypesKeepThemToo() throws {
        final class Node: DefaultedModel {
            var name = "n"
            var extras: [String: JSONValue]? = ["kept": false]
            static let mapping = Mapping(.unknown(\Node.extras))
            init() {}
        }
        struct Listed: DefaultedModel, Equatable {
            var name = "n"
            var rest = JSONObject()
            static let mapping = Mapping.listing(.map(\Listed.name, to: "name"), .unknown(\Listed.rest))
        }
        let node = try decodeEveryWay(Node.self, #"{"a":1,"name":"m"}"#) { [$0.name: $0.extras] }
        #expect(node.name == "m")
        #expect(node.extras == ["a": 1])
        expectDecoded(Node.self, "{}", as: nil) { $0.extras }
        expectDecoded(#"{"a":1}"#, as: Listed(rest: ["a": 1]))
    }

    @Test func manyFieldsAndManyMembers() throws {
        struct Ranked: Model, Equatable {
            var name: String?
            var extras: JSONObject
            static let mapping = Mapping(.map(\Ranked.name, to: "a", "b"), .unknown(\Ranked.extras))
        }
        expectDecoded(#"{"x":1,"b":"n","y":2,"a":null}"#, as: Ranked(name: "n", extras: ["x": 1, "y": 2]))
        let members = (0..<1_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let many = try decodeEveryWay(Ranked.self, "{\(members)}", cuts: Cuts(chunkSizes: [64]))
        #expect(many.extras.count == 1_000)
        #expect(many.extras["k999"] == 999)
    }

    @Test func anUpdateAddsToThem() throws {
        var book = Book(title: "t", extras: ["a": 1, "b": 2])
        try ModelDecoder().update(&book, from: #"{"b":null,"c":[3]}"#)
        #expect(book == Book(title: "t", extras: ["a": 1, "b": .null, "c": [3]]))
        try ModelDecoder().update(&book, from: #"{"title":"u"}"#)
        #expect(book.extras.count == 3)
        var ordered = Ordered()
        try ModelDecoder().update(&ordered, from: #"{"z":1}"#)
        try ModelDecoder().update(&ordered, from: #"{"a":2,"z":3}"#)
        #expect(ordered.rest.map { $0.map(\.key) } == ["z", "a"])
        #expect(ordered.rest == ["z": 3, "a": 2])
        #expect(throws: ModelError.self) { try ModelDecoder().update(&book, from: #"{"d":4,"title":7}"#) }
        #expect(book.extras.count == 3)
    }

    @Test func anObjectThatIsDroppedTakesThemAlong() {
        expectRecovered(
            #"[{"x":1,"title":7,"y":2},{"title":"t"},{"z":3},{"title":"u","w":4}]"#,
            as: [Book(title: "t"), Book(title: "u", extras: ["w": 4])], decoder: .with { $0.badElements = .drop })
    }

    @Test func theTableSaysSo() throws {
        let text = try ModelDecoder().tableDescription(of: Ordered.self)
        #expect(text.split(separator: "\n").last?.contains("every unknown key") == true)
        #expect(text.hasSuffix("empty"))
    }
}
