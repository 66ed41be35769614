import Yodel

extension RandomAccessCollection {
    /// The elements in slices of a size; the last one has the rest.
    func chunks(of size: Int) -> [SubSequence] {
        var chunks: [SubSequence] = []
        var rest = self[...]
        while !rest.isEmpty {
            chunks.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return chunks
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream of the elements, which are all available at once.
    init(of elements: some Sequence<Element>) {
        self.init { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}

/// The chunks of a feed, and its checkpoint each time that one of them is requested.
@MainActor
final class CheckedChunks {
    private(set) var items: FeedItems<Int, Int>!
    private var chunks: ArraySlice<[UInt8]>
    private(set) var checkpoints: [FeedCheckpoint] = []

    init(_ chunks: [[UInt8]], of feed: Feed<Int>) {
        self.chunks = chunks[...]
        items = feed.items(from: AsyncStream { await self.next() })
    }

    private func next() -> [UInt8]? {
        checkpoints.append(items.checkpoint)
        return chunks.popFirst()
    }
}
