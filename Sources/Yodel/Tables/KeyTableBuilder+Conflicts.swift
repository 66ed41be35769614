// Paths that exclude each other. One key for several fields is no conflict, nor is a path into the object that another
// field takes as a whole.

extension KeyTableBuilder {
    /// Throws if two fields' keys exclude each other.
    func check(_ root: PathNode<KeyTarget>) throws {
        for child in root.children { try checkShadows(child) }
        try checkPaths(root)
    }

    /// Checks for a further key of one field that is also the name of another, which would always get the value too.
    private func checkShadows(_ node: PathNode<KeyTarget>) throws {
        guard let named = node.values.first(where: { $0.rank > 0 }),
            let unnamed = node.values.first(where: { !fields[Int($0.field)].hasOwnKeys })
        else { return }
        throw conflict(
            "\(subject(named)) has a key that is also the name of \(field(unnamed)): if both need the value, name the "
                + "key for both in the mapping")
    }

    private func checkPaths(_ node: PathNode<KeyTarget>) throws {
        let member = node.children.first { $0.step.index == nil }?.anyValue
        let element = node.children.first { $0.step.index != nil }?.anyValue
        if let member, let element {
            throw conflict("\(subject(member)) needs an object where \(subject(element)) needs an array")
        }
        for target in node.values {
            let shape = fields[Int(target.field)].shape
            if let member, !shape.pointee.mayTakeObjects {
                throw conflict("\(subject(member)) needs an object where \(subject(target)) is not an object")
            }
            if let element, !shape.pointee.mayTakeArrays {
                throw conflict("\(subject(element)) needs an array where \(subject(target)) is not an array")
            }
        }
        for child in node.children { try checkPaths(child) }
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
        case .rawValue: hasRawData
        case .dictionary, .structure, .instance: false
        default: !kind.isScalar
        }
    }
}
