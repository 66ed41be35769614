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
    private typealias Pending = (original: AnyObject, copy: AnyObject, operations: InstanceOperations)

    private struct Known {
        let copy: AnyObject
        /// Where it was added to the pending ones.
        var place: Int
        /// Whether it is, or will be, filled for a hash.
        var isForHashing: Bool
    }

    private var copies: [ObjectIdentifier: Known] = [:]
    /// Copies whose fields have to be filled, the next one last; nil for one that has been moved to the end.
    private var pending: [Pending?] = []
    /// Where those begin that are filled next: what the elements of the set being copied refer to.
    private var start = 0
    /// Whether elements of a set are being copied, of which only the fields that are hashed are filled.
    private var isForHashing = false
    /// Copies whose other fields still have to be filled.
    private var hashed: [Pending] = []

    /// Returns the copy of an instance, whose fields may still have to be filled.
    func copy(of original: AnyObject, _ operations: InstanceOperations) -> AnyObject {
        let identifier = ObjectIdentifier(original)
        if let known = copies[identifier] {
            if isForHashing { prepareForHashing(known, identifier, original, operations) }
            return known.copy
        }
        let operations = operations.forInstance(original)
        let copy = operations.makeShallowCopy(of: original) { $0.operations.holdsInstances }
        copies[identifier] = Known(copy: copy, place: pending.count, isForHashing: isForHashing)
        if operations.holdsInstances { pending.append((original, copy, operations)) }
        return copy
    }

    /// Makes an instance the next to be filled if it was not filled for a hash.
    ///
    /// It may have been filled before, but what it refers to is pending; then it is filled again.
    private func prepareForHashing(
        _ known: Known, _ identifier: ObjectIdentifier, _ original: AnyObject, _ operations: InstanceOperations
    ) {
        let isWaiting = known.place < pending.count && pending[known.place]?.original === original
        guard !known.isForHashing || isWaiting && known.place < start else { return }
        let operations = operations.forInstance(original)
        guard operations.holdsInstances else { return }
        if isWaiting { pending[known.place] = nil }
        copies[identifier] = Known(copy: known.copy, place: pending.count, isForHashing: true)
        pending.append((original, known.copy, operations))
    }

    /// Copies the elements of a set, or the keys of a dictionary, so that they can be hashed.
    ///
    /// Only what their hashes need is filled, not all that is pending or that they refer to. That may include other sets
    /// with the instance which this set is part of, and its copy cannot be hashed yet.
    func completed<Element>(_ copyElements: () -> [Element]) -> [Element] {
        let outer = (start, isForHashing)
        (start, isForHashing) = (pending.count, true)
        defer { (start, isForHashing) = outer }
        let copies = copyElements()
        fillPending()
        return copies
    }

    /// Fills all copies, and those that this adds.
    func finish() {
        fillPending()
        while let next = hashed.popLast() {
            next.operations.fillDeepFields(of: next.copy, from: next.original, self) { !$0 }
            fillPending()
        }
    }

    private func fillPending() {
        while pending.count > start {
            guard let next = pending.removeLast() else { continue }
            let isPartial = isForHashing
            next.operations.fillDeepFields(of: next.copy, from: next.original, self) { !isPartial || $0 }
            if isPartial { hashed.append(next) }
        }
    }
}
