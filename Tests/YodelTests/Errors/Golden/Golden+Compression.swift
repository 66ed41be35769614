import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

// Compressed feeds: input that is cut, damaged or too large, and checkpoints that do not fit. Most of these errors are in
// builds with the traits Gzip and Zstd.

extension Golden {
    private static var numberLines: Feed<Int> { Feed(of: Int.self, in: .lines) }

    static var compression: [Golden] {
        [
            .unpacking(
                numberLines.compressed(), [0x28],
                "$[0]: the compressed data ends early, at byte 1 of the compressed input (truncatedCompression, line 1, column 1, offset 0)"
            ),
            .unpacking(
                numberLines.compressed(), Array("1\n2\n".utf8),
                "$[1]: the compressed data unpacks to more than 3 bytes of text, in the member at byte 4 of the compressed input (compressionLimit, line 2, column 2, offset 3); a higher compression.maxTextBytes allows it"
            ) { $0.compression.maxTextBytes = 3 },
        ] + gzip + zstd
    }

    #if Gzip
    private static var gzip: [Golden] {
        // Stored blocks are the same in every version of zlib.
        let archive = Compressed.member(Array("1\n2\n".utf8), Compressed.Style(level: 0))
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 40 << 20)
        return unpacking(
            numberLines.compressed(),
            [
                archive.dropLast(8):
                    "$[2]: the gzip data ends early, at byte 19 of the compressed input (truncatedCompression, line 3, column 1, offset 4)",
                archive.dropLast(8) + [0, 0, 0, 0, 0, 0, 0, 0]:
                    "$[2]: the gzip data is damaged at byte 23 of the compressed input: incorrect data check (invalidCompression, line 3, column 1, offset 4)",
                archive + Array("more".utf8):
                    "$[2]: no gzip member begins at byte 27 of the compressed input (invalidCompression, line 3, column 1, offset 4)",
                archive + [0, 0, 7]:
                    "$[2]: other data follows the zeros after the gzip data, at byte 29 of the compressed input (invalidCompression, line 3, column 1, offset 4)",
                Compressed.member(Array("1\n".utf8) + blanks):
                    "$[1]: the gzip data unpacks to more than 250 times its size, at byte … of the compressed input (compressionLimit, line 2, column …, offset …); a higher compression.maxRatio allows it",
            ]) + [
                .unpacking(
                    Feed(of: Int.self).compressed(.zlib), [],
                    "$: the zlib data ends early, at byte 0 of the compressed input (truncatedCompression, line 1, column 1, offset 0)"
                ),
                .calling(
                    "$[3]: no gzip member begins at byte 27 of the compressed input, where the checkpoint resumes (invalidCheckpoint, line 3, column 2, offset 5)"
                ) { () throws(ModelError) in
                    var first = numberLines.gathering(blockSize: 4).compressed(.gzip).parser()
                    first.feed(archive + Compressed.gzip("3\n4\n"))
                    for _ in 0..<3 { _ = try first.next() }
                    var second = numberLines.compressed(.gzip).parser(resumingAt: first.checkpoint, fed: "4\n")
                    return try second.next() as Any
                },
                .calling("$: a range of bytes cannot be read from compressed input (invalidRange)") {
                    () throws(ModelError) in
                    var parser = numberLines.compressed(.gzip).parser(linesIn: 0..<10)
                    return try parser.next() as Any
                },
                .unpacking(
                    numberLines.compressed(.zlib), [0x78, 0xBB, 0, 0, 0, 1, 3, 0],
                    "$[0]: the zlib data needs a dictionary, at byte 6 of the compressed input (invalidCompression, line 1, column 1, offset 0)"
                ),
                .unpacking(
                    numberLines.compressed(), archive,
                    "$[1]: the gzip data unpacks to more than 3 bytes of text, in the member at byte 0 of the compressed input (compressionLimit, line 2, column 2, offset 3); a higher compression.maxTextBytes allows it"
                ) { $0.compression.maxTextBytes = 3 },
            ]
    }
    #else
    private static var gzip: [Golden] {
        [
            .unpacking(
                numberLines.compressed(), [0x1F, 0x8B],
                "$[0]: this program was built without support for gzip data (invalidCompression, line 1, column 1, offset 0); depend on Yodel with its package trait \"Gzip\""
            )
        ]
    }
    #endif

    #if Zstd
    private static var zstd: [Golden] {
        // Stored blocks are the same in every version of the library: a window of 1 KiB, and "1\n2\n" as the last block.
        let archive: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0x21, 0, 0] + Array("1\n2\n".utf8)
        return unpacking(
            numberLines.compressed(),
            [
                archive.dropLast():
                    "$[1]: the zstd data ends early, at byte 12 of the compressed input (truncatedCompression, line 2, column 2, offset 3)",
                archive + archive.prefix(6) + [7, 0, 0]:
                    "$[2]: the zstd data is damaged at byte 19 of the compressed input: Data corruption detected (invalidCompression, line 3, column 1, offset 4)",
                archive + Array("(((1".utf8):
                    "$[2]: no zstd member begins at byte 13 of the compressed input (invalidCompression, line 3, column 1, offset 4)",
                archive + [0x28, 0xB5, 0x2F, 0xFD, 1, 0, 9]:
                    "$[2]: the zstd data needs a dictionary, at byte 18 of the compressed input (invalidCompression, line 3, column 1, offset 4)",
                [0x28, 0xB5, 0x2F, 0xFD, 0, 0x69]:
                    "$[0]: the zstd data needs a window of … bytes, more than …, at byte 5 of the compressed input (compressionLimit, line 1, column 1, offset 0); a higher compression.maxWindowBytes allows it",
            ])
    }
    #else
    private static var zstd: [Golden] {
        [
            .unpacking(
                numberLines.compressed(), [0x28, 0xB5, 0x2F, 0xFD],
                "$[0]: this program was built without support for zstd data (invalidCompression, line 1, column 1, offset 0); depend on Yodel with its package trait \"Zstd\""
            )
        ]
    }
    #endif

    /// A compressed feed: the error that ends it, for each input.
    private static func unpacking<Item>(
        _ feed: Feed<Item>, _ lines: KeyValuePairs<[UInt8], String>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Golden] {
        lines.map { unpacking(feed, $0.key, $0.value, sourceLocation: sourceLocation) }
    }

    /// A compressed feed: the error that ends it.
    private static func unpacking<Item>(
        _ feed: Feed<Item>, _ input: [UInt8], _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (inout Feed<Item>) -> Void = { _ in }
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { sourceLocation in
            var feed = feed
            configure(&feed)
            let outcome =
                input.count < 1_000
                ? unpackEveryWay(feed, input, sourceLocation: sourceLocation) : unpackedOutcome(of: feed, input)
            // The size of compressed data depends on zlib's version.
            return outcome.error?.description.replacing(/\d{4,}/, with: "…") ?? "\(outcome)"
        }
    }
}
