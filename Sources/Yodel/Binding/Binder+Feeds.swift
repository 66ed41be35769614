// Feeds: values that leave the binder one by one, out of arrays and objects that are never there as a whole.
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
// A feed frame's slot is behind a gate between items, which notes where each begins. It is the one after the last item
// of the feed's queue: an item that is whole is where it belongs. An item that fails is taken back
// by recovery, with the feed frame as the one that can do without it.

extension Binder {
    /// Starts on the way to the items of a feed, or, where there is no document around them, with the first.
    ///
    /// - Parameter isOneByOne: Each document is one item.
    init(_ run: FeedRun, isOneByOne: Bool, _ context: DecodingContext, source: EventSource) {
        // SAFETY: what a route makes has no size; the root's slot is never looked at.
        let nowhere = UnsafeMutableRawPointer(bitPattern: Shape.greatestAlignment)!
        self.init(root: nowhere, shape: run.routes.root, context, source: source)
        feeds = run
        self.isOneByOne = isOneByOne
        if run.isStream { pushFeed(run.routes.root, isBracketed: false) }
    }

    /// How many items there have been in the array, object or stream that is on top.
    var itemsMet: Int {
        get { top.pointee.count }
        set {
            assert(top.pointee.kind == .feed)
            top.pointee.count = newValue
        }
    }

    // MARK: - On the way

    /// An array or object where a route leads; the depth has been counted.
    mutating func startRoute(_ shape: ShapePointer, isObject: Bool) -> Bool {
        let route = shape.pointee.feedRoute
        switch route.kind {
        case .value:
            depth -= 1
            pushFeed(shape, isBracketed: false)
            return isObject ? startObject() : startArray()
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
            push(Frame(kind: .route, slot: slot, slotShape: Shape.gate, shape: shape, base: slot, limit: slot))
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
            return send(event)
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
        top.pointee.count += 1
        let key = UnsafeBufferPointer(start: start, count: count)
        let route = routeOfTop
        if let index = route.children.firstIndex(where: { $0.isKey(key) }) {
            top.pointee.field = Int32(index)
            top.pointee.markSeen(Int32(index))
            top.pointee.slotShape = route.children[index].shape
            if let surroundings = feeds!.surroundings, route.children[index].leadsOn {
                surroundings.key(key, at: source)
            }
            return checkSurroundings() ? .take : .fail
        }
        top.pointee.field = -1
        guard let surroundings = feeds!.surroundings, topIndex > 1 || surroundings.wants(key) else { return .skip }
        surroundings.member(key, at: source)
        guard checkSurroundings() else { return .fail }
        setGate(.aside)
        return .take
    }

    private var routeOfTop: FeedRoute { top.pointee.shape.pointee.feedRoute }

    /// Makes what the next element of an array is on the way to the next thing; false where that is nothing.
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
        if openRouted() { return send(event) }
        leaveValue()
        return true
    }

    /// What came next on the way has been dealt with: of an array the next element is due.
    mutating func leaveRouted() {
        top.pointee.field = -1
        feeds!.surroundings?.forgetMember()
        guard routeOfTop.kind != .keys else { return setGate(.none) }
        top.pointee.count += 1
        setGate(.routed)
    }

    /// The end of an object or array on the way: what had to be in it must have been met.
    mutating func endRoute() -> Bool {
        let route = routeOfTop
        // A route has no more children than there are bits.
        let seen = top.pointee.seen
        let missing = route.children.enumerated().filter { index, child in
            !child.mayBeMissing && seen & (1 &<< UInt64(index)) == 0
        }
        guard missing.isEmpty else {
            top.pointee.field = -1
            return fail(
                .missingKeys, path: pathOfParent(), missingKeys: missing.map(\.element.name),
                hint: hint(forMissing: missing.allSatisfy(\.element.holdsCollections)))
        }
        feeds!.surroundings?.end(isObject: route.kind == .keys, at: source)
        guard checkSurroundings() else { return false }
        top -= 1
        if top == frames { feeds!.documentEnd = source.place(at: source.tokenEnd) }
        return advance(top)
    }

