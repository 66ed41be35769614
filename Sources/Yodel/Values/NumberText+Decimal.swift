#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NumberText {
    /// The literal as a `Decimal`, exactly; nil when that is not possible or the text is no number.
    ///
    /// A `Decimal` has a mantissa of 128 bits (all numbers of 38 digits, some of 39) and an exponent in -128 ... 127.
    func decimal() -> Decimal? {
        if let literal = scanned(), -128...127 ~= literal.exponent {
            return decimal(literal.sign == 1, Decimal(literal.mantissa), literal.exponent)
        }
        return decimalSlow()
    }

    /// Any literal: trailing zeros dropped, or added where the exponent alone would be too large.
    @inline(never)
    private func decimalSlow() -> Decimal? {
        guard let digits = SignificantDigits(self) else { return nil }
        guard digits.count > 0 else { return 0 }
        let exponent = min(digits.exponent, 127)
        let digitCount = digits.count &+ (digits.exponent &- exponent)
        guard exponent >= -128, let significand = digits.leading(digitCount, as: UInt128.self, isNegative: false)
        else { return nil }

        let (high, low) = (UInt64(truncatingIfNeeded: significand >> 64), UInt64(truncatingIfNeeded: significand))
        let scale = Decimal(UInt64.max) + 1
        return decimal(digits.isNegative, high == 0 ? Decimal(low) : Decimal(high) * scale + Decimal(low), exponent)
    }

    /// Zero is built without sign or exponent: a negative one would be taken for "not a number".
    @inline(__always)
    private func decimal(_ isNegative: Bool, _ significand: Decimal, _ exponent: Int) -> Decimal {
        significand.isZero
            ? 0 : Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
}
