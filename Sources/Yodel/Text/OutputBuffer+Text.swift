import CYodelKernels

// Text: punctuation, words and strings.

extension OutputBuffer {
    /// Writes one byte; the caller has made room for it.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        cursor.pointee = byte
        cursor += 1
    }

    /// Writes a short word; the caller has made room for it.
    @inline(__always)
    mutating func put(_ word: StaticString) {
        assert(word.utf8CodeUnitCount <= Self.slack)
        cursor.update(from: word.utf8Start, count: word.utf8CodeUnitCount)
        cursor += word.utf8CodeUnitCount
    }

    /// Writes any number of bytes unchanged.
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var next = bytes.start
        var left = bytes.count
        while left > 0 {
            let piece = min(left, room)
            cursor.update(from: next, count: piece)
            cursor += piece
            next += piece
            left -= piece
            guard left == 0 || makeRoomSlow(for: left) else { return false }
        }
        return makeRoom()
    }

    /// Writes any text unchanged.
    mutating func write(_ text: String) -> Bool { withBytes(of: text) { write($0) } }

    /// Writes a short word.
    mutating func write(_ word: StaticString) -> Bool {
        guard makeRoom() else { return false }
        put(word)
        return true
    }

    /// Writes a line break, and spaces at the beginning of the new line.
    @inline(never)
    mutating func breakLine(spaces: Int) -> Bool {
        guard makeRoom() else { return false }
        put(UInt8(ascii: "\n"))
        var left = spaces
        while left > 0 {
            let piece = min(left, room)
            cursor.update(repeating: UInt8(ascii: " "), count: piece)
            cursor += piece
            left -= piece
            guard left == 0 || makeRoomSlow(for: left) else { return false }
        }
        return makeRoom()
    }

    /// Writes `true` or `false`; the caller has made room for it.
    @inline(__always)
    mutating func put(_ value: Bool) {
        // SAFETY: ``slack`` is more than the eight bytes that are stored; only the word's bytes are kept.
        let (letters, count): (UInt64, Int) = value ? (0x6575_7274, 4) : (0x65_736C_6166, 5)
        UnsafeMutableRawPointer(cursor).storeBytes(of: letters.littleEndian, as: UInt64.self)
        cursor += count
    }

    /// Writes the String at an address as a JSON string; the caller has made room for it if it is short.
    @inline(__always)
    mutating func writeString(at address: UnsafeRawPointer, also: UInt8 = UInt8(ascii: "\"")) -> Bool {
        let text = BorrowedText(stringAt: address)
        guard let start = text.start else {
            return writeString(address.assumingMemoryBound(to: String.self).pointee, also: also)
        }
        if text.count <= BorrowedText.shortCount { return writeString(text.short, count: text.count, also: also) }
        return writeString(UnsafeBufferPointer(start: start, count: text.count), also: also)
    }

    /// Writes any string; invalid Unicode in a string that is not stored as UTF-8 is repaired.
    @inline(never)
    mutating func writeString(_ text: String, also: UInt8 = UInt8(ascii: "\"")) -> Bool {
        withBytes(of: text) { writeString($0, also: also) }
    }

    /// Writes a JSON string of at most 15 bytes; the caller has made room for it.
    ///
    /// - Parameter also: A further byte to escape; a quote for none.
    @inline(__always)
    mutating func writeString(_ text: yodel_short_text, count: Int, also: UInt8 = UInt8(ascii: "\"")) -> Bool {
        put(UInt8(ascii: "\""))
        // SAFETY: ``slack`` is more than the sixteen bytes that are stored; only the text's bytes are kept.
        UnsafeMutableRawPointer(cursor).storeBytes(of: text, as: yodel_short_text.self)
        guard yodel_unescaped_count(text, count, also) == count else {
            return withUnsafeBytes(of: text) { bytes in
                writeEscaped(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), count, also)
            }
        }
        cursor += count
        put(UInt8(ascii: "\""))
        return makeRoom()
    }

    /// Writes a JSON string with only the necessary escapes: for quotes, backslashes, and characters below U+0020.
    ///
    /// The bytes are UTF-8, as those of every Swift string.
    ///
    /// - Parameter also: A further byte to escape; a quote for none.
    @inline(__always)
    mutating func writeString(_ bytes: UnsafeBufferPointer<UInt8>, also: UInt8 = UInt8(ascii: "\"")) -> Bool {
        // Nothing is read from an empty buffer.
        let start = bytes.baseAddress ?? UnsafePointer(cursor)
        guard bytes.count < room &- 2 else { return writeLongString(start, bytes.count, also) }
        put(UInt8(ascii: "\""))
        let copied = yodel_copy_unescaped(cursor, start, bytes.count, also)
        cursor += copied
        guard copied == bytes.count else {
            return writeEscaped(start + copied, bytes.count &- copied, also)
        }
        put(UInt8(ascii: "\""))
        return makeRoom()
    }

    @inline(never)
    private mutating func writeLongString(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ also: UInt8) -> Bool {
        guard makeRoom() else { return false }
        put(UInt8(ascii: "\""))
        return writeEscaped(bytes, count, also)
    }

    /// Writes the rest of a string and the quote after it.
    @inline(never)
    private mutating func writeEscaped(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ also: UInt8) -> Bool {
        var next = bytes
        var left = count
        while left > 0 {
            guard room >= min(left, Self.slack) || makeRoomSlow(for: left) else { return false }
            let piece = min(left, room)
            let copied = yodel_copy_unescaped(cursor, next, piece, also)
            cursor += copied
            next += copied
            left -= copied
            guard copied < piece else { continue }
            guard makeRoom() else { return false }
            putEscape(of: next.pointee)
            next += 1
            left -= 1
        }
        guard makeRoom() else { return false }
        put(UInt8(ascii: "\""))
        return makeRoom()
    }

    /// Writes the escape of a byte.
    private mutating func putEscape(of byte: UInt8) {
        put(UInt8(ascii: "\\"))
        if let letter = byte.escapeLetter { put(letter) } else { putCodeUnit(UInt16(byte)) }
    }

    /// Writes `u` and four hexadecimal digits.
    private mutating func putCodeUnit(_ unit: UInt16) {
        put(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] as [UInt16] { put(hexDigit(unit >> shift)) }
    }

    private func hexDigit(_ value: UInt16) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: value & 15)
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}

