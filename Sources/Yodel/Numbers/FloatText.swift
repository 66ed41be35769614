/// How numbers with exponents are written; the digits are the same.
enum FloatForm {
    /// As in ECMAScript and RFC 8785: `3`, `0.000001`, `1e-7`, `1.5e+300`.
    case plain
    /// As Swift describes them, except that whole numbers have no `.0`, like Foundation's encoder: `1e-05`.
    case described
}

/// The text of finite floating-point numbers: the shortest that reads back as the same value of its type.
///
/// SAFETY: every function gets a place with room for ``OutputBuffer/slack`` bytes, stores at most 64 bytes there, and
/// returns where the text ends.
enum FloatText {
    typealias Place = UnsafeMutablePointer<UInt8>

    @inline(never)
    static func put<Value: BinaryFloat>(_ value: Value, _ form: FloatForm, at start: Place) -> Place {
        start.pointee = UInt8(ascii: "-")
        let start = start + (value.sign == .minus ? 1 : 0)
        let magnitude = Double(value.magnitude)
        let integer = magnitude <= Value.wholeLimit ? Int64(magnitude) : -1
        if Double(integer) == magnitude {
            // Readers that take a number without a point for an integer would lose the sign of zero.
            return form == .plain && integer == 0 && value.sign == .minus
                ? putText("0.0", at: start) : putDigits(of: integer.magnitude, at: start)
        }
        let fraction = UInt64(truncatingIfNeeded: value.significandBitPattern)
        // Zero for subnormal values, which lack the implicit leading bit.
        let biased = Int(truncatingIfNeeded: value.exponentBitPattern)
        let bits = Value.significandBitCount
        let significand = biased == 0 ? fraction : fraction | 1 &<< UInt64(truncatingIfNeeded: bits)
        let bias = 1 &<< (Value.exponentBitCount &- 1) &- 1
        let exponent = max(biased, 1) &- bias &- bits
        let decimal =
            fraction == 0 && biased > 1
            ? ShortestDecimal.ofPower(significand: significand, exponent: exponent)
            : ShortestDecimal(significand: significand, exponent: exponent, isLowerCloser: false)
        return put(decimal, form, isWhole: magnitude > Value.wholeLimit, at: start)
    }

    /// Writes a number that is not an integer, or an integer above the limit, for which `isWhole` is true.
    @inline(__always)
    private static func put(_ decimal: ShortestDecimal, _ form: FloatForm, isWhole: Bool, at start: Place) -> Place {
        let text = SignificantText(decimal)
        switch text.point {
        case 1...7:
            text.storeMost(at: start + 1)
            // Writes the digits before the point again, one place to the left; those after it do not change.
            let digits = UInt64(truncatingIfNeeded: text.most)
            let shift = UInt64(truncatingIfNeeded: 8 &* text.point)
            let before = (1 as UInt64) &<< shift &- 1
            let first = digits & before | UInt64(UInt8(ascii: ".")) &<< shift | (digits & ~before) &<< 8
            UnsafeMutableRawPointer(start).storeBytes(of: first.littleEndian, as: UInt64.self)
            text.storeLast(at: start + 1)
            return start + (text.count &+ 1)
        // 0.0001 is the smallest power of ten that Swift describes without an exponent.
        case (form == .plain ? -5 : -3)...0:
            // "0.000000"
            let zeros: UInt64 = 0x3030_3030_3030_2E30
            UnsafeMutableRawPointer(start).storeBytes(of: zeros.littleEndian, as: UInt64.self)
            let digits = start + (2 &- text.point)
            text.store(at: digits)
            return digits + text.count
        default: return putRare(decimal, form, isWhole: isWhole, at: start)
        }
    }

    @inline(never)
    private static func putRare(
        _ decimal: ShortestDecimal, _ form: FloatForm, isWhole: Bool, at start: Place
    ) -> Place {
        let text = SignificantText(decimal)
        let (count, point) = (text.count, text.point)
        text.store(at: start + 1)
        if form == .described, isWhole || point < -3 {
            return putScientific(count: count, exponent: point &- 1, digits: 2, at: start)
        }
        switch point {
        case 1..<count:
            for index in 0..<point { start[index] = start[index &+ 1] }
            start[point] = UInt8(ascii: ".")
            return start + (count &+ 1)
        case count...21:
            text.store(at: start)
            (start + count).update(repeating: UInt8(ascii: "0"), count: point &- count)
            return start + point
        default: return putScientific(count: count, exponent: point &- 1, digits: 1, at: start)
        }
    }

    /// Writes a digit, a fraction if there are more digits, and an exponent of at least `digits` digits: `1e+16`,
    /// `1.5e-05`.
    ///
    /// The number's digits are already in memory, one place further on.
    private static func putScientific(count: Int, exponent: Int, digits: Int, at start: Place) -> Place {
        start[0] = start[1]
        start[1] = UInt8(ascii: ".")
        var end = start + (count == 1 ? 1 : count &+ 1)
        end = putText(exponent < 0 ? "e-" : "e+", at: end)
        if digits > 1, exponent.magnitude < 10 { end = putText("0", at: end) }
        return putDigits(of: UInt64(exponent.magnitude), at: end)
    }

    private static func putText(_ text: StaticString, at start: Place) -> Place {
        start.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        return start + text.utf8CodeUnitCount
    }
}

/// A number's digits without zeros at either end.
private struct SignificantText {
    /// All digits but the last; the first is in the lowest byte.
    let most: UInt128
    private let last: UInt8
    /// The index of the last digit, if it is not zero.
    private let lastIndex: Int
    let count: Int
    /// The number of digits before the point; zero or negative if that many zeros follow the point.
    let point: Int

    @inline(__always)
    init(_ decimal: ShortestDecimal) {
        let leading = DecimalDigits(decimal.leading)
        most = leading.textOfNumber
        last = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: decimal.last)
        lastIndex = 16 &- leading.leadingZeros
        count = lastIndex &+ (decimal.last == 0 ? 0 &- leading.trailingZeros : 1)
        point = lastIndex &+ decimal.exponent
    }

    /// Stores the digits, followed by up to sixteen other bytes.
    @inline(__always)
    func store(at start: UnsafeMutablePointer<UInt8>) {
        storeMost(at: start)
        storeLast(at: start)
    }

    @inline(__always)
    func storeMost(at start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: most.littleEndian, as: UInt128.self)
    }

    @inline(__always)
    func storeLast(at start: UnsafeMutablePointer<UInt8>) { start[lastIndex] = last }
}
