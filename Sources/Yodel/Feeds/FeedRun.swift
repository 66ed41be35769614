/// One pass over a feed: what the binder hands its items to, and what is known of them until they are taken.
final class FeedRun {
    /// What comes out, in the order of the feed.
    enum Output {
        /// The first item in the queue.
        case item(FeedMark)
        case failure(FeedFailure, FeedMark)

        var mark: FeedMark {
            switch self {
            case .item(let mark), .failure(_, let mark): mark
            }
        }
    }

    /// The way to the items; it owns the shapes on it.
    let routes: FeedRouteTree
    let maxItemBytes: Int
    /// An item that fails costs itself alone.
    let dropsItems: Bool
    private let budget: FailureBudget?
    private let outlets: [FeedOutlet]
    /// What stands around the items, where that is wanted.
    let surroundings: FeedSurroundings?
    /// There is no document around the items, but one behind the other.
    let isStream: Bool
    /// The items of an array may be told apart by counting brackets, and read one by one.
    let canSplit: Bool
    /// The array that is read so.
    var splitArray: SplitArray?

    // The item at hand.
    /// The offset of its first byte.
    var itemStart = 0
    /// The place behind its last one.
    var itemEnd = ModelError.Place.nowhere
    /// The place of the first byte of an item that has gone on for more than a chunk.
    var startPlace: ModelError.Place?
    /// The last key of an object whose values are items.
    var itemKey = ""
    /// Why it has failed.
    var failure: ModelError?
    /// The item that begins next is longer than it may be.
    var isNextItemTooLong = false
    private var container: FeedContainer?

    /// Where the document begins and ends, once it has.
    var documentStart = 0
    var documentEnd = ModelError.Place.nowhere

    private var outputs: [Output] = []
    /// The first of them that has not been taken.
    private var firstOutput = 0
    /// What was taken last when all had been.
    private var lastOfAll: FeedMark?
    /// Items that have gone by, those that failed included.
    private(set) var itemCount = 0
    /// Where the run began.
    private(set) var resumed: FeedCheckpoint?
    private(set) var totals = FeedProgress()
    /// Whether the bytes of items are kept until it is known that they do not fail.
    private let keepsFailedBytes: Bool
    /// What the items are read by, which outlives the run.
    unowned(unsafe) var source: EventSource!

    init(
        _ routes: FeedRouteTree, _ options: FeedOptions, outlets: [FeedOutlet], surroundings: FeedSurroundings?,
        format: FeedFormat?, canSplit: Bool
    ) {
        self.routes = routes
        maxItemBytes = options.maxItemBytes
        dropsItems = options.badItems == .drop
        budget = options.failureBudget
        keepsFailedBytes = options.keepsFailedBytes
        self.outlets = outlets
        self.surroundings = surroundings
        isStream = format != nil
        self.canSplit = canSplit
    }

    // MARK: - What the binder reports

    /// What holds items begins.
    ///
    /// - Parameter seen: What has been met on the way to it; nil in a stream of documents.
    func enter(_ route: FeedRoute, at path: JSONPath, seen: [UInt64]?) {
        container = FeedContainer(path: path, part: route.part, kind: route.kind, seen: seen)
    }

    /// It ends.
    func leave() {
        container = nil
        source.forgetItem()
    }

    /// An item begins.
    func begin(at offset: Int) {
        itemStart = offset
        if keepsFailedBytes { source.keepItem() }
    }

    /// Whether the item that is open is longer than items may be when it goes on up to an offset.
    func isTooLong(upTo offset: Int) -> Bool { offset - itemStart > maxItemBytes }

    /// Takes an item out of its slot.
    func deliver(from slot: UnsafeMutableRawPointer, index: Int) {
        let mark = mark(index)
        outlets[mark.container.part].take(slot, key: mark.key)
        outputs.append(.item(mark))
        count(mark)
        totals.items += 1
    }

