/// The items of a feed whose bytes arrive asynchronously, in one of four views.
///
/// ```swift
/// let tweets = Feed(of: Tweet.self, at: "statuses").items(from: chunks)
/// for try await tweet in tweets { … }
/// print(tweets.progress.items, tweets.ending)
/// ```
///
/// `Item` is the type of the feed's items. `Element` is what the sequence delivers:
///
/// | sequence | `Element` |
/// |---|---|
/// | `feed.items(from:)` | `Item` |
/// | ``entries`` | ``FeedEntry`` of `Item` |
/// | ``results`` | a `Result` of a ``FeedEntry`` or a ``FeedFailure`` |
/// | ``batches(of:)`` | `[Item]` |
///
/// All four are views of one pass: each iterator continues where the last one stopped.
///
/// Nothing is read ahead. The sequence asks for the next chunk when all items of the last one have been taken, so a slow
/// reader slows down its source. It creates no task, and decodes items where they are asked for, unless
/// ``Feed/concurrency`` adds threads. In a task that is cancelled, it throws `CancellationError` before the next chunk,
/// also while it waits for a silent pipe.
///
/// Several tasks of one actor may take elements of one pass: each element goes to one of them. While one of them waits
/// for a chunk, the others wait for the same chunk, even if they are cancelled. Cancelling the one ends the pass.
public struct FeedItems<Element, Item>: AsyncSequence {
    private let session: FeedSession<Item>
    /// The session's queue if the elements are its items; nil for the other views.
    private let queue: FeedQueue<Element>?
    private let read: Read

    /// Reads up to the next element.
    fileprivate typealias Read = (FeedSession<Item>, isolated (any Actor)?) async throws -> Element?

    private init(_ session: FeedSession<Item>, queue: FeedQueue<Element>? = nil, read: @escaping Read) {
        self.session = session
        self.queue = queue
        self.read = read
    }

    /// Delivers the elements of a ``FeedItems``.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let queue: FeedQueue<Element>?
        fileprivate let session: FeedSession<Item>
        fileprivate let read: Read

        /// The next element; `nil` at the end.
        ///
        /// It does not suspend if the element has been decoded.
        ///
        /// - Throws: ``ModelError``, an error of the source of the bytes, or `CancellationError`; `nil` follows.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            // Inlined into clients, which know the type: an asynchronous call takes longer than decoding a small item.
            if let element = queue?.takeReady() { return element }
            return try await readNext(isolation: actor)
        }

        /// The next element; `nil` at the end.
        ///
        /// - Throws: Like `next(isolation:)`.
        @inlinable
        public mutating func next() async throws -> Element? { try await next(isolation: nil) }

        @usableFromInline
        func readNext(isolation actor: isolated (any Actor)?) async throws -> Element? {
            try await read(session, actor)
        }
    }

    /// Continues the pass.
    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue, session: session, read: read) }

    // MARK: - The pass

    /// How far the feed has been decoded.
    public var progress: FeedProgress { session.progress }

    /// The place after the element that was taken last, to resume the feed from later.
    public var checkpoint: FeedCheckpoint { session.checkpoint }

    /// How the feed has ended; `nil` while it is being read.
    ///
    /// A pass that is left before its end is ``FeedEnding/stopped`` once ``stop()`` is called.
    public var ending: FeedEnding? { session.ending }

    /// Ends the pass: the rest is not read, and items that have been decoded are not delivered.
    ///
    /// A task that waits for bytes is not woken; cancel it instead.
    public func stop() { session.stop() }
}

@available(*, unavailable)
extension FeedItems: Sendable {}

// MARK: - Views

extension FeedItems where Element == Item {
    init(_ session: FeedSession<Item>) {
        self.init(session, queue: session.queue) { session, actor in
            try await session.next(isolation: actor) { core throws(ModelError) in try core.next() }
        }
    }

    /// The items with their places.
    public var entries: FeedItems<FeedEntry<Item>, Item> {
        FeedItems<FeedEntry<Item>, Item>(session) { session, actor in
            try await session.next(isolation: actor) { core throws(ModelError) in try core.nextEntry() }
        }
    }

