import Foundation
import Testing

@testable import Yodel

/// YYModel's output, and its other features for the properties of a model.
@Suite struct YYModelOutputTests {
    // MARK: - JSON

    private struct Book: Model, Equatable {
        var name: String
        var desc: String?
        var cover: URL?
        var id: Int
        var tags: Set<String>

        static let mapping = Mapping(
            .map(\Book.desc, to: "ext.desc"), .map(\Book.cover, to: "ext.images.cover", "cover"),
            .map(\Book.id, to: "id", "ID"))
    }

    @Test func pathsAreNestedAgainAndTheFirstAliasIsWritten() {
        expectRoundTrip(
            Book(name: "a", desc: "b", cover: URL(string: "https://example.org/c"), id: 7, tags: ["y", "x"]),
            #"{"name":"a","ext":{"desc":"b","images":{"cover":"https://example.org/c"}},"id":7,"tags":["x","y"]}"#)
    }

    @Test func whatIsNilIsLeftOut() {
        expectText(of: Book(name: "a", id: 7, tags: []), #"{"name":"a","id":7,"tags":[]}"#)
        expectText(of: [Book?.none], "[null]")
    }

    @Test func ofSeveralPropertiesWithOneKeyTheFirstThatIsNotNilIsWritten() {
        // As in YYModel's guide; its code uses only one property.
        struct Pair: Model, Equatable {
            var number: Int?
            var text: String?
            static let mapping = Mapping(
                .map(\Pair.number, to: "id"), .map(\Pair.text, to: "id"), .onMismatch(\Pair.number, .useDefault),
                .onMismatch(\Pair.text, .useDefault))
        }
        expectText(of: Pair(number: nil, text: "x"), #"{"id":"x"}"#)
        expectText(of: Pair(number: 1, text: "x"), #"{"id":1}"#)
        expectText(of: Pair(), "{}")
    }

    @Test func aKeyThatIsAPartOfAPathIsRead() throws {
        // The two conflict when written; in YYModel the first writer wins, whichever that is.
        struct Both: Model, Equatable {
            var whole: JSONValue
            var part: Int
            static let mapping = Mapping(.map(\Both.whole, to: "ext"), .map(\Both.part, to: "ext.b"))
        }
        let both = try decodeEveryWay(Both.self, #"{"ext": {"b": 3}}"#)
        #expect(both == Both(whole: ["b": 3], part: 3))
        expectFailure(of: both, .invalidMapping, path: "$")
    }

    @Test func arraysSetsAndDictionaries() {
        struct Holder: Model, Equatable {
            var books: [String: [Book]]
            var sizes: Set<Int>
            var anything: [JSONValue]
        }
        expectRoundTrip(
            Holder(
                books: ["a": [Book(name: "x", id: 1, tags: [])], "B": []], sizes: [3, 1], anything: [nil, ["k": 1]]),
            #"{"books":{"B":[],"a":[{"name":"x","id":1,"tags":[]}]},"sizes":[1,3],"anything":[null,{"k":1}]}"#)
    }

    @Test func aNumberThatJSONHasNotIsAnError() {
        // YYModel leaves it out silently.
        expectFailure(of: ["a": Double.nan], .invalidValue, path: "$.a")
        expectFailure(of: [Double.infinity], .invalidValue, path: "$[0]")
        var encoder = ModelEncoder()
        encoder.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        expectText(of: [Double.infinity], #"["inf"]"#, encoder: encoder)
    }

    @Test func dataBytesTextAndTrees() throws {
        let book = Book(name: "a", id: 7, tags: ["x"])
        let text = #"{"name":"a","id":7,"tags":["x"]}"#
        #expect(try encodeEveryWay(book) == text)
        let tree = try #require(try ModelEncoder().encodeTree(book, null: NSNull()) as? [String: Any])
        #expect(tree["name"] as? String == "a" && tree["id"] as? Int == 7 && tree["tags"] as? [String] == ["x"])
        #expect(try ModelDecoder().decode(Book.self, fromTree: tree) == book)
    }

    // MARK: - Hooks

    private struct Refused: Error {}

    private struct Message: DidEncodeModel, WillEncodeModel {
        var text: String
        @Indirect var reply: Message?

        func willEncode() throws {
            if text == "secret" { throw Refused() }
        }

        func didEncode(_ object: inout JSONObject) throws {
            if text == "late" { throw Refused() }
            object["length"] = JSONValue(text.count)
        }
    }

    @Test func theHookChangesWhatIsWritten() {
        expectText(
            of: Message(text: "ab", reply: Message(text: "c", reply: nil)),
            #"{"text":"ab","reply":{"text":"c","length":1},"length":2}"#)
    }

    @Test func aRefusalAtWhateverDepthIsAnError() {
        // YYModel leaves out the nested model.
        for text in ["secret", "late"] {
            expectFailure(of: Message(text: text, reply: nil), .invalidValue, path: "$")
            expectFailure(
                of: Message(text: "ab", reply: Message(text: text, reply: nil)), .invalidValue, path: "$.reply")
        }
    }

    @Test func anObjectThatContainsItselfIsAnError() {
        // YYModel's stack overflows.
        final class Node: DefaultedModel {
            var next: Node?
        }
        let node = Node()
        node.next = node
        #expect(throws: ModelError.self) { try ModelEncoder().encodeText(node) }
        node.next = nil
    }

    // MARK: - Copies, equality, hashes, descriptions

    private final class Author: DefaultedModel, ModelCopyable, ModelHashable, ModelDescribable {
        var name = ""
        var alias = ""
        var height: Int8 = 0
        var books: [Author] = []
        var password = ""
        static let mapping = Mapping(.ignore(\Author.password))
    }

    private func author(_ name: String, alias: String = "") -> Author {
        let author = Author()
        author.name = name
        author.alias = alias
        author.height = 100
        return author
    }

    @Test func copies() {
        let one = author("a")
        one.books = [author("b")]
        // YYModel's copy: a new instance that shares the others.
        let shallow = one.shallowCopy()
        #expect(shallow !== one && shallow.books[0] === one.books[0])
        // A feature that its users requested.
        let deep = one.deepCopy()
        #expect(deep == one && deep.books[0] !== one.books[0])
        // An Int8 other than 0 and 1 is kept.
        #expect(deep.height == 100)
    }

    @Test func equalityLooksAtThePropertiesAlone() {
        #expect(author("a") == author("a"))
        #expect(author("a") != author("b"))
        let other = author("a")
        other.password = "x"
        #expect(author("a") == other)
        other.books = [other.deepCopy()]
        #expect(author("a") != other)
    }

    @Test func propertiesThatAreEqualDoNotCancelEachOther() {
        // An exclusive or of the properties' hashes gives one hash to these two, and to all values with the same text
        // twice.
        #expect(author("a", alias: "a").hashValue != author("b", alias: "b").hashValue)
        #expect(author("a", alias: "b").hashValue != author("b", alias: "a").hashValue)
        #expect(Set([author("a"), author("a"), author("b")]).count == 2)
    }

    @Test func theDescriptionIsSortedAndIndented() {
        #expect(
            author("Ada", alias: "A").description == """
                Author {
                  alias: "A"
                  books: []
                  height: 100
                  name: "Ada"
                }
                """)
    }

    @Test func coding() throws {
        struct Saved: VersionedModel, Equatable {
            static let modelVersion = 1
            var name: String
            var at: Date
            var body: Data
            var site: URL?
        }
        let saved = Saved(name: "a", at: Date(timeIntervalSince1970: 0.5), body: Data([1]), site: nil)
        #expect(try ModelDecoder().decodeArchive(Saved.self, from: ModelEncoder().encodeArchive(saved)) == saved)
    }
}
