import Testing

@testable import Yodel

@Suite struct ModelErrorTests {
    // MARK: - Codes

    static let codes: [(ModelError.Code, String, ModelError.Category)] = [
        (.unexpectedToken, "unexpectedToken", .syntax),
        (.invalidNumber, "invalidNumber", .syntax),
        (.invalidEscape, "invalidEscape", .syntax),
        (.invalidUTF8, "invalidUTF8", .syntax),
        (.controlCharacter, "controlCharacter", .syntax),
        (.unsupportedEncoding, "unsupportedEncoding", .syntax),
        (.trailingContent, "trailingContent", .syntax),
        (.invalidCompression, "invalidCompression", .syntax),
        (.unexpectedEnd, "unexpectedEnd", .endOfInput),
        (.truncatedCompression, "truncatedCompression", .endOfInput),
        (.typeMismatch, "typeMismatch", .data),
        (.nullValue, "nullValue", .data),
        (.missingKeys, "missingKeys", .data),
        (.numberOutOfRange, "numberOutOfRange", .data),
        (.inexactNumber, "inexactNumber", .data),
        (.invalidValue, "invalidValue", .data),
        (.unknownKey, "unknownKey", .data),
        (.duplicateKey, "duplicateKey", .data),
        (.wrongCount, "wrongCount", .data),
        (.unknownVariant, "unknownVariant", .data),
        (.noMatchingVariant, "noMatchingVariant", .data),
        (.cyclicValue, "cyclicValue", .data),
        (.depthLimit, "depthLimit", .limit),
        (.stringLimit, "stringLimit", .limit),
        (.combiningMarkLimit, "combiningMarkLimit", .limit),
        (.keyLimit, "keyLimit", .limit),
        (.numberLimit, "numberLimit", .limit),
        (.documentLimit, "documentLimit", .limit),
        (.capacityLimit, "capacityLimit", .limit),
        (.keyCountLimit, "keyCountLimit", .limit),
        (.bufferLimit, "bufferLimit", .limit),
        (.itemLimit, "itemLimit", .limit),
        (.failureLimit, "failureLimit", .limit),
        (.compressionLimit, "compressionLimit", .limit),
        (.replayLimit, "replayLimit", .limit),
        (.collisionLimit, "collisionLimit", .limit),
        (.outOfMemory, "outOfMemory", .limit),
        (.unsupportedType, "unsupportedType", .model),
        (.invalidMapping, "invalidMapping", .model),
        (.alreadyFinished, "alreadyFinished", .usage),
        (.invalidCheckpoint, "invalidCheckpoint", .usage),
        (.invalidRange, "invalidRange", .usage),
        (.invalidOutput, "invalidOutput", .usage),
    ]

    @Test func everyCodeHasItsNameAndCategory() {
        for (code, name, category) in Self.codes {
            #expect(code.description == name)
            #expect(ModelError(code).category == category, "\(code)")
        }
        #expect(Set(Self.codes.map(\.0)).count == Self.codes.count)
        #expect(Set(Self.codes.map(\.2)) == Set(ModelError.Category.allCases))
    }

    @Test func codesAreEqualToThemselvesOnly() {
        for (code, _, _) in Self.codes {
            #expect(Self.codes.filter { $0.0 == code }.count == 1)
        }
    }

    // MARK: - Descriptions

    private struct Book: Model {
        var title: String
        var pages: Int?
        var level: Level?
        var ids: [String: Int]?
    }

    private enum Level: Int, CaseIterable { case low = 1, high }

