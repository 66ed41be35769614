import BenchmarkModels
import Testing
import Yodel

/// JSON Merge Patch, RFC 7396.
@Suite struct MergePatchTests {
    /// The cases of the RFC's appendix A: a value, a patch, and the outcome.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func casesOfTheStandard(_ value: String, _ patch: String, _ outcome: String) throws {
        #expect(try patched(value, by: patch) == outcome)
    }

    @Test func keysKeepTheirPlacesAndNewOnesComeLast() throws {
        #expect(
            try patched(#"{"a":1,"b":{"x":1,"y":2},"c":3}"#, by: #"{"d":4,"b":{"z":3,"x":9},"a":2}"#)
                == #"{"a":2,"b":{"x":9,"y":2,"z":3},"c":3,"d":4}"#)
    }

    @Test func keysAreComparedByTheirBytes() throws {
        // Swift compares the two spellings of é as equal.
        #expect(try patched("{\"\u{E9}\":1,\"e\u{301}\":2}", by: "{\"e\u{301}\":null}") == "{\"\u{E9}\":1}")
    }

    @Test func valuesAndPatchesMayBeOfAnyDepth() {
        var (value, patch) = (JSONValue.number(1), JSONValue.number(2))
        for _ in 0..<5_000 { (value, patch) = (["a": value, "b": 0], ["a": patch, "b": .null]) }
        value.apply(mergePatch: patch)
        var depth = 0
        while let inner = value["a"] {
            #expect(value["b"] == nil)
            value = inner
            depth += 1
            if depth > 5_000 { break }
        }
        #expect(depth == 5_000 && value == 2)
    }

    @Test func manyMembersAreRemovedInOneGo() {
        let members = (0..<100_000).map { ("key \($0)", JSONValue.number(1)) }
        var value = JSONValue.object(JSONObject(members: members))
        let removed: [(String, JSONValue)] = members.dropLast().map { ($0.0, .null) }
        value.apply(mergePatch: .object(JSONObject(members: removed)))
        #expect(value == ["key 99999": 1])
    }

    /// The RFC's own algorithm, unchanged.
    private func reference(_ target: JSONValue, _ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var object = JSONObject()
        if case .object(let old) = target { object = old }
        for (key, value) in changes {
            if value == .null { object[key] = nil } else { object[key] = reference(object[key] ?? .null, value) }
        }
        return .object(object)
    }

    @Test func theOutcomeIsThatOfTheStandardsAlgorithm() {
        for seed in 0..<2_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let (value, patch) = (random(&generator, depth: 0), random(&generator, depth: 0))
            var patched = value
            patched.apply(mergePatch: patch)
            #expect(patched == reference(value, patch), "seed \(seed): \(value), \(patch)")
        }
    }

    private func random(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: 0...(depth < 4 ? 7 : 3), using: &generator) {
        case 0: return .null
        case 1: return .number(JSONNumber(Int.random(in: 0...3, using: &generator)))
        case 2: return "x"
        case 3: return [1]
        default:
            let count = Int.random(in: 0...4, using: &generator)
            var object = JSONObject()
            for _ in 0..<count {
                object["k\(Int.random(in: 0...4, using: &generator))"] = random(&generator, depth: depth + 1)
            }
            return .object(object)
        }
    }

    struct Account: Model, Equatable {
        var name: String
        var nickname: String?
        var labels: [String: String]?
    }

    /// As in the article.
    @Test func aModelIsPatchedByWayOfItsJSON() throws {
        let account = Account(name: "Ada", nickname: "A.", labels: ["a": "1", "b": "2"])
        var value = try ModelEncoder().encodeJSONValue(account)
        value.apply(mergePatch: ["nickname": nil, "labels": ["b": nil, "c": "3"]])
        let patched = try ModelDecoder().decode(Account.self, fromTree: value)
        #expect(patched == Account(name: "Ada", labels: ["a": "1", "c": "3"]))
        // An update replaces dictionaries.
        #expect(
            try updated(account, by: #"{"nickname": null, "labels": {"c": "3"}}"#)
                == Account(name: "Ada", labels: ["c": "3"]))
    }

    private func patched(_ value: String, by patch: String) throws -> String {
        var value = try ModelDecoder().decode(JSONValue.self, from: value)
        value.apply(mergePatch: try ModelDecoder().decode(JSONValue.self, from: patch))
        return value.text()
    }
}
