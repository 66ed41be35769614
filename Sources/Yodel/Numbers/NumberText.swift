/// A JSON number literal as written, borrowed from the source.
///
/// Event sources pass text that follows the grammar; lenient conversions pass any text. So every conversion below
/// checks what it reads, never reads outside the text, and fails rather than returning a wrong value. Each has a fast
/// half for common literals and a slow half for the rest:
///
///     -65.613616999999977    NumberText+Scanning:  mantissa 65613616999999977, exponent -15, eight digits at a time
///     1e400, 0.1000…0001     NumberText+Parts:     any length of digits, any exponent, in linear time
///
/// The slow half for floating-point values is the standard library's.
struct NumberText {
    let start: UnsafePointer<UInt8>
    /// At least 1 for a literal; no conversion succeeds on an empty text.
    let count: Int

    @inline(__always)
    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.init(start: bytes.start, count: bytes.count)
    }

    @inline(__always)
    var end: UnsafePointer<UInt8> { start + count }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// Whether the bytes are one JSON number and nothing else: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
    var isValid: Bool { parts() != nil }
}

/// Why a literal has no value of the requested type.
enum NumberProblem: Error {
    /// The literal has a fractional part, or is not a JSON number.
    case notAnInteger
    /// The value is outside the type's bounds.
    case outOfRange
}

/// The ASCII bytes of a number.
enum NumberByte {
    @inline(__always) static var zero: UInt8 { UInt8(ascii: "0") }
    @inline(__always) static var minus: UInt8 { UInt8(ascii: "-") }
    @inline(__always) static var plus: UInt8 { UInt8(ascii: "+") }
    @inline(__always) static var point: UInt8 { UInt8(ascii: ".") }
    /// `e`; an `E` with the bit of lower case set.
    @inline(__always) static var exponent: UInt8 { UInt8(ascii: "e") }
    @inline(__always) static var lowerCaseBit: UInt8 { 0x20 }
}
