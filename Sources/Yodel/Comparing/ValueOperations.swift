/// The operations on values of one type beyond storing them: comparing, hashing, deep copies, descriptions.
///
/// Built once per type by ``ValueOperationsBuilder``, and immutable afterwards. Values are passed by address, as in
/// ``StorageOperations``, so that a comparison boxes nothing and looks nothing up.
///
/// Models are taken apart by their tables, and collections of models into their elements, so that one walk visits every
/// instance and knows which ones it has visited; other values use the operations of their own types.
class ValueOperations {
    let type: Any.Type
    /// The operations of the parts that values consist of.
    var parts: [ValueOperations] = []
    /// Why values cannot be compared; nil when they can.
    fileprivate(set) var equalityProblem: String?
    /// Why values cannot be hashed; nil when they can.
    var hashingProblem: String?
    /// Whether a value may contain instances of models, which a deep copy must copy too.
    var holdsInstances = false

    init(_ type: Any.Type) {
        self.type = type
    }

    /// Whether a value contains models; these, and collections of them, are taken apart.
    var holdsModels: Bool { parts.contains { $0.holdsModels } }

    /// For an Optional, the operations of its payload.
    var optionalPayload: ValueOperations? { nil }

    func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool {
        preconditionFailure("overridden")
    }

    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        preconditionFailure("overridden")
    }

    /// Copies a value, and every instance of a model within it, to uninitialised memory.
    func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        preconditionFailure("overridden")
    }

    func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        preconditionFailure("overridden")
    }

    /// For a set that compares and hashes instances itself, the operations of an element.
    var askedElement: ValueOperations? { nil }

    /// The parts that a comparison may reach, even through a model's own `==`.
    var reachedParts: [ValueOperations] { parts }

    /// The parts whose problems are also problems of the whole.
    var comparedParts: [ValueOperations] { parts }

    /// Updates these operations with what is known of the parts so far; returns whether that changed anything.
    func learnFromParts() -> Bool {
        let before = (equalityProblem == nil, hashingProblem == nil, holdsInstances)
        for part in comparedParts {
            equalityProblem = equalityProblem ?? part.equalityProblem
            hashingProblem = hashingProblem ?? part.hashingProblem
        }
        holdsInstances = holdsInstances || parts.contains(where: \.holdsInstances)
        return before != (equalityProblem == nil, hashingProblem == nil, holdsInstances)
    }

    /// Finds problems of the whole that no part has, after those of the parts are known.
    func findOwnProblems() {}

    /// These operations, and all that comparing a value may reach at any depth.
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
    /// Returns a copy of a value, and of every instance of a model within it, whose fields may still have to be filled.
    func copied<Value>(_ value: Value, _ copying: DeepCopy) -> Value {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
            withUnsafePointer(to: value) { copy($0, to: UnsafeMutableRawPointer(buffer.baseAddress!), copying) }
            return buffer.moveElement(from: 0)
        }
    }

    /// Whether values are instances that are compared by their tables, so that a cycle through them is possible.
    var comparesInstances: Bool { holdsInstances && (self as? ModelOperations)?.own == nil }

    /// Prevents comparing and hashing.
    func setProblem(_ problem: String) {
        equalityProblem = problem
        hashingProblem = problem
    }
}

