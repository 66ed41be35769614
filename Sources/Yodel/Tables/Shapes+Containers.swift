/// A type with a `nil` that does not depend on the rest of the type.
protocol NilProvider {
    static func makeNil(in arena: TableArena) -> UnsafeRawPointer
    /// Whether the value at an address is `nil` at any level.
    static func isNil(at address: UnsafeRawPointer) -> Bool
    /// The type of its values other than `nil`.
    static var wrappedType: Any.Type { get }
}

extension Optional: ShapeProvider, NilProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let payload = try builder.shape(of: Wrapped.self)
        let shape = builder.register(Wrapped?.self, kind: payload.pointee.kind)
        try builder.wrapOptional(payload, as: Wrapped.self, shape)
        return shape
    }

    static var wrappedType: Any.Type { Wrapped.self }

    static func makeNil(in arena: TableArena) -> UnsafeRawPointer { arena.bytes(of: Wrapped?.none) }

    static func isNil(at address: UnsafeRawPointer) -> Bool {
        // A `.some` is its payload at the same address, see `Shape`.
        address.isNil(of: Wrapped.self) || (Wrapped.self as? any NilProvider.Type)?.isNil(at: address) ?? false
    }
}

extension ShapeBuilder {
    /// Completes a shape as that of an Optional with a payload.
    func wrapOptional<Wrapped>(_ payload: ShapePointer, as type: Wrapped.Type, _ shape: ShapePointer) throws {
        try wrapPayload(
            payload, as: Wrapped?.self, shape, storage: OptionalStorage<Wrapped>(wrapping: payload.pointee.storage),
            nilValue: nil, absentValue: nil
        ) { $0 != nil }
    }

    /// Completes a shape as that of an Optional, or an enum with the same layout: one payload, and cases without.
    ///
    /// - Parameters:
    ///   - nilValue: The value of `null`.
    ///   - absentValue: The value of a field whose key is absent, if it is another.
    ///   - hasPayload: Whether a value has a payload.
    func wrapPayload<Value>(
        _ payload: ShapePointer, as type: Value.Type, _ shape: ShapePointer, storage: StorageOperations,
        nilValue: Value, absentValue: Value?, hasPayload: (Value) -> Bool
    ) throws {
        let nilBytes = arena.bytes(of: nilValue)
        let absentBytes = absentValue.map { arena.bytes(of: $0) }
        update(shape) { shape in
            let outer = (shape.size, shape.stride, shape.isBitwiseTakable)
            shape = payload.pointee
            shape.type = type
            shape.storage = self.arena.keep(storage)
            (shape.size, shape.stride, shape.isBitwiseTakable) = outer
            shape.isNullable = true
            shape.tagBytes = MemoryLayout<Value>.size - payload.pointee.payloadSize
            shape.nilBytes = nilBytes
            shape.absentBytes = absentBytes
            shape.nilTest = self.nilTest(of: shape, wrapping: payload)
        }
        // The payload may have been incomplete when it was copied.
        takeParts(of: payload, into: shape)
        guard layoutIsAsExpected(type, payload, hasPayload) else {
            throw ModelError.unsupportedType("\(displayName(of: type)) is not laid out as Yodel expects")
        }
    }

    private func nilTest(of shape: Shape, wrapping payload: ShapePointer) -> NilTest {
        if payload.pointee.isNullable { return .operations }
        let nils = [shape.nilBytes, shape.absentBytes].compactMap(\.self)
        if shape.tagBytes == 1 {
            // With two nils, one may still use a spare bit pattern of the payload.
            let areTagged = nils.allSatisfy { $0.load(fromByteOffset: shape.payloadSize, as: UInt8.self) != 0 }
            return areTagged ? .tag : .operations
        }
        // With two cases without a payload, only the type can distinguish them.
        if shape.absentBytes != nil { return .operations }
        switch shape.kind {
        case .string: return .string
        case .list, .dictionary, .instance:
            let word = MemoryLayout<UnsafeRawPointer>.size
            return shape.size == word && shape.nilBytes!.loadUnaligned(as: UInt.self) == 0 ? .reference : .operations
        default: return .operations
        }
    }

    /// Checks the layout that ``Shape`` relies on, as far as possible without a value of the payload's type.
    ///
    /// If the whole is larger than its payload, the payload has no spare bit patterns and so no references; it is then
    /// sound to read zero bytes as a value, which must have a payload.
    private func layoutIsAsExpected<Value>(
        _ type: Value.Type, _ payload: ShapePointer, _ hasPayload: (Value) -> Bool
    ) -> Bool {
        guard MemoryLayout<Value>.size > payload.pointee.size, _isPOD(type) else { return true }
        return withUnsafeTemporaryAllocation(
            byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment
        ) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            return hasPayload(memory.baseAddress!.assumingMemoryBound(to: Value.self).pointee)
        }
    }

    /// The shape of a collection of keys and values.
    func dictionaryShape<Collection, Key, Value>(
        of type: Collection.Type, keys: Key.Type, values: Value.Type, payload: PayloadOperations
    ) throws -> ShapePointer {
        let shape = register(type, kind: .dictionary) { $0.payload = self.keep(payload) }
        let key = try plainShape(of: keys)
        guard key.pointee.canBeKey else {
            throw ModelError.unsupportedType(
                "\(subject): \(displayName(of: type)): keys can be strings, characters, integers, UUIDs, or types with "
                    + "one of these as raw value, not \(displayName(of: keys))")
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
        switch kind {
        case _ where isNullable: false
        case .string, .substring, .character, .uuid: true
        case .rawValue: element?.pointee.canBeKey ?? false
        default: kind.isInteger
        }
    }
}

