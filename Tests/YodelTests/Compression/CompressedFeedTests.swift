#if Gzip
import CZlib
import BenchmarkModels
import DifferentialKit
import Foundation
import Synchronization
import Testing
import Yodel

@Suite("Compressed feeds")
struct CompressedFeedTests {
    private static let lines = "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n"
    private static let feed = Feed(of: [String: Int].self, in: .lines)
    private static let expected = """
        0 $[0] 0..<8 ["a": 1]
        1 $[1] 9..<17 ["a": 2]
        2 $[2] 18..<26 ["a": 3]
        no error
        complete
        """

    @Test("gzip and zlib are detected by their first bytes, or named")
    func formats() {
        #expect("\(unpackEveryWay(Self.feed.compressed(), Compressed.gzip(Self.lines)))" == Self.expected)
        #expect("\(unpackEveryWay(Self.feed.compressed(), Compressed.zlib(Self.lines)))" == Self.expected)
        #expect("\(unpackEveryWay(Self.feed.compressed(.gzip), Compressed.gzip(Self.lines)))" == Self.expected)
        #expect("\(unpackEveryWay(Self.feed.compressed(.zlib), Compressed.zlib(Self.lines)))" == Self.expected)
    }

    @Test("Input whose first bytes match no format is text")
    func plain() {
        #expect("\(unpackEveryWay(Self.feed.compressed(), Array(Self.lines.utf8)))" == Self.expected)
        for text in ["", "8", "80", "81\n82\n", " 8", "x", "xyz", "(", "[8]", "\u{FEFF}1", "\"\u{1F}\"", "8O"] {
            for format in FeedFormat.allCases {
                let feed = Feed(of: JSONValue.self, in: format)
                let plain = outcome(of: feed, Array(text.utf8), cutAt: [text.utf8.count], checksRanges: false)
                let read = unpackEveryWay(feed.compressed(), Array(text.utf8))
                // Text that begins like zlib, and unlike a document, is taken for zlib.
                if ["x", "(", "8O"].contains(text) {
                    #expect(read.error?.code == .truncatedCompression)
                } else {
                    #expect("\(read)" == "\(plain)", "\(text)")
                }
            }
        }
    }

    @Test(
        "All options of zlib: stored, fixed and dynamic blocks, header fields with a checksum",
        arguments: [0, 1, 9], [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE])
    func blocks(level: Int32, strategy: Int32) {
        for (isGzip, hasHeaderFields) in [(true, false), (true, true), (false, false)] {
            let style = Compressed.Style(
                isGzip: isGzip, level: level, strategy: strategy, hasHeaderFields: hasHeaderFields)
            let input = Compressed.member(Array(Self.lines.utf8), style)
            #expect("\(unpackEveryWay(Self.feed.compressed(), input))" == Self.expected)
        }
    }

    @Test("Joined members are one text, including empty ones, wherever the text is cut")
    func members() {
        for make in [Compressed.gzip, Compressed.zlib] {
            let parts = ["", "{\"a\": 1}\n{\"a", "\"", ": 2}", "", "\n{\"a\": 3}\n", ""]
            #expect("\(unpackEveryWay(Self.feed.compressed(), parts.flatMap(make)))" == Self.expected)
        }
    }

    @Test("Zeros after the last member are skipped, and nothing else is")
    func zeros() {
        let input = Compressed.gzip(Self.lines)
        #expect("\(unpackEveryWay(Self.feed.compressed(), input + [UInt8](repeating: 0, count: 40)))" == Self.expected)
        let outcome = unpackEveryWay(Self.feed.compressed(), input + [0, 0] + input)
        #expect(outcome.lines.count == 3)
        #expect(outcome.error?.code == .invalidCompression)
        #expect(outcome.error?.compressedOffset == input.count + 2)
        #expect(outcome.ending == .failed)
    }

