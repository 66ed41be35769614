/// The words that a fuzzer inserts into inputs: JSON's tokens, and the keys and texts of a target's types.
package enum FuzzDictionary {
    private static let tokens = [
        "{", "}", "[", "]", ":", ",", "\"", "{}", "[]", "[[", "]]", "\"\"", "\":", ",\"", "\\", "\\\"", "\\\\", "\\/",
        "\\n",
        "\\u0000", "\\u00e9", "\\ud83d\\ude00", "\\ud800", "true", "false", "null", "-0", "0.5", "1e5", "1E-2", "0e5",
        "1e400", "1e-400", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "1.0000000000000000001", "\n", "\r\n", "\t", "\u{1E}", "\u{FEFF}", "//", "/*", "*/",
        "é", "e\u{301}", "😀", "\u{0}", "NaN", "2024-02-29T12:00:00Z", "AQID",
    ]

    /// The dictionary in libFuzzer's notation, one word per line.
    ///
    /// - Parameter samples: Inputs of the target; the words between quotes are those of its types.
    package static func text(of samples: [[UInt8]]) -> String {
        var counts: [[UInt8]: Int] = [:]
        for sample in samples {
            for (index, word) in sample.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
                .enumerated()
            where index > 0 && (2...24).contains(word.count) && word.allSatisfy(isPlain) {
                counts[Array(word), default: 0] += 1
            }
        }
        // Words made by mutations are rare.
        let known = counts.filter { $0.value > 3 }.sorted { ($1.value, $0.key.count) < ($0.value, $1.key.count) }
        let quoted = known.prefix(400).map { [UInt8(ascii: "\"")] + $0.key + [UInt8(ascii: "\"")] }
        return (tokens.map { Array($0.utf8) } + quoted).map { "\"\(escaped($0))\"\n" }.joined()
    }

    /// Whether a byte is a letter, a digit or a separator in keys.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }

    private static func escaped(_ word: [UInt8]) -> String {
        word.map { byte in
            if isPlain(byte) || "{}[]:,.+/* ".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
