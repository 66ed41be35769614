import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Values of trees that do not match, where they may be dropped.
@Suite struct TreeRecoveryTests {
    private struct Refused: Error {}

    private struct Author: WillDecodeModel, Equatable {
        var name: String
        var books: [String]?
        var data: Data?
        static func willDecode(_ object: inout JSONObject) throws {
            if object["refuse"] != nil { throw Refused() }
            if let other = object.removeValue(forKey: "other") { object["name"] = other }
        }
    }

    private struct Shelf: Model, Equatable {
        var authors: [Author]?
        var main: Author?
        var raw: [RawJSON]?
        var extras: [String: JSONValue]
        static let mapping = Mapping(.unknown(\Shelf.extras))
    }

    private static let tolerant = ModelDecoder.with {
        $0.badElements = .drop
        $0.mismatches = .useDefault
    }

    @Test(arguments: [
        #"{"authors": [{"name": "a"}, {"name": 7}, 8, {"refuse": {}}, {"other": "b", "books": ["x", 1, [2]]}, {}]}"#,
        #"{"main": {"refuse": [1, {"name": 2}]}, "x": [1]}"#, #"{"main": {"books": {}}, "raw": [1, [2, {"a": 3}]]}"#,
        #"{"main": {"other": [], "name": "n"}, "authors": {"name": "a"}}"#, #"{"main": 7, "raw": 8, "y": {"z": null}}"#,
        #"[{"authors": []}]"#, #"{"main": {"other": "o", "books": [{"books": []}]}}"#,
    ])
    func treesRecoverAsTextDoes(_ json: String) throws {
        let tree = try ModelDecoder().decode(JSONValue.self, from: json)
        let outcomes = TreeOutcomes(Shelf.self, tree, decoder: Self.tolerant)
        #expect(outcomes.difference(equal: ==) == nil)
        let counts = try [
            report { _ = try $0.decode([Shelf].self, from: .array([tree])) },
            report { _ = try $0.decode([Shelf].self, from: "[\(json)]") },
        ]
        #expect(counts[0] == counts[1])
    }

    private func report(_ body: (ModelDecoder) throws -> Void) rethrows -> [String] {
        var decoder = Self.tolerant
        let report = DecodingReport()
        decoder.report = report
        try body(decoder)
        return report.errors.map { "\($0.path) \($0.code)" }
    }

    @Test func whatIsRefusedBeforehandCanBeDoneWithout() {
        expectRecovered(
            #"[{"name":"a"},{"refuse":[{}],"name":"b"},{"other":"c"}]"#, as: [Author(name: "a"), Author(name: "c")],
            decoder: Self.tolerant)
    }

