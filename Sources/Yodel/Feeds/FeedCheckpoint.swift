/// A place between two items of a feed, to go on from later.
///
/// ```swift
/// let saved = try JSONEncoder().encode(parser.checkpoint)
/// …
/// let checkpoint = try JSONDecoder().decode(FeedCheckpoint.self, from: saved)
/// var reader = try feed.reader(ofFileAt: path, resumingAt: checkpoint)
/// ```
///
/// A feed that is resumed gives exactly the items that had not been taken, each with the number, path and place it would
/// have had; the same feed has to be resumed, and its bytes have to go on at ``offset``. What had been read of an
/// envelope is part of the checkpoint, which may be as large as that; where it stood is not, so that an error in that part
/// has a path, but no line and offset.
public struct FeedCheckpoint: Codable, Hashable, Sendable {
    /// The first byte that has to be fed.
    public let offset: Int
    /// How many items came before, those that failed included.
    public let index: Int
    let line: Int
    let column: Int
    let state: State
    /// What the feed looks for: no other feed goes on from here.
    let feed: String

    enum State: Codable, Hashable, Sendable {
        /// Nothing has been taken.
        case start
        /// Between two documents of a stream.
        case stream
        case document(Position)
        /// The document has ended.
        case end
    }

    /// A place within a document.
    struct Position: Codable, Hashable, Sendable {
        /// The way to what holds the item that was taken last.
        var steps: [Step]
        /// The item's number in it.
        var position: Int
        /// For each object and array on the way, what has been met of that which is looked for in it.
        var seen: [UInt64]
        /// What stands around the items, so far.
        var surroundings: FeedSurroundings.Snapshot?
    }

    struct Step: Codable, Hashable, Sendable {
        var key: String?
        var index: Int?

        init(_ step: JSONPath.Step) {
            switch step {
            case .key(let key): self.key = key
            case .index(let index): self.index = index
            }
        }
    }

    /// Its numbers are some that a feed may have, and that may be counted on from.
    var isSound: Bool {
        var numbers = [offset, index, line - 1, column - 1]
        if case .document(let position) = state {
            numbers.append(position.position)
            if let surroundings = position.surroundings {
                numbers += [surroundings.start, offset - surroundings.start]
            }
        }
        return numbers.allSatisfy { (0..<Int.max / 2).contains($0) }
    }

    /// The place before everything.
    static func start(of feed: String) -> FeedCheckpoint {
        FeedCheckpoint(offset: 0, index: 0, line: 1, column: 1, state: .start, feed: feed)
    }

    var place: ModelError.Place { ModelError.Place(offset: offset, line: line, column: column) }
}

extension FeedRun {
    /// The place behind what was taken last.
    func checkpoint(of feed: String) -> FeedCheckpoint {
        guard let mark = marks.lastTaken else {
            return resumed ?? .start(of: feed)
        }
        let isEnvelope = mark.container.part < 0
        return FeedCheckpoint(
            offset: mark.end.offset, index: isEnvelope ? mark.number : mark.number + 1, line: mark.end.line,
            column: mark.end.column, state: isEnvelope ? .end : state(behind: mark), feed: feed)
    }

    private func state(behind mark: FeedMark) -> FeedCheckpoint.State {
        guard let seen = mark.container.seen else { return .stream }
        return .document(
            FeedCheckpoint.Position(
                steps: mark.container.path.steps.map(FeedCheckpoint.Step.init), position: mark.position, seen: seen,
                surroundings: mark.surroundings.flatMap { surroundings?.snapshot($0, ofDocumentAt: documentStart) }))
    }
}

extension Binder {
    /// Goes to a place within a document, behind an item.
    ///
    /// - Returns: Whether there is such a place.
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
            guard depth < options.limits.depth else { return false }
            depth += 1
            pushFeed(shape, isBracketed: true)
            top.pointee.count = position.position + 1
            noteSplitArray(shape)
        case .value: _ = advance(top)
        case .keys, .elements, .each: return false
        }
        return true
    }

    private mutating func openRoute(toward step: FeedCheckpoint.Step, seen: UInt64) -> Bool {
        let shape = top.pointee.slotShape
        guard shape.pointee.kind == .route, depth < options.limits.depth else { return false }
        let route = shape.pointee.feedRoute
        let child: Int?
        switch route.kind {
        case .keys: child = route.children.firstIndex { $0.name == step.key }
        case .elements, .each: child = step.index.flatMap(route.indexOfChild)
        case .items, .members, .value: child = nil
        }
        guard let child, (0..<Int.max / 2).contains(step.index ?? 0) else { return false }
        depth += 1
        let slot = top.pointee.slot
        push(
            Frame(
                kind: .route, field: Int32(child), slot: slot, slotShape: route.children[child].shape, shape: shape,
                base: slot, limit: slot, count: step.index ?? 0, seen: seen))
        return true
    }

    /// Which of the arrays and objects that are open, with those of a feed and on the way to it, are objects.
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

    /// What has been met on the way to where the binder is.
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
