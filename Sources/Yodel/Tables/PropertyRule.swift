/// What is written of one type of model and its subclasses: some of its fields, or all but some, and parts of fields.
final class PropertyRule {
    let model: TypeMetaPointer
    /// The fields that are written, by index; nil where ``excluded`` says it.
    private var included: Set<Int>?
    private var excluded: Set<Int> = []
    /// What is written of the models in a field.
    private var parts: [Int: PropertyRule] = [:]

    private init(_ model: TypeMetaPointer, isEmpty: Bool) {
        self.model = model
        included = isEmpty ? [] : nil
    }

    /// The rule that a call asks for; for a place it is one of the model that has the property.
    static func make(_ call: Selected, _ options: EncodingOptions) throws(ModelError) -> PropertyRule {
        let rule = PropertyRule(try table(of: call.model, options), isEmpty: call.isOnly)
        for property in call.properties {
            let path = try rule.model.pointee.fieldPath(of: property, in: call.model)
            if call.isOnly { rule.include(path[...]) } else { rule.exclude(path[...]) }
        }
        guard let place = call.place else { return rule }
        let whole = PropertyRule(try table(of: place.model, options), isEmpty: false)
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

    private static func table(of model: any Model.Type, _ options: EncodingOptions) throws(ModelError)
        -> TypeMetaPointer
    {
        guard let table = try options.keys.ownShape(of: model, options.transforms).pointee.model else {
            throw ModelError(.invalidMapping, reason: "\(displayName(of: model)) has no properties to select")
        }
        return table
    }

    /// Whether the rule is one for a model: for its own type, or a superclass.
    ///
    /// By the type: a type may have several tables, when it was first used by several threads.
    func applies(to other: TypeMetaPointer) -> Bool {
        Reflection.isType(other.pointee.type, orSubclassOf: model.pointee.type)
    }

    /// Whether a field of a model that the rule applies to is written.
    func includes(_ field: Int, of other: TypeMetaPointer) -> Bool {
        guard let field = index(of: field, of: other) else { return included == nil }
        return included?.contains(field) ?? !excluded.contains(field)
    }

    /// What is written of the models in a field of a model that the rule applies to; nil for all of them.
    func part(_ field: Int, of other: TypeMetaPointer) -> PropertyRule? {
        index(of: field, of: other).flatMap { parts[$0] }
    }

    /// The index that a field of a model has in the rule's own; nil for a field that a subclass adds.
    private func index(of field: Int, of other: TypeMetaPointer) -> Int? {
        if other.pointee.type == model.pointee.type { return field }
        let wanted = other.pointee.fields[field]
        return model.pointee.fields.firstIndex { $0.offset == wanted.offset && $0.name == wanted.name }
    }

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

    /// Whether a value, or an element of it, may be a model of a type: by its variant or its class, too.
    fileprivate func mayHold(_ type: Any.Type) -> Bool {
        var pending = [self]
        var visited: Set<VariantTablePointer> = []
        while let next = pending.popLast()?.innermost {
            if let model = next.model {
                let declared = model.pointee.type
                if Reflection.isType(type, orSubclassOf: declared) || Reflection.isType(declared, orSubclassOf: type) {
                    return true
                }
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
