#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Transform where JSON == JSONScalar, Value == Date {
    /// Dates by a strategy; it overrides the decoder's ``ModelDecoder/dates``.
    public static func date(_ strategy: DateStrategy) -> Transform {
        var transform = Transform {
            try date(of: $0, strategy)
        } encode: {
            try scalar(of: $0, strategy)
        }
        transform.direct = direct(strategy)
        return transform
    }

    /// A fast path that leaves every error to the closures; strategies of clients are called only by these, once.
    private static func direct(_ strategy: DateStrategy) -> DirectTransform {
        let isCustom = strategy.isCustom
        return DirectTransform { scalar, target in
            let date: Date? =
                switch scalar {
                case .number(let text) where !isCustom: try? strategy.date(fromNumber: text.bytes)
                case .string(let bytes) where !isCustom: try? strategy.date(fromString: bytes)
                case .date(let date): date
                case .null, .bool, .number, .string, .data, .unusable: nil
                }
            guard let date else { return false }
            target.initializeMemory(as: Date.self, to: date)
            return true
        } write: { value, room in
            let date = value.assumingMemoryBound(to: Date.self).pointee
            guard case .secondsSince1970 = strategy.kind, let moment = date.since1970, moment.fraction.numerator == 0
            else { return nil }
            return .number(NumberText(start: room, count: putDigits(of: moment.seconds, at: room) - room))
        }
    }

    /// Dates as strings in one format.
    public static func date(_ format: DateFormat) -> Transform { date(.format(format)) }

    /// Dates as numbers of seconds since 1970-01-01T00:00:00Z, with or without a fraction.
    public static var secondsSince1970: Transform { date(.secondsSince1970) }

    /// Dates as numbers of milliseconds since 1970-01-01T00:00:00Z, with or without a fraction.
    public static var millisecondsSince1970: Transform { date(.millisecondsSince1970) }

    /// The name that ``secondsSince1970`` had in 0.1.
    @available(*, deprecated, renamed: "secondsSince1970")
    public static var epochSeconds: Transform { secondsSince1970 }

    /// The name that ``millisecondsSince1970`` had in 0.1.
    @available(*, deprecated, renamed: "millisecondsSince1970")
    public static var epochMilliseconds: Transform { millisecondsSince1970 }

    private static func date(of scalar: JSONScalar, _ strategy: DateStrategy) throws -> Date {
        var date: Date?
        switch scalar {
        case .bool: break
        case .number(let number): date = try withBytes(of: number.text) { try strategy.date(fromNumber: $0) }
        case .string(let text): date = try withBytes(of: text) { try strategy.date(fromString: $0) }
        }
        if let date { return date }
        throw UnusableValue(
            expected: "Date", found: scalar.found, hint: strategy.reading.map { "the transform's \($0)" })
    }

    private static func scalar(of date: Date, _ strategy: DateStrategy) throws -> JSONScalar {
        switch try strategy.source(from: date) {
        case .string(let text): return .string(text)
        case .number(let text):
            if let number = JSONNumber(text: text) { return .number(number) }
        case nil: break
        }
        throw UnusableValue(expected: "a date that the transform can write", found: date.textForErrors)
    }
}
