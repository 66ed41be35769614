/// The paths that the others are compared with.
package enum Baseline {
    package static let jsonSerialization = "jsonserialization-any"
    package static let jsonDecoder = "jsondecoder"
    package static let yajl = "yajl-bare"
    package static let feed = "yodel-feed"
    /// The feed, each item as a result with its place.
    package static let feedOfResults = "yodel-feed-results"
    package static let feedOverYajl = "yodel-feed-yajl"
    /// The feed with an option, or of another kind.
    package static let feedVariants = [
        "yodel-feed-limit", "yodel-feed-comments", "yodel-feed-each", "yodel-feed-members",
    ]
    /// The feed that is read on two threads.
    package static let feedOnThreads = "yodel-feed-threads"
    /// The same, with each item processed on the thread that has read it.
    package static let feedMadeOnThreads = "yodel-feed-threads-made"
    /// The documents of lines as one array.
    package static let joinedLines = "yodel-scanner-joined"
    /// The baselines of encoding.
    package static let jsonSerializationData = "jsonserialization-data"
    package static let jsonEncoder = "jsonencoder"
}

extension Baseline {
    /// The name of a path that decodes or encodes a mapped twin of the plain model of another path.
    package static func twin(_ twin: String, of plain: String) -> String { "\(plain)+\(twin)" }

    /// The path that a twin's path is compared with; nil for paths of plain models.
    static func plain(ofTwin path: String) -> String? {
        path.lastIndex(of: "+").map { String(path[..<$0]) }
    }

    /// The paths that feeds are compared with, the best first: the same items decoded as one document in one buffer.
    static func wholes(ofFeed path: String) -> [String] {
        switch path {
        case feed: [joinedLines, "yodel-scanner"]
        case feedOverYajl: ["yodel-yajl"]
        default: feedVariants.contains(path) ? ["yodel-scanner"] : []
        }
    }

    /// The path on one thread that a path on several threads is compared with.
    static func oneThread(ofPath path: String) -> String? {
        path == feedOnThreads || path == feedMadeOnThreads ? feed : nil
    }

    /// Foundation's typed path that a path is compared with.
    static func typed(ofEncoding isEncoding: Bool) -> String { isEncoding ? jsonEncoder : jsonDecoder }
}

/// The figures of one path on one corpus.
///
/// A figure that was not measured is nil, and absent from the output.
package struct PathResult: Encodable, Equatable, Sendable {
    package let corpus: String
    package let bytes: Int
    package let path: String
    package let rounds: Int
    package let iterations: Int
    package let medianSeconds: Double
    package let minimumSeconds: Double
    package let spread: Double
    package let megabytesPerSecond: Double
    package let ratioToJSONSerialization: Double?
    package let ratioToJSONDecoder: Double?
    package let fractionOfYajl: Double?
    /// For a mapped twin, the fraction of the plain model's speed.
    package let fractionOfPlain: Double?
    /// For a feed, the fraction of the speed of decoding its items as one document.
    package let fractionOfWhole: Double?
    /// For a path on several threads, the ratio to the same on one thread.
    package let ratioToOneThread: Double?
    /// The heap blocks that one decode allocated.
    package var allocations: Int?
    /// The peak of resident memory during one decode in a process of its own, minus the memory before it.
    package var peakResidentBytes: Int?

    enum CodingKeys: String, CodingKey {
        case corpus, bytes, path, rounds, iterations, spread, allocations
        case medianSeconds = "median_seconds"
        case minimumSeconds = "min_seconds"
        case megabytesPerSecond = "mb_per_second"
        case ratioToJSONSerialization = "ratio_to_jsonserialization"
        case ratioToJSONDecoder = "ratio_to_jsondecoder"
        case fractionOfYajl = "fraction_of_yajl"
        case fractionOfPlain = "fraction_of_plain"
        case fractionOfWhole = "fraction_of_whole"
        case ratioToOneThread = "ratio_to_one_thread"
        case peakResidentBytes = "peak_rss_bytes"
    }
}

/// The figures of one corpus.
package struct CorpusResult: Equatable, Sendable {
    package let corpus: String
    package let bytes: Int
    package let paths: [PathResult]

    /// Computes figures from timings; megabytes are 10⁶ bytes, and ratios are taken round by round.
    ///
    /// - Parameters:
    ///   - allocations: heap blocks per decode, by path.
    ///   - peaks: the peak of resident bytes minus those before the decode, by path.
    package init(
        corpus: String, bytes: Int, series: [Series], allocations: [String: Int] = [:], peaks: [String: Int] = [:]
    ) {
        func samples(_ path: String) -> [Double] {
            series.first { $0.path == path }?.samples ?? []
        }
        let serialization = samples(Baseline.jsonSerialization) + samples(Baseline.jsonSerializationData)
        let decoder = samples(Baseline.jsonDecoder) + samples(Baseline.jsonEncoder)
        let yajl = samples(Baseline.yajl)
        self.corpus = corpus
        self.bytes = bytes
        paths = series.compactMap { series in
            guard let summary = Summary(series.samples) else { return nil }
            return PathResult(
                corpus: corpus,
                bytes: bytes,
                path: series.path,
                rounds: series.samples.count,
                iterations: series.iterations,
                medianSeconds: summary.median,
                minimumSeconds: summary.minimum,
                spread: summary.spread,
                megabytesPerSecond: Double(bytes) / 1e6 / summary.median,
                ratioToJSONSerialization: medianSpeedup(of: series.samples, over: serialization),
                ratioToJSONDecoder: medianSpeedup(of: series.samples, over: decoder),
                fractionOfYajl: medianSpeedup(of: series.samples, over: yajl),
                fractionOfPlain: medianSpeedup(
                    of: series.samples, over: Baseline.plain(ofTwin: series.path).map(samples) ?? []),
                fractionOfWhole: medianSpeedup(
                    of: series.samples,
                    over: Baseline.wholes(ofFeed: series.path).map(samples).first { !$0.isEmpty } ?? []),
                ratioToOneThread: medianSpeedup(
                    of: series.samples, over: Baseline.oneThread(ofPath: series.path).map(samples) ?? []),
                allocations: allocations[series.path],
                peakResidentBytes: peaks[series.path])
        }
    }
}

/// The results of a run.
package struct Report: Sendable {
    package let machine: Machine
    /// The date as ISO 8601.
    package let date: String
    package var checks: [EqualityCheck] = []
    package var corpora: [CorpusResult] = []

    package init(machine: Machine, date: String = currentDate()) {
        self.machine = machine
        self.date = date
    }
}