/// One of the standard library's array types.
protocol ArrayForm: RandomAccessCollection, ShapeProvider {
    /// - Parameter original: A list of equal length, whose indices the new list must have.
    static func from(_ array: [Element], like original: Self?) -> Self
    /// Makes lists and takes them apart.
    static var payload: PayloadOperations { get }
}

extension ArrayForm {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.register(Self.self, kind: .list, of: Element.self) {
            $0.payload = builder.keep(payload)
            $0.isArray = true
        }
    }

    static var payload: PayloadOperations { ListPayload<Self>() }
}

extension Array: ArrayForm {
    static func from(_ array: [Element], like original: [Element]?) -> [Element] { array }

    static var payload: PayloadOperations {
        switch Element.self {
        case is Int.Type: ArrayPayload(_ModelFunctions(of: Int.self))
        case is Double.Type: ArrayPayload(_ModelFunctions(of: Double.self))
        case is Float.Type: ArrayPayload(_ModelFunctions(of: Float.self))
        case is String.Type: ArrayPayload(_ModelFunctions(of: String.self))
        case is [Double].Type: ArrayPayload(_ModelFunctions(of: [Double].self))
        #if _runtime(_ObjC)
        case is AnyObject.Type: ObjectArrayPayload<Element>()
        #endif
        case let model as any Model.Type: ArrayPayload(model._functions)
        default: ArrayPayload(_ModelFunctions(of: Element.self))
        }
    }
}

extension ContiguousArray: ArrayForm {
    static func from(_ array: [Element], like original: Self?) -> Self { Self(array) }
}

extension ArraySlice: ArrayForm {
    static func from(_ array: [Element], like original: Self?) -> Self {
        guard var slice = original else { return array[...] }
        // Replaces the elements one by one, because a slice of the copies would have other indices.
        for (index, element) in zip(slice.indices, array) { slice[index] = element }
        return slice
    }
}

extension Set: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.register(Self.self, kind: .list, of: Element.self) {
            $0.payload = builder.keep(SetPayload<Element>())
        }
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ShapeProvider where Element: Copyable {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.register(Self.self, kind: .fixedList, of: Element.self) { $0.fixedCount = count }
    }
}

extension Dictionary: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.dictionaryShape(of: Self.self, keys: Key.self, values: Value.self, payload: payload)
    }

    private static var payload: PayloadOperations {
        switch Self.self {
        case is [String: String].Type: DictionaryPayload(of: String.self, to: String.self)
        case is [String: Int].Type: DictionaryPayload(of: String.self, to: Int.self)
        case let models as any DictionaryOfModels.Type:
            DictionaryPayload(of: Key.self, to: Value.self, functions: models.functions)
        default: DictionaryPayload(of: Key.self, to: Value.self)
        }
    }
}

/// A dictionary of models, whose module has specialised code for it.
private protocol DictionaryOfModels {
    static var functions: _ModelFunctions { get }
}

extension Dictionary: DictionaryOfModels where Key == String, Value: Model {
    fileprivate static var functions: _ModelFunctions { Value._functions }
}

extension JSONValue: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let shape = builder.register(Self.self, kind: .dynamic) { $0.payload = builder.keep(JSONValuePayload()) }
        let key = try builder.plainShape(of: String.self)
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

extension ShapeBuilder {
    /// The shape of a JSON object without any transforms of the decoder's set.
    func plainObjectShape() throws -> ShapePointer {
        guard transforms != nil else { return try shape(of: JSONObject.self) }
        let (key, value) = (try plainShape(of: String.self), try plainShape(of: JSONValue.self))
        return make(JSONObject.self, kind: .dictionary) {
            $0.payload = self.keep(JSONObjectPayload())
            $0.key = key
            $0.element = value
        }
    }
}

extension RawJSON: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        builder.register(Self.self, kind: .rawJSON)
    }
}

/// A field has the layout of an Optional with two cases without payload, for which there is a spare bit pattern or a
/// tag.
///
/// `null` is its nil; the bytes alone distinguish an absent field from it.
extension Field: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        let payload = try builder.shape(of: Value.self)
        let shape = builder.register(Field<Value>.self, kind: payload.pointee.kind)
        try builder.wrapPayload(
            payload, as: Field<Value>.self, shape, storage: FieldStorage<Value>(wrapping: payload.pointee.storage),
            nilValue: .null, absentValue: .absent
        ) { field in
            if case .value = field { true } else { false }
        }
        return shape
    }
}

extension Field: NilProvider {
    static var wrappedType: Any.Type { Value.self }

    static func makeNil(in arena: TableArena) -> UnsafeRawPointer { arena.bytes(of: Field.absent) }

    static func isNil(at address: UnsafeRawPointer) -> Bool {
        address.assumingMemoryBound(to: Field<Value>.self).pointee.value == nil
    }
}
