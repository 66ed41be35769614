#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base64 after RFC 4648, without any leniency: every byte sequence has one text, and only that text decodes.
///
/// White space, characters of the other alphabet, wrong padding, and bits set behind the last byte are refused.
enum Base64 {
    enum Alphabet {
        /// `A–Z a–z 0–9 + /`
        case standard
        /// `A–Z a–z 0–9 - _`
        case urlSafe
    }

    enum Padding {
        /// Texts are filled up with `=` to a multiple of four.
        case required
        /// Texts are filled up or not; written, they are not.
        case optional
    }

    /// The bytes of a Base64 text, nil when it is not one.
    static func decode(
        _ text: UnsafeBufferPointer<UInt8>, alphabet: Alphabet = .standard, padding: Padding = .required
    ) -> Data? {
        guard let digits = digits(of: text, padding) else { return nil }
        var data = Data(count: decodedCount(digits.count))
        let isValid = data.withUnsafeMutableBytes { decode(digits, alphabet, into: $0) }
        return isValid ? data : nil
    }

    /// The Base64 text of some bytes.
    static func encode(
        _ bytes: UnsafeRawBufferPointer, alphabet: Alphabet = .standard, padding: Padding = .required
    ) -> String {
        let (groups, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
        let tail = rest == 0 ? 0 : padding == .required ? 4 : rest &+ 1
        return String(unsafeUninitializedCapacity: groups &* 4 &+ tail) { output in
            let characters = TextCursor.bytes(of: characters(of: alphabet))
            var written = 0
            func write(_ group: UInt32, _ count: Int) {
                for place in 0..<count {
                    output[written] = characters[Int(group >> UInt32(18 &- 6 &* place) & 0x3F)]
                    written &+= 1
                }
            }
            for start in stride(from: 0, to: groups &* 3, by: 3) {
                write(group(bytes[start], bytes[start &+ 1], bytes[start &+ 2]), 4)
            }
            if rest > 0 {
                let start = groups &* 3
                write(group(bytes[start], rest == 2 ? bytes[start &+ 1] : 0, 0), rest &+ 1)
                while written < groups &* 4 &+ tail {
                    output[written] = UInt8(ascii: "=")
                    written &+= 1
                }
            }
            return written
        }
    }
}

extension Base64 {
    /// The text without its padding, nil when the padding is wrong.
    private static func digits(of text: UnsafeBufferPointer<UInt8>, _ padding: Padding) -> UnsafeBufferPointer<UInt8>? {
        var count = text.count
        while count > 0, text.count &- count < 2, text[count &- 1] == UInt8(ascii: "=") { count &-= 1 }
        let isPadded = count < text.count || padding == .required
        guard isPadded ? text.count % 4 == 0 : count % 4 != 1 else { return nil }
        return UnsafeBufferPointer(rebasing: text[0..<count])
    }

    private static func decodedCount(_ digitCount: Int) -> Int {
        digitCount / 4 &* 3 &+ max(digitCount % 4 &- 1, 0)
    }

    /// Fills `output`, which has just the room; false when a digit is not of the alphabet or a spare bit is set.
    private static func decode(
        _ digits: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet, into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        values(of: alphabet).withUnsafeBufferPointer { values in
            var bad: UInt32 = 0
            func value(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: values[Int(digits[index])]) }

            var written = 0
            let whole = digits.count & ~3
            for start in stride(from: 0, to: whole, by: 4) {
                let first = value(start)
                let second = value(start &+ 1)
                let third = value(start &+ 2)
                let fourth = value(start &+ 3)
                bad |= first | second | third | fourth
                let group = first << 18 | second << 12 | third << 6 | fourth
                output[written] = UInt8(truncatingIfNeeded: group >> 16)
                output[written &+ 1] = UInt8(truncatingIfNeeded: group >> 8)
                output[written &+ 2] = UInt8(truncatingIfNeeded: group)
                written &+= 3
            }
            switch digits.count &- whole {
            case 2:
                let group = value(whole) << 6 | value(whole &+ 1)
                bad |= value(whole) | value(whole &+ 1) | (group & 0x0F != 0 ? invalid : 0)
                output[written] = UInt8(truncatingIfNeeded: group >> 4)
            case 3:
                let group = value(whole) << 12 | value(whole &+ 1) << 6 | value(whole &+ 2)
                bad |= value(whole) | value(whole &+ 1) | value(whole &+ 2) | (group & 0x03 != 0 ? invalid : 0)
                output[written] = UInt8(truncatingIfNeeded: group >> 10)
                output[written &+ 1] = UInt8(truncatingIfNeeded: group >> 2)
            default: break
            }
            return bad & invalid == 0
        }
    }

    private static func group(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
        UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    }

    private static func characters(of alphabet: Alphabet) -> StaticString {
        switch alphabet {
        case .standard: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        case .urlSafe: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        }
    }

    /// Marks a byte that is no digit; digits stay below it.
    private static var invalid: UInt32 { 0x80 }

    private static func values(of alphabet: Alphabet) -> [UInt8] {
        switch alphabet {
        case .standard: standardValues
        case .urlSafe: urlSafeValues
        }
    }

    private static let standardValues = makeValues(.standard)
    private static let urlSafeValues = makeValues(.urlSafe)

    /// The value of each byte as a digit.
    private static func makeValues(_ alphabet: Alphabet) -> [UInt8] {
        var values = [UInt8](repeating: UInt8(invalid), count: 256)
        for (value, character) in TextCursor.bytes(of: characters(of: alphabet)).enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }
}
