import Foundation
import Testing
import Yodel

@Suite("Feeds from files, pipes and memory")
struct FeedReaderTests {
    /// A file that is gone when the value is.
    private final class TemporaryFile {
        let path = NSTemporaryDirectory() + "yodel-feed-\(UUID().uuidString).json"

        init(_ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

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

    @Test("Lines of a file, without a line feed at its end")
    func lines() throws {
        let file = try TemporaryFile("{\"a\": 1}\n{\"a\": 2}")
        var reader = try Feed(of: [String: Int].self, in: .lines).reader(ofFileAt: file.path)
        #expect(try reader.nextEntry()?.byteRange == 0..<8)
        #expect(try reader.next() == ["a": 2])
        #expect(try reader.next() == nil)
    }

    @Test("A file that cannot be read is an error that names it")
    func noFile() throws {
        let path = NSTemporaryDirectory() + "yodel-no-such-file"
        do {
            _ = try Feed(of: Int.self).reader(ofFileAt: path)
            Issue.record("a file that is not there can be read")
        } catch {
            #expect(error.input == path)
            #expect(error.code == ENOENT)
            #expect(error.description.hasPrefix("\(path): No such file"))
        }
        var reader = try Feed(of: Int.self).reader(ofFileAt: NSTemporaryDirectory())
        #expect(throws: FeedInputError.self) { try reader.next() }
    }

    @Test("A pipe delivers items as their bytes arrive")
    func pipe() throws {
        let pipe = Pipe()
        var reader = Feed(of: Int.self).reader(of: pipe.fileHandleForReading.fileDescriptor)
        try pipe.fileHandleForWriting.write(contentsOf: Data("[1, 2,".utf8))
        #expect(try reader.next() == 1)
        #expect(try reader.next() == 2)
        try pipe.fileHandleForWriting.write(contentsOf: Data("3]".utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try reader.next() == 3)
        #expect(try reader.next() == nil)
        #expect(reader.ending == .complete)
    }

    @Test("A pipe that does not wait by itself is waited for")
    func nonBlockingPipe() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let items = Feed(of: Int.self, in: .lines).items(from: descriptor)
        let writer = Task {
            for number in 0..<5 {
                try await Task.sleep(for: .milliseconds(5))
                try pipe.fileHandleForWriting.write(contentsOf: Data("\(number)\n".utf8))
            }
            try pipe.fileHandleForWriting.close()
        }
        #expect(try await items.reduce(into: []) { $0.append($1) } == [0, 1, 2, 3, 4])
        try await writer.value
    }

    @Test("Memory is read a piece at a time")
    func memory() throws {
        var reader = Feed(of: Int.self).reader(of: Self.numbers)
        #expect(try reader.next() == 0)
        #expect(reader.progress.bytes == 64 << 10)
        reader.stop()
        #expect(reader.ending == .stopped)
    }

    @Test("Results of a reader")
    func results() throws {
        var feed = Feed(of: Int.self)
        feed.badItems = .drop
        var reader = feed.reader(of: #"[1, "a", 2]"#.utf8)
        var seen: [Int] = []
        while let result = try reader.nextResult() {
            switch result {
            case .success(let entry): seen.append(entry.item)
            case .failure(let failure): seen.append(-failure.index)
            }
        }
        #expect(seen == [1, -1, 2])
    }
}
