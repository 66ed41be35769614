import BenchmarkModels
import Foundation
import Testing
import Yodel
import YodelArrow

@testable import FeedWorker

private let worker = BuiltProgram("FeedWorker")

/// The worker that engines start for each range of a feed: what it writes, and how it ends.
@Suite("Example of a worker", .enabled(if: worker.isBuilt, "FeedWorker is not built"))
struct FeedWorkerTests {
    @Test("Ranges that follow one another come to what the whole file does")
    func totalsOfRanges() throws {
        let feed = try FeedFile(lines: 300, seed: 1)
        let whole = try totals(of: feed, 0..<feed.size)
        #expect((whole.events, whole.failures) == (feed.events, feed.bad.count))
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3 {
            let cuts = ([0, feed.size] + (0..<4).map { _ in generator.integer(in: 0...feed.size) }).sorted()
            let parts = try zip(cuts, cuts.dropFirst()).map { try totals(of: feed, $0..<$1) }
            #expect(parts.map(\.events).reduce(0, +) == whole.events, "cut at \(cuts)")
            #expect(parts.map(\.failures).reduce(0, +) == whole.failures, "cut at \(cuts)")
            #expect(parts.map(\.user_ids).reduce(0, +) == whole.user_ids, "cut at \(cuts)")
        }
    }

    @Test("A sum may be larger than any value of its column")
    func largeTotals() throws {
        let feed = try FeedFile(text: String(repeating: #"{"user_id": 9223372036854775807}"# + "\n", count: 3))
        #expect(try totals(of: feed, 0..<feed.size).user_ids == Int128(Int.max) * 3)
    }

    @Test("The rows of a range are the same bytes, from a file and from the standard input, and end with the marker")
    func rows() throws {
        let feed = try FeedFile(lines: 300, seed: 3)
        let range = 5_000..<21_000
        let expected = try rows(of: feed, range, columns: nil)
        #expect(expected.suffix(8) == [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
        let start = range.lowerBound, end = range.upperBound
        #expect(try feed.output(of: "'\(feed.path)' \(start) \(end)") == (0, expected, ""))
        #expect(
            try feed.output(of: "- \(start) \(end)", after: "tail -c +\(start) '\(feed.path)' |") == (0, expected, ""))
    }

    @Test("Only the columns that are asked for are decoded: what is wrong with others is no failure")
    func columns() throws {
        let feed = try FeedFile(text: #"{"level": "info", "user_id": "many"}"# + "\n")
        let columns = ["level", "bad_offset"]
        let found = try feed.output(of: "'\(feed.path)' 0 \(feed.size) level,bad_offset")
        #expect(found == (0, try rows(of: feed, 0..<feed.size, columns: columns), ""))
        #expect(try totals(of: feed, 0..<feed.size).failures == 1)
        let unknown = try feed.output(of: "'\(feed.path)' 0 \(feed.size) level,size")
        #expect(unknown.status == 1 && unknown.bytes == [])
        #expect(unknown.errors.contains("there is no column size; the columns are timestamp, level,"))
    }

    @Test("The exit status reports what cannot be read or written")
    func failures() throws {
        let feed = try FeedFile(lines: 3_000, seed: 4)
        let missing = try feed.output(of: "'\(feed.path).missing' 0 10")
        #expect(missing.status == 1 && missing.bytes == [] && missing.errors.contains("FeedWorker: "))
        // Who reads the rows is gone after some of them.
        let (_, said) = try BuiltProgram(at: "/bin/bash").run([
            "-c", "'\(feed.program)' '\(feed.path)' 0 \(feed.size) | head -c 1000 >/dev/null; echo ${PIPESTATUS[0]}",
        ])
        #expect(said.hasPrefix("FeedWorker: ") && said.hasSuffix("\n1\n"))
    }

    @Test(
        "Wrong arguments are refused",
        arguments: [
            "", "events.ndjson", "events.ndjson 5 2", "events.ndjson -1 2", "--totals events.ndjson 0 1 level", "f 0 x",
        ])
    func usage(_ arguments: String) throws {
        let (status, said) = try worker.run(arguments.split(separator: " ").map(String.init))
        #expect(status == 2)
        #expect(said == "FeedWorker: usage: FeedWorker [--totals] FILE|- START END [COLUMN,…]\n")
    }

    // MARK: - Expectations

    private func totals(of feed: FeedFile, _ range: Range<Int>) throws -> Totals {
        let found = try feed.output(of: "--totals '\(feed.path)' \(range.lowerBound) \(range.upperBound)")
        try #require(found.status == 0, "\(found.errors)")
        return try ModelDecoder().decode(Totals.self, from: found.bytes)
    }

    /// The stream of a range, written here.
    private func rows(of feed: FeedFile, _ range: Range<Int>, columns: [String]?) throws -> [UInt8] {
        var events = Feed(of: FeedWorker.Event.self, in: .lines).droppingBadItems
        var rows = try FeedWorker.Event.rows()
        if let columns { rows = try rows.selecting(columns: columns) }
        events.decoder = FeedWorker.Event.decoder(of: rows.columnNames)
        var reader = try events.reader(ofFileAt: feed.path, linesIn: range)
        var bytes: [UInt8] = []
        try rows.write(&reader) { bytes += $0 }
        return bytes
    }
}

/// A feed of lines in a file that goes with the test.
private final class FeedFile {
    let path: String
    let program = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "FeedWorker").path
    private(set) var events = 0
    private(set) var bad: [Int] = []
    let size: Int

    init(text: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "worker-\(UUID())").path
        size = text.utf8.count
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// - Parameter lines: How many, of which some are bad, or blank.
    convenience init(lines: Int, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var (text, events, bad) = ("", 0, [Int]())
        for number in 0..<lines {
            switch generator.integer(in: 0...20) {
            case 0:
                bad.append(number)
                text += #"{"user_id": "many"}"# + "\n"
            case 1: text += "\r\n"
            default:
                events += 1
                text += #"{"timestamp": "2024-02-29T12:00:00Z", "level": "info", "message": ""#
                text += String(repeating: "é", count: generator.integer(in: 0...40))
                text += #"", "duration_ms": \#(number).5, "user_id": \#(number), "more": [1, {}]}"# + "\n"
            }
        }
        try self.init(text: text)
        (self.events, self.bad) = (events, bad)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Runs the worker by a shell.
    func output(of arguments: String, after input: String = "") throws -> (
        status: Int32, bytes: [UInt8], errors: String
    ) {
        let output = path + ".out"
        defer { try? FileManager.default.removeItem(atPath: output) }
        let (status, errors) = try BuiltProgram(at: "/bin/bash").run([
            "-c", "\(input) '\(program)' \(arguments) >'\(output)'",
        ])
        return (status, try Array(Data(contentsOf: URL(filePath: output))), errors)
    }
}
