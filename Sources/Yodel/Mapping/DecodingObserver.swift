/// A model that looks at its values when they have been decoded, and may adjust or refuse them.
///
/// ```swift
/// struct Booking: Model, DecodingObserver {
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
public protocol DecodingObserver: Model {
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

/// Calls the observer's functions of a type whose name is known only when a table is built.
class ObserverOperations {
    /// For a value of the type: a struct in place, of a class the reference.
    func didDecode(_ value: UnsafeMutableRawPointer) throws { preconditionFailure("overridden") }

    func didDecode(instance: AnyObject) throws {
        var reference = instance
        try withUnsafeMutablePointer(to: &reference) { try didDecode(UnsafeMutableRawPointer($0)) }
    }
}

final class TypedObserver<Value: DecodingObserver>: ObserverOperations {
    override func didDecode(_ value: UnsafeMutableRawPointer) throws {
        try value.assumingMemoryBound(to: Value.self).pointee.didDecode()
    }
}
