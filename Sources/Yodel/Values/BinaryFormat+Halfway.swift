import CYodelKernels

extension BinaryFormat {
    /// A point halfway between two neighbouring values: significand × 2^exponent.
    struct Halfway {
        let significand: UInt64
        let exponent: Int

        /// Where a value lies.
        enum Side {
            case below, equal, above
        }
    }

    /// The point halfway between the finite value with these bits and the next.
    func halfway(above bits: UInt64) -> Halfway {
        let fraction = bits & (1 &<< UInt64(fractionBitCount) &- 1)
        let biasedExponent = Int(truncatingIfNeeded: bits &>> UInt64(fractionBitCount))
        let significand = biasedExponent == 0 ? fraction : fraction | 1 &<< UInt64(fractionBitCount)
        return Halfway(
            significand: significand &<< 1 | 1,
            exponent: max(biasedExponent, 1) &- bias &- fractionBitCount &- 1)
    }
}

extension SignificantDigits {
    /// On which side of a halfway point near it the magnitude lies, exactly.
    ///
    /// A halfway point of any format has at most 768 significant digits. Of a longer literal the digits after the
    /// first 800 can therefore only tip the scale when those are equal to it; no literal costs more than that.
    func side(of halfway: BinaryFormat.Halfway) -> BinaryFormat.Halfway.Side {
        let used = min(count, 800)
        var value = LargeNumber(0)
        for index in stride(from: 0, to: used, by: 19) {
            let next = min(index &+ 19, used)
            value.multiply(by: yodel_power_of_ten(next &- index), adding: number(index..<next))
        }
        var point = LargeNumber(halfway.significand)

        // value × 10^power against point × 2^exponent: to integers, and the powers of two on one side.
        let power = exponent &+ (count &- used)
        if power >= 0 { value.multiply(byFiveTo: power) } else { point.multiply(byFiveTo: 0 &- power) }
        let shift = power &- halfway.exponent
        if shift >= 0 { value.shiftLeft(by: shift) } else { point.shiftLeft(by: 0 &- shift) }

        let side = value.side(of: point)
        return side == .equal && used < count ? .above : side
    }
}

/// A number of any size, made for one comparison: a few dozen words.
private struct LargeNumber {
    /// The lowest 64 bits first; the last word is not zero.
    private var words: [UInt64] = []

    init(_ value: UInt64) {
        if value != 0 { words.append(value) }
    }

    mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
        var carry = addend
        for index in words.indices {
            let product = words[index].multipliedFullWidth(by: factor)
            let sum = product.low.addingReportingOverflow(carry)
            words[index] = sum.partialValue
            carry = product.high &+ (sum.overflow ? 1 : 0)
        }
        if carry != 0 { words.append(carry) }
    }

    mutating func multiply(byFiveTo exponent: Int) {
        var rest = exponent
        while rest >= 27 {
            multiply(by: 7_450_580_596_923_828_125)  // 5^27, the largest in 64 bits
            rest &-= 27
        }
        for _ in 0..<rest { multiply(by: 5) }
    }

    mutating func shiftLeft(by count: Int) {
        multiply(by: 1 &<< UInt64(count & 63))
        words.insert(contentsOf: repeatElement(0, count: words.isEmpty ? 0 : count &>> 6), at: 0)
    }

    func side(of other: LargeNumber) -> BinaryFormat.Halfway.Side {
        if words.count != other.words.count { return words.count < other.words.count ? .below : .above }
        for (mine, its) in zip(words.reversed(), other.words.reversed()) where mine != its {
            return mine < its ? .below : .above
        }
        return .equal
    }
}
