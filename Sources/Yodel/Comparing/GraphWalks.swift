// What a walk over a graph of instances remembers, so that it ends where instances refer to each other in a circle, and
// so that a long chain of them takes no stack.

/// A comparison under way: pairs of instances that have to be equal for the whole to be.
///
/// Each pair is compared once, whatever leads to it. Two circles are equal when no walk along both finds a difference.
struct Comparison {
    private struct Pair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    private var pairs: [(left: AnyObject, right: AnyObject, operations: InstanceOperations)] = []
    private var met: Set<Pair> = []

    /// Takes note of two instances; false when they are of two classes, and so not equal.
    mutating func add(_ left: AnyObject, _ right: AnyObject, _ operations: InstanceOperations) -> Bool {
        guard type(of: left) == type(of: right) else { return false }
        let pair = Pair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
        guard met.insert(pair).inserted else { return true }
        let own = operations.forInstance(left)
        if own !== operations, let problem = own.fieldEqualityProblem { programmingError(problem) }
        pairs.append((left, right, own))
        return true
    }

    /// Compares all pairs, and those they lead to.
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

/// How far a hash goes into a graph of instances: to 8 levels and 256 instances.
///
/// It takes no note of which it has met: equal graphs need not share their parts in the same way, and have to hash
/// alike.
struct HashWalk {
    private var instances: Int
    private var levels = 8

    init(instances: Int = 256) {
        self.instances = instances
    }

    /// Whether to hash one more instance's fields; if so, ``leave()`` ends that.
    mutating func enter() -> Bool {
        guard instances > 0, levels > 0 else { return false }
        instances -= 1
        levels -= 1
        return true
    }

    mutating func leave() { levels += 1 }
}

/// A copy in depth under way: each instance is copied once, so that what was shared is shared by the copies, and a
/// circle becomes a circle.
final class DeepCopy {
    private var copies: [ObjectIdentifier: AnyObject] = [:]
    private var pending: [(original: AnyObject, copy: AnyObject, operations: InstanceOperations)] = []

    /// The copy of an instance, whose fields may still have to be filled.
    func copy(of original: AnyObject, _ operations: InstanceOperations) -> AnyObject {
        if let known = copies[ObjectIdentifier(original)] { return known }
        let operations = operations.forInstance(original)
        let copy = operations.makeShallowCopy(of: original) { $0.operations.holdsInstances }
        copies[ObjectIdentifier(original)] = copy
        if operations.holdsInstances { pending.append((original, copy, operations)) }
        return copy
    }

    /// Fills what has to be filled, and what that leads to.
    func finish() {
        while let next = pending.popLast() {
            next.operations.fillDeepFields(of: next.copy, from: next.original, self)
        }
    }
}
