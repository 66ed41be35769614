import CYodelKernels

extension NumberText {
    /// The nearest `Double`, ties to even; nil if that is infinite or the text is not a number.
    ///
    /// A value that is too small becomes a subnormal or zero, and keeps its sign, as does `-0`.
    @inline(__always)
    func double() -> Double? {
        scanned()?.double ?? slow(Double.self)
    }

    /// The nearest `Float`, rounded once, from the text; otherwise like `double()`.
    func float() -> Float? {
        scanned()?.float ?? slow(Float.self)
    }

    /// The slow path, for literals that are long, tiny or too large.
    ///
    /// It uses the standard library, which rounds a text of any length once.
    @inline(never)
    private func slow<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) -> Value? {
        guard isValid, let value = Value(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    /// The nearest `Float16`, rounded once, from the text; otherwise like `double()`.
    func float16() -> Float16? {
        guard var value = double() else { return nil }
        // If the Double is halfway between two values (a multiple of 2^-25), the literal decides the direction.
        let steps = value.magnitude * 0x1p25
        if steps < 0x1p42, steps.rounded() == steps, Double(Float16(value)) != value {
            value += side(ofStep: UInt128(steps)) * (value < 0 ? -1 : 1) * value.ulp
        }
        let rounded = Float16(value)
        return rounded.isFinite ? rounded : nil
    }

    /// Compares the literal's magnitude with a multiple of 2^-25: -1, 0 or 1.
    private func side(ofStep step: UInt128) -> Double {
        guard let digits = SignificantDigits(self) else { return 0 }
        // With 25 more digits before the point, the step is an integer: 5^25 times its number.
        let step = step * 298_023_223_876_953_125
        let count = digits.magnitude &+ 25
        guard let literal = digits.leading(count, as: UInt128.self, isNegative: false) else { return 1 }
        return literal < step ? -1 : literal > step || digits.count > count ? 1 : 0
    }
    #endif
}

extension ScaledInteger {
    /// The nearest `Double`; nil if that is infinite or subnormal.
    @inline(__always)
    var double: Double? {
        // Both numbers are exact, so the single rounding of the multiplication or division is correct (Clinger).
        if mantissa <= 1 &<< 53, -22...22 ~= exponent {
            let magnitude = Double(mantissa)
            let power = yodel_exact_power_of_ten(abs(exponent))
            let value = exponent < 0 ? magnitude / power : magnitude * power
            return Double(bitPattern: value.bitPattern | sign &<< 63)
        }
        guard let bits = rounded(fractionBits: 52, exponentBits: 11, ties: -4...23) else { return nil }
        return Double(bitPattern: bits | sign &<< 63)
    }

    /// The nearest `Float`, likewise.
    @inline(__always)
    var float: Float? {
        if mantissa <= 1 &<< 24, -10...10 ~= exponent {
            let magnitude = Float(mantissa)
            let power = Float(yodel_exact_power_of_ten(abs(exponent)))
            let value = exponent < 0 ? magnitude / power : magnitude * power
            return Float(bitPattern: value.bitPattern | UInt32(truncatingIfNeeded: sign) &<< 31)
        }
        guard let bits = rounded(fractionBits: 23, exponentBits: 8, ties: -17...10) else { return nil }
        return Float(bitPattern: UInt32(truncatingIfNeeded: bits | sign &<< 31))
    }

    /// The bits of the magnitude's nearest value in a binary format, by the method of Eisel and Lemire; nil if that is
    /// infinite or subnormal.
    ///
    /// The mantissa, shifted up to 64 bits, is multiplied by the leading 64 bits of the power of five. The upper half of
    /// the product is at most one off, which matters only if its undecided bits are all ones: then the next 64 bits of
    /// the power decide. Mushtak and Lemire proved that this always is enough ("Fast number parsing without fallback").
    ///
    /// - Parameter ties: The exponents with which a mantissa can be at the point halfway between two values.
    @inline(__always)
    private func rounded(fractionBits: Int, exponentBits: Int, ties: ClosedRange<Int>) -> UInt64? {
        guard mantissa != 0 else { return 0 }
        guard Int(YODEL_SMALLEST_POWER_OF_FIVE)...Int(YODEL_LARGEST_POWER_OF_FIVE) ~= exponent else { return nil }
        let shift = mantissa.leadingZeroBitCount
        let scaled = mantissa &<< UInt64(shift)
        let power = yodel_power_of_five(exponent)
        var (high, low) = scaled.multipliedFullWidth(by: power[0])
        // The bits below the last one that is certainly needed: a leading zero, the leading one, the fraction, the
        // half.
        let undecided = UInt64.max &>> UInt64(fractionBits &+ 3)
        if high & undecided == undecided {
            let (sum, carries) = low.addingReportingOverflow(scaled.multipliedFullWidth(by: power[1]).high)
            low = sum
            high &+= carries ? 1 : 0
        }
        // The product's leading one is at bit 63 or 62; 217706 / 2^16 approximates log2(10) closely enough.
        let leadingBit = 62 &+ Int(truncatingIfNeeded: high &>> 63)
        let bias = 1 &<< (exponentBits &- 1) &- 1
        let binaryExponent = (217_706 &* exponent) &>> 16 &+ 1 &- shift &+ leadingBit &+ bias
        guard binaryExponent > 0 else { return nil }
        let dropped = UInt64(truncatingIfNeeded: leadingBit &- fractionBits &- 1)
        var kept = high &>> dropped
        // The half after an even value is rounded up too, unless it is all that is left. Without `_slowPath`, the
        // compiler evaluates all of this for each number.
        if _slowPath(low <= 1), ties ~= exponent, kept & 3 == 1, kept &<< dropped == high { kept &-= 1 }
        let bits = UInt64(truncatingIfNeeded: binaryExponent &- 1) &<< UInt64(fractionBits) &+ (kept &+ 1) &>> 1
        return bits < (1 &<< UInt64(exponentBits) &- 1) &<< UInt64(fractionBits) ? bits : nil
    }
}

extension NumberText {
    /// The nearest `Double`; nil if that is infinite, or zero although the number is not.
    @inline(__always)
    func doubleInRange() -> Double? {
        guard let value = double(), value != 0 || isZero else { return nil }
        return value
    }

    /// Whether all digits before the exponent are zero; the text must be a literal.
    var isZero: Bool {
        for position in 0..<count {
            let byte = start[position]
            if byte | NumberByte.lowerCaseBit == NumberByte.exponent { return true }
            if byte > NumberByte.zero, byte <= UInt8(ascii: "9") { return false }
        }
        return true
    }
}
