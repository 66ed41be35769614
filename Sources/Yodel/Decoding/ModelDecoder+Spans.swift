// Spans: borrowed memory that the compiler checks.
//
// SAFETY: the pointer into a span is valid until the call returns, like that of every other input. Nothing keeps it:
// strings, captures, `Lazy` and `RawJSON` values copy their bytes, and errors make their excerpts before they leave.

extension ModelDecoder {
    /// Decodes a document in a span, where it is.
    ///
    /// ```swift
    /// let book = try ModelDecoder().decode(Book.self, from: buffer.readableBytesSpan)
    /// ```
    ///
    /// The value keeps nothing of the span.
    ///
    /// - Throws: ``ModelError``.
    public func decode<Value>(_ type: Value.Type, from bytes: RawSpan) throws(ModelError) -> Value {
        try bytes.withBytes { bytes throws(ModelError) in try decode(type, from: bytes) }
    }

    /// Decodes a document in a span, where it is.
    ///
    /// The value keeps nothing of the span.
    ///
    /// - Throws: ``ModelError``.
    public func decode<Value>(_ type: Value.Type, from bytes: Span<UInt8>) throws(ModelError) -> Value {
        try bytes.withUnsafeBufferPointer { bytes throws(ModelError) in try decode(type, from: bytes) }
    }

    /// Updates a model from a document in a span.
    ///
    /// - Throws: ``ModelError``; see ``update(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    public func update<Value: Model>(_ model: inout Value, from bytes: RawSpan) throws(ModelError) {
        try bytes.withBytes { bytes throws(ModelError) in try update(&model, from: bytes) }
    }

    /// Updates a model from a document in a span.
    ///
    /// - Throws: ``ModelError``; see ``update(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    public func update<Value: Model>(_ model: inout Value, from bytes: Span<UInt8>) throws(ModelError) {
        try bytes.withUnsafeBufferPointer { bytes throws(ModelError) in try update(&model, from: bytes) }
    }

    /// Decodes a document in a span, or throws all its errors instead of the first.
    ///
    /// - Throws: ``ModelErrors``; see
    ///   ``decodeCollectingErrors(_:from:limit:)-(_,UnsafeBufferPointer<UInt8>,_)``.
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: RawSpan, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        try bytes.withBytes { bytes throws(ModelErrors) in
            try decodeCollectingErrors(type, from: bytes, limit: limit)
        }
    }

    /// Decodes a document in a span, or throws all its errors instead of the first.
    ///
    /// - Throws: ``ModelErrors``; see
    ///   ``decodeCollectingErrors(_:from:limit:)-(_,UnsafeBufferPointer<UInt8>,_)``.
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: Span<UInt8>, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        try bytes.withUnsafeBufferPointer { bytes throws(ModelErrors) in
            try decodeCollectingErrors(type, from: bytes, limit: limit)
        }
    }

    /// Decodes an archive in a span.
    ///
    /// - Throws: ``ModelError``; see ``decodeArchive(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    public func decodeArchive<Value: VersionedModel>(
        _ type: Value.Type, from bytes: RawSpan
    ) throws(ModelError) -> Value {
        try bytes.withBytes { bytes throws(ModelError) in try decodeArchive(type, from: bytes) }
    }

    /// Decodes an archive in a span.
    ///
    /// - Throws: ``ModelError``; see ``decodeArchive(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
    public func decodeArchive<Value: VersionedModel>(
        _ type: Value.Type, from bytes: Span<UInt8>
    ) throws(ModelError) -> Value {
        try bytes.withUnsafeBufferPointer { bytes throws(ModelError) in try decodeArchive(type, from: bytes) }
    }
}
