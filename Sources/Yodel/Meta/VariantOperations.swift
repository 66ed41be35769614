/// What is done for one variant of a ``Polymorphic`` type, whose types only its subclasses know.
///
/// This class itself stands for a variant that no value is made of.
class VariantOperations: @unchecked Sendable {
    // Sendable because nothing of it or its subclasses changes.

    /// The type that is decoded; nil for a case that carries no value.
    var valueType: Any.Type? { nil }

    /// The shape of that type.
    func valueShape(in shapes: ShapeBuilder) throws -> ShapePointer? { nil }

    /// Whether a decoded value is one of the base's already, as it lies in memory.
    var isReference: Bool { false }

    /// Whether ``valueType`` can be one of a base's variants at all.
    var isOfBase: Bool { true }

    /// Whether the variant is among those of a type that is derived from the base.
    func isVariant<Derived>(of derived: Derived.Type) -> Bool { false }

    /// Makes a value of the base out of the decoded one, which is moved out of `value` in any case.
    ///
    /// - Parameter value: Not looked at by a case that carries none.
    func make(from value: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("no value is made of this variant")
    }
}

/// A case of an enum that carries a value.
class ValueVariant<Base, Value>: VariantOperations, @unchecked Sendable {
    private let convert: @Sendable (Value) throws -> Base
    let extract: (@Sendable (Base) -> Value?)?

    init(_ convert: @escaping @Sendable (Value) throws -> Base, _ extract: (@Sendable (Base) -> Value?)?) {
        self.convert = convert
        self.extract = extract
    }

    override var valueType: Any.Type? { Value.self }

    override func valueShape(in shapes: ShapeBuilder) throws -> ShapePointer? { try shapes.shape(of: Value.self) }

    override func make(from value: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        // SAFETY: what stands at `target` is a Base, or a `OneOf` that stores nothing else.
        target.initializeMemory(as: Base.self, to: try convert(value.assumingMemoryBound(to: Value.self).move()))
    }
}

/// A type whose values are converted to the base.
final class TypeVariant<Base, Value>: ValueVariant<Base, Value>, @unchecked Sendable {
    init(_ convert: @escaping @Sendable (Value) -> Base) {
        super.init(convert, nil)
    }
}

/// A class of a hierarchy: a reference to its instances is one to instances of the base.
final class ClassVariant<Base: AnyObject, Value: AnyObject>: VariantOperations, @unchecked Sendable {
    override var valueType: Any.Type? { Value.self }

    override var isReference: Bool { true }

    override var isOfBase: Bool { Value.self is Base.Type }

    override func valueShape(in shapes: ShapeBuilder) throws -> ShapePointer? {
        try shapes.plainShape(of: Value.self)
    }

    override func isVariant<Derived>(of derived: Derived.Type) -> Bool { Value.self is Derived.Type }
}

/// A case of an enum that carries no value.
final class UnitVariant<Base>: VariantOperations, @unchecked Sendable {
    private let value: @Sendable () -> Base

    init(_ value: @escaping @Sendable () -> Base) {
        self.value = value
    }

    override func make(from value: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Base.self, to: self.value())
    }
}
