#if Gzip
internal import CZlib

/// Unpacks gzip or zlib with the C library zlib.
///
/// Its memory is that of zlib: about 40 KiB, whatever the input. zlib checks headers, checksums and lengths.
final class ZlibDecompressor: Decompressor {
    /// On the heap, as zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter isGzip: Whether to read gzip; zlib otherwise.
    /// - Throws: If there is no memory for it.
    init(isGzip: Bool) throws(CompressionFailure.Problem) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let windowBits = MAX_WBITS + (isGzip ? 16 : 0)
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
            // The deinitialiser releases the rest; it does nothing to a stream without a state.
            throw .outOfMemory
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func reset() { inflateReset(stream) }

    func unpack(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (read: Int, written: Int, outcome: DecompressorOutcome) {
        let (available, room) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
        // SAFETY: zlib only reads the input and only writes to the output, no more than these numbers, and both buffers
        // outlive the call; it uses neither pointer where its number is 0.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.start)
        stream.pointee.avail_in = available
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = room
        let status = inflate(stream, Z_NO_FLUSH)
        let (read, written) = (available - stream.pointee.avail_in, room - stream.pointee.avail_out)
        let outcome: DecompressorOutcome =
            switch status {
            // No progress without more input or more room.
            case Z_OK, Z_BUF_ERROR: .goesOn
            case Z_STREAM_END: .memberEnd
            case Z_NEED_DICT: .failed(.needsDictionary)
            case Z_MEM_ERROR: .failed(.outOfMemory)
            // The first two bytes show whether it is a member at all.
            case _ where stream.pointee.total_in <= 2: .failed(.noMember, bytesBack: Int(stream.pointee.total_in))
            default: .failed(.damaged(stream.pointee.msg.map { String(cString: $0) } ?? "invalid data"))
            }
        return (Int(read), Int(written), outcome)
    }
}
#endif
