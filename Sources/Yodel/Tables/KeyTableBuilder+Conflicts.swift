/// The targets of a key or index: fields, and the keys or indices nested in its value.
final class PathNode {
    var targets: [KeyTarget] = []
    var children: [(step: JSONPath.Step, node: PathNode)] = []

    func child(_ step: JSONPath.Step) -> PathNode {
        if let known = children.first(where: { $0.step.isSame(as: step) }) { return known.node }
        let node = PathNode()
        children.append((step, node))
        return node
    }

    /// Any field here or deeper.
    var anyTarget: KeyTarget? {
        var node = self
        // A node without fields always has children.
        while node.targets.isEmpty, let child = node.children.first { node = child.node }
        return node.targets.first
    }
}

extension JSONPath.Step {
    var index: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    /// The key, or the index in the notation of mappings.
    var text: String {
        switch self {
        case .key(let key): key
        case .index(let index): "[\(index)]"
        }
    }

    /// Whether two steps are the same bytes; Swift also treats some different spellings as equal.
    func isSame(as other: JSONPath.Step) -> Bool {
        switch (self, other) {
        case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }
}

// Paths that exclude each other. One key for several fields is no conflict, nor is a path into the object that another
// field takes as a whole.

extension KeyTableBuilder {
    /// Throws if two fields' keys exclude each other.
    func check(_ root: PathNode) throws {
        for child in root.children { try checkShadows(child.node) }
        try checkPaths(root)
    }

    /// Checks for a further key of one field that is also the name of another, which would always get the value too.
    private func checkShadows(_ node: PathNode) throws {
        guard let named = node.targets.first(where: { $0.rank > 0 }),
            let unnamed = node.targets.first(where: { !fields[Int($0.field)].hasOwnKeys })
        else { return }
        throw conflict(
            "\(subject(named)) has a key that is also the name of \(field(unnamed)): if both need the value, name the "
                + "key for both in the mapping")
    }

    private func checkPaths(_ node: PathNode) throws {
        let member = node.children.first { $0.step.index == nil }?.node.anyTarget
        let element = node.children.first { $0.step.index != nil }?.node.anyTarget
        if let member, let element {
            throw conflict("\(subject(member)) needs an object where \(subject(element)) needs an array")
        }
        for target in node.targets {
            let shape = fields[Int(target.field)].shape
            if let member, !shape.pointee.mayTakeObjects {
                throw conflict("\(subject(member)) needs an object where \(subject(target)) is not an object")
            }
            if let element, !shape.pointee.mayTakeArrays {
                throw conflict("\(subject(element)) needs an array where \(subject(target)) is not an array")
            }
        }
        for child in node.children { try checkPaths(child.node) }
    }

    private func conflict(_ what: String) -> ModelError {
        ModelError.invalidMapping("\(typeName): \(what)")
    }

    private func field(_ target: KeyTarget) -> String { "\(typeName).\(fields[Int(target.field)].name)" }

    /// A field, with the key in question.
    private func subject(_ target: KeyTarget) -> String {
        "\(field(target)) (\"\(fields[Int(target.field)].keys[Int(target.rank)])\")"
    }
}

extension Shape {
    /// Whether objects may become values of this shape, judged by its kind.
    fileprivate var mayTakeObjects: Bool {
        switch kind {
        case .wrapper: element?.pointee.mayTakeObjects ?? true
        case .list, .fixedList: false
        default: !kind.isScalar
        }
    }

    /// Whether arrays may become values of this shape, judged by its kind.
    fileprivate var mayTakeArrays: Bool {
        switch kind {
        case .wrapper: element?.pointee.mayTakeArrays ?? true
        case .data: true
        case .dictionary, .structure, .instance: false
        default: !kind.isScalar
        }
    }
}
