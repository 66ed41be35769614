import DifferentialKit
import Testing

@testable import Yodel

/// What is kept, and how often it is gone through, has its limits; whatever is begun is destroyed once.
@Suite struct VariantLimitTests {
    @Test func whatIsKeptIsBounded() throws {
        let decoder = ModelDecoder.with { $0.limits.bufferedBytes = 20 }
        #expect(
            refusal(of: Event.self, #"{"tags": ["a", "b", "c"], "text": "a", "type": "msg"}"#, decoder: decoder)
                == "$: expected at most 20 bytes (bufferLimit, line 1, column 21, offset 20); a higher limits.bufferedBytes allows it"
        )
        #expect(
            try decodeEveryWay(Event.self, #"{"type": "msg", "tags": ["a", "b", "c"], "text": "a"}"#, decoder: decoder)
                == .message(Message(text: "a", tags: ["a", "b", "c"])))
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
        _ = try decodeEveryWay(Tree.self, nested(4), cuts: Cuts(chunkSizes: [1, 7], everySplitBelow: 0))
        // The budget, 100,000 and 100 for each token, is less than twice that of the smaller one.
        let bound = 4.0
        let growth = CostGrowth.measured(at: 200, below: bound, document: { nested($0) }) { json in
            do throws(ModelError) {
                _ = try ModelDecoder().decode(Tree.self, from: json)
                Issue.record("accepted")
            } catch {
                #expect(error.code == .replayLimit)
                #expect(error.offset != nil)
            }
        }
        #expect(growth < bound)
        let few = ModelDecoder.with { $0.limits.replays = 0 }
        #expect(throws: ModelError.self) { try few.decode(Tree.self, from: nested(30)) }
    }

    /// A try that goes through a long string does more than one that goes through a short one.
    @Test func longTextsCountForMore() throws {
        func json(_ length: Int) -> String {
            nested(10, last: #""c": 1, "text": "\#(String(repeating: "x", count: length))""#)
        }
        let few = ModelDecoder.with { $0.limits.replays = 1 }
        _ = try few.decode(Labelled.self, from: json(1))
        #expect {
            try few.decode(Labelled.self, from: json(20_000))
        } throws: {
            ($0 as? ModelError)?.code == .replayLimit
        }
    }

    /// The same with a text at each level.
    enum Labelled: Polymorphic {
        case a(A), c(C)
        struct A: Model { var text: String; var next: [Labelled]; var a: Int }
        struct C: Model { var text: String; var next: [Labelled]?; var c: Int }
        static let variants = Variants<Labelled>(.untagged, .case(Labelled.a), .case(Labelled.c))
    }

    /// Of unknown keys met in tries no more are kept than of others; all are counted.
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

    /// Every level keeps all that is within it; nothing of it is kept, or gone through, once for each level.
    @Test func tagsAtTheEndOfEachLevelCostNoMoreThanOnePass() throws {
        let depth = 240
        let filler = "[" + String(repeating: "1,", count: 20_000) + "1]"
        var chain = Chain.end
        // Most of either document is what is within all levels.
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

    // MARK: - Teardown

    private static let scenarios: [(TeardownScenario)] = [
        TeardownScenario(
            "tag first", [Counted].self, #"[{"type":"pair","a":"1","b":"2"},{"type":"one","c":["3","4"]}]"#),
        TeardownScenario(
            "tag last", [Counted].self, #"[{"a":"1","b":"2","type":"pair"},{"c":["3","4"],"type":"one"}]"#),
        TeardownScenario("adjacent", [Beside].self, #"[{"t":"pair","c":{"a":"1","b":"2"}},{"c":"3","t":"one"}]"#),
        TeardownScenario("external", [Around].self, #"[{"pair":{"a":"1","b":"2"}},{"one":"3"},"none"]"#),
        TeardownScenario("untagged", [Tried].self, #"[{"a":"1","b":"2"},{"a":"1","c":["3"]},["x"],"y"]"#),
        TeardownScenario("classes", [Part].self, #"[{"kind":"wheel","life":"a"},{"size":"b","kind":"door"}]"#),
        TeardownScenario(
            "skipped", [String: Known].self, #"{"a":{"a":"1","type":"x"},"b":{"type":"pair","a":"1","b":"2"}}"#),
    ]

    @Test(arguments: scenarios) func nothingIsLeft(_ scenario: TeardownScenario) throws {
        let census = Census()
        try Census.$current.withValue(census) {
            var living = 0
            try scenario.withValue { living = census.living }
            #expect(living > 0)
            #expect(census.complaint == nil)
            var complaints: [String] = []
            for policy in TeardownPolicy.all {
                for json in Spoiler(scenario.json).everyWay {
                    scenario.decodeWhole(json, policy.decoder)
                    scenario.decodeBytes(json, policy.decoder, true)
                    if let complaint = census.complaint {
                        complaints.append("\(String(decoding: json, as: UTF8.self)): \(complaint)")
                        census.reset()
                    }
                }
            }
            let json = Array(scenario.json.utf8)
            for count in 0...json.count {
                scenario.decodeBytes(Array(json[..<count]), ModelDecoder(), false)
                if let complaint = census.complaint {
                    complaints.append("dropped behind \(count): \(complaint)")
                    census.reset()
                }
            }
            #expect(complaints == [])
        }
    }

    struct Pair: Model { var a: Tracked; var b: Tracked }
    struct One: Model { var a: Tracked?; var c: [Tracked] }
    enum Counted: Polymorphic {
        case pair(Pair), one(One)
        static let variants = Variants<Counted>("type", .case("pair", Counted.pair), .case("one", Counted.one))
    }
    enum Beside: Polymorphic {
        case pair(Pair), one(Tracked)
        static let variants = Variants<Beside>(
            .key("t", content: "c"), .case("pair", Beside.pair), .case("one", { Beside.one($0) }))
    }
    enum Around: Polymorphic {
        case pair(Pair), one(Tracked), none
        static let variants = Variants<Around>(
            .external, .case("pair", Around.pair), .case("one", Around.one), .case("none", Around.none))
    }
    enum Tried: Polymorphic {
        case pair(Pair), one(One), list([Tracked]), text(Tracked)
        static let variants = Variants<Tried>(
            .untagged, .case(Tried.pair), .case(Tried.one), .case(Tried.list), .case(Tried.text))
    }
    enum Known: Polymorphic {
        case pair(Pair)
        static let variants = Variants<Known>("type", .case("pair", Known.pair), .otherwiseSkip)
    }
    class Part: DefaultedModel, Polymorphic {
        final var life: Tracked?
        required init() {}
        class var variants: Variants<Part> { Variants("kind", .type("wheel", Wheel.self), .type("door", Door.self)) }
    }
    final class Wheel: Part { let own = Tracked("own") }
    final class Door: Part { var size: Tracked? }
}
