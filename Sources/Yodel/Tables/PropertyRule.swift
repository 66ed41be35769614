/// Selects what is written of a type of model and its subclasses: some fields, all but some, and parts of fields.
final class PropertyRule {
    let model: TypeMetaPointer
    /// The indices of the fields to write; nil if ``excluded`` has the others.
    private var included: Set<Int>?
    private var excluded: Set<Int> = []
    /// The rules for the models in a field.
    private var parts: [Int: PropertyRule] = [:]

    private init(_ model: TypeMetaPointer, isEmpty: Bool) {
        self.model = model
        included = isEmpty ? [] : nil
    }

    /// Makes the rule for a call; for models in one property, a rule for the model with that property.
    static func make(_ call: Selected, _ options: EncodingOptions) throws(ModelError) -> PropertyRule {
        let rule = PropertyRule(try table(of: call.model, options), isEmpty: call.isOnly)
        for property in call.properties {
            let path = try rule.model.pointee.fieldPath(of: property, in: call.model)
            if call.isOnly { rule.include(path[...]) } else { rule.exclude(path[...]) }
        }
        guard let holder = call.holder else { return rule }
        let whole = PropertyRule(try table(of: holder.model, options), isEmpty: false)
        let path = try whole.model.pointee.fieldPath(of: holder.property, in: holder.model)
        let owner = path.dropLast().reduce(whole) { $0.part($1, isEmpty: false) }
        let shape = owner.model.pointee.fields[path.last!].shape
        guard shape.mayHold(rule.model.pointee.type) else {
            let written = shape.written.map { " is written by a transform as \($0.pointee.typeName), which" } ?? ""
            throw .invalidMapping(
                "\(holder.property)\(written) does not hold a \(rule.model.pointee.typeName), whose properties are "
                    + "selected")
        }
        owner.parts[path.last!] = rule
        return whole
    }

    private static func table(of model: any Model.Type, _ options: EncodingOptions) throws(ModelError)
        -> TypeMetaPointer
    {
        guard let table = try options.keys.ownShape(of: model, options.transforms).pointee.model else {
            throw .invalidMapping("\(displayName(of: model)) has no properties to select")
        }
        return table
    }

    /// Whether the rule applies to a model, because it is of the rule's type or a subclass.
    func applies(to other: TypeMetaPointer) -> Bool {
        Reflection.isType(other.pointee.type, orSubclassOf: model.pointee.type)
    }

    /// Whether a field of a model that the rule applies to is written.
    func includes(_ field: Int, of other: TypeMetaPointer) -> Bool {
        guard let field = index(of: field, of: other) else { return included == nil }
        return included?.contains(field) ?? !excluded.contains(field)
    }

    /// The rule for the models in a field of a model that the rule applies to; nil for none.
    func part(_ field: Int, of other: TypeMetaPointer) -> PropertyRule? {
        index(of: field, of: other).flatMap { parts[$0] }
    }

    /// A field's index in the rule's own model; nil for a field that a subclass adds.
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
        let part = PropertyRule(model.pointee.fields[field].shape.innermost.pointee.model!, isEmpty: isEmpty)
        parts[field] = part
        return part
    }
}

extension ShapePointer {
    /// What a transform, such as that of JSON text, writes for a value or its elements; nil without a transform.
    fileprivate var written: ShapePointer? {
        inside { $0.model == nil }.last { shape in
            shape.pointee.payload?._withUnsafeGuaranteedRef(\.isTransform) ?? false
        }?.pointee.element
    }

    /// Whether a value or its elements may be models of a type, also as a variant or a subclass.
    fileprivate func mayHold(_ type: Any.Type) -> Bool {
        var pending = [self]
        var visited: Set<VariantTablePointer> = []
        while let next = pending.popLast()?.innermost.pointee {
            if let model = next.model {
                let declared = model.pointee.type
                if Reflection.isType(type, orSubclassOf: declared) || Reflection.isType(declared, orSubclassOf: type) {
                    return true
                }
            } else if let variants = next.variants, visited.insert(variants).inserted {
                pending += variants.pointee.variants.compactMap(\.shape)
            }
        }
        return false
    }
}

extension FieldMeta {
    fileprivate var isWritten: Bool { isOutput && isMapped }
}

extension TypeMeta {
    /// The fields along a key path, by their indices in their models.
    fileprivate func fieldPath(
        of keyPath: any AnyKeyPath & Sendable, in model: any Model.Type
    ) throws(ModelError) -> [Int] {
        let type = Swift.type(of: keyPath).valueType
        let offset = Reflection.offset(of: keyPath, in: model)
        if let path = offset.flatMap({ fieldPath(toOffset: $0, type) }) { return path }
        if let path = try fieldPath(toNames: "\(keyPath)".split(separator: ".").dropFirst(), type) { return path }
        throw .invalidMapping(
            "\(Reflection.text(of: keyPath)) is not a property of \(typeName) that is written: a key path has to name a "
                + "stored property that the mapping does not ignore")
    }

    /// The only field of a type whose values have no size.
    private func sizelessField(of type: Any.Type) throws(ModelError) -> [Int]? {
        let found = fields.indices.filter { fields[$0].shape.pointee.type == type }
        if found.count > 1 { throw .ambiguousProperty(type, of: typeName, found.map { fields[$0].name }) }
        return found.first.flatMap { fields[$0].isWritten ? [$0] : nil }
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

    /// The fields along the names in a key path's text, which are all that is known of an object, and of a property
    /// whose values have no size.
    private func fieldPath(
        toNames names: ArraySlice<Substring>, _ type: Any.Type
    ) throws(ModelError) -> [Int]? {
        guard let name = names.first.map({ Reflection.plainName(String($0)) }),
            let shown = Reflection.storedFields(of: self.type)?.last(where: { $0.name == name })
        else { return nil }
        if names.count == 1, Reflection.sizeOf(type) == 0 { return try sizelessField(of: type) }
        // The name is that of the first property at an offset, and only the last one there has a size.
        let found = fields.firstIndex { $0.offset == shown.offset && $0.shape.pointee.size > 0 && $0.isWritten }
        guard let index = found else { return nil }
        let shape = fields[index].shape.pointee
        if names.count == 1 { return shape.type == type ? [index] : nil }
        guard let model = shape.model, !shape.isNullable, !shape.isTransparent else { return nil }
        guard let rest = try model.pointee.fieldPath(toNames: names.dropFirst(), type) else { return nil }
        return [index] + rest
    }
}
