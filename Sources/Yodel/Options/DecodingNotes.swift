/// What a decoding notes besides its result: the errors it gets over, unknown keys, and drift.
///
/// A note may be taken back until it is settled: it may belong to a try that does not fit, or to an item that is read
/// once more.
///
/// ```
///   document ───────────── at once, but for tries ──────► the client's reports
///   part of a document ─── when it ends, moved ─────────► notes around it
///   items of a feed ────── when they are settled ───────► the client's reports
///   items of a block ───── when the block's turn comes ─► notes of the feed
/// ```
final class DecodingNotes: @unchecked Sendable {
    // Sendable because one decoding has it at a time: that of a document, of a part, or of the items of a block. Other
    // threads ask the notes of a feed for notes of their own meanwhile, which reads constants only.

    private enum Destination {
        /// The client's reports, as soon as nothing can take a note back.
        case client
        /// The client's reports, when notes have been settled.
        case clientWhenSettled
        /// Other notes, which take these over.
        case notes
    }

    /// How much had been noted at some time.
    struct Mark {
        fileprivate var errors = KeptNotes<ModelError>.Mark()
        fileprivate var keys = KeptNotes<UnknownKeyCollector.Key>.Mark()
        fileprivate var drift: DriftTally.Mark?
    }

    private let destination: Destination
    private let report: DecodingReport?
    private let collector: UnknownKeyCollector?
    /// What is found for a report on drift; nil where none is wanted.
    let drift: DriftTally?
    /// How many errors that are got over are kept; nil where none are wanted.
    private let errorLimit: Int?
    private var errors: KeptNotes<ModelError>
    private var keys: KeptNotes<UnknownKeyCollector.Key>
    private var settled = Mark()
    /// What is noted belongs to a try.
    private var isTried = false

    private init(
        to destination: Destination, _ report: DecodingReport?, _ collector: UnknownKeyCollector?, _ drift: DriftTally?,
        errorLimit: Int?
    ) {
        (self.destination, self.report, self.collector, self.drift) = (destination, report, collector, drift)
        self.errorLimit = errorLimit
        errors = KeptNotes(limit: errorLimit ?? 0)
        keys = KeptNotes(limit: collector?.limit ?? 0, by: \.shape)
    }

    /// Those of a document, or of the items of a feed.
    ///
    /// - Returns: Nil where no notes are wanted.
    convenience init?(_ context: DecodingContext, ofItems: Bool = false) {
        var collector: UnknownKeyCollector?
        if case .collect(let wanted) = context.options.unknownKeys { collector = wanted }
        let (report, drift) = (context.options.report, context.options.drift)
        guard report != nil || drift != nil || collector != nil else { return nil }
        self.init(
            to: ofItems ? .clientWhenSettled : .client, report, collector,
            drift.map { DriftTally($0, limit: $0.limit) }, errorLimit: report?.limit)
    }

    /// Those of a part.
    ///
    /// - Parameters:
    ///   - notes: Those around it.
    ///   - isTried: The part has to fit as it is: its first error is wanted.
    /// - Returns: Nil where no notes are wanted.
    static func ofPart(in notes: DecodingNotes?, isTried: Bool = false) -> DecodingNotes? {
        guard notes != nil || isTried else { return nil }
        return DecodingNotes(
            to: .notes, nil, notes?.collector, notes?.drift?.ofPart(),
            errorLimit: isTried ? 1 : notes!.errorLimit)
    }

    /// Those of the items that another thread reads, which are reset for each block.
    func ofThread() -> DecodingNotes {
        DecodingNotes(to: .notes, nil, collector, drift?.ofThread(), errorLimit: errorLimit)
    }

    // MARK: - Noting

    var wantsErrors: Bool { errorLimit != nil }
    private var isDirect: Bool { destination == .client && !isTried }

    /// The first error of a part that is tried.
    var firstError: ModelError? { errors.notes.first }

    func note(_ error: ModelError) {
        guard wantsErrors else { return }
        if isDirect { report!.record(error) } else { errors.add(error) }
    }

    /// Whether another unknown key would be kept, and not only counted.
    var hasRoomForKey: Bool { keys.hasRoom && !collector!.isFull }

    /// Notes a key that no model knows.
    ///
    /// - Parameter path: Nil for one that there is no room for.
    func noteKey(_ path: JSONPath?, at offset: Int) {
        let key = path.map { UnknownKeyCollector.Key(path: $0, offset: offset) }
        if isDirect { collector!.record(key) } else { keys.add(key) }
    }

    /// Notes what was noted of a part, or of a block of items, and has been settled; it has none then.
    ///
    /// - Parameters:
    ///   - path: Where the part is.
    ///   - offset: Gives the document's offset for one of the part; nil where there is none.
    ///   - placed: Gives an error of the part its place in the document.
    func takeOver(
        _ part: DecodingNotes, at path: @autoclosure () -> JSONPath = JSONPath(), offset: (Int) -> Int? = { $0 },
        placed: (ModelError) -> ModelError = { $0 }
    ) {
        part.revert()
        if let drift, let found = part.drift { drift.takeOver(found, offset: offset) }
        defer { part.settled = part.now }
        guard part.errors.count > 0 || part.keys.count > 0 else { return }
        let path = path()
        if wantsErrors { errors.take(&part.errors) { placed($0).at(path.appending($0.path)) } }
        keys.take(&part.keys) { key in
            UnknownKeyCollector.Key(path: path.appending(key.path), offset: offset(key.offset) ?? 0)
        }
        if isDirect { deliver() }
    }

    // MARK: - Settling

    /// Begins a try, whose notes may be taken back without those before.
    func mark() -> Mark {
        isTried = true
        return Mark(errors: errors.mark, keys: keys.mark, drift: drift?.mark())
    }

    private var now: Mark { Mark(errors: errors.mark, keys: keys.mark, drift: drift?.now) }

    /// Takes back what was noted since a mark.
    func revert(to mark: Mark) {
        errors.revert(to: mark.errors)
        keys.revert(to: mark.keys)
        drift?.revert(to: mark.drift ?? DriftTally.Mark())
    }

    /// Takes back what is not settled.
    func revert() { revert(to: settled) }

    /// What is left of a try that has ended belongs to the one around it.
    ///
    /// - Parameter mark: That of the one around; nil where there is none.
    func join(_ mark: Mark?) {
        isTried = mark != nil
        drift?.join(mark?.drift)
        if isDirect { deliver() }
    }

    /// Makes sure of everything that has been noted.
    func settle() {
        drift?.settle()
        if destination != .notes { deliver() }
        settled = now
    }

    /// Hands errors and keys to the client; drift is handed over now and then.
    private func deliver() {
        if errors.count > 0 { report!.take(&errors) }
        if keys.count > 0 { collector!.take(&keys) }
    }

    /// Forgets everything that has not been taken over.
    func reset() {
        errors.removeAll()
        keys.removeAll()
        drift?.reset()
        settled = Mark()
    }
}
