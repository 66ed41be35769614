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
    var parts: [ValueOperations] = []
    /// Why values cannot be compared; nil when they can.
    fileprivate(set) var equalityProblem: String?
    /// Why values cannot be hashed; nil when they can.
    var hashingProblem: String?
    /// There may be instances of models in a value: a copy in depth is more than a copy.
    var holdsInstances = false

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

/// A value that is taken apart, and compared, hashed, copied and described part by part.
class CompositeOperations<Whole, Part>: LeafOperations<Whole> {
    /// What the value is, as far as its description shows it.
    enum Form {
        /// A wrapper, or a type with raw values: its one part stands for it.
        case wrapper
        case optional, list
        /// What it is compared and hashed by does not show.
        case opaque
    }

    /// Calls a function with the parts of the value at an address.
    typealias TakeApart = (UnsafeRawPointer, (UnsafeBufferPointer<Part>) -> Void) -> Void
    /// Makes a value of copies of its parts, which are moved out of the buffer.
    typealias PutTogether = (UnsafeMutableBufferPointer<Part>, _ original: Whole, DeepCopy) -> Whole

    let part: ValueOperations
    private let form: Form
    private let takeApart: TakeApart
    private let putTogether: PutTogether?

    /// - Parameter putTogether: Nil where a copy is good enough for a copy in depth.
    init(_ part: ValueOperations, _ form: Form, takeApart: @escaping TakeApart, putTogether: PutTogether?) {
        self.part = part
        self.form = form
        self.takeApart = takeApart
        self.putTogether = putTogether
        super.init(Whole.self)
        parts = [part]
    }

    /// Operations of a value with one part, that is made of it.
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
                // One array in two places, as the standard library has it.
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
