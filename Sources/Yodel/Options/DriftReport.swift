/// Collects where documents have come to differ from what their models expect, though they can be decoded all the same.
///
/// ```swift
/// let drift = DriftReport()
/// var decoder = ModelDecoder()
/// decoder.drift = drift
/// let books = try decoder.decode([Book].self, from: data)
/// print(drift)
/// // Book.isbn: unknown key, 1204 times in 5000 objects, first at offset 31, as the string "978-3-16-148410-0"
/// // Book.subtitle: absent, 12 times in 5000 objects, first at offset 8011
/// ```
///
/// The same thing in the same place of a model is one ``Finding``, however often it is met and wherever in the document
/// that model stands, so that a report of a gigabyte is as short as one of a page. One report may serve many documents
/// and feeds, also at once; when it holds as many findings as ``limit``, what is new is only counted.
///
/// What a document holds is in the report when it has been read to its end or given up; what a feed holds, after each
/// chunk. A value that several types are tried for counts for the one that fits, and of an item that fails because it
/// does not fit, what came before. With ``Feed/concurrency``, items may be in it that come after one that ends the feed.
public final class DriftReport: Sendable {
    /// How a document can differ.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A key that the model does not know.
        case unknownKey
        /// A property that may be absent is.
        case absent
        /// `null`, for a property that is `nil`, empty or its default then.
        case null
        /// A value of another type that lenient decoding has converted.
        case converted
        /// A value that is none of an enum's, or names no variant of a polymorphic type; each is a finding of its own.
        case unknownValue
    }

    /// One thing in one place of a model.
    public struct Finding: Sendable, Hashable, Codable {
        /// What it is.
        public let kind: Kind
        /// The model it is in, or the type of the document or item where that is no model.
        public let type: String
        /// The key of the property, with the way to it, or the key that is not known; empty where the type is no model.
        ///
        /// A long one is shortened.
        public let key: String
        /// How often it was met.
        public internal(set) var count: Int
        /// How many objects of ``type`` there were.
        public internal(set) var objects: Int
        /// The offset at which it was first met, in the document that was read then; `nil` in a tree.
        ///
        /// Of a value it is that of its first byte, of a key its opening quote's, of what is absent that of the bracket
        /// that closes the object.
        public internal(set) var offset: Int?
        /// The value it was first met with, as errors show values; `nil` for what is absent.
        public let sample: String?
    }

    /// How many findings are kept.
    public let limit: Int
    let state = Locked(State())

    struct State {
        fileprivate var findings: [Finding] = []
        private var numbers: [Subject: Int] = [:]
        var objects: [String: Int] = [:]
        var furtherCount = 0

        /// Adds what was found; what is known already keeps its place and sample.
        mutating func add(_ finding: Finding, limit: Int) {
            let subject = Subject(
                kind: finding.kind, type: finding.type, key: finding.key,
                value: finding.kind == .unknownValue ? finding.sample : nil)
            if let number = numbers[subject] {
                findings[number].count += finding.count
            } else if findings.count < limit {
                numbers[subject] = findings.count
                findings.append(finding)
            } else {
                furtherCount += finding.count
            }
        }
    }

    /// What tells findings apart.
    private struct Subject: Hashable {
        var kind: Kind
        var type: String
        var key: String
        var value: String?
    }

    /// Creates a report that keeps up to `limit` findings, 1,000 by default.
    public init(limit: Int = 1_000) {
        self.limit = max(limit, 0)
    }

    /// What was found, in the order it was first met.
    public var findings: [Finding] {
        state.withLock { state in
            state.findings.map { finding in
                var finding = finding
                finding.objects = state.objects[finding.type] ?? 0
                return finding
            }
        }
    }

    /// How often something was met that was not kept, the report being full.
    public var furtherCount: Int { state.withLock { $0.furtherCount } }

    /// Forgets everything, to begin anew: a service may look at each hour by itself.
    public func removeAll() {
        state.withLock { $0 = State() }
    }
}

extension DriftReport: CustomStringConvertible {
    /// The findings, one a line.
    public var description: String {
        let further = furtherCount
        return (findings.map(\.description) + (further > 0 ? ["\(further) more that were not kept"] : []))
            .joined(separator: "\n")
    }
}

extension DriftReport.Finding: CustomStringConvertible {
    /// The finding in a line.
    public var description: String {
        let what =
            switch kind {
            case .unknownKey: "unknown key"
            case .absent: "absent"
            case .null: "null"
            case .converted: "converted"
            case .unknownValue: "unknown value"
            }
        var text = "\(type)\(key.isEmpty ? "" : ".\(key)"): \(what), \(counted(count, "time"))"
        if objects > 0 { text += " in \(counted(objects, "object"))" }
        if let offset { text += ", first at offset \(offset)" }
        if let sample, kind != .null { text += ", as \(sample)" }
        // The key is as the document has it.
        return oneLine(text, bytes: .max)
    }
}
