import Foundation
import Testing
import Yodel

@Suite("Feeds from files, pipes and memory")
struct FeedReaderTests {
    private static let numbers = "[" + (0..<100_000).map { "\($0)" }.joined(separator: ", ") + "]"

    @Test("A file is read to its end")
    func file() throws {
        let file = try TemporaryFile(Self.numbers)
        var reader = try Feed(of: Int.self).reader(ofFileAt: file.path)
        var sum = 0
        while let number = try reader.next() { sum += number }
        #expect(sum == 4_999_950_000)
        #expect(reader.ending == .complete)
        #expect(reader.progress.bytes == Self.numbers.utf8.count)
        #expect(try reader.next() == nil)
    }

    @Test("A file is read asynchronously")
    func asyncFile() async throws {
        let file = try TemporaryFile(Self.numbers)
        let items = try Feed(of: Int.self).items(inFileAt: file.path)
        #expect(try await items.reduce(0, +) == 4_999_950_000)
        #expect(items.ending == .complete)
    }

    @Test("A file that cannot be read is an error that names it")
    func noFile() throws {
        let path = NSTemporaryDirectory() + "yodel-no-such-file"
        let error = #expect(throws: FeedInputError.self) { _ = try Feed(of: Int.self).reader(ofFileAt: path) }
        #expect(error?.input == path)
        #expect(error?.code == ENOENT)
        #expect(error?.description.hasPrefix("\(path): No such file") == true)
        var reader = try Feed(of: Int.self).reader(ofFileAt: NSTemporaryDirectory())
        #expect(throws: FeedInputError.self) { try reader.next() }
    }

    @Test("A path with a zero byte is an error, and no other file is read")
    func pathWithZero() throws {
        let file = try TemporaryFile(Self.numbers)
        let path = file.path + "\0.json"
        let errors = [
            #expect(throws: FeedInputError.self) { _ = try Feed(of: Int.self).reader(ofFileAt: path) },
            #expect(throws: FeedInputError.self) { _ = try Feed(of: Int.self).items(inFileAt: path) },
        ]
        for error in errors {
            #expect(error?.input == path)
            #expect(error?.code == EINVAL)
        }
    }

