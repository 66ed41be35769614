// The sources of a run's items. The run keeps them, as the closure that fills the run may have no state of its own: it
// is isolated to the actor that asks for a chunk, which may be another one each time.

/// A sequence of items, and how many of them have been taken.
@usableFromInline
final class ItemSequence<Items: Sequence> {
    @usableFromInline let items: Items
    /// How many items of a contiguous sequence have been taken.
    @usableFromInline var position = 0
    /// The iterator of any other sequence.
    @usableFromInline var iterator: Items.Iterator?

    @usableFromInline
    init(_ items: Items) {
        self.items = items
    }

    /// Adds items to a run until it takes no more.
    @inlinable
    func fill(_ run: FeedOutputRun) {
        // Items are encoded in place: copying one takes a tenth of the time of encoding it, or more.
        let isDone: Void? = items.withContiguousStorageIfAvailable { items in
            var position = position
            defer { self.position = position }
            while run.takesItems {
                guard position < items.count else { return run.end() }
                run.add(UnsafeRawPointer(items.baseAddress! + position))
                position += 1
            }
        }
        guard isDone == nil else { return }
        // Held in one place only, so that its storage need not be copied when it is changed.
        var iterator = iterator.take() ?? items.makeIterator()
        defer { self.iterator = iterator }
        while run.takesItems {
            guard let item = iterator.next() else { return run.end() }
            withUnsafePointer(to: item) { run.add(UnsafeRawPointer($0)) }
        }
    }
}

/// The iterator of an asynchronous sequence of items.
@usableFromInline
final class ItemIterator<Iterator> {
    @exclusivity(unchecked) @usableFromInline var iterator: Iterator

    @usableFromInline
    init(_ iterator: Iterator) {
        self.iterator = iterator
    }
}

extension FeedOutputRun {
    @inlinable
    func write<Items: Sequence>(
        _ items: Items, to receive: (UnsafeRawBufferPointer) throws -> Void
    ) throws(FeedOutputError) {
        let items = ItemSequence(items)
        repeat { items.fill(self) } while try handOn(receive) != nil
    }
}
