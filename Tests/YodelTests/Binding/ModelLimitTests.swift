import Testing

@testable import Yodel

/// Limits with models, paths and updates. (For the limits themselves see `ParserLimitsTests`.)
@Suite struct ModelLimitTests {
    private struct Item: Model {
        var id: Int?
        var title: String?
        var raw: RawJSON?
        var deep: Int?
        static let mapping = Mapping(.map(\Item.deep, to: "a.b.c"))
    }

    private func limited(_ limits: ParserLimits) -> ModelDecoder {
        .with { $0.limits = limits }
    }

    /// Expects that a limit, as its error says it, refuses a document at an offset in its only line.
    private func expectLimit<Value>(
        _ limit: (error: String, option: String), at offset: Int, path: String, of type: Value.Type, _ json: String,
        by decoder: ModelDecoder, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            refusal(of: type, json, decoder: decoder)
                == "\(path): expected at most \(limit.error), line 1, column \(offset + 1), offset \(offset)); "
                + "a higher limits.\(limit.option) allows it", sourceLocation: sourceLocation)
    }

    private let keyLimit = ("2 keys (keyCountLimit", "keysPerObject")
    private let depthLimit = ("3 levels (depthLimit", "depth")

    @Test func keysAreCountedInEveryKindOfObject() {
        let decoder = limited(ParserLimits(keysPerObject: 2))
        let three = #""x": 1, "y": 2, "z": 3"#
        expectLimit(
            keyLimit, at: 44, path: "$[1]", of: [Item].self, #"[{"id": 1, "title": "a"}, {"id": 1, "x": 2, "y": 3}]"#,
            by: decoder)
        expectLimit(keyLimit, at: 19, path: "$", of: Item.self, #"{"id": 1, "id": 2, "id": 3}"#, by: decoder)
        expectLimit(keyLimit, at: 29, path: "$.a.b", of: Item.self, #"{"a": {"b": {\#(three)}}}"#, by: decoder)
        expectLimit(keyLimit, at: 17, path: "$", of: ClassModelTests.Leaf.self, "{\(three)}", by: decoder)
        expectLimit(keyLimit, at: 17, path: "$", of: [Int: Int].self, #"{"1": 1, "2": 2, "3": 3}"#, by: decoder)
        expectLimit(keyLimit, at: 18, path: "$[0]", of: [JSONObject].self, "[{\(three)}]", by: decoder)
    }

    @Test func keysThatAreNotDecodedAreNotCounted() throws {
        let decoder = limited(ParserLimits(keysPerObject: 2))
        let three = #"{"x": 1, "y": 2, "z": 3}"#
        #expect(
            try decodeEveryWay(Item.self, #"{"raw": \#(three), "u": \#(three)}"#, decoder: decoder) { "\($0)" }.raw?
                .text == three)
    }

    @Test func keysAreMeasuredWhetherTheyAreKnownOrNot() {
        let decoder = limited(ParserLimits(keyBytes: 4))
        for (path, json) in [
            ("$", #"{"id": 1, ▸"title": "a"}"#), ("$", #"{"id": 1, ▸"other": "a"}"#),
            ("$.a.b", #"{"a": {"b": {▸"other": 1}}}"#),
        ] {
            expectErrorAtMark(.keyLimit, path: path, decoding: Item.self, json, decoder: decoder)
        }
        expectErrorAtMark(
            .keyLimit, path: "$.a", decoding: [String: [Int: Int]].self, #"{"a": {"1": 1, ▸"10000": 1}}"#,
            decoder: decoder)
    }

    @Test func depthIsCountedThroughModelsPathsAndWrappers() throws {
        struct Chain: Model { @Indirect var next: Chain? }
        let decoder = limited(ParserLimits(depth: 3))
        #expect(
            try decodeEveryWay(Chain.self, #"{"next": {"next": {}}}"#, decoder: decoder) { "\($0)" }.next?.next?.next
                == nil)
        expectLimit(
            depthLimit, at: 27, path: "$.next.next.next", of: Chain.self, #"{"next": {"next": {"next": {}}}}"#,
            by: decoder)
        expectLimit(depthLimit, at: 13, path: "$[0].a.b", of: [Item].self, #"[{"a": {"b": {"c": 1}}}]"#, by: decoder)
        expectLimit(depthLimit, at: 8, path: "$[0]", of: [Item].self, #"[{"u": [[1]]}]"#, by: decoder)
        expectLimit(depthLimit, at: 10, path: "$[0].raw", of: [Item].self, #"[{"raw": [[1]]}]"#, by: decoder)
    }

    @Test func limitsHoldForUpdates() {
        struct Outer: Model {
            var item = Item()
            var list: [Int]? = []
        }
        var outer = Outer()
        let decoder = limited(ParserLimits(depth: 2, numberCharacters: 3, keysPerObject: 2))
        #expect(
            refusal(updating: &outer, #"{"item": {"id": 1, "x": 1, "y": 1}}"#, decoder: decoder)
                == "$.item: expected at most 2 keys (keyCountLimit, line 1, column 28, offset 27); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(updating: &outer, #"{"item": {"id": 1000}}"#, decoder: decoder)
                == "$.item.id: expected at most 3 characters (numberLimit, line 1, column 17, offset 16); a higher limits.numberCharacters allows it"
        )
        #expect(
            refusal(updating: &outer, #"{"item": {"id": 100}, "list": [[]]}"#, decoder: decoder)
                == "$.list[0]: expected at most 2 levels (depthLimit, line 1, column 32, offset 31); a higher limits.depth allows it"
        )
        #expect(outer.item.id == nil)
    }
}
