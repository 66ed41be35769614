import BenchmarkModels
import Foundation
import Yodel

/// One document as a model, and as the same model with lazy values at all depths: the first error and its place are the
/// same, and so are all notes.
package enum LazyPlaces {
    /// - Returns: The first difference, with its seed; nil if there is none.
    package static func firstDifference(seeds: Range<UInt64>) -> String? {
        for seed in seeds {
            if let difference = difference(seed) { return "seed \(seed): \(difference)" }
        }
        return nil
    }

    private static func difference(_ seed: UInt64) -> String? {
        var random = LazyDocuments(seed: seed)
        let format = random.generator.pick(Format.all)
        let document = random.document(format)
        let options = random.generator.integer(in: 0...15)
        let chunk = random.generator.pick([1, 7, 64, 100_000])
        let eager = format.outcome(EagerPlaces.self, document, options, chunk) { _, _ in }
        let lazy = format.outcome(LazilyPlaced.self, document, options, chunk) { $0.ask(&$1) }
        // A lazy value does not exist if another error prevented it.
        if !lazy.errors.isEmpty, eager.offset < lazy.offset { return nil }
        // An error inside a string of JSON text has the place of the string: of several errors there, any may be the
        // first.
        if !lazy.errors.isEmpty, eager.offset == lazy.offset,
            (eager.errors + lazy.errors).allSatisfy({ $0.contains("text") })
        {
            return nil
        }
        let isSame = eager.errors.first.map(lazy.errors.contains) ?? (lazy.errors.isEmpty && eager.notes == lazy.notes)
        if isSame { return nil }
        return "\(format), options \(options), chunks of \(chunk)\n\(document)\neager \(eager)\nlazy  \(lazy)"
    }

    /// The outcome of a document.
    fileprivate struct Outcome: CustomStringConvertible {
        /// The errors with the lowest offset: eager decoding stops there.
        var errors: [String] = []
        private(set) var offset = Int.max
        var notes: [String] = []

        mutating func add(_ found: ModelError) {
            let start = found.offset ?? -1
            guard start <= offset else { return }
            if start < offset { errors = [] }
            offset = start
            errors.append(Self.text(found))
        }

        /// The parts of an error that are compared: not the expectation, which has the type's name, and not the error
        /// of a text in a string, which a lazy value does not have.
        static func text(_ error: ModelError) -> String {
            let place = [error.offset, error.line, error.column].map { $0.map { "\($0)" } ?? "-" }
            return "\(error.path) \(error.code) \(place.joined(separator: ":")) \(error.found ?? "")"
        }

        var description: String { "\(errors) \(notes)" }
    }

    /// The format of a document.
    fileprivate enum Format: CustomStringConvertible {
        case whole, parser(Parser), chunks, feed(FeedFormat), path(FeedPath), members, threads

        static let all: [Format] =
            [.whole, .whole] + (Parser.other.map { [.parser($0)] } ?? []) + [
                .chunks, .feed(.lines), .feed(.concatenated), .feed(.textSequence), .path(.root),
                .path("d.i"), .path("d[*].i"), .members, .threads,
            ]

        var description: String {
            switch self {
            case .whole: "whole"
            case .parser(let parser): "\(parser)"
            case .chunks: "chunks"
            case .feed(let format): "feed of \(format)"
            case .path(let path): "feed at \(path)"
            case .members: "members"
            case .threads: "lines by two threads"
            }
        }

        func outcome<Value: Model & Sendable>(
            _ type: Value.Type, _ document: String, _ options: Int, _ chunk: Int,
            ask: (Value, inout Outcome) -> Void
        ) -> Outcome {
            let keys = UnknownKeyCollector(), report = DecodingReport(), drift = DriftReport()
            var decoder = ModelDecoder()
            decoder.report = report
            decoder.drift = drift
            switch options & 3 {
            case 0: decoder.unknownKeys = .error
            case 1: break
            default: decoder.unknownKeys = .collect(keys)
            }
            if options & 4 != 0 { decoder.conversions = .lenient }
            var outcome = Outcome()
            do throws(ModelError) {
                try read(type, document, decoder, chunk) { ask($0, &outcome) }
            } catch {
                outcome.add(error)
            }
            outcome.notes =
                keys.keys.map { "\($0)" } + report.errors.map(Outcome.text)
                + drift.findings.filter { $0.kind == .unknownKey }.map {
                    "\($0.key) \($0.count) at \($0.offset ?? -1) as \($0.sample ?? "")"
                }
            outcome.notes.sort()
            return outcome
        }

        private func read<Value: Model & Sendable>(
            _ type: Value.Type, _ document: String, _ decoder: ModelDecoder, _ chunk: Int, _ body: (Value) -> Void
        ) throws(ModelError) {
            var decoder = decoder
            switch self {
            case .whole: body(try decoder.decode(type, from: document))
            case .parser(let parser):
                decoder.parser = parser
                body(try decoder.decode(type, from: document))
            case .chunks:
                var incremental = decoder.incrementalDecoder(of: type)
                for piece in pieces(document, chunk) { try incremental.feed(piece) }
                body(try incremental.finish())
            case .feed(let format): try read(Feed(of: type, in: format), document, decoder, chunk, body)
            case .path(let path): try read(Feed(of: type, at: path), document, decoder, chunk, body)
            case .members: try read(Feed(ofMembers: type), document, decoder, chunk) { body($0.value) }
            case .threads:
                var feed = Feed(of: type, in: .lines)
                feed.concurrency = 2
                try read(feed, document, decoder, chunk, body)
            }
        }

        private func read<Item>(
            _ feed: Feed<Item>, _ document: String, _ decoder: ModelDecoder, _ chunk: Int, _ body: (Item) -> Void
        ) throws(ModelError) {
            var feed = feed
            feed.decoder = decoder
            var parser = feed.parser()
            for piece in pieces(document, chunk) {
                parser.feed(piece)
                while let item = try parser.next() { body(item) }
            }
            parser.finish()
            while let item = try parser.next() { body(item) }
        }

        private func pieces(_ document: String, _ size: Int) -> [[UInt8]] {
            let bytes = Array(document.utf8)
            return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        }
    }
}

