import BenchmarkModels
import Testing
import Yodel

/// The update is applied completely or not at all, whatever stops it and wherever.
@Suite struct UpdateAtomicityTests {
    @Test(arguments: UpdateScenario.all, TeardownPolicy.all)
    func anUpdateThatFailsChangesNothing(_ scenario: UpdateScenario, _ policy: TeardownPolicy) {
        let census = Census()
        let complaints = Census.$current.withValue(census) {
            Spoiler(scenario.patch).everyWay.compactMap { patch -> String? in
                defer { census.reset() }
                guard let complaint = scenario.complaint(patch, policy.decoder) ?? census.complaint else { return nil }
                return "\(String(decoding: patch, as: UTF8.self)): \(complaint)"
            }
        }
        #expect(complaints == [])
    }

    @Test(arguments: UpdateScenario.all)
    func updatesSpoiledInSeveralPlacesTakePlaceOrChangeNothing(_ scenario: UpdateScenario) {
        let census = Census()
        var generator = SeededGenerator(seed: RandomCases.seeds[0])
        let complaints = Census.$current.withValue(census) {
            (0..<RandomCases.count / 4).compactMap { _ -> String? in
                let patch = Spoiler.random(scenario.patch, using: &generator)
                let policy = TeardownPolicy.all.randomElement(using: &generator)!
                defer { census.reset() }
                guard let complaint = scenario.complaint(patch, policy.decoder) ?? census.complaint else { return nil }
                return "\(String(decoding: patch, as: UTF8.self)), \(policy.testDescription): \(complaint)"
            }
        }
        #expect(complaints == [])
    }

    /// By default the last of equal keys wins, as if the earlier ones were missing.
    @Test(arguments: UpdateScenario.all.filter { !$0.hasPaths })
    func repeatedKeysComeToTheSameAsTheLastAlone(_ scenario: UpdateScenario) throws {
        var generator = SeededGenerator(seed: RandomCases.seeds[0])
        var accepted = 0
        for _ in 0..<RandomCases.count / 4 {
            let patch = Spoiler.random(scenario.patch, using: &generator)
            guard let outcome = try? scenario.update(patch).after else { continue }
            accepted += 1
            let last = Array(try ModelDecoder().decode(JSONValue.self, from: patch).description.utf8)
            #expect(try scenario.update(last).after == outcome, "\(String(decoding: patch, as: UTF8.self))")
        }
        #expect(accepted > RandomCases.count / 80)
    }

    @Test(arguments: UpdateScenario.all)
    func theSoundUpdateTakesPlace(_ scenario: UpdateScenario) throws {
        let (before, after) = try scenario.update(Array(scenario.patch.utf8))
        #expect(before != after)
        #expect(after == scenario.expected)
    }
}

