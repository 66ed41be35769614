extension YodelJSONDecoder {
    /// Decodes a document that arrives in chunks.
    ///
    /// The document is gathered first, as ``GatheringDecoder`` does it for those who are handed the chunks.
    /// ``ModelDecoder/decode(_:from:isolation:)`` decodes models as they arrive.
    ///
    /// - Parameters:
    ///   - type: What the document is decoded as.
    ///   - chunks: Anything with bytes for elements' elements: `[UInt8]`, `Data`, `ArraySlice`.
    ///   - isolation: The actor that the caller runs on, where it is decoded too.
    /// - Throws: `DecodingError` when the text is not sound or does not fit the type; `CancellationError` when the task is
    ///   cancelled; whatever the type and the sequence throw.
    public func decode<Value: Decodable, Chunks: AsyncSequence>(
        _ type: Value.Type, from chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        var decoder = gathering(type)
        for try await chunk in chunks {
            try Task.checkCancellation()
            try decoder.feed(chunk)
        }
        try Task.checkCancellation()
        return try decoder.finish()
    }

    /// Begins to decode a document that arrives in chunks, with the settings as they are now.
    public func gathering<Value: Decodable>(_ type: Value.Type) -> GatheringDecoder<Value> {
        GatheringDecoder(type, by: self)
    }
}

/// Decodes one document of a `Decodable` type from chunks as they arrive: when it is complete, as such types ask for
/// their values in their own order.
///
/// ```swift
/// var decoder = YodelJSONDecoder().gathering(Order.self)
/// for chunk in chunks { try decoder.feed(chunk) }
/// let order = try decoder.finish()
/// ```
///
/// What is in memory is the document, up to ``ParserLimits/documentBytes`` of ``YodelJSONDecoder/limits``, and the value.
/// A ``ModelDecoder/incremental(_:)`` decodes models as they arrive.
public struct GatheringDecoder<Value: Decodable>: ~Copyable {
    private let type: Value.Type
    private let decoder: YodelJSONDecoder
    private let limit: Int
    private var document: [UInt8] = []

    fileprivate init(_ type: Value.Type, by decoder: YodelJSONDecoder) {
        self.type = type
        self.decoder = decoder
        limit = decoder.limits.documentBytes
    }

    /// Takes the next bytes of the document.
    ///
    /// - Throws: `DecodingError` when there are more than a document may have.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws {
        // One byte beyond the limit is enough for the error, and no more are kept.
        let room = limit == .max ? .max : limit + 1 - document.count
        withContiguousBytes(of: bytes) { bytes in
            document.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room)))
        }
        if document.count > limit { throw try tooLong() }
    }

    /// Decodes the document.
    ///
    /// - Throws: `DecodingError` when the text is not sound or does not fit the type, and whatever the type throws.
    public consuming func finish() throws -> Value { try decoder.decode(type, from: document) }

    /// The error of a document that is longer than it may be.
    private func tooLong() throws -> any Error {
        _ = try decoder.decode(type, from: document)
        // The limit has been raised meanwhile: what was not kept cannot be read any more.
        return DecodingError(text: ModelError(.documentLimit, expected: "at most \(counted(limit, "byte"))"))
    }
}
