internal import Yodel

/// The rows of the batch that is being filled.
///
/// A row is appended to all columns or to none.
final class ArrowBatch<Item> {
    /// All columns, in the order of the schema.
    private let stores: [ColumnStore]
    private let names: [String]
    /// How many bytes the columns of failures take in a row without a failure.
    private let bytesOfNoFailure: Int
    /// The stores of items' values, without those of failures.
    private let dataStores: [ColumnStore]
    private let failureColumns: [OpenColumn<RowFailure>]
    /// Appends an item's values to these stores, and returns how many bytes the row takes.
    private let appendValues: AppendValues<Item>

    @exclusivity(unchecked) private(set) var rows = 0
    /// How many bytes the values take, without the bits that mark nulls.
    @exclusivity(unchecked) private(set) var bytes = 0
    @exclusivity(unchecked) private var bytesOfLast = 0

    private let rowsPerBatch: Int
    private let bytesPerBatch: Int

    init(_ writer: ArrowWriter<Item>) {
        (rowsPerBatch, bytesPerBatch) = (writer.rowsPerBatch, writer.bytesPerBatch)
        let (columns, maximumOffset) = (writer.columns, writer.maximumOffset)
        var (stores, dataStores): ([ColumnStore], [ColumnStore]) = ([], [])
        var failureColumns: [OpenColumn<RowFailure>] = []
        // Each closure calls the one before it, and is kept by the one after it: a loop over an array of closures would
        // retain and release every one of them for every row.
        var appendValues: AppendValues<Item> = { _ in 0 }
        for column in columns {
            switch column {
            case .data(let column):
                let open = column.open(maximumOffset, appendValues)
                appendValues = open.append
                dataStores.append(open.store)
                stores.append(open.store)
            case .failure(let column):
                let open = column.open(maximumOffset) { _ in 0 }
                failureColumns.append(open)
                stores.append(open.store)
            }
        }
        names = columns.map(\.field.name)
        bytesOfNoFailure = failureColumns.reduce(0) { $0 + $1.store.bytesOfNull }
        (self.stores, self.dataStores, self.failureColumns) = (stores, dataStores, failureColumns)
        self.appendValues = appendValues
    }

    func append(_ item: Item) throws(ColumnProblem) {
        do throws(RowProblem) {
            noteRow(bytesOfNoFailure &+ (try appendValues(item)))
        } catch {
            throw takeBack(error)
        }
    }

    /// Removes the values that have been appended for a row.
    @inline(never)
    private func takeBack(_ problem: RowProblem) -> ColumnProblem {
        // The columns before the one at fault have a value more than the batch has rows.
        let index = stores.firstIndex { store in dataStores.contains { $0 === store } && store.count == rows }
        truncate(to: rows)
        return ColumnProblem(column: names[index!], problem: problem)
    }

    /// Appends a row for an item that has failed.
    func append(_ failure: RowFailure) throws(ColumnProblem) {
        do throws(RowProblem) {
            var bytes = dataStores.reduce(0) { $0 + $1.appendNull() }
            for column in failureColumns {
                column.store.appendNulls(upTo: rows)
                bytes += try column.append(failure)
            }
            noteRow(bytes)
        } catch {
            truncate(to: rows)
            throw ColumnProblem(column: "bad_error", problem: error)
        }
    }

    var isFull: Bool { rows == rowsPerBatch || bytes >= bytesPerBatch }

    /// Whether the last row makes the batch too large, and is not the only one.
    var isOverfull: Bool { rows > 1 && bytes > bytesPerBatch }

    private func noteRow(_ bytes: Int) {
        rows &+= 1
        self.bytes &+= bytes
        bytesOfLast = bytes
    }

    func removeLast() {
        truncate(to: rows - 1)
        rows -= 1
        bytes -= bytesOfLast
    }

    private func truncate(to rows: Int) {
        for store in stores { store.truncate(to: rows) }
    }

    /// Writes the rows as a message, and removes them.
    func write(to output: ArrowOutput) throws {
        for column in failureColumns { column.store.appendNulls(upTo: rows) }
        try output.append(ArrowMessage.batch(rows: rows, BatchLayout(stores)))
        for store in stores { try store.forEachBuffer(output.appendPadded) }
        truncate(to: 0)
        (rows, bytes) = (0, 0)
    }
}

/// Why a row cannot be appended, and the column at fault.
struct ColumnProblem: Error {
    var column: String
    var problem: RowProblem
}
