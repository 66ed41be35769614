import Testing
import Yodel

/// Differences between scanner and yajl, or between yajl in one piece and in chunks, that have been fixed.
@Suite struct FoundDifferenceTests {
    private func limited(_ limits: ParserLimits, allowsComments: Bool = false) -> ModelDecoder {
        var decoder = ModelDecoder()
        decoder.limits = limits
        decoder.allowsComments = allowsComments
        return decoder
    }

    @Test("A slash that may begin a comment counts in the offset at which the document is cut")
    func slashAtDocumentLimit() {
        let decoder = limited(ParserLimits(documentBytes: 2), allowsComments: true)
        expectError(.documentLimit, at: 2, path: "$[0]", "[/]", decoder: decoder)
        expectError(.documentLimit, at: 2, path: "$[0]", "[// ]\n]", decoder: decoder)
    }

    @Test("Text that begins like a number exceeds the number's limit before the document's")
    func longTokensThatBeginWithPoints() {
        let limits = ParserLimits(numberCharacters: 2, documentBytes: 4)
        for text in [".0E+0", "+0000", "-0000", "00000"] {
            expectError(.numberLimit, at: 0, text, decoder: limited(limits))
            expectError(.documentLimit, at: 4, "  \(text)", decoder: limited(limits))
        }
    }

    @Test("A word is known to be invalid after 64 bytes, even if the document is cut after them")
    func longWords() {
        let word = String(repeating: "a", count: 100)
        for limit in [64, 65, 80, 100] {
            let decoder = limited(ParserLimits(numberCharacters: 10, documentBytes: limit))
            if limit == 64 {
                expectError(.documentLimit, at: 64, word, decoder: decoder)
            } else {
                expectError(.unexpectedToken, at: 0, word, decoder: decoder)
            }
        }
        // With a longer limit for numbers, a word may also be longer.
        expectError(.documentLimit, at: 80, word, decoder: limited(ParserLimits(documentBytes: 80)))
    }
}
