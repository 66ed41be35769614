/// A type with a `nil`, which can be made without knowing what else it holds.
protocol NilProvider {
    static func makeNil(in arena: TableArena) -> UnsafeRawPointer
}

extension Optional: ShapeProvider, NilProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let payload = try builder.shape(of: Wrapped.self)
        let nilBytes = makeNil(in: builder.arena)
        let shape = builder.register(Wrapped?.self, kind: payload.pointee.kind) { shape in
            let outer = (shape.size, shape.stride, shape.isBitwiseTakable)
            let storage = builder.arena.keep(makeStorage(wrapping: payload.pointee.storage))
            shape = payload.pointee
            shape.type = Wrapped?.self
            shape.storage = .fromOpaque(storage.toOpaque())
            (shape.size, shape.stride, shape.isBitwiseTakable) = outer
            shape.isNullable = true
            shape.tagBytes = MemoryLayout<Wrapped?>.size - payload.pointee.payloadSize
            shape.nilBytes = nilBytes
            shape.nilTest = nilTest(of: shape, wrapping: payload)
        }
        builder.whenComplete {
            // What the payload is made of may not have been known when it was copied.
            builder.update(shape) { shape in
                shape.element = payload.pointee.element
                shape.key = payload.pointee.key
            }
        }
        guard Self.layoutIsAsExpected else {
            throw ModelError(
                .unsupportedType, reason: "\(displayName(of: Wrapped?.self)) is not laid out as Yodel expects")
        }
        return shape
    }

    static func makeNil(in arena: TableArena) -> UnsafeRawPointer {
        let bytes = arena.bytes(size: MemoryLayout<Wrapped?>.size, alignment: MemoryLayout<Wrapped?>.alignment)
        // SAFETY: the memory has the layout of Wrapped?, and `nil` owns nothing that would have to be released.
        bytes.baseAddress!.initializeMemory(as: Wrapped?.self, to: nil)
        return UnsafeRawPointer(bytes.baseAddress!)
    }

    private static func makeStorage(wrapping wrapped: Unmanaged<StorageOperations>) -> StorageOperations {
        guard let model = Wrapped.self as? any Model.Type else { return OptionalStorage<Wrapped>(wrapping: wrapped) }
        return OptionalModelStorage<Wrapped>(model._operations)
    }

    private static func nilTest(of shape: Shape, wrapping payload: ShapePointer) -> NilTest {
        if payload.pointee.isNullable { return .operations }
        if shape.tagBytes == 1 { return .tag }
        switch shape.kind {
        case .string: return .string
        case .list, .dictionary, .instance:
            let word = MemoryLayout<UnsafeRawPointer>.size
            return shape.size == word && shape.nilBytes!.loadUnaligned(as: UInt.self) == 0 ? .reference : .operations
        default: return .operations
        }
    }

    /// Checks the rule ``Shape`` relies on, as far as it can be without a value of the payload's type.
    ///
    /// Where the Optional is larger than its payload, the payload has no spare bit patterns and hence no references:
    /// reading zero bytes as one is sound, and must find `.some`.
    private static var layoutIsAsExpected: Bool {
        guard MemoryLayout<Wrapped?>.size > MemoryLayout<Wrapped>.size else { return true }
        guard _isPOD(Wrapped.self) else { return true }
        return withUnsafeTemporaryAllocation(
            byteCount: MemoryLayout<Wrapped?>.size, alignment: MemoryLayout<Wrapped?>.alignment
        ) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            return memory.baseAddress!.assumingMemoryBound(to: Wrapped?.self).pointee != nil
        }
    }
}

extension ShapeBuilder {
    /// The shape of a collection made from elements in order.
    func listShape<Collection, Element>(
        of type: Collection.Type, elements: Element.Type, payload: PayloadOperations
    ) throws -> ShapePointer {
        let shape = register(type, kind: .list) { $0.payload = self.keep(payload) }
        let element = try self.shape(of: elements)
        update(shape) { $0.element = element }
        return shape
    }

    /// The shape of a collection made from keys and values.
    func dictionaryShape<Collection, Key, Value>(
        of type: Collection.Type, keys: Key.Type, values: Value.Type, payload: PayloadOperations
    ) throws -> ShapePointer {
        let shape = register(type, kind: .dictionary) { $0.payload = self.keep(payload) }
        let key = try self.shape(of: keys)
        guard key.pointee.canBeKey else {
            throw ModelError(
                .unsupportedType,
                reason:
                    "\(subject): \(displayName(of: type)): keys are strings, integers, or enums and RawRepresentables of "
                    + "those, not \(displayName(of: keys))")
        }
        let value = try self.shape(of: values)
        update(shape) {
            $0.key = key
            $0.element = value
        }
        return shape
    }
}

extension Shape {
    fileprivate var canBeKey: Bool {
        if isNullable { return false }
        switch kind {
        case .string, .substring, .character, .uuid, .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32,
            .uint64, .uint128:
            return true
        case .rawValue: return element?.pointee.canBeKey ?? false
        default: return false
        }
    }
}

extension Array: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.listShape(of: Self.self, elements: Element.self, payload: payload)
    }

    private static var payload: PayloadOperations {
        switch Element.self {
        case is Int.Type: IntArrayPayload()
        case is Double.Type: DoubleArrayPayload()
        case is Float.Type: FloatArrayPayload()
        case is String.Type: StringArrayPayload()
        case is [Double].Type: DoubleMatrixPayload()
        case let model as any Model.Type where !mayBeBridged: ModelArrayPayload(model._operations)
        default: ArrayPayload<Element>()
        }
    }

    /// The elements may be those of an `NSArray`, and in no place of their own.
    static var mayBeBridged: Bool {
        #if _runtime(_ObjC)
        Element.self is AnyObject.Type
        #else
        false
        #endif
    }
}

extension ContiguousArray: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.listShape(of: Self.self, elements: Element.self, payload: ContiguousArrayPayload<Element>())
    }
}

extension ArraySlice: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.listShape(of: Self.self, elements: Element.self, payload: ArraySlicePayload<Element>())
    }
}

extension Set: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.listShape(of: Self.self, elements: Element.self, payload: SetPayload<Element>())
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ShapeProvider where Element: Copyable {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let shape = builder.register(Self.self, kind: .fixedList) { $0.fixedCount = count }
        let element = try builder.shape(of: Element.self)
        builder.update(shape) { $0.element = element }
        return shape
    }
}

extension Dictionary: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.dictionaryShape(of: Self.self, keys: Key.self, values: Value.self, payload: payload)
    }

    private static var payload: PayloadOperations {
        switch Self.self {
        case is [String: String].Type: StringsByStringPayload()
        case is [String: Int].Type: IntsByStringPayload()
        default: DictionaryPayload<Key, Value>()
        }
    }
}

extension JSONValue: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let shape = builder.register(Self.self, kind: .dynamic) { $0.payload = builder.keep(JSONValuePayload()) }
        let key = try builder.shape(of: String.self)
        builder.update(shape) {
            $0.key = key
            $0.element = shape
        }
        return shape
    }
}

extension JSONObject: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.dictionaryShape(
            of: Self.self, keys: String.self, values: JSONValue.self, payload: JSONObjectPayload())
    }
}

extension RawJSON: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        builder.register(Self.self, kind: .rawJSON)
    }
}
