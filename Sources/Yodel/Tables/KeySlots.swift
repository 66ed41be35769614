/// The places of a table's entries by the hashes of their keys.
///
/// The hash is chosen for the table: usually one with which every key has a slot of its own, so that a look-up compares
/// one key. Keys that no hash separates share a slot, and are compared one after the other.
struct KeySlots {
    /// The first entry of each slot; the table's end, which matches nothing, in an empty one.
    private let slots: UnsafePointer<UnsafePointer<KeyEntry>>
    private let hash: Hash

    private struct Hash {
        var multiplier: UInt64
        /// 64 less the number of bits of a slot's index.
        var shift: UInt64

        @inline(__always)
        func slot(_ folded: UInt64) -> Int { Int(truncatingIfNeeded: (folded &* multiplier) &>> shift) }

        var slotCount: Int { 1 << Int(64 - shift) }
    }

    /// The first of the entries whose keys have the slot of a key.
    ///
    /// - Parameter folded: The key's number; see ``foldBytes(_:_:)``.
    @inline(__always)
    func first(_ folded: UInt64) -> UnsafePointer<KeyEntry> { slots[hash.slot(folded)] }

    /// Finds a hash, and links the entries that share a slot.
    ///
    /// - Parameter entries: The table's entries, followed by its end.
    init(linking entries: UnsafeMutablePointer<KeyEntry>, count: Int, in arena: TableArena) {
        let folded = (0..<count).map { foldBytes(entries[$0].bytes, entries[$0].length) }
        let hash = Self.hash(separating: folded)
        let slots = arena.allocate(UnsafePointer<KeyEntry>.self, count: hash.slotCount)
        slots.initialize(repeating: UnsafePointer(entries + count), count: hash.slotCount)
        // Backwards, so that each slot's entries are in the table's order.
        for index in (0..<count).reversed() {
            let slot = slots + hash.slot(folded[index])
            entries[index].nextInSlot = slot.pointee == entries + count ? nil : slot.pointee
            slot.pointee = UnsafePointer(entries + index)
        }
        self.slots = UnsafePointer(slots)
        self.hash = hash
    }

    /// A hash that gives each number its own slot, if one is found with at most sixteen slots for each; otherwise any
    /// one with the fewest.
    private static func hash(separating numbers: [UInt64]) -> Hash {
        var shift: UInt64 = 63
        while 1 << (64 - shift) < numbers.count * 2 { shift -= 1 }
        let first = Hash(multiplier: 0x9E37_79B9_7F4A_7C15, shift: shift)
        // Equal numbers have the same slot with any hash.
        guard Set(numbers).count == numbers.count else { return first }
        for extraBits in 0...2 as ClosedRange<UInt64> {
            var hash = Hash(multiplier: first.multiplier, shift: shift - extraBits)
            for _ in 0..<attempts {
                if separates(numbers, hash) { return hash }
                // Any sequence of odd numbers will do; this one is the same in every run.
                hash.multiplier = hash.multiplier &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814E
            }
        }
        return first
    }

    /// How many hashes are tried for each number of slots.
    private static let attempts = 100

    private static func separates(_ numbers: [UInt64], _ hash: Hash) -> Bool {
        var taken = [Bool](repeating: false, count: hash.slotCount)
        for number in numbers {
            let slot = hash.slot(number)
            guard !taken[slot] else { return false }
            taken[slot] = true
        }
        return true
    }
}
