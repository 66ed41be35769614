#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Encodes typed Swift values as JSON, by the same tables that decode them.
///
/// ```swift
/// let json = try ModelEncoder().encode(book)          // Data
/// let text = try ModelEncoder().encodeText(books)     // String
/// ```
///
/// Every type that can be decoded can be encoded, and a ``ModelDecoder`` with the same options reads back an equal
/// value: keys, paths, dates, data and floating-point strategies apply in reverse.
///
/// Equal values have the same text on every run. Properties are in the order of their declaration, those of
/// superclasses first; the entries of dictionaries are sorted by the bytes of their keys; the elements of sets are
/// sorted, if they, or their raw values, are `Comparable`. A ``JSONObject`` keeps its order.
///
/// Properties that are `nil` or that the mapping ignores are left out. A `nil` property that is left out is read back
/// as its default, so if that is not `nil`, write it as `null` (see ``nils``). Paths become nested objects, and paths
/// with a common beginning share them; in an array, `null` fills the elements that no path leads to. Of several keys of
/// a property the first is written. Where several properties have one key, the first that is not `nil` is written.
///
/// An encoder is a value: set its options and use it from any thread. Do not change the objects of classes in a value
/// while it is encoded.
public struct ModelEncoder: Sendable {
    /// How the keys of properties are spelled.
    ///
    /// Default ``KeyStrategy/asWritten``.
    public var keys: KeyStrategy {
        get { options.keys }
        set { options.keys = newValue }
    }
    /// Transforms for all values of some types.
    ///
    /// Default none.
    public var transforms: TransformSet {
        get { options.transforms }
        set { options.transforms = newValue }
    }
    /// Whether properties that are `nil` are left out or written as `null`; elements of arrays and dictionaries that
    /// are nil are always `null`.
    ///
    /// Default ``NilPolicy/omit``.
    public var nils: NilPolicy {
        get { options.nils }
        set { options.nils = newValue }
    }
    /// How dates are written.
    ///
    /// Default ``DateStrategy/iso8601``.
    public var dates: DateStrategy {
        get { options.dates }
        set { options.dates = newValue }
    }
    /// How binary data is written.
    ///
    /// Default ``DataStrategy/base64``.
    public var data: DataStrategy {
        get { options.data }
        set { options.data = newValue }
    }
    /// How infinities and NaN are written, if at all.
    ///
    /// Default ``NonConformingFloats/error``.
    public var nonConformingFloats: NonConformingFloats {
        get { options.nonConformingFloats }
        set { options.nonConformingFloats = newValue }
    }
    /// The encoder for types that are `Codable` but not models, in models and documents.
    ///
    /// Default `nil`: they are encoded by their `encode(to:)` as by a ``YodelJSONEncoder``, with the dates, data and
    /// non-conforming floats of this encoder, and its keys if they are ``KeyStrategy/snakeCase``. An encoder of your
    /// own keeps its own settings, except for the layout, the sorting of keys, escapes and limits, which are this
    /// encoder's.
    public var codable: YodelJSONEncoder? {
        get { options.codable }
        set { options.codable = newValue }
    }
    /// How the text is laid out.
    ///
    /// Default ``OutputLayout/compact``. A ``RawJSON`` keeps its own text in every layout.
    public var layout: OutputLayout {
        get { options.layout }
        set { options.layout = newValue }
    }
    /// Whether the members of all objects, including models and ``JSONObject``s, are sorted by the bytes of their keys.
    ///
    /// A tag that names a variant still comes first, unless the value itself has it as a member, and unknown members
    /// come after the others, sorted among themselves. In an object that passes through
    /// ``DidEncodeModel/didEncode(_:)``, all members are sorted alike.
    ///
    /// Default false.
    public var sortsKeys: Bool {
        get { options.sortsKeys }
        set { options.sortsKeys = newValue }
    }
    /// Whether `/` is written as `\/`, for text inside an HTML script element.
    ///
    /// A ``RawJSON``, and a ``Lazy`` value that still has its bytes (``Lazy/rawJSON``), keep their own text, without
    /// these escapes. In a web page, write the ``JSONValue`` of text from others instead.
    ///
    /// Default false.
    public var escapesSlashes: Bool {
        get { options.escapesSlashes }
        set { options.escapesSlashes = newValue }
    }
    /// Whether characters outside ASCII are written as `\u` escapes, those beyond U+FFFF as surrogate pairs.
    ///
    /// A ``RawJSON``, and a ``Lazy`` value that still has its bytes (``Lazy/rawJSON``), keep their own text, without
    /// these escapes.
    ///
    /// Default false: text is UTF-8, and only quotes, backslashes and U+0000 to U+001F are escaped.
    public var escapesNonASCII: Bool {
        get { options.escapesNonASCII }
        set { options.escapesNonASCII = newValue }
    }
    /// How deep and long a document may be.
    ///
    /// Default: each limit of ``OutputLimits`` at its own default.
    ///
    /// A value of a `Codable` type that is not a model is at most 511 deep, whatever the limit.
    public var limits: OutputLimits {
        get { options.limits }
        set { options.limits = newValue }
    }

