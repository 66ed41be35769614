/// An asynchronous source of the bytes of a feed.
///
/// A session calls it once per chunk, so that not knowing its type costs nothing per item.
protocol FeedSource {
    /// The next bytes; nil at the end.
    mutating func nextChunk(isolation actor: isolated (any Actor)?) async throws -> (any Sequence<UInt8>)?
}

/// Takes chunks of an asynchronous sequence.
struct FeedChunks<Chunks: AsyncSequence>: FeedSource where Chunks.Element: Sequence<UInt8> {
    private var chunks: Chunks.AsyncIterator

    init(_ chunks: Chunks) {
        self.chunks = chunks.makeAsyncIterator()
    }

    mutating func nextChunk(isolation actor: isolated (any Actor)?) async throws -> (any Sequence<UInt8>)? {
        try await chunks.next(isolation: actor)
    }
}

/// Gathers bytes that arrive one by one into chunks.
struct GatheredBytes<Bytes: AsyncSequence>: FeedSource where Bytes.Element == UInt8 {
    private var bytes: Bytes.AsyncIterator
    /// Whether a chunk ends with each line, as the next line may come much later.
    private let endsWithLine: Bool
    private let capacity: Int
    /// An error that came after the first bytes of a chunk: the next call throws it.
    private var failure: Bytes.Failure?

    /// - Parameter areCompressed: Whether the bytes are compressed: they do not show where a line ends, so the chunks
    ///   of lines are small.
    init(_ bytes: Bytes, areLines: Bool, areCompressed: Bool = false) {
        self.bytes = bytes.makeAsyncIterator()
        endsWithLine = areLines && !areCompressed
        capacity = areLines && areCompressed ? 256 : 16 << 10
    }

    mutating func nextChunk(isolation actor: isolated (any Actor)?) async throws -> (any Sequence<UInt8>)? {
        if let failure = failure.take() { throw failure }
        var chunk: [UInt8] = []
        do throws(Bytes.Failure) {
            while chunk.count < capacity, let byte = try await bytes.next(isolation: actor) {
                if chunk.isEmpty { chunk.reserveCapacity(endsWithLine ? 256 : capacity) }
                chunk.append(byte)
                if endsWithLine, byte == UInt8(ascii: "\n") { break }
            }
        } catch {
            guard !chunk.isEmpty else { throw error }
            failure = error
        }
        return chunk.isEmpty ? nil : chunk
    }
}
