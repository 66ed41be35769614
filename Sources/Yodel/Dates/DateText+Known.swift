#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DateText {
    /// The date of a text in any unambiguous form: see ``DateStrategy/anyKnownFormat``.
    ///
    /// Names of days and months are English, in either case; a weekday that does not match the date is refused.
    /// Two-digit years and `02/03/2024` are ambiguous and are refused too.
    static func anyKnown(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        let cursor = TextCursor(bytes)
        guard let first = cursor.next else { return nil }
        if TextCursor.isDigit(first) { return iso8601(bytes) ?? mail(cursor, weekday: nil) }
        if first == UInt8(ascii: "/") { return milliseconds(cursor) }

        var named = cursor
        guard let weekday = named.abbreviation(in: weekdayAbbreviations) else { return nil }
        if named.skip(",") { return named.skip(" ") ? mail(named, weekday: weekday) : nil }
        return named.skip(" ") ? ctime(named, weekday: weekday) : nil
    }

    /// Reads `29 Feb 2024 23:59:59 GMT`; the seconds may be missing.
    private static func mail(_ start: TextCursor, weekday: Int?) -> Date? {
        var cursor = start
        var time = CivilTime()
        guard cursor.readDayOfMonth(into: &time), cursor.skip(" "),
            let month = cursor.abbreviation(in: monthAbbreviations), cursor.skip(" "),
            let year = cursor.number(digits: 4), cursor.skip(" "),
            cursor.readClock(into: &time), cursor.skip(" "), cursor.readZone(into: &time), cursor.isAtEnd
        else { return nil }
        time.month = month &+ 1
        time.year = year
        return time.date(onWeekday: weekday)
    }

    /// Reads `Feb 29 23:59:59 +0800 2024`; the zone may be missing.
    private static func ctime(_ start: TextCursor, weekday: Int) -> Date? {
        var cursor = start
        var time = CivilTime()
        guard let month = cursor.abbreviation(in: monthAbbreviations), cursor.skip(" "),
            cursor.readDayOfMonth(into: &time), cursor.skip(" "),
            cursor.readClock(into: &time), cursor.skip(" "),
            cursor.isAtDigit || (cursor.readZone(into: &time) && cursor.skip(" ")),
            let year = cursor.number(digits: 4), cursor.isAtEnd
        else { return nil }
        time.month = month &+ 1
        time.year = year
        return time.date(onWeekday: weekday)
    }

    /// Reads `/Date(1709222399000+0800)/`: milliseconds since 1970; the offset says nothing about the moment.
    private static func milliseconds(_ start: TextCursor) -> Date? {
        var cursor = start
        var ignored = CivilTime()
        guard cursor.skip(TextCursor.bytes(of: "/Date(")) else { return nil }
        let isNegative = cursor.skip("-")
        guard let magnitude = cursor.number(upTo: 18),
            cursor.next == UInt8(ascii: ")") || cursor.readOffset(into: &ignored),
            cursor.skip(TextCursor.bytes(of: ")/")), cursor.isAtEnd
        else { return nil }
        let fraction = DecimalFraction(numerator: magnitude % 1_000, digitCount: 3)
        var moment = DecimalSeconds(seconds: magnitude / 1_000, fraction: fraction)
        if isNegative { moment.negate() }
        return Date(since1970: moment)
    }

    static let weekdayAbbreviations: StaticString = "sunmontuewedthufrisat"
    static let monthAbbreviations: StaticString = "janfebmaraprmayjunjulaugsepoctnovdec"
}

extension TextCursor {
    /// Reads a day of one or two digits; a single digit may have a space before it.
    mutating func readDayOfMonth(into time: inout CivilTime) -> Bool {
        guard let day = skip(" ") ? digit() : number(upTo: 2) else { return false }
        time.day = day
        return true
    }
}
