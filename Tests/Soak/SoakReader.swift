import BenchmarkKit
import BenchmarkModels
import Foundation
import Synchronization
import Yodel

/// Reads a feed from standard input, in a process of its own, and reports its memory.
struct SoakReader {
    /// How the feed is read.
    enum Drive: String, CaseIterable {
        /// Item by item, from the descriptor.
        case reader
        /// Item by item, from an asynchronous sequence of the descriptor's bytes.
        case async
    }

    let kind: SoakFeed.Kind
    let drive: Drive
    private var totals = SoakFeed.Totals()
    /// The members around the items.
    private var envelope: Envelope?

    private struct Envelope: Model {
        struct Body: Model {
            var source: [String: String]
            var next: String
        }

        var version: Int
        var data: Body
        var trailer: [String: Bool]
    }

    init(_ kind: SoakFeed.Kind, _ drive: Drive) {
        self.kind = kind
        self.drive = drive
    }

    /// The process' output on standard output: numbers, separated by spaces.
    static func report(_ kind: SoakFeed.Kind, _ drive: Drive) async throws -> String {
        guard let before = ResidentMemory.current else { throw SoakError("this system reports no resident memory") }
        var reader = SoakReader(kind, drive)
        let start = monotonicSeconds()
        let progress = try await reader.run()
        let seconds = monotonicSeconds() - start
        let peak = (ResidentMemory.peak ?? before) - before
        guard progress.items == reader.totals.items else {
            throw SoakError("\(reader.totals.items) items were taken, but \(progress.items) counted")
        }
        reader.totals.failures = progress.failures
        return SoakReport(
            peak: peak, microseconds: Int(seconds * 1e6), bytes: progress.bytes, totals: reader.totals
        ).text
    }

    private mutating func run() async throws -> FeedProgress {
        switch kind {
        case .array: return try await run(Feed(of: Logs.Entry.self)) { $0.add($1) }
        case .yajl:
            var feed = Feed(of: Logs.Entry.self)
            feed.decoder.parser = Parser.other ?? .scanner
            return try await run(feed) { $0.add($1) }
        case .lines: return try await run(Feed(of: Logs.Entry.self, in: .lines)) { $0.add($1) }
        case .gzip, .zstd:
            var feed = Feed(of: Logs.Entry.self, in: .lines)
            feed.compression = kind.format!.compression
            return try await run(feed) { $0.add($1) }
        case .written: return try await copy(Feed(of: Logs.Entry.self, in: .lines))
        case .failing:
            var feed = Feed(of: Logs.Entry.self, in: .lines)
            feed.badItems = .drop
            return try await run(feed) { $0.add($1) }
        case .members: return try await run(Feed(ofMembers: Logs.Entry.self)) { $0.add($1.value) }
        case .envelope:
            let feed = Feed(of: Logs.Entry.self, at: "data.items", envelope: Envelope.self)
            let progress = try await run(feed) { reader, element in
                switch element {
                case .item(let entry): reader.add(entry)
                case .envelope(let envelope): reader.envelope = envelope
                }
            }
            guard let envelope, envelope.data.next == "page 2", envelope.trailer == ["done": true] else {
                throw SoakError("the envelope is not the document around the items")
            }
            return progress
        }
    }

    private mutating func add(_ entry: Logs.Entry) {
        totals.items += 1
        totals.sum &+= entry.user_id ?? 0
    }

    private mutating func run<Item>(
        _ feed: Feed<Item>, _ take: (inout SoakReader, Item) -> Void
    ) async throws -> FeedProgress {
        switch drive {
        case .reader:
            var reader = feed.reader(ofDescriptor: 0)
            while let item = try reader.next() { take(&self, item) }
            try check(reader.ending)
            return reader.progress
        case .async:
            let items = feed.items(fromDescriptor: 0)
            for try await item in items { take(&self, item) }
            try check(items.ending)
            return items.progress
        }
    }

    /// Reads the items, and writes them to a target that keeps nothing.
    private mutating func copy(_ feed: Feed<Logs.Entry>) async throws -> FeedProgress {
        let sink = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/null"))
        switch drive {
        case .reader:
            var reader = feed.reader(ofDescriptor: 0)
            var soak = self
            var failure: (any Error)?
            let items = AnyIterator<Logs.Entry> {
                do {
                    let item = try reader.next()
                    if let item { soak.add(item) }
                    return item
                } catch {
                    failure = error
                    return nil
                }
            }
            let written = try ModelEncoder().write(items, as: .lines, toDescriptor: sink.fileDescriptor)
            if let failure { throw failure }
            self = soak
            try check(reader.ending)
            try check(written, hasAll: reader.progress)
            return reader.progress
        case .async:
            let items = feed.items(fromDescriptor: 0)
            let taken = Mutex(self)
            let chunks = ModelEncoder().stream(
                items.map { item in
                    taken.withLock { $0.add(item) }
                    return item
                }, as: .array)
            for try await chunk in chunks { try sink.write(contentsOf: chunk) }
            self = taken.withLock { $0 }
            try check(items.ending)
            try check(chunks.progress, hasAll: items.progress)
            return items.progress
        }
    }

    private func check(_ written: FeedOutputProgress, hasAll read: FeedProgress) throws {
        guard written.items == read.items, written.bytes > read.bytes / 2 else {
            throw SoakError("of \(read.items) items in \(read.bytes) bytes, \(written) is written")
        }
    }

    private func check(_ ending: FeedEnding?) throws {
        guard ending == .complete else { throw SoakError("the feed ended as \(ending.map { "\($0)" } ?? "nothing")") }
    }
}

/// The report of such a process.
struct SoakReport {
    /// The peak of resident memory, minus that before the first byte.
    var peak: Int
    var microseconds: Int
    var bytes: Int
    var totals: SoakFeed.Totals

    var text: String {
        "\(peak) \(microseconds) \(bytes) \(totals.items) \(totals.failures) \(totals.sum)"
    }
}

extension SoakReport {
    /// Reads ``text``; nil if it is invalid.
    init?(_ text: String) {
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        self.init(
            peak: numbers[0], microseconds: numbers[1], bytes: numbers[2],
            totals: SoakFeed.Totals(items: numbers[3], failures: numbers[4], sum: numbers[5]))
    }
}

/// Why a measurement failed.
struct SoakError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
