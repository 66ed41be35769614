#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base64 as in RFC 4648, strictly: every byte sequence has one text, apart from optional padding; no other decodes.
///
/// White space, characters of the other alphabet, wrong padding, and bits set after the last byte are refused.
/// Foundation's reader accepts `QR==` and `====`, and is slower for short data, which most data in JSON is.
struct Base64: Sendable {
    private let alphabet: StaticString
    /// The value of each byte as a digit; ``invalid`` if it is not one.
    private let values: [UInt8]
    /// Whether texts are padded with `=` to a multiple of four; if not, padding is optional in input, and is not
    /// written.
    var isPadded: Bool

    /// With the digits `A–Z a–z 0–9 + /`.
    static let standard = Base64("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", isPadded: true)

    /// With the digits `A–Z a–z 0–9 - _`.
    static let urlSafe = Base64("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", isPadded: false)

    /// Greater than every digit.
    private static var invalid: UInt32 { 0x80 }

    private init(_ alphabet: StaticString, isPadded: Bool) {
        var values = [UInt8](repeating: UInt8(Self.invalid), count: 256)
        for (value, character) in TextCursor.bytes(of: alphabet).enumerated() {
            values[Int(character)] = UInt8(value)
        }
        (self.alphabet, self.values, self.isPadded) = (alphabet, values, isPadded)
    }

    /// The bytes of a Base64 text; nil if the text is invalid.
    func decode(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
        var count = text.count
        while count > 0, text.count &- count < 2, text[count &- 1] == UInt8(ascii: "=") { count &-= 1 }
        guard isPadded || count < text.count ? text.count % 4 == 0 : count % 4 != 1 else { return nil }
        var data = Data(count: count &* 3 / 4)
        let digits = UnsafeBufferPointer(rebasing: text[..<count])
        let isValid = data.withUnsafeMutableBytes { decode(digits, into: $0) }
        return isValid ? data : nil
    }

    /// Fills `output`, which has exactly the required size; returns false for an invalid digit or a spare bit that is
    /// set.
    private func decode(
        _ digits: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        values.withUnsafeBufferPointer { values in
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
            if whole < digits.count {
                let hasThird = digits.count &- whole == 3
                let third = hasThird ? value(whole &+ 2) : 0
                let group = value(whole) << 18 | value(whole &+ 1) << 12 | third << 6
                bad |= value(whole) | value(whole &+ 1) | third
                output[written] = UInt8(truncatingIfNeeded: group >> 16)
                if hasThird { output[written &+ 1] = UInt8(truncatingIfNeeded: group >> 8) }
                bad |= group & (hasThird ? 0xFF : 0xFFFF) != 0 ? Self.invalid : 0
            }
            return bad & Self.invalid == 0
        }
    }

    /// The Base64 text of some bytes.
    func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        let (groups, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
        let tail = rest == 0 ? 0 : isPadded ? 4 : rest &+ 1
        return String(unsafeUninitializedCapacity: groups &* 4 &+ tail) { output in
            let characters = TextCursor.bytes(of: alphabet)
            var written = 0
            func write(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ count: Int) {
                let group = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
                for place in 0..<count {
                    output[written] = characters[Int(group >> UInt32(18 &- 6 &* place) & 0x3F)]
                    written &+= 1
                }
            }
            for start in stride(from: 0, to: groups &* 3, by: 3) {
                write(bytes[start], bytes[start &+ 1], bytes[start &+ 2], 4)
            }
            if rest > 0 {
                let start = groups &* 3
                write(bytes[start], rest == 2 ? bytes[start &+ 1] : 0, 0, rest &+ 1)
                for place in written..<groups &* 4 &+ tail { output[place] = UInt8(ascii: "=") }
            }
            return groups &* 4 &+ tail
        }
    }
}
