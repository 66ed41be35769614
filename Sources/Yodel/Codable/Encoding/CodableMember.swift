import CYodelKernels

/// Where a member of an object stands in the text, and enough of its key to know it again; or where an element of an
/// array does, without a key.
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

    /// What the value is, if it is more than text that is done with.
    enum Content: Equatable {
        case text
        /// A container that was asked for and may be written into at any time: the serial number of its frame.
        case container(UInt64)
        /// What is written elsewhere, and put here in the end: the number of its text.
        case part(Int)
    }
}

/// A key as it is compared with others: all of it when it has at most fifteen bytes, else its first eight and a hash.
struct KeyMark: Equatable {
    /// The first eight bytes.
    var low: UInt64
    /// Those that follow, or a hash, whose top bit no short key has.
    var high: UInt64
    /// How many bytes the key has, unescaped.
    var count: Int

    /// What no key has.
    static var none: KeyMark { KeyMark(low: 0, high: 0, count: -1) }

    @inline(__always)
    var isWhole: Bool { count <= 15 }

    /// One of 64 bits, as evenly spread as can be.
    @inline(__always)
    var bit: UInt64 {
        let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
        return 1 &<< (mixed &>> 58)
    }

    /// Whether the first bytes come before another key's in the order of bytes; nil when they are the same.
    @inline(__always)
    func precedes(_ other: KeyMark) -> Bool? {
        if low != other.low { return low.bigEndian < other.low.bigEndian }
        guard isWhole, other.isWhole else { return nil }
        if high != other.high { return high.bigEndian < other.high.bigEndian }
        return count < other.count
    }
}

/// A key's text as it is about to be written.
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

    /// SAFETY: words are loaded from within the bytes only, the last of them ending where they do.
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
