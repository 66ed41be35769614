import Foundation
import Yodel

/// Encodes with the function that it was made with.
private struct Writing: Encodable {
    let write: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

private struct Small: Codable {
    var name = "a \"b\" é"
    var number = 12.5
}

/// Encodes a value decoded from a document, of any type that a model encoder takes.
private func encoding<Value>(
    _ name: String, _ type: Value.Type, size: Int = 64 << 10,
    change: @escaping (inout ModelEncoder) -> Void = { _ in },
    _ document: @escaping (Int) -> [UInt8]
) -> CostCase {
    CostCase("encoding: \(name)", size) { size in
        let value = try ModelDecoder.unbounded.decode(type, from: document(size))
        var encoder = ModelEncoder()
        encoder.limits.depth = 100_000
        change(&encoder)
        let ready = encoder
        return { _ = try ready.encodeBytes(value) }
    }
}

private func pushing(
    _ name: String, _ size: Int = 1_000, _ change: @escaping (YodelJSONEncoder) -> Void = { _ in },
    _ make: @escaping (Int) -> any Encodable
) -> CostCase {
    CostCase("Codable encoding: \(name)", size) { size in
        let value = make(size)
        let encoder = YodelJSONEncoder()
        change(encoder)
        return { _ = try encoder.encodeBytes(value) }
    }
}

private func writing(
    _ name: String, _ size: Int = 1_000, _ write: @escaping (Int, any Encoder) throws -> Void
) -> CostCase {
    pushing(name, size) { size in Writing { try write(size, $0) } }
}

/// Texts of values.
var encodingCases: [CostCase] {
    let sorted: (inout ModelEncoder) -> Void = { $0.sortsKeys = true }
    let different = numbered("{", #""z":1}"#) { "\"k\($0)\":0," }
    let branches = filled("[", #"{"name":"a","children":[{},{}]},"#, "{}]")
    return [
        encoding("a long string", String.self, filled("\"", "The fox. ", "\"")),
        encoding("a long string of escapes", String.self, filled("\"", #"\n\"\\"#, "\"")),
        encoding(
            "other scripts, escaped", String.self, change: { $0.escapesNonASCII = true }, filled("\"", "é😀", "\"")),
        encoding("integers", [Int].self, filled("[", "12345,", "0]")),
        encoding("doubles", [Double].self, filled("[", "-12.75e3,", "0]")),
        encoding("a dictionary", [String: Int].self, different),
        encoding("JSONObject", JSONObject.self, different),
        encoding("JSONObject, sorted", JSONObject.self, change: sorted, different),
        encoding("a long key", [String: Int].self, filled("{\"", "k", "\":1}")),
        encoding("models", [Branch].self, branches),
        encoding("models, pretty", [Branch].self, change: { $0.layout = .pretty }, branches),
        encoding("raw values", [RawJSON].self, filled("[", "[1, 2],", "0]")),
        encoding("one raw value, pretty", RawJSON.self, change: { $0.layout = .pretty }, filled("[", "[1, 2],", "0]")),
        encoding("levels", JSONValue.self, size: 1_000, nested("[", "", "]")),
        encoding("levels of models", Branch.self, size: 1_000, nested(#"{"children":["#, "{}", "]}")),
        encoding("levels of classes", Link.self, size: 1_000, nested(#"{"next":"#, "null", "}")),
        CostCase("encoding: a tree", 64 << 10) { size in
            let value = try ModelDecoder().decode([Branch].self, from: branches(size))
            return { _ = try ModelEncoder().encodeTree(value, null: NSNull()) }
        },
        CostCase("encoding: JSONValue", 64 << 10) { size in
            let value = try ModelDecoder().decode([Branch].self, from: branches(size))
            return { _ = try ModelEncoder().encodeJSONValue(value) }
        },
        pushing("structs") { Array(repeating: Small(), count: $0) },
        pushing("structs, pretty", 1_000, { $0.outputFormatting = .prettyPrinted }) {
            Array(repeating: Small(), count: $0)
        },
        pushing("structs, sorted", 1_000, { $0.outputFormatting = .sortedKeys }) {
            Array(repeating: Small(), count: $0)
        },
        pushing("integers", 10_000) { Array(0..<$0) },
        pushing("a dictionary") { Dictionary(uniqueKeysWithValues: (0..<$0).map { ("k\($0)", $0) }) },
        pushing("a dictionary, sorted", 1_000, { $0.outputFormatting = .sortedKeys }) {
            Dictionary(uniqueKeysWithValues: (0..<$0).map { ("k\($0)", $0) })
        },
        pushing("a dictionary in snake case", 1_000, { $0.keyEncodingStrategy = .convertToSnakeCase }) {
            Dictionary(uniqueKeysWithValues: (0..<$0).map { ("aKey\($0)", Small()) })
        },
        pushing("a long key in snake case", 64 << 10, { $0.keyEncodingStrategy = .convertToSnakeCase }) {
            [String(repeating: "aB", count: $0): Small()]
        },
        writing("different keys") { size, encoder in
            var container = encoder.container(keyedBy: Key.self)
            for number in 0..<size { try container.encode(number, forKey: Key("k\(number)")) }
        },
        writing("equal keys") { size, encoder in
            var container = encoder.container(keyedBy: Key.self)
            for number in 0..<size { try container.encode(number, forKey: Key("k")) }
        },
        writing("keys twice") { size, encoder in
            var container = encoder.container(keyedBy: Key.self)
            for _ in 0..<2 { for number in 0..<size { try container.encode(number, forKey: Key("k\(number)")) } }
        },
        writing("keys twice, in reverse") { size, encoder in
            var container = encoder.container(keyedBy: Key.self)
            for number in 0..<size { try container.encode(number, forKey: Key("k\(number)")) }
            for number in (0..<size).reversed() { try container.encode("longer \(number)", forKey: Key("k\(number)")) }
        },
        writing("containers one after the other") { size, encoder in
            var container = encoder.unkeyedContainer()
            for number in 0..<size {
                var inner = container.nestedUnkeyedContainer()
                try inner.encode(number)
            }
        },
        writing("containers kept open") { size, encoder in
            var container = encoder.unkeyedContainer()
            var inner: [any UnkeyedEncodingContainer] = []
            for _ in 0..<size { inner.append(container.nestedUnkeyedContainer()) }
            for round in 0..<2 { for number in inner.indices { try inner[number].encode(round) } }
        },
        writing("containers kept open under keys") { size, encoder in
            var container = encoder.container(keyedBy: Key.self)
            var inner: [any UnkeyedEncodingContainer] = []
            for number in 0..<size { inner.append(container.nestedUnkeyedContainer(forKey: Key("k\(number)"))) }
            for round in 0..<2 { for number in inner.indices.reversed() { try inner[number].encode(round) } }
        },
        writing("two containers by turns", 5_000) { size, encoder in
            var container = encoder.unkeyedContainer()
            var first = container.nestedUnkeyedContainer()
            var second = container.nestedUnkeyedContainer()
            for number in 0..<size {
                try first.encode(number)
                try second.encode(number)
            }
        },
        writing("encoders of superclasses") { size, encoder in
            var container = encoder.unkeyedContainer()
            for number in 0..<size { try number.encode(to: container.superEncoder()) }
        },
        writing("a container asked for again") { size, encoder in
            for number in 0..<size {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(number, forKey: Key("k\(number)"))
            }
        },
        writing("levels of containers", 100) { size, encoder in
            var container = encoder.unkeyedContainer()
            for _ in 0..<size { container = container.nestedUnkeyedContainer() }
            try container.encode(1)
        },
        writing("levels of containers, each written to again", 100) { size, encoder in
            var all = [encoder.unkeyedContainer()]
            for _ in 0..<size { all.append(all[all.count - 1].nestedUnkeyedContainer()) }
            for number in all.indices.reversed() { try all[number].encode(number) }
        },
    ]
}
