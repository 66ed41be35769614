#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ArrowColumn {
    /// A column of texts.
    ///
    /// A value of 2 GiB or more is an error of its row.
    public static func text(_ name: String, _ value: @escaping @Sendable (Item) -> String) -> ArrowColumn {
        ArrowColumn(name, .text) { maximum, before in
            let store = BytesStore(maximum: maximum)
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item).utf8) }
        }
    }

    /// A nullable column of texts.
    ///
    /// A value of 2 GiB or more is an error of its row.
    public static func text(_ name: String, _ value: @escaping @Sendable (Item) -> String?) -> ArrowColumn {
        ArrowColumn(name, .text, nullable: true) { maximum, before in
            let store = BytesStore(maximum: maximum)
            return OpenColumn(store) { (item) throws(RowProblem) in
                let bytes = try before(item)
                guard let value = value(item) else { return bytes &+ store.appendNull() }
                return try bytes &+ store.append(value.utf8)
            }
        }
    }

    /// A column of bytes: `[UInt8]`, `Data` or any other collection of bytes.
    ///
    /// A value of 2 GiB or more is an error of its row.
    public static func binary<Bytes: Collection<UInt8>>(
        _ name: String, _ value: @escaping @Sendable (Item) -> Bytes
    ) -> ArrowColumn {
        ArrowColumn(name, .binary) { maximum, before in
            let store = BytesStore(maximum: maximum)
            return OpenColumn(store) { (item) throws(RowProblem) in try before(item) &+ store.append(value(item)) }
        }
    }

    /// A nullable column of bytes: `[UInt8]`, `Data` or any other collection of bytes.
    ///
    /// A value of 2 GiB or more is an error of its row.
    public static func binary<Bytes: Collection<UInt8>>(
        _ name: String, _ value: @escaping @Sendable (Item) -> Bytes?
    ) -> ArrowColumn {
        ArrowColumn(name, .binary, nullable: true) { maximum, before in
            let store = BytesStore(maximum: maximum)
            return OpenColumn(store) { (item) throws(RowProblem) in
                let bytes = try before(item)
                guard let value = value(item) else { return bytes &+ store.appendNull() }
                return try bytes &+ store.append(value)
            }
        }
    }

    /// A column of points in time: microseconds in UTC.
    ///
    /// Dates are rounded to the nearest microsecond. A date more than some 292,000 years from 1970 is an error of its row.
    public static func timestamp(_ name: String, _ value: @escaping @Sendable (Item) -> Date) -> ArrowColumn {
        ArrowColumn(name, .timestamp) { _, before in
            let store = NumberStore<Int64>()
            return OpenColumn(store) { (item) throws(RowProblem) in
                try before(item) &+ store.append(microseconds(of: value(item)))
            }
        }
    }

    /// A nullable column of points in time: microseconds in UTC.
    ///
    /// Dates are rounded to the nearest microsecond. A date more than some 292,000 years from 1970 is an error of its row.
    public static func timestamp(_ name: String, _ value: @escaping @Sendable (Item) -> Date?) -> ArrowColumn {
        ArrowColumn(name, .timestamp, nullable: true) { _, before in
            let store = NumberStore<Int64>()
            return OpenColumn(store) { (item) throws(RowProblem) in
                let bytes = try before(item)
                guard let date = value(item) else { return bytes &+ store.appendNull() }
                return try bytes &+ store.append(microseconds(of: date))
            }
        }
    }

    /// A column of calendar days, in UTC.
    ///
    /// A date more than some 5,800,000 years from 1970 is an error of its row.
    public static func date(_ name: String, _ value: @escaping @Sendable (Item) -> Date) -> ArrowColumn {
        ArrowColumn(name, .date) { _, before in
            let store = NumberStore<Int32>()
            return OpenColumn(store) { (item) throws(RowProblem) in
                try before(item) &+ store.append(days(of: value(item)))
            }
        }
    }

    /// A nullable column of calendar days, in UTC.
    ///
    /// A date more than some 5,800,000 years from 1970 is an error of its row.
    public static func date(_ name: String, _ value: @escaping @Sendable (Item) -> Date?) -> ArrowColumn {
        ArrowColumn(name, .date, nullable: true) { _, before in
            let store = NumberStore<Int32>()
            return OpenColumn(store) { (item) throws(RowProblem) in
                let bytes = try before(item)
                guard let date = value(item) else { return bytes &+ store.appendNull() }
                return try bytes &+ store.append(days(of: date))
            }
        }
    }
}

/// Microseconds since 1970.
private func microseconds(of date: Date) throws(RowProblem) -> Int64 {
    // Whole seconds are exact however far away they are; a product of all digits would not be.
    let seconds = date.timeIntervalSinceReferenceDate
    // The whole seconds whose microseconds since 1970 have 64 bits: nothing below overflows.
    guard -9_224_350_344_054...9_222_393_729_654 ~= seconds else {
        throw unfit(date, "a date within 292,000 years of 1970")
    }
    let truncated = Int64(seconds)
    let whole = Double(truncated) > seconds ? truncated &- 1 : truncated
    let fraction = Int64(((seconds - Double(whole)) * 1e6).rounded(.toNearestOrEven))
    return (whole &+ 978_307_200) &* 1_000_000 &+ fraction
}

/// Days since 1970.
private func days(of date: Date) throws(RowProblem) -> Int32 {
    let (whole, overflows) =
        Int32(exactly: (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down))?
        .addingReportingOverflow(11_323) ?? (0, true)
    guard !overflows else { throw unfit(date, "a date within 5,800,000 years of 1970") }
    return whole
}

@inline(never)
private func unfit(_ date: Date, _ expected: String) -> RowProblem {
    .unfit(expected: expected, found: "a date \(date.timeIntervalSinceReferenceDate) seconds from 2001")
}
