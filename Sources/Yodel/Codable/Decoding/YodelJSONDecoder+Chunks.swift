#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
        try await gatheringDecoder(of: type).finish(after: chunks, isolation: isolation)
    }

    /// Decodes a document that arrives in chunks, of a type that takes a configuration.
    ///
    /// The configuration is used when the document is complete.
    ///
    /// - Throws: Like ``decode(_:from:isolation:)``.
    public func decode<Value: DecodableWithConfiguration, Chunks: AsyncSequence>(
        _ type: Value.Type, from chunks: Chunks, configuration: Value.DecodingConfiguration,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        try await gatheringDecoder(of: type, configuration: configuration).finish(after: chunks, isolation: isolation)
    }

    /// Decodes a document that arrives in chunks, with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:isolation:)``.
    public func decode<
        Value: DecodableWithConfiguration, Chunks: AsyncSequence, Provider: DecodingConfigurationProviding
    >(
        _ type: Value.Type, from chunks: Chunks, configuration: Provider.Type,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value
    where Chunks.Element: Sequence<UInt8>, Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try await decode(
            type, from: chunks, configuration: Provider.decodingConfiguration, isolation: isolation)
    }

    /// Begins to decode a document that arrives in chunks.
    ///
    /// The limit of its size is the current one; the other settings are those that this decoder has when the document
    /// is complete.
    public func gatheringDecoder<Value: Decodable>(of type: Value.Type) -> GatheringDecoder<Value> {
        GatheringDecoder(limit: limits.documentBytes) { try self.decode(type, from: $0) }
    }

    /// Begins to decode a document that arrives in chunks, of a type that takes a configuration.
    public func gatheringDecoder<Value: DecodableWithConfiguration>(
        of type: Value.Type, configuration: Value.DecodingConfiguration
    ) -> GatheringDecoder<Value> {
        GatheringDecoder(limit: limits.documentBytes) {
            try self.decode(type, from: $0, configuration: configuration)
        }
    }

    /// Begins to decode a document that arrives in chunks, with the configuration that another type provides.
    public func gatheringDecoder<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        of type: Value.Type, configuration: Provider.Type
    ) -> GatheringDecoder<Value> where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        gatheringDecoder(of: type, configuration: Provider.decodingConfiguration)
    }

    /// The name that ``gatheringDecoder(of:)`` had in 0.1.
    @available(*, deprecated, renamed: "gatheringDecoder(of:)")
    public func gathering<Value: Decodable>(_ type: Value.Type) -> GatheringDecoder<Value> {
        gatheringDecoder(of: type)
    }
}

/// Decodes one document of a `Codable` type that arrives in chunks.
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
public struct GatheringDecoder<Value>: ~Copyable {
    private let limit: Int
    private let decode: ([UInt8]) throws -> Value
    private(set) var document: [UInt8] = []

    fileprivate init(limit: Int, decode: @escaping ([UInt8]) throws -> Value) {
        self.limit = limit
        self.decode = decode
    }

    /// Appends the next bytes of the document.
    ///
    /// - Throws: `DecodingError` if the document exceeds its size limit.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws {
        try withContiguousBytes(of: bytes) { try append($0) }
    }

    /// Appends the next bytes of the document, which are in a span.
    ///
    /// - Throws: `DecodingError` if the document exceeds its size limit.
    public mutating func feed(_ bytes: RawSpan) throws {
        try bytes.withBytes { try append($0) }
    }

    /// Appends the next bytes of the document, which are in a span.
    ///
    /// - Throws: `DecodingError` if the document exceeds its size limit.
    public mutating func feed(_ bytes: Span<UInt8>) throws {
        try bytes.withUnsafeBufferPointer { try append($0) }
    }

    /// Decodes the document.
    ///
    /// This ends the decoder. A property of a class cannot be ended where it is: make it an Optional, and call
    /// `try decoder.take()?.finish()`.
    ///
    /// - Throws: `DecodingError` if the text is invalid or does not match the type, and any error of the type.
    public consuming func finish() throws -> Value { try decode(document) }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        // One byte beyond the limit is enough for the error; later bytes are not kept.
        let room = limit == .max ? .max : limit + 1 - document.count
        document.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room)))
        if document.count > limit { throw try tooLong() }
    }

    private func tooLong() throws -> any Error {
        _ = try decode(document)
        // The limit was raised meanwhile, but the bytes beyond it were not kept.
        return DecodingError(text: ModelError(.documentLimit, expected: "at most \(counted(limit, "byte"))"))
    }

    fileprivate consuming func finish<Chunks: AsyncSequence>(
        after chunks: Chunks, isolation: isolated (any Actor)?
    ) async throws -> Value where Chunks.Element: Sequence<UInt8> {
        for try await chunk in chunks {
            try Task.checkCancellation()
            try feed(chunk)
        }
        try Task.checkCancellation()
        return try finish()
    }
}
