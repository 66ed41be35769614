/// A feed under way: what reads it, and what has come out and not been taken.
@usableFromInline
final class FeedCore<Item> {
    @usableFromInline let queue: FeedQueue<Item>
    private let run: FeedRun?
    private let driver: FeedDriver?
    private var error: ModelError?
    private(set) var ending: FeedEnding?
    /// Why there are no more bytes, where that is no matter of the feed's own.
    private(set) var inputError: (any Error)?

    /// What the feed looks for, for its checkpoints.
    private let feedDescription: String
    private let progressReport: FeedOptions.ProgressReport?
    /// How many bytes there were when progress was told last.
    private var reportedBytes = 0

    /// - Parameter queue: An empty queue, for the items.
    init(_ feed: Feed<Item>, _ queue: FeedQueue<Item> = FeedQueue(), resumingAt checkpoint: FeedCheckpoint? = nil) {
        self.queue = queue
        feedDescription = feed.summary
        progressReport = feed.options.progressReport
        do throws(ModelError) {
            let made = try feed.makeDriver(queue)
            (run, driver) = (made.run, made.driver)
        } catch {
            (run, driver) = (nil, nil)
            fail(error)
        }
        guard let checkpoint, ending == nil else { return }
        do throws(ModelError) { try resume(at: checkpoint) } catch { fail(error) }
    }

    private func fail(_ error: ModelError) {
        self.error = error
        run?.settleNotes(after: error)
        ending =
            switch error.code {
            case .unexpectedEnd: .truncated
            case .trailingContent: .trailingContent
            default: .failed
            }
    }

    func feed(_ bytes: UnsafeBufferPointer<UInt8>) { feed(FeedChunk(bytes)) }

    func feed(_ chunk: FeedChunk) {
        guard ending == nil else { return }
        noteTaken()
        advance { driver throws(ModelError) in try driver.feed(chunk) }
        run?.drift?.deliver()
        guard let progressReport, ending != nil || progress.bytes - reportedBytes >= progressReport.interval
        else { return }
        reportedBytes = progress.bytes
        progressReport.report(progress)
    }

    func finish() {
        guard ending == nil else { return }
        noteTaken()
        advance { driver throws(ModelError) in try driver.finish() }
        if ending == nil { ending = driver?.isCutOff == true ? .truncated : .complete }
        run?.drift?.deliver()
        progressReport?.report(progress)
    }

    /// The input cannot be read any further: what comes next is not known.
    func fail(input error: any Error) {
        guard ending == nil else { return }
        inputError = error
        ending = .failed
        progressReport?.report(progress)
    }

    private func advance(_ step: (FeedDriver) throws(ModelError) -> Void) {
        guard let driver else { return }
        do throws(ModelError) {
            try step(driver)
        } catch {
            fail(error)
        }
    }

    /// Nobody wants the rest.
    func stop() {
        if ending == nil { ending = .stopped }
    }

    /// The next item; those that have failed are passed over.
    @inlinable
    func next() throws(ModelError) -> Item? {
        if let item = queue.takeReady() { return item }
        return try makeReady() ? queue.takeReady() : nil
    }

    /// Makes items ready if none are: passes over failures, and makes ready the items up to the next one.
    ///
    /// - Returns: Whether any are ready.
    @usableFromInline
    func makeReady() throws(ModelError) -> Bool {
        if queue.ready > 0 { return true }
        noteTaken()
        repeat {
            queue.makeReady(run?.marks.passToItems() ?? 0)
            if queue.ready > 0 { return true }
        } while deliver()
        if let error { throw error }
        return false
    }

    /// Takes over the next items that other threads have read.
    ///
    /// - Returns: Whether there are any, or failures, or the error that ends the feed.
    private func deliver() -> Bool {
        guard ending == nil, let driver else { return false }
        do throws(ModelError) {
            return try driver.deliver()
        } catch {
            fail(error)
            run?.drift?.deliver()
            progressReport?.report(progress)
            return true
        }
    }

    /// Leaves the items that have been decoded where they are: the caller asks for no more.
    func withdrawReady() {
        noteTaken()
        queue.makeReady(0)
    }

    /// Removes the marks of ready items that have been taken, which is done without them.
    private func noteTaken() {
        let count = queue.noteTaken()
        if count > 0 { run!.marks.removeItems(count) }
    }

    /// The next item with where it was found; those that have failed are passed over.
    func nextEntry() throws(ModelError) -> FeedEntry<Item>? {
        while let result = try nextResult() {
            if case .success(let entry) = result { return entry }
        }
        return nil
    }

    func nextResult() throws(ModelError) -> Result<FeedEntry<Item>, FeedFailure>? {
        noteTaken()
        repeat {
            switch run?.marks.takeFirst() {
            case .item(let mark, let key)?: return .success(FeedEntry(queue.takeFirst(), mark, key: key))
            case .failure(let failure)?: return .failure(failure)
            case nil: break
            }
        } while deliver()
        if let error { throw error }
        return nil
    }

    var progress: FeedProgress { run?.totals ?? FeedProgress() }

    // MARK: - Checkpoints

    /// The place behind what was taken last.
    var checkpoint: FeedCheckpoint {
        noteTaken()
        return run?.checkpoint(of: feedDescription) ?? .start(of: feedDescription)
    }

