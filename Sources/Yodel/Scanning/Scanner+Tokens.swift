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
        if binder.wrapsScalar {
            let behind = yodel_number_end(position, end)
            let number = NumberText(start: position, count: behind - position)
            if number.count <= limits.numberCharacters, behind < end, let goesOn = binder.wrappedNumber(number) {
                position = behind
                return goesOn
            }
        }
        guard let number = wholeNumber(&position, end) else { return false }
        return binder.number(number)
    }

    /// A number that follows the grammar, and nothing that belongs to it behind; nil with a problem.
    @inline(never)
    mutating func wholeNumber(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> NumberText? {
        var behind = position
        while behind < end, behind.pointee.isTokenByte { behind += 1 }
        let number = NumberText(start: position, count: behind - position)
        guard number.count <= limits.numberCharacters, number.isValid, behind < end || !isCut else {
            return fail(.token(position, expected: nil))
        }
        position = behind
        return number
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
        guard let (key, _) = string(&position, end) else { return nil }
        return binder.key(key.start, key.count)
    }

    /// The text of a string, where it stands or without its escapes, and whether it is known to be ASCII; nil with a
    /// problem.
    ///
    /// It is well-formed UTF-8, and may be used until the next string is read.
    @inline(__always)
    mutating func string(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, isASCII: Bool)? {
        let start = position + 1
        let part = yodel_scan_string(start, end)
        let count = part.end - start
        guard part.end < end, part.end.pointee == UInt8(ascii: "\""), count <= limits.stringBytes,
            part.is_ascii || yodel_is_utf8(start, count)
        else { return rareString(&position, end).map { ($0, false) } }
        position = part.end + 1
        return (UnsafeBufferPointer(start: start, count: count), part.is_ascii)
    }

    /// A string with escapes, or one that is wrong.
    @inline(never)
    private mutating func rareString(
        _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        let quote = position
        var state = yodel_unescaping(position: quote + 1, output: unescaped.start)
        while true {
            switch yodel_unescape(&state, end, unescaped.end) {
            case YODEL_UNESCAPED:
                let text = UnsafeBufferPointer(
                    start: UnsafePointer(unescaped.start), count: state.output - unescaped.start)
                guard yodel_is_utf8(text.start, text.count), state.position - quote - 1 <= limits.stringBytes
                else { return fail(.string(quote)) }
                position = state.position + 1
                return text
            case YODEL_OUTPUT_FULL where state.position - quote <= limits.stringBytes:
                let count = state.output - unescaped.start
                unescaped.grow(keeping: count)
                state.output = unescaped.start + count
            default: return fail(.string(quote))
            }
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
