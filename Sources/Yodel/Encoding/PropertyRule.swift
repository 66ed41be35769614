/// What is written of one type of model: some of its fields, or all but some, and parts of fields.
final class PropertyRule {
    let model: TypeMetaPointer
    /// The fields that are written, by index; nil where ``excluded`` says it.
    private var included: Set<Int>?
    private var excluded: Set<Int> = []
    /// What is written of the models in a field.
    private(set) var parts: [Int: PropertyRule] = [:]

    private init(_ model: TypeMetaPointer, isEmpty: Bool) {
        self.model = model
        included = isEmpty ? [] : nil
    }

    /// The rule that a call asks for; for a place it is one of the model that has the property.
    static func make(_ call: Selected, _ encoder: ModelEncoder) throws(ModelError) -> PropertyRule {
        let rule = PropertyRule(try table(of: call.model, encoder), isEmpty: call.isOnly)
        for property in call.properties {
            let path = try rule.model.pointee.fieldPath(of: property, in: call.model)
            if call.isOnly { rule.include(path[...]) } else { rule.exclude(path[...]) }
        }
        guard let place = call.place else { return rule }
        let whole = PropertyRule(try table(of: place.model, encoder), isEmpty: false)
        let path = try whole.model.pointee.fieldPath(of: place.property, in: place.model)
        let owner = path.dropLast().reduce(whole) { $0.part($1, isEmpty: false) }
        guard owner.model.pointee.fields[path.last!].shape.pointee.mayHold(rule.model.pointee.type) else {
            throw ModelError(
                .invalidMapping, reason: "\(place.property) holds no \(rule.model.pointee.typeName), of which to select"
            )
        }
        owner.parts[path.last!] = rule
        return whole
    }

    private static func table(of model: any Model.Type, _ encoder: ModelEncoder) throws(ModelError) -> TypeMetaPointer {
        func shape<M: Model>(of model: M.Type) throws(ModelError) -> ShapePointer {
            try encoder.keys.ownShape(of: model, encoder.transforms)
        }
        guard let table = try shape(of: model).pointee.model else {
            throw ModelError(.invalidMapping, reason: "\(displayName(of: model)) has no properties to select")
        }
        return table
    }

    func includes(_ field: Int) -> Bool { included?.contains(field) ?? !excluded.contains(field) }

    private func include(_ path: ArraySlice<Int>) {
        let field = path.first!
        let isNew = included!.insert(field).inserted
        if path.count == 1 {
            parts[field] = nil
        } else if isNew || parts[field] != nil {
            part(field, isEmpty: true).include(path.dropFirst())
        }
    }

    private func exclude(_ path: ArraySlice<Int>) {
        if path.count == 1 {
            excluded.insert(path.first!)
        } else {
            part(path.first!, isEmpty: false).exclude(path.dropFirst())
        }
    }

    private func part(_ field: Int, isEmpty: Bool) -> PropertyRule {
        if let known = parts[field] { return known }
        let part = PropertyRule(model.pointee.fields[field].shape.pointee.innermostModel!, isEmpty: isEmpty)
        parts[field] = part
        return part
    }
}

extension Shape {
    /// The model that a value is, or that its elements are.
    var innermostModel: TypeMetaPointer? { innermost.model }

    /// The shape of a value, or that of its elements: of a model, of variants, or of what is neither.
    var innermost: Shape {
        var shape = self
        while shape.model == nil, shape.kind != .dynamic, let element = shape.element { shape = element.pointee }
        return shape
    }

    /// Whether a value, or an element of it, is a model of a type, or may be by its variant.
    fileprivate func mayHold(_ type: Any.Type) -> Bool {
        var pending = [self]
        var visited: Set<VariantTablePointer> = []
        while let next = pending.popLast()?.innermost {
            if let model = next.model {
                if model.pointee.type == type { return true }
            } else if let variants = next.variants, visited.insert(variants).inserted {
                pending += variants.pointee.variants.compactMap { $0.shape?.pointee }
            }
        }
        return false
    }
}

extension FieldMeta {
    fileprivate var isWritten: Bool { isOutput && hasPart }
}

extension TypeMeta {
    /// The fields that a key path leads through, by their indices in their models.
    fileprivate func fieldPath(
        of keyPath: any AnyKeyPath & Sendable, in model: any Model.Type
    ) throws(ModelError) -> [Int] {
        func offset<Root: Model>(in type: Root.Type) -> Int? {
            (keyPath as? PartialKeyPath<Root>).flatMap { MemoryLayout<Root>.offset(of: $0) }
        }
        let found =
            offset(in: model).flatMap { fieldPath(toOffset: $0, Swift.type(of: keyPath).valueType) }
            ?? fieldPath(toNames: "\(keyPath)".split(separator: ".").dropFirst())
        if let found { return found }
        throw ModelError(
            .invalidMapping,
            reason:
                "\(Reflection.text(of: keyPath)) is no property that is written of \(typeName): a key path has to name a stored property "
                + "that the mapping does not ignore")
    }

    private func fieldPath(toOffset offset: Int, _ type: Any.Type) -> [Int]? {
        for (index, field) in fields.enumerated() where field.isWritten {
            let shape = field.shape.pointee
            if field.offset == offset, shape.type == type { return [index] }
            guard field.offset <= offset, offset < field.offset + shape.size, shape.kind == .structure,
                !shape.isNullable, !shape.isTransparent
            else { continue }
            let rest = shape.model!.pointee.fieldPath(toOffset: offset - field.offset, type)
            if let rest { return [index] + rest }
        }
        return nil
    }

    /// The same by the names of the properties, which is all there is to know of an object's.
    private func fieldPath(toNames names: ArraySlice<Substring>) -> [Int]? {
        guard let name = names.first, let index = fields.firstIndex(where: { $0.name == name && $0.isWritten })
        else { return nil }
        if names.count == 1 { return [index] }
        let shape = fields[index].shape.pointee
        guard let model = shape.model, !shape.isNullable, !shape.isTransparent else { return nil }
        return model.pointee.fieldPath(toNames: names.dropFirst()).map { [index] + $0 }
    }
}
