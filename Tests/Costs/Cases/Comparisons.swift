import Yodel

/// Compares two values decoded from a document, or describes, hashes or copies one.
private func comparing<Value>(
    _ name: String, _ type: Value.Type, size: Int = 64 << 10, _ document: @escaping (Int) -> [UInt8],
    _ work: @escaping (Value, Value) throws -> Void
) -> CostCase {
    CostCase("comparing: \(name)", size) { size in
        let document = document(size)
        let left = try ModelDecoder.unbounded.decode(type, from: document)
        let right = try ModelDecoder.unbounded.decode(type, from: document)
        return { try work(left, right) }
    }
}

private func same<Value: Equatable>(_ left: Value, _ right: Value) throws {
    guard left == right else { throw CostError("equal values differ") }
}

private func hashed<Value: Hashable>(_ left: Value, _ right: Value) throws {
    guard left.hashValue == right.hashValue else { throw CostError("the hashes of equal values differ") }
}

private func described<Value: CustomStringConvertible>(_ left: Value, _ right: Value) throws {
    guard !left.description.isEmpty else { throw CostError("there is no description") }
}

/// A model for merging.
private struct Listing: ModelHashable, ModelDescribable, ModelCopyable {
    var branches: [Branch]?
    var named: [String: Branch]?
    var free: JSONValue?
    var links: [Link]?
}

/// Equality, hashes, descriptions, copies and merges of wide and deep values.
var comparisonCases: [CostCase] {
    var cases: [CostCase] = []
    let shapes: [(String, Int, (Int) -> [UInt8])] = [
        ("wide models", 64 << 10, filled(#"{"branches":["#, #"{"name":"a","children":[{}]},"#, "{}]}")),
        ("dictionaries", 64 << 10, numbered(#"{"named":{"#, #""z":{}}}"#) { "\"k\($0)\":{}," }),
        ("dynamic objects", 64 << 10, numbered(#"{"free":{"#, #""z":{}}}"#) { "\"k\($0)\":[1]," }),
        ("dynamic arrays", 64 << 10, filled(#"{"free":["#, #"{"a":1.50},"#, "{}]}")),
        ("many instances", 64 << 10, filled(#"{"links":["#, #"{"number":1,"next":{}},"#, "{}]}")),
        ("long strings", 64 << 10, filled(#"{"branches":[{"name":""#, "é\u{2028}", "\"}]}")),
    ]
    for (name, size, document) in shapes {
        cases.append(comparing("\(name), equality", Listing.self, size: size, document, same))
        cases.append(comparing("\(name), hash", Listing.self, size: size, document, hashed))
        cases.append(comparing("\(name), description", Listing.self, size: size, document, described))
        cases.append(comparing("\(name), copy", Listing.self, size: size, document) { left, _ in _ = left.deepCopy() })
        cases.append(
            comparing("\(name), merge", Listing.self, size: size, document) { left, right in
                var left = left
                try left.merge(from: right)
            })
    }
    let branches = nested(#"{"children":["#, "{}", "]}")
    let links = nested(#"{"next":"#, "null", "}")
    cases += [
        comparing("levels of structs, equality", Branch.self, size: 500, branches, same),
        comparing("levels of structs, hash", Branch.self, size: 500, branches, hashed),
        comparing("levels of structs, description", Branch.self, size: 500, branches, described),
        comparing("levels of structs, copy", Branch.self, size: 500, branches) { left, _ in _ = left.deepCopy() },
        comparing("levels of classes, equality", Link.self, size: 500, links, same),
        comparing("levels of classes, hash", Link.self, size: 500, links, hashed),
        comparing("levels of classes, description", Link.self, size: 500, links, described),
        comparing("levels of classes, copy", Link.self, size: 500, links) { left, _ in _ = left.deepCopy() },
        comparing("levels of JSONValue, equality", JSONValue.self, size: 500, nested("[", "", "]"), same),
        comparing("levels of JSONValue, hash", JSONValue.self, size: 500, nested("[", "", "]"), hashed),
        comparing("levels of JSONValue, description", JSONValue.self, size: 500, nested("[", "", "]"), described),
        comparing(
            "objects in another order, equality", JSONObject.self, numbered("{", #""z":{}}"#) { "\"k\($0)\":[1]," }
        ) {
            left, _ in
            try same(left, JSONObject(members: left.reversed().map { ($0.key, $0.value) }))
        },
        comparing("objects merged", JSONObject.self, numbered("{", #""z":{}}"#) { "\"k\($0)\":[1]," }) { left, right in
            var left = left
            left.merge(right)
        },
    ]
    return cases
}
