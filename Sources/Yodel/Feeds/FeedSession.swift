/// One pass over a feed whose bytes are pulled from an asynchronous sequence.
final class FeedSession<Item, Chunks: AsyncSequence> where Chunks.Element: Sequence<UInt8> {
    private var feed: Feed<Item>
    private var chunks: Chunks.AsyncIterator
    /// Made when the first item is asked for.
    private lazy var core = FeedCore(feed, resumingAt: checkpointToResumeAt)
    private let checkpointToResumeAt: FeedCheckpoint?
    /// The chunk at hand, and how much of it has been decoded.
    private var chunk: Chunks.Element?
    private var position = 0
    private var isOver = false

    init(_ feed: Feed<Item>, _ chunks: Chunks, resumingAt checkpoint: FeedCheckpoint?) {
        self.feed = feed
        checkpointToResumeAt = checkpoint
        self.chunks = chunks.makeAsyncIterator()
    }

    /// Of a large chunk, not all items are there at once.
    private static var sliceSize: Int { 64 << 10 }

    func dropBadItems() { feed.badItems = .drop }

    func nextEntry(isolation actor: isolated (any Actor)?) async throws -> FeedEntry<Item>? {
        try await next(isolation: actor) { core throws(ModelError) in try core.nextEntry() }
    }

    func nextResult(isolation actor: isolated (any Actor)?) async throws -> Result<FeedEntry<Item>, FeedFailure>? {
        try await next(isolation: actor) { core throws(ModelError) in try core.nextResult() }
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> Item? {
        try await next(isolation: actor) { core throws(ModelError) in try core.next() }
    }

    /// What can be taken next, after as many more bytes as are needed for it.
    private func next<Output>(
        isolation actor: isolated (any Actor)?, _ take: (FeedCore<Item>) throws(ModelError) -> Output?
    ) async throws -> Output? {
        while !isOver {
            do {
                if let output = try take(core) { return output }
                if core.ending != nil { break }
                if chunk != nil { feedSlice() } else { try await pull(isolation: actor) }
            } catch {
                isOver = true
                core.stop()
                throw error
            }
        }
        isOver = true
        return nil
    }

    private func pull(isolation actor: isolated (any Actor)?) async throws {
        try Task.checkCancellation()
        chunk = try await chunks.next(isolation: actor)
        position = 0
        guard chunk == nil else { return }
        // A source may end early because of that.
        try Task.checkCancellation()
        core.finish()
    }

    private func feedSlice() {
        withContiguousBytes(of: chunk!) { bytes in
            let end = min(position + Self.sliceSize, bytes.count)
            core.feed(UnsafeBufferPointer(rebasing: bytes[position..<end]))
            position = end
            if end == bytes.count { chunk = nil }
        }
    }

    func stop() {
        isOver = true
        core.stop()
        chunk = nil
    }

    var progress: FeedProgress { core.progress }
    var ending: FeedEnding? { core.ending }
    var checkpoint: FeedCheckpoint { core.checkpoint }
}

extension Feed {
    /// The items of a feed whose bytes come in chunks: `[UInt8]`, `ArraySlice`, `Data`, or any other sequence of bytes.
    ///
    /// Chunks that are stored contiguously are decoded where they are.
    ///
    /// - Parameters:
    ///   - chunks: The feed, in pieces.
    ///   - checkpoint: Where to go on, if not at the beginning: the chunks are those from its
    ///     ``FeedCheckpoint/offset`` on.
    public func items<Chunks: AsyncSequence>(
        from chunks: Chunks, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, Chunks> where Chunks.Element: Sequence<UInt8> {
        FeedItems(FeedSession(self, chunks, resumingAt: checkpoint))
    }

    /// The items of a feed whose bytes come one by one, as `URL.resourceBytes` has them.
    ///
    /// Chunks are faster, where the source has them.
    ///
    /// - Parameters:
    ///   - bytes: The feed, byte by byte.
    ///   - checkpoint: Where to go on, if not at the beginning.
    public func items<Bytes: AsyncSequence>(
        from bytes: Bytes, resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, GatheredBytes<Bytes>> where Bytes.Element == UInt8 {
        items(from: GatheredBytes(base: bytes), resumingAt: checkpoint)
    }
}

/// Bytes that come one by one, in chunks.
public struct GatheredBytes<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    let base: Base

    /// Gives the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        private let capacity = 16 << 10

        fileprivate init(_ base: Base.AsyncIterator) {
            self.base = base
        }

        /// The next bytes, many at a time; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> [UInt8]? {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(capacity)
            while chunk.count < capacity, let byte = try await base.next(isolation: actor) { chunk.append(byte) }
            return chunk.isEmpty ? nil : chunk
        }

        /// The next bytes, many at a time; `nil` at the end.
        public mutating func next() async throws(Base.Failure) -> [UInt8]? { try await next(isolation: nil) }
    }

    /// Begins with the first byte.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator()) }
}
