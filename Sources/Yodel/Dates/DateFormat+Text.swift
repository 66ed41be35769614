#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DateFormat {
    /// Reads a date from a text; returns nil if the text is not in this format or is not a real date.
    ///
    /// Dates outside the years 0 to 9999 in UTC are refused.
    public func date(from text: String) -> Date? { withBytes(of: text) { date(from: $0) } }

    /// Writes `date` in this format; returns nil if it is outside the years 0 to 9999.
    ///
    /// Units smaller than the format's smallest are truncated, never rounded up.
    public func string(from date: Date) -> String? {
        guard let time = CivilTime(date, offset: secondsFromGMT), let day = time.daysSince1970 else { return nil }
        var text: [UInt8] = []
        for field in fields {
            switch field {
            case .literal(let bytes): text += bytes
            case .year: text.append(time.year, digits: 4)
            case .month(let padding): text.append(time.month, padding)
            case .monthName(let length): text.append(name: CivilTime.monthNames[time.month &- 1], length)
            case .day(let padding): text.append(time.day, padding)
            case .weekday(let length): text.append(name: CivilTime.weekdayNames[CivilTime.weekday(ofDay: day)], length)
            case .hour(let padding): text.append(time.hour, padding)
            case .halfDayHour(let padding): text.append((time.hour &+ 11) % 12 &+ 1, padding)
            case .halfDay: text += time.hour < 12 ? "AM".utf8 : "PM".utf8
            case .minute: text.append(time.minute, digits: 2)
            case .second: text.append(time.second, digits: 2)
            case .fraction(let digits): text.append(time.fraction.digits(digits), digits: digits)
            case .zone(let form): text.append(offset: secondsFromGMT, form)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a date from borrowed UTF-8.
    func date(from bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var cursor = TextCursor(bytes)
        var reading = Reading()
        reading.time.offset = secondsFromGMT
        for field in fields {
            guard reading.read(field, from: &cursor) else { return nil }
        }
        return cursor.isAtEnd ? reading.date : nil
    }
}

/// The parts of a date that have been read so far.
private struct Reading {
    var time = CivilTime()
    private var weekday: Int?
    private var isAfternoon: Bool?
    private var countsHalfDays = false

    mutating func read(_ field: DateFormat.Component, from cursor: inout TextCursor) -> Bool {
        switch field {
        case .literal(let bytes): return cursor.skip(bytes)
        case .year: return Self.store(cursor.number(digits: 4), in: &time.year)
        case .month(let padding): return Self.store(cursor.number(padding), in: &time.month)
        case .monthName(let length):
            let month = cursor.index(of: CivilTime.monthNames, DateText.monthAbbreviations, length)
            return Self.store(month.map { $0 &+ 1 }, in: &time.month)
        case .day(let padding): return Self.store(cursor.number(padding), in: &time.day)
        case .weekday(let length):
            weekday = cursor.index(of: CivilTime.weekdayNames, DateText.weekdayAbbreviations, length)
            return weekday != nil
        case .hour(let padding): return Self.store(cursor.number(padding), in: &time.hour)
        case .halfDayHour(let padding):
            countsHalfDays = true
            return Self.store(cursor.number(padding), in: &time.hour) && 1...12 ~= time.hour
        case .halfDay:
            isAfternoon = cursor.isAfternoon()
            return isAfternoon != nil
        case .minute: return Self.store(cursor.number(digits: 2), in: &time.minute)
        case .second: return Self.store(cursor.number(digits: 2), in: &time.second)
        case .fraction(let digits):
            time.fraction.digitCount = digits
            return Self.store(cursor.number(digits: digits), in: &time.fraction.numerator)
        case .zone: return cursor.readZone(into: &time)
        }
    }

    private static func store(_ value: Int?, in place: inout Int) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    /// The date; nil if the parts contradict each other.
    var date: Date? {
        var time = time
        if let isAfternoon {
            if countsHalfDays {
                time.hour = time.hour % 12 &+ (isAfternoon ? 12 : 0)
            } else if isAfternoon != (time.hour >= 12) {
                return nil
            }
        }
        return time.date(onWeekday: weekday)
    }
}

extension TextCursor {
    fileprivate mutating func number(_ padding: DateFormat.Padding) -> Int? {
        padding == .twoDigits ? number(digits: 2) : number(upTo: 2)
    }

    /// Reads one of the names, or its abbreviation if that is the length, and returns its index.
    fileprivate mutating func index(
        of names: [String], _ abbreviations: StaticString, _ length: DateFormat.NameLength
    ) -> Int? {
        guard let index = abbreviation(in: abbreviations) else { return nil }
        return length == .short || skipName(names[index].utf8.dropFirst(3)) ? index : nil
    }

    /// Reads `AM` or `PM`.
    fileprivate mutating func isAfternoon() -> Bool? {
        if skip("P") || skip("p") { return skip("M") || skip("m") ? true : nil }
        guard skip("A") || skip("a"), skip("M") || skip("m") else { return nil }
        return false
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int, _ padding: DateFormat.Padding) {
        append(number, digits: padding == .twoDigits || number > 9 ? 2 : 1)
    }

    fileprivate mutating func append(name: String, _ length: DateFormat.NameLength) {
        switch length {
        case .short: self += name.utf8.prefix(3)
        case .full: self += name.utf8
        }
    }

    fileprivate mutating func append(offset: Int, _ form: DateFormat.ZoneForm) {
        if form == .name {
            self += "GMT".utf8
            return
        }
        if offset == 0, form != .basic {
            append(UInt8(ascii: "Z"))
            return
        }
        let minutes = Int(offset.magnitude) / 60
        append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        append(minutes / 60, digits: 2)
        if form == .hoursOrZ, minutes % 60 == 0 { return }
        if form == .extendedOrZ { append(UInt8(ascii: ":")) }
        append(minutes % 60, digits: 2)
    }
}
