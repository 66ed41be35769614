/// A number literal in normal form: sign, significant digits, and a power of ten of any size.
///
/// Two literals denote the same number exactly when their forms are equal. Making, comparing and hashing forms takes
/// time linear in the length of the literals.
///
/// The form borrows the literal: it must not outlive the bytes.
struct DecimalForm {
    private let digits: SignificantDigits
    private let exponent: Exponent

    private enum Exponent: Hashable {
        /// Less than 10¹⁷ in magnitude.
        case small(Int)
        /// At least 10¹⁷ in magnitude: its decimal digits as numbers, least significant first, without zeros at the
        /// end.
        case large(isNegative: Bool, digits: [Int8])
    }

    /// Returns nil if the text breaks the grammar.
    init?(_ text: NumberText) {
        guard let digits = SignificantDigits(text) else { return nil }
        self.digits = digits
        // The significant digits clamp the exponent beyond this bound; for an exact comparison it is read again.
        let isSmall = digits.exponent.magnitude < 100_000_000_000_000_000
        exponent = isSmall ? .small(digits.exponent) : Self.largeExponent(of: text, digits)
    }

    /// Whether the number is negative; zero has no sign.
    private var isNegative: Bool { digits.isNegative && digits.count > 0 }

    /// The digits in groups of up to nineteen, as numbers.
    private var groups: some Sequence<UInt64> {
        stride(from: 0, to: digits.count, by: 19).lazy.map { digits.number($0..<min($0 &+ 19, digits.count)) }
    }

    /// Adds the written exponent and the shift of the point, digit by digit.
    @inline(never)
    private static func largeExponent(of text: NumberText, _ digits: SignificantDigits) -> Exponent {
        let written = text.bytes.reversed().prefix { $0 &- NumberByte.zero < 10 }
        var sum = written.map { Int8(truncatingIfNeeded: $0 &- NumberByte.zero) }
        let isNegative = digits.exponent < 0
        let shift = digits.exponent &- (text.parts()?.exponent ?? 0)
        // The exponent outweighs the shift, so the sum has its sign.
        let grows = isNegative == (shift < 0)
        var rest = shift.magnitude
        var carry: Int8 = 0
        for position in sum.indices where rest > 0 || carry != 0 {
            let step = Int8(truncatingIfNeeded: rest % 10)
            rest /= 10
            sum[position] &+= (grows ? step : 0 &- step) &+ carry
            carry = sum[position] > 9 ? 1 : sum[position] < 0 ? -1 : 0
            sum[position] &-= 10 &* carry
        }
        if carry > 0 { sum.append(1) }
        while sum.last == 0 { sum.removeLast() }
        return .large(isNegative: isNegative, digits: sum)
    }
}

extension DecimalForm: Hashable {
    static func == (lhs: DecimalForm, rhs: DecimalForm) -> Bool {
        lhs.isNegative == rhs.isNegative && lhs.digits.count == rhs.digits.count && lhs.exponent == rhs.exponent
            && lhs.groups.elementsEqual(rhs.groups)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(isNegative)
        hasher.combine(exponent)
        hasher.combine(digits.count)
        for group in groups { hasher.combine(group) }
    }
}
