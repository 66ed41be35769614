import BenchmarkModels
import Foundation
import Yodel

/// Models whose mappings are drawn from a number: keys that are ranked, nested, shared and composed.
package enum MappedModels: ModelFamily {
    private static let written: [Subject] = [
        Subject(model: Mapped.self) { $0.document(of: Mapped.self) }, Subject(random: RandomModels.Mapped.self),
    ]
    private static let generated = LockedSubjects()

    /// The number of models: each has a table that is never freed.
    private static let count = 1_024

    package static func subject(_ number: Int) -> Subject {
        number % 16 == 0 ? written[number / 16 % written.count] : generated[number % count]
    }

    /// The subjects made so far.
    private final class LockedSubjects: @unchecked Sendable {
        private let lock = NSLock()
        private var subjects: [Int: Subject] = [:]

        subscript(number: Int) -> Subject {
            lock.withLock {
                if let subject = subjects[number] { return subject }
                var type: any TypeNumber.Type = NoBits.self
                for bit in (0..<10).reversed() { type = Self.appending(number >> bit & 1 == 1, to: type) }
                let subject = Self.subject(type)
                subjects[number] = subject
                return subject
            }
        }

        private static func appending<Number: TypeNumber>(_ bit: Bool, to type: Number.Type) -> any TypeNumber.Type {
            bit ? One<Number>.self : Zero<Number>.self
        }

        private static func subject<Number: TypeNumber>(_ type: Number.Type) -> Subject {
            let mapping = GeneratedMapping(number: Number.value)
            return Subject(model: Generated<Number>.self) { mapping.document(&$0) }
        }
    }
}

/// A number as a type, so that there are as many specialisations of a generic type as numbers.
private protocol TypeNumber: SendableMetatype { static var value: Int { get } }
private enum NoBits: TypeNumber { static var value: Int { 0 } }
private enum Zero<Rest: TypeNumber>: TypeNumber { static var value: Int { Rest.value * 2 } }
private enum One<Rest: TypeNumber>: TypeNumber { static var value: Int { Rest.value * 2 + 1 } }

private struct Generated<Number: TypeNumber>: Model, Equatable {
    var count: Int
    var title: String?
    var numbers: [Int]?
    var leaf: RandomModels.Leaf?
    var point: Coordinate?
    var anything: JSONValue?
    var ratio: Double
    var byName: [String: Int]?
    var flag: Bool

    static var mapping: Mapping {
        let mapping = GeneratedMapping(number: Number.value)
        var entries = [
            mapping.entry(\Generated.count, 0, default: 7), mapping.entry(\Generated.title, 1, default: "untitled"),
            mapping.entry(\Generated.numbers, 2, default: []), mapping.entry(\Generated.leaf, 3, default: nil),
            mapping.entry(\Generated.anything, 5, default: nil), mapping.entry(\Generated.ratio, 6, default: 0.5),
            mapping.entry(\Generated.byName, 7, default: nil), mapping.entry(\Generated.flag, 8, default: false),
        ].compactMap { $0 }
        let keys = mapping.keys[4]
        entries.append(
            .compose(\Generated.point, from: MappedKey(stringLiteral: keys[0]), MappedKey(stringLiteral: keys[1])) {
                (lat: Double, lon: Double) in
                Coordinate(lat: lat, lon: lon)
            } back: {
                ($0.lat, $0.lon)
            })
        return Mapping(keys: mapping.strategy, entries: entries)
    }
}

/// The keys of nine properties, drawn from a seed.
private struct GeneratedMapping {
    /// In order of rank: empty for a property without an entry, two for the composed one.
    let keys: [[String]]
    private let hasDefault: [Bool]
    let strategy: KeyStrategy?
    /// The keys of properties without an entry.
    private let ownKeys: [[MappedKey]]

    private static let names = ["count", "title", "numbers", "leaf", "point", "anything", "ratio", "byName", "flag"]

    init(number: Int) {
        var generator = SeededGenerator(seed: UInt64(number) &* 7_919)
        keys = (0..<9).map { index in
            let count = index == 4 ? 2 : generator.pick([0, 1, 1, 2, 3])
            var keys: [String] = []
            while keys.count < count {
                // A path of another property may lead through any value.
                let key =
                    index == 5 && generator.chance(0.3) ? generator.pick(["p", "q"]) : Self.key(of: index, &generator)
                if !keys.contains(key) { keys.append(key) }
            }
            return keys
        }
        hasDefault = (0..<9).map { _ in generator.chance(0.4) }
        let mark = generator.pick(["x", "é", "\""])
        let custom: KeyStrategy =
            number.isMultiple(of: 2) ? .custom { mark + $0 } : .mapped { MappedKey(path: ["p", mark + $0]) }
        strategy = generator.pick([nil, nil, .snakeCase, .caseInsensitive, custom])
        let isMapped = strategy != nil && !number.isMultiple(of: 2)
        ownKeys = Self.names.map { isMapped ? [.literal($0), MappedKey(path: ["p", mark + $0])] : [.literal($0)] }
    }

