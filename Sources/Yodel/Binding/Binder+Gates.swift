// Gates: values whose place depends on the value itself. The hot path finds the kind `gate` in the slot's shape and
// calls these functions, which set the slot and send the event again.

extension Binder {
    @inline(never)
    mutating func scalarAtGate(_ event: ScalarEvent) -> Bool {
        switch top.pointee.kind {
        case .ignored: return top.pointee.gate == .aside ? aside(event) : true
        case .undecided: return undecidedScalar(event)
        case .tagged where top.pointee.gate == .none: return taggedScalar(event)
        case .variant: return triedScalar(event)
        default: break
        }
        switch top.pointee.gate {
        case .replace:
            if isRefusedNull(event) { return refusedNull(event) }
            if nullsUseDefault, isNull(event, fieldOfTop!.pointee.shape) {
                openField()
                destroySeenValue()
            } else {
                openReplacing()
            }
            return bind(event)
        case .unlessNull:
            if isRefusedNull(event) { return refusedNull(event) }
            openField()
            return bind(event)
        case .ranked:
            if isNull(event, fieldShape) { return rankedNull(event) }
            openRanked()
            return bind(event)
        case .update:
            if top.pointee.kind != .root, isRefusedNull(event) { return refusedNull(event) }
            openUpdated()
            return bind(event)
        case .nested:
            let nested = top.pointee.entry!.pointee.nested!
            if let goesOn = sendBytes(of: event, into: nested) { return goesOn }
            guard event.isNull else { return failScalar(event, expected: nested.pointee.valueName) }
            leaveValue()
            return true
        case .element:
            switch beginElement() {
            case .take: return bind(event)
            case .skip:
                leaveValue()
                return true
            case .fail: return false
            }
        case .several: return sendToSeveral(event)
        case .discard:
            if isDiscardedNull(event) {
                popDiscarded()
                return true
            }
            openField()
            return bind(event)
        case .overflow: return failOverflow()
        case .root: return failFragment(event)
        case .tag: return checkTag(event)
        case .item:
            guard beginItem() else { return false }
            return feeds!.isStream && !context.allowsFragments ? failFragment(event) : bind(event)
        case .routed: return routedScalar(event)
        case .aside: return aside(event)
        case .sample:
            sample(event.found)
            return true
        case .none, .bytes, .variant, .failed: preconditionFailure("this gate receives no scalar")
        }
    }

    /// Fails because a document, or one of a stream, is a scalar.
    private mutating func failFragment(_ event: ScalarEvent) -> Bool {
        failScalar(event, expected: "an object or array", hint: "allowsFragments = true allows it")
    }

    /// Begins an array or object at a gate; the caller has counted its depth.
    @inline(never)
    mutating func startAtGate(isObject: Bool) -> Bool {
        switch top.pointee.kind {
        case .ignored: return top.pointee.gate == .aside ? asideStart(isObject: isObject) : true
        case .undecided: return undecidedStart(isObject: isObject)
        case .tagged where top.pointee.gate == .none: return failContent(isObject: isObject)
        case .variant: return triedStart(isObject: isObject)
        default: break
        }
        switch top.pointee.gate {
        case .replace: openReplacing()
        case .ranked:
            openRanked()
            if beginRankedUpdate() { return startAtGate(isObject: isObject) }
        case .update:
            if isObject, let live = liveModel() { return pushUpdate(live) }
            if isObject, let goesOn = updateVariant() { return goesOn }
            openUpdated()
        case .nested:
            let nested = top.pointee.entry!.pointee.nested!
            guard isObject == (nested.pointee.indices == nil) else {
                return failMismatch(found: isObject ? "an object" : "an array")
            }
            pushNested(nested)
            return true
        case .element:
            switch beginElement() {
            case .take: break
            case .skip:
                pushIgnored()
                return true
            case .fail: return false
            }
        case .several: return pushUndecided(top.pointee.shape, gate: .several)
        case .overflow: return failOverflow()
        case .root, .discard, .unlessNull: openField()
        case .tag: return failTag(replays.knownTag!.table, found: isObject ? "an object" : "an array")
        case .routed:
            guard openRouted() else {
                pushIgnored()
                return true
            }
        case .aside:
            let isOutlined = feeds!.surroundings!.isOutlined
            pushIgnored(isOutlined ? .none : .aside)
            return asideStart(isObject: isObject) && (!isOutlined || asideEnd(isObject: isObject))
        case .sample:
            sample(isObject ? "an object" : "an array")
            if let replay = source.replay, let mark = replay.markOfValue {
                depth -= 1
                replay.pass(mark)
                return false
            }
            pushIgnored()
            return true
        case .none, .bytes, .variant, .failed, .item:
            preconditionFailure("this gate receives no start")
        }
        return startAgain(isObject: isObject)
    }

