import CYodelKernels
import Foundation
import Testing

@testable import Yodel

/// Strings of up to 15 bytes, which are made without the standard library.
@Suite("Short strings")
struct ShortStringTests {
    /// If this fails, the library makes the strings: correct, but slower.
    @Test("Strings have the expected layout", .enabled(if: MemoryLayout<Int>.size == 8 && Int(littleEndian: 1) == 1))
    func layout() {
        #expect(SmallString.isLaidOutAsExpected)
    }

    @Test("With every length and character, they equal the strings that the library makes", arguments: 0...17)
    func contents(_ count: Int) {
        for character in ["a", "\u{7F}", "\0", "é", "日", "😀", "e\u{301}"] {
            let text = String(repeating: character, count: count)
            let bytes = Array(text.utf8)
            let made = bytes.withUnsafeBufferPointer { makeString($0.start, $0.count, nil) }
            #expect(made == text && made.hashValue == text.hashValue && Array(made.utf8) == bytes)
            #expect(
                made.count == text.count && made + "!" == text + "!"
                    && made.unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }

    @Test("The kernel finds the end of a short string of ASCII, and of no other")
    func ends() {
        for count in 0...16 {
            for last in [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x1F, 0x80, UInt8(ascii: "x")] {
                let text = [UInt8](repeating: UInt8(ascii: "x"), count: count) + [last]
                let padded = text + [UInt8](repeating: UInt8(ascii: "\""), count: 17 - text.count + 1)
                let expected =
                    switch last {
                    case UInt8(ascii: "\""): count < 16 ? count : -1
                    case UInt8(ascii: "x"): count + 1 < 16 ? count + 1 : -1
                    default: -1
                    }
                #expect(yodel_scan_short_string(padded).count == expected, "\(padded)")
            }
        }
    }
}
