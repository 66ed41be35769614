import BenchmarkModels
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

@Suite("Checkpoints of compressed feeds")
struct CompressedCheckpointTests {
    /// Three members, each of which ends inside an item.
    private static let parts = ["[1, 2, 3, 4, ", "5, 6, 7,\n 8, 9, 10, 1", "1, 12, {\"a\": 13}, 14]\n"]
    private static let text = parts.joined()
    private static func archive(_ format: Compressed.Format) -> [UInt8] { parts.flatMap { format($0) } }

    /// The remaining items of a feed, as texts.
    private func rest<Item>(of reader: inout FeedReader<Item>) throws -> [String] {
        var rest: [String] = []
        while let entry = try reader.nextEntry() {
            rest.append("\(entry.index) \(entry.path) \(entry.byteRange) \(entry.item)")
        }
        #expect(reader.ending == .complete)
        return rest
    }

    @Test(
        "A feed resumes after any item, from a file, from memory and from bytes that are fed",
        arguments: Compressed.formats, [1, 2, 3])
    func everyItem(format: Compressed.Format, concurrency: Int) throws {
        let file = try TemporaryFile(Self.archive(format))
        var feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        feed.concurrency = concurrency
        var reader = try feed.reader(ofFileAt: file.path)
        let all = try rest(of: &reader)
        #expect(all.count == 14)
        for count in 0...all.count {
            var reader = try feed.reader(ofFileAt: file.path)
            for _ in 0..<count { _ = try reader.next() }
            let checkpoint = try FeedCheckpoint(json: reader.checkpoint.json)
            #expect(checkpoint == reader.checkpoint)
            let expected = Array(all[count...])

            var resumed = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint)
            #expect(try rest(of: &resumed) == expected, "after \(count)")
            resumed = feed.reader(of: Self.archive(format), resumingAt: checkpoint)
            #expect(try rest(of: &resumed) == expected, "after \(count)")
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
            try handle.seek(toOffset: UInt64(checkpoint.compressedOffset))
            resumed = feed.reader(ofDescriptor: handle.fileDescriptor, keeping: handle, resumingAt: checkpoint)
            #expect(try rest(of: &resumed) == expected, "after \(count)")

            var parser = feed.parser(resumingAt: checkpoint)
            for byte in Self.archive(format)[checkpoint.compressedOffset...] { parser.feed(CollectionOfOne(byte)) }
            parser.finish()
            var left = 0
            while try parser.next() != nil { left += 1 }
            #expect(left == expected.count)
        }
    }

    @Test("A feed resumes at the beginning of the last member, not of the first", arguments: Compressed.formats)
    func members(format: Compressed.Format) throws {
        let feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        var reader = feed.reader(of: Self.archive(format))
        var offsets: [Int] = []
        while try reader.next() != nil { offsets.append(reader.checkpoint.compressedOffset) }
        #expect(offsets == offsets.sorted())
        let second = format(Self.parts[0]).count
        #expect(Set(offsets) == [0, second, second + format(Self.parts[1]).count])
    }

    @Test(
        "While a batch waits for a chunk, the feed resumes at the last member before the batch",
        arguments: Compressed.formats)
    @MainActor
    func membersInBatch(format: Compressed.Format) async throws {
        let members = (1...6).map { format("\($0)\n") }
        let chunks = CheckedChunks(members, of: Feed(of: Int.self, in: .lines).compressed())
        var batches: [[Int]] = []
        for try await batch in chunks.items.batches(of: 4) { batches.append(batch) }
        #expect(batches == [[1, 2, 3, 4], [5, 6]])
        // The checkpoint after an item is before its line feed, in the fourth member.
        let fourth = members[..<3].reduce(0) { $0 + $1.count }
        #expect(chunks.checkpoints.map(\.compressedOffset) == [0, 0, 0, 0, fourth, fourth, fourth])
    }

    @Test(
        "Any number of members without an item before the next one leaves a place to resume from",
        arguments: Compressed.formats)
    func manyMembers(format: Compressed.Format) throws {
        let feed = Feed(of: Int.self, in: .lines).compressed()
        var parser = feed.parser()
        var input = format("1\n")
        parser.feed(input)
        #expect(try parser.next() == 1)
        let blank = format("\n")
        for _ in 0..<2_000 {
            input += blank
            parser.feed(blank)
            #expect(try parser.next() == nil)
        }
        #expect(parser.checkpoint.compressedOffset == 0)
        let rest = format("2\n") + format("3\n")
        input += rest
        parser.feed(rest)
        #expect(try parser.next() == 2)
        let checkpoint = parser.checkpoint
        #expect(checkpoint.compressedOffset > 1_500 * blank.count)
        var resumed = feed.parser(resumingAt: checkpoint, fed: input[checkpoint.compressedOffset...])
        #expect(try resumed.next() == 3)
    }

    @Test(
        "A feed resumes in the same text, plain or in other members, if the input can be read from its beginning",
        arguments: Compressed.formats)
    func otherMembers(format: Compressed.Format) async throws {
        let plain = Feed(of: JSONValue.self).gathering(blockSize: 16)
        let packed = plain.compressed()
        let text = Array(Self.text.utf8)
        var reader = plain.reader(of: Self.text)
        let all = try rest(of: &reader)
        let others =
            [
                text, [Self.parts[0] + Self.parts[1], Self.parts[2]].flatMap { format($0) },
                Self.text.flatMap { format("\($0)") },
            ] + Compressed.formats.flatMap { [$0(Self.text), Self.archive($0)] }
        for (number, other) in others.enumerated() {
            let file = try TemporaryFile(other)
            for count in 0...all.count {
                let expected = Array(all[count...])
                func expectRest(of feed: Feed<JSONValue>, _ checkpoint: FeedCheckpoint) async throws {
                    let comment: Comment = "input \(number), after \(count)"
                    var resumed = feed.reader(of: other, resumingAt: checkpoint)
                    #expect(try rest(of: &resumed) == expected, comment)
                    resumed = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint)
                    #expect(try rest(of: &resumed) == expected, comment)
                    let items = try feed.items(inFileAt: file.path, resumingAt: checkpoint)
                    #expect(try await items.reduce(0) { count, _ in count + 1 } == expected.count, comment)
                }
                var reader = packed.reader(of: Self.archive(format))
                for _ in 0..<count { _ = try reader.next() }
                try await expectRest(of: packed, reader.checkpoint)
                if number == 0 { try await expectRest(of: plain, reader.checkpoint) }
                reader = plain.reader(of: Self.text)
                for _ in 0..<count { _ = try reader.next() }
                try await expectRest(of: packed, reader.checkpoint)
            }
        }
    }

    @Test("If no member begins at the checkpoint, an input that begins there is refused", arguments: Compressed.formats)
    func noMember(format: Compressed.Format) throws {
        let feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        var reader = feed.reader(of: Self.archive(format))
        for _ in 0..<14 { _ = try reader.next() }
        let checkpoint = reader.checkpoint
        let start = checkpoint.compressedOffset
        #expect(start > 0)
        let named = [.automatic] + Compressed.formats.map(\.compression)
        var cases: [([UInt8], [FeedCompression])] = [(Array(Self.text.utf8), named), (Array("p".utf8), named)]
        for other in Compressed.formats where other.name != format.name {
            cases.append((other(Self.text), [format.compression]))
            cases.append((format(Self.text), [other.compression]))
        }
        for (other, compressions) in cases {
            for compression in compressions {
                let feed = feed.compressed(compression)
                var parser = feed.parser(resumingAt: checkpoint, of: other)
                // Bytes that arrive one by one are not kept, so they cannot be read from their beginning.
                var reader = feed.reader(
                    of: ([UInt8](repeating: 0, count: start) + other).lazy.map { $0 }, resumingAt: checkpoint)
                for error in [modelError { try parser.next() }, modelError { try reader.next() }] {
                    error.expect(.invalidCheckpoint, compressedOffset: start)
                }
                #expect(parser.ending == .failed)
            }
        }
    }

    @Test(
        "Bytes after the last member that only begin like one are the input's error, also after a checkpoint",
        arguments: Compressed.formats)
    func otherBytes(format: Compressed.Format) throws {
        let last = format("2\n")
        let input = format("1\n") + last + [last[0], 0xFF, 0xFF, 0xFF]
        let start = input.count - 4
        for compression in [FeedCompression.automatic, format.compression] {
            let feed = Feed(of: Int.self, in: .lines).compressed(compression)
            for size in [1, input.count] {
                var parser = feed.parser()
                for chunk in input.chunks(of: size) { parser.feed(chunk) }
                parser.finish()
                for item in 1...2 { #expect(try parser.next() == item) }
                modelError { try parser.next() }.expect(.invalidCompression, compressedOffset: start)
                let checkpoint = try FeedCheckpoint(json: parser.checkpoint.json)
                #expect(checkpoint.compressedOffset == start - last.count)
                var resumed = feed.parser(resumingAt: checkpoint, of: input[checkpoint.compressedOffset...])
                modelError { try resumed.next() }.expect(.invalidCompression, compressedOffset: start)
            }
        }
    }

    @Test("An input shorter than the checkpoint is refused", arguments: Compressed.formats)
    func otherInput(format: Compressed.Format) throws {
        let feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        var first = feed.reader(of: Self.archive(format))
        for _ in 0..<14 { _ = try first.next() }
        let checkpoint = first.checkpoint
        var resumed = feed.parser(resumingAt: checkpoint, of: format("short"))
        let end = checkpoint.member!.text + 5
        let line =
            "$[14]: the input ends before the checkpoint: it has \(end) bytes of text, and the checkpoint is "
            + "at byte \(checkpoint.offset) (invalidCheckpoint"
        for _ in 0..<2 {
            let error = modelError { try resumed.next() }
            #expect(error?.description.hasPrefix(line) == true)
        }
        // A file without that member is read from its beginning.
        let file = try TemporaryFile(format("[1, 2]"))
        var reader = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint)
        #expect(modelError { try reader.next() }?.code == .invalidCheckpoint)
    }

    @Test("A checkpoint with an impossible member is refused", arguments: Compressed.formats)
    func unsound(format: Compressed.Format) throws {
        let feed = Feed(of: Int.self, in: .lines).compressed()
        var reader = feed.reader(of: format("1\n2\n"))
        _ = try reader.next()
        for (input, text) in [(-1, 0), (0, -1), (0, 2), (.max, 0), (0, .max), (.min, .min)] {
            var checkpoint = reader.checkpoint
            checkpoint.member = Unpacker.Member(input: input, text: text)
            var parser = feed.parser(resumingAt: checkpoint, fed: format("1\n2\n"))
            #expect(modelError { try parser.next() }?.code == .invalidCheckpoint, "\(input) \(text)")
        }
    }
}
