/// A pass over a feed: its driver, and the items and failures that have not been taken.
@usableFromInline
final class FeedCore<Item> {
    @usableFromInline let queue: FeedQueue<Item>
    @usableFromInline let hasKeys: Bool
    /// Nil if the feed cannot be read.
    private var driver: FeedDriver?
    private var error: ModelError?
    private(set) var ending: FeedEnding?
    /// The error with which the input ended, if it is not one of the feed itself.
    private(set) var inputError: (any Error)?

    private let feedDescription: String
    private let progressReport: FeedOptions.ProgressReport?
    private var reportedBytes = 0
    /// Finds the lines to be read; nil if all of the input is read.
    private var lines: LineRange?
    /// Unpacks the input; nil if the input is text.
    private let unpacking: FeedUnpacking?
    /// Where some members of the input begin, from the last one before the checkpoint on.
    private var members: [Unpacker.Member] = []
    private var compressedBytes = 0
    /// What had been taken before each batch that has not been delivered, in the order of the feed.
    private var openBatches: [(number: Int, takenBefore: FeedMarks.Taken?)] = []

    /// - Parameter queue: An empty queue, for the items.
    init(_ feed: Feed<Item>, _ queue: FeedQueue<Item> = FeedQueue(), resumingAt checkpoint: FeedCheckpoint?) {
        self.queue = queue
        hasKeys = feed.parts.contains { $0.kind == .members }
        feedDescription = feed.summary
        progressReport = feed.options.progressReport
        unpacking = feed.makeUnpacking(resumingAt: checkpoint)
        if let member = checkpoint?.member { members.append(member) }
        do throws(ModelError) {
            driver = try FeedPlan(feed).makeDriver(queue)
            lines = try feed.lineRange(of: checkpoint)
            if let checkpoint { try resume(at: checkpoint) }
        } catch {
            fail(error)
        }
        // An empty range ends without reading the input, which might be a silent pipe.
        if lines?.isOver == true { finish() }
    }

    private var run: FeedRun? { driver?.run }

    private func fail(_ error: ModelError) {
        self.error = error
        unpacking?.stop()
        run?.settleNotes(after: error)
        ending =
            switch error.code {
            case .truncatedCompression: .truncated
            // A line may end within its document although the input goes on.
            case .unexpectedEnd where run?.isAtEnd == true: .truncated
            case .trailingContent: .trailingContent
            default: .failed
            }
    }

    func feed(_ chunk: FeedChunk) {
        if let unpacking {
            if ending == nil { unpacking.add(chunk.bytes) }
            return
        }
        guard lines == nil else { return feedLines(of: chunk) }
        advance { driver throws(ModelError) in try driver.feed(chunk) }
    }

    /// Feeds the part of a chunk that belongs to the lines to be read, and ends the feed with the last of them.
    private func feedLines(of chunk: FeedChunk) {
        guard ending == nil, let (found, start) = lines?.find(in: chunk.bytes) else { return }
        advance { driver throws(ModelError) in
            if let start { driver.begin(at: ModelError.Place(offset: start, line: 1, column: 1), after: 0) }
            try driver.feed(chunk[found])
        }
        if lines?.isOver == true { finish() }
    }

    func finish() {
        if let unpacking {
            unpacking.end()
            return
        }
        advance { driver throws(ModelError) in try finish(driver) }
    }

    private func finish(_ driver: FeedDriver) throws(ModelError) {
        try driver.finish()
        ending = driver.run.isCutOff ? .truncated : .complete
    }

    /// Ends the feed because its input cannot be read any further.
    ///
    /// The error comes after all whole items that have been read.
    func fail(input error: any Error) {
        advance { driver throws(ModelError) in try driver.readBlocks() }
        guard ending == nil else { return }
        inputError = error
        ending = .failed
        report()
    }

    private func advance(_ step: (FeedDriver) throws(ModelError) -> Void) {
        guard ending == nil, let driver else { return }
        noteTaken()
        do throws(ModelError) {
            try step(driver)
        } catch {
            fail(error)
        }
        report()
    }

