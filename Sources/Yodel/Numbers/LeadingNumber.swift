import CYodelKernels

/// Reads numbers at the start of a text, in one pass that also finds their end.
///
/// It reads common numbers only: up to 19 digits, no exponent, and more text after them than their own length. Each
/// function stores the value of a number that follows the grammar and ends where it must, and returns the position
/// after it. For all others, valid or not, it stores nothing and returns nil; ``NumberText`` reads any number.
enum LeadingNumber {
    /// The bytes that must be readable, so that eight can be read from any position within a number, sixteen after its
    /// point, and the byte after the one that ends it.
    static let room = 40

    /// SAFETY: the slot has room for a value of the type.
    @inline(__always)
    static func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
        into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        guard end - start >= room else { return nil }
        let isNegative = start.pointee == NumberByte.minus
        let first = start + (isNegative ? 1 : 0)
        let digits = eight(first)
        var count = digits.runLength
        guard count == 1 || count > 0 && !digits.startsWithZero else { return nil }
        var magnitude = digits.first(count).number
        if count == 8 {
            let middle = eight(first + 8)
            let middleCount = middle.runLength
            if middleCount > 0 {
                magnitude = magnitude &* yodel_power_of_ten(middleCount) &+ middle.first(middleCount).number
                count &+= middleCount
            }
            if middleCount == 8 {
                // A number of more than 19 digits may not fit.
                let last = eight(first + 16)
                let lastCount = last.runLength
                guard lastCount <= 3 else { return nil }
                if lastCount > 0 {
                    magnitude = magnitude &* yodel_power_of_ten(lastCount) &+ last.first(lastCount).number
                    count &+= lastCount
                }
            }
        }
        let after = first + count
        guard endsNumber(after.pointee) else { return nil }
        let limit = UInt64(clamping: isNegative ? Value.min.magnitude : Value.max.magnitude)
        guard magnitude <= limit else { return nil }
        let value = Value(truncatingIfNeeded: magnitude)
        slot.initializeMemory(as: Value.self, to: isNegative ? 0 &- value : value)
        return after
    }

    /// SAFETY: the slot has room for a `Double`.
    @inline(__always)
    static func double(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        fractional(start, end, into: slot) { $0.double }
    }

    /// SAFETY: the slot has room for a `Float`.
    @inline(__always)
    static func float(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        fractional(start, end, into: slot) { $0.float }
    }

    /// Reads integers, and numbers below 1,000 with up to sixteen digits after the point; leaves others to `longer`.
    @inline(__always)
    private static func fractional<Value: BitwiseCopyable>(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer,
        _ value: (ScaledInteger) -> Value?
    ) -> UnsafePointer<UInt8>? {
        guard end - start >= room, let whole = WholeDigits(start) else { return nil }
        if whole.after.pointee == NumberByte.point {
            let fraction = yodel_read_digits(whole.after + 1)
            let after = whole.after + (1 &+ fraction.count)
            guard fraction.count > 0, whole.number < 1_000, endsNumber(after.pointee) else {
                return longer(whole, into: slot, value)
            }
            // Zeros after the fraction are part of the mantissa, as a constant exponent is faster.
            let mantissa = whole.number &* 10_000_000_000_000_000 &+ fraction.number
            return store(value(ScaledInteger(sign: whole.sign, mantissa: mantissa, exponent: -16)), into: slot, after)
        }
        guard endsNumber(whole.after.pointee) else { return nil }
        return store(
            value(ScaledInteger(sign: whole.sign, mantissa: whole.number, exponent: 0)), into: slot, whole.after)
    }

    /// Reads numbers with as many digits after the point as fit into 19.
    @inline(never)
    private static func longer<Value: BitwiseCopyable>(
        _ whole: WholeDigits, into slot: UnsafeMutableRawPointer, _ value: (ScaledInteger) -> Value?
    ) -> UnsafePointer<UInt8>? {
        let fraction = whole.after + 1
        var mantissa = whole.number
        var after = fraction
        var digits = eight(after)
        while digits.others == 0, after - whole.first <= 18 {
            mantissa = mantissa &* 100_000_000 &+ digits.number
            after += 8
            digits = eight(after)
        }
        let count = digits.runLength
        if count > 0 {
            mantissa = mantissa &* yodel_power_of_ten(count) &+ digits.first(count).number
            after += count
        }
        guard after > fraction, after - whole.first <= 20, endsNumber(after.pointee) else { return nil }
        let literal = ScaledInteger(sign: whole.sign, mantissa: mantissa, exponent: fraction - after)
        return store(value(literal), into: slot, after)
    }

    @inline(__always)
    private static func store<Value: BitwiseCopyable>(
        _ value: Value?, into slot: UnsafeMutableRawPointer, _ after: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        guard let value else { return nil }
        slot.initializeMemory(as: Value.self, to: value)
        return after
    }

    /// The sign of a number and its digits before the point, at most nine.
    private struct WholeDigits {
        let sign: UInt64
        let first: UnsafePointer<UInt8>
        let number: UInt64
        let after: UnsafePointer<UInt8>

        /// SAFETY: eleven bytes are readable.
        @inline(__always)
        init?(_ start: UnsafePointer<UInt8>) {
            sign = start.pointee == NumberByte.minus ? 1 : 0
            first = start + Int(truncatingIfNeeded: sign)
            var number = UInt64(first.pointee &- NumberByte.zero)
            guard number < 10 else { return nil }
            var after = first + 1
            var digit = after.pointee &- NumberByte.zero
            if digit < 10 {
                guard number > 0 else { return nil }
                repeat {
                    number = number &* 10 &+ UInt64(digit)
                    after += 1
                    digit = after.pointee &- NumberByte.zero
                } while digit < 10 && after - first <= 8
            }
            self.number = number
            self.after = after
        }
    }

    @inline(__always)
    private static func endsNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte <= UInt8(ascii: " ")
    }

    /// SAFETY: the position is at most the 27th byte of its number, and ``room`` bytes are readable from the first.
    @inline(__always)
    private static func eight(_ position: UnsafePointer<UInt8>) -> EightDigits {
        EightDigits(text: UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)))
    }
}
