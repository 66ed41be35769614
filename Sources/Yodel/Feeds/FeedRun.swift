/// One pass over a feed: what the binder hands its items to, and what is known of them until they are taken.
///
/// What changes with each item is `@exclusivity(unchecked)`: a check of every access would cost as much as a small item.
/// A run belongs to one place at a time, as the parser does that has it, and nothing that is called while one of its
/// properties is being changed comes back to it.
final class FeedRun {
    /// The way to the items; it owns the shapes on it.
    let routes: FeedRouteTree
    let maxItemBytes: Int
    /// An item that fails costs itself alone.
    let dropsItems: Bool
    private let budget: FailureBudget?
    private let outlets: [FeedOutlet]
    /// More is to be known of items than their marks.
    let hasDetails: Bool
    /// What stands around the items, where that is wanted.
    let surroundings: FeedSurroundings?
    /// There is no document around the items, but one after another.
    let isStream: Bool
    /// The next array of items is one that several threads read.
    var pausesAtNextArray = false

    // The item at hand.
    /// The offset of its first byte.
    @exclusivity(unchecked) var itemStart = 0
    /// The place after its last one.
    @exclusivity(unchecked) var itemEnd = ModelError.Place.nowhere
    /// The place of the first byte of an item that has gone on for more than a chunk.
    @exclusivity(unchecked) var startPlace: ModelError.Place?
    /// The last key of an object whose values are items.
    @exclusivity(unchecked) var itemKey = ""
    /// Why the item of that key is to be dropped: the key is too long.
    @exclusivity(unchecked) var keyFailure: ModelError?
    /// Why it has failed: one error, or as many as are wanted of an item; empty where it has not.
    @exclusivity(unchecked) var failures: [ModelError] = []
    /// The record at hand ends because the text does.
    var isAtEnd = false
    /// The last record is cut off by the end of the text.
    private(set) var isCutOff = false
    /// The item that begins next is longer than it may be.
    @exclusivity(unchecked) var isNextItemTooLong = false
    @exclusivity(unchecked) var container: FeedContainer?
    /// Where it goes: to the outlet of the container's part.
    @exclusivity(unchecked) unowned(unsafe) private var outlet: FeedOutlet!

    /// Where the document begins and ends, once it has.
    var documentStart = 0
    var documentEnd = ModelError.Place.nowhere

    /// What has come out.
    @exclusivity(unchecked) var marks = FeedMarks()
    /// Items that have gone by, those that failed included.
    @exclusivity(unchecked) var itemCount = 0
    /// The number after the failure at which the run ends, where another counts them.
    var endOfFailures: Int?
    /// Where the run began.
    private(set) var resumed: FeedCheckpoint?
    @exclusivity(unchecked) var totals = FeedProgress()
    /// Whether the bytes of items are kept until it is known that they do not fail.
    private let keepsFailedBytes: Bool
    /// What is noted for the decoder's reports until it is known that an item counts; nil where it has none.
    let notes: DecodingNotes?
    /// What the items are read by, which outlives the run.
    @exclusivity(unchecked) unowned(unsafe) var source: TextSource!

    init(
        _ routes: FeedRouteTree, _ options: FeedOptions, outlets: [FeedOutlet], hasMembers: Bool,
        surroundings: FeedSurroundings?, format: FeedFormat?, notes: DecodingNotes?
    ) {
        self.routes = routes
        maxItemBytes = options.maxItemBytes
        dropsItems = options.badItems == .drop
        budget = options.failureBudget
        keepsFailedBytes = options.keepsFailedBytes
        self.outlets = outlets
        self.surroundings = surroundings
        hasDetails = surroundings != nil || hasMembers
        isStream = format != nil
        self.notes = notes
    }

    // MARK: - What the binder reports

    /// What holds items begins.
    ///
    /// - Parameter seen: What has been met on the way to it; nil in a stream of documents.
    func enter(_ route: FeedRoute, at path: JSONPath, seen: [UInt64]?) {
        enter(FeedContainer(path: path, part: route.part, kind: route.kind, seen: seen))
    }

    func enter(_ container: FeedContainer) {
        self.container = container
        outlet = outlets[container.part]
    }

    /// It ends.
    func leave() {
        container = nil
        source.forgetItem()
    }

    /// Where the next item is to be decoded, up to ``deliver(index:)``.
    @inline(__always)
    var slot: UnsafeMutableRawPointer { withOutlet { $0.slot } }

    /// An item begins with the current token.
    ///
    /// - Returns: Whether it is known to be longer than items may be.
    @inline(__always)
    func beginItem() -> Bool {
        itemStart = withSource { $0.tokenStart }
        if keepsFailedBytes { source.keepItem() }
        defer { isNextItemTooLong = false }
        return isNextItemTooLong
    }

    /// What has become of an item that has been decoded.
    enum Finish {
        case delivered
        /// It stays in its slot until ``deliver(index:)``.
        case kept
        case tooLong
    }

    /// The item in the slot ends with the current token.
    ///
    /// - Parameter isKept: It is not to be delivered yet.
    @inline(never)
    func finishItem(index: Int, isKept: Bool) -> Finish {
        itemEnd = withSource { $0.placeOfTokenEnd }
        if isTooLong(upTo: itemEnd.offset) { return .tooLong }
        if isKept { return .kept }
        deliver(index: index)
        return .delivered
    }

