#if Zstd
import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

@Suite("Compressed feeds: Zstandard")
struct ZstdTests {
    /// Few items, as many tests read them hundreds of times, but enough text for compressed blocks.
    private static let lines = (1...12).map { "\($0 * 98_765_432_109_876_543)            \n" }.joined()
    private static let feed = Feed(of: Int.self, in: .lines).compressed(.zstd)
    private static let expected = outcome(
        of: Feed(of: Int.self, in: .lines), Array(lines.utf8), cutAt: [lines.utf8.count], checksRanges: false)

    @Test("All options of zstd: levels, checksums, lengths and windows", arguments: [-5, 1, 3, 19], [0, 10, 20])
    func frames(level: Int32, windowLog: Int32) {
        for (hasChecksum, hasLength) in [(true, true), (true, false), (false, true), (false, false)] {
            let style = Compressed.FrameStyle(
                level: level, hasChecksum: hasChecksum, hasLength: hasLength, windowLog: windowLog)
            let input = Compressed.frame(Array(Self.lines.utf8), style)
            #expect("\(unpackEveryWay(Self.feed, input))" == "\(Self.expected)")
        }
    }

    @Test("Lengths of every size, and blocks of every type")
    func lengths() {
        var generator = SeededGenerator(seed: 8878)
        for count in [0, 1, 255, 256, 65_791, 65_792, 300_000] {
            let noise = (0..<count).map { _ in UInt8.random(in: 0x21...0x7E, using: &generator) }
            let blanks = [UInt8](repeating: 0x20, count: count)
            for text in [noise, blanks, blanks + noise + blanks] {
                let feed = Feed(of: RawJSON.self, in: .lines).compressed(.zstd).droppingBadItems
                let input = Compressed.frame(Array("1\n".utf8) + text + Array("\n2\n".utf8))
                let outcome = unpackedOutcome(of: feed, input)
                #expect(outcome.lines.first == "0 $[0] 0..<1 1")
                #expect(outcome.lines.last?.hasSuffix(" \(text.count + 3)..<\(text.count + 4) 2") == true)
                #expect(outcome.ending == .complete)
            }
        }
    }

    @Test("Frames to skip have no text, wherever they are", arguments: [0, 11, 15] as [UInt8])
    func framesToSkip(number: UInt8) {
        let frame = Compressed.frame(Array(Self.lines.utf8))
        for content in [[], Array("content".utf8), [UInt8](repeating: 0xFD, count: 300)] {
            let skipped = Compressed.frameToSkip(content, number: number)
            for input in [skipped + frame, frame + skipped, skipped + skipped + frame + skipped + skipped] {
                #expect("\(unpackEveryWay(Self.feed, input))" == "\(Self.expected)")
                #expect("\(unpackedOutcome(of: Self.feed.compressed(), input))" == "\(Self.expected)")
            }
            #expect(unpackEveryWay(Self.feed, skipped).ending == .complete)
        }
        // Four gigabytes that are not there.
        let huge: [UInt8] = [0x50 + number, 0x2A, 0x4D, 0x18, 0xFF, 0xFF, 0xFF, 0xFF]
        let outcome = unpackEveryWay(Self.feed, frame + huge + frame)
        #expect(outcome.lines == Self.expected.lines)
        #expect(outcome.error?.code == .truncatedCompression)
    }

    @Test("The text before a damaged block is decoded, and the error is where that block begins")
    func blocks() throws {
        // Noise is stored in blocks of 128 KiB.
        var generator = SeededGenerator(seed: 128)
        let texts = (0..<16_000).map { _ in "\(UInt64.random(in: 0...UInt64.max, using: &generator))\n" }
        let text = Array(texts.joined().utf8)
        let input = Compressed.frame(text, Compressed.FrameStyle(hasLength: false))
        var (starts, position) = ([Int](), 6)
        while position < input.count - 4 {
            starts.append(position)
            let header = Int(input[position]) | Int(input[position + 1]) << 8 | Int(input[position + 2]) << 16
            position += 3 + (header >> 1 & 3 == 1 ? 1 : header >> 3)
        }
        #expect(starts.count > 2)
        let feed = Feed(of: UInt64.self, in: .lines).compressed(.zstd)
        for (index, start) in starts.enumerated() {
            var damaged = input
            // The reserved type.
            damaged[start] |= 6
            let whole = unpackedOutcome(of: feed, damaged)
            #expect(whole.error?.code == .invalidCompression)
            #expect(whole.error?.compressedOffset == start)
            let count = whole.error!.offset!
            #expect(index == 0 ? count == 0 : count > index * (100 << 10))
            #expect(whole.lines.count == text[..<count].count { $0 == 0x0A })
            for size in [5_000, 70_001] {
                for feed in [feed, feed.gathering(blockSize: 999)] {
                    let cut = unpackedOutcome(
                        of: feed, damaged, cutAt: Array(stride(from: size, to: input.count, by: size)) + [input.count])
                    #expect(cut.lines == whole.lines && cut.error == whole.error && cut.ending == whole.ending)
                }
            }
        }
    }

