import CYodelKernels

// Floating-point numbers as Swift describes them, without a fraction that is zero: what Foundation's encoder writes.
// Digits are the same as in the form beside this one; the exponent begins elsewhere, and has two digits at least.

extension OutputBuffer {
    /// Writes a finite number as its description does, but whole numbers without `.0`; there is room for it.
    @inline(__always)
    mutating func put(described value: Double) {
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        // From here on not every whole number is one, and Swift changes to exponents.
        if magnitude <= 0x1p53, magnitude.rounded(.towardZero) == magnitude { return put(integer: UInt64(magnitude)) }
        let biased = Int(truncatingIfNeeded: value.exponentBitPattern)
        guard max(biased, 1) &- 1_075 >= ShortestDecimal.smallestExponent else { return put(tiny: magnitude) }
        put(
            described: ShortestDecimal(
                fraction: value.significandBitPattern, biased: biased, fractionBits: 52, bias: 1_023),
            isLarge: magnitude > 0x1p53)
    }

    /// Writes a finite number as its description does, but whole numbers without `.0`; there is room for it.
    mutating func put(described value: Float) {
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        if magnitude <= 0x1p24, magnitude.rounded(.towardZero) == magnitude { return put(integer: UInt64(magnitude)) }
        put(
            described: ShortestDecimal(
                fraction: UInt64(value.significandBitPattern), biased: Int(value.exponentBitPattern), fractionBits: 23,
                bias: 127),
            isLarge: magnitude > 0x1p24)
    }

    @inline(__always)
    private mutating func put(described decimal: ShortestDecimal, isLarge: Bool) {
        let count = yodel_digit_count(decimal.digits)
        let point = count &+ decimal.exponent
        // 0.0001 is the smallest power of ten without an exponent.
        guard isLarge || point < -3 else { return put(decimal) }
        put(scientific: decimal, count: count, exponent: point &- 1)
    }

    /// Writes a digit, a fraction if there is more, and an exponent: `1e+16`, `1.5e-05`, `1.7976931348623157e+308`.
    @inline(never)
    private mutating func put(scientific decimal: ShortestDecimal, count: Int, exponent: Int) {
        yodel_write_digits(cursor + 1, decimal.digits, count)
        cursor[0] = cursor[1]
        cursor[1] = UInt8(ascii: ".")
        cursor += count == 1 ? 1 : count &+ 1
        put(exponent < 0 ? "e-" : "e+")
        if exponent.magnitude < 10 { put(UInt8(ascii: "0")) }
        put(integer: UInt64(exponent.magnitude))
    }
}
