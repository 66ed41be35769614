// Shapes of polymorphic types.

extension ShapeBuilder {
    /// The shape of a type that declares variants, or is a subclass of one that does.
    func variantShape<T, Family: Polymorphic>(of type: T.Type, _ family: Family.Type) throws -> ShapePointer {
        if T.self == Family.Base.self { return try familyShape(of: type, family) }
        guard type is AnyClass, type is Family.Base.Type else {
            throw ModelError.unsupportedType(
                "\(subject): the variants of \(displayName(of: type)) are values of another type, "
                    + "\(displayName(of: Family.Base.self)): decode OneOf<\(displayName(of: type))>")
        }
        return try derivedShape(of: type, family)
    }

    /// The shape of values of the family's variants.
    func familyShape<T, Family: Polymorphic>(of type: T.Type, _ family: Family.Type) throws -> ShapePointer {
        let variants = try OpenDescriptions.variants(of: family)
        return try familyShape(of: type, family, variants.tagging, variants.entries)
    }

    /// The shape of values of some of the family's variants.
    private func familyShape<T, Family: Polymorphic>(
        of type: T.Type, _ family: Family.Type, _ tagging: VariantTagging, _ entries: [Variant<Family.Base>]
    ) throws -> ShapePointer {
        let table = arena.allocate(VariantTable.self, count: 1)
        table.initialize(to: VariantTable(tagging, ignoresCase: strategy.ignoresCase, in: arena))
        let shape = register(type, kind: .variant) { $0.variants = UnsafePointer(table) }
        try fill(table, with: entries, family)
        return shape
    }

    /// The shape of a subclass of a class with variants, whose variants are itself and its own subclasses.
    private func derivedShape<T, Family: Polymorphic>(of type: T.Type, _ family: Family.Type) throws -> ShapePointer {
        let variants = try OpenDescriptions.variants(of: family)
        let entries = variants.entries.filter { entry in
            if case .skip = entry.role { true } else { entry.operations.isVariant(of: type) }
        }
        guard entries.contains(where: { $0.operations.valueType != nil }) else {
            // Not a variant, so it is decoded as itself.
            let shape = try ownShape(of: type)
            register(shape, for: type)
            return shape
        }
        let shape = try familyShape(of: type, family, variants.tagging, entries)
        let table = UnsafeMutablePointer(mutating: shape.pointee.variants!)
        if let own = table.pointee.variants.firstIndex(where: { $0.operations.valueType == type }) {
            table.pointee.untaggedIndex = own
        }
        return shape
    }

    /// The shape of a class that is decoded by its own properties, even if it has variants.
    func ownShape<T>(of type: T.Type) throws -> ShapePointer {
        guard type is any Polymorphic.Type else { return try shape(of: type) }
        if let known = known(OwnProperties<T>.self) { return known }
        guard let model = type as? any Model.Type else {
            throw ModelError.unsupportedType(
                "\(subject): \(displayName(of: type)) is one of the variants, so it has to be a DefaultedModel")
        }
        let shape = try modelShape(of: type, model)
        register(shape, for: OwnProperties<T>.self)
        return shape
    }

    // MARK: - Filling a table

    private func fill<Family: Polymorphic>(
        _ table: UnsafeMutablePointer<VariantTable>, with variants: [Variant<Family.Base>], _ family: Family.Type
    ) throws {
        let name = displayName(of: Family.self)
        let tagging = table.pointee.tagging
        func contradiction(_ what: String) -> ModelError {
            ModelError.invalidMapping("\(name).variants: \(what)")
        }
        var entries: [VariantTable.Entry] = []
        var otherwise: Int?
        var skipsRest = false
        for variant in variants {
            var tags: [JSONScalar] = []
            switch variant.role {
            case .named(let tag): tags = tag.values
            case .unnamed where tagging != .untagged: throw contradiction("a variant needs a tag but has none")
            case .unnamed: break
            case .otherwise:
                if otherwise != nil { throw contradiction("there are two otherwise variants") }
                otherwise = entries.count
            case .skip:
                skipsRest = true
                continue
            }
            guard variant.operations.isOfBase else {
                throw contradiction(
                    "\(displayName(of: variant.operations.valueType!)) is not derived from "
                        + displayName(of: Family.Base.self))
            }
            if tagging == .external, tags.contains(where: { !$0.isString }) {
                throw contradiction("a tag is a key here, so it has to be a string")
            }
            let shape = try variant.operations.valueShape(in: self)
            entries.append(VariantTable.Entry(tags: tags, shape: shape, operations: variant.operations))
        }
        if entries.isEmpty { throw contradiction("there are no variants") }
        if tagging == .adjacent, table.pointee.hasOneKey { throw contradiction("tag and content have the same key") }
        if otherwise != nil, skipsRest { throw contradiction("there are both an otherwise variant and otherwiseSkip") }
        if let otherwise, tagging == .untagged, otherwise != entries.count - 1 {
            throw contradiction("the variants after the otherwise variant are never tried")
        }
        guard table.pointee.fill(entries, otherwise: otherwise, skipsRest: skipsRest, in: arena) else {
            throw contradiction("two variants have the same tag")
        }
        variantTables.append((table, name))
    }

