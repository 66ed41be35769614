// What a model does beside decoding and encoding: a protocol for each of the four moments, named after it.

/// A model that looks at each of its objects before it is decoded: to change it, or to refuse it.
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
/// The hook is called wherever an object of the type is decoded: at the root, in properties, in collections, in
/// updates (with what the update's document has), and for one that a better alias will replace.
///
/// It has a price: such an object is first made into a ``JSONObject``, members that no property asks for included,
/// and its properties are then decoded from that. A type without the hook pays nothing. What is wrong with the JSON is
/// reported at its exact place. Of what is wrong when the properties are decoded, the error has the exact path, and as
/// offset, line and column those of the opening brace of the outermost object that was so prepared. A ``RawJSON``
/// within one has the text of the value, not the bytes of the document.
public protocol WillDecodeModel: Model {
    /// Called with each object before its members are decoded; what it leaves in `object` is decoded.
    ///
    /// - Throws: Whatever the type finds wrong: the object is refused by an error of the code
    ///   ``ModelError/Code/invalidValue`` that has the object's path and offset, and this as its
    ///   ``ModelError/underlying`` error.
    static func willDecode(_ object: inout JSONObject) throws
}

/// A model that looks at its values when they have been decoded, and may adjust or refuse them.
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
/// A value that is refused is an error at whatever depth it stands: the closing brace's, with the path of the object
/// and what was thrown as ``ModelError/underlying``. Where the mapping or the decoder can do without a value that does
/// not fit, it can do without one that is refused.
public protocol DidDecodeModel: Model {
    /// Called when every property has its value: that of the document, or its default.
    ///
    /// Of models within models, the inner one is called first. An update calls it on each model its document
    /// mentions, when all changes have been made. If one of them refuses, the update does not take place: structs are
    /// as they were, and instances of classes, which cannot be changed on trial, get the values back that the
    /// properties of their tables had before.
    ///
    /// - Throws: Whatever says why the value will not do.
    mutating func didDecode() throws
}

/// A model that looks at its values before they are encoded, and may refuse to have them written.
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
    /// Called before anything of the value is written, for an outer model before an inner one.
    ///
    /// An object of a class may change its properties here: what is written is what they are afterwards.
    ///
    /// - Throws: Whatever says why the value is not to be written: encoding ends with an error of the code
    ///   ``ModelError/Code/invalidValue`` that has the value's path, and this as its ``ModelError/underlying`` error.
    func willEncode() throws
}

/// A model that looks at what its values have been encoded as: to change it, or to refuse it.
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
/// The counterpart of ``WillDecodeModel``. It has its price: each value is written to memory, read again as a
/// ``JSONObject``, and written once more, and of such models within each other the inner ones as often as they are
/// deep. A value of 1 kB takes some ten times as long as one that is merely written. Models without it are as fast as
/// ever.
public protocol DidEncodeModel: Model {
    /// Called with the object that a value of the type has been written as.
    ///
    /// - Parameter object: What has been written; what is left in it is what the document gets.
    /// - Throws: Whatever says why the object will not do: encoding ends with an error of the code
    ///   ``ModelError/Code/invalidValue`` that has the value's path, and this as its ``ModelError/underlying`` error.
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
