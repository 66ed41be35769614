/// What a mapping says about values that do not fit a field; nil where the decoder decides.
struct FieldTolerance: Sendable, Hashable {
    var mismatches: MismatchPolicy?
    var nulls: NullPolicy?
    var elements: BadElementPolicy?
}

extension FieldTolerance {
    /// What the entries of one property say.
    init(_ entries: [Mapping.Entry], of subject: String) throws {
        func only<Policy>(_ column: KeyPath<FieldTolerance, Policy?>, _ values: String) throws -> Policy? {
            let policies = entries.compactMap { $0.tolerance[keyPath: column] }
            guard policies.count <= 1 else {
                throw ModelError.invalidMapping("\(subject): the mapping says twice what becomes of \(values)")
            }
            return policies.first
        }
        mismatches = try only(\.mismatches, "values that do not fit")
        nulls = try only(\.nulls, "null")
        elements = try only(\.elements, "elements that do not fit")
    }

    /// Throws where the type has nothing to carry out a policy with.
    func check(_ shape: ShapePointer, _ absence: FieldMeta.Absence, of subject: String) throws {
        if absence == .required, mismatches == .useDefault || nulls == .useDefault {
            throw ModelError.invalidMapping(
                "\(subject) is to fall back on its default but has none: give it one in the mapping, make it "
                    + "Optional, or declare the type a DefaultedModel")
        }
        guard let elements else { return }
        let droppable = shape.pointee.droppableElements
        guard !droppable.isEmpty else {
            throw ModelError.invalidMapping(
                "\(subject): the mapping says what becomes of bad elements, but \(shape.pointee.typeName) is "
                    + "no array, set or dictionary")
        }
        if elements == .null, !droppable.contains(where: \.pointee.isNullable) {
            throw ModelError.invalidMapping(
                "\(subject): nil is to take the place of bad elements, but those of "
                    + "\(shape.pointee.typeName) are not Optional")
        }
    }
}

extension FieldMeta {
    /// What becomes of `null` is the field's own business though its type takes it.
    var refusesNull: Bool { tolerance.nulls != nil && shape.pointee.takesNull }
}

extension Shape {
    /// A collection that can go without one of its elements.
    var canDropElements: Bool { kind == .list || kind == .dictionary }

    /// What collections of a field's value hold, the outermost one first, as far as they are no part of another model.
    fileprivate var droppableElements: [ShapePointer] {
        var elements: [ShapePointer] = []
        var (kind, next) = (kind, element)
        while let element = next, [.list, .dictionary, .fixedList, .wrapper].contains(kind) {
            if kind == .list || kind == .dictionary { elements.append(element) }
            (kind, next) = (element.pointee.kind, element.pointee.element)
        }
        return elements
    }
}
