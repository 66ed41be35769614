import CYodelKernels

/// Eight characters of text, the first in the lowest bits, processed all at once.
struct EightDigits {
    /// 0...9 for each digit, and 10 or more for any other character.
    private let bytes: UInt64

    @inline(__always)
    init(text: UInt64) { self.init(bytes: text ^ 0x3030_3030_3030_3030) }

    @inline(__always)
    private init(bytes: UInt64) { self.bytes = bytes }

    /// Zero if all are digits; otherwise the lowest bit set is the top bit of the first character that is not a digit.
    ///
    /// Adding 0x76 carries 10 and above into the top bit of its byte. A carry beyond that only changes bytes after a
    /// character that is not a digit.
    @inline(__always)
    var others: UInt64 { ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080 }

    /// The number of digits before the first other character.
    @inline(__always)
    var runLength: Int { others.trailingZeroBitCount &>> 3 }

    /// The number that all eight spell: digits are joined to pairs, pairs to fours, fours to eight.
    @inline(__always)
    var number: UInt64 {
        let pairs = bytes &* 10 &+ bytes &>> 8
        let outer = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 &<< 32)
        let inner = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 &<< 32)
        return (outer &+ inner) &>> 32
    }

    @inline(__always)
    func isPoint(at index: Int) -> Bool {
        let byte = UInt8(truncatingIfNeeded: bytes &>> UInt64(truncatingIfNeeded: 8 &* index))
        return byte == NumberByte.point ^ NumberByte.zero
    }

    @inline(__always)
    var startsWithZero: Bool { firstDigit == 0 }

    @inline(__always)
    var firstDigit: UInt64 { bytes & 0xFF }

    /// The first `count` characters, 1...8, preceded by zeros.
    @inline(__always)
    func first(_ count: Int) -> EightDigits {
        EightDigits(bytes: bytes &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
    }

    /// The last `count` characters, 1...8, preceded by zeros.
    @inline(__always)
    func last(_ count: Int) -> EightDigits {
        let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        return EightDigits(bytes: (bytes &>> shift) &<< shift)
    }

    /// The first `count` characters, 0...7, of `other`, and the rest of these.
    @inline(__always)
    func replacingFirst(_ count: Int, by other: EightDigits) -> EightDigits {
        let first = (1 as UInt64) &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1
        return EightDigits(bytes: other.bytes & first | bytes & ~first)
    }

    /// The characters without the one at `index`, 0...7: those after it move up.
    @inline(__always)
    func removing(at index: Int) -> EightDigits {
        let before = (1 as UInt64) &<< UInt64(truncatingIfNeeded: 8 &* index) &- 1
        return EightDigits(bytes: bytes & before | (bytes &>> 8) & ~before)
    }
}

/// A literal as ±mantissa × 10^exponent.
struct ScaledInteger {
    /// 1 for a minus, otherwise 0: a number, to become part of a bit pattern without a branch.
    var sign: UInt64
    var mantissa: UInt64
    var exponent: Int
}

extension NumberText {
    /// Reads a literal with up to 19 digits and an exponent of up to 7; nil for all others, valid or not.
    @inline(__always)
    func scanned() -> ScaledInteger? {
        (count > 17 ? scannedLong() : scannedPlain()) ?? scannedAny()
    }

    /// Reads `-65.613616999999977`, typical of computed numbers: 17 to 20 characters with a point among the first
    /// eight.
    ///
    /// The digits are read in groups of up to three, eight, and eight.
    @inline(__always)
    private func scannedLong() -> ScaledInteger? {
        let sign: UInt64 = start.pointee == NumberByte.minus ? 1 : 0
        let length = count &- Int(truncatingIfNeeded: sign)
        guard length <= 20 else { return nil }
        let head = eight(at: end - length)
        let wholeCount = head.runLength
        let leadingCount = length &- 17
        guard 1...7 ~= wholeCount, head.isPoint(at: wholeCount), wholeCount == 1 || !head.startsWithZero
        else { return nil }

        let middle = eight(at: end - 16).replacingFirst(max(wholeCount &- leadingCount, 0), by: eight(at: end - 17))
        let back = eight(at: end - 8)
        guard middle.others | back.others == 0 else { return nil }
        var mantissa = middle.number &* 100_000_000 &+ back.number
        switch leadingCount {
        case 0: break
        case 1: mantissa &+= head.firstDigit &* 10_000_000_000_000_000
        default:
            let leading = head.removing(at: wholeCount).first(leadingCount)
            guard leading.others == 0 else { return nil }
            mantissa &+= leading.number &* 10_000_000_000_000_000
        }
        return ScaledInteger(sign: sign, mantissa: mantissa, exponent: wholeCount &+ 1 &- length)
    }

