#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Encodes any `Encodable` value as JSON: Foundation's `JSONEncoder`, faster.
///
/// ```swift
/// let encoder = YodelJSONEncoder()                 // JSONEncoder()
/// encoder.keyEncodingStrategy = .convertToSnakeCase
/// let data = try encoder.encode(value)
/// ```
///
/// Names, strategies and their defaults are Foundation's own, and so is the text, byte for byte, and any error: its
/// case, its value and its coding path. An encoder may be used by several threads at once.
///
/// A value is written by its `encode(to:)`, also when its type is a ``Model``: tables play no part here, and
/// neither do mappings. ``ModelEncoder`` writes by them.
///
/// ## Differences
///
/// - Members of an object come in the order in which they are encoded, a key that comes twice at the place of the first
///   with the value of the last. Foundation's order changes from run to run. With `sortedKeys` both are the same.
/// - Two keys that are equal as Swift strings though their bytes differ, as two spellings of é, are one key: the member has
///   the spelling and the value of the last. Foundation keeps the spelling of the first.
/// - A coding path is complete. Foundation leaves out the keys of nested containers, and of dictionaries where keys are
///   converted, from the paths of what is within: they are other in errors, and a custom strategy for keys is given them.
/// - `Decimal.nan` is treated as other numbers that JSON has no form of. Foundation writes `NaN`, which is no JSON.
/// - A ``JSONNumber``, and each number of a ``JSONValue``, is written as its literal. Foundation is given its value, as
///   far as a type of its own has room for that: `1.10` becomes `1.1`, `1e-400` zero, and `1e400` is an error.
/// - A value that contains itself, and one that nests too deeply, is an `EncodingError`: beyond 511 arrays and objects, as
///   Foundation has it, beyond 1,024 calls of `encode(to:)` within each other, and where the thread's stack comes to its
///   end. Foundation exhausts the stack.
/// - Where a value's `encode(to:)` has thrown, and its caller goes on nevertheless, nothing is written of it. Foundation
///   may add what it had encoded to the next value.
open class YodelJSONEncoder: @unchecked Sendable {
    // Sendable because all there is to change is behind locks.
    private let settings = Locked(CodableOptions())
    private let writers = CodableWriterPool()

    /// Creates an encoder with every strategy at its default.
    public init() {}

    /// The settings, as they are now.
    var options: CodableOptions { settings.withLock { $0 } }

    /// How the text is laid out: indented, with sorted keys, with `/` as it is.
    ///
    /// Default none of these.
    open var outputFormatting: JSONEncoder.OutputFormatting {
        get { settings.withLock { $0.outputFormatting } }
        set { settings.withLock { $0.outputFormatting = newValue } }
    }

    /// How dates are written.
    ///
    /// Default `deferredToDate`: as seconds since 2001-01-01T00:00:00Z.
    open var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy {
        get { settings.withLock { $0.dates } }
        set { settings.withLock { $0.dates = newValue } }
    }

    /// How binary data is written.
    ///
    /// Default `base64`.
    open var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy {
        get { settings.withLock { $0.data } }
        set { settings.withLock { $0.data = newValue } }
    }

    /// What is written for infinities and NaN.
    ///
    /// Default `throw`: they are an error.
    open var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy {
        get { settings.withLock { $0.nonConformingFloats } }
        set { settings.withLock { $0.nonConformingFloats = newValue } }
    }

    /// How coding keys are spelled; the keys of dictionaries by strings are written as they are.
    ///
    /// Default `useDefaultKeys`.
    open var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy {
        get { settings.withLock { $0.keys } }
        set { settings.withLock { $0.keys = newValue } }
    }

    /// What the `encode(to:)` of values finds in their encoder's `userInfo`.
    ///
    /// Default nothing.
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.userInfo } }
        set { settings.withLock { $0.userInfo = newValue } }
    }

    // MARK: - Encoding

    /// Encodes a value as UTF-8.
    ///
    /// - Throws: `EncodingError.invalidValue` for a number that JSON has no form of, a value that encodes nothing, and one
    ///   that nests too deeply; what an `encode(to:)` or a strategy throws.
    open func encode<Value: Encodable>(_ value: Value) throws -> Data {
        try write(value) { $0.takeData() }
    }

    /// Encodes a value as UTF-8, with the configuration that its type wants.
    ///
    /// - Throws: As ``encode(_:)``.
    open func encode<Value: EncodableWithConfiguration>(
        _ value: Value, configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try write(
            value, { writer, place in try writer.call { try value.encode(to: place, configuration: configuration) } },
            { $0.takeData() })
    }

    /// Encodes a value as UTF-8, with the configuration that a type provides.
    ///
    /// - Throws: As ``encode(_:)``.
    open func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, configuration: Provider.Type
    ) throws -> Data where Value.EncodingConfiguration == Provider.EncodingConfiguration {
        try encode(value, configuration: Provider.encodingConfiguration)
    }

    /// Encodes a value as UTF-8 in an array.
    ///
    /// - Throws: As ``encode(_:)``.
    public func encodeBytes<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        try write(value) { Array($0.bytes) }
    }

    /// Encodes a value as text.
    ///
    /// - Throws: As ``encode(_:)``.
    public func encodeText<Value: Encodable>(_ value: Value) throws -> String {
        try write(value) { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func write<Value: Encodable, Result>(
        _ value: Value, _ take: (inout OutputBuffer) -> Result
    ) throws -> Result {
        try write(
            value, { writer, place in try writer.fill(value, CodableKind.of(Value.self), place) }, take)
    }

    private func write<Value, Result>(
        _ value: Value, _ encode: (CodableWriter, CodablePlace) throws -> Void,
        _ take: (inout OutputBuffer) -> Result
    ) throws -> Result {
        var writer = writers.take()
        // A document is often about as long as the one before.
        writer.begin(options, size: writer.lastCount + writer.lastCount / 8)
        defer { writers.giveBack(&writer) }
        try writer.writeDocument(value) { try encode(writer, $0) }
        writer.lastCount = min(writer.text.pointee.count, 1 << 24)
        return take(&writer.text.pointee.out)
    }
}