    /// Delivers the drift that has been found, and reports the progress if that is due or the feed has ended.
    private func report() {
        run?.notes?.drift?.deliver()
        guard let progressReport, ending != nil || progress.bytes - reportedBytes >= progressReport.interval
        else { return }
        reportedBytes = progress.bytes
        progressReport.report(progress)
    }

    /// Ends the feed: the rest is not read.
    func stop() {
        if ending == nil { ending = .stopped }
        unpacking?.stop()
    }

    deinit { unpacking?.stop() }

    /// The next item; failures are skipped.
    @inlinable
    func next() throws(ModelError) -> Item? {
        if let item = queue.takeReady() { return item }
        return try makeReady() ? queue.takeReady() : nil
    }

    /// The next item and its place; failures are skipped.
    @inlinable
    func nextEntry() throws(ModelError) -> FeedEntry<Item>? {
        if queue.ready == 0 { guard try makeReady() else { return nil } }
        return takeEntry()
    }

    /// The next item and its place, or the next failure.
    @inlinable
    func nextResult() throws(ModelError) -> Result<FeedEntry<Item>, FeedFailure>? {
        if queue.ready == 0, let failure = try nextFailure() { return .failure(failure) }
        return queue.ready > 0 ? .success(takeEntry()) : nil
    }

    /// Takes the first ready item.
    ///
    /// The entry is made in the client: here the item's type is unknown, and looking up the entry's metadata took longer
    /// than decoding a small item.
    @inlinable
    func takeEntry() -> FeedEntry<Item> {
        let index = queue.noted &- queue.ready
        // SAFETY: the marks do not change while this one is looked at.
        let origin = FeedOrigin(markOfReady(index).pointee, key: hasKeys ? keyOfReady(index) : nil)
        return FeedEntry(queue.takeReady()!, origin)
    }

    /// The mark of a ready item, until marks are added or removed.
    ///
    /// - Parameter index: How many items that were made ready with it come before it.
    @usableFromInline
    func markOfReady(_ index: Int) -> UnsafePointer<FeedMark> {
        // SAFETY: this keeps its driver, and the driver its run. Otherwise, references to both are counted for each item.
        Unmanaged.passUnretained(driver!)._withUnsafeGuaranteedRef { driver in
            Unmanaged.passUnretained(driver.run)._withUnsafeGuaranteedRef { $0.marks.mark(ofItem: index) }
        }
    }

    @usableFromInline
    func keyOfReady(_ index: Int) -> String? { run?.marks.key(ofItem: index) }

    /// If no items are ready, skips failures and makes the items up to the next failure ready; false if there are none.
    @usableFromInline
    func makeReady() throws(ModelError) -> Bool {
        while try nextFailure() != nil {}
        return queue.ready > 0
    }

    /// If no items are ready, takes the next failure, or makes the items before it ready.
    ///
    /// - Returns: The failure, if it comes first; nil if an item does, or if there is nothing to take.
    @usableFromInline
    func nextFailure() throws(ModelError) -> FeedFailure? {
        if queue.ready > 0 { return nil }
        noteTaken()
        repeat {
            if let failure = run?.marks.takeFailure() { return failure }
            queue.makeReady(run?.marks.itemsBeforeFailure ?? 0)
            if queue.ready > 0 { return nil }
        } while deliver()
        if let error { throw error }
        return nil
    }

    /// The item or failure that was taken last.
    var lastTaken: FeedMarks.Taken? {
        noteTaken()
        return run?.marks.lastTaken
    }

    /// Its bytes.
    var lastByteRange: Range<Int>? { lastTaken.map { $0.mark.start..<$0.mark.end.offset } }

    /// Takes over the next items that other threads have read, or decodes more text of a compressed input.
    ///
    /// - Returns: Whether there may now be items, failures, or the error that ends the feed.
    private func deliver() -> Bool {
        guard ending == nil, let driver else { return false }
        do throws(ModelError) {
            if try !driver.deliver(), try !unpackNext(driver) { return false }
        } catch {
            fail(error)
        }
        report()
        return true
    }