    /// Takes note of an item that is left out because its type has no room for its kind.
    func pass(index: Int) {
        let mark = mark(index)
        count(mark)
        totals.droppedBytes += mark.end.offset - mark.start
    }

    /// Takes note of the item that has failed.
    ///
    /// - Returns: An error when too many have.
    func drop(index: Int, bytes: () -> [UInt8]?) -> ModelError? {
        let error = failure!
        failure = nil
        let mark = mark(index)
        count(mark)
        totals.failures += 1
        totals.failuresByCode[error.code, default: 0] += 1
        totals.droppedBytes += mark.end.offset - mark.start
        let bytes = keepsFailedBytes && !isTooLong(upTo: mark.end.offset) ? bytes() : nil
        outputs.append(.failure(FeedFailure(error, mark, bytes: bytes), mark))
        guard let budget, budget.isExceeded(by: totals.failures, of: itemCount) else { return nil }
        return ModelError(
            .failureLimit, path: error.path, place: error.place, expected: budget.description,
            found: "\(totals.failures) of \(itemCount) items that fail", underlying: error)
    }

    private func mark(_ index: Int) -> FeedMark {
        let container = container!
        return FeedMark(
            number: itemCount, position: index, key: container.kind == .members ? itemKey : nil,
            container: container, start: itemStart, end: itemEnd, surroundings: surroundings?.extent)
    }

    /// Takes what stands around the items, or why it cannot be decoded.
    ///
    /// - Throws: That, where it ends the feed.
    func deliverEnvelope(_ take: () throws(ModelError) -> Void) throws(ModelError) {
        let root = FeedContainer(path: JSONPath(), part: -1, kind: .value)
        let mark = FeedMark(
            number: itemCount, position: 0, key: nil, container: root, start: documentStart, end: documentEnd)
        do throws(ModelError) {
            try take()
            outputs.append(.item(mark))
        } catch {
            guard dropsItems else { throw error }
            outputs.append(.failure(FeedFailure(error, mark, bytes: nil), mark))
        }
    }

    /// Takes note of bytes that have been read, and of how many are kept until there are more.
    func count(bytes: Int, buffered: Int) {
        totals.bytes += bytes
        totals.peakBufferedBytes = max(totals.peakBufferedBytes, buffered)
    }

    private func count(_ mark: FeedMark) {
        itemCount += 1
        totals.largestItemBytes = max(totals.largestItemBytes, mark.end.offset - mark.start)
    }

    // MARK: - What is taken

    /// The place behind an item of what holds the items at hand.
    func position(behind item: Int) -> FeedCheckpoint.Position {
        FeedCheckpoint.Position(
            steps: container!.path.steps.map(FeedCheckpoint.Step.init), position: item, seen: container!.seen ?? [],
            surroundings: nil)
    }

    func takeOutput() -> Output? {
        guard firstOutput < outputs.count else { return nil }
        defer { leaveOutput() }
        return outputs[firstOutput]
    }

    /// Takes outputs up to an item; false when there is none.
    func passToItem() -> Bool {
        while firstOutput < outputs.count {
            defer { leaveOutput() }
            if case .item = outputs[firstOutput] { return true }
        }
        return false
    }

    /// What was taken last.
    var lastTaken: FeedMark? { firstOutput > 0 ? outputs[firstOutput - 1].mark : lastOfAll }

    /// Counts on from a checkpoint.
    func resume(at checkpoint: FeedCheckpoint) {
        resumed = checkpoint
        itemCount = checkpoint.index
        guard case .document(let position) = checkpoint.state, let snapshot = position.surroundings else { return }
        surroundings?.resume(snapshot)
    }

    private func leaveOutput() {
        firstOutput += 1
        guard firstOutput == outputs.count else { return }
        lastOfAll = outputs.last?.mark
        outputs.removeAll(keepingCapacity: true)
        firstOutput = 0
    }
}
