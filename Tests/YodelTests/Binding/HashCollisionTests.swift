import Foundation
import Testing
import Yodel

/// Sets whose elements an attacker chose to have equal hashes.
@Suite("Elements with equal hashes")
struct HashCollisionTests {
    /// A scalar with a constant hash.
    struct Weak: ModelScalar, Hashable {
        var scalar: JSONScalar
        func hash(into hasher: inout Hasher) {}
    }

    private func texts(_ count: Int) -> String {
        "[" + (0..<count).map { "\"element \($0)\"" }.joined(separator: ",") + "]"
    }

    @Test("64 different ones are allowed")
    func atLimit() throws {
        #expect(try ModelDecoder().decode(Set<Weak>.self, from: texts(64)).count == 64)
    }

    @Test("More of them are refused, at the end of the array", arguments: [65, 20_000])
    func beyondLimit(_ count: Int) throws {
        let json = #"{"a": {"b": \#(texts(count))}}"#
        for parser in Parser.all {
            let decoder = ModelDecoder.with { $0.parser = parser }
            let error = modelError { try decoder.decode([String: [String: Set<Weak>]].self, from: json) }
            error.expect(
                .collisionLimit, at: json.utf8.count - 3, path: "$.a.b",
                expected: "at most 64 different elements with the same hash")
        }
    }

    @Test("In a feed that drops bad items, only the item with such a set is lost")
    func feeds() {
        let items = [texts(2), texts(65), texts(3)]
        for format in [FeedFormat?.none, .lines, .concatenated] {
            var feed: Feed<Int> =
                format.map { Feed(of: Set<Weak>.self, in: $0, as: { $0.count }) }
                ?? Feed(of: Set<Weak>.self, as: { $0.count })
            feed.badItems = .drop
            let json = format == nil ? "[\(items.joined(separator: ","))]" : items.joined(separator: "\n")
            let outcome = readEveryWay(feed, json)
            outcome.expect(items: 2, failures: [.collisionLimit: 1])
            #expect(outcome.lines.first?.hasSuffix(" 2") == true && outcome.lines.last?.hasSuffix(" 3") == true)
        }
    }

    @Test("One element many times is allowed, and so are many elements with different hashes")
    func harmless() throws {
        let same = "[" + Array(repeating: "\"x\"", count: 5_000).joined(separator: ",") + "]"
        #expect(try ModelDecoder().decode(Set<Weak>.self, from: same).count == 1)
        let dates = "[" + (0..<5_000).map { "\($0)" }.joined(separator: ",") + "]"
        #expect(
            try ModelDecoder.with { $0.dates = .secondsSince1970 }.decode(Set<Date>.self, from: dates).count == 5_000)
        #expect(try ModelDecoder().decode(Set<Int>.self, from: dates).count == 5_000)
    }

    @Test("Foundation's Decimal has such values")
    func decimals() {
        let json = "[" + (100..<400).map { "0.1000000000000000000000000000000\($0)" }.joined(separator: ",") + "]"
        #expect(modelError { try ModelDecoder().decode(Set<Decimal>.self, from: json) }?.code == .collisionLimit)
    }
}