    @Test("A wrong checksum is an error after the text, at the checksum")
    func checksum() {
        var input = Compressed.frame(Array(Self.lines.utf8))
        input[input.count - 1] ^= 1
        let outcome = unpackEveryWay(Self.feed, input)
        #expect(outcome.lines == Self.expected.lines)
        outcome.expectError(.invalidCompression, compressedOffset: input.count - 4)
        #expect(outcome.error?.reason?.hasSuffix(": Restored data doesn't match checksum") == true)
    }

    @Test("A text of another length than the header's is an error")
    func wrongLength() {
        let style = Compressed.FrameStyle(hasChecksum: false)
        let text = Array(Self.lines.utf8)
        var input = Compressed.frame(text, style)
        #expect(Int(input[5]) | Int(input[6]) << 8 == text.count - 256, "the header has the length in two bytes")
        input[5] ^= 1
        #expect(unpackEveryWay(Self.feed, input).error?.code == .invalidCompression)
        // The library writes a stored block as it comes: a wrong length is an error before the block.
        func frame(length: UInt8, _ blocks: String...) -> [UInt8] {
            blocks.enumerated().reduce([0x28, 0xB5, 0x2F, 0xFD, 0x20, length]) { frame, block in
                let isLast: UInt8 = block.offset == blocks.count - 1 ? 1 : 0
                return frame + [UInt8(block.element.utf8.count) << 3 | isLast, 0, 0] + block.element.utf8
            }
        }
        unpackEveryWay(Self.feed, frame(length: 6, "1\n2\n", "3\n")).expect(lines: 3)
        for (length, blocks) in [(5, "3\n"), (7, "3\n"), (6, "3\n4\n")] as [(UInt8, String)] {
            let outcome = unpackEveryWay(Self.feed, frame(length: length, "1\n2\n", blocks))
            outcome.expectError(.invalidCompression, at: 4, compressedOffset: 13, lines: 2)
        }
        // The library checks the length at the end of a block that has text. An empty one may be stored or compressed.
        for isCompressed in [false, true] {
            func frameWithEmptyEnd(length: UInt8) -> [UInt8] {
                var bytes = frame(length: length, "1\n2\n", "")
                if isCompressed { bytes[13] |= 2 << 1 }
                return bytes
            }
            unpackEveryWay(Self.feed, frameWithEmptyEnd(length: 4)).expect(lines: 2)
            for length: UInt8 in [3, 5] {
                let outcome = unpackEveryWay(Self.feed, frameWithEmptyEnd(length: length))
                #expect(outcome.error?.code == .invalidCompression)
            }
        }
    }

    @Test("A frame that needs a dictionary is an error, and one whose dictionary is number 0 is not")
    func dictionary() {
        // A window of 1 KiB, an identifier of one byte, and one last block of a single stored byte.
        func input(_ identifier: UInt8) -> [UInt8] {
            [0x28, 0xB5, 0x2F, 0xFD, 0x01, 0x00, identifier, 0x09, 0x00, 0x00, UInt8(ascii: "7")]
        }
        #expect(unpackEveryWay(Self.feed, input(0)).lines == ["0 $[0] 0..<1 7"])
        unpackEveryWay(Self.feed, input(1)).expectError(.invalidCompression, compressedOffset: 5)
    }

    // MARK: - Windows

    @Test("A window over the limit is an error, to the byte")
    func windows() {
        let text = Array(Self.lines.utf8) + [UInt8](repeating: 0x0A, count: 3_000)
        for hasLength in [true, false] {
            let input = Compressed.frame(text, Compressed.FrameStyle(hasLength: hasLength, windowLog: 15))
            // With its length in the header, the window is the text.
            let needed = hasLength ? text.count : 1 << (10 + Int(input[5] >> 3))
            var feed = Self.feed
            feed.compression.maxWindowBytes = needed
            #expect("\(unpackEveryWay(feed, input))" == "\(Self.expected)")
            feed.compression.maxWindowBytes = needed - 1
            unpackEveryWay(feed, input).expectError(
                .compressionLimit, compressedOffset: 5, hint: "a higher compression.maxWindowBytes allows it", lines: 0)
        }
        var compression = FeedCompression.zstd
        compression.maxWindowBytes = .min
        #expect(compression.maxWindowBytes == 1_024)
    }

    @Test("Every window that a header can ask for is refused above 8 MiB, without memory for it")
    func hugeWindows() {
        for byte in UInt8.min...UInt8.max {
            let base: UInt64 = 1 << (10 + UInt64(byte >> 3))
            let window = base + base / 8 * UInt64(byte & 7)
            let outcome = unpackedOutcome(
                of: Self.feed, [0x28, 0xB5, 0x2F, 0xFD, 0x00, byte, 0x11, 0x00, 0x00, 0x37, 0x0A])
            if window <= 8 << 20 {
                #expect(outcome.lines == ["0 $[0] 0..<1 7"])
            } else {
                #expect(
                    outcome.error?.reason?.hasPrefix(
                        "the zstd data needs a window of \(window) bytes, more than 8388608, at byte 5") == true)
            }
        }
        // A text of 16 exabytes in one segment.
        let huge = unpackedOutcome(
            of: Self.feed, [0x28, 0xB5, 0x2F, 0xFD, 0xE0] + [UInt8](repeating: 0xFF, count: 8) + [0x01, 0x00, 0x00])
        #expect(huge.error?.code == .compressionLimit)
    }
}
#endif
