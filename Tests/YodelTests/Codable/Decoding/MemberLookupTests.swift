import BenchmarkModels
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Members are found in any order, the first of duplicate keys counts, and the time is linear for any document.
@Suite struct MemberLookupTests {
    /// Decodes keys in the given order, some of them twice, and compares with Foundation.
    private func ask(_ keys: [String], of document: String, _ location: SourceLocation = #_sourceLocation) {
        expectAgreement(of: document, .standard, location) { decoder in
            let container = try decoder.container(keyedBy: TestKey.self)
            return keys.map { key in
                let key = TestKey(key)
                return (try? container.decodeIfPresent(Int.self, forKey: key)).map { "\($0)" } ?? "not there"
            }
        }
    }

    @Test func anyOrderAndAnyKeys() {
        var generator = SeededGenerator(seed: 2)
        let names =
            (0..<60).map { "key\($0)" } + ["", "k", "é", "e\u{301}", "K", "\u{212A}", "a longer key than any other"]
        for size in [0, 1, 2, 3, 8, 31, 40, 64, 65, 90] {
            for round in 0..<8 {
                // Plain keys are searched for, others are in a table at once.
                let isPlain = round % 2 == 0
                let choice = isPlain ? names.filter { $0.utf8.allSatisfy { $0 < 0x80 } } : names
                let present = (0..<size).map { _ in choice.randomElement(using: &generator)! }
                let members = present.enumerated().map { index, key in
                    guard !isPlain, index % 17 == 5 else { return "\"\(key)\": \(index)" }
                    let spelled = key.unicodeScalars.map { "\\u" + hexadecimal($0.value) }.joined()
                    return "\"\(spelled)\": \(index)"
                }
                let document = "{" + members.joined(separator: ", ") + "}"
                ask(present, of: document)
                ask(present.reversed(), of: document)
                ask(names.shuffled(using: &generator) + present, of: document)
            }
        }
    }

