#if Zstd
internal import CZstd

/// Unpacks zstd with the C library of that name.
///
/// Its memory is the window, which a frame's header asks for and the feed limits, and about half a megabyte. The library
/// checks the data and, if a frame has them, the text's length and checksum.
final class ZstdDecompressor: Decompressor {
    private let context: OpaquePointer
    private let maxWindowBytes: Int
    private var frame = ZstdFrame()
    /// Whether the room was used up, so that the library may hold more text.
    private var wasFull = false

    /// - Throws: If there is no memory for it.
    init(maxWindowBytes: Int) throws(CompressionFailure.Problem) {
        guard let context = ZSTD_createDCtx() else { throw .outOfMemory }
        self.context = context
        self.maxWindowBytes = maxWindowBytes
        // The frame checks the window, to the byte.
        let most = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, most)
    }

    deinit { ZSTD_freeDCtx(context) }

    func reset() {
        ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
        (frame, wasFull) = (ZstdFrame(), false)
    }

    func unpack(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (read: Int, written: Int, outcome: DecompressorOutcome) {
        // While the library holds text it gets no input: if that were damaged, the text would be lost.
        let step = UnsafeBufferPointer(rebasing: input.prefix(wasFull ? 0 : frame.left))
        var next = frame
        next.take(step)
        do throws(CompressionFailure.Problem) {
            try next.goOn(maxWindowBytes: maxWindowBytes)
        } catch {
            return (0, 0, .failed(error, bytesBack: frame.read))
        }
        // SAFETY: the library only reads the input and only writes to the output, no more than these numbers, and both
        // buffers outlive the call; it uses neither pointer where its number is 0.
        var source = ZSTD_inBuffer(src: step.baseAddress, size: step.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = ZSTD_decompressStream(context, &target, &source)
        guard ZSTD_isError(status) == 0 else {
            let problem: CompressionFailure.Problem =
                if ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation {
                    .outOfMemory
                } else if frame.isUnknown {
                    .noMember
                } else {
                    .damaged(String(cString: ZSTD_getErrorName(status)))
                }
            return (0, 0, .failed(problem, bytesBack: frame.read))
        }
        wasFull = status != 0 && target.pos == output.count
        if source.pos == step.count {
            frame = next
        } else {
            // The last byte of a frame stays in the input until its text has been written.
            frame.take(UnsafeBufferPointer(rebasing: step.prefix(source.pos)))
        }
        frame.countText(target.pos)
        guard status == 0 || wasFull || frame.left > 0 else {
            // Without this, a library that disagrees about the frame's end would be called for ever.
            return (source.pos, target.pos, .failed(.damaged("the frame does not end")))
        }
        return (source.pos, target.pos, status == 0 ? .memberEnd : .goesOn)
    }
}
#endif
