import Foundation
import Testing

@testable import Yodel

/// Something that is refused, and the line that reports it in a log.
///
/// Read each line as if you had nothing else: does it say what is wrong, where, what would be right, and which option
/// would accept it, if any?
struct Golden {
    let line: String
    /// Refuses it in every way, and returns the error's line.
    private let refuse: (SourceLocation) -> String
    /// The same with some options changed, for a document.
    private let retry: (((inout ModelDecoder) -> Void) -> String)?
    let sourceLocation: SourceLocation

    init(
        _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        retry: (((inout ModelDecoder) -> Void) -> String)? = nil, refuse: @escaping (SourceLocation) -> String
    ) {
        self.line = line
        self.retry = retry
        self.refuse = refuse
        self.sourceLocation = sourceLocation
    }

    /// A document, decoded whole by both sources and cut at every position.
    init<Value>(
        _ type: Value.Type, _ json: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (inout ModelDecoder) -> Void = { _ in }
    ) {
        let retry = { (change: (inout ModelDecoder) -> Void) in
            var decoder = ModelDecoder.with(configure)
            change(&decoder)
            return thrown { () throws(ModelError) in try decoder.decode(type, from: json) }
        }
        self.init(line, sourceLocation: sourceLocation, retry: retry) { sourceLocation in
            refusal(of: type, json, decoder: .with(configure), sourceLocation: sourceLocation)
        }
    }

    /// Documents for one type, each with its line.
    static func documents<Value>(
        of type: Value.Type, _ lines: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Golden] {
        lines.map { Golden(type, $0.key, $0.value, sourceLocation: sourceLocation) }
    }

    /// The same for a document that is not text.
    static func bytes(
        _ bytes: [UInt8], _ line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { sourceLocation in
            thrown { () throws(ModelError) in try decodeEveryWay(JSONValue.self, bytes, sourceLocation: sourceLocation)
            }
        }
    }

    /// A feed, read whole and in chunks: the first bad item, or the error that ends it.
    static func feed<Item>(
        _ feed: Feed<Item>, _ json: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (inout Feed<Item>) -> Void = { _ in }
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { sourceLocation in
            var feed = feed
            configure(&feed)
            let outcome = readEveryWay(feed, json, sourceLocation: sourceLocation)
            return outcome.error?.description ?? outcome.failure ?? "\(outcome)"
        }
    }

    /// A feed and several texts, each with its line.
    static func feed<Item>(
        _ feed: Feed<Item>, _ lines: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Golden] {
        lines.map { Golden.feed(feed, $0.key, $0.value, sourceLocation: sourceLocation) }
    }

    /// A value that cannot be encoded.
    static func encoding(
        _ value: @autoclosure @escaping () -> some Any, _ line: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (inout ModelEncoder) -> Void = { _ in }
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { _ in
            thrown { () throws(ModelError) in try ModelEncoder.with(configure).encodeText(value()) }
        }
    }

    /// Items that cannot be written.
    static func output<Item>(
        _ items: @autoclosure @escaping () -> [Item], as output: FeedOutput, _ line: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (inout ModelEncoder, inout FeedOutput) -> Void = { _, _ in }
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { _ in
            var (encoder, output) = (ModelEncoder(), output)
            configure(&encoder, &output)
            return thrown { () throws(FeedOutputError) in try encoder.encode(items(), as: output) { _ in } }
        }
    }

    /// A file that items cannot be appended to.
    static func appending(
        as output: FeedOutput, to text: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { _ in
            thrown { () throws in
                let file = try TemporaryFile(text)
                return try ModelEncoder().append([1], as: output, toFileAt: file.path)
            }
        }
    }

    /// A type that cannot be decoded, or a mapping that cannot be used.
    static func table<Value>(
        _ type: Value.Type, _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (inout ModelDecoder) -> Void = { _ in }
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { _ in
            thrown { () throws(ModelError) in try ModelDecoder.with(configure).prepare(type) }
        }
    }

    /// Types or mappings, each with its line.
    static func tables(
        _ lines: KeyValuePairs<Any.Type, String>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Golden] {
        lines.map { type, line in
            func golden<Value>(_ type: Value.Type) -> Golden { table(type, line, sourceLocation: sourceLocation) }
            return _openExistential(type, do: golden)
        }
    }

