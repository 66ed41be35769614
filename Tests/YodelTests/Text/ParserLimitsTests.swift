import Testing

@testable import Yodel

/// Every limit at its value, just below and just above, in decoded and in skipped values.
@Suite("Parser limits")
struct ParserLimitsTests {
    private func decoder(_ limits: ParserLimits) -> ModelDecoder { .with { $0.limits = limits } }

    @Test("A negative limit means 0, however it is set")
    func negative() throws {
        let made = ParserLimits(
            depth: -1, stringBytes: -1, keyBytes: .min, numberCharacters: -1, documentBytes: -1, keysPerObject: -1,
            combiningMarks: -1)
        var changed = ParserLimits()
        for limit: WritableKeyPath<ParserLimits, Int> in [
            \.depth, \.stringBytes, \.numberCharacters, \.documentBytes, \.keysPerObject, \.combiningMarks,
        ] {
            changed[keyPath: limit] = -1
        }
        changed.keyBytes = .min
        let zero = ParserLimits(
            depth: 0, stringBytes: 0, keyBytes: 0, numberCharacters: 0, documentBytes: 0, keysPerObject: 0,
            combiningMarks: 0)
        for limits in [made, changed] {
            #expect(limits == zero)
            #expect(modelError { try decoder(limits).decode(Bool.self, from: "true") }?.code == .documentLimit)
        }
    }

    // MARK: - Positions

    /// The position of a value, which decides whether it is decoded, kept as raw bytes, or skipped.
    private enum Position: CaseIterable {
        case document, element, member, raw, skipped, deeplySkipped

        /// The text around the value, on two lines.
        var surroundings: (before: String, after: String) {
            switch self {
            case .document: ("\n", "\n")
            case .element, .raw: ("[\n ", ", 1]")
            case .member, .skipped: ("{\n \"b\": ", ", \"kept\": 1}")
            case .deeplySkipped: ("{ \"b\":\n [2, ", "], \"kept\": 1}")
            }
        }

        /// The number of open arrays and objects around the value.
        var depth: Int {
            switch self {
            case .document: 0
            case .element, .member, .raw, .skipped: 1
            case .deeplySkipped: 2
            }
        }

        func decode(_ json: String, _ decoder: ModelDecoder) throws(ModelError) {
            let document = surroundings.before + json + surroundings.after
            switch self {
            case .document, .element, .member:
                try decodeEveryWay(JSONValue.self, document, decoder: decoder, comparing: \.description)
            case .raw: try decodeEveryWay([RawJSON].self, document, decoder: decoder)
            case .skipped, .deeplySkipped: try decodeEveryWay(Kept.self, document, decoder: decoder)
            }
        }
    }

    private func expectAccepted(_ json: String, _ limits: ParserLimits, in positions: [Position] = Position.allCases) {
        for position in positions {
            #expect(throws: Never.self, "\(position)") { try position.decode(json, decoder(limits)) }
        }
    }

    private func expectRefused(
        _ json: String, _ limits: ParserLimits, _ code: ModelError.Code, at offset: Int = 0,
        in positions: [Position] = Position.allCases
    ) {
        for position in positions {
            let comment: Comment = "\(position)"
            let error = #expect(throws: ModelError.self, comment) { try position.decode(json, decoder(limits)) }
            let before = position.surroundings.before + json.prefix(offset)
            #expect(error?.code == code, comment)
            #expect(error?.category == .limit, comment)
            #expect(error?.offset == before.utf8.count, comment)
            #expect(error?.line == 2, comment)
            #expect(error?.column == before.utf8.count - before.prefix { $0 != "\n" }.utf8.count, comment)
        }
    }

    // MARK: - Defaults

    @Test("A decoder without settings has the default limits")
    func defaultLimits() throws {
        let cuts = Cuts(chunkSizes: [7, 1_000], everySplitBelow: 0)
        func accept(_ json: String) throws {
            try decodeEveryWay(JSONValue.self, json, cuts: cuts, comparing: \.description)
        }
        try accept(nested(512))
        expectError(.depthLimit, at: 512, String(repeating: "[", count: 513), cuts: cuts)
        let number = String(repeating: "1", count: 1_000)
        try accept(number)
        expectError(.numberLimit, at: 0, number + "1", cuts: cuts)
        let key = String(repeating: "k", count: 65_536)
        try accept("{\"\(key)\":1}")
        expectError(.keyLimit, at: 1, "{\"\(key)k\":1}", cuts: cuts)
    }

