// Undecided values: those of several fields, or of a variant that is not yet known. They are kept and read again later.
// A value within a replay is not kept again; the replay goes back to its start.

extension Binder {
    /// Pushes a frame for the container that has just begun in the slot of a variant, or of several fields.
    ///
    /// The frame's field is 1 when the tag's value comes next.
    ///
    /// - Parameter own: The variant of the instance that the object would update, which then needs no tag.
    mutating func pushUndecided(
        _ shape: ShapePointer, gate: Gate = .none, own: Int? = nil
    ) -> Bool {
        let slot = top.pointee.slot
        push(
            Frame(
                kind: .undecided, gate: gate, field: 0, slot: slot, slotShape: Shape.gate, shape: shape, base: slot,
                count: 1))
        top.pointee.ownVariant = own
        if gate != .several, shape.pointee.variants!.pointee.tagging != .untagged, let replay = source.replay,
            let mark = replay.markOfValue
        {
            replay.mark = mark
            replay.members = []
            replay.firstKey = nil
            top.pointee.isMarked = true
            return true
        }
        source.beginCapture()
        // Reuses the last replay, unless it is being played.
        if !isKnownUniquelyReferenced(&replays.kept) { replays.kept = Replay() }
        replays.kept!.begin(source)
        return keep()
    }

    /// Counts a token of the top undecided value.
    ///
    /// - Parameter hasText: Whether the bytes are the text of a key or string.
    /// - Returns: Whether there is room for it.
    private mutating func keep(_ bytes: Int = 0, hasText: Bool = false) -> Bool {
        if top.pointee.isMarked { return true }
        if replays.players == 0 { grantReplays(bytes, hasText: hasText) }
        return source.tokenEnd - replays.kept!.offset <= limits.bufferedBytes || fail(.bufferLimit)
    }

    private mutating func keep(_ event: ScalarEvent) -> Bool {
        switch event {
        case .null, .bool, .number, .string, .unusable: break
        case .date, .data: if !top.pointee.isMarked { replays.kept!.noteNative(event, source) }
        }
        return keep(event.byteCount, hasText: event.isText)
    }

    /// The replay that contains the top undecided value.
    private var looked: Replay { top.pointee.isMarked ? source.replay! : replays.kept! }

    // MARK: - Events

