internal import CYodelKernels

/// Makes a string from bytes that the source has checked to be UTF-8, and marks it as ASCII if it is, which makes it
/// faster.
///
/// - Parameter isASCII: Whether all bytes are ASCII; nil if unknown. For short strings the function finds out.
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
        // SAFETY: the scanner, or the guard before yajl, has checked these bytes.
        let isASCII = isASCII ?? yodel_is_ascii(start, count)
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Makes strings of up to 15 bytes, which Swift keeps in the two words of the value itself.
///
/// ```
/// "Emma"    45 6D 6D 61 00 00 00 00   00 00 00 00 00 00 00 E4
///           the bytes                             then A0, with 40 for ASCII, and how many
/// ```
///
/// The standard library takes a hundred instructions for this. The layout is part of Swift's binary interface on
/// Apple's platforms and the same elsewhere. It is checked once; if it differs, the standard library makes the strings.
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
        // Compares every length, of ASCII and of other text, with the standard library's result.
        for text in ["123456789abcdef", "ä3456789abcdef", "ä345678ä€"] {
            for count in 0...15 {
                let bytes = Array(text.utf8.prefix(count))
                guard let expected = String(validating: bytes, as: UTF8.self) else { continue }
                let read = bytes.withUnsafeBufferPointer { yodel_read_short($0.start, bytes.count) }
                let made = words(read, bytes.count, nil)
                // SAFETY: the sizes are equal, and two integers may have any bits.
                guard unsafeBitCast(expected, to: (UInt64, UInt64).self) == made else { return false }
            }
        }
        return true
        #else
        return false
        #endif
    }

    /// Makes a string of a UTF-8 text; the layout must be the expected one.
    @inline(__always)
    static func make(_ text: yodel_short_text, _ count: Int) -> String {
        // SAFETY: these are the bits of a string, by the check above; a small string owns no memory.
        unsafeBitCast(words(text, count, nil), to: String.self)
    }

    /// Writes an ASCII string to uninitialised memory.
    @inline(__always)
    static func store(_ string: yodel_short_string, into slot: UnsafeMutableRawPointer) {
        // SAFETY: as above. The string is stored as words, so no reference is counted.
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
