/// Builds the table of one model from its stored properties and its mapping.
///
/// Cold.
struct TypeMetaBuilder<Root: Model> {
    let shapes: ShapeBuilder
    let mapping: Mapping
    /// The mappings of the superclasses that are models, the nearest first.
    let inherited: [(type: Any.Type, mapping: Mapping)]
    let isClass = Root.self is AnyClass
    let initial: Unmanaged<PayloadOperations>?
    /// How the keys of properties without keys of their own are spelled.
    let strategy: KeyStrategy

    init(shapes: ShapeBuilder) throws {
        self.shapes = shapes
        // From the top of the hierarchy down, because a class without a mapping of its own has its superclass's.
        inherited = try Reflection.superclasses(of: Root.self).reversed().compactMap { type in
            try (type as? any Model.Type).map { (type, try OpenDescriptions.mapping(of: $0)) }
        }.reversed()
        mapping = try OpenDescriptions.mapping(of: Root.self)
        func payload<D: DefaultedModel>(_: D.Type) -> PayloadOperations { InitialPayload<D>() }
        initial = (Root.self as? any DefaultedModel.Type).map { shapes.keep(payload($0)) }
        strategy = ([mapping] + inherited.map(\.mapping)).lazy.compactMap(\.keys).first ?? shapes.strategy
    }

    func build() throws -> TypeMeta {
        if initial == nil, isClass || mapping.isListing {
            throw ModelError.unsupportedType(
                "\(name): \(isClass ? "a class" : "a type that lists its fields") is created by its init(): "
                    + "declare it a DefaultedModel")
        }
        var parts = PartsBuilder(after: ownSize)
        let candidates = try candidates()
        let fields = try candidates.compactMap { try field($0, &parts) }
        let fieldsAndParts = fields + parts.fields
        var compositions: [FieldComposition] = []
        for (index, field) in fields.enumerated() {
            guard let composition = field.composition else { continue }
            compositions.append(
                parts.composition(composition, of: index, after: fields.count, in: shapes.arena))
        }
        var keys = KeyTableBuilder(
            fields: fieldsAndParts, compositions: compositions, typeName: name, ignoresCase: strategy.ignoresCase,
            arena: shapes.arena)
        let table = try keys.build()
        return try makeMeta(
            fieldsAndParts: fieldsAndParts, fieldCount: fields.count, compositions: compositions, size: parts.end,
            keys: table, bits: fieldsAndParts.count + keys.nestedCount + (callsDidDecode ? 1 : 0),
            unknownMembers: try unknownMembers(candidates, fields))
    }

    var name: String { displayName(of: Root.self) }

    /// Bytes of the struct, or of an object of the class.
    private var ownSize: Int {
        isClass ? instanceSize(of: Root.self as! AnyClass) : MemoryLayout<Root>.size
    }

