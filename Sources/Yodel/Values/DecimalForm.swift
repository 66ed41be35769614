/// A number literal in its one normal form: `±0.d₁d₂…dₙ × 10^scale`, with neither d₁ nor dₙ zero.
///
/// Two literals denote the same number exactly when their forms are equal, so equality, hashing and exact
/// conversions are read off it. Zero has no digits, scale 0 and no sign.
///
///     literal        sign   digits   scale
///     120            +      12       3
///     -120.50e3      -      1205     6
///     0.00120        +      12       -2
///     -0.0e9         +               0
///
/// The form borrows the bytes it was made from: it must not leave the closure that lent them.
struct DecimalForm {
    let isNegative: Bool
    let digitCount: Int
    let scale: Scale
    /// The literal from d₁ to dₙ; a decimal point may lie in between.
    private let significant: Slice<UnsafeBufferPointer<UInt8>>

    /// The significant digits, as numbers, most significant first.
    var digits: some Sequence<UInt8> {
        significant.lazy.filter { $0 != UInt8(ascii: ".") }.map { $0 &- UInt8(ascii: "0") }
    }

    /// Takes a literal apart; nil if it does not follow the JSON grammar.
    init?(_ literal: UnsafeBufferPointer<UInt8>) {
        var cursor = 0

        func skip(_ expected: Unicode.Scalar) -> Bool {
            guard cursor < literal.count, literal[cursor] == UInt8(ascii: expected) else { return false }
            cursor &+= 1
            return true
        }

        func skipDigits() -> Range<Int> {
            let start = cursor
            while cursor < literal.count, literal[cursor] &- UInt8(ascii: "0") <= 9 { cursor &+= 1 }
            return start..<cursor
        }

        let isNegative = skip("-")
        let integer = skipDigits()
        guard !integer.isEmpty, integer.count == 1 || literal[integer.lowerBound] != UInt8(ascii: "0") else {
            return nil
        }
        if skip(".") {
            guard !skipDigits().isEmpty else { return nil }
        }
        let mantissa = literal[integer.lowerBound..<cursor]
        var exponent = cursor..<cursor
        var exponentIsNegative = false
        if skip("e") || skip("E") {
            exponentIsNegative = skip("-")
            if !exponentIsNegative { _ = skip("+") }
            exponent = skipDigits()
            guard !exponent.isEmpty else { return nil }
        }
        guard cursor == literal.count else { return nil }

        func isSignificant(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "1") < 9 }
        guard let first = mantissa.firstIndex(where: isSignificant),
            let last = mantissa.lastIndex(where: isSignificant)
        else {
            self.isNegative = false
            significant = literal[0..<0]
            digitCount = 0
            scale = .small(0)
            return
        }
        let point = integer.upperBound
        self.isNegative = isNegative
        significant = literal[first...last]
        digitCount = significant.count &- (first < point && point < last ? 1 : 0)
        scale = Scale(
            exponent: literal[exponent], isNegative: exponentIsNegative,
            // How far the point stands right of d₁.
            shift: first < point ? point &- first : point &+ 1 &- first)
    }
}

extension DecimalForm: Hashable {
    static func == (lhs: DecimalForm, rhs: DecimalForm) -> Bool {
        lhs.isNegative == rhs.isNegative && lhs.digitCount == rhs.digitCount && lhs.scale == rhs.scale
            && lhs.digits.elementsEqual(rhs.digits)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(isNegative)
        hasher.combine(scale)
        var word: UInt64 = 0
        for (position, digit) in digits.enumerated() {
            word = word &<< 4 | UInt64(digit)
            // Sixteen digits fill a word.
            if position & 15 == 15 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(digitCount)
    }
}

extension DecimalForm {
    /// A power of ten as large as any literal can write.
    enum Scale: Hashable {
        /// Less than 10¹⁸ in magnitude.
        case small(Int)
        /// At least 10¹⁸ in magnitude; digits as numbers, least significant first, no zeros at the end.
        case large(isNegative: Bool, digits: [UInt8])

        /// The sum of a written exponent and a distance within the literal.
        init(exponent: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool, shift: Int) {
            let written = exponent.drop { $0 == UInt8(ascii: "0") }
            guard written.count > 17 else {
                let magnitude = written.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
                self = .small((isNegative ? -magnitude : magnitude) &+ shift)
                return
            }
            // School arithmetic. The exponent outweighs the shift, hence keeps its sign.
            var digits = written.reversed().map { Int8(bitPattern: $0 &- UInt8(ascii: "0")) }
            let grows = isNegative == (shift < 0)
            var rest = shift.magnitude
            var carry: Int8 = 0
            for position in digits.indices where rest > 0 || carry != 0 {
                let step = Int8(truncatingIfNeeded: rest % 10)
                rest /= 10
                let sum = digits[position] &+ (grows ? step : -step) &+ carry
                carry = sum > 9 ? 1 : sum < 0 ? -1 : 0
                digits[position] = sum &- 10 &* carry
            }
            if carry > 0 { digits.append(1) }
            while digits.last == 0 { digits.removeLast() }
            guard digits.count > 18 else {
                let magnitude = digits.reversed().reduce(0) { $0 &* 10 &+ Int($1) }
                self = .small(isNegative ? -magnitude : magnitude)
                return
            }
            self = .large(isNegative: isNegative, digits: digits.map(UInt8.init))
        }
    }
}
