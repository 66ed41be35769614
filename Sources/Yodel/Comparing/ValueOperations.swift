/// What can be done to values of one type beyond storing them: compare, hash, copy in depth, describe.
///
/// Built once per type by ``ValueOperationsBuilder`` and then only read. Values are reached by address, as in
/// ``StorageOperations``, so that a comparison boxes nothing and looks nothing up.
///
/// Models are taken apart by their tables, and collections of models element by element, so that one walk meets every
/// instance of a class and knows which it has met; anything else is left to the type itself.
class ValueOperations {
    let type: Any.Type
    /// What the values are made of.
    fileprivate(set) var parts: [ValueOperations] = []
    /// Why values cannot be compared; nil when they can.
    fileprivate(set) var equalityProblem: String?
    /// Why values cannot be hashed; nil when they can.
    fileprivate(set) var hashingProblem: String?
    /// There may be instances of models in a value: a copy in depth is more than a copy.
    fileprivate(set) var holdsInstances = false

    init(_ type: Any.Type) {
        self.type = type
    }

    /// Models are taken apart: so are collections of them.
    var holdsModels: Bool { parts.contains { $0.holdsModels } }

    /// Of an Optional, what is done to its payload.
    var optionalPayload: ValueOperations? { nil }

    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool {
        preconditionFailure("overridden")
    }

    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        preconditionFailure("overridden")
    }

    /// Copies a value, and every instance of a model within it, to memory that holds none.
    func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        preconditionFailure("overridden")
    }

    func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        preconditionFailure("overridden")
    }

    /// Of a set that asks its elements, and has instances in them, what is done to an element.
    var askedElement: ValueOperations? { nil }

    /// The parts that comparing a value may come to, be it by way of a `==` that a model has of its own.
    var reachedParts: [ValueOperations] { parts }

    /// The parts whose problems are problems of the whole.
    var comparedParts: [ValueOperations] { parts }

    /// Adds what is known of the parts by now; returns whether that is news.
    func learnFromParts() -> Bool {
        let before = (equalityProblem == nil, hashingProblem == nil, holdsInstances)
        for part in comparedParts {
            equalityProblem = equalityProblem ?? part.equalityProblem
            hashingProblem = hashingProblem ?? part.hashingProblem
        }
        holdsInstances = holdsInstances || parts.contains(where: \.holdsInstances)
        return before != (equalityProblem == nil, hashingProblem == nil, holdsInstances)
    }

    /// Finds what is wrong with the whole and with no part of it, once the parts are known.
    func findOwnProblems() {}

    /// These operations, and those of whatever comparing a value may come to at any depth.
    var reached: [ValueOperations] {
        var met: Set<ObjectIdentifier> = []
        var reached: [ValueOperations] = []
        var pending = [self]
        while let next = pending.popLast() {
            guard met.insert(ObjectIdentifier(next)).inserted else { continue }
            reached.append(next)
            pending += next.reachedParts
        }
        return reached
    }
}

extension ValueOperations {
    func setParts(_ parts: [ValueOperations]) { self.parts = parts }
    func setHoldsInstances() { holdsInstances = true }
    func setHashingProblem(_ problem: String) { hashingProblem = problem }

    /// Neither compared nor hashed.
    func setProblem(_ problem: String) {
        equalityProblem = problem
        hashingProblem = problem
    }
}

/// A value that is copied as a whole and described by its own text.
class LeafOperations<Value>: ValueOperations {
    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        target.initializeMemory(as: Value.self, to: value.assumingMemoryBound(to: Value.self).pointee)
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        description.append(value.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// Compared by the type's own `==`.
class EquatableOperations<Value: Equatable>: LeafOperations<Value> {
    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
    }
}

/// Compared and hashed by the type itself.
final class HashableOperations<Value: Hashable>: EquatableOperations<Value> {
    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        hasher.combine(value.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// Compared and hashed as the JSON scalar it stands for.
final class ScalarOperations<Value: ModelScalar>: LeafOperations<Value> {
    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        left.assumingMemoryBound(to: Value.self).pointee.scalar
            == right.assumingMemoryBound(to: Value.self).pointee.scalar
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        hasher.combine(value.assumingMemoryBound(to: Value.self).pointee.scalar)
    }
}

/// A value made of another one, which is compared and hashed in its place: a wrapper, or a type with raw values.
final class ProjectedOperations<Value, Part>: LeafOperations<Value> {
    private let part: ValueOperations
    private let project: (Value) -> Part
    private let embed: ((Part) -> Value)?

