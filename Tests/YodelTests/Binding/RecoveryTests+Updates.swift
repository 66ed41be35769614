import Testing

@testable import Yodel

extension RecoveryTests {
    /// Values of an update that do not match.
    @Suite struct Updates {
        private struct Book: Model, Equatable {
            var title: String?
            var author: Author?
            var tags: [String]?
            static let mapping = Mapping(.onBadElement(\Book.tags, .drop))
        }

        private static let tolerant = ModelDecoder.with { $0.mismatches = .useDefault }
        private static let before = Book(title: "t", author: Author(name: "n", born: 1), tags: ["a"])

        private func updated(_ json: String, decoder: ModelDecoder = tolerant) throws -> Book {
            var results: [Book] = []
            for parser in Parser.all {
                var decoder = decoder
                decoder.parser = parser
                var book = Self.before
                try decoder.update(&book, from: json)
                results.append(book)
            }
            #expect(results[0] == results.last)
            return results[0]
        }

        @Test(arguments: [
            #"{"title":7}"#, #"{"title":[{"title":"x"}]}"#, #"{"author":7}"#, #"{"author":[{}]}"#,
            #"{"author":{"name":[]}}"#, #"{"author":{"born":"x"}}"#, #"{"tags":"x"}"#,
            #"{"author":{"born":2,"name":{"a":[]},"born":3}}"#,
        ])
        func theFieldKeepsItsValue(_ json: String) throws {
            #expect(try updated(json) == Self.before)
        }

        @Test func therestOfTheUpdateTakesPlace() throws {
            var expected = Self.before
            expected.author?.born = 2
            expected.tags = ["b", "c"]
            #expect(try updated(#"{"title":7,"author":{"born":2},"tags":["b",7,"c"]}"#) == expected)
            expected = Self.before
            expected.title = "u"
            #expect(try updated(#"{"author":{"born":2,"name":null},"title":"u"}"#) == expected)
        }

        @Test func instancesOfClassesAreLeftAloneToo() throws {
            final class Node: DefaultedModel {
                var name = ""
                var size: Int = 0
                var next: Node?
                static let mapping = Mapping(.onMismatch(\Node.next, .useDefault))
                init() {}
            }
            let last = Node(), middle = Node(), first = Node()
            (last.name, middle.name, first.name) = ("c", "b", "a")
            (first.next, middle.next) = (middle, last)
            var root = first
            let report = DecodingReport()
            let decoder = ModelDecoder.with { $0.report = report }
            // The staged changes of inner models are discarded with the one that fails.
            try decoder.update(
                &root, from: #"{"name":"A","next":{"next":{"name":"C"},"name":"B","size":"x"},"size":1}"#)
            #expect([first.name, middle.name, last.name] == ["A", "b", "c"])
            #expect(first.size == 1 && first.next === middle && middle.next === last)
            #expect(report.errors.map(\.path.description) == ["$.next.size"])
            // They can still be updated.
            try decoder.update(
                &root, from: #"{"next":{"next":{"name":"C"},"size":"x"},"next":{"next":{"size":3},"name":"B"}}"#)
            #expect([first.name, middle.name, last.name] == ["A", "B", "c"])
            #expect(last.size == 3)
        }

        @Test func anErrorElsewhereLeavesEverythingAsItWas() {
            var book = Self.before
            #expect(throws: ModelError.self) {
                try Self.tolerant.update(&book, from: #"{"title":"u","author":{"name":7},"tags":["x",}"#)
            }
            #expect(book == Self.before)
        }
    }
}
