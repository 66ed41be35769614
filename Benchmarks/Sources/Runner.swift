import BenchmarkKit

/// Measures what the options select.
struct Runner {
    static let legend = """
        MB are 10⁶ bytes; ratios are medians of the rounds' own, and higher is faster;
        a decode ends when its result has been released.
        """

    let options: Options
    let corpora: [any Corpus]
    let progress = Progress()
    private let paths: [any BenchmarkPath]

    init(
        options: Options, paths: [any BenchmarkPath] = allPaths, generated: [any Corpus] = generatedCorpora
    ) throws {
        self.options = options
        self.paths = paths
        corpora = try allCorpora(options, generated: generated).filter {
            !options.selection.paths(of: $0, among: paths).isEmpty
        }
        guard !corpora.isEmpty else {
            throw UsageError("nothing matches \(options.selection.patterns.joined(separator: ", ")); see --list")
        }
    }

    /// Verifies and measures every corpus in turn.
    ///
    /// - Parameter finished: called with each corpus' figures as soon as they are available.
    /// - Throws: the error of a path that fails or disagrees with the others; nothing else is measured then.
    func run(finished: (CorpusResult) -> Void) throws -> Report {
        defer { progress.clear() }
        var report = Report(machine: .current())
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
        let measurement = try prepare(corpus, title: title)
        let check = try measurement.verify()
        let result = try measurement.run(plan: options.plan(seconds: seconds - (monotonicSeconds() - start)))
        return (check, result)
    }

    /// The corpus' document and the work on it, for the paths that the options include.
    func prepare(_ corpus: any Corpus, title: String) throws -> Measurement {
        let paths = options.selection.paths(of: corpus, among: paths)
        return try Measurement(of: corpus, through: paths) { progress.show("\(title): \($0)") }
    }

    /// The text of `--list`: the corpora with their sizes, and the paths that have work on them.
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
