/// The records of all members; those of the innermost open value are last.
struct CodableMembers: ~Copyable {
    private var memory: GrowingMemory<CodableMember>
    private(set) var count = 0

    init(capacity: Int) { memory = GrowingMemory(capacity: capacity) }

    var capacity: Int { memory.capacity }

    @inline(__always)
    private var start: UnsafeMutablePointer<CodableMember> { memory.entries }

    /// SAFETY: all records below the count are initialised, and no index exceeds it.
    subscript(number: Int) -> CodableMember {
        @inline(__always) get {
            assert(number >= 0 && number < count)
            return start[number]
        }
        @inline(__always) nonmutating _modify {
            assert(number >= 0 && number < count)
            yield &start[number]
        }
    }

    @inline(__always)
    mutating func append(_ member: CodableMember) {
        if count == memory.capacity { memory.grow(keeping: count) }
        (start + count).initialize(to: member)
        count &+= 1
    }

    @inline(__always)
    mutating func truncate(to number: Int) {
        assert(number >= 0 && number <= count)
        count = number
    }

    /// The records from a number on.
    func from(_ number: Int) -> UnsafeBufferPointer<CodableMember> {
        UnsafeBufferPointer(start: start + number, count: count - number)
    }

    /// Replaces the records from a number on by the same ones in another order.
    func reorder(from number: Int, as ordered: [CodableMember]) {
        assert(ordered.count == count - number)
        // SAFETY: there are as many as before.
        ordered.withUnsafeBufferPointer { (start + number).update(from: $0.baseAddress!, count: $0.count) }
    }

    mutating func remove(at number: Int) {
        assert(number >= 0 && number < count)
        // SAFETY: only the records after it are moved; source and destination may overlap.
        (start + number).update(from: start + number + 1, count: count - 1 - number)
        count -= 1
    }

    /// Moves the last record to a number, before the records from there on.
    mutating func moveLast(to number: Int) {
        let last = start[count - 1]
        // SAFETY: the moved records stay below the count; source and destination may overlap.
        (start + number + 1).update(from: start + number, count: count - 1 - number)
        start[number] = last
    }
}
