extension ModelDecoder {
    /// Decodes a document that arrives in chunks.
    ///
    /// Each chunk is decoded before the next one is asked for: what is in memory is the value, as far as it is decoded,
    /// and one chunk. ``IncrementalDecoder`` does the same for those who are handed the chunks.
    ///
    /// ```swift
    /// let book = try await ModelDecoder().decode(Book.self, from: chunks)
    /// ```
    ///
    /// - Parameters:
    ///   - type: What the document is decoded as.
    ///   - chunks: Anything with bytes for elements' elements: `[UInt8]`, `Data`, `ArraySlice`.
    ///   - isolation: The actor that the caller runs on, where it is decoded too.
    /// - Throws: ``ModelError``, as soon as a chunk shows that the document cannot be decoded; `CancellationError` when the
    ///   task is cancelled; what the sequence throws.
    public func decode<Value, Chunks: AsyncSequence>(
        _ type: Value.Type, from chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        var decoder = incremental(type)
        for try await chunk in chunks {
            try Task.checkCancellation()
            try decoder.feed(chunk)
        }
        try Task.checkCancellation()
        return try decoder.finish()
    }
}
