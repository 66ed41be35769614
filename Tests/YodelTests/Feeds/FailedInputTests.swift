import Foundation
import Testing
import Yodel

@Suite("Feeds whose input fails")
struct FailedInputTests {
    private struct Lost: Error {}

    /// A feed of lines or of an array, read in small blocks.
    private func feed(ofLines areLines: Bool, _ concurrency: Int) -> Feed<[Int]> {
        var feed = areLines ? Feed(of: [Int].self, in: .lines) : Feed(of: [Int].self)
        feed.concurrency = concurrency
        return feed.gathering(blockSize: 16)
    }

    /// Chunks of a text, followed by an error.
    private func failing(
        after text: Substring, chunkSize: Int = 7, with error: any Error = Lost()
    ) -> AsyncThrowingStream<ArraySlice<UInt8>, any Error> {
        AsyncThrowingStream { continuation in
            for chunk in Array(text.utf8).chunks(of: chunkSize) { continuation.yield(chunk) }
            continuation.finish(throwing: error)
        }
    }

    private static let lines = (0..<40).map { "[\($0)]\n" }.joined()
    private static let array = "[" + (0..<40).map { "[\($0)],\n" }.joined()

    @Test(
        "If a sequence fails, all complete items come first, and then its error", arguments: [1, 2, 4], [true, false])
    func sequence(concurrency: Int, areLines: Bool) async throws {
        let (text, end): (String, Character) = areLines ? (Self.lines, "\n") : (Self.array, "]")
        for count in 0...text.count {
            let text = text.prefix(count)
            let expected = text.count { $0 == end }
            let items = feed(ofLines: areLines, concurrency).items(from: failing(after: text))
            var received: [Int] = []
            await #expect(throws: Lost.self) { for try await item in items { received += item } }
            #expect(received == Array(0..<expected), "after \(count) bytes")
            #expect(items.ending == .failed)
            #expect(items.progress.items == expected)
            #expect(items.checkpoint.index == expected)
            var iterator = items.makeAsyncIterator()
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("Each view has the items before the error", arguments: [1, 2, 4])
    func views(concurrency: Int) async throws {
        let feed = feed(ofLines: true, concurrency)
        var batches = feed.items(from: failing(after: Self.lines[...])).batches(of: 100).makeAsyncIterator()
        #expect(try await batches.next() == (0..<40).map { [$0] })
        await #expect(throws: Lost.self) { try await batches.next() }
        #expect(try await batches.next() == nil)

        var results = feed.items(from: failing(after: Self.lines[...])).results.makeAsyncIterator()
        for number in 0..<40 { #expect(try await results.next()?.get().index == number) }
        await #expect(throws: Lost.self) { try await results.next() }
        #expect(try await results.next() == nil)
    }

    @Test("If the source was cancelled and the task was not, that is an error of the source", arguments: [1, 2, 4])
    func cancelledSource(concurrency: Int) async throws {
        let source = failing(after: Self.lines[...], with: CancellationError())
        let items = feed(ofLines: true, concurrency).items(from: source)
        var received: [Int] = []
        await #expect(throws: CancellationError.self) { for try await item in items { received += item } }
        #expect(received == Array(0..<40))
        #expect(items.ending == .failed)
    }

    @Test("An error in the text comes before a later error of the input, and ends the feed", arguments: [1, 2, 4])
    func badItem(concurrency: Int) async throws {
        let text = Self.lines + "[null]\n" + Self.lines
        let items = feed(ofLines: true, concurrency).items(from: failing(after: text[...], chunkSize: 1_000))
        var received: [Int] = []
        let error = await #expect(throws: ModelError.self) { for try await item in items { received += item } }
        error.expect(.nullValue, path: "$[40][0]")
        #expect(received == Array(0..<40))
        #expect(items.ending == .failed)
    }

    @Test("If a descriptor fails, a reader gives all complete items first", arguments: [1, 2, 4], [true, false])
    func descriptor(concurrency: Int, areLines: Bool) throws {
        // The last line is not yet in a block.
        let feed = feed(ofLines: areLines, concurrency).gathering(blockSize: 60)
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data((areLines ? Self.lines : Self.array).utf8))
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        var reader = feed.reader(ofDescriptor: descriptor, keeping: pipe)
        #expect(try reader.next() == [0])
        // A directory replaces the pipe: reading it is an error.
        let directory = open(NSTemporaryDirectory(), O_RDONLY)
        #expect(dup2(directory, descriptor) == descriptor)
        close(directory)
        for expected in 1..<40 { #expect(try reader.next() == [expected]) }
        for _ in 0..<2 {
            let error = #expect(throws: FeedInputError.self) { try reader.next() }
            #expect(error?.code == EISDIR)
        }
        #expect(reader.ending == .failed)
        #expect(reader.checkpoint.index == 40)
        #expect(reader.progress.items == 40)
    }
}
