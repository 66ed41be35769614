import DifferentialKit
import Foundation
import Testing
import Yodel

@testable import YodelArrow

struct Post: Sendable {
    var id = 1
    var title = "Tides"
    var edited = Date(timeIntervalSince1970: 0)
    var tags: [String] = []
    var scores: [Double?]?
}

/// The rows and columns of a stream.
func read<Item>(
    _ writer: ArrowWriter<Item>, _ write: (inout ArrowStream<Item>) throws -> Void
) throws -> StreamReader {
    var bytes: [UInt8] = []
    var stream = writer.stream { bytes += $0 }
    try write(&stream)
    try stream.finish()
    return try StreamReader(bytes)
}

/// The error of a body.
func message<Value>(_ body: () throws -> Value) -> String? {
    if case .failure(let error) = Result(catching: body) { "\(error)" } else { nil }
}

@Suite("Columns of Arrow streams")
struct ArrowWriterTests {
    private func writer() throws -> ArrowWriter<Post> {
        try ArrowWriter(columns: [
            .int64("id") { $0.id },
            .text("title") { $0.title },
            .timestamp("edited") { $0.edited },
            .list("tags", of: .text) { $0.tags },
            .list("scores", of: .optional(.double)) { $0.scores },
        ])
    }

    @Test("A closure that gives an Optional makes the column nullable, in lists as well")
    func schema() throws {
        let stream = try read(try writer()) {
            try $0.append(Post(tags: ["a", ""], scores: [1.5, nil]))
            try $0.append(Post(id: 2, title: ""))
        }
        #expect(
            stream.columns == [
                .init("id", .int64, nullable: false), .init("title", .text, nullable: false),
                .init("edited", .timestamp, nullable: false),
                .init("tags", .list(.text, nullable: false), nullable: false),
                .init("scores", .list(.double, nullable: true), nullable: true),
            ])
        #expect(stream.rows == [[1, "Tides", 0, ["a", ""], [1.5, nil]], [2, "", 0, [], nil]])
    }

    @Test("Elements of a list are mapped by a column of their own, and may be lists")
    func elements() throws {
        let writer = try ArrowWriter<[Post]>(columns: [
            .list("titles", of: .text("title") { $0.title }) { $0 },
            .list("tags", of: .list("item", of: .text) { $0.tags }) { $0 },
            .list("grid", of: .list(of: .int64)) { [[$0.count], []] },
            .list("days", of: .optional(.date)) { [$0.first?.edited] },
            .list("bytes", of: .binary) { $0.map { Data($0.title.utf8) } },
        ])
        let stream = try read(writer) { try $0.append([Post(), Post(title: "Fens", tags: ["x"])]) }
        let bytes = ["Tides", "Fens"].map { ArrowCell.bytes(Array($0.utf8)) }
        #expect(stream.rows == [[["Tides", "Fens"], [[], ["x"]], [[2], []], [0], .list(bytes)]])
    }

    @Test("Some columns are selected in the order of their names, and the closures of the others are not called")
    func selection() throws {
        let writer = try ArrowWriter<Post>(columns: [
            .int64("id") { $0.id }, .text("title") { $0.title }, .int64("never") { _ -> Int in fatalError("called") },
        ])
        #expect(writer.columnNames == ["id", "title", "never"])
        let selected = try writer.selecting(columns: ["title", "id"])
        #expect(selected.columnNames == ["title", "id"])
        #expect(try read(selected) { try $0.append(Post()) }.rows == [["Tides", 1]])
    }

    @Test("Without any columns, batches have a count of rows")
    func noColumns() throws {
        var writer = try writer().selecting(columns: [])
        writer.rowsPerBatch = 2
        let stream = try read(writer) { for _ in 0..<5 { try $0.append(Post()) } }
        #expect(stream.columns == [])
        #expect(stream.batches.map(\.count) == [2, 2, 1])
    }

    @Test("Columns that are missing, unknown or named twice are errors")
    func wrongColumns() throws {
        #expect(
            message { try ArrowWriter<Post>(columns: []) } == "$: a stream needs at least one column (invalidOutput)")
        #expect(
            message { try ArrowWriter<Post>(columns: [.int64("a") { $0.id }, .text("a") { $0.title }]) }
                == "$: two columns are named a (invalidOutput)")
        #expect(
            message { try ArrowWriter<Post>(columns: [.int64("bad_end") { $0.id }], includesFailures: true) }
                == "$: two columns are named bad_end (invalidOutput)")
        let writer = try writer()
        #expect(
            message { try writer.selecting(columns: ["id", "name"]) }
                == "$: there is no column name; the columns are id, title, edited, tags, scores (invalidOutput)")
        #expect(
            message { try writer.selecting(columns: ["id", "id"]) } == "$: two columns are named id (invalidOutput)")
    }

    @Test("The bounds of batches are held to what is possible")
    func bounds() throws {
        var writer = try ArrowWriter<Post>(columns: [.int64("id") { $0.id }], rowsPerBatch: 0, bytesPerBatch: .min)
        #expect((writer.rowsPerBatch, writer.bytesPerBatch) == (1, 1))
        (writer.rowsPerBatch, writer.bytesPerBatch) = (.max, .max)
        #expect((writer.rowsPerBatch, writer.bytesPerBatch) == (1 << 24, 1 << 30))
    }

    @Test(
        "Dates are rounded to the nearest microsecond, and far from today exact",
        arguments: [
            (0, 978_307_200_000_000), (0.000_001_4, 978_307_200_000_001), (-0.000_001_6, 978_307_199_999_998),
            (0.999_999_9, 978_307_201_000_000), (-978_307_200, 0), (9_222_393_729_654, 9_223_372_036_854_000_000),
            (-9_224_350_344_054, -9_223_372_036_854_000_000), (9_222_393_729_653.5, 9_223_372_036_853_500_000),
            (-9_224_350_344_053.5, -9_223_372_036_853_500_000),
        ] as [(Double, Int64)])
    func dates(_ seconds: Double, _ expected: Int64) throws {
        let writer = try ArrowWriter<Date>(columns: [.timestamp("at") { $0 }])
        let stream = try read(writer) { try $0.append(Date(timeIntervalSinceReferenceDate: seconds)) }
        #expect(stream.rows == [[.integer(expected)]])
    }

    @Test("A day begins at midnight in UTC, also before 1970")
    func days() throws {
        let writer = try ArrowWriter<Double>(columns: [.date("day") { Date(timeIntervalSince1970: $0) }])
        let stream = try read(writer) { for second in [-86_401.0, -86_400, -1, 0, 86_399.5] { try $0.append(second) } }
        #expect(stream.rows == [[-2], [-1], [-1], [0], [0]])
    }

    @Test(
        "A date that has no place in its column is an error, and its row is left out",
        arguments: [
            Double.nan, .infinity, -.infinity, 1e15, -1e15, 9_222_393_729_655, -9_224_350_344_055,
            .greatestFiniteMagnitude,
        ])
    func datesOutOfRange(_ seconds: Double) throws {
        let writer = try ArrowWriter<Date>(columns: [
            .list("all", of: .timestamp) { [Date(timeIntervalSince1970: 0), $0] }, .date("day") { _ in .now },
            .timestamp("at") { $0 },
        ])
        let stream = try read(try writer.selecting(columns: ["day", "at"])) { stream in
            try stream.append(.now)
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(
                message { try stream.append(date) }
                    == "$[1].at: expected a date within 292,000 years of 1970, found a date \(date.timeIntervalSinceReferenceDate) seconds from 2001 (invalidValue)"
            )
            try stream.append(.now)
        }
        #expect(stream.rows.count == 2)
        // Elements before the one at fault are taken back, too.
        let lists = try read(try writer.selecting(columns: ["all"])) { stream in
            #expect(throws: ModelError.self) { try stream.append(Date(timeIntervalSinceReferenceDate: seconds)) }
            try stream.append(Date(timeIntervalSince1970: 0))
        }
        #expect(lists.rows == [[[0, 0]]])
        let days = try ArrowWriter<Date>(columns: [.date("day") { $0 }])
        if seconds.magnitude >= 1e15 || seconds.isNaN {
            #expect(
                message { try read(days) { try $0.append(Date(timeIntervalSinceReferenceDate: seconds)) } }?
                    .hasPrefix("$[0].day: expected a date within 5,800,000 years of 1970, found a date ") == true)
        }
    }
}
