import Synchronization
import Testing

@testable import Yodel

/// Outputs as asynchronous sequences of chunks: when items are requested, and when chunks are delivered.
@Suite("Outputs as chunks", .limitsHanging)
struct FeedOutputChunksTests {
    private func text(_ chunks: FeedOutputChunks) async throws -> String {
        var bytes: [UInt8] = []
        for try await chunk in chunks {
            #expect(!chunk.isEmpty)
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Chunks that are complete, or as complete as they are after an hour.
    private func stream(_ items: AsyncStream<Int>, as output: FeedOutput, _ isTimed: Bool) -> FeedOutputChunks {
        isTimed
            ? ModelEncoder().stream(items, as: output, flushingAfter: .seconds(3_600))
            : ModelEncoder().stream(items, as: output)
    }

    @Test("Sequences and asynchronous sequences give the same chunks as one call")
    func sameChunks() async throws {
        let words = (0..<500).map { "word \($0)" }
        for var output in [FeedOutput.array, .lines, .textSequence, .array(at: "a.b")] {
            output.chunkSize = 1_000
            var expected: [[UInt8]] = []
            let progress = try ModelEncoder().encode(words, as: output) { expected.append(Array($0)) }
            let pulled = ModelEncoder().stream(words, as: output)
            let awaited = ModelEncoder().stream(AsyncStream(of: words), as: output)
            let timed = ModelEncoder().stream(AsyncStream(of: words), as: output, flushingAfter: .seconds(3_600))
            for chunks in [pulled, awaited, timed] {
                var found: [[UInt8]] = []
                for try await chunk in chunks { found.append(chunk) }
                #expect(found == expected)
                #expect(chunks.progress == progress)
            }
        }
    }

    @Test("No item is requested before a chunk is, and none beyond what the chunk needs")
    func backPressure() async throws {
        let asked = Mutex(0)
        let items = AnySequence { () -> AnyIterator<String> in
            AnyIterator {
                asked.withLock { $0 += 1 }
                return String(repeating: "x", count: 97)
            }
        }
        var output = FeedOutput.lines
        output.chunkSize = 1_000
        let chunks = ModelEncoder().stream(items, as: output)
        #expect(asked.withLock { $0 } == 0)
        var iterator = chunks.makeAsyncIterator()
        for round in 1...3 {
            #expect(try await iterator.next()?.count == 1_000)
            #expect(asked.withLock { $0 } == 10 * round)
        }
        // A second iterator continues.
        var other = chunks.makeAsyncIterator()
        #expect(try await other.next()?.count == 1_000)
        #expect(chunks.progress.items == 40)
    }

    @Test("With one item per chunk, each is delivered before the next one is requested")
    func everyItem() async throws {
        let (items, continuation) = AsyncStream.makeStream(of: Int.self)
        var output = FeedOutput.array
        output.itemsPerChunk = 1
        var iterator = ModelEncoder().stream(items, as: output).makeAsyncIterator()
        for number in 1...3 {
            continuation.yield(number)
            #expect(try await iterator.next() == Array((number == 1 ? "[1" : ",\(number)").utf8))
        }
        continuation.finish()
        #expect(try await iterator.next() == Array("]".utf8))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    // MARK: - Failures

    @Test("An error of the source comes after the items before it, and again on the next call")
    func failingSource() async throws {
        struct Broken: Error {}
        let items = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.yield(2)
            continuation.finish(throwing: Broken())
        }
        let chunks = ModelEncoder().stream(items, as: .array)
        var iterator = chunks.makeAsyncIterator()
        #expect(try await iterator.next() == Array("[1,2".utf8))
        for _ in 1...2 {
            let error = await #expect(throws: FeedOutputError.self) { try await iterator.next() }
            #expect(error?.cause is Broken)
            #expect(error?.description == "Broken(); 2 items were written, and the array is not closed")
        }
        let timed = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Broken()) }
        let error = await #expect(throws: FeedOutputError.self) {
            try await text(ModelEncoder().stream(timed, as: .lines, flushingAfter: .seconds(3_600)))
        }
        #expect(error?.cause is Broken)
    }

    @Test(
        "A cancelled task gets an error, and no end of the array, even if its source just ends",
        arguments: [false, true])
    func cancellation(isTimed: Bool) async throws {
        let (items, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            var output = FeedOutput.array
            output.itemsPerChunk = 2
            var iterator = stream(items, as: output, isTimed).makeAsyncIterator()
            let first = try await iterator.next()
            #expect(first == Array("[1,2".utf8))
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(FeedOutputError) {
                let rest = try await iterator.next()
                Issue.record("\(rest as Any)")
            } catch {
                #expect(error.cause is CancellationError)
                #expect(error.leavesArrayOpen)
                #expect(error.progress.items == 2)
            }
        }
        continuation.yield(1)
        continuation.yield(2)
        continuation.yield(3)
        try await task.value
    }

    @Test(
        "A task that is cancelled after the last chunk gets the end, on every call",
        arguments: [FeedOutput.array, .lines])
    func cancellationAfterTheEnd(output: FeedOutput) async throws {
        let task = Task {
            let pulled = ModelEncoder().stream([1], as: output)
            let timed = ModelEncoder().stream(AsyncStream(of: [1]), as: output, flushingAfter: .seconds(3_600))
            var results: [[UInt8]?] = []
            var iterators = [pulled.makeAsyncIterator(), timed.makeAsyncIterator()]
            for index in iterators.indices { results.append(try await iterators[index].next()) }
            withUnsafeCurrentTask { $0?.cancel() }
            for index in [0, 1, 0, 1] {
                results.append(try await iterators[index].next())
            }
            return results
        }
        let results = try await task.value
        #expect(results[0] != nil && results[1] == results[0])
        #expect(results[2...].allSatisfy { $0 == nil })
    }

    @Test("A source that ends because its task is cancelled does not end the items")
    func cancellationThatEndsTheSource() async throws {
        let task = Task { () -> FeedOutputError? in
            let asked = Mutex(0)
            let items = AsyncStream<Int> {
                let count = asked.withLock { count in
                    count += 1
                    return count
                }
                if count == 1 { return 1 }
                withUnsafeCurrentTask { $0?.cancel() }
                return nil
            }
            return await #expect(throws: FeedOutputError.self) {
                for try await chunk in ModelEncoder().stream(items, as: .array) { Issue.record("\(chunk)") }
            }
        }
        let error = await task.value
        #expect(error?.cause is CancellationError)
        #expect(error?.progress == FeedOutputProgress())
    }

    @Test("A source that throws an error of its own because its task is cancelled does not hide the cancellation")
    func cancellationThatFailsTheSource() async {
        struct Broken: Error {}
        for wanted in [0, 1] {
            let task = Task { () -> FeedOutputError? in
                let asked = Mutex(0)
                let items = AsyncThrowingStream<Int, any Error> {
                    let count = asked.withLock { count in
                        count += 1
                        return count
                    }
                    if count <= wanted { return count }
                    withUnsafeCurrentTask { $0?.cancel() }
                    throw Broken()
                }
                return await #expect(throws: FeedOutputError.self) {
                    for try await chunk in ModelEncoder().stream(items, as: .lines) { Issue.record("\(chunk)") }
                }
            }
            let error = await task.value
            #expect(error?.cause is CancellationError)
            #expect(error?.progress == FeedOutputProgress())
        }
    }

    @Test("A task that is cancelled while it waits for an item stops waiting", arguments: [false, true])
    func cancellationWhileWaiting(isTimed: Bool) async throws {
        let (items, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { () -> Bool in
            do throws(FeedOutputError) {
                for try await _ in stream(items, as: .array, isTimed) {}
                return false
            } catch {
                return error.cause is CancellationError && !error.leavesArrayOpen && error.progress.bytes == 0
            }
        }
        continuation.yield(1)
        task.cancel()
        #expect(await task.value)
    }

    @MainActor
    private final class Received { var text = "" }

    @Test("Two tasks of one actor take each chunk once, in order", arguments: [false, true])
    @MainActor
    func twoTasks(isTimed: Bool) async throws {
        var output = FeedOutput.lines
        output.itemsPerChunk = 2
        let chunks =
            isTimed
            ? ModelEncoder().stream(SlowNumbers(), as: output, flushingAfter: .seconds(3_600))
            : ModelEncoder().stream(SlowNumbers(), as: output)
        let received = Received()
        let tasks = (0..<2).map { _ in
            Task { @MainActor in
                for try await chunk in chunks { received.text += String(decoding: chunk, as: UTF8.self) }
            }
        }
        for task in tasks { try await task.value }
        #expect(received.text == (0..<20).map { "\($0)\n" }.joined())
        #expect(chunks.progress.items == 20)
    }

    // MARK: - Time

    @Test("While a chunk is requested, an item waits no longer than the interval")
    func flushingByTime() async throws {
        let (items, continuation) = AsyncStream.makeStream(of: Int.self)
        let clock = TestClock(passesAtOnce: true)
        let chunks = ModelEncoder().stream(items, as: .array, flushingAfter: .seconds(10), clock: clock)
        var iterator = chunks.makeAsyncIterator()
        for number in 0..<100 {
            // The source is silent after each item.
            continuation.yield(number)
            #expect(try await iterator.next() == Array("\(number == 0 ? "[" : ",")\(number)".utf8))
        }
        continuation.finish()
        #expect(try await iterator.next() == Array("]".utf8))
        #expect(try await iterator.next() == nil)
        #expect(Set(clock.asked) == [.seconds(10)])
    }

    @Test("Items are gathered until the time is up, which is counted once for each chunk")
    func gatheringByTime() async throws {
        let clock = TestClock(passesAtOnce: false)
        var output = FeedOutput.array
        output.itemsPerChunk = 3
        let chunks = ModelEncoder().stream(
            AsyncStream(of: [1, 2, 3, 4]), as: output, flushingAfter: .seconds(1), clock: clock)
        var iterator = chunks.makeAsyncIterator()
        #expect(try await iterator.next() == Array("[1,2,3".utf8))
        #expect(try await iterator.next() == Array(",4]".utf8))
        #expect(clock.asked.count <= 2)
    }

    @Test(
        "A source whose output is dropped is no longer iterated: by a task that waits for a request, or for an item",
        arguments: [false, true])
    func leavingTimedSource(waitsForItem: Bool) async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let source = WatchedSource { end.finish() }
        var output = FeedOutput.lines
        output.itemsPerChunk = waitsForItem ? 2 : 1
        do {
            let chunks = ModelEncoder().stream(
                source, as: output, flushingAfter: .seconds(1), clock: TestClock(passesAtOnce: true))
            var iterator = chunks.makeAsyncIterator()
            // A chunk that is not full requests another item, which does not come: the time is up.
            #expect(try await iterator.next() == Array("1\n".utf8))
        }
        for await _ in ended {}
    }
}

