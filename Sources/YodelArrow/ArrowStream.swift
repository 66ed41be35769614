public import Yodel

/// An Arrow IPC stream that is being written.
///
/// ```swift
/// var stream = writer.stream(toDescriptor: 1)
/// for post in posts { try stream.append(post) }
/// try stream.finish()
/// ```
///
/// Rows are gathered in batches, and a batch is written when it is full: memory does not depend on the number of rows.
///
/// Only ``finish()`` writes the marker that ends a stream. A stream that is released without it, or whose output has
/// failed, has no marker, which shows that rows are missing. Not all readers check for it: pyarrow takes a stream that
/// is cut between two batches for a complete one. Check the writer's exit status, or the last 8 bytes.
///
/// A stream cannot be copied, and cannot be used by several threads at once.
public struct ArrowStream<Item>: ~Copyable {
    private let batch: ArrowBatch<Item>
    private let output: ArrowOutput
    private let fields: [ArrowField]
    private let includesFailures: Bool
    /// Whether the schema has been written.
    private var hasBegun = false
    /// The error after which nothing more can be written.
    @usableFromInline private(set) var failure: (any Error)?
    private var written = ArrowProgress()
    /// Rows of failed items, written or not.
    private var failures = 0

    init(_ writer: ArrowWriter<Item>, _ output: ArrowOutput) {
        batch = ArrowBatch(writer)
        fields = writer.fields
        includesFailures = writer.includesFailures
        self.output = output
    }

    /// How much has been appended and written.
    public var progress: ArrowProgress {
        var progress = written
        progress.rows += batch.rows
        progress.failures = failures
        progress.bytes = output.bytes
        return progress
    }

    // MARK: - Rows

    /// Appends an item as a row.
    ///
    /// - Throws: `ModelError` of the code `ModelError.Code.invalidValue` if a value does not fit its column. The row is
    ///   then not appended, and the stream can continue. The error's path has the number of the row and the name of the
    ///   column: `$[12].edited`. Also throws an error of the output, which ends the stream: every further call throws
    ///   it again.
    public mutating func append(_ item: Item) throws {
        try appendRow { (batch) throws(ColumnProblem) in try batch.append(item) }
    }

    /// Appends an item of a feed, or the failure of one.
    ///
    /// If the writer has columns for failures (``ArrowWriter/includesFailures``), an item with a value that does not
    /// fit its column is appended as a failure, too.
    ///
    /// - Throws: The failure, if the writer has no columns for it; otherwise the same errors as ``append(_:)-(Item)``.
    public mutating func append(_ result: Result<FeedEntry<Item>, FeedFailure>) throws {
        switch result {
        case .success(let entry):
            do {
                try append(entry.item)
            } catch let error as ModelError where includesFailures && failure == nil {
                try append(error, of: entry.byteRange)
            }
        case .failure(let failure):
            guard includesFailures else { throw failure }
            try append(failure.error, of: failure.byteRange)
        }
    }

    @usableFromInline
    mutating func append(_ error: ModelError, of byteRange: Range<Int>) throws {
        let failure = RowFailure(byteRange: byteRange, code: "\(error.code)", text: "\(error)")
        try appendRow(failures: 1) { (batch) throws(ColumnProblem) in try batch.append(failure) }
    }

    /// Appends a row, which may count as a failure, and writes the batch if that makes it full.
    @inline(__always)
    private mutating func appendRow(
        failures: Int = 0, _ row: (ArrowBatch<Item>) throws(ColumnProblem) -> Void
    ) throws {
        if let failure { throw failure }
        do throws(ColumnProblem) {
            try row(batch)
        } catch {
            try append(after: error, row)
        }
        self.failures += failures
        if batch.isFull { try writeFull(row) }
    }

    /// Appends a row that the batch had no room for, as the first row of the next batch.
    ///
    /// - Throws: The error, if no batch can have the row.
    @inline(never)
    private mutating func append(
        after problem: ColumnProblem, _ row: (ArrowBatch<Item>) throws(ColumnProblem) -> Void
    ) throws {
        guard case .noRoom = problem.problem, batch.rows > 0 else { throw modelError(problem) }
        try flush()
        try appendFirst(row)
    }

    /// Writes the batch; a last row that makes it too large is appended to the next one instead.
    @inline(never)
    private mutating func writeFull(_ row: (ArrowBatch<Item>) throws(ColumnProblem) -> Void) throws {
        if batch.isOverfull {
            batch.removeLast()
            try flush()
            try appendFirst(row)
        }
        if batch.isFull { try flush() }
    }

    private func appendFirst(_ row: (ArrowBatch<Item>) throws(ColumnProblem) -> Void) throws(ModelError) {
        do throws(ColumnProblem) {
            try row(batch)
        } catch {
            throw modelError(error)
        }
    }

    private func modelError(_ error: ColumnProblem) -> ModelError {
        let path = JSONPath([.index(written.rows + batch.rows), .key(error.column)])
        switch error.problem {
        case .noRoom(let most):
            return .unfit(path, expected: "at most \(most) bytes or elements in a row", found: nil)
        case .unfit(let expected, let found):
            return .unfit(path, expected: expected, found: found)
        }
    }

    // MARK: - Bytes

    /// Writes the appended rows as a batch, however few they are, so that a reader can have them.
    ///
    /// - Throws: An error of the output, which ends the stream: every further call throws it again.
    public mutating func flush() throws {
        if let failure { throw failure }
        guard batch.rows > 0 else { return }
        let rows = batch.rows
        do {
            try begin()
            try batch.write(to: output)
            try output.flush()
        } catch {
            failure = error
            throw error
        }
        written.rows += rows
        written.batches += 1
    }

    /// Writes the last rows and the marker that ends the stream.
    ///
    /// - Returns: How much has been written.
    /// - Throws: An error of the output, now or before.
    @discardableResult
    public consuming func finish() throws -> ArrowProgress {
        try flush()
        try begin()
        try output.append(ArrowMessage.end)
        try output.flush()
        return progress
    }

    private mutating func begin() throws {
        guard !hasBegun else { return }
        try output.append(ArrowMessage.schema(fields))
        hasBegun = true
    }
}

/// How much of a stream has been written.
public struct ArrowProgress: Sendable, Hashable {
    /// Rows that have been appended, including those of failed items.
    public internal(set) var rows = 0
    /// Rows of failed items.
    public internal(set) var failures = 0
    /// Batches that have been written.
    public internal(set) var batches = 0
    /// Bytes that have been written.
    public internal(set) var bytes = 0
}
