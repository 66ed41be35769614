#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension YodelJSONEncoder {
    // MARK: - To a buffer

    /// Encodes a value as UTF-8 and appends it to a buffer: `[UInt8]`, `Data`, or another collection of bytes.
    ///
    /// The bytes before are kept. After an error the buffer has only those.
    ///
    /// - Throws: Like ``encode(_:)``.
    @inlinable
    public func encode<Value: Encodable>(
        _ value: Value, appendingTo bytes: inout some RangeReplaceableCollection<UInt8>
    ) throws {
        // Inlined into clients, which know the collection's type.
        try withText(of: value) { bytes.append(contentsOf: $0) }
    }

    /// Encodes a value as UTF-8 with a configuration for its type, and appends it to a buffer.
    ///
    /// - Throws: Like ``encode(_:)``.
    @inlinable
    public func encode<Value: EncodableWithConfiguration>(
        _ value: Value, appendingTo bytes: inout some RangeReplaceableCollection<UInt8>,
        configuration: Value.EncodingConfiguration
    ) throws {
        try withText(of: value, configuration) { bytes.append(contentsOf: $0) }
    }

    /// Encodes a value as UTF-8 with the configuration that another type provides, and appends it to a buffer.
    ///
    /// - Throws: Like ``encode(_:)``.
    @inlinable
    public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, appendingTo bytes: inout some RangeReplaceableCollection<UInt8>,
        configuration: Provider.Type
    ) throws where Value.EncodingConfiguration == Provider.EncodingConfiguration {
        try encode(value, appendingTo: &bytes, configuration: Provider.encodingConfiguration)
    }

    @usableFromInline
    func withText<Value: Encodable>(of value: Value, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
        try write(value) { body($0.bytes) }
    }

    @usableFromInline
    func withText<Value: EncodableWithConfiguration>(
        of value: Value, _ configuration: Value.EncodingConfiguration, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws {
        try write(value, configuration) { body($0.bytes) }
    }

    // MARK: - To a span

    /// Encodes a value as UTF-8 and appends it to a span of memory.
    ///
    /// The bytes before are kept. After an error the span has only those.
    ///
    /// - Throws: Like ``encode(_:)``, and `EncodingError.invalidValue` if the span has too little free capacity. Its
    ///   underlying error is a ``ModelError`` of the code ``ModelError/Code/capacityLimit``, with the length of the
    ///   text.
    public func encode<Value: Encodable>(_ value: Value, appendingTo bytes: inout OutputSpan<UInt8>) throws {
        try write(value) { try $0.append(value, to: &bytes) }
    }

    /// Encodes a value as UTF-8 with a configuration for its type, and appends it to a span of memory.
    ///
    /// - Throws: Like ``encode(_:appendingTo:)-(_,OutputSpan<UInt8>)``.
    public func encode<Value: EncodableWithConfiguration>(
        _ value: Value, appendingTo bytes: inout OutputSpan<UInt8>, configuration: Value.EncodingConfiguration
    ) throws {
        try write(value, configuration) { try $0.append(value, to: &bytes) }
    }

    /// Encodes a value as UTF-8 with the configuration that another type provides, and appends it to a span of memory.
    ///
    /// - Throws: Like ``encode(_:appendingTo:)-(_,OutputSpan<UInt8>)``.
    public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, appendingTo bytes: inout OutputSpan<UInt8>,
        configuration: Provider.Type
    ) throws where Value.EncodingConfiguration == Provider.EncodingConfiguration {
        try encode(value, appendingTo: &bytes, configuration: Provider.encodingConfiguration)
    }
}

extension OutputBuffer {
    fileprivate func append(_ value: Any, to span: inout OutputSpan<UInt8>) throws {
        do throws(ModelError) {
            try append(to: &span)
        } catch {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: [], debugDescription: "The text does not fit: \(error)", underlyingError: error))
        }
    }
}