    private func makeMeta(
        fieldsAndParts: [FieldMeta], fieldCount: Int, compositions: [FieldComposition], size: Int,
        keys: UnsafePointer<KeyTable>, bits: Int, unknownMembers: UnsafePointer<UnknownMembersField>?
    ) throws -> TypeMeta {
        guard MemoryLayout<Root>.alignment <= Shape.greatestAlignment else {
            throw ModelError.unsupportedType(
                "\(name) is aligned to \(MemoryLayout<Root>.alignment) bytes, more than \(Shape.greatestAlignment)")
        }
        let words = (bits + 63) / 64
        var checked = [UInt64](repeating: 0, count: words)
        // With several keys that may all be null, only the object's end shows whether null is acceptable.
        for (index, field) in fieldsAndParts[..<fieldCount].enumerated()
        where field.whenAbsent != .isNil || field.composition != nil
            || field.keys.count > 1 && (field.refusesNull || field.mayRefuseNull)
        {
            checked[index / 64] |= 1 << (index % 64)
        }
        // A bit that is never set, so that every object is checked when it ends.
        if callsDidDecode { checked[(bits - 1) / 64] |= 1 << ((bits - 1) % 64) }
        let storage: TypeMeta.Storage =
            isClass
            ? .instance : mapping.isListing ? .listed : fieldsAndParts.count > fieldCount ? .composed : .direct
        let whole = shapes.arena.keep(TypedStorage<Root>() as StorageOperations)
        var (fieldsAndParts, rankedCount) = (fieldsAndParts, 0)
        for index in fieldsAndParts.indices
        where fieldsAndParts[index].isInput && fieldsAndParts[index].keys.count > 1 {
            fieldsAndParts[index].rankedIndex = rankedCount
            rankedCount += 1
        }
        let stored = shapes.arena.copy(fieldsAndParts)
        let allCompositions = shapes.arena.copy(compositions)
        let output = OutputTableBuilder(
            fieldsAndParts: stored, compositions: allCompositions, typeName: name, ignoresCase: strategy.ignoresCase,
            arena: shapes.arena
        ).build(
            hooks: try outputHooks(),
            unknown: try unknownMembers.map { try unknownOutput($0.pointee, fieldsAndParts, keys) })
        let preparation = try preparation()
        return TypeMeta(
            type: Root.self, fields: UnsafeBufferPointer(rebasing: stored[..<fieldCount]),
            fieldsAndParts: stored, compositions: allCompositions, keys: keys, output: output, words: words,
            checked: shapes.arena.copy(checked).baseAddress!, blank: blank(fieldsAndParts, size: size), size: size,
            storage: storage, whole: whole, initial: initial, rankedCount: rankedCount, preparation: preparation,
            isStraight: storage == .direct && words == 1 && rankedCount == 0 && preparation == nil
                && keys.pointee.isCaseSensitive,
            unknownMembers: unknownMembers, didDecode: try didDecode(),
            subclasses: isClass ? shapes.arena.copy(of: ShapeFinder(shapes)) : nil)
    }

    private func blank(_ fields: [FieldMeta], size: Int) -> UnsafeRawPointer? {
        guard fields.contains(where: { $0.whenAbsent == .isNil }) else { return nil }
        let bytes = shapes.arena.bytes(size: size, alignment: Shape.greatestAlignment)
        for field in fields where field.whenAbsent == .isNil {
            let shape = field.shape.pointee
            (bytes.baseAddress! + field.offset).copyMemory(
                from: shape.absentBytes ?? shape.nilBytes!, byteCount: shape.size)
        }
        return UnsafeRawPointer(bytes.baseAddress!)
    }
}

/// Lays out the parts of a model's composed fields, after the model's own bytes.
struct PartsBuilder {
    /// The parts, which have keys and are stored like fields.
    private(set) var fields: [FieldMeta] = []
    private var compositions: [(composition: Composition, parts: Range<Int>)] = []
    /// The offset after the last part; at the end the whole size.
    private(set) var end: Int

    init(after size: Int) {
        end = size
    }

    /// Adds the parts of a field.
    ///
    /// - Returns: The composition's index.
    mutating func add(
        _ composition: Composition, of subject: String, property: String, isInput: Bool, _ shapes: ShapeBuilder
    ) throws -> Int {
        let first = fields.count
        for (key, type) in zip(composition.keys, composition.partTypes) {
            let shape = try shapes.shape(ofErased: type, for: "\(subject), its part \"\(key)\"")
            end = (end + Shape.greatestAlignment - 1) / Shape.greatestAlignment * Shape.greatestAlignment
            fields.append(
                FieldMeta(
                    name: "\(property), its part \(key)", keys: [key], offset: end, shape: shape, whenAbsent: .part,
                    makeDefault: nil, isInput: isInput, hasOwnKeys: true, mayBeEmpty: shape.wrapsCollection))
            end += shape.pointee.size
        }
        compositions.append((composition, first..<fields.count))
        return compositions.count - 1
    }

    /// A field's composition, whose parts come after `fieldCount` fields.
    func composition(_ index: Int, of field: Int, after fieldCount: Int, in arena: TableArena) -> FieldComposition {
        let (composition, parts) = compositions[index]
        return FieldComposition(
            field: field, parts: parts.lowerBound + fieldCount..<parts.upperBound + fieldCount,
            offsets: arena.copy(fields[parts].map(\.offset)).baseAddress!, composition: composition)
    }
}
