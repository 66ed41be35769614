import Testing

@testable import Yodel

// Documents written for readers of the log: line feeds, terminal escapes, reversed text, endless keys.

extension Golden {
    /// A forged line, in red.
    private static let forged = "\\n[ERROR] forged\\u001b[31m"

    struct Loose: Model {
        var rest: [String: JSONValue]
        static let mapping = Mapping(.unknown(\Loose.rest))
    }

    struct Many: Model {
        var a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2: Int
    }

    /// Decodes a key that the document names.
    struct Lookup: Decodable {
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Name.self)
            let name = try members.decode(String.self, forKey: Name(stringValue: "key"))
            _ = try members.decode(Int.self, forKey: Name(stringValue: name))
        }
    }

    struct Search: Model { var lookup: Lookup }

    static var hostile: [Golden] {
        forgeries + invisible + endless
    }

    private static var forgeries: [Golden] {
        [
            Golden(
                Book.self, #"{"\#(forged)": 1}"#,
                #"$["\n[ERROR] forged\u001b[31m"]: found the unknown key "\n[ERROR] forged\u001b[31m" (unknownKey, line 1, column 2, offset 1); unknownKeys = .ignore skips it"#
            ) { $0.unknownKeys = .error },
            // Two spellings of é are one key in Swift.
            Golden(
                [String: Int].self, #"{"\u00e9\#(forged)": 1, "e\u0301\#(forged)": 2}"#,
                #"$: found the key "é\n[ERROR] forged\u001b[31m" twice (duplicateKey, line 1, column 79, offset 78); duplicateKeys = .last takes the last value"#
            ) { $0.duplicateKeys = .error },
            Golden(
                Loose.self, #"{"\u00e9\#(forged)": 1, "e\u0301\#(forged)": 2}"#,
                #"$: found the key "é\n[ERROR] forged\u001b[31m" twice (duplicateKey, line 1, column 79, offset 78); duplicateKeys = .last takes the last value"#
            ) { $0.duplicateKeys = .error },
            // The standard library's text quotes it unescaped.
            Golden(
                Order.self, #"{"id": 1, "lines": [{"sku": "", "count": 1, "colour": "\#(forged)"}]}"#,
                #"$.lines[0].colour: found the string "\n[ERROR] forged\u001b[31m" (invalidValue, line 1, column 55, offset 54): Cannot initialize Tint from invalid String value \n[ERROR] forged\u001b[31m"#
            ),
            Golden(
                Search.self, #"{"lookup": {"key": "\#(forged)"}}"#,
                #"$.lookup: missing keys: "\n[ERROR] forged\u001b[31m" (missingKeys, line 1, column 48, offset 47)"#),
            .codable(
                Lookup.self, #"{"key": "\#(forged)"}"#,
                #"keyNotFound at $: No value associated with key Name(stringValue: "\n[ERROR] forged\u001b[31m", intValue: nil) ("\n[ERROR] forged\u001b[31m")."#
            ),
        ]
    }

    private static var invisible: [Golden] {
        [
            Golden(
                [String: Int].self, "{\"a\u{202E}\u{9B}\u{2028}\": 1.5}",
                #"$["a\u{202E}\u{9B}\u{2028}"]: expected Int, found the number 1.5 (inexactNumber, line 1, column 15, offset 14)"#
            ),
            Golden(
                [String: Int].self, "{\"größe\": \"\u{7F}\u{85}\u{AD}\u{200B}\u{2029}\u{2066}\u{FEFF}\u{E0041}\"}",
                #"$.größe: expected Int, found the string "\u{7F}\u{85}\u{AD}\u{200B}\u{2029}\u{2066}\u{FEFF}\u{E0041}" (typeMismatch, line 1, column 13, offset 12)"#
            ),
            // Escaping invisible characters also splits such an emoji.
            Golden(
                Book.self, "{\"title\": \"\", \"pages\": \"👩\u{200D}💻\"}",
                #"$.pages: expected Int?, found the string "👩\u{200D}💻" (typeMismatch, line 1, column 24, offset 23)"#),
            Golden(
                JSONValue.self, "[\u{7F}]",
                "$[0]: found the control character U+007F (unexpectedToken, line 1, column 2, offset 1)"),
        ]
    }

    private static var endless: [Golden] {
        let key = String(repeating: "k", count: 60_000)
        let marks = "e" + String(repeating: "\u{301}", count: 30_000)
        let levels = (0..<100).map { "{\"l\($0)" + String(repeating: "x", count: 1_000) + "\": " }
        func level(_ number: Int) -> String {
            ".l\(number)" + String(repeating: "x", count: number < 10 ? 62 : 61) + "…"
        }
        return [
            Golden(
                [String: Int].self, "{\"\(key)\": true}",
                "$.\(key.prefix(64))…: expected Int, found true (typeMismatch, line 1, column 60006, offset 60005); conversions = .lenient converts it"
            ),
            Golden(
                [String: Int].self, "{\"\(marks)\": true}",
                "$.e\(String(repeating: "\u{301}", count: 127))…: expected Int, found true (typeMismatch, line 1, column 60007, offset 60006); conversions = .lenient converts it"
            ) { $0.limits.combiningMarks = .max },
            Golden(
                External.self, "{\"\(key)\": 1}",
                "$.\(key.prefix(64))…: expected one of \"message\", \"number\", \"maybe\", \"ping\", found \"\(key.prefix(40))…\" (unknownVariant, line 1, column 2, offset 1)"
            ),
            Golden(
                JSONValue.self, levels.joined() + "tru}",
                "$\((0..<7).map(level).joined())…\((92..<100).map(level).joined()): found 'tru' (unexpectedToken, line 1, column 100791, offset 100790)"
            ),
            Golden(
                Many.self, "{}",
                #"$: missing keys: "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9" and 3 others (missingKeys, line 1, column 2, offset 1)"#
            ),
            .codable(
                Lookup.self, "{\"key\": \"\(key)\"}",
                "keyNotFound at $: No value associated with key Name(stringValue: \"\(key.prefix(952))…"),
        ]
    }
}
