extension ModelDecoder {
    /// Decodes a document, or throws all its errors instead of the first.
    ///
    /// ```swift
    /// struct Signup: Model {
    ///     var name: String
    ///     var age: Int
    ///     var mails: [String]
    /// }
    ///
    /// // {"name": null, "age": "12", "mails": ["a@b.c", 7]}
    /// let signup = try ModelDecoder().decodeCollectingErrors(Signup.self, from: body)
    /// // throws $.name: …, $.age: … and $.mails[1]: …
    /// ```
    ///
    /// The errors are those that ``decode(_:from:)-(_,Sequence<UInt8>)`` throws, complete with path, place and hint.
    /// They are in the order of the document, except that a missing key is found where its object ends. After each
    /// error, decoding goes on with the next member or element. A value that the decoder's options accept or drop is no
    /// error. ``DidDecodeModel`` and transforms of containers are called only for complete values: a value that lacks a
    /// member is passed neither to them nor to a wrapper around it.
    ///
    /// Collecting stops at the first error after which the rest cannot be read: in text that is not JSON, beyond a
    /// limit, and where the root is of another kind than its type. Some values have at most one error: those of
    /// `Codable` types, JSON text in strings, and variants that are tried one after another. An object whose tag is wrong
    /// has that error alone.
    ///
    /// A document without errors decodes as fast as with `decode`.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: The document.
    ///   - limit: The most errors to collect; a limit below 1 counts as 1. By default 100.
    /// - Throws: ``ModelErrors``: one or more. A type that cannot be decoded is one error too.
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        var context = context
        context.call.errorLimit = max(limit, 1)
        return try context.decodeCollectingErrors(type, from: bytes)
    }

    /// Decodes a document, or throws all its errors instead of the first.
    ///
    /// - Throws: ``ModelErrors``; see
    ///   ``decodeCollectingErrors(_:from:limit:)-(_,UnsafeBufferPointer<UInt8>,_)``.
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        try decodeCollectingErrors(type, from: bytes.bindMemory(to: UInt8.self), limit: limit)
    }

    /// Decodes a document from bytes of any kind, or throws all its errors instead of the first.
    ///
    /// - Throws: ``ModelErrors``; see
    ///   ``decodeCollectingErrors(_:from:limit:)-(_,UnsafeBufferPointer<UInt8>,_)``.
    @inlinable
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        try withContiguousBytes(of: bytes) { buffer throws(ModelErrors) in
            try decodeCollectingErrors(type, from: buffer, limit: limit)
        }
    }

    /// Decodes a document from text, or throws all its errors instead of the first.
    ///
    /// - Throws: ``ModelErrors``; see
    ///   ``decodeCollectingErrors(_:from:limit:)-(_,UnsafeBufferPointer<UInt8>,_)``. Offsets count UTF-8 bytes.
    @inlinable
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from text: some StringProtocol, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        try withContiguousBytes(of: text.utf8) { buffer throws(ModelErrors) in
            try decodeCollectingErrors(type, from: buffer, limit: limit)
        }
    }
}

extension DecodingContext {
    fileprivate func decodeCollectingErrors<Value>(
        _ type: Value.Type, from document: UnsafeBufferPointer<UInt8>
    ) throws(ModelErrors) -> Value {
        let result = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { result.deallocate() }
        var found: [ModelError] = []
        do throws(ModelError) {
            let shape = try options.shape(of: type)
            let source = try makeSource(by: parser) { source in
                Binder(root: result, shape: shape, self, source: source)
            }
            do throws(ModelError) {
                try source.parseWhole(document)
                found = source.binder.pointee.takeCollected()
                if found.isEmpty {
                    let value = source.binder.pointee.takeResult(as: type)
                    source.retire()
                    return value
                }
            } catch {
                found = source.binder.pointee.takeCollected(endedBy: error)
            }
        } catch {
            found = [error]
        }
        throw ModelErrors(found, isTruncated: found.count >= errorLimit)
    }
}
