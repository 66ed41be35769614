private import CYodelKernels

/// Checks what yajl does not, or not well enough, on the way to it: the inside of strings, and stray bytes outside.
///
/// yajl lets overlong and surrogate UTF-8 pass, makes `?` of lone surrogate escapes and takes form feeds for white
/// space; here all of these end decoding. Since the guard follows strings anyway, it also knows which token is open
/// where a chunk ends, so that yajl is only ever given whole tokens.
///
/// Blocks of 64 bytes are looked at by masks. Whatever is not plainly right in a block is gone through again byte by
/// byte, and only that pass reports problems: they are the same however the text was cut.
struct TextGuard {
    /// What is wrong with the text, and where; the guard does not go on from it.
    private(set) var problem: Problem?
    /// The text so far ends inside a string.
    private(set) var isInString = false
    /// The offset of that string's opening quote.
    private(set) var stringStart = 0

    struct Problem {
        var code: ModelError.Code
        var offset: Int
    }

    private let stringLimit: Int
    private var escape = Escape.none
    /// Where the escape began; the first one of a surrogate pair.
    private var escapeStart = 0
    private var codeUnit: UInt32 = 0
    /// Bytes that the UTF-8 sequence still needs, and the range the next one must be in.
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

    /// Goes through bytes of the text.
    ///
    /// - Parameter base: The offset of `text[0]` in the document.
    /// - Returns: The index where it stopped: `range.upperBound`, or that of the byte that showed a problem.
    mutating func scan(_ text: UnsafePointer<UInt8>, _ range: Range<Int>, base: Int) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            if isBetweenCharacters, stringLimit >= 64 {
                index = skipClean(text, from: index, to: range.upperBound, base: base)
            }
            let blockEnd = min(index + 64, range.upperBound)
            while index < blockEnd || (index < range.upperBound && !isBetweenCharacters) {
                guard step(text[index], at: base + index) else { return index }
                index += 1
            }
        }
        return index
    }

    // MARK: - Blocks

    private var isBetweenCharacters: Bool {
        if case .none = escape { continuation == 0 } else { false }
    }

    /// Passes over whole blocks as long as they are plainly right.
    ///
    /// - Returns: The index of the first byte not passed.
    private mutating func skipClean(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int, base: Int) -> Int {
        var block = start
        // Bytes below this belong to a character or escape that the block before has checked.
        var checked = start
        while block + 64 <= end {
            let masks = yodel_classify64(text + block)
            let pending = bits(from: checked - block)
            var passed = block + 64
            guard
                let quotes = unescapedQuotes(masks, pending, text, block: block, end: end, passed: &passed),
                case let inside = prefixXor(quotes) ^ (isInString ? ~0 : 0),
                (masks.backslashes | masks.high) & pending & ~inside == 0,
                masks.controls & (inside | ~masks.spaces) == 0,
                isUTF8(masks.high & pending, text, block: block, end: end, passed: &passed),
                isWithinLimit(quotes, base + block)
            else { break }
            if quotes != 0 {
                isInString = inside >> 63 != 0
                stringStart = base + block + 63 - quotes.leadingZeroBitCount
            }
            checked = passed
            block += 64
        }
        return max(block, checked)
    }

    /// The quotes that begin or end strings; nil when an escape is not plainly right.
    @inline(__always)
    private func unescapedQuotes(
        _ masks: yodel_text_masks, _ pending: UInt64, _ text: UnsafePointer<UInt8>, block: Int, end: Int,
        passed: inout Int
    ) -> UInt64? {
        var quotes = masks.quotes & pending
        var backslashes = masks.backslashes & pending
        while backslashes != 0 {
            let bit = backslashes.trailingZeroBitCount
            let length = escapeLength(text, block + bit, end: end)
            guard length > 0 else { return nil }
            let behind = bits(from: bit + length)
            quotes &= behind | ~bits(from: bit)
            backslashes &= behind
            passed = max(passed, block + bit + length)
        }
        return quotes
    }

    /// Whether every sequence that begins in the block is well-formed.
    @inline(__always)
    private func isUTF8(
        _ leads: UInt64, _ text: UnsafePointer<UInt8>, block: Int, end: Int, passed: inout Int
    ) -> Bool {
        var high = leads
        while high != 0 {
            let bit = high.trailingZeroBitCount
            let length = sequenceLength(text, block + bit, end: end)
            guard length > 0 else { return false }
            high &= bits(from: bit + length)
            passed = max(passed, block + bit + length)
        }
        return true
    }

    /// A string from an earlier block: up to its end, or as long as it is so far, against the limit.
    @inline(__always)
    private func isWithinLimit(_ quotes: UInt64, _ base: Int) -> Bool {
        !isInString || base + quotes.trailingZeroBitCount - stringStart - 1 <= stringLimit
    }

    /// The bits from `first` on; none at 64 and above, all at 0 and below.
    @inline(__always)
    private func bits(from first: Int) -> UInt64 {
        first >= 64 ? 0 : first <= 0 ? ~0 : ~0 &<< UInt64(truncatingIfNeeded: first)
    }

    /// For each bit whether the number of bits set up to it is odd: from quotes, the insides of strings.
    @inline(__always)
    private func prefixXor(_ quotes: UInt64) -> UInt64 {
        var mask = quotes
        mask ^= mask << 1
        mask ^= mask << 2
        mask ^= mask << 4
        mask ^= mask << 8
        mask ^= mask << 16
        mask ^= mask << 32
        return mask
    }

    /// The length of the escape at `index`, a surrogate pair's two counted as one; 0 when it is not plainly right or
    /// goes on behind `end`.
    private func escapeLength(_ text: UnsafePointer<UInt8>, _ index: Int, end: Int) -> Int {
        guard index + 2 <= end else { return 0 }
        guard text[index + 1] == UInt8(ascii: "u") else { return Self.isSimpleEscape(text[index + 1]) ? 2 : 0 }
        guard let unit = codeUnit(text, index + 2, end: end) else { return 0 }
        switch unit {
        case 0xD800...0xDBFF:
            guard index + 12 <= end, text[index + 6] == UInt8(ascii: "\\"), text[index + 7] == UInt8(ascii: "u"),
                let low = codeUnit(text, index + 8, end: end), (0xDC00...0xDFFF).contains(low)
            else { return 0 }
            return 12
        case 0xDC00...0xDFFF: return 0
        default: return 6
        }
    }

    private func codeUnit(_ text: UnsafePointer<UInt8>, _ index: Int, end: Int) -> UInt32? {
        guard index + 4 <= end else { return nil }
        var unit: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = Self.hexDigit(text[index + offset]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// The length of the UTF-8 sequence at `index`; 0 when it is ill-formed or goes on behind `end`.
    @inline(__always)
    private func sequenceLength(_ text: UnsafePointer<UInt8>, _ index: Int, end: Int) -> Int {
        let lead = text[index]
        guard let (count, range) = Self.continuation(of: lead), index + count < end, range.contains(text[index + 1])
        else { return 0 }
        if count >= 2, text[index + 2] & 0xC0 != 0x80 { return 0 }
        if count == 3, text[index + 3] & 0xC0 != 0x80 { return 0 }
        return count + 1
    }

    // MARK: - Bytes

    /// Takes one byte. Returns false when it shows a problem.
    mutating func step(_ byte: UInt8, at offset: Int) -> Bool {
        guard isInString else { return stepOutside(byte, at: offset) }
        if byte == UInt8(ascii: "\""), isBetweenCharacters {
            isInString = false
            return true
        }
        guard offset - stringStart <= stringLimit else { return fail(.stringLimit, at: stringStart) }
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
            return Self.isSimpleEscape(byte) || fail(.invalidEscape, at: escapeStart)
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
        case 0x80...: return fail(.unexpectedToken, at: offset)
        case UInt8(ascii: "\\"): return fail(.unexpectedToken, at: offset)
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
        case ..<0x20: return fail(.controlCharacter, at: offset)
        default: break
        }
        return true
    }

    private mutating func stepInside(_ byte: UInt8, at offset: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"):
            escape = .backslash
            escapeStart = offset
        case ..<0x20: return fail(.controlCharacter, at: offset)
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
        guard let digit = Self.hexDigit(byte) else { return fail(.invalidEscape, at: escapeStart) }
        codeUnit = codeUnit << 4 | digit
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

    private mutating func fail(_ code: ModelError.Code, at offset: Int) -> Bool {
        problem = Problem(code: code, offset: offset)
        return false
    }

    // MARK: - Bytes of JSON and UTF-8

    private static func isSimpleEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        default: false
        }
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// How many bytes follow a lead byte, and what the first of them may be (Unicode, table 3-7): this keeps out
    /// overlong forms, surrogates and what lies beyond U+10FFFF.
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
