// Recovery: a value that does not fit costs itself alone where its field or its collection says so.
//
// An event function that fails leaves the frames as they are. Before its source gives up, it asks here: if a frame
// further down can do without the value that has failed, the frames above are taken back and decoding goes on, past
// the rest of the value, after it.
//
//   root ─ list of books ─ Book ─ list of tags ▸ 7
//          can drop one    no     no                  the book goes; what is left of it is passed over
//
// A feed's frame, which hands its items on one by one, can do without each of them (see `Binder+Feeds`).

extension Binder {
    /// Takes back what belongs to a value that has failed, if something can do without it.
    ///
    /// - Returns: Whether decoding goes on. A key's value is skipped then.
    @inline(never)
    mutating func recovers(after event: FailedEvent) -> Bool {
        if feeds != nil, replays.trials.isEmpty || failure?.category == .limit { preferItemLimit() }
        // A try has to fit as it is; when all have failed, it is their value that has. Beyond a limit none is next.
        guard let error = failure, replays.trials.isEmpty || error.code.concernsItem else { return false }
        let place = error.code.concernsValue ? tolerantFrame(error.code, event) : tolerantFeed(error.code)
        if context.errorLimit > 1, error.code.concernsValue, place?.pointee.kind ?? .feed == .feed {
            return collects(error, after: event)
        }
        guard let place else { return false }
        failure = nil
        forgetTrials()
        if place.pointee.kind == .feed { feeds!.failures = takeCollected(endedBy: error) } else { notes?.note(error) }
        return goOn(at: place, after: event)
    }

    /// Takes back what is above a frame that can do without it, and goes on after the value.
    mutating func goOn(at place: UnsafeMutablePointer<Frame>, after event: FailedEvent) -> Bool {
        let isOfField = place.pointee.hasFields && !isBelowUnknown(place) && !(place == top && isPathValue(event))
        let isRankedLower = place < top && (place + 1).pointee.kind == .discard
        while top > place { dropTop() }
        if isOfField { takeBackField(isRankedLower: isRankedLower) }
        let outside = depthOfValue(in: place)
        if depth == outside {
            return goOn()
        } else {
            pushIgnored(.failed, outside: outside)
        }
        return true
    }

    /// Whether an error of the value at hand goes no further than to a frame that goes on without the value.
    func isLeftOut(_ code: ModelError.Code, _ event: FailedEvent) -> Bool {
        tolerantFrame(code, event).map { $0.pointee.kind != .feed } ?? false
    }

    // MARK: - What can do without the value

    /// The nearest frame that can do without the value, of those that it is made for.
    private func tolerantFrame(_ code: ModelError.Code, _ event: FailedEvent) -> UnsafeMutablePointer<Frame>? {
        var frame = firstFrameAround(code, event)
        // The nearest collections of the field at hand; whose policy holds shows when its frame is reached.
        var nearest: UnsafeMutablePointer<Frame>?
        var nearestOfOptionals: UnsafeMutablePointer<Frame>?
        func place(_ policy: BadElementPolicy) -> UnsafeMutablePointer<Frame>? {
            switch policy {
            case .error: nil
            case .drop: nearest
            case .null: nearestOfOptionals
            }
        }
        var isFieldItself = event == .scalar
        while frame >= frames {
            switch frame.pointee.kind {
            case .list, .dictionary:
                isFieldItself = false
                if frame.pointee.shape.pointee.canDropElements {
                    nearest = nearest ?? frame
                    if frame.pointee.shape.pointee.element!.pointee.isNullable {
                        nearestOfOptionals = nearestOfOptionals ?? frame
                    }
                }
            case .object, .group, .elements:
                if frame == top, isPathValue(event) {
                    if everyFieldTolerates(in: frame.pointee.entry!.pointee.nested!, owner(of: frame)) { return frame }
                } else if let field = fieldUnderConstruction(frame) {
                    if let place = place(field.pointee.tolerance.elements ?? options.badElements) { return place }
                    let isRefusedNull =
                        isFieldItself && code == .nullValue && field.pointee.tolerance.nulls == .error
                    if tolerates(field), !isRefusedNull { return frame }
                }
                (nearest, nearestOfOptionals, isFieldItself) = (nil, nil, false)
            case .root: return place(options.badElements)
            case .fixedList: isFieldItself = false
            case .preview, .tagged: (nearest, nearestOfOptionals, isFieldItself) = (nil, nil, false)
            case .feed: return place(options.badElements) ?? (feeds!.dropsItems ? frame : nil)
            case .wrapper, .discard, .ignored, .replacement, .unknown, .variant, .undecided, .route: break
            }
            frame -= 1
        }
        return nil
    }

