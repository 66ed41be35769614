/// A small immutable set of byte strings, found by hash, at addresses that do not change.
final class ByteTable: @unchecked Sendable {
    // Sendable because it is immutable after its initialiser.
    private let arena = TableArena()
    private let entries: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>
    /// Indices into `entries`, -1 for empty slots; their number is a power of two and at least twice that of the
    /// entries.
    private let slots: UnsafeBufferPointer<Int32>

    /// Of equal entries, look-ups find the first.
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

/// The cases of an enum by the bytes of their raw texts, so that looking one up makes no String.
///
/// A text that is missing here may still be one of the type's raw values, and is left to the type: the type may list no
/// cases, and Swift treats some texts with different bytes as equal.
struct RawTextTable {
    private let texts: ByteTable
    private let arena = TableArena()
    /// The values, one ``stride`` apart.
    private let values: UnsafeRawPointer
    private let size: Int
    private let stride: Int

    /// The greatest number of cases; enums with more are left to the type.
    private static var largestCount: Int { 256 }

    /// Nil if there are too many texts, or if the values contain references.
    init?<Value>(_ texts: some Sequence<(text: String, value: Value)>) {
        guard _isPOD(Value.self) else { return nil }
        let entries = Array(texts.prefix(Self.largestCount + 1))
        guard 1...Self.largestCount ~= entries.count else { return nil }
        self.texts = ByteTable(entries.map { Array($0.text.utf8) })
        values = UnsafeRawPointer(arena.copy(entries.map(\.value)).baseAddress!)
        (size, stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
    }

    /// Writes the value of a text to memory with room for one; false if the text is missing.
    func store(_ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawPointer) -> Bool {
        guard let index = texts.index(of: text) else { return false }
        // SAFETY: the table has a value for every text, and a copy of its bytes is a copy of it.
        target.copyMemory(from: values + index * stride, byteCount: size)
        return true
    }
}
