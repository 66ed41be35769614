/// The operations on stored values of a type that is known only when its table is built.
///
/// There is one object per type, a ``TypedStorage`` made by opening the metatype once; each call then costs one virtual
/// dispatch and no look-up. Every pointer must be aligned for the type, and its memory initialised or uninitialised as
/// the function says; the binder's frames keep track of that.
class StorageOperations {
    func destroy(_ values: UnsafeMutableRawPointer, count: Int) { preconditionFailure("overridden") }
    /// Moves values to uninitialised memory; the source is uninitialised afterwards.
    func move(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        preconditionFailure("overridden")
    }
    /// Moves one value to uninitialised memory, and writes nothing after it: the bytes that would be padding in an
    /// array may belong to another property.
    func moveOne(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }
    /// Moves one value to initialised memory, as an assignment does: the value that was there is destroyed last, so that
    /// a client's `deinit` finds the new one.
    func replace(_ target: UnsafeMutableRawPointer, with source: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }
    /// Copies one value to uninitialised memory.
    func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) { preconditionFailure("overridden") }
    /// Whether a value is the `nil` of an Optional at any level.
    func isNil(_ value: UnsafeRawPointer) -> Bool { false }
    /// Whether a value is that of a field with an absent key.
    func isAbsent(_ value: UnsafeRawPointer) -> Bool { false }
}

class TypedStorage<Value>: StorageOperations {
    override func destroy(_ values: UnsafeMutableRawPointer, count: Int) {
        values.assumingMemoryBound(to: Value.self).deinitialize(count: count)
    }

    override func move(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        target.moveInitializeMemory(
            as: Value.self, from: source.assumingMemoryBound(to: Value.self), count: count)
    }

    override func moveOne(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Value.self, to: source.assumingMemoryBound(to: Value.self).move())
    }

    override func replace(_ target: UnsafeMutableRawPointer, with source: UnsafeMutableRawPointer) {
        target.assumingMemoryBound(to: Value.self).pointee = source.assumingMemoryBound(to: Value.self).move()
    }

    override func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Value.self, to: source.assumingMemoryBound(to: Value.self).pointee)
    }
}

final class OptionalStorage<Wrapped>: TypedStorage<Wrapped?> {
    private let wrapped: Unmanaged<StorageOperations>

    init(wrapping wrapped: Unmanaged<StorageOperations>) {
        self.wrapped = wrapped
    }

    override func isNil(_ value: UnsafeRawPointer) -> Bool {
        // The address of a `.some` is that of its payload.
        value.isNil(of: Wrapped.self) || wrapped._withUnsafeGuaranteedRef { $0.isNil(value) }
    }
}

extension UnsafeRawPointer {
    /// Whether the Optional at the address is `nil`.
    ///
    /// For types without copies too, and never specialised: otherwise the compiler copies the whole value first.
    @inline(never)
    func isNil<Wrapped: ~Copyable>(of type: Wrapped.Type) -> Bool {
        assumingMemoryBound(to: Wrapped?.self).pointee == nil
    }
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
        // The address of a `.value` is that of its payload.
        guard case .value = value.assumingMemoryBound(to: Field<Value>.self).pointee else { return true }
        return wrapped._withUnsafeGuaranteedRef { $0.isNil(value) }
    }
}