    /// The first frame that may do without what has failed.
    func firstFrameAround(_ code: ModelError.Code, _ event: FailedEvent) -> UnsafeMutablePointer<Frame> {
        // A failing key or end is about what the top frame makes, but for a key that a dictionary's type refuses.
        // Of an element that is there twice, the event is its value's, but what fails is the array.
        let isBadKey = event == .key && top.pointee.kind == .dictionary && code == .typeMismatch
        return event == .end || (event == .key && !isBadKey) || code == .duplicateKey ? top - 1 : top
    }

    /// The feed that can do without the item at hand, of which there is more than there may be.
    private func tolerantFeed(_ code: ModelError.Code) -> UnsafeMutablePointer<Frame>? {
        guard let feeds, feeds.dropsItems, code.concernsItem else { return nil }
        return feedFrame
    }

    /// Whether what has failed is not a field's value, but one that the paths of fields lead through.
    func isPathValue(_ event: FailedEvent) -> Bool {
        event == .group || top.pointee.entry?.pointee.gate == .nested
    }

    /// Whether a field can do without a value that does not fit.
    func tolerates(_ field: UnsafePointer<FieldMeta>) -> Bool { field.toleratesMismatches(by: options) }

    /// The same for each field that is looked for in an object within an object.
    private func everyFieldTolerates(in keys: UnsafePointer<KeyTable>, _ owner: UnsafeMutablePointer<Frame>) -> Bool {
        let meta = owner.pointee.meta!
        return keys.allFields.allSatisfy { tolerates(meta.pointee.slot($0)) }
    }

    /// The field of an object or group that the frames above it make a value for.
    func fieldUnderConstruction(_ frame: UnsafeMutablePointer<Frame>) -> UnsafePointer<FieldMeta>? {
        guard frame.pointee.entry != nil, frame == top || !(frame + 1).pointee.isNested else { return nil }
        return owner(of: frame).pointee.meta!.pointee.slot(frame.pointee.field)
    }

    /// What becomes of the elements of a collection that do not fit.
    private func elementPolicy(of collection: UnsafeMutablePointer<Frame>) -> BadElementPolicy {
        var frame = collection - 1
        while frame > frames {
            if let field = frame.pointee.hasFields ? fieldUnderConstruction(frame) : nil {
                return field.pointee.tolerance.elements ?? options.badElements
            }
            frame -= 1
        }
        return options.badElements
    }

    /// How many arrays and objects are open around a value of a frame.
    private func depthOfValue(in frame: UnsafeMutablePointer<Frame>) -> Int {
        if frame.pointee.isCollection, frame.pointee.elementDepth > 0 { return frame.pointee.elementDepth }
        var depth = 0
        var next = frames
        while next <= frame {
            depth += next.pointee.openContainers
            next += 1
        }
        // Counted once: there may be as many bad elements as the document has bytes.
        if frame.pointee.isCollection { frame.pointee.elementDepth = depth }
        return depth
    }

    // MARK: - Taking back

    /// Drops the top frame with what it has made so far, as if it had never been.
    mutating func dropTop() {
        let frame = top.pointee
        switch frame.kind {
        case .object:
            drift?.forget(of: topIndex)
            if frame.isUpdate { updates.abandon(frame) }
            if frame.meta?.pointee.unknownMembers != nil { unknown.members[topIndex] = nil }
        case .dictionary:
            if options.duplicateKeys == .error { keyTexts.met.removeLast() }
        case .ignored, .undecided: source.cancelCapture()
        case .preview:
            parts.previews.removeLast()
        default: break
        }
        frame.destroyValues()
        if let buffer = frame.buffer { pool.give(buffer) }
        if let buffer = frame.keyBuffer { pool.give(buffer) }
        top -= 1
    }

