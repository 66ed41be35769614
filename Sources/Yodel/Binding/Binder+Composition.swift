// Fields that are made of parts: when an object ends, what its parts are is known.

extension Binder {
    /// The keys of parts that a composed field cannot be made without and that the object on top lacks.
    ///
    /// None of them is missing where all are absent and the field has something to fall back on.
    func missingParts(of composition: UnsafePointer<FieldComposition>) -> [String] {
        let meta = top.pointee.meta!
        guard isDue(composition) else { return [] }
        var missing: [String] = []
        for part in composition.pointee.parts where !top.pointee.isSeen(Int32(part)) && !hasFailed(part) {
            let slot = meta.pointee.slots[part]
            if !slot.shape.pointee.hasNil { missing.append(slot.primaryKey) }
        }
        return missing
    }

    /// Makes every composed field of the object on top whose parts are there.
    mutating func compose() -> Bool {
        for composition in top.pointee.meta!.pointee.allCompositions where isDue(composition) {
            guard make(composition) else { return false }
        }
        return true
    }

    /// Makes every composed field that the update on top has parts of; the others are those of the present value.
    mutating func composeUpdated() -> Bool {
        let meta = top.pointee.meta!
        guard !meta.pointee.compositions.isEmpty else { return true }
        var missing: [String] = []
        for composition in meta.pointee.allCompositions where hasParts(composition) {
            do {
                try takeApart(composition)
            } catch {
                return failComposing(composition, error)
            }
            missing += missingParts(of: composition)
        }
        guard missing.isEmpty else { return fail(.missingKeys, path: pathOfParent(), missingKeys: missing) }
        for composition in meta.pointee.allCompositions where hasParts(composition) {
            guard make(composition) else { return false }
        }
        return true
    }

    private func hasParts(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        for part in composition.pointee.parts where top.pointee.isSeen(Int32(part)) { return true }
        return false
    }

    /// The field is to be made of its parts: there are some, or it has nothing else.
    private func isDue(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        let field = top.pointee.meta!.pointee.field(composition.pointee.field)
        guard field.pointee.isInput else { return false }
        return hasParts(composition) || field.pointee.whenAbsent == .required && !top.pointee.isUpdate
    }

    /// Takes the parts that an update leaves out from the present value, where there is one that can be taken apart.
    private mutating func takeApart(_ composition: UnsafePointer<FieldComposition>) throws {
        guard let takeApart = composition.pointee.composition.takeApart else { return }
        let absent = composition.pointee.parts.filter { !top.pointee.isSeen(Int32($0)) }
        guard !absent.isEmpty else { return }
        let meta = top.pointee.meta!
        let base = top.pointee.base
        let first = composition.pointee.parts.lowerBound
        let field = meta.pointee.fields[composition.pointee.field]
        let isThere = try takeApart(top.pointee.live! + field.offset) { part in
            absent.contains(first + part) ? base + meta.pointee.slots[first + part].offset : nil
        }
        guard isThere else { return }
        for part in absent { top.pointee.markSeen(Int32(part)) }
    }

    /// Makes a field; parts that are absent are `nil`.
    private mutating func make(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        let frame = top
        let meta = frame.pointee.meta!
        let base = frame.pointee.base
        do {
            for part in composition.pointee.parts where !frame.pointee.isSeen(Int32(part)) {
                let slot = meta.pointee.slots[part]
                try slot.shape.pointee.makeNil(at: base + slot.offset, context)
                frame.pointee.markSeen(Int32(part))
            }
            for part in composition.pointee.parts { frame.pointee.unmarkSeen(Int32(part)) }
            let field = meta.pointee.field(composition.pointee.field)
            // SAFETY: the parts are in their places, and no frame accounts for them from here on; the field holds nothing.
            try composition.pointee.composition.compose(base, composition.pointee.offsets, base + field.pointee.offset)
        } catch {
            return failComposing(composition, error)
        }
        frame.pointee.markSeen(Int32(composition.pointee.field))
        return true
    }

    private mutating func failComposing(
        _ composition: UnsafePointer<FieldComposition>, _ error: any Error
    ) -> Bool {
        let meta = top.pointee.meta!
        let keys = composition.pointee.composition.keys.map { "\"\($0)\"" }.joined(separator: ", ")
        let type = meta.pointee.fields[composition.pointee.field].shape.pointee.typeName
        return fail(.invalidValue, path: pathOfParent(), expected: "\(type) of \(keys)", underlying: error)
    }
}

extension TypeMeta {
    fileprivate var allCompositions: some Sequence<UnsafePointer<FieldComposition>> {
        compositions.indices.lazy.map { [compositions] in UnsafePointer(compositions.baseAddress! + $0) }
    }
}

extension Shape {
    /// There is a value for what is absent.
    var hasNil: Bool { nilBytes != nil || wrapsNil }
}
