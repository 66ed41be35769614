// The stored properties of a model, with the entries for each in its own and its superclasses' mappings.

/// A property whose shape is not yet known.
struct FieldCandidate {
    var name: String
    var offset: Int
    var type: Any.Type
    /// Its number among the stored properties of its class and the superclasses, whose properties come first.
    var number = 0
    var entries: [Mapping.Entry] = []
    /// Whether the mapping lists the properties to use, without this one.
    var isLeftOut = false
    /// Its key, if coding keys specify it.
    var codingKey: String?
    /// Whether there are coding keys, but none for it.
    var isWithoutCodingKey = false
    /// The name after the underscore, if the property may store a wrapper: its class stores no property of that name.
    var wrappedName: Substring?

    /// Whether it has no name, because the type was compiled without reflection metadata; key paths then show an
    /// offset.
    var isNameless: Bool { name.hasPrefix("<offset ") }

    /// The name of the wrapped property, if the type is recognised as a wrapper, or its own.
    var propertyName: String {
        guard let wrappedName else { return name }
        let isWrapper =
            type is any ModelWrapper.Type || type is any VariantWrapper.Type || Reflection.storesWrappedValue(type)
        return isWrapper ? String(wrappedName) : name
    }
}

extension TypeMetaBuilder {
    func candidates() throws -> [FieldCandidate] {
        var candidates = try mapping.isListing ? listedCandidates() : reflectedCandidates()
        setWrappedNames(of: &candidates)
        return candidates
    }

    private func setWrappedNames(of candidates: inout [FieldCandidate]) {
        // A class and its superclass may store private properties of one name.
        let ends = isClass ? Reflection.superclasses(of: Root.self).map { Reflection.fieldCount(of: $0) } : []
        func level(_ number: Int) -> Int { ends.count { $0 <= number } }
        var names: [Int: Set<Substring>] = [:]
        for (number, field) in (Reflection.storedFields(of: Root.self) ?? []).enumerated() {
            names[level(number), default: []].insert(field.name[...])
        }
        for (index, candidate) in candidates.enumerated() where candidate.name.hasPrefix("_") {
            let name = candidate.name.dropFirst()
            if names[level(candidate.number)]?.contains(name) != true { candidates[index].wrappedName = name }
        }
    }

    private func reflectedCandidates() throws -> [FieldCandidate] {
        guard let stored = Reflection.storedFields(of: Root.self) else {
            throw ModelError.unsupportedType(
                "\(name): its stored properties cannot be listed. Models are structs and classes; an enum can "
                    + "be RawRepresentable, Polymorphic or a ModelScalar; a struct compiled without reflection metadata can list "
                    + "its fields with Mapping.listing")
        }
        var candidates: [FieldCandidate] = []
        for (number, field) in stored.enumerated() {
            if !field.isPlain {
                // A class keeps the property's value from init(); a struct would not have any.
                if isClass { continue }
                throw ModelError.unsupportedType(
                    "\(name).\(field.name): a weak or unowned property of a struct cannot be decoded. Make "
                        + "the model a class, or list its other fields with Mapping.listing")
            }
            candidates.append(
                FieldCandidate(name: field.name, offset: field.offset, type: field.type, number: number))
        }
        try setCodingKeys(of: &candidates)
        let levels = try ([mapping] + inherited.map(\.mapping)).map {
            try MappingLevel($0, candidates, index(of:among:))
        }
        for index in candidates.indices {
            let nearest = levels.first { $0.entries[index] != nil || $0.isLeftOut[index] != nil }
            candidates[index].isLeftOut = nearest?.isLeftOut[index] ?? false
            // The entries of a superclass do not apply to a property that the subclass leaves out.
            let applying = candidates[index].isLeftOut ? nearest : levels.first { $0.entries[index] != nil }
            candidates[index].entries = applying?.entries[index] ?? []
        }
        return candidates
    }

