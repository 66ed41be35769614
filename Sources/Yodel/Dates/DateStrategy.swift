#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A date in JSON: a string, or a number as the document writes it.
public enum DateSource: Sendable, Hashable {
    /// The text of a JSON string.
    case string(String)
    /// The literal of a JSON number, digit for digit.
    case number(String)

    /// The text of the string or of the number.
    public var text: String {
        switch self {
        case .string(let text), .number(let text): text
        }
    }
}

/// How `Date` is read and written: by default as ``iso8601``.
///
/// Every strategy reads strictly: real days, real hours, the whole text. Second 60 at the end of a day in UTC, a leap
/// second, is the first second of the next day. A string where the strategy expects a number, or the reverse, is a type
/// mismatch, unless the decoder's conversions are lenient. Dates outside the years 0 to 9999 are refused in decoding and
/// encoding, except by custom closures. No strategy depends on the locale or the time zone of the machine.
///
/// The days are those of the Gregorian calendar in all years, as in ISO 8601. Foundation's strategies for ISO 8601 have
/// the Julian calendar before 15 October 1582.
public struct DateStrategy: Sendable {
    enum Kind: Sendable {
        case iso8601
        case secondsSince1970
        case millisecondsSince1970
        /// As `Date` itself is decoded: a `Double`, or one of the strings for values that JSON numbers cannot express.
        case secondsSince2001(NonConformingFloats)
        case anyKnownFormat
        case formats([DateFormat])
        case custom(
            decode: @Sendable (DateSource) throws -> Date, encode: (@Sendable (Date) throws -> DateSource)?)
    }

    let kind: Kind

    /// ISO 8601 strings: the default.
    ///
    ///     2024-02-29
    ///     2024-02-29T23:59:59Z
    ///     2024-02-29 23:59:59.123+08:00
    ///
    /// The time is optional and comes after `T`, `t` or a space; seconds and a fraction of any length are optional; the
    /// zone is `Z`, `z`, `±HH:mm`, `±HHmm`, `±HH`, or absent for UTC. Dates are written in UTC with the shortest
    /// fraction that reads back as the same date: no fraction for whole seconds, and nine digits at most. Within a
    /// hundred days of 1 January 2001, where a `Date` is more precise, the date read back is the nearest nanosecond.
    public static var iso8601: DateStrategy { DateStrategy(kind: .iso8601) }

    /// Numbers of seconds since 1970-01-01T00:00:00Z, with or without a fraction.
    public static var secondsSince1970: DateStrategy { DateStrategy(kind: .secondsSince1970) }

    /// Numbers of milliseconds since 1970-01-01T00:00:00Z, with or without a fraction.
    public static var millisecondsSince1970: DateStrategy { DateStrategy(kind: .millisecondsSince1970) }

    /// Strings in any unambiguous form; written as ``iso8601``.
    ///
    /// - ISO 8601, as ``iso8601`` reads it
    /// - RFC 7231 and RFC 2822: `Thu, 29 Feb 2024 23:59:59 GMT`, also with a numeric zone or without the weekday
    /// - C's `ctime` and similar: `Thu Feb 29 23:59:59 +0800 2024`, also without the zone
    /// - `/Date(1709222399000)/`
    ///
    /// Numbers are refused, as seconds and milliseconds look alike.
    public static var anyKnownFormat: DateStrategy { DateStrategy(kind: .anyKnownFormat) }

    /// Strings in one format.
    public static func format(_ format: DateFormat) -> DateStrategy { formats([format]) }

    /// Strings in one format, given by its pattern; a text without a zone is in UTC.
    ///
    /// - Throws: ``DateFormatError`` if the pattern is not a valid ``DateFormat``.
    public static func format(_ pattern: String) throws(DateFormatError) -> DateStrategy {
        formats([try DateFormat(pattern)])
    }

    /// Strings in the first of several formats that matches; written in the first of the list.
    ///
    /// Without formats, every date is refused.
    public static func formats(_ formats: [DateFormat]) -> DateStrategy { DateStrategy(kind: .formats(formats)) }

