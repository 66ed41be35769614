import CYodelKernels

extension NumberText {
    /// The literal as an integer, exactly: `12`, but also `1.0`, `1e3` and `-0`.
    ///
    /// - Throws: `.notAnInteger` for a value with a fraction (and for text that is not a number), and `.outOfRange` for
    ///   one that the type cannot hold.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws(NumberProblem) -> Value {
        guard let (isNegative, magnitude) = plainInteger() else { return try integerSlow(type) }
        let limit = UInt64(clamping: isNegative ? Value.min.magnitude : Value.max.magnitude)
        if magnitude > limit { throw .outOfRange }
        let value = Value(truncatingIfNeeded: magnitude)
        return isNegative ? 0 &- value : value
    }

    /// The literal as an `Int64`, as ``integer(_:)`` reads it; nil if that fails.
    @inline(__always)
    func int64() -> Int64? {
        guard let (isNegative, magnitude) = plainInteger() else { return try? integerSlow(Int64.self) }
        let value = Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
        // The sign differs from the literal's only if the magnitude was too large (or is zero).
        return (value < 0) == isNegative || magnitude == 0 ? value : nil
    }

    /// Reads text of digits only, if the value fits 64 bits; nil for all other text, valid or not.
    @inline(__always)
    private func plainInteger() -> (isNegative: Bool, magnitude: UInt64)? {
        guard count > 0 else { return nil }
        let isNegative = start.pointee == NumberByte.minus
        let first = start + (isNegative ? 1 : 0)
        let length = end - first
        if length == 1 {
            let digit = first.pointee &- NumberByte.zero
            return digit < 10 ? (isNegative, UInt64(digit)) : nil
        }
        if length < 8 {
            guard length > 0, first.pointee != NumberByte.zero else { return nil }
            let digits = upToSeven(at: first, length).first(length)
            return digits.others == 0 ? (isNegative, digits.number) : nil
        }
        guard length <= 20, first.pointee != NumberByte.zero, let magnitude = trailingNumber(length) else { return nil }
        if length == 20 {
            // Of the values below 2 × 10^19, those that exceed 64 bits have wrapped to less than 10^19.
            guard first.pointee == NumberByte.zero &+ 1, magnitude >= 10_000_000_000_000_000_000 else { return nil }
        }
        return (isNegative, magnitude)
    }

    /// Reads fractions, exponents, more than 64 bits, and text that is not a number.
    @inline(never)
    private func integerSlow<Value: FixedWidthInteger>(_ type: Value.Type) throws(NumberProblem) -> Value {
        guard let digits = SignificantDigits(self), digits.exponent >= 0 else { throw .notAnInteger }
        let count = digits.count &+ digits.exponent
        guard let value = digits.leading(count, as: type, isNegative: digits.isNegative) else { throw .outOfRange }
        return value
    }
}

extension SignificantDigits {
    /// The integer spelled by the first `count` digits, padded with zeros; nil if it does not fit.
    ///
    /// The first digit is not zero, so the value outgrows any type long before a hostile exponent ends the loop.
    func leading<Value: FixedWidthInteger>(_ count: Int, as type: Value.Type, isNegative: Bool) -> Value? {
        let step = Value.bitWidth > 64 ? 19 : 1
        var value: Value = 0
        var index = 0
        while index < count {
            let next = min(index &+ step, count)
            let power = Value(truncatingIfNeeded: yodel_power_of_ten(next &- index))
            let digits = Value(truncatingIfNeeded: number(index..<next))
            let shifted = value.multipliedReportingOverflow(by: power)
            let sum =
                isNegative
                ? shifted.partialValue.subtractingReportingOverflow(digits)
                : shifted.partialValue.addingReportingOverflow(digits)
            if shifted.overflow || sum.overflow { return nil }
            value = sum.partialValue
            index = next
        }
        return value
    }
}
