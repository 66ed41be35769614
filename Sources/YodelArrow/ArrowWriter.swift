public import Yodel

/// Writes items as the rows of an Arrow IPC stream.
///
/// ```swift
/// let writer = try ArrowWriter<Post>(columns: [
///     .int64("id") { $0.id },
///     .text("title") { $0.title },
/// ])
/// var reader = try Feed(of: Post.self, in: .lines).reader(ofFileAt: "posts.ndjson")
/// try writer.write(&reader, toDescriptor: 1)
/// ```
///
/// A writer is a value: the columns and the size of batches. It begins any number of streams, with
/// ``write(_:toDescriptor:)`` for the items of a feed, or with ``stream(toDescriptor:keeping:)`` for items from
/// anywhere.
public struct ArrowWriter<Item>: Sendable {
    /// The most rows of a batch.
    ///
    /// Default 8,192. Less than 1 counts as 1, more than 16,777,216 as 16,777,216.
    public var rowsPerBatch: Int {
        didSet { rowsPerBatch = Self.clampedRows(rowsPerBatch) }
    }
    /// The most bytes of a batch's values, unless one row alone has more.
    ///
    /// Default 1 MiB; less than 1 counts as 1, more than 1 GiB as 1 GiB. It is also roughly how much memory a stream
    /// needs. Each value counts with the bytes it takes in its column; texts, bytes and lists count with 4 more.
    public var bytesPerBatch: Int {
        didSet { bytesPerBatch = Self.clampedBytes(bytesPerBatch) }
    }
    /// Whether failed items of a feed are rows.
    ///
    /// All columns of such a row are null, except `bad_offset` and `bad_end` (the range of the item's bytes in the
    /// feed), `bad_code` (the name of its `ModelError.code`) and `bad_error` (the description of the error). These four
    /// are null in all other rows. All columns are then nullable.
    public let includesFailures: Bool

    private(set) var columns: [Column]
    /// The largest offset of texts and lists; tests lower it.
    var maximumOffset = Int32.max

    /// A column, with the items' values or the feed's failures.
    enum Column: Sendable {
        case data(ArrowColumn<Item>)
        case failure(ArrowColumn<RowFailure>)

        var field: ArrowField {
            switch self {
            case .data(let column): column.field
            case .failure(let column): column.field
            }
        }
    }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - columns: The columns, at least one, each with a different name.
    ///   - includesFailures: Whether failed items of a feed are rows: see ``includesFailures``. The feed must continue after
    ///     them: set `Feed.badItems` to `BadItemPolicy.drop`.
    ///   - rowsPerBatch: The most rows of a batch.
    ///   - bytesPerBatch: The most bytes of a batch's values, unless one row alone has more.
    /// - Throws: `ModelError` of the code `ModelError.Code.invalidOutput` if there is no column, or two have the same
    ///   name.
    public init(
        columns: [ArrowColumn<Item>], includesFailures: Bool = false, rowsPerBatch: Int = 8_192,
        bytesPerBatch: Int = 1 << 20
    ) throws(ModelError) {
        guard !columns.isEmpty else { throw .invalidOutput("a stream needs at least one column") }
        self.columns = columns.map(Column.data) + (includesFailures ? ArrowColumn.ofFailures.map(Column.failure) : [])
        self.includesFailures = includesFailures
        self.rowsPerBatch = Self.clampedRows(rowsPerBatch)
        self.bytesPerBatch = Self.clampedBytes(bytesPerBatch)
        try checkNames(columnNames)
    }

    private static func clampedRows(_ rows: Int) -> Int { min(max(rows, 1), 1 << 24) }
    private static func clampedBytes(_ bytes: Int) -> Int { min(max(bytes, 1), 1 << 30) }

    private func checkNames(_ names: [String]) throws(ModelError) {
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted {
            throw .invalidOutput("two columns are named \(name)")
        }
    }

    // MARK: - Columns

    /// The names of the columns, in their order.
    ///
    /// If ``includesFailures`` is set, those of the failures come last.
    public var columnNames: [String] { columns.map(\.field.name) }

    /// A writer of some of the columns, in the order of the names.
    ///
    /// The closures of the other columns are not called. There are as many rows, but an item is a failure only if a
    /// value does not fit a column that is selected. With no names, batches have a count of rows and no columns, for
    /// engines that only count rows.
    ///
    /// - Parameter names: Some of the ``columnNames``, each once.
    /// - Throws: `ModelError` of the code `ModelError.Code.invalidOutput` if no column has a name, or a name occurs
    ///   twice.
    public func selecting(columns names: [String]) throws(ModelError) -> ArrowWriter {
        try checkNames(names)
        var selected = self
        selected.columns = try names.map { (name) throws(ModelError) in
            guard let column = columns.first(where: { $0.field.name == name }) else {
                throw .invalidOutput(
                    "there is no column \(name); the columns are \(columnNames.joined(separator: ", "))")
            }
            return column
        }
        return selected
    }

    var fields: [ArrowField] {
        columns.map { column in
            var field = column.field
            if includesFailures { field.isNullable = true }
            return field
        }
    }

    // MARK: - Streams

    /// Begins a stream whose bytes are handed on in pieces.
    ///
    /// - Parameter output: Takes the next bytes, at most 64 KiB, which are valid during the call. No more are made
    ///   until it returns. An error that it throws ends the stream.
    public func stream(to output: @escaping (UnsafeRawBufferPointer) throws -> Void) -> ArrowStream<Item> {
        ArrowStream(self, ArrowOutput(output))
    }

    /// Begins a stream to a file descriptor: that of a file or a pipe, or 1 for the standard output.
    ///
    /// The descriptor is not closed, and has to stay open. Appending rows waits while a pipe or socket takes no more
    /// bytes. If nothing reads it any more, the error has the code `EPIPE`, and no signal ends the process.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be written to.
    ///   - owner: An object that closes the descriptor when it is released: it is kept as long as the stream is.
    public func stream(
        toDescriptor descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil
    ) -> ArrowStream<Item> {
        ArrowStream(self, ArrowOutput(descriptor: descriptor, keeping: owner))
    }
}
