#if Gzip
import BenchmarkModels
import CZlib
import DifferentialKit
import Testing

@testable import Yodel

@Suite("Compressed feeds: gzip and zlib")
struct ZlibTests {
    private static let lines = "1\n2\n3\n"
    private static let feed = Feed(of: Int.self, in: .lines)
    private static let expected = outcome(of: feed, Array(lines.utf8), cutAt: [lines.utf8.count], checksRanges: false)

    @Test(
        "All options of zlib: stored, fixed and dynamic blocks, header fields with a checksum",
        arguments: [0, 1, 9], [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE])
    func blocks(level: Int32, strategy: Int32) {
        for (isGzip, hasHeaderFields) in [(true, false), (true, true), (false, false)] {
            let style = Compressed.Style(
                isGzip: isGzip, level: level, strategy: strategy, hasHeaderFields: hasHeaderFields)
            let input = Compressed.member(Array(Self.lines.utf8), style)
            #expect("\(unpackEveryWay(Self.feed.compressed(), input))" == "\(Self.expected)")
        }
    }

}
#endif
