import BenchmarkModels
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Random documents for a family of models: the result is `JSONDecoder`'s, and that of equivalent documents and updates.
///
/// For their number, see `RandomCases`.
@Suite struct RandomModelTests {
    /// The maximum number of reported differences.
    private static let reportLimit = 5

    /// Runs a check for each document and reports its complaints.
    private func forEachSeed(_ check: (UInt64) -> String?) {
        var complaints = 0
        for seed in RandomCases.seeds {
            guard let complaint = check(seed) else { continue }
            complaints += 1
            guard complaints <= Self.reportLimit else { return }
            Issue.record("seed \(seed): \(complaint)")
        }
    }

    // MARK: - Compared with JSONDecoder

    private static let peers: [any (RandomModel & Decodable).Type] = [
        RandomModels.Flat.self, RandomModels.Nested.self, RandomModels.Node.self, RandomModels.Keyed.self,
        RandomModels.Values.self,
    ]

    @Test func documentsAreDecodedAsJSONDecoderDecodesThem() {
        let peer = JSONDecoder()
        peer.dateDecodingStrategy = .secondsSince1970
        let decoder = ModelDecoder.with { $0.dates = .secondsSince1970 }
        var accepted = 0

        func compare<Value: RandomModel & Decodable>(_ type: Value.Type, _ random: inout RandomJSON) -> String? {
            let json = Value.json(&random)
            let outcome = Result { try decoder.decode(type, from: json) }
            switch (outcome, Result { try peer.decode(type, from: Data(json.utf8)) }) {
            case (.success(let value), .success(let expected)):
                accepted += 1
                return value == expected ? nil : "\(json) is \(value), not \(expected)"
            case (.failure, .failure): return nil
            case (.success(let value), .failure(let error)): return "\(json) is \(value), but JSONDecoder says \(error)"
            case (.failure(let error), .success(let value)):
                // Dates beyond the year 9999 are refused.
                if let values = value as? RandomModels.Values, values.date.timeIntervalSince1970 > 253_402_300_799 {
                    return nil
                }
                return "\(json) is refused: \(error)"
            }
        }
        forEachSeed { seed in
            var random = RandomJSON(seed: seed)
            let type = random.pick(Self.peers)
            return compare(type, &random)
        }
        #expect(accepted > RandomCases.count / 4, "too many documents are refused to show much")
    }

    // MARK: - Repeated keys

    /// By default the last of equal keys wins, as if the earlier ones were missing.
    @Test func repeatedKeysComeToTheSameAsTheLastAlone() {
        var accepted = 0
        func check<Value: RandomModel>(_ type: Value.Type, _ seed: UInt64) -> String? {
            var random = RandomJSON(seed: seed &* 7, faults: 0, absences: 0)
            var generator = SeededGenerator(seed: seed)
            let decoder = ModelDecoder.with { $0.dates = .secondsSince1970 }
            guard let sound = try? decoder.decode(JSONValue.self, from: type.json(&random)).description,
                sound.utf8.count < 1_000
            else { return nil }
            let json = Spoiler.random(sound, using: &generator)
            guard let value = try? decoder.decode(type, from: json) else { return nil }
            accepted += 1
            do {
                let last = try decoder.decode(JSONValue.self, from: json).description
                let expected = try decoder.decode(type, from: last)
                return value == expected ? nil : "\(String(decoding: json, as: UTF8.self)) is \(value), not \(expected)"
            } catch {
                return
                    "\(String(decoding: json, as: UTF8.self)) is accepted, but not with the last keys alone: \(error)"
            }
        }
        forEachSeed { seed in
            var random = RandomJSON(seed: seed)
            let type = random.pick(Self.peers)
            return check(type, seed)
        }
        #expect(accepted > RandomCases.count / 20, "too few documents are accepted to show much")
    }

    // MARK: - Updates

    @Test func anUpdateComesToTheSameAsMergingTheDocuments() {
        typealias Tree = RandomModels.Tree
        var accepted = 0
        forEachSeed { seed in
            var random = RandomJSON(seed: seed &* 3, faults: 0, absences: 0)
            let initial = Tree.json(&random)
            var patching = RandomJSON(seed: seed &* 5, faults: 100, absences: 4)
            let patch = Tree.json(&patching)
            guard let before = try? ModelDecoder().decode(Tree.self, from: initial),
                let document = try? ModelDecoder().decode(JSONValue.self, from: initial),
                let changes = try? ModelDecoder().decode(JSONValue.self, from: patch)
            else { return "\(initial) or \(patch) cannot be decoded" }

            var updated = before
            let failure = modelError { try ModelDecoder().update(&updated, from: patch) }
            let expected = try? ModelDecoder().decode(Tree.self, from: merged(document, changes).description)
            if failure != nil, updated != before { return "\(patch) failed, and changed \(before) to \(updated)" }
            if failure == nil { accepted += 1 }
            if failure == nil ? updated == expected : expected == nil { return nil }
            return "\(initial) with \(patch) is \(failure.map { "\($0)" } ?? "\(updated)"), not \(expected as Any)"
        }
        #expect(accepted > RandomCases.count / 4, "too many updates are refused to show much")
    }

    /// Objects are merged member by member, anything else is replaced.
    private func merged(_ value: JSONValue, _ changes: JSONValue) -> JSONValue {
        guard case .object(var object) = value, case .object(let changes) = changes else { return changes }
        for (key, change) in changes { object[key] = merged(object[key] ?? .null, change) }
        return .object(object)
    }
}
