/// Builds the table of one model from its stored properties and its mapping.
///
/// Cold.
struct TypeMetaBuilder<Root: Model> {
    private let shapes: ShapeBuilder
    private let mapping = Root.mapping
    private let isClass = Root.self is AnyClass
    private let initial: Unmanaged<PayloadOperations>?

    init(shapes: ShapeBuilder) {
        self.shapes = shapes
        func payload<D: DefaultedModel>(_: D.Type) -> PayloadOperations { InitialPayload<D>() }
        initial = (Root.self as? any DefaultedModel.Type).map { shapes.keep(payload($0)) }
    }

    func build() throws -> TypeMeta {
        if initial == nil, isClass || mapping.isListing {
            throw ModelError(
                .unsupportedType,
                reason: "\(name): \(isClass ? "a class" : "a type that lists its fields") is made by its init(): "
                    + "declare it a DefaultedModel")
        }
        let candidates = try mapping.isListing ? listedCandidates() : reflectedCandidates()
        let fields = try candidates.compactMap(field)
        var keys = KeyTableBuilder(fields: fields, typeName: name, shapes: shapes)
        let table = try keys.build()
        return try makeMeta(fields: fields, keys: table, bits: fields.count + keys.nestedCount)
    }

    private var name: String { displayName(of: Root.self) }

    // MARK: - Which properties there are

    /// A property before anything is known about its shape.
    private struct Candidate {
        var name: String
        var offset: Int
        var type: Any.Type
        var entries: [Mapping.Entry]
    }

    private func reflectedCandidates() throws -> [Candidate] {
        guard let stored = Reflection.storedFields(of: Root.self) else {
            throw ModelError(
                .unsupportedType,
                reason: "\(name): its stored properties cannot be listed. Models are structs and classes; an enum can "
                    + "be RawRepresentable or a ModelScalar; a struct compiled without reflection metadata can list "
                    + "its fields with Mapping.listing")
        }
        var candidates: [Candidate] = []
        for field in stored {
            if !field.isPlain {
                // A class keeps what init() gave the property; in a struct nothing would.
                if isClass { continue }
                throw ModelError(
                    .unsupportedType,
                    reason: "\(name).\(field.name): a weak or unowned property of a struct cannot be decoded. Make "
                        + "the model a class, or list its other fields with Mapping.listing")
            }
            candidates.append(Candidate(name: field.name, offset: field.offset, type: field.type, entries: []))
        }
        for entry in mapping.entries {
            let index = try candidates.firstIndex { try matches(entry.keyPath, $0) }
            guard let index else {
                throw ModelError(.invalidMapping, reason: unmatchedReason(entry))
            }
            candidates[index].entries.append(entry)
        }
        return candidates
    }

    private func listedCandidates() throws -> [Candidate] {
        // Only the runtime knows where an object's properties are.
        if isClass { return try reflectedCandidates().filter { !$0.entries.isEmpty } }
        var candidates: [Candidate] = []
        for entry in mapping.entries {
            guard let offset = offset(of: entry.keyPath) else {
                throw ModelError(.invalidMapping, reason: unmatchedReason(entry))
            }
            if let known = candidates.firstIndex(where: { $0.offset == offset && $0.type == entry.valueType }) {
                candidates[known].entries.append(entry)
            } else {
                candidates.append(
                    Candidate(
                        name: propertyName(of: entry.keyPath), offset: offset, type: entry.valueType, entries: [entry]))
            }
        }
        let inOrder = candidates.sorted { $0.offset < $1.offset }
        for (first, second) in zip(inOrder, inOrder.dropFirst())
        where first.offset + Reflection.sizeOf(first.type) > second.offset {
            throw ModelError(
                .invalidMapping,
                reason: "\(name): the mapping lists \(first.name) and \(second.name), one of which is part of the other"
            )
        }
        if candidates.contains(where: { $0.type == Root.self }) {
            throw ModelError(.invalidMapping, reason: "\(name): the mapping lists the type itself as its property")
        }
        return candidates
    }

    private func matches(_ keyPath: AnyKeyPath, _ candidate: Candidate) throws -> Bool {
        if let offset = offset(of: keyPath) {
            return offset == candidate.offset && type(of: keyPath).valueType == candidate.type
        }
        return isClass && Root.self is any AnyObject.Type && type(of: keyPath).valueType == candidate.type
            && propertyName(of: keyPath) == candidate.name
    }

