import CYodelKernels

// Numbers. No checks for room: ``OutputBuffer/slack`` is more than the longest number takes.

extension OutputBuffer {
    @inline(__always)
    mutating func put(integer value: Int64) { cursor = putDigits(of: value, at: cursor) }

    @inline(__always)
    mutating func put(integer value: UInt64) { cursor = putDigits(of: value, at: cursor) }

    mutating func put(integer value: Int128) {
        if value < 0 { put(UInt8(ascii: "-")) }
        put(integer: value.magnitude)
    }

    mutating func put(integer value: UInt128) {
        let (high, low) = value.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
        guard high > 0 else { return put(integer: UInt64(low)) }
        put(integer: high)
        // SAFETY: ``slack`` is more than the sixteen bytes that are stored.
        UnsafeMutableRawPointer(cursor).storeBytes(of: DecimalDigits(UInt64(low)).text.littleEndian, as: UInt128.self)
        cursor += 16
    }

    @inline(__always)
    mutating func put(_ value: Double, _ form: FloatForm) { cursor = FloatText.put(value, form, at: cursor) }

    @inline(__always)
    mutating func put(_ value: Float, _ form: FloatForm) { cursor = FloatText.put(value, form, at: cursor) }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @inline(__always)
    mutating func put(_ value: Float16, _ form: FloatForm) { cursor = FloatText.put(value, form, at: cursor) }
    #endif
}
