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

    @Test func whatIsRefusedBeforehandCanBeDoneWithout() throws {
        #expect(
            try recovered(
                [Author].self, #"[{"name":"a"},{"refuse":[{}],"name":"b"},{"other":"c"}]"#, decoder: Self.tolerant
            ).value == [Author(name: "a"), Author(name: "c")])
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
}
