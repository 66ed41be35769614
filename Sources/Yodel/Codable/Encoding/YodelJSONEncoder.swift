#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Encodes any `Encodable` value as JSON: a faster `JSONEncoder` with the same names.
///
/// ```swift
/// let encoder = YodelJSONEncoder()                 // JSONEncoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// let data = try encoder.encode(value)
/// ```
///
/// Strategies and their defaults are Foundation's own. The text is the same byte for byte, and so is any error, apart
/// from the differences below. An encoder may be used by several threads at once.
///
/// A value is written by its `encode(to:)`, even if its type is a ``Model``: tables and mappings are not used.
/// ``ModelEncoder`` uses them.
///
/// ## Differences
///
/// - Members of an object are in the order in which they are encoded; a duplicate key has the place of the first and
///   the value of the last. Foundation's order changes from run to run. With `sortedKeys` both are the same.
/// - Two keys that are equal as Swift strings but differ in their bytes, such as two spellings of é, are one key: the
///   member has the spelling and the value of the last. Foundation keeps the spelling of the first. The members of a
///   ``JSONObject`` are all written, unless a strategy changes their keys.
/// - Coding paths are complete. Foundation leaves out the keys of nested containers, and of dictionaries if keys are
///   converted, from the paths of the values inside; this shows in errors and in the paths that a custom key strategy
///   gets.
/// - `Decimal.nan` is treated like other numbers that JSON cannot represent. Foundation writes `NaN`, which is not
///   JSON.
/// - A ``JSONNumber``, and each number of a ``JSONValue``, is written as its literal. Foundation gets its value in a
///   numeric type, as far as one can hold it: `1.10` becomes `1.1`, `1e-400` zero, and `1e400` is an error.
/// - A value that contains itself, or nests too deeply, is an `EncodingError`: beyond 511 arrays and objects, as in
///   Foundation, beyond 1,024 nested calls of `encode(to:)`, and at the end of the thread's stack. Foundation exhausts
///   the stack.
/// - If a value's `encode(to:)` throws and its caller continues, nothing of the value is written. Foundation may add
///   the encoded part to the next value.
/// - If a `singleValueContainer()` adds a value to an object or array that has been begun, the containers that were
///   requested before go on writing to it. Foundation loses what they write from then on; and if keys are converted, a
///   dictionary that is added.
/// - If a value's `encode(to:)` appends to the array around it, the value has the place where it was begun. Foundation
///   puts it where it is complete, after what it has appended.
open class YodelJSONEncoder: @unchecked Sendable {
    // Sendable because all mutable state is protected by locks.
    private let settings: Locked<CodableOptions>
    private let writers: CodableWriterPool

    /// Creates an encoder with every strategy at its default.
    public init() {
        settings = Locked(CodableOptions())
        writers = CodableWriterPool()
    }

    private init(copying original: YodelJSONEncoder) {
        settings = Locked(original.options)
        writers = original.writers
    }

    /// Returns an independent encoder with the same settings, as ``YodelJSONDecoder/copy()`` does for a decoder.
    open func copy() -> YodelJSONEncoder { YodelJSONEncoder(copying: self) }

    var options: CodableOptions { settings.withLock { $0 } }

    /// The layout of the text: indented, with sorted keys, with `/` unescaped.
    ///
    /// Default none of these.
    open var outputFormatting: JSONEncoder.OutputFormatting {
        get { settings.withLock { $0.outputFormatting } }
        set { settings.exclusive.outputFormatting = newValue }
    }

    /// How dates are written.
    ///
    /// Default `deferredToDate`: as seconds since 2001-01-01T00:00:00Z.
    open var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy {
        get { settings.withLock { $0.dates } }
        set { settings.exclusive.dates = newValue }
    }

    /// How binary data is written.
    ///
    /// Default `base64`.
    open var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy {
        get { settings.withLock { $0.data } }
        set { settings.exclusive.data = newValue }
    }

    /// What is written for infinities and NaN.
    ///
    /// Default `throw`: they are an error.
    open var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy {
        get { settings.withLock { $0.nonConformingFloats } }
        set { settings.exclusive.nonConformingFloats = newValue }
    }

    /// How coding keys are spelled; the keys of dictionaries with string keys are not converted.
    ///
    /// Default `useDefaultKeys`.
    open var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy {
        get { settings.withLock { $0.keys } }
        set { settings.exclusive.keys = newValue }
    }

