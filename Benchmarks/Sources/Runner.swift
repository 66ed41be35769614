import BenchmarkKit

/// Measures what the options ask for.
struct Runner {
    let options: Options
    private let corpora: [any Corpus]
    private let paths: [any BenchmarkPath]
    private let progress = Progress()

    init(options: Options, paths: [any BenchmarkPath] = allPaths) throws {
        self.options = options
        self.paths = paths
        corpora = try allCorpora(options).filter { !options.selection.paths(of: $0, among: paths).isEmpty }
        guard !corpora.isEmpty else {
            throw UsageError("nothing matches \(options.selection.patterns.joined(separator: ", ")); see --list")
        }
    }

    /// Verifies and measures every corpus in turn.
    ///
    /// - Parameter finished: told each corpus' figures as soon as they are there.
    /// - Throws: what stops everything: a path that fails, or one that disagrees with the others.
    func run(finished: (CorpusResult) -> Void) throws -> Report {
        defer { progress.clear() }
        var report = Report(machine: .current())
        for corpus in corpora { report.summaries[corpus.name] = corpus.summary }
        for path in paths { report.summaries[path.name] = path.summary }
        let start = monotonicSeconds()
        for (index, corpus) in corpora.enumerated() {
            let seconds = options.budget.share(
                elapsed: monotonicSeconds() - start, workloadsLeft: corpora.count - index)
            let title = "\(index + 1)/\(corpora.count) \(corpus.name)"
            let (check, result) = try measure(corpus, title: title, seconds: seconds)
            progress.clear()
            report.checks.append(check)
            report.corpora.append(result)
            finished(result)
        }
        return report
    }

    private func measure(
        _ corpus: any Corpus, title: String, seconds: Double
    ) throws -> (check: EqualityCheck, result: CorpusResult) {
        let start = monotonicSeconds()
        progress.show("\(title): making the document")
        let bytes = try corpus.load()
        let workload = corpus.prepare(bytes, for: options.selection.paths(of: corpus, among: paths))
        progress.show("\(title): comparing results")
        let check = try workload.verify()
        progress.show("\(title): warming up")
        let plan = options.plan(seconds: seconds - (monotonicSeconds() - start))
        let series = try Harness().measure(workload.work, plan: plan) { round in
            progress.show("\(title): round \(round)")
        }
        return (check, CorpusResult(corpus: corpus.name, bytes: bytes.count, series: series))
    }

    /// What `--list` prints: the corpora with their sizes, and the paths that have work on them.
    func list() throws -> String {
        let documents = try corpora.map { [$0.name, readableSize(try $0.load().count), $0.summary] }
        let paths = paths.filter { path in corpora.contains { $0.includes(path) } }.map { [$0.name, $0.summary] }
        return "corpora\n" + listing(documents) + "\npaths\n" + listing(paths)
    }

    private func listing(_ rows: [[String]]) -> String {
        var lines = ""
        for row in rows {
            let cells = zip(row.indices, row).map { column, text in
                let width = column == row.count - 1 ? 0 : rows.map { $0[column].count }.max() ?? 0
                return text + String(repeating: " ", count: max(0, width - text.count))
            }
            lines += "  " + cells.joined(separator: "  ") + "\n"
        }
        return lines
    }
}
