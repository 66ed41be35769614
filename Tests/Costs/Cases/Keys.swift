import Yodel

/// Several keys for one property, and one for several.
private struct Mapped: Model {
    var first: Int?
    var second: Int?
    var third: Int?
    static let mapping = Mapping(
        .map(\Mapped.first, to: "a", "b", "c.d"), .map(\Mapped.second, to: "a"), .map(\Mapped.third, to: "c.e"))
}

/// Keeps unknown members.
private struct Rest: Model {
    var rest: JSONObject
    static let mapping = Mapping(.unknown(\Rest.rest))
}

private struct Rests: Model {
    var rest: [String: JSONValue]
    static let mapping = Mapping(.unknown(\Rests.rest))
}

/// Keys: many in an object, long ones, known, unknown and duplicate ones.
var keyCases: [CostCase] {
    var cases: [CostCase] = []
    let different = numbered("{", #""kept":1}"#) { "\"key \($0)\":0," }
    let twice = numbered("{", #""kept":1}"#) { "\"key \($0 / 2)\":0," }
    let same = filled("{", #""kept":1,"#, #""kept":1}"#)
    for (name, document) in [("different", different), ("paired", twice), ("equal", same)] {
        cases += decoding("\(name) keys into a model", Kept.self, document)
        cases += decoding("\(name) keys into a dictionary", [String: Int].self, document)
        cases += decoding("\(name) keys into JSONObject", JSONObject.self, document)
        cases += decoding("\(name) keys into JSONValue", JSONValue.self, document)
        cases += decoding("\(name) keys that are kept", Rest.self, document)
        cases += decoding("\(name) keys that are kept in a dictionary", Rests.self, document)
    }
    for (name, policy) in [("first", DuplicateKeyPolicy.first), ("last", .last)] {
        let decoder = ModelDecoder.unbounded { $0.duplicateKeys = policy }
        cases += decoding("paired keys, the \(name)", JSONObject.self, ways: [.scanner, .lines], with: decoder, twice)
    }
    let strict = ModelDecoder.unbounded { $0.duplicateKeys = .error }
    let folded = ModelDecoder.unbounded { $0.keys = .caseInsensitive }
    cases += decoding("keys that may not be twice", [String: Int].self, with: strict, different)
    cases += decoding("keys that may not be twice, in a model", Kept.self, with: strict, different)
    cases += decoding("keys whatever their case", Kept.self, with: folded, different)
    cases += decoding("keys as integers", [Int: Int].self, numbered("{", #""-1":1}"#) { "\"\($0)\":0," })
    cases += decoding(
        "unknown keys that are collected", Kept.self, ways: [.scanner, .lines],
        with: .unbounded { $0.unknownKeys = .collect(UnknownKeyCollector()) }, different)
    cases += decoding(
        "drift", Kept.self, ways: [.scanner, .lines], with: .unbounded { $0.drift = DriftReport() }, different)
    let mapped = filled("{", #""a":1,"c":{"d":2,"e":3,"f":[]},"b":null,"#, #""a":1}"#)
    cases += decoding("keys of several properties", Mapped.self, mapped)
    let aKey: (String, String) -> (Int) -> [UInt8] = { part, value in filled("{\"", part, "\":\(value)}") }
    for (name, part) in [("plain", "a long key "), ("escaped", #"\u00e9\n"#)] {
        cases += decoding("a long \(name) key into a model", Kept.self, aKey(part, "1"))
        cases += decoding("a long \(name) key into a dictionary", [String: Int].self, aKey(part, "1"))
        cases += decoding("a long \(name) key into JSONObject", JSONObject.self, aKey(part, "1"))
        cases += decoding("a long \(name) key whatever its case", Kept.self, with: folded, aKey(part, "1"))
        let wrong = aKey(part, "true")
        cases += decoding("an error after a long \(name) key", [String: Int].self, failure: .typeMismatch, wrong)
    }
    return cases
}