    /// Where the child that comes next, or the item, is in what a frame stands for.
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
        push(Frame(kind: .feed, slot: slot, slotShape: Shape.gate, shape: shape, base: slot, limit: slot))
        top.pointee.isBracketed = isBracketed
        top.pointee.isSingle = route.kind == .value
        setGate(.item)
    }

    /// An item that is an array or object; the depth has been counted.
    @inline(never)
    mutating func startItem(isObject: Bool) -> Bool {
        guard beginItem() else { return false }
        // Sent again to the slot that is now known; it counts the depth itself.
        depth -= 1
        return isObject ? startObject() : startArray()
    }

    /// The next value is an item, and begins with the current token.
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
        if isTooLong { return failItemLimit() }
        return !frame.pointee.hasPendingKey || !failByKey()
    }

    /// Fails as the key of the item has, if it has.
    private mutating func failByKey() -> Bool {
        guard let error = feeds!.keyFailure else { return false }
        (failure, feeds!.keyFailure) = (error, nil)
        return true
    }

    /// Calls the run without a reference more to it: what is done for every item is to cost little.
    @inline(__always)
    private func withRun<Result>(_ body: (FeedRun) -> Result) -> Result {
        // SAFETY: the binder's own reference lasts as long as it.
        Unmanaged.passUnretained(feeds.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
    }

    /// Puts the error that an item is too long in the place of one that is known only after the limit, so that it does
    /// not matter how much of the item had been there when it was looked at.
    mutating func preferItemLimit() {
        guard let failure, failure.code != .itemLimit, failure.isUnseenWherePassedOver,
            feeds!.isTooLong(upTo: feeds!.source.tokenEnd), isInItem
        else { return }
        _ = failItemLimit()
    }

    mutating func itemKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        if count > limits.keyBytes {
            let answer = failKey(.keyLimit)
            guard feeds!.dropsItems else { return answer }
            // Its member is dropped, and ends with its value.
            (feeds!.keyFailure, failure) = (failure, nil)
        }
        feeds!.itemKey = makeString(start, count, nil)
        top.pointee.hasPendingKey = true
        return .take
    }

    /// The item on top is whole: it leaves.
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

    /// Destroys the item in the slot, which is whole and does not leave.
    private func destroyItem(of frame: UnsafeMutablePointer<Frame>) {
        itemShape(of: frame).pointee.storage._withUnsafeGuaranteedRef { $0.destroy(frame.pointee.slot, count: 1) }
    }

    /// An item that is none after all: a polymorphic type leaves it out.
    mutating func passItem() -> Bool {
        feeds!.noteItemEnd()
        feeds!.pass(index: top.pointee.count)
        guard isOneByOne else { return leaveItem() }
        top.pointee.field = Self.noItem
        isComplete = true
        return false
    }

    /// Of a feed's frame: nothing is in its slot.
    private static let noItem: Int32 = -1

    /// The item that has failed is over: it costs itself alone, unless too many have.
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

    /// The record is right: its item, if it has one, leaves.
    mutating func deliverRecord() {
        if top.pointee.field != Self.noItem { feeds!.deliver(index: top.pointee.count) }
        nextRecord()
    }

    /// The record is wrong: what has been made of it is taken back.
    mutating func takeBackRecord() {
        if isComplete, top.pointee.field != Self.noItem { destroyItem(of: top) }
        takeBackItem(depth: 0)
    }

    /// Takes back what has been made of the item at hand, and stands between two items.
    ///
    /// - Parameter outside: How many arrays and objects are open around the items.
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

    /// Takes note of the record that has been taken back, and goes on after it.
    ///
    /// - Returns: An error when too many are wrong.
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

    // MARK: - What holds items

    private mutating func leaveItem() -> Bool {
        let frame = top
        frame.pointee.count += 1
        frame.pointee.hasPendingKey = false
        frame.pointee.lacksValue = false
        if frame.pointee.isSingle { return endFeed() }
        setGate(.item)
        return true
    }

    /// The end of the array or object that holds the items.
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

    /// Whether what stands around the items, where that is wanted, is not too much to keep.
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
        // Of the text: the item may be read again, by a source that has what follows its beginning alone.
        let place = run.startPlace?.offset == run.itemStart ? run.startPlace! : run.source.place(at: run.itemStart)
        return ModelError(
            .itemLimit, path: itemPath, place: place, expected: "at most \(counted(run.maxItemBytes, "byte"))",
            found: "more")
    }

    private var itemPath: JSONPath { path(from: frames, through: feedFrame!) }

    /// An error of the text in an item that is too long.
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

    /// The next value is an item.
    var isItemNext: Bool {
        guard top.pointee.kind == .feed, top.pointee.gate == .item else { return false }
        return routeOfTop.kind != .members || top.pointee.hasPendingKey
    }

    /// An item is being decoded, or what is left of it passed over.
    var isInItem: Bool { feedFrame.map { $0.pointee.gate != .item } ?? false }

    /// Gives up the item that is being decoded, since it is longer than items may be up to an offset.
    ///
    /// - Returns: Whether decoding goes on.
    mutating func limitItem(upTo offset: Int) -> Bool {
        guard isInItem, !top.pointee.isAbandoned, feeds!.isTooLong(upTo: offset) else { return true }
        return failItemLimit() || recovers(after: .key)
    }
}

extension Shape {
    /// What a feed finds where this shape, which is one of a route, stands.
    var feedRoute: FeedRoute { route!._withUnsafeGuaranteedRef { $0 } }
}

extension ModelError {
    /// In an item that is passed over it would go unnoticed: there, the depth and the numbers of the document have
    /// their limits, but what is in a string is not looked at.
    fileprivate var isUnseenWherePassedOver: Bool {
        switch code {
        case .failureLimit: false
        case .stringLimit, .replayLimit: true
        default: category == .data || code.concernsItem || underlying is ModelError
        }
    }
}