    private func offset(of keyPath: AnyKeyPath) -> Int? {
        (keyPath as? PartialKeyPath<Root>).flatMap { MemoryLayout<Root>.offset(of: $0) }
    }

    /// `name` of `\Book.name`; for a property the compiler reaches by a call, something that is no property's name.
    private func propertyName(of keyPath: AnyKeyPath) -> String {
        "\(keyPath)".split(separator: ".", maxSplits: 1).last.map { Reflection.plainName(String($0)) } ?? ""
    }

    private func unmatchedReason(_ entry: Mapping.Entry) -> String {
        let hint =
            isClass
            ? "; in a class the property, or the class, has to be final for that"
            : "; computed properties, properties with observers, closures, wrapped values and parts of properties have none"
        return "\(name): the mapping's \(entry.keyPath) is no stored property of it\(hint)"
    }

    // MARK: - One field

    private func field(_ candidate: Candidate) throws -> FieldMeta? {
        let entry = try merged(candidate)
        let isLazyStorage = candidate.name.hasPrefix("$__lazy_storage_$_")
        if entry.isIgnored || isLazyStorage {
            return try ignoredField(candidate, entry)
        }
        let (shape, key) = try shapeAndKey(candidate)
        let keys = entry.keys.isEmpty ? [.literal(shapes.strategy.key(for: key))] : entry.keys
        return FieldMeta(
            name: key, keys: keys, offset: candidate.offset, shape: shape,
            whenAbsent: absence(entry, shape), makeDefault: entry.makeDefault)
    }

    /// The entries of one property as one: keys from one, a default from another.
    private func merged(
        _ candidate: Candidate
    ) throws -> (keys: [MappedKey], isIgnored: Bool, makeDefault: DefaultValue?) {
        let entries = candidate.entries
        func contradiction(_ what: String) -> ModelError {
            ModelError(.invalidMapping, reason: "\(name).\(candidate.name): the mapping \(what)")
        }
        if entries.filter({ !$0.keys.isEmpty }).count > 1 { throw contradiction("names its keys twice") }
        if entries.filter({ $0.makeDefault != nil }).count > 1 { throw contradiction("gives two defaults") }
        let isIgnored = entries.contains { $0.isIgnored }
        if isIgnored, entries.contains(where: { !$0.keys.isEmpty }) {
            throw contradiction("both ignores it and names its keys")
        }
        let keys = entries.first { !$0.keys.isEmpty }?.keys ?? []
        if keys.count > UInt64.bitWidth { throw contradiction("gives more than 64 keys") }
        if keys.contains(where: \.segments.isEmpty) { throw contradiction("gives it a path of no keys") }
        if Set(keys.map { $0.segments.map { Array($0.utf8) } }).count < keys.count {
            throw contradiction("names one key twice")
        }
        return (keys, isIgnored, entries.lazy.compactMap(\.makeDefault).first)
    }

    /// A field that is only initialised.
    ///
    /// In a class or a listed struct even that is done by `init()`.
    private func ignoredField(
        _ candidate: Candidate, _ entry: (keys: [MappedKey], isIgnored: Bool, makeDefault: DefaultValue?)
    ) throws -> FieldMeta? {
        if entry.makeDefault == nil, isClass || mapping.isListing { return nil }
        let shape = try shapes.storageShape(ofErased: candidate.type)
        let absence = absence(entry, shape)
        if absence == .required {
            throw ModelError(
                .invalidMapping,
                reason: "\(name).\(candidate.name) is ignored but has no value: give it a default in the mapping, make "
                    + "it Optional, or declare the type a DefaultedModel")
        }
        return FieldMeta(
            name: candidate.name, keys: [], offset: candidate.offset, shape: shape, whenAbsent: absence,
            makeDefault: entry.makeDefault)
    }

    private func absence(
        _ entry: (keys: [MappedKey], isIgnored: Bool, makeDefault: DefaultValue?), _ shape: ShapePointer
    ) -> FieldMeta.Absence {
        if entry.makeDefault != nil { return .mapped }
        if initial != nil { return .initial }
        if shape.pointee.isNullable { return .isNil }
        return shape.pointee.wrapsNil ? .wrappedNil : .required
    }

