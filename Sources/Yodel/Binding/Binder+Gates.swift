// Gates: values whose place depends on what they are. The hot path finds the kind `gate` in the slot's shape and comes
// here; once it is clear what is to be done, the slot is set and the event sent on as if nothing had happened.

extension Binder {
    @inline(never)
    mutating func scalarAtGate(_ event: ScalarEvent) -> Bool {
        switch top.pointee.kind {
        case .raw, .skipped: return true
        case .recording: return record(scalar: event)
        case .undecided: return undecidedScalar(event)
        case .tagged: return taggedScalar(event)
        case .variant: return scalarInTrial(event)
        default: break
        }
        switch top.pointee.gate {
        case .replace:
            openReplacing()
            return send(event)
        case .ranked:
            if isNull(event, ownerOfTop.pointee.meta!.pointee.fields[Int(top.pointee.field)].shape) {
                return rankedNull()
            }
            openRanked()
            return send(event)
        case .update:
            openField()
            return send(event)
        case .nested:
            guard case .null = event else { return failMismatch(found: event.found) }
            top.pointee.entry = nil
            return true
        case .several: return sendToSeveral(event)
        case .discard:
            if isNull(event, top.pointee.shape) {
                popDiscarded()
                return true
            }
            openField()
            return send(event)
        case .overflow: return failOverflow()
        case .tag: return checkTag(event)
        case .root: return fail(.typeMismatch, expected: "an object or array", found: event.found)
        case .none, .trial: preconditionFailure("a gate has a reason")
        }
    }

    /// An array or object at a gate; the depth has been counted.
    @inline(never)
    mutating func startAtGate(isObject: Bool) -> Bool {
        switch top.pointee.kind {
        case .raw, .skipped:
            top.pointee.count += 1
            return true
        case .recording:
            top.pointee.count += 1
            return record(isObject ? .startObject : .startArray)
        case .undecided: return undecidedStart(isObject: isObject)
        case .tagged: return taggedStart(isObject: isObject)
        case .variant: return startInTrial(isObject: isObject)
        default: break
        }
        switch top.pointee.gate {
        case .replace: openReplacing()
        case .ranked:
            openRanked()
            if isObject, let live = liveModelOfRanked() { return pushUpdate(live) }
        case .update:
            if isObject, let live = liveModel() { return pushUpdate(live) }
            if isObject, let goesOn = updateVariant() { return goesOn }
            openField()
        case .nested:
            guard isObject else { return failMismatch(found: "an array") }
            pushGroup(keys: top.pointee.entry!.pointee.nested!)
            return true
        case .several: return pushRecording(isObject: isObject)
        case .overflow: return failOverflow()
        case .tag: return failTag(knownTag!.table, isObject: isObject)
        case .root, .discard: openField()
        case .none, .trial: preconditionFailure("a gate has a reason")
        }
        // Sent again to the slot that is now known; it counts the depth itself.
        depth -= 1
        return isObject ? startObject() : startArray()
    }

    /// The slot of the field itself, which holds nothing.
    private mutating func openField() {
        let frame = top
        frame.pointee.gate = .none
        frame.pointee.slotShape =
            frame.pointee.kind == .root || frame.pointee.kind == .discard
            ? frame.pointee.shape : ownerOfTop.pointee.meta!.pointee.fields[Int(frame.pointee.field)].shape
    }

    /// The slot of a field after what it holds has been destroyed.
    private mutating func openReplacing() {
        openField()
        destroySeenValue(of: ownerOfTop)
    }

    private mutating func failOverflow() -> Bool {
        let count = top.pointee.shape.pointee.fixedCount
        return fail(.wrongCount, path: pathOfParent(), expected: "\(count) elements", found: "more")
    }

    // MARK: - Ranked keys

    private mutating func openRanked() {
        let owner = ownerOfTop
        let field = top.pointee.field
        let ranks = owner.pointee.ranks!
        ranks[Int(field)].rank = ranks[Int(field)].candidate
        if owner.pointee.isSeen(field) { openReplacing() } else { openField() }
    }

    /// A null never beats a value from another key: it counts only where there is none.
    private mutating func rankedNull() -> Bool {
        let owner = ownerOfTop
        let field = top.pointee.field
        let ranks = owner.pointee.ranks!
        if ranks[Int(field)].nullPlace == nil {
            ranks[Int(field)].nullPlace = source.place(at: source.tokenStart)
            ranks[Int(field)].nullRank = ranks[Int(field)].candidate
        }
        let shape = owner.pointee.meta!.pointee.fields[Int(field)].shape
        let holdsNothing = ranks[Int(field)].rank == RankState.none && !owner.pointee.isSeen(field)
        if holdsNothing, shape.pointee.takesNull {
            openField()
            return null()
        }
        top.pointee.entry = nil
        return true
    }

    // MARK: - Nested keys

    private mutating func pushGroup(keys: UnsafePointer<KeyTable>) {
        let owner = ownerOfTop
        let base = owner.pointee.base
        let shape = owner.pointee.shape
        let index = owner - frames
        push(
            Frame(
                kind: .group, slot: base, slotShape: shape, shape: shape, base: base, limit: base, keys: keys,
                owner: index))
    }

    // MARK: - One key for several fields

    private mutating func sendToSeveral(_ event: ScalarEvent) -> Bool {
        let entry = top.pointee.entry!
        for target in entry.pointee.targets {
            guard let wants = prepare(target, of: entry) else { return false }
            if wants, !send(event) { return false }
        }
        if entry.pointee.nested != nil {
            top.pointee.entry = entry
            guard case .null = event else { return fail(.typeMismatch, expected: "an object", found: event.found) }
        }
        top.pointee.entry = nil
        return true
    }

    private mutating func pushRecording(isObject: Bool) -> Bool {
        beginRecording()
        let frame = top.pointee
        push(
            Frame(
                kind: .recording, slot: frame.slot, slotShape: Shape.gate, shape: frame.shape, base: frame.base,
                limit: frame.slot, count: 1))
        return record(isObject ? .startObject : .startArray)
    }

    mutating func endRecorded(_ event: EventTape.Event) -> Bool {
        guard record(event) else { return false }
        top.pointee.count -= 1
        guard top.pointee.count == 0 else { return true }
        let player = TapePlayer(endRecording())
        source.cancelCapture()
        top -= 1
        let entry = top.pointee.entry!
        for target in entry.pointee.targets {
            guard let wants = prepare(target, of: entry) else { return false }
            if wants, !player.play(to: &self) { return false }
        }
        top.pointee.entry = entry
        if let nested = entry.pointee.nested {
            guard event == .endObject else {
                return fail(.typeMismatch, at: .place(player.tape.start), expected: "an object", found: "an array")
            }
            pushGroup(keys: nested)
            depth += 1
            guard player.play(to: &self, from: player.tape.withRecord(at: 0) { $0.next }) else { return false }
        }
        top.pointee.entry = nil
        return true
    }

    /// Makes a field that shares a key the next one: nil on failure, false when it wants no value.
    private mutating func prepare(_ target: KeyTarget, of entry: UnsafePointer<KeyEntry>) -> Bool? {
        top.pointee.entry = entry
        switch keyOfField(target.field, rank: target.rank) {
        case .take: return true
        case .skip: return false
        case .fail: return nil
        }
    }
}
