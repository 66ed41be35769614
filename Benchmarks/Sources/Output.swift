import BenchmarkKit
import Foundation

/// Where a run's results go: standard output in the format asked for, and the chart.
struct Output {
    let options: Options
    let machine = Machine.current()

    /// Runs and writes; in the formats for programs standard output has the report and nothing else.
    ///
    /// - Parameters:
    ///   - legend: what the figures mean.
    ///   - run: measures, and tells each result as soon as it is there.
    func write(
        legend: String = Runner.legend, _ run: (_ finished: (CorpusResult) -> Void) throws -> Report
    ) throws {
        if !machine.optimised {
            let warning = "warning: built without optimisation, so the figures mean nothing; use swift run -c release\n"
            FileHandle.standardError.write(Data(warning.utf8))
        }
        // What cannot be written is better known before the measuring than after.
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