    /// The shape of a field and the name its key is made from: the property's, for a wrapper's storage `_property`.
    private func shapeAndKey(_ candidate: Candidate) throws -> (ShapePointer, key: String) {
        let wrapped = candidate.name.hasPrefix("_") ? String(candidate.name.dropFirst()) : nil
        do {
            let shape = try shapes.shape(ofErased: candidate.type, for: "\(name).\(candidate.name)")
            let isWrapper = shape.pointee.kind == .wrapper || candidate.type is any VariantWrapper.Type
            let key = isWrapper ? wrapped : nil
            return (shape, key ?? candidate.name)
        } catch {
            guard let wrapped, let shape = try shapes.transparentShape(ofErased: candidate.type) else { throw error }
            return (shape, wrapped)
        }
    }

    // MARK: - The table

    private func makeMeta(fields: [FieldMeta], keys: UnsafePointer<KeyTable>, bits: Int) throws -> TypeMeta {
        guard MemoryLayout<Root>.alignment <= GrowthBuffer.alignment else {
            throw ModelError(.unsupportedType, reason: "\(name) is aligned to \(MemoryLayout<Root>.alignment) bytes")
        }
        let words = (bits + 63) / 64
        var checked = [UInt64](repeating: 0, count: words)
        for (index, field) in fields.enumerated() where field.whenAbsent != .isNil {
            checked[index / 64] |= 1 << (index % 64)
        }
        let storage: TypeMeta.Storage = isClass ? .instance : mapping.isListing ? .listed : .direct
        let size = isClass ? Reflection.instanceSize(of: Root.self as! AnyClass) : MemoryLayout<Root>.size
        let whole = Unmanaged<StorageOperations>.fromOpaque(shapes.arena.keep(TypedStorage<Root>()).toOpaque())
        let stored = UnsafeMutableBufferPointer<FieldMeta>.init(mutating: shapes.arena.copy(fields))
        let output = OutputTableBuilder(fields: fields, typeName: name, shapes: shapes).build()
        let isRanked = fields.contains { $0.keys.count > 1 }
        let preparation = try Preparation.of(Root.self, shapes)
        return TypeMeta(
            type: Root.self, fields: stored, keys: keys, output: output, words: words,
            checked: shapes.arena.copy(checked).baseAddress!, blank: blank(fields, size: size), size: size,
            storage: storage,
            whole: whole, initial: initial,
            isRanked: isRanked, preparation: preparation, beginsSlowly: isRanked || preparation != nil)
    }

    private func blank(_ fields: [FieldMeta], size: Int) -> UnsafeRawPointer? {
        guard fields.contains(where: { $0.whenAbsent == .isNil }) else { return nil }
        let bytes = shapes.arena.bytes(size: size, alignment: GrowthBuffer.alignment)
        for field in fields where field.whenAbsent == .isNil {
            let shape = field.shape.pointee
            (bytes.baseAddress! + field.offset).copyMemory(from: shape.nilBytes!, byteCount: shape.size)
        }
        return UnsafeRawPointer(bytes.baseAddress!)
    }
}

extension Mapping.Entry {
    fileprivate var valueType: Any.Type { type(of: keyPath).valueType }
}

extension TypeMeta {
    /// A table with no fields, to hold the place of one that is being built.
    static func empty(_ type: Any.Type, in arena: TableArena) -> TypeMeta {
        let end = arena.copy([KeyEntry.end]).baseAddress!
        let keys = KeyTable(
            entries: end, slots: arena.copy([Int32(-1)]).baseAddress!, slotMask: 0, first: end, isCaseSensitive: true)
        return TypeMeta(
            type: type, fields: UnsafeMutableBufferPointer(start: nil, count: 0),
            keys: arena.copy([keys]).baseAddress!, output: arena.copy([OutputTable.empty(in: arena)]).baseAddress!,
            words: 0, checked: arena.copy([UInt64(0)]).baseAddress!, blank: nil,
            size: 0, storage: .direct, whole: .fromOpaque(arena.keep(TypedStorage<Never>()).toOpaque()), initial: nil,
            isRanked: false, preparation: nil, beginsSlowly: false)
    }
}
