import DifferentialKit
import Foundation
import Testing
import Yodel

@testable import YodelArrow

@Suite("Feeds as Arrow streams")
struct ArrowFeedTests {
    private struct Event: Model {
        var id: Int
        var name: String?
        var at: Double?
    }

    private let lines = """
        {"id": 1, "name": "a"}
        {"id": "two"}
        {"id": 3, "name": nothing}
        {"id": 4}

        """

    private func feed(_ badItems: BadItemPolicy = .drop) -> Feed<Event> {
        var feed = Feed(of: Event.self, in: .lines)
        feed.badItems = badItems
        return feed
    }

    private func writer(failures: Bool) throws -> ArrowWriter<Event> {
        try ArrowWriter(
            columns: [
                .int64("id") { $0.id }, .text("name") { $0.name },
                .timestamp("at") { $0.at.map { Date(timeIntervalSince1970: $0) } },
            ], includesFailures: failures)
    }

    private func write(_ feed: Feed<Event>, _ writer: ArrowWriter<Event>, _ text: String? = nil) throws -> StreamReader
    {
        var bytes: [UInt8] = []
        var reader = feed.reader(of: text ?? lines)
        try writer.write(&reader) { bytes += $0 }
        return try StreamReader(bytes)
    }

    @Test("Items that have failed are left out where the feed drops them and the writer has no columns for them")
    func dropped() throws {
        let stream = try write(feed(), try writer(failures: false))
        #expect(stream.columns.map(\.isNullable) == [false, true, true])
        #expect(stream.rows == [[1, "a", nil], [4, nil, nil]])
        #expect(stream.isFinished)
    }

