/// A column of an Arrow stream: its name, its type, and a closure that returns the value of a row.
///
/// ```swift
/// let columns: [ArrowColumn<Post>] = [
///     .int64("id") { $0.id },
///     .text("title") { $0.title },
///     .timestamp("edited") { $0.edited },
///     .list("tags", of: .text) { $0.tags },
/// ]
/// ```
///
/// If the closure returns an Optional, the column is nullable, and `nil` is a null; otherwise the schema says that it has
/// no nulls.
///
/// The closure is called once for each row, and again for the row that begins a new batch. It must return the same
/// value each time.
public struct ArrowColumn<Item>: Sendable {
    let field: ArrowField
    /// Opens the column for one stream.
    let open: Open

    /// - Parameters:
    ///   - maximumOffset: The largest offset of texts and lists.
    ///   - before: Appends the values of the columns before this one; called first.
    typealias Open = @Sendable (_ maximumOffset: Int32, _ before: @escaping AppendValues<Item>) -> OpenColumn<Item>

    init(_ name: String, _ type: ArrowType, nullable: Bool = false, open: @escaping Open) {
        field = ArrowField(name: name, type: type, isNullable: nullable)
        self.open = open
    }

    /// The name of the column.
    public var name: String { field.name }
}

/// Appends values of a row, and returns how many bytes they take.
typealias AppendValues<Item> = (Item) throws(RowProblem) -> Int

/// A column of a stream that is being written.
final class OpenColumn<Item> {
    let store: ColumnStore
    let append: AppendValues<Item>

    init(_ store: ColumnStore, append: @escaping AppendValues<Item>) {
        self.store = store
        self.append = append
    }
}

extension ArrowColumn {
    /// A list, which Arrow readers show as an array.
    ///
    /// | elements | column |
    /// |---|---|
    /// | `[String]` | `.list("tags", of: .text) { $0.tags }` |
    /// | `[Double?]` | `.list("readings", of: .optional(.double)) { $0.readings }` |
    /// | `[[Int]]` | `.list("grid", of: .list(of: .int64)) { $0.grid }` |
    /// | `[Author]` | `.list("authors", of: .text("name") { $0.name }) { $0.authors }` |
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - element: The column of the elements.
    ///   - value: Returns the elements of a row.
    public static func list<Element>(
        _ name: String, of element: ArrowColumn<Element>, _ value: @escaping @Sendable (Item) -> [Element]
    ) -> ArrowColumn {
        ArrowColumn(name, .list(element.field)) { maximum, before in
            let elements = element.open(maximum) { _ in 0 }
            let store = ListStore(of: elements.store, maximum: maximum)
            return OpenColumn(store) { (item) throws(RowProblem) in
                try before(item) + store.append(value(item), to: elements)
            }
        }
    }

    /// A list that may be missing.
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - element: The column of the elements.
    ///   - value: Returns the elements of a row; `nil` for a null, which differs from an empty list.
    public static func list<Element>(
        _ name: String, of element: ArrowColumn<Element>, _ value: @escaping @Sendable (Item) -> [Element]?
    ) -> ArrowColumn {
        ArrowColumn(name, .list(element.field), nullable: true) { maximum, before in
            let elements = element.open(maximum) { _ in 0 }
            let store = ListStore(of: elements.store, maximum: maximum)
            return OpenColumn(store) { (item) throws(RowProblem) in
                let bytes = try before(item)
                guard let list = value(item) else { return bytes + store.appendNull() }
                return try bytes + store.append(list, to: elements)
            }
        }
    }
}
