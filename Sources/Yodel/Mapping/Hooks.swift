// Hooks of a model: a protocol for each of the four moments, named after it.

/// A model that can change or refuse each of its objects before it is decoded.
///
/// ```swift
/// struct Book: WillDecodeModel {
///     var title: String
///     var pages: Int
///
///     static func willDecode(_ object: inout JSONObject) throws {
///         if let old = object.removeValue(forKey: "book_title") { object["title"] = old }
///         guard object["title"] != "" else { throw NoTitle() }
///     }
/// }
/// ```
///
/// The hook is called wherever an object of the type is decoded: at the root, in properties, in collections, in updates
/// (with the members of the update's document), and also for a value that a better alias replaces later.
///
/// The hook has a cost: the object is first read into a ``JSONObject``, including members that match no property, and
/// the properties are then decoded from that. A type without the hook pays nothing. Errors in the JSON are reported at
/// their exact place. Errors in the properties have the exact path, but the offset, line and column of the opening
/// brace of the outermost object with a hook. A ``RawJSON`` within such an object has the text of the value, not the
/// bytes of the document.
public protocol WillDecodeModel: Model {
    /// Called with each object before its members are decoded; they are decoded from `object` as this function leaves
    /// it.
    ///
    /// - Throws: Any error, to refuse the object. Decoding then reports an error of the code
    ///   ``ModelError/Code/invalidValue`` with the object's path and offset, and this error as
    ///   ``ModelError/underlying``.
    static func willDecode(_ object: inout JSONObject) throws
}

/// A model that can adjust or refuse its values after they are decoded.
///
/// ```swift
/// struct Booking: Model, DidDecodeModel {
///     var first: Date
///     var last: Date
///
///     mutating func didDecode() throws {
///         if last < first { throw BookingError.endsBeforeItBegins }
///     }
/// }
/// ```
///
/// A refused value is an error at any depth: it has the place of the closing brace, the path of the object, and the
/// thrown error as ``ModelError/underlying``. If the mapping or the decoder tolerates a value that does not fit, it
/// tolerates a refused one too.
public protocol DidDecodeModel: Model {
    /// Called when every property has its value, from the document or by default.
    ///
    /// An inner model is called before the model that contains it. An update calls it, after all changes have been
    /// made, on each model that its document mentions. If one of them refuses, the update is undone: structs are
    /// unchanged, and instances of classes, which are changed in place, get back the values that their mapped
    /// properties had before.
    ///
    /// - Throws: Any error, to refuse the value.
    mutating func didDecode() throws
}

/// A model that can refuse to be encoded.
///
/// ```swift
/// struct Booking: Model, WillEncodeModel {
///     var first: Date
///     var last: Date
///
///     func willEncode() throws {
///         if last < first { throw BookingError.endsBeforeItBegins }
///     }
/// }
/// ```
public protocol WillEncodeModel: Model {
    /// Called before anything of the value is written, on an outer model before an inner one.
    ///
    /// An instance of a class may change its properties here; the changed values are written.
    ///
    /// - Throws: Any error, to refuse the value. Encoding then ends with an error of the code
    ///   ``ModelError/Code/invalidValue`` with the value's path, and this error as ``ModelError/underlying``.
    func willEncode() throws
}

/// A model that can change or refuse the object that its value is encoded as.
///
/// ```swift
/// struct Book: DidEncodeModel {
///     var title: String
///
///     func didEncode(_ object: inout JSONObject) throws {
///         object["kind"] = "book"
///     }
/// }
/// ```
///
/// The counterpart of ``WillDecodeModel``. The hook has a cost: each value is written to memory, read again as a
/// ``JSONObject``, and written once more. Where such models are nested, an inner one is rewritten once for each level.
/// A value of 1 kB takes about ten times as long as without the hook. A type without the hook pays nothing. As the hook
/// may shorten the object, ``OutputLimits/documentBytes`` and ``FeedOutput/maxItemBytes`` measure what it leaves: the
/// object itself is in memory however long it is.
public protocol DidEncodeModel: Model {
    /// Called with the object that a value of the type has been encoded as.
    ///
    /// - Parameter object: The encoded object; the document gets what this function leaves in it.
    /// - Throws: Any error, to refuse the object. Encoding then ends with an error of the code
    ///   ``ModelError/Code/invalidValue`` with the value's path, and this error as ``ModelError/underlying``.
    func didEncode(_ object: inout JSONObject) throws
}

/// The name that ``WillDecodeModel`` had in 0.1.
@available(*, deprecated, renamed: "WillDecodeModel")
public typealias PreparedModel = WillDecodeModel
/// The name that ``DidDecodeModel`` had in 0.1.
@available(*, deprecated, renamed: "DidDecodeModel")
public typealias DecodingObserver = DidDecodeModel
/// The name that ``WillEncodeModel`` had in 0.1.
@available(*, deprecated, renamed: "WillEncodeModel")
public typealias EncodingObserver = WillEncodeModel
/// The name that ``DidEncodeModel`` had in 0.1.
@available(*, deprecated, renamed: "DidEncodeModel")
public typealias FinishedModel = DidEncodeModel