    @Test func valuesThatAreNoneCostThemselves() throws {
        let tree: [Any] = [1, Double.nan, Date(), ["a": Double.infinity], 2, Refused(), [Float.nan]]
        #expect(try Self.tolerant.decode([Int].self, fromTree: tree) == [1, 2])
        let shelf: [String: Any] = [
            "main": ["name": Double.nan], "raw": [1, ["a": [Double.nan]], 2] as [Any], "authors": [["name": "a"]],
        ]
        let decoded = try Self.tolerant.decode(Shelf.self, fromTree: shelf)
        #expect(decoded.raw?.map(\.text) == ["1", "2"])
        #expect(decoded.authors == [Author(name: "a")])
        let plain: [String: Any] = ["main": ["name": Double.nan], "authors": [["name": "a"], ["name": 5]] as [Any]]
        #expect(
            try Self.tolerant.decode(Shelf.self, fromTree: plain) == Shelf(authors: [Author(name: "a")], extras: [:]))
    }

    @Test func dataThatGoesAsBytesFitsOrNot() throws {
        var decoder = Self.tolerant
        decoder.data = .bytes
        struct Box: Model, Equatable {
            var bytes: [Int8]?
            var text: String?
        }
        let tree: [String: Any] = ["bytes": Data([1, 200, 3]), "text": Data([1, 2])]
        #expect(try decoder.decode(Box.self, fromTree: tree) == Box(bytes: [1, 3]))
    }

    // MARK: - Values that JSON does not have

    private final class Stranger {}

    private struct Sharing: DefaultedModel, Equatable {
        var before = 0
        var number = 5
        var text = "d"
        var after = 1
        static let mapping = Mapping(.map(\Sharing.number, to: "s"), .map(\Sharing.text, to: "s"))
    }

    @Test func aValueOfSeveralPropertiesCostsEachOfThem() throws {
        let unwritable = Date(timeIntervalSince1970: 1e15)
        let values: [(value: Any, path: String)] = [
            (Stranger(), "$.s"), ([Stranger()], "$.s[0]"), (["a": [Stranger()]], "$.s.a[0]"), ([unwritable], "$.s"),
        ]
        for (value, path) in values {
            // Keys are read in their order: the shared one is the first of the object, or follows another.
            for before in [[:], ["before": 2]] as [[String: Any]] {
                let tree = before.merging(["s": value]) { $1 }
                let error = #expect(throws: ModelError.self) {
                    try ModelDecoder().decode(Sharing.self, fromTree: tree)
                }
                error.expect(.invalidValue, path: path)
                let expected = Sharing(before: before.isEmpty ? 0 : 2)
                #expect(try Self.tolerant.decode(Sharing.self, fromTree: tree) == expected)
                let list = [tree, ["after": 3]]
                #expect(
                    try ModelDecoder.with { $0.badElements = .drop }.decode([Sharing].self, fromTree: list)
                        == [Sharing(after: 3)])
                var updated = Sharing(number: 7, text: "t")
                try Self.tolerant.update(&updated, fromTree: tree)
                #expect(updated == Sharing(before: expected.before, number: 7, text: "t"))
            }
        }
    }

    @Test func anElementOfSeveralPropertiesCostsEachOfThem() throws {
        struct Listed: DefaultedModel, Equatable {
            var number = 5
            var text = "d"
            var after = 1
            static let mapping = Mapping(
                .map(\Listed.number, to: "l[0]"), .map(\Listed.text, to: "l[0]"), .map(\Listed.after, to: "l[1]"))
        }
        for value in [Stranger(), [Stranger()], [1, [Date(timeIntervalSince1970: 1e15)]] as [Any]] as [Any] {
            #expect(
                try Self.tolerant.decode(Listed.self, fromTree: ["l": [value, 3]] as [String: Any]) == Listed(after: 3))
        }
    }

    @Test func aValueOnAPathCostsThePropertiesOfThePath() throws {
        struct Inner: DefaultedModel, Equatable {
            var deep = 4
            var first = 5
            static let mapping = Mapping(.map(\Inner.deep, to: "p.q"), .map(\Inner.first, to: "l[0]"))
        }
        #expect(
            treeRefusal(of: Inner.self, ["p": Stranger()])
                == "$.p: expected a JSON value, found a value of the type Stranger (invalidValue)")
        #expect(
            treeRefusal(of: Inner.self, ["l": [Stranger()]])
                == "$.l[0]: expected a JSON value, found a value of the type Stranger (invalidValue)")
        for tree in [["p": Stranger()], ["l": [Stranger()]], ["l": Stranger()]] as [[String: Any]] {
            #expect(try Self.tolerant.decode(Inner.self, fromTree: tree) == Inner())
        }
        let unused: [Any] = [1, Stranger(), [Stranger()], ["a": Stranger()], Double.nan]
        #expect(try ModelDecoder().decode(Inner.self, fromTree: ["l": unused]) == Inner(first: 1))
    }

    @Test func aValueUnderOneOfSeveralKeysLeavesTheOthers() throws {
        struct Ranked: DefaultedModel, Equatable {
            var number = 0
            static let mapping = Mapping(.map(\Ranked.number, to: "b", "a", "c"))
        }
        for (tree, number) in [(["a": 1, "c": 3], 1), (["c": 3], 3), ([:], 0)] as [([String: Any], Int)] {
            let all = tree.merging(["b": Stranger()]) { $1 }
            #expect(try Self.tolerant.decode(Ranked.self, fromTree: all) == Ranked(number: number))
        }
    }

    @Test func whatIsInADroppedValueIsNoFurtherError() throws {
        var decoder = Self.tolerant
        let report = DecodingReport()
        decoder.report = report
        let tree: [Any] = [[Stranger(), [Double.nan]], 5]
        #expect(try decoder.decode([Int].self, fromTree: tree) == [5])
        #expect(report.errors.map { "\($0.path) \($0.code)" } == ["$[0] typeMismatch"])
    }

    @Test func driftRefusesNoUnusedValue() throws {
        struct Title: Model { var title: String }
        let drift = DriftReport()
        let decoder = ModelDecoder.with { $0.drift = drift }
        #expect(
            try decoder.decode(Title.self, fromTree: ["title": "t", "x": Stranger()] as [String: Any]).title == "t")
        #expect("\(drift)".contains("a value of the type Stranger"), "\(drift)")
    }

    // MARK: - At random

    /// A tree of a document's value, in which some values are replaced by others that JSON does not have.
    private struct Spoiled {
        var random: RandomJSON
        var paths: Set<String> = []

        mutating func tree(_ value: JSONValue, at path: JSONPath = JSONPath()) -> Any {
            if !path.steps.isEmpty, random.chance(12) {
                paths.insert("\(path)")
                return random.pick([Stranger(), Double.nan, [1: 2], Date(timeIntervalSince1970: 1e15)] as [Any])
            }
            switch value {
            case .array(let elements):
                return elements.enumerated().map { tree($1, at: path.appending(.index($0))) }
            case .object(let object):
                var members: [String: Any] = [:]
                for (key, value) in zip(object.keys, object.values) {
                    members[key] = tree(value, at: path.appending(.key(key)))
                }
                return members
            default: return value
            }
        }
    }

    private static let types: [any RandomModel.Type] = [
        RandomModels.Nested.self, RandomModels.Mapped.self, RandomModels.Tree.self, RandomModels.Keyed.self,
    ]

    @Test func randomValuesThatJSONDoesNotHaveAreErrorsAtTheirPlaces() {
        var (accepted, refused) = (0, 0)
        for seed in RandomCases.seeds {
            var random = RandomJSON(seed: seed &* 13)
            let type = random.pick(Self.types)
            func check<Value: RandomModel>(_ type: Value.Type) {
                guard let value = try? ModelDecoder().decode(JSONValue.self, from: type.json(&random)) else { return }
                var decoder = ModelDecoder.randomlyLoose(&random)
                if random.chance(2) { decoder.mismatches = .useDefault }
                decoder.badElements = random.pick([.error, .drop, .null])
                if random.chance(3) { decoder.drift = DriftReport() }
                var spoiled = Spoiled(random: random)
                let tree = spoiled.tree(value)
                do throws(ModelError) {
                    _ = try decoder.decode(type, fromTree: tree)
                    accepted += 1
                } catch {
                    guard ["a JSON value", "a finite number", "keys that are strings"].contains(error.expected) else {
                        return
                    }
                    refused += 1
                    #expect(spoiled.paths.contains("\(error.path)"), "seed \(seed): \(error)")
                }
            }
            check(type)
        }
        #expect(accepted > 0 && refused > 0)
    }
}
