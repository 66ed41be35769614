import Testing

@testable import Yodel

/// Runs of unused members, which the scanner skips without an event for each key.
@Suite("Unused members")
struct SkippedMemberTests {
    private struct Kept: Model, Equatable {
        var id: Int?
        var été: Int?
    }

    private func decode(_ text: String, _ change: (inout ModelDecoder) -> Void = { _ in }) throws -> Kept {
        var decoder = ModelDecoder()
        decoder.parser = .scanner
        change(&decoder)
        return try decoder.decode(Kept.self, from: text)
    }

    private static let values = [
        "null", "true", "false", "0", "-12.5e+3", "\"\"", "\"id\"", #""\"\u00e9""#, "\"日本\"", "[]", "{}",
        #"{"id":[1,{"id":2}],"b":"id"}"#, "[1, -2.5,\"]\",null]", #"{"id":2, "b":"}" }"#,
    ]

    @Test("A used member is found after any others", arguments: values)
    func wanted(_ value: String) throws {
        for count in 0..<4 {
            for gap in ["", " ", "\n    ", String(repeating: " ", count: 33)] {
                let others = String(repeating: "\"x\"\(gap):\(gap)\(value)\(gap),\(gap)", count: count)
                for key in ["id", #"\u0069d"#, #"i\u0064"#] {
                    let text = "{\(others)\"other\":1,\(gap)\"\(key)\":7,\"last\":\(value)}"
                    #expect(try decode(text) == Kept(id: 7), "\(text)")
                }
                #expect(try decode("{\(others)\"x\":1, \"été\":3}") == Kept(été: 3))
                #expect(try decode("{\(others)\"x\":\(value)\(gap)}") == Kept())
            }
        }
    }

    @Test("Unused keys of any length are skipped", arguments: 0...130)
    func lengths(_ length: Int) throws {
        let key = String(repeating: "k", count: length)
        #expect(try decode("{\"x\":0,\"\(key)\":1,\"\(key)é\":[2],\"id\":3}") == Kept(id: 3))
    }

    @Test("Unused strings of any length are skipped", arguments: 0...70)
    func stringLengths(_ length: Int) throws {
        let ascii = String(repeating: "s", count: length)
        for text in [ascii, ascii + "é", "é" + ascii, ascii + #"\""#, #"\u00e9"# + ascii] {
            #expect(try decode("{\"x\":\"\(text)\",\"y\":[\"\(text)\"],\"id\":3}") == Kept(id: 3))
        }
        for (text, code, index) in [
            (ascii + "\u{1}", ModelError.Code.controlCharacter, length), ("\u{1}" + ascii, .controlCharacter, 0),
            (ascii + #"\x"#, .invalidEscape, length),
        ] {
            let error = #expect(throws: ModelError.self) { try decode("{\"x\":\"\(text)\",\"id\":3}") }
            #expect(error?.code == code && error?.place?.offset == 6 + index, "\(String(describing: error))")
        }
        let invalid = Array("{\"x\":\"".utf8) + [0xFF] + Array("\(ascii)\",\"id\":3}".utf8)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder.with { $0.parser = .scanner }.decode(Kept.self, from: invalid)
        }
        #expect(error?.code == .invalidUTF8 && error?.place?.offset == 6, "\(String(describing: error))")
    }

    @Test(
        "An error in one is the same as if every member were used",
        arguments: [
            #""a":1 "b":2"#, #""a":1,,"b":2"#, #""a" 1"#, #""a":"#, #""a":01"#, #""a":1+"#, #""a":1x"#, #""a":1."#,
            #""a":-"#, #""a":{"b"}"#, #""a":[1,]"#, "1:2", #""a":tru"#, #""a":nulls"#, #""a":1]"#, #""a":"\x""#,
            "\"a\":\"\u{1}\"", "\"a\u{1}\":1", #""a":1,"#, #""\ud800":1"#, #""a"::1"#, #""a":]"#, #""a":[1}"#,
            #""a":[}"#, #""a":{]"#, #""a":{"b":1]"#, #""a":{"b":1,}"#, #""a":{"b":}"#, #""a":[1 2]"#, #""a":[1,[}"#,
        ])
    func wrong(_ members: String) throws {
        for text in ["{\"x\":0,\(members),\"id\":1}", "{\"x\":0,\(members)}", "{\"x\":0, \(members)"] {
            let skipped = #expect(throws: ModelError.self) { try decode(text) }
            let taken = #expect(throws: ModelError.self) {
                try ModelDecoder().decode([String: JSONValue].self, from: text)
            }
            #expect(skipped?.code == taken?.code && skipped?.place == taken?.place, "\(text)")
            #expect(skipped?.found == taken?.found && skipped?.expected == taken?.expected, "\(text)")
        }
    }

    @Test("Limits apply to skipped keys and values")
    func limits() throws {
        let text = #"{"x":0,"abcdef":"12345678","b":1234,"id":5}"#
        let exact = try decode(text) {
            $0.limits.keysPerObject = 4
            $0.limits.keyBytes = 6
            $0.limits.stringBytes = 8
            $0.limits.numberCharacters = 4
        }
        #expect(exact == Kept(id: 5))
        let cases: [(ModelError.Code, Int, (inout ParserLimits) -> Void)] = [
            (.keyCountLimit, 36, { $0.keysPerObject = 3 }), (.keyLimit, 7, { $0.keyBytes = 5 }),
            (.stringLimit, 16, { $0.stringBytes = 7 }), (.numberLimit, 31, { $0.numberCharacters = 3 }),
        ]
        let nested = #"{"x":0,"ab":["12345678"],"b":[1234],"id":5}"#
        let nestedCases: [(ModelError.Code, Int, (inout ParserLimits) -> Void)] = [
            (.depthLimit, 12, { $0.depth = 1 }), (.stringLimit, 13, { $0.stringBytes = 7 }),
            (.numberLimit, 30, { $0.numberCharacters = 3 }),
        ]
        for (text, cases) in [(text, cases), (nested, nestedCases)] {
            for (code, offset, change) in cases {
                let error = #expect(throws: ModelError.self) { try decode(text) { change(&$0.limits) } }
                #expect(error?.code == code && error?.place?.offset == offset, "\(String(describing: error))")
            }
        }
        #expect(try decode(nested) { $0.limits.depth = 2 } == Kept(id: 5))
    }
}
