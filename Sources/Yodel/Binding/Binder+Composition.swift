// Composed fields, which are made when all parts of their object are known.

extension Binder {
    /// The parts that a composed field needs and the top object lacks.
    ///
    /// If all are absent and the field has a fallback, none counts as missing.
    func missingParts(of composition: UnsafePointer<FieldComposition>) -> [UnsafePointer<FieldMeta>] {
        let meta = top.pointee.meta!
        guard isDue(composition) else { return [] }
        return composition.pointee.parts.filter { !top.pointee.isSeen(Int32($0)) && !hasFailed($0) }
            .map { meta.pointee.fieldOrPart(Int32($0)) }.filter { $0.isMissing(by: options) }
    }

    /// Makes all composed fields of the top object for which there are parts.
    ///
    /// While errors are collected, one that fails does not keep the others from being made.
    mutating func compose() -> Bool {
        for composition in top.pointee.meta!.pointee.allCompositions where isDue(composition) && !lacksPart(composition)
        {
            guard make(composition) || collects(ofField: composition.pointee.field) else { return false }
        }
        return true
    }

    /// Whether a part of the field is missing or has failed, and that error has been recorded.
    private func lacksPart(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        top.pointee.lacksValue
            && (composition.pointee.parts.contains { hasFailed($0) } || !missingParts(of: composition).isEmpty)
    }

    /// Makes all composed fields for which the top update has parts; missing parts come from the present value.
    mutating func composeUpdated() -> Bool {
        let meta = top.pointee.meta!
        guard !meta.pointee.compositions.isEmpty else { return true }
        var missing: [UnsafePointer<FieldMeta>] = []
        for composition in meta.pointee.allCompositions where hasParts(composition) {
            do {
                try takeApart(composition)
            } catch {
                return failComposing(composition, error)
            }
            missing += missingParts(of: composition)
        }
        guard missing.isEmpty else { return fail(missing: missing) }
        for composition in meta.pointee.allCompositions where hasParts(composition) {
            guard make(composition) else { return false }
        }
        return true
    }

    private func hasParts(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        for part in composition.pointee.parts where top.pointee.isSeen(Int32(part)) { return true }
        return false
    }

    /// Whether to make the field from its parts, because it has some or needs them.
    private func isDue(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        let field = top.pointee.meta!.pointee.field(composition.pointee.field)
        guard field.pointee.isInput else { return false }
        return hasParts(composition) || field.pointee.whenAbsent == .required && !top.pointee.isUpdate
    }

    /// Copies the parts that an update lacks from the present value, if it can be taken apart.
    private mutating func takeApart(_ composition: UnsafePointer<FieldComposition>) throws {
        guard let takeApart = composition.pointee.composition.takeApart else { return }
        let absent = composition.pointee.parts.filter { !top.pointee.isSeen(Int32($0)) }
        guard !absent.isEmpty, let live = liveStorage(of: top) else { return }
        let meta = top.pointee.meta!
        let base = top.pointee.base
        let first = composition.pointee.parts.lowerBound
        let field = meta.pointee.fields[composition.pointee.field]
        let isThere = try takeApart(live + field.offset) { part in
            absent.contains(first + part) ? base + meta.pointee.fieldsAndParts[first + part].offset : nil
        }
        guard isThere else { return }
        for part in absent { top.pointee.markSeen(Int32(part)) }
    }

    /// Makes a field; parts that are absent are `nil` or empty.
    private mutating func make(_ composition: UnsafePointer<FieldComposition>) -> Bool {
        let frame = top
        let meta = frame.pointee.meta!
        let base = frame.pointee.base
        for index in composition.pointee.parts where !frame.pointee.isSeen(Int32(index)) {
            let part = meta.pointee.fieldsAndParts[index]
            do {
                try part.shape.pointee.makeNil(at: base + part.offset, context)
            } catch {
                let path = pathOfParent().appending(part.keys[0])
                return failWrapping(error, expected: part.shape.pointee.typeName, path: path)
            }
            frame.pointee.markSeen(Int32(index))
        }
        do {
            for part in composition.pointee.parts { frame.pointee.unmarkSeen(Int32(part)) }
            let field = meta.pointee.field(composition.pointee.field)
            // SAFETY: the parts are initialised, and no frame owns them from here on; the field is uninitialised.
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
