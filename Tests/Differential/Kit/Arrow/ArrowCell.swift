import Foundation
import Yodel
import YodelArrow

/// A value of a random table, as it has to come out of an Arrow stream.
package enum ArrowCell: Hashable, Sendable {
    case null
    /// An integer, or the microseconds or days of a date.
    case integer(Int64)
    /// The bits of a number, so that -0.0 and NaN are told apart from others.
    case double(UInt64)
    case float(UInt32)
    case bool(Bool)
    case text(String)
    case bytes([UInt8])
    case list([ArrowCell])

    /// The value for the judge, who compares bits and bytes by their hexadecimal digits.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): JSONValue(value)
        case .double(let bits): JSONValue(String(bits, radix: 16))
        case .float(let bits): JSONValue(String(bits, radix: 16))
        case .bool(let value): .bool(value)
        case .text(let text): .string(text)
        case .bytes(let bytes):
            JSONValue(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        case .list(let cells): .array(cells.map(\.json))
        }
    }

    fileprivate var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    fileprivate var double: Double? { if case .double(let bits) = self { Double(bitPattern: bits) } else { nil } }
    fileprivate var float: Float? { if case .float(let bits) = self { Float(bitPattern: bits) } else { nil } }
    fileprivate var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    fileprivate var list: [ArrowCell]? { if case .list(let cells) = self { cells } else { nil } }

    /// The date of so many microseconds after 1970.
    fileprivate var microseconds: Date? {
        integer.map { value in
            let (seconds, rest) = value.quotientAndRemainder(dividingBy: 1_000_000)
            return Date(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + Double(rest) / 1e6)
        }
    }

    /// A point of time within the day of so many days after 1970.
    fileprivate var day: Date? {
        integer.map { Date(timeIntervalSince1970: Double($0) * 86_400 + Double($0 & 0xFF) * 300.5) }
    }
}

/// The type of a random column.
package indirect enum ArrowKind: Hashable, Sendable {
    case int64, int32, double, float, bool, text, binary, timestamp, date
    case list(ArrowKind, nullable: Bool)

    package static let scalars: [ArrowKind] = [
        .int64, .int32, .double, .float, .bool, .text, .binary, .timestamp, .date,
    ]

    /// The type for the judge.
    func json(name: String, nullable: Bool) -> JSONValue {
        var column: JSONObject = ["name": .string(name), "nullable": .bool(nullable)]
        if case .list(let kind, let nullable) = self {
            column["type"] = "list"
            column["element"] = kind.json(name: "item", nullable: nullable)
        } else {
            column["type"] = .string("\(self)")
        }
        return .object(column)
    }

    /// A column of cells of this kind.
    ///
    /// - Parameter cell: Gives the cell of a row.
    func column<Item>(
        _ name: String, nullable: Bool, _ cell: @escaping @Sendable (Item) -> ArrowCell
    ) -> ArrowColumn<Item> {
        switch (self, nullable) {
        case (.int64, false): .int64(name) { Int(cell($0).integer!) }
        case (.int64, true): .int64(name) { cell($0).integer }
        case (.int32, false): .int32(name) { Int32(cell($0).integer!) }
        case (.int32, true): .int32(name) { cell($0).integer.map { Int32($0) } }
        case (.double, false): .double(name) { cell($0).double! }
        case (.double, true): .double(name) { cell($0).double }
        case (.float, false): .float(name) { cell($0).float! }
        case (.float, true): .float(name) { cell($0).float }
        case (.bool, false): .bool(name) { cell($0).bool! }
        case (.bool, true): .bool(name) { cell($0).bool }
        case (.text, false): .text(name) { cell($0).text! }
        case (.text, true): .text(name) { cell($0).text }
        case (.binary, false): .binary(name) { cell($0).bytes! }
        case (.binary, true): .binary(name) { cell($0).bytes.map { Data($0) } }
        case (.timestamp, false): .timestamp(name) { cell($0).microseconds! }
        case (.timestamp, true): .timestamp(name) { cell($0).microseconds }
        case (.date, false): .date(name) { cell($0).day! }
        case (.date, true): .date(name) { cell($0).day }
        case (.list(let kind, let isNullable), false):
            .list(name, of: kind.column("item", nullable: isNullable) { $0 }) { cell($0).list! }
        case (.list(let kind, let isNullable), true):
            .list(name, of: kind.column("item", nullable: isNullable) { $0 }) { cell($0).list }
        }
    }
}

extension RandomValues {
    mutating func kind(depth: Int = 0) -> ArrowKind {
        if depth < 3, chance(0.2) { return .list(kind(depth: depth + 1), nullable: chance(0.5)) }
        return pick(ArrowKind.scalars)
    }

    mutating func cell(_ kind: ArrowKind, nulls: Double) -> ArrowCell {
        if chance(nulls) { return .null }
        switch kind {
        case .int64: return .integer(integer())
        case .int32: return .integer(Int64(integer() as Int32))
        case .double: return .double(chance(0.1) ? pick(Self.odd) : double().bitPattern)
        case .float: return .float(chance(0.1) ? Float.infinity.bitPattern : float().bitPattern)
        case .bool: return .bool(chance(0.5))
        case .text: return .text(text())
        case .binary: return .bytes(list(20) { $0.integer() })
        case .timestamp:
            // A date far from today has whole seconds; the range of microseconds ends 292,277 years from 1970.
            if chance(0.2) { return .integer(Int64(integer() as Int32) * 4_000 * 1_000_000) }
            return .integer(Int64(integer() as Int32) * 1_000_000 + Int64(index(below: 1_000_000)))
        case .date: return .integer(Int64(integer() as Int32) / (chance(0.5) ? 1_000 : 70_000))
        case .list(let kind, let nullable):
            return .list(list(chance(0.1) ? 30 : 4) { $0.cell(kind, nulls: nullable ? 0.3 : 0) })
        }
    }

    /// Infinities, a NaN, and the smallest number that is not 0.
    private static let odd: [UInt64] = [
        Double.infinity.bitPattern, (-Double.infinity).bitPattern, Double.nan.bitPattern, 1,
    ]
}
