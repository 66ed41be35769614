#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NumberText {
    /// The literal as a `Decimal`, exactly; nil if that is impossible or the text is not a number.
    ///
    /// A `Decimal` has a mantissa of 128 bits (all numbers of 38 digits, some of 39) and an exponent in -128 ... 127.
    /// The mantissa has no trailing zeros, as Foundation's arithmetic leaves it.
    func decimal() -> Decimal? {
        // Up to 18 zeros of the mantissa will move to the exponent: 108 leaves room for them.
        if let literal = scanned(), -128...108 ~= literal.exponent {
            return decimal(literal.sign == 1, Decimal(literal.mantissa), literal.exponent)
        }
        return decimalSlow()
    }

    @inline(never)
    private func decimalSlow() -> Decimal? {
        guard let digits = SignificantDigits(self), -128...127 ~= digits.exponent,
            let significand = digits.leading(digits.count, as: UInt128.self, isNegative: false)
        else { return nil }
        let (high, low) = (UInt64(truncatingIfNeeded: significand >> 64), UInt64(truncatingIfNeeded: significand))
        let scale = Decimal(UInt64.max) + 1
        return decimal(
            digits.isNegative, high == 0 ? Decimal(low) : Decimal(high) * scale + Decimal(low), digits.exponent)
    }

    /// A zero gets no sign: a `Decimal` without digits and with a minus means "not a number".
    @inline(__always)
    private func decimal(_ isNegative: Bool, _ significand: Decimal, _ exponent: Int) -> Decimal {
        significand.isZero
            ? 0 : Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
}
