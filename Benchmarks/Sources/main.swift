import BenchmarkKit
import Foundation

/// Ends the program with a message; 64 is what the system's tools return for a wrong command line.
func fail(_ error: any Error) -> Never {
    let isUsage = error is UsageError
    let hint = isUsage ? "\nTry --help.\n" : "\n"
    FileHandle.standardError.write(Data("error: \(error)\(hint)".utf8))
    exit(isUsage ? 64 : 1)
}

func warnUnlessOptimised() {
    guard !Machine.current().optimised else { return }
    let warning = "warning: built without optimisation, so the figures mean nothing; use swift run -c release\n"
    FileHandle.standardError.write(Data(warning.utf8))
}

/// Runs a measurement and prints its figures as the options ask for, tables as soon as each is there.
///
/// - Parameters:
///   - legend: what the tables' figures mean.
///   - table: the table of one corpus.
@discardableResult
func report(
    _ options: Options, legend: String, table: KeyPath<CorpusResult, String>,
    run: (_ finished: (CorpusResult) -> Void) throws -> Report
) throws -> Report {
    warnUnlessOptimised()
    guard options.format != .json else {
        let report = try run { _ in }
        print(try report.json())
        return report
    }
    print("\(Machine.current().summary)\n\(legend)\n")
    return try run { result in
        print(result[keyPath: table])
        fflush(nil)
    }
}

func measure(_ options: Options) throws {
    let legend = """
        MB are 10⁶ bytes; ratios are medians of the rounds' own, and higher is faster;
        a decode ends when its result has been released.
        """
    try report(options, legend: legend, table: \.table, run: Runner(options: options).run)
}

func measureMemory(_ options: Options) throws {
    let legend = """
        MB are 10⁶ bytes; the peak is that of resident memory over the process' own, file included where it is read
        whole; the chunked paths and yajl read it in pieces of 64 KiB; seconds are from the file to the value.
        """
    let run = try MemoryRun(options: options)
    try report(options, legend: legend, table: \.memoryTable, run: run.run)
    if run.hasFailures { exit(1) }
}

func measureGrowth(_ options: Options) throws {
    let legend = """
        MB are 10⁶ bytes; one shape, accounts of 30 fields: the larger the document, the more of them;
        a decode ends when its result has been released.
        """
    let result = try report(options, legend: legend, table: \.table, run: GrowthRun(options: options).run)
    if options.format == .table { print(growthTable(result.corpora), terminator: "") }
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    try PeakProcess.runIfAsked(arguments)
    let options = try Options.parse(arguments)
    switch options.action {
    case .help: print(Options.usage)
    case .list: print(try Runner(options: options).list(), terminator: "")
    case .measure: try measure(options)
    case .memory: try measureMemory(options)
    case .growth: try measureGrowth(options)
    case .allocations:
        warnUnlessOptimised()
        exit(try AllocationRun(options: options).run())
    }
} catch {
    fail(error)
}
