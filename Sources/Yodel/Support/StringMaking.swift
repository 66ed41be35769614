internal import CYodelKernels

/// A string of bytes that the source has found to be UTF-8; one of ASCII alone is made to know it, for it is faster then.
///
/// - Parameter isASCII: Whether all are ASCII; nil where that is unknown. Of a short string it is seen while it is made.
@inline(__always)
func makeString(_ start: UnsafePointer<UInt8>, _ count: Int, _ isASCII: Bool?) -> String {
    if count <= 15, SmallString.isLaidOutAsExpected {
        return SmallString.make(yodel_read_short(start, count), count)
    }
    return makeLongString(start, count, isASCII)
}

@inline(never)
private func makeLongString(_ start: UnsafePointer<UInt8>, _ count: Int, _ isASCII: Bool?) -> String {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        // SAFETY: the guard in front of yajl and the scanner have checked these bytes.
        let isASCII = isASCII ?? yodel_is_ascii(start, count)
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Strings of up to 15 bytes, which Swift keeps in the two words of the value itself.
///
/// ```
/// "Emma"    45 6D 6D 61 00 00 00 00   00 00 00 00 00 00 00 E4
///           the bytes                             then A0, with 40 for ASCII, and how many
/// ```
///
/// The standard library takes a hundred instructions to make one. How they are laid out is part of Swift's binary
/// interface on Apple's platforms and the same elsewhere; it is looked at once, and where it is another the library
/// makes them.
enum SmallString {
    @inline(__always)
    static var isLaidOutAsExpected: Bool {
        let known = yodel_known_string_layout()
        return known == 0 ? findLayout() : known == expected
    }

    private static var expected: UInt8 { 1 }
    private static var another: UInt8 { 2 }

    @inline(never)
    private static func findLayout() -> Bool {
        let isExpected = areWordsAsExpected()
        yodel_note_string_layout(isExpected ? expected : another)
        return isExpected
    }

    private static func areWordsAsExpected() -> Bool {
        #if _endian(little) && _pointerBitWidth(_64)
        guard MemoryLayout<String>.size == 16 else { return false }
        // Every length, of ASCII and of other text, against what the library makes.
        for text in ["123456789abcdef", "ä3456789abcdef", "ä345678ä€"] {
            for count in 0...15 {
                let bytes = Array(text.utf8.prefix(count))
                guard let expected = String(validating: bytes, as: UTF8.self) else { continue }
                let read = bytes.withUnsafeBufferPointer { yodel_read_short($0.start, bytes.count) }
                let made = words(read, bytes.count, nil)
                // SAFETY: of one size, and any bits are two integers.
                guard unsafeBitCast(expected, to: (UInt64, UInt64).self) == made else { return false }
            }
        }
        return true
        #else
        return false
        #endif
    }

    /// A string of a text, which is UTF-8; the layout is as expected.
    @inline(__always)
    static func make(_ text: yodel_short_text, _ count: Int) -> String {
        // SAFETY: the bits of a string, by the check above; such a one owns nothing.
        unsafeBitCast(words(text, count, nil), to: String.self)
    }

    /// Writes a string of ASCII to memory that holds nothing.
    @inline(__always)
    static func store(_ string: yodel_short_string, into slot: UnsafeMutableRawPointer) {
        // SAFETY: as above; written as words, for which no reference is counted.
        let words = words(string.text, string.count, true)
        slot.storeBytes(of: words.0, as: UInt64.self)
        slot.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
    }

    @inline(__always)
    private static func words(_ text: yodel_short_text, _ count: Int, _ isASCII: Bool?) -> (UInt64, UInt64) {
        let isASCII = isASCII ?? ((text.low | text.high) & 0x8080_8080_8080_8080 == 0)
        return (text.low, text.high | (UInt64(truncatingIfNeeded: count) | (isASCII ? 0xE0 : 0xA0)) &<< 56)
    }
}
