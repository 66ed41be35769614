import CYodelKernels

/// The text of sixteen decimal digits, the first in the lowest byte.
///
/// ```
///   0 0 0 0 0 1 2 3 4 5 6 7 8 9 0 0
///  └─leadingZeros─┘           └───┘ trailingZeros
/// ```
struct DecimalDigits {
    private let digits: yodel_digits

    @inline(__always)
    init(_ number: UInt64) {
        assert(number < 10_000_000_000_000_000)
        digits = yodel_sixteen_digits(number)
    }

    /// Sixteen for zero.
    @inline(__always)
    var leadingZeros: Int { digits.leading_zeros }

    /// Sixteen for zero.
    @inline(__always)
    var trailingZeros: Int { digits.trailing_zeros }

    @inline(__always)
    var text: UInt128 { UInt128(digits.second) &<< 64 | UInt128(digits.first) }

    /// The text without leading zeros, followed by null bytes.
    @inline(__always)
    var textOfNumber: UInt128 { text >> UInt128(truncatingIfNeeded: 8 &* leadingZeros) }
}

/// Writes an integer, with a minus if it is negative, to memory with room for it; returns its end.
///
/// SAFETY: an integer of 64 bits and the bytes stored after it take at most 24 bytes, one of 128 bits at most 48.
@inline(__always)
func putDigits<Integer: FixedWidthInteger>(
    of number: Integer, at start: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
    var start = start
    if Integer.isSigned {
        start.pointee = UInt8(ascii: "-")
        start += number < 0 ? 1 : 0
    }
    return Integer.bitWidth <= 64
        ? putMagnitude(UInt64(truncatingIfNeeded: number.magnitude), at: start)
        : putManyDigits(of: UInt128(truncatingIfNeeded: number.magnitude), at: start)
}

@inline(__always)
private func putMagnitude(_ number: UInt64, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    guard number >= 10 else {
        start.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)
        return start + 1
    }
    guard number < 100_000_000 else { return putManyDigits(of: number, at: start) }
    let digits = yodel_eight_digits(UInt32(truncatingIfNeeded: number))
    let zeros = digits.trailingZeroBitCount & ~7
    let text = (digits | 0x3030_3030_3030_3030) &>> UInt64(truncatingIfNeeded: zeros)
    UnsafeMutableRawPointer(start).storeBytes(of: text.littleEndian, as: UInt64.self)
    return start + (8 &- zeros &>> 3)
}

/// Like `putMagnitude`, for 100,000,000 and more.
@inline(never)
private func putManyDigits(of number: UInt64, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    guard number >= 10_000_000_000_000_000 else {
        let digits = DecimalDigits(number)
        UnsafeMutableRawPointer(start).storeBytes(of: digits.textOfNumber.littleEndian, as: UInt128.self)
        return start + (16 &- digits.leadingZeros)
    }
    let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
    let end = putManyDigits(of: high, at: start)
    let text = yodel_eight_digits(UInt32(truncatingIfNeeded: low)) | 0x3030_3030_3030_3030
    UnsafeMutableRawPointer(end).storeBytes(of: text.littleEndian, as: UInt64.self)
    return end + 8
}

@inline(never)
private func putManyDigits(of number: UInt128, at start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let (high, low) = number.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
    guard high > 0 else { return putMagnitude(UInt64(low), at: start) }
    let end = putManyDigits(of: high, at: start)
    UnsafeMutableRawPointer(end).storeBytes(of: DecimalDigits(UInt64(low)).text.littleEndian, as: UInt128.self)
    return end + 16
}
