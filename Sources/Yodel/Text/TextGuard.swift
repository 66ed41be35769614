private import CYodelKernels

/// Finds errors inside strings, and stray bytes outside.
///
/// It checks all text before yajl reads it: yajl accepts overlong and surrogate UTF-8, replaces lone surrogate escapes
/// by `?` and accepts form feeds as white space; the guard refuses all of these. As it tracks strings anyway, it also
/// knows which token is open at the end of a chunk, so that yajl only gets whole tokens. For the scanner and for tapes,
/// which find such errors themselves, it checks only strings that they do not read: those that are open at the end of
/// the text, too long or invalid.
///
/// Blocks of 64 bytes are checked with masks. A block that is not clearly valid is checked again byte by byte, and only
/// that pass reports problems, so they do not depend on how the text was cut.
struct TextGuard {
    /// The problem in the text, and its place; the guard stops there.
    private(set) var problem: Problem?
    /// Whether the text so far ends inside a string.
    private(set) var isInString = false
    /// The offset of that string's opening quote.
    private(set) var stringStart = 0

    struct Problem {
        var code: ModelError.Code
        var offset: Int
        /// The byte at the problem, if an editor might not show it.
        var found: String?
    }

    /// A byte that belongs to no token, for an error.
    static func shown(_ byte: UInt8, inString: Bool = false) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return switch byte {
        // Outside of a string, most likely the data was not unpacked.
        case 0x1F where !inString: "the control character U+001F, with which gzip data begins"
        case ..<0x20, 0x7F: "the control character U+00\(byte < 16 ? "0" : "")\(digits)"
        case 0x80...: "the byte 0x\(digits)"
        default: "'\(UnicodeScalar(byte))'"
        }
    }

    private let stringLimit: Int
    /// Whether the open string may have any length.
    private var isLimitLifted = false
    private var escape = Escape.none
    /// The start of the escape; of a surrogate pair, the start of the first.
    private var escapeStart = 0
    private var codeUnit: UInt32 = 0
    /// The number of bytes missing from the UTF-8 sequence, and the range of the next one.
    private var continuation = 0
    private var continuationRange: ClosedRange<UInt8> = 0x80...0xBF
    private var sequenceStart = 0

    private enum Escape {
        case none, backslash
        case hex(Int), lowBackslash, lowMark, lowHex(Int)
    }

    init(stringLimit: Int) {
        self.stringLimit = stringLimit
    }

    /// Checks bytes of the text.
    ///
    /// - Parameter base: The offset of `text[0]` in the document.
    /// - Returns: The index where it stopped: `range.upperBound`, or that of the byte with a problem.
    mutating func scan(_ text: UnsafePointer<UInt8>, _ range: Range<Int>, base: Int) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            if isBetweenCharacters, stringLimit >= 64, !isLimitLifted {
                index = skipPlain(text, from: index, to: range.upperBound, base: base)
            }
            let blockEnd = min(index + 64, range.upperBound)
            while index < blockEnd || (index < range.upperBound && !isBetweenCharacters) {
                guard step(text[index], at: base + index) else { return index }
                index += 1
            }
        }
        return index
    }

    /// Continues without a limit on the open string's length, and clears the problem that it is too long.
    mutating func liftStringLimit() {
        problem = nil
        isLimitLifted = true
    }

    private var isBetweenCharacters: Bool {
        if case .none = escape { continuation == 0 } else { false }
    }

    /// Skips blocks that are clearly valid.
    ///
    /// Returns the index of the first byte after them.
    private mutating func skipPlain(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int, base: Int) -> Int {
        var state = yodel_text_state(position: start, is_in_string: isInString, string_start: stringStart - base)
        yodel_skip_plain(text, end, stringLimit, &state)
        isInString = state.is_in_string
        stringStart = base + state.string_start
        return state.position
    }

    // MARK: - Bytes

    /// Checks one byte.
    ///
    /// Returns false if it has a problem.
    mutating func step(_ byte: UInt8, at offset: Int) -> Bool {
        guard isInString else { return stepOutside(byte, at: offset) }
        if byte == UInt8(ascii: "\""), isBetweenCharacters {
            isInString = false
            isLimitLifted = false
            return true
        }
        guard isLimitLifted || offset - stringStart <= stringLimit else { return fail(.stringLimit, at: stringStart) }
        if continuation > 0 { return stepSequence(byte) }
        switch escape {
        case .none: return stepInside(byte, at: offset)
        case .backslash:
            if byte == UInt8(ascii: "u") {
                codeUnit = 0
                escape = .hex(4)
                return true
            }
            escape = .none
            return "\"\\/bfnrt".utf8.contains(byte) || fail(.invalidEscape, at: escapeStart)
        case .hex(let remaining): return stepHex(byte, remaining: remaining, isLow: false)
        case .lowBackslash:
            escape = .lowMark
            return byte == UInt8(ascii: "\\") || fail(.invalidEscape, at: escapeStart)
        case .lowMark:
            codeUnit = 0
            escape = .lowHex(4)
            return byte == UInt8(ascii: "u") || fail(.invalidEscape, at: escapeStart)
        case .lowHex(let remaining): return stepHex(byte, remaining: remaining, isLow: true)
        }
    }

    private mutating func stepOutside(_ byte: UInt8, at offset: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            stringStart = offset
        case 0x80..., UInt8(ascii: "\\"): return fail(.unexpectedToken, at: offset, found: Self.shown(byte))
        case ..<0x20 where !byte.isWhiteSpace:
            return fail(.controlCharacter, at: offset, found: Self.shown(byte))
        default: break
        }
        return true
    }

    private mutating func stepInside(_ byte: UInt8, at offset: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"):
            escape = .backslash
            escapeStart = offset
        case ..<0x20: return fail(.controlCharacter, at: offset, found: Self.shown(byte, inString: true))
        case 0x80...:
            sequenceStart = offset
            guard let (count, range) = Self.continuation(of: byte) else { return fail(.invalidUTF8, at: offset) }
            (continuation, continuationRange) = (count, range)
        default: break
        }
        return true
    }

    private mutating func stepSequence(_ byte: UInt8) -> Bool {
        guard continuationRange.contains(byte) else { return fail(.invalidUTF8, at: sequenceStart) }
        continuationRange = 0x80...0xBF
        continuation -= 1
        return true
    }

    private mutating func stepHex(_ byte: UInt8, remaining: Int, isLow: Bool) -> Bool {
        guard let digit = byte.hexDigit else { return fail(.invalidEscape, at: escapeStart) }
        codeUnit = codeUnit << 4 | UInt32(digit)
        if remaining > 1 {
            escape = isLow ? .lowHex(remaining - 1) : .hex(remaining - 1)
            return true
        }
        switch (codeUnit, isLow) {
        case (0xD800...0xDBFF, false): escape = .lowBackslash
        case (0xDC00...0xDFFF, true): escape = .none
        case (0xDC00...0xDFFF, false), (_, true): return fail(.invalidEscape, at: escapeStart)
        default: escape = .none
        }
        return true
    }

    private mutating func fail(_ code: ModelError.Code, at offset: Int, found: String? = nil) -> Bool {
        problem = Problem(code: code, offset: offset, found: found)
        return false
    }

    // MARK: - Bytes of UTF-8

    /// The number of bytes after a lead byte, and the range of the first of them (Unicode, table 3-7), which excludes
    /// overlong forms, surrogates and values above U+10FFFF.
    @inline(__always)
    private static func continuation(of lead: UInt8) -> (count: Int, range: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (1, 0x80...0xBF)
        case 0xE0: (2, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (2, 0x80...0xBF)
        case 0xED: (2, 0x80...0x9F)
        case 0xF0: (3, 0x90...0xBF)
        case 0xF1...0xF3: (3, 0x80...0xBF)
        case 0xF4: (3, 0x80...0x8F)
        default: nil
        }
    }
}
