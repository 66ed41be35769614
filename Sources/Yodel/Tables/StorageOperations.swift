/// What can be done to values of a type whose name is known only when a table is built.
///
/// One object per type, made by opening its metatype into ``TypedStorage`` once; at decode time a call costs one
/// virtual dispatch and no look-up. Every pointer must be aligned for the type and hold (or, for the target of a
/// move or copy, have room for) what the function says: the binder's frames keep that account.
class StorageOperations {
    func destroy(_ values: UnsafeMutableRawPointer, count: Int) { preconditionFailure("overridden") }
    /// Moves values to memory that holds none; the source holds none afterwards.
    func move(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        preconditionFailure("overridden")
    }
    /// Moves one value to memory that holds none, and writes nothing after it: what an array would take for padding
    /// may be another property.
    func moveOne(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
        preconditionFailure("overridden")
    }
    /// Copies one value to memory that holds none.
    func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) { preconditionFailure("overridden") }
    /// Whether a value is the `nil` of an Optional at any level.
    func isNil(_ value: UnsafeRawPointer) -> Bool { false }
    /// Whether a value is a field's whose key is absent.
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
        // A `.some` is its payload at the same address.
        if case .none = value.assumingMemoryBound(to: Wrapped?.self).pointee { return true }
        return wrapped._withUnsafeGuaranteedRef { $0.isNil(value) }
    }
}

/// An Optional model: `nil` is seen by code of the module that declares the model, which knows its layout.
final class OptionalModelStorage<Wrapped>: TypedStorage<Wrapped?> {
    private let functions: _ModelFunctions

    init(_ functions: _ModelFunctions) {
        self.functions = functions
    }

    override func isNil(_ value: UnsafeRawPointer) -> Bool { functions.isNil(value) }
}