    /// What one mapping, of the type or a superclass, specifies for each property.
    private struct MappingLevel {
        /// By the property's index among the candidates.
        var entries: [Int: [Mapping.Entry]] = [:]
        /// Whether a mapping that lists the properties to use leaves it out.
        var isLeftOut: [Int: Bool] = [:]

        init(
            _ mapping: Mapping, _ candidates: [FieldCandidate],
            _ place: (AnyKeyPath, [FieldCandidate]) throws -> Int
        ) throws {
            for entry in mapping.ofProperties {
                entries[try place(entry.keyPath, candidates), default: []].append(entry)
            }
            guard let included = mapping.only ?? (mapping.isListing ? mapping.ofProperties.map(\.keyPath) : nil) else {
                return
            }
            // A superclass's list does not apply to properties that a subclass adds.
            let end = included.map { Reflection.fieldCount(of: type(of: $0).rootType) }.max() ?? 0
            for (index, candidate) in candidates.enumerated() where candidate.number < end { isLeftOut[index] = true }
            for keyPath in included { isLeftOut[try place(keyPath, candidates)] = false }
        }
    }

    /// Assigns coding keys to their properties.
    private func setCodingKeys(of candidates: inout [FieldCandidate]) throws {
        // From the top of the hierarchy down, because a class without a mapping of its own has its superclass's.
        for (type, mapping) in ([(Root.self, mapping)] + inherited).reversed() {
            guard let names = mapping.codingKeys else { continue }
            let end = Reflection.fieldCount(of: type)
            let known = candidates.indices.filter { candidates[$0].number < end }
            let found = try names.map { name in
                let index =
                    known.last { candidates[$0].name == name.property }
                    ?? known.last { candidates[$0].name == "_" + name.property }
                if let index { return (index, name) }
                throw ModelError.invalidMapping(
                    "\(displayName(of: type)): its coding key \(name.property) does not name a stored property")
            }
            let start = Reflection.superclasses(of: type).first.map { Reflection.fieldCount(of: $0) } ?? 0
            if !isClass || found.contains(where: { index, _ in candidates[index].number >= start }) {
                for index in known where candidates[index].number >= start {
                    candidates[index].isWithoutCodingKey = true
                }
            }
            for (index, name) in found {
                candidates[index].isWithoutCodingKey = false
                candidates[index].codingKey = name.key == name.property ? nil : name.key
            }
        }
    }

    private func listedCandidates() throws -> [FieldCandidate] {
        // Only the runtime knows the offsets of an object's properties.
        if isClass { return try reflectedCandidates().filter { !$0.entries.isEmpty } }
        let stored = Reflection.storedFields(of: Root.self)
        var candidates: [FieldCandidate] = []
        for entry in mapping.ofProperties {
            let (name, offset) = try listedPlace(of: entry.keyPath, among: stored)
            if let known = candidates.firstIndex(where: { $0.offset == offset && $0.type == entry.valueType }) {
                candidates[known].entries.append(entry)
            } else {
                candidates.append(
                    FieldCandidate(name: name, offset: offset, type: entry.valueType, entries: [entry]))
            }
        }
        let inOrder = candidates.filter { Reflection.sizeOf($0.type) > 0 }.sorted { $0.offset < $1.offset }
        for (first, second) in zip(inOrder, inOrder.dropFirst())
        where first.offset + Reflection.sizeOf(first.type) > second.offset {
            throw ModelError.invalidMapping(
                "\(name): the mapping lists \(first.name) and \(second.name), one of which is part of the other")
        }
        if candidates.contains(where: { $0.type == Root.self }) {
            throw ModelError.invalidMapping("\(name): the mapping lists the type itself as its property")
        }
        return candidates
    }

