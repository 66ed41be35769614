/// Unpacks the members of one format, one at a time: a library of that format.
protocol Decompressor: AnyObject {
    /// Whether a member may begin with this byte.
    func mayBegin(with byte: UInt8) -> Bool

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
    /// The problem is where this many bytes, of those that have been read, are left.
    case failed(CompressionFailure.Problem, bytesBack: Int = 0)
}
