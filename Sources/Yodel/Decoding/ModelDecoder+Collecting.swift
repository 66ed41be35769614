extension ModelDecoder {
    /// Decodes a document, and where anything is wrong with it, finds everything that is.
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
    /// The errors are those that ``decode(_:from:)-(_,Sequence<UInt8>)`` throws, whole, and in the order in which they are
    /// found, which is that of the document but for keys that are missing: they are found where their object ends. After
    /// each, decoding goes on with the next member or element. What the decoder's options get over is no error. A value
    /// that lacks something is not shown to its type, and not to a wrapper around it: ``DidDecodeModel`` and transforms of
    /// containers are asked about whole values alone.
    ///
    /// The first error is also the last where there is no telling what comes next: in text that is not JSON, beyond a limit,
    /// and where the root is of another kind than its type. Some values have one error, however much is wrong within them:
    /// those of `Codable` types, of text in strings, of variants that are tried one after another, and of lists with a fixed
    /// length. An object whose tag or version is wrong has that error alone.
    ///
    /// A document without errors is decoded as fast as by `decode`.
    ///
    /// - Parameters:
    ///   - type: What is decoded.
    ///   - bytes: The document.
    ///   - limit: How many errors there are at most; less than 1 is 1. By default 100.
    /// - Throws: ``ModelErrors``: one or more. A type that cannot be decoded is one error too.
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        var context = context
        context.call.errorLimit = max(limit, 1)
        return try context.decodeCollectingErrors(type, from: bytes)
    }

    /// Decodes a document, and where anything is wrong with it, finds everything that is.
    ///
    /// - Throws: ``ModelErrors``; see
    ///   ``decodeCollectingErrors(_:from:limit:)-(_,UnsafeBufferPointer<UInt8>,_)``.
    public func decodeCollectingErrors<Value>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer, limit: Int = 100
    ) throws(ModelErrors) -> Value {
        try decodeCollectingErrors(type, from: bytes.bindMemory(to: UInt8.self), limit: limit)
    }

    /// Decodes a document from bytes of any kind, and where anything is wrong with it, finds everything that is.
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

    /// Decodes a document from text, and where anything is wrong with it, finds everything that is.
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
            let source = parser.makeSource(self) { source in
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
        throw ModelErrors(found, isCutOff: found.count >= errorLimit)
    }
}
