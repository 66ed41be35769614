import Yodel

/// The reports of a feed's decoder: what is noted is to be the same however the feed is read.
struct FeedNotes {
    private var report: DecodingReport?
    private var unknownKeys: UnknownKeyCollector?
    private var drift: DriftReport?

    init(report: DecodingReport?, unknownKeys: UnknownKeyCollector?, drift: DriftReport?) {
        self.report = report
        self.unknownKeys = unknownKeys
        self.drift = drift
    }

    /// No reports are asked for.
    var isEmpty: Bool { report == nil && unknownKeys == nil && drift == nil }

    /// Empty ones for the same.
    func another() -> FeedNotes {
        FeedNotes(
            report: report.map { DecodingReport(limit: $0.limit) },
            unknownKeys: unknownKeys.map { UnknownKeyCollector(limit: $0.limit) },
            drift: drift.map { DriftReport(limit: $0.limit) })
    }

    /// Has a decoder take them.
    func apply(to decoder: inout ModelDecoder) {
        decoder.report = report
        if let unknownKeys { decoder.unknownKeys = .collect(unknownKeys) }
        decoder.drift = drift
    }

    /// What has been noted.
    var text: String {
        var lines: [String] = []
        if let report { lines.append("left out: \(report.count) \(report.errors)") }
        if let unknownKeys { lines.append("unknown: \(unknownKeys.count) \(unknownKeys.keys)") }
        if let drift { lines += ["drift:"] + drift.findings.map(\.description).sorted() }
        return lines.joined(separator: "\n")
    }
}