    // MARK: - Completing the tables

    /// Completes the tables after their shapes are complete.
    func finishVariants() throws {
        for (table, name) in variantTables {
            try finish(table, name)
            table.pointee.finish()
        }
        variantTables = []
    }

    private func finish(_ table: UnsafeMutablePointer<VariantTable>, _ name: String) throws {
        for (index, variant) in table.pointee.variants.enumerated() {
            guard let shape = variant.shape else { continue }
            if !table.pointee.stepsDown(to: index), shape.isItself(through: UnsafePointer(table)) {
                throw ModelError.invalidMapping(
                    "\(name).variants: the variant \(shape.pointee.typeName) leads back to the same choice of variants")
            }
            guard table.pointee.tagging == .internal, index != table.pointee.otherwise else { continue }
            guard shape.takesObject else {
                throw ModelError.invalidMapping(
                    "\(name).variants: \(shape.pointee.typeName) is not decoded from an object, so the tag cannot be a "
                        + "member of it")
            }
            try checkPaths(of: shape, beside: UnsafePointer(table), name)
            guard let model = shape.insideItsObject.last!.pointee.model else { continue }
            table.pointee.variants[index].keys = tagged(model.pointee.keys, table.pointee.tagKey)
        }
    }

    /// Checks that no path of a property leads through the tag, also in the variants of a variant, whose object is the
    /// same: the tag is not an object, so the property could be neither read nor written.
    private func checkPaths(of shape: ShapePointer, beside table: VariantTablePointer, _ name: String) throws {
        var pending = [shape]
        var met: Set<ShapePointer> = []
        while let shape = pending.popLast()?.insideItsObject.last! {
            guard met.insert(shape).inserted else { continue }
            if let inner = shape.pointee.variants?.pointee {
                pending += inner.variants.indices.compactMap {
                    inner.stepsDown(to: $0) ? nil : inner.variants[$0].shape
                }
            }
            guard let model = shape.pointee.model, let field = model.field(withPathThrough: table) else { continue }
            throw ModelError.invalidMapping(
                "\(name).variants: the path of \(shape.pointee.typeName).\(field.name) leads through "
                    + "\"\(table.pointee.tagText)\", the key of the tag")
        }
    }

    /// The keys of a model, which must not skip that of the tag.
    private func tagged(_ keys: UnsafePointer<KeyTable>, _ tag: UnsafeBufferPointer<UInt8>) -> UnsafePointer<KeyTable> {
        guard keys.pointee.skipsUnknown else { return keys }
        var copy = keys.pointee
        copy.tag = tag
        return arena.copy(of: copy)
    }
}

/// The identity of a class's shape by its own properties, as the class itself has the shape of its variants.
enum OwnProperties<Value>: ShapeProvider {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.ownShape(of: Value.self)
    }
}

/// A property wrapper around a value of one of several types.
protocol VariantWrapper {}

extension OneOf: ShapeProvider, VariantWrapper {
    static func makeShape(in builder: ShapeBuilder) throws -> ShapePointer {
        try builder.familyShape(of: Self.self, Family.self)
    }
}

extension TypeMetaPointer {
    /// A field that is read or written in an object or array under the key of a tag.
    fileprivate func field(withPathThrough table: VariantTablePointer) -> FieldMeta? {
        let read = pointee.keys.entries.first {
            $0.pointee.gate == .nested && table.isTag($0.pointee.bytes, $0.pointee.length)
        }
        if let field = read?.pointee.nested?.allFields.first { return pointee.fieldsAndParts[Int(field)] }
        let written = pointee.output.pointee.entryPointers.first {
            $0.pointee.holdsPaths && $0.pointee.isProperty(under: table)
        }
        return written.map { pointee.fields[$0.pointee.anyField] }
    }
}

extension ShapePointer {
    /// The shape of the value inside of wrappers.
    private var unwrapped: Shape { insideWrappers.last!.pointee }

    /// Whether it is decoded from an object.
    fileprivate var takesObject: Bool {
        [.structure, .instance, .dictionary, .dynamic, .rawJSON, .lazy, .variant].contains(unwrapped.kind)
    }

    /// Whether decoding it must choose a variant of the table again before the next step down in the document.
    fileprivate func isItself(through table: VariantTablePointer) -> Bool {
        var visited: [VariantTablePointer] = []
        func leads(_ shape: ShapePointer) -> Bool {
            let shape = shape.unwrapped
            guard shape.kind == .variant, let inner = shape.variants else { return false }
            if inner == table { return true }
            if visited.contains(inner) { return false }
            visited.append(inner)
            return inner.pointee.variants.enumerated().contains { index, variant in
                guard !inner.pointee.stepsDown(to: index), let shape = variant.shape else { return false }
                return leads(shape)
            }
        }
        return leads(self)
    }
}
