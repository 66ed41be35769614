extension ModelDecoder {
    /// Decodes a document that arrives in chunks.
    ///
    /// The decoder asks for the next chunk after it has decoded the last, so memory holds the value decoded so far and
    /// one chunk. If chunks are pushed to you instead, use ``IncrementalDecoder``.
    ///
    /// ```swift
    /// let book = try await ModelDecoder().decode(Book.self, from: chunks)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode the document as.
    ///   - chunks: A sequence of chunks, each a sequence of bytes: `[UInt8]`, `Data`, `ArraySlice`.
    ///   - isolation: The actor of the caller, on which decoding runs too.
    /// - Throws: ``ModelError``, as soon as a chunk shows that the document cannot be decoded; `CancellationError` when
    ///   the task is cancelled; any error of the sequence.
    public func decode<Value, Chunks: AsyncSequence>(
        _ type: Value.Type, from chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        var decoder = incrementalDecoder(of: type)
        for try await chunk in chunks {
            try Task.checkCancellation()
            try decoder.feed(chunk)
        }
        try Task.checkCancellation()
        return try decoder.finish()
    }
}
