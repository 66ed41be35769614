import BenchmarkModels
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Both decoders agree on random documents, valid, mismatched and broken, for a family of types.
///
/// The scanner, not Foundation, decides whether a text is JSON.
@Suite struct RandomAgreementTests {
    // MARK: - Types

    enum Size: String, Codable { case small, medium, large }

    struct Point: Codable, Equatable { var x, y: Double }

    struct Scalars: Codable, Equatable {
        var bool: Bool
        var int: Int
        var small: Int8
        var unsigned: UInt16?
        var wide: UInt64
        var double: Double
        var float: Float?
        var string: String
        var size: Size?
        var decimal: Decimal?
    }

    struct Tree: Codable, Equatable {
        var name: String
        var children: [Tree]?
        var attributes: [String: Int?]
        var point: Point?
        var path: [Point]
        var matrix: [[Double]]
        var tags: Set<String>?
    }

    struct Dates: Codable, Equatable {
        var createdAt: Date
        var updatedAt: Date?
        var homeUrl: URL?
        var rawData: Data?
        var allDates: [Date]
        var byName: [String: Date]?
    }

    enum Event: Codable, Equatable {
        case moved(Point)
        case named(old: String?, new: String)
        case scalars(Scalars)
        case ended
    }

    final class Child: Parent {
        var extra: [Int]
        private enum Keys: String, CodingKey { case extra, more }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .extra)
            extra = []
            while !list.isAtEnd {
                if try !list.decodeNil() { extra.append(try list.decode(Int.self)) }
            }
            try super.init(from: container.superDecoder(forKey: .more))
        }

        static func == (left: Child, right: Child) -> Bool { left.extra == right.extra && left.id == right.id }
    }

    class Parent: Decodable { var id: Int? }

    /// A child that is Equatable.
    struct ChildHolder: Decodable, Equatable {
        var child: Child
        static func == (left: ChildHolder, right: ChildHolder) -> Bool { left.child == right.child }
    }

    /// Any value, decoded by trying one type after another.
    indirect enum Anything: Decodable, Equatable {
        case null, bool(Bool), int(Int), double(Double), string(String), array([Anything]), object([String: Anything])

        init(from decoder: any Decoder) throws {
            if let array = try? decoder.unkeyedContainer() {
                var container = array
                var elements: [Anything] = []
                while !container.isAtEnd { elements.append(try container.decode(Anything.self)) }
                self = .array(elements)
            } else if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
                var members: [String: Anything] = [:]
                for key in container.allKeys {
                    members[key.stringValue] = try container.decode(Anything.self, forKey: key)
                }
                self = .object(members)
            } else {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .int(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .double(value)
                } else {
                    self = .string(try container.decode(String.self))
                }
            }
        }
    }

    // MARK: - Documents

    private static func point(_ random: inout RandomJSON) -> String {
        random.object([.required("x") { $0.double() }, .required("y") { $0.double() }])
    }

    private static func scalars(_ random: inout RandomJSON) -> String {
        random.object([
            .required("bool") { $0.bool() }, .required("int") { $0.integer(-1_000_000...1_000_000) },
            .required("small") { $0.integer(-128...127) }, .optional("unsigned") { $0.integer(0...65535) },
            .required("wide") { $0.integer(0...Int.max) }, .required("double") { $0.double() },
            .optional("float") { $0.integer(-100...100) }, .required("string") { $0.string() },
            .optional("size") { $0.one(of: [#""small""#, #""medium""#, #""large""#]) },
            .optional("decimal") { $0.double() },
        ])
    }

    private static func tree(_ random: inout RandomJSON, _ depth: Int = 0) -> String {
        random.object([
            .required("name") { $0.string() },
            .optional("children") { random in
                depth > 3 ? "[]" : random.array(0...3) { tree(&$0, depth + 1) }
            },
            .required("attributes") { random in
                random.dictionary(0...1) {
                    "key \($0.count(0...9))"
                } value: {
                    $0.chance(3) ? "null" : $0.integer(0...9)
                }
            },
            .optional("point") { point(&$0) }, .required("path") { $0.array(0...4) { point(&$0) } },
            .required("matrix") { $0.array(0...2) { $0.array(0...3) { $0.double() } } },
            .optional("tags") { $0.array(0...3) { $0.string() } },
        ])
    }

    private static func dates(_ random: inout RandomJSON, asText: Bool) -> String {
        let texts = [#""2024-02-29T12:00:00Z""#, #""1970-01-01T00:00:00Z""#, #""2024-02-29T12:00:00+01:00""#]
        let date = { (random: inout RandomJSON) in
            random.chance(40) ? #""2024-02-30T12:00:00Z""# : asText ? random.one(of: texts) : random.double()
        }
        return random.object([
            .required("created_at", date), .optional("updated_at", date),
            .optional("home_url") { $0.one(of: [#""http://x/y?z""#, #""a b""#, #""\/\/x""#]) },
            .optional("raw_data") { $0.one(of: [#""AQID""#, #""AQ==""#, #""\/\/8=""#]) },
            .required("all_dates") { $0.array(0...3, date) },
            .optional("by_name") {
                $0.dictionary(0...1) { _ in
                    "first_date"
                } value: {
                    date(&$0)
                }
            },
        ])
    }

    private static func event(_ random: inout RandomJSON) -> String {
        switch random.count(0...3) {
        case 0: random.object([.required("moved") { $0.object([.required("_0") { point(&$0) }]) }])
        case 1:
            random.object([
                .required("named") { $0.object([.optional("old") { $0.string() }, .required("new") { $0.string() }]) }
            ])
        case 2: random.object([.required("scalars") { $0.object([.required("_0") { scalars(&$0) }]) }])
        default: random.object([.required("ended") { _ in "{}" }])
        }
    }

    private static func child(_ random: inout RandomJSON) -> String {
        random.object([
            .required("child") { random in
                random.object([
                    .required("extra") { $0.array(0...4) { $0.chance(4) ? "null" : $0.integer(0...9) } },
                    .optional("more") { $0.object([.optional("id") { $0.integer(0...9) }]) },
                ])
            }
        ])
    }

    // MARK: - Tests

    /// Decodes valid and broken documents as the type, with the settings.
    private func run<Value: Decodable & Equatable>(
        _ type: Value.Type, seed: UInt64, _ settings: CodableSettings = .standard, comparesPaths: Bool = true,
        _ make: (inout RandomJSON) -> String
    ) {
        let foundation = settings.foundation
        let yodel = settings.yodel
        var other = Array(#"{"a": [1, {"b": null}]}"#.utf8)
        var values = 0
        for round in 0..<150 {
            var random = RandomJSON(seed: seed &* 1_000_003 &+ UInt64(round), faults: 150, absences: 150)
            var bytes = Array(make(&random).utf8)
            let sound = bytes
            if round % 2 == 1 {
                var mutator = Mutator(seed: seed &+ UInt64(round))
                bytes = mutator.mutated(bytes, with: other)
            }
            other = sound
            let isJSON = (try? ModelDecoder().decode(RawJSON.self, from: bytes)) != nil
            let actual = CodableOutcome { try yodel.decode(type, from: bytes) }
            if !isJSON {
                #expect(actual == .error("dataCorrupted at "), "\(seed) \(round)")
                continue
            }
            let expected = CodableOutcome { try foundation.decode(type, from: Data(bytes)) }
            if !actual.isError { values += 1 }
            let agrees = actual == expected || (!comparesPaths && actual.isError && expected.isError)
            guard !agrees else { continue }
            Issue.record(
                "\(type), seed \(seed), round \(round): \(actual)\nFoundation: \(expected)\n\(String(decoding: bytes, as: UTF8.self))"
            )
            return
        }
        #expect(values > 20, "\(type): few documents that fit")
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func documentsOfEveryType(seed: UInt64) {
        run(Scalars.self, seed: seed) { Self.scalars(&$0) }
        run([Scalars].self, seed: seed) { $0.array(0...4) { Self.scalars(&$0) } }
        run(Tree.self, seed: seed) { Self.tree(&$0) }
        run([Event].self, seed: seed) { $0.array(0...5) { Self.event(&$0) } }
        run(ChildHolder.self, seed: seed) { Self.child(&$0) }
        // The order of a dictionary decides which member's error comes first.
        run([String: Tree].self, seed: seed, comparesPaths: false) { random in
            random.dictionary(0...4) {
                $0.pick(["a", "é", "e\u{301}", "b"])
            } value: {
                Self.tree(&$0)
            }
        }
        run(Anything.self, seed: seed) { Self.tree(&$0) }
        for (dates, isText) in [(JSONDecoder.DateDecodingStrategy.iso8601, true), (.secondsSince1970, false)] {
            run(Dates.self, seed: seed, .with { ($0.keys, $0.dates) = (.convertFromSnakeCase, dates) }) {
                Self.dates(&$0, asText: isText)
            }
        }
    }

    @Test func everyPrefixOfADocument() {
        var random = RandomJSON(seed: 7, faults: 0, absences: 0)
        let bytes = Array(Self.tree(&random).utf8)
        for count in 0..<min(bytes.count, 500) {
            #expect(CodableOutcome { try YodelJSONDecoder().decode(Tree.self, from: Array(bytes[..<count])) }.isError)
        }
    }
}