    var options = EncodingOptions()

    /// Creates an encoder with every option at its default.
    public init() {}

    /// Builds the table of a type before its first use, for example when a service starts.
    ///
    /// A type that can be read but not written, such as one with two properties in one place, passes: it is an error when
    /// a value is encoded, and in ``schema(of:)``.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type has no table.
    public func prepare<Value>(_ type: Value.Type) throws(ModelError) {
        _ = try options.shape(of: type)
    }

    // MARK: - Encoding

    /// Encodes a value as UTF-8.
    ///
    /// - Throws: ``ModelError``, with the path of the value that cannot be written.
    public func encode<Value>(_ value: Value) throws(ModelError) -> Data {
        try options.gather(value) { writer in writer.out.takeData() }
    }

    /// Encodes a value as UTF-8 in an array.
    ///
    /// - Throws: ``ModelError``.
    public func encodeBytes<Value>(_ value: Value) throws(ModelError) -> [UInt8] {
        try options.gather(value) { writer in Array(writer.out.bytes) }
    }

    /// Encodes a value as text.
    ///
    /// - Throws: ``ModelError``.
    public func encodeText<Value>(_ value: Value) throws(ModelError) -> String {
        try options.gather(value) { writer in String(decoding: writer.out.bytes, as: UTF8.self) }
    }

    /// Encodes a value as a ``JSONValue``.
    ///
    /// - Throws: ``ModelError``.
    public func encodeJSONValue<Value>(_ value: Value) throws(ModelError) -> JSONValue {
        let context = DecodingContext(.ofOwnText(depth: limits.depth))
        return try options.gather(value) { writer throws(ModelError) in
            try context.decode(JSONValue.self, from: writer.out.bytes)
        }
    }

    /// The name that ``encodeJSONValue(_:)`` had in 0.1.
    @available(*, deprecated, renamed: "encodeJSONValue(_:)")
    public func encodeValue<Value>(_ value: Value) throws(ModelError) -> JSONValue { try encodeJSONValue(value) }

    /// Encodes a value as UTF-8 in chunks, so that the whole text is never in memory.
    ///
    /// If encoding fails midway, the chunks already passed on are not a complete document.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - chunkSize: The greatest number of bytes in a chunk, clamped to 320 bytes through 16 MiB. By default 64 KiB.
    ///     A chunk may end within a character.
    ///   - receive: Takes a chunk, whose bytes must not be used after it returns. An error that it throws ends
    ///     encoding.
    /// - Throws: ``ModelError``, or the error of `receive`.
    public func encode<Value>(
        _ value: Value, chunkSize: Int = 64 << 10, to receive: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let shape = try options.shape(of: Value.self)
        let table = try options.selection?.table(for: shape, of: options)
        try withoutActuallyEscaping(receive) { receiver in
            var writer = ValueWriter(options: options, capacity: min(chunkSize, 16 << 20), receiver: receiver)
            try withUnsafePointer(to: value) { try writer.encode($0, shape, table) }
        }
    }
}

extension EncodingOptions {
    /// Encodes a value and returns what a function takes from the writer.
    func gather<Value, Result>(
        _ value: Value, _ take: (inout ValueWriter) throws(ModelError) -> Result
    ) throws(ModelError) -> Result {
        let shape = try shape(of: Value.self)
        let table = try selection?.table(for: shape, of: self)
        var writer = ValueWriter(options: self, capacity: 1_024)
        do {
            try withUnsafePointer(to: value) { try writer.encode($0, shape, table) }
        } catch {
            // Only a receiver throws other errors.
            throw error as! ModelError
        }
        return try take(&writer)
    }
}

extension JSONValue {
    /// The value as JSON text.
    ///
    /// Numbers keep the text of their literals, and strings have only the escapes that JSON demands. The text is
    /// written without recursion, so a value may have any depth.
    ///
    /// - Parameters:
    ///   - pretty: Whether to give every member and element a line of its own, indented by two spaces for each
    ///     level. By default the text has no white space.
    ///   - sortedKeys: Whether to sort the keys of every object by code point. By default they keep their order.
    public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
        var encoder = ModelEncoder()
        encoder.layout = pretty ? .pretty : .compact
        encoder.sortsKeys = sortedKeys
        encoder.limits.depth = .max
        do throws(ModelError) {
            return try encoder.encodeText(self)
        } catch {
            preconditionFailure("every JSONValue can be written, at any depth")
        }
    }
}
