/// A key of an object or an index of an array, with what fields have there, and the keys or indices in its value.
final class PathNode<Value> {
    let step: JSONPath.Step
    var values: [Value] = []
    private(set) var children: [PathNode] = []
    private var positions: [JSONPath.Step: [Int]] = [:]

    init(_ step: JSONPath.Step = .key("")) {
        self.step = step
    }

    /// The child for a step, looked up by a folded spelling for types that ignore case.
    func child(_ step: JSONPath.Step, lookedForAs folded: JSONPath.Step) -> PathNode {
        // Swift treats some texts with different bytes as equal.
        let known = positions[folded]?.first { children[$0].step.folded(as: folded).isSame(as: folded) }
        if let known { return children[known] }
        let node = PathNode(step)
        positions[folded, default: []].append(children.count)
        children.append(node)
        return node
    }

    /// Any value here or deeper: a node without values always has children.
    var anyValue: Value? { values.first ?? children.first?.anyValue }
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

    /// The step with its key in lower case.
    var lowercased: JSONPath.Step {
        if case .key(let key) = self { .key(key.lowercased()) } else { self }
    }

    /// The step as another one spells it, if that is this step in lower case.
    fileprivate func folded(as other: JSONPath.Step) -> JSONPath.Step { isSame(as: other) ? self : lowercased }

    /// Whether two steps are the same bytes; Swift also treats some different spellings as equal.
    func isSame(as other: JSONPath.Step) -> Bool {
        switch (self, other) {
        case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }
}
