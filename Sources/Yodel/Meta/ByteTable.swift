/// A few texts, or values as the bytes they consist of, that are found again by hash and stay where they are.
final class ByteTable: @unchecked Sendable {
    // Sendable because it is never written after it has been made.
    private let arena = TableArena()
    private let entries: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>
    /// Indices into `entries`, -1 where empty; a power of two at least twice their number.
    private let slots: UnsafeBufferPointer<Int32>

    /// Of equal entries, the first is the one that is found.
    init(_ entries: [[UInt8]]) {
        self.entries = arena.copy(entries.map(arena.copy))
        var slotCount = 2
        while slotCount < entries.count * 2 { slotCount *= 2 }
        var slots = [Int32](repeating: -1, count: slotCount)
        for (index, entry) in self.entries.enumerated() {
            var slot = Self.hash(entry) & (slotCount - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = Int32(index)
        }
        self.slots = arena.copy(slots)
    }

    /// The entry of an index, whose bytes the table keeps.
    subscript(index: Int) -> UnsafeBufferPointer<UInt8> { entries[index] }

    /// The index of the entry with these bytes.
    func index(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var slot = Self.hash(bytes) & (slots.count - 1)
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.count == bytes.count, equalBytes(entry.start, bytes.start, bytes.count) { return Int(slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inline(__always)
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        Int(truncatingIfNeeded: hashBytes(bytes.start, bytes.count))
    }
}