    @Test("The defaults that take a large document to reach")
    func defaultLimitsOfLargeDocuments() {
        let cuts = Cuts(chunkSizes: [1 << 16], everySplitBelow: 0)
        var string = [UInt8](repeating: UInt8(ascii: "s"), count: 16 << 20)
        string.insert(UInt8(ascii: "\""), at: 0)
        string.append(UInt8(ascii: "\""))
        #expect(throws: Never.self) { try decodeEveryWay(String.self, string, cuts: cuts) { $0.utf8.count } }
        string.append(UInt8(ascii: "s"))
        string.swapAt(string.count - 1, string.count - 2)
        expectError(.stringLimit, at: 0, decoding: RawJSON.self, string, cuts: cuts)

        var keys: [UInt8] = [UInt8(ascii: "{")]
        for _ in 0..<1_000_000 { keys += [0x22, 0x22, 0x3A, 0x30, 0x2C] }
        keys += [0x22, 0x22, 0x3A, 0x30, 0x7D]
        expectError(.keyCountLimit, at: 5_000_001, decoding: Kept.self, keys, cuts: cuts)
    }

    // MARK: - Depth

    private func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test("Depth counts arrays and objects, including the document's own", arguments: [0, 1, 2, 3, 17, 40])
    func depth(_ depth: Int) {
        for position in Position.allCases where position.depth <= depth {
            let levels = 0..<depth - position.depth
            let openings = levels.map { $0.isMultiple(of: 2) ? #"{"k":"# : "[1," }.joined()
            let closings = levels.reversed().map { $0.isMultiple(of: 2) ? "}" : "]" }.joined()
            expectAccepted("\(openings)1\(closings)", ParserLimits(depth: depth), in: [position])
            for oneMore in ["[]", "{}", #"{"k":[]}"#] {
                let json = openings + oneMore + closings
                expectAccepted(json, ParserLimits(depth: depth + 2), in: [position])
                expectRefused(json, ParserLimits(depth: depth), .depthLimit, at: openings.utf8.count, in: [position])
            }
        }
    }

    @Test("Siblings do not count")
    func breadth() {
        expectAccepted("[[],[[]],{},[[]]]", ParserLimits(depth: 5))
        let json = "[[],[[]],[[],[1,[]]]]"
        expectRefused(json, ParserLimits(depth: 4), .depthLimit, at: 16, in: [.member, .skipped, .raw])
    }

    @Test("A hundred thousand brackets, open or closed, are refused at the limit")
    func openBrackets() {
        let cuts = Cuts(chunkSizes: [1, 64, 4_096], everySplitBelow: 0)
        for json in [String(repeating: "[", count: 100_000), nested(100_000)] {
            expectError(.depthLimit, at: 512, json, cuts: cuts)
            expectError(.depthLimit, at: 512, decoding: RawJSON.self, json, cuts: cuts)
            expectError(.depthLimit, at: 516, decoding: Kept.self, #"{"b":"# + json + "}", cuts: cuts)
        }
        expectError(.depthLimit, at: 2_560, String(repeating: #"{"a":"#, count: 100_000), cuts: cuts)
    }

    @Test("If the limit allows them, they are skipped or kept raw in constant stack space")
    func deepDocument() throws {
        let decoder = decoder(ParserLimits(depth: 100_001))
        let cuts = Cuts(chunkSizes: [1, 64, 4_096], everySplitBelow: 0)
        let json = nested(100_000)
        #expect(try decodeEveryWay([RawJSON].self, "[\(json)]", decoder: decoder, cuts: cuts).first?.count == 200_000)
        let skipped = #"{"b":\#(json),"kept":1}"#
        #expect(try decodeEveryWay(Kept.self, skipped, decoder: decoder, cuts: cuts) == Kept(kept: 1))
        let open = #"{"b":"# + json.dropLast()
        expectError(.unexpectedEnd, at: 200_004, decoding: Kept.self, open, decoder: decoder, cuts: cuts)
    }

    // MARK: - Strings

    /// Contents with a number of bytes: of plain characters, of longer ones, of escapes.
    private func contents(_ count: Int) -> [String] {
        ["x", "é", "😀", #"\n"#, #"\u0041"#, #"\uD83D\uDE00"#].compactMap { unit in
            guard count >= unit.utf8.count else { return nil }
            let filling = String(repeating: "x", count: count % unit.utf8.count)
            return filling + String(repeating: unit, count: count / unit.utf8.count)
        }
    }

    @Test("Strings count the raw bytes between their quotes", arguments: [4, 12, 63, 64, 65, 128, 200])
    func strings(_ limit: Int) {
        for content in contents(limit) {
            expectAccepted("\"\(content)\"", ParserLimits(stringBytes: limit))
            expectAccepted("\"\(content)\"", ParserLimits(stringBytes: limit + 1))
        }
        for content in contents(limit + 1) {
            expectRefused("\"\(content)\"", ParserLimits(stringBytes: limit), .stringLimit)
            expectRefused("[[\"\"], \"\(content)", ParserLimits(stringBytes: limit), .stringLimit, at: 7)
        }
    }

    @Test("Keys count like strings", arguments: [4, 63, 64, 130])
    func stringsThatAreKeys(_ limit: Int) {
        for content in contents(limit) {
            expectAccepted("{\"\(content)\":\"\(content)\"}", ParserLimits(stringBytes: limit))
        }
        for content in contents(limit + 1) {
            expectRefused("{\"\(content)\":1}", ParserLimits(stringBytes: limit), .stringLimit, at: 1)
        }
    }

    @Test("The empty string fits any limit, even 0")
    func emptyStrings() {
        let positions: [Position] = [.document, .element, .raw]
        expectAccepted(#""""#, ParserLimits(stringBytes: 0), in: positions)
        expectRefused(#""a""#, ParserLimits(stringBytes: 0), .stringLimit, in: positions)
        expectAccepted(#""a""#, ParserLimits(stringBytes: 1), in: positions)
        expectRefused(#""\n""#, ParserLimits(stringBytes: 1), .stringLimit, in: positions)
    }

    @Test("A string is read up to the limit and no further", arguments: [8, 70])
    func faultsBesideLimit(_ limit: Int) {
        let decoder = decoder(ParserLimits(stringBytes: limit))
        let content = String(repeating: "x", count: limit - 4)
        expectError(.invalidEscape, at: limit - 3, "\"\(content)\\xyz0000\"", decoder: decoder)
        expectError(.controlCharacter, at: limit, "\"\(content)yyy\u{1}0000\"", decoder: decoder)
        expectError(.stringLimit, at: 0, "\"\(content)yyyyy\\x\"", decoder: decoder)
        expectError(.stringLimit, at: 0, "\"\(content)yyyyy\u{1}\"", decoder: decoder)
        expectError(.unexpectedEnd, at: limit + 1, "\"\(content)yyyy", decoder: decoder)
        expectError(.stringLimit, at: 0, "\"\(content)yyyyy", decoder: decoder)
    }

    // MARK: - Keys

    @Test("Key bytes count the decoded bytes, for keys that are decoded", arguments: [2, 4, 12, 64, 100])
    func keyBytes(_ limit: Int) {
        let decoder = decoder(ParserLimits(keyBytes: limit))
        for unit in ["k", #"\u0041"#, "é", #"\u00e9"#] {
            let size = unit.hasSuffix("k") || unit.hasSuffix("1") ? 1 : 2
            let key = String(repeating: unit, count: limit / size)
            for (before, after) in [("{\"", "\":1}"), ("[{}, {\"a\":[], \"", "\":{}}]"), ("{\"a\":{\"", "\":\"\"}}")] {
                #expect(throws: Never.self) {
                    try decodeEveryWay(JSONValue.self, before + key + after, decoder: decoder, comparing: \.description)
                }
                let offset = before.utf8.count - 1
                expectError(.keyLimit, at: offset, before + key + unit + after, decoder: decoder)
            }
            expectError(.keyLimit, at: 1, decoding: [String: Int].self, "{\"\(key + unit)\":1}", decoder: decoder)
            expectError(.keyLimit, at: 1, decoding: Kept.self, "{\"\(key + unit)\":1}", decoder: decoder)
            #expect(throws: Never.self) { try decodeEveryWay(Kept.self, "{\"\(key)\":1}", decoder: decoder) }
        }
    }

    @Test("The keys of one object are counted, including duplicate and unknown ones", arguments: [0, 1, 2, 5])
    func keysPerObject(_ limit: Int) throws {
        let decoder = decoder(ParserLimits(keysPerObject: limit))
        func object(_ count: Int, key: (Int) -> String = { "k\($0)" }) -> String {
            "{" + (0..<count).map { "\"\(key($0))\":1" }.joined(separator: ",") + "}"
        }
        let offset = limit * 7 + 1
        #expect(try decodeEveryWay([String: Int].self, object(limit), decoder: decoder).count == limit)
        expectError(.keyCountLimit, at: offset, decoding: [String: Int].self, object(limit + 1), decoder: decoder)
        #expect(try decodeEveryWay(JSONValue.self, object(limit), decoder: decoder).objectValue?.count == limit)
        expectError(.keyCountLimit, at: offset, object(limit + 1), decoder: decoder)
        expectError(.keyCountLimit, at: offset, object(limit + 2), decoder: decoder)
        #expect(try decodeEveryWay(Kept.self, object(limit), decoder: decoder) == Kept())
        expectError(.keyCountLimit, at: offset, decoding: Kept.self, object(limit + 1), decoder: decoder)
        expectError(.keyCountLimit, at: offset, object(limit + 1) { _ in "kk" }, decoder: decoder)
        let before = "[\(object(limit)),\n"
        expectError(
            .keyCountLimit, at: before.utf8.count + offset, line: 2, column: offset + 1,
            "\(before)\(object(limit + 1))]", decoder: decoder)
    }

    @Test("Keys are counted in each object separately, and not in skipped ones")
    func keysOfOtherObjects() throws {
        let decoder = decoder(ParserLimits(keysPerObject: 2))
        let json = #"{"a":{"a":1,"b":2},"b":[{"a":1,"b":2},{"a":1,"b":{}}]}"#
        #expect(throws: Never.self) { try decodeEveryWay(JSONValue.self, json, decoder: decoder) }
        let skipped = #"{"b":{"a":1,"b":2,"c":3},"kept":1}"#
        #expect(try decodeEveryWay(Kept.self, skipped, decoder: decoder) == Kept(kept: 1))
    }

    // MARK: - Numbers

    @Test("Numbers count their characters", arguments: [1, 2, 5, 20, 64, 300])
    func numbers(_ limit: Int) {
        func numbers(_ count: Int) -> [String] {
            ["", "-", "-1.5e"].filter { $0.utf8.count < count }.map { beginning in
                beginning + String(repeating: "7", count: count - beginning.utf8.count)
            }
        }
        for number in numbers(limit) {
            expectAccepted(number, ParserLimits(numberCharacters: limit))
            expectAccepted("[\(number),\(number) ]", ParserLimits(numberCharacters: limit + 1))
        }
        for number in numbers(limit + 1) {
            expectRefused(number, ParserLimits(numberCharacters: limit), .numberLimit)
            expectRefused("[{},\(number) ]", ParserLimits(numberCharacters: limit), .numberLimit, at: 4)
            expectRefused(#"{"n":\#(number)}"#, ParserLimits(numberCharacters: limit), .numberLimit, at: 5)
        }
    }

    @Test("The same for numbers that are read into numeric types")
    func typedNumbers() throws {
        let decoder = decoder(ParserLimits(numberCharacters: 4))
        #expect(try decodeEveryWay([Double].self, "[1234,-1.5]", decoder: decoder) == [1234, -1.5])
        #expect(try decodeEveryWay([Int].self, "[1234,-123]", decoder: decoder) == [1234, -123])
        expectError(.numberLimit, at: 6, path: "$[1]", decoding: [Double].self, "[1234,-1.25]", decoder: decoder)
        expectError(.numberLimit, at: 6, path: "$[1]", decoding: [Int].self, "[1234,12345]", decoder: decoder)
        expectError(.numberLimit, at: 1, path: "$[0]", decoding: [String].self, "[12345]", decoder: decoder)
    }

    @Test("A number longer than one piece of text")
    func hugeNumbers() throws {
        let number = String(repeating: "3", count: 300_000)
        let cuts = Cuts(chunkSizes: [1_000, 65_536], everySplitBelow: 0)
        expectError(.numberLimit, at: 2, "[ \(number)]", cuts: cuts)
        expectError(.numberLimit, at: 0, number, cuts: cuts)
        let decoder = decoder(ParserLimits(numberCharacters: 300_000))
        let value = try decodeEveryWay(RawJSON.self, "[\(number)]", decoder: decoder, cuts: cuts)
        #expect(value.text == "[\(number)]")
        expectError(.numberLimit, at: 1, "[\(number)3]", decoder: decoder, cuts: cuts)
    }

    @Test("Words do not count as numbers")
    func wordsBesideNumberLimit() throws {
        let decoder = decoder(ParserLimits(numberCharacters: 1))
        #expect(try decodeEveryWay(JSONValue.self, "[true,false,null,1]", decoder: decoder) == [true, false, nil, 1])
        #expect(try decodeEveryWay(JSONValue.self, "false", decoder: decoder) == false)
        expectError(.unexpectedToken, at: 1, "[truth]", decoder: decoder)
        expectError(.unexpectedToken, at: 1, "[\(String(repeating: "x", count: 5_000))]")
    }

    @Test("The largest limits do not overflow")
    func greatestLimits() {
        let decoder = decoder(
            ParserLimits(
                depth: .max, stringBytes: .max, keyBytes: .max, numberCharacters: .max, keysPerObject: .max,
                bufferedBytes: .max, replays: .max, combiningMarks: .max))
        for (text, place) in [("[truth]", 1), ("[1, x]", 4), ("{\"a\" b}", 5)] {
            expectError(.unexpectedToken, at: place, text, decoder: decoder)
        }
    }

    // MARK: - Documents

    @Test("Documents count all their bytes, from the byte order mark to the white space at the end")
    func documents() throws {
        for (json, line, column) in [
            ("{}", 1, 3), ("[1, 2]", 1, 7), ("[\n1]\n", 3, 1), ("  12", 1, 5), ("\"é\" \n ", 2, 2),
            ("\u{FEFF}[]", 1, 3),
        ] {
            let count = json.utf8.count
            #expect(throws: Never.self) {
                try decodeEveryWay(JSONValue.self, json, decoder: decoder(ParserLimits(documentBytes: count)))
                try decodeEveryWay(JSONValue.self, json, decoder: decoder(ParserLimits(documentBytes: count + 1)))
            }
            for rest in [" ", "\n", "  "] {
                let limited = decoder(ParserLimits(documentBytes: count))
                expectError(.documentLimit, at: count, line: line, column: column, json + rest, decoder: limited)
            }
        }
    }

    @Test("The limit cuts documents off at any place, also in tokens and skipped values")
    func documentLimitEverywhere() {
        let json = #"{"a": ["text \u00e9é", -12.5e3, true, {}], "b": null}"#
        for limit in 0..<json.utf8.count {
            let limited = decoder(ParserLimits(documentBytes: limit))
            let cuts = Cuts(everySplitBelow: limit % 8 == 0 ? 200 : 0)
            expectError(.documentLimit, at: limit, json, decoder: limited, cuts: cuts)
            expectError(.documentLimit, at: limit, decoding: Kept.self, json, decoder: limited, cuts: cuts)
        }
    }

    @Test("An error before the limit is reported")
    func faultsBeforeDocumentLimit() {
        let decoder = decoder(ParserLimits(documentBytes: 6))
        expectError(.unexpectedToken, at: 1, "[x, 123456789]", decoder: decoder)
        expectError(.invalidEscape, at: 2, #"["\x  23456789"]"#, decoder: decoder)
        expectError(.trailingContent, at: 3, "[] 1 23456789", decoder: decoder)
        expectError(.unexpectedEnd, at: 6, "[1, 23", decoder: decoder)
        expectError(.documentLimit, at: 6, "[1, 234]", decoder: decoder)
    }

    @Test("A limit of 0 refuses the first byte")
    func noDocument() {
        expectError(.documentLimit, at: 0, "1", decoder: decoder(ParserLimits(documentBytes: 0)))
        expectError(.unexpectedEnd, at: 0, "", decoder: decoder(ParserLimits(documentBytes: 0)))
    }
}
