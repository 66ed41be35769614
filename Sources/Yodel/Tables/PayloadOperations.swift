/// Makes payloads from their parts, and takes them apart, for kinds that need more than a plain store.
///
/// Each subclass belongs to one Swift type and overrides the functions that its kind needs; the others are never
/// called, because callers choose by the shape's kind.
class PayloadOperations {
    /// Makes a collection by moving `count` elements out of `elements`, whose memory is uninitialised afterwards.
    ///
    /// - Returns: False if too many elements have the same hash; then nothing is made, and the elements are destroyed.
    func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        preconditionFailure("overridden")
    }

    /// Makes a dictionary by moving keys and values out of two buffers, whose memory is uninitialised afterwards.
    ///
    /// - Returns: The first repeated key if `duplicates` is `.error`; then nothing is made, and keys and values are
    ///   destroyed.
    func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        preconditionFailure("overridden")
    }

    /// Makes a value from its raw value, which is moved out of `raw`.
    ///
    /// - Returns: Whether the type has a value for the raw value.
    func makeFromRawValue(
        _ raw: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer
    ) -> Bool {
        preconditionFailure("overridden")
    }

    /// The values of some raw texts, if the type lists them in advance.
    private let rawTexts: RawTextTable?

    init(rawTexts: RawTextTable? = nil) {
        self.rawTexts = rawTexts
    }

    /// Makes a value directly from the text of its raw value, without a String.
    ///
    /// - Returns: False if that is impossible; the type may still have a value for the text.
    final func makeFromRawText(_ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawPointer) -> Bool {
        rawTexts?.store(text, into: target) ?? false
    }

    /// The accepted raw values for errors, if the type can list them.
    var acceptedRawValues: [String]? { nil }

    /// Makes a value of a client's scalar type.
    func makeFromScalar(_ scalar: JSONScalar, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// Wraps a value, which it always moves out of `wrapped`; if it throws, it makes nothing.
    func wrap(
        _ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer, _ context: DecodingContext
    ) throws {
        try wrapScalar(wrapped, into: target)
    }

    /// Wraps a scalar, which needs no options.
    func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// Wraps a scalar event without making a value of the wrapped type, if possible; see ``DirectTransform``.
    func wrapDirectly(_ scalar: ScalarEvent, into target: UnsafeMutableRawPointer) -> Bool { false }

    /// The first constraint that a value violates.
    func refusal(of value: UnsafeRawPointer) -> UnusableValue? { nil }

    /// The constraints that a JSON Schema can express.
    var keywords: [ConstraintKeyword] { [] }

    /// Whether a wrapper's value is JSON text, whose content is decoded and encoded as well.
    var holdsText: Bool { false }
    /// Whether a client's function or a table converts the values.
    var isTransform: Bool { false }

    /// Whether the wrapper's value is decoded from a part of the document itself, rather than from text in a string.
    var holdsPart: Bool { false }

    /// Creates the settings that such parts are decoded with.
    ///
    /// - Parameter context: The context of a part of the document.
    func makePartSettings(_ context: DecodingContext) -> any PartSettings { preconditionFailure("overridden") }

    /// Makes a lazy value from its bytes.
    ///
    /// - Parameter settings: Those that this payload has made.
    func makeLazy(
        _ bytes: RawJSON, at place: ModelError.PartPlace, _ settings: any PartSettings,
        into target: UnsafeMutableRawPointer
    ) {
        preconditionFailure("overridden")
    }

    /// The bytes of a lazy value that the client has not asked for.
    func rawJSON(of lazy: UnsafeRawPointer) -> RawJSON? { preconditionFailure("overridden") }

    /// The shape that is written for a value if its text cannot be written unchanged; see ``DecodablePayload``.
    var valueShape: ShapePointer? { nil }

    /// Makes a value with the type's `init()`: a struct in place, or the reference to a new instance.
    func makeInitial(into target: UnsafeMutableRawPointer) { preconditionFailure("overridden") }

    // MARK: - Taking apart

    /// The elements of a list in place, in memory that the list keeps alive; nil if they must be copied.
    func elements(of list: UnsafeRawPointer) -> ElementSpan? { nil }

    /// The number of elements of a list, or of entries of a dictionary.
    func count(of collection: UnsafeRawPointer) -> Int { preconditionFailure("overridden") }

    /// Copies the ``count(of:)`` elements of a list to uninitialised memory, in the same order for equal lists if there
    /// is such an order.
    func copyElements(of list: UnsafeRawPointer, into elements: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }

    /// Copies the entries of a dictionary to two uninitialised buffers, in any order.
    func copyEntries(
        of dictionary: UnsafeRawPointer, keys: UnsafeMutableRawPointer, values: UnsafeMutableRawPointer
    ) {
        preconditionFailure("overridden")
    }

    /// Writes the raw value of a value to uninitialised memory.
    func copyRawValue(of value: UnsafeRawPointer, into raw: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }

    /// The JSON scalar of a client's scalar type.
    func scalar(of value: UnsafeRawPointer) -> JSONScalar { preconditionFailure("overridden") }

    /// The address of the value inside a wrapper, in memory that the wrapper keeps alive; nil if it must be copied.
    func wrapped(in value: UnsafeRawPointer) -> UnsafeRawPointer? { nil }

    /// Copies the value inside a wrapper to uninitialised memory, the reverse of `wrap`.
    ///
    /// - Throws: The error of the wrapper or of its conversion.
    func unwrap(
        _ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer, _ options: EncodingOptions
    ) throws {
        try unwrapScalar(value, into: target)
    }

    /// Copies a scalar out of a wrapper, which needs no options.
    func unwrapScalar(_ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// The scalar inside a wrapper as an event, without making a value of its type, if possible; see
    /// ``DirectTransform``.
    func unwrapDirectly(_ value: UnsafeRawPointer, room: UnsafeMutablePointer<UInt8>) -> ScalarEvent? { nil }
}

/// The elements of a list, one ``Shape/stride`` apart.
struct ElementSpan {
    var start: UnsafeRawPointer
    var count: Int
}

/// The settings of a document's parts, shared by all parts that are decoded alike.
struct PartSettingsList {
    private struct Entry {
        /// The payload of the parts' shape, which outlives the binder.
        let payload: ObjectIdentifier
        let tag: DecodingCall.TagKey?
        let settings: any PartSettings
    }

    // At most one entry per type of such parts and tag, however long the document is.
    private var entries: [Entry] = []

    /// - Parameter tag: The tag that has named the type of the part, if any.
    mutating func settings(
        for payload: PayloadOperations, tag: DecodingCall.TagKey? = nil, _ context: DecodingContext
    ) -> any PartSettings {
        let id = ObjectIdentifier(payload)
        if let entry = entries.first(where: { $0.payload == id && $0.tag == tag }) { return entry.settings }
        var context = context.ofPart
        context.call.tagOfRoot = tag
        let settings = payload.makePartSettings(context)
        entries.append(Entry(payload: id, tag: tag, settings: settings))
        return settings
    }
}
