import BenchmarkKit
import BenchmarkModels

#if Gzip
import CZlib
#endif
#if Zstd
import CZstd
#endif

/// The library of a format alone: the compressed lines are unpacked, and nothing is decoded.
///
/// A compressed feed on one thread takes this time plus that of the plain feed.
struct BareDecompressor: BenchmarkPath {
    let name: String
    let summary: String
    private let format: Compressed.Format
    /// Unpacks an archive, a piece of text at a time, and returns how many bytes its text has.
    private let unpack: @Sendable (_ archive: [UInt8], _ piece: inout [UInt8]) -> Int

    /// Those of this build's formats.
    static let all: [BareDecompressor] = Compressed.formats.compactMap { format in
        #if Gzip
        if format.name == "gzip" { return BareDecompressor("zlib", format, unpackGzip) }
        #endif
        #if Zstd
        if format.name == "zstd" { return BareDecompressor("zstd", format, unpackZstd) }
        #endif
        return nil
    }

    private init(
        _ library: String, _ format: Compressed.Format, _ unpack: @escaping @Sendable ([UInt8], inout [UInt8]) -> Int
    ) {
        name = "\(library)-bare"
        summary = "\(library) alone: the lines unpacked from \(format), in pieces of 64 KiB, and not decoded"
        (self.format, self.unpack) = (format, unpack)
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let archive = Once { format.member(bytes) }
        return .untyped {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = unpack(try archive.value, &piece)
            blackHole(piece)
            guard count == bytes.count else { fatalError("\(name) has unpacked \(count) of \(bytes.count) bytes") }
        }
    }
}

#if Gzip
@Sendable private func unpackGzip(_ archive: [UInt8], into piece: inout [UInt8]) -> Int {
    var (stream, input, count) = (z_stream(), archive, 0)
    inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    // SAFETY: zlib uses the two buffers only before the closures return, and within the given counts.
    input.withUnsafeMutableBufferPointer { input in
        piece.withUnsafeMutableBufferPointer { piece in
            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
            repeat {
                (stream.next_out, stream.avail_out) = (piece.baseAddress, UInt32(piece.count))
                inflate(&stream, Z_NO_FLUSH)
                count += piece.count - Int(stream.avail_out)
            } while stream.avail_out == 0
        }
    }
    return count
}
#endif

#if Zstd
@Sendable private func unpackZstd(_ archive: [UInt8], into piece: inout [UInt8]) -> Int {
    let context = ZSTD_createDCtx()
    defer { ZSTD_freeDCtx(context) }
    var count = 0
    // SAFETY: the library uses the two buffers only before the closures return, and within the given counts.
    archive.withUnsafeBufferPointer { archive in
        piece.withUnsafeMutableBufferPointer { piece in
            var source = ZSTD_inBuffer(src: archive.baseAddress, size: archive.count, pos: 0)
            var isOver = false
            while !isOver {
                var target = ZSTD_outBuffer(dst: piece.baseAddress, size: piece.count, pos: 0)
                let status = ZSTD_decompressStream(context, &target, &source)
                count += target.pos
                isOver = status == 0 || ZSTD_isError(status) != 0
            }
        }
    }
    return count
}
#endif
