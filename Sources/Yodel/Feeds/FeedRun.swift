/// One pass over a feed: takes the items from the binder, and keeps their marks until they are taken.
///
/// The properties that change with each item are `@exclusivity(unchecked)`: checking every access would cost as much as
/// a small item. A run is used in one place at a time, as is the parser that owns it, and nothing that is called while
/// one of its properties is being changed uses the run.
final class FeedRun {
    /// The routes to the items; owns their shapes.
    let routes: FeedRouteTree
    let maxItemBytes: Int
    /// Whether the feed continues after an item that fails.
    let dropsItems: Bool
    private let budget: FailureBudget?
    private let outlets: [FeedOutlet]
    let hasDetails: Bool
    /// The document around the items, if the feed has an envelope.
    let surroundings: FeedSurroundings?
    /// Whether the input is a stream of documents.
    let isStream: Bool
    /// Whether several threads read the next array of items.
    var pausesAtNextArray = false

    // The current item.
    @exclusivity(unchecked) var itemStart = 0
    @exclusivity(unchecked) var itemEnd = ModelError.Place.nowhere
    /// The place of the first byte of an item that is longer than a chunk.
    @exclusivity(unchecked) var startPlace: ModelError.Place?
    /// The last key of an object whose values are items.
    @exclusivity(unchecked) var itemKey = ""
    /// The error if the item is to be dropped because its key exceeds a limit.
    @exclusivity(unchecked) var keyFailure: ModelError?
    /// Its errors: one, or as many as the feed wants of an item; empty if it has not failed.
    @exclusivity(unchecked) var failures: [ModelError] = []
    /// Whether the text has ended, so that the last record ends with it.
    var isAtEnd = false
    /// Whether the end of the text cuts off the last record.
    private(set) var isCutOff = false
    /// Whether the end of the text may cut off the last record, which has failed: the rest of it may follow.
    private var mayGoOn = false
    /// Where a stream ends, if it ends with a number that nothing follows: that may be the beginning of a longer one.
    var endOfOpenNumber: Int?
    /// Whether such a number comes right before the text, and its beginning was an item.
    var isAfterOpenNumber = false
    /// Whether the next item is known to be longer than items may be.
    @exclusivity(unchecked) var isNextItemTooLong = false
    @exclusivity(unchecked) var container: FeedContainer?
    /// The outlet of the container's part.
    @exclusivity(unchecked) unowned(unsafe) private var outlet: FeedOutlet!

    /// Where the document begins and ends, once it has.
    var documentStart = 0
    var documentEnd = ModelError.Place.nowhere

    /// The items and failures that have not been taken.
    @exclusivity(unchecked) var marks = FeedMarks()
    /// How many items there have been, including failed ones.
    @exclusivity(unchecked) var itemCount = 0
    /// The number after the failure at which the run ends, if another run counts the failures.
    var endOfFailures: Int?
    /// The checkpoint where the run began.
    private(set) var resumed: FeedCheckpoint?
    @exclusivity(unchecked) var totals = FeedProgress()
    /// Whether the bytes of items are kept until it is known that they do not fail.
    private let keepsFailedBytes: Bool
    /// The notes for the decoder's reports, kept until it is known whether an item counts; nil without reports.
    let notes: DecodingNotes?
    /// The source of the items, which outlives the run.
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

    // MARK: - Reports of the binder

    /// Enters a container of items.
    ///
    /// - Parameter seen: For each object and array on the path to it, which of the things that the feed looks for there
    ///   have been found; nil in a stream of documents.
    func enter(_ route: FeedRoute, at path: JSONPath, seen: [UInt64]?) {
        enter(FeedContainer(path: path, part: route.part, kind: route.kind, seen: seen))
    }

    func enter(_ container: FeedContainer) {
        self.container = container
        outlet = outlets[container.part]
    }

    func leave() {
        container = nil
        source.forgetItem()
    }

    /// Where the next item is to be decoded, until ``deliver(index:)``.
    @inline(__always)
    var slot: UnsafeMutableRawPointer { withOutlet { $0.slot } }

    /// Begins an item at the current token; returns whether it is known to be longer than items may be.
    @inline(__always)
    func beginItem() -> Bool {
        itemStart = withSource { $0.tokenStart }
        if keepsFailedBytes { source.keepItem() }
        defer { isNextItemTooLong = false }
        return isNextItemTooLong
    }

    enum Finish {
        case delivered
        /// The item stays in its slot until ``deliver(index:)``.
        case kept
        case tooLong
    }

    /// Ends the item in the slot at the current token.
    ///
    /// - Parameter isKept: Whether the item is not to be delivered yet.
    @inline(never)
    func finishItem(index: Int, isKept: Bool) -> Finish {
        itemEnd = withSource { $0.placeOfTokenEnd }
        if isTooLong(upTo: itemEnd.offset) { return .tooLong }
        if isKept { return .kept }
        deliver(index: index)
        return .delivered
    }

