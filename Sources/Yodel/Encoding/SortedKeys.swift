import CYodelKernels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys of a dictionary in the order of their bytes, in one buffer: a record for each, then their texts.
///
/// ```
///  records[0]        records[1]        …   texts
/// ├─ prefix ─┼ place ┼─ prefix ─┼ place ┼ ┈ ┼ name price … ┤
/// ```
struct SortedKeys {
    let records: UnsafeMutableBufferPointer<Record>
    private let texts: UnsafePointer<UInt8>

    struct Record {
        /// The first eight bytes as a big-endian number, so that most comparisons need no more; zeros after a shorter
        /// text.
        var prefix: UInt64
        var start: Int
        var count: Int
        /// The index of the dictionary's entry that has the key.
        var index: Int
    }

    init(_ buffer: GrowthBuffer, count: Int) {
        records = UnsafeMutableBufferPointer(
            start: buffer.start.assumingMemoryBound(to: Record.self), count: count)
        texts = UnsafePointer(
            (buffer.start + count * MemoryLayout<Record>.stride).assumingMemoryBound(to: UInt8.self))
    }

    func text(of record: Record) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: texts + record.start, count: record.count)
    }

    /// The size of a buffer for keys: a prefix can be read whole at the beginning of the last text, too.
    fileprivate static func byteCount(_ count: Int, textBytes: Int) -> Int {
        count * MemoryLayout<Record>.stride + textBytes + MemoryLayout<UInt64>.size
    }

    /// Fills the buffer with texts that come one after another, and with their records.
    fileprivate func fill(with text: [UInt8], ends: [Int]) {
        UnsafeMutablePointer(mutating: texts).initialize(from: text, count: text.count)
        var start = 0
        for (index, end) in ends.enumerated() {
            // SAFETY: see `byteCount`.
            let bytes = UnsafeRawPointer(texts + start).loadUnaligned(as: UInt64.self)
            let count = end - start
            let prefix = UInt64(bigEndian: bytes) & ~(UInt64.max >> UInt64(count * 8))
            records.initializeElement(at: index, to: Record(prefix: prefix, start: start, count: count, index: index))
            start = end
        }
        sort()
    }

    private func sort() {
        let texts = texts
        var records = records
        records.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            return yodel_compare_bytes(texts + left.start, left.count, texts + right.start, right.count) < 0
        }
    }
}

extension ValueWriter {
    /// Sorts the keys of a dictionary, which lie one after another in memory.
    mutating func sortedKeys(at keys: UnsafeMutableRawPointer, _ shape: ShapePointer, count: Int) -> GrowthBuffer {
        sortedKeys(count: count) { index, text in
            appendKey(at: keys + index * shape.pointee.stride, shape, to: &text)
        }
    }

    /// Sorts the keys of an object's members; nil if these keep their order.
    mutating func sortedKeys(of members: UnsafeBufferPointer<JSONObject.Element>) -> GrowthBuffer? {
        guard options.sortsKeys, members.count > 1 else { return nil }
        return sortedKeys(count: members.count) { index, text in text.append(contentsOf: members[index].key.utf8) }
    }

    private mutating func sortedKeys(count: Int, _ append: (Int, inout [UInt8]) -> Void) -> GrowthBuffer {
        keyText.removeAll(keepingCapacity: true)
        keyEnds.removeAll(keepingCapacity: true)
        for index in 0..<count {
            append(index, &keyText)
            keyEnds.append(keyText.count)
        }
        let buffer = pool.take(atLeast: SortedKeys.byteCount(count, textBytes: keyText.count))
        SortedKeys(buffer, count: count).fill(with: keyText, ends: keyEnds)
        return buffer
    }
}

/// Appends the JSON text of a dictionary's key.
func appendKey(at address: UnsafeMutableRawPointer, _ shape: ShapePointer, to text: inout [UInt8]) {
    func value<Value>(_ type: Value.Type) -> Value { address.assumingMemoryBound(to: type).pointee }
    switch shape.pointee.kind {
    case .string: text.append(contentsOf: value(String.self).utf8)
    case .substring: text.append(contentsOf: value(Substring.self).utf8)
    case .character: text.append(contentsOf: String(value(Character.self)).utf8)
    case .uuid: UUIDText.withText(of: value(UUID.self)) { text.append(contentsOf: $0) }
    case .rawValue:
        let raw = shape.pointee.element!
        raw.withMemory { value in
            shape.pointee.payload!._withUnsafeGuaranteedRef { $0.copyRawValue(of: address, into: value) }
            appendKey(at: value, raw, to: &text)
            raw.destroy(value)
        }
    case let kind:
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: OutputBuffer.slack) { room in
            let start = room.baseAddress!
            guard let end = kind.useNumber(NumberOutput(address: address, form: .plain, start: start)) ?? nil else {
                preconditionFailure("\(kind) is not a kind of key")
            }
            text.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
        }
    }
}
