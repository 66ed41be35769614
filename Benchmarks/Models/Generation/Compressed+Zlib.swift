#if Gzip
import CZlib

/// Members of gzip and zlib, made by zlib.
extension Compressed {
    /// The options for a member.
    package struct Style: Sendable {
        package var isGzip: Bool
        package var level: Int32
        package var strategy: Int32
        /// Fields of the header, with a checksum of the header; zlib has none.
        package var hasHeaderFields: Bool

        package init(
            isGzip: Bool = true, level: Int32 = 6, strategy: Int32 = Z_DEFAULT_STRATEGY, hasHeaderFields: Bool = false
        ) {
            (self.isGzip, self.level, self.strategy) = (isGzip, level, strategy)
            self.hasHeaderFields = hasHeaderFields
        }
    }

    package static func gzip(_ text: String) -> [UInt8] { member(Array(text.utf8)) }

    /// One member.
    ///
    /// - Parameter isFinished: False to leave out its end.
    package static func member(_ text: [UInt8], _ style: Style = Style(), isFinished: Bool = true) -> [UInt8] {
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
        // SAFETY: zlib uses these buffers only before the closures return, and within the given counts.
        name.withUnsafeMutableBufferPointer { name in
            comment.withUnsafeMutableBufferPointer { comment in
                extra.withUnsafeMutableBufferPointer { extra in
                    header.name = name.baseAddress
                    header.comment = comment.baseAddress
                    (header.extra, header.extra_len) = (extra.baseAddress, UInt32(extra.count))
                    header.hcrc = 1
                    if style.hasHeaderFields, style.isGzip { precondition(deflateSetHeader(&stream, &header) == Z_OK) }
                    input.withUnsafeMutableBufferPointer { input in
                        output.withUnsafeMutableBufferPointer { output in
                            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(text.count))
                            (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                            let status = deflate(&stream, isFinished ? Z_FINISH : Z_SYNC_FLUSH)
                            precondition(status == (isFinished ? Z_STREAM_END : Z_OK))
                        }
                    }
                }
            }
        }
        return Array(output.prefix(output.count - Int(stream.avail_out)))
    }
}
#endif