    /// Reads `12`, `12.5`, `-0.0625`: up to 17 characters, without a loop.
    @inline(__always)
    private func scannedPlain() -> ScaledInteger? {
        guard count > 0 else { return nil }
        let sign: UInt64 = start.pointee == NumberByte.minus ? 1 : 0
        let first = start + Int(truncatingIfNeeded: sign)
        let length = end - first
        guard length > 0 else { return nil }

        let digits = length < 8 ? upToSeven(at: first, length) : eight(at: first)
        let wholeCount = digits.runLength
        guard wholeCount == 1 || !digits.startsWithZero else { return nil }
        let fractionCount = length &- wholeCount &- 1
        if length < 8 {
            if wholeCount == length {
                let mantissa = digits.first(length).number
                return ScaledInteger(sign: sign, mantissa: mantissa, exponent: 0)
            }
            guard wholeCount > 0, fractionCount > 0, digits.isPoint(at: wholeCount) else { return nil }
            let joined = digits.removing(at: wholeCount).first(length &- 1)
            guard joined.others == 0 else { return nil }
            return ScaledInteger(sign: sign, mantissa: joined.number, exponent: 0 &- fractionCount)
        }
        guard 1...7 ~= wholeCount, fractionCount > 0, digits.isPoint(at: wholeCount),
            let fraction = trailingNumber(fractionCount)
        else { return nil }
        let whole = digits.first(wholeCount).number
        return ScaledInteger(
            sign: sign,
            mantissa: whole &* yodel_power_of_ten(fractionCount) &+ fraction,
            exponent: 0 &- fractionCount)
    }

    /// Reads what the functions above do not: many digits before the point, and exponents.
    @inline(never)
    private func scannedAny() -> ScaledInteger? {
        guard count > 0 else { return nil }
        var position = start
        var result = ScaledInteger(sign: start.pointee == NumberByte.minus ? 1 : 0, mantissa: 0, exponent: 0)
        position += Int(truncatingIfNeeded: result.sign)

        let whole = position
        readDigits(at: &position, into: &result.mantissa)
        var digitCount = position - whole
        guard digitCount == 1 || digitCount > 1 && whole.pointee != NumberByte.zero else { return nil }

        if position < end, position.pointee == NumberByte.point {
            position += 1
            let fraction = position
            readDigits(at: &position, into: &result.mantissa)
            let fractionCount = position - fraction
            guard fractionCount > 0 else { return nil }
            digitCount &+= fractionCount
            result.exponent = 0 &- fractionCount
        }
        guard digitCount <= 19 else { return nil }
        if position == end { return result }

        guard position.pointee | NumberByte.lowerCaseBit == NumberByte.exponent else { return nil }
        position += 1
        guard position < end else { return nil }
        let isNegative = position.pointee == NumberByte.minus
        if isNegative || position.pointee == NumberByte.plus { position += 1 }
        let length = end - position
        guard 1...7 ~= length else { return nil }
        let digits = upToSeven(at: position, length).first(length)
        guard digits.others == 0 else { return nil }
        let exponent = Int(truncatingIfNeeded: digits.number)
        result.exponent &+= isNegative ? 0 &- exponent : exponent
        return result
    }

    /// Appends the digits at `position` to `mantissa` (wrapping: more than 19 do not fit) and moves past them.
    @inline(__always)
    private func readDigits(at position: inout UnsafePointer<UInt8>, into mantissa: inout UInt64) {
        while position < end {
            let length = end - position
            let digits = length < 8 ? upToSeven(at: position, length) : eight(at: position)
            let count = digits.runLength
            if count == 0 { return }
            mantissa = mantissa &* yodel_power_of_ten(count) &+ digits.first(count).number
            position += count
            if count < 8 { return }
        }
    }

    /// The number that the last `length` characters spell, if all are digits; more than 19 wrap around.
    ///
    /// `length` is in 1...24; the text has at least eight characters.
    @inline(__always)
    func trailingNumber(_ length: Int) -> UInt64? {
        let back = eight(at: end - 8)
        if length <= 8 {
            let digits = back.last(length)
            return digits.others == 0 ? digits.number : nil
        }
        if length <= 16 {
            let front = eight(at: end - length).first(length &- 8)
            return front.others | back.others == 0 ? front.number &* 100_000_000 &+ back.number : nil
        }
        let front = eight(at: end - length).first(length &- 16)
        let middle = eight(at: end - 16)
        guard front.others | middle.others | back.others == 0 else { return nil }
        return (front.number &* 100_000_000 &+ middle.number) &* 100_000_000 &+ back.number
    }

    @inline(__always)
    private func eight(at position: UnsafePointer<UInt8>) -> EightDigits {
        EightDigits(text: load(position, as: UInt64.self))
    }

    /// 1...7 characters, followed by zero bytes, which are not digits.
    @inline(__always)
    func upToSeven(at position: UnsafePointer<UInt8>, _ length: Int) -> EightDigits {
        if length >= 4 {
            let front = UInt64(load(position, as: UInt32.self))
            let back = UInt64(load(position + (length &- 4), as: UInt32.self))
            return EightDigits(text: front | back &<< UInt64(truncatingIfNeeded: 8 &* length &- 32))
        }
        let middle = length &>> 1, last = length &- 1
        return EightDigits(
            text: UInt64(position[0])
                | UInt64(position[middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
                | UInt64(position[last]) &<< UInt64(truncatingIfNeeded: 8 &* last))
    }

    @inline(__always)
    private func load<Word: FixedWidthInteger & BitwiseCopyable>(
        _ position: UnsafePointer<UInt8>, as type: Word.Type
    ) -> Word {
        Word(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: type))
    }
}
