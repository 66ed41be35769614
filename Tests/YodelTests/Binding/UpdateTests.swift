import Foundation
import Testing

@testable import Yodel

/// An update changes the values that its document has, in place, and nothing else.
@Suite struct UpdateTests {
    struct Author: Model, Equatable {
        var name: String
        var born: Int?
        var city: String?
    }

    private struct Book: Model, Equatable {
        var title = "Dune"
        var pages: Int? = 412
        var author = Author(name: "Frank", born: 1920, city: "Tacoma")
        var editor: Author?
        var tags = ["a", "b"]
        var authors = [Author(name: "x", born: 1)]
        var ids = ["isbn": 1, "asin": 2]
        var any: JSONValue = ["k": 1, "l": 2]
        var raw: RawJSON?
        @Indirect var boxed: Author? = Author(name: "b", born: 2)
    }

    // MARK: - Updated values

    /// A rule, a book, a document, and the book after the update.
    private static let updates = [
        ("what is absent is kept", Book(), "{}", Book()),
        ("an unknown key changes nothing", Book(), #"{"unknown": {"title": "x"}}"#, Book()),
        (
            "a value is replaced", Book(), #"{"title": "Dune Messiah", "pages": 256}"#,
            Book(title: "Dune Messiah", pages: 256)
        ),
        (
            "null clears an Optional", Book(editor: Author(name: "e")),
            #"{"pages": null, "editor": null, "boxed": null}"#, Book(pages: nil, boxed: nil)
        ),
        (
            "a nested struct is updated in place", Book(), #"{"author": {"city": null, "name": "F"}}"#,
            Book(author: Author(name: "F", born: 1920, city: nil))
        ),
        (
            "so is an Optional one that is there", Book(editor: Author(name: "e", born: 3, city: "c")),
            #"{"editor": {"born": 4}}"#, Book(editor: Author(name: "e", born: 4, city: "c"))
        ),
        ("one that is nil is made whole", Book(), #"{"editor": {"name": "e"}}"#, Book(editor: Author(name: "e"))),
        ("a wrapped value is replaced", Book(), #"{"boxed": {"name": "c"}}"#, Book(boxed: Author(name: "c"))),
    ]

    @Test("A document changes the values that it has", arguments: updates)
    private func rules(_ rule: String, _ before: Book, _ json: String, _ after: Book) throws {
        #expect(try updated(before, by: json) == after)
    }

    @Test(
        "A value that does not fit is an error, and changes nothing",
        arguments: [
            (#"{"pages": 1, "title": null}"#, "title: expected String, found null (nullValue", 22),
            (#"{"author": null}"#, "author: expected Author, found null (nullValue", 11),
            (#"{"author": ["name"]}"#, "author: expected Author, found an array (typeMismatch", 11),
            (#"{"author": "name"}"#, #"author: expected Author, found the string "name" (typeMismatch"#, 11),
            (#"{"editor": {"born": 4}}"#, #"editor: missing keys: "name" (missingKeys"#, 21),
            (#"{"authors": [{"born": 2}]}"#, #"authors[0]: missing keys: "name" (missingKeys"#, 23),
            (#"{"boxed": {"born": 2}}"#, #"boxed: missing keys: "name" (missingKeys"#, 20),
        ])
    func refused(_ json: String, _ error: String, _ offset: Int) {
        var book = Book()
        #expect(refusal(updating: &book, json) == "$.\(error), line 1, column \(offset + 1), offset \(offset))")
        #expect(book == Book())
    }

    @Test("Null is a value of any JSON, and empties a collection that may be missing")
    func nullAsAValue() throws {
        struct Page: Model, Equatable {
            var any: JSONValue = 1
            var list = [1]
            var names: [String: Int] = ["a": 1]
            static let mapping = Mapping(.emptyWhenAbsent(\Page.list))
        }
        var page = Page()
        let decoder = ModelDecoder.with { $0.missingCollections = .empty }
        try decoder.update(&page, from: #"{"any": null, "list": null, "names": null}"#)
        #expect(page == Page(any: .null, list: [], names: [:]))
        page = Page()
        try decoder.update(&page, from: "{}")
        #expect(page == Page())
    }

    // MARK: - Nested models

    @Test func anOptionalOneThatIsNilAndRefusesNullIsMadeWholeToo() throws {
        struct Shelf: Model, Equatable {
            var author: Author?
            static let mapping = Mapping(.required(\Shelf.author, allowsNull: false))
        }
        var shelf = Shelf(author: nil)
        let error = modelError { try ModelDecoder().update(&shelf, from: #"{"author": {"born": 1}}"#) }
        #expect(error?.missingKeys == ["name"] && error?.path.description == "$.author")
        try ModelDecoder().update(&shelf, from: #"{"author": {"name": "a name that is on the heap", "born": 1}}"#)
        #expect(shelf == Shelf(author: Author(name: "a name that is on the heap", born: 1, city: nil)))
    }

    @Test func nestingMayBeDeepAndOptionalTwice() throws {
        struct Leaf: Model, Equatable { var a = 1, b = 2 }
        struct Branch: Model, Equatable { var leaf: Leaf?? = Leaf(), other: Leaf?? = .some(nil) }
        struct Tree: Model, Equatable { var branch: Branch? = Branch(), name = "t" }
        var tree = Tree()
        try ModelDecoder().update(&tree, from: #"{"branch": {"leaf": {"b": 3}, "other": {"a": 4, "b": 5}}}"#)
        #expect(tree.branch?.leaf == Leaf(a: 1, b: 3))
        #expect(tree.branch?.other == Leaf(a: 4, b: 5))
        try ModelDecoder().update(&tree, from: #"{"branch": {"leaf": null}}"#)
        #expect(tree.branch?.leaf == Leaf??.none)
    }

    // MARK: - Values that are replaced

    @Test func collectionsAreReplaced() throws {
        let book = try updated(
            Book(),
            by: #"{"tags": ["c"], "authors": [{"name": "y"}], "ids": {"doi": 3}, "any": {"m": 0}, "raw": [1 ]}"#)
        #expect(book == Book(tags: ["c"], authors: [Author(name: "y")], ids: ["doi": 3], any: ["m": 0], raw: book.raw))
        #expect(book.raw?.text == "[1 ]")
    }

    @propertyWrapper
    private struct Plain<Value: Equatable>: Equatable { var wrappedValue: Value }

    private struct PlainlyWrapped: Model, Equatable {
        @Plain var author: Author?
        @Plain var count: Int?
        @Plain var sure = Author(name: "s", born: 1)
    }

    /// A wrapper without other storage needs no conformance; it still counts as a wrapped value.
    @Test func plainWrappersAreReplacedToo() throws {
        var wrapped = PlainlyWrapped()
        #expect(
            refusal(updating: &wrapped, #"{"author": {"born": 2}}"#)
                == #"$.author: missing keys: "name" (missingKeys, line 1, column 22, offset 21)"#)
        #expect(wrapped == PlainlyWrapped())
        wrapped = try updated(wrapped, by: #"{"author": {"name": "a"}, "count": 3, "sure": {"name": "t"}}"#)
        #expect(wrapped == PlainlyWrapped(author: Author(name: "a"), count: 3, sure: Author(name: "t")))
        #expect(
            try updated(wrapped, by: #"{"author": null, "count": null}"#) == PlainlyWrapped(sure: Author(name: "t")))
    }

    // MARK: - Defaults and options

    @Test func anAbsentPropertyKeepsItsValueAndNeverTakesADefault() throws {
        struct Settings: DefaultedModel, Equatable {
            var theme = "light"
            var size = 12
            var mapped = "m"
            var ignored = 3
            static let mapping = Mapping(.default(\Settings.mapped, "d"), .ignore(\Settings.ignored, default: 9))
        }
        let settings = Settings(theme: "dark", size: 1, mapped: "x", ignored: 4)
        #expect(try updated(settings, by: #"{"ignored": 5}"#) == settings)
        #expect(try updated(settings, by: #"{"size": 2}"#) == Settings(theme: "dark", size: 2, mapped: "x", ignored: 4))
    }

    @Test func aNewNestedModelTakesItsDefaults() throws {
        struct Inner: DefaultedModel, Equatable { var a = 1, b = 2 }
        struct Outer: Model, Equatable { var inner: Inner? }
        #expect(try updated(Outer(), by: #"{"inner": {"b": 5}}"#) == Outer(inner: Inner(a: 1, b: 5)))
        let outer = Outer(inner: Inner(a: 7, b: 5))
        #expect(try updated(outer, by: #"{"inner": {}}"#) == outer)
    }

    @Test func aNullThatCountsAsAbsentKeeps() throws {
        struct Settings: DefaultedModel, Equatable {
            var size = 12
            var name: String? = "n"
            @Indirect var level = 1
        }
        #expect(
            try updated(
                Settings(size: 1, name: "x", level: 4), by: #"{"size": null, "name": null, "level": null}"#,
                decoder: .with { $0.nulls = .useDefault }) == Settings(size: 1, name: nil, level: 4))
    }

    @Test func keyStrategiesConversionsAndPathsApply() throws {
        struct Page: Model, Equatable {
            var pageCount = 1
            var author = "a"
            var city: String? = "c"
            static let mapping = Mapping(
                .map(\Page.author, to: "meta.author"), .map(\Page.city, to: "meta.place.city", "city"))
        }
        let decoder = ModelDecoder.with {
            $0.keys = .snakeCase
            $0.conversions = .lenient
        }
        var page = Page()
        try decoder.update(&page, from: #"{"meta": {"author": 12, "place": {}}, "page_count": "7"}"#)
        #expect(page == Page(pageCount: 7, author: "12", city: "c"))
        try decoder.update(&page, from: #"{"city": "d", "meta": {"place": {"city": "e"}}}"#)
        #expect(page.city == "e")
        try decoder.update(&page, from: #"{"city": null, "meta": {"place": {"city": "f"}}}"#)
        #expect(page.city == "f")
        try decoder.update(&page, from: #"{"meta": {"place": {"city": null}}}"#)
        #expect(page.city == nil)
    }

    @Test func ofSeveralKeysTheBestUpdatesWhateverTheirOrder() throws {
        struct Ranked: Model, Equatable {
            var author: Author
            static let mapping = Mapping(.map(\Ranked.author, to: "author", "by"))
        }
        for json in [
            #"{"author": {"born": 1}, "by": {"city": "x"}}"#, #"{"by": {"city": "x"}, "author": {"born": 1}}"#,
            #"{"author": {"born": 1}, "by": null}"#,
        ] {
            let ranked = Ranked(author: Author(name: "a", born: nil, city: "c"))
            #expect(try updated(ranked, by: json).author == Author(name: "a", born: 1, city: "c"), "\(json)")
        }
    }

    @Test func aRankedNullIsAnErrorWhereItIsNoValue() {
        struct Ranked: Model, Equatable {
            var title = "t"
            static let mapping = Mapping(.map(\Ranked.title, to: "a", "b"))
        }
        var ranked = Ranked()
        #expect(
            refusal(updating: &ranked, "{\n\"b\": null\n}")
                == "$.b: expected String, found null (nullValue, line 2, column 6, offset 7)")
        #expect(refusal(updating: &ranked, #"{"b": null, "a": "x"}"#) == "accepted")
        #expect(ranked.title == "x")
    }

    @Test func oneKeyMayUpdateSeveralProperties() throws {
        struct Shared: Model, Equatable {
            var author = Author(name: "a", born: 1)
            var copy: Author? = Author(name: "b", born: 2)
            var none: Author?
            var any: JSONValue?
            static let mapping = Mapping(
                .map(\Shared.copy, to: "author"), .map(\Shared.none, to: "author"), .map(\Shared.any, to: "author"))
        }
        func author(_ born: Int?) -> Author { Author(name: "x", born: born, city: "y") }
        #expect(
            try updated(Shared(), by: #"{"author": {"name": "x", "city": "y"}}"#)
                == Shared(author: author(1), copy: author(2), none: author(nil), any: ["name": "x", "city": "y"]))
    }

    @Test func fieldsBeyondTheSixtyFourthAreUpdated() throws {
        #expect(
            try updated(Wide(), by: #"{"f0": 100, "f64": 164, "f69": null, "nested": {"name": "y"}}"#)
                == Wide(f0: 100, f64: 164, f69: nil, nested: Author(name: "y", born: 5)))
    }

    private struct Wide: Model, Equatable {
        var f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0, f8 = 0, f9 = 0, f10 = 0, f11 = 0, f12 = 0
        var f13 = 0, f14 = 0, f15 = 0, f16 = 0, f17 = 0, f18 = 0, f19 = 0, f20 = 0, f21 = 0, f22 = 0, f23 = 0, f24 = 0
        var f25 = 0, f26 = 0, f27 = 0, f28 = 0, f29 = 0, f30 = 0, f31 = 0, f32 = 0, f33 = 0, f34 = 0, f35 = 0, f36 = 0
        var f37 = 0, f38 = 0, f39 = 0, f40 = 0, f41 = 0, f42 = 0, f43 = 0, f44 = 0, f45 = 0, f46 = 0, f47 = 0, f48 = 0
        var f49 = 0, f50 = 0, f51 = 0, f52 = 0, f53 = 0, f54 = 0, f55 = 0, f56 = 0, f57 = 0, f58 = 0, f59 = 0, f60 = 0
        var f61 = 0, f62 = 0, f63 = 63, f64 = 0, f65 = 0, f66 = 0, f67 = 0, f68 = 0
        var f69: Int? = 69
        var nested = Author(name: "x", born: 5)
    }

    // MARK: - The document

    @Test(arguments: [
        ("[]", "$: expected Author, found an array (typeMismatch, line 1, column 1, offset 0)"),
        (" 7", "$: expected Author, found the number 7 (typeMismatch, line 1, column 2, offset 1)"),
        ("null", "$: expected Author, found null (nullValue, line 1, column 1, offset 0)"),
        ("", "$: the document ends early (unexpectedEnd, line 1, column 1, offset 0)"),
    ])
    func theDocumentIsAnObject(_ json: String, _ error: String) {
        var author = Author(name: "a")
        #expect(refusal(updating: &author, json) == error)
        #expect(author == Author(name: "a"))
    }

    @Test func theDocumentMayComeAsBytesOfAnyKind() throws {
        var author = Author(name: "a")
        let json = #"{"name":"b"}"#
        try ModelDecoder().update(&author, from: Data(json.utf8))
        #expect(author.name == "b")
        try ModelDecoder().update(&author, from: Array(#"x{"name":"c"}"#.utf8).dropFirst())
        #expect(author.name == "c")
        try Array(#"{"name":"d"}"#.utf8).withUnsafeBufferPointer { try ModelDecoder().update(&author, from: $0) }
        #expect(author.name == "d")
        try ModelDecoder().update(&author, from: #"{"name":"e"}..."#.dropLast(3))
        #expect(author.name == "e")
    }

    @Test func atypeWithoutPropertiesCannotBeUpdated() throws {
        enum Color: String, Model { case red }
        var color = Color.red
        let error = try #require(throws: ModelError.self) { try ModelDecoder().update(&color, from: "{}") }
        #expect(error.code == .unsupportedType)
        #expect(error.category == .model)
    }

    // MARK: - Unchanged values

    @Test func aCopyTakenBeforeIsNotChanged() throws {
        let editor = Author(name: "a long name, which is stored on the heap", city: "another long text on the heap")
        var book = Book(editor: editor)
        let before = book
        let patch = #"""
            {"title": "a new title, which is stored on the heap", "editor": {"city": null, "name": "short"},
             "tags": [], "ids": {}, "author": {"name": "x"}, "boxed": {"name": "y"}}
            """#
        try ModelDecoder().update(&book, from: patch)
        #expect(before == Book(editor: editor))
        #expect(book.editor == Author(name: "short"))
    }

    @Test func elementsInACollectionAreUpdatedWhereTheyStand() throws {
        var books = [Book(), Book()]
        let before = books
        try ModelDecoder().update(&books[1], from: #"{"author": {"name": "x"}}"#)
        #expect(books[0] == Book())
        #expect(books[1].author.name == "x")
        #expect(before == [Book(), Book()])
    }

    /// The same with several keys as with one.
    @Test func aNullIsNoUpdateWhereThereIsNoDefault() throws {
        struct Pair: Model, Equatable {
            var one: Int
            var two: Int
            var three = 3
            static let mapping = Mapping(
                .map(\Pair.two, to: "two", "zwei"), .map(\Pair.three, to: "three", "drei"), .default(\Pair.three, 3))
        }
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        for key in ["one", "two", "zwei"] {
            var pair = Pair(one: 1, two: 2, three: 4)
            let error = #expect(throws: ModelError.self) { try decoder.update(&pair, from: "{\"\(key)\": null}") }
            error.expect(.nullValue, path: "$.\(key)")
            #expect(pair == Pair(one: 1, two: 2, three: 4))
        }
        #expect(
            try updated(
                Pair(one: 1, two: 2, three: 4), by: #"{"drei": null, "two": null, "zwei": 5}"#, decoder: decoder)
                == Pair(one: 1, two: 5, three: 4))
    }

    /// A model that is updated in place counts as received, too.
    @Test func aNullBesideAModelUnderItsOtherKeyIsNoError() throws {
        struct Outer: Model, Equatable {
            struct Inner: Model, Equatable { var x: Int }
            var inner: Inner
            static let mapping = Mapping(.map(\Outer.inner, to: "a", "b"))
        }
        for nulls in [NullPolicy.error, .useDefault] {
            let decoder = ModelDecoder.with { $0.nulls = nulls }
            for json in [
                #"{"a": null, "b": {"x": 5}}"#, #"{"b": null, "a": {"x": 5}}"#, #"{"a": {"x": 5}, "b": null}"#,
            ] {
                var outer = Outer(inner: Outer.Inner(x: 1))
                try decoder.update(&outer, from: json)
                #expect(outer.inner.x == 5, "\(json)")
                #expect(try decoder.decode(Outer.self, from: json) == outer)
            }
            var outer = Outer(inner: Outer.Inner(x: 1))
            #expect(throws: ModelError.self) { try decoder.update(&outer, from: #"{"b": null}"#) }
            #expect(outer.inner.x == 1)
        }
    }

    @Test func observersAreNotCalled() throws {
        var observed = Observed(value: 1, other: 2)
        try ModelDecoder().update(&observed, from: #"{"value": 5, "computed": 3}"#)
        #expect(observed.value == 5)
        #expect(observed.other == 2)
    }

    private struct Observed: Model {
        var value: Int { didSet { Issue.record("an observer is called") } }
        var other: Int
        var computed: Int {
            get {
                Issue.record("a computed property is read")
                return value
            }
            set { Issue.record("a computed property is written: \(newValue)") }
        }
    }
}
