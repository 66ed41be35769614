import CYodelKernels

/// Reads numbers at the start of a text, in one pass that also finds their end.
///
/// It reads common numbers only: up to 19 digits, no exponent, and more text after them than their own length. Each
/// function stores the value of a number that follows the grammar and ends where it must, and returns the position
/// after it. For all others, valid or not, it stores nothing and returns nil; ``NumberText`` reads any number.
enum LeadingNumber {
    /// The bytes that must be readable, so that eight can be read from any position within a number.
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
        guard let (literal, after) = literal(start, end), let value = literal.double else { return nil }
        slot.initializeMemory(as: Double.self, to: value)
        return after
    }

    /// SAFETY: the slot has room for a `Float`.
    @inline(__always)
    static func float(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into slot: UnsafeMutableRawPointer
    ) -> UnsafePointer<UInt8>? {
        guard let (literal, after) = literal(start, end), let value = literal.float else { return nil }
        slot.initializeMemory(as: Float.self, to: value)
        return after
    }

    /// The literal of a number that has up to nine digits before its point.
    @inline(__always)
    private static func literal(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (ScaledInteger, after: UnsafePointer<UInt8>)? {
        guard end - start >= room else { return nil }
        let sign: UInt64 = start.pointee == NumberByte.minus ? 1 : 0
        let first = start + Int(truncatingIfNeeded: sign)
        var after = first + 1
        var mantissa = UInt64(first.pointee &- NumberByte.zero)
        guard mantissa < 10 else { return nil }
        var digit = after.pointee &- NumberByte.zero
        if digit < 10 {
            guard mantissa > 0 else { return nil }
            repeat {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                after += 1
                digit = after.pointee &- NumberByte.zero
            } while digit < 10 && after - first <= 8
        }
        var exponent = 0
        if after.pointee == NumberByte.point {
            let point = after
            // Two groups of eight and the rest: computed numbers have about fifteen digits.
            after += 1
            var digits = eight(after)
            if digits.others == 0 {
                mantissa = mantissa &* 100_000_000 &+ digits.number
                after += 8
                digits = eight(after)
                if digits.others == 0 {
                    mantissa = mantissa &* 100_000_000 &+ digits.number
                    after += 8
                    digits = eight(after)
                }
            }
            let count = digits.runLength
            if count > 0 {
                mantissa = mantissa &* yodel_power_of_ten(count) &+ digits.first(count).number
                after += count
            }
            exponent = point + 1 - after
            guard exponent < 0, after - first <= 20 else { return nil }
        }
        guard endsNumber(after.pointee) else { return nil }
        return (ScaledInteger(sign: sign, mantissa: mantissa, exponent: exponent), after)
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
