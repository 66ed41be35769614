import Foundation
import Testing

@testable import Yodel

@Suite("Inputs of which a range is read")
struct RangeInputTests {
    private let numbers = Feed(of: Int.self, in: .lines)
    /// Most are long, so that few of them are several blocks.
    private static let values = (0..<12_000).map { $0 < 10 ? $0 : Int.max - $0 }
    private static let lines = values.map { "\($0)\n" }.joined()
    private let text = lines

    private func all(_ reader: consuming FeedReader<Int>) throws -> [Int] {
        let items = try reader.rest()
        #expect(reader.ending == .complete)
        return items
    }

    private func all(_ items: FeedItems<Int, Int>) async throws -> [Int] {
        let all = try await items.reduce(into: []) { $0.append($1) }
        #expect(items.ending == .complete)
        return all
    }

    private func cuts(_ count: Int, into parts: Int) -> [Range<Int>] {
        (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
    }

    @Test("The ranges of a file give all of its lines in order, by every way in", arguments: [1, 3])
    func everyWay(concurrency: Int) async throws {
        var feed = numbers
        feed.concurrency = concurrency
        let file = try TemporaryFile(text)
        let bytes = Array(text.utf8)
        var found = [[Int]](repeating: [], count: 7)
        for range in cuts(bytes.count, into: 5) {
            found[0] += try all(try feed.reader(ofFileAt: file.path, linesIn: range))
            found[1] += try all(feed.reader(of: bytes, linesIn: range))
            found[2] += try all(feed.reader(of: text.utf8.lazy.map { $0 }, linesIn: range))
            found[3] += try await all(feed.items(inFileAt: file.path, linesIn: range))
            let start = max(range.lowerBound - 1, 0)
            for way in 4...5 {
                let handle = try #require(FileHandle(forReadingAtPath: file.path))
                try handle.seek(toOffset: UInt64(start))
                let descriptor = handle.fileDescriptor
                if way == 4 {
                    found[way] += try all(feed.reader(ofDescriptor: descriptor, keeping: handle, linesIn: range))
                } else {
                    found[way] += try await all(feed.items(fromDescriptor: descriptor, keeping: handle, linesIn: range))
                }
            }
            let chunks = AsyncStream(of: bytes[start...].chunks(of: 1_000))
            found[6] += try await all(feed.items(from: chunks, linesIn: range))
        }
        for (way, items) in found.enumerated() { #expect(items == Self.values, "way \(way)") }
    }

    @Test("Bytes that arrive one by one")
    func singleBytes() async throws {
        let bytes = AsyncStream(of: "2\n33\n4\n".utf8)
        // Of 1, 22, 33 and 4: the range begins in 22.
        #expect(try await all(numbers.items(from: bytes, linesIn: 4..<6)) == [33])
    }

    @Test("The rest of a file is not read")
    func restOfFile() throws {
        let file = try TemporaryFile(text)
        let handle = try #require(FileHandle(forReadingAtPath: file.path))
        let reader = numbers.reader(ofDescriptor: handle.fileDescriptor, keeping: handle, linesIn: 0..<10)
        #expect(try all(reader) == [0, 1, 2, 3, 4])
        #expect(try handle.offset() <= 64 << 10)
    }

    @Test(
        "A pipe that stays open is not waited for when the range's last line is complete", .limitsHanging,
        arguments: [4..<8, 4..<9])
    func openPipe(range: Range<Int>) async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("\n22\n3\n".utf8))
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(try all(numbers.reader(ofDescriptor: descriptor, keeping: pipe, linesIn: range)) == [22, 3])
        try pipe.fileHandleForWriting.write(contentsOf: Data("\n22\n3\n".utf8))
        #expect(try await all(numbers.items(fromDescriptor: descriptor, keeping: pipe, linesIn: range)) == [22, 3])
    }

    @Test("An empty range waits for nothing", .limitsHanging)
    func emptyRange() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(try all(numbers.reader(ofDescriptor: descriptor, keeping: pipe, linesIn: 5..<5)) == [])
        #expect(try await all(numbers.items(fromDescriptor: descriptor, keeping: pipe, linesIn: 0..<0)) == [])
        try pipe.fileHandleForWriting.close()
    }

    @Test("No chunk is asked for after the one that completes the last line")
    func chunksAskedFor() async throws {
        let counter = Locked(0)
        let chunks = AsyncStream<[UInt8]> {
            let asked = counter.withLock { count in
                count += 1
                return count
            }
            return asked > 10 ? nil : Array("\(asked)\n".utf8)
        }
        #expect(try await all(numbers.items(from: chunks, linesIn: 0..<5)) == [1, 2, 3])
        #expect(counter.withLock { $0 } == 3)
    }

    @Test("A range beyond the end of a file has no lines, and a checkpoint beyond it is an error")
    func beyondTheEnd() async throws {
        let file = try TemporaryFile("1\n2\n")
        #expect(try all(try numbers.reader(ofFileAt: file.path, linesIn: 4..<10)) == [])
        #expect(try all(try numbers.reader(ofFileAt: file.path, linesIn: 100..<200)) == [])
        #expect(try await numbers.items(inFileAt: file.path, linesIn: 100..<200).first { _ in true } == nil)
        var reader = try numbers.reader(ofFileAt: file.path, linesIn: 2..<200)
        #expect(try reader.next() == 2)
        let checkpoint = reader.checkpoint
        try Data("1\n".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: FeedInputError.self) { _ = try numbers.reader(ofFileAt: file.path, resumingAt: checkpoint) }
    }

    @Test("A file is resumed within its range")
    func resumed() throws {
        let file = try TemporaryFile(text)
        for range in cuts(text.utf8.count, into: 3) {
            var reader = try numbers.reader(ofFileAt: file.path, linesIn: range)
            var items: [Int] = []
            for _ in 0..<1_000 { items.append(try #require(try reader.next())) }
            items += try all(try numbers.reader(ofFileAt: file.path, resumingAt: reader.checkpoint))
            #expect(items == (try all(try numbers.reader(ofFileAt: file.path, linesIn: range))))
        }
    }
}
