/// Collects differences between documents and models that do not prevent decoding.
///
/// ```swift
/// let drift = DriftReport()
/// var decoder = ModelDecoder()
/// decoder.drift = drift
/// let books = try decoder.decode([Book].self, from: data)
/// print(drift)
/// // Book.isbn: unknown key, 1204 times in 5000 objects, first at offset 31, …
/// // Book.subtitle: absent, 12 times in 5000 objects, first at offset 8011
/// ```
///
/// The same difference in the same place of a model is one ``Finding``, however often it occurs and wherever in the
/// document the model is, so the report of a gigabyte is as short as that of a page. One report may serve many
/// documents and feeds, also concurrently; after ``limit`` findings, new ones are only counted.
///
/// Findings of a document are in the report when the document has been read or has failed; those of a feed, after each
/// chunk. If several types are tried for a value, only the one that fits counts. For an item that fails because it does
/// not fit, the findings before the failure count; items after one that ends the feed do not.
public final class DriftReport: Sendable {
    /// The kinds of differences.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A key that the model does not know.
        case unknownKey
        /// A property that may be absent is absent.
        case absent
        /// `null`, for a property that then is `nil`, empty or its default.
        case null
        /// A value of another type, which lenient decoding has converted.
        case converted
        /// A value that an enum does not have, or that names no variant of a polymorphic type; each value is a finding
        /// of its own.
        case unknownValue
    }

    /// One difference in one place of a model.
    public struct Finding: Sendable, Hashable, Codable {
        /// The kind of difference.
        public let kind: Kind
        /// The model, or the type of the document or item if that is not a model.
        ///
        /// The name has no module and no enclosing type, and the report knows types by it: `Page.Item` and `Cart.Item`
        /// are both `Item`, and their findings and objects are counted together.
        public let type: String
        /// The path and key of the property, or the unknown key; empty if the type is not a model.
        ///
        /// A long key is shortened.
        public let key: String
        /// The number of occurrences.
        public internal(set) var count: Int
        /// The number of objects of ``type``.
        public internal(set) var objects: Int
        /// The offset of the first occurrence in its document; `nil` in a tree, and in the part of an
        /// envelope that a resumed feed has from its checkpoint.
        ///
        /// It is the offset of a value's first byte, of a key's opening quote, or, for an absent property, of the
        /// bracket that closes the object.
        public internal(set) var offset: Int?
        /// The value at the first occurrence, as in errors; `nil` for an absent property.
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
        /// How often the report has been emptied.
        private(set) var emptiedCount = 0

        /// Removes everything.
        fileprivate mutating func removeAll() { self = State(emptiedCount: emptiedCount + 1) }

        /// Adds a finding; a known one keeps its place and sample.
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

    /// The identity of a finding.
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

    /// The findings, in the order of their first occurrence.
    public var findings: [Finding] {
        state.withLock { state in
            state.findings.map { finding in
                var finding = finding
                finding.objects = state.objects[finding.type] ?? 0
                return finding
            }
        }
    }

    /// The number of occurrences that were not kept because the report was full.
    ///
    /// Each document or feed keeps no more than ``limit`` findings until they are in the report: in one that has more,
    /// an occurrence of a known finding counts here if it comes after that many others.
    public var furtherCount: Int { state.withLock { $0.furtherCount } }

    /// Removes everything, for example to start a new report each hour.
    ///
    /// In a feed that is being read, what follows in its next chunks is new to the report.
    public func removeAll() {
        state.withLock { $0.removeAll() }
    }
}

extension DriftReport: CustomStringConvertible {
    /// The findings, one per line.
    public var description: String {
        let further = furtherCount
        return (findings.map(\.description) + (further > 0 ? ["\(counted(further, "more occurrence")) not kept"] : []))
            .joined(separator: "\n")
    }
}

extension DriftReport.Finding: CustomStringConvertible {
    /// The finding in one line.
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
        if let sample, kind != .null { text += ", for example \(sample)" }
        // The key may contain any text of the document.
        return oneLine(text, bytes: .max)
    }
}
