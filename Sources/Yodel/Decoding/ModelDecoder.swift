/// Decodes JSON straight into typed Swift values, with no dictionary in between.
///
/// ```swift
/// struct Book: Model {
///     var name: String
///     var pages: Int
///     var author: Author?
/// }
///
/// let book = try ModelDecoder().decode(Book.self, from: data)
/// let books = try ModelDecoder().decode([String: [Book]].self, from: data)
/// ```
///
/// The type may be a ``Model``, or any type that a model's property may have: standard collections of models,
/// optionals, scalars, enums with raw values, ``JSONValue``. An unsupported type is an error that names the property
/// and the fix; it is thrown when the type's table is built, at the first use of the type or in ``prepare(_:)``.
///
/// A decoder is a value: set its options and use it from any thread. It reads UTF-8, with or without a byte order mark.
/// It is strict: it accepts JSON as RFC 8259 defines it, and more only where an option says so.
public struct ModelDecoder: Sendable {
    /// Whether values of another type than their field's are converted.
    ///
    /// Default ``Conversions/strict``.
    public var conversions: Conversions {
        get { options.conversions }
        set { options.conversions = newValue }
    }
    /// Whether unknown keys are ignored, refused or collected.
    ///
    /// Default ``UnknownKeyPolicy/ignore``.
    public var unknownKeys: UnknownKeyPolicy {
        get { options.unknownKeys }
        set { options.unknownKeys = newValue }
    }
    /// Which value counts when a key occurs twice in an object, or that this is an error.
    ///
    /// Default ``DuplicateKeyPolicy/last``.
    public var duplicateKeys: DuplicateKeyPolicy {
        get { options.duplicateKeys }
        set { options.duplicateKeys = newValue }
    }
    /// How `null` is treated for fields that are not Optional.
    ///
    /// Default ``NullPolicy/error``.
    public var nulls: NullPolicy {
        get { options.nulls }
        set { options.nulls = newValue }
    }
    /// How collections are treated that are missing or `null`.
    ///
    /// Default ``MissingCollections/error``.
    public var missingCollections: MissingCollections {
        get { options.missingCollections }
        set { options.missingCollections = newValue }
    }
    /// How values are treated that do not fit their properties, where these have a default or are Optional.
    ///
    /// Default ``MismatchPolicy/error``; ``Mapping/Entry/onMismatch(_:_:)`` says it for one property.
    public var mismatches: MismatchPolicy {
        get { options.mismatches }
        set { options.mismatches = newValue }
    }
    /// How elements are treated that do not fit their arrays, sets and dictionaries.
    ///
    /// Default ``BadElementPolicy/error``; ``Mapping/Entry/onBadElement(_:_:)`` says it for one property.
    public var badElements: BadElementPolicy {
        get { options.badElements }
        set { options.badElements = newValue }
    }
    /// Collects the errors of values that are left out of the result.
    ///
    /// Default `nil`: they are discarded.
    public var report: DecodingReport? {
        get { options.report }
        set { options.report = newValue }
    }
    /// Collects differences between documents and models: unknown keys, absent properties, nulls, conversions, unknown
    /// values.
    ///
    /// Default `nil`: differences are not collected.
    public var drift: DriftReport? {
        get { options.drift }
        set { options.drift = newValue }
    }
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
    /// How dates are read.
    ///
    /// Default ``DateStrategy/iso8601``.
    public var dates: DateStrategy {
        get { options.dates }
        set { options.dates = newValue }
    }
    /// How binary data is read.
    ///
    /// Default ``DataStrategy/base64``.
    public var data: DataStrategy {
        get { options.data }
        set { options.data = newValue }
    }
    /// The strings that represent infinities and NaN, if any.
    ///
    /// Default ``NonConformingFloats/error``.
    public var nonConformingFloats: NonConformingFloats {
        get { options.nonConformingFloats }
        set { options.nonConformingFloats = newValue }
    }
    /// The decoder for types that are `Decodable` but not models, in models, documents and feeds.
    ///
    /// Default `nil`: they are decoded by their `init(from:)` as by a ``YodelJSONDecoder``, with the dates, data and
    /// non-conforming floats of this decoder, its keys if they are ``KeyStrategy/snakeCase``, and models among them by
    /// this decoder without its ``transforms``. A decoder of your own keeps its own settings, except for the limits and
    /// the options of text, which are this decoder's.
    public var codable: YodelJSONDecoder? {
        get { options.codable }
        set { options.codable = newValue }
    }
    /// The parser that reads the text of documents.
    ///
    /// Default ``Parser/automatic``.
    public var parser: Parser {
        get { options.parser }
        set { options.parser = newValue }
    }
    /// How deep, long and large a document may be.
    ///
    /// Default: each limit of ``ParserLimits`` at its own default.
    public var limits: ParserLimits {
        get { options.limits }
        set { options.limits = newValue }
    }
    /// Whether `//` and `/* */` comments are treated as white space.
    ///
    /// Default false.
    public var allowsComments: Bool {
        get { options.allowsComments }
        set { options.allowsComments = newValue }
    }
    /// Whether anything may follow the document, or one of a feed on its line or in its record of a text sequence; the
    /// decoder then ignores it.
    ///
    /// Default false.
    public var allowsTrailingContent: Bool {
        get { options.allowsTrailingContent }
        set { options.allowsTrailingContent = newValue }
    }
    /// Whether a document, or one of a stream of them (``FeedFormat``), may be a single string, number, boolean or
    /// `null`.
    ///
    /// Default true.
    public var allowsFragments: Bool {
        get { options.allowsFragments }
        set { options.allowsFragments = newValue }
    }