extension OutputBuffer {
    /// Writes a JSON string with escapes for all characters that are not ASCII.
    @inline(never)
    mutating func writeASCIIString(_ bytes: UnsafeBufferPointer<UInt8>, also: UInt8) -> Bool {
        guard makeRoom() else { return false }
        put(UInt8(ascii: "\""))
        for unit in String(decoding: bytes, as: UTF8.self).utf16 {
            guard makeRoom() else { return false }
            switch unit {
            case 0..<0x20, 0x22, 0x5C, UInt16(also): putEscape(of: UInt8(unit))
            case 0x20..<0x80: put(UInt8(unit))
            default:
                put(UInt8(ascii: "\\"))
                putCodeUnit(unit)
            }
        }
        guard makeRoom() else { return false }
        put(UInt8(ascii: "\""))
        return makeRoom()
    }
}

/// The bytes of a String, read without reference counting.
///
/// SAFETY: a long text's bytes are in memory that the String keeps alive or that is never freed. A short text's bytes
/// may be within a temporary copy of the String, so they are read at once.
struct BorrowedText {
    /// Nil for a String that is not stored as UTF-8; must not be read for a short one.
    var start: UnsafePointer<UInt8>?
    var count = 0
    var short = yodel_short_text()

    /// The number of bytes that a String can hold within itself.
    static let shortCount = 15

    @inline(__always)
    init(stringAt address: UnsafeRawPointer) {
        var (start, count, short): (UnsafePointer<UInt8>?, Int, yodel_short_text) = (nil, 0, yodel_short_text())
        _ = address.assumingMemoryBound(to: String.self).pointee.utf8.withContiguousStorageIfAvailable { bytes in
            start = bytes.baseAddress
            count = bytes.count
            if count <= Self.shortCount, let start { short = yodel_read_short(start, count) }
        }
        (self.start, self.count, self.short) = (start, count, short)
    }
}
