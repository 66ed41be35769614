import Testing

@testable import Yodel

@Suite("String, Substring and Character fields")
struct TextFieldTests {
    /// Literals, and the text they mean.
    static let texts: [(json: String, text: String)] = [
        (#""""#, ""),
        (#""a""#, "a"),
        (#""fifteen bytes..""#, "fifteen bytes.."),
        (#""sixteen bytes...""#, "sixteen bytes..."),
        (#""größer 永 🏴󠁧󠁢󠁷󠁬󠁳󠁿""#, "größer 永 🏴󠁧󠁢󠁷󠁬󠁳󠁿"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0000\u00e9\u6C38\uD83D\uDE00""#, "\0é永😀"),
        (#""[1, {\"a\": null}]""#, "[1, {\"a\": null}]"),
    ]

    @Test("A string of ASCII has the flag for it, which makes it faster", arguments: [0, 7, 8, 15, 16, 40])
    func knownASCII(_ length: Int) throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let text = String(repeating: "a", count: length)
        for parser in Parser.all {
            let decoder = ModelDecoder.with { $0.parser = parser }
            let decoded = try decoder.decode([String].self, from: #"["\#(text)","\#(text)\n","\#(text)é"]"#)
            #expect(decoded == [text, text + "\n", text + "é"])
            #expect(decoded.map { $0.utf8Span.isKnownASCII } == [true, true, false])
        }
    }

    @Test("A String is the text, unescaped", arguments: texts)
    func strings(json: String, text: String) {
        expectEverywhere(json, is: text) { Array($0.utf8) }
    }

    @Test("A Substring is the text, unescaped", arguments: texts)
    func substrings(json: String, text: String) {
        expectEverywhere(json, is: Substring(text)) { Array($0.utf8) }
    }

    @Test("A long text is complete")
    func longText() {
        let text = String(repeating: "0123456789 größer ", count: 2_000)
        let cuts = Cuts(chunkSizes: [7, 64, 4_096])
        expectDecoded(OneField<String>.self, #"{"value":"\#(text)"}"#, as: text, cuts: cuts) { $0.value }
        expectDecoded(#"["\#(text)"]"#, as: [Substring(text)], cuts: cuts)
    }

    @Test(
        "A Character is one grapheme cluster, of any number of scalars",
        arguments: [
            (#""a""#, "a"), (#"" ""#, " "), (#""e\u0301""#, "é"), (#""\r\n""#, "\r\n"), (#""\uD83D\uDE00""#, "😀"),
            (#""👨‍👩‍👧‍👦""#, "👨‍👩‍👧‍👦"), (#""🇨🇭""#, "🇨🇭"), (#""\u0000""#, "\0"),
        ] as [(String, Character)])
    func characters(json: String, character: Character) {
        expectEverywhere(json, is: character)
    }

    @Test("Empty text and two characters are refused as a Character")
    func noCharacter() {
        expectRefusedEverywhere(
            #""""#, as: Character.self, .invalidValue, expected: "Character", found: #"the string """#)
        expectRefusedEverywhere(#""ab""#, as: Character.self, .invalidValue)
        expectRefusedEverywhere(#""🇨🇭🇨""#, as: Character.self, .invalidValue)
    }

    @Test("Values of other JSON types are refused as mismatches")
    func mismatches() {
        expectMismatchEverywhere(String.self, for: JSONLiteral.all(but: .string))
        expectMismatchEverywhere(Substring.self, for: JSONLiteral.all(but: .string))
        expectMismatchEverywhere(Character.self, for: JSONLiteral.all(but: .string))
    }

    @Test("An error quotes no more than the beginning of a long text")
    func longTextInError() {
        let text = String(repeating: "é", count: 60)
        expectRefusedEverywhere(
            "\"\(text)\"", as: Int.self, .typeMismatch, found: "the string \"\(String(repeating: "é", count: 40))…\"")
    }
}
