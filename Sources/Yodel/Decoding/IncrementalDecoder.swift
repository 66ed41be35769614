/// Decodes one document from chunks as they arrive.
///
/// ```swift
/// var decoder = ModelDecoder().incrementalDecoder(of: Book.self)
/// for chunk in chunks {
///     try decoder.feed(chunk)
/// }
/// let book = try decoder.finish()
/// ```
///
/// Chunks may end anywhere, even within a character or an escape; the result and any error are those of the document
/// decoded whole. Between chunks the decoder holds the values decoded so far and the token that is still open. After an
/// error every further call throws the same error.
///
/// An incremental decoder cannot be copied, and must not be used by several threads at once.
public struct IncrementalDecoder<Value>: ~Copyable {
    /// The source of events; an error if the type cannot be decoded, or if the value has been returned.
    private var source: Result<TextSource, ModelError>

    init(_ type: Value.Type, _ decoder: ModelDecoder) {
        do throws(ModelError) {
            source = .success(try decoder.context.source(for: type))
        } catch {
            source = .failure(error)
        }
    }

    /// Whether the document's value is complete, so that only white space may follow.
    ///
    /// A number at the root is complete only when something follows it. After ``finish()`` has returned the value, the
    /// document is complete.
    public var isComplete: Bool {
        switch source {
        case .success(let source): source.isComplete
        case .failure(let error): error.code == .alreadyFinished
        }
    }

    /// Decodes the next bytes of the document.
    ///
    /// - Throws: ``ModelError``, as soon as the bytes so far show that the document cannot be decoded.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        try source.get().feed(bytes)
    }

    /// Decodes the next bytes of the document.
    ///
    /// - Throws: ``ModelError``.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(ModelError) {
        try source.get().feed(bytes.bindMemory(to: UInt8.self))
    }

    /// Decodes the next bytes of the document, which are in a span.
    ///
    /// - Throws: ``ModelError``.
    public mutating func feed(_ bytes: RawSpan) throws(ModelError) {
        // SAFETY: the source copies what it needs after this call: the open token, and what it keeps to read again.
        let source = try source.get()
        try bytes.withBytes { bytes throws(ModelError) in try source.feed(bytes) }
    }

    /// Decodes the next bytes of the document, which are in a span.
    ///
    /// - Throws: ``ModelError``.
    public mutating func feed(_ bytes: Span<UInt8>) throws(ModelError) {
        let source = try source.get()
        try bytes.withUnsafeBufferPointer { bytes throws(ModelError) in try source.feed(bytes) }
    }

    /// Decodes the next bytes of the document, from `[UInt8]`, `ArraySlice`, `Data` or any other sequence.
    ///
    /// - Throws: ``ModelError``.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(ModelError) {
        let source = try source.get()
        try withContiguousBytes(of: bytes) { buffer throws(ModelError) in try source.feed(buffer) }
    }

    /// Decodes the next piece of the document's text.
    ///
    /// - Throws: ``ModelError``.
    public mutating func feed(_ text: some StringProtocol) throws(ModelError) {
        try feed(text.utf8)
    }

    /// Ends the document and returns its value.
    ///
    /// Every later call throws an error of the code ``ModelError/Code/alreadyFinished``.
    ///
    /// - Throws: ``ModelError``; of the code ``ModelError/Code/unexpectedEnd`` when the document is not complete.
    public mutating func finish() throws(ModelError) -> Value {
        let source = try source.get()
        try source.finish()
        self.source = .failure(
            ModelError(
                .alreadyFinished,
                reason: "the document has ended and its value has been taken: decode the next one with a new decoder"))
        return source.binder.pointee.takeResult(as: Value.self)
    }
}

extension ModelDecoder {
    /// Begins to decode a document that arrives in chunks.
    ///
    /// If the type cannot be decoded, the first call on the returned decoder throws.
    public func incrementalDecoder<Value>(of type: Value.Type) -> IncrementalDecoder<Value> {
        IncrementalDecoder(type, self)
    }

    /// The name that ``incrementalDecoder(of:)`` had in 0.1.
    @available(*, deprecated, renamed: "incrementalDecoder(of:)")
    public func incremental<Value>(_ type: Value.Type) -> IncrementalDecoder<Value> { incrementalDecoder(of: type) }
}