    /// A path whose parts each have a fixed kind: objects, arrays of objects, arrays, and values.
    ///
    /// A tenth of the paths are shared with properties of other types.
    private static func key(of index: Int, _ generator: inout SeededGenerator) -> String {
        var parts = (0..<generator.pick([0, 0, 1, 1, 2])).map { _ in generator.pick(["p", "q", "é"]) }
        if generator.chance(0.2) { parts.append("rows[\(generator.integer(in: 0...2))]") }
        let owner = generator.chance(0.1) ? "" : "\(index)"
        let last = generator.pick(["a", "b", "snake_key", "\"", "list"]) + owner
        let place = last.hasPrefix("list") ? "[\(generator.integer(in: 0...3))]" : ""
        return (parts + [last + place]).joined(separator: ".")
    }

    func entry<Root, Value: Sendable>(
        _ property: any KeyPath<Root, Value> & Sendable, _ index: Int, default value: Value
    ) -> Mapping.Entry? {
        let keys = keys[index].map { MappedKey(stringLiteral: $0) }
        guard hasDefault[index] else {
            switch keys.count {
            case 0: return nil
            case 1: return .map(property, to: keys[0])
            case 2: return .map(property, to: keys[0], keys[1])
            default: return .map(property, to: keys[0], keys[1], keys[2])
            }
        }
        switch keys.count {
        case 0: return .default(property, value)
        case 1: return .map(property, to: keys[0], default: value)
        case 2: return .map(property, to: keys[0], keys[1], default: value)
        default: return .map(property, to: keys[0], keys[1], keys[2], default: value)
        }
    }

    // MARK: - Documents

    /// An object with values at some keys of each property, mostly of the right kind.
    func document(_ json: inout RandomJSON) -> String {
        var root = Node.object([])
        for (index, keys) in keys.enumerated() {
            let found = keys.isEmpty ? ownKeys[index] : keys.map { MappedKey(stringLiteral: $0) }
            for key in found where !json.chance(8) {
                let literal = json.chance(40) ? json.anyText() : Self.literal(index, &json)
                root.insert(literal, at: key.steps[...])
            }
        }
        return root.text(&json)
    }

    private static func literal(_ index: Int, _ json: inout RandomJSON) -> String {
        switch index {
        case 0: json.integer(0...9)
        case 1: json.string(0...5)
        case 2: json.array(0...3) { $0.integer(0...9) }
        case 3: RandomModels.Leaf.json(&json)
        case 5: json.anyText()
        case 7:
            json.dictionary(0...2) {
                $0.pick(["a", "k"])
            } value: {
                $0.integer(0...9)
            }
        case 8: json.bool()
        default: json.double()
        }
    }

    /// A document while values are added to it.
    private indirect enum Node {
        case object([(String, Node)]), array([Node]), leaf(String)

        mutating func insert(_ literal: String, at steps: ArraySlice<JSONPath.Step>) {
            guard let step = steps.first else {
                // Keep an object that other paths lead through.
                if case .object(let members) = self, !members.isEmpty { return }
                self = .leaf(literal)
                return
            }
            switch step {
            case .key(let key):
                guard case .object(var members) = self else { return }
                let index = members.firstIndex { $0.0 == key } ?? members.count
                if index == members.count { members.append((key, Self.empty(before: steps.dropFirst().first))) }
                members[index].1.insert(literal, at: steps.dropFirst())
                self = .object(members)
            case .index(let index):
                guard case .array(var elements) = self else { return }
                while elements.count <= index { elements.append(.leaf("null")) }
                if case .leaf("null") = elements[index] {
                    elements[index] = Self.empty(before: steps.dropFirst().first)
                }
                elements[index].insert(literal, at: steps.dropFirst())
                self = .array(elements)
            }
        }

        private static func empty(before step: JSONPath.Step?) -> Node {
            if case .index = step { .array([]) } else { .object([]) }
        }

        func text(_ json: inout RandomJSON) -> String {
            switch self {
            case .leaf(let literal): return literal
            case .array(let elements): return "[\(elements.map { $0.text(&json) }.joined(separator: ","))]"
            case .object(let members):
                return json.object(members.map { key, node in RandomJSON.Member.required(key) { node.text(&$0) } })
            }
        }
    }
}
