import BenchmarkModels
import Foundation
import Yodel

/// A sequence of metatypes of classes, each decoded in some way, drawn from a seed: a fuzzer's input.
///
/// The classes belong to one tag; a process makes their tables and readers in the order of the first trials with that
/// tag.
package struct ClassTrial: FuzzTrial {
    /// The seed, in eight bytes.
    package var document: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        document = Array(bytes.prefix(8))
    }

    package var bytes: [UInt8] { document }
    package var name: String { "classes" }

    package static func random(using mutator: inout Mutator) -> ClassTrial {
        ClassTrial((0..<8).map { _ in UInt8.random(in: 0...255, using: &mutator.generator) })!
    }

    package func difference() -> String? {
        guard document.count == 8 else { return nil }
        var generator = SeededGenerator(seed: document.reduce(0) { $0 << 8 | UInt64($1) })
        let pairs = ClassTag.pairs[Int.random(in: 0..<ClassTag.pairs.count, using: &generator)]
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let step = ClassStep(pairs.randomElement(using: &generator)!, using: &generator)
            let difference =
                Int.random(in: 0..<3, using: &generator) == 0
                ? ClassRow.difference(of: pairs, using: &generator) : step.difference(using: &generator)
            if let difference { return difference }
        }
        return nil
    }
}

/// Types without a meaning, each of which makes its own hierarchies.
private enum ClassTag {
    private enum Zero<Rest> {}
    private enum One<Rest> {}

    /// The pairs of each of 512 tags.
    static let pairs: [[ClassPair]] = {
        var tags: [any Any.Type] = [ClassTag.self]
        for _ in 0..<9 {
            tags = tags.flatMap { tag in
                func longer<Tag>(_ tag: Tag.Type) -> [any Any.Type] { [Zero<Tag>.self, One<Tag>.self] }
                return _openExistential(tag, do: longer)
            }
        }
        return tags.map { tag in
            func pairs<Tag>(_ tag: Tag.Type) -> [ClassPair] { ClassPair.all(tag) }
            return _openExistential(tag, do: pairs)
        }
    }()
}

/// The decoders that a trial chooses from.
private struct ClassDecoders {
    let codable = YodelJSONDecoder()
    let foundation = JSONDecoder()
    /// Whether Yodel decodes models by tables.
    let tables: Bool

    init(using generator: inout SeededGenerator) {
        let choice = Int.random(in: 0..<4, using: &generator)
        tables = choice < 2
        switch choice {
        case 1: (codable.dateDecodingStrategy, foundation.dateDecodingStrategy) = (.iso8601, .iso8601)
        case 2: codable.decodesModelsByTable = false
        case 3:
            let custom = JSONDecoder.DateDecodingStrategy.custom { _ in .distantPast }
            (codable.dateDecodingStrategy, foundation.dateDecodingStrategy) = (custom, custom)
        default: break
        }
    }
}

/// One value by one metatype.
private struct ClassStep {
    let pair: ClassPair
    let members: ClassMembers
    let way: ClassWay

    init(_ pair: ClassPair, using generator: inout SeededGenerator) {
        self.pair = pair
        members = ClassMembers(using: &generator)
        way = ClassWay.allCases.randomElement(using: &generator)!
    }

    func difference(using generator: inout SeededGenerator) -> String? {
        let decoders = ClassDecoders(using: &generator)
        let data = Data(members.json.utf8)
        var model = ModelDecoder()
        if Bool.random(using: &generator), let other = Parser.other { model.parser = other }
        if Bool.random(using: &generator) { model.codable = decoders.codable }
        // Tables are only for models: a model decoder decodes classes that are only `Codable` with `codable`.
        let foundation = pair.expected(members, false)
        let outcomes = [
            ("Foundation", foundation, Result { try pair.foundation(decoders.foundation, data) }),
            (
                "codable", pair.expected(members, decoders.tables),
                Result { try pair.codable(decoders.codable, way, data) }
            ),
            ("model", pair.expected(members, true), Result { try pair.model(model, way, data) }),
        ]
        for (decoder, expected, outcome) in outcomes {
            if case .success(expected) = outcome { continue }
            return "\(decoder), \(way): \(outcome) in place of \(expected)"
        }
        return nil
    }
}

/// Decodes a sequence of metatypes in one keyed, one unkeyed and many single-value containers, in any order.
private struct ClassRow: Decodable {
    struct Step: Sendable {
        let pair: ClassPair
        let container: Int
        let key: AnyKey
    }

    @TaskLocal static var steps: [Step] = []

    let shown: [String]

    init(from decoder: any Decoder) throws {
        let keyed = try decoder.container(keyedBy: AnyKey.self)
        var unkeyed = try keyed.nestedUnkeyedContainer(forKey: AnyKey("list"))
        shown = try Self.steps.map { step in
            switch step.container {
            case 0: try step.pair.keyed(keyed, step.key)
            case 1: try step.pair.keyedIfPresent(keyed, step.key)
            case 2: try step.pair.unkeyed(&unkeyed)
            case 3: try step.pair.unkeyedIfPresent(&unkeyed)
            default: try step.pair.single(keyed.superDecoder(forKey: step.key).singleValueContainer())
            }
        }
    }

    static func difference(of pairs: [ClassPair], using generator: inout SeededGenerator) -> String? {
        let members = (0..<Int.random(in: 1...8, using: &generator)).map { _ in ClassMembers(using: &generator) }
        let steps = members.indices.map { index in
            Step(
                pair: pairs.randomElement(using: &generator)!, container: Int.random(in: 0..<5, using: &generator),
                key: AnyKey("k\(index)"))
        }
        let decoders = ClassDecoders(using: &generator)
        let list = zip(steps, members).filter { 2...3 ~= $0.0.container }.map(\.1.json).joined(separator: ",")
        let entries = zip(steps, members).map { #","\#($0.key.stringValue)":\#($1.json)"# }.joined()
        let data = Data(#"{"list":[\#(list)]\#(entries)}"#.utf8)
        var model = ModelDecoder()
        model.parser = Bool.random(using: &generator) ? Parser.other ?? .automatic : .automatic
        return $steps.withValue(steps) {
            let outcomes = [
                ("Foundation", false, Result { try decoders.foundation.decode(ClassRow.self, from: data) }),
                ("codable", decoders.tables, Result { try decoders.codable.decode(ClassRow.self, from: data) }),
                ("model", true, Result { try model.decode(ClassRow.self, from: data) }),
            ]
            for (decoder, tables, outcome) in outcomes {
                let expected = zip(steps, members).map { step, members in
                    step.container < 2 ? step.pair.expectedOfKey(members, tables) : step.pair.expected(members, tables)
                }
                if case .success(let row) = outcome, row.shown == expected { continue }
                return "\(decoder), containers \(steps.map(\.container)): \(outcome) in place of \(expected)"
            }
            return nil
        }
    }
}
