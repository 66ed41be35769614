import Synchronization
import Testing

@testable import Yodel

@Suite("Documents from asynchronous chunks")
struct ChunkedDecodingTests {
    struct Book: Model, Codable, Equatable {
        var title: String
        var pages: [Int]
    }

    private static let json = #"{"title": "é", "pages": [1, 2]}"#
    private let json = Self.json
    private let book = Book(title: "é", pages: [1, 2])

    private func chunks(_ json: String, of size: Int) -> AsyncStream<[UInt8]> {
        AsyncStream(of: Array(json.utf8).chunks(of: size).map { Array($0) })
    }

    @Test("They are decoded like whole documents, by tables and by init(from:)", arguments: [1, 2, 7, 1_000])
    func sizes(size: Int) async throws {
        #expect(try await ModelDecoder().decode(Book.self, from: chunks(json, of: size)) == book)
        let codable = YodelJSONDecoder()
        #expect(try await codable.decode(Book.self, from: chunks(json, of: size)) == book)
        codable.decodesModelsByTable = false
        #expect(try await codable.decode(Book.self, from: chunks(json, of: size)) == book)
    }

    @Test(
        "A document that ends early, or has text after it, is an error",
        arguments: [String(json.dropLast()), json + "]", ""])
    func brokenDocuments(_ broken: String) async {
        await #expect(throws: ModelError.self) {
            try await ModelDecoder().decode(Book.self, from: chunks(broken, of: 3))
        }
        await #expect(throws: DecodingError.self) {
            try await YodelJSONDecoder().decode(Book.self, from: chunks(broken, of: 3))
        }
    }

    /// Counts the chunks that are read of an endless document.
    private final class Endless: AsyncSequence, AsyncIteratorProtocol {
        typealias Element = [UInt8]
        private(set) var count = 0
        let chunk: [UInt8]

        init(_ chunk: String) { self.chunk = Array(chunk.utf8) }
        func makeAsyncIterator() -> Endless { self }
        func next() async -> [UInt8]? { await next(isolation: nil) }
        func next(isolation: isolated (any Actor)?) async -> [UInt8]? {
            count += 1
            return count > 1_000 ? nil : chunk
        }
    }

    @Test("No chunk is read after the document has failed")
    func endless() async throws {
        let models = ModelDecoder.with { $0.limits.documentBytes = 100 }
        let spaces = Endless(String(repeating: " ", count: 30))
        await #expect(throws: ModelError.self) { try await models.decode(Book.self, from: spaces) }
        #expect(spaces.count == 4)
        let wrong = Endless("[[[[")
        await #expect(throws: ModelError.self) { try await ModelDecoder().decode(Book.self, from: wrong) }
        #expect(wrong.count == 1)
        let codable = YodelJSONDecoder.with { $0.limits.documentBytes = 100 }
        let more = Endless(String(repeating: " ", count: 30))
        do {
            _ = try await codable.decode(Book.self, from: more)
            Issue.record("accepted")
        } catch DecodingError.dataCorrupted(let context) {
            #expect((context.underlyingError as? ModelError)?.code == .documentLimit)
        }
        #expect(more.count == 4)
    }

    @Test("A caller that receives chunks pushes them", arguments: [1, 3, 1_000])
    func pushed(size: Int) throws {
        let bytes = Array(json.utf8)
        let codable = YodelJSONDecoder.with { $0.decodesModelsByTable = false }
        var decoder = codable.gatheringDecoder(of: Book.self)
        var incremental = ModelDecoder().incrementalDecoder(of: Book.self)
        for chunk in bytes.chunks(of: size) {
            try decoder.feed(chunk)
            try incremental.feed(chunk)
        }
        #expect(try decoder.finish() == book)
        #expect(try incremental.finish() == book)
    }

    /// Contiguous bytes, which must not be read one by one.
    private struct InOnePlace: Sequence {
        let bytes: [UInt8]

        func makeIterator() -> IndexingIterator<[UInt8]> {
            Issue.record("read byte by byte")
            return bytes.makeIterator()
        }

        func withContiguousStorageIfAvailable<Result>(
            _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
        ) rethrows -> Result? {
            try bytes.withUnsafeBufferPointer(body)
        }
    }

    @Test("Contiguous bytes are not read one by one, in any way")
    func inOnePlace() async throws {
        let bytes = Array(json.utf8)
        let whole = InOnePlace(bytes: bytes)
        let pieces = [InOnePlace(bytes: Array(bytes.prefix(10))), InOnePlace(bytes: Array(bytes.dropFirst(10)))]
        func chunks() -> AsyncStream<InOnePlace> { AsyncStream(of: pieces) }
        let models = ModelDecoder()
        let codable = YodelJSONDecoder()
        #expect(try models.decode(Book.self, from: whole) == book)
        #expect(try await models.decode(Book.self, from: chunks()) == book)
        #expect(try await codable.decode(Book.self, from: chunks()) == book)
        var updated = book
        try models.update(&updated, from: whole)
        var incremental = models.incrementalDecoder(of: Book.self)
        var gathering = codable.gatheringDecoder(of: Book.self)
        for piece in pieces {
            try incremental.feed(piece)
            try gathering.feed(piece)
        }
        #expect(try incremental.finish() == book)
        #expect(try gathering.finish() == book)
        let feed = Feed(of: Book.self, in: .concatenated)
        var parser = feed.parser()
        for piece in pieces { parser.feed(piece) }
        parser.finish()
        #expect(try parser.next() == book)
        var reader = feed.reader(of: whole)
        #expect(try reader.next() == book)
        for try await item in feed.items(from: chunks()) { #expect(item == book) }
    }

    @Test("Bytes beyond the limit are not kept, for any chunks")
    func tooMany() {
        let codable = YodelJSONDecoder.with { $0.limits.documentBytes = 40 }
        for size in [1, 7, 41, 500] {
            var decoder = codable.gatheringDecoder(of: JSONValue.self)
            var taken = 0
            #expect(throws: DecodingError.self) {
                while taken < 500 {
                    try decoder.feed(repeatElement(UInt8(ascii: " "), count: size))
                    taken += size
                }
            }
            #expect(taken <= 40)
            let kept = decoder.document.count
            #expect(kept == 41)
        }
        var exact = codable.gatheringDecoder(of: [Int].self)
        #expect(throws: Never.self) { try exact.feed(Array(("[1]" + String(repeating: " ", count: 37)).utf8)) }
    }

    @Test("A task that is cancelled gets no value")
    func cancellation() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ModelDecoder().decode(Book.self, from: chunks(json, of: 5))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let other = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await YodelJSONDecoder().decode(Book.self, from: chunks(json, of: 5))
        }
        await #expect(throws: CancellationError.self) { try await other.value }
    }

    /// How many chunks have been asked for.
    private final class Asked: Sendable {
        private let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    /// Chunks of a document that does not end, of which the third cancels the task that asks for it.
    private struct EndlessChunks: AsyncSequence, AsyncIteratorProtocol {
        let asked: Asked

        func makeAsyncIterator() -> EndlessChunks { self }

        func next() async -> [UInt8]? {
            let count = asked.add()
            if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            return count > 100 ? nil : [UInt8(ascii: " ")]
        }
    }

    @Test("A task that is cancelled asks for no more chunks, even if their source goes on", arguments: [true, false])
    func cancelledBetweenChunks(decodes: Bool) async {
        let asked = Asked()
        let task = Task {
            let chunks = EndlessChunks(asked: asked)
            if decodes { return try await ModelDecoder().decode(Int.self, from: chunks) }
            return try await YodelJSONDecoder().decode(Int.self, from: chunks)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(asked.value == 3)
    }
}
