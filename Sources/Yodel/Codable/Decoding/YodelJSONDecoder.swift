#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decodes any `Decodable` type from JSON: a faster `JSONDecoder` with the same names.
///
/// ```swift
/// struct Book: Decodable {
///     var title: String
///     var publishedAt: Date
/// }
///
/// let decoder = YodelJSONDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// decoder.dateDecodingStrategy = .iso8601
/// let books = try decoder.decode([Book].self, from: data)
/// ```
///
/// Its strategies are those of `JSONDecoder`, with the same results. It throws the same cases of `DecodingError` with
/// the same coding paths; if the text is invalid, the underlying error is a ``ModelError`` with line and column.
///
/// A decoder can be used from several threads at once. A setting changed while a document is decoded applies to the
/// next one.
///
/// ## Differences from JSONDecoder
///
/// - The whole text, including unused parts, must conform to RFC 8259. It is checked before anything is decoded, or,
///   for types that are decoded by their tables, as it is decoded. Foundation accepts a comma after the last element,
///   and reports invalid numbers and strings when it decodes them, so for a document that is both invalid and of the
///   wrong type it throws a different error.
/// - Integers are read from their digits: `1.0000000000000000001` and `1e-400` are not integers, and `1e30` is one for
///   an `Int128`. Foundation converts numbers with a point or an exponent to `Double` or `Decimal` first, which loses
///   digits.
/// - `0e5`, `-0.0e5` and `-0e99999` are zero for a `Double`, a `Float` and a `Decimal`; Foundation refuses the first
///   two as a `Double`, the last as a `Decimal`. A nonzero number that is too small for a `Double`, such as `-1e-400`,
///   is an error in both; ``ModelDecoder`` rounds it to zero and keeps its sign.
/// - Zeros at the end of a number do not count against the smallest exponent of a `Decimal`: `10e-129` and `1.0e-128`
///   are 1e-128. Foundation refuses both.
/// - UTF-32 with a little-endian byte order mark is read, and half a character at the end of UTF-16 or UTF-32 is
///   refused; Foundation does the reverse.
/// - `allKeys` are in the order of the document, and the values of dictionaries are decoded in that order; Foundation's
///   order changes from run to run.
/// - A number that does not fit is a `DecodingError` from the start. In Foundation, a type that catches the error
///   during decoding sees an error of a private type, which becomes a `DecodingError` when it leaves `decode`.
/// - A decoder that a type keeps stays the decoder of the type's value. Foundation's becomes that of a value around it
///   as soon as `init(from:)` returns, and at last that of the document.
/// - Setting ``userInfo`` does not change ``assumesTopLevelDictionary``; Foundation sets it to false.
/// - Types that are a ``Model`` as well are decoded by their tables, unless ``decodesModelsByTable`` is false.
/// - ``limits`` bound documents: by default, a string has at most 16 MiB, which is 12 MiB of data in Base64, and 1,000
///   combining marks in a row, a key 64 KiB, a number 1,000 characters, and an object 1,000,000 keys. A type that
///   decodes the same values again and again meets ``ParserLimits/replays``. Foundation limits only the depth, with the
///   same default.
open class YodelJSONDecoder: @unchecked Sendable {
    // Sendable because all mutable state is protected by the lock.
    private let current: Locked<CurrentSettings>
    private let decoders: TapePool

    /// Creates a decoder with every strategy at its default.
    public init() {
        current = Locked(CurrentSettings())
        decoders = TapePool()
    }

    private init(copying original: YodelJSONDecoder) {
        current = Locked(original.current.withLock { $0 })
        decoders = original.decoders
    }

