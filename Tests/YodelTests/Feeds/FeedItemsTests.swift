import Foundation
import Testing

@testable import Yodel

@Suite("Feeds from asynchronous sequences")
struct FeedItemsTests {
    private static let json = Array("[" + (0..<100).map { "\($0)" }.joined(separator: ", ") + "]")

    private static func Array(_ text: String) -> [UInt8] { Swift.Array(text.utf8) }

    /// Chunks of a document, with a count of those requested.
    private struct Chunks: AsyncSequence, Sendable {
        let chunks: [[UInt8]]
        let taken = Locked(0)
        var failure: (any Error & Sendable)?
        /// How long the first chunk takes.
        var delay = Duration.zero

        init(_ bytes: [UInt8], size: Int) {
            chunks = bytes.chunks(of: size).map { Swift.Array($0) }
        }

        struct Iterator: AsyncIteratorProtocol {
            var next = 0
            let all: Chunks

            mutating func next() async throws -> [UInt8]? {
                if next.isMultiple(of: 3) { await Task.yield() }
                guard next < all.chunks.count else {
                    if let failure = all.failure { throw failure }
                    return nil
                }
                next += 1
                all.taken.withLock { $0 += 1 }
                let chunk = all.chunks[next - 1]
                if next == 1, all.delay > .zero { try await Task.sleep(for: all.delay) }
                return chunk
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(all: self) }
    }

