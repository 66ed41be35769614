/// Unpacks the members of one format, one at a time, with the library of that format.
protocol Decompressor: AnyObject {
    /// Begins another member.
    func reset()

    /// Unpacks the available input, as far as there is room.
    ///
    /// - Returns: How much has been read and written, whatever the outcome. If nothing was, more input is needed.
    func unpack(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (read: Int, written: Int, outcome: DecompressorOutcome)
}

enum DecompressorOutcome: Equatable {
    /// More input or more room is needed.
    case goesOn
    case memberEnd
    /// The problem is this many bytes before the end of those that have been read.
    case failed(CompressionFailure.Problem, bytesBack: Int = 0)
}

extension CompressionFormat {
    func makeDecompressor(maxWindowBytes: Int) throws(CompressionFailure.Problem) -> any Decompressor {
        switch self {
        case .gzip, .zlib:
            #if Gzip
            return try ZlibDecompressor(isGzip: self == .gzip)
            #else
            throw .needsTrait(trait)
            #endif
        case .zstd:
            #if Zstd
            return try ZstdDecompressor(maxWindowBytes: maxWindowBytes)
            #else
            throw .needsTrait(trait)
            #endif
        }
    }
}
