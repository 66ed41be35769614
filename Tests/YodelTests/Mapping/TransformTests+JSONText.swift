import Testing

@testable import Yodel

@Suite("JSON in strings")
struct JSONTextTests {
    struct Payload: Model, Equatable {
        var id: Int
        var tags: [String]?
    }

    struct Event: Model, Equatable {
        var name: String
        var payload: Payload?
        var points: [Point]?
        var number: Int?
        static let mapping = Mapping(
            .transform(\Event.payload, to: "p", by: .jsonText), .transform(\Event.points, by: .jsonText),
            .transform(\Event.number, by: .jsonText))
    }

    @Test("The text of a string is decoded like a document, and written like one")
    func texts() {
        expectRoundTrip(
            Event(name: "n", payload: Payload(id: 1, tags: ["a\"", "ü"]), points: [Point(x: 1, y: 2)], number: 7),
            #"{"name":"n","p":" {\"tags\":[\"a\\\"\",\"\\u00fc\"],\"x\":[],\"id\":1}\n","points":"[{\"x\":1,\"y\":2}]","number":"7"}"#,
            writtenAs:
                #"{"name":"n","p":"{\"id\":1,\"tags\":[\"a\\\"\",\"ü\"]}","points":"[{\"x\":1,\"y\":2}]","number":"7"}"#
        )
        expectRoundTrip(Event(name: "n"), #"{"name":"n","p":null}"#, writtenAs: #"{"name":"n"}"#)
    }

    @Test("An error's path continues in the text, with the string's place; the underlying error has that in the text")
    func errors() {
        let mismatch = expectErrorAtMark(
            .typeMismatch, path: "$.points[1].y", decoding: Event.self,
            "{\"name\":\"\",\n\"points\": ▸\"[{\\\"x\\\":1,\\\"y\\\":2},{\\\"x\\\":1,\\\"y\\\":true}]\"}")
        #expect(mismatch?.expected == "Int" && mismatch?.found == "true")
        let inner = mismatch?.underlying as? ModelError
        #expect(inner?.offset == 26 && inner?.path.description == "$[1].y")
        expectErrorAtMark(.missingKeys, path: "$[0].p", missing: ["id"], decoding: [Event].self, #"[{"p":▸"{}"}]"#)
        for text in ["", "1 x", "01", "nul", "-"] {
            let broken = expectErrorAtMark(
                .invalidValue, path: "$.number", decoding: Event.self, "{\"number\":▸\"\(text)\"}")
            #expect((broken?.underlying as? ModelError)?.category != .data)
        }
        // Within the text, nothing can be shown of one that ends early, or of an invalid escape.
        for text in [#"[{\"x\":"#, #"[{\"x\":\"\\q\"}]"#] {
            let broken = expectErrorAtMark(
                .invalidValue, path: "$.points", decoding: Event.self, "{\"points\":▸\"\(text)\"}")
            #expect(broken?.expected == "[Point]?" && broken?.found == "the string \"\(text)\"")
            #expect((broken?.underlying as? ModelError)?.path.description == "$[0].x")
        }
        expectErrorAtMark(.typeMismatch, path: "$.p", decoding: Event.self, #"{"p":▸{"id":1}}"#)
    }

    /// A check that shows no value must not show the whole text as if that had been found at the path in it.
    @Test("The error of a check in the text says what was found only if that is the string")
    func checks() {
        struct Checked: Model {
            var id: Int
            static let mapping = Mapping(.check("an identifier") { (value: Checked) in value.id > 0 })
        }
        struct Holder: Model {
            var one: Checked?
            var many: [Checked]?
            static let mapping = Mapping(
                .transform(\Holder.one, by: .jsonText), .transform(\Holder.many, by: .jsonText))
        }
        let deep = expectErrorAtMark(
            .invalidValue, path: "$.many[1]", decoding: Holder.self, #"{"many":▸"[{\"id\":1},{\"id\":0}]"}"#)
        #expect(deep?.expected == "an identifier" && deep?.found == nil)
        let whole = expectErrorAtMark(
            .invalidValue, path: "$.one", decoding: Holder.self, #"{"one":▸"{\"id\":0}"}"#)
        #expect(whole?.expected == "an identifier" && whole?.found == #"the string "{\"id\":0}""#)
    }

    /// Absent, `null` and written, its text is decoded as a part of the document.
    @Test("The text for an absent value may be a single number, though documents may not")
    func absentText() throws {
        struct Setting: Model, Equatable {
            var level: Int
            static let mapping = Mapping(
                .transform(\Setting.level, by: Transform<String?, String> { $0 ?? "7" }.then(.jsonText)))
        }
        let decoder = ModelDecoder.with { $0.allowsFragments = false }
        for (json, level) in [("{}", 7), (#"{"level":null}"#, 7), (#"{"level":"8"}"#, 8)] {
            #expect(try decodeEveryWay(Setting.self, json, decoder: decoder).level == level)
        }
    }

    @Test("The decoder's options apply to the text: conversions, unknown keys, duplicates, limits")
    func options() throws {
        let json = #"{"name":"","p":"{\"id\":\"1\",\"id\":\"2\",\"more\":0}"}"#
        var decoder = ModelDecoder.with { $0.conversions = .lenient }
        #expect(try decodeEveryWay(Event.self, json, decoder: decoder).payload?.id == 2)
        decoder.duplicateKeys = .first
        #expect(try decodeEveryWay(Event.self, json, decoder: decoder).payload?.id == 1)
        decoder.duplicateKeys = .error
        let marked = #"{"name":"","p":▸"{\"id\":\"1\",\"id\":\"2\",\"more\":0}"}"#
        expectErrorAtMark(.duplicateKey, path: "$.p.id", decoding: Event.self, marked, decoder: decoder)
        decoder.duplicateKeys = .last
        decoder.unknownKeys = .error
        expectErrorAtMark(.unknownKey, path: "$.p.more", decoding: Event.self, marked, decoder: decoder)
        let collector = UnknownKeyCollector()
        decoder.unknownKeys = .collect(collector)
        _ = try decoder.decode(Event.self, from: json)
        #expect(collector.keys.map(\.description) == ["$.p.more (offset 15)"])
        decoder.limits.numberCharacters = 2
        expectErrorAtMark(.numberLimit, path: "$.number", decoding: Event.self, #"{"number":▸"123"}"#, decoder: decoder)
        decoder.allowsFragments = false
        #expect(try decoder.decode(Event.self, from: #"{"name":"","number":"12"}"#).number == 12)
    }

    struct Nested: Model {
        var lists: [[JSONValue]]
        static let mapping = Mapping(.transform(\Nested.lists, by: .jsonText))
    }

    @Test("A text may nest as deep as the limit allows at its place, and no deeper")
    func depth() throws {
        let decoder = ModelDecoder.with { $0.limits.depth = 5 }
        func json(_ depth: Int) -> String {
            #"[{"lists":""# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + #""}]"#
        }
        #expect(try decodeEveryWay([Nested].self, json(3), decoder: decoder, comparing: { "\($0)" }).count == 1)
        expectError(
            .depthLimit, at: 10, path: "$[0].lists[0][0][0]", decoding: [Nested].self, json(4), decoder: decoder)
        expectError(
            .depthLimit, at: 10, expected: "at most 5 levels", decoding: [Nested].self, json(9), decoder: decoder)
        let deep = ModelDecoder()
        #expect(
            refusal(
                of: Nested.self, String(json(100_000).dropFirst().dropLast()), decoder: deep,
                cuts: Cuts(chunkSizes: [4_096])
            ).contains("depthLimit"))
    }

    @Test("The content's table is built with the type's: an error in it is reported there")
    func undecodable() {
        struct Closure: Model { var call: () -> Void }
        struct Holder: Model {
            var closure: Closure
            static let mapping = Mapping(.transform(\Holder.closure, by: .jsonText))
        }
        expectUnsupported(Holder.self, .unsupportedType, naming: "Closure.call")
    }
}