    /// - Parameter embed: Makes a copy of a copy of the part; nil where copying is enough.
    init(_ part: ValueOperations, project: @escaping (Value) -> Part, embed: ((Part) -> Value)?) {
        self.part = part
        self.project = project
        self.embed = embed
        super.init(Value.self)
        setParts([part])
    }

    private func withPart<Result>(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
        withUnsafePointer(to: project(value.assumingMemoryBound(to: Value.self).pointee)) { body($0) }
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        withPart(of: left) { left in withPart(of: right) { right in part.areEqual(left, right, &comparison) } }
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        withPart(of: value) { part.hash($0, into: &hasher, &walk) }
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard let embed, part.holdsInstances else { return super.copy(value, to: target, copying) }
        let copied = withPart(of: value) { original in
            withUnsafeTemporaryAllocation(of: Part.self, capacity: 1) { buffer in
                part.copy(original, to: UnsafeMutableRawPointer(buffer.baseAddress!), copying)
                return buffer.moveElement(from: 0)
            }
        }
        target.initializeMemory(as: Value.self, to: embed(copied))
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        withPart(of: value) { part.describe($0, to: &description) }
    }
}

/// A wrapper that stores nothing but a value of another type, and is laid out as that.
final class TransparentOperations<Value>: ValueOperations {
    private let part: ValueOperations

    init(_ part: ValueOperations) {
        self.part = part
        super.init(Value.self)
        setParts([part])
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        part.areEqual(left, right, &comparison)
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        part.hash(value, into: &hasher, &walk)
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        part.copy(value, to: target, copying)
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        part.describe(value, to: &description)
    }
}

/// A type whose values are compared and hashed where they lie, by code the compiler has specialised: operations of any
/// type look up metadata at run time.
enum DirectKind {
    case bool, int, double, string, ints, doubles, strings
    /// Any other.
    case none

    init(_ type: Any.Type) {
        self =
            switch ObjectIdentifier(type) {
            case ObjectIdentifier(Bool.self): .bool
            case ObjectIdentifier(Int.self): .int
            case ObjectIdentifier(Double.self): .double
            case ObjectIdentifier(String.self): .string
            case ObjectIdentifier([Int].self): .ints
            case ObjectIdentifier([Double].self): .doubles
            case ObjectIdentifier([String].self): .strings
            default: .none
            }
    }

    /// Whether two values of the type are equal; nil for any other type.
    @inline(__always)
    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool? {
        switch self {
        case .bool: load(left, as: Bool.self) == load(right, as: Bool.self)
        case .int: load(left, as: Int.self) == load(right, as: Int.self)
        case .double: load(left, as: Double.self) == load(right, as: Double.self)
        case .string: load(left, as: String.self) == load(right, as: String.self)
        case .ints: load(left, as: [Int].self) == load(right, as: [Int].self)
        case .doubles: load(left, as: [Double].self) == load(right, as: [Double].self)
        case .strings: load(left, as: [String].self) == load(right, as: [String].self)
        case .none: nil
        }
    }

    /// Hashes a value of the type; false for any other type.
    @inline(__always)
    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) -> Bool {
        switch self {
        case .bool: hasher.combine(load(value, as: Bool.self))
        case .int: hasher.combine(load(value, as: Int.self))
        case .double: hasher.combine(load(value, as: Double.self))
        case .string: hasher.combine(load(value, as: String.self))
        case .ints: hasher.combine(load(value, as: [Int].self))
        case .doubles: hasher.combine(load(value, as: [Double].self))
        case .strings: hasher.combine(load(value, as: [String].self))
        case .none: return false
        }
        return true
    }

    @inline(__always)
    private func load<Value>(_ address: UnsafeRawPointer, as type: Value.Type) -> Value {
        // SAFETY: the kind says that a value of this type stands there.
        address.assumingMemoryBound(to: type).pointee
    }
}
