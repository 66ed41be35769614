/// Makes a payload out of its parts, and takes it apart, for the kinds that a plain store cannot make.
///
/// Each subclass belongs to one Swift type and overrides what its kind needs; the rest is never called, because the
/// shape's kind says which one applies.
class PayloadOperations {
    /// Makes a collection by moving `count` elements out of `elements`, which holds none afterwards.
    ///
    /// - Returns: False when too many of them have one hash; nothing is made then, and they have been destroyed.
    func makeList(
        _ elements: UnsafeMutableRawPointer, count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        preconditionFailure("overridden")
    }

    /// Makes a dictionary by moving keys and values out of two buffers, which hold none afterwards.
    ///
    /// - Returns: The first key that occurred before, when `duplicates` is `.error`; nothing is made
    ///   then, and keys and values have been destroyed.
    func makeDictionary(
        _ keys: UnsafeMutableRawPointer, _ values: UnsafeMutableRawPointer, count: Int,
        duplicates: DuplicateKeyPolicy, into target: UnsafeMutableRawPointer
    ) -> String? {
        preconditionFailure("overridden")
    }

    /// Makes a value from its raw value, which is moved out of `raw`.
    ///
    /// - Returns: Whether the raw value is one of the type's.
    func makeFromRawValue(
        _ raw: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer
    ) -> Bool {
        preconditionFailure("overridden")
    }

    /// What some texts of raw values stand for, where the type says so ahead of their being met.
    private let rawTexts: RawTextTable?

    init(rawTexts: RawTextTable? = nil) {
        self.rawTexts = rawTexts
    }

    /// Makes a value of the text of its raw value, where that can be done without a String.
    ///
    /// - Returns: False when it cannot; the raw value may be one of the type's all the same.
    final func makeFromRawText(_ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawPointer) -> Bool {
        rawTexts?.store(text, into: target) ?? false
    }

    /// The accepted raw values, for an error, where the type can list them.
    var acceptedRawValues: [String]? { nil }

    /// Makes a value of a client's scalar type.
    func makeFromScalar(_ scalar: JSONScalar, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// Wraps a value, which is moved out of `wrapped` in any case; where this throws, nothing is made.
    func wrap(
        _ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer, _ context: DecodingContext
    ) throws {
        try wrapScalar(wrapped, into: target)
    }

    /// The same for a scalar, which no options play a part in.
    func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// Wraps a scalar without one of the wrapped type being made, where that can be done; see ``DirectTransform``.
    func wrapDirectly(_ scalar: ScalarEvent, into target: UnsafeMutableRawPointer) -> Bool { false }

    /// What a value's constraints have against it.
    func refusal(of value: UnsafeRawPointer) -> UnusableValue? { nil }

    /// What a JSON Schema can say of a value's constraints.
    var keywords: [ConstraintKeyword] { [] }

    /// Whether a wrapper's value is JSON text, whose content is decoded and encoded as well.
    var holdsText: Bool { false }
    /// Whether a client's function or a table decides what is made of what value.
    var isTransform: Bool { false }

    /// Whether what it is made of is a part of the document's own text, rather than text in a string.
    var holdsPart: Bool { false }

    /// What such parts are decoded by.
    ///
    /// - Parameter context: That of a part of the document.
    func makePartSettings(_ context: DecodingContext) -> any PartSettings { preconditionFailure("overridden") }

    /// The shape of what is written of a value where the text of it will not do as it is; see ``DecodablePayload``.
    var valueShape: ShapePointer? { nil }

    /// Makes a value by the type's `init()`: a struct in place, of a class the reference.
    func makeInitial(into target: UnsafeMutableRawPointer) { preconditionFailure("overridden") }

    // MARK: - Taking apart

    /// The elements of a list where they are, which is in the memory of something that the list keeps alive; nil
    /// where they have to be copied.
    func elements(of list: UnsafeRawPointer) -> ElementSpan? { nil }

    /// How many elements a list has, or entries a dictionary.
    func count(of collection: UnsafeRawPointer) -> Int { preconditionFailure("overridden") }

    /// Copies the elements of a list, ``count(of:)`` of them, to memory that holds none: in an order that is the same
    /// for equal lists where there is such an order.
    func copyElements(of list: UnsafeRawPointer, into elements: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }

    /// Copies the entries of a dictionary to two buffers that hold none, in any order.
    func copyEntries(
        of dictionary: UnsafeRawPointer, keys: UnsafeMutableRawPointer, values: UnsafeMutableRawPointer
    ) {
        preconditionFailure("overridden")
    }

    /// Writes the raw value of a value to memory that holds none.
    func copyRawValue(of value: UnsafeRawPointer, into raw: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }

    /// What a client's scalar type stands for.
    func scalar(of value: UnsafeRawPointer) -> JSONScalar { preconditionFailure("overridden") }

    /// Where the value inside a wrapper is, in memory that the wrapper keeps alive; nil where it has to be copied.
    func wrapped(in value: UnsafeRawPointer) -> UnsafeRawPointer? { nil }

    /// Copies the value inside a wrapper to memory that holds none: the reverse of `wrap`.
    ///
    /// - Throws: What the wrapper, or a conversion in its place, throws.
    func unwrap(
        _ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer, _ options: EncodingOptions
    ) throws {
        try unwrapScalar(value, into: target)
    }

    /// The same for a scalar, which no options play a part in.
    func unwrapScalar(_ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("overridden")
    }

    /// The scalar inside a wrapper, without a value of its type being made, where that can be done; see
    /// ``DirectTransform``.
    func unwrapDirectly(_ value: UnsafeRawPointer, room: UnsafeMutablePointer<UInt8>) -> ScalarEvent? { nil }
}

/// The elements of a list, one ``Shape/stride`` apart.
struct ElementSpan {
    var start: UnsafeRawPointer
    var count: Int
}

/// The settings of a document's parts: made once for all that are decoded alike.
struct PartSettingsList {
    private struct Entry {
        /// That of the parts' shape, which outlives the binder.
        let payload: ObjectIdentifier
        let tag: DecodingCall.TagKey?
        let settings: any PartSettings
    }

    // As many as there are types of such parts, whatever the document.
    private var entries: [Entry] = []

    /// - Parameter tag: The key of the tag that has named the type of the part.
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
