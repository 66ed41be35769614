import Testing

@testable import Yodel

/// A duplicate key in an object: the last value counts, or the first, or it is an error.
@Suite struct DuplicateKeyTests {
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

    /// Documents, with a mark before the first key that is there again, its path, and the value if the last one counts
    /// and if the first one does.
    private static let cases = [
        (#"{"title": "a", ▸"title": "b"}"#, "$.title", Book(title: "b"), Book(title: "a")),
        (#"{"title": "a", ▸"title": null}"#, "$.title", Book(), Book(title: "a")),
        (#"{"title": null, ▸"title": "b"}"#, "$.title", Book(title: "b"), Book()),
        (#"{"title": "a", ▸"title": "b", "title": "c"}"#, "$.title", Book(title: "c"), Book(title: "a")),
        (
            #"{"author": {"name": "a", "born": 1}, ▸"author": {"name": "b"}}"#, "$.author",
            Book(author: Author(name: "b")), Book(author: Author(name: "a", born: 1))
        ),
        (
            #"{"author": {"name": "a", ▸"name": "b"}}"#, "$.author.name", Book(author: Author(name: "b")),
            Book(author: Author(name: "a"))
        ),
        (#"{"author": null, ▸"author": {"name": "b"}}"#, "$.author", Book(author: Author(name: "b")), Book()),
        (
            #"{"tags": ["a", "b"], "title": "t", ▸"tags": ["c"]}"#, "$.tags", Book(title: "t", tags: ["c"]),
            Book(title: "t", tags: ["a", "b"])
        ),
        (#"{"ids": {"x": 1}, ▸"ids": {"y": 2}}"#, "$.ids", Book(ids: ["y": 2]), Book(ids: ["x": 1])),
        (#"{"ids": {"x": 1, "y": 2, ▸"x": 3}}"#, "$.ids.x", Book(ids: ["x": 3, "y": 2]), Book(ids: ["x": 1, "y": 2])),
        (#"{"pages": 1, ▸"pages": 2}"#, "$.pages", Book(pages: 2), Book(pages: 1)),
    ]

    @Test(arguments: cases)
    private func theLastValueCountsByDefaultTheFirstOrNoneIfWished(
        _ marked: String, _ path: String, _ last: Book, _ first: Book
    ) {
        let json = marked.replacing("▸", with: "")
        expectDecoded(Book.self, json, as: last)
        expectDecoded(Book.self, json, as: first, decoder: Self.first)
        expectErrorAtMark(.duplicateKey, path: path, decoding: Book.self, marked, decoder: Self.error)
    }

    @Test func theSameKeyInDifferentObjectsIsNoDuplicate() throws {
        let json = #"[{"title": "a", "author": {"name": "x"}}, {"title": "b", "author": {"name": "y"}}]"#
        #expect(try decodeEveryWay([Book].self, json, decoder: Self.error).count == 2)
    }

    @Test func keysAreTheSameWhenTheyReadTheSame() {
        expectErrorAtMark(
            .duplicateKey, path: "$.title", decoding: Book.self, #"{"title": "a", ▸"t\u0069tle": "b"}"#,
            decoder: Self.error)
        let decoder = ModelDecoder.with {
            $0.duplicateKeys = .error
            $0.keys = .caseInsensitive
        }
        expectErrorAtMark(.duplicateKey, decoding: Book.self, #"{"title": "a", ▸"TITLE": "b"}"#, decoder: decoder)
    }

    @Test func unknownKeysMayRepeat() throws {
        #expect(try decodeEveryWay(Book.self, #"{"x": 1, "x": [], "title": "a"}"#, decoder: Self.error).title == "a")
    }

    @Test func theValueThatDoesNotCountHasToBeRightWhereItIsDecoded() {
        expectErrorAtMark(.typeMismatch, path: "$.title", decoding: Book.self, #"{"title": ▸1, "title": "b"}"#)
        expectDecoded(#"{"title": "a", "title": 1}"#, as: Book(title: "a"), decoder: Self.first)
        #expect(
            refusal(of: Book.self, #"{"title": "a", "title": 01}"#, decoder: Self.first).contains("(invalidNumber, "))
    }

    @Test func propertiesOfAClassAreTreatedAlike() {
        let json = #"{"name": "a", "name": "b"}"#
        expectDecoded(ClassModelTests.Leaf.self, json, as: "b", comparing: \.name)
        expectDecoded(ClassModelTests.Leaf.self, json, as: "a", decoder: Self.first, comparing: \.name)
        expectErrorAtMark(
            .duplicateKey, path: "$.name", decoding: ClassModelTests.Leaf.self, #"{"name": "a", ▸"name": "b"}"#,
            decoder: Self.error)
    }

    @Test func rawJSONIsKeptAsItIs() throws {
        let json = #"[{"a": 1, "a": 2}]"#
        #expect(try decodeEveryWay([RawJSON].self, json, decoder: Self.error)[0].text == #"{"a": 1, "a": 2}"#)
    }
}
