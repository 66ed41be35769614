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
    public var conversions = Conversions.strict
    /// What becomes of keys no model knows.
    ///
    /// Default ``UnknownKeyPolicy/ignore``.
    public var unknownKeys = UnknownKeyPolicy.ignore
    /// What becomes of keys that occur twice in an object.
    ///
    /// Default ``DuplicateKeyPolicy/last``.
    public var duplicateKeys = DuplicateKeyPolicy.last
    /// What becomes of `null` for fields that are not Optional.
    ///
    /// Default ``NullPolicy/error``.
    public var nulls = NullPolicy.error
    /// What becomes of collections that are left out or `null`.
    ///
    /// Default ``MissingCollections/error``.
    public var missingCollections = MissingCollections.error
    /// What becomes of values that do not fit their properties, where these have a default or are Optional.
    ///
    /// Default ``MismatchPolicy/error``; ``Mapping/Entry/onMismatch(_:_:)`` says it for one property.
    public var mismatches = MismatchPolicy.error
    /// What becomes of elements that do not fit their arrays, sets and dictionaries.
    ///
    /// Default ``BadElementPolicy/error``; ``Mapping/Entry/onBadElement(_:_:)`` says it for one property.
    public var badElements = BadElementPolicy.error
    /// Where the errors of values go that are left out of the result.
    ///
    /// Default `nil`: they are forgotten.
    public var report: DecodingReport? {
        get { rare?.value.report }
        set { rare[default: RareOptions()].report = newValue }
    }
    /// Where it is noted what documents have come to differ in from what their models expect: unknown keys, absent
    /// properties, nulls, conversions, unknown values.
    ///
    /// Default `nil`: nowhere.
    public var drift: DriftReport? {
        get { rare?.value.drift }
        set { rare[default: RareOptions()].drift = newValue }
    }
    /// How the keys of properties are spelled.
    ///
    /// Default ``KeyStrategy/asWritten``.
    public var keys: KeyStrategy {
        get { rare?.value.keys ?? .asWritten }
        set { rare[default: RareOptions()].keys = newValue }
    }
    /// Transforms for all values of some types.
    ///
    /// Default none.
    public var transforms: TransformSet {
        get { rare?.value.transforms ?? TransformSet() }
        set { rare[default: RareOptions()].transforms = newValue }
    }
    /// How dates are written.
    ///
    /// Default ``DateStrategy/iso8601``.
    public var dates: DateStrategy {
        get { rare?.value.dates ?? .iso8601 }
        set { rare[default: RareOptions()].dates = newValue }
    }
    /// How binary data is written.
    ///
    /// Default ``DataStrategy/base64``.
    public var data: DataStrategy {
        get { rare?.value.data ?? .base64 }
        set { rare[default: RareOptions()].data = newValue }
    }
    /// What stands for infinities and NaN.
    ///
    /// Default ``NonConformingFloats/error``.
    public var nonConformingFloats: NonConformingFloats {
        get { rare?.value.nonConformingFloats ?? .error }
        set { rare[default: RareOptions()].nonConformingFloats = newValue }
    }
    /// What decodes types that are `Decodable` and no models, where they are found in models, documents and feeds.
    ///
    /// Default `nil`: they are decoded by their `init(from:)` as a ``YodelJSONDecoder`` does it, with the dates, data and
    /// non-conforming floats of this decoder, its keys if they are ``KeyStrategy/snakeCase``, and models among them by
    /// this decoder. With a decoder of your own, the settings are its own, but for limits and text: those are this one's.
    public var codable: YodelJSONDecoder? {
        get { rare?.value.codable }
        set { rare[default: RareOptions()].codable = newValue }
    }
    /// What reads the text of a document.
    ///
    /// Default ``Parser/automatic``.
    public var parser = Parser.automatic
    /// How deep, long and large a document may be.
    public var limits = ParserLimits()
    /// Whether `//` and `/* */` comments are taken for white space.
    ///
    /// Default false.
    public var allowsComments = false
    /// Whether anything may follow the document; it is not looked at then.
    ///
    /// Default false.
    public var allowsTrailingContent = false
    /// Whether a document may be a single string, number, boolean or `null`.
    ///
    /// Default true.
    public var allowsFragments = true

    /// What is so for one document or part of one alone.
    var call: DecodingCall {
        get { boxedCall?.value ?? DecodingCall() }
        _modify { yield &boxedCall[default: DecodingCall()] }
    }

    // Of the above what is asked for again and again: all of it would be copied, or made, each time.
    var feedPaths: [FeedPath] { boxedCall?.value.feedPaths ?? [] }
    var tagOfRoot: DecodingCall.TagKey? { boxedCall?.value.tagOfRoot }
    var startOfText: ModelError.PartPlace? { boxedCall?.value.start }
    var notesOfCall: DecodingNotes? { boxedCall?.value.notes }

    var hasDefaultDates: Bool {
        guard let rare else { return true }
        return rare.value.dates?.isDefault ?? true
    }

    // What holds references stands in boxes, nil until something of it is set. A decoder is copied more than once for
    // every document: of a small one that was a third of the time.
    private var rare: Box<RareOptions>?
    private var boxedCall: Box<DecodingCall>?

    /// Creates a decoder with every option at its default.
    public init() {}

    /// Builds the table of a type ahead of its first use, so that a service pays for it at start-up.
    ///
    /// Give it the type of whole documents, `[Book].self` for arrays of books, and the key strategy that will be used.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func prepare<Value>(_ type: Value.Type) throws(ModelError) {
        _ = try shape(of: type)
    }

    /// The table of a model as text: for each property its offset, type, kind, keys, and what becomes of it when it
    /// is absent; of a polymorphic type the variants, what names them, and the tables of those that are models.
    ///
    /// - Throws: A ``ModelError`` of the category ``ModelError/Category/model`` when the type cannot be decoded.
    public func describe<Value>(_ type: Value.Type) throws(ModelError) -> String {
        let shape = try shape(of: type)
        if shape.pointee.kind == .variant { return shape.pointee.variants!.pointee.description(of: shape) }
        return shape.pointee.model?.pointee.description ?? "\(displayName(of: type)) (\(shape.pointee.kind))"
    }

    // MARK: - Decoding

    /// Decodes a document.
    ///
    /// - Throws: ``ModelError``; nothing is returned of a document that is not wholly right.
    public func decode<Value>(_ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Value {
        try decode(type, try shape(of: type), from: bytes)
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
            try withBinder(of: bytes) { source in
                Binder(updating: copy, shape: shape, options: self, source: source)
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

/// Options of a decoder that few decoders set: nil for each that has its default.
private struct RareOptions: Sendable {
    var report: DecodingReport?
    var drift: DriftReport?
    var keys: KeyStrategy?
    var transforms: TransformSet?
    var dates: DateStrategy?
    var data: DataStrategy?
    var nonConformingFloats: NonConformingFloats?
    var codable: YodelJSONDecoder?
}

/// A value that decoders share until one of them changes it.
private final class Box<Value: Sendable>: @unchecked Sendable {
    // Sendable because it is changed only where one decoder alone has it.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Optional {
    /// The value to be changed, in a box that nobody else has.
    fileprivate subscript<Value>(default value: @autoclosure () -> Value) -> Value where Wrapped == Box<Value> {
        get { self?.value ?? value() }
        _modify {
            if !isKnownUniquelyReferenced(&self) { self = Box(self?.value ?? value()) }
            yield &self!.value
        }
    }
}

extension ModelDecoder {
    /// A decoder for text that an encoder has written.
    ///
    /// Limits guard against the author of a document, which here is the program itself: a value that can be written is
    /// read back, however long its strings and however many its keys. Depth remains, as bytes that are written as
    /// they are (``RawJSON``) may nest as deep as their author liked.
    static func ofOwnText(depth: Int) -> ModelDecoder {
        var decoder = ModelDecoder()
        decoder.limits = ParserLimits(
            depth: depth, stringBytes: .max, keyBytes: .max, numberCharacters: .max, keysPerObject: .max,
            combiningMarks: .max)
        return decoder
    }

    /// Lends a copy of a model to be updated, and puts it in the model's place afterwards.
    func withCopy<Value: Model>(
        of model: inout Value, _ update: (UnsafeMutablePointer<Value>, ShapePointer) throws(ModelError) -> Void
    ) throws(ModelError) {
        let shape = try shape(of: Value.self)
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

    /// Decodes a document to a value of a type, by a shape whose values are of that type.
    ///
    /// - Parameter parser: By default the decoder's.
    func decode<Value>(
        _ type: Value.Type, _ shape: ShapePointer, from document: UnsafeBufferPointer<UInt8>, by parser: Parser? = nil
    ) throws(ModelError) -> Value {
        // The binder, which makes the result here and takes back what it has begun, is gone before the memory is.
        let result = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { result.deallocate() }
        return try withBinder(of: document, by: parser) { source in
            Binder(root: result, shape: shape, options: self, source: source)
        } result: { binder in
            binder.takeResult(as: type)
        }
    }

    /// Parses a whole document into what a binder was made for, and takes the result of it.
    private func withBinder<Result>(
        of document: UnsafeBufferPointer<UInt8>, by parser: Parser? = nil, _ makeBinder: (TextSource) -> Binder,
        result: (inout Binder) throws(ModelError) -> Result
    ) throws(ModelError) -> Result {
        let source = (parser ?? self.parser).makeSource(self, binder: makeBinder)
        try source.parseWhole(document)
        let result = try result(&source.binder.pointee)
        source.retire()
        return result
    }

    func source<Value>(for type: Value.Type) throws(ModelError) -> TextSource {
        let shape = try shape(of: type)
        let slot = ResultSlot<Value>()
        return parser.forChunks.makeSource(self, slot: slot) { source in
            Binder(root: slot.address, shape: shape, options: self, source: source)
        }
    }
}

/// Memory for one result, which its binder fills.
final class ResultSlot<Value> {
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    deinit {
        address.deallocate()
    }
}

/// Calls `body` with the bytes of a sequence: where they are, if that is one place, else in a copy.
///
/// Inlined into clients, which know the sequence's type: unspecialised it takes as long as a small document.
@inlinable
func withContiguousBytes<Result, Failure: Error>(
    of bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    func run(_ buffer: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, Failure> {
        do throws(Failure) {
            return .success(try body(buffer))
        } catch {
            return .failure(error)
        }
    }
    let outcome =
        bytes.withContiguousStorageIfAvailable(run) ?? ContiguousArray(bytes).withUnsafeBufferPointer(run)
    // Its `get()` would copy the result.
    switch consume outcome {
    case .success(let result): return result
    case .failure(let error): throw error
    }
}
