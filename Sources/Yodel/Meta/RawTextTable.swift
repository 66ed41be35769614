/// The cases of an enum by the bytes of their raw texts: no String is made to find one.
///
/// A text that is not here may still be one of the type's, and is left to the type: it may list no cases, and Swift
/// takes texts for equal that are spelled with other bytes.
struct RawTextTable<Value> {
    private var entries: [(text: [UInt8], value: Value)] = []
    /// Indices into `entries` by hash, -1 where empty.
    private var slots: [Int32] = []

    /// More cases than this are left to the type.
    private static var largestCount: Int { 256 }

    /// Nil unless the texts are few enough.
    init?(_ texts: some Sequence<(text: String, value: Value)>) {
        for (text, value) in texts {
            guard entries.count < Self.largestCount else { return nil }
            entries.append((Array(text.utf8), value))
        }
        var slotCount = 2
        while slotCount < entries.count * 2 { slotCount *= 2 }
        slots = Array(repeating: -1, count: slotCount)
        for (index, entry) in entries.enumerated() {
            var slot = entry.text.withUnsafeBufferPointer { Self.hash($0) } & (slotCount - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = Int32(index)
        }
    }

    func value(of text: UnsafeBufferPointer<UInt8>) -> Value? {
        var slot = Self.hash(text) & (slots.count - 1)
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.text.count == text.count, entry.text.elementsEqual(text) { return entry.value }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        Int(truncatingIfNeeded: hashBytes(text.start, text.count))
    }
}
