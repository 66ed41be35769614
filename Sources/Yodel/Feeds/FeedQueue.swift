/// A queue of items whose type is not known here.
///
/// An item is decoded in place: in the slot after the last one.
@usableFromInline
class AnyFeedQueue {
    /// The memory of the next item.
    ///
    /// There is always room for one, and the slot does not move until the item is complete.
    @exclusivity(unchecked) fileprivate(set) final var slot: UnsafeMutableRawPointer
    /// The index of the slot.
    @exclusivity(unchecked) @usableFromInline fileprivate(set) final var tail = 0
    @exclusivity(unchecked) fileprivate final var capacity = 16
    private let stride: Int

    fileprivate init(slot: UnsafeMutableRawPointer, stride: Int) {
        self.slot = slot
        self.stride = stride
    }

    /// Adds the item in the slot to the queue.
    @inline(__always)
    final func commit() {
        tail &+= 1
        slot += stride
        if tail == capacity { makeRoom(for: 1) }
    }

    /// Makes room for `count` more items after the last one; all items may move.
    func makeRoom(for count: Int) { preconditionFailure("overridden") }
    /// Takes the first items of another queue of the same type; neither slot may be in use.
    func take(_ count: Int, from other: AnyFeedQueue) { preconditionFailure("overridden") }
    func removeAll() { preconditionFailure("overridden") }
}

/// Items that have been decoded and not yet been taken.
///
/// The functions that take items are inlined into clients, which know their type: no metadata is looked up for each.
@usableFromInline
final class FeedQueue<Item>: AnyFeedQueue {
    @exclusivity(unchecked) @usableFromInline var memory: UnsafeMutablePointer<Item>
    /// The items are those from `head` up to ``tail``.
    @exclusivity(unchecked) @usableFromInline var head = 0
    /// How many items may be taken without asking ``FeedMarks``: no failure comes between them.
    @exclusivity(unchecked) @usableFromInline var ready = 0
    /// ``ready`` when ``noteTaken()`` was called last.
    @exclusivity(unchecked) @usableFromInline var noted = 0

    init() {
        memory = .allocate(capacity: 16)
        super.init(slot: UnsafeMutableRawPointer(memory), stride: MemoryLayout<Item>.stride)
    }

    deinit {
        (memory + head).deinitialize(count: tail - head)
        memory.deallocate()
    }

    func append(_ item: consuming Item) {
        (memory + tail).initialize(to: item)
        commit()
    }

    /// Takes the first item, if it is ready.
    @inlinable
    func takeReady() -> Item? {
        guard ready > 0 else { return nil }
        precondition(head < tail, "an item is taken only from a queue that has one")
        ready -= 1
        head += 1
        // SAFETY: the ready items are the first of the queue. This one leaves it.
        return (memory + head - 1).move()
    }

    /// Takes the ready items, but no more than `limit`.
    func takeReady(atMost limit: Int) -> [Item] {
        let taken = min(ready, limit)
        guard taken > 0 else { return [] }
        ready -= taken
        let items = [Item](unsafeUninitializedCapacity: taken) { buffer, count in
            // SAFETY: all ready items are in the queue. They leave it.
            buffer.baseAddress!.moveInitialize(from: memory + head, count: taken)
            count = taken
        }
        head += taken
        return items
    }

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
            moveSlot(from: other.head, to: other.tail)
            other.moveSlot(from: 0, to: 0)
            return
        }
        makeRoom(for: count + 1)
        (memory + tail).moveInitialize(from: other.memory + other.head, count: count)
        other.head += count
        moveSlot(from: head, to: tail + count)
    }

    override func removeAll() {
        (memory + head).deinitialize(count: tail - head)
        moveSlot(from: 0, to: 0)
    }

    private func moveSlot(from head: Int, to tail: Int) {
        (self.head, self.tail) = (head, tail)
        slot = UnsafeMutableRawPointer(memory + tail)
    }

    override func makeRoom(for wanted: Int) {
        let count = tail - head
        guard tail + wanted > capacity else { return }
        // Reuses the room of items that have been taken, or at least doubles the capacity.
        let isRoomy = head > capacity / 2 && count + wanted <= capacity
        let larger = isRoomy ? capacity : max(capacity * 2, count + wanted)
        let target = isRoomy ? memory : .allocate(capacity: larger)
        target.moveInitialize(from: memory + head, count: count)
        if target != memory {
            memory.deallocate()
            (memory, capacity) = (target, larger)
        }
        moveSlot(from: 0, to: count)
    }
}

/// Takes the values of one part of a feed: as items, or to make items of them.
final class FeedOutlet {
    private let queue: AnyFeedQueue
    /// Where values that become items are decoded; nil if the values are the items.
    private let workspace: UnsafeMutableRawPointer?
    /// Makes an item of the value in the workspace.
    private let makeItem: ((_ key: String?) -> Void)?

    /// Creates an outlet whose values are the items.
    init(_ queue: AnyFeedQueue) {
        self.queue = queue
        (workspace, makeItem) = (nil, nil)
    }

    /// Creates an outlet that makes items of the values.
    init<Value, Item>(_ queue: FeedQueue<Item>, make: @escaping (consuming Value) -> Item) {
        let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        (self.queue, workspace) = (queue, UnsafeMutableRawPointer(value))
        // SAFETY: the binder has made a `Value` there, and forgets it.
        makeItem = { _ in queue.append(make(value.move())) }
    }

    /// Creates an outlet that makes items of the values and their keys.
    init<Value, Item>(_ queue: FeedQueue<Item>, make: @escaping (String, consuming Value) -> Item) {
        let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        (self.queue, workspace) = (queue, UnsafeMutableRawPointer(value))
        // SAFETY: as above.
        makeItem = { key in queue.append(make(key!, value.move())) }
    }

    deinit {
        workspace?.deallocate()
    }

    /// Where the next item, or the value it is made of, is decoded.
    @inline(__always)
    var slot: UnsafeMutableRawPointer { workspace ?? queue.slot }

    /// Takes the value in the slot.
    @inline(__always)
    func take(key: @autoclosure () -> String?) {
        if workspace == nil { queue.commit() } else { makeItem!(key()) }
    }
}
