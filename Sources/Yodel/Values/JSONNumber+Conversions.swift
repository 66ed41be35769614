#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONNumber {
    /// The number as an integer of the given type; nil if it has a fraction or does not fit.
    ///
    /// The value counts, not the way it is written: `1.0` and `1e3` are integers.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        // Arithmetic on one known type is several times as fast as on any.
        if let value = withForm({ $0.integer(as: Int64.self) }) { return Integer(exactly: value) }
        return withForm { $0.integer(as: type) }
    }

    /// The nearest `Double`; nil if the number is beyond the range of finite values.
    ///
    /// A number too small to be told from zero becomes zero, with its sign.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The number as a `Decimal`; nil if `Decimal` cannot hold it exactly.
    ///
    /// `Decimal` holds any 38 digits, and exponents between -128 and 127.
    public var decimal: Decimal? {
        guard let value = withForm({ $0.decimal() }) else { return nil }
        return JSONNumber(value) == self ? value : nil
    }

    /// Creates a number from a decimal value; nil if it is not a number.
    public init?(_ value: Decimal) {
        guard !value.isNaN else { return nil }
        self.init(text: value.description)
    }
}

extension DecimalForm {
    /// The number as an integer; nil if it has a fraction or does not fit.
    fileprivate func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        guard digitCount > 0 else { return 0 }
        guard case .small(let scale) = scale, scale >= digitCount else { return nil }
        var result: Integer = 0
        func append(_ digit: UInt8) -> Bool {
            let (shifted, overflow) = result.multipliedReportingOverflow(by: 10)
            let digit = Integer(truncatingIfNeeded: digit)
            // A negative number grows downwards, so that the least integer is reached without overflow.
            let (sum, carry) =
                isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
            result = sum
            return !overflow && !carry
        }
        for digit in digits {
            guard append(digit) else { return nil }
        }
        // However large the scale: what is not zero overflows after a few steps.
        for _ in digitCount..<scale {
            guard append(0) else { return nil }
        }
        return result
    }

    /// The number as a `Decimal`, rounded if it has a 39th digit; nil if it is out of range.
    fileprivate func decimal() -> Decimal? {
        guard digitCount > 0 else { return 0 }
        guard case .small(let scale) = scale, digitCount <= 39, (-127...166).contains(scale) else { return nil }
        var significand: Decimal = 0
        // Digits gathered since the last addition, and the power of ten that makes room for them.
        var word: UInt64 = 0
        var unit: UInt64 = 1
        for digit in digits {
            word = word &* 10 &+ UInt64(digit)
            unit &*= 10
            if unit == 10_000_000_000_000_000_000 {
                significand = significand * Decimal(unit) + Decimal(word)
                (word, unit) = (0, 1)
            }
        }
        significand = significand * Decimal(unit) + Decimal(word)
        var exponent = scale &- digitCount
        while exponent > 127 {
            significand *= 10
            exponent &-= 1
        }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
}
