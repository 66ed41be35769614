// Keys: finding the field, dictionary entry or path of the next value.

extension Binder {
    @inline(never)
    mutating func keySlow(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        switch top.pointee.kind {
        case .dictionary: return dictionaryKey(start, count)
        case .group: return groupKey(start, count)
        case .ignored: return top.pointee.gate == .aside ? asideKey(start, count) : .skip
        case .undecided: return undecidedKey(start, count)
        case .tagged: return taggedKey(start, count)
        case .feed: return itemKey(start, count)
        case .route: return routeKey(start, count)
        case .root, .object, .elements, .list, .fixedList, .wrapper, .discard, .preview, .replacement, .unknown,
            .variant:
            preconditionFailure("only an object has keys")
        }
    }

    @inline(never)
    mutating func unknownKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        top.pointee.entry = nil
        if let answer = answerToTag(start, count) { return answer }
        if top.pointee.kind == .object, top.pointee.meta!.pointee.unknownMembers != nil {
            unknown.isSampled = noteUnknownKey(start, count)
            return keepUnknown(start, count)
        }
        if context.mayBeOnFeedPath(atDepth: depth), isOnFeedPath(start, count) { return .skip }
        if isAlsoAValue { return .skip }
        switch options.unknownKeys {
        case .ignore: break
        case .error:
            let key = makeString(start, count, nil)
            return failKey(.unknownKey, key, found: "the unknown key \(excerpt(key))")
        case .collect:
            let offset = source.hasPlaces ? source.tokenStart : source.place(at: source.tokenStart).offset
            notes!.noteKey(pathOfKept(unknownKey: start, count), at: offset)
        }
        guard noteUnknownKey(start, count) else { return .skip }
        setGate(.sample)
        return .take
    }

    /// The path of an unknown key; nil if the key is only counted.
    ///
    /// Most keys occur in each element of an array: whether they are known is found without a path.
    private func pathOfKept(unknownKey start: UnsafePointer<UInt8>, _ count: Int) -> JSONPath? {
        guard notes!.hasRoomForKey else { return nil }
        let key = JSONPath.Step.key(makeString(start, count, nil))
        var identity = UnknownKeyCollector.Identity()
        forEachStep(from: frames, through: top) { identity.add($0) }
        identity.add(key)
        return notes!.keepsKey(identity.hash) ? pathFromRoot.appending(key) : nil
    }

    /// Whether a property takes the object on top, or one around it, as a whole, beside the paths that lead into it: then
    /// that property knows the keys, or has reported them.
    private var isAlsoAValue: Bool {
        var frame = top
        while frame.pointee.isNested {
            frame -= 1
            if let entry = frame.pointee.entry, !entry.pointee.targets.isEmpty { return true }
        }
        return false
    }

    /// Whether an unknown key leads to items of the feed around the document, which will read it.
    private func isOnFeedPath(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // The paths are those of the document, also in a part of it.
        let path = context.part.map { JSONPath($0.path(PartPath(pathFromRoot)).steps) } ?? pathFromRoot
        let place = path.appending(.key(makeString(start, count, nil)))
        return context.feedPaths.contains { $0.leads(through: place) }
    }

    private mutating func noteSpelling(_ start: UnsafePointer<UInt8>, _ count: Int) {
        keyTexts.spelled[topIndex] = makeString(start, count, nil)
    }

    // MARK: - Fields

    private mutating func groupKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        if let refusal = countKey(of: count) { return refusal }
        let expected = top.pointee.predicted.unsafelyUnwrapped
        if expected.pointee.matches(start, count) {
            top.pointee.predicted = expected + 1
            return keyOfEntry(expected)
        }
        guard let entry = findKey(start, count) else { return unknownKey(start, count) }
        return keyOfEntry(entry)
    }

    /// The entry of a key that is not the predicted one; afterwards the entry after it is predicted.
    @inline(never)
    mutating func findKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<KeyEntry>? {
        let table = top.pointee.keys!
        guard let entry = table.find(start, count) else { return nil }
        if table.pointee.isCaseSensitive {
            top.pointee.predicted = entry + 1
        } else {
            noteSpelling(start, count)
        }
        return entry
    }

    /// Handles a key that is in the table, but needs more than a store.
    @inline(never)
    mutating func keyOfEntry(_ entry: UnsafePointer<KeyEntry>) -> KeyAnswer {
        top.pointee.entry = entry
        switch entry.pointee.gate {
        case .none, .ranked, .unlessNull:
            return keyOfField(entry.pointee.field, rank: entry.pointee.rank)
        case .nested:
            let owner = ownerOfTop
            if owner.pointee.isSeen(entry.pointee.field) { return duplicate(gate: .nested) }
            owner.pointee.markSeen(entry.pointee.field)
            setGate(.nested)
        case .several:
            if options.duplicateKeys == .error, hasMetAny(of: entry) { return duplicate(gate: .several) }
            setGate(.several)
        default: preconditionFailure("an entry of the key table has no other gate")
        }
        return .take
    }

    /// Whether a key of several fields has occurred before.
    @inline(never)
    private func hasMetAny(of entry: UnsafePointer<KeyEntry>) -> Bool {
        let owner = ownerOfTop
        return entry.pointee.targets.contains { owner.pointee.hasMet($0) }
    }

    /// Points the slot at a field, with a gate if the value itself decides what happens to it.
    mutating func keyOfField(_ field: Int32, rank: UInt8) -> KeyAnswer {
        let owner = ownerOfTop
        let meta = owner.pointee.meta!.pointee.fieldOrPart(field)
        top.pointee.field = field
        top.pointee.slot = owner.pointee.base + meta.pointee.offset
        top.pointee.slotShape = meta.pointee.shape
        if let state = owner.pointee.rankState(of: field) { return keyOfRankedField(&state.pointee, rank: rank) }
        if updatesInPlace(meta, of: owner) { return keyOfUpdatedModel(field, owner) }
        if owner.pointee.isSeen(field) { return duplicate(gate: .replace) }
        if meta.pointee.refusesNull { setGate(.unlessNull) }
        return .take
    }

    /// Begins a nested model of an update, after discarding what an earlier key has staged for it.
    private mutating func keyOfUpdatedModel(_ field: Int32, _ owner: UnsafeMutablePointer<Frame>) -> KeyAnswer {
        let isSeen = owner.pointee.isSeen(field)
        let isUpdated = updates.hasUpdate(of: field, of: owner.pointee.updateID)
        setGate(.update)
        guard isSeen || isUpdated else { return .take }
        let answer = duplicate(gate: .update)
        guard answer == .take else { return answer }
        if isSeen { destroySeenValue() }
        if isUpdated { updates.discard(field, of: owner.pointee.updateID) }
        return .take
    }

    /// Destroys the value that the field on top has.
    func destroySeenValue() {
        ownerOfTop.pointee.unmarkSeen(top.pointee.field)
        fieldShape.destroy(top.pointee.slot)
    }

    private mutating func keyOfRankedField(_ state: inout RankState, rank: UInt8) -> KeyAnswer {
        let isDuplicate = state.met & (1 << UInt64(rank)) != 0
        state.met |= 1 << UInt64(rank)
        if isDuplicate, options.duplicateKeys != .last { return duplicate(gate: .ranked) }
        state.candidate = rank
        if rank > state.rank {
            // An update in place has no value of its own that could be checked.
            let owner = ownerOfTop
            return updatesInPlace(fieldOfTop!, of: owner) ? ignoreValue() : discardValue()
        }
        setGate(.ranked)
        return .take
    }

    private mutating func duplicate(gate: Gate) -> KeyAnswer {
        if options.duplicateKeys != .error, let entry = top.pointee.entry,
            let answer = answerToTag(entry.pointee.bytes, entry.pointee.length)
        {
            return answer
        }
        switch options.duplicateKeys {
        case .last:
            setGate(gate)
            return .take
        case .first: return ignoreValue()
        case .error:
            _ = fail(.duplicateKey, found: "the key twice")
            return .fail
        }
    }

    private mutating func ignoreValue() -> KeyAnswer {
        top.pointee.entry = nil
        return .skip
    }

    /// Decodes a value without keeping it, so that its errors do not depend on the order of the keys.
    private mutating func discardValue() -> KeyAnswer {
        let shape = top.pointee.slotShape
        pushBuffered(.discard, shape, making: shape)
        setGate(.discard)
        return .take
    }

    /// Makes the next value of the top frame go through a gate.
    ///
    /// Not `mutating`, as it writes to the frame: Swift 6.2 refuses such a call in an initialiser.
    func setGate(_ gate: Gate) {
        top.pointee.gate = gate
        top.pointee.slotShape = Shape.gate
    }

    /// The frame with the fields of the top frame: itself, or the object of a group or array.
    @inline(__always)
    var ownerOfTop: UnsafeMutablePointer<Frame> { owner(of: top) }

    /// The frame with the fields of any frame.
    @inline(__always)
    func owner(of frame: UnsafeMutablePointer<Frame>) -> UnsafeMutablePointer<Frame> {
        frame.pointee.isNested ? frames + frame.pointee.holder : frame
    }

    // MARK: - Dictionaries

    private mutating func dictionaryKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let frame = top
        guard frame.pointee.count + frame.pointee.dropped < limits.keysPerObject else {
            return failKey(.keyCountLimit)
        }
        guard count <= limits.keyBytes else { return failKey(.keyLimit) }
        let holder = (frame - 1).pointee.kind
        if holder == .variant || holder == .wrapper || holder == .root && context.tagOfRoot != nil,
            answerToTag(start, count) != nil
        {
            return .skip
        }
        let bytes = UnsafeBufferPointer(start: start, count: count)
        guard !CombiningMarks.areTooMany(in: bytes, limits) else { return failKey(.combiningMarkLimit) }
        if options.duplicateKeys == .error, !keyTexts.met[keyTexts.met.count - 1].insert(Array(bytes)).inserted {
            return failKey(.duplicateKey, String(decoding: bytes, as: UTF8.self), found: "the key twice")
        }
        let shape = frame.pointee.shape.pointee.key!
        let value = frame.pointee.slotShape
        let needed = frame.pointee.count + 1
        if frame.pointee.keyBuffer!.byteCount < needed * shape.pointee.stride {
            frame.pointee.keyBuffer = pool.grow(frame.pointee.keyBuffer!, moving: frame.pointee.count, of: shape)
        }
        if frame.pointee.buffer!.byteCount < needed * value.pointee.stride {
            let buffer = pool.grow(frame.pointee.buffer!, moving: frame.pointee.count, of: value)
            frame.pointee.buffer = buffer
            frame.pointee.base = buffer.start
        }
        let slot = frame.pointee.keyBuffer!.start + frame.pointee.count * shape.pointee.stride
        guard storeKey(bytes, shape, into: slot) else {
            let key = String(decoding: bytes, as: UTF8.self)
            return failKey(
                .typeMismatch, key, expected: "a key of type \(shape.pointee.typeName)",
                found: "the key \(excerpt(key))")
        }
        if shape.pointee.kind != .string { noteSpelling(start, count) }
        frame.pointee.hasPendingKey = true
        frame.pointee.slot = frame.pointee.base + frame.pointee.count * value.pointee.stride
        return .take
    }

    /// Stores a key as the dictionary's key type; as JSON keys are strings, numbers are read from their text.
    private func storeKey(
        _ bytes: UnsafeBufferPointer<UInt8>, _ shape: ShapePointer, into slot: UnsafeMutableRawPointer
    ) -> Bool {
        switch shape.pointee.kind {
        case .string, .substring, .character, .uuid:
            return storeString(bytes, shape, into: slot) == .stored
        case .rawValue:
            return storeRawValue(bytes, shape, into: slot) { raw, value in
                storeKey(bytes, raw, into: value) ? .stored : .mismatch
            } == .stored
        default:
            // Only as integers are written in JSON, so that no two texts are the same key.
            let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
            guard NumberText(bytes).isValid, digits.allSatisfy(TextCursor.isDigit) else { return false }
            return storeNumber(NumberText(bytes), shape, into: slot) == .stored
        }
    }
}
