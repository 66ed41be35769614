/// The options of the command line.
package struct Options: Equatable, Sendable {
    /// The task of a run.
    package enum Action: Equatable, Sendable {
        case measure, list, help
        /// The peak of resident memory on a large feed.
        case memory
        /// Throughput by size.
        case growth
        /// Heap blocks per decode, nothing timed.
        case allocations
        /// The cost of values of each kind.
        case values
    }

    /// The format of results on standard output.
    package enum Format: String, CaseIterable, Sendable {
        case table, markdown, json
    }

    package var action = Action.measure
    package var format = Format.table
    /// Few rounds and small samples: seconds instead of minutes.
    package var quick = false
    /// The exact number of rounds; nil for as many as fit into the time.
    package var rounds: Int?
    package var selection = Selection()
    /// A folder with twitter.json, citm_catalog.json, canada.json or github_events.json.
    package var corporaDirectory: String?
    /// A document of the user's own, instead of all others.
    package var file: UserFile?
    /// The size of the feed that `--memory` makes, and the largest of `--growth`, in bytes.
    package var feedSize = 256 << 20
    /// A file of allocation counts that must not be exceeded.
    package var allocationBaseline: String?
    /// Whether that file is written instead of compared.
    package var updatesBaseline = false
    /// The file for the chart.
    package var chartFile: String?

    package init() {}

    /// Reads the arguments after the program's name.
    ///
    /// An option's value is the next argument, or follows an equals sign.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Options {
        var options = Options()
        var remaining = ArgumentList(arguments)
        var file: String?
        var items: UserFile.Items?
        while let argument = remaining.next() {
            switch argument.name {
            case "--help", "-h": options.action = .help
            case "--list": options.action = .list
            case "--memory": options.action = .memory
            case "--growth": options.action = .growth
            case "--allocations": options.action = .allocations
            case "--values": options.action = .values
            case "--quick": options.quick = true
            case "--lines": items = .lines
            case "--at": items = .at(try remaining.value(of: argument))
            case "--file": file = try remaining.value(of: argument)
            case "--rounds": options.rounds = try number(remaining.value(of: argument), for: argument)
            case "--only": options.selection.patterns.append(try remaining.value(of: argument))
            case "--corpora": options.corporaDirectory = try remaining.value(of: argument)
            case "--format": options.format = try format(remaining.value(of: argument))
            case "--feed-size": options.feedSize = try size(remaining.value(of: argument), for: argument)
            case "--baseline": options.allocationBaseline = try remaining.value(of: argument)
            case "--update-baseline": options.updatesBaseline = true
            case "--svg": options.chartFile = try remaining.value(of: argument)
            default: throw UsageError("unknown option '\(argument.name)'")
            }
            if let value = remaining.unused {
                throw UsageError("\(argument.name) takes no value, but has '\(value)'")
            }
        }
        if let file {
            options.file = UserFile(path: file, items: items ?? .whole)
        } else if items != nil {
            throw UsageError("--lines and --at belong to --file")
        }
        if options.updatesBaseline && options.allocationBaseline == nil {
            throw UsageError("--update-baseline writes the file that --baseline names")
        }
        if options.allocationBaseline != nil && options.action != .allocations && options.action != .help {
            throw UsageError("--baseline belongs to --allocations")
        }
        return options
    }

    private static func number(_ text: String, for argument: Argument) throws(UsageError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw UsageError("\(argument.name) takes a number from 1, not '\(text)'")
        }
        return number
    }

    private static func format(_ text: String) throws(UsageError) -> Format {
        guard let format = Format(rawValue: text) else {
            let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--format is one of \(known), not '\(text)'")
        }
        return format
    }

    private static func size(_ text: String, for argument: Argument) throws(UsageError) -> Int {
        guard let bytes = byteCount(text) else {
            throw UsageError("\(argument.name) takes a size such as 64MiB, 256MB or 1000000, not '\(text)'")
        }
        return bytes
    }

    /// The rounds of one workload that may take so many seconds.
    package func plan(seconds: Double) -> RoundPlan {
        if let rounds { return .exactly(rounds) }
        return quick
            ? RoundPlan(minimum: 3, maximum: 9, seconds: seconds)
            : RoundPlan(minimum: 5, maximum: 31, seconds: seconds)
    }

    /// The time of the whole run.
    package var budget: TimeBudget {
        TimeBudget(total: quick ? 8 : 100)
    }

    /// The text of `--help`.
    package static let usage = """
        Measures how fast Yodel and other libraries decode JSON into typed Swift values.

        usage: Benchmarks [options]

          --quick           a few rounds: seconds, and coarse figures
          --rounds N        exactly N rounds (default: as many as fit into two minutes in all)
          --only PATTERN    only what matches: a part of a corpus' or a path's name, or of corpus/path;
                            * stands for anything; may be given several times
          --corpora DIR     also measure twitter.json, citm_catalog.json, canada.json and github_events.json,
                            as far as DIR has them
          --list            list the corpora and paths
          --format FORMAT   table (default), markdown or json
          --svg FILE        write a chart of all documents too
          --help            print this

        a file of your own, through the paths that need no models:
          --file PATH       measure this document in place of the others
          --lines           it has a document on every line
          --at PATH         its items are the elements of the array at this path, as data.items

        other questions:
          --memory          the peak of resident memory on a large feed, a process for each path
          --growth          throughput at 1, 4, 16, 64, 256 MiB
          --feed-size SIZE  the feed's size for --memory, the largest for --growth (default: 256MiB)
          --allocations     heap blocks per decode; nothing is timed
          --baseline FILE   with --allocations: fail when a count exceeds the file's by more than 5 %
          --update-baseline write the counts to that file in place of comparing
          --values          what a value of each kind costs, as a multiple of an integer
        """
}

/// A document of the user's own.
package struct UserFile: Equatable, Sendable {
    /// The items of the document, each decoded as one value.
    package enum Items: Equatable, Sendable {
        /// The whole document.
        case whole
        /// Each line.
        case lines
        /// Each element of the array at a path of keys, joined by dots.
        case at(String)
    }

    package let path: String
    package let items: Items

    package init(path: String, items: Items) {
        self.path = path
        self.items = items
    }
}

/// An invalid command line, and the reason.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// An option of the command line: `--name` or `--name=value`.
private struct Argument {
    let name: String
    let value: String?
}

/// The arguments not yet read.
private struct ArgumentList {
    private var arguments: ArraySlice<String>
    /// The value in the last argument, until it is used.
    private(set) var unused: String?

    init(_ arguments: [String]) {
        self.arguments = arguments[...]
    }

    mutating func next() -> Argument? {
        guard let text = arguments.popFirst() else { return nil }
        var argument = Argument(name: text, value: nil)
        if text.hasPrefix("--"), let equals = text.firstIndex(of: "=") {
            argument = Argument(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
        }
        unused = argument.value
        return argument
    }

    mutating func value(of argument: Argument) throws(UsageError) -> String {
        unused = nil
        guard let value = argument.value ?? arguments.popFirst() else {
            throw UsageError("\(argument.name) needs a value")
        }
        return value
    }
}
