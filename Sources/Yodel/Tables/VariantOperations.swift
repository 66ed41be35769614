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

    /// The type of a value of the base, for an error.
    func typeName(of value: UnsafeRawPointer) -> String { preconditionFailure("overridden") }

    /// Whether a value of the base is of this variant, which carries none.
    func isVariant(_ value: UnsafeRawPointer) -> Bool { false }

    /// Copies the value that one of the base carries to memory that holds none, if it is of this variant.
    func copyValue(of value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) -> Bool { false }
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

    override func typeName(of value: UnsafeRawPointer) -> String {
        displayName(of: type(of: value.assumingMemoryBound(to: Base.self).pointee as Any))
    }

    override func copyValue(of value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) -> Bool {
        let base = value.assumingMemoryBound(to: Base.self).pointee
        guard let carried = extract.map({ $0(base) }) ?? reflected(base) else { return false }
        target.initializeMemory(as: Value.self, to: carried)
        return true
    }

    /// The value of a case as reflection shows it: the case is the one that is made of it again.
    private func reflected(_ base: Base) -> Value? {
        guard let (name, value) = Self.caseOf(base) else { return base as? Value }
        guard let carried = value as? Value ?? Mirror(reflecting: value).children.first?.value as? Value,
            let again = try? convert(carried), Self.caseOf(again)?.name == name
        else { return nil }
        return carried
    }

    private static func caseOf(_ base: Base) -> (name: String, value: Any)? {
        let mirror = Mirror(reflecting: base)
        guard mirror.displayStyle == .enum, let child = mirror.children.first, let name = child.label else {
            return nil
        }
        return (name, child.value)
    }
}

/// A type whose values are converted to the base.
final class TypeVariant<Base, Value>: ValueVariant<Base, Value>, @unchecked Sendable {
    init(_ convert: @escaping @Sendable (Value) -> Base) {
        // Of a class, not of what is derived from it.
        super.init(convert) { type(of: $0 as Any) == Value.self ? $0 as? Value : nil }
    }
}

/// A class of a hierarchy: a reference to its instances is one to instances of the base.
final class ClassVariant<Base: AnyObject, Value: AnyObject>: VariantOperations, @unchecked Sendable {
    override var valueType: Any.Type? { Value.self }

    override var isReference: Bool { true }

    override var isOfBase: Bool { Value.self is Base.Type }

    override func valueShape(in shapes: ShapeBuilder) throws -> ShapePointer? {
        try shapes.ownShape(of: Value.self)
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

    override func typeName(of value: UnsafeRawPointer) -> String { displayName(of: Base.self) }

    override func isVariant(_ value: UnsafeRawPointer) -> Bool {
        let (left, right) = (value.assumingMemoryBound(to: Base.self).pointee, self.value())
        func isEqual<Other: Equatable>(_ left: Other) -> Bool { (right as? Other).map { $0 == left } ?? false }
        if let left = left as? any Equatable { return isEqual(left) }
        // Cases without values: what is the same in memory is the same, and a name that has not been changed is a name.
        guard Mirror(reflecting: left).children.isEmpty, !(left is any CustomStringConvertible),
            !(left is any CustomDebugStringConvertible)
        else { return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } } }
        return "\(left)" == "\(right)"
    }
}