    /// Fails because a scalar is not what is needed; nothing allows a value that JSON does not have.
    mutating func failScalar(
        _ event: ScalarEvent, _ code: ModelError.Code = .typeMismatch, path: JSONPath? = nil, expected: String,
        hint: String? = nil
    ) -> Bool {
        if case .unusable(let needed, _) = event {
            return fail(.invalidValue, path: path, expected: needed, found: event.found)
        }
        return fail(code, path: path, expected: expected, found: event.found, hint: hint)
    }

    /// Points the slot at the field itself, which is uninitialised.
    mutating func openField() {
        let frame = top
        frame.pointee.gate = .none
        frame.pointee.slotShape =
            frame.pointee.kind == .root || frame.pointee.kind == .discard
            ? frame.pointee.shape : fieldShape
    }

    /// Points the slot at a value that an update decodes anew: a field, or a replacement for the instance at the root.
    private mutating func openUpdated() {
        openField()
        guard top.pointee.kind == .root else { return }
        pushBuffered(.replacement, top.pointee.shape, making: top.pointee.shape)
    }

    /// Points the slot at a field after destroying its value, or at a replacement if the field may keep the old value.
    private mutating func openReplacing() {
        openField()
        let field = fieldOfTop!
        let shape = field.pointee.shape
        if tolerates(field) || shape.pointee.mayBeLeftOut, !updatesInPlace(field, of: ownerOfTop) {
            pushBuffered(.replacement, shape, making: shape)
        } else {
            destroySeenValue()
        }
    }

    // MARK: - Null

    /// Whether a null does not become the field's value, although its type accepts it.
    private func isRefusedNull(_ event: ScalarEvent) -> Bool {
        let field = fieldOfTop!
        return field.pointee.refusesNull && isNull(event, field.pointee.shape)
    }

    private mutating func refusedNull(_ event: ScalarEvent) -> Bool {
        if fieldOfTop!.pointee.tolerance.nulls == .error {
            openField()
            return fail(.nullValue, expected: top.pointee.slotShape.pointee.nameWithoutNil, found: event.found)
        }
        noteNull(event)
        if ownerOfTop.pointee.isSeen(top.pointee.field) { destroySeenValue() }
        clearSlot()
        leaveValue()
        return true
    }

    /// Whether the value of a key of lower rank is null; the frame below has the field.
    private mutating func isDiscardedNull(_ event: ScalarEvent) -> Bool {
        top -= 1
        defer { top += 1 }
        guard isNull(event, fieldShape) else { return false }
        if nullMeansAbsent { forgetKey() }
        return true
    }

    /// Records a null that does not become the field's value, and that a word for it was converted.
    private func noteNull(_ event: ScalarEvent) {
        if !event.isNull { note(.converted, event.found) }
        note(.null, "null")
    }

    private mutating func failOverflow() -> Bool {
        let count = top.pointee.shape.pointee.fixedCount
        return fail(.wrongCount, path: pathOfParent(), expected: counted(count, "element"), found: "more")
    }

    // MARK: - Ranked keys

    private mutating func openRanked() {
        let owner = ownerOfTop
        let field = top.pointee.field
        let state = owner.pointee.rankState(of: field)!
        state.pointee.previousRank = state.pointee.rank
        state.pointee.rank = state.pointee.candidate
        if owner.pointee.isSeen(field) { openReplacing() } else { openField() }
    }

    /// Handles a null under one of several keys: it counts only if no other key has a value.
    private mutating func rankedNull(_ event: ScalarEvent) -> Bool {
        let field = fieldOfTop!
        let state = ownerOfTop.pointee.rankState(of: top.pointee.field)!
        if nullMeansAbsent { state.pointee.forgetKey() }
        let holdsNothing = state.pointee.rank == RankState.none && !ownerOfTop.pointee.isSeen(top.pointee.field)
        if holdsNothing, takesNull(field.pointee.shape), field.pointee.tolerance.nulls == nil {
            let index = topIndex
            openField()
            return bind(event) || leavesRefused(event, at: index)
        }
        noteNull(event)
        leaveNull(event)
        return true
    }

