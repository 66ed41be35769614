import CYodelKernels

/// The layout of an IEEE 754 binary format, and the rounding of decimal values to it.
///
/// The bits of finite values, read as integers, count those values in order: adding 1 to them is the step to the next
/// one, through subnormals, powers of two and on to infinity.
struct BinaryFormat {
    let fractionBitCount: Int
    let exponentBitCount: Int

    @inline(__always) static var double: BinaryFormat { BinaryFormat(fractionBitCount: 52, exponentBitCount: 11) }
    @inline(__always) static var float: BinaryFormat { BinaryFormat(fractionBitCount: 23, exponentBitCount: 8) }
    @inline(__always) static var float16: BinaryFormat { BinaryFormat(fractionBitCount: 10, exponentBitCount: 5) }

    @inline(__always) var bias: Int { 1 &<< (exponentBitCount &- 1) &- 1 }
    @inline(__always) var infinity: UInt64 { (1 &<< UInt64(exponentBitCount) &- 1) &<< UInt64(fractionBitCount) }

    /// The bits with their sign, or nil for infinity.
    @inline(__always)
    func signed(_ bits: UInt64, sign: UInt64) -> UInt64? {
        guard bits < infinity else { return nil }
        return bits | sign &<< UInt64(fractionBitCount &+ exponentBitCount)
    }

    /// The outcome of rounding with 128 bits of a power of ten.
    struct Rounded {
        /// The nearest value; when unsettled, the value below, the nearest being that or the next.
        let bits: UInt64
        let isSettled: Bool
    }

    /// The magnitude nearest to mantissa × 10^exponent, ties to even (the method of Eisel and Lemire).
    ///
    /// The mantissa, shifted up to 64 bits, is multiplied with the leading 128 bits of the power of five, which are
    /// wrong by less than one in the last place; so of the 192-bit product everything above the lowest 64 bits is at
    /// most one off. Rounding only asks on which side of a halfway point the product lies. That is known unless it
    /// comes that close to one, and then it is left unsettled (or known from an exact power).
    @inline(__always)
    func round(_ mantissa: UInt64, timesTenTo exponent: Int) -> Rounded {
        if mantissa == 0 || exponent < Int(YODEL_SMALLEST_POWER_OF_FIVE) { return Rounded(bits: 0, isSettled: true) }
        if exponent > Int(YODEL_LARGEST_POWER_OF_FIVE) { return Rounded(bits: infinity, isSettled: true) }

        let shift = mantissa.leadingZeroBitCount
        let normalized = mantissa &<< UInt64(shift)
        let power = yodel_power_of_five(exponent)
        var (high, low) = normalized.multipliedFullWidth(by: power[0])

        // The power's lower half adds less than one to `high`. That only matters when all bits below the last that
        // is sure to be needed (leading zero, leading one, fraction, half) are set.
        let undecided = UInt64.max &>> UInt64(fractionBitCount &+ 3)
        var isSettled = true
        if high & undecided == undecided {
            let carry = normalized.multipliedFullWidth(by: power[1]).high
            let sum = low.addingReportingOverflow(carry)
            low = sum.partialValue
            if sum.overflow { high &+= 1 }
            isSettled = high & undecided != undecided || low != .max
        }

        // The value is high × 2^(…), its leading one at bit 63 or 62; 217706 / 2^16 is log2(10), near enough.
        // `kept` is what goes into the format and one bit more, the half.
        let leadingBit = 62 &+ Int(truncatingIfNeeded: high &>> 63)
        var dropped = leadingBit &- fractionBitCount &- 1
        var binaryExponent = (217_706 &* exponent) &>> 16 &+ 1 &- shift &+ leadingBit &+ bias
        if binaryExponent <= 0 {  // subnormal
            dropped &+= 1 &- binaryExponent
            binaryExponent = 1
            if dropped > 63 { return Rounded(bits: 0, isSettled: true) }
        }
        let kept = high &>> UInt64(truncatingIfNeeded: dropped)
        // The leading one, still there in a normal value, adds the 1 that is missing from the exponent.
        let base = UInt64(truncatingIfNeeded: binaryExponent &- 1) &<< UInt64(fractionBitCount)
        let below = base &+ kept &>> 1

        if low == 0, kept & 1 == 1, kept &<< UInt64(truncatingIfNeeded: dropped) == high {
            // Halfway, as far as can be seen. Up to 5^27 the first product was exact: a tie.
            guard 0...27 ~= exponent else { return Rounded(bits: below, isSettled: false) }
            return Rounded(bits: below &+ below & 1, isSettled: true)
        }
        guard isSettled else { return Rounded(bits: below, isSettled: false) }
        return Rounded(bits: base &+ (kept &+ 1) &>> 1, isSettled: true)
    }
}
