import BenchmarkKit
import BenchmarkModels
import Yodel

/// Feeds that are not read to their end: dropped, stopped, cancelled and failed, at any place.
///
/// The resident memory after all of them must be that after the first tenth.
struct Stops {
    /// Ways to leave a feed.
    private enum Way: Int, CaseIterable {
        /// A parser is dropped with an open item and items that were not taken.
        case dropped
        /// A reader is stopped.
        case stopped
        /// A loop over an asynchronous sequence is left.
        case left
        /// Its task is cancelled.
        case cancelled
        /// An item is invalid.
        case failed
        /// A checkpoint is taken, and another feed continues from it.
        case resumed
    }

    private let feeds = SoakFeed.Kind.allCases.map { (kind: $0, bytes: Array(SoakFeed($0).beginning(of: 100_000))) }
    /// More than the allocator's fluctuations: the arena of each thread may keep the half megabyte that zstd takes.
    private static let tolerance = 8 << 20

    /// Begins that many feeds, and returns the growth of the process.
    static func run(count: Int) async throws -> Growth {
        let stops = Stops()
        return try await Growth(of: count, tolerance: tolerance) { try await stops.leave($0) }
    }

    private func leave(_ number: Int) async throws {
        let way = Way(rawValue: number % Way.allCases.count)!
        let (kind, bytes) = feeds[number / Way.allCases.count % feeds.count]
        // A different place each time.
        let cut = 1 + number &* 7_919 % (bytes.count - 1)
        switch kind {
        case .array, .yajl:
            var feed = Feed(of: Logs.Entry.self)
            if kind == .yajl { feed.decoder.parser = Parser.other ?? .scanner }
            try await leave(feed, bytes, cut, way)
        case .envelope:
            let feed = Feed(of: Logs.Entry.self, at: "data.items", envelope: [String: JSONValue].self)
            try await leave(feed, bytes, cut, way)
        case .members: try await leave(Feed(ofMembers: Logs.Entry.self), bytes, cut, way)
        case .lines, .failing:
            var feed = Feed(of: Logs.Entry.self, in: .lines)
            feed.badItems = .drop
            feed.keepsFailedBytes = true
            try await leave(feed, bytes, cut, way)
        case .gzip, .zstd:
            var feed = Feed(of: Logs.Entry.self, in: .lines)
            feed.compression = kind.format!.compression
            feed.concurrency = 1 + number % 2
            try await leave(feed, bytes, cut, way)
        case .written:
            var output = FeedOutput.lines
            output.chunkSize = 4 << 10
            let items = Feed(of: Logs.Entry.self, in: .lines).items(from: Chunks(bytes: bytes))
            var count = 0
            for try await _ in ModelEncoder().stream(items, as: output) {
                count += 1
                if count > cut % 10 { break }
            }
        }
    }

    private func leave<Item>(_ feed: Feed<Item>, _ bytes: [UInt8], _ cut: Int, _ way: Way) async throws {
        switch way {
        case .dropped:
            var parser = feed.parser()
            parser.feed(bytes[..<cut])
            for _ in 0..<cut % 50 { _ = try parser.next() }
        case .stopped:
            var reader = feed.reader(of: bytes)
            for _ in 0..<cut % 50 { _ = try reader.nextResult() }
            reader.stop()
        case .left:
            var count = 0
            for try await _ in feed.items(from: Chunks(bytes: bytes)) {
                count += 1
                if count > cut % 50 { break }
            }
        case .cancelled:
            let chunks = Chunks(bytes: bytes)
            let task = Task {
                for try await _ in feed.items(from: chunks) { withUnsafeCurrentTask { $0?.cancel() } }
            }
            _ = await task.result
        case .failed:
            var parser = feed.parser()
            parser.feed(bytes[..<cut])
            parser.feed("}]\u{0}")
            while let _ = try? parser.next() {}
            parser.finish()
        case .resumed:
            var parser = feed.parser()
            parser.feed(bytes[..<cut])
            for _ in 0..<cut % 50 { _ = try parser.next() }
            let checkpoint = parser.checkpoint
            var next = feed.parser(resumingAt: checkpoint)
            next.feed(bytes[Self.place(of: checkpoint, in: feed)...])
            while let _ = try next.next() {}
        }
    }

    /// The offset at which the input must continue.
    private static func place<Item>(of checkpoint: FeedCheckpoint, in feed: Feed<Item>) -> Int {
        feed.compression == .none ? checkpoint.offset : checkpoint.compressedOffset
    }

    /// Bytes in chunks of 16 KiB.
    private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
        var bytes: [UInt8]
        private var start = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        func makeAsyncIterator() -> Chunks { self }

        mutating func next() async -> ArraySlice<UInt8>? {
            guard start < bytes.count else { return nil }
            let chunk = bytes[start...].prefix(16 << 10)
            start = chunk.endIndex
            return chunk
        }
    }
}