/// Everything is decoded at once.
private struct EagerPlaces: Model, Codable, Sendable {
    var a: Int?
    var s: [String]?
    var one: [EagerPlaces]?
    var list: [EagerPlaces]?
    var map: [String: EagerPlaces]?
    var text: [EagerPlaces]?
    var part: EagerPart?

    static let mapping = Mapping(.onBadElement(\EagerPlaces.s, .drop), .transform(\EagerPlaces.text, by: .jsonText))
}

private struct EagerPart: Codable, Sendable { var x: [EagerPlaces] }

/// Everything that can be lazy is.
private struct LazilyPlaced: Model, Codable, Sendable {
    var a: Int?
    var s: [String]?
    var one: Lazy<[LazilyPlaced]>?
    var list: [Lazy<LazilyPlaced>]?
    var map: [String: Lazy<LazilyPlaced>]?
    var text: [Lazy<LazilyPlaced>]?
    var part: LazyPart?

    static let mapping = Mapping(.onBadElement(\LazilyPlaced.s, .drop), .transform(\LazilyPlaced.text, by: .jsonText))

    init(from decoder: any Decoder) throws { throw CancellationError() }
    func encode(to encoder: any Encoder) throws {}

    /// Decodes everything in it.
    func ask(_ outcome: inout LazyPlaces.Outcome) {
        func ask<Value>(_ lazy: Lazy<Value>, _ body: (Value) -> Void) {
            do throws(ModelError) { body(try lazy.value()) } catch { outcome.add(error) }
        }
        if let one { ask(one) { $0.forEach { $0.ask(&outcome) } } }
        for lazy in (list ?? []) + (text ?? []) + (map ?? [:]).values { ask(lazy) { $0.ask(&outcome) } }
        for value in part?.x ?? [] { value.ask(&outcome) }
    }
}

private struct LazyPart: Codable, Sendable { var x: [LazilyPlaced] }

/// Documents for both, sometimes with an unknown key, a bad element or a value of another type.
private struct LazyDocuments {
    var generator: SeededGenerator
    private var number = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func document(_ format: LazyPlaces.Format) -> String {
        switch format {
        case .whole, .parser, .chunks: return value(4)
        case .feed(.textSequence): return items().map { "\u{1E}\($0)\n" }.joined()
        case .feed, .threads:
            return items().map { $0.replacingOccurrences(of: "\n", with: " ") }.joined(separator: "\n") + "\n"
        case .path(.root): return "[\(items().joined(separator: ",\n"))]"
        case .path("d.i"): return #"{"d": {"i": [\#(items().joined(separator: ","))]}}"#
        case .path:
            return #"{"d": [{"i": [\#(items().joined(separator: ","))]}, {"i": [\#(items().joined(separator: ","))]}]}"#
        case .members: return "{" + items().enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: ",\n") + "}"
        }
    }

    private mutating func items() -> [String] { (0..<generator.integer(in: 1...3)).map { _ in value(3) } }

    private mutating func value(_ depth: Int) -> String {
        if generator.chance(0.01) { return generator.pick(["7", "\"x\"", "null", "[]"]) }
        var members: [String] = []
        for key in ["a", "s", "one", "list", "map", "text", "part", "u"].shuffled(using: &generator)
        where generator.chance(0.4) {
            switch key {
            case "a": members.append("\"a\": \(generator.chance(0.03) ? "[1]" : "1")")
            case "s": members.append(generator.chance(0.2) ? "\"s\":[\"a\",\(space())5]" : #""s": ["é", "b"]"#)
            case "u":
                number += 1
                if generator.chance(0.3) { members.append("\"u\(number)\":\(space())\(number)") }
            case _ where depth == 0: break
            case "one", "list": members.append("\"\(key)\":\(space())\(list(depth))")
            case "map": members.append("\"map\": {\"é\":\(space())\(value(depth - 1))}")
            case "text":
                let text = list(depth - 1).replacingOccurrences(of: "\\", with: "\\\\")
                    .replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
                members.append("\"text\": \"\(text)\"")
            default: members.append("\"part\": {\"y\": 0, \"x\":\(space())\(list(depth))}")
            }
        }
        return "{\(members.joined(separator: "," + space()))}"
    }

    private mutating func list(_ depth: Int) -> String {
        let count = depth < 1 ? 0 : generator.integer(in: 0...2)
        return "[\(space())" + (0..<count).map { _ in value(depth - 1) }.joined(separator: ",\(space())") + "]"
    }

    private mutating func space() -> String { generator.pick(["", " ", "\n", "\n  "]) }
}