    private func resume(at checkpoint: FeedCheckpoint) throws(ModelError) {
        guard checkpoint.feed == feedDescription else {
            throw ModelError(
                .invalidCheckpoint,
                reason: "the checkpoint is one of a feed of \(checkpoint.feed), not of \(feedDescription)")
        }
        if checkpoint.state == .start { return }
        if checkpoint.isSound {
            run!.resume(at: checkpoint)
            if driver!.resume(at: checkpoint) { return }
        }
        throw ModelError(.invalidCheckpoint, reason: "the checkpoint is of no place that the feed can have")
    }
}

/// What turns the bytes of a feed into items.
class FeedDriver {
    func feed(_ chunk: FeedChunk) throws(ModelError) { preconditionFailure("overridden") }
    func finish() throws(ModelError) { preconditionFailure("overridden") }
    /// Takes over the next items that other threads have read; false when they have read none.
    func deliver() throws(ModelError) -> Bool { false }
    /// Goes on from a checkpoint; false when there is no such place.
    func resume(at checkpoint: FeedCheckpoint) -> Bool { preconditionFailure("overridden") }
    /// What came last has been cut off, though that cost no more than itself.
    var isCutOff: Bool { false }
}

extension Feed {
    fileprivate struct Parts {
        let run: FeedRun
        let driver: FeedDriver
    }

    /// What the feed looks for, for its checkpoints.
    var summary: String {
        if let format { return "\(format)" }
        return parts.map { part in part.path.map { "\(part.kind) at \($0)" } ?? "an envelope" }.joined(separator: ", ")
    }

    /// What reads the feed and puts its items into a queue.
    fileprivate func makeDriver(_ queue: FeedQueue<Item>) throws(ModelError) -> Parts {
        let found = parts.filter { $0.envelope == nil }
        guard !found.isEmpty else {
            throw ModelError(.invalidMapping, reason: "a feed has nothing to look for: decode the document as a whole")
        }
        var ends: [FeedRouteTree.End] = []
        for part in found {
            let mayBeMissing = part.isOptional || decoder.missingCollections == .empty && part.kind != .value
            ends.append(
                FeedRouteTree.End(
                    path: part.path!, kind: part.kind, item: try part.shape(decoder), mayBeMissing: mayBeMissing))
        }
        let routes = try FeedRouteTree(ends)
        let envelopes = parts.filter { $0.envelope != nil }
        guard envelopes.count <= 1 else {
            throw ModelError(.invalidMapping, reason: "a feed has one envelope: what stands around all of its items")
        }
        guard envelopes.isEmpty || !found.contains(where: { $0.path == .root }) else {
            throw ModelError(
                .invalidMapping,
                reason: "a feed has no envelope where what it looks for is the document: nothing "
                    + "stands around it")
        }
        let drift = Binder.tally(decoder.options)
        let surroundings = try envelopes.first.map { part throws(ModelError) in
            FeedSurroundings(
                shape: try part.shape(decoder), paths: found.map { $0.path! },
                ignoresUnknown: decoder.options.ignoresUnknownKeys, drift: drift)
        }
        let notes = RunNotes(decoder.options)
        func makeRun(
            _ queue: FeedQueue<Item>, _ options: FeedOptions, _ surroundings: FeedSurroundings?, _ drift: DriftTally?,
            _ notes: RunNotes?
        ) -> FeedRun {
            FeedRun(
                routes, options, outlets: found.map { $0.outlet(queue) },
                hasMembers: found.contains { $0.kind == .members }, surroundings: surroundings, format: format,
                drift: drift, notes: notes)
        }
        let run = makeRun(queue, options, surroundings, drift, notes)
        let parser = decoder.parser
        func makeWorkers(_ makeReader: @escaping (FeedRun) -> BlockReader) -> FeedWorkers? {
            guard options.concurrency > 1 else { return nil }
            return FeedWorkers(run, queue, options, arePlain: _isPOD(Item.self)) {
                let queue = FeedQueue<Item>()
                let run = makeRun(queue, options.withoutBudget, nil, drift?.another(), notes?.another())
                return FeedWorker(run, queue, makeReader(run))
            }
        }
        func makeRecordReader(_ run: FeedRun) -> RecordReader { RecordReader(run, decodingOptions(run), parser) }
        if let format, format != .concatenated {
            let driver = RecordDriver(run, makeRecordReader(run), format)
            guard format == .lines, let workers = makeWorkers(makeRecordReader) else {
                return Parts(run: run, driver: driver)
            }
            return Parts(run: run, driver: ParallelLineDriver(run, driver, workers))
        }
        let workers =
            !mayCutArray
            ? nil
            : makeWorkers { [unowned run] worker in
                ArrayBlockReader(worker, decodingOptions(worker), parser, in: run.position(behind: -1))
            }
        let driver = DocumentDriver(run, decodingOptions(run), parser, workers: workers) {
            () throws(ModelError) in
            guard let surroundings, let envelope = envelopes.first?.envelope else { return }
            try run.deliverEnvelope { () throws(ModelError) in queue.append(try envelope(surroundings, decoder)) }
        }
        return Parts(run: run, driver: driver)
    }

    /// Whether the feed has an array at one place that may be cut into blocks: not by yajl, nor where there may be
    /// comments.
    private var mayCutArray: Bool {
        format == nil && decoder.parser.isScanner && !decoder.allowsComments
            && parts.contains { $0.kind == .items && $0.path?.isPlural == false }
    }

    /// What the items of a run are decoded with.
    private func decodingOptions(_ run: FeedRun) -> DecodingOptions { run.notes?.options ?? decoder.options }
}
