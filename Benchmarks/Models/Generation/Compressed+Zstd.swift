#if Zstd
import CZstd

/// Frames of Zstandard, made by its library.
extension Compressed {
    /// The options for a frame.
    package struct FrameStyle {
        package var level: Int32
        package var hasChecksum: Bool
        /// Whether the header has the length of the text; a short text is then its own window.
        package var hasLength: Bool
        /// The binary logarithm of the window; 0 for that of the level.
        package var windowLog: Int32

        package init(level: Int32 = 3, hasChecksum: Bool = true, hasLength: Bool = true, windowLog: Int32 = 0) {
            (self.level, self.hasChecksum, self.hasLength) = (level, hasChecksum, hasLength)
            self.windowLog = windowLog
        }
    }

    /// One frame.
    ///
    /// - Parameter isFinished: False to leave out its end.
    package static func frame(
        _ text: [UInt8], _ style: FrameStyle = FrameStyle(), isFinished: Bool = true
    ) -> [UInt8] {
        let context = ZSTD_createCCtx()!
        defer { ZSTD_freeCCtx(context) }
        for (parameter, value) in [
            (ZSTD_c_compressionLevel, style.level), (ZSTD_c_checksumFlag, style.hasChecksum ? 1 : 0),
            (ZSTD_c_contentSizeFlag, style.hasLength ? 1 : 0), (ZSTD_c_windowLog, style.windowLog),
        ] {
            precondition(ZSTD_isError(ZSTD_CCtx_setParameter(context, parameter, value)) == 0)
        }
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(text.count) + 1_000)
        // SAFETY: the library uses these buffers only before the closures return, and within the given counts.
        let count = text.withUnsafeBufferPointer { text in
            output.withUnsafeMutableBufferPointer { output in
                var source = ZSTD_inBuffer(src: text.baseAddress, size: text.count, pos: 0)
                var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
                let left = ZSTD_compressStream2(context, &target, &source, isFinished ? ZSTD_e_end : ZSTD_e_flush)
                precondition(left == 0)
                return target.pos
            }
        }
        return Array(output.prefix(count))
    }

    /// A frame that readers skip.
    package static func frameToSkip(_ content: [UInt8], number: UInt8 = 0) -> [UInt8] {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
        return [0x50 + number, 0x2A, 0x4D, 0x18] + length + content
    }
}
#endif
