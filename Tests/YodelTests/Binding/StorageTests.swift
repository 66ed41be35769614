import Testing

@testable import Yodel

/// Values are written to their storage, whatever the declaration around them.
@Suite struct StorageTests {
    // MARK: - Code that is not called

    private struct Watched: Model {
        nonisolated(unsafe) static var calls = 0

        var value: Int { didSet { Self.calls += 1 } }
        private(set) var hidden: Int { willSet { Self.calls += 1 } }
        let fixed: Int
        var computed: Int {
            get { fixed }
            set { Self.calls += newValue }
        }

        init(value: Int) {
            Self.calls += 1
            (self.value, hidden, fixed) = (value, value, value)
        }
    }

    @Test func initialisersAndObserversOfAStructAreNotCalled() throws {
        Watched.calls = 0
        let watched = try decodeEveryWay(Watched.self, #"{"value": 1, "hidden": 2, "fixed": 3, "computed": 4}"#) {
            "\($0)"
        }
        #expect((watched.value, watched.hidden, watched.fixed) == (1, 2, 3))
        #expect(Watched.calls == 0)
    }

    private class WatchedObject: DefaultedModel {
        nonisolated(unsafe) static var made = 0
        nonisolated(unsafe) static var changes = 0

        var value = 0 { didSet { Self.changes += 1 } }
        lazy var late = 7

        required init() { Self.made += 1 }
    }

    @Test func anObjectIsMadeByInitAndItsPropertiesAreThenWritten() throws {
        WatchedObject.made = 0
        WatchedObject.changes = 0
        let objects = try ModelDecoder().decode(
            [WatchedObject].self, from: #"[{"value": 1}, {}, {"late": 9, "value": 2}]"#)
        #expect(objects.map(\.value) == [1, 0, 2])
        #expect(objects.map(\.late) == [7, 7, 7])
        #expect(WatchedObject.made == 3)
        #expect(WatchedObject.changes == 0)
    }

    // MARK: - Moving

    /// Swift moves such values with a function, never by copying their bytes.
    @Test func weakReferencesSurviveAGrowingArray() throws {
        let target = Life()
        let json = "[" + Array(repeating: "1", count: 300).joined(separator: ",") + "]"
        let references = try WeakReference.$target.withValue(target) {
            try ModelDecoder().decode([WeakReference].self, from: json)
        }
        #expect(references.count == 300)
        #expect(references.allSatisfy { $0.object === target })
    }

    @Test func longArraysGrow() throws {
        struct Item: Model, Equatable {
            var name: String
            var tags: [String]?
            var size: Int8?
        }
        let items = (0..<500).map {
            Item(
                name: "a name on the heap, number \($0)", tags: $0 % 3 == 0 ? nil : ["t\($0)"],
                size: $0 % 2 == 0 ? nil : 1)
        }
        let json = items.map { item in
            let tags = item.tags.map { #", "tags": ["\#($0[0])"]"# } ?? ""
            return #"{"name": "\#(item.name)"\#(tags), "size": \#(item.size.map { "\($0)" } ?? "null")}"#
        }
        #expect(try ModelDecoder().decode([Item].self, from: "[\(json.joined(separator: ","))]") == items)
        let members = json.enumerated().map { #""key \#($0)": \#($1)"# }
        let dictionary = try ModelDecoder().decode([String: Item].self, from: "{\(members.joined(separator: ","))}")
        #expect(dictionary.count == items.count)
        #expect(items.indices.allSatisfy { dictionary["key \($0)"] == items[$0] })
    }

    @Test func deepDocumentsMoveTheStack() throws {
        struct Node: Model {
            var value: Int
            @Indirect var first: Node?
            var others: [String: [Node]]?
        }
        let depth = 60
        let json = (0..<depth).reversed().reduce("null") { inner, level in
            inner == "null"
                ? #"{"value": \#(level)}"#
                : #"{"first": \#(inner), "others": {"k": [\#(level % 20 == 0 ? inner : #"{"value": 1}"#)]}, "value": \#(level)}"#
        }
        var node: Node? = try ModelDecoder().decode(Node.self, from: json)
        var values: [Int] = []
        while let current = node {
            values.append(current.value)
            node = current.first
        }
        #expect(values == Array(0..<depth))
    }

    @Test func fieldsOfSizeZeroStandAnywhere() {
        enum Kind: String { case book }
        struct Nothing: Model, Equatable {}
        struct Book: Model, Equatable {
            var title: String
            var kind: Kind
            var nothing: Nothing
            var pages: Int
            var kinds: [Kind]
            var other: Kind?
        }
        let json =
            #"{"title": "a", "kind": "book", "nothing": {"x": 1}, "pages": 3, "kinds": ["book", "book"], "other": null}"#
        let expected = Book(title: "a", kind: .book, nothing: Nothing(), pages: 3, kinds: [.book, .book], other: nil)
        expectDecoded(Book.self, json, as: expected)
        #expect(refusal(of: Book.self, #"{"kind": "film"}"#).contains("(invalidValue, "))
    }
}

private struct WeakReference: ModelScalar {
    @TaskLocal static var target: Life?

    weak var object: Life?

    init(scalar: JSONScalar) {
        object = Self.target
    }

    var scalar: JSONScalar { .number(1) }
}