    /// Returns an independent decoder with the same settings.
    ///
    /// Later changes to either decoder do not affect the other. Use a copy to add a request's ``userInfo`` to a decoder
    /// that other threads share:
    ///
    /// ```swift
    /// let decoder = shared.copy()
    /// decoder.userInfo[.user] = user
    /// let order = try decoder.decode(Order.self, from: body)
    /// ```
    ///
    /// The copy uses the memory that the original keeps for documents. A subclass overrides this method to return its
    /// own type; without that, the copy is a plain `YodelJSONDecoder`.
    open func copy() -> YodelJSONDecoder { YodelJSONDecoder(copying: self) }

    /// The settings that the next document is decoded with.
    private var settings: TapeSettings { current.withLock { $0.settings } }

    var options: TapeOptions { settings.options }

    private subscript<Value>(option: WritableKeyPath<TapeOptions, Value>) -> Value {
        get { settings.options[keyPath: option] }
        _modify { yield &current.exclusive.options[keyPath: option] }
    }

    // MARK: - Settings

    /// How keys of a document are converted to those of types.
    ///
    /// Default `.useDefaultKeys`. The keys of dictionaries with string keys are not converted. Those of other
    /// dictionaries are, as in Foundation, if the type of the key is `Int` or `CodingKeyRepresentable`.
    open var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
        get { self[\.keys] }
        set { self[\.keys] = newValue }
    }

    /// How dates are decoded.
    ///
    /// Default `.deferredToDate`: as numbers of seconds since 2001.
    open var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
        get { self[\.dates] }
        set { self[\.dates] = newValue }
    }

    /// How binary data is decoded.
    ///
    /// Default `.base64`.
    open var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy {
        get { self[\.data] }
        set { self[\.data] = newValue }
    }

    /// Which strings are read as infinities and NaN.
    ///
    /// Default `.throw`: none.
    open var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
        get { self[\.floats] }
        set { self[\.floats] = newValue }
    }

    /// The `userInfo` of the decoder that types are decoded from.
    ///
    /// Default empty. Several threads may add entries at once: a change in place, such as `userInfo[key] = value`,
    /// locks the decoder until it ends. So a closure that makes such a change must not use the decoder. To add entries
    /// for one document, use a ``copy()``.
    @preconcurrency
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { self[\.userInfo] }
        _modify { yield &self[\.userInfo] }
    }

    /// Whether a document is JSON5 rather than JSON.
    ///
    /// Default false. Foundation's `JSONDecoder` reads JSON5, with the settings of this decoder: the promises of speed,
    /// errors and limits do not apply, except ``ParserLimits/documentBytes``. It decodes models by their `init(from:)`,
    /// without their tables and mappings.
    open var allowsJSON5: Bool {
        get { self[\.allowsJSON5] }
        set { self[\.allowsJSON5] = newValue }
    }

    /// Whether a document is the members of an object, with or without braces around them.
    ///
    /// Default false.
    open var assumesTopLevelDictionary: Bool {
        get { self[\.assumesTopLevelDictionary] }
        set { self[\.assumesTopLevelDictionary] = newValue }
    }

    /// The depth, lengths and size that a document may have.
    ///
    /// Default: each limit of ``ParserLimits`` at its own default.
    ///
    /// If one is exceeded, the underlying ``ModelError`` is of the category ``ModelError/Category/limit`` and names it.
    public var limits: ParserLimits {
        get { self[\.limits] }
        set { self[\.limits] = newValue }
    }

    /// Whether types that are also a ``Model`` are decoded by their tables, wherever they occur.
    ///
    /// Default true. Their ``Mapping`` applies then, and their `CodingKeys` and `init(from:)` are unused; this is
    /// faster. If the key strategy is custom, a strategy for dates or data is a closure or a `DateFormatter`, or the
    /// document is JSON5, models are decoded like other types; so are types that cannot have a table, such as a class
    /// that is not a ``DefaultedModel``. A mapping that is invalid is an error, `DecodingError.dataCorrupted`.
    ///
    /// With `.convertFromSnakeCase` each property has one key, that of ``KeyStrategy/snakeCase``: `imageURL` is read
    /// from `image_url`. Other types read such a property from `imageURL`, as the document's keys are converted for
    /// them.
    ///
    /// With `.deferredToDate` their dates are decoded like those of other types, in any year. The other strategies read
    /// them as ``DateStrategy`` does: from the year 0 to 9999, and before 15 October 1582 in the Gregorian calendar,
    /// not in the Julian one. Their data in Base64 is read as ``DataStrategy/base64`` does, which refuses `QR==`;
    /// Foundation, and so this decoder for other types, accepts it.
    ///
    /// Numbers and dictionaries are those of a ``ModelDecoder`` as well. A number that is too small for a `Double` is
    /// zero, one that has more digits than a `Decimal` holds is an error, and a text for infinity or NaN may have
    /// escapes. A dictionary whose keys are `UUID`s, or have a raw value, is an object; `Codable`, without
    /// `CodingKeyRepresentable`, has an array of keys and values. No strategy converts the keys of dictionaries and of
    /// dynamic values, and `01` is no key for an `Int`.
    ///
    /// An error within a model has the type `Any`; its text names the expected one. From the model on, the keys of its
    /// coding path are those of the document.
    public var decodesModelsByTable: Bool {
        get { self[\.decodesModelsByTable] }
        set { self[\.decodesModelsByTable] = newValue }
    }

    // MARK: - Decoding

    /// Decodes a document.
    ///
    /// - Throws: `DecodingError` if the text is invalid or does not match the type, and any error of the type.
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try data.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes a document of a type that takes a configuration.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    open func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try data.withUnsafeBytes { try decode(type, from: $0, configuration: configuration) }
    }

    /// Decodes a document with the configuration that another type provides.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    open func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from data: Data, configuration: Provider.Type
    ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
        try decode(type, from: data, configuration: Provider.decodingConfiguration)
    }

    /// Decodes a document from borrowed memory.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeRawBufferPointer) throws -> Value {
        let settings = settings
        if hasModels(type), let models = settings.documents, let value = try decode(type, by: models, from: bytes) {
            return value
        }
        return try withRoot(of: bytes, settings) {
            try $0.decode(type, from: $1)
        } decode: {
            try $0.decode(type, at: $0.value, .root)
        }
    }

    /// Decodes a document in borrowed memory, of a type that takes a configuration.
    ///
    /// - Throws: Like ``decode(_:from:)-(_,Data)``.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try withRoot(of: bytes, settings) {
            try $0.decode(type, from: $1, configuration: configuration)
        } decode: {
            try type.init(from: $0, configuration: configuration)
        }
    }
}