    /// Any other call that throws.
    static func calling(
        _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping () throws(ModelError) -> some Any
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { _ in thrown(body) }
    }

    /// A document for a type that is `Decodable`: the case of `DecodingError`, its path and text, and the underlying
    /// error.
    static func codable<Value: Decodable>(
        _ type: Value.Type, _ json: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping (YodelJSONDecoder) -> Void = { _ in }
    ) -> Golden {
        Golden(line, sourceLocation: sourceLocation) { _ in
            let decoder = YodelJSONDecoder()
            configure(decoder)
            do {
                return "accepted: \(try decoder.decode(type, from: Data(json.utf8)))"
            } catch {
                return (error as? DecodingError)?.line ?? "\(error)"
            }
        }
    }

    /// Documents for one type that is `Decodable`, each with its line.
    static func codableDocuments<Value: Decodable>(
        of type: Value.Type, _ lines: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Golden] {
        lines.map { codable(type, $0.key, $0.value, sourceLocation: sourceLocation) }
    }

    /// Expects the line.
    func check() {
        let found = refuse(sourceLocation)
        if found != line { Issue.record("\(found)\nis not\n\(line)", sourceLocation: sourceLocation) }
        #expect(!line.contains("\n"), sourceLocation: sourceLocation)
    }

    /// Options by their names in hints.
    static let remedies: [(hint: String, change: @Sendable (inout ModelDecoder) -> Void)] = [
        ("conversions = .lenient", { $0.conversions = .lenient }),
        ("nulls = .useDefault", { $0.nulls = .useDefault }),
        ("missingCollections = .empty", { $0.missingCollections = .empty }),
        ("unknownKeys = .ignore", { $0.unknownKeys = .ignore }),
        ("duplicateKeys = .last", { $0.duplicateKeys = .last }),
        ("allowsComments = true", { $0.allowsComments = true }),
        ("allowsTrailingContent = true", { $0.allowsTrailingContent = true }),
        ("allowsFragments = true", { $0.allowsFragments = true }),
        (
            "nonConformingFloats = .convert",
            {
                $0.nonConformingFloats = .convert(
                    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
            }
        ),
        ("a higher limits.", { $0.limits = ParserLimits() }),
    ]

    /// Expects that the option named by the line, if any, accepts the value.
    ///
    /// - Returns: The option.
    func checkHint() -> String? {
        guard let retry, let remedy = Self.remedies.first(where: { line.contains("; \($0.hint)") }) else { return nil }
        let found = retry(remedy.change)
        // A later error may follow.
        if Self.place(in: found) == Self.place(in: line) {
            Issue.record("with \(remedy.hint) it is\n\(found)", sourceLocation: sourceLocation)
        }
        return remedy.hint
    }

    /// The path at the beginning of a line, and the offset in its brackets.
    private static func place(in line: String) -> [Substring]? {
        line.firstMatch(of: /^(\$[^:]*): .*?\([a-zA-Z0-9]+(?:, line \d+, column \d+, offset (\d+))?\)/).map {
            [$0.output.1, $0.output.2 ?? ""]
        }
    }

    /// The codes in the line.
    var codes: [String] {
        line.matches(of: /\(([a-zA-Z0-9]+)(?:, line \d+, column \d+, offset \d+)?\)/).map { String($0.1) }
    }
}

extension FeedOutcome {
    /// The first bad item.
    fileprivate var failure: String? {
        lines.lazy.compactMap { $0.firstMatch(of: /^\$.* item \d+: (.*) bytes -$/).map { String($0.1) } }.first
    }
}

extension DecodingError {
    fileprivate var line: String {
        let (name, context) =
            switch self {
            case .typeMismatch(_, let context): ("typeMismatch", context)
            case .valueNotFound(_, let context): ("valueNotFound", context)
            case .keyNotFound(_, let context): ("keyNotFound", context)
            case .dataCorrupted(let context): ("dataCorrupted", context)
            @unknown default: preconditionFailure("an error of a kind that Foundation does not have")
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        let text = "\(name) at $\(path): \(context.debugDescription)"
        guard let error = context.underlyingError, !text.contains("\(error)") else { return text }
        return "\(text) | \(error)"
    }
}
