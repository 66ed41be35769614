// A field is laid out as an Optional is, with two cases for which the payload has no bit pattern to spare or a tag of
// its own. `null` is its nil, and what is absent is told from it by the bytes alone.

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
}

final class FieldStorage<Value>: TypedStorage<Field<Value>> {
    private let wrapped: Unmanaged<StorageOperations>

    init(wrapping wrapped: Unmanaged<StorageOperations>) {
        self.wrapped = wrapped
    }

    override func isAbsent(_ value: UnsafeRawPointer) -> Bool {
        value.assumingMemoryBound(to: Field<Value>.self).pointee.isAbsent
    }

    override func isNil(_ value: UnsafeRawPointer) -> Bool {
        // A value is its payload at the same address.
        guard case .value = value.assumingMemoryBound(to: Field<Value>.self).pointee else { return true }
        return wrapped._withUnsafeGuaranteedRef { $0.isNil(value) }
    }
}
