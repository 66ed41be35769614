/// Collects notes while decoding: recovered errors, unknown keys, and drift.
///
/// A note can be reverted until it is settled: it may belong to a trial that does not fit, or to an item that is read
/// again.
///
/// ```
///   document ───────────── at once, except trials ──────► the client's reports
///   part of a document ─── when it ends, moved ─────────► notes around it
///   items of a feed ────── when they are settled ───────► the client's reports
///   items of a block ───── when the block's turn comes ─► notes of the feed
/// ```
final class DecodingNotes: @unchecked Sendable {
    // Sendable because only one decoding uses it at a time: that of a document, of a part, or of the items of a block.
    // Meanwhile other threads get their own notes from those of a feed, which only reads constants.

    private enum Destination {
        /// The client's reports, as soon as no note can be reverted.
        case client
        /// The client's reports, when notes are settled.
        case clientWhenSettled
        /// Other notes, which take these over.
        case notes
    }

    /// The numbers of notes at some time, to revert to.
    struct Mark {
        fileprivate var errors = KeptNotes<ModelError>.Mark()
        fileprivate var keys = KeptNotes<UnknownKeyCollector.Key>.Mark()
        fileprivate var drift: DriftTally.Mark?
    }

    private let destination: Destination
    private let report: DecodingReport?
    private let collector: UnknownKeyCollector?
    /// Findings for a drift report; nil without a report.
    let drift: DriftTally?
    /// How many recovered errors are kept; nil if none are needed.
    private let errorLimit: Int?
    private var errors: KeptNotes<ModelError>
    private var keys: KeptNotes<UnknownKeyCollector.Key>
    private var settled = Mark()
    /// Whether the notes belong to a trial.
    private var isTried = false

    private init(
        to destination: Destination, _ report: DecodingReport?, _ collector: UnknownKeyCollector?, _ drift: DriftTally?,
        errorLimit: Int?
    ) {
        (self.destination, self.report, self.collector, self.drift) = (destination, report, collector, drift)
        self.errorLimit = errorLimit
        errors = KeptNotes(limit: errorLimit ?? 0)
        keys = KeptNotes(limit: collector?.limit ?? 0, by: \.identity)
    }

    /// Creates the notes of a document, or of the items of a feed.
    ///
    /// - Returns: Nil if no notes are needed.
    convenience init?(_ context: DecodingContext, ofItems: Bool = false) {
        var collector: UnknownKeyCollector?
        if case .collect(let wanted) = context.options.unknownKeys { collector = wanted }
        let (report, drift) = (context.options.report, context.options.drift)
        guard report != nil || drift != nil || collector != nil else { return nil }
        self.init(
            to: ofItems ? .clientWhenSettled : .client, report, collector,
            drift.map { DriftTally($0, limit: $0.limit) }, errorLimit: report?.limit)
    }

    /// Creates the notes of a part.
    ///
    /// - Parameters:
    ///   - notes: The notes of the enclosing document or part.
    ///   - isTried: Whether the part is in a trial, where its first error makes it fail.
    /// - Returns: Nil if no notes are needed.
    static func ofPart(in notes: DecodingNotes?, isTried: Bool = false) -> DecodingNotes? {
        guard notes != nil || isTried else { return nil }
        return DecodingNotes(
            to: .notes, nil, notes?.collector, notes?.drift?.ofPart(),
            errorLimit: isTried ? 1 : notes!.errorLimit)
    }

    /// Creates notes for the items that another thread reads; they are reset for each block.
    func ofThread() -> DecodingNotes {
        DecodingNotes(to: .notes, nil, collector, drift?.ofThread(), errorLimit: errorLimit)
    }

    // MARK: - Noting

    var wantsErrors: Bool { errorLimit != nil }
    private var isDirect: Bool { destination == .client && !isTried }

    /// The first error of a part in a trial.
    var firstError: ModelError? { errors.notes.first }

    func note(_ error: ModelError) {
        guard wantsErrors else { return }
        if isDirect { report!.kept.withLock { $0.add(error) } } else { errors.add(error) }
    }

    /// Whether another unknown key may be kept, not only counted.
    var hasRoomForKey: Bool { keys.hasRoom && !collector!.isFull }

    /// Whether an unknown key would be kept, as far as is known before a part ends.
    func keepsKey(_ identity: Int) -> Bool {
        // The paths of a part are not those of the document, which the collector knows.
        keys.keeps(identity: identity)
            && (destination == .notes || collector!.kept.withLock { $0.keeps(identity: identity) })
    }

    /// Notes a key that no model knows.
    ///
    /// - Parameter path: Nil for a key that is only counted.
    func noteKey(_ path: JSONPath?, at offset: Int) {
        let key = path.map { UnknownKeyCollector.Key(path: $0, offset: offset) }
        if isDirect { collector!.kept.withLock { $0.add(key) } } else { keys.add(key) }
    }

    /// Moves the settled notes of a part, or of a block of items, to these.
    ///
    /// - Parameters:
    ///   - path: Converts a path in the part to one in the document.
    ///   - offset: Converts an offset in the part to one in the document; returns nil if there is none.
    ///   - placed: Gives an error of the part its place in the document.
    func takeOver(
        _ part: DecodingNotes, path: (JSONPath) -> JSONPath = { $0 }, offset: (Int) -> Int? = { $0 },
        placed: (ModelError) -> ModelError = { $0 }
    ) {
        part.revert()
        if let drift, let found = part.drift { drift.takeOver(found, offset: offset) }
        defer { part.settled = part.now }
        if wantsErrors { errors.take(&part.errors) { placed($0).at(path($0.path)) } }
        keys.take(&part.keys) { key in
            UnknownKeyCollector.Key(path: path(key.path), offset: offset(key.offset) ?? 0)
        }
        if isDirect { deliver() }
    }

    // MARK: - Settling

    /// Begins a trial, whose notes can be reverted without the earlier ones.
    func mark() -> Mark {
        isTried = true
        return Mark(errors: errors.mark, keys: keys.mark, drift: drift?.mark())
    }

    private var now: Mark { Mark(errors: errors.mark, keys: keys.mark, drift: drift?.now) }

    /// Removes all notes since a mark.
    func revert(to mark: Mark) {
        errors.revert(to: mark.errors)
        keys.revert(to: mark.keys)
        drift?.revert(to: mark.drift ?? DriftTally.Mark())
    }

    /// Removes all notes that are not settled.
    func revert() { revert(to: settled) }

    /// Ends a trial; its remaining notes belong to the enclosing trial.
    ///
    /// - Parameter mark: The mark of the enclosing trial; nil if there is none.
    func join(_ mark: Mark?) {
        isTried = mark != nil
        drift?.join(mark?.drift)
        if isDirect { deliver() }
    }

    /// Settles all notes, which can then no longer be reverted.
    func settle() {
        drift?.settle()
        if destination != .notes { deliver() }
        settled = now
    }

    /// Passes errors and keys to the client; drift is delivered separately.
    private func deliver() {
        if errors.count > 0 { report!.kept.withLock { $0.take(&errors) } }
        if keys.count > 0 { collector!.kept.withLock { $0.take(&keys) } }
    }

    /// Removes all notes that have not been taken over.
    func reset() {
        errors.removeAll()
        keys.removeAll()
        drift?.reset()
        settled = Mark()
    }
}
