// Items of feeds: they begin and end in the frame of their array, object or stream.
//
// Between items, a gate on that frame's slot records where each item begins. The slot is the one after the last item
// of the feed's queue, so a complete item is already in place. Recovery removes an item that fails, with the feed's
// frame as the one that can do without it.

extension Binder {
    // MARK: - The containers of items

    mutating func pushFeed(_ shape: ShapePointer, isBracketed: Bool) {
        let route = shape.pointee.feedRoute
        feeds!.enter(route, at: path, seen: feeds!.isStream ? nil : seenOnTheWay)
        let slot = feeds!.slot
        push(Frame(kind: .feed, slot: slot, slotShape: Shape.gate, shape: shape, base: slot))
        top.pointee.isBracketed = isBracketed
        top.pointee.isSingle = route.kind == .value
        setGate(.item)
    }

    /// Sets the number of items so far in the array, object or stream on top.
    func setItemsMet(_ count: Int) {
        assert(top.pointee.kind == .feed)
        top.pointee.count = count
    }

    private mutating func leaveItem() -> Bool {
        let frame = top
        frame.pointee.count += 1
        frame.pointee.hasPendingKey = false
        frame.pointee.lacksValue = false
        if frame.pointee.isSingle { return endFeed() }
        setGate(.item)
        return true
    }

    /// Ends the array or object of the items.
    mutating func endFeed() -> Bool {
        feeds!.leave()
        top -= 1
        return advance(top)
    }

    private func itemShape(of frame: UnsafeMutablePointer<Frame>) -> ShapePointer {
        frame.pointee.shape.pointee.feedRoute.item!
    }

    // MARK: - Items

    /// Begins an item that is an array or object; the caller has counted its depth.
    @inline(never)
    mutating func startItem(isObject: Bool) -> Bool {
        guard beginItem() else { return false }
        return startAgain(isObject: isObject)
    }

    /// Begins an item at the current token.
    @inline(__always)
    mutating func beginItem() -> Bool {
        let frame = top
        let isTooLong = withRun { run in
            frame.pointee.slot = run.slot
            return run.beginItem()
        }
        replays.workLeft = 0
        frame.pointee.gate = .none
        frame.pointee.slotShape = itemShape(of: frame)
        frame.pointee.field = 0
        if isTooLong {
            // Otherwise the next item would fail by this one's key.
            feeds!.keyFailure = nil
            return failItemLimit()
        }
        return !frame.pointee.hasPendingKey || !failByKey()
    }

    /// Fails with the error of the item's key, if it has one.
    private mutating func failByKey() -> Bool {
        guard let error = feeds!.keyFailure else { return false }
        (failure, feeds!.keyFailure) = (error, nil)
        return true
    }

    /// Calls the run without retaining it, because this happens for every item.
    @inline(__always)
    private func withRun<Result>(_ body: (FeedRun) -> Result) -> Result {
        // SAFETY: the binder's own reference lives as long as the binder.
        Unmanaged.passUnretained(feeds.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
    }

    /// Replaces an error found beyond the item's size limit with that of the limit, so that errors do not depend on how
    /// much of the item had arrived.
    mutating func preferItemLimit() {
        guard let failure, failure.code != .itemLimit, failure.isUnseenWherePassedOver, isBeyondItemLimit
        else { return }
        _ = failItemLimit()
    }

    /// Whether the text has been read beyond the limit of the open item.
    var isBeyondItemLimit: Bool {
        guard let run = feeds else { return false }
        return run.isTooLong(upTo: run.source.tokenEnd) && isInItem
    }

    mutating func itemKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let isTooLong = count > limits.keyBytes
        if isTooLong || CombiningMarks.areTooMany(in: UnsafeBufferPointer(start: start, count: count), limits) {
            let answer = failKey(isTooLong ? .keyLimit : .combiningMarkLimit)
            guard feeds!.dropsItems else { return answer }
            // Drops the member, which ends with its value.
            (feeds!.keyFailure, failure) = (failure, nil)
        }
        feeds!.itemKey = makeString(start, count, nil)
        top.pointee.hasPendingKey = true
        return .take
    }

    /// Delivers the complete item on top.
    mutating func finishItem() -> Bool {
        let (frame, isKept) = (top, isOneByOne)
        if frame.pointee.lacksValue { return failItemForLack(frame) }
        switch withRun({ $0.finishItem(index: frame.pointee.count, isKept: isKept) }) {
        case .delivered: return leaveItem()
        case .kept:
            isComplete = true
            return false
        case .tooLong:
            destroyItem(of: frame)
            return failItemLimit()
        }
    }

    @inline(never)
    private mutating func failItemForLack(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        destroyItem(of: frame)
        return failForLack()
    }

    /// Destroys the complete item in the slot, which is not delivered.
    private func destroyItem(of frame: UnsafeMutablePointer<Frame>) {
        itemShape(of: frame).destroy(frame.pointee.slot)
    }

