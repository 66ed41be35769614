extension YodelJSONDecoder {
    /// Decodes a document that arrives in chunks.
    ///
    /// The document is gathered first, up to ``ParserLimits/documentBytes`` of ``limits``; `Decodable` types ask for their
    /// values in their own order. ``ModelDecoder/decode(_:from:isolation:)`` decodes models as they arrive.
    ///
    /// - Parameter chunks: Anything with bytes for elements' elements: `[UInt8]`, `Data`, `ArraySlice`.
    /// - Throws: `DecodingError` when the text is not sound or does not fit the type; `CancellationError` when the task is
    ///   cancelled; whatever the type and the sequence throw.
    public func decode<Value: Decodable, Chunks: AsyncSequence>(
        _ type: Value.Type, from chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        let limit = limits.documentBytes
        var document: [UInt8] = []
        for try await chunk in chunks {
            try Task.checkCancellation()
            document.append(contentsOf: chunk)
            // One byte more is enough to see that there are too many.
            if document.count > limit { break }
        }
        try Task.checkCancellation()
        return try decode(type, from: document)
    }
}
