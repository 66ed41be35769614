import Testing

@testable import Yodel

/// A type with a hook before its objects are decoded.
@Suite struct WillDecodeTests {
    private struct Refusal: Error, CustomStringConvertible { var description: String { "not this one" } }

    private struct Book: WillDecodeModel, Equatable {
        var title: String
        var pages: Int
        var sequel: [Book]?
        var raw: RawJSON?

        static func willDecode(_ object: inout JSONObject) throws {
            if object["refused"] == true { throw Refusal() }
            if let old = object.removeValue(forKey: "name") { object["title"] = old }
            object["pages"] = object["pages"] ?? 0
        }
    }

    private final class Author: DefaultedModel, WillDecodeModel {
        var name = ""
        var book: Book?
        var other: Author?

        static func willDecode(_ object: inout JSONObject) throws {
            if object["refused"] == true { throw Refusal() }
            if case .string(let name)? = object["name"] { object["name"] = .string("Dr " + name) }
        }

        var parts: [String] { [name, "\(book as Any)"] + (other?.parts ?? []) }
    }

    private struct Shelf: Model, Equatable {
        var first: Book?
        var all: [Book]
        var byName: [String: Book?]
        @Indirect var boxed: Book?
        var after: Int
    }

    // MARK: - Changing

    @Test func whatTheHookLeavesIsDecoded() {
        expectDecoded(#"{"name": "Emma", "x": [1]}"#, as: Book(title: "Emma", pages: 0))
        expectDecoded(#"{"title": "a", "pages": 2}"#, as: Book(title: "a", pages: 2))
    }

    @Test func itIsCalledAtEveryDepth() throws {
        let json = """
            {"first": {"name": "a"}, "all": [{"name": "b"}, {"title": "c", "pages": 3, "sequel": [{"name": "d"}]}],
             "byName": {"k": {"name": "e"}, "n": null}, "boxed": {"name": "f"}, "after": 7}
            """
        let shelf = try decodeEveryWay(Shelf.self, json)
        func book(_ title: String) -> Book { Book(title: title, pages: 0) }
        #expect(
            shelf
                == Shelf(
                    first: book("a"), all: [book("b"), Book(title: "c", pages: 3, sequel: [book("d")])],
                    byName: ["k": book("e"), "n": nil], boxed: book("f"), after: 7))
        let tree = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder().decode(Shelf.self, from: tree) == shelf)
        #expect(try ModelDecoder().decode(Shelf.self, fromTree: tree.tree(null: Int?.none as Any)) == shelf)
    }

    @Test func itIsCalledForClasses() {
        let json = #"{"name": "A", "book": {"name": "x"}, "other": {"name": "B", "other": {}}}"#
        let book = Book(title: "x", pages: 0) as Book?
        let none = nil as Book?
        expectDecoded(
            Author.self, json, as: ["Dr A", "\(book as Any)", "Dr B", "\(none as Any)", "", "\(none as Any)"],
            comparing: \.parts)
    }

