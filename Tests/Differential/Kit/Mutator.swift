package import BenchmarkModels

/// Mutates documents, often keeping them valid: removes, inserts and moves bytes and pieces, and inserts text that is
/// hard to read.
package struct Mutator {
    package var generator: SeededGenerator

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The document with up to four changes.
    ///
    /// - Parameter other: A document from which pieces may be inserted.
    package mutating func mutated(_ document: [UInt8], with other: [UInt8]) -> [UInt8] {
        var document = document
        for _ in 0..<count(0...4) { mutate(&document, other) }
        return document
    }

    private mutating func mutate(_ document: inout [UInt8], _ other: [UInt8]) {
        let place = chance(2) ? boundary(in: document) : count(0...document.count)
        let end = min(place + count(0...(chance(4) ? 200 : 4)), document.count)
        switch count(0...15) {
        case 0: flip(&document)
        case 1: document.removeSubrange(place..<end)
        case 2: document.insert(contentsOf: document[place..<end], at: count(0...document.count))
        case 3: document.removeSubrange(place...)
        case 4: swapBracket(&document)
        case 5: document.replaceSubrange(digits(in: document, from: place), with: longNumber())
        case 6: document.insert(contentsOf: nested(), at: place)
        case 7: document.insert(contentsOf: pick(Self.stringParts), at: insideString(of: document, from: place))
        case 8: document.insert(contentsOf: pick(Self.illFormed), at: insideString(of: document, from: place))
        case 9: document.insert(UInt8(count(0...0x1F)), at: place)
        case 10: document.insert(contentsOf: pick(Self.beginnings), at: chance(2) ? 0 : place)
        case 11: document.insert(contentsOf: pick(Self.spaces), at: place)
        case 12: document.insert(contentsOf: piece(of: other), at: place)
        case 13: document.replaceSubrange(place..<end, with: piece(of: other))
        case 14:
            document.insert(contentsOf: String(repeating: pick(["a", " ", "é"]), count: count(1...70)).utf8, at: place)
        default: RandomTokens.mutate(&document, using: &generator)
        }
    }

    // MARK: - Draws

    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func chance(_ oneIn: Int) -> Bool { count(1...oneIn) == 1 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &generator)! }

    // MARK: - Places

    /// The start or end of a token.
    private mutating func boundary(in document: [UInt8]) -> Int {
        let start = count(0...document.count)
        guard let index = document[start...].firstIndex(where: "{}[]:,\"".utf8.contains) else { return start }
        return index + count(0...1)
    }

    /// A position after the next quote, which often begins a string.
    private func insideString(of document: [UInt8], from start: Int) -> Int {
        document[start...].firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? start
    }

    /// The next run of digits.
    private func digits(in document: [UInt8], from start: Int) -> Range<Int> {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard let first = document[start...].firstIndex(where: isDigit) else { return start..<start }
        return first..<(document[first...].firstIndex { !isDigit($0) } ?? document.count)
    }

    // MARK: - Changes

    private mutating func flip(_ document: inout [UInt8]) {
        guard !document.isEmpty else { return }
        document[count(0...document.count - 1)] ^= 1 << UInt8(count(0...7))
    }

    private mutating func swapBracket(_ document: inout [UInt8]) {
        let start = count(0...document.count)
        guard let index = document[start...].firstIndex(where: "{}[]:,\"".utf8.contains) else { return }
        document[index] = pick(Array("{}[]:,\"".utf8))
    }

    private mutating func longNumber() -> [UInt8] {
        let digits = String((0..<count(1...(chance(10) ? 1_100 : 40))).map { _ in pick(Array("0123456789")) })
        return Array(
            "\(pick(["", "", "-", "0.", "0", "1e", "1E-", "-0.0"]))\(digits)\(pick(["", ".", ".5", "e9", "e+"]))".utf8)
    }

    private mutating func nested() -> [UInt8] {
        let depth = chance(10) ? count(500...520) : count(1...8)
        let pairs = [("[", "]"), (#"{"a":"#, "}"), ("[{\"a\":", "}]"), ("[0,", "]"), (" [ ", " ] ")]
        let (open, close) = pick(pairs)
        let inside = pick(["", "1", "[]", "null", "\"\\u00e9\""])
        let closed = chance(4) ? count(0...depth) : depth
        return Array((String(repeating: open, count: depth) + inside + String(repeating: close, count: closed)).utf8)
    }

    /// Up to forty bytes of a document.
    private mutating func piece(of other: [UInt8]) -> ArraySlice<UInt8> {
        let start = chance(2) ? boundary(in: other) : count(0...other.count)
        return other[start..<min(start + count(0...40), other.count)]
    }

    // MARK: - Pieces

    private static let stringParts: [[UInt8]] = [
        #"\""#, #"\\"#, #"\/"#, #"\b\f\n\r\t"#, #"\u0000"#, #"\u00e9"#, #"\u0041"#, #"\uD83D\uDE00"#, #"\ud83d"#,
        #"\ude00"#, #"\ud83d\u0041"#, #"\uFFFF"#, #"\u00g0"#, #"\u12"#, #"\q"#, "\\", "\u{7F}", "😀", "日本", "\"", "//",
        "\\u0022", "\n", "\u{0}",
    ].map { Array($0.utf8) }

    private static let illFormed: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC3, 0x28], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
        [0xED, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
        [0xF4, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]

    private static let beginnings: [[UInt8]] = [
        [0xEF, 0xBB, 0xBF], [0xEF, 0xBB], [0xEF], [0xFE, 0xFF], [0xFF, 0xFE], [0], [0x20, 0],
    ]

    private static let spaces: [[UInt8]] = [
        " ", "\n", "\r\n", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{2028}", "// c\n", "/* c */", "/**/", "/*",
        "//",
        "/", "*/", "\n\n    ", "                                  ",
    ].map { Array($0.utf8) }
}
