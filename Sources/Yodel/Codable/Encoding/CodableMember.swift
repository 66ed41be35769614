import CYodelKernels

/// The place of an object's member in the text, with enough of its key to recognise it; or the place of an array's
/// element, without a key.
///
/// ```
///  "name" : "Ada"
///  ↑start   ↑     ↑end
///           start + valueOffset
/// ```
struct CodableMember {
    var key: KeyMark
    var start: Int
    var end: Int
    var valueOffset = 0
    var content = Content.text

    /// The kind of the value, if it is more than finished text.
    enum Content: Equatable {
        case text
        /// A container that was requested and may still be written to: the serial number of its frame.
        case container(UInt64)
        /// A value that is written elsewhere and inserted at the end: the number of its text.
        case part(Int)
    }
}

/// A key in the form in which keys are compared: the whole key if it has at most fifteen bytes, otherwise its first
/// eight and a hash.
struct KeyMark: Equatable {
    /// The first eight bytes.
    var low: UInt64
    /// The bytes after them, or a hash; only a hash has the top bit set.
    var high: UInt64
    /// The number of bytes of the unescaped key.
    var count: Int

    /// A mark that no key has.
    static var none: KeyMark { KeyMark(low: 0, high: 0, count: -1) }

    @inline(__always)
    var isWhole: Bool { count <= 15 }

    /// One of 64 bits, as evenly distributed as possible.
    @inline(__always)
    var bit: UInt64 {
        let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
        return 1 &<< (mixed &>> 58)
    }

    /// Whether the first bytes come before another key's in byte order; nil if they are the same.
    @inline(__always)
    func precedes(_ other: KeyMark) -> Bool? {
        if low != other.low { return low.bigEndian < other.low.bigEndian }
        guard isWhole, other.isWhole else { return nil }
        if high != other.high { return high.bigEndian < other.high.bigEndian }
        return count < other.count
    }
}

/// The text of a key that is about to be written.
struct KeyText {
    var mark: KeyMark
    /// The text, if it has at most fifteen bytes.
    var short: yodel_short_text
    var isASCII: Bool

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let tops: UInt64 = 0x8080_8080_8080_8080
        if bytes.count <= 15 {
            short = bytes.baseAddress.map { yodel_read_short($0, bytes.count) } ?? yodel_short_text()
            mark = KeyMark(low: short.low, high: short.high, count: bytes.count)
            isASCII = (short.low | short.high) & tops == 0
        } else {
            self = KeyText(long: bytes)
        }
    }

    /// SAFETY: words are loaded only from within the bytes; the last word ends where they end.
    @inline(never)
    private init(long bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        var all: UInt64 = 0
        var hash: UInt64 = 0
        var offset = 0
        while offset < bytes.count {
            let next = raw.loadUnaligned(fromByteOffset: min(offset, bytes.count - 8), as: UInt64.self)
            all |= next
            hash = (hash ^ next) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash &>> 29
            offset += 8
        }
        short = yodel_short_text()
        mark = KeyMark(
            low: raw.loadUnaligned(as: UInt64.self), high: hash | 1 &<< 63, count: bytes.count)
        isASCII = all & 0x8080_8080_8080_8080 == 0
    }
}
