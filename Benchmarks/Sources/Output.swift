import BenchmarkKit
import Foundation

/// The output of a run: standard output in the chosen format, and the chart.
struct Output {
    let options: Options
    let machine = Machine.current()

    /// Runs and writes; in the formats for programs, standard output contains only the report.
    ///
    /// - Parameters:
    ///   - legend: the meaning of the figures.
    ///   - run: measures, and passes on each result as soon as it is available.
    func write(
        legend: String = Runner.legend, _ run: (_ finished: (CorpusResult) -> Void) throws -> Report
    ) throws {
        if !machine.optimised {
            let warning = "warning: built without optimisation, so the figures mean nothing; use swift run -c release\n"
            FileHandle.standardError.write(Data(warning.utf8))
        }
        // Report an unwritable file before the measuring rather than after it.
        let chartFile = options.chartFile.map { URL(fileURLWithPath: $0) }
        if let folder = chartFile?.deletingLastPathComponent() {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let report: Report
        switch options.format {
        case .table:
            print("\(machine.summary)\n\(legend)\n")
            report = try run { result in
                print(result.table)
                fflush(nil)
            }
            if let growth = report.growthTable { print(growth, terminator: "") }
        case .markdown:
            report = try run { _ in }
            print(report.markdown, terminator: "")
        case .json:
            report = try run { _ in }
            print(try report.json())
        }
        guard let chartFile else { return }
        guard let chart = report.overview else {
            throw UsageError("--svg compares several documents: there is no chart of this run")
        }
        try Data(chart.svg.utf8).write(to: chartFile)
    }
}
