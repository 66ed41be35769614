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

    private final class Person: DefaultedModel {
        var name = ""
        init() {}
    }

    private func limited(_ limits: ParserLimits) -> ModelDecoder {
        .with { $0.limits = limits }
    }

    @Test func keysAreCountedInEveryKindOfObject() {
        let decoder = limited(ParserLimits(keysPerObject: 2))
        let three = #""x": 1, "y": 2, "z": 3"#
        #expect(
            refusal(of: [Item].self, #"[{"id": 1, "title": "a"}, {"id": 1, "x": 2, "y": 3}]"#, decoder: decoder)
                == "$[1]: expected at most 2 keys (keyCountLimit, line 1, column 45, offset 44); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(of: Item.self, #"{"id": 1, "id": 2, "id": 3}"#, decoder: decoder)
                == "$: expected at most 2 keys (keyCountLimit, line 1, column 20, offset 19); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(of: Item.self, #"{"a": {"b": {\#(three)}}}"#, decoder: decoder)
                == "$.a.b: expected at most 2 keys (keyCountLimit, line 1, column 30, offset 29); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(of: Person.self, "{\(three)}", decoder: decoder)
                == "$: expected at most 2 keys (keyCountLimit, line 1, column 18, offset 17); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(of: [Int: Int].self, #"{"1": 1, "2": 2, "3": 3}"#, decoder: decoder)
                == "$: expected at most 2 keys (keyCountLimit, line 1, column 18, offset 17); a higher limits.keysPerObject allows it"
        )
        #expect(
            refusal(of: [JSONObject].self, "[{\(three)}]", decoder: decoder)
                == "$[0]: expected at most 2 keys (keyCountLimit, line 1, column 19, offset 18); a higher limits.keysPerObject allows it"
        )
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
        struct Chain: Model {
            @Indirect var next: Chain?
        }
        let decoder = limited(ParserLimits(depth: 3))
        #expect(
            try decodeEveryWay(Chain.self, #"{"next": {"next": {}}}"#, decoder: decoder) { "\($0)" }.next?.next?.next
                == nil)
        #expect(
            refusal(of: Chain.self, #"{"next": {"next": {"next": {}}}}"#, decoder: decoder)
                == "$.next.next.next: expected at most 3 levels (depthLimit, line 1, column 28, offset 27); a higher limits.depth allows it"
        )
        #expect(
            refusal(of: [Item].self, #"[{"a": {"b": {"c": 1}}}]"#, decoder: decoder)
                == "$[0].a.b: expected at most 3 levels (depthLimit, line 1, column 14, offset 13); a higher limits.depth allows it"
        )
        #expect(
            refusal(of: [Item].self, #"[{"u": [[1]]}]"#, decoder: decoder)
                == "$[0]: expected at most 3 levels (depthLimit, line 1, column 9, offset 8); a higher limits.depth allows it"
        )
        #expect(
            refusal(of: [Item].self, #"[{"raw": [[1]]}]"#, decoder: decoder)
                == "$[0].raw: expected at most 3 levels (depthLimit, line 1, column 11, offset 10); a higher limits.depth allows it"
        )
    }

    @Test func aChainAsDeepAsTheLimitIsMadeAndDropped() throws {
        struct Chain: Model {
            var number: Int
            @Indirect var next: Chain?
        }
        let depth = ParserLimits().depth
        let json =
            String(repeating: #"{"number":1,"next":"#, count: depth - 1) + #"{"number":1}"#
            + String(repeating: "}", count: depth - 1)
        var chain: Chain? = try ModelDecoder().decode(Chain.self, from: json)
        var sum = 0
        while let link = chain {
            sum += link.number
            chain = link.next
        }
        #expect(sum == depth)
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