    @Test("An item that has failed is a row with its bytes and its error, and all columns are nullable then")
    func inBand() throws {
        let stream = try write(feed(), try writer(failures: true))
        #expect(
            stream.columns == [
                .init("id", .int64, nullable: true), .init("name", .text, nullable: true),
                .init("at", .timestamp, nullable: true), .init("bad_offset", .int64, nullable: true),
                .init("bad_end", .int64, nullable: true), .init("bad_code", .text, nullable: true),
                .init("bad_error", .text, nullable: true),
            ])
        #expect(
            stream.rows == [
                [1, "a", nil, nil, nil, nil, nil],
                [
                    nil, nil, nil, 23, 36, "typeMismatch",
                    #"$[1].id: expected Int, found the string "two" (typeMismatch, line 2, column 8, offset 30)"#,
                ],
                [
                    nil, nil, nil, 37, 63, "unexpectedToken",
                    "$[2].name: found 'nothing' (unexpectedToken, line 3, column 19, offset 55)",
                ],
                [4, nil, nil, nil, nil, nil, nil],
            ])
    }

    @Test("Values and elements of every type are missing from the row of a failure")
    func valuesOfFailures() throws {
        let columns: [ArrowColumn<Event>] = [
            .bool("odd") { $0.id == 1 }, .int64("wide") { Int64($0.id) },
            .binary("backwards") { Array("\($0.id)!".utf8).reversed() }, .list("bools", of: .bool) { [$0.id == 1] },
            .list("wides", of: .int64) { [Int64($0.id)] }, .list("narrow", of: .int32) { [Int32($0.id)] },
            .list("floats", of: .float) { [Float($0.id)] },
        ]
        let stream = try write(feed(), try ArrowWriter(columns: columns, includesFailures: true))
        func row(_ id: Int64) -> [ArrowCell] {
            [
                .bool(id == 1), .integer(id), .bytes(Array("!\(id)".utf8)), .list([.bool(id == 1)]),
                .list([.integer(id)]), .list([.integer(id)]), .list([.float(Float(id).bitPattern)]),
            ]
        }
        let none = Array(repeating: ArrowCell.null, count: columns.count)
        #expect(stream.rows.map { Array($0[..<columns.count]) } == [row(1), none, none, row(4)])
    }

    @Test("An item with a value that has no place in its column is a failure as well")
    func valuesWithoutPlace() throws {
        let text = #"{"id":1,"at":1}"# + "\n" + #"{"id":2,"at":1e300}"# + "\n"
        let stream = try write(feed(), try writer(failures: true), text)
        #expect(stream.rows.map { Array($0[3...5]) } == [[nil, nil, nil], [16, 35, "invalidValue"]])
        #expect(stream.rows.map { $0[0] } == [1, nil])
        #expect(
            message { try write(feed(), try writer(failures: false), text) }
                == "$[1].at: expected a date within 292,000 years of 1970, found a date 1e+300 seconds from 2001 (invalidValue)"
        )
        var reader = feed().reader(of: text)
        let results = try read(try writer(failures: true)) { stream in
            while let result = try reader.nextResult() { try stream.append(result) }
        }
        #expect(results.rows == stream.rows)
    }

    @Test("The columns of failures are selected as others are, and the rows are the same")
    func selection() throws {
        let writer = try writer(failures: true)
        #expect(writer.columnNames == ["id", "name", "at", "bad_offset", "bad_end", "bad_code", "bad_error"])
        let some = try write(feed(), try writer.selecting(columns: ["bad_code", "id"]))
        #expect(some.rows == [[nil, 1], ["typeMismatch", nil], ["unexpectedToken", nil], [nil, 4]])
        #expect(try write(feed(), try writer.selecting(columns: [])).batches.map(\.count) == [4])
        #expect(try write(feed(), try writer.selecting(columns: ["id"])).rows == [[1], [nil], [nil], [4]])
    }

    @Test("Failures in any rows of any batches are in their rows", arguments: 1...9)
    func failuresInBatches(rowsPerBatch: Int) throws {
        var writer = try writer(failures: true)
        writer.rowsPerBatch = rowsPerBatch
        let good = (0..<20).map { $0 * $0 % 7 < 3 }
        let text = good.enumerated().map { $1 ? "{\"id\": \($0)}\n" : "nonsense\n" }.joined()
        let stream = try write(feed(), writer, text)
        let expected: [ArrowTable.Row] = good.enumerated().map {
            $1 ? [.integer(Int64($0)), nil] : [nil, "unexpectedToken"]
        }
        #expect(stream.rows.map { [$0[0], $0[5]] } == expected)
    }

    @Test("A feed that ends with an error gives the rows before it and no marker at the end", arguments: [false, true])
    func failedFeed(failures: Bool) throws {
        var bytes: [UInt8] = []
        var reader = feed(.error).reader(of: lines)
        let writer = try writer(failures: failures)
        let error = #expect(throws: ModelError.self) { try writer.write(&reader) { bytes += $0 } }
        #expect(error?.code == .typeMismatch)
        #expect(reader.ending == .failed)
        let stream = try StreamReader(bytes)
        #expect(stream.rows.map { $0[0] } == [1])
        #expect(!stream.isFinished)
    }

    @Test("A writer without columns for failures throws one that it is given, and goes on")
    func failureWithoutColumns() throws {
        var reader = feed().reader(of: lines)
        let stream = try read(try writer(failures: false)) { stream in
            while let result = try reader.nextResult() {
                do {
                    try stream.append(result)
                } catch {
                    #expect(error is FeedFailure)
                }
            }
        }
        #expect(stream.rows.map { $0[0] } == [1, 4])
    }

    @Test("The progress counts rows, and the failures among them")
    func progress() throws {
        var reader = feed().reader(of: lines)
        var count = 0
        let progress = try writer(failures: true).write(&reader) { count += $0.count }
        #expect(progress.rows == 4 && progress.failures == 2 && progress.batches == 1 && progress.bytes == count)
    }

    @Test("The text of an error that no offset could count ends the stream with an error")
    func longError() throws {
        var writer = try writer(failures: true)
        writer.maximumOffset = 20
        #expect(
            message { try write(feed(), writer) }
                == "$[1].bad_error: expected at most 20 bytes or elements in a row (invalidValue)")
    }

    @Test("Memory is that of a batch, whatever the count of rows")
    func memory() throws {
        var writer = try writer(failures: true)
        writer.bytesPerBatch = 4_096
        var largest = 0
        var batch = 0
        var stream = writer.stream { piece in batch += piece.count }
        let item = Event(id: 1, name: String(repeating: "n", count: 100))
        for _ in 0..<20_000 {
            try stream.append(item)
            // What has been handed on since the last row is one batch and the messages around it.
            largest = max(largest, batch)
            batch = 0
        }
        try stream.finish()
        #expect(largest < 4_096 + 2_048)
    }
}
