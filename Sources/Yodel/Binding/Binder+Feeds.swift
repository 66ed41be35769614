// Feeds: values that leave the binder one by one, from arrays and objects that are never in memory as a whole.
//
// ```
//   {"data": {"total": 2, "items": [{…}, {…} ▸
//
//   root        slotShape: route
//   route       field: "data"
//   route       field: "items"
//   feed        slot: the queue's     count: 2     ──► FeedRun
//   object      base: that slot
// ```
//
// Between items, a gate on the feed frame's slot records where each item begins. The slot is the one after the last
// item of the feed's queue, so a complete item is already in place. Recovery removes an item that fails, with the
// feed's frame as the one that can do without it.

extension Binder {
    /// Starts on the path to a feed's items, or at the first item if the items are not inside a document.
    ///
    /// - Parameter isOneByOne: Whether each document is one item.
    init(_ run: FeedRun, isOneByOne: Bool, _ context: DecodingContext, source: EventSource) {
        // SAFETY: the value of a route has no size, so the root's slot is never accessed.
        let nowhere = UnsafeMutableRawPointer(bitPattern: Shape.greatestAlignment)!
        self.init(root: nowhere, shape: run.routes.root, context, source: source)
        feeds = run
        self.isOneByOne = isOneByOne
        if run.isStream { pushFeed(run.routes.root, isBracketed: false) }
    }

    /// Sets the number of items so far in the array, object or stream on top.
    func setItemsMet(_ count: Int) {
        assert(top.pointee.kind == .feed)
        top.pointee.count = count
    }

    // MARK: - The path to the items

    /// Begins an array or object on a route; the caller has counted its depth.
    mutating func startRoute(_ shape: ShapePointer, isObject: Bool) -> Bool {
        let route = shape.pointee.feedRoute
        switch route.kind {
        case .value:
            pushFeed(shape, isBracketed: false)
            return startAgain(isObject: isObject)
        case .items, .members:
            guard isObject == (route.kind == .members) else { break }
            pushFeed(shape, isBracketed: true)
            isPaused = route.kind == .items && feeds!.pausesAtNextArray
            if isPaused { feeds!.pausesAtNextArray = false }
            return !isPaused
        case .keys, .elements, .each:
            guard isObject == (route.kind == .keys) else { break }
            let slot = top.pointee.slot
            if top == frames { feeds!.documentStart = source.tokenStart }
            push(Frame(kind: .route, slot: slot, slotShape: Shape.gate, shape: shape, base: slot))
            if !isObject { setGate(.routed) }
            feeds!.surroundings?.start(isObject: isObject, at: source)
            return checkSurroundings()
        }
        return failMismatch(found: isObject ? "an object" : "an array")
    }

    mutating func scalarAtRoute(_ event: ScalarEvent) -> Bool {
        let shape = top.pointee.slotShape
        let route = shape.pointee.feedRoute
        if route.kind == .value {
            pushFeed(shape, isBracketed: false)
            return bind(event)
        }
        guard case .null = event else { return failMismatch(found: event.found) }
        guard route.mayBeMissing else {
            return fail(
                .nullValue, expected: shape.pointee.typeName, found: "null",
                hint: hint(forMissing: route.holdsCollections))
        }
        if !route.isEnd { feeds!.surroundings?.scalar(event, at: source) }
        if top == frames {
            feeds!.documentStart = source.tokenStart
            feeds!.documentEnd = source.place(at: source.tokenEnd)
        }
        return checkSurroundings() && advance(top)
    }