    /// Dates read, and optionally written, by closures.
    ///
    /// - Parameters:
    ///   - decode: Makes a date from a JSON string or number. An error that it throws becomes the underlying error.
    ///   - encode: Makes the JSON string or number. By default dates are written as ``iso8601``.
    public static func custom(
        _ decode: @escaping @Sendable (DateSource) throws -> Date,
        encode: (@Sendable (Date) throws -> DateSource)? = nil
    ) -> DateStrategy {
        DateStrategy(kind: .custom(decode: decode, encode: encode))
    }
}

extension DateStrategy {
    /// The date in a JSON string's text; nil if it is not a date.
    ///
    /// - Throws: An error of a custom closure.
    func date(fromString bytes: UnsafeBufferPointer<UInt8>) throws -> Date? {
        switch kind {
        case .iso8601: return DateText.iso8601(bytes)
        case .secondsSince1970, .millisecondsSince1970: return nil
        case .secondsSince2001(let floats):
            return floats.double(fromString: bytes).map(Date.init(timeIntervalSinceReferenceDate:))
        case .anyKnownFormat: return DateText.anyKnown(bytes)
        case .formats(let formats):
            for format in formats {
                if let date = format.date(from: bytes) { return date }
            }
            return nil
        case .custom(let decode, _): return try decode(.string(String(decoding: bytes, as: UTF8.self)))
        }
    }

    /// The date in a JSON number's literal; nil if it is not a date.
    ///
    /// - Throws: An error of a custom closure.
    func date(fromNumber bytes: UnsafeBufferPointer<UInt8>) throws -> Date? {
        switch kind {
        case .iso8601, .anyKnownFormat, .formats: nil
        case .secondsSince1970: NumberText(bytes).dateSince1970(in: .seconds)
        case .millisecondsSince1970: NumberText(bytes).dateSince1970(in: .milliseconds)
        case .secondsSince2001: NumberText(bytes).doubleInRange().map(Date.init(timeIntervalSinceReferenceDate:))
        case .custom(let decode, _): try decode(.number(String(decoding: bytes, as: UTF8.self)))
        }
    }

    var isDefault: Bool {
        if case .iso8601 = kind { true } else { false }
    }

    var isCustom: Bool {
        if case .custom = kind { true } else { false }
    }

    /// Whether some strings are dates, so that any other string has invalid content, not the wrong type.
    var readsStrings: Bool {
        switch kind {
        case .secondsSince1970, .millisecondsSince1970, .secondsSince2001: false
        case .iso8601, .anyKnownFormat, .formats, .custom: true
        }
    }

    /// Whether some numbers are dates.
    var readsNumbers: Bool {
        switch kind {
        case .secondsSince1970, .millisecondsSince1970, .secondsSince2001, .custom: true
        case .iso8601, .anyKnownFormat, .formats: false
        }
    }

    /// A document's value for `date`; nil if the strategy has none, or only an invalid number.
    ///
    /// - Throws: An error of a custom closure.
    func readableSource(from date: Date) throws -> DateSource? {
        let source = try source(from: date)
        if case .number(let text)? = source, JSONNumber(text: text) == nil { return nil }
        return source
    }

    /// The value to write for `date`; nil if the strategy cannot write it.
    ///
    /// - Throws: An error of a custom closure.
    func source(from date: Date) throws -> DateSource? {
        switch kind {
        case .iso8601, .anyKnownFormat, .custom(_, nil): DateText.iso8601String(date).map(DateSource.string)
        case .secondsSince1970: DateText.epochNumber(date, in: .seconds).map(DateSource.number)
        case .millisecondsSince1970: DateText.epochNumber(date, in: .milliseconds).map(DateSource.number)
        case .secondsSince2001: JSONNumber(date.timeIntervalSinceReferenceDate).map { .number($0.text) }
        case .formats(let formats): formats.first?.string(from: date).map(DateSource.string)
        case .custom(_, let encode?): try encode(date)
        }
    }
}

extension Date {
    /// The date in errors: Foundation's own description traps on dates outside its calendar.
    var textForErrors: String { "\(timeIntervalSinceReferenceDate) seconds from 2001" }
}
