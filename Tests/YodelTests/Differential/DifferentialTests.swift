import BenchmarkModels
import Testing
import Yodel

@testable import DifferentialKit

/// The scanner and yajl, whole and in chunks, agree: equal values, or errors that are equal in every part.
///
/// A sample of the trials of `Scripts/differential`. A difference is reported as small as possible; the six bytes after
/// the type's name encode the options.
@Suite("Scanner and yajl")
struct DifferentialTests {
    private func expectNoDifference(
        in trials: some Sequence<Trial>, _ ways: [Way] = Way.all, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for trial in trials where trial.difference(ways) != nil {
            let smallest = trial.minimised(ways)
            Issue.record("\(smallest)\n\(smallest.difference(ways) ?? "")", sourceLocation: sourceLocation)
            return
        }
    }

    @Test(
        "JSONTestSuite as several types and with several options",
        .enabled(if: SharedData.isAvailable, SharedData.absence))
    func conformance() {
        let trials = Trials.conformance()
        #expect(trials.count > 10_000)
        // Each document has several recipes, one after the other.
        expectNoDifference(in: stride(from: 0, to: trials.count, by: 7).map { trials[$0] })
    }

    @Test("Random documents, valid and broken", arguments: [UInt64(1), 2, 3, 7])
    func randomDocuments(seed: UInt64) {
        expectNoDifference(in: Trials(seed: seed, documents: Trials.sharedDocuments(upTo: 1_000)).prefix(1_000))
    }

    @Test("Random documents at the boundary between two pieces for yajl")
    func longDocuments() {
        expectNoDifference(in: Trials(seed: 6).afterPadding().prefix(150), Way.whole)
    }

    @Test("Every prefix of a document for each type")
    func prefixes() {
        for (index, subject) in Subject.all.enumerated() {
            var random = RandomJSON(seed: 5, faults: 0, absences: 0)
            let document = subject.document(&random).prefix(400)
            let recipe = Recipe(subject: index)
            // Every cut of its beginning, and every third of the rest.
            let cuts = Array(0...min(document.count, 120)) + Array(stride(from: 123, through: document.count, by: 3))
            expectNoDifference(in: cuts.map { Trial(recipe, Array(document.prefix($0))) })
        }
    }

    @Test("Prefixes of the corpora", .enabled(if: SharedData.isAvailable, SharedData.absence))
    func corpusPrefixes() {
        expectNoDifference(in: Trials.sampledPrefixes(seed: 1, count: 60, longest: 20_000), Way.whole)
    }

    @Test("A fuzzer's runs, on bytes that are inputs and on some that are not", arguments: FuzzTarget.allCases)
    func fuzzTargets(_ target: FuzzTarget) {
        var generator = SeededGenerator(seed: 3)
        let noise = (0..<100).map { length in
            (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        expectNoComplaint(of: target, about: noise + target.samples(seed: 4, count: 250))
    }

    /// They have the most documented differences and the most ways of reading, so they get more inputs.
    @Test(
        "Longer runs with Foundation's decoder and with feeds", arguments: [FuzzTarget.codable, .feeds],
        5...7 as ClosedRange<UInt64>)
    func longerRuns(_ target: FuzzTarget, seed: UInt64) {
        // A value is decoded, encoded and decoded back by both decoders, in several ways.
        expectNoComplaint(of: target, about: target.samples(seed: seed, count: target == .codable ? 150 : 450))
    }

    private func expectNoComplaint(of target: FuzzTarget, about inputs: [[UInt8]]) {
        for bytes in inputs where target.fuzzOne(bytes) != nil {
            let (smallest, complaint) = target.minimised(bytes)
            Issue.record("\(complaint)\n\(smallest)")
            return
        }
    }

    /// Otherwise the tests above might show nothing.
    @Test("Many of the random documents are accepted, and many of the recipes have options")
    func sample() {
        let trials = Array(Trials(seed: 1).prefix(1_000))
        let accepted = trials.count { (try? ModelDecoder().decode(JSONValue.self, from: $0.document)) != nil }
        #expect((200...800).contains(accepted), "\(accepted) are JSON")
        #expect(trials.count { $0.recipe.bytes.dropFirst().contains { $0 != 0 } } > 500)
        #expect(Set(trials.map(\.recipe.subject.name)).count == Subject.all.count)
    }

    @Test("Many of the documents for Foundation's decoder are accepted as their types")
    func codableSample() {
        let trials = FuzzTarget.codable.samples(seed: 5, count: 3_000).compactMap(CodableTrial.init)
        func accepted<Value: Decodable>(as type: Value.Type) -> Int {
            trials.count { trial in
                trial.recipe.subject.name == "\(type)"
                    && (try? trial.recipe.yodelDecoder.decode(type, from: trial.document)) != nil
            }
        }
        let texts = trials.count { trial in
            (try? trial.recipe.yodelDecoder.decode(CodableFamily.Anything.self, from: trial.document)) != nil
        }
        #expect((500...2_700).contains(texts), "\(texts) are JSON")
        let values =
            accepted(as: CodableFamily.Record.self) + accepted(as: CodableFamily.Tree.self)
            + accepted(as: CodableFamily.Expression.self) + accepted(as: CodableFamily.Child.self)
            + accepted(as: CodableFamily.Keyed.self) + accepted(as: CodableFamily.Nested.self)
        #expect(values > 10, "\(values) are values of their types")
        #expect(Set(trials.map(\.recipe.subject.name)) == Set(CodableSubject.all.map(\.name)))
    }
}
