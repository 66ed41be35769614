#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The conversions between kinds of values that a decoder with lenient conversions allows.
///
/// They are those of YYModel, without the ones that lose something. A value must express the target's value completely:
/// `"12abc"` is not 12, an empty text is not 0, 1.5 is not true.
enum LenientConversions {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The truth value that a string's text spells: `true`, `yes` or `1`, `false`, `no` or `0`.
    ///
    /// Words are lower case, upper case or capitalized: `yes`, `YES`, `Yes`.
    static func bool(fromString bytes: Bytes) -> Bool? {
        switch bytes.count {
        case 1: bytes[0] == UInt8(ascii: "1") ? true : bytes[0] == UInt8(ascii: "0") ? false : nil
        case 2: isWord(bytes, "no") ? false : nil
        case 3: isWord(bytes, "yes") ? true : nil
        case 4: isWord(bytes, "true") ? true : nil
        case 5: isWord(bytes, "false") ? false : nil
        default: nil
        }
    }

    /// The truth value of a number: only 0 and 1 have one, in any notation.
    static func bool(fromNumber bytes: Bytes) -> Bool? {
        guard let digits = SignificantDigits(NumberText(bytes)) else { return nil }
        if digits.count == 0 { return false }
        let isOne = digits.count == 1 && digits.exponent == 0 && digits.number(0..<1) == 1 && !digits.isNegative
        return isOne ? true : nil
    }

    /// Whether lenient decoding can read a value as a date.
    static func readsDate(_ event: ScalarEvent) -> Bool {
        switch event {
        case .string(let bytes): DateText.anyKnown(bytes) != nil
        case .number(let text): date(fromNumber: text.bytes) != nil
        case .null, .bool, .date, .data, .unusable: false
        }
    }

    /// Whether a string stands for an absent value: `null`, `nil`, `(null)` or `<null>`.
    ///
    /// Words are lower case, upper case or capitalized: `null`, `NULL`, `Null`.
    static func isNullWord(_ bytes: Bytes) -> Bool {
        switch bytes.count {
        case 3: return isWord(bytes, "nil")
        case 4: return isWord(bytes, "null")
        case 6:
            let isEnclosed =
                bytes[0] == UInt8(ascii: "(") && bytes[5] == UInt8(ascii: ")")
                || bytes[0] == UInt8(ascii: "<") && bytes[5] == UInt8(ascii: ">")
            return isEnclosed && isWord(Bytes(rebasing: bytes[1..<5]), "null")
        default: return false
        }
    }

    /// The JSON number in a string, without white space around it and a leading `+`; nil if there is anything else.
    static func number(inString bytes: Bytes) -> Bytes? {
        var text = TextCursor.trimming(bytes)
        if let first = text.first, first == UInt8(ascii: "+") {
            text = Bytes(rebasing: text.dropFirst())
            guard let digit = text.first, TextCursor.isDigit(digit) else { return nil }
        }
        return NumberText(text).isValid ? text : nil
    }

    /// A string's text without the white space around it, for a URL; nil when nothing is left.
    static func urlText(_ bytes: Bytes) -> Bytes? {
        let text = TextCursor.trimming(bytes)
        return text.isEmpty ? nil : text
    }

    /// The date of a number: seconds since 1970 below 10¹¹, milliseconds from there on; the sign is ignored.
    ///
    /// 10¹¹ seconds would be the year 5138; 10¹¹ milliseconds are in March 1973.
    static func date(fromNumber bytes: Bytes) -> Date? {
        guard let digits = SignificantDigits(NumberText(bytes)) else { return nil }
        return digits.dateSince1970(in: digits.magnitude > 11 ? .milliseconds : .seconds)
    }

    /// Whether `bytes` are a lower-case word of the same length: in lower case, in upper case, or capitalized.
    private static func isWord(_ bytes: Bytes, _ word: StaticString) -> Bool {
        let word = TextCursor.bytes(of: word)
        let caseBit: UInt8 = 0x20
        // The second letter decides the case of the rest; the first may be in either case only if the second is lower
        // case.
        guard bytes[0] | caseBit == word[0], bytes[1] | caseBit == word[1] else { return false }
        let isUpper = bytes[1] != word[1]
        if isUpper, bytes[0] == word[0] { return false }
        return zip(bytes, word).dropFirst().allSatisfy { $0 == ($1 ^ (isUpper ? caseBit : 0)) }
    }
}
