import BenchmarkKit
import Foundation

/// Counts the heap blocks of every path on every corpus; nothing is timed.
struct AllocationRun {
    private let runner: Runner
    private var options: Options { runner.options }

    /// The exit status if blocks cannot be counted here: the system tools' code for an unavailable service.
    private static let unavailable: Int32 = 69

    init(options: Options) throws {
        runner = try Runner(options: options)
    }

    /// Counts, prints the results that the options select, and returns the exit status.
    func run() throws -> Int32 {
        guard AllocationCounter.isAvailable else {
            complain(
                "heap blocks can be counted only on Linux with glibc and without a sanitizer: nothing was done\n")
            return Self.unavailable
        }
        let report = try count()
        switch options.format {
        case .json: print(try report.json())
        case .markdown: print(report.markdown, terminator: "")
        case .table where options.allocationBaseline == nil:
            print(report.corpora.map(\.table).joined(separator: "\n"), terminator: "")
        case .table: break
        }
        return try options.allocationBaseline.map { try settle(report, file: $0) } ?? 0
    }

    private func count() throws -> AllocationReport {
        defer { runner.progress.clear() }
        var report = AllocationReport(machine: .current())
        for (index, corpus) in runner.corpora.enumerated() {
            let measurement = try runner.prepare(corpus, title: "\(index + 1)/\(runner.corpora.count) \(corpus.name)")
            report.checks.append(try measurement.verify())
            report.corpora.append(try measurement.allocations())
        }
        return report
    }

    /// Compares the counts with the file, or writes them to it.
    private func settle(_ report: AllocationReport, file: String) throws -> Int32 {
        let generated = Set(generatedCorpora.map(\.name))
        let now = AllocationBaseline(counts: report.counts.filter { generated.contains($0.key) })
        let url = URL(fileURLWithPath: file)
        let baseline = try? AllocationBaseline(data: Data(contentsOf: url))
        if options.updatesBaseline {
            let updated = (baseline ?? AllocationBaseline()).updated(with: now, selection: options.selection)
            try updated.data().write(to: url, options: .atomic)
            say("heap blocks: wrote \(file)\n")
            return 0
        }
        guard let baseline else {
            throw UsageError("'\(file)' is not a file of counts; --update-baseline writes one")
        }
        let comparison = baseline.compare(with: now, selection: options.selection)
        let update =
            "swift run -c release --traits default,Gzip,Zstd Benchmarks --allocations --baseline \(file) --update-baseline"
        say(comparison.summary(file: file, update: update))
        return comparison.passes ? 0 : 1
    }

    /// Prints to standard output, unless the counts go there.
    private func say(_ text: String) {
        if options.format == .table { print(text, terminator: "") } else { complain(text) }
    }

    private func complain(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
