import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

// Compressed feeds: input that is cut, damaged or too large, and checkpoints that do not fit. Only a build with the
// trait Gzip has these errors.

extension Golden {
    #if Gzip
    static let compressionCodes: Set<String> = []

    static var compression: [Golden] {
        let numbers = Feed(of: Int.self, in: .lines)
        // Stored blocks are the same in every version of zlib.
        let archive = Compressed.member(Array("1\n2\n".utf8), Compressed.Style(level: 0))
        return [
            .unpacking(
                numbers.compressed(), archive.dropLast(8),
                "$[2]: the gzip data ends early, at byte 19 of the compressed input (truncatedCompression, line 3, column 1, offset 4)"
            ),
            .unpacking(
                Feed(of: Int.self).compressed(.zlib), [],
                "$: the zlib data ends early, at byte 0 of the compressed input (truncatedCompression, line 1, column 1, offset 0)"
            ),
            .unpacking(
                numbers.compressed(), archive.dropLast(8) + [0, 0, 0, 0, 0, 0, 0, 0],
                "$[2]: the gzip data is damaged at byte 23 of the compressed input: incorrect data check (invalidCompression, line 3, column 1, offset 4)"
            ),
            .unpacking(
                numbers.compressed(), archive + Array("more".utf8),
                "$[2]: no gzip member begins at byte 27 of the compressed input (invalidCompression, line 3, column 1, offset 4)"
            ),
            .calling(
                "$[3]: no gzip member begins at byte 27 of the compressed input, where the checkpoint resumes (invalidCheckpoint, line 3, column 2, offset 5)"
            ) { () throws(ModelError) in
                var first = numbers.gathering(blockSize: 4).compressed(.gzip).parser()
                first.feed(archive + Compressed.gzip("3\n4\n"))
                for _ in 0..<3 { _ = try first.next() }
                var second = numbers.compressed(.gzip).parser(resumingAt: first.checkpoint)
                second.feed("4\n")
                return try second.next() as Any
            },
            .calling("$: a range of bytes cannot be read from compressed input (invalidRange)") {
                () throws(ModelError) in
                var parser = numbers.compressed(.gzip).parser(linesIn: 0..<10)
                return try parser.next() as Any
            },
            .unpacking(
                numbers.compressed(), archive + [0, 0, 7],
                "$[2]: other data follows the zeros after the gzip data, at byte 29 of the compressed input (invalidCompression, line 3, column 1, offset 4)"
            ),
            .unpacking(
                numbers.compressed(.zlib), [0x78, 0xBB, 0, 0, 0, 1, 3, 0],
                "$[0]: the zlib data needs a preset dictionary, at byte 6 of the compressed input (invalidCompression, line 1, column 1, offset 0)"
            ),
            .unpacking(
                numbers.compressed(), Compressed.gzip("1\n" + String(repeating: " ", count: 40 << 20)),
                "$[1]: the gzip data unpacks to more than 250 times its size, at byte … of the compressed input (compressionLimit, line 2, column …, offset …); a higher compression.maxRatio allows it"
            ),
            .unpacking(
                numbers.compressed(), archive,
                "$[1]: the gzip data unpacks to more than 3 bytes of text, in the member at byte 0 of the compressed input (compressionLimit, line 2, column 2, offset 3); a higher compression.maxTextBytes allows it"
            ) { $0.compression.maxTextBytes = 3 },
        ]
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
    #else
    static let compressionCodes: Set<String> = ["invalidCompression", "truncatedCompression", "compressionLimit"]
    static var compression: [Golden] { [] }
    #endif
}
