// Reads a range of a feed of lines, for engines that start a worker for each: Spark, GNU parallel, batch arrays.
//
//     FeedWorker FILE START END [COLUMN,…]       the lines that begin in these bytes, as rows: an Arrow IPC stream
//     FeedWorker - START END [COLUMN,…]          the same of the standard input, which is at byte max(START - 1, 0)
//     FeedWorker --totals FILE|- START END       what these lines come to, as a line of JSON
//
// A range makes the same bytes whenever it is read. The exit status is 0 only when the range has been read to its end and
// all of its rows are written; 1 when reading or writing has failed, 2 when the arguments are wrong. Of a file whose name
// ends with .gz or .zst, there is one range, which begins at 0.

import Foundation
import Yodel
import YodelArrow

/// What is wrong with the arguments.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

/// The range was not read to its end.
struct RangeError: Error, CustomStringConvertible {
    let ending: FeedEnding?
    var description: String { "the range is not complete: \(ending.map { "\($0)" } ?? "not read to its end")" }
}

/// A range to read, as the arguments have it.
struct Job {
    let path: String
    let range: Range<Int>
    let columns: [String]?
    let wantsTotals: Bool

    init(_ arguments: some Sequence<String>) throws {
        var arguments = Array(arguments)
        wantsTotals = arguments.first == "--totals"
        if wantsTotals { arguments.removeFirst() }
        guard arguments.count == 3 || arguments.count == 4 && !wantsTotals, let start = Int(arguments[1]),
            let end = Int(arguments[2]), 0 <= start, start <= end
        else {
            throw UsageError(description: "usage: FeedWorker [--totals] FILE|- START END [COLUMN,…]")
        }
        path = arguments[0]
        range = start..<end
        columns = arguments.count == 4 ? arguments[3].split(separator: ",").map(String.init) : nil
    }

    func run() throws {
        if wantsTotals {
            var reader = try reader(of: Totals.columns)
            var totals = Totals()
            while let event = try reader.next() { totals.add(event) }
            try check(reader)
            totals.failures = reader.progress.failures
            try FileHandle.standardOutput.write(contentsOf: ModelEncoder().encode(totals) + Data("\n".utf8))
        } else {
            var rows = try Event.rows()
            if let columns { rows = try rows.selecting(columns: columns) }
            var reader = try reader(of: rows.columnNames)
            try rows.write(&reader, toDescriptor: 1)
            try check(reader)
        }
    }

    private func reader(of columns: [String]) throws -> FeedReader<Event> {
        var feed = Feed(of: Event.self, in: .lines)
        feed.decoder = Event.decoder(of: columns)
        feed.badItems = .drop
        feed.maxItemBytes = 1 << 20
        if path == "-" { return feed.reader(ofDescriptor: 0, linesIn: range) }
        feed.compression = try compression()
        guard feed.compression != .none else { return try feed.reader(ofFileAt: path, linesIn: range) }
        guard range.lowerBound == 0 else { throw UsageError(description: "\(path) can only be read from byte 0") }
        return try feed.reader(ofFileAt: path)
    }

    private func compression() throws -> FeedCompression {
        #if Gzip
        if path.hasSuffix(".gz") { return .gzip }
        #endif
        #if Zstd
        if path.hasSuffix(".zst") { return .zstd }
        #endif
        guard !path.hasSuffix(".gz"), !path.hasSuffix(".zst") else {
            throw UsageError(description: "\(path) is compressed: build FeedWorker with --traits default,Gzip,Zstd")
        }
        return .none
    }

    private func check(_ reader: borrowing FeedReader<Event>) throws {
        guard reader.ending == .complete else { throw RangeError(ending: reader.ending) }
    }
}

do {
    try Job(CommandLine.arguments.dropFirst()).run()
} catch {
    FileHandle.standardError.write(Data("FeedWorker: \(error)\n".utf8))
    exit(error is UsageError ? 2 : 1)
}
