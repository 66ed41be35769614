/// A model that looks at its values before they are encoded, and may refuse to have them written.
///
/// ```swift
/// struct Booking: Model, EncodingObserver {
///     var first: Date
///     var last: Date
///
///     func willEncode() throws {
///         if last < first { throw BookingError.endsBeforeItBegins }
///     }
/// }
/// ```
public protocol EncodingObserver: Model {
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
/// struct Book: FinishedModel {
///     var title: String
///
///     func didEncode(_ object: inout JSONObject) throws {
///         object["kind"] = "book"
///     }
/// }
/// ```
///
/// The counterpart of ``PreparedModel``. It has its price: each value is written to memory, read again as a
/// ``JSONObject``, and written once more, and of such models within each other the inner ones as often as they are
/// deep. A value of 1 kB takes some ten times as long as one that is merely written. Models without it are as fast as
/// ever.
public protocol FinishedModel: Model {
    /// Called with the object that a value of the type has been written as.
    ///
    /// - Parameter object: What has been written; what is left in it is what the document gets.
    /// - Throws: Whatever says why the object will not do: encoding ends with an error of the code
    ///   ``ModelError/Code/invalidValue`` that has the value's path, and this as its ``ModelError/underlying`` error.
    func didEncode(_ object: inout JSONObject) throws
}
