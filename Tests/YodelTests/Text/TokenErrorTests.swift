import Testing

@testable import Yodel

/// Invalid and misplaced tokens: errors have the place of the token's first byte.
///
/// A number or word extends over all adjacent letters, digits and `+ - . _`.
@Suite("Tokens")
struct TokenErrorTests {
    /// Expects the error in a document that goes on, in one whose value is skipped, and in one that ends here.
    private func expectFault(_ code: ModelError.Code, in token: String, atEnd codeAtEnd: ModelError.Code? = nil) {
        for after in [" ", "\n", ",", "]", "}", ":", "\"", "[", "\u{1}", "é", "\\", "/"] {
            expectError(code, at: 0, token + after)
            expectError(code, at: 4, "[1, \(token)\(after)")
            expectError(code, at: 4, line: 2, column: 3, "[\n  \(token)\(after) 1]")
            expectError(code, at: 7, decoding: Kept.self, #"{"a": [\#(token)\#(after)"#)
        }
        if codeAtEnd == .unexpectedEnd {
            expectError(.unexpectedEnd, at: token.utf8.count, token)
            let length = token.utf8.count
            expectError(.unexpectedEnd, at: length + 2, line: 2, column: length + 1, "[\n\(token)")
        } else {
            expectError(code, at: 0, token)
            expectError(code, at: 2, line: 2, column: 1, "[\n\(token)")
        }
    }

    @Test(
        "Numbers that break the grammar",
        arguments: [
            "01", "-01", "00", "-00", "1.e1", ".5", "-.5", "+1", "--1", "1..2", "1.2.3", "1e1.5", "1e5e5", "1e--5",
            "1ee", "1-2", "1+", "1a", "-x", "-Infinity", "0x10", "1_000", "1e5x", "0b1", "12true", "1.5null", "-true",
            "+", ".",
        ])
    func invalidNumbers(_ token: String) {
        expectFault(.invalidNumber, in: token)
    }

    @Test("Numbers that are cut off", arguments: ["-", "1.", "-0.", "12.", "1e", "1E", "1e+", "1.5E-", "-1.25e"])
    func unfinishedNumbers(_ token: String) {
        expectFault(.invalidNumber, in: token, atEnd: .unexpectedEnd)
    }

    @Test(
        "Words that JSON does not have",
        arguments: [
            "True", "TRUE", "nulll", "nullx", "truefalse", "true1", "true.", "false-", "null_", "t1", "n0", "undefined",
            "NaN", "nan", "Infinity", "tru.e", "nul1", "falsee", "_", "x",
        ])
    func unknownWords(_ token: String) {
        expectFault(.unexpectedToken, in: token)
    }

    @Test("Words that are cut off", arguments: ["t", "tr", "tru", "f", "fa", "fals", "n", "nu", "nul"])
    func unfinishedWords(_ token: String) {
        expectFault(.unexpectedToken, in: token, atEnd: .unexpectedEnd)
    }

    @Test(
        "Characters that begin no token",
        arguments: [
            "@", "#", "'", "`", "(", "*", ";", "<", "=", "?", "|", "~", "%", "&", "!", "$", "^", "\\", "\u{7F}", "é",
            "€", "😀",
        ])
    func strangeCharacters(_ token: String) {
        for (before, after) in [
            ("", ""), ("[", "]"), ("[1", "]"), ("[1,", "2]"), ("{", "}"), (#"{"a""#, ":1}"), (#"{"a":"#, "}"),
            ("[{}", "]"), (#"["a""#, "]"), ("[true", "]"), (#"{"a":1"#, "}"), (#"{"a":1,"#, "}"), ("[[]", "]"),
        ] {
            expectError(.unexpectedToken, at: before.utf8.count, before + token + after)
            expectError(.unexpectedToken, at: before.utf8.count, before + token)
            let skipped = #"{"b":"# + before + token + after + "}"
            expectError(.unexpectedToken, at: before.utf8.count + 5, decoding: Kept.self, skipped)
        }
        expectError(.unexpectedToken, at: 2, [UInt8](#"["#.utf8) + [0x20, 0xFF])
    }

    @Test(
        "Misplaced tokens",
        arguments: [
            // The document.
            ("]", 0), ("}", 0), (":", 0), (",", 0), (",1", 0), ("  ]", 2),
            // Arrays.
            ("[,1]", 1), ("[1,]", 3), ("[1,,2]", 3), ("[1 2]", 3), ("[1}", 2), ("[}", 1), ("[:]", 1), ("[1:2]", 2),
            (#"["a""b"]"#, 4), (#"["a" 1]"#, 5), (#"["a" null]"#, 5), ("[true false]", 6), ("[null\"a\"]", 5),
            ("[{}{}]", 3), ("[[] []]", 4), ("[[]1]", 3), ("[1[]]", 2), ("[1 {}]", 3), (#"[1 "a"]"#, 3),
            (#"["a":1]"#, 4), ("[[1,]]", 4), ("[1, }", 4), ("[\"a\"}", 4), ("[ , ]", 2),
            // Objects.
            ("{,}", 1), ("{:1}", 1), ("{]", 1), ("{1:2}", 1), ("{null:1}", 1), ("{true}", 1), ("{-1.5e3:1}", 1),
            ("{{}:1}", 1), ("{[]:1}", 1), ("{a:1}", 1), (#"{"a"}"#, 4), (#"{"a",1}"#, 4), (#"{"a" 1}"#, 5),
            (#"{"a" "b"}"#, 5), (#"{"a"]"#, 4), (#"{"a"{}}"#, 4), (#"{"a":}"#, 5), (#"{"a":,}"#, 5), (#"{"a"::1}"#, 5),
            (#"{"a":]"#, 5), (#"{"a":1]"#, 6), (#"{"a":1:2}"#, 6), (#"{"a":1 2}"#, 7), (#"{"a":1 "b":2}"#, 7),
            (#"{"a":"b" "c":1}"#, 9), (#"{"a":1,}"#, 7), (#"{"a":1,,"b":2}"#, 7), (#"{"a":1,2}"#, 7),
            (#"{"a":1,null}"#, 7), (#"{"a":{}{}}"#, 7), (#"{"a":[] true}"#, 8), (#"{"a":1,]"#, 7),
            (#"{"a":1 null}"#, 7),
        ])
    func misplacedTokens(_ json: String, _ offset: Int) {
        expectError(.unexpectedToken, at: offset, json)
        expectError(.unexpectedToken, at: offset, decoding: RawJSON.self, json)
        expectError(.unexpectedToken, at: offset + 5, decoding: Kept.self, #"{"b":\#(json)"#)
        expectError(.unexpectedToken, at: offset + 9, line: 3, column: offset + 2, "[1,\n2.5\n,\(json)")
    }

    @Test("The path is that of the innermost open value")
    func paths() {
        expectError(.unexpectedToken, at: 5, path: "$.a", #"{"a":}"#)
        expectError(.unexpectedToken, at: 5, path: "$.a", #"{"a" 1}"#)
        expectError(.unexpectedToken, at: 1, path: "$", "{]")
        expectError(.invalidNumber, at: 4, path: "$[1]", "[1, 01]")
        expectError(.invalidEscape, at: 18, path: "$.b[1].c", #"{"b":[true,{"c": "\x"}]}"#)
        expectError(.unexpectedEnd, at: 16, path: "$.b[1].c", #"{"b":[true,{"c":"#)
        expectError(.controlCharacter, at: 21, path: #"$.b["c d"]"#, "{\"b\":{\"c d\" : \"\\u0041\n\"}}")
        for (path, json) in [
            ("$", #"{"start": {"x": 1, "y": 2}"#), ("$.start.x", #"{"start":{"x": "#),
            ("$.start.x", #"{"start":{"x":-"#),
            ("$.more[1]", #"{"more":[{"x":1,"y":2}, "#), ("$.named.c", #"{"named":{"a b":null,"c": "#),
        ] {
            expectError(.unexpectedEnd, at: json.utf8.count, path: path, decoding: StructModelTests.Line.self, json)
        }
        expectError(.unexpectedEnd, at: 12, path: "$.a[1]", decoding: [String: [String]].self, #"{"a":["b","c"#)
    }

    @Test("The error has the expected and the found token, shortened if they are long")
    func words() {
        func expected(_ json: String) -> [String?] {
            let error = modelError { try decodeEveryWay(JSONValue.self, json) }
            return [error?.expected, error?.found]
        }
        #expect(expected("[1 2]") == ["',' or ']'", "'2'"])
        #expect(expected(#"{"a":1 true}"#) == ["',' or '}'", "'true'"])
        #expect(expected(#"{1:2}"#) == ["a key", "'1'"])
        #expect(expected(#"{"a" "b"}"#) == ["':'", "a string"])
        #expect(expected("[1,]") == ["a value", "']'"])
        #expect(expected("[\(String(repeating: "x", count: 50))]")[1] == "'\(String(repeating: "x", count: 40))…'")
    }
}
