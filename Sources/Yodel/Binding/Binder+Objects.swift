// The end of an object: what is missing is found, and what was staged is moved to where it belongs.

extension Binder {
    @inline(never)
    mutating func finishObject() -> Bool {
        if top.pointee.isUpdate { return finishUpdate() }
        guard checkPresence() else { return false }
        let meta = top.pointee.meta!
        let slot = (top - 1).pointee.slot
        switch meta.pointee.storage {
        case .direct:
            guard fillAbsent() else { return false }
            releaseBits()
        case .listed:
            makeInitial(meta, into: slot)
            commitStaged(into: slot)
        case .instance:
            makeInitial(meta, into: slot)
            commitStaged(into: slot.load(as: UnsafeMutableRawPointer.self))
        }
        return popCompleted()
    }

    private func makeInitial(_ meta: TypeMetaPointer, into slot: UnsafeMutableRawPointer) {
        meta.pointee.initial!._withUnsafeGuaranteedRef { $0.makeInitial(into: slot) }
    }

    // MARK: - What is missing

    /// Fails when a required field has no value, naming every one.
    private mutating func checkPresence() -> Bool {
        let meta = top.pointee.meta!
        var missing: [String] = []
        for word in 0..<meta.pointee.words {
            var absent = meta.pointee.checked[word] & ~top.pointee.seenWord(word)
            while absent != 0 {
                let index = word * 64 + absent.trailingZeroBitCount
                absent &= absent - 1
                let field = meta.pointee.fields[index]
                if let state = top.pointee.ranks?[index], let place = state.nullPlace,
                    field.whenAbsent == .required || options.nulls == .error
                {
                    return fail(
                        .nullValue, at: .place(place), path: path.appending(field.keys[Int(state.nullRank)].segments),
                        expected: field.shape.pointee.typeName, found: "null")
                }
                if field.whenAbsent == .required { missing.append(field.primaryKey) }
            }
        }
        guard missing.isEmpty else {
            return fail(.missingKeys, path: pathOfParent(), missingKeys: missing)
        }
        return true
    }

    /// Gives every absent field of a struct its default.
    private mutating func fillAbsent() -> Bool {
        let frame = top
        let meta = frame.pointee.meta!
        var needsInitial = false
        for (index, field) in meta.pointee.fields.enumerated() where !frame.pointee.isSeen(Int32(index)) {
            switch field.whenAbsent {
            case .isNil: continue
            case .required: preconditionFailure("found missing before")
            case .initial: needsInitial = true
            case .mapped, .wrappedNil:
                do {
                    try field.makeDefault(at: frame.pointee.base + field.offset, options)
                } catch {
                    return fail(
                        .invalidValue, path: pathOfParent().appending(field.keys.first?.segments ?? [field.name]),
                        expected: field.shape.pointee.typeName, underlying: error)
                }
                frame.pointee.markSeen(Int32(index))
            }
        }
        if needsInitial { fillFromInitial(frame, meta) }
        return true
    }

    private mutating func fillFromInitial(_ frame: UnsafeMutablePointer<Frame>, _ meta: TypeMetaPointer) {
        let buffer = pool.take(atLeast: meta.pointee.size)
        makeInitial(meta, into: buffer.start)
        for (index, field) in meta.pointee.fields.enumerated()
        where field.whenAbsent == .initial && !frame.pointee.isSeen(Int32(index)) {
            field.shape.pointee.storage._withUnsafeGuaranteedRef {
                $0.copy(buffer.start + field.offset, to: frame.pointee.base + field.offset)
            }
            frame.pointee.markSeen(Int32(index))
        }
        meta.pointee.whole._withUnsafeGuaranteedRef { $0.destroy(buffer.start, count: 1) }
        pool.give(buffer)
    }

    // MARK: - Staged fields

    /// Moves the staged fields of the top frame over those of a value made by `init()`.
    private mutating func commitStaged(into live: UnsafeMutableRawPointer) {
        let frame = top
        let meta = frame.pointee.meta!
        for (index, field) in meta.pointee.fields.enumerated() {
            let target = live + field.offset
            if frame.pointee.isSeen(Int32(index)) {
                field.replace(target, with: frame.pointee.base + field.offset)
            } else if field.whenAbsent == .mapped {
                field.shape.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(target, count: 1) }
                field.makeDefault!(target)
            }
        }
        pool.give(frame.pointee.buffer!)
        releaseBits()
    }

    /// Frees what an object's frame keeps beside its fields.
    private mutating func releaseBits() {
        top.pointee.moreSeen?.deallocate()
        top.pointee.ranks?.deallocate()
        top.pointee.moreSeen = nil
        top.pointee.ranks = nil
    }
}

extension FieldMeta {
    /// Destroys the value at `target` and moves the one at `source` there.
    func replace(_ target: UnsafeMutableRawPointer, with source: UnsafeMutableRawPointer) {
        shape.pointee.storage._withUnsafeGuaranteedRef {
            $0.destroy(target, count: 1)
            $0.moveOne(source, to: target)
        }
    }

    /// Writes the field's default to memory that holds nothing.
    ///
    /// - Throws: What a wrapper throws that is to wrap `nil`.
    func makeDefault(at target: UnsafeMutableRawPointer, _ options: DecodingOptions) throws {
        if let makeDefault { return makeDefault(target) }
        try shape.pointee.makeNil(at: target, options)
    }
}
