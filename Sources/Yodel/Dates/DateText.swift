#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads and writes the date forms of JSON feeds, without a formatter, a locale or a time zone database.
///
/// Every form is strict: real days, real hours, the whole text. A text without a zone is in UTC.
enum DateText {
    /// The date of an ISO 8601 text: see ``DateStrategy/iso8601``.
    static func iso8601(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var cursor = TextCursor(bytes)
        var time = CivilTime()
        guard cursor.readCalendarDate(into: &time) else { return nil }
        if cursor.isAtEnd { return time.date() }
        guard cursor.skip("T") || cursor.skip("t") || cursor.skip(" "), cursor.readClock(into: &time),
            cursor.isAtEnd || cursor.readOffset(into: &time), cursor.isAtEnd
        else { return nil }
        return time.date()
    }
}

extension TextCursor {
    /// Reads `2024-02-29`.
    mutating func readCalendarDate(into time: inout CivilTime) -> Bool {
        guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
            let day = number(digits: 2)
        else { return false }
        time.year = year
        time.month = month
        time.day = day
        return true
    }

    /// Reads `23:59`, `23:59:59` or `23:59:59.123`.
    mutating func readClock(into time: inout CivilTime) -> Bool {
        guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2) else { return false }
        time.hour = hour
        time.minute = minute
        guard skip(":") else { return true }
        guard let second = number(digits: 2) else { return false }
        time.second = second
        guard skip(".") else { return true }
        guard isAtDigit else { return false }
        while let digit = digit() { time.fraction.append(digit) }
        return true
    }

    /// Reads `Z`, `+08`, `+0800` or `+08:00`, up to 23:59 in either direction.
    mutating func readOffset(into time: inout CivilTime) -> Bool {
        if skip("Z") || skip("z") {
            time.offset = 0
            return true
        }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(digits: 2), hours < 24 else { return false }
        var minutes = 0
        if skip(":") || isAtDigit {
            guard let number = number(digits: 2), number < 60 else { return false }
            minutes = number
        }
        let seconds = hours &* 3_600 &+ minutes &* 60
        time.offset = isWest ? 0 &- seconds : seconds
        return true
    }

    /// Reads `GMT`, `UTC`, `UT`, or an offset.
    mutating func readZone(into time: inout CivilTime) -> Bool {
        for name: StaticString in ["gmt", "utc", "ut"] {
            var attempt = self
            if attempt.skipName(Self.bytes(of: name)) {
                self = attempt
                time.offset = 0
                return true
            }
        }
        return readOffset(into: &time)
    }
}
