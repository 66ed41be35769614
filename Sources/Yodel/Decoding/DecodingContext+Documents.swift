extension DecodingContext {
    func decode<Value>(_ type: Value.Type, from document: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Value {
        try decode(type, try options.shape(of: type), from: document)
    }

    func decode<Value>(_ type: Value.Type, from document: [UInt8]) throws(ModelError) -> Value {
        try document.withUnsafeBufferPointer { bytes throws(ModelError) in try decode(type, from: bytes) }
    }

    /// Decodes a document by the given shape, whose values must be of the given type.
    func decode<Value>(
        _ type: Value.Type, _ shape: ShapePointer, from document: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) -> Value {
        // Deallocated after the binder is gone, which builds the result here and destroys a partial one.
        let result = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { result.deallocate() }
        return try withBinder(of: document) { source in
            Binder(root: result, shape: shape, self, source: source)
        } result: { binder in
            binder.takeResult(as: type)
        }
    }

    /// Parses a whole document into a new binder, and returns the binder's result.
    func withBinder<Result>(
        of document: UnsafeBufferPointer<UInt8>, _ makeBinder: (TextSource) -> Binder,
        result: (inout Binder) throws(ModelError) -> Result
    ) throws(ModelError) -> Result {
        let source = try makeSource(by: parser, binder: makeBinder)
        try source.parseWhole(document)
        let result = try result(&source.binder.pointee)
        source.retire()
        return result
    }

    func source<Value>(for type: Value.Type) throws(ModelError) -> TextSource {
        let shape = try options.shape(of: type)
        let slot = ResultSlot<Value>()
        return try makeSource(by: parser.forChunks, slot: slot) { source in
            Binder(root: slot.address, shape: shape, self, source: source)
        }
    }

    /// Creates the source of a document, unless the thread has no stack for it: a hook or a transform may decode it
    /// within many others.
    func makeSource(
        by parser: Parser, slot: AnyObject? = nil, binder: (TextSource) -> Binder
    ) throws(ModelError) -> TextSource {
        let source = parser.makeSource(self, slot: slot, binder: binder)
        guard CallStack.hasRoom else { throw source.endOfStack }
        return source
    }
}

/// Memory in which a binder builds its result.
final class ResultSlot<Value> {
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    deinit {
        address.deallocate()
    }
}

extension TransformContext: PartDecoder where Options == DecodingContext {
    func decode<Part>(_ type: Part.Type, from text: String) throws -> Part {
        // For an absent value, the context is not yet that of a part.
        var context = options.ofPart
        context.call.feedPaths = []
        try JSONText.enter(&context.call.textLevel)
        return try withBytes(of: text) { bytes in
            do throws(ModelError) {
                return try context.decode(type, shape(of: type), from: bytes)
            } catch {
                throw JSONTextError(error: error)
            }
        }
    }
}
