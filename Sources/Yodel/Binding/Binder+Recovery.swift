// Recovery: a value that does not fit is dropped alone if its field or collection allows it.
//
// An event that fails leaves the frames unchanged. Before its source learns of the failure, these functions look for a
// frame below that can do without the failed value: the frames above it are then dropped, the rest of the value is
// skipped, and decoding goes on after it.
//
//   root ─ list of books ─ Book ─ list of tags ▸ 7
//          can drop one    no     no                  the book is dropped, and the rest of it is skipped
//
// A feed's frame, which delivers its items one by one, can do without each of them (see `Binder+FeedItems`).

/// The kind of event that failed, with the value that the failure is about.
enum FailedEvent {
    /// A scalar: its value.
    case scalar
    /// The start of an array or object: that value.
    case start
    /// A key: its object.
    case key
    /// The end of an array or object: that value.
    case end
    /// A value that several fields share is not an object, although some of them need one: these fields.
    case group
}

extension Binder {
    /// Drops the frames of a failed value, if a frame below can do without it.
    ///
    /// - Returns: Whether decoding goes on; after a key, its value is then skipped.
    @inline(never)
    mutating func recovers(after event: FailedEvent) -> Bool {
        guard let code = failure?.code, !wantsNoMore else { return false }
        // Nothing more is read again; the document's own source may go on.
        if code == .replayLimit, replays.players > 0 { return false }
        if feeds != nil, replays.trials.isEmpty || failure?.category == .limit { preferItemLimit() }
        // A tried variant must fit exactly; only when all have failed, their value has. Beyond a limit no other is
        // tried.
        guard let error = failure, replays.trials.isEmpty || error.code.concernsItem else { return false }
        let frame =
            if error.code.concernsValue {
                tolerantFrame(error.code, event)
            } else {
                error.code.concernsItem ? feedThatDrops : nil
            }
        if context.errorLimit > 1, error.code.concernsValue, frame?.pointee.kind ?? .feed == .feed {
            return collects(error, after: event)
        }
        guard let frame else { return false }
        failure = nil
        forgetTrials()
        if frame.pointee.kind == .feed { feeds!.failures = takeCollected(endedBy: error) } else { notes?.note(error) }
        return goOn(at: frame, after: event)
    }

    /// Drops the frames above one that can do without the value, and goes on after the value.
    mutating func goOn(at frame: UnsafeMutablePointer<Frame>, after event: FailedEvent) -> Bool {
        let isOfSeveral = isKeptForSeveral(frame)
        let isOfField =
            frame.pointee.hasFields && !isOfSeveral && !isBelowUnknown(frame) && !(frame == top && isPathValue(event))
        let isRankedLower = frame < top && (frame + 1).pointee.kind == .discard
        while top > frame { dropTop() }
        if isOfField { takeBackField(isRankedLower: isRankedLower) }
        if isOfSeveral { for target in top.pointee.entry!.pointee.targets { noteMet(target.field) } }
        let outside = depthOfValue(in: frame)
        if depth == outside { return goOn() }
        pushIgnored(.failed, outside: outside)
        return true
    }

    /// Whether an error of the current value is confined to a frame that goes on without the value.
    func isLeftOut(_ code: ModelError.Code, _ event: FailedEvent) -> Bool {
        tolerantFrame(code, event).map { $0.pointee.kind != .feed } ?? false
    }

    // MARK: - Frames that tolerate errors

