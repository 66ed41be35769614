#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A moment in calendar and clock fields: proleptic Gregorian, with an offset from UTC.
///
/// The fields hold what a text says; ``date(onWeekday:)`` checks them. Years are 0 to 9999, which four digits can write,
/// so that every date that was read can be written again.
struct CivilTime {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var fraction = DecimalFraction()
    /// Seconds east of UTC.
    var offset = 0

    /// 1970-01-01 was a Thursday; Sunday is 0.
    static func weekday(ofDay day: Int) -> Int { (day % 7 &+ 11) % 7 }

    static let weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Days from 1970-01-01 to this day; nil if the calendar has no such day.
    var daysSince1970: Int? {
        guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day, day <= 28 || day <= daysInMonth else { return nil }
        // A year that starts in March ends with the leap day; adding 400 years keeps it positive.
        let marchYear = year &+ 400 &- (month < 3 ? 1 : 0)
        let marchMonth = (month &+ 9) % 12
        let dayOfYear = (153 &* marchMonth &+ 2) / 5 &+ day &- 1
        return 365 &* marchYear &+ marchYear / 4 &- marchYear / 100 &+ marchYear / 400 &+ dayOfYear &- Self.epochDay
    }

    /// The moment; nil if a field is out of range, the day is not the given weekday, or the moment is outside the years
    /// 0 to 9999 in UTC.
    ///
    /// Second 60 is a leap second: it must end a day of UTC, and becomes the first moment of the next.
    func date(onWeekday weekday: Int? = nil) -> Date? {
        guard let day = daysSince1970, weekday == nil || weekday == Self.weekday(ofDay: day), 0...23 ~= hour,
            0...59 ~= minute, 0...60 ~= second
        else { return nil }
        let seconds = day &* 86_400 &+ hour &* 3_600 &+ minute &* 60 &+ second &- offset
        guard second < 60 || seconds % 86_400 == 0 else { return nil }
        return Date(since1970: DecimalSeconds(seconds: seconds, fraction: fraction))
    }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// 1970-01-01, in days since March 1st of the year 400 before year 0.
    private static let epochDay = 719_468 &+ 146_097
}

extension CivilTime {
    /// The calendar and clock fields of `date` at `offset` seconds east of UTC; nil outside the years 0 to 9999 there.
    init?(_ date: Date, offset: Int) {
        guard let moment = date.since1970 else { return nil }
        let local = moment.seconds &+ offset
        let day = local / 86_400 &- (local % 86_400 < 0 ? 1 : 0)
        let secondOfDay = local &- day &* 86_400

        let marchDay = day &+ Self.epochDay
        guard marchDay >= 0 else { return nil }
        let era = marchDay / 146_097
        let dayOfEra = marchDay % 146_097
        let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let marchMonth = (5 &* dayOfYear &+ 2) / 153
        month = marchMonth < 10 ? marchMonth &+ 3 : marchMonth &- 9
        self.day = dayOfYear &- (153 &* marchMonth &+ 2) / 5 &+ 1
        year = era &* 400 &+ yearOfEra &- 400 &+ (month < 3 ? 1 : 0)
        guard 0...9999 ~= year else { return nil }

        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        fraction = moment.fraction
        self.offset = offset
    }
}
