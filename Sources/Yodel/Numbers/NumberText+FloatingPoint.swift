import CYodelKernels

extension NumberText {
    /// The nearest `Double`, ties to even; nil if that is infinite or the text is not a number.
    ///
    /// A value that is too small becomes a subnormal or zero, and keeps its sign, as does `-0`.
    @inline(__always)
    func double() -> Double? {
        guard let literal = scanned() else { return slow(nil, Double.self) }
        return literal.double ?? slow(literal, Double.self)
    }

    /// The nearest `Float`, rounded once, from the text; otherwise like `double()`.
    func float() -> Float? {
        guard let literal = scanned() else { return slow(nil, Float.self) }
        return literal.float ?? slow(literal, Float.self)
    }

    /// The slow path, for literals that are long, tiny, too large, or at or next to the point halfway between two
    /// values.
    ///
    /// It uses the standard library, which rounds a text of any length once.
    @inline(never)
    private func slow<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ literal: ScaledInteger?, _ type: Value.Type
    ) -> Value? {
        if let literal, literal.exponent == 0 {
            return literal.sign == 1 ? -Value(literal.mantissa) : Value(literal.mantissa)
        }
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
    /// The nearest `Double`; nil if 64 bits of a power of ten do not determine it.
    @inline(__always)
    var double: Double? {
        // Both numbers are exact, so the single rounding of the multiplication or division is correct (Clinger).
        if mantissa <= 1 &<< 53, -22...22 ~= exponent {
            let magnitude = Double(mantissa)
            let power = yodel_exact_power_of_ten(abs(exponent))
            let value = exponent < 0 ? magnitude / power : magnitude * power
            return Double(bitPattern: value.bitPattern | sign &<< 63)
        }
        guard let bits = rounded(fractionBits: 52, exponentBits: 11) else { return nil }
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
        guard let bits = rounded(fractionBits: 23, exponentBits: 8) else { return nil }
        return Float(bitPattern: UInt32(truncatingIfNeeded: bits | sign &<< 31))
    }

    /// The bits of the magnitude's nearest value in a binary format, by the method of Eisel and Lemire.
    ///
    /// The mantissa, shifted up to 64 bits, is multiplied by the leading 64 bits of the power of five. The part of the
    /// product above the lowest 64 bits is at most one off, so it shows on which side of a halfway point the value is,
    /// unless it is that close to one. This holds for nearly all values that are neither tiny nor exact. The result is
    /// nil if the product does not determine the nearest value, and for infinity.
    @inline(__always)
    private func rounded(fractionBits: Int, exponentBits: Int) -> UInt64? {
        let powers = Int(YODEL_SMALLEST_POWER_OF_FIVE)...Int(YODEL_LARGEST_POWER_OF_FIVE)
        guard mantissa != 0, powers ~= exponent else { return nil }
        let shift = mantissa.leadingZeroBitCount
        let (high, low) = (mantissa &<< UInt64(shift)).multipliedFullWidth(by: yodel_power_of_five(exponent)[0])
        // The product's leading one is at bit 63 or 62; 217706 / 2^16 approximates log2(10) closely enough.
        let leadingBit = 62 &+ Int(truncatingIfNeeded: high &>> 63)
        let bias = 1 &<< (exponentBits &- 1) &- 1
        let binaryExponent = (217_706 &* exponent) &>> 16 &+ 1 &- shift &+ leadingBit &+ bias
        // The bits below the last one that is certainly needed: a leading zero, the leading one, the fraction, the
        // half.
        let undecided = UInt64.max &>> UInt64(fractionBits &+ 3)
        guard binaryExponent > 0, low != 0, high & undecided != undecided else { return nil }
        let kept = high &>> UInt64(truncatingIfNeeded: leadingBit &- fractionBits &- 1)
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