    /// One document for each code that a document can cause, and its error's description.
    private static let documents: [(json: String, description: String)] = [
        (#"{"pages": [}"#, "$.pages: expected Int?, found an array (typeMismatch, line 1, column 11, offset 10)"),
        (#"{"ids": ]"#, "$.ids: expected a value, found ']' (unexpectedToken, line 1, column 9, offset 8)"),
        (#"{"pages" 1}"#, "$.pages: expected ':', found '1' (unexpectedToken, line 1, column 10, offset 9)"),
        (
            #"{"pages": 1 "title": 2}"#,
            "$: expected ',' or '}', found a string (unexpectedToken, line 1, column 13, offset 12)"
        ),
        (#"{"pages": 01}"#, "$.pages: found '01' (invalidNumber, line 1, column 11, offset 10)"),
        (#"{"title": "a\x"}"#, "$.title: invalid escape (invalidEscape, line 1, column 13, offset 12)"),
        (
            "{\"title\": \"a\tb\"}",
            "$.title: found the control character U+0009 (controlCharacter, line 1, column 13, offset 12)"
        ),
        (
            #"{"title": ""} {}"#,
            "$: content after the document (trailingContent, line 1, column 15, offset 14); allowsTrailingContent = true skips it"
        ),
        (#"{"title": "", "#, "$: the document ends early (unexpectedEnd, line 1, column 15, offset 14)"),
        (
            #"{"title": 7}"#,
            "$.title: expected String, found the number 7 (typeMismatch, line 1, column 11, offset 10); conversions = .lenient converts it"
        ),
        (#"{"title": null}"#, "$.title: expected String, found null (nullValue, line 1, column 11, offset 10)"),
        (#"{"pages": 1}"#, #"$: missing keys: "title" (missingKeys, line 1, column 12, offset 11)"#),
        (
            #"{"pages": 1e20}"#,
            "$.pages: expected Int?, found the number 1e20 (numberOutOfRange, line 1, column 11, offset 10)"
        ),
        (
            #"{"pages": 1.5}"#,
            "$.pages: expected Int?, found the number 1.5 (inexactNumber, line 1, column 11, offset 10)"
        ),
        (
            #"{"level": 3}"#,
            "$.level: expected Level?, one of 1, 2, found the number 3 (invalidValue, line 1, column 11, offset 10)"
        ),
        (
            #"{"x": 1}"#,
            #"$.x: found the unknown key "x" (unknownKey, line 1, column 2, offset 1); unknownKeys = .ignore skips it"#
        ),
        (
            #"{"pages": 1, "pages": 2}"#,
            "$.pages: found the key twice (duplicateKey, line 1, column 14, offset 13); duplicateKeys = .last takes the last value"
        ),
        (
            #"{"title": "too long"}"#,
            "$.title: expected at most 7 bytes (stringLimit, line 1, column 11, offset 10); a higher limits.stringBytes allows it"
        ),
        (
            #"{"pages": 1234567}"#,
            "$.pages: expected at most 6 characters (numberLimit, line 1, column 11, offset 10); a higher limits.numberCharacters allows it"
        ),
        (
            #"{"ids": {"a": 1, "b": 2, "c": 3}}"#,
            "$.ids: expected at most 2 keys (keyCountLimit, line 1, column 26, offset 25); a higher limits.keysPerObject allows it"
        ),
        (
            #"{"ids": {"sixsix": 3}}"#,
            "$.ids: expected at most 5 bytes (keyLimit, line 1, column 10, offset 9); a higher limits.keyBytes allows it"
        ),
        (
            #"{"title": "a", "pages": 1,                    "level": 1}"#,
            "$: expected at most 40 bytes (documentLimit, line 1, column 41, offset 40); a higher limits.documentBytes allows it"
        ),
    ]

    @Test func anErrorIsOneLineThatSaysWhereAndWhat() {
        let decoder = ModelDecoder.with {
            $0.unknownKeys = .error
            $0.duplicateKeys = .error
            $0.limits = ParserLimits(
                depth: 2, stringBytes: 7, keyBytes: 5, numberCharacters: 6, documentBytes: 40, keysPerObject: 2)
        }
        for (json, description) in Self.documents {
            #expect(refusal(of: Book.self, json, decoder: decoder) == description)
        }
        #expect(
            refusal(of: JSONValue.self, "[[[1]]]", decoder: decoder)
                == "$[0][0]: expected at most 2 levels (depthLimit, line 1, column 3, offset 2); a higher limits.depth allows it"
        )
    }

    @Test func badBytesAreDescribedToo() {
        let utf8 = expectError(.invalidUTF8, at: 1, path: "$", Array("\"".utf8) + [0xFF] + Array("\"".utf8))
        #expect(utf8?.description == "$: invalid UTF-8 (invalidUTF8, line 1, column 2, offset 1)")
        let encoding = expectError(.unsupportedEncoding, at: 0, path: "$", [0xFF, 0xFE, 0x31, 0x00])
        #expect(
            encoding?.description
                == "$: expected UTF-8, found UTF-16 or UTF-32 (unsupportedEncoding, line 1, column 1, offset 0)")
    }

    @Test func errorsWithoutAPlaceHaveAReason() {
        #expect(ModelError(.unsupportedType, reason: "no way").description == "no way (unsupportedType)")
        #expect(ModelError(.alreadyFinished).description == "$: the decoder has finished (alreadyFinished)")
        let underlying = ModelError(.invalidValue, expected: "X", underlying: ModelError(.invalidEscape))
        #expect(underlying.description == "$: expected X (invalidValue): $: invalid escape (invalidEscape)")
    }

    // MARK: - Properties

    @Test func anErrorTakesItselfApart() throws {
        let json = "{\"title\": \"a\",\n  \"pages\": \"many\"}"
        let error = try #require(throws: ModelError.self) { try decodeEveryWay(Book.self, json) { "\($0)" } }
        #expect(error.code == .typeMismatch)
        #expect(error.category == .data)
        #expect(error.path == JSONPath([.key("pages")]))
        #expect(error.offset == 26)
        #expect(error.line == 2)
        #expect(error.column == 12)
        #expect(error.expected == "Int?")
        #expect(error.found == #"the string "many""#)
        #expect(error.missingKeys == [])
        #expect(error.reason == nil)
        #expect(error.underlying == nil)
    }

    @Test func typedThrowsNeedNoCast() {
        do throws(ModelError) {
            _ = try ModelDecoder().decode(Int.self, from: "true")
            Issue.record("`true` is no Int")
        } catch {
            #expect(error.code == .typeMismatch)
        }
    }

    // MARK: - Equality

    private struct Oops: Error {
        var text: String
    }

    @Test func errorsAreEqualWhenEverythingIs() {
        func error(
            _ code: ModelError.Code = .typeMismatch, path: [JSONPath.Step] = [.key("a")], offset: Int = 3,
            line: Int = 1,
            column: Int = 4, expected: String? = "Int", found: String? = "null", missing: [String] = [],
            reason: String? = nil, hint: String? = nil, underlying: (any Error)? = nil
        ) -> ModelError {
            ModelError(
                code, path: JSONPath(path), place: ModelError.Place(offset: offset, line: line, column: column),
                expected: expected, found: found, missingKeys: missing, reason: reason, hint: hint,
                underlying: underlying)
        }
        #expect(error() == error())
        let others = [
            error(.nullValue), error(path: []), error(offset: 4), error(line: 2), error(column: 5),
            error(expected: nil),
            error(found: "1"), error(missing: ["x"]), error(reason: "r"), error(hint: "h"),
            error(underlying: Oops(text: "x")),
        ]
        for (index, other) in others.enumerated() {
            #expect(other != error())
            #expect(others.firstIndex(of: other) == index)
        }
        #expect(error(underlying: Oops(text: "x")) == error(underlying: Oops(text: "x")))
        #expect(error(underlying: Oops(text: "x")) != error(underlying: Oops(text: "y")))
        #expect(ModelError(.typeMismatch) != error())
    }
}