    @Test("A pipe delivers items as their bytes arrive")
    func pipe() throws {
        let pipe = Pipe()
        var reader = Feed(of: Int.self).reader(ofDescriptor: pipe.fileHandleForReading.fileDescriptor, keeping: pipe)
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1, 2,".utf8))
        #expect(try reader.next() == 1)
        #expect(try reader.next() == 2)
        try pipe.fileHandleForWriting.write(contentsOf: Data("3]".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try reader.rest() == [3])
        #expect(reader.ending == .complete)
    }

    @Test("The owner of a descriptor lives as long as the feed, and no longer")
    func owners() async throws {
        weak var owner: Pipe?
        /// A pipe with two items and no other reference.
        func pipe() throws -> Pipe {
            let pipe = Pipe()
            owner = pipe
            try pipe.fileHandleForWriting.write(contentsOf: Data("1\n2\n".utf8))
            try pipe.fileHandleForWriting.close()
            return pipe
        }
        func reader(of pipe: Pipe) -> FeedReader<Int> {
            Feed(of: Int.self, in: .lines).reader(ofDescriptor: pipe.fileHandleForReading.fileDescriptor, keeping: pipe)
        }
        func items(of pipe: Pipe) -> FeedItems<Int, Int> {
            Feed(of: Int.self, in: .lines).items(
                fromDescriptor: pipe.fileHandleForReading.fileDescriptor, keeping: pipe)
        }
        do {
            var reader = reader(of: try pipe())
            #expect(owner != nil)
            #expect(try reader.rest() == [1, 2])
        }
        #expect(owner == nil)
        // The thread that read last may not have released it yet.
        let items = items(of: try pipe())
        #expect(owner != nil)
        #expect(try await items.reduce(into: []) { $0.append($1) } == [1, 2])
    }

    @Test("Memory is read a piece at a time")
    func memory() throws {
        var reader = Feed(of: Int.self).reader(of: Self.numbers)
        #expect(try reader.next() == 0)
        #expect(reader.progress.bytes == 64 << 10)
        reader.stop()
        #expect(reader.ending == .stopped)
    }

    @Test("Bytes that are made on demand are read to their end, and kept no longer")
    func iterator() throws {
        let line = Array("{\"a\": 1}\n".utf8)
        func bytes() -> AnyIterator<UInt8> {
            var made = 0
            return AnyIterator {
                guard made < 10_000 * line.count else { return nil }
                defer { made += 1 }
                return line[made % line.count]
            }
        }
        let feed = Feed(of: [String: Int].self, in: .lines)
        var reader = feed.reader(of: bytes())
        var count = 0
        for _ in 0..<8_000 where try reader.next() == ["a": 1] { count += 1 }
        let checkpoint = reader.checkpoint
        while try reader.next() == ["a": 1] { count += 1 }
        #expect(count == 10_000)
        #expect(reader.ending == .complete)
        #expect(reader.progress.bytes == 90_000)
        var rest = feed.reader(of: bytes(), resumingAt: checkpoint)
        count = 8_000
        while try rest.next() == ["a": 1] { count += 1 }
        #expect(count == 10_000)
    }

    @Test("A file that has become shorter is not taken for one that was read to its end")
    func shorterFile() throws {
        let file = try TemporaryFile("{\"a\": 1}\n{\"a\": 2}\n")
        let feed = Feed(of: [String: Int].self, in: .lines)
        var reader = try feed.reader(ofFileAt: file.path)
        while try reader.next() != nil {}
        let checkpoint = reader.checkpoint
        var again = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint)
        #expect(try again.next() == nil)
        #expect(again.ending == .complete)
        try Data("{\"a\": 3}\n".utf8).write(to: URL(fileURLWithPath: file.path))
        let error = #expect(throws: FeedInputError.self) {
            var reader = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint)
            _ = try reader.next()
        }
        #expect(error?.input == file.path)
        #expect(error?.code == EINVAL)
        let other = #expect(throws: FeedInputError.self) {
            _ = try feed.items(inFileAt: file.path, resumingAt: checkpoint)
        }
        #expect(other == error)
    }

    @Test("Bytes that have become shorter are not taken for those that were read to their end")
    func shorterBytes() throws {
        let feed = Feed(of: Int.self, in: .lines)
        var first = feed.reader(of: "1\n22\n")
        while try first.next() != nil {}
        let checkpoint = first.checkpoint
        #expect(checkpoint.offset == 4)
        for isOnDemand in [false, true] {
            func rest(of text: String) -> FeedReader<Int> {
                guard isOnDemand else { return feed.reader(of: text, resumingAt: checkpoint) }
                return feed.reader(of: Array(text.utf8).lazy.map { $0 }, resumingAt: checkpoint)
            }
            for text in ["1\n22", "1\n22\n"] {
                var whole = rest(of: text)
                #expect(try whole.next() == nil)
                #expect(whole.ending == .complete)
            }
            var shorter = rest(of: "1\n")
            for _ in 0..<2 {
                #expect(modelError { try shorter.next() }?.code == .invalidCheckpoint)
            }
            #expect(shorter.ending == .failed)
        }
    }

    /// A descriptor with some bytes, and then an error instead of its end: that of a connection that is reset.
    private func resetConnection(after text: String) throws -> FileHandle {
        var descriptors: [Int32] = [0, 0]
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, type, 0, &descriptors) == 0)
        let (near, far) = (
            FileHandle(fileDescriptor: descriptors[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: descriptors[1], closeOnDealloc: true)
        )
        try far.write(contentsOf: Data(text.utf8))
        // Closing a socket with unread bytes resets its peer.
        try near.write(contentsOf: Data("unread".utf8))
        try far.close()
        return near
    }

    @Test("Input that cannot be read to its end is an error each time, and the feed has failed", arguments: [1, 2])
    func resetInput(threads: Int) async throws {
        for take in [true, false] {
            let connection = try resetConnection(after: "1\n2\n")
            var feed = Feed(of: Int.self, in: .lines)
            feed.concurrency = threads
            var reader = feed.reader(ofDescriptor: connection.fileDescriptor, keeping: connection)
            let errors = (0..<3).compactMap { _ in
                #expect(throws: FeedInputError.self) {
                    while true { if try take ? reader.next() == nil : reader.nextEntry() == nil { break } }
                }
            }
            #expect(errors.map(\.code) == [ECONNRESET, ECONNRESET, ECONNRESET])
            #expect(reader.ending == .failed)
            reader.stop()
            #expect(reader.ending == .failed)
        }
        let connection = try resetConnection(after: "1\n2\n")
        let items = Feed(of: Int.self, in: .lines).items(fromDescriptor: connection.fileDescriptor, keeping: connection)
        let error = await #expect(throws: FeedInputError.self) { for try await _ in items.batches(of: 10) {} }
        #expect(error?.code == ECONNRESET)
        #expect(items.ending == .failed)
    }

    @Test("Entries are found after pieces of the input that have only failures")
    func entriesAfterFailures() throws {
        let bad = String(repeating: "{}" + String(repeating: " ", count: 27) + "\n", count: 10_000)
        let feed = Feed(of: Int.self, in: .lines).droppingBadItems
        var reader = feed.reader(of: "1\n" + bad + "2\n" + bad)
        var found: [[Int]] = []
        while let entry = try reader.nextEntry() { found.append([entry.index, entry.item]) }
        #expect(found == [[0, 1], [10_001, 2]])
        let ending = reader.ending
        #expect(ending == .complete)
    }

    @Test("What has been decoded can be taken after the feed was stopped", arguments: 0..<3)
    func takenAfterStop(way: Int) throws {
        var reader = Feed(of: Int.self, in: .lines).reader(of: "1\n2\n3\n")
        #expect(try reader.next() == 1)
        reader.stop()
        let ending = reader.ending
        #expect(ending == .stopped)
        var rest: [Int] = []
        func next() throws -> Int? {
            switch way {
            case 0: try reader.next()
            case 1: try reader.nextEntry()?.item
            default: try reader.nextResult()?.get().item
            }
        }
        while let item = try next() { rest.append(item) }
        #expect(rest == [2, 3])
    }
}
