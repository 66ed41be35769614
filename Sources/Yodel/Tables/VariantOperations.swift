/// The operations of one variant of a ``Polymorphic`` type; subclasses know the types.
///
/// The class itself is for a variant without values.
class VariantOperations: @unchecked Sendable {
    // Sendable because it and its subclasses are immutable.

    /// The type to decode; nil for a case without a value.
    var valueType: Any.Type? { nil }

    /// The shape of that type.
    func valueShape(in shapes: ShapeBuilder) throws -> ShapePointer? { nil }

    /// Whether a decoded value is already a value of the base, without a conversion.
    var isReference: Bool { false }

    /// Whether ``valueType`` can be a variant of the base.
    var isOfBase: Bool { true }

    /// Whether the variant also belongs to a type derived from the base.
    func isVariant<Derived>(of derived: Derived.Type) -> Bool { false }

    /// Makes a value of the base from the decoded one, which is always moved out of `value`.
    ///
    /// - Parameter value: Not accessed by a case without a value.
    func make(from value: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) throws {
        preconditionFailure("no value is made of this variant")
    }

    /// Describes a value of the base that is of no variant, for an error.
    func description(of value: UnsafeRawPointer) -> String { preconditionFailure("overridden") }

    /// Whether a value of the base is of this variant, which has no value.
    func isVariant(_ value: UnsafeRawPointer) -> Bool { false }

    /// If a value of the base is of this variant, copies its associated value to uninitialised memory.
    func copyValue(of value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) -> Bool { false }
}

/// A case of an enum with an associated value.
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
        // SAFETY: the memory at `target` is for a Base, or for a `OneOf`, which stores nothing else.
        target.initializeMemory(as: Base.self, to: try convert(value.assumingMemoryBound(to: Value.self).move()))
    }

    override func description(of value: UnsafeRawPointer) -> String {
        describe(value.assumingMemoryBound(to: Base.self).pointee)
    }

    override func copyValue(of value: UnsafeRawPointer, into target: UnsafeMutableRawPointer) -> Bool {
        let base = value.assumingMemoryBound(to: Base.self).pointee
        guard let carried = extract.map({ $0(base) }) ?? reflected(base) else { return false }
        target.initializeMemory(as: Value.self, to: carried)
        return true
    }

    /// The associated value of a case by reflection; the case is this variant if the value converts back to it.
    private func reflected(_ base: Base) -> Value? {
        guard let (name, value) = Self.caseOf(base) else {
            // A case without a value, which a cast would take for the value of a case that contains the enum itself.
            return Reflection.isEnumeration(Base.self) ? nil : base as? Value
        }
        guard let carried = value as? Value ?? Self.labelled(value), let again = try? convert(carried),
            Self.caseOf(again)?.name == name
        else { return nil }
        return carried
    }

    /// The value of a case whose value has a label, which reflection shows as a tuple of one element.
    private static func labelled(_ value: Any) -> Value? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return nil }
        return mirror.children.first?.value as? Value
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
        // The exact class, not a subclass.
        super.init(convert) { type(of: $0 as Any) == Value.self ? $0 as? Value : nil }
    }
}

/// A class of a hierarchy, whose references are also references to the base.
final class ClassVariant<Base: AnyObject, Value: AnyObject>: VariantOperations, @unchecked Sendable {
    override var valueType: Any.Type? { Value.self }

    override var isReference: Bool { true }

    override var isOfBase: Bool { Value.self is Base.Type }

    override func valueShape(in shapes: ShapeBuilder) throws -> ShapePointer? {
        try shapes.ownShape(of: Value.self)
    }

    override func isVariant<Derived>(of derived: Derived.Type) -> Bool { Value.self is Derived.Type }
}

/// A case of an enum without a value.
final class UnitVariant<Base>: VariantOperations, @unchecked Sendable {
    private let value: @Sendable () -> Base

    init(_ value: @escaping @Sendable () -> Base) {
        self.value = value
    }

    override func make(from value: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer) {
        target.initializeMemory(as: Base.self, to: self.value())
    }

    override func description(of value: UnsafeRawPointer) -> String {
        describe(value.assumingMemoryBound(to: Base.self).pointee)
    }

    override func isVariant(_ value: UnsafeRawPointer) -> Bool {
        let (left, right) = (value.assumingMemoryBound(to: Base.self).pointee, self.value())
        func isEqual<Other: Equatable>(_ left: Other) -> Bool { (right as? Other).map { $0 == left } ?? false }
        if let left = left as? any Equatable { return isEqual(left) }
        // Cases without values are compared by name; with a custom description or mirror, which may not have the name, by
        // their bytes.
        guard Mirror(reflecting: left).children.isEmpty, !(left is any CustomStringConvertible),
            !(left is any CustomDebugStringConvertible), !(left is any CustomReflectable)
        else { return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } } }
        return "\(left)" == "\(right)"
    }
}

/// The case of an enum, or the type of any other value.
private func describe<Base>(_ value: Base) -> String {
    let name = displayName(of: type(of: value as Any))
    guard let caseName = Reflection.caseName(of: value) else { return "a value of \(name)" }
    let isBare = value is any CustomReflectable || Mirror(reflecting: value).children.isEmpty
    return "\(name).\(caseName)" + (isBare ? "" : ", whose value no variant returns")
}
