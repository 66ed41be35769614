extension YodelJSONDecoder {
    /// Decodes a document that arrives in chunks.
    ///
    /// The document is gathered first; ``GatheringDecoder`` does the same for callers who push the chunks.
    /// ``ModelDecoder/decode(_:from:isolation:)`` decodes models as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - chunks: A sequence of byte collections: `[UInt8]`, `Data`, `ArraySlice`.
    ///   - isolation: The caller's actor, on which the document is decoded too.
    /// - Throws: `DecodingError` if the text is invalid or does not match the type; `CancellationError` if the task is
    ///   cancelled; any error of the type or the sequence.
    public func decode<Value: Decodable, Chunks: AsyncSequence>(
        _ type: Value.Type, from chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        var decoder = gatheringDecoder(of: type)
        for try await chunk in chunks {
            try Task.checkCancellation()
            try decoder.feed(chunk)
        }
        try Task.checkCancellation()
        return try decoder.finish()
    }

    /// Begins to decode a document that arrives in chunks, with the current settings.
    public func gatheringDecoder<Value: Decodable>(of type: Value.Type) -> GatheringDecoder<Value> {
        GatheringDecoder(type, by: self)
    }

    /// The name that ``gatheringDecoder(of:)`` had in 0.1.
    @available(*, deprecated, renamed: "gatheringDecoder(of:)")
    public func gathering<Value: Decodable>(_ type: Value.Type) -> GatheringDecoder<Value> {
        gatheringDecoder(of: type)
    }
}

/// Decodes one document of a `Decodable` type that arrives in chunks.
///
/// ```swift
/// var decoder = YodelJSONDecoder().gatheringDecoder(of: Order.self)
/// for chunk in chunks { try decoder.feed(chunk) }
/// let order = try decoder.finish()
/// ```
///
/// It decodes when the document is complete, since such types ask for their values in their own order. Memory holds the
/// document, up to ``ParserLimits/documentBytes`` of ``YodelJSONDecoder/limits``, and the value. A
/// ``ModelDecoder/incrementalDecoder(of:)`` decodes models as they arrive.
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

    /// Appends the next bytes of the document.
    ///
    /// - Throws: `DecodingError` if the document exceeds its size limit.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws {
        // One byte beyond the limit is enough for the error; later bytes are not kept.
        let room = limit == .max ? .max : limit + 1 - document.count
        withContiguousBytes(of: bytes) { bytes in
            document.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room)))
        }
        if document.count > limit { throw try tooLong() }
    }

    /// Decodes the document.
    ///
    /// - Throws: `DecodingError` if the text is invalid or does not match the type, and any error of the type.
    public consuming func finish() throws -> Value { try decoder.decode(type, from: document) }

    /// The error of a document that exceeds the size limit.
    private func tooLong() throws -> any Error {
        _ = try decoder.decode(type, from: document)
        // The limit was raised meanwhile, but the bytes beyond it were not kept.
        return DecodingError(text: ModelError(.documentLimit, expected: "at most \(counted(limit, "byte"))"))
    }
}
