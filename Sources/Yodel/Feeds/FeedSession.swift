/// One pass over a feed whose bytes are pulled from an asynchronous sequence.
final class FeedSession<Item, Chunks: AsyncSequence> where Chunks.Element: Sequence<UInt8> {
    private var feed: Feed<Item>
    private var chunks: Chunks.AsyncIterator
    /// Made when the first item is asked for: until then, views may have a say in it.
    private var begun: FeedCore<Item>?
    private let checkpointToResumeAt: FeedCheckpoint?
    /// The chunk at hand, and how much of it has been decoded.
    private var chunk: Chunks.Element?
    private var position = 0
    /// The same chunk, where its bytes are not in one place.
    private var gathered: [UInt8]?
    private var isOver = false
    /// What is still to be thrown.
    private var error: (any Error)?

    init(_ feed: Feed<Item>, _ chunks: Chunks, resumingAt checkpoint: FeedCheckpoint?) {
        self.feed = feed
        checkpointToResumeAt = checkpoint
        self.chunks = chunks.makeAsyncIterator()
    }

    /// Of a large chunk, not all items are there at once.
    private static var sliceSize: Int { 64 << 10 }

    private var core: FeedCore<Item> {
        if let begun { return begun }
        let core = FeedCore(feed, resumingAt: checkpointToResumeAt)
        begun = core
        return core
    }

    func dropBadItems() { feed.badItems = .drop }

    /// Has an error thrown again by whoever asks next, as the one who got it had items to give out first.
    func postpone(_ error: any Error) { self.error = error }

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
        if let error {
            self.error = nil
            throw error
        }
        let core = core
        while !isOver {
            do {
                if let output = try take(core) { return output }
                if core.ending != nil { break }
                if chunk != nil { feedSlice() } else { try await pull(isolation: actor) }
            } catch {
                isOver = true
                if error is CancellationError { core.stop() } else { core.fail(input: error) }
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
        if let chunk {
            gathered = chunk.withContiguousStorageIfAvailable { _ in } == nil ? Array(chunk) : nil
            return
        }
        // A source may end early because of that.
        try Task.checkCancellation()
        core.finish()
    }

    private func feedSlice() {
        if let gathered {
            gathered.withUnsafeBufferPointer(feedSlice)
        } else {
            withContiguousBytes(of: chunk!, feedSlice)
        }
    }

    private func feedSlice(_ bytes: UnsafeBufferPointer<UInt8>) {
        let end = min(position + Self.sliceSize, bytes.count)
        core.feed(UnsafeBufferPointer(rebasing: bytes[position..<end]))
        position = end
        if end == bytes.count { (chunk, gathered) = (nil, nil) }
    }

    func stop() {
        isOver = true
        core.stop()
        (chunk, gathered, error) = (nil, nil, nil)
    }

    var progress: FeedProgress { begun?.progress ?? FeedProgress() }
    var ending: FeedEnding? { begun?.ending }
    var checkpoint: FeedCheckpoint { begun?.checkpoint ?? checkpointToResumeAt ?? .start(of: feed.summary) }
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
        items(from: GatheredBytes(base: bytes, areLines: format != nil), resumingAt: checkpoint)
    }
}

/// Bytes that come one by one, in chunks.
public struct GatheredBytes<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    let base: Base
    /// They come as something happens, line by line: no line waits for the next.
    let areLines: Bool

    /// Gives the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate let areLines: Bool
        private let capacity = 16 << 10
        /// What came behind a chunk that it ended early.
        private var failure: Base.Failure?

        fileprivate init(_ base: Base.AsyncIterator, areLines: Bool) {
            self.base = base
            self.areLines = areLines
        }

        /// The next bytes, many at a time; `nil` at the end.
        ///
        /// - Throws: What the source of the bytes throws, behind those that it has given before.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> [UInt8]? {
            if let failure {
                self.failure = nil
                throw failure
            }
            var chunk: [UInt8] = []
            do throws(Base.Failure) {
                while chunk.count < capacity, let byte = try await base.next(isolation: actor) {
                    if chunk.isEmpty { chunk.reserveCapacity(areLines ? 256 : capacity) }
                    chunk.append(byte)
                    if areLines, byte == UInt8(ascii: "\n") { break }
                }
            } catch {
                guard !chunk.isEmpty else { throw error }
                failure = error
            }
            return chunk.isEmpty ? nil : chunk
        }

        /// The next bytes, many at a time; `nil` at the end.
        ///
        /// - Throws: What the source of the bytes throws, behind those that it has given before.
        public mutating func next() async throws(Base.Failure) -> [UInt8]? { try await next(isolation: nil) }
    }

    /// Begins with the first byte.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator(), areLines: areLines) }
}
