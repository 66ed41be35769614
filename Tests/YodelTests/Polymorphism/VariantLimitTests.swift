import Testing

@testable import Yodel

/// Limits on the bytes kept and on the number of passes.
@Suite struct VariantLimitTests {
    @Test func whatIsKeptIsBounded() {
        let decoder = ModelDecoder.with { $0.limits.bufferedBytes = 20 }
        #expect(
            refusal(of: Event.self, #"{"tags": ["a", "b", "c"], "text": "a", "type": "msg"}"#, decoder: decoder)
                == "$: expected at most 20 bytes (bufferLimit, line 1, column 21, offset 20); a higher limits.bufferedBytes allows it"
        )
        expectDecoded(
            Event.self, #"{"type": "msg", "tags": ["a", "b", "c"], "text": "a"}"#,
            as: .message(Message(text: "a", tags: ["a", "b", "c"])), decoder: decoder)
    }

    indirect enum Tree: Polymorphic, Equatable {
        case a(A), b(B), c(C)
        struct A: Model, Equatable { var next: [Tree]; var a: Int }
        struct B: Model, Equatable { var next: [Tree]; var b: Int }
        struct C: Model, Equatable { var next: [Tree]?; var c: Int }
        static let variants = Variants<Tree>(.untagged, .case(Tree.a), .case(Tree.b), .case(Tree.c))
    }

    private func nested(_ depth: Int, last: String = #""c": 1"#) -> String {
        String(repeating: #"{"next": ["#, count: depth) + #"{"next": [], \#(last)}"#
            + String(repeating: "], \(last)}", count: depth)
    }

    @Test func triesWithinTriesAreBounded() throws {
        _ = try decodeEveryWay(Tree.self, nested(3), cuts: Cuts(chunkSizes: [1, 7], everySplitBelow: 0))
        let growth = CostGrowth.measured(at: 200, document: { nested($0) }) { json in
            let error = modelError { try ModelDecoder().decode(Tree.self, from: json) }
            #expect(error?.code == .replayLimit)
            #expect(error?.offset != nil)
        }
        #expect(growth < CostGrowth.limit)
        let few = ModelDecoder.with { $0.limits.replays = 0 }
        #expect(throws: ModelError.self) { try few.decode(Tree.self, from: nested(30)) }
    }

    indirect enum Bare: Polymorphic {
        case a(A), b(B), c(C)
        struct A: Model { var x: [Bare]; var a: Int }
        struct B: Model { var x: [Bare]; var b: Int }
        struct C: Model { var x: [Bare] }
        static let variants = Variants<Bare>(.untagged, .case(Bare.a), .case(Bare.b), .case(Bare.c))
    }

    @Test func theErrorIsAboutTheTokenAtWhichTheLimitIsExceeded() {
        let json = #"[{"x":[{"x":[]}]}]"#
        for (replays, place) in [
            (
                1,
                "$[0].x[0].x: expected values to be read again at most 1 time (replayLimit, line 1, column 14, offset 13)"
            ),
            (
                5,
                "$[0].x[0]: expected values to be read again at most 5 times (replayLimit, line 1, column 8, offset 7)"
            ),
        ] {
            let decoder = ModelDecoder.with { $0.limits.replays = replays }
            #expect(
                refusal(of: [Bare].self, json, decoder: decoder) == "\(place); a higher limits.replays allows it")
        }
    }

    indirect enum Chained: Polymorphic {
        case a(A), b(B), c(C), n(Int)
        struct A: Model { var v: Chained; var x: Int }
        struct B: Model { var v: Chained; var y: Int }
        struct C: Model { var v: Chained; var z: Int }
        static let variants = Variants<Chained>(
            .untagged, .case(Chained.a), .case(Chained.b), .case(Chained.c), .case(Chained.n))
    }