    /// Withdraws the ready items: the caller takes no more.
    func withdrawReady() {
        noteTaken()
        queue.makeReady(0)
    }

    /// Removes the marks of ready items that have been taken, as taking them does not.
    private func noteTaken() {
        let count = queue.noteTaken()
        if count > 0 { run!.marks.removeItems(count) }
    }

    var progress: FeedProgress {
        var progress = run?.totals ?? FeedProgress()
        progress.compressedBytes = compressedBytes
        return progress
    }

    /// Decodes the next piece of a compressed input's text; false if there is none.
    private func unpackNext(_ driver: FeedDriver) throws(ModelError) -> Bool {
        guard let unpacking, let piece = unpacking.next() else { return false }
        compressedBytes = piece.inputOffset
        if let member = piece.member, member != members.last {
            members.append(member)
            forgetMembers()
        }
        let owner = FeedBytes(piece.bytes)
        try piece.bytes.withUnsafeBufferPointer { text throws(ModelError) in
            if !text.isEmpty { try driver.feed(FeedChunk(text, of: owner)) }
        }
        switch piece.ending {
        case .complete?: try finish(driver)
        case .failed(let failure)?: try driver.fail(failure)
        case nil: break
        }
        return true
    }

    /// Forgets the members before the checkpoint, except the last, and if very many follow, every second one.
    private func forgetMembers() {
        let offset = driver?.run.offset(ofCheckpointAfter: takenBeforeCheckpoint) ?? 0
        while members.count > 1, members[1].text <= offset { members.removeFirst() }
        // An item of some megabytes comes in as many pieces, blank text in any number.
        guard members.count > 128 else { return }
        members = stride(from: 0, to: members.count, by: 2).map { members[$0] }
    }

    // MARK: - Checkpoints

    /// Begins a batch with the next item: until the batch ends, the checkpoint is before it.
    func begin(batch number: Int) { openBatches.append((number, lastTaken)) }

    func end(batch number: Int) { openBatches.removeAll { $0.number == number } }

    private var takenBeforeCheckpoint: FeedMarks.Taken? {
        if let first = openBatches.first { return first.takenBefore }
        return lastTaken
    }

    var checkpoint: FeedCheckpoint {
        var checkpoint =
            run?.checkpoint(of: feedDescription, after: takenBeforeCheckpoint) ?? .start(of: feedDescription)
        checkpoint.member = members.last { $0.text <= checkpoint.offset }
        return checkpoint
    }

    private func resume(at checkpoint: FeedCheckpoint) throws(ModelError) {
        guard checkpoint.feed == feedDescription else {
            throw ModelError(
                .invalidCheckpoint,
                reason: "the checkpoint is from another feed: that one reads \(checkpoint.feed), this one "
                    + feedDescription)
        }
        if checkpoint.isSound {
            run!.resume(at: checkpoint)
            if checkpoint.state == .start || driver!.resume(at: checkpoint) { return }
        }
        throw ModelError(.invalidCheckpoint, reason: "the checkpoint is at a place that the feed does not have")
    }
}

extension Feed {
    /// A description of the feed, for its checkpoints.
    var summary: String {
        if let format { return "\(format)" }
        return parts.map { part in part.path.map { "\(part.kind) at \($0)" } ?? "an envelope" }.joined(separator: ", ")
    }

    /// Unpacks the feed's input; nil if that is text.
    fileprivate func makeUnpacking(resumingAt checkpoint: FeedCheckpoint?) -> FeedUnpacking? {
        guard isCompressed else { return nil }
        return FeedUnpacking(
            compression, pieceSize: options.blockSize, threads: options.concurrency > 1 ? options.threads : nil,
            resumingAt: checkpoint.flatMap { $0.isSound ? $0 : nil })
    }
}
