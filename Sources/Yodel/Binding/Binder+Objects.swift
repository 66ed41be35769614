// The end of an object: missing fields are found, and staged fields are moved into place.

extension Binder {
    @inline(never)
    mutating func finishObject() -> Bool {
        guard storeUnknown() else { return false }
        if top.pointee.isUpdate { return finishUpdate() }
        guard checkPresence() else { return false }
        if !top.pointee.lacksValue { noteObject() }
        let meta = top.pointee.meta!
        if !meta.pointee.compositions.isEmpty, !compose() { return false }
        let isStruct = meta.pointee.storage == .direct || meta.pointee.storage == .composed
        if isStruct, !fillAbsent() { return false }
        if top.pointee.lacksValue { return failForLack() }
        let slot = (top - 1).pointee.slot
        switch meta.pointee.storage {
        case .direct: break
        case .composed:
            meta.pointee.whole._withUnsafeGuaranteedRef { $0.moveOne(top.pointee.base, to: slot) }
        case .listed:
            makeInitial(meta, into: slot)
            commitStaged(into: slot)
        case .instance:
            makeInitial(meta, into: slot)
            commitStaged(into: slot.load(as: UnsafeMutableRawPointer.self))
        }
        releaseMemory()
        return observe(slot) && popCompleted()
    }

    /// Passes the complete object of the top frame to its type.
    private mutating func observe(_ value: UnsafeMutableRawPointer) -> Bool {
        let meta = top.pointee.meta!
        guard let didDecode = meta.pointee.didDecode else { return true }
        do {
            try didDecode._withUnsafeGuaranteedRef { try $0.didDecode(value) }
            return true
        } catch {
            // The value is complete and may have changed, so the frame must not destroy it field by field.
            meta.pointee.whole._withUnsafeGuaranteedRef { $0.destroy(value, count: 1) }
            top.pointee.meta = nil
            let refusal = meta.pointee.refusal(by: error)
            return fail(
                .invalidValue, path: pathOfParent(), expected: refusal.expected, found: refusal.found,
                underlying: refusal.underlying)
        }
    }

    private func makeInitial(_ meta: TypeMetaPointer, into slot: UnsafeMutableRawPointer) {
        meta.pointee.initial!._withUnsafeGuaranteedRef { $0.makeInitial(into: slot) }
    }

    // MARK: - Missing fields

    /// Fails if required fields have no value, and names all of them.
    ///
    /// While errors are collected, the composed and absent fields for which there is all they need are still made.
    private mutating func checkPresence() -> Bool {
        let meta = top.pointee.meta!
        var missing: [UnsafePointer<FieldMeta>] = []
        for word in 0..<meta.pointee.words {
            var absent = meta.pointee.checked[word] & ~top.pointee.seenWord(word)
            while absent != 0 {
                let index = word * 64 + absent.trailingZeroBitCount
                absent &= absent - 1
                // The bit that brings every object of an observed type here belongs to no field.
                guard index < meta.pointee.fields.count else { continue }
                if hasFailed(index) { continue }
                if let composition = meta.pointee.field(index).pointee.composition {
                    missing += missingParts(of: meta.pointee.composition(composition))
                    continue
                }
                let field = meta.pointee.field(index)
                if let state = top.pointee.rankState(of: Int32(index))?.pointee, let place = state.nullPlace,
                    field.pointee.whenAbsent == .required || state.isRefused
                        || (field.pointee.tolerance.nulls ?? options.nulls) == .error,
                    !acceptsNull(index, state, place)
                {
                    guard collects(ofField: index) else { return false }
                    continue
                }
                if field.isMissing(by: options) { missing.append(field) }
            }
        }
        guard missing.isEmpty else {
            if failsUnread(.missingKeys, .end) { return false }
            return fail(missing: missing) || collects(ofField: nil)
        }
        return true
    }

    /// Fails because the top object lacks fields, or parts of composed ones.
    mutating func fail(missing fields: [UnsafePointer<FieldMeta>]) -> Bool {
        fail(
            .missingKeys, path: pathOfParent(), missingKeys: fields.map(\.pointee.primaryKey),
            hint: hint(forMissing: fields.allSatisfy(\.pointee.mayBeEmpty)))
    }

    /// Whether a field that received only null, and does not accept it, can do without a value; fails if not.
    mutating func acceptsNull(_ index: Int, _ state: RankState, _ place: ModelError.Place) -> Bool {
        let field = top.pointee.meta!.pointee.field(index)
        let key = JSONPath(field.pointee.keys[Int(state.nullRank)].steps)
        let isSpelledAsMapped = top.pointee.keys!.pointee.isCaseSensitive
        let pathOfNull = isSpelledAsMapped ? key : keyTexts.pathsOfNulls[topIndex]?[Int32(index)] ?? key
        if state.isRefused {
            failure = keyTexts.refusals[topIndex]![Int32(index)]!
        } else {
            _ = fail(
                .nullValue, at: .place(place), path: path.appending(pathOfNull),
                expected: field.pointee.shape.pointee.nameWithoutNil,
                found: state.isNullWord ? "a string that means null" : "null",
                hint: hint(forNullAt: field.pointee.shape, of: field))
        }
        // A tried variant must fit exactly.
        guard replays.trials.isEmpty, field.pointee.tolerance.nulls == nil, tolerates(field) else { return false }
        notes?.note(failure!)
        failure = nil
        return true
    }

