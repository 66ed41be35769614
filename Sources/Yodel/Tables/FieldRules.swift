/// The combined rules of a mapping's entries for one property.
struct FieldRules {
    var keys: [MappedKey] = []
    var makeDefault: DefaultValue?
    var ignoredIn: Mapping.Uses = []
    var isRequired = false
    var allowsNull = true
    var isEmptyWhenAbsent = false
    var conversions: Conversions?
    var transform: FieldTransform?
    var composition: Composition?
    var nils: NilPolicy?
    var tolerance = FieldTolerance()
    /// Constraints on elements come first, because elements are checked first.
    var constraints: [FieldConstraints] = []

    var isInput: Bool { !ignoredIn.contains(.input) }
    var isOutput: Bool { !ignoredIn.contains(.output) }

    /// Whether there are rules for the value in a document, which an unused property does not have.
    var concernValue: Bool {
        transform != nil || composition != nil || conversions != nil || isRequired || isEmptyWhenAbsent || nils != nil
            || tolerance != FieldTolerance() || !constraints.isEmpty
    }

    /// - Parameter property: The property, for errors: `Book.pages`.
    /// - Throws: A ``ModelError`` if two entries contradict each other.
    init(_ entries: [Mapping.Entry], of property: String) throws {
        func contradiction(_ what: String) -> ModelError {
            ModelError.invalidMapping("\(property): the mapping \(what)")
        }
        func only<Value>(_ values: [Value], else what: @autoclosure () -> String) throws -> Value? {
            if values.count > 1 { throw contradiction(what()) }
            return values.first
        }
        let named = entries.map(\.keys).filter { !$0.isEmpty }
        keys = try only(named, else: "names its keys twice: \(named.map(Self.list).joined(separator: ", and "))") ?? []
        makeDefault = try only(entries.compactMap(\.makeDefault), else: "gives it two defaults")
        transform = try only(entries.compactMap(\.transform), else: "gives it two transforms")
        composition = try only(entries.compactMap(\.composition), else: "composes it in two ways")
        conversions = try only(entries.compactMap(\.conversions), else: "sets its conversions twice")
        nils = try only(entries.compactMap(\.nils), else: "sets twice how nil is written")
        ignoredIn = entries.reduce(into: []) { $0.formUnion($1.ignoredIn) }
        isRequired = entries.contains(where: \.isRequired)
        allowsNull = entries.allSatisfy(\.allowsNull)
        isEmptyWhenAbsent = entries.contains(where: \.isEmptyWhenAbsent)
        tolerance = try FieldTolerance(entries, of: property)
        // A wrapper takes the null of the value in it, any JSON has a null of its own, and the decoder may make an empty
        // collection of one.
        if !allowsNull, tolerance.nulls == nil { tolerance.nulls = .error }
        let constraints = entries.flatMap(\.constraints)
        self.constraints = constraints.filter(\.isOfElements) + constraints.filter { !$0.isOfElements }

        if ignoredIn.isSuperset(of: [.input, .output]), !keys.isEmpty {
            throw contradiction("both ignores it and names its keys, \(Self.list(keys))")
        }
        if !isInput, isRequired { throw contradiction("both requires it and ignores it in the input") }
        if !isOutput, nils != nil {
            throw contradiction("both ignores it in the output and sets how nil is written")
        }
        if isRequired, makeDefault != nil { throw contradiction("both requires it and gives it a default") }
        if isRequired, isEmptyWhenAbsent { throw contradiction("both requires it and makes it empty when absent") }
        if isEmptyWhenAbsent, makeDefault != nil {
            throw contradiction("both gives it a default and makes it empty when absent")
        }
        if transform != nil, conversions != nil {
            throw contradiction("gives it both a transform and conversions: convert in the transform")
        }
        if composition != nil,
            !keys.isEmpty || transform != nil || conversions != nil || isEmptyWhenAbsent || !constraints.isEmpty
        {
            throw contradiction(
                "composes it of parts, so it cannot also have keys, a transform, conversions, constraints or an empty "
                    + "value when absent")
        }
        if let flaw = constraints.lazy.compactMap(\.flaw).first {
            throw contradiction("gives it a constraint that no value can meet: \(flaw)")
        }
        if constraints.contains(where: \.requirements.isEmpty) { throw contradiction("checks it without a constraint") }
        if !isInput, tolerance != FieldTolerance() {
            throw contradiction("both ignores it and has a policy for its bad values")
        }
        if composition != nil, tolerance != FieldTolerance() {
            throw contradiction("composes it of parts, so it cannot also have a policy for its bad values")
        }
        if isRequired, tolerance.usesDefault {
            throw contradiction("both requires it and uses its default for bad values")
        }
        if !isInput, !isOutput, !constraints.isEmpty { throw contradiction("both ignores it and checks it") }
        if !isInput, !isOutput, concernValue { throw contradiction("both ignores it and says how it is decoded") }
        if !isInput, conversions != nil { throw contradiction("both ignores it in the input and sets its conversions") }
        if let composition { try check(composition, of: property, contradiction) }
        try Self.check(keys, of: property)
    }