    private var sharedOptions = SharedOptions.standard

    var options: DecodingOptions {
        @inline(__always) get { sharedOptions.value }
        _modify { yield &sharedOptions.value }
    }

    /// The context for decoding a whole document.
    var context: DecodingContext { DecodingContext(sharedOptions) }

    /// Creates a decoder with every option at its default.
    public init() {}

    /// Builds the table of a type before its first use, for example when a service starts.
    ///
    /// Pass the type of whole documents, such as `[Book].self` for arrays of books, and set the key strategy first.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func prepare<Value>(_ type: Value.Type) throws(ModelError) {
        _ = try options.shape(of: type)
    }

    /// Returns the table of a model as text, with the offset, type, kind and keys of each property, and what happens
    /// when it is absent.
    ///
    /// For a polymorphic type the text lists the variants, their tags, and the tables of those that are models.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func tableDescription<Value>(of type: Value.Type) throws(ModelError) -> String {
        let shape = try options.shape(of: type)
        if shape.pointee.kind == .variant { return shape.pointee.variants!.pointee.description(of: shape) }
        return shape.pointee.model?.pointee.description ?? "\(displayName(of: type)) (\(shape.pointee.kind))"
    }

    /// The name that ``tableDescription(of:)`` had in 0.1.
    @available(*, deprecated, renamed: "tableDescription(of:)")
    public func describe<Value>(_ type: Value.Type) throws(ModelError) -> String { try tableDescription(of: type) }

    // MARK: - Decoding

    /// Decodes a document.
    ///
    /// - Throws: ``ModelError``; a document with an error has no partial result.
    public func decode<Value>(_ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Value {
        try context.decode(type, from: bytes)
    }

    /// Decodes a document.
    ///
    /// - Throws: ``ModelError``.
    public func decode<Value>(_ type: Value.Type, from bytes: UnsafeRawBufferPointer) throws(ModelError) -> Value {
        try decode(type, from: bytes.bindMemory(to: UInt8.self))
    }

    /// Decodes a document from bytes of any kind.
    ///
    /// `[UInt8]`, `ArraySlice`, `ContiguousArray`, `Data`, or any other sequence.
    ///
    /// Bytes that are stored contiguously are decoded where they are; others are copied first.
    ///
    /// - Throws: ``ModelError``.
    @inlinable
    public func decode<Value>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ModelError) -> Value {
        try withContiguousBytes(of: bytes) { buffer throws(ModelError) in try decode(type, from: buffer) }
    }

    /// Decodes a document from text: a `String` or `Substring`.
    ///
    /// - Throws: ``ModelError``; offsets count UTF-8 bytes.
    @inlinable
    public func decode<Value>(_ type: Value.Type, from text: some StringProtocol) throws(ModelError) -> Value {
        try withContiguousBytes(of: text.utf8) { buffer throws(ModelError) in try decode(type, from: buffer) }
    }

    // MARK: - Updating

    /// Updates a model from a document that contains the changes.
    ///
    /// Properties that are absent keep their values; `null` clears an Optional; nested models are updated in place,
    /// whereas arrays, dictionaries and wrapped values are replaced. Objects of classes keep their identity. An update
    /// takes place as a whole or not at all: after an error the model is unchanged.
    ///
    /// - Throws: ``ModelError``.
    public func update<Value: Model>(
        _ model: inout Value, from bytes: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) {
        try withCopy(of: &model) { (copy, shape) throws(ModelError) in
            try context.withBinder(of: bytes) { source in
                Binder(updating: copy, shape: shape, context, source: source)
            } result: { binder throws(ModelError) in
                try binder.commitUpdates()
            }
        }
    }

    /// Updates a model from bytes of any kind.
    ///
    /// - Throws: ``ModelError``.
    public func update<Value: Model>(_ model: inout Value, from bytes: some Sequence<UInt8>) throws(ModelError) {
        try withContiguousBytes(of: bytes) { buffer throws(ModelError) in try update(&model, from: buffer) }
    }

    /// Updates a model from text.
    ///
    /// - Throws: ``ModelError``.
    public func update<Value: Model>(_ model: inout Value, from text: some StringProtocol) throws(ModelError) {
        try withContiguousBytes(of: text.utf8) { buffer throws(ModelError) in try update(&model, from: buffer) }
    }

    /// Updates a copy of a model, and then replaces the model with it.
    func withCopy<Value: Model>(
        of model: inout Value, _ update: (UnsafeMutablePointer<Value>, ShapePointer) throws(ModelError) -> Void
    ) throws(ModelError) {
        let shape = try options.shape(of: Value.self)
        guard shape.pointee.isUpdatable else {
            throw ModelError(.unsupportedType, reason: "\(displayName(of: Value.self)) has no properties to update")
        }
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        copy.initialize(to: model)
        defer {
            copy.deinitialize(count: 1)
            copy.deallocate()
        }
        try update(copy, shape)
        model = copy.pointee
    }
}
