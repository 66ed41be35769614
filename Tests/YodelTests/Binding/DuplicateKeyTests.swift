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

    private struct Case: CustomTestStringConvertible {
        /// The document, with a mark before the first key that is there again.
        var marked: String
        var path: String
        var last: Book
        var first: Book
        var json: String { marked.replacing("▸", with: "") }
        var testDescription: String { json }
    }

    private static let cases = [
        Case(
            marked: #"{"title": "a", ▸"title": "b"}"#, path: "$.title", last: Book(title: "b"),
            first: Book(title: "a")),
        Case(
            marked: #"{"title": "a", ▸"title": null}"#, path: "$.title", last: Book(), first: Book(title: "a")),
        Case(
            marked: #"{"title": null, ▸"title": "b"}"#, path: "$.title", last: Book(title: "b"), first: Book()),
        Case(
            marked: #"{"title": "a", ▸"title": "b", "title": "c"}"#, path: "$.title", last: Book(title: "c"),
            first: Book(title: "a")),
        Case(
            marked: #"{"author": {"name": "a", "born": 1}, ▸"author": {"name": "b"}}"#, path: "$.author",
            last: Book(author: Author(name: "b")), first: Book(author: Author(name: "a", born: 1))),
        Case(
            marked: #"{"author": {"name": "a", ▸"name": "b"}}"#, path: "$.author.name",
            last: Book(author: Author(name: "b")), first: Book(author: Author(name: "a"))),
        Case(
            marked: #"{"author": null, ▸"author": {"name": "b"}}"#, path: "$.author",
            last: Book(author: Author(name: "b")), first: Book()),
        Case(
            marked: #"{"tags": ["a", "b"], "title": "t", ▸"tags": ["c"]}"#, path: "$.tags",
            last: Book(title: "t", tags: ["c"]), first: Book(title: "t", tags: ["a", "b"])),
        Case(
            marked: #"{"ids": {"x": 1}, ▸"ids": {"y": 2}}"#, path: "$.ids", last: Book(ids: ["y": 2]),
            first: Book(ids: ["x": 1])),
        Case(
            marked: #"{"ids": {"x": 1, "y": 2, ▸"x": 3}}"#, path: "$.ids.x", last: Book(ids: ["x": 3, "y": 2]),
            first: Book(ids: ["x": 1, "y": 2])),
        Case(marked: #"{"pages": 1, ▸"pages": 2}"#, path: "$.pages", last: Book(pages: 2), first: Book(pages: 1)),
    ]

    @Test(arguments: cases)
    private func theLastValueCountsByDefaultTheFirstOrNoneIfWished(_ duplicate: Case) {
        expectDecoded(Book.self, duplicate.json, as: duplicate.last)
        expectDecoded(Book.self, duplicate.json, as: duplicate.first, decoder: Self.first)
        expectErrorAtMark(
            .duplicateKey, path: duplicate.path, decoding: Book.self, duplicate.marked, decoder: Self.error)
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
        expectErrorAtMark(
            .duplicateKey, decoding: Book.self, #"{"title": "a", ▸"TITLE": "b"}"#, decoder: decoder)
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

    @Test func propertiesOfAClassAreTreatedAlike() throws {
        let json = #"{"name": "a", "name": "b"}"#
        #expect(try decodeEveryWay(Person.self, json, comparing: \.name).name == "b")
        #expect(try decodeEveryWay(Person.self, json, decoder: Self.first, comparing: \.name).name == "a")
        expectErrorAtMark(
            .duplicateKey, path: "$.name", decoding: Person.self, #"{"name": "a", ▸"name": "b"}"#, decoder: Self.error)
    }

    private final class Person: DefaultedModel {
        var name = ""
        init() {}
    }

    @Test func rawJSONIsKeptAsItIs() throws {
        let json = #"[{"a": 1, "a": 2}]"#
        #expect(try decodeEveryWay([RawJSON].self, json, decoder: Self.error)[0].text == #"{"a": 1, "a": 2}"#)
    }
}
