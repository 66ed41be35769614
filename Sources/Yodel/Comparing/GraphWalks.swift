// The state of walks over graphs of instances, which lets them end in cycles and keeps long chains off the stack.

/// A comparison in progress: pairs of instances that must all be equal.
///
/// Each pair is compared once, however often the walk reaches it. Two cycles are equal if no walk along both finds a
/// difference.
struct Comparison {
    private struct Pair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    private var pairs: [(left: AnyObject, right: AnyObject, operations: InstanceOperations)] = []
    private var met: Set<Pair> = []

    /// Adds two instances to compare; false if their classes differ, which makes them unequal.
    mutating func add(_ left: AnyObject, _ right: AnyObject, _ operations: InstanceOperations) -> Bool {
        guard type(of: left) == type(of: right) else { return false }
        let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
        guard met.insert(pair).inserted else { return true }
        let own = operations.forInstance(left)
        if own !== operations, let problem = own.fieldProblem(\.equalityProblem) { programmingError(problem) }
        pairs.append((left, right, own))
        return true
    }

    /// Compares all pairs, and the pairs that these add.
    mutating func finish() -> Bool {
        var next = 0
        while next < pairs.count {
            let pair = pairs[next]
            next += 1
            let (left, right) = (InstanceOperations.address(of: pair.left), InstanceOperations.address(of: pair.right))
            guard pair.operations.fieldsAreEqual(left, right, &self) else { return false }
        }
        return true
    }
}

/// The limits of a hash in a graph of instances: 8 levels and 256 instances.
///
/// It does not record visited instances, because equal graphs must hash alike even if they share instances differently.
struct HashWalk {
    private var instances: Int
    private var levels = 8

    init(instances: Int = 256) {
        self.instances = instances
    }

    /// Whether to hash the fields of another instance; if true, call ``leave()`` afterwards.
    mutating func enter() -> Bool {
        guard instances > 0, levels > 0 else { return false }
        instances -= 1
        levels -= 1
        return true
    }

    mutating func leave() { levels += 1 }
}

/// A deep copy in progress.
///
/// Each instance is copied once, so shared instances stay shared, and a cycle becomes a cycle.
final class DeepCopy {
    private var copies: [ObjectIdentifier: AnyObject] = [:]
    private var pending: [(original: AnyObject, copy: AnyObject, operations: InstanceOperations)] = []

    /// Returns the copy of an instance, whose fields may still have to be filled.
    func copy(of original: AnyObject, _ operations: InstanceOperations) -> AnyObject {
        if let known = copies[ObjectIdentifier(original)] { return known }
        let operations = operations.forInstance(original)
        let copy = operations.makeShallowCopy(of: original) { $0.operations.holdsInstances }
        copies[ObjectIdentifier(original)] = copy
        if operations.holdsInstances { pending.append((original, copy, operations)) }
        return copy
    }

    /// Fills all pending copies, and those that this adds.
    func finish() {
        while let next = pending.popLast() {
            next.operations.fillDeepFields(of: next.copy, from: next.original, self)
        }
    }
}
