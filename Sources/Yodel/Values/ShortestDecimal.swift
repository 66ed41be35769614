import CYodelKernels

/// The shortest decimal number that reads back as one binary floating-point value, and of those the nearest to it.
///
/// The method is Giulietti's (Schubfach): of the decimals with the spacing just below the gap between two binary
/// values, the one that counts ten times as much is taken where it lies in the interval that rounds to the value,
/// else one of the two beside the value. Three products with 128 bits of a power of ten say where the ends of the
/// interval and the value lie, exactly enough for every binary64 and all smaller formats.
struct ShortestDecimal {
    /// At most 17 digits, without zeros at their end.
    var digits: UInt64
    var exponent: Int

    /// The smallest exponent for which the table has the power of ten, the lower value being closer or not; what is
    /// below 2^-970 is left to others.
    static let smallestExponent = -1_022

    /// The decimal of the magnitude of a binary floating-point value, by the fields of IEEE 754 that it is stored as.
    ///
    /// - Parameters:
    ///   - fraction: The bits of the significand that are stored.
    ///   - biased: The exponent as it is stored: 0 for values without the leading bit that the others have.
    ///   - fractionBits: How many bits the format stores of a significand.
    ///   - bias: What the format adds to exponents.
    @inline(__always)
    init(fraction: UInt64, biased: Int, fractionBits: Int, bias: Int) {
        self.init(
            significand: biased == 0 ? fraction : fraction | 1 &<< UInt64(truncatingIfNeeded: fractionBits),
            exponent: max(biased, 1) &- bias &- fractionBits, isLowerCloser: fraction == 0 && biased > 1)
    }

    /// The decimal of significand × 2^exponent, which is not 0 and no larger than a `Double` can be.
    ///
    /// - Parameter isLowerCloser: The value below is half as far away as the value above: a power of two.
    @inline(__always)
    init(significand: UInt64, exponent: Int, isLowerCloser: Bool) {
        assert(significand != 0 && significand < 1 << 53 && exponent >= Self.smallestExponent && exponent <= 971)
        let isEven = significand & 1 == 0
        let lower = significand &* 4 &- (isLowerCloser ? 1 : 2)
        let middle = significand &* 4
        let upper = middle &+ 2

        // log10(2) and log10(3/4) in units of 2^-22: which power of ten lies just below the gap.
        let power = (exponent &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22
        // log2(10) in units of 2^-16.
        let shift = UInt64(truncatingIfNeeded: exponent &+ (217_706 &* (0 &- power)) &>> 16 &+ 1)
        let scale = PowerOfTen(0 &- power)
        let low = scale.product(lower &<< shift) &+ (isEven ? 0 : 1)
        let value = scale.product(middle &<< shift)
        let high = scale.product(upper &<< shift) &- (isEven ? 0 : 1)

        let whole = value &>> 2
        if whole >= 10 {
            let tens = whole / 10
            let isBelowInside = low <= tens &* 40
            let isAboveInside = tens &* 40 &+ 40 <= high
            if isBelowInside != isAboveInside {
                digits = tens &+ (isAboveInside ? 1 : 0)
                self.exponent = power &+ 1
                dropZeros()
                return
            }
        }
        let isBelowInside = low <= whole &* 4
        let isAboveInside = whole &* 4 &+ 4 <= high
        if isBelowInside != isAboveInside {
            digits = whole &+ (isAboveInside ? 1 : 0)
        } else {
            let half = whole &* 4 &+ 2
            digits = whole &+ (value > half || (value == half && whole & 1 == 1) ? 1 : 0)
        }
        self.exponent = power
        dropZeros()
    }

    @inline(__always)
    private mutating func dropZeros() {
        guard digits % 10 == 0 else { return }
        dropManyZeros()
    }

    private mutating func dropManyZeros() {
        while digits % 100_000_000 == 0 {
            digits /= 100_000_000
            exponent &+= 8
        }
        while digits % 10 == 0 {
            digits /= 10
            exponent &+= 1
        }
    }

    /// 128 leading bits of a power of ten, rounded up where it has more.
    private struct PowerOfTen {
        let high: UInt64
        let low: UInt64

        @inline(__always)
        init(_ exponent: Int) {
            let power = yodel_power_of_five(exponent)
            high = power[0]
            // The table is rounded down above 5^55, its last exact power, and up below 5^0; no low half is all ones.
            low = power[1] &+ (exponent > 55 ? 1 : 0)
        }

        /// The product's leading bits: its integer part, the last bit set as well when anything follows it.
        @inline(__always)
        func product(_ factor: UInt64) -> UInt64 {
            let carried = low.multipliedFullWidth(by: factor).high
            let (upper, lower) = high.multipliedFullWidth(by: factor)
            let (fraction, overflow) = lower.addingReportingOverflow(carried)
            // One is what rounding the power may have added.
            return (upper &+ (overflow ? 1 : 0)) | (fraction > 1 ? 1 : 0)
        }
    }
}
