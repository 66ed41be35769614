// Objects whose variant is not known yet: their events go to the tape until it is.

extension Binder {
    /// Appends an event to the tape.
    ///
    /// - Returns: Whether there is room for it.
    mutating func record(_ event: EventTape.Event, _ text: UnsafeBufferPointer<UInt8>? = nil) -> Bool {
        let length = tape.append(event, text, source)
        if players == 0 { grantReplays(text?.count ?? 0, hasText: event.hasText) }
        guard length <= options.limits.bufferedBytes else {
            return fail(.bufferLimit)
        }
        return true
    }

    mutating func record(scalar event: ScalarEvent) -> Bool {
        switch event {
        case .null: record(.null)
        case .bool(let value): record(value ? .true : .false)
        case .number(let text): record(.number, text.bytes)
        case .string(let bytes): record(.string, bytes)
        case .date(let date): date.withBytes { record(.date, $0) }
        case .data(let data): data.withBytes { record(.data, $0) }
        }
    }

    mutating func beginRecording() {
        source.beginCapture()
        tape.begin(source)
    }

    /// The tape that was recorded, with the bytes its events are of.
    mutating func endRecording() -> EventTape {
        var recorded = EventTape()
        swap(&recorded, &tape)
        recorded.end(bytes: source.capturedSoFar())
        return recorded
    }

    /// A frame for the container that has just begun in the slot of a variant.
    ///
    /// Its field is 1 when the value of the tag comes next.
    mutating func pushUndecided(_ shape: ShapePointer, isObject: Bool = true, gate: Frame.Gate = .none) -> Bool {
        beginRecording()
        let slot = top.pointee.slot
        push(
            Frame(
                kind: .undecided, gate: gate, field: 0, slot: slot, slotShape: Shape.gate, shape: shape, base: slot,
                limit: slot, count: 1))
        return record(isObject ? .startObject : .startArray)
    }

    mutating func undecidedKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let table = top.pointee.shape.pointee.variants!
        let text = UnsafeBufferPointer(start: start, count: count)
        if top.pointee.count == 1 {
            if table.pointee.tagging == .external, let answer = externalKey(start, count, table) { return answer }
            let hasTag = table.pointee.tagging == .internal || table.pointee.tagging == .adjacent
            top.pointee.field = hasTag && table.isTag(start, count) ? 1 : 0
            top.pointee.owner += 1
        }
        return record(.key, text) ? .take : .fail
    }

    /// A known key says all where it is the first, and is an error behind others; nil for any other key.
    private mutating func externalKey(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ table: VariantTablePointer
    ) -> KeyAnswer? {
        guard table.index(ofKey: start, count) != nil else { return nil }
        if top.pointee.owner > 0 {
            failSecondKey(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
            return .fail
        }
        source.cancelCapture()
        top -= 1
        pushTagged(nil, table)
        return key(start, count)
    }

    mutating func undecidedScalar(_ event: ScalarEvent) -> Bool {
        guard top.pointee.count == 1, top.pointee.field == 1 else { return record(scalar: event) }
        if let goesOn = decideAtOnce(event) { return goesOn }
        return record(scalar: event) && play()
    }

    /// The tag is the first member of an object, and nothing has to be played: nil where that is not so.
    private mutating func decideAtOnce(_ event: ScalarEvent) -> Bool? {
        let table = top.pointee.shape.pointee.variants!
        guard top.pointee.owner == 1, top.pointee.gate == .none, !table.pointee.ignoresCase, source.player == nil,
            let index = table.index(of: event, options), index != table.pointee.otherwise
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
        // The tag may be a property too.
        let tag = table.pointee.tagKey
        top.pointee.count += 1
        guard let entry = findKey(tag.start, tag.count) else { return true }
        switch keyOfEntry(entry) {
        case .take: return send(event)
        case .skip: return true
        case .fail: return false
        }
    }

    mutating func undecidedStart(isObject: Bool) -> Bool {
        if top.pointee.count == 1, top.pointee.field == 1 {
            return failTag(top.pointee.shape.pointee.variants!, isObject: isObject)
        }
        top.pointee.count += 1
        return record(isObject ? .startObject : .startArray)
    }

    mutating func endUndecided(_ event: EventTape.Event) -> Bool {
        top.pointee.count -= 1
        guard record(event) else { return false }
        return top.pointee.count > 0 || play()
    }

    /// Plays what the undecided frame on top has kept to the slot it was in.
    private mutating func play() -> Bool {
        let live = source
        let player = TapePlayer(endRecording())
        let goesOn = keepingDepth { binder in
            // Whatever is open is opened again.
            binder.depth -= binder.top.pointee.count
            binder.top -= 1
            return player.play(to: &binder)
        }
        // What takes the bytes of the whole value goes on taking them.
        if !player.isCapturing { live.cancelCapture() }
        // Its memory serves the next one, unless that has begun.
        if tape.count == 0 { tape = player.tape }
        return goesOn
    }

    /// Plays what an event of the source at hand has completed.
    ///
    /// Where that fails midway, as much is open as the source has open: recovery counts from there.
    mutating func keepingDepth(_ play: (inout Binder) -> Bool) -> Bool {
        let open = depth
        let goesOn = play(&self)
        if !goesOn { depth = open }
        return goesOn
    }

    /// Makes room for the replays of an event that has come from the text.
    ///
    /// It is counted by what it has at least of the document, in whatever way that has been read: of a bracket the
    /// bracket, of a text its quotes and what stands behind them.
    private mutating func grantReplays(_ bytes: Int, hasText: Bool) {
        let share = ReplayWork.share(of: bytes + (hasText ? 3 : 1), options.limits)
        replaysLeft = min(replaysLeft + ReplayWork.free * ReplayWork.token(of: bytes) + share, ReplayWork.unlimited)
    }

    /// Counts an event that is played, with a text of so many bytes; false when that is too much work.
    mutating func countReplay(_ bytes: Int) -> Bool { countReplay(work: ReplayWork.token(of: bytes)) }

    /// Counts work that is done because something is played; false when it is too much.
    mutating func countReplay(work: Int) -> Bool {
        replaysLeft -= work
        guard replaysLeft >= 0, options.replaysAround?.take(work) ?? true else { return fail(.replayLimit) }
        return true
    }
}
