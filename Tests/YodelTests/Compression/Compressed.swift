#if Gzip
import CZlib
import Foundation
import Testing

@testable import Yodel

/// Members of gzip and zlib, made by zlib.
enum Compressed {
    /// How a member is made.
    struct Style {
        var isGzip = true
        var level: Int32 = 6
        var strategy = Z_DEFAULT_STRATEGY
        /// Fields of the header, with a checksum of the header.
        var hasHeaderFields = false
    }

    static func gzip(_ text: String) -> [UInt8] { member(Array(text.utf8)) }
    static func zlib(_ text: String) -> [UInt8] { member(Array(text.utf8), Style(isGzip: false)) }

    /// One member, or only what `deflate` gives for the text when it is flushed.
    static func member(_ text: [UInt8], _ style: Style = Style(), flush: Int32 = Z_FINISH) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let windowBits = 15 + (style.isGzip ? 16 : 0)
        let status = deflateInit2_(
            &stream, style.level, Z_DEFLATED, Int32(windowBits), 8, style.strategy, ZLIB_VERSION, size)
        precondition(status == Z_OK)
        defer { deflateEnd(&stream) }
        var (name, comment) = (Array("events.ndjson".utf8) + [0], Array("made for a test".utf8) + [0])
        var (extra, header): ([UInt8], gz_header) = (Array("YD\u{2}\0ok".utf8), gz_header())
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(text.count))) + 1_000)
        var input = text + [0]
        // SAFETY: zlib uses these buffers before the closures return, and no more of them than the numbers say.
        name.withUnsafeMutableBufferPointer { name in
            comment.withUnsafeMutableBufferPointer { comment in
                extra.withUnsafeMutableBufferPointer { extra in
                    header.name = name.baseAddress
                    header.comment = comment.baseAddress
                    (header.extra, header.extra_len) = (extra.baseAddress, UInt32(extra.count))
                    header.hcrc = 1
                    if style.hasHeaderFields { precondition(deflateSetHeader(&stream, &header) == Z_OK) }
                    input.withUnsafeMutableBufferPointer { input in
                        output.withUnsafeMutableBufferPointer { output in
                            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(text.count))
                            (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                            let status = deflate(&stream, flush)
                            precondition(status == (flush == Z_FINISH ? Z_STREAM_END : Z_OK))
                        }
                    }
                }
            }
        }
        return Array(output.prefix(output.count - Int(stream.avail_out)))
    }
}

extension Feed {
    /// The feed of compressed input.
    func compressed(_ compression: FeedCompression = .automatic) -> Feed {
        var feed = self
        feed.compression = compression
        return feed
    }
}

/// Reads a compressed feed in chunks of given ends, by one thread.
func unpackedOutcome<Item>(of feed: Feed<Item>, _ input: [UInt8], cutAt ends: [Int]? = nil) -> FeedOutcome {
    outcome(of: feed, input, cutAt: ends ?? [input.count], checksRanges: false)
}

/// Reads a compressed feed whole, cut in two at every position, byte by byte, in small pieces and by several threads, and
/// records an issue where what comes out is not always the same.
@discardableResult
func unpackEveryWay<Item>(
    _ feed: Feed<Item>, _ input: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) -> FeedOutcome {
    let whole = unpackedOutcome(of: feed, input)
    var cuts = [1, 3, 64].map { Array(stride(from: $0, to: input.count, by: $0)) + [input.count] } + [[input.count]]
    if input.count < 200 { cuts += (0...input.count).map { [$0, input.count] } }
    for (feed, name) in feed.variants + [(feed.gathering(blockSize: 7), " in pieces of 7 bytes")] {
        for ends in cuts {
            let cut = unpackedOutcome(of: feed, input, cutAt: ends)
            guard cut.lines != whole.lines || cut.error != whole.error || cut.ending != whole.ending else { continue }
            Issue.record(
                "whole:\n\(whole)\ncut at \(ends.prefix(4))\(name):\n\(cut)", sourceLocation: sourceLocation)
            break
        }
    }
    return whole
}
#endif
