import CYodelKernels

extension NumberText {
    /// The nearest `Double`, ties to even; nil when that is infinite or the text is no number.
    ///
    /// What is too small becomes a subnormal or zero, and keeps its sign, as does `-0`.
    @inline(__always)
    func double() -> Double? {
        guard let literal = scanned() else { return bitsSlow(.double).map(Double.init(bitPattern:)) }
        // Both numbers are exact, so the one rounding of the multiplication or division is the right one (Clinger).
        if literal.mantissa <= 1 &<< 53, -22...22 ~= literal.exponent {
            let magnitude = Double(literal.mantissa)
            let power = yodel_exact_power_of_ten(abs(literal.exponent))
            let value = literal.exponent < 0 ? magnitude / power : magnitude * power
            return Double(bitPattern: value.bitPattern | literal.sign &<< 63)
        }
        return bits(literal, .double).map(Double.init(bitPattern:))
    }

    /// The nearest `Float`, rounded once, from the text; otherwise as `double()`.
    func float() -> Float? {
        guard let literal = scanned() else { return bitsSlow(.float).map(Float.init(truncatedBitPattern:)) }
        if literal.mantissa <= 1 &<< 24, -10...10 ~= literal.exponent {
            let magnitude = Float(literal.mantissa)
            let power = Float(yodel_exact_power_of_ten(abs(literal.exponent)))
            let value = literal.exponent < 0 ? magnitude / power : magnitude * power
            return Float(bitPattern: value.bitPattern | UInt32(truncatingIfNeeded: literal.sign) &<< 31)
        }
        return bits(literal, .float).map(Float.init(truncatedBitPattern:))
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    /// The nearest `Float16`, rounded once, from the text; otherwise as `double()`.
    func float16() -> Float16? {
        guard let literal = scanned() else { return bitsSlow(.float16).map(Float16.init(truncatedBitPattern:)) }
        return bits(literal, .float16).map(Float16.init(truncatedBitPattern:))
    }
    #endif

    /// The bits of a literal with at most 19 digits, which are all in its mantissa; nil for infinity.
    @inline(__always)
    private func bits(_ literal: ScaledInteger, _ format: BinaryFormat) -> UInt64? {
        let rounded = format.round(literal.mantissa, timesTenTo: literal.exponent)
        guard rounded.isSettled else { return bitsSlow(format) }
        return format.signed(rounded.bits, sign: literal.sign)
    }

    /// The bits of any literal; nil for infinity and for text that is no number.
    ///
    /// The first 19 digits bound the value from below, and with one added to the last of them from above. Where both
    /// bounds round alike so does the value; where they do not, it is compared with the point halfway between.
    @inline(never)
    private func bitsSlow(_ format: BinaryFormat) -> UInt64? {
        guard let digits = SignificantDigits(self) else { return nil }
        let used = min(digits.count, 19)
        let mantissa = digits.number(0..<used)
        let exponent = digits.exponent &+ (digits.count &- used)

        let lower = format.round(mantissa, timesTenTo: exponent)
        var bits = lower.bits
        var isSettled = lower.isSettled
        if isSettled, used < digits.count {
            let upper = format.round(mantissa &+ 1, timesTenTo: exponent)
            isSettled = upper.isSettled && upper.bits == lower.bits
        }
        if !isSettled, bits < format.infinity {
            switch digits.side(of: format.halfway(above: bits)) {
            case .below: break
            case .equal: bits &+= bits & 1
            case .above: bits &+= 1
            }
        }
        return format.signed(bits, sign: digits.isNegative ? 1 : 0)
    }
}

extension Float {
    @inline(__always)
    fileprivate init(truncatedBitPattern bits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: bits)) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16 {
    @inline(__always)
    fileprivate init(truncatedBitPattern bits: UInt64) { self.init(bitPattern: UInt16(truncatingIfNeeded: bits)) }
}
#endif
