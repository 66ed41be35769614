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
        let powers = Int(YODEL_SMALLEST_POWER_OF_FIVE)...Int(YODEL_LARGEST_POWER_OF_FIVE)
        guard mantissa != 0, powers ~= exponent else { return roundRarely(mantissa, timesTenTo: exponent) }
        let shift = mantissa.leadingZeroBitCount
        let (high, low) = (mantissa &<< UInt64(shift)).multipliedFullWidth(by: yodel_power_of_five(exponent)[0])
        let binaryExponent = biasedExponent(of: high, shiftedBy: shift, timesTenTo: exponent)
        // Nearly always: a normal value, and no carry comes as far as what is kept of it.
        guard binaryExponent > 0, low != 0, high & undecided != undecided else {
            return roundRarely(mantissa, timesTenTo: exponent)
        }
        let kept = high &>> UInt64(truncatingIfNeeded: leadingBit(of: high) &- fractionBitCount &- 1)
        let base = UInt64(truncatingIfNeeded: binaryExponent &- 1) &<< UInt64(fractionBitCount)
        return Rounded(bits: base &+ (kept &+ 1) &>> 1, isSettled: true)
    }

    /// The bits below the last that is sure to be needed: a leading zero, the leading one, the fraction, the half.
    @inline(__always)
    private var undecided: UInt64 { UInt64.max &>> UInt64(fractionBitCount &+ 3) }

    /// The product's leading one, at bit 63 or 62.
    @inline(__always)
    private func leadingBit(of high: UInt64) -> Int { 62 &+ Int(truncatingIfNeeded: high &>> 63) }

    /// The exponent for the leading one of a product; 217706 / 2^16 is log2(10), near enough.
    @inline(__always)
    private func biasedExponent(of high: UInt64, shiftedBy shift: Int, timesTenTo exponent: Int) -> Int {
        (217_706 &* exponent) &>> 16 &+ 1 &- shift &+ leadingBit(of: high) &+ bias
    }

    /// The same for every case there is.
    @inline(never)
    private func roundRarely(_ mantissa: UInt64, timesTenTo exponent: Int) -> Rounded {
        if mantissa == 0 || exponent < Int(YODEL_SMALLEST_POWER_OF_FIVE) { return Rounded(bits: 0, isSettled: true) }
        if exponent > Int(YODEL_LARGEST_POWER_OF_FIVE) { return Rounded(bits: infinity, isSettled: true) }

        let shift = mantissa.leadingZeroBitCount
        let normalized = mantissa &<< UInt64(shift)
        let power = yodel_power_of_five(exponent)
        var (high, low) = normalized.multipliedFullWidth(by: power[0])

        // The power's lower half adds less than one to `high`, which only matters when all undecided bits are set.
        var isSettled = true
        if high & undecided == undecided {
            let carry = normalized.multipliedFullWidth(by: power[1]).high
            let sum = low.addingReportingOverflow(carry)
            low = sum.partialValue
            if sum.overflow { high &+= 1 }
            isSettled = high & undecided != undecided || low != .max
        }

        // `kept` is what goes into the format and one bit more, the half.
        var dropped = leadingBit(of: high) &- fractionBitCount &- 1
        var binaryExponent = biasedExponent(of: high, shiftedBy: shift, timesTenTo: exponent)
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