/// The settings of a decoder, made anew when an option changes.
private struct CurrentSettings: Sendable {
    private(set) var settings = Self.settings(TapeOptions())

    var options: TapeOptions {
        get { settings.options }
        set { settings = Self.settings(newValue) }
    }

    private static func settings(_ options: TapeOptions) -> TapeSettings {
        var documents = options.allowsJSON5 || options.assumesTopLevelDictionary ? nil : options.models(options.limits)
        documents?.options.limits = options.limits
        return TapeSettings(options, documents: documents)
    }
}

extension YodelJSONDecoder {
    /// Decodes a document that is a model without a tape; nil if its encoding is not UTF-8.
    private func decode<Value: Decodable>(
        _ type: Value.Type, by models: DecodingContext, from bytes: UnsafeRawBufferPointer
    ) throws -> Value? {
        let document = bytes.bindMemory(to: UInt8.self)
        guard TextEncoding.of(document).encoding == nil else { return nil }
        do throws(ModelError) {
            return try models.decode(type, from: document)
        } catch {
            throw [.data, .model].contains(error.category) || error.isOfStack
                ? DecodingError(error.withoutHint, of: type) : DecodingError(text: error)
        }
    }

    /// Lends the decoder of a document's root, or Foundation's decoder if the settings require it.
    private func withRoot<Value>(
        of bytes: UnsafeRawBufferPointer, _ settings: TapeSettings,
        byFoundation: (JSONDecoder, Data) throws -> Value, decode: (TapeDecoder) throws -> Value
    ) throws -> Value {
        func lend(_ document: UnsafeBufferPointer<UInt8>, from start: Int) throws -> Value {
            if settings.options.allowsJSON5 {
                try checkLength(of: document, settings)
                return try byFoundation(JSONDecoder(settings.options), try checkedJSON5(document, from: start))
            }
            return try withRoot(of: document, UnsafeBufferPointer(rebasing: document[start...]), settings, decode)
        }
        let document = bytes.bindMemory(to: UInt8.self)
        let (encoding, markLength) = TextEncoding.of(document)
        guard let encoding else { return try lend(document, from: markLength) }
        try checkLength(of: document, settings)
        guard var text = encoding.transcoded(document[markLength...]) else {
            throw DecodingError(text: ModelError(.unsupportedEncoding, place: .beginning, found: encoding.invalidText))
        }
        return try text.withUTF8 { try lend($0, from: 0) }
    }