    @Test func itIsCalledInUpdatesWithWhatTheUpdateHas() throws {
        var shelf = Shelf(first: Book(title: "a", pages: 5), all: [], byName: [:], boxed: nil, after: 1)
        try ModelDecoder().update(&shelf, from: #"{"first": {"name": "b", "pages": 6}, "after": 2}"#)
        #expect(shelf.first == Book(title: "b", pages: 6))
        #expect(shelf.after == 2)
        try ModelDecoder().update(&shelf, from: ["first": ["name": "c"], "boxed": ["name": "d"]] as JSONValue)
        #expect(shelf.first == Book(title: "c", pages: 0))
        #expect(shelf.boxed == Book(title: "d", pages: 0))
        let author = Author()
        author.other = author
        defer { author.other = nil }
        var same = author
        try ModelDecoder().update(&same, from: #"{"name": "C", "book": {"title": "t"}}"#)
        #expect(same === author)
        #expect(author.name == "Dr C")
        #expect(author.book == Book(title: "t", pages: 0))
    }

    @Test func nullsThatItRemovesKeepTheirValuesInAnUpdate() throws {
        struct Patch: WillDecodeModel, Equatable {
            var name: String?
            var size: Int?

            static func willDecode(_ object: inout JSONObject) {
                object = object.filter { !$0.value.isNull }
            }
        }
        #expect(try updated(Patch(name: "a", size: 1), by: #"{"name": null, "size": 2}"#) == Patch(name: "a", size: 2))
        expectDecoded(#"{"name": null, "size": 2}"#, as: Patch(size: 2))
    }

    private struct Ranked: Model, Equatable {
        var book: Book?
        var copy: Book?
        var inner: Book?
        static let mapping = Mapping(
            .map(\Ranked.book, to: "a", "b"), .map(\Ranked.copy, to: "c"), .map(\Ranked.inner, to: "c"))
    }

    @Test func itIsCalledAfterEveryGate() throws {
        let json = #"{"b": {"name": "1"}, "a": null, "c": {"name": "2"}}"#
        var ranked = try decodeEveryWay(Ranked.self, json)
        #expect([ranked.book, ranked.copy, ranked.inner].map(\.?.title) == ["1", "2", "2"])
        try ModelDecoder().update(&ranked, from: #"{"b": {"pages": 4}, "a": {"pages": 5, "name": "n"}, "c": null}"#)
        #expect(ranked == Ranked(book: Book(title: "n", pages: 5)))
        #expect(try decodeEveryWay(Book.self, #"{"name": "1", "pages": 1, "pages": 2}"#).pages == 2)
        #expect(
            try decodeEveryWay(Ranked.self, #"{"a": {"name": "1"}, "a": {"name": "2"}, "b": {"name": "3"}}"#).book?
                .title == "2")
    }

    // MARK: - Refusing

    @Test func aRefusalHasPathPlaceAndReason() {
        #expect(
            refusal(of: Shelf.self, #"{"all": [{"name": "a"}, {"refused": true}]}"#)
                == "$.all[1]: expected Book, found an object that its hook refuses (invalidValue, line 1, column 25, offset 24): not this one"
        )
        #expect(
            refusal(of: Author.self, "{\n \"refused\": true}")
                == "$: expected Author, found an object that its hook refuses (invalidValue, line 1, column 1, offset 0): not this one"
        )
        let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: ["refused": true]) }
        #expect(error?.underlying is Refusal && error?.offset == nil)
    }

    @Test func aRefusedUpdateChangesNothing() {
        var book = Book(title: "a", pages: 1)
        #expect(throws: ModelError.self) {
            try ModelDecoder().update(&book, from: #"{"pages": 2, "sequel": [{"refused": true}]}"#)
        }
        #expect(book == Book(title: "a", pages: 1))
    }

    // MARK: - Errors in the object

    @Test func whatDoesNotFitHasItsPathAndTheObjectsPlace() {
        #expect(
            refusal(of: Shelf.self, "{\"all\": [\n  {\"name\": \"x\", \"sequel\": [{\"name\": 1}]}]}")
                == "$.all[0].sequel[0].title: expected String, found the number 1 (typeMismatch, line 2, column 3, offset 12); conversions = .lenient converts it"
        )
        #expect(
            refusal(of: Shelf.self, #"{"first": {}}"#)
                == "$.first: missing keys: \"title\" (missingKeys, line 1, column 11, offset 10)")
    }

    @Test func whatIsNoJSONHasItsExactPlace() {
        #expect(refusal(of: Shelf.self, #"{"first": {"name": [1, tru]}}"#).hasSuffix("offset 23)"))
        #expect(refusal(of: Shelf.self, #"{"first": {"name": "x""#).contains("unexpectedEnd"))
        #expect(
            refusal(of: Shelf.self, #"{"first": {"x": 1, "x": 2}}"#, decoder: .with { $0.duplicateKeys = .error })
                == "$.first.x: found the key twice (duplicateKey, line 1, column 20, offset 19); duplicateKeys = .last takes the last value"
        )
        let unknown = ModelDecoder.with { $0.unknownKeys = .error }
        #expect(
            refusal(of: Shelf.self, #"{"first": {"x": 1}}"#, decoder: unknown)
                == "$.first.x: found the unknown key \"x\" (unknownKey, line 1, column 11, offset 10); unknownKeys = .ignore skips it"
        )
    }

    @Test func theDepthLimitIsThatOfTheDocument() throws {
        let shallow = ModelDecoder.with { $0.limits.depth = 3 }
        let json = #"{"title": "a", "pages": 1, "sequel": [{"name": "b"}]}"#
        #expect(try decodeEveryWay(Book.self, json, decoder: shallow).sequel?.count == 1)
        #expect(refusal(of: [Book].self, "[\(json)]", decoder: shallow).contains("depthLimit"))
    }

    @Test func rawJSONHasTheTextOfTheValue() throws {
        let book = try decodeEveryWay(Book.self, #"{"title": "a", "raw": [ 1.50, {"k" : "\u00e9"} ]}"#)
        #expect(book.raw?.text == #"[1.50,{"k":"é"}]"#)
    }

    // MARK: - Cost

    /// Each level is prepared once, not once for each level above it.
    @Test func nestingCostsNoMoreThanTheDocumentIsLong() throws {
        let title = String(repeating: "x", count: 2000)
        let growth = try CostGrowth.measured(at: 240) { levels in
            String(repeating: #"{"title":"\#(title)","sequel":["#, count: levels)
                + #"{"title":"t"}"# + String(repeating: "]}", count: levels)
        } work: { document in
            _ = try ModelDecoder().decode(Book.self, from: document)
        }
        #expect(growth < CostGrowth.limit)
    }
}
