import BenchmarkModels
import CYodelKernels
import Testing

@testable import Yodel

@Suite("The kernel that replaces escapes")
struct UnescapeKernelTests {
    private struct Unescaped: Equatable {
        var bytes: [UInt8]
        var hasCopiedASCII: Bool
        var hasEscapedASCII: Bool
    }

    /// What the kernel writes for the text before a closing quote; nil if it finds the text unsound.
    ///
    /// Begins with a room of that size, and gives more whenever that is full.
    private func unescape(_ text: [UInt8], room: Int) -> Unescaped? {
        let string = text + [UInt8(ascii: "\"")]
        return string.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: string.count + 4) { output in
                let start = output.baseAddress!
                var state = yodel_begin_unescaping(bytes.baseAddress!, start)
                var room = min(room, output.count)
                while true {
                    switch yodel_unescape(&state, bytes.baseAddress! + bytes.count, start + room) {
                    case YODEL_OUTPUT_FULL:
                        #expect(room < output.count)
                        room = min(room + 1, output.count)
                    case YODEL_UNESCAPED:
                        #expect(state.position == bytes.baseAddress! + text.count)
                        return Unescaped(
                            bytes: Array(output[..<(state.output - start)]), hasCopiedASCII: state.has_copied_ascii,
                            hasEscapedASCII: state.has_escaped_ascii)
                    default: return nil
                    }
                }
            }
        }
    }

    private func escape(_ scalar: Unicode.Scalar) -> [UInt8] {
        String(scalar).utf16.flatMap { unit in
            let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
            return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
    }

    @Test("The escape of every character is that character")
    func scalars() {
        var wrong: [UInt32] = []
        for value in UInt32(0)...0x10FFFF where value < 0x11000 || value % 61 == 0 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected = Unescaped(
                bytes: Array(String(scalar).utf8), hasCopiedASCII: true, hasEscapedASCII: value < 0x80)
            if unescape(escape(scalar), room: 20) != expected { wrong.append(value) }
        }
        #expect(wrong == [])
    }

    @Test("Only hexadecimal digits are digits, at each of their places")
    func digits() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<4 {
                var escape = Array(#"\u0000"#.utf8)
                escape[2 + place] = byte
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
                let expected = digit.map { Array(String(Unicode.Scalar(UInt16($0 << (4 * (3 - place))))!).utf8) }
                #expect(unescape(escape, room: 20)?.bytes == expected, "\(byte) at \(place)")
            }
        }
    }

    @Test("Only the escapes of JSON are escapes")
    func letters() {
        let escapes: [Character: UInt8] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
        ]
        for byte in UInt8.min...UInt8.max {
            let result = unescape([UInt8(ascii: "\\"), byte, UInt8(ascii: "x")], room: 20)
            let character = escapes[Character(Unicode.Scalar(byte))]
            #expect(result?.bytes == character.map { [$0, UInt8(ascii: "x")] }, "\(byte)")
        }
    }

    @Test(
        "Half a surrogate pair is no character",
        arguments: [#"\ud83d"#, #"\ude00"#, #"\ud83d\ud83d"#, #"\ude00\ud83d"#])
    func surrogates(text: String) {
        for after in ["", "x", #"\n"#, #"\u0041"#, #"\u"#, #"\"#] {
            #expect(unescape(Array((text + after).utf8), room: 20) == nil)
        }
    }

    @Test("Characters and escapes of every kind, in any order, with any room")
    func random() {
        var generator = SeededGenerator(seed: 20_261_129)
        let plain = Array("abcdefghijklmnopqrstuvwxyz /:'{}[]").map(String.init) + ["a longer piece of plain text"]
        let copied = plain + plain + ["é", "日", "😀"]
        let escaped: [(String, String)] = [
            (#"\n"#, "\n"), (#"\\"#, #"\"#), (#"\""#, "\""), (#"\/"#, "/"), (#"\u0041"#, "A"), (#"\u0000"#, "\0"),
            (#"\u00e9"#, "é"), (#"\u65E5"#, "日"), (#"\ud83D\uDE00"#, "😀"),
        ]
        for _ in 0..<2_000 {
            let (copied, escaped) = (
                Bool.random(using: &generator) ? plain : copied, escaped.prefix(Bool.random(using: &generator) ? 6 : 9)
            )
            var (text, expected, escapes) = ("", "", "")
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    let (escape, character) = escaped.randomElement(using: &generator)!
                    text += escape
                    expected += character
                    escapes += character
                } else {
                    let piece = copied.randomElement(using: &generator)!
                    text += piece
                    expected += piece
                }
            }
            let result = unescape(Array(text.utf8), room: Int.random(in: 0...text.utf8.count + 4, using: &generator))
            #expect(
                result
                    == Unescaped(
                        bytes: Array(expected.utf8), hasCopiedASCII: text.utf8.allSatisfy { $0 < 0x80 },
                        hasEscapedASCII: escapes.utf8.allSatisfy { $0 < 0x80 }),
                "\(text)")
        }
    }

    @Test("Bytes after the string may make it unknown whether it is ASCII, but never wrong")
    func bytesAfter() throws {
        var memory = UnescapedText()
        let text = Array(#"ab\ncd"éééééééééé"#.utf8)
        let (string, isASCII, end) = try #require(
            text.withUnsafeBufferPointer { bytes in
                memory.read(bytes.start, end: bytes.start + bytes.count, limit: 100).map {
                    (Array($0.text), $0.isASCII, $0.end - bytes.start)
                }
            })
        #expect(string == Array("ab\ncd".utf8) && isASCII != false && end == 6)
    }
}
