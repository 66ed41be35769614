import BenchmarkModels
import Testing

@testable import Yodel

/// Valid text in strings and between tokens, and the exact place of the first invalid byte: the same whole and in
/// chunks of any size.
@Suite("Valid text")
struct TextSoundnessTests {
    /// The content of an invalid string, and the place of the error.
    struct StringFault: Sendable, CustomTestStringConvertible {
        let content: [UInt8]
        let offset: Int

        init(_ content: String, at offset: Int = 0) {
            self.content = Array(content.utf8)
            self.offset = offset
        }

        init(_ content: [UInt8], at offset: Int = 0) {
            self.content = content
            self.offset = offset
        }

        var testDescription: String { String(decoding: content, as: UTF8.self).debugDescription }
    }

    /// Expects that a string is refused in every place: as a document, an element, a key, in values that are kept raw
    /// or skipped, and so far from its quotes that the error is in the middle of a block.
    private func expectFault(_ code: ModelError.Code, in fault: StringFault) {
        func expect<Value>(_ type: Value.Type, _ before: String, _ after: String, _ cuts: Cuts = .standard) {
            let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            expectError(
                code, at: before.utf8.count + fault.offset, line: lines.count,
                column: lines.last!.utf8.count + fault.offset + 1, decoding: type,
                Array(before.utf8) + fault.content + Array(after.utf8), cuts: cuts)
        }
        expect(String.self, "\"", "\"")
        expect(JSONValue.self, "[1,\n \"", "\"]")
        expect(JSONValue.self, "{\"", "\": 1}")
        expect([RawJSON].self, "[[\"", "\"]]")
        expect(Kept.self, #"{"other": {"inner": [""#, #""]}, "kept": 1}"#)
        let filling = String(repeating: "x", count: 140)
        for length in 50...66 {
            let cuts = Cuts(chunkSizes: [64], everySplitBelow: 0)
            expect(String.self, "\"\(filling.prefix(length))", "\(filling)\"", cuts)
        }
    }

    private func string(_ content: [UInt8]) throws -> [UInt8] {
        let json = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
        return Array(try decodeEveryWay(String.self, json) { Array($0.utf8) }.utf8)
    }

    // MARK: - Escapes

    @Test(
        "An invalid escape is refused at its backslash, one of a surrogate pair at the first",
        arguments: [
            StringFault(#"\x41"#), StringFault(#"\a"#), StringFault(#"\'"#), StringFault(#"\U0041"#),
            StringFault(#"\0"#), StringFault("\\\n"), StringFault("\\é"), StringFault("ab\\ ", at: 2),
            StringFault([0x5C, 0]),
            // Not enough digits.
            StringFault(#"\u"#), StringFault(#"\u004"#), StringFault(#"\u00G0"#), StringFault(#"\u00 41"#),
            StringFault(#"\u-041"#), StringFault("\\u00\n0"), StringFault(#"\n\u12"#, at: 2),
            // The first half of a pair alone.
            StringFault(#"\uD800"#), StringFault(#"\uD800x"#), StringFault(#"\uDBFFé"#), StringFault(#"\udbff\n"#),
            StringFault(#"\uD800\\"#), StringFault(#"\uD800\uD800"#), StringFault(#"\uD800\uD800\uDC00"#),
            StringFault(#"\uD83D\uDE00\uD83D"#, at: 12),
            // Another escape in place of the second half.
            StringFault(#"\uD800\u0041"#), StringFault(#"\uD83D\uE000"#), StringFault(#"\uD888\u1234"#),
            StringFault(#"\uD83D\u"#), StringFault(#"\uD83D\u0"#), StringFault(#"\uD83D\\u0"#),
            StringFault(#"\uD83D\uDE0"#), StringFault(#"\uD83D\uDE0G"#), StringFault(#"\uD83D\xDE00"#),
            StringFault(#"ab\uD83D\uDGGG"#, at: 2),
            // The second half alone.
            StringFault(#"\uDC00"#), StringFault(#"\uDFFF"#), StringFault(#"\uDFFF\uD800"#),
            StringFault(#"\udd1e\uD834"#), StringFault(#"\uD83D\uDE00\uDE00"#, at: 12),
        ])
    func escapes(_ fault: StringFault) {
        expectFault(.invalidEscape, in: fault)
    }

    @Test(
        "Escapes have JSON's meaning, up to the edges of the surrogates",
        arguments: [
            (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u0000"#, "\0"), (#"\u0041\u00e9\u00E9"#, "Aéé"),
            (#"\uD7FF\uE000\uFFFF"#, "\u{D7FF}\u{E000}\u{FFFF}"), (#"\uD800\uDC00"#, "\u{10000}"),
            (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), (#"\ud83d\uDe00"#, "😀"), (#"\uD83D\uDE00\uD83D\uDE01"#, "😀😁"),
            (#"\\uD800"#, #"\uD800"#), (#"\\\uD83D\uDE00\\"#, #"\😀\"#), (#"\\\""#, #"\""#), (#"\ufeff"#, "\u{FEFF}"),
        ])
    func validEscapes(_ content: String, _ value: String) throws {
        #expect(try string(Array(content.utf8)) == Array(value.utf8))
        for length in 50...66 {
            let filling = String(repeating: "x", count: length)
            let decoded = try string(Array("\(filling)\(content)é\(filling)".utf8))
            #expect(decoded == Array("\(filling)\(value)é\(filling)".utf8))
        }
    }

    // MARK: - UTF-8

    @Test(
        "Bytes that are not UTF-8 are refused at the first byte of their sequence",
        arguments: [
            // A continuation byte alone, one too many, one too few.
            StringFault([0x80]), StringFault([0xBF, 0x41]), StringFault([0xC3, 0xA9, 0x80], at: 2), StringFault([0xC3]),
            StringFault([0xC3, 0x41]), StringFault([0xE2, 0x82]), StringFault([0xE2, 0x82, 0x41]),
            StringFault([0xF0, 0x9F, 0x98]), StringFault([0x41, 0xF0, 0x9F, 0x98, 0xC3, 0xA9], at: 1),
            StringFault([0xE2, 0xE2, 0x82, 0xAC]), StringFault([0xC3, 0x5C, 0x6E]),
            // Overlong.
            StringFault([0xC0, 0x80]), StringFault([0xC0, 0xAF]), StringFault([0xC1, 0xBF]),
            StringFault([0xE0, 0x80, 0x80]), StringFault([0xE0, 0x9F, 0xBF]), StringFault([0xF0, 0x80, 0x80, 0x80]),
            StringFault([0xF0, 0x8F, 0xBF, 0xBF]), StringFault([0xF8, 0x88, 0x80, 0x80, 0x80]),
            StringFault([0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
            // Surrogates.
            StringFault([0xED, 0xA0, 0x80]), StringFault([0xED, 0xBF, 0xBF]),
            StringFault([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
            // Beyond U+10FFFF.
            StringFault([0xF4, 0x90, 0x80, 0x80]), StringFault([0xF5, 0x80, 0x80, 0x80]), StringFault([0xFE]),
            StringFault([0xFF]),
        ])
    func invalidUTF8(_ fault: StringFault) {
        expectFault(.invalidUTF8, in: fault)
    }

    @Test("Characters of every length are unchanged, up to the edges of the allowed ranges")
    func validUTF8() throws {
        let edges = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FEFF}\u{FFFF}\u{10000}\u{3FFFF}\u{40000}\u{10FFFF}"
        #expect(try string(Array(edges.utf8)) == Array(edges.utf8))
        for length in 0..<64 {
            let text = String(repeating: "x", count: length) + edges + String(repeating: "é€😀", count: 8)
            #expect(try string(Array(text.utf8)) == Array(text.utf8))
        }
    }

    @Test("Random sequences are judged as the standard library does")
    func randomSequences() {
        let alphabet: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<6_000 {
            // Mostly with a valid beginning.
            var content = Array(["", "é", "€", "😀"].randomElement(using: &generator)!.utf8)
            content += (0..<4).map { _ in alphabet.randomElement(using: &generator)! }
            expectJudgement(content)
        }
    }

    /// Compares with the longest valid UTF-8 prefix, once byte by byte and once across the edge of a block.
    private func expectJudgement(_ content: [UInt8]) {
        let valid = (0...content.count).last { String(validating: content.prefix($0), as: UTF8.self) != nil }!
        for (filling, sizes) in [(0, [1]), (61, [])] {
            let before = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "x"), count: filling)
            let json = before + content + Array(repeating: UInt8(ascii: "y"), count: filling) + [UInt8(ascii: "\"")]
            let error = modelError {
                try decodeEveryWay(String.self, json, cuts: Cuts(chunkSizes: sizes, everySplitBelow: 0))
            }
            let found = error.flatMap { $0.code == .invalidUTF8 ? $0.offset : -1 }
            let expected = valid == content.count ? nil : before.count + valid
            if found != expected {
                Issue.record("\(content) is judged \(found as Any), not \(expected as Any)")
            }
        }
    }

    // MARK: - Control characters and white space

    private static let whiteSpace: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]

    @Test("Control characters in strings are refused, including line feeds and tabs", arguments: UInt8(0)..<0x20)
    func controlsInStrings(_ control: UInt8) {
        // A zero among the first two bytes indicates UTF-16.
        if control != 0 { expectFault(.controlCharacter, in: StringFault([control])) }
        expectFault(.controlCharacter, in: StringFault([0x61, 0x62, control, 0x63], at: 2))
        expectFault(.controlCharacter, in: StringFault(Array(#"é\n"#.utf8) + [control], at: 4))
    }

    @Test("Between tokens, all control characters except white space are refused", arguments: UInt8(0)..<0x20)
    func controlsOutside(_ control: UInt8) throws {
        let isSpace = Self.whiteSpace.contains(control)
        let scalar = String(UnicodeScalar(control))
        for (before, after) in [
            ("  ", "1"), ("[ ", "1]"), ("[1", "]"), ("[1,", "2]"), ("[\"a\"", "]"), (#"{"a""#, ": 1}"),
            (#"{"a":"#, "1}"), (#"{"a":1"#, "}"), (#"{"a":1, "#, #""b":2}"#), ("[true", ",false]"), ("[{}", "]"),
        ] {
            let json = before + scalar + after
            if isSpace {
                #expect(
                    try decodeEveryWay(JSONValue.self, json, comparing: \.description)
                        == ModelDecoder().decode(JSONValue.self, from: before + after))
            } else {
                expectError(.controlCharacter, at: before.utf8.count, json)
                expectError(.controlCharacter, at: before.utf8.count + 5, decoding: Kept.self, #"{"b":"# + json + "}")
            }
        }
    }

    @Test(
        "White space of other standards is not JSON's",
        arguments: [
            "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{2029}", "\u{3000}",
            "\u{FEFF}",
        ])
    func otherWhiteSpace(_ space: String) {
        let code = space.utf8.count == 1 ? ModelError.Code.controlCharacter : .unexpectedToken
        expectError(code, at: 3, "[1,\(space)2]")
        expectError(code, at: 4, line: 2, column: 2, "[1\n,\(space)2]")
        expectError(code, at: 2, "[1\(space),2]")
        expectError(.trailingContent, at: 2, "{}\(space)")
    }
}
