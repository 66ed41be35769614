/// The columns that describe failed items.
enum FailureColumn: CaseIterable {
    case offset, end, code, error

    var field: ArrowField {
        switch self {
        case .offset: ArrowField(name: "bad_offset", type: .int64, isNullable: true)
        case .end: ArrowField(name: "bad_end", type: .int64, isNullable: true)
        case .code: ArrowField(name: "bad_code", type: .text, isNullable: true)
        case .error: ArrowField(name: "bad_error", type: .text, isNullable: true)
        }
    }
}

/// A column of failures in a stream that is being written.
///
/// Its store has values for the rows up to the last failure; ``pad(to:)`` appends the nulls after it. So rows of items
/// cost nothing here.
final class OpenFailureColumn {
    private let column: FailureColumn
    private let offsets = NumberStore<Int64>()
    private let texts: BytesStore

    init(_ column: FailureColumn, maximumOffset: Int32) {
        self.column = column
        texts = BytesStore(maximum: maximumOffset)
    }

    var store: ColumnStore {
        switch column {
        case .offset, .end: offsets
        case .code, .error: texts
        }
    }

    /// Appends the failure of a row.
    ///
    /// - Returns: How many bytes it takes.
    func append(_ failure: RowFailure, row: Int) throws(RowProblem) -> Int {
        pad(to: row)
        switch column {
        case .offset: return offsets.append(Int64(failure.byteRange.lowerBound))
        case .end: return offsets.append(Int64(failure.byteRange.upperBound))
        case .code: return try texts.append(failure.code)
        case .error: return try texts.append(failure.text)
        }
    }

    func pad(to rows: Int) { store.appendNulls(upTo: rows) }
}

/// The error of a failed item, and the range of its bytes in the feed.
struct RowFailure {
    var byteRange: Range<Int>
    var code: String
    var text: String
}