    /// The name and offset of a listed property.
    ///
    /// Without reflection metadata, only its key path tells.
    private func listedPlace(
        of keyPath: AnyKeyPath, among stored: [ReflectedField]?
    ) throws -> (name: String, offset: Int) {
        guard let offset = (keyPath as? PartialKeyPath<Root>).flatMap({ MemoryLayout<Root>.offset(of: $0) }) else {
            throw unmatched(keyPath)
        }
        guard let stored, !stored.isEmpty else { return (Reflection.propertyName(of: keyPath), offset) }
        let type = type(of: keyPath).valueType
        let found =
            Reflection.sizeOf(type) > 0
            ? stored.filter { $0.offset == offset && $0.type == type }
            : Reflection.fields(namedBy: keyPath, in: Root.self)
        if found.count > 1 { throw ambiguous(keyPath, found.map(\.name)) }
        guard let field = found.first else { throw unmatched(keyPath) }
        return (field.name, field.offset)
    }

    // MARK: - Key paths

    /// The index of a key path's property among the candidates.
    private func index(of keyPath: AnyKeyPath, among candidates: [FieldCandidate]) throws -> Int {
        let found: [Int]
        if let offset = Reflection.offset(of: keyPath, in: Root.self) {
            let type = type(of: keyPath).valueType
            found = candidates.indices.filter { candidates[$0].offset == offset && candidates[$0].type == type }
        } else {
            let named = Reflection.fields(namedBy: keyPath, in: Root.self)
            found = candidates.indices.filter { index in
                named.contains { ($0.name, $0.offset) == (candidates[index].name, candidates[index].offset) }
            }
        }
        if found.count > 1 { throw ambiguous(keyPath, found.map { candidates[$0].name }) }
        guard let index = found.first else { throw unmatched(keyPath) }
        return index
    }

    private func unmatched(_ keyPath: AnyKeyPath) -> ModelError {
        let valueType = type(of: keyPath).valueType
        let hint =
            if displayName(of: valueType).contains("->") {
                "; a key path cannot name a closure: list the other properties with Mapping.listing, and let init() set it"
            } else {
                (isClass ? "; in a class, the property or the class has to be final" : "")
                    + "; a mapping cannot name computed properties, properties with observers, closures, wrapped values or "
                    + "parts of properties"
            }
        return ModelError.invalidMapping(
            "\(name): \(subject(of: keyPath)) cannot be found among its stored properties\(hint)")
    }

    private func ambiguous(_ keyPath: AnyKeyPath, _ names: [String]) -> ModelError {
        .ambiguousProperty(type(of: keyPath).valueType, of: name, names)
    }

    /// The property that a key path names, for errors; a key path to a computed property contains no name.
    private func subject(of keyPath: AnyKeyPath) -> String {
        let text = Reflection.text(of: keyPath)
        guard let call = text.firstRange(of: ".<computed ") else { return "the mapping's \(text)" }
        let named = text[..<call.lowerBound]
        guard !named.contains(".") else { return "the mapping's \(named).…" }
        let mappings = [mapping] + inherited.map(\.mapping)
        let entry = mappings.lazy.compactMap { mapping in
            mapping.entries.firstIndex { $0.keyPath == keyPath }.map { (number: $0 + 1, value: mapping.entries[$0]) }
        }.first
        let place = entry.map { "entry \($0.number) of the mapping" } ?? "the mapping"
        let key = entry?.value.keys.first.map { " (to \"\($0)\")" } ?? ""
        let valueType = type(of: keyPath).valueType
        // In a struct, every stored property without observers has a name in its key path.
        let names = isClass ? Reflection.storedFields(of: Root.self)?.filter { $0.type == valueType }.map(\.name) : nil
        let shown = names.map { $0.isEmpty ? "" : " (\($0.joined(separator: " or ")))" } ?? ""
        return "\(place)\(key) names a property of type \(displayName(of: valueType))\(shown) that"
    }
}

extension ModelError {
    /// The error for a key path that may name any of several properties, as their values have no size.
    static func ambiguousProperty(_ type: Any.Type, of model: String, _ names: [String]) -> ModelError {
        let type = displayName(of: type)
        return invalidMapping(
            "\(model): a key path names one of the properties \(names.joined(separator: ", ")), but the key paths of all of "
                + "them are equal, as a \(type) has no size. Mapping(codingKeys:) can give each of them its key")
    }
}

extension Mapping.Entry {
    fileprivate var valueType: Any.Type { type(of: keyPath).valueType }
}
