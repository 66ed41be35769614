import BenchmarkKit
import BenchmarkModels
import Foundation

/// Measures the peak of resident memory on a large feed, each path in a process of its own.
final class MemoryRun {
    static let legend = """
        MB are 10⁶ bytes; the peak is that of resident memory over the process' own, file included where it is read
        whole; the chunked paths and yajl read it in pieces of 64 KiB; each path decodes it once.
        """

    private let options: Options
    private let paths: [any FilePath]
    private let corpus: String
    private let progress = Progress()
    /// Whether a path failed; the others were still measured.
    private(set) var hasFailures = false

    init(options: Options) throws {
        self.options = options
        let name = "feed-\(binarySize(options.feedSize))"
        corpus = name
        paths = allPaths.compactMap { $0 as? any FilePath }
            .filter { options.selection.includes(corpus: name, path: $0.name) }
        guard !paths.isEmpty else {
            throw UsageError("nothing of \(name) matches \(options.selection.patterns.joined(separator: ", "))")
        }
    }

    /// Makes the feed and decodes it once through each path.
    ///
    /// - Throws: an error if the paths do not make the same value of it.
    func run(finished: (CorpusResult) -> Void) throws -> Report {
        defer { progress.clear() }
        var report = Report(machine: .current())
        let predictions = try predict()
        let feed = try makeFeed(options.feedSize)
        var reports: [(path: String, report: PeakReport)] = []
        for (path, prediction) in predictions {
            let needed = prediction(feed.size)
            let available = AvailableMemory.current
            guard needed.fits(into: available) else {
                note(
                    "\(path.name) left out: its peak is predicted at \(readableSize(needed.peakBytes)), and"
                        + " \(readableSize(available)) are available")
                continue
            }
            if let measured = try decode(feed, through: path) { reports.append((path.name, measured)) }
        }
        if let check = try compare(reports, corpus: corpus, reference: Baseline.jsonDecoder) {
            report.checks.append(check)
        }
        let result = CorpusResult(
            corpus: corpus, bytes: feed.size,
            series: reports.map { Series(path: $0.path, iterations: 1, samples: [$0.report.seconds]) },
            peaks: Dictionary(uniqueKeysWithValues: reports.map { ($0.path, $0.report.peakBytes) }))
        progress.clear()
        report.corpora.append(result)
        finished(result)
        return report
    }

    /// Decodes a small feed through the paths to predict the memory of a large one.
    private func predict() throws -> [(path: any FilePath, prediction: (Int) -> MemoryPrediction)] {
        let sample = try makeFeed(min(8 << 20, options.feedSize / 8))
        return try paths.compactMap { path in
            guard let measured = try decode(sample, through: path) else { return nil }
            return (path, { MemoryPrediction(peakBytes: measured.peakBytes, of: sample.size, for: $0) })
        }
    }

    private func makeFeed(_ size: Int) throws -> FeedFile {
        try FeedFile(writing: UserList.Feed(bytes: size, seed: 6)) { written in
            progress.show("making a feed of \(readableSize(size)): \(readableSize(written))")
        }
    }

    /// The report of the path's process; nil if it failed, which has then been reported.
    private func decode(_ feed: FeedFile, through path: some FilePath) throws -> PeakReport? {
        progress.show("\(path.name) on \(readableSize(feed.size))")
        switch try PeakProcess.run(path, on: feed) {
        case .measured(let report):
            return report
        case .failed(let reason):
            hasFailures = true
            note("\(path.name) failed on \(readableSize(feed.size)): \(reason)")
            return nil
        }
    }

    /// Prints a remark beside the figures.
    private func note(_ text: String) {
        progress.clear()
        FileHandle.standardError.write(Data("\(corpus): \(text)\n".utf8))
    }
}
