// Shapes of values that a transform makes: wrappers around the JSON side of the transform.

extension ShapeBuilder {
    /// The shape of a value that a property's own transform makes; no other property uses it.
    func shape<JSON, Value>(of type: Value.Type, by transform: Transform<JSON, Value>) throws -> ShapePointer {
        try complete(make(type, kind: .wrapper), transform)
    }

    /// The shape of all values of a type that a transform of the decoder's set makes.
    ///
    /// It is registered before the JSON side is built, which may contain the type again.
    func registeredShape<JSON, Value>(
        of type: Value.Type, by transform: Transform<JSON, Value>
    ) throws -> ShapePointer {
        let shape = make(type, kind: .wrapper)
        register(transformed: shape, for: type)
        return try complete(shape, transform)
    }

    private func complete<JSON, Value>(
        _ shape: ShapePointer, _ transform: Transform<JSON, Value>
    ) throws -> ShapePointer {
        let payload = TransformPayload(transform)
        update(shape) {
            $0.payload = self.keep(payload)
            // An absent value is nil, and so is null unless the JSON side takes it.
            $0.nilBytes = (Value.self as? any NilProvider.Type)?.makeNil(in: self.arena)
        }
        try underConstruction {
            let json = try plainShape(of: JSON.self)
            let takesNull = json.pointee.takesNull
            update(shape) {
                $0.element = json
                $0.isNullable = $0.nilBytes != nil && !takesNull
                $0.wrapsScalar = transform.parts.isEmpty && json.pointee.isPlainScalar
            }
            for part in transform.parts {
                payload.shapes[ObjectIdentifier(part)] = try self.shape(of: part)
            }
        }
        return shape
    }

    /// The shape of an Optional with another payload shape than its type's.
    func optionalShape<Wrapped>(of type: Wrapped.Type, _ payload: ShapePointer) throws -> ShapePointer {
        let shape = make(Wrapped?.self, kind: payload.pointee.kind)
        try wrapOptional(payload, as: type, shape)
        return shape
    }

    /// The shape of an array with another element shape than its type's.
    func arrayShape<Element>(of type: Element.Type, _ element: ShapePointer) -> ShapePointer {
        make([Element].self, kind: .list) {
            $0.payload = self.keep([Element].payload)
            $0.element = element
            $0.isArray = true
        }
    }

    /// The shape of a type, or of an Optional of it, without the transform of the decoder's set.
    func plainShape<T>(of type: T.Type) throws -> ShapePointer {
        if let optional = type as? any PlainOptional.Type { return try optional.makePlainShape(in: self) }
        guard transforms?.makers[ObjectIdentifier(type)] != nil else { return try shape(of: type) }
        if let known = known(Untransformed<T>.self) { return known }
        return try underConstruction { try plainlyComposedShape(of: type) }
    }

    /// Throws if a transform's JSON side leads directly back to its own value.
    func checkWrappers() throws {
        let circular = shapes.values.filter(leadsToItself).map(\.pointee.typeName).min()
        guard let circular else { return }
        throw ModelError.unsupportedType(
            "\(circular) is decoded by a transform or wrapper that leads back to \(circular)")
    }

    private func leadsToItself(_ shape: ShapePointer) -> Bool {
        var inner = shape
        // Longer than any possible chain of wrappers.
        for _ in 0..<100 {
            guard inner.pointee.kind == .wrapper, let element = inner.pointee.element else { return false }
            inner = element
        }
        return true
    }
}

/// The identity of a type's shape without the transform of the decoder's set, as the type itself has the shape with it.
enum Untransformed<Value> {}

/// An Optional, which is transformed by its payload's transform.
protocol PlainOptional {
    static func makePlainShape(in builder: ShapeBuilder) throws -> ShapePointer
}

extension Optional: PlainOptional {
    static func makePlainShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.optionalShape(of: Wrapped.self, builder.plainShape(of: Wrapped.self))
    }
}

/// Makes values with a transform.
final class TransformPayload<JSON, Value>: PayloadOperations {
    private let transform: Transform<JSON, Value>
    private let functions: TransformFunctions?
    private let direct: DirectTransform?
    /// The shapes of the transform's parts, filled in while the table is built.
    var shapes: [ObjectIdentifier: ShapePointer] = [:]

    init(_ transform: Transform<JSON, Value>) {
        self.transform = transform
        functions = transform.functions
        direct = transform.direct
    }

    override var holdsText: Bool { !shapes.isEmpty }
    override var isTransform: Bool { true }

    override func wrap(
        _ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer, _ context: DecodingContext
    ) throws {
        let json = wrapped.assumingMemoryBound(to: JSON.self).move()
        let parts = shapes.isEmpty ? nil : TransformContext(options: context, shapes: shapes)
        target.initializeMemory(as: Value.self, to: try transform.decodeValue(json, parts))
    }

    override func wrapScalar(_ wrapped: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        if let functions { return try functions.decode(wrapped, target) }
        let json = wrapped.assumingMemoryBound(to: JSON.self).move()
        target.initializeMemory(as: Value.self, to: try transform.decodeValue(json, nil))
    }

    override func wrapDirectly(_ scalar: ScalarEvent, into target: UnsafeMutableRawPointer) -> Bool {
        direct?.read(scalar, target) ?? false
    }

    override func unwrapScalar(_ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) throws {
        if let encode = functions?.encode { return try encode(value, target) }
        let value = value.assumingMemoryBound(to: Value.self).pointee
        target.initializeMemory(as: JSON.self, to: try reverse()(value, nil))
    }

    override func unwrapDirectly(_ value: UnsafeRawPointer, room: UnsafeMutablePointer<UInt8>) -> ScalarEvent? {
        direct?.write(value, room)
    }

    /// The closure that encodes values.
    private func reverse() throws -> @Sendable (Value, (any PartEncoder)?) throws -> JSON {
        if let encode = transform.encodeValue { return encode }
        throw UnusableValue(expected: "a transform that can be reversed", found: "one without a closure for encoding")
    }

    override func unwrap(
        _ value: UnsafeRawPointer, into target: UnsafeMutableRawPointer, _ options: EncodingOptions
    ) throws {
        let encode = try reverse()
        let value = value.assumingMemoryBound(to: Value.self).pointee
        target.initializeMemory(
            as: JSON.self,
            to: try encode(value, shapes.isEmpty ? nil : TransformContext(options: options, shapes: shapes)))
    }
}

/// The context of a transform with parts: the options of the document, and the shapes of the parts.
struct TransformContext<Options> {
    let options: Options
    let shapes: [ObjectIdentifier: ShapePointer]

    /// The shape of one of the parts.
    func shape(of part: Any.Type) -> ShapePointer { shapes[ObjectIdentifier(part)]! }
}
