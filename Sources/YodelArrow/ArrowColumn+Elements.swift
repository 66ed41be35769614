#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The columns of lists whose elements are plain values. Arrow names the elements "item".

extension ArrowColumn where Item == Int {
    /// Elements that are 64-bit integers.
    public static var int64: ArrowColumn { .int64("item") { $0 } }
}

extension ArrowColumn where Item == Int64 {
    /// Elements that are 64-bit integers.
    public static var int64: ArrowColumn { .int64("item") { $0 } }
}

extension ArrowColumn where Item == Int32 {
    /// Elements that are 32-bit integers.
    public static var int32: ArrowColumn { .int32("item") { $0 } }
}

extension ArrowColumn where Item == Double {
    /// Elements that are 64-bit floating-point numbers.
    public static var double: ArrowColumn { .double("item") { $0 } }
}

extension ArrowColumn where Item == Float {
    /// Elements that are 32-bit floating-point numbers.
    public static var float: ArrowColumn { .float("item") { $0 } }
}

extension ArrowColumn where Item == Bool {
    /// Elements that are booleans.
    public static var bool: ArrowColumn { .bool("item") { $0 } }
}

extension ArrowColumn where Item == String {
    /// Elements that are texts.
    public static var text: ArrowColumn { .text("item") { $0 } }
}

extension ArrowColumn where Item: Collection<UInt8>, Item: Sendable {
    /// Elements that are bytes.
    public static var binary: ArrowColumn { .binary("item") { $0 } }
}

extension ArrowColumn where Item == Date {
    /// Elements that are points in time: microseconds in UTC.
    public static var timestamp: ArrowColumn { .timestamp("item") { $0 } }

    /// Elements that are calendar days, in UTC.
    public static var date: ArrowColumn { .date("item") { $0 } }
}

extension ArrowColumn {
    /// Elements that may be nil: `.list("readings", of: .optional(.double)) { $0.readings }` for a `[Double?]`.
    ///
    /// - Parameter column: The column of the elements that are not nil.
    public static func optional<Value>(_ column: ArrowColumn<Value>) -> ArrowColumn where Item == Value? {
        ArrowColumn(column.name, column.field.type, nullable: true) { maximum, before in
            let values = column.open(maximum) { _ in 0 }
            return OpenColumn(values.store) { (item) throws(RowProblem) in
                let bytes = try before(item)
                guard let item else { return bytes + values.store.appendNull() }
                return try bytes + values.append(item)
            }
        }
    }

    /// Elements that are lists: `.list("grid", of: .list(of: .int64)) { $0.grid }` for an `[[Int]]`.
    ///
    /// - Parameter element: The column of the elements of those lists.
    public static func list<Element>(of element: ArrowColumn<Element>) -> ArrowColumn where Item == [Element] {
        .list("item", of: element) { $0 }
    }
}
