#if Gzip
import BenchmarkKit
import BenchmarkModels
import CZlib

/// zlib alone: the compressed lines are decompressed, and nothing is decoded.
///
/// A compressed feed on one thread takes this time plus that of the plain feed.
struct ZlibBare: BenchmarkPath {
    let name = "zlib-bare"
    let summary = "zlib alone: the lines unpacked from gzip, in pieces of 64 KiB, and not decoded"

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let archive = Once { Compressed.member(bytes) }
        return .untyped {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = unpack(try archive.value, into: &piece)
            blackHole(piece)
            guard count == bytes.count else { fatalError("zlib has unpacked \(count) of \(bytes.count) bytes") }
        }
    }

    /// - Returns: The number of decompressed bytes.
    private func unpack(_ archive: [UInt8], into piece: inout [UInt8]) -> Int {
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
}
#endif
