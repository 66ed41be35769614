// Feeds: the path through a document to the items, and the values beside it. The items leave the binder one by one,
// from arrays and objects that are never in memory as a whole (see `Binder+FeedItems`).
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

    var routeOfTop: FeedRoute { top.pointee.shape.pointee.feedRoute }

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
}

extension Shape {
    /// The feed's route of a shape of kind route.
    var feedRoute: FeedRoute { route!._withUnsafeGuaranteedRef { $0 } }
}