    /// Drops an item of an unknown variant, which fails like any other if it is too long.
    mutating func passItem() -> Bool {
        feeds!.noteItemEnd()
        // The length of a record has been checked.
        if isOneByOne { return leaveSlotEmpty() }
        if feeds!.isTooLong(upTo: feeds!.itemEnd.offset) { return failItemLimit() || recovers(after: .end) }
        feeds!.pass(index: top.pointee.count)
        return leaveItem()
    }

    /// Marks a feed's frame whose slot is empty.
    private static let noItem: Int32 = -1

    /// Drops the failed item, unless too many have failed.
    mutating func dropItem() -> Bool {
        let run = feeds!
        if isOneByOne { return leaveSlotEmpty() }
        run.noteItemEnd()
        if let error = run.drop(index: top.pointee.count, bytes: run.source.keptItemBytes) {
            failure = error
            return false
        }
        return leaveItem()
    }

    // MARK: - One by one

    /// Ends the document of a record without an item; false, as nothing more of it is needed.
    private mutating func leaveSlotEmpty() -> Bool {
        top.pointee.field = Self.noItem
        isComplete = true
        return false
    }

    /// Delivers the item of a valid record, or leaves it out if it is of an unknown variant.
    mutating func deliverRecord() {
        let index = top.pointee.count
        if top.pointee.field == Self.noItem { feeds!.pass(index: index) } else { feeds!.deliver(index: index) }
        nextRecord()
    }

    /// Removes all that was made of an invalid record.
    mutating func takeBackRecord() {
        if isComplete, top.pointee.field != Self.noItem { destroyItem(of: top) }
        takeBackItem(depth: 0)
    }

    /// Removes all that was made of the current item, and returns to the state between two items.
    ///
    /// - Parameter outside: The number of arrays and objects open around the items.
    mutating func takeBackItem(depth outside: Int) {
        while top.pointee.kind != .feed { dropTop() }
        forgetTrials()
        replays.knownTag = nil
        failure = nil
        if context.errorLimit > 1 { collected = CollectedErrors() }
        top.pointee.lacksValue = false
        isComplete = false
        depth = outside
        setGate(.item)
    }

    /// Reports a record that was taken back, and goes on after it.
    ///
    /// - Returns: An error if too many records are invalid.
    mutating func dropRecord(_ record: UnsafeBufferPointer<UInt8>, to end: ModelError.Place) -> ModelError? {
        feeds!.itemEnd = end
        let error = feeds!.drop(index: top.pointee.count) { Array(record) }
        nextRecord()
        return error
    }

    private mutating func nextRecord() {
        isComplete = false
        _ = leaveItem()
    }

    // MARK: - Too long

    private mutating func failItemLimit() -> Bool {
        failure = itemLimitError
        if context.errorLimit > 1 { collected.isKnown = false }
        return false
    }

    private var itemLimitError: ModelError {
        let run = feeds!
        // From the feed's source, because the item may be read again by a source that has only what follows its
        // beginning.
        let place = run.startPlace?.offset == run.itemStart ? run.startPlace! : run.source.place(at: run.itemStart)
        return ModelError(
            .itemLimit, path: itemPath, place: place, expected: "at most \(counted(run.maxItemBytes, "byte"))",
            found: "more")
    }

    private var itemPath: JSONPath { path(from: frames, through: feedFrame!) }

    /// The error for a failure of the text in an item that is too long.
    func limited(_ error: ModelError) -> ModelError {
        feeds!.dropsItems ? error.at(itemPath) : itemLimitError
    }

    /// The innermost feed, if there is one.
    var feedFrame: UnsafeMutablePointer<Frame>? {
        var frame = top
        while frame > frames {
            if frame.pointee.kind == .feed { return frame }
            frame -= 1
        }
        return nil
    }

    /// Whether the next value is an item.
    var isItemNext: Bool {
        guard top.pointee.kind == .feed, top.pointee.gate == .item else { return false }
        return routeOfTop.kind != .members || top.pointee.hasPendingKey
    }

    /// Whether an item is being decoded, or the rest of one skipped.
    var isInItem: Bool { feedFrame.map { $0.pointee.gate != .item } ?? false }

    /// Fails the current item if it is longer than the limit at an offset.
    ///
    /// - Returns: Whether decoding goes on.
    mutating func limitItem(upTo offset: Int) -> Bool {
        guard isInItem, !top.pointee.isAbandoned, feeds!.isTooLong(upTo: offset) else { return true }
        return failItemLimit() || recovers(after: .key)
    }
}

extension ModelError {
    /// Whether the error would stay unseen if the item were skipped: skipping checks the depth and the numbers, but not
    /// the contents of strings.
    fileprivate var isUnseenWherePassedOver: Bool {
        switch code {
        case .failureLimit: false
        case .stringLimit, .replayLimit: true
        default: category == .data || code.concernsItem || underlying != nil
        }
    }
}