    @Test("Items arrive in order, whatever the chunks", arguments: [1, 2, 7, 64, 1_000])
    func items(size: Int) async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.json, size: size))
        var received: [Int] = []
        for try await item in items { received.append(item) }
        #expect(received == Swift.Array(0..<100))
        #expect(items.ending == .complete)
        #expect(items.progress.items == 100)
        #expect(items.progress.bytes == Self.json.count)
    }

    @Test("No chunk is requested while the last one still has items")
    func backPressure() async throws {
        let chunks = Chunks(Self.json, size: 10)
        var iterator = Feed(of: Int.self).items(from: chunks).makeAsyncIterator()
        #expect(try await iterator.next() == 0)
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        #expect(chunks.taken.withLock(\.self) == 1)
        _ = try await iterator.next()
        #expect(chunks.taken.withLock(\.self) == 2)
    }

    @Test("A large chunk is decoded a slice at a time")
    func slices() async throws {
        let json = Self.Array("[" + Swift.Array(repeating: "1234567", count: 100_000).joined(separator: ",") + "]")
        let items = Feed(of: Int.self).items(from: Chunks(json, size: json.count))
        var iterator = items.makeAsyncIterator()
        _ = try await iterator.next()
        #expect(items.progress.items < 10_000)
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 100_000)
    }

    @Test("Other views continue where one has stopped, and stopping reports that the rest was not read")
    func views() async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.json, size: 5))
        for try await item in items.prefix(3) { #expect(item < 3) }
        for try await entry in items.entries.prefix(2) { #expect(entry.index == entry.item && entry.item < 5) }
        var batches = items.batches(of: 10).makeAsyncIterator()
        #expect(try await batches.next() == Swift.Array(5..<15))
        #expect(items.ending == nil)
        items.stop()
        #expect(items.ending == .stopped)
        #expect(try await batches.next() == nil)
    }

    @Test("Each view has the progress, checkpoint and ending of the pass, and can stop it")
    func pass() async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.json, size: 20))
        let (entries, batches) = (items.entries, items.batches(of: 3))
        #expect(try await entries.first { _ in true }?.item == 0)
        #expect(try await batches.first { _ in true } == [1, 2, 3])
        #expect(entries.checkpoint == items.checkpoint)
        #expect(entries.checkpoint.index == 4)
        #expect(entries.checkpoint.offset == 11)
        #expect(batches.progress == items.progress)
        #expect(batches.progress.items == 6)
        #expect(batches.ending == nil)
        batches.stop()
        #expect(entries.ending == .stopped)
        #expect(items.checkpoint.index == 4)
        #expect(try await items.first { _ in true } == nil)
        #expect(try await entries.first { _ in true } == nil)
        #expect(try await batches.first { _ in true } == nil)
        #expect(items.checkpoint.index == 4)
    }

    @Test("A batch takes the decoded items, and requests a chunk only when it needs one")
    func batchesAndChunks() async throws {
        let chunks = Chunks(Self.json, size: 20)
        var batches = Feed(of: Int.self).items(from: chunks).batches(of: 3).makeAsyncIterator()
        #expect(try await batches.next() == [0, 1, 2])
        #expect(try await batches.next() == [3, 4, 5])
        #expect(chunks.taken.withLock(\.self) == 1)
        #expect(try await batches.next() == [6, 7, 8])
        #expect(chunks.taken.withLock(\.self) == 2)
        // A batch longer than several chunks.
        var all = Feed(of: Int.self).items(from: Chunks(Self.json, size: 20)).batches(of: .max).makeAsyncIterator()
        #expect(try await all.next() == Swift.Array(0..<100))
        #expect(try await all.next() == nil)
    }

    @Test("While a batch waits for a chunk, the checkpoint is before its items")
    @MainActor
    func checkpointOfBatch() async throws {
        let chunks = CheckedChunks(["[1, 2, ", "3, 4, ", "5]"].map(Self.Array), of: Feed(of: Int.self))
        var batches: [[Int]] = []
        for try await batch in chunks.items.batches(of: 3) { batches.append(batch) }
        #expect(batches == [[1, 2, 3], [4, 5]])
        #expect(chunks.checkpoints.map(\.index) == [0, 0, 3, 3])
        #expect(chunks.items.checkpoint.index == 5)
    }

    /// A feed that another thread helps to read, and a second task that takes a batch while the first one's waits.
    @MainActor
    private final class TwoBatches {
        private let threads = FeedThreads(mostIdle: 1)
        private let isWaiting = DispatchSemaphore(value: 0)
        private var chunks = ["1\n2\n3\n", "4\n"][...]
        private(set) var items: FeedItems<Int, Int>!
        private(set) var log: [String] = []

        init() {
            var feed = Feed(of: Int.self, in: .lines) { [isWaiting] number -> Int in
                // The other thread has read nothing when the first batch begins to wait.
                if number == 2 { isWaiting.wait() }
                return number
            }
            .gathering(blockSize: 4)
            feed.concurrency = 2
            feed.options.threads = threads
            items = feed.items(from: AsyncStream { await self.next() })
        }

        private func next() async -> [UInt8]? {
            if chunks.count == 1 {
                isWaiting.signal()
                while threads.counts.idle == 0 { sched_yield() }
                await Task { await takeBatch() }.value
            }
            return chunks.popFirst().map(FeedItemsTests.Array)
        }

        func takeBatch() async {
            var batches = items.batches(of: 2).makeAsyncIterator()
            let batch = try? await batches.next(isolation: MainActor.shared)
            log.append("\(batch ?? []), then at \(items.checkpoint.index)")
        }
    }

    @Test("A batch of another task does not move the checkpoint beyond one that waits for a chunk")
    @MainActor
    func checkpointOfTwoBatches() async {
        let pass = TwoBatches()
        await pass.takeBatch()
        #expect(pass.log == ["[2, 3], then at 0", "[1, 4], then at 4"])
    }

    @Test("A batch has the items on both sides of a failure")
    func batchesAroundFailures() async throws {
        let feed = Feed(of: Int.self).droppingBadItems
        let json = Self.Array(#"["a", 1, 2, "b", "c", 3, 4, 5, "d"]"#)
        for size in [1, 5, 100] {
            let items = feed.items(from: Chunks(json, size: size))
            var batches = items.batches(of: 4).makeAsyncIterator()
            #expect(try await batches.next() == [1, 2, 3, 4])
            #expect(items.checkpoint.index == 7)
            #expect(try await batches.next() == [5])
            #expect(try await batches.next() == nil)
            #expect(items.ending == .complete)
            #expect(items.progress.failures == 4)
        }
    }

    @Test("The last batch has the remaining items, and an error follows the gathered ones")
    func batches() async throws {
        var batches = Feed(of: Int.self).items(from: Chunks(Self.json, size: 9)).batches(of: 60).makeAsyncIterator()
        #expect(try await batches.next()?.count == 60)
        #expect(try await batches.next() == Swift.Array(60..<100))
        #expect(try await batches.next() == nil)
        for size in [2, 3] {
            let items = Feed(of: Int.self).items(from: Chunks(Self.Array("[1, 2, {}]"), size: 4))
            var broken = items.batches(of: size).makeAsyncIterator()
            #expect(try await broken.next() == [1, 2])
            await #expect(throws: ModelError.self) { try await broken.next() }
            #expect(try await broken.next() == nil)
        }
    }

    @Test("An error after a batch is thrown by the next view that is used")
    func errorsAfterBatches() async throws {
        struct Lost: Error {}
        var chunks = Chunks(Self.Array("[1, 2, "), size: 3)
        chunks.failure = Lost()
        for makesBatches in [true, false] {
            let items = Feed(of: Int.self).items(from: chunks)
            var batches = items.batches(of: 10).makeAsyncIterator()
            #expect(try await batches.next() == [1, 2])
            var others = items.batches(of: 10).makeAsyncIterator()
            var single = items.makeAsyncIterator()
            await #expect(throws: Lost.self) {
                if makesBatches { _ = try await others.next() } else { _ = try await single.next() }
            }
            #expect(try await batches.next() == nil)
            #expect(try await single.next() == nil)
        }
        let broken = Feed(of: Int.self).items(from: Chunks(Self.Array("[1, 2, {}]"), size: 4))
        for try await batch in broken.batches(of: 10) {
            #expect(batch == [1, 2])
            break
        }
        var seen: [Int] = []
        let error = await #expect(throws: ModelError.self) { for try await item in broken { seen.append(item) } }
        #expect(error?.code == .typeMismatch)
        #expect(seen == [])
    }

    @Test("Results have both, and continue after failures")
    func results() async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.Array(#"[1, "a", 3, [], 5]"#), size: 4))
        var seen = ""
        for try await result in items.results {
            switch result {
            case .success(let entry): seen += "\(entry.item)"
            case .failure(let failure): seen += "!\(failure.index)"
            }
        }
        #expect(seen == "1!13!35")
        #expect(items.progress.failures == 2)
    }

    @Test("Looking at a pass before it begins does not affect it")
    func lookedAt() async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.Array(#"[1, "a", 3]"#), size: 4))
        #expect(items.progress.bytes == 0)
        #expect(items.ending == nil)
        let checkpoint = items.checkpoint
        #expect(checkpoint.offset == 0)
        #expect(try await items.results.reduce(0) { count, _ in count + 1 } == 3)
        let again = Feed(of: Int.self).items(from: Chunks(Self.Array("[1, 2]"), size: 4), resumingAt: checkpoint)
        #expect(again.checkpoint == checkpoint)
        #expect(try await again.reduce(0, +) == 3)
    }

    @Test("An error ends the sequence after the items before it")
    func errors() async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.Array("[1, 2, x, 3]"), size: 100))
        var iterator = items.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        await #expect(throws: ModelError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
        #expect(items.ending == .failed)
    }

    @Test("A source that ends too early is a truncated feed")
    func truncated() async throws {
        let items = Feed(of: Int.self).items(from: Chunks(Self.Array("[1, 2, "), size: 3))
        await #expect(throws: ModelError.self) { for try await _ in items {} }
        #expect(items.ending == .truncated)
    }

    @MainActor
    private final class Received { var items: [Int] = [] }

    @Test("Two tasks of one actor take each item once, in order", arguments: [1, 10])
    @MainActor
    func twoTasks(size: Int) async throws {
        var chunks = Chunks(Self.json, size: size)
        chunks.delay = .milliseconds(20)
        let items = Feed(of: Int.self).items(from: chunks)
        let received = Received()
        let tasks = (0..<2).map { _ in
            Task { @MainActor in
                for try await item in items { received.items.append(item) }
            }
        }
        for task in tasks { try await task.value }
        #expect(received.items == Swift.Array(0..<100))
        #expect(items.ending == .complete)
        #expect(items.progress.bytes == Self.json.count)
    }

    @Test("A cancelled task gets no more chunks")
    func cancellation() async throws {
        let chunks = Chunks(Self.json, size: 10)
        let task = Task {
            let items = Feed(of: Int.self).items(from: chunks)
            var received = 0
            do {
                for try await item in items {
                    received += 1
                    if item == 20 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch is CancellationError {
                return (received, items.ending)
            }
            return (-1, items.ending)
        }
        let (received, ending) = try await task.value
        #expect((21..<30).contains(received))
        #expect(ending == .stopped)
        #expect(chunks.taken.withLock(\.self) < chunks.chunks.count)
    }

    @Test("A stream that ends because its task was cancelled is not a truncated one")
    func cancelledStream() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(Self.Array("[1, 2"))
        let task = Task {
            let items = Feed(of: Int.self).items(from: stream)
            do {
                for try await _ in items { withUnsafeCurrentTask { $0?.cancel() } }
                return "complete"
            } catch {
                return "\(error is CancellationError) \(items.ending!)"
            }
        }
        #expect(await task.value == "true stopped")
    }

    @Test("A source that throws an error of its own because its task is cancelled does not hide the cancellation")
    func cancellationThatFailsTheSource() async {
        struct Broken: Error {}
        let task = Task { () -> FeedEnding? in
            let chunks = AsyncThrowingStream<[UInt8], any Error> {
                withUnsafeCurrentTask { $0?.cancel() }
                throw Broken()
            }
            let items = Feed(of: Int.self).items(from: chunks)
            await #expect(throws: CancellationError.self) { for try await _ in items {} }
            return items.ending
        }
        #expect(await task.value == .stopped)
    }

    @Test("Chunks of any kind: slices, data, single bytes")
    func kinds() async throws {
        let json = Self.json
        func sum(_ items: FeedItems<Int, Int>) async throws -> Int { try await items.reduce(0, +) }
        let slices = AsyncStream(of: [json[..<50], json[50...]])
        #expect(try await sum(Feed(of: Int.self).items(from: slices)) == 4_950)
        let data = AsyncStream(of: [Data(json)])
        #expect(try await sum(Feed(of: Int.self).items(from: data)) == 4_950)
        let bytes = AsyncStream(of: json)
        #expect(try await sum(Feed(of: Int.self).items(from: bytes)) == 4_950)
    }

    @Test("A chunk whose bytes are not contiguous is also decoded a slice at a time")
    func scattered() async throws {
        let numbers = Self.Array("[" + (0..<30_000).map { "\($0)" }.joined(separator: ", ") + "]")
        let chunk = AnySequence { numbers.makeIterator() }
        let once = AnyIterator(numbers.makeIterator())
        let (chunks, continuation) = AsyncStream.makeStream(of: AnySequence<UInt8>.self)
        continuation.yield(chunk)
        continuation.finish()
        #expect(numbers.count > 128 << 10)
        #expect(try await Feed(of: Int.self).items(from: chunks).reduce(0, +) == 449_985_000)
        let (single, end) = AsyncStream.makeStream(of: AnyIterator<UInt8>.self)
        end.yield(once)
        end.finish()
        #expect(try await Feed(of: Int.self).items(from: single).reduce(0, +) == 449_985_000)
    }

    @Test("If bytes arrive one by one, items before an error are delivered, and no line waits for the next")
    func singleBytes() async throws {
        struct Lost: Error {}
        for format in [FeedFormat.lines, .concatenated] {
            let (bytes, continuation) = AsyncThrowingStream.makeStream(of: UInt8.self)
            let items = Feed(of: Int.self, in: format).items(from: bytes)
            var iterator = items.makeAsyncIterator()
            for byte in "1\n".utf8 { continuation.yield(byte) }
            #expect(try await iterator.next() == 1)
            for byte in "2\n3\n4".utf8 { continuation.yield(byte) }
            continuation.finish(throwing: Lost())
            #expect(try await iterator.next() == 2)
            #expect(try await iterator.next() == 3)
            await #expect(throws: Lost.self) { try await iterator.next() }
            #expect(try await iterator.next() == nil)
            #expect(items.progress.bytes == 7)
        }
        let (bytes, continuation) = AsyncThrowingStream.makeStream(of: UInt8.self)
        for byte in "[1,\n2,".utf8 { continuation.yield(byte) }
        continuation.finish(throwing: Lost())
        let items = Feed(of: Int.self).items(from: bytes)
        var seen: [Int] = []
        await #expect(throws: Lost.self) { for try await item in items { seen.append(item) } }
        #expect(seen == [1, 2])
        #expect(items.progress.bytes == 6)
    }
}
