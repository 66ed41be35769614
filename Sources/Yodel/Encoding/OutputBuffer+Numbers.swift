import CYodelKernels

// Numbers. For each of them there is room: ``OutputBuffer/slack`` is more than the longest takes.

/// Writes an integer's digits, and a minus before them, to memory that has room for 20 bytes; returns how many it took.
func putDigits(of value: Int64, at start: UnsafeMutablePointer<UInt8>) -> Int {
    if value < 0 { start.pointee = UInt8(ascii: "-") }
    let sign = value < 0 ? 1 : 0
    let count = yodel_digit_count(value.magnitude)
    yodel_write_digits(start + sign, value.magnitude, count)
    return sign + count
}

extension OutputBuffer {
    @inline(__always)
    mutating func put(integer value: Int64) {
        if value < 0 { put(UInt8(ascii: "-")) }
        put(integer: value.magnitude)
    }

    @inline(__always)
    mutating func put(integer value: UInt64) {
        if value < 10 { return put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        let count = yodel_digit_count(value)
        yodel_write_digits(cursor, value, count)
        cursor += count
    }

    mutating func put(integer value: Int128) {
        if value < 0 { put(UInt8(ascii: "-")) }
        put(integer: value.magnitude)
    }

    mutating func put(integer value: UInt128) {
        let (high, low) = value.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        guard high > 0 else { return put(integer: UInt64(low)) }
        put(integer: high)
        yodel_write_digits(cursor, UInt64(low), 18)
        cursor += 18
    }

}

// Floating-point numbers. Finite ones alone can be written; each has the shortest text that reads back as the same value
// of its type.

extension OutputBuffer {
    /// Where the exponents of numbers begin; their digits are the same.
    enum FloatForm {
        /// As in ECMAScript and RFC 8785: `3`, `0.000001`, `1e-7`, `1.5e+300`.
        case plain
        /// As Swift describes them, but whole numbers without `.0`, as Foundation's encoder writes them: `1e-05`.
        case described
    }

    @inline(__always)
    mutating func put(_ value: Double, _ form: FloatForm) {
        put(
            value, form, fraction: value.significandBitPattern,
            biased: Int(truncatingIfNeeded: value.exponentBitPattern), fractionBits: 52, bias: 1_023, wholeUpTo: 0x1p53)
    }

    mutating func put(_ value: Float, _ form: FloatForm) {
        put(
            Double(value), form, fraction: UInt64(value.significandBitPattern), biased: Int(value.exponentBitPattern),
            fractionBits: 23, bias: 127, wholeUpTo: 0x1p24)
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    mutating func put(_ value: Float16, _ form: FloatForm) {
        // Whole numbers as they are: 5048 and not 5050, which would do from 2048 on.
        put(
            Double(value), form, fraction: UInt64(value.significandBitPattern), biased: Int(value.exponentBitPattern),
            fractionBits: 10, bias: 15, wholeUpTo: 0x1p16)
    }
    #endif

    /// Writes a number by the fields of IEEE 754 that it is stored as.
    ///
    /// - Parameter limit: Up to it whole numbers have all their digits. Beyond it not every whole number is a value of the
    ///   type, and Swift changes to exponents.
    @inline(__always)
    private mutating func put(
        _ value: Double, _ form: FloatForm, fraction: UInt64, biased: Int, fractionBits: Int, bias: Int,
        wholeUpTo limit: Double
    ) {
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        let integer = magnitude <= limit ? Int64(magnitude) : -1
        if Double(integer) == magnitude {
            // The sign of zero would be lost on readers that take a number without a point for an integer.
            return form == .plain && integer == 0 && value.sign == .minus ? put("0.0") : put(integer: integer.magnitude)
        }
        guard max(biased, 1) &- bias &- fractionBits >= ShortestDecimal.smallestExponent else {
            return put(tiny: magnitude)
        }
        let decimal = ShortestDecimal(fraction: fraction, biased: biased, fractionBits: fractionBits, bias: bias)
        let count = yodel_digit_count(decimal.digits)
        let point = count &+ decimal.exponent
        // 0.0001 is the smallest power of ten that Swift describes without an exponent.
        if form == .described, magnitude > limit || point < -3 {
            put(scientific: decimal, count: count, exponent: point &- 1, digits: 2)
        } else if 0 < point, point < count {
            // Room for the digits, then the first ones once more one place to the left.
            yodel_write_digits(cursor + 1, decimal.digits, count)
            for index in 0..<point { cursor[index] = cursor[index &+ 1] }
            cursor[point] = UInt8(ascii: ".")
            cursor += count &+ 1
        } else {
            put(rare: decimal, count: count, point: point)
        }
    }

    /// A value too small for the table of powers: as Swift describes it, which is a digit, a fraction, an exponent.
    @inline(never)
    private mutating func put(tiny value: Double) {
        var text = value.description
        text.withUTF8 { bytes in
            cursor.update(from: bytes.start, count: bytes.count)
            cursor += bytes.count
        }
    }

    @inline(never)
    private mutating func put(rare decimal: ShortestDecimal, count: Int, point: Int) {
        switch point {
        case count...21:
            yodel_write_digits(cursor, decimal.digits, count)
            cursor += count
            for _ in count..<point { put(UInt8(ascii: "0")) }
        case -5...0:
            put("0.")
            for _ in point..<0 { put(UInt8(ascii: "0")) }
            yodel_write_digits(cursor, decimal.digits, count)
            cursor += count
        default: put(scientific: decimal, count: count, exponent: point &- 1, digits: 1)
        }
    }

    /// Writes a digit, a fraction if there is more, and an exponent of at least so many digits: `1e+16`, `1.5e-05`.
    @inline(never)
    private mutating func put(scientific decimal: ShortestDecimal, count: Int, exponent: Int, digits: Int) {
        yodel_write_digits(cursor + 1, decimal.digits, count)
        cursor[0] = cursor[1]
        cursor[1] = UInt8(ascii: ".")
        cursor += count == 1 ? 1 : count &+ 1
        put(exponent < 0 ? "e-" : "e+")
        if digits > 1, exponent.magnitude < 10 { put(UInt8(ascii: "0")) }
        put(integer: UInt64(exponent.magnitude))
    }
}
