// Making checkpoints, and resuming at them.

extension FeedRun {
    /// The place after an item or failure that was taken; nil if none was.
    func checkpoint(of feed: String, after taken: FeedMarks.Taken?) -> FeedCheckpoint {
        guard let taken else { return resumed ?? .start(of: feed) }
        let mark = taken.mark
        let isEnvelope = mark.container.part < 0
        var checkpoint = FeedCheckpoint(
            offset: mark.end.offset, index: isEnvelope ? mark.number : mark.number + 1, line: mark.end.line,
            column: mark.end.column, state: isEnvelope ? .end : state(after: mark, taken.detail), feed: feed)
        checkpoint.byteRange = resumed?.byteRange
        return checkpoint
    }

    func offset(ofCheckpointAfter taken: FeedMarks.Taken?) -> Int { taken?.mark.end.offset ?? resumed?.offset ?? 0 }

    private func state(after mark: FeedMark, _ detail: FeedMark.Detail?) -> FeedCheckpoint.State {
        guard let seen = mark.container.seen else {
            return mark.end.offset == endOfOpenNumber ? .openNumber : .stream
        }
        return .document(
            FeedCheckpoint.Position(
                steps: mark.container.path.steps.map(FeedCheckpoint.Step.init), position: mark.position, seen: seen,
                surroundings: detail?.surroundings.flatMap { surroundings?.snapshot($0, ofDocumentAt: documentStart) }))
    }
}

extension Binder {
    /// Moves to a place within a document, after an item; false if there is no such place.
    mutating func resume(at position: FeedCheckpoint.Position) -> Bool {
        top.pointee.slotShape = top.pointee.shape
        top.pointee.gate = .none
        guard position.seen.count == position.steps.count else { return false }
        for (step, seen) in zip(position.steps, position.seen) {
            guard openRoute(toward: step, seen: seen) else { return false }
        }
        let shape = top.pointee.slotShape
        guard shape.pointee.kind == .route else { return false }
        switch shape.pointee.feedRoute.kind {
        case .items, .members:
            guard depth < limits.depth else { return false }
            depth += 1
            pushFeed(shape, isBracketed: true)
            top.pointee.count = position.position + 1
        case .value: _ = advance(top)
        case .keys, .elements, .each: return false
        }
        return true
    }

    private mutating func openRoute(toward step: FeedCheckpoint.Step, seen: UInt64) -> Bool {
        let shape = top.pointee.slotShape
        guard shape.pointee.kind == .route, depth < limits.depth else { return false }
        let route = shape.pointee.feedRoute
        let child: Int?
        switch route.kind {
        case .keys: child = step.key.flatMap(route.indexOfChild(under:))
        case .elements, .each: child = step.index.flatMap(route.indexOfChild)
        case .items, .members, .value: child = nil
        }
        guard let child, (0..<Int.max / 2).contains(step.index ?? 0) else { return false }
        depth += 1
        let slot = top.pointee.slot
        push(
            Frame(
                kind: .route, field: Int32(child), slot: slot, slotShape: route.children[child].shape, shape: shape,
                base: slot, count: step.index ?? 0, seen: seen))
        return true
    }

    /// For each open array and object on the path to the items, and for their container, whether it is an object.
    var openContainersOfFeed: [Bool] {
        var isObject: [Bool] = []
        var frame = frames
        while frame <= top {
            let kind = frame.pointee.shape.pointee.route?._withUnsafeGuaranteedRef(\.kind)
            if frame.pointee.kind == .route || frame.pointee.kind == .feed {
                isObject.append(kind == .keys || kind == .members)
            }
            frame += 1
        }
        return isObject
    }

    /// For each object and array on the path to the current place, which of the things that the feed looks for there
    /// have been found.
    var seenOnTheWay: [UInt64] {
        var seen: [UInt64] = []
        var frame = frames
        while frame <= top {
            if frame.pointee.kind == .route { seen.append(frame.pointee.seen) }
            frame += 1
        }
        return seen
    }
}
