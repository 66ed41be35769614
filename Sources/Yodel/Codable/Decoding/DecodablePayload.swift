// Types that are `Decodable` but not models, as parts of models, of documents and of feeds. The source keeps the bytes
// of such a value; when they are complete, the value is decoded from a tape. If the type is `Encodable` as well, its
// `encode(to:)` writes it.

extension ShapeBuilder {
    /// Whether `init(from:)` is the only way to make values of a type.
    func isMerelyDecodable(_ type: Any.Type) -> Bool {
        guard type is any Decodable.Type, transforms?.makers[ObjectIdentifier(type)] == nil else { return false }
        return
            !(type is any ShapeProvider.Type || type is any Polymorphic.Type || type is any Model.Type
            || type is any ModelScalar.Type || type is any ModelWrapper.Type || type is any RawRepresentable.Type)
    }

    /// The shape of a type that decodes itself; nil for others.
    func decodableShape<T>(of type: T.Type) throws -> ShapePointer? {
        func open<Value: Decodable>(_ type: Value.Type) throws -> ShapePointer {
            let payload = DecodablePayload<Value>(self)
            let shape = register(type, kind: .wrapper) { $0.payload = self.keep(payload) }
            let text = try plainShape(of: RawJSON.self)
            update(shape) { $0.element = text }
            payload.value = try plainShape(of: JSONValue.self)
            return shape
        }
        guard let decodable = type as? any Decodable.Type else { return nil }
        return try open(decodable)
    }
}

/// Decodes values by their `init(from:)`, and encodes them by their `encode(to:)`.
final class DecodablePayload<Value: Decodable>: PayloadOperations {
    private let changesKeys: Bool
    // Parts are small, and many types have one.
    private let decoders = TapePool(keptEntries: 1 << 14)
    private let writers = CodableWriterPool()
    /// Set while the table is built.
    fileprivate var value: ShapePointer?

    init(_ builder: ShapeBuilder) {
        changesKeys = builder.strategy.tables === KeyStrategy.snakeCase.tables
    }

    override var holdsText: Bool { true }
    override var holdsPart: Bool { true }
    override var valueShape: ShapePointer? { value }

    override func wrap(
        _ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer, _ context: DecodingContext
    ) throws {
        let part = wrapped.assumingMemoryBound(to: RawJSON.self).move()
        do throws(ModelError) {
            // Comments and a byte order mark are gone: the source kept only the text it read.
            let value = try part.bytes.withUnsafeBufferPointer { text throws(ModelError) in try decode(text, context) }
            target.initializeMemory(as: Value.self, to: value)
        } catch {
            throw PartError(error: error)
        }
    }

    private func decode(_ text: UnsafeBufferPointer<UInt8>, _ context: DecodingContext) throws(ModelError) -> Value {
        let settings = context.partSettings as! TapeSettings
        var root = try decoders.take(text, text: text, settings, in: context)
        defer { decoders.giveBack(&root) }
        do {
            return try root.session.toTheEnd { try root.decode(Value.self, at: root.value, .root) }
        } catch {
            throw root.modelError(error, of: Value.self)
        }
    }

    /// Uses the settings of a decoder for such types, or else the document's, as far as they have an equivalent.
    override func makePartSettings(_ context: DecodingContext) -> any PartSettings {
        guard let codable = context.options.codable else {
            return TapeSettings(TapeOptions(of: context, changesKeys: changesKeys), isOfDocument: true)
        }
        var options = codable.options
        // Braces may be left out around a document, not around its parts.
        options.assumesTopLevelDictionary = false
        return TapeSettings(options)
    }

    override func unwrap(
        _ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer, _ options: EncodingOptions
    ) throws {
        let value = value.assumingMemoryBound(to: Value.self).pointee
        func encode<E: Encodable>(_: E.Type) throws -> RawJSON {
            try EncodablePart.encode(value as! E, options, changesKeys: changesKeys, writers)
        }
        // The cast is that of a type: outside of its actor, a value has no conformance that is isolated to one.
        guard let encodable = type(of: value) as? any Encodable.Type else {
            throw UnusableValue(expected: "an Encodable type", found: displayName(of: Value.self))
        }
        target.initializeMemory(as: RawJSON.self, to: try encode(encodable))
    }
}
