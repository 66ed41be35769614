/// A queue of items of some type.
@usableFromInline
class AnyFeedQueue {
    /// Takes the first items of a queue of the same type.
    func take(_ count: Int, from other: AnyFeedQueue) { preconditionFailure("overridden") }
    func removeAll() { preconditionFailure("overridden") }
}

/// Items that have been decoded and not yet been taken.
///
/// What takes them is inlined into clients, which know their type: no metadata is looked up for each.
@usableFromInline
final class FeedQueue<Item>: AnyFeedQueue {
    @exclusivity(unchecked) @usableFromInline var memory: UnsafeMutablePointer<Item>
    @exclusivity(unchecked) private var capacity = 16
    /// The items are those from `head` up to `tail`.
    @exclusivity(unchecked) @usableFromInline var head = 0
    @exclusivity(unchecked) @usableFromInline var tail = 0
    /// How many items may be taken before ``FeedMarks`` are asked: no failure comes between them.
    @exclusivity(unchecked) @usableFromInline var ready = 0
    /// ``ready`` when ``noteTaken()`` was called last.
    @exclusivity(unchecked) private var noted = 0

    override init() {
        memory = .allocate(capacity: capacity)
    }

    deinit {
        (memory + head).deinitialize(count: tail - head)
        memory.deallocate()
    }

    func append(_ item: consuming Item) {
        if tail == capacity { makeRoom() }
        (memory + tail).initialize(to: item)
        tail += 1
    }

    /// Moves an item out of the slot it was decoded in.
    func append(movingFrom slot: UnsafeMutablePointer<Item>) {
        if tail == capacity { makeRoom() }
        (memory + tail).moveInitialize(from: slot, count: 1)
        tail += 1
    }

    /// Takes the first item, if it is ready.
    @inlinable
    func takeReady() -> Item? {
        guard ready > 0 else { return nil }
        ready -= 1
        return removeFirst()
    }

    /// Takes the first items: as many as are ready, and no more than `limit`.
    func takeReady(atMost limit: Int) -> [Item] {
        let taken = min(ready, limit)
        ready -= taken
        let items = [Item](unsafeUninitializedCapacity: taken) { buffer, count in
            // SAFETY: all ready items are in the queue. They leave it.
            if taken > 0 { buffer.baseAddress!.moveInitialize(from: memory + head, count: taken) }
            count = taken
        }
        removed(taken)
        return items
    }

    /// Takes the first item, whose mark has been taken.
    func takeFirst() -> Item {
        assert(noted == ready, "the marks of earlier items have been taken, too")
        if ready > 0 { (ready, noted) = (ready - 1, noted - 1) }
        return removeFirst()
    }

    @inlinable
    func removeFirst() -> Item {
        precondition(head < tail, "an item is taken when there is one")
        let item = (memory + head).move()
        removed(1)
        return item
    }

    @inlinable
    func removed(_ count: Int) {
        head += count
        if head == tail { (head, tail) = (0, 0) }
    }

    /// Makes the first items ready.
    func makeReady(_ count: Int) { (ready, noted) = (count, count) }

    /// How many ready items have been taken since the last call.
    func noteTaken() -> Int {
        defer { noted = ready }
        return noted - ready
    }

    override func take(_ count: Int, from other: AnyFeedQueue) {
        // SAFETY: both are queues of one feed, whose items are of one type.
        assert(other is FeedQueue)
        let other = unsafeDowncast(other, to: FeedQueue.self)
        if head == tail, count == other.tail - other.head {
            swap(&memory, &other.memory)
            swap(&capacity, &other.capacity)
            (head, tail, other.head, other.tail) = (other.head, other.tail, 0, 0)
            return
        }
        makeRoom(for: count)
        (memory + tail).moveInitialize(from: other.memory + other.head, count: count)
        other.head += count
        tail += count
    }

    override func removeAll() {
        (memory + head).deinitialize(count: tail - head)
        (head, tail) = (0, 0)
    }

    private func makeRoom(for wanted: Int = 1) {
        let count = tail - head
        guard tail + wanted > capacity else { return }
        // What has been taken leaves room enough, or there is twice as much afterwards.
        let isRoomy = head > capacity / 2 && count + wanted <= capacity
        let larger = isRoomy ? capacity : max(capacity * 2, count + wanted)
        let target = isRoomy ? memory : .allocate(capacity: larger)
        target.moveInitialize(from: memory + head, count: count)
        if target != memory {
            memory.deallocate()
            (memory, capacity) = (target, larger)
        }
        (head, tail) = (0, count)
    }
}

/// Where the items of one part of a feed go.
class FeedOutlet {
    /// Moves an item out of the slot it was decoded in.
    func take(_ slot: UnsafeMutableRawPointer, key: String?) { preconditionFailure("overridden") }
}

/// Items that are delivered as they are decoded.
final class PlainOutlet<Item>: FeedOutlet {
    private let queue: FeedQueue<Item>

    init(_ queue: FeedQueue<Item>) {
        self.queue = queue
    }

    override func take(_ slot: UnsafeMutableRawPointer, key: String?) {
        // SAFETY: the binder has made an `Item` there, and forgets it.
        queue.append(movingFrom: slot.assumingMemoryBound(to: Item.self))
    }
}

/// Items that are made of what is decoded.
final class MappedOutlet<Value, Item>: FeedOutlet {
    private let queue: FeedQueue<Item>
    private let make: (String?, Value) -> Item

    init(_ queue: FeedQueue<Item>, make: @escaping (String?, Value) -> Item) {
        self.queue = queue
        self.make = make
    }

    override func take(_ slot: UnsafeMutableRawPointer, key: String?) {
        // SAFETY: the binder has made a `Value` there, and forgets it.
        queue.append(make(key, slot.assumingMemoryBound(to: Value.self).move()))
    }
}
