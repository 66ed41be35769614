package import BenchmarkModels

/// Documents that match no model: valid values of any kind, and pieces of tokens in any order.
package enum RandomTokens {
    /// Tokens, parts of tokens and invalid tokens, but no zero bytes: early in a document they indicate UTF-16.
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

    /// Pieces in any order: hardly ever a valid document.
    package static func pieces(_ count: ClosedRange<Int>, using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: count, using: &generator)).flatMap { _ in Self.pieces.randomElement(using: &generator)! }
    }

    /// A valid value with containers up to `depth` deep.
    package static func value(depth: Int, using generator: inout SeededGenerator) -> [UInt8] {
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
            case 0: list("[", "]") { Self.value(depth: depth - 1, using: &generator) }
            case 1:
                list("{", "}") {
                    text(strings) + text([":", " : ", ":\n"]) + Self.value(depth: depth - 1, using: &generator)
                }
            case 2, 3: text(strings)
            case 4: text(["0", "-1", "12", "3.25", "-0", "1e5", "2.5E-3", "1234567890123456789012"])
            default: text(["true", "false", "null"])
            }
        return text(space) + value + text(space)
    }

    /// Leaves something out, puts pieces in, repeats a part, or cuts the end off.
    package static func mutate(_ json: inout [UInt8], using generator: inout SeededGenerator) {
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