    @Test("An array, an envelope and members of an object are the same as from the text")
    func kinds() {
        func expectSame<Item>(_ feed: Feed<Item>, _ json: String) {
            let plain = outcome(of: feed, Array(json.utf8), cutAt: [json.utf8.count])
            #expect("\(unpackEveryWay(feed.compressed(), Compressed.gzip(json)))" == "\(plain)", "\(json)")
        }
        struct Envelope: Model { var total: Int }
        expectSame(Feed(of: Int.self), "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]")
        expectSame(Feed(of: Int.self, at: "a", envelope: Envelope.self), #"{"a": [1, 2, 3], "total": 3}"#)
        expectSame(Feed(ofMembers: Int.self, at: "a"), #"{"a": {"b": 1, "c": 2}}"#)
        expectSame(Feed(of: Int.self, in: .concatenated), "1 2 3")
        expectSame(Feed(of: Int.self, in: .textSequence), "\u{1E}1\n\u{1E}2\n")
        expectSame(Feed(of: Int.self), "[1, 2,\n 3,, 4]")
        expectSame(Feed(of: Int.self), "[1, 2")
        expectSame(Feed(of: Int.self), "[1, 2] 3")
        expectSame(Feed(of: Int.self, in: .lines), "1\n2\ntwo\n4")
        var dropping = Feed(of: Int.self, in: .lines)
        dropping.badItems = .drop
        expectSame(dropping, "1\n2\ntwo\n4")
    }

    // MARK: - Input

    private static let numbers = (0..<100_000).map { "\($0)\n" }.joined()
    private static let sum = 4_999_950_000

    @Test("Files and descriptors, with a reader and asynchronously, on one thread and several", arguments: [1, 2, 3])
    func files(concurrency: Int) async throws {
        let file = try CompressedFile(Compressed.gzip(Self.numbers))
        var feed = Feed(of: Int.self, in: .lines).compressed()
        feed.concurrency = concurrency
        var reader = try feed.reader(ofFileAt: file.path)
        var sum = 0
        while let number = try reader.next() { sum += number }
        #expect(sum == Self.sum)
        #expect(reader.ending == .complete)
        #expect(reader.progress.bytes == Self.numbers.utf8.count)
        #expect(reader.progress.compressedBytes == file.count)

        let items = try feed.items(inFileAt: file.path)
        #expect(try await items.reduce(0, +) == Self.sum)
        #expect(items.ending == .complete)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
        let batches = feed.items(fromDescriptor: handle.fileDescriptor, keeping: handle).batches(of: 999)
        #expect(try await batches.reduce(0) { $0 + $1.reduce(0, +) } == Self.sum)
    }

    @Test("Chunks and memory")
    func chunks() async throws {
        let input = Compressed.gzip(Self.numbers)
        let feed = Feed(of: Int.self, in: .lines).compressed()
        let chunks = AsyncStream<ArraySlice<UInt8>> { continuation in
            for start in stride(from: 0, to: input.count, by: 1_000) {
                continuation.yield(input[start..<min(start + 1_000, input.count)])
            }
            continuation.finish()
        }
        #expect(try await feed.items(from: chunks).reduce(0, +) == Self.sum)
        var sum = 0
        var reader = feed.reader(of: input)
        while let number = try reader.next() { sum += number }
        #expect(sum == Self.sum)
        reader = feed.reader(of: input.lazy.map { $0 })
        while let entry = try reader.nextEntry() { sum -= entry.item }
        #expect(sum == 0)
    }

    @Test("Items are available as soon as their bytes are, if the writer flushes")
    func flushed() throws {
        let pipe = Pipe()
        var reader = Feed(of: Int.self, in: .lines).compressed()
            .reader(ofDescriptor: pipe.fileHandleForReading.fileDescriptor, keeping: pipe)
        let half = Compressed.member(Array("1\n2\n".utf8), flush: Z_SYNC_FLUSH)
        try pipe.fileHandleForWriting.write(contentsOf: half)
        #expect(try reader.next() == 1)
        #expect(try reader.next() == 2)
        try pipe.fileHandleForWriting.close()
        #expect {
            try reader.next()
        } throws: { error in
            let error = error as? ModelError
            return error?.code == .truncatedCompression && error?.compressedOffset == half.count
        }
        #expect(reader.ending == .truncated)
    }

    @Test("A pass that ends or is stopped while another thread decompresses leaves nothing")
    func left() throws {
        let input = Compressed.gzip(Self.numbers)
        var feed = Feed(of: Int.self, in: .lines).compressed()
        feed.concurrency = 2
        for number in 0..<50 {
            var reader = feed.reader(of: input)
            for expected in 0..<number { #expect(try reader.next() == expected) }
            if number.isMultiple(of: 2) { reader.stop() }
        }
        var reader = feed.reader(of: input)
        _ = try reader.next()
        reader.stop()
        #expect(reader.ending == .stopped)
    }

    @Test("Bytes fed to a push parser are decompressed, and counted as progress, when items are taken")
    func pushed() throws {
        let reports = Mutex<[FeedProgress]>([])
        var feed = Self.feed.compressed()
        feed.onProgress { progress in reports.withLock { $0.append(progress) } }
        var parser = feed.parser()
        parser.feed(Compressed.gzip(Self.lines))
        parser.finish()
        #expect(parser.ending == nil)
        #expect(parser.progress.bytes == 0)
        #expect(reports.withLock(\.self) == [])
        var items: [[String: Int]] = []
        while let item = try parser.next() { items.append(item) }
        #expect(items == [["a": 1], ["a": 2], ["a": 3]])
        #expect(parser.ending == .complete)
        #expect(reports.withLock(\.self) == [parser.progress])
    }

    @Test("Bytes fed after the end are ignored", arguments: [1, 2])
    func fedAfterTheEnd(concurrency: Int) throws {
        var feed = Self.feed.compressed()
        feed.concurrency = concurrency
        var parser = feed.parser()
        parser.feed(Compressed.gzip(Self.lines))
        parser.finish()
        for more in [Array("garbage".utf8), Compressed.gzip(Self.lines)] {
            parser.feed(more)
            parser.finish()
        }
        var items: [[String: Int]] = []
        while let item = try parser.next() { items.append(item) }
        #expect(items == [["a": 1], ["a": 2], ["a": 3]])
        #expect(parser.ending == .complete)
    }

    @Test("If chunks fail, all complete items come first, and then the error", arguments: [1, 2, 4])
    func failingChunks(concurrency: Int) async throws {
        struct Lost: Error {}
        var feed = Feed(of: Int.self, in: .lines).compressed().gathering(blockSize: 16)
        feed.concurrency = concurrency
        let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
            for number in 0..<50 { continuation.yield(Compressed.gzip("\(number)\n")) }
            continuation.finish(throwing: Lost())
        }
        let items = feed.items(from: chunks)
        var received: [Int] = []
        await #expect(throws: Lost.self) { for try await item in items { received.append(item) } }
        #expect(received == Array(0..<50))
        #expect(items.ending == .failed)
    }

    @Test("If bytes arrive one by one, an item waits for at most 255 bytes after it")
    func singleBytes() async throws {
        let taken = Mutex(0)
        let member = Compressed.gzip("1\n2\n")
        // Zeros after the last member contain no line feed.
        let input = member + [UInt8](repeating: 0, count: 100_000)
        let bytes = AsyncStream<UInt8> {
            taken.withLock { taken in
                guard taken < input.count else { return nil }
                taken += 1
                return input[taken - 1]
            }
        }
        let items = Feed(of: Int.self, in: .lines).compressed().items(from: bytes)
        var iterator = items.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(taken.withLock(\.self) <= member.count + 255)
        #expect(try await iterator.next() == 2)
        #expect(try await iterator.next() == nil)
        #expect(items.ending == .complete)
    }
}

/// A file that is removed with the value.
final class CompressedFile {
    let path = NSTemporaryDirectory() + "yodel-compressed-\(UUID().uuidString).json.gz"
    let count: Int

    init(_ bytes: [UInt8]) throws {
        count = bytes.count
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
#endif