    private func checkLength(of document: UnsafeBufferPointer<UInt8>, _ settings: TapeSettings) throws {
        let limits = settings.options.limits
        guard document.count > limits.documentBytes else { return }
        throw DecodingError(text: ModelError(.documentLimit, expected: limits.expectation(of: .documentLimit)))
    }

    /// The text for Foundation, after a check of what its JSON5 scanner takes for granted, and would end the process
    /// for.
    ///
    /// A byte order mark tells it that this is UTF-8. Without the line feed, it would read memory after the text, if
    /// all of the text is a number.
    private func checkedJSON5(_ document: UnsafeBufferPointer<UInt8>, from start: Int) throws -> Data {
        func place(at offset: Int) -> ModelError.Place {
            let before = UnsafeBufferPointer(rebasing: document[start..<offset])
            return ModelError.Place(offset: start, line: 1, column: 1).advanced(over: before)
        }
        var (parser, bytes, offset) = (Unicode.UTF8.ForwardParser(), document[start...].makeIterator(), start)
        characters: while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: break characters
            case .error: throw DecodingError(text: ModelError(.invalidUTF8, place: place(at: offset)))
            }
        }
        if let number = JSON5Numbers.firstInvalid(in: document, from: start) {
            let found = "'\(excerpt(token: document[number]))'"
            throw DecodingError(text: ModelError(.invalidNumber, place: place(at: number.lowerBound), found: found))
        }
        var data = Data([0xEF, 0xBB, 0xBF])
        data.append(contentsOf: document[start...])
        data.append(UInt8(ascii: "\n"))
        return data
    }

    private func withRoot<Value>(
        of document: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, _ settings: TapeSettings,
        _ decode: (TapeDecoder) throws -> Value
    ) throws -> Value {
        var root: TapeDecoder
        do throws(ModelError) {
            root = try decoders.take(document, text: text, settings)
        } catch {
            throw DecodingError(text: error)
        }
        defer { decoders.giveBack(&root) }
        return try root.session.toTheEnd { try decode(root) }
    }
}

extension JSONDecoder {
    fileprivate convenience init(_ options: TapeOptions) {
        self.init()
        keyDecodingStrategy = options.keys
        dateDecodingStrategy = options.dates
        dataDecodingStrategy = options.data
        nonConformingFloatDecodingStrategy = options.floats
        userInfo = options.userInfo
        allowsJSON5 = options.allowsJSON5
        assumesTopLevelDictionary = options.assumesTopLevelDictionary
    }
}

extension DecodingError {
    /// The error of an invalid text.
    init(text error: ModelError) {
        let error = error.withoutHint
        self = .dataCorrupted(
            .init(
                codingPath: [], debugDescription: "The given data was not valid JSON: \(error)",
                underlyingError: error))
    }
}
