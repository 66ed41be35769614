/// What the command line asks for.
package struct Options: Equatable, Sendable {
    /// What is to be done.
    package enum Action: Equatable, Sendable {
        case measure, list, help
    }

    /// How results are written.
    package enum Format: String, CaseIterable, Sendable {
        case table, json
    }

    package var action = Action.measure
    package var format = Format.table
    /// Few rounds and small samples: seconds in place of minutes.
    package var quick = false
    /// Exactly this many rounds; nil: as many as fit into the time.
    package var rounds: Int?
    package var selection = Selection()
    /// A folder with twitter.json, citm_catalog.json, canada.json or github_events.json.
    package var corporaDirectory: String?

    package init() {}

    /// Reads the arguments that follow the program's name.
    ///
    /// An option's value is the next argument, or follows an equals sign.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Options {
        var options = Options()
        var remaining = ArgumentList(arguments)
        while let argument = remaining.next() {
            switch argument.name {
            case "--help", "-h": options.action = .help
            case "--list": options.action = .list
            case "--quick": options.quick = true
            case "--rounds":
                let text = try remaining.value(of: argument)
                guard let rounds = Int(text), rounds > 0 else {
                    throw UsageError("--rounds takes a number from 1, not '\(text)'")
                }
                options.rounds = rounds
                continue
            case "--only":
                options.selection.patterns.append(try remaining.value(of: argument))
                continue
            case "--corpora":
                options.corporaDirectory = try remaining.value(of: argument)
                continue
            case "--format":
                let text = try remaining.value(of: argument)
                guard let format = Format(rawValue: text) else {
                    let known = Format.allCases.map(\.rawValue).joined(separator: " or ")
                    throw UsageError("--format is \(known), not '\(text)'")
                }
                options.format = format
                continue
            default:
                throw UsageError("unknown option '\(argument.name)'")
            }
            if let value = argument.value {
                throw UsageError("\(argument.name) takes no value, but has '\(value)'")
            }
        }
        return options
    }

    /// The rounds one workload takes when it may last that many seconds.
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

    /// What `--help` prints.
    package static let usage = """
        Measures how fast JSON becomes typed Swift values, Yodel beside what else there is.

        usage: Benchmarks [options]

          --quick           a few rounds: seconds, and coarse figures
          --rounds N        exactly N rounds (default: as many as fit into two minutes in all)
          --only PATTERN    only what matches: a part of a corpus' or a path's name, or of corpus/path;
                            * stands for anything; may be given several times
          --corpora DIR     measure twitter.json, citm_catalog.json, canada.json and github_events.json too,
                            those of them that DIR has
          --list            say which corpora and paths there are
          --format FORMAT   table (default) or json
          --help            print this
        """
}

/// A command line that cannot be obeyed, and why.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The arguments not yet read.
private struct ArgumentList {
    struct Argument {
        let name: String
        let value: String?
    }

    private var arguments: ArraySlice<String>

    init(_ arguments: [String]) {
        self.arguments = arguments[...]
    }

    mutating func next() -> Argument? {
        guard let text = arguments.popFirst() else { return nil }
        guard text.hasPrefix("--"), let equals = text.firstIndex(of: "=") else {
            return Argument(name: text, value: nil)
        }
        return Argument(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }

    mutating func value(of argument: Argument) throws(UsageError) -> String {
        guard let value = argument.value ?? arguments.popFirst() else {
            throw UsageError("\(argument.name) needs a value")
        }
        return value
    }
}
