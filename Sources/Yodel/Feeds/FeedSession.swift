/// One pass over a feed whose bytes arrive asynchronously.
final class FeedSession<Item> {
    /// Items that have been decoded.
    let queue = FeedQueue<Item>()
    private var feed: Feed<Item>
    private var source: any FeedSource
    /// Made when the first element is asked for: until then, views may change the feed's options.
    private var begun: FeedCore<Item>?
    private let checkpointToResumeAt: FeedCheckpoint?
    /// The current chunk, contiguous in memory, and how much of it has been decoded.
    private var chunk: (any Sequence<UInt8>)?
    private var owner: FeedBytes?
    private var position = 0
    private var isOver = false
    /// The turn to ask for the next chunk.
    private var turn = SourceTurn()
    /// How many batches have been asked for.
    private var batches = 0
    /// An error that was found after the last batch.
    private var postponed: (any Error)?

    init(_ feed: Feed<Item>, _ source: some FeedSource, resumingAt checkpoint: FeedCheckpoint?) {
        self.feed = feed
        self.source = source
        checkpointToResumeAt = checkpoint
    }

    /// A large chunk is decoded in slices, so that few of its items are in memory at once.
    private lazy var sliceSize = feed.chunkSize

    private var core: FeedCore<Item> {
        if let begun { return begun }
        let core = FeedCore(feed, queue, resumingAt: checkpointToResumeAt)
        begun = core
        return core
    }

    func dropBadItems() { feed.badItems = .drop }

    // MARK: - Taking

    /// The next `count` items; fewer at the end.
    func nextBatch(of count: Int, isolation actor: isolated (any Actor)?) async throws -> [Item]? {
        var batch: [Item] = []
        batches += 1
        let number = batches
        defer { core.end(batch: number) }
        do {
            try await next(isolation: actor) { core throws(ModelError) -> Void? in
                while batch.count < count, try core.makeReady() {
                    if batch.isEmpty { core.begin(batch: number) }
                    let items = queue.takeReady(atMost: count - batch.count)
                    if batch.isEmpty { batch = items } else { batch += items }
                }
                return batch.count < count ? nil : ()
            }
        } catch {
            guard !batch.isEmpty else { throw error }
            postponed = error
        }
        return batch.isEmpty ? nil : batch
    }

    /// Calls `take` until it returns something, and feeds more bytes each time that it does not.
    @discardableResult
    func next<Output>(
        isolation actor: isolated (any Actor)?, _ take: (FeedCore<Item>) throws(ModelError) -> Output?
    ) async throws -> Output? {
        if let postponed = postponed.take() { throw postponed }
        let core = core
        while !isOver {
            do {
                if let output = try take(core) { return output }
            } catch {
                isOver = true
                throw error
            }
            if core.ending != nil {
                isOver = true
                if let error = core.inputError { throw error }
            } else if chunk != nil {
                feedSlice()
            } else {
                try await pull(isolation: actor)
            }
        }
        return nil
    }

    // MARK: - Reading

    /// Asks for the next chunk; ends the feed if there is none.
    ///
    /// Two tasks of one actor may ask at once: the second waits for the chunk of the first, as the source must not be
    /// used twice at a time, and one chunk must not take the place of another.
    ///
    /// - Throws: `CancellationError`.
    private func pull(isolation actor: isolated (any Actor)?) async throws {
        guard !turn.isTaken else { return await withCheckedContinuation(isolation: actor) { turn.add($0) } }
        turn.take()
        defer { turn.end() }
        do {
            if !Task.isCancelled, let next = try await source.nextChunk(isolation: actor) {
                let chunk = next.withContiguousStorageIfAvailable { _ in } == nil ? Array(next) : next
                self.chunk = chunk
                owner = FeedBytes(chunk)
                position = 0
                return
            }
            // The source may have ended because of the task: an `AsyncStream` ends when its task is cancelled.
            if !Task.isCancelled { return core.finish() }
        } catch {
            // The same goes for its error.
            if !Task.isCancelled { return core.fail(input: error) }
        }
        isOver = true
        core.stop()
        throw CancellationError()
    }

    private func feedSlice() {
        withContiguousBytes(of: chunk!) { bytes in
            let end = min(position + sliceSize, bytes.count)
            core.feed(FeedChunk(bytes, of: owner)[position..<end])
            position = end
            if end == bytes.count { (chunk, owner) = (nil, nil) }
        }
    }

    // MARK: - The pass

    func stop() {
        isOver = true
        core.stop()
        core.withdrawReady()
        (chunk, owner, postponed) = (nil, nil, nil)
    }

    var progress: FeedProgress { begun?.progress ?? FeedProgress() }
    var ending: FeedEnding? { begun?.ending }
    var checkpoint: FeedCheckpoint { begun?.checkpoint ?? checkpointToResumeAt ?? .start(of: feed.summary) }
}

/// Lets one of several tasks of an actor at a time ask a source, which must not be asked twice at once.
///
/// The other tasks wait until that one has what it asked for, and then look again.
struct SourceTurn {
    private(set) var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Takes the turn, which no task has.
    mutating func take() { isTaken = true }

    /// Adds a task that waits until the turn ends.
    mutating func add(_ task: CheckedContinuation<Void, Never>) { waiting.append(task) }

    mutating func end() {
        isTaken = false
        for task in waiting { task.resume() }
        waiting = []
    }
}
