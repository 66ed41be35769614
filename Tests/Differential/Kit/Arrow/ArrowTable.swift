import Yodel
package import YodelArrow

/// A table with random columns and rows, and how it is cut into batches.
package struct ArrowTable: Sendable {
    /// A row: a cell for each column.
    package typealias Row = [ArrowCell]

    package struct Column: Hashable, Sendable {
        package var name: String
        package var kind: ArrowKind
        package var isNullable: Bool

        package init(_ name: String, _ kind: ArrowKind, nullable: Bool) {
            (self.name, self.kind, isNullable) = (name, kind, nullable)
        }
    }

    package var columns: [Column]
    package var rows: [Row]
    package var rowsPerBatch = 8_192
    package var bytesPerBatch = 1 << 20

    package init(columns: [Column], rows: [Row]) {
        (self.columns, self.rows) = (columns, rows)
    }

    package init(seed: UInt64) {
        var random = RandomValues(seed: seed)
        let columns = (0..<1 + random.index(below: 8)).map {
            Column("\(random.text())\($0)", random.kind(), nullable: random.chance(0.5))
        }
        // Some columns have no nulls though they may, and some have nothing else.
        let nulls = columns.map { $0.isNullable ? random.pick([0, 0.2, 0.5, 1]) : 0 }
        let count = random.pick([0, 1, 7, 8, 9, random.index(below: 100)])
        let rows = (0..<count).map { _ in zip(columns, nulls).map { random.cell($0.kind, nulls: $1) } }
        self.init(columns: columns, rows: rows)
        rowsPerBatch = random.pick([1, max(count, 1), count + 1, max(count - 1, 1), 8, 8_192])
        bytesPerBatch = random.pick([1, 100, 1_000, 1 << 20, 1 << 20])
    }

    package func writer() throws -> ArrowWriter<Row> {
        let columns = columns.enumerated().map { index, column in
            column.kind.column(column.name, nullable: column.isNullable) { (row: Row) in row[index] }
        }
        return try ArrowWriter(columns: columns, rowsPerBatch: rowsPerBatch, bytesPerBatch: bytesPerBatch)
    }

    /// The stream of the table.
    package func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var stream = try writer().stream { bytes += $0 }
        for row in rows { try stream.append(row) }
        try stream.finish()
        return bytes
    }

    /// What the judge has to find, and how many bytes of a stream follow.
    fileprivate func header(ofBytes count: Int) -> String {
        let columns = columns.map { $0.kind.json(name: $0.name, nullable: $0.isNullable) }
        let header: JSONObject = [
            "columns": .array(columns), "rows": .array(rows.map { .array($0.map(\.json)) }), "bytes": JSONValue(count),
        ]
        return JSONValue.object(header).text()
    }
}

/// Streams with what they hold, for readers of Arrow that are not Yodel's.
package enum ArrowTrial {
    /// A line of JSON, and the bytes of a stream after it; `Tests/Differential/judge_arrow.py` reads it.
    package static func bytes(seed: UInt64) throws -> [UInt8] {
        var random = RandomValues(seed: seed)
        let (table, bytes) =
            switch random.index(below: 10) {
            case 0, 1: try feed(&random)
            case 2: try selection(of: ArrowTable(seed: seed), &random)
            default: (ArrowTable(seed: seed), try ArrowTable(seed: seed).bytes())
            }
        return Array((table.header(ofBytes: bytes.count) + "\n").utf8) + bytes
    }

    /// Some columns of a table, in any order; also none.
    private static func selection(
        of table: ArrowTable, _ random: inout RandomValues
    ) throws -> (ArrowTable, [UInt8]) {
        var table = table
        var indices = Array(table.columns.indices)
        for index in indices.indices { indices.swapAt(index, random.index(below: indices.count)) }
        indices.removeLast(random.index(below: indices.count + 1))
        var bytes: [UInt8] = []
        var stream = try table.writer().selecting(columns: indices.map { table.columns[$0].name }).stream {
            bytes += $0
        }
        for row in table.rows { try stream.append(row) }
        try stream.finish()
        table.columns = indices.map { table.columns[$0] }
        table.rows = table.rows.map { row in indices.map { row[$0] } }
        return (table, bytes)
    }

    private struct Item: Model {
        var id: Int
        var text: String?
    }

    /// The rows of a feed of lines, of which some fail.
    private static func feed(_ random: inout RandomValues) throws -> (ArrowTable, [UInt8]) {
        var table = ArrowTable(
            columns: [
                .init("id", .int64, nullable: true), .init("text", .text, nullable: true),
                .init("bad_offset", .int64, nullable: true), .init("bad_end", .int64, nullable: true),
                .init("bad_code", .text, nullable: true), .init("bad_error", .text, nullable: true),
            ], rows: [])
        var lines = ""
        for _ in 0..<random.index(below: 60) {
            let start = Int64(lines.utf8.count)
            let (id, text) = (random.integer() as Int64, random.text())
            let whole = #"{"id":\#(id),"text":\#(JSONValue(text).text())}"#
            let (line, code): (String, String?) =
                random.chance(0.6)
                ? (whole, nil)
                : random.pick([
                    (#"{"text":"no id"}"#, "missingKeys"), (#"{"id":"one"}"#, "typeMismatch"),
                    (#"{"id":7,"text":"#, "unexpectedEnd"), ("nonsense", "unexpectedToken"),
                ])
            lines += line + "\n"
            guard let code else {
                table.rows.append([.integer(id), .text(text), .null, .null, .null, .null])
                continue
            }
            let end = start + Int64(line.utf8.count)
            table.rows.append([.null, .null, .integer(start), .integer(end), .text(code), .null])
        }
        var feed = Feed(of: Item.self, in: .lines)
        feed.badItems = .drop
        // The texts of errors are those that the feed gives.
        var errors = feed.reader(of: lines)
        var index = 0
        while let result = try errors.nextResult() {
            if case .failure(let failure) = result { table.rows[index][5] = .text("\(failure.error)") }
            index += 1
        }
        let writer = try ArrowWriter<Item>(
            columns: [.int64("id") { $0.id }, .text("text") { $0.text }], includesFailures: true,
            rowsPerBatch: random.pick([1, 7, 8_192]))
        var bytes: [UInt8] = []
        var reader = feed.reader(of: lines)
        try writer.write(&reader) { bytes += $0 }
        return (table, bytes)
    }
}
