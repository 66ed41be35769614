/// What a payload makes of a document's options to decode parts of the document by itself.
protocol PartSettings: AnyObject, Sendable {}

/// A part of a document could not be decoded by itself, or not be encoded.
struct PartError: Error {
    /// The error of the part, as though it were a document.
    let error: ModelError
}
