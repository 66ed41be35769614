extension Baseline {
    /// The word in the names of the paths that the comparison is about.
    static let subject = "yodel"

    /// Whether a path is the subject of the comparison rather than a baseline.
    static func isSubject(path: String) -> Bool {
        path.split(separator: "-").contains(Substring(subject))
    }
}

/// A path's name for readers: `jsonserialization-any` is `JSONSerialization Any`.
func readableName(ofPath path: String) -> String {
    let spellings = [
        "jsonserialization": "JSONSerialization", "jsondecoder": "JSONDecoder", "jsonencoder": "JSONEncoder",
        "yodel": "Yodel", "any": "Any", "codable": "Codable",
    ]
    return path.split(separator: "-").map { spellings[String($0)] ?? String($0) }.joined(separator: " ")
}

extension CorpusResult {
    /// The figures of one path; nil if it was not measured.
    func result(of path: String) -> PathResult? {
        paths.first { $0.path == path }
    }

    /// The path that represents the subject where only one fits: the first in the order of the tables.
    var headline: PathResult? {
        paths.first { Baseline.isSubject(path: $0.path) && $0.throughput != nil }
    }
}

extension Report {
    /// The results of `--memory`.
    var memoryResults: [CorpusResult] {
        corpora.filter(\.showsMemory)
    }

    /// The results of one shape at several sizes.
    var growthResults: [CorpusResult] {
        corpora.filter { $0.growthSize != nil && !$0.showsMemory }
    }

    /// The results of encoding.
    var encodingResults: [CorpusResult] {
        corpora.filter(\.isEncoding)
    }

    /// All others.
    var throughputResults: [CorpusResult] {
        corpora.filter { $0.growthSize == nil && !$0.showsMemory && !$0.isEncoding }
    }
}

extension CorpusResult {
    /// Whether values were encoded.
    var isEncoding: Bool { corpus.hasPrefix(CorpusResult.encodingPrefix) }

    /// The prefix in the names of corpora whose values are encoded.
    package static let encodingPrefix = "encode-"

    var showsMemory: Bool {
        paths.contains { $0.peakResidentBytes != nil }
    }

    /// The size in the name of a document that exists at several sizes: `16 MiB` of `growth-16MiB`.
    var growthSize: String? {
        let prefix = "growth-"
        guard corpus.hasPrefix(prefix) else { return nil }
        let size = corpus.dropFirst(prefix.count)
        let number = size.prefix { $0.isNumber || $0 == "." }
        return "\(number) \(size.dropFirst(number.count))"
    }
}
