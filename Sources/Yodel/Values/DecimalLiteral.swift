#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON number seen as its decimal digits, for conversions that must not lose any of them to a Double.
///
/// The value is 0.d₁d₂d₃… × 10^``magnitude``, where d₁ is the first digit that is not zero:
///
///     -120.50e1      isNegative, digits 1 2 0 . 5 0, magnitude 4
struct DecimalLiteral {
    let isNegative: Bool
    /// How many digits the value has before its point; negative when zeros follow the point, 0 for zero.
    let magnitude: Int
    /// The digits from the first that is not zero, perhaps with a point among them; none for zero.
    private let significand: UnsafeBufferPointer<UInt8>

    /// Nil unless `bytes` are a number by JSON's own grammar and nothing else.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var cursor = TextCursor(bytes)
        isNegative = cursor.skip("-")
        let integer = cursor.offset
        let integerCount = cursor.skipDigits()
        guard integerCount == 1 || (integerCount > 1 && bytes[integer] != UInt8(ascii: "0")) else { return nil }
        if cursor.skip(".") {
            guard cursor.skipDigits() > 0 else { return nil }
        }
        let end = cursor.offset
        var exponent = 0
        if cursor.skip("e") || cursor.skip("E") {
            let isNegative = cursor.skip("-")
            guard isNegative || cursor.skip("+") || cursor.isAtDigit else { return nil }
            guard cursor.isAtDigit else { return nil }
            while let digit = cursor.digit() {
                // Past this the digits of no text in memory could bring the value back into any range.
                if exponent < 1 << 56 { exponent = exponent &* 10 &+ digit }
            }
            if isNegative { exponent = 0 &- exponent }
        }
        guard cursor.isAtEnd else { return nil }

        let point = integer &+ integerCount
        var first = integer
        while first < end, bytes[first] == UInt8(ascii: "0") || first == point { first &+= 1 }
        significand = UnsafeBufferPointer(rebasing: bytes[first..<end])
        magnitude = first == end ? 0 : exponent &+ point &- first &+ (first > point ? 1 : 0)
    }

    var isZero: Bool { significand.isEmpty }

    var isOne: Bool {
        guard !isNegative, magnitude == 1 else { return false }
        return significand[0] == UInt8(ascii: "1")
            && significand.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }

    /// The date that lies this long after 1970 began, nil outside the years 0 to 9999.
    func dateSince1970(in unit: EpochUnit) -> Date? {
        var place = magnitude &- unit.decimalPlaces
        guard place <= 12 else { return nil }
        var moment = DecimalSeconds(seconds: 0)
        for _ in Swift.max(place, -18)..<Swift.max(place, 0) { moment.fraction.append(0) }
        for byte in significand where byte != UInt8(ascii: ".") {
            let digit = Int(byte & 0x0F)
            if place > 0 {
                moment.seconds = moment.seconds &* 10 &+ digit
                place &-= 1
            } else {
                moment.fraction.append(digit)
            }
        }
        for _ in 0..<Swift.max(place, 0) { moment.seconds = moment.seconds &* 10 }
        if isNegative { moment.negate() }
        return Date(since1970: moment)
    }
}
