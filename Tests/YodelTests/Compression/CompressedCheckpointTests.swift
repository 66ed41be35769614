#if Gzip
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

@Suite("Checkpoints of compressed feeds")
struct CompressedCheckpointTests {
    /// Three members, none of which ends with an item.
    private static let parts = ["[1, 2, 3, 4, ", "5, 6, 7,\n 8, 9, 10, 1", "1, 12, {\"a\": 13}, 14]\n"]
    private static let text = parts.joined()
    private static let archive = parts.flatMap(Compressed.gzip)

    /// What is left of a feed, one text for each item.
    private func rest<Item>(of reader: inout FeedReader<Item>) throws -> [String] {
        var rest: [String] = []
        while let entry = try reader.nextEntry() {
            rest.append("\(entry.index) \(entry.path) \(entry.byteRange) \(entry.item)")
        }
        #expect(reader.ending == .complete)
        return rest
    }

    @Test("A feed goes on after any item, from a file, from memory and from bytes that are fed", arguments: [1, 2, 3])
    func everyItem(concurrency: Int) throws {
        let file = try CompressedFile(Self.archive)
        var feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        feed.concurrency = concurrency
        var reader = try feed.reader(ofFileAt: file.path)
        let all = try rest(of: &reader)
        #expect(all.count == 14)
        for count in 0...all.count {
            var reader = try feed.reader(ofFileAt: file.path)
            for _ in 0..<count { _ = try reader.next() }
            let saved = try JSONEncoder().encode(reader.checkpoint)
            let checkpoint = try JSONDecoder().decode(FeedCheckpoint.self, from: saved)
            #expect(checkpoint == reader.checkpoint)
            let expected = Array(all[count...])

            var resumed = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint)
            #expect(try rest(of: &resumed) == expected, "after \(count)")
            resumed = feed.reader(of: Self.archive, resumingAt: checkpoint)
            #expect(try rest(of: &resumed) == expected, "after \(count)")
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
            try handle.seek(toOffset: UInt64(checkpoint.compressedOffset))
            resumed = feed.reader(
                ofDescriptor: handle.fileDescriptor, keeping: handle, resumingAt: checkpoint)
            #expect(try rest(of: &resumed) == expected, "after \(count)")

            var parser = feed.parser(resumingAt: checkpoint)
            for byte in Self.archive[checkpoint.compressedOffset...] { parser.feed(CollectionOfOne(byte)) }
            parser.finish()
            var left = 0
            while try parser.next() != nil { left += 1 }
            #expect(left == expected.count)
        }
    }

    @Test("A feed goes on at the beginning of the last member, not of the first")
    func members() throws {
        let feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        var reader = feed.reader(of: Self.archive)
        var offsets: [Int] = []
        while try reader.next() != nil { offsets.append(reader.checkpoint.compressedOffset) }
        #expect(offsets == offsets.sorted())
        let second = Compressed.gzip(Self.parts[0]).count
        #expect(Set(offsets) == [0, second, second + Compressed.gzip(Self.parts[1]).count])
    }

    @Test("Any number of members without an item before the next one leaves a place to go on from")
    func manyMembers() throws {
        let feed = Feed(of: Int.self, in: .lines).compressed()
        var parser = feed.parser()
        var input = Compressed.gzip("1\n")
        parser.feed(input)
        #expect(try parser.next() == 1)
        let blank = Compressed.gzip("\n")
        for _ in 0..<2_000 {
            input += blank
            parser.feed(blank)
            #expect(try parser.next() == nil)
        }
        #expect(parser.checkpoint.compressedOffset == 0)
        let rest = Compressed.gzip("2\n") + Compressed.gzip("3\n")
        input += rest
        parser.feed(rest)
        #expect(try parser.next() == 2)
        let checkpoint = parser.checkpoint
        #expect(checkpoint.compressedOffset > 1_500 * blank.count)
        var resumed = feed.parser(resumingAt: checkpoint)
        resumed.feed(input[checkpoint.compressedOffset...])
        #expect(try resumed.next() == 3)
    }

    @Test("The checkpoint of the text goes on in the compressed input, and the other way round")
    func text() throws {
        let (plain, packed) = (Feed(of: JSONValue.self), Feed(of: JSONValue.self).compressed())
        var reader = plain.reader(of: Self.text)
        for _ in 0..<6 { _ = try reader.next() }
        var resumed = packed.reader(of: Self.archive, resumingAt: reader.checkpoint)
        #expect(try resumed.next() == 7)
        resumed = plain.reader(of: Self.text, resumingAt: resumed.checkpoint)
        #expect(try resumed.next() == 8)
        // Text that is read by a feed that finds out what it is begins at its beginning.
        resumed = packed.reader(of: Self.text, resumingAt: resumed.checkpoint)
        #expect(try resumed.next() == 9)
    }

    @Test("An input that is shorter than the checkpoint, or has no member there, is refused")
    func otherInput() throws {
        let feed = Feed(of: JSONValue.self).compressed().gathering(blockSize: 16)
        var reader = feed.reader(of: Self.archive)
        for _ in 0..<14 { _ = try reader.next() }
        let checkpoint = reader.checkpoint
        var resumed = feed.parser(resumingAt: checkpoint)
        resumed.feed(Compressed.gzip("short"))
        resumed.finish()
        let end = checkpoint.member!.text + 5
        #expect(throws: (any Error).self) { try resumed.next() }
        do throws(ModelError) {
            _ = try resumed.next()
        } catch {
            let line =
                "$[14]: the input is shorter than the checkpoint: it has \(end) bytes of text, and the feed goes on "
            #expect(error.description.hasPrefix(line + "at byte \(checkpoint.offset) (invalidCheckpoint"))
        }
        resumed = feed.parser(resumingAt: checkpoint)
        resumed.feed("plain text")
        #expect(throws: (any Error).self) { try resumed.next() }
        let file = try CompressedFile([0x1F, 0x8B])
        #expect(throws: FeedInputError.self) { _ = try feed.reader(ofFileAt: file.path, resumingAt: checkpoint) }
    }

    @Test("A member that a checkpoint cannot have is refused")
    func unsound() throws {
        let feed = Feed(of: Int.self, in: .lines).compressed()
        var reader = feed.reader(of: Compressed.gzip("1\n2\n"))
        _ = try reader.next()
        for (input, text) in [(-1, 0), (0, -1), (0, 2), (.max, 0), (0, .max), (.min, .min)] {
            var checkpoint = reader.checkpoint
            checkpoint.member = Unpacker.Member(input: input, text: text)
            var parser = feed.parser(resumingAt: checkpoint)
            parser.feed(Compressed.gzip("1\n2\n"))
            do throws(ModelError) {
                _ = try parser.next()
                Issue.record("\(input) \(text) is accepted")
            } catch {
                #expect(error.code == .invalidCheckpoint)
            }
        }
    }
}
#endif
