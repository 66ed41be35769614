import BenchmarkKit
import Foundation

/// Where a run's results go: standard output in the format asked for, and the files.
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
            note("warning: built without optimisation, so the figures mean nothing; use swift run -c release")
        }
        // What cannot be written is better known before the measuring than after.
        try makeFolders()
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
        try writeFiles(report)
    }

    private func makeFolders() throws {
        let folders = [
            options.htmlFile.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }, svgFolder,
        ]
        for folder in folders.compactMap({ $0 }) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    private func writeFiles(_ report: Report) throws {
        if let file = options.htmlFile {
            try Data(report.html.utf8).write(to: URL(fileURLWithPath: file))
            note("\(file): the page")
        }
        if let svgFolder, let directory = options.svgDirectory {
            for chart in report.charts {
                let name = "\(identifier(chart.name)).svg"
                try Data(chart.svg.utf8).write(to: svgFolder.appendingPathComponent(name))
            }
            note("\(directory): \(report.charts.map { "\(identifier($0.name)).svg" }.joined(separator: ", "))")
        }
    }

    private var svgFolder: URL? {
        options.svgDirectory.map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