    /// Sets the absent fields of a struct to their defaults.
    ///
    /// While errors are collected, one that fails does not keep the others from being set.
    private mutating func fillAbsent() -> Bool {
        let frame = top
        let meta = frame.pointee.meta!
        var needsInitial = false
        // A field that is not among the checked ones is nil when absent.
        for word in 0..<meta.pointee.words {
            var absent = meta.pointee.checked[word] & ~frame.pointee.seenWord(word)
            while absent != 0 {
                let index = word * 64 + absent.trailingZeroBitCount
                absent &= absent - 1
                guard index < meta.pointee.fields.count, !hasFailed(index) else { continue }
                let field = meta.pointee.field(index)
                if field.pointee.whenAbsent == .initial {
                    needsInitial = true
                } else if !field.isMissing(by: options), !fill(field, Int32(index)), !collects(ofField: index) {
                    return false
                }
            }
        }
        if needsInitial, !frame.pointee.lacksValue { fillFromInitial(frame, meta) }
        return true
    }

    /// Sets an absent field of a struct to its own default.
    private mutating func fill(_ field: UnsafePointer<FieldMeta>, _ index: Int32) -> Bool {
        let target = top.pointee.base + field.pointee.offset
        switch field.pointee.whenAbsent {
        case .isNil: return true
        case .initial, .part: preconditionFailure("init() has set the first, and a part is not a field")
        case .empty: field.pointee.shape.pointee.makeEmpty(at: target)
        // A required field that is absent here is a collection, perhaps in a wrapper; others have been reported as
        // missing.
        case .mapped, .wrappedNil, .required:
            do {
                try field.makeDefault(at: target, context)
            } catch {
                return failWrapping(
                    error, expected: field.pointee.shape.pointee.typeName,
                    path: pathOfParent().appending(field.pointee.keys.first ?? .literal(field.pointee.name)))
            }
        }
        top.pointee.markSeen(index)
        return true
    }

    private mutating func fillFromInitial(_ frame: UnsafeMutablePointer<Frame>, _ meta: TypeMetaPointer) {
        let buffer = pool.take(atLeast: meta.pointee.size)
        makeInitial(meta, into: buffer.start)
        for index in meta.pointee.fields.indices where !frame.pointee.isSeen(Int32(index)) {
            let field = meta.pointee.field(index)
            let offset = field.pointee.offset
            field.pointee.shape.pointee.storage._withUnsafeGuaranteedRef {
                $0.copy(buffer.start + offset, to: frame.pointee.base + offset)
            }
            frame.pointee.markSeen(Int32(index))
        }
        meta.pointee.whole._withUnsafeGuaranteedRef { $0.destroy(buffer.start, count: 1) }
        pool.give(buffer)
    }

    // MARK: - Staged fields

    /// Moves the staged fields of the top frame into a value made by `init()`.
    private func commitStaged(into live: UnsafeMutableRawPointer) {
        let frame = top
        let meta = frame.pointee.meta!
        for index in meta.pointee.fields.indices {
            let field = meta.pointee.field(index)
            let target = live + field.pointee.offset
            if frame.pointee.isSeen(Int32(index)) {
                field.pointee.shape.replace(target, with: frame.pointee.base + field.pointee.offset)
            } else if field.pointee.whenAbsent == .mapped || field.pointee.whenAbsent == .empty {
                field.pointee.shape.withMemory { value in
                    if let makeDefault = field.pointee.makeDefault {
                        makeDefault(value)
                    } else {
                        field.pointee.shape.pointee.makeEmpty(at: value)
                    }
                    field.pointee.shape.replace(target, with: value)
                }
            }
        }
    }

    /// Frees the memory beside the top object, whose fields are in place.
    private mutating func releaseMemory() {
        top.pointee.moreSeen.take()?.deallocate()
        if let buffer = top.pointee.buffer.take() { pool.give(buffer) }
        if let ranks = top.pointee.ranks.take() { pool.give(ranks) }
    }
}

// On pointers, because the compiler copies a whole field or shape to call a method on it.

extension ShapePointer {
    /// Moves the value at `source` to `target`, and destroys the one that was there.
    func replace(_ target: UnsafeMutableRawPointer, with source: UnsafeMutableRawPointer) {
        pointee.storage._withUnsafeGuaranteedRef { $0.replace(target, with: source) }
    }

    /// Copies the value at `source` to `target`, and destroys the one that was there.
    func assign(_ target: UnsafeMutableRawPointer, copyOf source: UnsafeRawPointer) {
        withMemory { copy in
            pointee.storage._withUnsafeGuaranteedRef { $0.copy(source, to: copy) }
            replace(target, with: copy)
        }
    }

    /// Exchanges two values.
    func exchange(_ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer) {
        withMemory { spare in
            pointee.storage._withUnsafeGuaranteedRef {
                $0.moveOne(first, to: spare)
                $0.moveOne(second, to: first)
                $0.moveOne(spare, to: second)
            }
        }
    }
}

extension UnsafePointer<FieldMeta> {
    /// Initialises memory with the field's default.
    ///
    /// - Throws: The error of a wrapper that cannot wrap `nil` or an empty collection.
    func makeDefault(at target: UnsafeMutableRawPointer, _ context: DecodingContext) throws {
        if let makeDefault = pointee.makeDefault { return makeDefault(target) }
        try pointee.shape.pointee.makeNil(at: target, context)
    }
}
