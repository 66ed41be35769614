// Where a feed begins to read its input, and how much it reads at a time.

extension Feed {
    var isCompressed: Bool { compression.choice != .none }

    /// How much of the input is read at a time.
    var chunkSize: Int { isCompressed ? FeedUnpacking.chunkSize : FeedInput.chunkSize }

    /// The first byte of the input that a feed resumed at a checkpoint reads.
    @usableFromInline
    func startOfInput(_ checkpoint: FeedCheckpoint?) -> Int {
        guard let checkpoint else { return 0 }
        return max(isCompressed ? checkpoint.compressedOffset : checkpoint.offset, 0)
    }

    /// Checks that an input in memory does not end before the first byte to be read.
    ///
    /// A range of bytes may be beyond the end. It has no lines then.
    ///
    /// - Parameter count: How many bytes the input has.
    @usableFromInline
    func checkEnd(_ count: Int, _ checkpoint: FeedCheckpoint?) throws(ModelError) {
        let start = startOfInput(checkpoint)
        guard count < start, checkpoint?.state != .start else { return }
        throw ModelError(
            .invalidCheckpoint,
            reason: "the input ends before the checkpoint: it has \(counted(count, "byte")), "
                + "and the checkpoint is at byte \(start)")
    }

    /// Opens a file where the feed begins to read it.
    ///
    /// - Parameter checkpoint: Is replaced by the checkpoint that is valid for the file.
    func open(
        _ path: String, resumingAt checkpoint: inout FeedCheckpoint?, isBlocking: Bool
    ) throws(FeedInputError) -> FeedInput {
        let input = try FeedInput(opening: path, isBlocking: isBlocking)
        checkpoint = fitted(checkpoint) { input.bytes(at: $0, count: Unpacker.probeSize) }
        // A range of bytes may be beyond the end of a file. It has no lines then.
        try input.seek(to: startOfInput(checkpoint), mayPassEnd: checkpoint?.state == .start)
        return input
    }

    /// The checkpoint that is valid for an input.
    ///
    /// If the checkpoint's member does not begin there, the result has no member: the input is unpacked from its
    /// beginning.
    ///
    /// - Parameter bytes: Returns the input from an offset on; nil if the input cannot be read from its beginning.
    func fitted(_ checkpoint: FeedCheckpoint?, to bytes: (Int) -> [UInt8]?) -> FeedCheckpoint? {
        guard isCompressed, var checkpoint, checkpoint.isSound, let member = checkpoint.member, member.input > 0,
            let bytes = bytes(member.input)
        else { return checkpoint }
        let isThere = bytes.withUnsafeBufferPointer { Unpacker.mayBegin(with: $0, compression, at: member) }
        if !isThere { checkpoint.member = nil }
        return checkpoint
    }
}
