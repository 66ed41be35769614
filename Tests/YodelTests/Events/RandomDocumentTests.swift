import Testing

@testable import Yodel

/// Documents made at random, most of them a little wrong: the decoder judges them as the grammar that is written down
/// plainly does, with the error at the same place, whatever the options and however they are cut.
@Suite("Random documents")
struct RandomDocumentTests {
    private struct Kept: Model, Equatable {
        var kept: Int?
    }

    @Test("Pieces of tokens in any order")
    func soup() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<1_200 {
            expectJudgement(pieces(1...12, using: &generator), using: &generator)
        }
    }

    @Test("Documents that are right but for a few places")
    func mutations() {
        var generator = SeededGenerator(seed: 12)
        var accepted = 0
        for _ in 0..<1_200 {
            var json = value(depth: 3, using: &generator)
            for _ in 0..<Int.random(in: 0...3, using: &generator) { mutate(&json, using: &generator) }
            if expectJudgement(json, using: &generator) { accepted += 1 }
        }
        // Else there would be nothing random about them.
        #expect((300...900).contains(accepted))
    }

    // MARK: - Judging

    private static let decoders: [ModelDecoder] = {
        var commented = ModelDecoder()
        commented.allowsComments = true
        var trailed = commented
        trailed.allowsTrailingContent = true
        var limited = ModelDecoder()
        limited.limits = ParserLimits(depth: 3, stringBytes: 6, numberCharacters: 3)
        var roomier = ModelDecoder()
        roomier.limits = ParserLimits(depth: 4, stringBytes: 70, numberCharacters: 5)
        return [commented, trailed, limited, roomier]
    }()

    /// Judges a document as a value, as raw JSON and as a value that is skipped.
    ///
    /// - Returns: Whether it is right under the default options.
    @discardableResult
    private func expectJudgement(_ json: [UInt8], using generator: inout SeededGenerator) -> Bool {
        let skipped = Array(#"{"b": "#.utf8) + json + Array("}".utf8)
        for decoder in [ModelDecoder(), Self.decoders.randomElement(using: &generator)!] {
            expect(ReferenceGrammar.failure(json, decoder: decoder), decoding: JSONValue.self, json, decoder)
            if Bool.random(using: &generator) {
                expect(ReferenceGrammar.failure(json, decoder: decoder), decoding: RawJSON.self, json, decoder)
            } else {
                expect(ReferenceGrammar.failure(skipped, decoder: decoder), decoding: Kept.self, skipped, decoder)
            }
        }
        return ReferenceGrammar.failure(json, decoder: ModelDecoder()) == nil
    }

    private func expect<Value>(
        _ failure: ReferenceGrammar.Failure?, decoding type: Value.Type, _ json: [UInt8], _ decoder: ModelDecoder
    ) {
        let cuts = Cuts(chunkSizes: [1, 2, 3, 7], everySplitBelow: 0, sampledSplits: 3)
        guard let failure else {
            #expect(throws: Never.self, "\(String(decoding: json, as: UTF8.self))") {
                try decodeEveryWay(type, json, decoder: decoder, cuts: cuts) { "\($0)" }
            }
            return
        }
        let before = json.prefix(failure.offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        expectError(
            failure.code, at: failure.offset, line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: failure.offset - lineStart + 1, decoding: type, json, decoder: decoder, cuts: cuts)
    }

    // MARK: - Making

    /// Whole tokens, parts of them and what is none, but no zero bytes: early in a document they show UTF-16.
    private static let pieces: [[UInt8]] =
        [
            "[", "]", "{", "}", ":", ",", "[[", "]]", "{}", "[]", #"{"a":"#, "\"", #""a""#, #""a":"#, #"\"#, #"\""#,
            #"\\"#, #"\n"#, #"\u"#, #"\u00e9"#, #"\uD83D"#, #"\uDE00"#, #"\uD83D\uDE00"#, "é", "€", "😀", "true",
            "false", "null", "tru", "nul", "e", "x", "_", "1", "0", "-", "+", ".", "12", "1.5", "1e5", "-0.1E+2", "01",
            "1234567", " ", "  ", "\n", "\t", "\r\n", "\u{B}", "\u{1}", "\u{7F}", "/", "//", "/*", "*/", "/**/", "*",
            "'", "#", ",1", ",\"b\":", "0123456789012345678901234567890123456789012345678901234567890123",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ].map { Array($0.utf8) } + fragments

    private static let fragments: [[UInt8]] = [
        [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0x80], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80],
    ]

    private func pieces(_ count: ClosedRange<Int>, using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: count, using: &generator)).flatMap { _ in Self.pieces.randomElement(using: &generator)! }
    }

    private func value(depth: Int, using generator: inout SeededGenerator) -> [UInt8] {
        let space = ["", "", "", " ", "\n", "\t "]
        func text(_ texts: [String]) -> [UInt8] { Array(texts.randomElement(using: &generator)!.utf8) }
        func list(_ open: String, _ close: String, element: () -> [UInt8]) -> [UInt8] {
            let elements = (0..<Int.random(in: 0...3, using: &generator)).map { _ in element() }
            let separator = text([",", ", ", " ,"])
            return Array(open.utf8) + text(space) + elements.joined(separator: separator) + Array(close.utf8)
        }
        let strings = [
            #""""#, #""a""#, #""é€😀""#, #""\"\\""#, #""\u00e9\uD83D\uDE00""#, #""[{,:]}""#, #""// /*""#, #""text""#,
            "\"\(String(repeating: "long ", count: 14))\"",
        ]
        let value =
            switch Int.random(in: depth > 0 ? 0...5 : 2...5, using: &generator) {
            case 0: list("[", "]") { self.value(depth: depth - 1, using: &generator) }
            case 1:
                list("{", "}") {
                    text(strings) + text([":", " : ", ":\n"]) + self.value(depth: depth - 1, using: &generator)
                }
            case 2, 3: text(strings)
            case 4: text(["0", "-1", "12", "3.25", "-0", "1e5", "2.5E-3", "1234567890123456789012"])
            default: text(["true", "false", "null"])
            }
        return text(space) + value + text(space)
    }

    private func mutate(_ json: inout [UInt8], using generator: inout SeededGenerator) {
        let start = Int.random(in: 0...json.count, using: &generator)
        let end = min(start + Int.random(in: 0...3, using: &generator), json.count)
        switch Int.random(in: 0...4, using: &generator) {
        case 0: json.removeSubrange(start..<end)
        case 1: json.insert(contentsOf: pieces(1...1, using: &generator), at: start)
        case 2: json.replaceSubrange(start..<end, with: pieces(1...2, using: &generator))
        case 3: json.insert(contentsOf: json[start..<end], at: Int.random(in: 0...json.count, using: &generator))
        default: json.removeSubrange(start...)
        }
    }
}