    /// Checks that a table can have these keys.
    ///
    /// - Parameter source: The source of the keys, for errors.
    static func check(_ keys: [MappedKey], of property: String, by source: String = "the mapping") throws {
        func contradiction(_ what: String) -> ModelError {
            ModelError.invalidMapping("\(property): \(source) \(what)")
        }
        if keys.count > UInt64.bitWidth { throw contradiction("gives it more than 64 keys") }
        if keys.contains(where: \.steps.isEmpty) { throw contradiction("gives it a path without keys") }
        // Tables are built recursively, so the depth is limited.
        if keys.contains(where: { $0.steps.count > 512 }) {
            throw contradiction("gives it a path of more than 512 steps")
        }
        for (index, key) in keys.enumerated() where keys[..<index].contains(where: { $0.isSame(as: key) }) {
            throw contradiction("names one key twice: \(Self.list([key]))")
        }
    }

    private func check(
        _ composition: Composition, of property: String, _ contradiction: (String) -> ModelError
    ) throws {
        let count = composition.partTypes.count
        guard composition.keys.count == count else {
            throw contradiction(
                "composes it of \(counted(count, "part")), but names the keys \(Self.list(composition.keys))")
        }
        if count == 0 { throw contradiction("composes it of no parts") }
        try Self.check(composition.keys, of: property)
    }

    private static func list(_ keys: [MappedKey]) -> String {
        keys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

extension MappedKey {
    fileprivate func isSame(as other: MappedKey) -> Bool {
        steps.elementsEqual(other.steps) { $0.isSame(as: $1) }
    }
}

extension FieldTolerance {
    var usesDefault: Bool { mismatches == .useDefault || nulls == .useDefault }

    /// Throws if a policy cannot apply to the type.
    func check(_ shape: ShapePointer, _ absence: FieldMeta.Absence, of subject: String) throws {
        if absence == .required, usesDefault {
            throw ModelError.invalidMapping(
                "\(subject) uses its default for bad values but has no default: give it one in the mapping, make it "
                    + "Optional, or declare the type a DefaultedModel")
        }
        guard let elements else { return }
        let droppable = shape.droppableElements
        guard !droppable.isEmpty else {
            throw ModelError.invalidMapping(
                "\(subject): the mapping has a policy for bad elements, but \(shape.pointee.typeName) is not an "
                    + "array, set or dictionary")
        }
        if elements == .null, !droppable.contains(where: \.pointee.isNullable) {
            throw ModelError.invalidMapping(
                "\(subject): the mapping replaces bad elements by nil, but the elements of "
                    + "\(shape.pointee.typeName) are not Optional")
        }
    }
}

extension FieldMeta {
    /// Whether the field has its own policy for `null` although its type takes it.
    var refusesNull: Bool { tolerance.nulls != nil && shape.pointee.takesNull }

    /// Whether the type is given null and may refuse it.
    var mayRefuseNull: Bool { shape.pointee.takesNull && !shape.pointee.isNullable }
}

extension Shape {
    /// Whether it is a collection that can drop an element.
    var canDropElements: Bool { kind == .list || kind == .dictionary }
}

extension ShapePointer {
    /// The elements of the collections in a field's value, the outermost first, without those inside other models.
    fileprivate var droppableElements: [ShapePointer] {
        inside { $0.canDropElements || $0.kind == .fixedList || $0.kind == .wrapper }
            .compactMap { $0.pointee.canDropElements ? $0.pointee.element : nil }
    }
}
