import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

@Suite("Compressed feeds that are cut, damaged or hostile")
struct DamagedCompressionTests {
    private static let lines = (1...12).map { "{\"a\": \($0), \"b\": \"item \($0 * 7)\"}\n" }
    private static let text = lines.joined()
    private static let feed = Feed(of: JSONValue.self, in: .lines)
    /// The items of the whole text.
    private static let items = unpackedOutcome(of: feed, Array(text.utf8)).lines

    /// Two members.
    private static func archive(_ format: Compressed.Format) -> [UInt8] {
        format(lines[..<5].joined()) + format(lines[5...].joined())
    }

    @Test(
        "Every prefix of an archive gives its complete items, and then the error that it ends early",
        arguments: Compressed.formats)
    func prefixes(format: Compressed.Format) {
        let archive = Self.archive(format)
        let first = format(Self.lines[..<5].joined()).count
        for feed in [Self.feed.compressed(), Self.feed.compressed(format.compression)] {
            for count in 0...archive.count {
                let input = Array(archive[..<count])
                let outcome = unpackedOutcome(of: feed, input)
                #expect(Self.items.starts(with: outcome.lines), "cut at \(count)")
                if count == first || count == archive.count || count == 0 && feed.compression == .automatic {
                    #expect(outcome.error == nil && outcome.ending == .complete, "cut at \(count)")
                    #expect(outcome.lines.count == (count == first ? 5 : count == 0 ? 0 : 12))
                } else {
                    #expect(outcome.error?.code == .truncatedCompression, "cut at \(count)")
                    #expect(outcome.error?.compressedOffset == count)
                    #expect(outcome.ending == .truncated)
                }
            }
        }
    }

