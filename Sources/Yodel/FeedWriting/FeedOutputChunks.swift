/// The chunks of an output, made when they are asked for.
///
/// ```swift
/// let chunks = ModelEncoder().stream(posts, as: .lines)
/// for try await chunk in chunks { try await body.write(chunk) }
/// print(chunks.progress.items)
/// ```
///
/// Items are asked for only when a chunk is: as many as fit the chunk, and the first that no longer does. So a slow
/// reader of the chunks slows down the source of the items. Memory is one buffer of twice the ``FeedOutput/chunkSize``,
/// more only while one item is longer than that.
///
/// Each iterator continues where the last one stopped. Several tasks of one actor may take the chunks of one output: each
/// chunk goes to one of them. While one of them waits for items, the others wait too, even if they are cancelled.
/// Cancelling any of them ends the output.
public struct FeedOutputChunks: AsyncSequence {
    /// The bytes of a chunk.
    public typealias Element = [UInt8]
    /// The error that ends an output early.
    public typealias Failure = FeedOutputError

    @usableFromInline let run: FeedOutputRun
    private let fill: Fill

    /// Adds items to a run until it takes no more.
    @usableFromInline
    typealias Fill = (FeedOutputRun, isolated (any Actor)?) async throws -> Void

    @usableFromInline
    init(_ run: FeedOutputRun, fill: @escaping Fill) {
        self.run = run
        self.fill = fill
    }

    /// Makes the chunks of an output.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let run: FeedOutputRun
        fileprivate let fill: Fill

        /// The next chunk, which is never empty; `nil` at the end.
        ///
        /// - Throws: ``FeedOutputError``, after the items before it have been handed on; every further call throws it
        ///   again. In a cancelled task its cause is a `CancellationError`, and items that have not been handed on
        ///   never are. After the last chunk the result is `nil`, cancelled or not.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(FeedOutputError) -> [UInt8]? {
            while run.turn.isTaken {
                await withCheckedContinuation(isolation: actor) { run.turn.add($0) }
            }
            run.turn.take()
            defer { run.turn.end() }
            // A complete output has nothing left to cancel.
            if Task.isCancelled, !run.isComplete { run.cancel(CancellationError()) }
            if run.takesItems {
                do {
                    try await fill(run, actor)
                } catch {
                    run.fail(Task.isCancelled ? CancellationError() : error)
                }
                // Many sources end when their task is cancelled: that is not the end of the items.
                if Task.isCancelled { run.cancel(CancellationError()) }
            }
            return try run.handOn { Array($0) }
        }

        /// The next chunk; `nil` at the end.
        ///
        /// - Throws: Like `next(isolation:)`.
        public mutating func next() async throws(FeedOutputError) -> [UInt8]? { try await next(isolation: nil) }
    }

    /// Continues with the chunks that have not been asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(run: run, fill: fill) }

    /// How much has been handed on.
    public var progress: FeedOutputProgress { run.progress }
}

@available(*, unavailable)
extension FeedOutputChunks: Sendable {}

@available(*, unavailable)
extension FeedOutputChunks.Iterator: Sendable {}

extension ModelEncoder {
    /// Encodes the items of a sequence one by one, as chunks of UTF-8.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    @inlinable
    public func stream<Items: Sequence>(_ items: Items, as output: FeedOutput) -> FeedOutputChunks {
        // Inlined into clients, which know the type of the items: unspecialised, taking a small item costs as much as
        // encoding it.
        let source = ItemSequence(items)
        return FeedOutputChunks(FeedOutputRun(self, output, of: Items.Element.self, from: source)) { run, _ in
            (run.source as! ItemSequence<Items>).fill(run)
        }
    }

    /// Encodes the items of an asynchronous sequence one by one, as chunks of UTF-8.
    ///
    /// A chunk is handed on when it has ``FeedOutput/chunkSize`` bytes or ``FeedOutput/itemsPerChunk`` items. Until then
    /// the items of a slow source wait in the buffer: set `itemsPerChunk`, or use
    /// ``stream(_:as:flushingAfter:clock:)``. An error of the sequence is the cause of the ``FeedOutputError``.
    @inlinable
    public func stream<Items: AsyncSequence>(_ items: Items, as output: FeedOutput) -> FeedOutputChunks {
        let source = ItemIterator(items.makeAsyncIterator())
        return FeedOutputChunks(FeedOutputRun(self, output, of: Items.Element.self, from: source)) { run, actor in
            let source = run.source as! ItemIterator<Items.AsyncIterator>
            while run.takesItems {
                guard let item = try await source.iterator.next(isolation: actor) else { return run.end() }
                withUnsafePointer(to: item) { run.add(UnsafeRawPointer($0)) }
            }
        }
    }

    /// Encodes the items of a sequence one by one, and hands them on in chunks of UTF-8.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - receive: Takes a chunk, whose bytes must not be used after it returns. An error that it throws ends the
    ///     output.
    /// - Returns: How much has been written.
    /// - Throws: ``FeedOutputError``, after the items before it have been handed on.
    @inlinable
    @discardableResult
    public func encode<Items: Sequence>(
        _ items: Items, as output: FeedOutput, to receive: (UnsafeRawBufferPointer) throws -> Void
    ) throws(FeedOutputError) -> FeedOutputProgress {
        let run = FeedOutputRun(self, output, of: Items.Element.self)
        try run.write(items, to: receive)
        return run.progress
    }
}