/// A clock on which any time passes at once, or no time passes.
private final class TestClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let passesAtOnce: Bool
    private let sleeps = Mutex<[Duration]>([])

    init(passesAtOnce: Bool) {
        self.passesAtOnce = passesAtOnce
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    /// The requested durations.
    var asked: [Duration] { sleeps.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        sleeps.withLock { $0.append(now.duration(to: deadline)) }
        if passesAtOnce { return }
        // Ends when the task is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
    }
}

/// One item, then silence; reports the end of iteration.
private struct WatchedSource: AsyncSequence, Sendable {
    let end: @Sendable () -> Void

    final class Iterator: AsyncIteratorProtocol {
        private var silence: AsyncStream<Int>.Iterator?
        private let end: @Sendable () -> Void
        private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)

        init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
            continuation.yield(1)
        }

        deinit { end() }

        func next() async -> Int? {
            var iterator = silence ?? stream.makeAsyncIterator()
            defer { silence = iterator }
            return await iterator.next(isolation: nil)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(end) }
}

/// The numbers below 20, before each of which other tasks run.
private struct SlowNumbers: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        private var taken = 0

        mutating func next() async -> Int? {
            let number = taken
            for _ in 0..<10 { await Task.yield() }
            guard number < 20 else { return nil }
            taken = number + 1
            return number
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
}
