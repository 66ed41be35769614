import Foundation
import Testing

@testable import Yodel

/// How YYModel finds properties in a document, and its hooks.
@Suite struct YYModelMappingTests {
    // MARK: - Keys

    private struct Book: Model, Equatable {
        var name: String
        var page: Int
        var desc: String?
        var bookID: String

        static let mapping = Mapping(
            .map(\Book.name, to: "n"), .map(\Book.page, to: "p"), .map(\Book.desc, to: "ext.desc"),
            .map(\Book.bookID, to: "id", "ID", "book.id"))
    }

    @Test func customProperties() throws {
        for id in [#""id": "b1""#, #""ID": "b1""#, #""book": {"id": "b1"}"#] {
            #expect(
                try decodeEveryWay(Book.self, #"{"n": "Harry Potter", "p": 256, "ext": {"desc": "A book"}, \#(id)}"#)
                    == Book(name: "Harry Potter", page: 256, desc: "A book", bookID: "b1"))
        }
    }

    @Test func aMappedPropertyNoLongerListensToItsName() {
        #expect(
            refusal(of: Book.self, #"{"name": "x", "page": 1, "bookID": "b"}"#)
                == #"$: missing keys: "n", "p", "id" (missingKeys, line 1, column 39, offset 38)"#)
    }

    @Test func theFirstAliasOfTheListIsTaken() throws {
        let book = try decodeEveryWay(Book.self, #"{"book": {"id": "3"}, "ID": "2", "id": "1", "n": "", "p": 0}"#)
        #expect(book.bookID == "1")
    }

    @Test func nullDoesNotBeatALaterAlias() throws {
        // In YYModel the first key that is present counts, null or not.
        let book = try decodeEveryWay(Book.self, #"{"id": null, "ID": null, "book": {"id": "3"}, "n": "", "p": 0}"#)
        #expect(book.bookID == "3")
    }

    @Test func severalPropertiesOfOneKey() throws {
        struct Pair: Model, Equatable {
            var number: Int
            var text: String
            static let mapping = Mapping(
                .map(\Pair.number, to: "id"), .map(\Pair.text, to: "id"), .conversions(\Pair.text, .lenient))
        }
        #expect(try decodeEveryWay(Pair.self, #"{"id": 7}"#) == Pair(number: 7, text: "7"))
    }

    @Test func aKeyWithAnEmptyPartIsOneKey() throws {
        struct Odd: Model, Equatable {
            var before: Int
            var after: Int
            static let mapping = Mapping(.map(\Odd.before, to: ".ext"), .map(\Odd.after, to: "a."))
        }
        #expect(try decodeEveryWay(Odd.self, #"{".ext": 1, "a.": 2}"#) == Odd(before: 1, after: 2))
    }

    @Test func whetherADottedKeyIsAPathDoesNotDependOnTheDocument() throws {
        // In YYModel one of its two traversals also finds the literal key, and the sizes decide which is used.
        let path = try decodeEveryWay(Book.self, #"{"n": "", "p": 0, "id": "", "ext.desc": "x"}"#)
        #expect(path.desc == nil)
        struct Literal: Model, Equatable {
            var desc: String?
            static let mapping = Mapping(.map(\Literal.desc, to: .literal("ext.desc")))
        }
        #expect(try decodeEveryWay(Literal.self, #"{"ext.desc": "x", "ext": {"desc": "y"}}"#).desc == "x")
    }

    // MARK: - Containers

    private struct Attributes: Model, Equatable {
        var borders: [String: Book]
        var attachments: Set<Int>
        var shadows: [Book]
        var anything: [JSONValue]

        static let mapping = Mapping(.onBadElement(\Attributes.shadows, .drop))
    }

    @Test func containersOfModels() throws {
        let book = #"{"n": "a", "p": 1, "id": "1"}"#
        let found = try decodeEveryWay(
            Attributes.self,
            #"{"borders": {"x": \#(book)}, "attachments": [1, 2, 1], "shadows": [\#(book), null, 3, {}, \#(book)], "#
                + #""anything": [1, null, "a"]}"#)
        let expected = Book(name: "a", page: 1, bookID: "1")
        #expect(found.borders == ["x": expected] && found.attachments == [1, 2])
        // Elements that are no models are dropped, including null, if the mapping says so.
        #expect(found.shadows == [expected, expected])
        // An untyped container keeps everything, including null.
        #expect(found.anything == [1, nil, "a"])
    }

    @Test func containersWithinContainers() throws {
        struct Deep: Model, Equatable {
            var rows: [[Book]]
            var byKind: [String: [Book]]
            var sets: [Set<String>]
        }
        let book = #"{"n": "a", "p": 1, "id": "1"}"#
        let expected = Book(name: "a", page: 1, bookID: "1")
        #expect(
            try decodeEveryWay(
                Deep.self, #"{"rows": [[\#(book)], []], "byKind": {"x": [\#(book)]}, "sets": [["a", "a"]]}"#)
                == Deep(rows: [[expected], []], byKind: ["x": [expected]], sets: [["a"]]))
    }

    @Test func aModelThatContainsItself() throws {
        final class Node: DefaultedModel {
            var id = 0
            var children: [Node] = []
            weak var parent: Node?
        }
        let node = try decodeEveryWay(Node.self, #"{"id": 1, "children": [{"id": 2, "children": [{"id": 3}]}]}"#) {
            [$0.id, $0.children[0].id, $0.children[0].children[0].id]
        }
        #expect(node.children[0].children[0].id == 3)
    }

    @Test func enumsHaveTheirRawNumber() throws {
        enum Level: Int { case low = 1, high = 5 }
        let decoder = ModelDecoder.with { $0.conversions = .lenient }
        #expect(try decodeEveryWay([Level].self, #"[5, "1"]"#, decoder: decoder) == [.high, .low])
        #expect(throws: ModelError.self) { try decodeEveryWay([Level].self, "[2]", decoder: decoder) }
    }

    @Test func aNestedModelThatInitHasMade() throws {
        // YYModel fills in the object in the property; here only an update does that, and decoding makes a new one.
        final class Inner: DefaultedModel {
            var name = "plain"
            var size = 0
        }
        final class Outer: DefaultedModel {
            var inner = Inner()
            init() { inner.name = "preset" }
        }
        #expect(
            try decodeEveryWay(Outer.self, #"{"inner": {"size": 1}}"#, comparing: \.inner.name).inner.name == "plain")
        var outer = Outer()
        try ModelDecoder().update(&outer, from: #"{"inner": {"size": 1}}"#)
        #expect(outer.inner.name == "preset" && outer.inner.size == 1)
    }

    // MARK: - Selected properties

    private struct Listed: DefaultedModel, Equatable {
        var name = "n"
        var age = 1
        var token = "t"
        static let mapping = Mapping.only(\Listed.name, \Listed.token).adding(.ignore(\Listed.token))
        var initial: Character? { name.first }
    }

    @Test func whitelistAndBlacklist() throws {
        // Properties in the whitelist and not in the blacklist are kept; computed ones never are.
        let listed = try decodeEveryWay(Listed.self, #"{"name": "a", "age": 2, "token": "x", "initial": "z"}"#)
        #expect(listed == Listed(name: "a", age: 1, token: "t"))
        // The lists apply to the output as well.
        expectText(of: listed, #"{"name":"a"}"#)
    }

    private class Base: DefaultedModel {
        final var id = 0
        required init() {}
        class var mapping: Mapping { Mapping(.map(\Base.id, to: "ID")) }
    }

    private final class Derived: Base {
        var title = "untitled"
    }

    @Test func propertiesOfSuperclasses() throws {
        let derived = try decodeEveryWay(Derived.self, #"{"ID": 3}"#) { [$0.title, "\($0.id)"] }
        #expect(derived.id == 3 && derived.title == "untitled")
    }

    @Test func nullForACNumber() throws {
        // YYModel would write 0; here null is refused, or keeps the default.
        #expect(throws: ModelError.self) { try decodeEveryWay(Listed.self, #"{"name": null}"#) }
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        #expect(try decodeEveryWay(Listed.self, #"{"name": null}"#, decoder: decoder).name == "n")
    }

    // MARK: - Hooks

    private struct Refused: Error {}

    private struct Message: WillDecodeModel, DidDecodeModel, Equatable {
        var text: String
        var at: Date
        @Indirect var reply: Message?

        static func willDecode(_ object: inout JSONObject) throws {
            if let seconds = object["timestamp"] { object["at"] = seconds }
            if object["status"] == "deleted" { throw Refused() }
        }

        mutating func didDecode() throws {
            if text.isEmpty { throw Refused() }
            text = text.uppercased()
        }
    }

    private static let epoch = ModelDecoder.with { $0.dates = .secondsSince1970 }

    @Test func theHooksChangeTheObjectAndTheModel() throws {
        let message = try decodeEveryWay(
            Message.self, #"{"text": "a", "timestamp": 5}"#, decoder: Self.epoch)
        #expect(message.text == "A" && message.at == Date(timeIntervalSince1970: 5))
    }

    @Test func theHookOfTheModelSeesWhatNoPropertyHas() throws {
        // In YYModel the hook gets the dictionary.
        struct Ranked: Model, DidDecodeModel, Equatable {
            var name: String
            var rank = 0
            var rest: [String: JSONValue]
            static let mapping = Mapping(.unknown(\Ranked.rest), .ignore(\Ranked.rank, default: 0))

            mutating func didDecode() throws {
                rank = rest.removeValue(forKey: "position")?.intValue ?? 0
            }
        }
        #expect(
            try decodeEveryWay(Ranked.self, #"{"position": 3, "name": "a"}"#)
                == Ranked(name: "a", rank: 3, rest: [:]))
    }

    @Test func aHookRefusesAtWhateverDepth() {
        // YYModel keeps a nested model although its hook returned no.
        for bad in [#"{"text": "", "timestamp": 1}"#, #"{"text": "b", "timestamp": 1, "status": "deleted"}"#] {
            for json in [bad, #"{"text": "a", "timestamp": 5, "reply": \#(bad)}"#] {
                #expect(throws: ModelError.self) { try decodeEveryWay(Message.self, json, decoder: Self.epoch) }
            }
        }
    }

    // MARK: - Updates

    private struct Draft: DefaultedModel, Equatable {
        var title: String? = "t"
        var pages = 1
        var author = Author()
        var tags = ["a"]

        struct Author: DefaultedModel, Equatable {
            var name: String? = "n"
            var age = 3
        }
    }

    @Test func anUpdateKeepsClearsAndMerges() throws {
        var draft = Draft()
        try ModelDecoder().update(&draft, from: #"{"title": null, "author": {"age": 4}, "tags": ["b", "c"]}"#)
        var expected = Draft()
        expected.title = nil
        expected.author.age = 4
        expected.tags = ["b", "c"]
        #expect(draft == expected)
    }

    @Test func anUpdateFromADictionary() throws {
        var draft = Draft()
        try ModelDecoder().update(&draft, fromTree: ["title": NSNull(), "pages": 9] as [String: Any])
        #expect(draft.title == nil && draft.pages == 9 && draft.author == Draft.Author())
    }

    @Test func anUpdateThatFailsChangesNothing() throws {
        // In YYModel values written before the failure stay, and values that do not match are skipped.
        var draft = Draft()
        #expect(throws: ModelError.self) {
            try ModelDecoder().update(&draft, from: #"{"title": "new", "pages": {}}"#)
        }
        #expect(draft == Draft())
        let decoder = ModelDecoder.with { $0.mismatches = .useDefault }
        try decoder.update(&draft, from: #"{"title": "new", "pages": {}}"#)
        #expect(draft.title == "new" && draft.pages == 1)
    }

    @Test func anObjectThatIsThereStaysTheSame() throws {
        final class Outer: DefaultedModel {
            var inner = Derived()
        }
        var outer = Outer()
        let inner = outer.inner
        try ModelDecoder().update(&outer, from: #"{"inner": {"title": "new"}}"#)
        #expect(outer.inner === inner && inner.title == "new")
    }

    @Test func absentPropertiesKeepWhatInitGave() throws {
        #expect(try decodeEveryWay(Draft.self, "{}") == Draft())
    }

    @Test func whatIsNoObjectIsRefusedWithAReason() {
        // YYModel returns nil, whatever the error.
        #expect(
            refusal(of: Book.self, "[]")
                == "$: expected Book, found an array (typeMismatch, line 1, column 1, offset 0)")
        #expect(refusal(of: Book.self, #"{"n": "#).contains("unexpectedEnd"))
        #expect(refusal(of: Book.self, #"{"n": "a"#).contains("unexpectedEnd"))
    }
}
