import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

/// However a feed is read and cut, the items, failures and errors are the same, for valid and broken documents.
@Suite("Feeds read in different ways")
struct FeedDifferentialTests {
    struct Item: Model, Equatable, Sendable {
        var a: Int
        var b: [String]?
        var c: JSONValue?
    }

    private static let items = [
        #"{"a": 1}"#, #"{"a":2,"b":["x","\u00e9\""],"c":{"d":[{}]}}"#, #"{"b":[],"a":-3}"#,
        "{\"a\": 4,\n \"c\": \"}]\\\\\"}",
        #"{"a":"5"}"#, "[]", "null", "7", #""]""#, #"{"a":1,"b":[1]}"#, "{}", "[[{}]]", #"{"c":{},"a":12345678901}"#,
        "true",
    ]

    private enum Kind: CaseIterable {
        case root, path, plural, members, parts, arrays, lines, concatenated, sequence
    }

    /// A document of a kind, with items that match and others.
    private func document(_ kind: Kind, _ random: inout SeededGenerator) -> [UInt8] {
        func items(_ separator: String) -> String {
            let space = ["", " ", "\n", "\r\n  "].randomElement(using: &random)!
            return (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.items.randomElement(using: &random)! }
                .joined(separator: separator + space)
        }
        let text =
            switch kind {
            case .root: "[\(items(","))]\n"
            case .path, .parts: "{\"n\": 1, \"d\": {\"x\": [{}], \"i\": [\(items(" ,"))], \"y\": null}, \"z\": \"]\"}"
            case .arrays:
                "{\"a\": [\(items(","))], \"n\": {}, \"b\": [\(items(", "))], \"c\": [], \"d\": [\(items(","))]}"
            case .plural: "[{\"i\": [\(items(","))]}, {\"j\": []}, {\"i\": [\(items(","))]}]"
            case .members:
                "{"
                    + items("\u{0}").split(separator: "\u{0}").enumerated().map { "\"k\($0)\": \($1)" }
                    .joined(separator: ",") + "}"
            case .lines: items("\n")
            case .concatenated: items(" ")
            case .sequence: "\u{1E}" + items("\n\u{1E}") + "\n"
            }
        return Array(text.utf8)
    }

    private func compare<Value>(
        _ feed: Feed<Value>, _ json: [UInt8], _ random: inout SeededGenerator
    ) -> String? {
        var feed = feed
        feed.badItems = Bool.random(using: &random) ? .drop : .error
        feed.keepsFailedBytes = Bool.random(using: &random)
        feed.maxItemBytes = [10, 20, 40, 1_000].randomElement(using: &random)!
        feed.decoder.limits.depth = [4, 6, 512].randomElement(using: &random)!
        feed.decoder.limits.stringBytes = [6, 1_000].randomElement(using: &random)!
        if Int.random(in: 0..<4, using: &random) == 0 { feed.failureBudget = FailureBudget(count: 1) }
        let whole = outcome(of: feed, json, cutAt: [json.count], checksRanges: false)
        let ends = (0..<3).map { _ in Int.random(in: 0...json.count, using: &random) }.sorted() + [json.count]
        for (feed, name) in feed.variants {
            for cuts in [ends, Array(1..<max(json.count, 1)) + [json.count]] {
                let other = outcome(of: feed, json, cutAt: cuts, checksRanges: false)
                if other != whole {
                    return """
                        \(String(decoding: json, as: UTF8.self).debugDescription) \(feed.badItems) \(feed.maxItemBytes) \
                        depth \(feed.decoder.limits.depth) string \(feed.decoder.limits.stringBytes) \
                        budget \(feed.failureBudget.map { "\($0)" } ?? "none")
                        whole:
                        \(whole)
                        \(whole.progress)
                        cut at \(cuts.prefix(4))\(name):
                        \(other)
                        \(other.progress)
                        """
                }
            }
        }
        return nil
    }

    private func difference(_ kind: Kind, _ json: [UInt8], _ random: inout SeededGenerator) -> String? {
        switch kind {
        case .root: compare(Feed(of: Item.self), json, &random)
        case .path: compare(Feed(of: Item.self, at: "d.i"), json, &random)
        case .plural: compare(Feed(of: Item.self, at: "[*].i"), json, &random)
        case .members: compare(Feed(ofMembers: Item.self), json, &random)
        case .parts:
            compare(
                Feed<String>(
                    .items(of: Item.self, at: "d.i", as: { "\($0)" }), .value(of: Int.self, at: "n", as: { "\($0)" }),
                    .envelope(of: JSONValue.self, as: { "\($0)" })), json, &random)
        case .arrays:
            compare(
                Feed<String>(
                    .items(of: Item.self, at: "a", as: { "a\($0)" }), .items(of: Item.self, at: "b", as: { "b\($0)" }),
                    .items(of: JSONValue.self, at: "c", as: { "c\($0)" }),
                    .items(of: Item?.self, at: "d", as: { "d\($0 as Any)" })), json, &random)
        case .lines: compare(Feed(of: Item.self, in: .lines), json, &random)
        case .concatenated: compare(Feed(of: Item.self, in: .concatenated), json, &random)
        case .sequence: compare(Feed(of: Item.self, in: .textSequence), json, &random)
        }
    }

    @Test("Random feeds, valid and broken", arguments: 1...8)
    func random(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var mutator = Mutator(seed: UInt64(seed) + 100)
        for _ in 0..<300 {
            let kind = Kind.allCases.randomElement(using: &random)!
            var json = document(kind, &random)
            if Bool.random(using: &random) { json = mutator.mutated(json, with: document(kind, &random)) }
            guard let difference = difference(kind, json, &random) else { continue }
            Issue.record("\(kind) \(difference)")
            return
        }
    }

    @Test("Feeds of every kind with items of every kind, with any policies, limits and reports", arguments: 1...8)
    func everyKind(seed: Int) {
        for input in FuzzTarget.feeds.samples(seed: UInt64(seed), count: 150) {
            guard FuzzTarget.feeds.fuzzOne(input) != nil else { continue }
            Issue.record("seed \(seed): \(FuzzTarget.feeds.minimised(input).text)")
            return
        }
    }
}