    /// Ends the item at the current token of the text, even if its events came from a tape or an object.
    func noteItemEnd() { itemEnd = source.placeOfTokenEnd }

    @inline(__always)
    private func withSource<Result>(_ body: (TextSource) -> Result) -> Result {
        // SAFETY: the driver of a feed owns its source and keeps its run.
        Unmanaged.passUnretained(source.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
    }

    @inline(__always)
    private func withOutlet<Result>(_ body: (FeedOutlet) -> Result) -> Result {
        // SAFETY: ``outlets`` keeps it.
        Unmanaged.passUnretained(outlet.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
    }

    /// Whether the open item is longer than items may be if it reaches an offset.
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

    /// Counts an item that is left out because its type has no case for its variant.
    func pass(index: Int) {
        let mark = mark(index)
        count(mark)
        totals.droppedBytes += mark.end.offset - mark.start
        notes?.settle()
    }

    /// Notes the error of a record that is not JSON or has not been read, if the end of the text may cut it off.
    func noteCutOff(_ error: ModelError) {
        guard isAtEnd else { return }
        mayGoOn = true
        isCutOff = error.code == .unexpectedEnd
    }

    /// Counts the current item as failed; returns an error if too many have failed.
    func drop(index: Int, bytes: () -> [UInt8]?) -> ModelError? {
        let errors = failures
        failures = []
        // The item is read up to its last error.
        settleNotes(after: errors[errors.count - 1])
        var mark = mark(index)
        mark.isCutOff = mayGoOn
        count(mark)
        totals.droppedBytes += mark.end.offset - mark.start
        let bytes = keepsFailedBytes && !isTooLong(upTo: mark.end.offset) ? bytes() : nil
        if hasDetails { marks.append(detail) }
        return deliver(FeedFailure(errors, mark, key: key, bytes: bytes), at: mark)
    }

    /// Counts and delivers a failure; returns an error if too many items have failed.
    func deliver(_ failure: FeedFailure, at mark: FeedMark) -> ModelError? {
        totals.failures += 1
        totals.failuresByCode[failure.error.code, default: 0] += 1
        marks.append(mark, failure)
        return exceededBudget(by: failure.error)
    }

    /// Keeps or reverts the notes of an item that has failed.
    ///
    /// They are kept if the item does not fit its type, as it is always read up to that error. For other errors, this
    /// depends on the source.
    func settleNotes(after error: ModelError) {
        if error.category == .data { notes?.settle() } else { notes?.revert() }
    }

    /// The error if too many items have failed.
    func exceededBudget(by error: ModelError) -> ModelError? {
        guard itemCount == endOfFailures || isBudgetExceeded(by: totals.failures, of: itemCount) else { return nil }
        return ModelError(
            .failureLimit, path: error.path, place: error.place, expected: budget?.description,
            found: "\(counted(totals.failures, "failure")) in \(counted(countForBudget(itemCount), "item"))",
            underlying: error)
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

    private var key: String? { container!.kind == .members ? itemKey : nil }

    /// The current item's data besides its mark.
    private var detail: FeedMark.Detail { FeedMark.Detail(key: key, surroundings: surroundings?.extent) }

    /// Delivers the envelope, or the error if it cannot be decoded; throws an error if that ends the feed.
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
        guard let failure else { return marks.append(mark) }
        if let error = deliver(failure, at: mark) { throw error }
    }

    /// Counts bytes that have been read, and notes how many are kept until there are more.
    func count(bytes: Int, buffered: Int) {
        totals.bytes += bytes
        totals.peakBufferedBytes = max(totals.peakBufferedBytes, buffered)
    }

    private func count(_ mark: FeedMark) {
        itemCount += 1
        totals.largestItemBytes = max(totals.largestItemBytes, mark.end.offset - mark.start)
    }

    // MARK: - Resuming

    /// The place after an item of the current container.
    func position(after item: Int) -> FeedCheckpoint.Position {
        FeedCheckpoint.Position(
            steps: container!.path.steps.map(FeedCheckpoint.Step.init), position: item, seen: container!.seen ?? [],
            surroundings: nil)
    }

    /// Continues the counts of a checkpoint.
    func resume(at checkpoint: FeedCheckpoint) {
        resumed = checkpoint
        itemCount = checkpoint.index
        isAfterOpenNumber = checkpoint.state == .openNumber
        guard case .document(let position) = checkpoint.state, let snapshot = position.surroundings else { return }
        documentStart = snapshot.start
        surroundings?.resume(snapshot)
    }
}
