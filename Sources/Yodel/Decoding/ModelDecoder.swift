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
/// The type may be a ``Model``, or anything a model's property may be: standard collections of models, optionals,
/// scalars, enums with raw values, ``JSONValue``. What it cannot be is found when its table is built, at the first
/// use of the type or in ``prepare(_:)``, and thrown as an error that names the property and the way out.
///
/// A decoder is a value: set its options and use it from any thread. It reads UTF-8, with or without a byte order
/// mark, and is strict: it accepts what RFC 8259 says is JSON and nothing else, unless an option says otherwise.
public struct ModelDecoder: Sendable {
    /// What becomes of values of another type than their field's.
    ///
    /// Default ``Conversions/strict``.
    public var conversions: Conversions {
        get { options.conversions }
        set { options.conversions = newValue }
    }
    /// What becomes of keys no model knows.
    ///
    /// Default ``UnknownKeyPolicy/ignore``.
    public var unknownKeys: UnknownKeyPolicy {
        get { options.unknownKeys }
        set { options.unknownKeys = newValue }
    }
    /// What becomes of keys that occur twice in an object.
    ///
    /// Default ``DuplicateKeyPolicy/last``.
    public var duplicateKeys: DuplicateKeyPolicy {
        get { options.duplicateKeys }
        set { options.duplicateKeys = newValue }
    }
    /// What becomes of `null` for fields that are not Optional.
    ///
    /// Default ``NullPolicy/error``.
    public var nulls: NullPolicy {
        get { options.nulls }
        set { options.nulls = newValue }
    }
    /// What becomes of collections that are left out or `null`.
    ///
    /// Default ``MissingCollections/error``.
    public var missingCollections: MissingCollections {
        get { options.missingCollections }
        set { options.missingCollections = newValue }
    }
    /// What becomes of values that do not fit their properties, where these have a default or are Optional.
    ///
    /// Default ``MismatchPolicy/error``; ``Mapping/Entry/onMismatch(_:_:)`` says it for one property.
    public var mismatches: MismatchPolicy {
        get { options.mismatches }
        set { options.mismatches = newValue }
    }
    /// What becomes of elements that do not fit their arrays, sets and dictionaries.
    ///
    /// Default ``BadElementPolicy/error``; ``Mapping/Entry/onBadElement(_:_:)`` says it for one property.
    public var badElements: BadElementPolicy {
        get { options.badElements }
        set { options.badElements = newValue }
    }
    /// Where the errors of values go that are left out of the result.
    ///
    /// Default `nil`: they are forgotten.
    public var report: DecodingReport? {
        get { options.report }
        set { options.report = newValue }
    }
    /// Where it is noted what documents have come to differ in from what their models expect: unknown keys, absent
    /// properties, nulls, conversions, unknown values.
    ///
    /// Default `nil`: nowhere.
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
    /// What stands for infinities and NaN.
    ///
    /// Default ``NonConformingFloats/error``.
    public var nonConformingFloats: NonConformingFloats {
        get { options.nonConformingFloats }
        set { options.nonConformingFloats = newValue }
    }
    /// What decodes types that are `Decodable` and no models, where they are found in models, documents and feeds.
    ///
    /// Default `nil`: they are decoded by their `init(from:)` as a ``YodelJSONDecoder`` does it, with the dates, data and
    /// non-conforming floats of this decoder, its keys if they are ``KeyStrategy/snakeCase``, and models among them by
    /// this decoder. With a decoder of your own, the settings are its own, but for limits and text: those are this one's.
    public var codable: YodelJSONDecoder? {
        get { options.codable }
        set { options.codable = newValue }
    }
    /// What reads the text of a document.
    ///
    /// Default ``Parser/automatic``.
    public var parser: Parser {
        get { options.parser }
        set { options.parser = newValue }
    }
    /// How deep, long and large a document may be.
    public var limits: ParserLimits {
        get { options.limits }
        set { options.limits = newValue }
    }
    /// Whether `//` and `/* */` comments are taken for white space.
    ///
    /// Default false.
    public var allowsComments: Bool {
        get { options.allowsComments }
        set { options.allowsComments = newValue }
    }
    /// Whether anything may follow the document; it is not looked at then.
    ///
    /// Default false.
    public var allowsTrailingContent: Bool {
        get { options.allowsTrailingContent }
        set { options.allowsTrailingContent = newValue }
    }
    /// Whether a document may be a single string, number, boolean or `null`.
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

    /// For a document of its own.
    var context: DecodingContext { DecodingContext(sharedOptions) }

    /// Creates a decoder with every option at its default.
    public init() {}

    /// Builds the table of a type ahead of its first use, so that a service pays for it at start-up.
    ///
    /// Give it the type of whole documents, `[Book].self` for arrays of books, and the key strategy that will be used.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func prepare<Value>(_ type: Value.Type) throws(ModelError) {
        _ = try options.shape(of: type)
    }

    /// The table of a model as text: for each property its offset, type, kind, keys, and what becomes of it when it
    /// is absent; of a polymorphic type the variants, what names them, and the tables of those that are models.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func describe<Value>(_ type: Value.Type) throws(ModelError) -> String {
        let shape = try options.shape(of: type)
        if shape.pointee.kind == .variant { return shape.pointee.variants!.pointee.description(of: shape) }
        return shape.pointee.model?.pointee.description ?? "\(displayName(of: type)) (\(shape.pointee.kind))"
    }

    // MARK: - Decoding

    /// Decodes a document.
    ///
    /// - Throws: ``ModelError``; nothing is returned of a document that is not wholly right.
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

    /// Updates a model from a document that says what is to change.
    ///
    /// Properties that are absent keep their values; `null` clears an Optional; nested models are updated in place,
    /// whereas arrays, dictionaries and wrapped values are replaced. Objects of classes keep their identity. Either
    /// the whole update takes place or, when anything is wrong, none of it: the model is then as it was.
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
}

extension ModelDecoder {
    /// Lends a copy of a model to be updated, and puts it in the model's place afterwards.
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
