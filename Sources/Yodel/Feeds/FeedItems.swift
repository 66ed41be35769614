/// The items of a feed whose bytes come from an asynchronous sequence.
///
/// ```swift
/// let tweets = Feed(of: Tweet.self, at: "statuses").items(from: chunks)
/// for try await tweet in tweets { … }
/// print(tweets.progress.items, tweets.ending)
/// ```
///
/// Nothing is read ahead: the next chunk is asked for when all items of the last one have been taken, so that a slow
/// reader slows down its source. There is no task and no lock in it, and items are decoded where they are asked for.
/// When the task is cancelled, `CancellationError` is thrown before the next chunk; a silent pipe is not waited for.
///
/// It is one pass: whoever iterates next goes on where the one before has stopped, and so does ``entries``,
/// ``results`` and ``batches(of:)``, which are other views of the same pass.
public struct FeedItems<Item, Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    let session: FeedSession<Item, Chunks>

    init(_ session: FeedSession<Item, Chunks>) {
        self.session = session
    }

    /// Gives the items.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let session: FeedSession<Item, Chunks>

        /// The next item; `nil` at the end.
        ///
        /// - Throws: ``ModelError``, what the source of the bytes throws, or `CancellationError`; `nil` follows.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Item? {
            try await session.next(isolation: actor)
        }

        /// The next item; `nil` at the end.
        public mutating func next() async throws -> Item? { try await next(isolation: nil) }
    }

    /// Goes on with the pass.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session) }

    // MARK: - Other views

    /// The items with where they were found.
    public var entries: FeedEntries<Item, Chunks> { FeedEntries(session: session) }

    /// The items and those that have failed: none of these ends the feed, whatever its ``Feed/badItems`` says.
    ///
    /// To be asked for before the first item.
    public var results: FeedResults<Item, Chunks> { FeedResults(session: session) }

    /// Arrays of `count` items; the last may have fewer.
    ///
    /// An error follows what was gathered before it.
    public func batches(of count: Int) -> FeedBatches<Item, Chunks> {
        FeedBatches(session: session, count: Swift.max(count, 1))
    }

    // MARK: - The pass

    /// How far the feed has been decoded.
    public var progress: FeedProgress { session.progress }

    /// The place behind what was taken last, to go on from later.
    public var checkpoint: FeedCheckpoint { session.checkpoint }

    /// How the feed has ended; `nil` as long as it is being read.
    ///
    /// A pass that was left before its end is ``FeedEnding/stopped`` as soon as ``stop()`` says that it is over.
    public var ending: FeedEnding? { session.ending }

    /// Ends the pass: the rest is not looked at.
    public func stop() { session.stop() }
}

@available(*, unavailable)
extension FeedItems: Sendable {}

/// The items of a feed with where they were found: see ``FeedItems/entries``.
public struct FeedEntries<Item, Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    fileprivate let session: FeedSession<Item, Chunks>

    /// Gives the entries.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let session: FeedSession<Item, Chunks>

        /// The next entry; `nil` at the end.
        ///
        /// - Throws: ``ModelError``, what the source of the bytes throws, or `CancellationError`; `nil` follows.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> FeedEntry<Item>? {
            try await session.nextEntry(isolation: actor)
        }

        /// The next entry; `nil` at the end.
        public mutating func next() async throws -> FeedEntry<Item>? { try await next(isolation: nil) }
    }

    /// Goes on with the pass.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session) }
}

/// The items of a feed and those that have failed: see ``FeedItems/results``.
public struct FeedResults<Item, Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    fileprivate let session: FeedSession<Item, Chunks>

    fileprivate init(session: FeedSession<Item, Chunks>) {
        self.session = session
        session.dropBadItems()
    }

    /// Gives the results.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let session: FeedSession<Item, Chunks>

        /// The next item or failure; `nil` at the end.
        ///
        /// - Throws: ``ModelError``, what the source of the bytes throws, or `CancellationError`; `nil` follows.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> Result<FeedEntry<Item>, FeedFailure>? {
            try await session.nextResult(isolation: actor)
        }

        /// The next item or failure; `nil` at the end.
        public mutating func next() async throws -> Result<FeedEntry<Item>, FeedFailure>? {
            try await next(isolation: nil)
        }
    }

    /// Goes on with the pass.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session) }
}

/// The items of a feed, some at a time: see ``FeedItems/batches(of:)``.
public struct FeedBatches<Item, Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    fileprivate let session: FeedSession<Item, Chunks>
    fileprivate let count: Int

    /// Gives the batches.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let session: FeedSession<Item, Chunks>
        fileprivate let count: Int

        /// The next items, as many as there are to be in a batch if there are; `nil` at the end.
        ///
        /// - Throws: ``ModelError``, what the source of the bytes throws, or `CancellationError`; `nil` follows.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Item]? {
            var batch: [Item] = []
            do {
                while batch.count < count, let item = try await session.next(isolation: actor) {
                    batch.append(item)
                }
            } catch {
                guard !batch.isEmpty else { throw error }
                session.postpone(error)
            }
            return batch.isEmpty ? nil : batch
        }

        /// The next items; `nil` at the end.
        public mutating func next() async throws -> [Item]? { try await next(isolation: nil) }
    }

    /// Goes on with the pass.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session, count: count) }
}