    /// Goes on after a null that has not become the field's value.
    ///
    /// If no other key has a value, the end of the object looks at it again.
    private mutating func leaveNull(_ event: ScalarEvent) {
        let owner = ownerOfTop
        let field = top.pointee.field
        let state = owner.pointee.rankState(of: field)!
        if state.pointee.nullPlace == nil {
            state.pointee.nullPlace = source.place(at: source.tokenStart)
            state.pointee.nullRank = state.pointee.candidate
            state.pointee.isNullWord = !event.isNull
            if !owner.pointee.keys!.pointee.isCaseSensitive {
                keyTexts.pathsOfNulls[owner - frames, default: [:]][field] = path(from: owner, through: top)
            }
        }
        leaveValue()
    }

    /// Goes on without a null that the type of a field with several keys has refused: another key may have the value.
    ///
    /// If none has, the end of the object reports the error.
    ///
    /// - Parameter index: The index of the frame with the field.
    private mutating func leavesRefused(_ event: ScalarEvent, at index: Int) -> Bool {
        guard let error = failure, error.code.concernsValue else { return false }
        // Recovery leaves such a null to another key, too, but not while variants are tried.
        if replays.trials.isEmpty, tolerates(field(of: frames + index)!) { return false }
        failure = nil
        while topIndex > index { dropTop() }
        let owner = ownerOfTop
        let state = owner.pointee.rankState(of: top.pointee.field)!
        if !state.pointee.isRefused {
            state.pointee.isRefused = true
            keyTexts.refusals[owner - frames, default: [:]][top.pointee.field] = error
        }
        clearSlot()
        leaveNull(event)
        return true
    }

    /// Treats the last key of the field on top, which has several, as absent.
    mutating func forgetKey() { ownerOfTop.pointee.rankState(of: top.pointee.field)!.pointee.forgetKey() }

    /// Whether the field on top treats null as an absent key.
    private var nullMeansAbsent: Bool {
        let field = fieldOfTop!
        if let policy = field.pointee.tolerance.nulls { return policy == .useDefault }
        return !field.pointee.shape.pointee.takesNull
            && (nullsUseDefault || tolerates(field) && !takesNull(field.pointee.shape))
    }

    // MARK: - One key for several fields

    private mutating func sendToSeveral(_ event: ScalarEvent) -> Bool {
        let entry = top.pointee.entry!
        let end = sendToTargets(of: entry) { $0.send(event) }
        if let end { return end }
        if let nested = entry.pointee.nested, !event.isNull {
            if let goesOn = sendBytes(of: event, into: nested) { return goesOn }
            if failScalar(event, expected: nested.pointee.valueName) || recovers(after: .group) { return true }
            // The source tries to recover again, which must not leave out only the field of this key.
            top.pointee.entry = nil
            return false
        }
        leaveValue()
        return true
    }

    mutating func playToSeveral(isObject: Bool) -> Bool {
        let replay = endKeeping()
        defer { replay.letGo() }
        source.cancelCapture()
        top -= 1
        let entry = top.pointee.entry!
        let end = sendToTargets(of: entry) { binder in binder.keepingDepth { replay.play(to: &$0) } }
        if let end { return end }
        guard let nested = entry.pointee.nested else {
            leaveValue()
            return true
        }
        guard isObject == (nested.pointee.indices == nil) else {
            return fail(
                .typeMismatch, at: .place(replay.start.start), expected: nested.pointee.valueName,
                found: isObject ? "an object" : "an array") || recovers(after: .group)
        }
        pushNested(nested)
        return keepingDepth { binder in
            // The end of the nested container leaves the value.
            binder.depth += 1
            return replay.play(to: &binder, inside: isObject)
        }
    }

    /// Sends a value to each of the fields that share its key.
    ///
    /// - Parameter send: Sends the value to the next field.
    /// - Returns: Whether decoding goes on, if it ends before the last of the fields; otherwise nil.
    private mutating func sendToTargets(
        of entry: UnsafePointer<KeyEntry>, _ send: (inout Binder) -> Bool
    ) -> Bool? {
        let element = top.pointee.count
        for target in entry.pointee.targets {
            top.pointee.entry = entry
            switch keyOfField(target.field, rank: target.rank) {
            case .take: if !send(&self) { return false }
            case .skip: break
            // A frame below may be able to do without the object.
            case .fail: if !recovers(after: .key) { return false }
            }
            if top.pointee.isAbandoned { return true }
            // In an array, the next field receives the same element.
            if top.pointee.kind == .elements { top.pointee.count = element }
        }
        top.pointee.entry = entry
        return nil
    }
}
