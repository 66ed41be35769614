// Numbers. No checks for room: ``OutputBuffer/slack`` is more than the longest number takes.

extension OutputBuffer {
    @inline(__always)
    mutating func put(integer value: some FixedWidthInteger) { cursor = putDigits(of: value, at: cursor) }

    @inline(__always)
    mutating func put(_ value: some BinaryFloat, _ form: FloatForm) { cursor = FloatText.put(value, form, at: cursor) }
}
