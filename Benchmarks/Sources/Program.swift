import BenchmarkKit
import Foundation

/// Ends the program with a message; 64 is what the system's tools return for a wrong command line.
func fail(_ error: any Error) -> Never {
    let isUsage = error is UsageError
    let hint = isUsage ? "\nTry --help.\n" : "\n"
    FileHandle.standardError.write(Data("error: \(error)\(hint)".utf8))
    exit(isUsage ? 64 : 1)
}

func measure(_ runner: Runner) throws {
    let machine = Machine.current()
    if !machine.optimised {
        let warning = "warning: built without optimisation, so the figures mean nothing; use swift run -c release\n"
        FileHandle.standardError.write(Data(warning.utf8))
    }
    switch runner.options.format {
    case .json:
        print(try runner.run { _ in }.json())
    case .table, .markdown:
        print(
            """
            \(machine.summary)
            MB are 10⁶ bytes; ratios are medians of the rounds' own, and higher is faster;
            a decode ends when its result has been released.

            """)
        _ = try runner.run { result in
            print(result.table)
            fflush(nil)
        }
    }
}

/// Does what the command line asks for, and ends the process with a message when that fails.
package func runBenchmarks(arguments: [String]) {
    do {
        let options = try Options.parse(arguments)
        switch options.action {
        case .help: print(Options.usage)
        case .list: print(try Runner(options: options).list(), terminator: "")
        case .measure, .memory, .growth, .allocations: try measure(Runner(options: options))
        }
    } catch {
        fail(error)
    }
}
