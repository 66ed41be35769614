/// What turns bytes into events and drives a ``Binder`` with them.
///
/// The events themselves are direct calls to the binder's functions. These members are what the binder asks back, on
/// cold paths only: where the current event's token stands, and what its bytes are.
class EventSource {
    /// What the source's binder works in.
    var binderMemory: UnsafeMutablePointer<BinderMemory> { preconditionFailure("overridden") }
    /// The offset in the document of the first byte of the current event's token.
    var tokenStart: Int { preconditionFailure("overridden") }
    /// The offset after the last byte of the current event's token.
    var tokenEnd: Int { preconditionFailure("overridden") }
    /// Whether each token has a place of its own: in a tree, none has.
    var hasPlaces: Bool { true }
    /// The object that begins with the current event, in a source that has it as a whole.
    ///
    /// What is put in its place is what the source goes on with.
    var currentObject: JSONObject? {
        get { nil }
        set {}
    }
    /// Line and column of an offset not before the current token's.
    func place(at offset: Int) -> ModelError.Place { preconditionFailure("overridden") }
    /// The place of a part of the document that begins with the current event.
    final var placeOfPart: ModelError.PartPlace {
        ModelError.PartPlace(start: place(at: tokenStart), isExact: hasPlaces)
    }
    /// Keeps the document's bytes from the current token on, until ``endCapture()``.
    func beginCapture() { preconditionFailure("overridden") }
    /// The bytes from the start of the token that was current at ``beginCapture()`` to the end of the current one.
    final func endCapture() -> [UInt8] {
        defer { cancelCapture() }
        return capturedSoFar()
    }
    /// The same, of a capture that goes on.
    func capturedSoFar() -> [UInt8] { preconditionFailure("overridden") }
    /// Ends a capture whose bytes are not wanted.
    func cancelCapture() { preconditionFailure("overridden") }
    /// Keeps the document's bytes from the current token on, whatever is captured besides, until ``forgetItem()``.
    func keepItem() {}
    /// The bytes from there to the end of the current token.
    func keptItemBytes() -> [UInt8]? { nil }
    func forgetItem() {}
    /// The source itself, where it reads a value again.
    var replay: Replay? { nil }
}