/// A value that is copied as a whole and has its own description.
class LeafOperations<Value>: ValueOperations {
    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        target.initializeMemory(as: Value.self, to: value.assumingMemoryBound(to: Value.self).pointee)
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        description.append(value.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// A value that is compared by its type's own `==`.
class EquatableOperations<Value: Equatable>: LeafOperations<Value> {
    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        left.assumingMemoryBound(to: Value.self).pointee == right.assumingMemoryBound(to: Value.self).pointee
    }
}

/// A value that is compared and hashed by its type.
final class HashableOperations<Value: Hashable>: EquatableOperations<Value> {
    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        hasher.combine(value.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// A value that is taken apart to be compared, hashed, copied and described.
class CompositeOperations<Whole, Part>: LeafOperations<Whole> {
    /// How the value's description shows its parts.
    enum Form {
        /// A wrapper, or a type with raw values, which is described as its only part.
        case wrapper
        case optional, list
        /// A type that is described by its own text, not by its parts.
        case opaque
    }

    /// Calls a function with the parts of the value at an address.
    typealias TakeApart = (UnsafeRawPointer, (UnsafeBufferPointer<Part>) -> Void) -> Void
    /// Makes a value from copies of its parts, which it moves out of the buffer.
    typealias PutTogether = (UnsafeMutableBufferPointer<Part>, _ original: Whole, DeepCopy) -> Whole

    let part: ValueOperations
    private let form: Form
    private let takeApart: TakeApart
    private let putTogether: PutTogether?

    /// - Parameter putTogether: Nil if a shallow copy will do for a deep one.
    init(_ part: ValueOperations, _ form: Form, takeApart: @escaping TakeApart, putTogether: PutTogether?) {
        self.part = part
        self.form = form
        self.takeApart = takeApart
        self.putTogether = putTogether
        super.init(Whole.self)
        parts = [part]
    }

    /// Creates operations for a value with one part.
    convenience init(
        _ part: ValueOperations, _ form: Form = .wrapper, project: @escaping (Whole) -> Part, embed: ((Part) -> Whole)?
    ) {
        let takeApart: TakeApart = { whole, body in
            withUnsafePointer(to: project(whole.assumingMemoryBound(to: Whole.self).pointee)) {
                body(UnsafeBufferPointer(start: $0, count: 1))
            }
        }
        let putTogether = embed.map { embed -> PutTogether in { copies, _, _ in embed(copies.moveElement(from: 0)) } }
        self.init(part, form, takeApart: takeApart, putTogether: putTogether)
    }

    override var optionalPayload: ValueOperations? { form == .optional ? part : nil }

    private func withParts<Result>(
        of whole: UnsafeRawPointer, _ body: (UnsafeBufferPointer<Part>) -> Result
    ) -> Result {
        var result: Result?
        takeApart(whole) { result = body($0) }
        return result!
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        withParts(of: left) { leftParts in
            withParts(of: right) { rightParts in
                if leftParts.count != rightParts.count { return false }
                guard let leftStart = leftParts.baseAddress, let rightStart = rightParts.baseAddress else {
                    return true
                }
                // The same array in two places: equal by identity, as in the standard library.
                if leftStart == rightStart, UnsafeRawPointer(leftStart) != left { return true }
                for index in leftParts.indices {
                    guard part.areEqual(leftStart + index, rightStart + index, &comparison) else { return false }
                }
                return true
            }
        }
    }

    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        withParts(of: value) { parts in
            hasher.combine(parts.count)
            for index in parts.indices { part.hash(parts.baseAddress! + index, into: &hasher, &walk) }
        }
    }

    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard part.holdsInstances, let putTogether else { return super.copy(value, to: target, copying) }
        let original = value.assumingMemoryBound(to: Whole.self).pointee
        let copy = withParts(of: value) { parts in
            if parts.isEmpty { return original }
            return withUnsafeTemporaryAllocation(of: Part.self, capacity: parts.count) { copies in
                for index in parts.indices {
                    part.copy(parts.baseAddress! + index, to: copies.baseAddress! + index, copying)
                }
                return putTogether(copies, original, copying)
            }
        }
        target.initializeMemory(as: Whole.self, to: copy)
    }

    override func describe(_ value: UnsafeRawPointer, to description: inout Describer) {
        if form == .opaque { return super.describe(value, to: &description) }
        withParts(of: value) { parts in
            if form == .list {
                return description.appendBlock("[", "]", parts.indices) { index, description in
                    part.describe(parts.baseAddress! + index, to: &description)
                }
            }
            guard let only = parts.baseAddress else { return description.append(text: "nil") }
            part.describe(only, to: &description)
        }
    }
}

/// A type whose values are compared and hashed in place by specialised code.
///
/// The operations of other types look up metadata at run time.
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

    /// Whether two values of the type are equal; nil for ``none``.
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

    /// Hashes a value of the type; returns false for ``none``.
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
        // SAFETY: the kind states that the address has a value of this type.
        address.assumingMemoryBound(to: type).pointee
    }
}
