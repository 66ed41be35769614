private import CYodelKernels

// Tokens: each function begins at the first byte of one, moves the position behind it, and says when it is not sound.

extension Scanner {
    enum Word {
        case null, `false`, `true`
    }

    /// `null`, `true` or `false`, with nothing behind it that would make it another word.
    @inline(__always)
    func word(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Word? {
        let word: Word
        let length: Int
        switch position.pointee {
        case UInt8(ascii: "n"): (word, length) = (.null, 4)
        case UInt8(ascii: "t"): (word, length) = (.true, 4)
        case UInt8(ascii: "f"): (word, length) = (.false, 5)
        default: return nil
        }
        guard end - position >= length else { return nil }
        // The first letter is known; four bytes with the last letter at their end say the rest.
        let letters = UnsafeRawPointer(position + (length - 4)).loadUnaligned(as: UInt32.self)
        guard UInt32(littleEndian: letters) == word.letters else { return nil }
        let behind = position + length
        guard behind < end ? !behind.pointee.isTokenByte : !isCut else { return nil }
        position = behind
        return word
    }

    /// Sends a number; false when the binder stops, or with a problem when it is none.
    @inline(__always)
    mutating func number(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        let behind = yodel_number_end(position, end)
        let number = NumberText(start: position, count: behind - position)
        // Most numbers are of the type that is wanted, and show in being read that they follow the grammar.
        if number.count <= limits.numberCharacters, behind < end, let goesOn = binder.plainNumber(number) {
            position = behind
            return goesOn
        }
        return rareNumber(&position, end)
    }

    /// A number of another type than `Double` and `Int`, or one that has to be looked at closely.
    @inline(never)
    private mutating func rareNumber(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        var behind = position
        while behind < end, behind.pointee.isTokenByte { behind += 1 }
        let number = NumberText(start: position, count: behind - position)
        guard number.count <= limits.numberCharacters, number.isValid, behind < end || !isCut else {
            problem = .token(position, expected: nil)
            return false
        }
        position = behind
        return binder.number(number)
    }

    // MARK: - Strings

    /// A key's event, and the binder's answer; nil with a problem.
    @inline(__always)
    mutating func key(_ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> KeyAnswer? {
        if let length = binder.expectedKeyLength(at: position + 1, room: end - position - 2),
            length <= limits.stringBytes
        {
            position += length &+ 2
            return binder.expectedKey()
        }
        guard let string = string(&position, end) else { return nil }
        return binder.key(string.start, string.count)
    }

    /// The text of a string, where it stands or without its escapes; nil with a problem.
    ///
    /// It is well-formed UTF-8, and may be used until the next string is read.
    @inline(__always)
    mutating func string(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        let start = position + 1
        let part = yodel_scan_string(start, end)
        let count = part.end - start
        guard part.end < end, part.end.pointee == UInt8(ascii: "\""), count <= limits.stringBytes,
            part.is_ascii || yodel_is_utf8(start, count)
        else { return rareString(&position, end, part) }
        position = part.end + 1
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// A string with escapes, or one that is wrong.
    @inline(never)
    private mutating func rareString(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ first: yodel_string_part
    ) -> UnsafeBufferPointer<UInt8>? {
        let quote = position
        var start = quote + 1
        var part = first
        unescaped.removeAll(keepingCapacity: true)
        while true {
            let count = part.end - start
            guard part.end < end, part.is_ascii || yodel_is_utf8(start, count) else { return fail(.string(quote)) }
            unescaped.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
            if part.end.pointee == UInt8(ascii: "\"") { break }
            let length = part.end.pointee == UInt8(ascii: "\\") ? yodel_escape_length(part.end, end) : 0
            guard length > 0 else { return fail(.string(quote)) }
            appendEscape(at: part.end, length)
            start = part.end + length
            part = yodel_scan_string(start, end)
        }
        guard part.end - quote - 1 <= limits.stringBytes else { return fail(.string(quote)) }
        position = part.end + 1
        // SAFETY: nothing is appended before the next string is read.
        return unescaped.withUnsafeBufferPointer { $0 }
    }

    /// Appends what a sound escape of two, six or twelve characters stands for.
    private mutating func appendEscape(at position: UnsafePointer<UInt8>, _ length: Int) {
        switch position[1] {
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            var scalar = UInt32(truncatingIfNeeded: yodel_code_unit(position + 2))
            if length == 12 {
                let low = UInt32(truncatingIfNeeded: yodel_code_unit(position + 8))
                scalar = 0x10000 &+ (scalar &- 0xD800) &<< 10 &+ (low &- 0xDC00)
            }
            appendUTF8(of: scalar)
        default: unescaped.append(position[1])
        }
    }

    private mutating func appendUTF8(of scalar: UInt32) {
        let tail = { (shift: UInt32) in UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case ..<0x80: unescaped.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            unescaped.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            unescaped.append(tail(0))
        case ..<0x10000:
            unescaped.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            unescaped.append(tail(6))
            unescaped.append(tail(0))
        default:
            unescaped.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            unescaped.append(tail(12))
            unescaped.append(tail(6))
            unescaped.append(tail(0))
        }
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
