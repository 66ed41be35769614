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

/// The cases of an enum by the bytes of their raw texts: no String is made to find one.
///
/// A text that is not here may still be one of the type's, and is left to the type: it may list no cases, and Swift
/// takes texts for equal that are spelled with other bytes.
struct RawTextTable {
    private let texts: ByteTable
    private let arena = TableArena()
    /// The values, one ``stride`` apart.
    private let values: UnsafeRawPointer
    private let size: Int
    private let stride: Int

    /// More cases than this are left to the type.
    private static var largestCount: Int { 256 }

    /// Nil unless the texts are few enough, and the values of bytes alone.
    init?<Value>(_ texts: some Sequence<(text: String, value: Value)>) {
        guard _isPOD(Value.self) else { return nil }
        let entries = Array(texts.prefix(Self.largestCount + 1))
        guard 1...Self.largestCount ~= entries.count else { return nil }
        self.texts = ByteTable(entries.map { Array($0.text.utf8) })
        values = UnsafeRawPointer(arena.copy(entries.map(\.value)).baseAddress!)
        (size, stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
    }

    /// Writes the value of a text to memory that has room for one; false where it has none.
    func store(_ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawPointer) -> Bool {
        guard let index = texts.index(of: text) else { return false }
        // SAFETY: the table has a value for every text, and a copy of its bytes is a copy of it.
        target.copyMemory(from: values + index * stride, byteCount: size)
        return true
    }
}