    private func chain(_ depth: Int) -> String {
        String(repeating: #"{"v":"#, count: depth) + "1" + String(repeating: #","z":1}"#, count: depth)
    }

    private func codes(_ body: () throws -> Void) -> [ModelError.Code] {
        do {
            try body()
            return []
        } catch {
            return [(error as? ModelError)?.code ?? .alreadyFinished]
        }
    }

    /// Items, lines and parts, in any number, have no more than their bytes allow.
    @Test func nothingIsFreeForEachItem() throws {
        for (depth, expected) in [(3, []), (10, [ModelError.Code.replayLimit])] {
            let (one, decoder) = (chain(depth), ModelDecoder())
            #expect(codes { _ = try decoder.decode(Chained.self, from: one) } == expected)
            #expect(codes { _ = try decoder.decode([Chained].self, from: "[\(one),\(one)]") } == expected)
            for lazy in try decoder.decode([Lazy<Chained>].self, from: "[\(one),\(one)]") {
                #expect(codes { _ = try lazy.value() } == expected)
            }
            for (feed, text) in [
                (Feed(of: Chained.self), "[\(one),\(one)]"), (Feed(of: Chained.self, in: .lines), "\(one)\n\(one)"),
            ] {
                var feed = feed
                feed.badItems = .drop
                var reader = feed.reader(of: text)
                var count = 0
                #expect(codes { while try reader.next() != nil { count += 1 } }.count <= expected.count)
                #expect(count == (expected.isEmpty ? 2 : 0))
            }
        }
    }

    enum Short: Polymorphic, Equatable {
        case first(First), second(Second), third(Third), number(Int), list([Int])
        struct First: Codable, Equatable { var first: Int }
        struct Second: Codable, Equatable { var second: Int }
        struct Third: Codable, Equatable { var third: Int }
        static let variants = Variants<Short>(
            .untagged, .case(Short.first), .case(Short.second), .case(Short.third), .case(Short.number),
            .case(Short.list))
    }

    /// A value may be too short to pay for the types that are tried before the one that fits.
    @Test func decodableTypesAreTriedForValuesOfOneByte() throws {
        expectDecoded(
            #"[1,[],{"third":2},[3],{"first":4}]"#,
            as: [Short.number(1), .list([]), .third(Short.Third(third: 2)), .list([3]), .first(Short.First(first: 4))])
        let count = 10_000
        let json = "[" + String(repeating: "1,", count: count - 1) + "1]"
        #expect(try ModelDecoder().decode([Short].self, from: json).count == count)
        expectErrorAtMark(.noMatchingVariant, path: "$[1]", decoding: [Short].self, "[1,▸null]")
        let dropping = ModelDecoder.with { $0.badElements = .drop }
        expectDecoded("[null,1,true,{}]", as: [Short.number(1)], decoder: dropping)
    }

    /// Nested parts spend the allowance of everything around them, or the allowances of each level would multiply.
    @Test func partsSpendWhatIsAround() throws {
        struct Text: Model {
            var inner: Chained
            static let mapping = Mapping(.transform(\Text.inner, by: .jsonText))
        }
        indirect enum Outer: Polymorphic {
            case a(A), b(B), c(C)
            struct A: Model { var text: Text; var next: [Outer]; var x: Int }
            struct B: Model { var text: Text; var next: [Outer]; var y: Int }
            struct C: Model { var text: Text; var next: [Outer]; var z: Int }
            static let variants = Variants<Outer>(.untagged, .case(Outer.a), .case(Outer.b), .case(Outer.c))
        }
        let text = JSONValue.string(chain(1)).description
        func json(_ depth: Int) -> String {
            String(repeating: #"{"text":{"inner":\#(text)},"next":["#, count: depth)
                + String(repeating: #"],"z":1}"#, count: depth)
        }
        _ = try ModelDecoder().decode(Outer.self, from: json(1))
        #expect(codes { _ = try ModelDecoder().decode(Outer.self, from: json(8)) } == [.replayLimit])
    }

    indirect enum Told: Polymorphic {
        case a(A), b(B), c(C)
        struct A: Model {
            var next: Told?
            var a: Int
            static let mapping = Mapping(.transform(\A.next, by: .jsonText))
        }
        struct B: Model {
            var next: Told?
            var b: Int
            static let mapping = Mapping(.transform(\B.next, by: .jsonText))
        }
        struct C: Model {
            var next: Told?
            var c: Int
            static let mapping = Mapping(.transform(\C.next, by: .jsonText))
        }
        static let variants = Variants<Told>(.untagged, .case(Told.a), .case(Told.b), .case(Told.c))
    }

    /// Each text has no tries around its own, but is read again in each try of the text around it.
    @Test func textsInTextsSpendWhatIsAround() {
        for (depth, expected) in [(3, []), (7, [ModelError.Code.replayLimit])] {
            var json = #"{"c":1}"#
            for _ in 0..<depth { json = #"{"next":\#(JSONValue.string(json)),"c":1}"# }
            #expect(codes { _ = try ModelDecoder().decode(Told.self, from: json) } == expected)
        }
    }

    /// The limit on unknown keys also applies to tries; all keys are counted.
    @Test func unknownKeysInTriesAreKeptUpToTheLimit() throws {
        let unknown = (0..<500).map { #""unknown \#($0)": 0, "# }.joined()
        let json = nested(3, last: unknown + #""c": 1"#)
        let collector = UnknownKeyCollector(limit: 10)
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        _ = try decoder.decode(Tree.self, from: json)
        #expect(collector.keys.count == 10)
        #expect(collector.count == 4 * 500)
    }

    @Test func firstTriesThatSucceedCostNothingMore() throws {
        _ = try ModelDecoder().decode(Tree.self, from: nested(200, last: #""a": 1"#))
    }

    indirect enum Chain: Polymorphic, Equatable {
        case link(Link), end
        struct Link: Model, Equatable { var next: Chain }
        static let variants = Variants<Chain>("type", .case("link", Chain.link), .case("end", Chain.end))
    }

    /// Every level keeps its content; nothing is kept, or read again, once per level.
    @Test func tagsAtTheEndOfEachLevelCostNoMoreThanOnePass() throws {
        let depth = 240
        let filler = "[" + String(repeating: "1,", count: 20_000) + "1]"
        var chain = Chain.end
        // Most of either document is inside all levels.
        let bound = 2.5
        let growth = try CostGrowth.measured(at: depth, below: bound) { depth in
            String(repeating: #"{"next":"#, count: depth) + #"{"x":\#(filler),"type":"end"}"#
                + String(repeating: #","type":"link"}"#, count: depth)
        } work: { json in
            chain = try ModelDecoder().decode(Chain.self, from: json)
        }
        #expect(growth < bound)
        var count = 0
        while case .link(let link) = chain { (chain, count) = (link.next, count + 1) }
        #expect(count == depth)
    }

    @Test func manySmallTriesAreLinear() throws {
        let element = #"{"text": "t"}, "a", [1, "b"], "#
        var value: Untagged?
        let growth = try CostGrowth.measured(at: 20_000) { count in
            Array("[[\(String(repeating: element, count: count))1]]".utf8)
        } work: { json in
            value = try ModelDecoder().decode(Untagged.self, from: json)
        }
        #expect(growth < CostGrowth.limit)
        guard case .list(let outer)? = value, case .list(let inner) = outer[0] else { throw CancellationError() }
        #expect(inner.count == 60_001)
    }
}