    mutating func undecidedKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        if top.pointee.count == 1, top.pointee.gate != .several {
            let table = top.pointee.shape.pointee.variants!
            switch table.pointee.tagging {
            case .internal, .adjacent: top.pointee.field = table.isTag(start, count) ? 1 : 0
            case .external:
                if let answer = externalKey(start, count, table) { return answer }
                if drift != nil, top.pointee.keyCount == 0 {
                    looked.firstKey = (excerpt(UnsafeBufferPointer(start: start, count: count)), source.tokenStart)
                }
            case .choice:
                looked.members.append((makeString(start, count, nil), nil))
            case .untagged: break
            }
            top.pointee.keyCount += 1
        }
        return keep(count, hasText: true) ? .take : .fail
    }

    /// Handles the key of an external tag: decides if it is the first key, and fails after others; nil for unknown
    /// keys.
    private mutating func externalKey(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ table: VariantTablePointer
    ) -> KeyAnswer? {
        guard table.index(ofKey: start, count) != nil else { return nil }
        if top.pointee.keyCount > 0 {
            return failSecondKey(makeString(start, count, nil))
        }
        source.cancelCapture()
        top -= 1
        pushTagged(nil, table)
        return bindKey(start, count)
    }

    mutating func undecidedScalar(_ event: ScalarEvent) -> Bool {
        guard top.pointee.count == 1, top.pointee.gate != .several else { return keep(event) }
        let table = top.pointee.shape.pointee.variants!
        if table.pointee.tagging == .choice {
            looked.members[looked.members.count - 1].scalar = withText(of: event, \.knownScalar)
        }
        guard top.pointee.field == 1 else { return keep(event) }
        if let goesOn = decideAtOnce(event, table) { return goesOn }
        return keep(event) && decide(by: event, table)
    }

    mutating func undecidedStart(isObject: Bool) -> Bool {
        if top.pointee.count == 1, top.pointee.field == 1 {
            return failTag(
                top.pointee.shape.pointee.variants!, found: isObject ? "an object" : "an array")
        }
        top.pointee.count += 1
        replays.kept!.noteStart(source)
        return keep()
    }

    mutating func endUndecided(isObject: Bool) -> Bool {
        top.pointee.count -= 1
        guard keep() else { return false }
        guard top.pointee.count == 0 else {
            replays.kept!.noteEnd(source)
            return true
        }
        return top.pointee.gate == .several ? playToSeveral(isObject: isObject) : decideAtEnd()
    }

    // MARK: - Deciding

    /// Decides without a replay, if the tag is the object's first member; nil if it is not.
    private mutating func decideAtOnce(_ event: ScalarEvent, _ table: VariantTablePointer) -> Bool? {
        guard top.pointee.keyCount == 1, top.pointee.gate == .none, !table.pointee.ignoresCase,
            let index = index(of: event, in: table), index != table.pointee.otherwise
        else { return nil }
        let shape = table.pointee.variants[index].shape
        let model = shape?.pointee.kind == .structure || shape?.pointee.kind == .instance ? shape!.pointee.model : nil
        let isModel = model != nil && model!.pointee.preparation == nil
        guard table.pointee.tagging == .adjacent || shape == nil || isModel else { return nil }
        source.cancelCapture()
        top -= 1
        guard table.pointee.tagging == .internal, isModel else {
            pushTagged(index, table)
            return true
        }
        guard enterObject(index, table) else { return false }
        // The tag may also be a property.
        let tag = table.pointee.tagKey
        top.pointee.count += 1
        guard let entry = findKey(tag.start, tag.count) else { return true }
        let answer = keyOfEntry(entry)
        assert(answer == .take, "the first key of an object is not a duplicate")
        return bind(event)
    }

    /// Decides by the value of the tag.
    private mutating func decide(by tag: ScalarEvent, _ table: VariantTablePointer) -> Bool {
        if let index = tag.isNull ? untagged(table) : index(of: tag, in: table) { return play(as: index) }
        if !tag.isNull { note(.unknownValue, tag.found, isDistinct: true) }
        return decideRest(table) { binder in
            binder.fail(
                tag.isNull ? .nullValue : .unknownVariant, path: binder.path.appending(table.pointee.tagStep),
                expected: table.pointee.knownTags, found: tag.found, hint: binder.hint(forTag: tag, table))
        }
    }

    /// Decides at the end of an object that has not named its variant.
    private mutating func decideAtEnd() -> Bool {
        let table = top.pointee.shape.pointee.variants!
        switch table.pointee.tagging {
        case .untagged: return play(as: nil)
        case .internal, .adjacent:
            if let index = untagged(table) { return play(as: index) }
            return decideRest(table) { $0.fail(.missingKeys, missingKeys: [table.pointee.tagText]) }
        case .external:
            if let key = looked.firstKey {
                note(.unknownValue, "the key \(key.text)", isDistinct: true, at: key.offset)
            }
            return play(as: table.pointee.otherwise!)
        case .choice:
            let (index, tag) = table.choose(by: VariantPreview(members: looked.members))
            if let index { return play(as: index) }
            let start = looked.place(at: looked.mark.offset)
            return decideRest(table) { binder in
                let found = "\(tag?.values.first?.text ?? "nil") from the choosing function"
                return binder.fail(
                    .unknownVariant, at: .place(start), expected: table.pointee.knownTags, found: found)
            }
        }
    }

    /// The variant of an object without a tag, if there is one.
    private func untagged(_ table: VariantTablePointer) -> Int? {
        top.pointee.ownVariant ?? table.pointee.untaggedIndex
    }

    /// Handles a value of an unknown variant.
    private mutating func decideRest(_ table: VariantTablePointer, else fail: (inout Binder) -> Bool) -> Bool {
        if let otherwise = table.pointee.otherwise { return play(as: otherwise) }
        guard leavesOut(table) else { return fail(&self) || recovers(after: .start) }
        source.cancelCapture()
        let isOpen = top.pointee.count > 0
        top -= 1
        return isOpen ? pushPassed(makes: nil) : dropValue()
    }

    // MARK: - Reading again

    /// Plays the top undecided value again for its original slot, as a variant that is now known.
    private mutating func play(as index: Int?) -> Bool {
        if top.pointee.isMarked {
            depth -= top.pointee.count
            top -= 1
            replays.decided = index
            source.replay!.go(to: source.replay!.mark)
            return false
        }
        let live = source
        let replay = endKeeping()
        defer { replay.letGo() }
        let goesOn = keepingDepth { binder in
            // The replay opens all open containers again.
            binder.depth -= binder.top.pointee.count
            binder.top -= 1
            binder.replays.decided = index
            return replay.play(to: &binder)
        }
        // A capture of the whole value continues.
        if !replay.isCapturing { live.cancelCapture() }
        return goesOn
    }

    /// Ends and returns the replay that has kept the top undecided value.
    mutating func endKeeping() -> Replay {
        let replay = replays.kept!
        replay.end(source, isWhole: top.pointee.count == 0)
        return replay
    }

    /// Plays a value that the source's current event has completed.
    ///
    /// After a failure the depth is that of the source again, because recovery counts from there.
    mutating func keepingDepth(_ play: (inout Binder) -> Bool) -> Bool {
        let open = depth
        let goesOn = play(&self)
        if !goesOn { depth = open }
        return goesOn
    }

    // MARK: - Work

    /// Grants work for replays, for an event from the text itself.
    ///
    /// The event counts with its smallest possible size in the document, however it was read: one byte for a bracket,
    /// and for a text its quotes and one byte after them.
    mutating func grantReplays(_ bytes: Int, hasText: Bool) {
        let share = ReplayWork.share(of: bytes + (hasText ? 3 : 1), limits)
        let granted = ReplayWork.free * ReplayWork.token(of: bytes) + share
        replays.workLeft = min(replays.workLeft + granted, ReplayWork.unlimited)
    }

    /// Counts work that a replay causes; false if it exceeds the limit.
    ///
    /// - Parameter isEnd: Whether it is for the end of an array or object, which the error is about then.
    mutating func countReplay(work: Int, isEnd: Bool = false) -> Bool {
        replays.workLeft -= work
        guard replays.workLeft >= 0, context.replaysAround?.take(work) ?? true else {
            return fail(.replayLimit, path: isEnd ? pathOfParent() : nil)
        }
        return true
    }
}
