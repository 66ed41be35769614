internal import CYodelKernels

extension KeyTable {
    /// The kind of container with these keys, for errors.
    var valueName: String { indices == nil ? "an object" : "an array" }
}

extension KeyEntry {
    /// Whether a key is this entry's; checked for the predicted entry before any look-up.
    @inline(__always)
    func matches(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        length == count && equalBytes(bytes, key, count)
    }
}

// On the address, because the compiler copies a whole table to call a method on it.
extension UnsafePointer<KeyTable> {
    /// The entry of a key, or nil; called when the predicted entry does not match.
    func find(_ key: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<KeyEntry>? {
        find(key, length, foldBytes(key, length))
    }

    /// - Parameter folded: The key's number; see ``foldBytes(_:_:)``.
    @inline(__always)
    func find(_ key: UnsafePointer<UInt8>, _ length: Int, _ folded: UInt64) -> UnsafePointer<KeyEntry>? {
        pointee.isCaseSensitive ? findExact(key, length, folded) : findIgnoringCase(key, length)
    }

    @inline(__always)
    private func findExact(
        _ key: UnsafePointer<UInt8>, _ length: Int, _ folded: UInt64
    ) -> UnsafePointer<KeyEntry>? {
        var entry = pointee.slots.first(folded)
        while !entry.pointee.matches(key, length) {
            guard let next = entry.pointee.nextInSlot else { return nil }
            entry = next
        }
        return entry
    }

    /// Whether the member of a key that is not in the table may be skipped.
    @inline(__always)
    func skips(_ key: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        guard pointee.skipsUnknown, let tag = pointee.tag else { return pointee.skipsUnknown }
        return tag.count != length || !equalBytes(tag.start, key, length)
    }

    @inline(never)
    private func findIgnoringCase(_ key: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<KeyEntry>? {
        let lowered = String(decoding: UnsafeBufferPointer(start: key, count: length), as: UTF8.self).lowercased()
        return Array(lowered.utf8).withUnsafeBufferPointer { bytes in
            let start = bytes.baseAddress ?? key
            return findExact(start, bytes.count, foldBytes(start, bytes.count))
        }
    }

    /// The entry whose key follows a quote, and the position of its value: for a key of up to 15 ASCII characters without
    /// escapes, then a colon, and then the value after at most one space.
    ///
    /// - Parameter quote: The position of the quote, with 64 readable bytes.
    @inline(__always)
    func entryWritten(
        at quote: UnsafePointer<UInt8>
    ) -> (entry: UnsafePointer<KeyEntry>, value: UnsafePointer<UInt8>)? {
        let key = yodel_scan_short_string(quote + 1)
        guard key.count >= 0, let value = valueAfter(colon: quote + (key.count &+ 2)) else { return nil }
        // The value's position does not depend on the entry, so that a processor can read the value before it has found
        // the entry.
        var entry = pointee.slots.first(foldShortText(key.text, key.count))
        while !entry.pointee.head.matches(quote + 1) {
            guard let next = entry.pointee.nextInSlot else { return nil }
            entry = next
        }
        return (entry, value)
    }
}

extension KeyEntry {
    /// The first sixteen bytes of a key and its closing quote as documents write them; a shorter text is masked.
    struct Head {
        private let low: UInt64
        private let high: UInt64
        private let lowMask: UInt64
        private let highMask: UInt64

        /// The longest key with a head; longer ones are found by the table only.
        static let longestKey = 256

        /// For a key that documents cannot write without escapes, creates a head that matches no text.
        init(_ key: [UInt8]) {
            guard key.count <= Self.longestKey, !key.contains(where: mustBeEscaped) else {
                (low, high, lowMask, highMask) = (1, 1, 0, 0)
                return
            }
            let written = (key + [UInt8(ascii: "\"")]).prefix(16)
            let rest = [UInt8](repeating: 0, count: 16 - written.count)
            (low, high) = Self.words(written + rest)
            (lowMask, highMask) = Self.words([UInt8](repeating: 0xFF, count: written.count) + rest)
        }

        private static func words(_ bytes: some Collection<UInt8>) -> (UInt64, UInt64) {
            Array(bytes).withUnsafeBytes {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
        }

        var isEmpty: Bool { lowMask == 0 }

        /// Whether sixteen bytes begin with the head.
        @inline(__always)
        func matches(_ text: UnsafePointer<UInt8>) -> Bool {
            (word(text) & lowMask ^ low) | (word(text + 8) & highMask ^ high) == 0
        }
    }
}

extension UnsafePointer<KeyTable> {
    /// The entries, without the one after the last.
    var entries: [UnsafePointer<KeyEntry>] {
        let all = sequence(first: pointee.entries) { $0 + 1 }
        return Array(all.prefix { $0.pointee.length >= 0 })
    }

    /// The fields of this table and of all nested tables.
    var allFields: [Int32] {
        entries.flatMap { entry in entry.pointee.targets.map(\.field) + (entry.pointee.nested?.allFields ?? []) }
    }
}

// On pointers to entries, because the compiler copies a whole entry to call a method on it.
extension UnsafePointer<KeyEntry> {
    /// The position of the value, if the entry's key follows a quote without escapes, then a colon, and then the value
    /// after at most one space.
    ///
    /// - Parameter quote: The position of the quote, with 64 readable bytes.
    @inline(__always)
    func valueWritten(at quote: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        guard pointee.head.matches(quote + 1) else { return nil }
        let length = pointee.length
        if length > 15 {
            guard length < 32, equalWords(pointee.bytes + (length - 15), quote + (length - 14)) else { return nil }
        }
        return valueAfter(colon: quote + (length &+ 2))
    }

    /// Whether the entry's key, unescaped and with the closing quote, begins a text of any length.
    func isWritten(at text: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        let length = pointee.length
        return length >= 0 && length < end - text && text[length] == UInt8(ascii: "\"") && !pointee.head.isEmpty
            && equalBytes(pointee.bytes, text, length)
    }
}

/// The position of the value after a colon and at most one space; nil for another byte or more space.
@inline(__always)
func valueAfter(colon: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard colon.pointee == UInt8(ascii: ":") else { return nil }
    let value = colon + 1
    if value.pointee > UInt8(ascii: " ") { return value }
    return value.pointee == UInt8(ascii: " ") && value[1] > UInt8(ascii: " ") ? value + 1 : nil
}

/// Whether sixteen bytes are equal.
@inline(__always)
private func equalWords(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
    (word(left) ^ word(right)) | (word(left + 8) ^ word(right + 8)) == 0
}

/// Whether JSON strings cannot contain the character unescaped.
private func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// Whether two keys of equal length are equal; compares whole words, the last one overlapping, without a call.
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

/// A hash of a text: 32 bits.
@inline(__always)
func hashBytes(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt64 { hash(folded: foldBytes(text, length)) }

/// The hash of the text with a number; see ``foldBytes(_:_:)``.
@inline(__always)
func hash(folded: UInt64) -> UInt64 { (folded &* 0x9E37_79B9_7F4A_7C15) >> 32 }

/// A text's first, middle and last eight bytes and its length in one number, from which hashes are made.
///
/// Different texts may have the same number. Documents cannot force that in a table, whose texts the program chooses; for
/// keys of their own, they can.
@inline(__always)
func foldBytes(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    if length <= 15 { return foldShortText(yodel_read_short(text, length), length) }
    let middle = word(text + length / 2 - 4)
    return fold(word(text) ^ (middle << 17 | middle >> 47), word(text + length - 8), length)
}

/// The same for a text of up to 15 bytes.
@inline(__always)
func foldShortText(_ text: yodel_short_text, _ length: Int) -> UInt64 { fold(text.low, text.high, length) }

@inline(__always)
private func fold(_ first: UInt64, _ last: UInt64, _ length: Int) -> UInt64 {
    first ^ (last << 29 | last >> 35) ^ UInt64(truncatingIfNeeded: length)
}

@inline(__always)
private func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
}

/// Up to seven bytes as a number, unique among texts of the same length; never reads past them.
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