    private func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }

    /// Asks whether each key exists and is null before it decodes the value, with other keys in between.
    @Test func membersAreAskedForSeveralTimes() {
        let names = (0..<80).map { "key\($0)" } + ["", "a", "b", "é", "K", "\u{212A}", "key"]
        for size in [1, 2, 5, 20, 70] {
            let members = names.prefix(size).enumerated().map { "\"\($1)\": \($0 % 3 == 0 ? "null" : "\($0)")" }
            expectAgreement(of: "{" + members.joined(separator: ", ") + "}") { decoder in
                let container = try decoder.container(keyedBy: TestKey.self)
                return try names.indices.map { index in
                    let (key, other) = (TestKey(names[index]), TestKey(names[(index * 7) % names.count]))
                    guard container.contains(key) else { return "absent" }
                    guard try !container.decodeNil(forKey: key) else { return "null" }
                    let text = try? container.decode(String.self, forKey: key)
                    let isOther = try? container.decode(Int.self, forKey: other)
                    return "\(text ?? "no text") \(isOther ?? -1) \(try container.decode(Int.self, forKey: key))"
                }
            }
        }
    }

    @Test func theFirstOfEqualKeysCounts() {
        for document in [
            #"{"a": 1, "a": 2}"#, #"{"b": 0, "a": 1, "b": 2}"#, #"{"a": 1, "b": 2, "a": 3, "b": 4}"#,
            #"{"a": null, "a": 2}"#, #"{"a": 4, "a": 2, "b": null, "b": 3}"#, #"{"\u0061": 1, "a": 2}"#,
            #"{"a": 1, "\u0061": 2}"#, #"{"é": 1, "e\u0301": 2}"#, #"{"K": 1, "K": 2}"#,
        ] {
            for keys in [["a", "b", "a"], ["b", "a", "b"], ["a", "a"], ["é"], ["e\u{301}"], ["K", "\u{212A}"]] {
                ask(keys, of: document)
            }
            expectAgreement([String: Int?].self, document)
        }
    }

    private static func hash(of key: String) -> UInt64 {
        Array(key.utf8).withUnsafeBufferPointer { hashBytes($0.start, $0.count) }
    }

    /// Keys that share their place in an open container, and with it their place in the filter.
    private static let sharing = Array(
        (0...).lazy.map { "key\($0)" }.filter { KeyFilter.place(ofHash: hash(of: $0)) == 7 }.prefix(4000))

    /// Asks for keys in several orders: of an object that has all of them, one that has some, and one that has each twice.
    ///
    /// An object of more than 128 keys that may be repeated gets a table.
    private func expectToBeToldApart(_ names: [String]) {
        func document(_ names: some Sequence<String>) -> String {
            "{" + names.enumerated().map { "\"\($1)\": \($0)" }.joined(separator: ", ") + "}"
        }
        for document in [document(names), document(names.prefix(40)), document(names + names.reversed())] {
            ask(names, of: document)
            ask(names + names, of: document)
            ask(names.reversed(), of: document)
        }
    }

    @Test func keysThatShareTheirPlaceAreToldApart() {
        // More keys than the filter has bits.
        expectToBeToldApart((0..<64).map { "\($0)" })
        expectToBeToldApart((0..<128).map { "\($0)" })
        // Keys that share one place.
        expectToBeToldApart(Array(Self.sharing.prefix(128)))
        expectToBeToldApart(Array(Self.sharing.prefix(64)))
    }

    @Test func keysWithEqualHashesAreToldApart() {
        let names = (100..<164).map { "beginning \($0) of a text with the same middle and end" }
        #expect(Set(names.map(Self.hash)).count == 1)
        expectToBeToldApart(names)
    }

    // MARK: - Costs

    private typealias Asking = @Sendable (KeyedDecodingContainer<TestKey>) throws -> Int

    private func document(_ count: Int, _ key: (Int) -> String) -> Data {
        Data(("{" + (0..<count).map { "\"\(key($0))\": \($0)" }.joined(separator: ", ") + "}").utf8)
    }

    /// Expects the time of work on a document to grow like its size, with some tolerance.
    private func expectLinear(
        _ name: String, _ size: Int, _ key: (Int) -> String, _ body: @escaping Asking,
        keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    ) throws {
        let decoder = YodelJSONDecoder.with { $0.keyDecodingStrategy = keys }
        decoder.setProbe { try body($0.container(keyedBy: TestKey.self)) }
        let growth = try CostGrowth.measured(at: size * 8) {
            Array(document($0, key))
        } work: {
            _ = try decoder.decode(Probe<Int>.self, from: $0)
        }
        #expect(growth < CostGrowth.limit, "\(name): \(growth) times the work for 8 times the keys")
    }

    @Test func noOrderOfKeysIsDear() throws {
        let orders: [(String, Asking)] = [
            ("all keys", { $0.allKeys.count }),
            (
                "in order",
                { container in try container.allKeys.reduce(0) { $0 + (try container.decode(Int.self, forKey: $1)) } }
            ),
            (
                "backwards",
                { container in
                    try container.allKeys.reversed().reduce(0) { $0 + (try container.decode(Int.self, forKey: $1)) }
                }
            ),
            (
                "absent",
                { container in
                    (0..<1000).reduce(0) { $0 + (container.contains(TestKey("absent \($1)")) ? 1 : 0) }
                }
            ),
        ]
        for (name, body) in orders {
            try expectLinear(name, 500, { "key \($0)" }, body)
            try expectLinear("\(name), one place", 500, { Self.sharing[$0] }, body)
            try expectLinear("\(name), rare keys", 500, { "é \($0)" }, body)
            try expectLinear("\(name), one key", 500, { _ in "key" }, body)
            try expectLinear("\(name), snake case", 500, { "key_\($0)" }, body, keys: .convertFromSnakeCase)
        }
    }
}