/// A model, and a document that updates it.
struct UpdateScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let patch: String
    let expected: String
    /// The error after an update that may have failed; nil if there is none.
    let complaint: @Sendable (_ patch: [UInt8], ModelDecoder) -> String?
    /// The model before and after an update.
    let update: @Sendable (_ patch: [UInt8]) throws -> (before: String, after: String)
    /// Some keys lead to nested ones, or share a property: earlier duplicates count, too.
    var hasPaths = false

    init<Value: Model & CustomStringConvertible & SendableMetatype>(
        _ name: String, _ type: Value.Type, _ initial: String, patch: String, expected: String, hasPaths: Bool = false
    ) {
        self.hasPaths = hasPaths
        testDescription = name
        self.patch = patch
        self.expected = expected
        complaint = { patch, decoder in
            var value: Value
            do { value = try ModelDecoder().decode(type, from: initial) } catch { return "the model: \(error)" }
            let before = value.description
            do throws(ModelError) {
                try decoder.update(&value, from: patch)
                // The result is intact: every part of it can be read, and copied.
                let copy = value
                return value.description == copy.description ? nil : "it differs from its copy"
            } catch {
                return value.description == before ? nil : "\(error), but \(before) became \(value)"
            }
        }
        update = { patch in
            var value = try ModelDecoder().decode(type, from: initial)
            let before = value.description
            try ModelDecoder().update(&value, from: patch)
            return (before, value.description)
        }
    }

    static let all = [
        UpdateScenario(
            "struct", Shelf.self,
            #"{"label":"a","note":"b","best":{"title":"c","tags":["d"]},"next":{"title":"e","tags":[]},"pairs":{"k":{"a":"f","b":"g"}}}"#,
            patch:
                #"{"best":{"tags":["h","i"]},"note":null,"next":{"title":"j","tags":["k"]},"label":"l","pairs":{"m":{"a":"n","b":"o"}}}"#,
            expected: "l nil c[h, i] j[k] nil n|o"),
        UpdateScenario(
            "struct with a nil model", Shelf.self, #"{"label":"a","best":{"title":"c","tags":["d"]},"pairs":{}}"#,
            patch: #"{"next":{"title":"j","tags":["k"]},"last":{"title":"x","tags":[]},"best":{"title":"z"}}"#,
            expected: "a nil z[d] j[k] x[] "),
        UpdateScenario(
            "class", Person.self, #"{"name":"a","friend":{"name":"b","pet":{"a":"c","b":"d"},"friend":{"name":"e"}}}"#,
            patch:
                #"{"friend":{"pet":{"b":"f"},"friend":{"name":"g","pet":{"a":"h","b":"i"}},"name":"j"},"pet":null,"list":["k"]}"#,
            expected: "a [k] - (j [x] c|f (g [x] h|i -))"),
        UpdateScenario(
            "objects of classes in a struct", Team.self,
            #"{"lead":{"name":"a"},"deputy":{"name":"b"},"pair":{"a":"c","b":"d"}}"#,
            patch: #"{"deputy":{"friend":{"name":"e"}},"pair":{"a":"f"},"lead":{"list":["g"]}}"#,
            expected: "a [g] - -; b [x] - (e [x] - -); f|d"),
        UpdateScenario(
            "paths, ranked and shared keys", Mapped.self,
            #"{"a":"1","m":{"inner":"2","pair":{"a":"3","b":"4"}},"shared":{"a":"5","b":"6"},"x":{"a":"p","b":"q"}}"#,
            patch:
                #"{"b":"7","m":{"pair":{"b":"8"},"inner":"9"},"y":{"a":"r"},"shared":{"a":"10"},"x":{"b":"s"},"a":"11"}"#,
            expected: "11 9 3|8 10|6 10|6 p|s", hasPaths: true),
        UpdateScenario(
            "wrapped values", Wrapped.self,
            #"{"one":"a","pair":{"a":"b","b":"c"},"chain":{"one":"d","pair":{"a":"e","b":"f"}}}"#,
            patch: #"{"chain":{"one":"g","pair":{"a":"h","b":"i"}},"pair":{"a":"j","b":"k"},"one":"l"}"#,
            expected: "l j|k (g h|i -)"),
    ]
}

// MARK: - Models

extension Pair: CustomStringConvertible {
    var description: String { "\(a)|\(b)" }
}

private func text(_ value: (some CustomStringConvertible)?) -> String { value.map { "\($0)" } ?? "nil" }

private struct Shelf: Model, CustomStringConvertible {
    struct Book: Model, CustomStringConvertible {
        var title: Tracked
        var tags: [Tracked]
        var description: String { "\(title)\(tags)" }
    }

    var label: Tracked
    var note: Tracked?
    var best: Book
    var next: Book?
    var last: Book?
    var pairs: [TrackedName: Pair]

    var description: String {
        "\(label) \(text(note)) \(best) \(text(next)) \(text(last)) \(pairs.values.map(\.description).sorted().joined())"
    }
}

private final class Person: DefaultedModel, CustomStringConvertible {
    private let life = Life()
    var name = Tracked("nobody")
    var list = [Tracked("x")]
    var pet: Pair?
    var friend: Person?
    static let mapping = Mapping(.ignore(\Person.life))
    init() {}

    var description: String {
        "\(name) \(list) \(pet.map { "\($0)" } ?? "-") \(friend.map { "(\($0))" } ?? "-")"
    }
}

private struct Team: Model, CustomStringConvertible {
    var lead: Person
    var deputy: Person?
    var pair: Pair
    var description: String { "\(lead); \(text(deputy)); \(pair)" }
}

private struct Mapped: Model, CustomStringConvertible {
    var ranked: Tracked
    var inner: Tracked
    var pair: Pair
    var one: Pair
    var two: Pair?
    var rankedPair: Pair?
    static let mapping = Mapping(
        .map(\Mapped.ranked, to: "a", "b"), .map(\Mapped.inner, to: "m.inner"), .map(\Mapped.pair, to: "m.pair"),
        .map(\Mapped.one, to: "shared"), .map(\Mapped.two, to: "shared"), .map(\Mapped.rankedPair, to: "x", "y"))
    var description: String { "\(ranked) \(inner) \(pair) \(one) \(text(two)) \(text(rankedPair))" }
}

private struct Wrapped: Model, CustomStringConvertible {
    @TrackedWrapper var one: Tracked
    @TrackedWrapper var pair: Pair
    @Indirect var chain: Wrapped?
    var description: String { "\(one) \(pair) \(chain.map { "(\($0))" } ?? "-")" }
}
