import Foundation
import Testing

@testable import Yodel

/// An iterator delivers the next element on an actor with `next(isolation:)`, or without one.
@Suite("Iterators of a feed")
struct FeedIteratorTests {
    private var items: FeedItems<Int, Int> {
        Feed(of: Int.self).items(from: AsyncStream(of: [Array(#"[1, "a", "#.utf8), Array("3]".utf8)]))
    }

    private func next(of source: inout some FeedSource) async throws -> [UInt8]? {
        try await source.nextChunk(isolation: nil).map { Array($0) }
    }

    @Test("Entries, one by one")
    func entries() async throws {
        var entries = items.entries.makeAsyncIterator()
        let entry = try await entries.next()
        #expect(entry?.item == 1)
        #expect(entry?.byteRange == 1..<2)
        await #expect(throws: ModelError.self) { _ = try await entries.next() }
        #expect(try await entries.next() == nil)
    }

    @Test("Results, one by one")
    func results() async throws {
        var results = items.results.makeAsyncIterator()
        #expect(try await results.next()?.get().item == 1)
        await #expect(throws: FeedFailure.self) { try await results.next()?.get() }
        #expect(try await results.next()?.get().index == 2)
        #expect(try await results.next() == nil)
    }

    @Test("Bytes that arrive one by one, in chunks")
    func gatheredBytes() async throws {
        var source = GatheredBytes(AsyncStream(of: UInt8(0)..<100), areLines: false)
        #expect(try await next(of: &source) == Array(0..<100))
        #expect(try await next(of: &source) == nil)
    }

    @Test("The pieces of a file")
    func fileChunks() async throws {
        let file = try TemporaryFile("[10, 20]")
        var source = try FeedInput(opening: file.path, isBlocking: false)
        try source.seek(to: 4)
        #expect(try await next(of: &source) == Array(" 20]".utf8))
        #expect(try await next(of: &source) == nil)
    }

    @Test("A task that is cancelled before it waits for a pipe does not wait")
    func cancelledBefore() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let reader = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var source = FeedInput(descriptor, keeping: pipe)
            return try await next(of: &source)
        }
        #expect(try await reader.value == nil)
        try pipe.fileHandleForWriting.write(contentsOf: Data([49, 10]))
        var source = FeedInput(descriptor, keeping: pipe)
        #expect(try await next(of: &source) == [49, 10])
        try pipe.fileHandleForWriting.close()
        #expect(try await next(of: &source) == nil)
    }
}
