import Testing

@testable import Yodel

@Suite("Comments")
struct CommentTests {
    private static let allowing = ModelDecoder.with { $0.allowsComments = true }

    private func decode(_ json: String) throws -> String {
        try decodeEveryWay(JSONValue.self, json, decoder: Self.allowing, comparing: \.description).description
    }

    // MARK: - Not allowed

    @Test(
        "By default a comment is an error at its first slash",
        arguments: [
            ("/* */ 1", 0), ("// a\n1", 0), ("/**/", 0), ("//", 0), ("/", 0), ("[1, // a\n2]", 4), ("[1/**/]", 2),
            ("[ /* */]", 2), (#"{"a"/**/:1}"#, 4), (#"{"a":/**/1}"#, 5), (#"{"a":1 //"#, 7), (#"{/* */"a":1}"#, 1),
            ("[[] /*", 4), ("[\"a\" // b\n]", 5),
        ])
    func notAllowed(_ json: String, _ offset: Int) {
        #expect(ModelDecoder().allowsComments == false)
        expectError(.unexpectedToken, at: offset, json)
        expectError(.unexpectedToken, at: offset + 5, decoding: Kept.self, #"{"b":"# + json)
    }

    @Test("After the document it is trailing content", arguments: [("{} // a", 3), ("1 /**/", 2), ("[]/", 2)])
    func notAllowedAfter(_ json: String, _ offset: Int) {
        expectError(.trailingContent, at: offset, json)
    }

    // MARK: - Allowed

    @Test(
        "Comments may be wherever white space may be",
        arguments: [
            ("/* a */ {} // b", "{}"), ("// a\n1", "1"), ("// a\r1", "1"), ("// a\r\n1", "1"), ("/**/1", "1"),
            ("1/**/", "1"), ("/***/1", "1"), ("/****/1", "1"), ("/* * / **/1", "1"), ("/*/ */1", "1"), ("1//", "1"),
            ("1// /* \n", "1"), ("[1/**/,//\n2/* a\nb */]", "[1,2]"), ("[/**/]", "[]"), ("{/**/}", "{}"),
            ("[1, /* , */ 2]", "[1,2]"),
            (#"{/*a*/"a"/*b*/:/*c*/1/*d*/,/*e*/"b"/*f*/:[]/*g*/}/*h*/"#, #"{"a":1,"b":[]}"#),
            ("[true/**/,null//\n]", "[true,null]"), ("[\"a\"/**/,/**/\"b\"]", #"["a","b"]"#), ("[1 // ]\n]", "[1]"),
            ("[1 // \\\n]", "[1]"), ("/* \" */ 1", "1"), ("// \"\n[1 /* ' */]", "[1]"), ("/* é€😀 */ 1", "1"),
            ("-1.5/**/", "-1.5"),
        ])
    func allowed(_ json: String, _ value: String) throws {
        #expect(try decode(json) == value)
        let skipped = #"{"b":\#(json)\#n, "kept": 1}"#
        #expect(try decodeEveryWay(Kept.self, skipped, decoder: Self.allowing) == Kept(kept: 1))
    }

    @Test("Block comments do not nest")
    func nested() throws {
        #expect(try decode("/* /* */ 1") == "1")
        #expect(try decode("/* // */ 1") == "1")
        #expect(try decode("// /* \n 1 // */") == "1")
        expectError(.unexpectedToken, at: 9, "/* /* */ */ 1", decoder: Self.allowing)
        expectError(.unexpectedToken, at: 9, "[/* /* */*/ 1]", decoder: Self.allowing)
    }

    @Test(
        "In strings they are text",
        arguments: ["/* a */", "// a", "/", "//", "/*", "*/", #"\"// a"#, #"\\"#, #"\\\"/*"#, #"a\/\/"#, #"\u002f*"#])
    func inStrings(_ content: String) throws {
        for json in [#""\#(content)""#, #"["\#(content)"]"#, #"{"\#(content)":"\#(content)"}"#] {
            let value = try ModelDecoder().decode(JSONValue.self, from: json)
            #expect(try decode(json) == value.description)
            #expect(try decode("/* \" */" + json + "// \"") == value.description)
        }
    }

    @Test(
        "A block comment without an end ends the document early",
        arguments: [
            "/*", "/* a", "/* a *", "/*/", "/* // \n", "1 /*", "1 /* a *", "[1, /*", "{} /* a\n", "[1 /*/ ]", "\"a\"/*",
        ])
    func unterminated(_ json: String) {
        expectUnexpectedEnd(of: json, decoder: Self.allowing)
    }

    @Test("The same for an incomplete start of a comment", arguments: ["/", "1 /", "[1 /", "{} /", "[1,/", "1/"])
    func halfBegun(_ json: String) {
        expectUnexpectedEnd(of: json, decoder: Self.allowing)
    }

    @Test("A document of only comments ends early", arguments: ["//", "/**/", "// a\n/* b */", "//\n"])
    func nothingElse(_ json: String) {
        expectUnexpectedEnd(of: json, decoder: Self.allowing)
    }

    @Test(
        "A slash that begins no comment is still an error",
        arguments: [
            ("/x", 0), ("[/ /]", 1), ("[1, /1]", 4), ("[1 /\"a\"]", 3), ("[*/]", 1), ("/ /", 0), ("[1/]", 2),
            ("/\n/", 0),
        ])
    func straySlashes(_ json: String, _ offset: Int) {
        expectError(.unexpectedToken, at: offset, json, decoder: Self.allowing)
    }

    @Test("After the document, only comments and white space are allowed")
    func after() throws {
        expectError(.trailingContent, at: 10, "1 /* a */ /x", decoder: Self.allowing)
        expectError(.trailingContent, at: 10, "1 /* a */ 2 // b", decoder: Self.allowing)
        expectError(.trailingContent, at: 5, line: 2, column: 1, "1 //\n\"", decoder: Self.allowing)
        #expect(try decode("1 // a\n /* b */ // c") == "1")
    }

    @Test("Comments separate tokens")
    func partTokens() {
        expectError(.unexpectedToken, at: 1, "[tr/**/ue]", decoder: Self.allowing)
        expectError(.unexpectedToken, at: 6, "[1/**/2]", decoder: Self.allowing)
        expectError(.invalidNumber, at: 1, "[1./**/5]", decoder: Self.allowing)
    }

    @Test("Offsets, lines and columns count the bytes of comments")
    func places() {
        expectError(.unexpectedToken, at: 9, "/* a */ [x]", decoder: Self.allowing)
        expectError(.unexpectedToken, at: 9, line: 3, column: 6, "/*\n\n*/ [ x]", decoder: Self.allowing)
        expectError(.unexpectedToken, at: 7, line: 2, column: 2, "// é\n[x]", decoder: Self.allowing)
        expectError(.invalidEscape, at: 13, line: 3, column: 2, "[ // a\n/**/\n\"\\x\"]", decoder: Self.allowing)
    }

    @Test("An invalid token is also an error before a slash at the end")
    func tokensBeforeHalfBegun() {
        expectError(.unexpectedToken, at: 0, "tr/", decoder: Self.allowing)
        expectError(.unexpectedToken, at: 1, "[nul/", decoder: Self.allowing)
        expectError(.invalidNumber, at: 0, "1./", decoder: Self.allowing)
        expectError(.invalidNumber, at: 4, "[1, -/*", decoder: Self.allowing)
    }

    @Test("If trailing content is allowed, so are slashes and comments without an end")
    func trailingContent() throws {
        var decoder = Self.allowing
        decoder.allowsTrailingContent = true
        for json in ["[1]", "\"a\"", "12", "null"] {
            for rest in ["/*", " // a", "/", " /", "/x", " 2 /*"] {
                let value = try decodeEveryWay(JSONValue.self, json + rest, decoder: decoder, comparing: \.description)
                #expect(value.description == json)
            }
        }
    }

    @Test("Raw JSON is JSON, without comments")
    func raw() throws {
        let json = "[1/* a */, // b\n \"/* c */\"/**/]"
        let raw = try decodeEveryWay(RawJSON.self, "/**/ \(json) //", decoder: Self.allowing)
        #expect(try ModelDecoder().decode(JSONValue.self, from: raw.text) == [1, "/* c */"])
        #expect(raw.count == json.utf8.count)
    }
}