    /// The nearest frame that can do without the failed value.
    private func tolerantFrame(_ code: ModelError.Code, _ event: FailedEvent) -> UnsafeMutablePointer<Frame>? {
        var frame = firstFrameAround(code, event)
        // The nearest collections of the current field; when the field's frame is reached, its policy decides.
        var nearest: UnsafeMutablePointer<Frame>?
        var nearestOfOptionals: UnsafeMutablePointer<Frame>?
        func collection(for policy: BadElementPolicy) -> UnsafeMutablePointer<Frame>? {
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
                if isKeptForSeveral(frame) {
                    if everyFieldTolerates(of: frame.pointee.entry!, owner(of: frame)) { return frame }
                } else if frame == top, isPathValue(event) {
                    if everyFieldTolerates(in: frame.pointee.entry!.pointee.nested!, owner(of: frame)) { return frame }
                } else if let field = fieldUnderConstruction(frame) {
                    let policy = field.pointee.tolerance.elements ?? options.badElements
                    if let collection = collection(for: policy) { return collection }
                    let isRefusedNull =
                        isFieldItself && code == .nullValue && field.pointee.tolerance.nulls == .error
                    if tolerates(field), !isRefusedNull { return frame }
                }
                (nearest, nearestOfOptionals, isFieldItself) = (nil, nil, false)
            case .root: return collection(for: options.badElements)
            case .fixedList: isFieldItself = false
            case .preview, .tagged: (nearest, nearestOfOptionals, isFieldItself) = (nil, nil, false)
            case .feed: return collection(for: options.badElements) ?? (feeds!.dropsItems ? frame : nil)
            case .wrapper, .discard, .ignored, .replacement, .unknown, .variant, .undecided, .route: break
            }
            frame -= 1
        }
        return nil
    }

    /// The first frame that may do without the failed value.
    func firstFrameAround(_ code: ModelError.Code, _ event: FailedEvent) -> UnsafeMutablePointer<Frame> {
        // A failing key or end concerns the value of the top frame, except for a key that a dictionary's key type
        // refuses. For a repeated element, the event is the element's, but the array fails.
        let isBadKey = event == .key && top.pointee.kind == .dictionary && code == .typeMismatch
        return event == .end || (event == .key && !isBadKey) || code == .duplicateKey ? top - 1 : top
    }

    /// Whether the failed value is on the paths of fields, rather than a field's value.
    func isPathValue(_ event: FailedEvent) -> Bool {
        event == .group || top.pointee.entry?.pointee.gate == .nested
    }

    /// Whether a field can do without a value that does not fit.
    func tolerates(_ field: UnsafePointer<FieldMeta>) -> Bool { field.toleratesMismatches(by: options) }

    /// Whether all fields in a nested object can do without such a value.
    private func everyFieldTolerates(in keys: UnsafePointer<KeyTable>, _ owner: UnsafeMutablePointer<Frame>) -> Bool {
        let meta = owner.pointee.meta!
        return keys.allFields.allSatisfy { tolerates(meta.pointee.fieldOrPart($0)) }
    }

    /// Whether all fields that share a key can do without its value.
    private func everyFieldTolerates(
        of entry: UnsafePointer<KeyEntry>, _ owner: UnsafeMutablePointer<Frame>
    ) -> Bool {
        let meta = owner.pointee.meta!
        return entry.pointee.targets.allSatisfy { tolerates(meta.pointee.fieldOrPart($0.field)) }
            && entry.pointee.nested.map { everyFieldTolerates(in: $0, owner) } ?? true
    }

    /// Whether the frame above keeps a value that several fields share, so that the frame's field is not that of the
    /// value.
    private func isKeptForSeveral(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        frame < top && (frame + 1).pointee.kind == .undecided && (frame + 1).pointee.gate == .several
    }

    /// The field of an object or group whose value the frames above build; nil if the value is on the path of several.
    func fieldUnderConstruction(_ frame: UnsafeMutablePointer<Frame>) -> UnsafePointer<FieldMeta>? {
        guard frame.pointee.entry != nil, frame == top || !(frame + 1).pointee.isNested, !isKeptForSeveral(frame)
        else { return nil }
        return owner(of: frame).pointee.meta!.pointee.fieldOrPart(frame.pointee.field)
    }

    /// The policy for elements of a collection that do not fit.
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

    /// The number of arrays and objects open around a frame's value.
    private func depthOfValue(in frame: UnsafeMutablePointer<Frame>) -> Int {
        if frame.pointee.isCollection, frame.pointee.elementDepth > 0 { return frame.pointee.elementDepth }
        var depth = 0
        var next = frames
        while next <= frame {
            depth += next.pointee.openContainers
            next += 1
        }
        // Counted once, because a document may have as many bad elements as bytes.
        if frame.pointee.isCollection { frame.pointee.elementDepth = depth }
        return depth
    }

    // MARK: - Dropping

    /// Drops the top frame and all that it has made.
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

    /// Restores the field on top to its state before the value that has failed or is dropped.
    ///
    /// - Parameter isRankedLower: Whether the field already has a value from a key of higher rank.
    mutating func takeBackField(isRankedLower: Bool) {
        let owner = ownerOfTop
        if let state = owner.pointee.rankState(of: top.pointee.field) {
            state.pointee.forgetKey()
            if !isRankedLower { state.pointee.rank = state.pointee.previousRank }
        }
        clearSlot()
    }

    /// Writes the nil of an absent field over what a failed value has left there.
    mutating func clearSlot() {
        noteMet(top.pointee.field)
        let field = fieldOfTop!
        guard field.pointee.whenAbsent == .isNil, !ownerOfTop.pointee.isSeen(top.pointee.field) else { return }
        // SAFETY: the field is uninitialised, and the nil owns nothing.
        let shape = field.pointee.shape
        top.pointee.slot.copyMemory(
            from: shape.pointee.absentBytes ?? shape.pointee.nilBytes!, byteCount: shape.pointee.size)
    }

    /// Goes on after a value that the top frame does without.
    ///
    /// - Returns: Whether decoding goes on; in a feed, too many items may have failed.
    mutating func goOn() -> Bool {
        let frame = top
        if frame.pointee.kind == .feed { return dropItem() }
        if frame.pointee.kind == .fixedList {
            frame.pointee.dropped += 1
            closeFixedList(frame)
            return true
        }
        guard frame.pointee.isCollection else {
            leaveValue()
            return true
        }
        let element = frame.pointee.slotShape
        let isKeyed = frame.pointee.kind == .dictionary
        // While errors are collected, elements without a nil may be here too.
        if elementPolicy(of: frame) == .null, element.pointee.isNullable, !isKeyed || frame.pointee.hasPendingKey {
            return makeNil(frame, element)
        }
        if frame.pointee.hasPendingKey { dropPendingKey() } else { frame.pointee.dropped += 1 }
        return true
    }

    /// Drops the entry of a dictionary that has a key but no value.
    mutating func dropPendingKey() {
        let frame = top
        frame.pointee.dropped += 1
        frame.pointee.hasPendingKey = false
        let key = frame.pointee.shape.pointee.key!
        key.destroy(frame.pointee.keyBuffer!.start + frame.pointee.count * key.pointee.stride)
    }

    /// Moves a complete replacement to its field or to the root, which has kept its old value until now.
    mutating func finishReplacement() -> Bool {
        let buffer = top.pointee.buffer!
        top -= 1
        updatedShape.replace(top.pointee.slot, with: buffer.start)
        pool.give(buffer)
        return advance(top)
    }
}

extension Frame {
    // One byte, read once and inlined; otherwise the whole frame would be copied for each call.

    /// Whether the frame's values are those of fields.
    @inline(__always)
    var hasFields: Bool {
        switch kind {
        case .object, .group, .elements: true
        default: false
        }
    }

    /// Whether it holds fields of an object in a frame below.
    @inline(__always)
    var isNested: Bool {
        switch kind {
        case .group, .elements: true
        default: false
        }
    }

    /// The number of open arrays and objects that the frame stands for.
    fileprivate var openContainers: Int {
        switch kind {
        case .object, .group, .elements, .list, .fixedList, .dictionary, .tagged, .route: 1
        case .feed: isBracketed ? 1 : 0
        default: 0
        }
    }
}