    /// Leaves the field on top as it was before the value that has failed, or is left out.
    ///
    /// - Parameter isRankedLower: The value was of a key of lower rank than the one the field has a value from.
    mutating func takeBackField(isRankedLower: Bool) {
        let owner = ownerOfTop
        if !isRankedLower, let state = owner.pointee.rankState(of: top.pointee.field) {
            state.pointee.met &= ~(1 << UInt64(state.pointee.rank))
            state.pointee.rank = state.pointee.previousRank
        }
        clearSlot(of: owner)
    }

    /// Writes the nil that an absent field is to have, over what an attempt at a value has left there.
    mutating func clearSlot(of owner: UnsafeMutablePointer<Frame>) {
        noteMet(top.pointee.field, of: owner)
        let field = owner.pointee.meta!.pointee.slot(top.pointee.field)
        guard field.pointee.whenAbsent == .isNil, !owner.pointee.isSeen(top.pointee.field) else { return }
        // SAFETY: the field holds no value, and the bytes are those of one that owns nothing.
        let shape = field.pointee.shape
        top.pointee.slot.copyMemory(
            from: shape.pointee.absentBytes ?? shape.pointee.nilBytes!, byteCount: shape.pointee.size)
    }

    /// Goes on after a value that the top frame does without.
    ///
    /// - Returns: Whether there is a way on: of the items of a feed not too many may fail.
    mutating func goOn() -> Bool {
        let frame = top
        if frame.pointee.kind == .feed { return dropItem() }
        guard frame.pointee.isCollection else {
            leaveValue()
            return true
        }
        let element = frame.pointee.slotShape
        let isKeyed = frame.pointee.kind == .dictionary
        // An element that has no nil is here where errors are collected.
        if elementPolicy(of: frame) == .null, element.pointee.isNullable, !isKeyed || frame.pointee.hasPendingKey {
            // SAFETY: the slot holds no value; a nil owns nothing.
            frame.pointee.slot.copyMemory(from: element.pointee.nilBytes!, byteCount: element.pointee.size)
            return advance(frame)
        }
        if frame.pointee.hasPendingKey { dropPendingKey() } else { frame.pointee.dropped += 1 }
        return true
    }

    /// Goes without the entry of a dictionary whose key is there and whose value is not.
    mutating func dropPendingKey() {
        let frame = top
        frame.pointee.dropped += 1
        frame.pointee.hasPendingKey = false
        let key = frame.pointee.shape.pointee.key!
        key.pointee.storage._withUnsafeGuaranteedRef {
            $0.destroy(frame.pointee.keyBuffer!.start + frame.pointee.count * key.pointee.stride, count: 1)
        }
    }

    // MARK: - Replacing

    /// A frame for a value that is to take the place of the one the field on top has, which stays until it is whole.
    mutating func pushReplacement() {
        let shape = top.pointee.slotShape
        pushBuffered(.replacement, shape, making: shape)
    }

    mutating func finishReplacement() -> Bool {
        let buffer = top.pointee.buffer!
        top -= 1
        let field = ownerOfTop.pointee.meta!.pointee.slot(top.pointee.field)
        field.pointee.shape.replace(top.pointee.slot, with: buffer.start)
        pool.give(buffer)
        leaveValue()
        return true
    }
}

extension Frame {
    // Of one byte, read once and inlined: else the whole frame would be copied to be asked.

    /// The values within it are those of fields.
    @inline(__always)
    var hasFields: Bool {
        switch kind {
        case .object, .group, .elements: true
        default: false
        }
    }

    /// It holds fields of an object further down.
    @inline(__always)
    var isNested: Bool {
        switch kind {
        case .group, .elements: true
        default: false
        }
    }

    /// How many of the arrays and objects that are open the frame stands for.
    fileprivate var openContainers: Int {
        switch kind {
        case .object, .group, .elements, .list, .fixedList, .dictionary, .tagged, .route: 1
        case .feed: isBracketed ? 1 : 0
        default: 0
        }
    }
}
