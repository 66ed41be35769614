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
/// A writer is a value: the columns and how long batches are. Each stream is begun from it, by ``write(_:toDescriptor:)``
/// for the items of a feed, or by ``stream(toDescriptor:keeping:)`` for items from anywhere.
public struct ArrowWriter<Item>: Sendable {
    /// The most rows of a batch.
    ///
    /// Default 8,192. Less than 1 counts as 1, more than 16,777,216 as that.
    public var rowsPerBatch: Int {
        didSet { rowsPerBatch = Self.clampedRows(rowsPerBatch) }
    }
    /// The most bytes of a batch's values, unless one row alone has more.
    ///
    /// Default 1 MiB; less than 1 counts as 1, more than 1 GiB as 1 GiB. It is also how much memory a stream needs,
    /// roughly: each value counts with the bytes it takes in its column, a text with 4 more.
    public var bytesPerBatch: Int {
        didSet { bytesPerBatch = Self.clampedBytes(bytesPerBatch) }
    }
    /// Whether an item of a feed that has failed is a row.
    ///
    /// All columns of such a row are null but `bad_offset` and `bad_end`, the bytes of the feed that the item takes up,
    /// `bad_code`, the name of its `ModelError.code`, and `bad_error`, the description of the error. These four are
    /// null in all other rows. All columns are nullable then.
    public let includesFailures: Bool

    private(set) var columns: [Column]
    /// The largest offset of texts and lists, which tests lower.
    var maximumOffset = Int32.max

    /// A column, with the items' values or the feed's failures.
    enum Column: Sendable {
        case data(ArrowColumn<Item>)
        case failure(FailureColumn)

        var field: ArrowField {
            switch self {
            case .data(let column): column.field
            case .failure(let column): column.field
            }
        }
    }

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - columns: The columns, at least one, each with another name.
    ///   - failures: Whether items of a feed that have failed are rows: ``includesFailures``. The feed has to go on after
    ///     them, by `Feed.badItems` set to `BadItemPolicy.drop`.
    ///   - rowsPerBatch: The most rows of a batch.
    ///   - bytesPerBatch: The most bytes of a batch's values, unless one row alone has more.
    /// - Throws: `ModelError` of the code `ModelError.Code.invalidOutput`, if there is no column, or two have one name.
    public init(
        columns: [ArrowColumn<Item>], failures: Bool = false, rowsPerBatch: Int = 8_192, bytesPerBatch: Int = 1 << 20
    ) throws(ModelError) {
        guard !columns.isEmpty else { throw .invalidOutput("a stream has one column at least") }
        self.columns = columns.map(Column.data) + (failures ? FailureColumn.allCases.map(Column.failure) : [])
        includesFailures = failures
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
    /// Where ``includesFailures`` is set, those of the failures come last.
    public var columnNames: [String] { columns.map(\.field.name) }

    /// A writer of some of the columns, in the order of the names.
    ///
    /// The closures of the others are not called. The rows are the same. With no names at all, batches have a count of
    /// rows and nothing else, which is what engines ask for that only count.
    ///
    /// - Parameter names: Some of the ``columnNames``, each once.
    /// - Throws: `ModelError` of the code `ModelError.Code.invalidOutput`, if there is no column of a name, or a name
    ///   comes twice.
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

    /// The columns as the schema has them.
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
    /// - Parameter output: Takes the next bytes, at most 64 KiB, which are valid during the call. While it has not
    ///   returned, no more are made. What it throws ends the stream.
    public func stream(to output: @escaping (UnsafeRawBufferPointer) throws -> Void) -> ArrowStream<Item> {
        ArrowStream(self, ArrowOutput(output))
    }

    /// Begins a stream to a file descriptor: a file's, a pipe's, 1 for the standard output.
    ///
    /// It is not closed, and has to stay open. Appending rows waits while a pipe or socket takes no more bytes. Where
    /// nothing reads them any more, the error has the code `EPIPE`, and no signal ends the process.
    ///
    /// - Parameters:
    ///   - descriptor: A file descriptor that can be written to.
    ///   - owner: What closes the descriptor when it goes: it stays as long as the stream does.
    public func stream(
        toDescriptor descriptor: Int32, keeping owner: (any AnyObject & Sendable)? = nil
    ) -> ArrowStream<Item> {
        ArrowStream(self, ArrowOutput(descriptor: descriptor, keeping: owner))
    }
}
