/// A position in borrowed bytes that moves forward only over the bytes it expects.
///
/// Every step is checked against the end, so readers built on the cursor cannot leave their text, whatever it contains.
/// A step that fails may have moved the cursor; a caller that wants to try something else keeps a copy.
struct TextCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    var remaining: Int { bytes.count &- offset }

    /// The byte at the cursor, without moving it.
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var isAtDigit: Bool { offset < bytes.count && Self.isDigit(bytes[offset]) }

    /// Steps over an ASCII character if it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset &+= 1
        return true
    }

    /// Steps over `text` if all of it comes next, byte for byte.
    mutating func skip(_ text: some Collection<UInt8>) -> Bool {
        guard remaining >= text.count else { return false }
        for byte in text {
            guard bytes[offset] == byte else { return false }
            offset &+= 1
        }
        return true
    }

    /// Steps over the letters of `name`, in either case, if all of them come next.
    mutating func skipName(_ name: some Collection<UInt8>) -> Bool {
        guard remaining >= name.count else { return false }
        for byte in name {
            guard Self.lowercased(bytes[offset]) == Self.lowercased(byte) else { return false }
            offset &+= 1
        }
        return true
    }

    /// The value of the next digit.
    mutating func digit() -> Int? {
        guard offset < bytes.count, Self.isDigit(bytes[offset]) else { return nil }
        defer { offset &+= 1 }
        return Int(bytes[offset] & 0x0F)
    }

    /// The value of exactly `count` digits, 18 at most.
    mutating func number(digits count: Int) -> Int? {
        guard remaining >= count else { return nil }
        var value = 0
        for _ in 0..<count {
            let byte = bytes[offset]
            guard Self.isDigit(byte) else { return nil }
            value = value &* 10 &+ Int(byte & 0x0F)
            offset &+= 1
        }
        return value
    }

    /// The value of the digits that come next, at least one and at most `count`, which is 18 at most.
    mutating func number(upTo count: Int) -> Int? {
        guard var value = digit() else { return nil }
        var left = count &- 1
        while left > 0, let digit = digit() {
            value = value &* 10 &+ digit
            left &-= 1
        }
        return value
    }

    /// The index of the three-letter abbreviation that comes next, in either case.
    ///
    /// - Parameter names: Lower-case abbreviations without separators: `"sunmontue…"`.
    mutating func abbreviation(in names: StaticString) -> Int? {
        guard remaining >= 3 else { return nil }
        let first = Self.lowercased(bytes[offset])
        let second = Self.lowercased(bytes[offset &+ 1])
        let third = Self.lowercased(bytes[offset &+ 2])
        let table = Self.bytes(of: names)
        for index in 0..<table.count / 3 {
            let entry = index &* 3
            if table[entry] == first, table[entry &+ 1] == second, table[entry &+ 2] == third {
                offset &+= 3
                return index
            }
        }
        return nil
    }
}

/// The kinds of ASCII characters.
extension TextCursor {
    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    /// The bytes of a constant with at least two characters.
    static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// The bytes without JSON white space at both ends.
    static func trimming(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start].isWhiteSpace { start &+= 1 }
        while end > start, bytes[end &- 1].isWhiteSpace { end &-= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
}
