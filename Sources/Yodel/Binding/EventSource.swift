/// Turns bytes into events and drives a ``Binder`` with them.
///
/// The events are direct calls of the binder's functions. With these members the binder asks, on cold paths only, for
/// the place and the bytes of the current event's token.
class EventSource {
    /// The memory of the source's binder.
    var binderMemory: UnsafeMutablePointer<BinderMemory> { preconditionFailure("overridden") }
    /// The offset in the document of the first byte of the current event's token.
    var tokenStart: Int { preconditionFailure("overridden") }
    /// The offset after the last byte of the current event's token.
    var tokenEnd: Int { preconditionFailure("overridden") }
    /// Whether tokens have places of their own; those of a tree do not.
    var hasPlaces: Bool { preconditionFailure("overridden") }
    /// The object that begins with the current event, if the source has all of it.
    ///
    /// The binder may change it, and the source then continues with the changed object.
    var currentObject: JSONObject? {
        get { nil }
        set {}
    }
    /// The line and column of an offset in the text that the source still has.
    func place(at offset: Int) -> ModelError.Place { preconditionFailure("overridden") }
    /// The place of a part of the document that begins with the current event.
    final var placeOfPart: ModelError.PartPlace {
        ModelError.PartPlace(start: place(at: tokenStart), isExact: hasPlaces)
    }
    /// Captures the document's bytes from the current token on, until ``endCapture()``.
    func beginCapture() { preconditionFailure("overridden") }
    /// The bytes from the start of the token that was current at ``beginCapture()`` to the end of the current one.
    final func endCapture() -> [UInt8] {
        defer { cancelCapture() }
        return capturedSoFar()
    }
    /// The captured bytes up to the end of the current token, while the capture continues.
    func capturedSoFar() -> [UInt8] { preconditionFailure("overridden") }
    /// Ends a capture and discards its bytes.
    func cancelCapture() { preconditionFailure("overridden") }
    /// The source itself, if it is a replay.
    var replay: Replay? { nil }
}
