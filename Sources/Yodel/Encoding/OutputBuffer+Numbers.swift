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

    // Finite numbers alone can be written; each has the shortest text that reads back as the same value of its type.

    @inline(__always)
    mutating func put(finite value: Double) {
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        let fraction = value.significandBitPattern
        let biased = Int(truncatingIfNeeded: value.exponentBitPattern)
        let magnitude = value.magnitude
        if magnitude < 0x1p53, magnitude.rounded(.towardZero) == magnitude {
            let integer = UInt64(magnitude)
            // The sign of zero would be lost on readers that take a number without a point for an integer.
            return integer == 0 && value.sign == .minus ? put("0.0") : put(integer: integer)
        }
        guard max(biased, 1) &- 1_075 >= ShortestDecimal.smallestExponent else { return put(tiny: magnitude) }
        put(ShortestDecimal(fraction: fraction, biased: biased, fractionBits: 52, bias: 1_023))
    }

    mutating func put(finite value: Float) {
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        if value == 0 { return value.sign == .minus ? put("0.0") : put(UInt8(ascii: "0")) }
        let fraction = UInt64(value.significandBitPattern)
        let biased = Int(value.exponentBitPattern)
        put(ShortestDecimal(fraction: fraction, biased: biased, fractionBits: 23, bias: 127))
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    mutating func put(finite value: Float16) {
        // Whole numbers as they are: 5048 and not 5050, which would do from 2048 on.
        if value.rounded(.towardZero) == value { return put(finite: Double(value)) }
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        let fraction = UInt64(value.significandBitPattern)
        let biased = Int(value.exponentBitPattern)
        put(ShortestDecimal(fraction: fraction, biased: biased, fractionBits: 10, bias: 15))
    }
    #endif

    /// A value too small for the table of powers: as Swift describes it, which is a digit, a fraction, an exponent.
    @inline(never)
    mutating func put(tiny value: Double) {
        var text = value.description
        text.withUTF8 { bytes in
            cursor.update(from: bytes.start, count: bytes.count)
            cursor += bytes.count
        }
    }

    /// Writes a decimal as ECMAScript and RFC 8785 do: `3`, `0.000001`, `1e-7`, `1.5e+300`.
    @inline(__always)
    mutating func put(_ decimal: ShortestDecimal) {
        let count = yodel_digit_count(decimal.digits)
        let point = count &+ decimal.exponent
        if 0 < point, point < count {
            // Room for the digits, then the first ones once more one place to the left.
            yodel_write_digits(cursor + 1, decimal.digits, count)
            for index in 0..<point { cursor[index] = cursor[index &+ 1] }
            cursor[point] = UInt8(ascii: ".")
            cursor += count &+ 1
        } else {
            put(rare: decimal, count: count, point: point)
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
        default:
            yodel_write_digits(cursor + 1, decimal.digits, count)
            cursor[0] = cursor[1]
            cursor[1] = UInt8(ascii: ".")
            cursor += count == 1 ? 1 : count &+ 1
            put(point > 0 ? "e+" : "e-")
            put(integer: UInt64((point &- 1).magnitude))
        }
    }
}

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
