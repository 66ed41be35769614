// Unknown members, and hooks for whole objects.

extension TypeMetaBuilder {
    // MARK: - Unknown members

    /// A field without keys, which is empty unless there are unknown members.
    func unknownMembersField(_ candidate: FieldCandidate, _ storage: UnknownMembersStorage) throws -> FieldMeta {
        guard candidate.entries.count == 1 else {
            throw ModelError.invalidMapping(
                "\(name).\(candidate.name) keeps unknown members, so the mapping cannot have another entry for it")
        }
        return FieldMeta(
            name: candidate.name, keys: [], offset: candidate.offset,
            shape: try shapes.shape(ofErased: candidate.type, for: "\(name).\(candidate.name)"), whenAbsent: .mapped,
            makeDefault: storage.writeEmpty, keepsUnknown: true)
    }

    /// The field that keeps unknown members, if there is one.
    func unknownMembers(
        _ candidates: [FieldCandidate], _ fields: [FieldMeta]
    ) throws -> UnsafePointer<UnknownMembersField>? {
        let keeping = candidates.compactMap { candidate in candidate.unknownMembers.map { (candidate, storage: $0) } }
        guard keeping.count <= 1 else {
            let names = keeping.map(\.0.name).joined(separator: " and ")
            throw ModelError.invalidMapping("\(name): only one of \(names) can keep unknown members")
        }
        guard let (_, storage) = keeping.first,
            let field = fields.firstIndex(where: \.keepsUnknown)
        else { return nil }
        let unknown = UnknownMembersField(
            field: Int32(field), valueShape: try shapes.plainShape(of: JSONValue.self), storage: storage)
        return shapes.arena.copy(of: unknown)
    }

    /// How unknown members are written.
    func unknownOutput(
        _ unknown: UnknownMembersField, _ fields: [FieldMeta], _ keys: UnsafePointer<KeyTable>
    ) throws -> UnsafePointer<UnknownMembersOutput> {
        let written = fields.filter(\.isOutput).compactMap { field -> String? in
            guard case .key(let key)? = field.keys.first?.steps.first else { return nil }
            return strategy.ignoresCase ? key.lowercased() : key
        }
        let output = UnknownMembersOutput(
            field: Int(unknown.field), offset: fields[Int(unknown.field)].offset, storage: unknown.storage, keys: keys,
            written: Set(written.map { Array($0.utf8) }), ignoresCase: strategy.ignoresCase,
            objectShape: try shapes.plainObjectShape())
        return shapes.arena.copy(of: output)
    }

    // MARK: - Whole objects

    /// The type's hook before decoding an object.
    func preparation() throws -> Unmanaged<Preparation>? {
        guard let type = Root.self as? any WillDecodeModel.Type else { return nil }
        let objectShape = try shapes.plainObjectShape()
        return shapes.arena.keep(Preparation({ try type.willDecode(&$0) }, objectShape: objectShape))
    }

    /// Whether a hook or a check is called for a decoded object.
    var callsDidDecode: Bool { Root.self is any DidDecodeModel.Type || !wholeChecks.isEmpty }

    /// The type's hook and checks after decoding an object.
    func didDecode() throws -> Unmanaged<DidDecodeOperations>? {
        guard callsDidDecode else { return nil }
        for check in wholeChecks where !Reflection.isType(Root.self, orSubclassOf: check.root) {
            throw ModelError.invalidMapping(
                "\(name): the mapping has a check for whole values of another type, \(displayName(of: check.root)): "
                    + "\"\(check.requirement)\"")
        }
        func hook<O: DidDecodeModel>(_: O.Type) -> DidDecodeOperations.Hook {
            { try $0.assumingMemoryBound(to: O.self).pointee.didDecode() }
        }
        let hook = (Root.self as? any DidDecodeModel.Type).map { hook($0) }
        return shapes.arena.keep(DidDecodeOperations(hook, wholeChecks))
    }

    private var wholeChecks: [WholeCheck] {
        var levels = [mapping.wholeChecks]
        // A class without a mapping of its own has its superclass's.
        for level in inherited.map(\.mapping.wholeChecks)
        where !level.elementsEqual(levels.last!, by: { $0.isLike($1) }) {
            levels.append(level)
        }
        return levels.flatMap(\.self)
    }

    /// The type's hooks for encoding.
    func outputHooks() throws -> UnsafePointer<OutputHooks>? {
        func value<O>(_ address: UnsafeRawPointer, _: O.Type) -> O {
            guard O.self is AnyClass else { return address.assumingMemoryBound(to: O.self).pointee }
            // SAFETY: the address is that of an instance, which the value being written keeps alive.
            return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() as! O
        }
        func willEncode<O: WillEncodeModel>(_ type: O.Type) -> (UnsafeRawPointer) throws -> Void {
            { try value($0, type).willEncode() }
        }
        func didEncode<O: DidEncodeModel>(_ type: O.Type) -> (UnsafeRawPointer, inout JSONObject) throws -> Void {
            { try value($0, type).didEncode(&$1) }
        }
        // The casts are those of types: outside of its actor, a value has no conformance that is isolated to one.
        let before = (Root.self as? any WillEncodeModel.Type).map { willEncode($0) }
        let after = (Root.self as? any DidEncodeModel.Type).map { didEncode($0) }
        guard before != nil || after != nil else { return nil }
        let hooks = OutputHooks(
            typeName: name, willEncode: before ?? { _ in }, didEncode: after, objectShape: try shapes.plainObjectShape()
        )
        return shapes.arena.copy(of: hooks)
    }
}

extension FieldCandidate {
    /// The storage for unknown members, if the mapping specifies one.
    var unknownMembers: UnknownMembersStorage? { entries.lazy.compactMap(\.unknownMembers).first }
}

/// The hook of one type before decoding an object.
final class Preparation {
    let prepare: (inout JSONObject) throws -> Void
    /// The shape of the object that is passed to the hook.
    let objectShape: ShapePointer

    init(_ prepare: @escaping (inout JSONObject) throws -> Void, objectShape: ShapePointer) {
        self.prepare = prepare
        self.objectShape = objectShape
    }
}

/// The hook and the checks of a type that is known only when its table is built.
final class DidDecodeOperations {
    typealias Hook = (UnsafeMutableRawPointer) throws -> Void

    private let hook: Hook?
    private let checks: [WholeCheck]

    init(_ hook: Hook?, _ checks: [WholeCheck]) {
        self.hook = hook
        self.checks = checks
    }

    /// Calls the hook and the checks for a value: a struct in place, or the reference to an instance.
    ///
    /// - Throws: The hook's error, or ``UnusableValue`` if a check of the mapping fails.
    func didDecode(_ value: UnsafeMutableRawPointer) throws {
        try hook?(value)
        if let failed = firstFailedCheck(of: value) { throw UnusableValue(expected: failed) }
    }

    /// The text of the first check that fails.
    func firstFailedCheck(of value: UnsafeRawPointer) -> String? {
        checks.first { !$0.holds(value) }?.requirement
    }

    func didDecode(instance: AnyObject) throws {
        var reference = instance
        try withUnsafeMutablePointer(to: &reference) { try didDecode(UnsafeMutableRawPointer($0)) }
    }
}

extension TypeMeta {
    /// The texts of an error for an object that its type refuses, or that fails a check of its mapping.
    func refusal(by error: any Error) -> (expected: String, found: String?, underlying: (any Error)?) {
        if let check = error as? UnusableValue { return (check.expected, check.found, nil) }
        return (typeName, "an object that its hook refuses", error)
    }
}
