import Testing

@testable import Yodel

/// The ends of documents: byte order marks and encodings, documents that are cut off, trailing content.
@Suite("Document ends")
struct DocumentEndsTests {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Every kind of token, on several lines.
    private static let document = #"""
        {"text" : "a\"\\ é€😀 \uD83D\uDE00 \n", "list":[ 0,-1.5e+3 ,true
        , false,null,{},[], [[]]],
        "inner": {"\u00e9":{"number":12.50}}, "last" :"end"}
        """#

    // MARK: - Cut off

    @Test("Every proper prefix of a document ends early, at its length")
    func prefixes() throws {
        let bytes = Array(Self.document.utf8)
        try decodeEveryWay(JSONValue.self, bytes, cuts: Cuts(everySplitBelow: 500))
        for length in 0..<bytes.count {
            let prefix = Array(bytes.prefix(length))
            let line = prefix.count { $0 == UInt8(ascii: "\n") } + 1
            let column = length - (prefix.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
            let cuts = Cuts(everySplitBelow: length % 8 == 0 ? 500 : 0)
            expectError(.unexpectedEnd, at: length, line: line, column: column, prefix, cuts: cuts)
            expectError(.unexpectedEnd, at: length, line: line, column: column, decoding: Kept.self, prefix, cuts: cuts)
        }
    }

    @Test("A document of white space, or an empty one, ends early", arguments: ["", " ", "\n", " \r\n\t ", "\n\n  \n"])
    func empty(_ json: String) {
        expectUnexpectedEnd(of: json)
    }

    @Test(
        "A string without its end is cut off at any place",
        arguments: [
            #"""#, #""a"#, #""\"#, #""\""#, #""\u"#, #""\u00"#, #""\u004"#, #""\uD83D"#, #""\uD83D\"#, #""\uD83D\u"#,
            #""\uD83D\uDE0"#, #""\uD83D\uDE00"#, #""\\"#, #""é"#,
        ])
    func unfinishedStrings(_ json: String) {
        expectError(.unexpectedEnd, at: json.utf8.count, json)
        expectError(.unexpectedEnd, at: json.utf8.count + 1, "[" + json)
        expectError(.unexpectedEnd, at: json.utf8.count + 2, #"{ "# + json)
        expectError(.unexpectedEnd, at: json.utf8.count + 5, decoding: Kept.self, #"{"b":"# + json)
    }

    @Test("A character that is cut off ends the document early", arguments: ["é", "€", "😀"])
    func unfinishedCharacters(_ character: String) {
        for missing in 1..<character.utf8.count {
            let json = [UInt8(ascii: "[")] + [UInt8(ascii: "\"")] + Array(character.utf8.dropLast(missing))
            expectError(.unexpectedEnd, at: json.count, json)
        }
    }

    @Test("The category of an early end shows that the rest may still come")
    func category() {
        #expect(expectError(.unexpectedEnd, at: 4, "[tru")?.category == .endOfInput)
        #expect(expectError(.unexpectedToken, at: 1, "[trx")?.category == .syntax)
    }

    // MARK: - What follows

    @Test(
        "Trailing content is refused at its first byte",
        arguments: [
            ("{} \"abc", 3), ("{}\"", 2), ("{}\"\"", 2), ("1 2", 2), ("{}}", 2), ("[]]", 2), ("{}]", 2), ("[],", 2),
            ("[1][2]", 3), ("{}{}", 2), ("\"a\"\"b\"", 3), ("\"a\" \"b", 4), ("\"a\"b", 3), ("\"a\"1", 3),
            ("1\"abc", 1), ("1\"abc\"", 1), ("1]", 1), ("1,", 1), ("1[", 1), ("1{}", 1), ("true false", 5),
            ("null\"", 4), ("true]", 4), ("null:", 4), ("{}x", 2), ("[] tru", 3), ("[] 01", 3), ("{}\\", 2), ("{}é", 2),
            ("{}\u{FEFF}", 2), ("{}\u{B}", 2), ("{}\0", 2), ("1\u{C}", 1), ("true\u{1}", 4), ("1é", 1), ("{}//", 2),
            ("1 /**/", 2), ("1/", 1), ("0 0", 2), ("[\"\\\\\"]\"", 6), ("{} \t\r#", 5),
        ])
    func trailingContent(_ json: String, _ offset: Int) throws {
        let error = expectError(.trailingContent, at: offset, path: "$", json)
        #expect(error?.category == .syntax)
        expectError(.trailingContent, at: offset, decoding: RawJSON.self, json)
    }

    @Test("It has a line and a column")
    func trailingPlace() {
        expectError(.trailingContent, at: 5, line: 3, column: 2, "{}\n\n x")
        expectError(.trailingContent, at: 9, line: 4, column: 1, "[\n1]\r\n  \n!")
        expectError(.trailingContent, at: 3, [0x7B, 0x7D, 0x20, 0xFF])
    }

    @Test("White space may follow", arguments: ["{}", "[]", "1", "true", "null", "\"a\"", "-0.5e1"])
    func trailingWhiteSpace(_ json: String) throws {
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        for space in [" ", "\n", "\t\r\n  ", String(repeating: " ", count: 300)] {
            #expect(try decodeEveryWay(JSONValue.self, space + json + space, comparing: \.description) == value)
        }
    }

    @Test(
        "If it is allowed, trailing content is not checked",
        arguments: [
            "", " ", "{", " \"abc", "\"", " 2", "}", "]", ",", "[1", "\u{0}", "\u{B}", "é", "\\", "//", "/", " 01",
            " tru",
        ])
    func allowedTrailingContent(_ rest: String) throws {
        let decoder = ModelDecoder.with { $0.allowsTrailingContent = true }
        for json in ["{}", "[1]", "\"a\"", "[[\"]\"]]", "12", "true", "null"] {
            let value = try ModelDecoder().decode(JSONValue.self, from: json)
            let found = try decodeEveryWay(JSONValue.self, json + rest, decoder: decoder, comparing: \.description)
            #expect(found == value)
        }
        let json = Array("{} ".utf8) + [0xFF, 0xC0, 0x22]
        #expect(try decodeEveryWay(JSONValue.self, json, decoder: decoder, comparing: \.description) == [:])
    }

    @Test("Even then the document itself must be complete")
    func allowedTrailingContentNeedsDocument() {
        let decoder = ModelDecoder.with { $0.allowsTrailingContent = true }
        expectError(.unexpectedEnd, at: 2, "[1", decoder: decoder)
        expectError(.unexpectedEnd, at: 0, "", decoder: decoder)
        expectError(.unexpectedEnd, at: 3, "\"{}", decoder: decoder)
        expectError(.invalidNumber, at: 0, "1x", decoder: decoder)
        expectError(.unexpectedToken, at: 0, "nullnull", decoder: decoder)
        expectError(.unexpectedToken, at: 0, "}", decoder: decoder)
    }

    // MARK: - Fragments

    @Test("A document may be a scalar", arguments: ["1", "\"a\"", "true", "false", "null", "-1.5e3", "\"\""])
    func fragments(_ json: String) throws {
        #expect(try decodeEveryWay(JSONValue.self, json, comparing: \.description).description == json)

        let decoder = ModelDecoder.with { $0.allowsFragments = false }
        let error = expectError(.typeMismatch, at: 0, path: "$", json, decoder: decoder)
        #expect(error?.expected == "an object or array")
        expectError(.typeMismatch, at: 2, line: 2, column: 2, "\n \(json) ", decoder: decoder)
        expectError(.typeMismatch, at: 0, decoding: RawJSON.self, json, decoder: decoder)
        expectError(.typeMismatch, at: 0, decoding: Int?.self, json, decoder: decoder)
    }

    @Test("If scalars are not allowed, they are refused for every type")
    func fragmentsOfTypes() {
        func expectRefused<Value>(_ type: Value.Type, _ json: String, sourceLocation: SourceLocation = #_sourceLocation)
        {
            let error = expectError(
                .typeMismatch, at: 1, path: "$", decoding: type, " \(json) ",
                decoder: .with { $0.allowsFragments = false }, sourceLocation: sourceLocation)
            #expect(error?.expected == "an object or array", sourceLocation: sourceLocation)
        }
        expectRefused(Int.self, "12")
        expectRefused(Bool.self, "true")
        expectRefused(String.self, #""a""#)
        expectRefused(Double.self, "1.5")
        expectRefused(Suit.self, #""clubs""#)
        expectRefused(Indirect<Int>.self, "12")
    }

    @Test("If scalars are not allowed, arrays and objects are, with scalars in them")
    func containersAreNoFragments() throws {
        let decoder = ModelDecoder.with { $0.allowsFragments = false }
        for json in ["[]", "{}", "[1]", #"{"a":null}"#, #"["a"]"#, "[[true]]"] {
            let value = try decodeEveryWay(JSONValue.self, json, decoder: decoder, comparing: \.description)
            #expect(value.description == json)
        }
        #expect(try decodeEveryWay(RawJSON.self, " {} ", decoder: decoder).text == "{}")
        #expect(try decodeEveryWay(Point?.self, #"{"x":1,"y":2}"#, decoder: decoder) == Point(x: 1, y: 2))
        #expect(try decodeEveryWay(Indirect<[Int]>.self, "[1]", decoder: decoder).wrappedValue == [1])
    }

    // MARK: - Encodings

    @Test("A byte order mark is skipped, once and only at the start")
    func byteOrderMark() throws {
        let mark = Self.byteOrderMark
        for json in ["{}", "[1]", "1", "\"a\"", " null", "\n[\"é\"]"] {
            let value = try ModelDecoder().decode(JSONValue.self, from: json)
            #expect(try decodeEveryWay(JSONValue.self, mark + Array(json.utf8), comparing: \.description) == value)
        }
        #expect(try decodeEveryWay(String.self, "\"\u{FEFF}\"") == "\u{FEFF}")
        expectError(.unexpectedToken, at: 3, column: 1, mark + mark + Array("{}".utf8))
        expectError(.unexpectedToken, at: 1, [0x20] + mark + Array("{}".utf8))
        expectError(.unexpectedToken, at: 1, [0x5B] + mark + Array("1]".utf8))
        expectError(.trailingContent, at: 2, Array("{}".utf8) + mark)
    }

    @Test("Its bytes count in offsets, and not in columns")
    func byteOrderMarkPlaces() {
        let mark = Self.byteOrderMark
        expectError(.unexpectedToken, at: 4, column: 2, mark + Array("[}".utf8))
        expectError(.unexpectedToken, at: 5, line: 2, column: 1, mark + Array("[\n}".utf8))
        expectError(.unexpectedEnd, at: 3, column: 1, mark)
        expectError(.unexpectedEnd, at: 4, column: 2, mark + Array("[".utf8))
        expectError(.invalidUTF8, at: 4, column: 2, mark + [0x22, 0xFF, 0x22])
        expectError(.typeMismatch, at: 6, line: 2, column: 2, decoding: [Point].self, mark + Array("[\n 7]".utf8))
    }

    @Test("An incomplete or invalid byte order mark")
    func partsOfByteOrderMark() {
        expectError(.unexpectedEnd, at: 1, [0xEF])
        expectError(.unexpectedEnd, at: 2, [0xEF, 0xBB])
        expectError(.unexpectedToken, at: 0, [0xEF, 0xBB, 0xBE, 0x31])
        expectError(.unexpectedToken, at: 0, [0xEF, 0x31])
        expectError(.unexpectedToken, at: 0, [0xBB, 0xBF, 0x31])
    }

    @Test(
        "UTF-16 and UTF-32 are refused by name, with a byte order mark and without",
        arguments: ["{\"a\":1}", "[1]", "1", "[]", "\"é😀\"", " {}"])
    func otherEncodings(_ json: String) {
        let sixteen = Array(json.utf16).map { UInt32($0) }
        let thirtyTwo = json.unicodeScalars.map(\.value)
        for (units, width) in [(sixteen, 2), (thirtyTwo, 4)] {
            for units in [units, [0xFEFF] + units] {
                let little = units.flatMap { unit in (0..<width).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) } }
                let big = units.flatMap { unit in
                    (0..<width).reversed().map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) }
                }
                for bytes in [little, big] {
                    let error = expectError(.unsupportedEncoding, at: 0, path: "$", bytes)
                    #expect(error?.found?.contains("UTF-\(width * 8)") == true)
                    #expect(error?.expected == "UTF-8")
                }
            }
        }
    }

    @Test("The same for a document that is only another encoding's byte order mark")
    func otherByteOrderMarks() {
        expectError(.unsupportedEncoding, at: 0, [0xFF, 0xFE])
        expectError(.unsupportedEncoding, at: 0, [0xFE, 0xFF])
        expectError(.unsupportedEncoding, at: 0, [0xFF, 0xFE, 0, 0])
        expectError(.unsupportedEncoding, at: 0, [0, 0, 0xFE, 0xFF])
        expectError(.unexpectedToken, at: 0, [0xFE])
        expectError(.unexpectedToken, at: 0, [0xFF])
        expectError(.unexpectedToken, at: 0, [0xFF, 0x31])
    }

    @Test("Zero bytes alone are no encoding: a crash leaves such files", arguments: [1, 2, 3, 4, 5, 100])
    func zeroBytes(_ count: Int) {
        expectError(.controlCharacter, at: 0, Array(repeating: 0, count: count))
    }
}
