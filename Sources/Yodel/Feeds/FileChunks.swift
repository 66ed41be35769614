private import Dispatch

/// The bytes of a file or pipe as an asynchronous sequence: pieces of up to 256 KiB.
///
/// Reading blocks no thread of Swift's concurrency. One thread waits for all pipes and sockets that are silent: however
/// many there are, they stop nobody else.
public struct FileChunks: AsyncSequence, Sendable {
    let input: FeedInput

    /// Gives the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let input: FeedInput

        /// The next bytes; `nil` at the end, and when the task is cancelled while it waits for them.
        ///
        /// - Throws: ``FeedInputError``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(FeedInputError) -> [UInt8]? {
            let input = input
            while true {
                while !input.isReady {
                    try await input.waitUntilReady(isolation: actor)
                    if Task.isCancelled { return nil }
                }
                let result = await withCheckedContinuation(isolation: actor) { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: input.nextChunk()) }
                }
                // Nil where another reader of the descriptor was faster.
                if let chunk = try result.get() { return chunk.isEmpty ? nil : chunk }
            }
        }

        /// The next bytes; `nil` at the end, and when the task is cancelled while it waits for them.
        ///
        /// - Throws: ``FeedInputError``.
        public mutating func next() async throws(FeedInputError) -> [UInt8]? { try await next(isolation: nil) }
    }

    /// Goes on where reading has stopped: a file is read once.
    public func makeAsyncIterator() -> Iterator { Iterator(input: input) }
}

extension FeedInput {
    /// To go to another thread and back is worth more than one read; the items are made of a part at a time.
    private static let pieceSize = 256 << 10

    /// The next bytes, none at the end; nil where there are none yet.
    fileprivate func nextChunk() -> Result<[UInt8]?, FeedInputError> {
        var failure: FeedInputError?
        var isEmptyHanded = false
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            do throws(FeedInputError) {
                let available = try readAvailable(into: UnsafeMutableRawBufferPointer(buffer))
                isEmptyHanded = available == nil
                count = available ?? 0
            } catch {
                failure = error
            }
        }
        if let failure { return .failure(failure) }
        return .success(isEmptyHanded ? nil : chunk)
    }
}

extension Feed {
    /// The items of a feed that is read from a file.
    ///
    /// A named pipe is opened at once, and its first writer is waited for when the first item is asked for. It ends when
    /// it has no writers left.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - checkpoint: Where to go on, if not at the beginning.
    /// - Throws: ``FeedInputError`` when the file cannot be opened.
    public func items(
        inFileAt path: String, resumingAt checkpoint: FeedCheckpoint? = nil
    ) throws(FeedInputError) -> FeedItems<Item, FileChunks> {
        let input = try FeedInput(opening: path, at: checkpoint?.offset ?? 0, isBlocking: false)
        return items(from: FileChunks(input: input), resumingAt: checkpoint)
    }

    /// The items of a feed that is read from a file descriptor: a file's, a pipe's, 0 for the standard input.
    ///
    /// It is not closed, and has to stay open: a `Pipe` or `FileHandle` that nobody refers to any more closes its own,
    /// which may be as soon as the program has mentioned it for the last time.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be read from.
    ///   - owner: What closes the descriptor when it goes: it stays as long as the items do.
    ///   - checkpoint: Where to go on, if not at the beginning: the descriptor stands at its
    ///     ``FeedCheckpoint/offset``.
    public func items(
        from descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil,
        resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> FeedItems<Item, FileChunks> {
        items(from: FileChunks(input: FeedInput(descriptor, keeping: owner)), resumingAt: checkpoint)
    }
}