    /// The `userInfo` of the encoder that values encode themselves to.
    ///
    /// Default empty. Several threads may add entries at once, as to ``YodelJSONDecoder/userInfo``. To add entries for
    /// one value, use a ``copy()``.
    @preconcurrency
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.userInfo } }
        _modify { yield &settings.exclusive.userInfo }
    }

    // MARK: - Encoding

    /// Encodes a value as UTF-8.
    ///
    /// - Throws: `EncodingError.invalidValue` for a number that JSON cannot represent, a value that encodes nothing,
    ///   and one that nests too deeply; any error of an `encode(to:)` or a strategy.
    open func encode<Value: Encodable>(_ value: Value) throws -> Data {
        try write(value) { $0.takeData() }
    }

    /// Encodes a value as UTF-8, with a configuration for its type.
    ///
    /// - Throws: Like ``encode(_:)``.
    open func encode<Value: EncodableWithConfiguration>(
        _ value: Value, configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try write(value, configuration) { $0.takeData() }
    }

    /// Encodes a value as UTF-8, with the configuration that another type provides.
    ///
    /// - Throws: Like ``encode(_:)``.
    open func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, configuration: Provider.Type
    ) throws -> Data where Value.EncodingConfiguration == Provider.EncodingConfiguration {
        try encode(value, configuration: Provider.encodingConfiguration)
    }

    /// Encodes a value as UTF-8 in an array.
    ///
    /// - Throws: Like ``encode(_:)``.
    public func encodeBytes<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        try write(value) { Array($0.bytes) }
    }

    /// Encodes a value as UTF-8 in an array, with a configuration for its type.
    ///
    /// - Throws: Like ``encode(_:)``.
    public func encodeBytes<Value: EncodableWithConfiguration>(
        _ value: Value, configuration: Value.EncodingConfiguration
    ) throws -> [UInt8] {
        try write(value, configuration) { Array($0.bytes) }
    }

    /// Encodes a value as UTF-8 in an array, with the configuration that another type provides.
    ///
    /// - Throws: Like ``encode(_:)``.
    public func encodeBytes<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, configuration: Provider.Type
    ) throws -> [UInt8] where Value.EncodingConfiguration == Provider.EncodingConfiguration {
        try encodeBytes(value, configuration: Provider.encodingConfiguration)
    }

    /// Encodes a value as text.
    ///
    /// - Throws: Like ``encode(_:)``.
    public func encodeText<Value: Encodable>(_ value: Value) throws -> String {
        try write(value) { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Encodes a value as text, with a configuration for its type.
    ///
    /// - Throws: Like ``encode(_:)``.
    public func encodeText<Value: EncodableWithConfiguration>(
        _ value: Value, configuration: Value.EncodingConfiguration
    ) throws -> String {
        try write(value, configuration) { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Encodes a value as text, with the configuration that another type provides.
    ///
    /// - Throws: Like ``encode(_:)``.
    public func encodeText<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, configuration: Provider.Type
    ) throws -> String where Value.EncodingConfiguration == Provider.EncodingConfiguration {
        try encodeText(value, configuration: Provider.encodingConfiguration)
    }

    func write<Value: Encodable, Result>(
        _ value: Value, _ take: (inout OutputBuffer) throws -> Result
    ) throws -> Result {
        try write(
            value, { writer, place in try writer.fill(value, CodableKind.of(Value.self), place) }, take)
    }

    func write<Value: EncodableWithConfiguration, Result>(
        _ value: Value, _ configuration: Value.EncodingConfiguration, _ take: (inout OutputBuffer) throws -> Result
    ) throws -> Result {
        try write(
            value, { writer, place in try writer.call { try value.encode(to: place, configuration: configuration) } },
            take)
    }

    private func write<Value, Result>(
        _ value: Value, _ encode: (CodableWriter, CodablePlace) throws -> Void,
        _ take: (inout OutputBuffer) throws -> Result
    ) throws -> Result {
        var writer = writers.take()
        // A document is often about as long as the one before.
        writer.begin(options, size: writer.lastCount + writer.lastCount / 8)
        defer { writers.giveBack(&writer) }
        try writer.writeDocument(value) { try encode(writer, $0) }
        writer.lastCount = min(writer.text.pointee.count, 1 << 24)
        return try take(&writer.text.pointee.out)
    }
}
