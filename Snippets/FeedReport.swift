// Reads a log of any size, from a file or standard input, and prints a summary.
//
//     swift run -c release FeedReport [--lines | --at PATH] [--show N] [--drift] [FILE]
//
// The entries are the elements of an array, of the array at a path (`--at data.items`), or lines (`--lines`). Entries
// that cannot be decoded are counted, and the first of them (10, or the number of --show) printed with their places.
// With --drift it also reports differences that are no errors: unknown keys, absent values, nulls. While it reads, a
// line on the terminal shows its progress, and the last line the time it took; without a terminal, equal logs have
// equal reports. The exit status is 1 unless the log was read to its end.

import Foundation
import Yodel

/// The wanted members of an entry; others are skipped.
struct Entry: Model {
    enum Level: String {
        case debug, info, warning, error
    }

    var level: Level
    var service: String
    var duration_ms: Double
    var user_id: Int?
}

/// Counts and sums.
struct Summary {
    struct Total {
        var entries = 0
        var milliseconds = 0.0
    }

    private var byLevel: [String: Total] = [:]
    private var byService: [String: Total] = [:]
    private var users: Set<Int> = []
    private let mostUsers = 100_000

    mutating func add(_ entry: Entry) {
        byLevel[entry.level.rawValue, default: Total()].add(entry)
        byService[entry.service, default: Total()].add(entry)
        if let user = entry.user_id, users.count < mostUsers { users.insert(user) }
    }

    func show() {
        for (name, totals) in [("level", byLevel), ("service", byService)] {
            for (value, total) in totals.sorted(by: { ($1.value.entries, $0.key) < ($0.value.entries, $1.key) }) {
                let mean = total.milliseconds / Double(total.entries)
                print(
                    "  \(name) \(padded(value, 10))\(padded(grouped(total.entries), 12, isNumber: true)) entries"
                        + "\(padded(String(format: "%.1f", mean), 10, isNumber: true)) ms on average")
            }
        }
        print("  users \(users.count < mostUsers ? "" : "at least ")\(grouped(users.count))")
    }
}

extension Summary.Total {
    mutating func add(_ entry: Entry) {
        entries += 1
        milliseconds += entry.duration_ms
    }
}

/// A line on the terminal that is rewritten; nothing if standard error is no terminal.
struct ProgressLine: Sendable {
    /// The number of bytes to read, if known.
    let size: Int?
    private let start = ContinuousClock.now
    private let isVisible = isatty(2) == 1

    init(size: Int?) {
        self.size = size
    }

    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    func show(_ progress: FeedProgress) {
        guard isVisible else { return }
        let rate = Double(progress.bytes) / max(seconds, 0.001)
        var line = "\(grouped(progress.items)) items, \(megabytes(progress.bytes)), \(Int(rate / 1e6)) MB/s"
        if let size, size > 0 {
            let part = min(Double(progress.bytes) / Double(size), 1)
            let filled = Int(part * 30)
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
            line = "\(bar) \(Int(part * 100)) %  \(line), \(Int(Double(size - progress.bytes) / max(rate, 1))) s left"
        }
        write("\r\u{1B}[2K\(line)")
    }

    /// The time it took, for the last line.
    func time(_ progress: FeedProgress) -> String {
        guard isVisible else { return "" }
        let rate = Double(progress.bytes) / 1e6 / max(seconds, 0.001)
        return " in \(String(format: "%.1f", seconds)) s (\(Int(rate)) MB/s)"
    }

    func clear() {
        if isVisible { write("\r\u{1B}[2K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

func padded(_ text: String, _ width: Int, isNumber: Bool = false) -> String {
    let space = String(repeating: " ", count: max(width - text.count, 0))
    return isNumber ? space + text : text + space
}

func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
        text = (index > 0 && index % 3 == 0 ? "\(digit) " : "\(digit)") + text
    }
    return text
}

func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }

// The command line.
var feed = Feed(of: Entry.self)
var shown = 10
var path: String?
var wantsDrift = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--lines": feed = Feed(of: Entry.self, in: .lines)
    case "--at": feed = Feed(of: Entry.self, at: FeedPath(stringLiteral: arguments.popFirst() ?? ""))
    case "--drift": wantsDrift = true
    case "--show": shown = arguments.popFirst().flatMap { Int($0) } ?? shown
    default: path = argument
    }
}

// With more than a tenth of bad entries, it is not such a log.
feed.badItems = .drop
feed.failureBudget = FailureBudget(ratio: 0.1)
let drift = DriftReport()
if wantsDrift { feed.decoder.drift = drift }
let size = path.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int }
let line = ProgressLine(size: size)
feed.onProgress(every: 8 << 20) { line.show($0) }

do {
    var reader = try path.map { path in try feed.reader(ofFileAt: path) } ?? feed.reader(ofDescriptor: 0)
    var summary = Summary()
    var failed = 0
    do {
        while let result = try reader.nextResult() {
            switch result {
            case .success(let entry): summary.add(entry.item)
            case .failure(let failure):
                failed += 1
                if failed <= shown {
                    line.clear()
                    print("bad item at \(failure.path), bytes \(failure.byteRange): \(failure.error)")
                }
            }
        }
        line.clear()
    } catch {
        line.clear()
        print("ended early: \(error)")
    }
    let progress = reader.progress
    summary.show()
    for finding in drift.findings { print("  \(finding)") }
    print(
        "\(reader.ending.map { "\($0)" } ?? "not begun"): \(grouped(progress.items)) entries, \(failed) bad,"
            + " \(megabytes(progress.bytes))\(line.time(progress));"
            + " the largest has \(progress.largestItemBytes) bytes")
    exit(reader.ending == .complete ? 0 : 1)
} catch {
    print(error)
    exit(1)
}

// Given --lines --drift, and
//
// {"level": "info", "service": "search", "duration_ms": 10, "user_id": 1}
// {"level": "info", "service": "search", "duration_ms": "slow", "user_id": 2}
// {"level": "error", "service": "mailer", "duration_ms": 3, "user_id": null}
// {"level": "info", "service": "search", "duration_ms": 20.5, "cached": true}
//
// it prints
//
// bad item at $[1], bytes 72..<147: $[1].duration_ms: expected Double, found the string "slow" (typeMismatch, line 2, column 55, offset 126)
//   level info                 2 entries      15.2 ms on average
//   level error                1 entries       3.0 ms on average
//   service search               2 entries      15.2 ms on average
//   service mailer               1 entries       3.0 ms on average
//   users 1
//   Entry.user_id: null, 1 time in 3 objects, first at offset 217
//   Entry.cached: unknown key, 1 time in 3 objects, first at offset 283, for example true
//   Entry.user_id: absent, 1 time in 3 objects, first at offset 297
// complete: 3 entries, 1 bad, 0.0 MB; the largest has 75 bytes
