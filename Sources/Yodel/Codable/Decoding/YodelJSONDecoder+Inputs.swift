#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension YodelJSONDecoder {
    /// Decodes a document from bytes of any kind.
    ///
    /// `[UInt8]`, `ArraySlice`, `ContiguousArray`, `UnsafeBufferPointer`, or any other sequence.
    ///
    /// Bytes that are stored contiguously are decoded where they are; others are copied first.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    @inlinable
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
        try withContiguousBytes(of: bytes) { try decode(type, from: UnsafeRawBufferPointer($0)) }
    }

    /// Decodes a document in a span, where it is.
    ///
    /// The value keeps nothing of the span.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: RawSpan) throws -> Value {
        // SAFETY: the tape points into the span until this call returns. If a type keeps its decoder, the tape gets a
        // copy of the text then, as from every other input (see `TapeSession`).
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a document in a span, where it is.
    ///
    /// The value keeps nothing of the span.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: Span<UInt8>) throws -> Value {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a document from text: a `String` or `Substring`.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``; offsets count UTF-8 bytes.
    @inlinable
    public func decode<Value: Decodable>(_ type: Value.Type, from text: some StringProtocol) throws -> Value {
        try withContiguousBytes(of: text.utf8) { try decode(type, from: UnsafeRawBufferPointer($0)) }
    }

    // MARK: - With a configuration

    /// Decodes a document from bytes of any kind, of a type that takes a configuration.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    @inlinable
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try withContiguousBytes(of: bytes) {
            try decode(type, from: UnsafeRawBufferPointer($0), configuration: configuration)
        }
    }

    /// Decodes a document in a span, of a type that takes a configuration.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from bytes: RawSpan, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try bytes.withUnsafeBytes { try decode(type, from: $0, configuration: configuration) }
    }

    /// Decodes a document in a span, of a type that takes a configuration.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from bytes: Span<UInt8>, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try bytes.withUnsafeBytes { try decode(type, from: $0, configuration: configuration) }
    }

    /// Decodes a document from text, of a type that takes a configuration.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``; offsets count UTF-8 bytes.
    @inlinable
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from text: some StringProtocol, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try decode(type, from: text.utf8, configuration: configuration)
    }

    /// Decodes a document in borrowed memory, with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer, configuration: Provider.Type
    ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try decode(type, from: bytes, configuration: Provider.decodingConfiguration)
    }

    /// Decodes a document from bytes of any kind, with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    @inlinable
    public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>, configuration: Provider.Type
    ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try decode(type, from: bytes, configuration: Provider.decodingConfiguration)
    }

    /// Decodes a document in a span, with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from bytes: RawSpan, configuration: Provider.Type
    ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try decode(type, from: bytes, configuration: Provider.decodingConfiguration)
    }

    /// Decodes a document in a span, with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from bytes: Span<UInt8>, configuration: Provider.Type
    ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try decode(type, from: bytes, configuration: Provider.decodingConfiguration)
    }

    /// Decodes a document from text, with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``; offsets count UTF-8 bytes.
    @inlinable
    public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from text: some StringProtocol, configuration: Provider.Type
    ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try decode(type, from: text, configuration: Provider.decodingConfiguration)
    }
}