    mutating func routeKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        guard count <= limits.keyBytes else { return failKey(.keyLimit) }
        let key = UnsafeBufferPointer(start: start, count: count)
        let route = routeOfTop
        if let index = route.children.firstIndex(where: { $0.isKey(key) }) {
            top.pointee.field = Int32(index)
            top.pointee.markSeen(Int32(index))
            top.pointee.slotShape = route.children[index].shape
            if let surroundings = feeds!.surroundings, !route.children[index].route.isEnd {
                surroundings.key(key, at: source)
            }
            return checkSurroundings() ? .take : .fail
        }
        top.pointee.field = -1
        guard let surroundings = feeds!.surroundings,
            surroundings.begin(member: key, isOfRoot: topIndex == 1, at: source)
        else { return .skip }
        guard checkSurroundings() else { return .fail }
        setGate(.aside)
        return .take
    }

    private var routeOfTop: FeedRoute { top.pointee.shape.pointee.feedRoute }

    /// Points the slot at the next element's route; false if it has none.
    mutating func openRouted() -> Bool {
        let route = routeOfTop
        guard let index = route.indexOfChild(at: top.pointee.count) else { return false }
        top.pointee.gate = .none
        top.pointee.field = Int32(index)
        if route.kind == .elements { top.pointee.markSeen(Int32(index)) }
        top.pointee.slotShape = route.children[index].shape
        return true
    }

    mutating func routedScalar(_ event: ScalarEvent) -> Bool {
        if openRouted() { return bind(event) }
        leaveValue()
        return true
    }

    /// Leaves a value on the route; in an array, the next element follows.
    mutating func leaveRouted() {
        top.pointee.field = -1
        feeds!.surroundings?.forgetMember()
        guard routeOfTop.kind != .keys else { return setGate(.none) }
        top.pointee.count += 1
        setGate(.routed)
    }

    /// Ends an object or array on the route; fails if required parts are missing.
    mutating func endRoute() -> Bool {
        let route = routeOfTop
        // A route has at most as many children as there are bits.
        let seen = top.pointee.seen
        let missing = route.children.enumerated().filter { index, child in
            !child.route.mayBeMissing && seen & (1 &<< UInt64(index)) == 0
        }
        guard missing.isEmpty else {
            top.pointee.field = -1
            return fail(
                .missingKeys, path: pathOfParent(), missingKeys: missing.map(\.element.name),
                hint: hint(forMissing: missing.allSatisfy(\.element.route.holdsCollections)))
        }
        feeds!.surroundings?.end(isObject: route.kind == .keys, at: source)
        guard checkSurroundings() else { return false }
        top -= 1
        if top == frames { feeds!.documentEnd = source.place(at: source.tokenEnd) }
        return advance(top)
    }

    /// The path step from a route's value to its next child, or from a feed to its item.
    func feedStep(of frame: UnsafeMutablePointer<Frame>) -> JSONPath.Step? {
        guard frame.pointee.kind == .feed else {
            let route = frame.pointee.shape.pointee.feedRoute
            guard route.kind == .keys else { return .index(frame.pointee.count) }
            if frame.pointee.field >= 0 { return .key(route.children[Int(frame.pointee.field)].name) }
            return feeds!.surroundings.flatMap(\.memberKey).map(JSONPath.Step.key)
        }
        if frame.pointee.hasPendingKey { return .key(feeds!.itemKey) }
        let isArray = !frame.pointee.isBracketed || frame.pointee.shape.pointee.feedRoute.kind == .items
        return isArray && !frame.pointee.isSingle ? .index(frame.pointee.count) : nil
    }

    // MARK: - Items

    mutating func pushFeed(_ shape: ShapePointer, isBracketed: Bool) {
        let route = shape.pointee.feedRoute
        feeds!.enter(route, at: path, seen: feeds!.isStream ? nil : seenOnTheWay)
        let slot = feeds!.slot
        push(Frame(kind: .feed, slot: slot, slotShape: Shape.gate, shape: shape, base: slot))
        top.pointee.isBracketed = isBracketed
        top.pointee.isSingle = route.kind == .value
        setGate(.item)
    }

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
        if !isOneByOne, feeds!.isTooLong(upTo: feeds!.itemEnd.offset) {
            return failItemLimit() || recovers(after: .end)
        }
        feeds!.pass(index: top.pointee.count)
        guard isOneByOne else { return leaveItem() }
        top.pointee.field = Self.noItem
        isComplete = true
        return false
    }

    /// Marks a feed's frame whose slot is empty.
    private static let noItem: Int32 = -1

    /// Drops the failed item, unless too many have failed.
    mutating func dropItem() -> Bool {
        let run = feeds!
        if isOneByOne {
            top.pointee.field = Self.noItem
            isComplete = true
            return false
        }
        run.noteItemEnd()
        if let error = run.drop(index: top.pointee.count, bytes: run.source.keptItemBytes) {
            failure = error
            return false
        }
        return leaveItem()
    }

    // MARK: - One by one

    /// Delivers the item of a valid record, if it has one.
    mutating func deliverRecord() {
        if top.pointee.field != Self.noItem { feeds!.deliver(index: top.pointee.count) }
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

    // MARK: - The containers of items

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

    // MARK: - Beside the items

    mutating func aside(_ event: ScalarEvent) -> Bool {
        feeds!.surroundings!.scalar(event, at: source)
        guard checkSurroundings() else { return false }
        if top.pointee.kind == .route { leaveValue() }
        return true
    }

    mutating func asideStart(isObject: Bool) -> Bool {
        feeds!.surroundings!.start(isObject: isObject, at: source)
        return checkSurroundings()
    }

    mutating func asideKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        feeds!.surroundings!.key(UnsafeBufferPointer(start: start, count: count), at: source)
        return checkSurroundings() ? .take : .fail
    }

    mutating func asideEnd(isObject: Bool) -> Bool {
        feeds!.surroundings!.end(isObject: isObject, at: source)
        return checkSurroundings()
    }

    /// Whether the envelope, if it is kept, is within its limit.
    private mutating func checkSurroundings() -> Bool {
        guard let surroundings = feeds!.surroundings else { return true }
        return surroundings.byteCount <= limits.bufferedBytes || fail(.bufferLimit)
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

extension Shape {
    /// The feed's route of a shape of kind route.
    var feedRoute: FeedRoute { route!._withUnsafeGuaranteedRef { $0 } }
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
