import Yodel

/// The reports of a feed's decoder, which must be the same however the feed is read.
struct FeedNotes {
    private var report: DecodingReport?
    private var unknownKeys: UnknownKeyCollector?
    private var drift: DriftReport?

    init(report: DecodingReport?, unknownKeys: UnknownKeyCollector?, drift: DriftReport?) {
        self.report = report
        self.unknownKeys = unknownKeys
        self.drift = drift
    }

    /// Whether no reports are collected.
    var isEmpty: Bool { report == nil && unknownKeys == nil && drift == nil }

    /// Empty reports of the same kinds.
    func another() -> FeedNotes {
        FeedNotes(
            report: report.map { DecodingReport(limit: $0.limit) },
            unknownKeys: unknownKeys.map { UnknownKeyCollector(limit: $0.limit) },
            drift: drift.map { DriftReport(limit: $0.limit) })
    }

    /// Sets them on a decoder.
    func apply(to decoder: inout ModelDecoder) {
        decoder.report = report
        if let unknownKeys { decoder.unknownKeys = .collect(unknownKeys) }
        decoder.drift = drift
    }

    /// The collected reports.
    var text: String {
        var lines: [String] = []
        if let report { lines.append("left out: \(report.count) \(report.errors)") }
        if let unknownKeys { lines.append("unknown: \(unknownKeys.count) \(unknownKeys.keys)") }
        if let drift { lines += ["drift:"] + drift.findings.map(\.description).sorted() }
        return lines.joined(separator: "\n")
    }
}
