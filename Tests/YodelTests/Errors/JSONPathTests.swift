import Foundation
import Testing

@testable import Yodel

@Suite struct JSONPathTests {
    @Test func stepsAreWrittenOneAfterTheRoot() {
        #expect(JSONPath().description == "$")
        #expect(
            JSONPath([.key("statuses"), .index(3), .key("user"), .key("id")]).description == "$.statuses[3].user.id")
        #expect(JSONPath([.index(0), .index(12)]).description == "$[0][12]")
    }

    @Test(arguments: ["a", "A9", "_x", "$ref", "a-b", "x_1", "größe", "名前", "😀", "é1"])
    func plainKeysAreWrittenAsTheyAre(_ key: String) {
        #expect(JSONPath([.key(key)]).description == "$.\(key)")
    }

    @Test(arguments: [
        ("", #"$[""]"#), ("first name", #"$["first name"]"#), ("1st", #"$["1st"]"#), ("a.b", #"$["a.b"]"#),
        ("a\"b", #"$["a\"b"]"#), ("a\\b", #"$["a\\b"]"#), ("a\nb", #"$["a\nb"]"#), ("a[0]", #"$["a[0]"]"#),
        ("\u{0}", #"$["\u0000"]"#), ("\u{7F}", #"$["\u{7F}"]"#), ("a\u{9B}", #"$["a\u{9B}"]"#),
        ("é\u{202E}", #"$["é\u{202E}"]"#), ("\u{2028}\u{2029}", #"$["\u{2028}\u{2029}"]"#),
        ("👩\u{200D}💻", #"$["👩\u{200D}💻"]"#), ("'", #"$["'"]"#), ("a/b", #"$["a/b"]"#),
    ])
    func otherKeysAreWrittenAsStrings(_ key: String, _ text: String) {
        #expect(JSONPath([.key(key)]).description == text)
    }

    @Test func differentPathsAreWrittenDifferently() {
        #expect(JSONPath([.key("0")]).description != JSONPath([.index(0)]).description)
        #expect(JSONPath([.key("a.b")]).description != JSONPath([.key("a"), .key("b")]).description)
        #expect(JSONPath([.key("a"), .index(0)]).description != JSONPath([.key("a[0]")]).description)
    }

    @Test func pathsAreEqualStepByStep() {
        let path = JSONPath([.key("a"), .index(0)])
        #expect(path == JSONPath([.key("a"), .index(0)]))
        #expect(path != JSONPath([.key("a")]))
        #expect(path != JSONPath([.key("a"), .index(1)]))
        #expect(path != JSONPath([.key("a"), .key("0")]))
        #expect(Set([path, path, JSONPath()]).count == 2)
        #expect(path.hashValue == JSONPath([.key("a"), .index(0)]).hashValue)
    }

    // MARK: - Paths of errors

    private struct Leaf: Model { var value: Int }

    private struct Tree: Model {
        var leaf: Leaf?
        var list: [[Leaf]]?
        var members: [String: Leaf]?
        @Indirect var boxed: Leaf?
        var deep: Int?
        var any: JSONValue?
        var first: [Leaf]?
        var second: [Leaf]?
        static let mapping = Mapping(
            .map(\Tree.deep, to: "a.b.c"), .map(\Tree.first, to: "shared"), .map(\Tree.second, to: "shared"))
    }

    @Test(arguments: [
        (#"{"leaf": {"value": "x"}}"#, "$.leaf.value"),
        (#"{"list": [[], [{"value": 1}, {"value": "x"}]]}"#, "$.list[1][1].value"),
        (#"{"members": {"a": {"value": 1}, "b c": {"value": "x"}}}"#, #"$.members["b c"].value"#),
        (#"{"members": {"\u00e9\"": {"value": "x"}}}"#, #"$.members["é\""].value"#),
        (#"{"boxed": {"value": "x"}}"#, "$.boxed.value"),
        (#"{"a": {"x": 1, "b": {"c": "x"}}}"#, "$.a.b.c"),
        (#"{"shared": [{"value": 1}, {"value": "x"}]}"#, "$.shared[1].value"),
        (#"{"any": [1, {"k": [0, tru]}]}"#, "$.any[1].k[1]"),
        (#"{"unknown": [1, {"k": [0, tru]}]}"#, "$"),
    ])
    func anErrorKnowsItsPath(_ json: String, _ path: String) throws {
        let error = try #require(throws: ModelError.self) { try decodeEveryWay(Tree.self, json) { "\($0)" } }
        #expect(error.path.description == path)
    }

    /// The document's spelling, not the property's.
    @Test func keysAreSpelledAsInTheDocument() throws {
        struct Page: Model { var pageCount: Int }
        func path(_ json: String, _ keys: KeyStrategy) -> String? {
            let decoder = ModelDecoder.with { $0.keys = keys }
            return #expect(throws: ModelError.self) { try decoder.decode(Page.self, from: json) }?.path.description
        }
        #expect(path(#"{"page_count": "x"}"#, .snakeCase) == "$.page_count")
        #expect(path(#"{"PageCount": "x"}"#, .caseInsensitive) == "$.PageCount")
        #expect(path(#"{"page\u0043ount": "x"}"#, .asWritten) == "$.pageCount")

        struct Pages: Model { var pages: [Page] }
        let decoder = ModelDecoder.with { $0.keys = .caseInsensitive }
        let json = #"{"PAGES": [{"PageCount": 1}, {"pagecount": "x"}]}"#
        #expect(
            refusal(of: Pages.self, json, decoder: decoder)
                == #"$.PAGES[1].pagecount: expected Int, found the string "x" (typeMismatch, line 1, column 44, offset 43)"#
        )
    }

    @Test func aNullUnderOneOfSeveralKeysIsSpelledAsInTheDocument() {
        struct Ranked: Model {
            var pageCount: Int
            static let mapping = Mapping(.map(\Ranked.pageCount, to: "pageCount", "Meta.items[1].Pages"))
        }
        let decoder = ModelDecoder.with { $0.keys = .caseInsensitive }
        #expect(
            refusal(of: [Ranked].self, #"[{"pageCOUNT": 1}, {"PAGECOUNT": null}]"#, decoder: decoder)
                == "$[1].PAGECOUNT: expected Int, found null (nullValue, line 1, column 34, offset 33)")
        #expect(
            refusal(of: Ranked.self, #"{"META": {"Items": [0, {"pages": null}]}}"#, decoder: decoder)
                == "$.META.Items[1].pages: expected Int, found null (nullValue, line 1, column 34, offset 33)")
    }

    @Test func keysOfDictionariesAreSpelledAsInTheDocument() throws {
        let small = "0e984725-c51c-4bf4-9960-e1c80e27aba0"
        let other = "1e984725-c51c-4bf4-9960-e1c80e27aba0"
        let error = try #require(throws: ModelError.self) {
            try decodeEveryWay([UUID: Bool].self, "{\"\(other)\": true, \"\(small)\": 5}")
        }
        #expect(error.path.description == "$[\"\(small)\"]")

        struct Counts: Model {
            var byID: [UUID: Int]
            var byName: [String: Int]
            var nested: [UUID: [UUID: Int]]
        }
        #expect(
            refusal(of: Counts.self, "{\"byID\": {\"\(small)\": 1}, \"byName\": {\"k\": \"x\"}}").hasPrefix(
                "$.byName.k: "))
        #expect(
            refusal(of: Counts.self, "{\"nested\": {\"\(other)\": {}, \"\(small)\": {\"\(small)\": \"x\"}}}")
                .hasPrefix("$.nested[\"\(small)\"][\"\(small)\"]: "))
    }

    @Test func aPathMayBeVeryLong() throws {
        let depth = 500
        let json = String(repeating: "[", count: depth) + "\u{1}"
        let error = try #require(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, from: json) }
        #expect(error.path.steps == Array(repeating: .index(0), count: depth))
    }
}