    /// The items and the failures.
    ///
    /// A failure does not end the feed, whatever its ``Feed/badItems``. Ask for the results before the first item is
    /// taken.
    public var results: FeedItems<Result<FeedEntry<Item>, FeedFailure>, Item> {
        session.dropBadItems()
        return FeedItems<Result<FeedEntry<Item>, FeedFailure>, Item>(session) { session, actor in
            try await session.next(isolation: actor) { core throws(ModelError) in try core.nextResult() }
        }
    }

    /// Arrays of `count` items; the last may have fewer.
    ///
    /// A count below 1 counts as 1. A batch takes all items that have been decoded in one call, and waits only for
    /// chunks; until it is delivered, the ``checkpoint`` is before it. An error is thrown after the items before it have
    /// been delivered.
    public func batches(of count: Int) -> FeedItems<[Item], Item> {
        let count = Swift.max(count, 1)
        return FeedItems<[Item], Item>(session) { session, actor in
            try await session.nextBatch(of: count, isolation: actor)
        }
    }
}

extension Feed {
    /// The items of a feed whose bytes arrive in chunks: `[UInt8]`, `ArraySlice`, `Data` or any other sequence of bytes.
    ///
    /// Chunks that are stored contiguously are decoded in place.
    ///
    /// - Parameters:
    ///   - chunks: The bytes of the feed.
    ///   - checkpoint: Where to resume the feed: the chunks begin at its ``FeedCheckpoint/offset``.
    public func items<Chunks: AsyncSequence>(
        from chunks: Chunks, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, Item> where Chunks.Element: Sequence<UInt8> {
        items(of: FeedChunks(chunks), checkpoint)
    }

    /// The items of a feed whose bytes arrive one by one, as those of `URL.resourceBytes` do.
    ///
    /// Chunks are faster, if the source has them. A document of a stream is decoded when its line is complete, one of a
    /// text sequence when the next one's is. Other feeds wait for 16 KiB or the end, and compressed streams for 256
    /// bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the feed.
    ///   - checkpoint: Where to resume the feed: the bytes begin at its ``FeedCheckpoint/offset``.
    public func items<Bytes: AsyncSequence>(
        from bytes: Bytes, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, Item> where Bytes.Element == UInt8 {
        items(of: GatheredBytes(bytes, areLines: format != nil, areCompressed: isCompressed), checkpoint)
    }

    /// The items of a feed that is read from a file.
    ///
    /// Opens a named pipe at once; the first item waits for its first writer. The pipe ends when it has no writers left.
    ///
    /// Reading blocks no thread of Swift's concurrency: one thread waits for all silent pipes and sockets.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - checkpoint: Where to resume the feed, if not at the beginning.
    /// - Throws: ``FeedInputError`` when the file cannot be opened, or is shorter than the checkpoint.
    public func items(
        inFileAt path: String, resumingAt checkpoint: FeedCheckpoint? = nil
    ) throws(FeedInputError) -> FeedItems<Item, Item> {
        var checkpoint = checkpoint
        return items(of: try open(path, resumingAt: &checkpoint, isBlocking: false), checkpoint)
    }

    /// The items of a feed that is read from a file descriptor: that of a file or a pipe, or 0 for the standard input.
    ///
    /// The descriptor has to stay open, as for ``reader(ofDescriptor:keeping:resumingAt:)``.
    ///
    /// Reading blocks no thread of Swift's concurrency: one thread waits for all silent pipes and sockets.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be read from.
    ///   - owner: An object that closes the descriptor when it is released: it is kept as long as the items are.
    ///   - checkpoint: Where to resume the feed: the descriptor is at its ``FeedCheckpoint/offset``.
    public func items(
        fromDescriptor descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil,
        resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, Item> {
        items(of: FeedInput(descriptor, keeping: owner), checkpoint)
    }

    /// The name that ``items(fromDescriptor:keeping:resumingAt:)`` had in 0.1.
    @available(*, deprecated, renamed: "items(fromDescriptor:keeping:resumingAt:)")
    public func items(
        from descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil,
        resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, Item> {
        items(fromDescriptor: descriptor, keeping: owner, resumingAt: checkpoint)
    }

    private func items(of source: some FeedSource, _ checkpoint: FeedCheckpoint?) -> FeedItems<Item, Item> {
        FeedItems(FeedSession(self, source, resumingAt: checkpoint))
    }
}
