extension KeyTable {
    /// What has these keys, for an error.
    var valueName: String { indices == nil ? "an object" : "an array" }

    /// The entry of a key, or nil, when it is not the one that was predicted.
    func find(_ key: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<KeyEntry>? {
        isCaseSensitive ? findByHash(key, length) : findIgnoringCase(key, length)
    }

    private func findByHash(_ key: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<KeyEntry>? {
        var slot = Int(truncatingIfNeeded: hashBytes(key, length)) & slotMask
        while slots[slot] >= 0 {
            let entry = entries + Int(slots[slot])
            if entry.pointee.length == length, equalBytes(entry.pointee.bytes, key, length) { return entry }
            slot = (slot + 1) & slotMask
        }
        return nil
    }

    private func findIgnoringCase(_ key: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<KeyEntry>? {
        let lowered = String(decoding: UnsafeBufferPointer(start: key, count: length), as: UTF8.self).lowercased()
        return Array(lowered.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { findByHash($0, bytes.count) } ?? findByHash(key, 0)
        }
    }
}

extension KeyEntry {
    /// Whether a key is this entry's: for the one after the last that matched, before anything is looked up.
    @inline(__always)
    func matches(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        length == count && equalBytes(bytes, key, count)
    }
}

/// Whether two keys of one length are equal: whole words, the last one overlapping, with no call.
@inline(__always)
func equalBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    if length >= 8 {
        var offset = 0
        while offset + 8 < length {
            guard word(left + offset) == word(right + offset) else { return false }
            offset += 8
        }
        return word(left + length - 8) == word(right + length - 8)
    }
    return shortWord(left, length) == shortWord(right, length)
}

/// A set of keys from which most others are told without being looked up: one bit for each 64th of the hashes.
struct KeySet {
    private var bits: UInt64 = 0

    init(_ keys: [KeyEntry]) {
        for key in keys { insert(key.bytes, key.length) }
    }

    mutating func insert(_ key: UnsafePointer<UInt8>, _ length: Int) { bits |= bit(key, length) }

    /// False for most keys that are not in the set, and for none that is.
    @inline(__always)
    func mayContain(_ key: UnsafePointer<UInt8>, _ length: Int) -> Bool { bits & bit(key, length) != 0 }

    @inline(__always)
    private func bit(_ key: UnsafePointer<UInt8>, _ length: Int) -> UInt64 { 1 &<< (hashBytes(key, length) >> 26) }
}

/// A hash of a key from its first and last eight bytes and its length.
///
/// What collides in it is told apart by
/// comparing; which keys a table holds is the program's choice, not the document's.
@inline(__always)
func hashBytes(_ key: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let first = length >= 8 ? word(key) : shortWord(key, length)
    let last = length >= 8 ? word(key + length - 8) : 0
    let mixed = (first ^ (last << 29 | last >> 35) ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return mixed >> 32
}

@inline(__always)
private func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
}

/// Up to seven bytes as a number that differs when they do, for one length; never reads past them.
@inline(__always)
private func shortWord(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let raw = UnsafeRawPointer(bytes)
    if length >= 4 {
        let low = UInt64(raw.loadUnaligned(as: UInt32.self))
        let high = UInt64(raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
        return low | high << 32
    }
    if length == 0 { return 0 }
    return UInt64(bytes[0]) | UInt64(bytes[length / 2]) << 8 | UInt64(bytes[length - 1]) << 16
}
