private import CYodelKernels

/// A set of models, which compares them by their own `==` and has hashed them on insertion.
///
/// The elements' `==` and `hash(into:)` begin walks of their own, without the visited pairs of the outer walk. In a
/// cycle that would never end, so sets that can be part of one are refused as far as types show it. As an instance may
/// be of a class that was unknown then, a counter of levels for each thread limits the rest.
final class SetOperations<Element: Hashable>: CompositeOperations<Set<Element>, Element> {
    /// The property that holds the set, for a problem's text.
    private let subject: String
    /// Whether a cycle is possible, so that levels are counted.
    private var asksInstances = false

    init(_ element: ValueOperations, subject: String) {
        self.subject = subject
        super.init(element, .list) { set, body in
            Array(set.assumingMemoryBound(to: Set<Element>.self).pointee).withUnsafeBufferPointer(body)
        } putTogether: { copies, _, _ in
            Set(_takeArray(from: copies.baseAddress!, count: copies.count))
        }
    }

    override var askedElement: ValueOperations? { part.comparesInstances ? part : nil }

    override func findOwnProblems() {
        guard let askedElement else { return }
        asksInstances = true
        guard askedElement.reached.contains(where: { $0 === self }) else { return }
        setProblem(
            "\(subject) is a set of instances that may contain the same set: declare == in \(Element.self)")
    }

    private func load(_ set: UnsafeRawPointer) -> Set<Element> {
        set.assumingMemoryBound(to: Set<Element>.self).pointee
    }

    override func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ comparison: inout Comparison) -> Bool
    {
        if asksInstances, !CallStack.hasRoom {
            programmingError(
                "\(subject) is a set of instances, and such sets are nested too deep to be compared: if the instances "
                    + "may contain the same set, declare == in \(Element.self)")
        }
        return load(left) == load(right)
    }

    /// Copies must be complete before they are hashed.
    ///
    /// Elements with their own hash only use values that are not instances, and those are complete; waiting for the
    /// rest too would take stack for each nested set.
    override func copy(_ value: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ copying: DeepCopy) {
        guard askedElement != nil else { return super.copy(value, to: target, copying) }
        let copies = copying.completed { load(value).map { part.copied($0, copying) } }
        target.initializeMemory(as: Set<Element>.self, to: Set(copies))
    }

    /// Hashes four nested sets; deeper ones contribute only their counts.
    override func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher, _ walk: inout HashWalk) {
        guard asksInstances else { return hasher.combine(load(value)) }
        let sets = yodel_hashed_sets()
        guard sets.pointee < 4 else { return hasher.combine(load(value).count) }
        sets.pointee += 1
        defer { sets.pointee -= 1 }
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