    @Test("An archive that is cut at the end of a line still ends early", arguments: Compressed.formats, [1, 2, 3])
    func lineEnds(format: Compressed.Format, concurrency: Int) throws {
        // All of the text, but not all of the checksum and, in gzip, the length.
        let whole = format(Self.text)
        var feed = Self.feed.compressed()
        feed.concurrency = concurrency
        let file = try TemporaryFile(Array(whole.dropLast(4)))
        var reader = try feed.reader(ofFileAt: file.path)
        var count = 0
        let error = modelError { while try reader.next() != nil { count += 1 } }
        #expect(
            error?.description
                == "$[12]: the \(format) data ends early, at byte \(whole.count - 4) of the compressed input "
                + "(truncatedCompression, line 13, column 1, offset \(Self.text.utf8.count))")
        #expect(count == 12)
        #expect(reader.ending == .truncated)
    }

    private static let firstBytes: [String: Set<UInt8>] = [
        "gzip": [0x1F], "zlib": [0x08, 0x18, 0x28, 0x38, 0x48, 0x58, 0x68, 0x78],
        "zstd": Set([0x28] + Array(0x50...0x5F)),
    ]

    @Test(
        "One byte after the last member, or instead of the first, begins a member or is invalid",
        arguments: Compressed.formats)
    func singleByte(format: Compressed.Format) throws {
        let first = try #require(Self.firstBytes[format.name])
        let member = format(Self.text)
        let feed = Self.feed.compressed(format.compression)
        for byte in UInt8.min...UInt8.max {
            let code: ModelError.Code = first.contains(byte) ? .truncatedCompression : .invalidCompression
            let offset = first.contains(byte) ? 1 : 0
            let alone = unpackedOutcome(of: feed, [byte])
            #expect(alone.error?.code == code, "\(byte)")
            #expect(alone.error?.compressedOffset == offset)
            guard byte != 0 else { continue }
            let outcome = unpackedOutcome(of: feed, member + [byte])
            #expect(outcome.lines == Self.items)
            #expect(outcome.error?.code == code, "\(byte)")
            #expect(outcome.error?.compressedOffset == member.count + offset)
        }
    }

    @Test("An item exceeds its limit within an open word or number, however it is cut", arguments: ["nul", "123"])
    func openToken(token: String) {
        let text = Array("[{\"id\": 91, \"u\": [true, \(token)".utf8)
        var feed = Feed(of: JSONValue.self)
        feed.maxItemBytes = 24
        for size in [1, 2, 3, text.count] {
            // An archive that ends early gives the rest of its text without an end, as here.
            var parser = feed.parser()
            for chunk in text.chunks(of: size) { parser.feed(chunk) }
            let error = modelError { try parser.next() }
            #expect(error?.code == .itemLimit && error?.offset == 1, "chunks of \(size)")
        }
    }

    @Test("The last line of a cut archive is not an item, though it could be one", arguments: Compressed.formats)
    func openLine(format: Compressed.Format) {
        let outcome = unpackEveryWay(Feed(of: Int.self, in: .lines).compressed(), format("1\n23").dropLast(4))
        #expect(outcome.lines == ["0 $[0] 0..<1 1"])
        outcome.expectError(.truncatedCompression, at: 4)
    }

    /// Output before the checksum has been read may be wrong.
    @Test("An archive with any one bit flipped gives the right items, or an error", arguments: Compressed.formats)
    func bits(format: Compressed.Format) {
        let archive = Self.archive(format)
        let feed = Self.feed.compressed(format.compression)
        var harmless = 0
        for bit in 0..<archive.count * 8 {
            var input = archive
            input[bit / 8] ^= 1 << (bit % 8)
            let outcome = unpackedOutcome(of: feed, input)
            if outcome.error == nil {
                #expect(outcome.lines == Self.items && outcome.ending == .complete, "bit \(bit)")
                harmless += 1
            }
        }
        // The time, the system and the level's flags in a header of gzip do not affect the text.
        #expect(harmless < (format.name == "gzip" ? 200 : 10), "\(harmless) bits make no difference")
    }

    @Test(
        "A damaged archive gives the same items and the same error in every way it is read",
        arguments: Compressed.formats)
    func everyWay(format: Compressed.Format) {
        var generator = SeededGenerator(seed: 30)
        let archive = format(Self.lines[..<3].joined()) + format(Self.lines[3..<6].joined())
        for _ in 0..<8 {
            var input = archive
            input[Int.random(in: 0..<input.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            unpackEveryWay(Self.feed.compressed(format.compression), input)
        }
    }

    @Test("Random bytes, with or without the first ones of a member, are an error", arguments: Compressed.formats)
    func noise(format: Compressed.Format) {
        let seed: UInt64 = 1952
        var generator = SeededGenerator(seed: seed)
        let archive = Self.archive(format)
        for number in 0..<2_000 {
            let count = Int.random(in: 0..<300, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let start = archive.prefix([0, 2, 4, 40][number % 4])
            for compression in [.automatic, format.compression] {
                let outcome = unpackedOutcome(of: Self.feed.compressed(compression), start + noise)
                let isEmpty = start.isEmpty && noise.isEmpty
                #expect(outcome.error != nil || isEmpty, "seed \(seed), number \(number)")
            }
        }
    }

    // MARK: - Bombs

    private static let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 24 << 20)

    @Test(
        "An archive that expands too much is an error, after a first allowance", arguments: Compressed.formats, [1, 2])
    func bombs(format: Compressed.Format, concurrency: Int) {
        let bomb = format.member(Array("[1, 2".utf8) + Self.blanks + Array("]".utf8))
        var feed = Feed(of: Int.self).compressed()
        feed.concurrency = concurrency
        let outcome = unpackedOutcome(of: feed, format("") + bomb)
        #expect(outcome.lines == ["0 $[0] 1..<2 1", "1 $[1] 4..<5 2"])
        outcome.expectError(.compressionLimit, hint: "a higher compression.maxRatio allows it")
        #expect(outcome.error!.compressedOffset! < bomb.count)
        // Blanks compress about 1,030 times in gzip, and each byte of them costs 1 - 250 / 1,030 of the allowance.
        // Zstandard compresses them more.
        #expect((16 << 20..<22 << 20).contains(outcome.error!.offset!))
        #expect(outcome.ending == .failed)

        feed.compression.maxRatio = .max
        #expect(unpackedOutcome(of: feed, bomb).ending == .complete)
        feed.compression.maxRatio = .min
        #expect(feed.compression.maxRatio == 1)
    }

    @Test("A bomb is found after any amount of other text", arguments: Compressed.formats)
    func lateBomb(format: Compressed.Format) {
        var generator = SeededGenerator(seed: 7)
        let sound = (0..<5_000).map { _ in "\(UInt64.random(in: 0...UInt64.max, using: &generator))\n" }.joined()
        let bomb = format.member(Self.blanks)
        let feed = Feed(of: UInt64.self, in: .lines, as: { _ in 0 }).compressed().droppingBadItems
        unpackedOutcome(of: feed, format(sound) + bomb).expectError(.compressionLimit, lines: 5_000)
    }

    @Test("Text beyond the limit of bytes is not decoded", arguments: Compressed.formats)
    func longText(format: Compressed.Format) {
        var feed = Feed(of: Int.self, in: .lines).compressed()
        feed.compression.maxTextBytes = 5
        for input in [format("1\n2\n3\n4\n"), format("1\n") + format("2\n3\n"), Array("1\n2\n3\n".utf8)] {
            let outcome = unpackEveryWay(feed, input)
            #expect(outcome.lines == ["0 $[0] 0..<1 1", "1 $[1] 2..<3 2"])
            outcome.expectError(.compressionLimit, at: 5)
        }
        #expect(unpackEveryWay(feed, format("1\n2\n3")).ending == .complete)
        feed.compression.maxTextBytes = -1
        #expect(unpackEveryWay(feed, format("1")).error?.offset == 0)
    }

    @Test("A hundred thousand empty members take no extra memory", arguments: Compressed.formats)
    func emptyMembers(format: Compressed.Format) throws {
        let empty = format("")
        var feed = Feed(of: Int.self, in: .lines).compressed()
        feed.concurrency = 2
        var parser = feed.parser()
        let many = Array(repeatElement(empty, count: 10_000).joined())
        for _ in 0..<10 {
            parser.feed(many)
            #expect(try parser.next() == nil)
        }
        parser.feed(format("1\n"))
        #expect(try parser.next() == 1)
        #expect(parser.checkpoint.compressedOffset == 100_000 * empty.count)
        parser.finish()
        #expect(try parser.next() == nil)
        #expect(parser.ending == .complete)
    }
}
