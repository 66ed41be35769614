import CYodelKernels

/// The shortest decimal number that reads back as one binary floating-point value, and of those the nearest to it.
///
/// All decimals in the interval that rounds to the value read back as that value. The unit is the power of ten just
/// above the distance to the next value: the interval contains at most one multiple of the unit, and if it does, that
/// is the shortest decimal. Otherwise the decimal has one more digit. One product with 128 bits of a power of ten
/// locates the value and the ends of the interval; `Scripts/generate-powers-of-five` asserts that these bits are
/// enough.
///
/// ```
///      leading      value                  leading + 1
///  ────────┼──(────────┼────────)───────────────┼────    0.1 to 1 unit from value to value
///          ├─ fraction ┤
///              ├ reach ┤
/// ```
struct ShortestDecimal {
    /// All digits but the last, below 10^16; zeros at the end are included.
    var leading: UInt64
    var last: UInt64
    /// The power of ten that is the unit of `leading`.
    var exponent: Int

    /// The decimal of significand × 2^exponent, a value of binary64 or a smaller format that is neither 0 nor a whole
    /// number with all its digits.
    ///
    /// - Parameter isLowerCloser: Whether the value below is half as far away as the value above, as for a power of
    ///   two.
    @inline(__always)
    init(significand: UInt64, exponent: Int, isLowerCloser: Bool) {
        assert(significand != 0 && significand < 1 << 53 && exponent >= -1_074 && exponent <= 971)
        // log10(2) and log10(3/4) in units of 2^-22, for the length of the interval.
        let unit = (exponent &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22 &+ 1
        // If the lower value is closer, the spacing is the one below.
        let doubling = isLowerCloser ? 1 : 0
        let spacing = Self.fraction(exponent: exponent &- doubling, unit: unit)
        let multiple = significand &<< UInt64(truncatingIfNeeded: doubling)
        let (carried, lowest) = UInt64(truncatingIfNeeded: spacing).multipliedFullWidth(by: multiple)
        let high = UInt64(truncatingIfNeeded: spacing &>> 64)
        let product = UInt128(high) &* UInt128(multiple) &+ UInt128(carried)
        let fraction = UInt64(truncatingIfNeeded: product)
        leading = UInt64(truncatingIfNeeded: product &>> 64)
        self.exponent = unit

        // The ends of the interval round to the value if its significand is even. A decimal that is not on an end is at
        // least two units of the last place away from it; truncation and rounding up change less than that.
        let isEven = significand & 1 == 0
        let below = high &>> 1, above = isLowerCloser ? high : below
        let isBelowInside = fraction <= (isEven ? below &+ 1 : below &- 1)
        let isAboveInside = fraction > ~(isEven ? above &+ 1 : above &- 1)

        let (digit, rest) = fraction.multipliedFullWidth(by: 10)
        var isNextCloser = rest > Self.half
        if rest &- (Self.half &- 10) <= 10 { isNextCloser = Self.roundsUp(fraction, lowest, isOdd: digit & 1 == 1) }
        if isLowerCloser {
            // The nearest decimal below may be outside the interval.
            let (units, end) = below.multipliedFullWidth(by: 10)
            if units == 0, rest > end { isNextCloser = true }
        }
        // Masks instead of branches: the case is unpredictable.
        let hasOneMore = UInt64(truncatingIfNeeded: (isBelowInside ? 0 : -1) & (isAboveInside ? 0 : -1))
        leading &+= isAboveInside ? 1 : 0
        last = (digit &+ (isNextCloser ? 1 : 0)) & hasOneMore
    }

    /// The decimal of a power of two, 2^52 × 2^exponent in a binary64.
    @inline(never)
    static func ofPower(significand: UInt64, exponent: Int) -> ShortestDecimal {
        ShortestDecimal(significand: significand, exponent: exponent, isLowerCloser: true)
    }

    /// 2^exponent ÷ 10^unit in units of 2^-128: from 0.05 to 1, too large by at most two.
    @inline(__always)
    private static func fraction(exponent: Int, unit: Int) -> UInt128 {
        let power = yodel_power_of_five(0 &- unit)
        // log2(10) in units of 2^-16. The power has its top bit set, and the fraction at most four zeros before it.
        let shift = UInt64(truncatingIfNeeded: 0 &- (exponent &+ (217_706 &* (0 &- unit)) &>> 16 &+ 1))
        let low = power[1] &>> shift | (power[0] &<< 1) &<< (63 &- shift)
        // The table is rounded down above 5^55, its last exact power, and the shift rounds down as well.
        return (UInt128(power[0] &>> shift) &<< 64 | UInt128(low)) &+ 1
    }

    @inline(__always)
    private static var half: UInt64 { 1 &<< 63 }

    /// Whether a further digit is too low, where the first 64 bits of the rest do not decide; halves round to even.
    @inline(never)
    private static func roundsUp(_ fraction: UInt64, _ lowest: UInt64, isOdd: Bool) -> Bool {
        let rest = (UInt128(fraction) &<< 64 | UInt128(lowest)) &* 10
        // Rounding up the power of ten has added less than 2^58 to a half; other values are further away.
        let half = UInt128(Self.half) &<< 64
        return isOdd ? rest >= half : rest > half &+ 1 &<< 58
    }
}