    /// The item ends with the current token of the text, which may have been played from a tape or an object.
    func noteItemEnd() { itemEnd = source.placeOfTokenEnd }

    @inline(__always)
    private func withSource<Result>(_ body: (TextSource) -> Result) -> Result {
        // SAFETY: what reads a feed owns its source and keeps its run.
        Unmanaged.passUnretained(source.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
    }

    @inline(__always)
    private func withOutlet<Result>(_ body: (FeedOutlet) -> Result) -> Result {
        // SAFETY: ``outlets`` keeps it.
        Unmanaged.passUnretained(outlet.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
    }

    /// Whether the item that is open is longer than items may be when it goes on up to an offset.
    func isTooLong(upTo offset: Int) -> Bool { offset - itemStart > maxItemBytes }

    /// Takes an item out of its slot.
    @inline(__always)
    func deliver(index: Int) {
        let mark = mark(index)
        if hasDetails { marks.append(detail) }
        withOutlet { $0.take(key: key) }
        count(mark)
        totals.items += 1
        marks.append(mark)
        notes?.settle()
    }

    /// Takes note of an item that is left out because its type has no room for its kind.
    func pass(index: Int) {
        let mark = mark(index)
        count(mark)
        totals.droppedBytes += mark.end.offset - mark.start
        notes?.settle()
    }

    /// Takes note that a record is cut off by the end of the text, if that is its error.
    func noteCutOff(_ error: ModelError) {
        if isAtEnd, error.code == .unexpectedEnd { isCutOff = true }
    }

    /// Takes note of the item that has failed.
    ///
    /// - Returns: An error when too many have.
    func drop(index: Int, bytes: () -> [UInt8]?) -> ModelError? {
        let errors = failures
        let error = errors[0]
        failures = []
        settleNotes(after: error)
        var mark = mark(index)
        mark.isCutOff = isCutOff
        count(mark)
        totals.failures += 1
        totals.failuresByCode[error.code, default: 0] += 1
        totals.droppedBytes += mark.end.offset - mark.start
        let bytes = keepsFailedBytes && !isTooLong(upTo: mark.end.offset) ? bytes() : nil
        if hasDetails { marks.append(detail) }
        marks.append(mark, FeedFailure(errors, mark, key: key, bytes: bytes))
        return exceededBudget(by: error)
    }

    /// Makes sure of what was noted of an item before it failed: that of one that does not fit has been read as far as
    /// that in any case, of others it depends on what reads them.
    func settleNotes(after error: ModelError) {
        if error.category == .data { notes?.settle() } else { notes?.revert() }
    }

    /// The error when too many items have failed.
    func exceededBudget(by error: ModelError) -> ModelError? {
        if itemCount == endOfFailures { return error }
        guard isBudgetExceeded(by: totals.failures, of: itemCount) else { return nil }
        return ModelError(
            .failureLimit, path: error.path, place: error.place, expected: budget!.description,
            found: "\(totals.failures) of \(counted(countForBudget(itemCount), "item")) that fail", underlying: error)
    }

    func isBudgetExceeded(by failures: Int, of items: Int) -> Bool {
        budget?.isExceeded(by: failures, of: countForBudget(items)) ?? false
    }

    /// Items before a checkpoint are not counted: how many of them have failed is unknown.
    private func countForBudget(_ items: Int) -> Int { items - (resumed?.index ?? 0) }

    @inline(__always)
    private func mark(_ index: Int) -> FeedMark {
        let container = container!
        return FeedMark(
            number: itemCount, position: index, container: container, isAtRoot: container.isRoot, start: itemStart,
            end: itemEnd)
    }

    /// The key of the item at hand, if it has one.
    private var key: String? { container!.kind == .members ? itemKey : nil }

    /// What is known of the item at hand besides its mark.
    private var detail: FeedMark.Detail { FeedMark.Detail(key: key, surroundings: surroundings?.extent) }

    /// Takes what stands around the items, or why it cannot be decoded.
    ///
    /// - Throws: That, where it ends the feed.
    func deliverEnvelope(_ take: () throws(ModelError) -> Void) throws(ModelError) {
        let root = FeedContainer(path: JSONPath(), part: -1, kind: .value)
        container = root
        let mark = FeedMark(number: itemCount, position: 0, container: root, start: documentStart, end: documentEnd)
        defer { notes?.settle() }
        var failure: FeedFailure?
        do throws(ModelError) {
            try take()
        } catch {
            guard dropsItems else { throw error }
            failure = FeedFailure([error], mark, key: nil, bytes: nil)
        }
        if hasDetails { marks.append(FeedMark.Detail()) }
        if let failure { marks.append(mark, failure) } else { marks.append(mark) }
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

    // MARK: - Going on elsewhere

    /// The place after an item of what holds the items at hand.
    func position(after item: Int) -> FeedCheckpoint.Position {
        FeedCheckpoint.Position(
            steps: container!.path.steps.map(FeedCheckpoint.Step.init), position: item, seen: container!.seen ?? [],
            surroundings: nil)
    }

    /// Counts on from a checkpoint.
    func resume(at checkpoint: FeedCheckpoint) {
        resumed = checkpoint
        itemCount = checkpoint.index
        guard case .document(let position) = checkpoint.state, let snapshot = position.surroundings else { return }
        documentStart = snapshot.start
        surroundings?.resume(snapshot)
    }
}
