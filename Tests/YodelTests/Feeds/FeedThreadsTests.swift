import Foundation
import Synchronization
import Testing

@testable import Yodel

@Suite("Threads of feeds")
struct FeedThreadsTests {
    /// Returns when so many threads of a pool are idle, by default all of them: they are soon after their jobs.
    private func waitForIdle(_ count: Int? = nil, of threads: FeedThreads) {
        while threads.counts.idle != count ?? threads.counts.started { sched_yield() }
    }

    /// The first numbers of lines, or of the items of an array.
    private func feed(ofLines areLines: Bool, _ make: @escaping @Sendable ([Int]) -> Int = { $0[0] }) -> Feed<Int> {
        areLines ? Feed(of: [Int].self, in: .lines, as: make) : Feed(of: [Int].self, as: make)
    }

    private static let lines = Array((0..<20_000).map { "[\($0)]\n" }.joined().utf8)
    private static let array = Array("[\((0..<20_000).map { "[\($0)]" }.joined(separator: ", "))]".utf8)

    @Test("A thread is kept from feed to feed")
    func kept() throws {
        let threads = FeedThreads(mostIdle: 100)
        for _ in 0..<5 {
            for areLines in [true, false] {
                var feed = feed(ofLines: areLines)
                feed.concurrency = 2
                feed.options.threads = threads
                var reader = feed.reader(of: areLines ? Self.lines : Self.array)
                var next = 0
                while let item = try reader.next() {
                    #expect(item == next)
                    next += 1
                }
                #expect(next == 20_000)
                waitForIdle(of: threads)
            }
        }
        // One thread helps; another is started at most once: if there is a new block when the first has left the feed
        // and is not idle yet.
        #expect((1...2).contains(threads.counts.started))
    }

    @Test("No more threads than allowed stay idle, and the others end")
    func bound() {
        let threads = FeedThreads(mostIdle: 2)
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<5 {
            #expect(
                threads.run {
                    begun.signal()
                    mayEnd.wait()
                })
        }
        for _ in 0..<5 { begun.wait() }
        #expect(threads.counts.started == 5)
        for _ in 0..<5 { mayEnd.signal() }
        waitForIdle(2, of: threads)
        // Idle threads are used first.
        for _ in 0..<2 { #expect(threads.run { begun.signal() }) }
        for _ in 0..<2 { begun.wait() }
        #expect(threads.counts.started == 5)
    }

    /// In a debug build, 512 KB, which threads have by default on Apple's systems, ended at 100 levels.
    @Test("An item that uses the stack for each of its levels may be as deep on any thread as on a main thread")
    func deepItems() {
        final class Chain: Decodable { var next: Chain? }
        let line = String(repeating: #"{"next":"#, count: 200) + "{}" + String(repeating: "}", count: 200) + "\n"
        let isRead = onStack(of: 64 << 20) {
            var feed = Feed(of: Chain.self, in: .lines) { _ in true }.gathering(blockSize: 10_000)
            feed.concurrency = 4
            feed.options.threads = FeedThreads(mostIdle: 3)
            var reader = feed.reader(of: String(repeating: line, count: 100))
            do {
                var count = 0
                while try reader.next() != nil { count += 1 }
                return count == 100
            } catch {
                return false
            }
        }
        #expect(isRead)
    }

    @Test("No signal handler of the program runs on a thread")
    func signals() {
        let (found, done) = (Locked<[Int32]>([]), DispatchSemaphore(value: 0))
        let isStarted = FeedThreads(mostIdle: 1).run {
            withSignalSets(1) { blocked in
                pthread_sigmask(SIG_BLOCK, nil, blocked)
                let signals = [SIGINT, SIGPIPE, SIGTERM].map { sigismember(blocked, $0) }
                found.withLock { $0 = signals }
            }
            done.signal()
        }
        #expect(isStarted)
        done.wait()
        #expect(found.withLock { $0 } == [1, 1, 1])
    }

    private final class Client: Sendable {
        static let alive = Atomic(0)
        init() { Self.alive.add(1, ordering: .relaxed) }
        deinit { Self.alive.subtract(1, ordering: .relaxed) }
        func value(_ item: [Int]) -> Int { item[0] }
    }

    @Test("When a feed is gone, read to its end or abandoned, no thread refers to anything of the client's")
    func forgotten() throws {
        let threads = FeedThreads(mostIdle: 4)
        for taken in [0, 1, 5_000, .max] {
            for areLines in [true, false] {
                do {
                    let client = Client()
                    var feed = feed(ofLines: areLines) { client.value($0) }
                    feed.concurrency = 3
                    feed.options.threads = threads
                    var parser = feed.parser(fed: areLines ? Self.lines : Self.array)
                    var count = 0
                    while count < taken, try parser.next() != nil { count += 1 }
                }
                #expect(Client.alive.load(ordering: .relaxed) == 0)
            }
        }
    }

    /// The number of chunks of a document in memory.
    private final class Chunks: Sendable {
        let alive = Atomic(0)

        func make(_ bytes: ArraySlice<UInt8>) -> Data {
            alive.add(1, ordering: .relaxed)
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            memory.copyBytes(from: bytes)
            return Data(
                bytesNoCopy: memory.baseAddress!, count: memory.count,
                deallocator: .custom { memory, _ in
                    memory.deallocate()
                    self.alive.subtract(1, ordering: .relaxed)
                })
        }
    }

    @Test(
        "A client's chunk is read in place, and released when its blocks have been taken over",
        arguments: [true, false])
    func chunks(areLines: Bool) throws {
        let chunks = Chunks()
        let json = areLines ? Self.lines : Self.array
        var feed = feed(ofLines: areLines)
        feed.concurrency = 2
        feed.options.blockSize = 1_000
        var parser = feed.parser()
        var (next, most) = (0, 0)
        for chunk in json.chunks(of: 1_000) {
            parser.feed(chunks.make(chunk))
            most = max(most, chunks.alive.load(ordering: .relaxed))
            while let item = try parser.next() {
                #expect(item == next)
                next += 1
            }
        }
        parser.finish()
        while let item = try parser.next() {
            #expect(item == next)
            next += 1
        }
        #expect(next == 20_000)
        #expect(chunks.alive.load(ordering: .relaxed) == 0)
        // Four blocks are being read, and the current chunk.
        #expect((2...5).contains(most))
    }

    @Test("A feed that several threads would not speed up is read by one", arguments: [1, 89, 91, 300])
    func trial(together: Int) {
        var trial = ThreadTrial()
        var now = ContinuousClock.now
        var turns: [Bool] = []
        for _ in 0..<65 {
            trial.pass(1_000, at: now)
            turns.append(trial.isAlone)
            now += .nanoseconds(1_000 * (trial.isAlone ? 100 : together))
        }
        let turn = [true, false, true, false].flatMap { Array(repeating: $0, count: 16) }
        #expect(turns == turn + [false])
        #expect(trial.isLost == (together > 90))
    }
}
