/// The parts of a literal that follows the grammar.
struct NumberParts {
    let isNegative: Bool
    let whole: UnsafeBufferPointer<UInt8>
    let fraction: UnsafeBufferPointer<UInt8>
    /// The exponent as written, or ± `exponentLimit` if it is beyond that.
    let exponent: Int

    /// More than the digits of any text that fits in memory, and far enough from overflow to add a digit or the number
    /// of digits.
    static var exponentLimit: Int { Int.max / 16 }
}

extension NumberText {
    /// Splits the literal into its parts, in one pass; returns nil if it breaks the grammar.
    @inline(never)
    func parts() -> NumberParts? {
        guard count > 0 else { return nil }
        var position = start
        let isNegative = takeByte(NumberByte.minus, at: &position)

        let whole = takeDigits(at: &position)
        guard let first = whole.first, first != NumberByte.zero || whole.count == 1 else { return nil }

        var fraction = UnsafeBufferPointer<UInt8>(start: position, count: 0)
        if takeByte(NumberByte.point, at: &position) {
            fraction = takeDigits(at: &position)
            guard !fraction.isEmpty else { return nil }
        }

        var exponent = 0
        if position < end, position.pointee | NumberByte.lowerCaseBit == NumberByte.exponent {
            position += 1
            let isNegative = takeByte(NumberByte.minus, at: &position)
            if !isNegative { _ = takeByte(NumberByte.plus, at: &position) }
            let digits = takeDigits(at: &position)
            guard !digits.isEmpty else { return nil }
            for digit in digits {
                exponent = min(exponent &* 10 &+ Int(digit &- NumberByte.zero), NumberParts.exponentLimit)
            }
            if isNegative { exponent = 0 &- exponent }
        }
        guard position == end else { return nil }
        return NumberParts(isNegative: isNegative, whole: whole, fraction: fraction, exponent: exponent)
    }

    private func takeByte(_ byte: UInt8, at position: inout UnsafePointer<UInt8>) -> Bool {
        guard position < end, position.pointee == byte else { return false }
        position += 1
        return true
    }

    private func takeDigits(at position: inout UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let first = position
        while position < end, position.pointee &- NumberByte.zero < 10 { position += 1 }
        return UnsafeBufferPointer(start: first, count: position - first)
    }
}

/// The significant digits of a literal, wherever its point and zeros are.
///
/// The value is ±digits × 10^exponent, and neither the first nor the last of the digits is a zero:
///
///     literal        digits   exponent
///     -120.50        1205     -1        (negative)
///     0.00120        12       -4
///     12e3           12       3
///     -0.0e9         none     0         (negative)
struct SignificantDigits {
    let isNegative: Bool
    let count: Int
    let exponent: Int
    private let first: UnsafePointer<UInt8>
    /// The index of the point among the digits; the number of digits, or more, if it is not among them.
    private let pointIndex: Int

    /// Returns nil if the text breaks the grammar.
    init?(_ text: NumberText) {
        guard let parts = text.parts() else { return nil }
        let (whole, fraction) = (parts.whole, parts.fraction)
        let leadingZeros = zeros(whole)
        let isFraction = leadingZeros == whole.count
        let skipped = isFraction ? leadingZeros &+ zeros(fraction) : leadingZeros
        var dropped = zeros(fraction.reversed())
        if dropped == fraction.count { dropped &+= zeros(whole.reversed()) }

        isNegative = parts.isNegative
        count = max(whole.count &+ fraction.count &- skipped &- dropped, 0)
        exponent = count == 0 ? 0 : parts.exponent &- fraction.count &+ dropped
        first = isFraction ? fraction.baseAddress! + (skipped &- whole.count) : whole.baseAddress! + skipped
        pointIndex = isFraction ? .max : whole.count &- skipped
    }

    /// The number of digits before the value's point; negative if zeros follow the point.
    var magnitude: Int { exponent &+ count }

    /// The number spelled by the digits in `range`, at most 19, padded with zeros.
    func number(_ range: Range<Int>) -> UInt64 {
        var number: UInt64 = 0
        for index in range.lowerBound..<max(range.lowerBound, min(range.upperBound, count)) {
            let digit = first[index < pointIndex ? index : index &+ 1] &- NumberByte.zero
            number = number &* 10 &+ UInt64(digit)
        }
        for _ in max(range.lowerBound, count)..<max(range.upperBound, count) { number = number &* 10 }
        return number
    }
}

/// The number of leading zeros.
private func zeros(_ digits: some Collection<UInt8>) -> Int {
    digits.prefix { $0 == NumberByte.zero }.count
}
