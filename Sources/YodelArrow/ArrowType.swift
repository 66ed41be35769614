/// The type of a column in the schema of a stream.
indirect enum ArrowType: Hashable, Sendable {
    case int32
    case int64
    case float
    case double
    case bool
    case text
    case binary
    /// Days since 1970-01-01.
    case date
    /// Microseconds since 1970-01-01, in UTC.
    case timestamp
    case list(ArrowField)

    /// The number of the type in the union `Type` of `Schema.fbs`, and its table.
    fileprivate var flat: (number: Int8, table: [FlatValue?]) {
        switch self {
        case .int32: (2, [.int32(32), .int8(1)])
        case .int64: (2, [.int32(64), .int8(1)])
        // Precision SINGLE and DOUBLE.
        case .float: (3, [.int16(1)])
        case .double: (3, [.int16(2)])
        case .binary: (4, [])
        case .text: (5, [])
        case .bool: (6, [])
        // The unit DAY; the default would be milliseconds.
        case .date: (8, [.int16(0)])
        // The unit MICROSECOND.
        case .timestamp: (10, [.int16(2), .string("UTC")])
        case .list: (12, [])
        }
    }
}

/// A column, or the elements of a list: name, type, and whether there may be nulls.
struct ArrowField: Hashable, Sendable {
    var name: String
    var type: ArrowType
    var isNullable: Bool

    /// The table `Field` of Arrow's `Schema.fbs`.
    var flat: [FlatValue?] {
        let (number, table) = type.flat
        let elements = if case .list(let element) = type { [element.flat] } else { [[FlatValue?]]() }
        return [.string(name), .int8(isNullable ? 1 : 0), .int8(number), .table(table), nil, .tables(elements)]
    }
}
