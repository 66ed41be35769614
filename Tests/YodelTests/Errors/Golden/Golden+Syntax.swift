import Testing

@testable import Yodel

// Text that is not JSON, ends early, or is in another encoding.

extension Golden {
    static var syntax: [Golden] {
        documents(
            of: Book.self,
            [
                #"{"title": "Emma", }"#: "$: expected a key, found '}' (unexpectedToken, line 1, column 19, offset 18)",
                #"{"title": "Emma" "pages": 1}"#:
                    "$: expected ',' or '}', found a string (unexpectedToken, line 1, column 18, offset 17)",
                #"{"title" "Emma"}"#:
                    "$.title: expected ':', found a string (unexpectedToken, line 1, column 10, offset 9)",
                #"{title: "Emma"}"#: "$: found 'title' (unexpectedToken, line 1, column 2, offset 1)",
                #"{'title': "Emma"}"#: "$: found a single quote (unexpectedToken, line 1, column 2, offset 1)",
                #"{"title": 'Emma'}"#: "$.title: found a single quote (unexpectedToken, line 1, column 11, offset 10)",
                #"{"title": "C:\dir"}"#: "$.title: invalid escape (invalidEscape, line 1, column 14, offset 13)",
                #"{"title": "\uD83D!"}"#: "$.title: invalid escape (invalidEscape, line 1, column 12, offset 11)",
                #"{"title": "\u00g0"}"#: "$.title: invalid escape (invalidEscape, line 1, column 12, offset 11)",
                "{\"title\": \"two\nlines\"}":
                    "$.title: found the control character U+000A (controlCharacter, line 1, column 15, offset 14)",
                "{\u{c}\"title\": \"\"}":
                    "$: found the control character U+000C (controlCharacter, line 1, column 2, offset 1)",
                "{\"title\":\u{a0}\"\"}": "$.title: found the byte 0xC2 (unexpectedToken, line 1, column 10, offset 9)",
            ])
            + documents(
                of: [Int].self,
                [
                    "[1, 2,]": "$[2]: expected a value, found ']' (unexpectedToken, line 1, column 7, offset 6)",
                    "[1 2]": "$[1]: expected ',' or ']', found '2' (unexpectedToken, line 1, column 4, offset 3)",
                    "[,1]": "$[0]: expected a value, found ',' (unexpectedToken, line 1, column 2, offset 1)",
                    "[1}": "$[1]: expected ',' or ']', found '}' (unexpectedToken, line 1, column 3, offset 2)",
                    "]": "$: expected a value, found ']' (unexpectedToken, line 1, column 1, offset 0)",
                    "[01]": "$[0]: found '01' (invalidNumber, line 1, column 2, offset 1)",
                    "[1.]": "$[0]: found '1.' (invalidNumber, line 1, column 2, offset 1)",
                    "[+1]": "$[0]: found '+1' (invalidNumber, line 1, column 2, offset 1)",
                    "[0x1F]": "$[0]: found '0x1F' (invalidNumber, line 1, column 2, offset 1)",
                    "[1, // one\n2]":
                        "$[1]: found '/' (unexpectedToken, line 1, column 5, offset 4); allowsComments = true allows a comment",
                    "/* all */ []":
                        "$: found '/' (unexpectedToken, line 1, column 1, offset 0); allowsComments = true allows a comment",
                    "[1] // one":
                        "$: content after the document (trailingContent, line 1, column 5, offset 4); allowsTrailingContent = true skips it, allowsComments = true skips a comment",
                    "[1]\n[2]":
                        "$: content after the document (trailingContent, line 2, column 1, offset 4); allowsTrailingContent = true skips it",
                    "[1]]":
                        "$: content after the document (trailingContent, line 1, column 4, offset 3); allowsTrailingContent = true skips it",
                    "<html><body>502 Bad Gateway</body></html>":
                        "$: found '<' (unexpectedToken, line 1, column 1, offset 0)",
                ]) + [
                Golden([Bool].self, "[True]", "$[0]: found 'True' (unexpectedToken, line 1, column 2, offset 1)"),
                Golden([Double].self, "[NaN]", "$[0]: found 'NaN' (unexpectedToken, line 1, column 2, offset 1)"),
                Golden(
                    [Double].self, "[-Infinity]", "$[0]: found '-Infinity' (invalidNumber, line 1, column 2, offset 1)"),
                Golden([Double].self, "[1e]", "$[0]: found '1e' (invalidNumber, line 1, column 2, offset 1)"),
                Golden([Int].self, "[1 / 2]", "$[1]: found '/' (unexpectedToken, line 1, column 4, offset 3)") {
                    $0.allowsComments = true
                },
                Golden(
                    Int.self, "1",
                    "$: expected an object or array, found the number 1 (typeMismatch, line 1, column 1, offset 0); allowsFragments = true allows it"
                ) { $0.allowsFragments = false },
                Golden(
                    [String: [Int]].self, #"{"a": [1, 2], "b c": [3, x]}"#,
                    #"$["b c"][1]: found 'x' (unexpectedToken, line 1, column 26, offset 25)"#),
            ]
    }

    static var ends: [Golden] {
        documents(
            of: Book.self,
            [
                "": "$: the document ends early (unexpectedEnd, line 1, column 1, offset 0)",
                " \n ": "$: the document ends early (unexpectedEnd, line 2, column 2, offset 3)",
                "{": "$: the document ends early (unexpectedEnd, line 1, column 2, offset 1)",
                #"{"title": "Em"#: "$.title: the document ends early (unexpectedEnd, line 1, column 14, offset 13)",
                #"{"title": "Emma\"#: "$.title: the document ends early (unexpectedEnd, line 1, column 17, offset 16)",
                #"{"title": "Emma", "pages""#:
                    "$.pages: the document ends early (unexpectedEnd, line 1, column 26, offset 25)",
            ]) + [
                Golden(
                    [Bool].self, "[true,\nfal",
                    "$[1]: the document ends early (unexpectedEnd, line 2, column 4, offset 10)"),
                Golden(
                    [Double].self, "[1.", "$[0]: the document ends early (unexpectedEnd, line 1, column 4, offset 3)"),
                Golden(
                    [Int].self, "[1 /* two",
                    "$[1]: the document ends early (unexpectedEnd, line 1, column 10, offset 9)"
                ) { $0.allowsComments = true },
                Golden(
                    [Book].self, #"[{"title": "Emma"}, {"title": "Persuasion", "authors": [{"name": "#,
                    "$[1].authors[0].name: the document ends early (unexpectedEnd, line 1, column 66, offset 65)"),
            ]
    }

    static var encodings: [Golden] {
        [
            .bytes(
                [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00],
                "$: expected UTF-8, found UTF-16 or UTF-32 (unsupportedEncoding, line 1, column 1, offset 0)"),
            .bytes(
                [0x00, 0x5B, 0x00, 0x5D],
                "$: expected UTF-8, found UTF-16 or UTF-32 (unsupportedEncoding, line 1, column 1, offset 0)"),
            .bytes(
                [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x31],
                "$: expected UTF-8, found UTF-16 or UTF-32 (unsupportedEncoding, line 1, column 1, offset 0)"),
            .bytes(
                Array("[\"caf".utf8) + [0xE9] + Array("\"]".utf8),
                "$[0]: invalid UTF-8 (invalidUTF8, line 1, column 6, offset 5)"),
            .bytes(
                Array("{\"a\": \"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8),
                "$.a: invalid UTF-8 (invalidUTF8, line 1, column 8, offset 7)"),
            .bytes([0xEF, 0xBB, 0xBF], "$: the document ends early (unexpectedEnd, line 1, column 1, offset 3)"),
            .bytes(
                [0x1F, 0x8B, 0x08, 0x00, 0x00],
                "$: found the control character U+001F, with which gzip data begins (controlCharacter, line 1, column 1, offset 0)"
            ),
            .bytes(
                [0x22, 0x1F, 0x22],
                "$: found the control character U+001F (controlCharacter, line 1, column 2, offset 1)"),
        ]
    }
}
