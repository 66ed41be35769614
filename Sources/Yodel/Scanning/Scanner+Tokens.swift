private import CYodelKernels

// Tokens. Each function begins at the first byte of a token and moves the position after it. If the token is invalid or
// incomplete, it returns nil and does not move the position.

extension Scanner {
    enum Word {
        case null, `false`, `true`
    }

    /// Reads `null`, `true` or `false`, if it is a whole word.
    @inline(__always)
    static func word(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Word? {
        let word: Word
        let length: Int
        switch position.pointee {
        case UInt8(ascii: "n"): (word, length) = (.null, 4)
        case UInt8(ascii: "t"): (word, length) = (.true, 4)
        case UInt8(ascii: "f"): (word, length) = (.false, 5)
        default: return nil
        }
        guard end - position > length else { return nil }
        // SAFETY: more than `length` bytes are readable, and `length` is at least 4. The first letter is known; the
        // four bytes up to the last letter determine the rest.
        let letters = UnsafeRawPointer(position + (length - 4)).loadUnaligned(as: UInt32.self)
        let after = position + length
        guard UInt32(littleEndian: letters) == word.letters, !after.pointee.isTokenByte else { return nil }
        position = after
        return word
    }

    /// Sends a number; returns the sink's answer.
    @inline(__always)
    mutating func number<Sink: EventSink & ~Copyable>(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ sink: inout Sink
    ) -> Bool? {
        let after = Sink.numberEnd(position, end)
        let number = NumberText(start: position, count: after - position)
        // Most numbers have the expected type, and reading them checks the grammar.
        if number.count <= limits.numberCharacters, after < end, let goesOn = sink.plainNumber(number) {
            position = after
            return goesOn
        }
        return rareNumber(&position, end, &sink)
    }

    /// Sends a number that the sink did not read directly.
    @inline(never)
    private mutating func rareNumber<Sink: EventSink & ~Copyable>(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ sink: inout Sink
    ) -> Bool? {
        let after = Self.numberEnd(position, end)
        let number = NumberText(start: position, count: after - position)
        guard number.count > 0, number.count <= limits.numberCharacters, after < end else { return nil }
        position = after
        return sink.number(number)
    }

    /// The position after the number that begins at a position, or the position itself if there is no valid number.
    ///
    /// No character that could belong to the number may follow it.
    @inline(__always)
    static func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        if end - start > 32 {
            let length = yodel_short_number_length(start)
            if length > 0 { return start + length }
        }
        return longNumberEnd(start, end)
    }

    @inline(never)
    private static func longNumberEnd(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var position = start
        if position.pointee == NumberByte.minus { position += 1 }
        let whole = position
        position = digitsEnd(position, end)
        guard position > whole, position == whole + 1 || whole.pointee != NumberByte.zero else { return start }
        guard position < end else { return position }
        if position.pointee == NumberByte.point {
            let fraction = position + 1
            position = digitsEnd(fraction, end)
            guard position > fraction else { return start }
        }
        if position < end, position.pointee | NumberByte.lowerCaseBit == NumberByte.exponent {
            position += 1
            if position < end, position.pointee == NumberByte.minus || position.pointee == NumberByte.plus {
                position += 1
            }
            let exponent = position
            position = digitsEnd(exponent, end)
            guard position > exponent else { return start }
        }
        return position < end && position.pointee.isTokenByte ? start : position
    }

    @inline(__always)
    private static func digitsEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var position = start
        while end - position >= 8 {
            // SAFETY: eight bytes are readable.
            let bytes = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
            let length = EightDigits(text: UInt64(littleEndian: bytes)).runLength
            position += length
            if length < 8 { return position }
        }
        while position < end, position.pointee &- NumberByte.zero < 10 { position += 1 }
        return position
    }

    /// The first byte of the token after a colon or comma, or the end of the text; nil if another token follows.
    @inline(__always)
    static func after(
        _ mark: UInt8, _ position: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        let found = skipSpace(position, end)
        guard found < end, found.pointee == mark else { return nil }
        return skipSpace(found + 1, end)
    }

    /// The position after the scalar that begins at a position; nil if it is invalid, incomplete or not a scalar.
    @inline(__always)
    mutating func skipScalar(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var position = start
        switch start.pointee {
        case UInt8(ascii: "\""): return skipString(start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let after = Self.numberEnd(start, end)
            return after > start && after < end && after - start <= limits.numberCharacters ? after : nil
        default: return Self.word(&position, end) == nil ? nil : position
        }
    }

    /// The position after the unwanted scalar, or container of scalars, that begins at a position; nil if it is anything
    /// else, invalid or incomplete.
    ///
    /// - Parameter levels: How many more levels may be opened.
    @inline(__always)
    mutating func skipFlatValue(_ start: UnsafePointer<UInt8>, levels: Int) -> UnsafePointer<UInt8>? {
        start.pointee == UInt8(ascii: "[") || start.pointee == UInt8(ascii: "{")
            ? levels > 0 ? skipFlatContainer(start) : nil : skipScalar(start)
    }

    @inline(never)
    private mutating func skipFlatContainer(_ bracket: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        let isObject = bracket.pointee == UInt8(ascii: "{")
        var state = State(inside: isObject)
        let first = Self.skipSpace(bracket + 1, end)
        let after = IgnoringSink.skipScalars(first, &self, &state)
        guard after < end, after == first || state.step == .afterValue,
            after.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        else { return nil }
        return after + 1
    }

    // MARK: - Strings

    /// The position after the string whose quote is at a position; nil if it is invalid or incomplete.
    @inline(__always)
    mutating func skipString(_ quote: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        if end - quote > 32, limits.stringBytes > 31 {
            let length = yodel_short_string_length(quote + 1)
            if length >= 0 { return quote + (length &+ 2) }
        }
        return skipLongString(quote)
    }

    @inline(never)
    private mutating func skipLongString(_ quote: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var position = quote
        return RawText(&self, &position, end) == nil ? nil : position
    }

    /// The text of a string, in place or without its escapes, and whether it is known to be ASCII.
    ///
    /// It is valid UTF-8, and usable until the next string is read.
    @inline(__always)
    mutating func string(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, isASCII: Bool?)? {
        let start = position + 1
        let part = yodel_scan_string(start, end)
        let count = part.end - start
        guard part.end < end, part.end.pointee == UInt8(ascii: "\""), count <= limits.stringBytes,
            part.is_ascii || yodel_is_utf8(start, count)
        else { return rareString(&position, end) }
        position = part.end + 1
        return (UnsafeBufferPointer(start: start, count: count), part.is_ascii)
    }

    /// Reads a string with escapes, or an invalid one.
    @inline(never)
    private mutating func rareString(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, isASCII: Bool?)? {
        guard let (text, isASCII, closing) = unescaped.read(position + 1, end: end, limit: limits.stringBytes)
        else { return nil }
        position = closing + 1
        return (text, isASCII)
    }
}

extension Scanner.Word {
    /// The word's last four letters as a number.
    fileprivate var letters: UInt32 {
        switch self {
        case .null: 0x6C6C_756E
        case .true: 0x6575_7274
        case .false: 0x6573_6C61
        }
    }
}
