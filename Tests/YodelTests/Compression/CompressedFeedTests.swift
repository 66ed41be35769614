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

    @Test("A format is detected by its first bytes, or named", arguments: Compressed.formats)
    func formats(format: Compressed.Format) {
        let input = format(Self.lines)
        #expect("\(unpackEveryWay(Self.feed.compressed(), input))" == Self.expected)
        #expect("\(unpackEveryWay(Self.feed.compressed(format.compression), input))" == Self.expected)
    }

    @Test("Input whose first bytes match no format is text")
    func plain() {
        #expect("\(unpackEveryWay(Self.feed.compressed(), Array(Self.lines.utf8)))" == Self.expected)
        for text in [
            "", "8", "80", "81\n82\n", " 8", "x", "xyz", "(", "(1)", "[8]", "[", "[*", "[*M", "[*M1]", "P", "\u{FEFF}1",
            "\"\u{1F}\"", "8O",
        ] {
            for format in FeedFormat.allCases {
                let feed = Feed(of: JSONValue.self, in: format)
                let plain = outcome(of: feed, Array(text.utf8), cutAt: [text.utf8.count], checksRanges: false)
                let read = unpackEveryWay(feed.compressed(), Array(text.utf8))
                // Text that begins like a format, and unlike a document, is taken for it.
                if ["x", "(", "P", "[*", "[*M"].contains(text) {
                    #expect(read.error?.code == .truncatedCompression)
                } else if text == "8O" {
                    #expect(read.error?.code == (Self.reads("zlib") ? .truncatedCompression : .invalidCompression))
                } else {
                    #expect("\(read)" == "\(plain)", "\(text)")
                }
            }
        }
    }

    private static func reads(_ format: String) -> Bool { Compressed.formats.contains { $0.name == format } }

    @Test(
        "A format that needs a trait which the build lacks is an error that names the trait",
        arguments: [
            ("gzip", "Gzip", [0x1F, 0x8B, 8]), ("zlib", "Gzip", [0x78, 0x9C]),
            ("zstd", "Zstd", [0x28, 0xB5, 0x2F, 0xFD]),
        ]
            as [(String, String, [UInt8])])
    func missingTraits(format: String, trait: String, start: [UInt8]) {
        let error = unpackEveryWay(Self.feed.compressed(), start).error
        if Self.reads(format) {
            #expect(error?.code == .truncatedCompression)
        } else {
            #expect(
                error?.description
                    == "$[0]: this program was built without support for \(format) data (invalidCompression, line 1, "
                    + "column 1, offset 0); depend on Yodel with its package trait \"\(trait)\"")
            #expect(error?.compressedOffset == 0)
        }
    }

    @Test("Joined members are one text, including empty ones, wherever the text is cut", arguments: Compressed.formats)
    func members(format: Compressed.Format) {
        let parts = ["", "{\"a\": 1}\n{\"a", "\"", ": 2}", "", "\n{\"a\": 3}\n", ""]
        #expect("\(unpackEveryWay(Self.feed.compressed(), parts.flatMap { format($0) }))" == Self.expected)
    }

    @Test("Zeros after the last member are skipped, and nothing else is", arguments: Compressed.formats)
    func zeros(format: Compressed.Format) {
        let input = format(Self.lines)
        #expect("\(unpackEveryWay(Self.feed.compressed(), input + [UInt8](repeating: 0, count: 40)))" == Self.expected)
        let outcome = unpackEveryWay(Self.feed.compressed(), input + [0, 0] + input)
        outcome.expectError(.invalidCompression, compressedOffset: input.count + 2, lines: 3, ending: .failed)
    }

    @Test("An array, an envelope and members of an object are the same as from the text", arguments: Compressed.formats)
    func kinds(format: Compressed.Format) {
        func expectSame<Item>(_ feed: Feed<Item>, _ json: String) {
            let plain = outcome(of: feed, Array(json.utf8), cutAt: [json.utf8.count])
            #expect("\(unpackEveryWay(feed.compressed(), format(json)))" == "\(plain)", "\(json)")
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
        let dropping = Feed(of: Int.self, in: .lines).droppingBadItems
        expectSame(dropping, "1\n2\ntwo\n4")
    }

    // MARK: - Input

    /// Random, and so long that few of them are several blocks, also compressed.
    private static let numbers: [Int] = {
        var generator = SeededGenerator(seed: 9)
        return (0..<12_000).map { _ in Int.random(in: 1 << 56..<1 << 59, using: &generator) }
    }()
    private static let numberLines = numbers.map { "\($0)\n" }.joined()
    private static let sum = numbers.reduce(0, &+)

    @Test(
        "Files and descriptors, with a reader and asynchronously, on one thread and several",
        arguments: Compressed.formats, [1, 2, 3])
    func files(format: Compressed.Format, concurrency: Int) async throws {
        let archive = format(Self.numberLines)
        let file = try TemporaryFile(archive)
        var feed = Feed(of: Int.self, in: .lines).compressed()
        feed.concurrency = concurrency
        var reader = try feed.reader(ofFileAt: file.path)
        var sum = 0
        while let number = try reader.next() { sum &+= number }
        #expect(sum == Self.sum)
        #expect(reader.ending == .complete)
        #expect(reader.progress.bytes == Self.numberLines.utf8.count)
        #expect(reader.progress.compressedBytes == archive.count)

        let items = try feed.items(inFileAt: file.path)
        #expect(try await items.reduce(0, &+) == Self.sum)
        #expect(items.ending == .complete)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
        let batches = feed.items(fromDescriptor: handle.fileDescriptor, keeping: handle).batches(of: 999)
        #expect(try await batches.reduce(0) { $0 &+ $1.reduce(0, &+) } == Self.sum)
    }

    @Test("Chunks and memory", arguments: Compressed.formats)
    func chunks(format: Compressed.Format) async throws {
        let input = format(Self.numberLines)
        let feed = Feed(of: Int.self, in: .lines).compressed()
        let chunks = AsyncStream(of: input.chunks(of: 1_000))
        #expect(try await feed.items(from: chunks).reduce(0, &+) == Self.sum)
        var sum = 0
        var reader = feed.reader(of: input)
        while let number = try reader.next() { sum &+= number }
        #expect(sum == Self.sum)
        reader = feed.reader(of: input.lazy.map { $0 })
        while let entry = try reader.nextEntry() { sum &-= entry.item }
        #expect(sum == 0)
    }

    @Test("Items are available as soon as their bytes are, if the writer flushes", arguments: Compressed.formats)
    func flushed(format: Compressed.Format) throws {
        let pipe = Pipe()
        var reader = Feed(of: Int.self, in: .lines).compressed()
            .reader(ofDescriptor: pipe.fileHandleForReading.fileDescriptor, keeping: pipe)
        let half = format.unfinished(Array("1\n2\n".utf8))
        try pipe.fileHandleForWriting.write(contentsOf: half)
        #expect(try reader.next() == 1)
        #expect(try reader.next() == 2)
        try pipe.fileHandleForWriting.close()
        let error = modelError { try reader.next() }
        #expect(error?.code == .truncatedCompression && error?.compressedOffset == half.count)
        #expect(reader.ending == .truncated)
    }

    @Test(
        "A pass that ends or is stopped while another thread decompresses leaves nothing",
        arguments: Compressed.formats)
    func left(format: Compressed.Format) throws {
        let input = format(Self.numberLines)
        var feed = Feed(of: Int.self, in: .lines).compressed()
        feed.concurrency = 2
        for number in 0..<30 {
            var reader = feed.reader(of: input)
            for expected in Self.numbers.prefix(number) { #expect(try reader.next() == expected) }
            if number.isMultiple(of: 2) { reader.stop() }
        }
        var reader = feed.reader(of: input)
        _ = try reader.next()
        reader.stop()
        #expect(reader.ending == .stopped)
    }

    @Test(
        "Bytes fed to a push parser are decompressed, and counted as progress, when items are taken",
        arguments: Compressed.formats)
    func pushed(format: Compressed.Format) throws {
        let reports = Mutex<[FeedProgress]>([])
        var feed = Self.feed.compressed()
        feed.onProgress { progress in reports.withLock { $0.append(progress) } }
        var parser = feed.parser(of: format(Self.lines))
        #expect(parser.ending == nil)
        #expect(parser.progress.bytes == 0)
        #expect(reports.withLock(\.self) == [])
        #expect(try parser.rest() == [["a": 1], ["a": 2], ["a": 3]])
        #expect(parser.ending == .complete)
        #expect(reports.withLock(\.self) == [parser.progress])
    }

    @Test("Bytes fed after the end are ignored", arguments: Compressed.formats, [1, 2])
    func fedAfterTheEnd(format: Compressed.Format, concurrency: Int) throws {
        var feed = Self.feed.compressed()
        feed.concurrency = concurrency
        var parser = feed.parser(of: format(Self.lines))
        for more in [Array("garbage".utf8), format(Self.lines)] {
            parser.feed(more)
            parser.finish()
        }
        let items = try parser.rest()
        #expect(items == [["a": 1], ["a": 2], ["a": 3]])
        #expect(parser.ending == .complete)
    }

    @Test(
        "If chunks fail, all complete items come first, and then the error", arguments: Compressed.formats, [1, 2, 4])
    func failingChunks(format: Compressed.Format, concurrency: Int) async throws {
        struct Lost: Error {}
        var feed = Feed(of: Int.self, in: .lines).compressed().gathering(blockSize: 16)
        feed.concurrency = concurrency
        let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
            for number in 0..<30 { continuation.yield(format("\(number)\n")) }
            continuation.finish(throwing: Lost())
        }
        let items = feed.items(from: chunks)
        var received: [Int] = []
        await #expect(throws: Lost.self) { for try await item in items { received.append(item) } }
        #expect(received == Array(0..<30))
        #expect(items.ending == .failed)
    }

    @Test("If bytes arrive one by one, an item waits for at most 255 bytes after it", arguments: Compressed.formats)
    func singleBytes(format: Compressed.Format) async throws {
        let taken = Mutex(0)
        let member = format("1\n2\n")
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
