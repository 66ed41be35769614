import BenchmarkKit
import Foundation

/// Ends the program with a message; 64 is the system tools' exit status for a wrong command line.
func fail(_ error: any Error) -> Never {
    let isUsage = error is UsageError
    let hint = isUsage ? "\nTry --help.\n" : "\n"
    FileHandle.standardError.write(Data("error: \(error)\(hint)".utf8))
    exit(isUsage ? 64 : 1)
}

/// Runs the task of the command line, and ends the process with a message if it fails.
package func runBenchmarks(arguments: [String]) {
    do {
        try PeakProcess.runIfAsked(arguments)
        let options = try Options.parse(arguments)
        let output = Output(options: options)
        switch options.action {
        case .help: print(Options.usage)
        case .list: print(try Runner(options: options).list(), terminator: "")
        case .measure: try output.write(Runner(options: options).run)
        case .memory:
            let run = try MemoryRun(options: options)
            try output.write(legend: MemoryRun.legend, run.run)
            if run.hasFailures { exit(1) }
        case .growth: try output.write(legend: GrowthRun.legend, GrowthRun(options: options).run)
        case .allocations: exit(try AllocationRun(options: options).run())
        case .values: print(try ValuesRun(options: options).run())
        }
    } catch {
        fail(error)
    }
}
