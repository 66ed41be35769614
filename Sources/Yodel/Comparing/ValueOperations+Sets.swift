private import CYodelKernels

/// A set of models: the set compares them by their own `==`, and they were hashed when they came into it.
///
/// Elements that are asked begin a walk of their own, which knows nothing of the one that came to the set. Through a
/// circle that would go on for ever, so sets that can be part of one are refused as far as types tell. An instance may
/// be of a class that was unknown then, however. Hence the levels are counted for each thread.
final class SetOperations<Element: Hashable>: CompositeOperations<Set<Element>, Element> {
    /// The property that holds it, for a problem.
    private let subject: String
    /// Whether to count levels: whether a circle is possible.
    private var asksInstances = false

    init(_ element: ValueOperations, subject: String) {
        self.subject = subject
        super.init(element, .list) { set, body in
            Array(set.assumingMemoryBound(to: Set<Element>.self).pointee).withUnsafeBufferPointer(body)
        } putTogether: { copies, _, copying in
            // Before they are hashed they have to have their values. Elements with a hash of their own have those that
            // are no instances, and an identity is none; to wait for the others would take stack for each set in a set.
            if !Self.hasOwnEquality(element) { copying.finish() }
            return Set(_takeArray(from: copies.baseAddress!, count: copies.count))
        }
    }

    private static func hasOwnEquality(_ element: ValueOperations) -> Bool { (element as? ModelOperations)?.own != nil }

    override var askedElement: ValueOperations? { part.holdsInstances && !Self.hasOwnEquality(part) ? part : nil }

    override func findOwnProblems() {
        guard let askedElement else { return }
        asksInstances = true
        guard askedElement.reached.contains(where: { $0 === self }) else { return }
        setProblem(
            "\(subject) is a set of instances that it can belong to itself: give \(Element.self) a == of its own")
    }

    private func load(_ set: UnsafeRawPointer) -> Set<Element> {
        set.assumingMemoryBound(to: Set<Element>.self).pointee
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        guard asksInstances else { return load(left) == load(right) }
        if !CallStack.hasRoom { endOfStack() }
        return load(left) == load(right)
    }

    private func endOfStack() -> Never {
        programmingError(
            "\(subject) is a set of instances in such sets, too deep to be compared: where it can belong to itself, "
                + "give \(Element.self) a == of its own")
    }

    /// Goes four sets deep: what is in deeper ones counts by its number alone.
    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        guard asksInstances else { return hasher.combine(load(value)) }
        let levels = yodel_current_set_levels()
        guard levels.pointee.hashed < 4 else { return hasher.combine(load(value).count) }
        levels.pointee.hashed += 1
        defer { levels.pointee.hashed -= 1 }
        hasher.combine(load(value))
    }
}

extension Set {
    static func makeOperations(in builder: ValueOperationsBuilder) -> ValueOperations? {
        let subject = builder.subject
        let element = builder.operations(of: Element.self)
        return element.holdsModels ? SetOperations<Element>(element, subject: subject) : nil
    }
}
