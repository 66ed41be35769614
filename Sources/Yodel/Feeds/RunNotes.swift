/// What a run notes for the reports of its decoder until it is known that an item counts: one that is no sound JSON is
/// read once more, and one that another thread has read may lie behind the end of the feed.
final class RunNotes {
    private let around: ModelDecoder
    /// Of the item at hand.
    private let provisional: Reports
    /// Where they go: to the client's for the feed's own run, else to where the feed's own takes them from.
    private let settled: Reports

    private struct Reports {
        var errors: DecodingReport?
        var keys: UnknownKeyCollector?

        /// Takes what others have, which then have none.
        func take(from others: Reports) {
            if let errors { errors.take(from: others.errors!) }
            if let keys { keys.take(from: others.keys!) }
        }

        func removeAll() {
            errors?.removeAll()
            keys?.removeAll()
        }

        /// Empty ones for the same things, which are to go to these.
        func another() -> Reports {
            Reports(
                errors: errors.map { DecodingReport(limit: $0.limit) }, keys: keys.map { UnknownKeyCollector(for: $0) })
        }
    }

    private init(_ around: ModelDecoder, settled: Reports) {
        self.around = around
        self.settled = settled
        provisional = settled.another()
    }

    /// - Returns: Nil where nobody wants any.
    convenience init?(_ around: ModelDecoder) {
        var wanted = Reports(errors: around.report)
        if case .collect(let collector) = around.unknownKeys { wanted.keys = collector }
        guard wanted.errors != nil || wanted.keys != nil else { return nil }
        self.init(around, settled: wanted)
    }

    /// Those of a run on another thread.
    func another() -> RunNotes { RunNotes(around, settled: settled.another()) }

    /// What the items of the run are decoded with.
    var options: ModelDecoder {
        var options = around
        options.keepClientNotes()
        options.report = provisional.errors
        if let keys = provisional.keys { options.unknownKeys = .collect(keys) }
        return options
    }

    /// What has been noted counts.
    func settle() { settled.take(from: provisional) }

    /// It does not.
    func revert() { provisional.removeAll() }

    /// Forgets everything that has not been taken over.
    func reset() {
        provisional.removeAll()
        settled.removeAll()
    }

    /// Takes over what a run has noted that has read what comes next.
    func takeOver(_ other: RunNotes) { settled.take(from: other.settled) }
}
