/// A date format spelled out with the letters of `DateFormatter`, read and written without one.
///
/// | letters | meaning | letters | meaning |
/// |---|---|---|---|
/// | `yyyy` | year, four digits | `HH` `H` | hour 0–23, two digits or as many as it takes |
/// | `MM` `M` | month, two digits or as many as it takes | `hh` `h` | hour 1–12, together with `a` |
/// | `MMM` `MMMM` | month, `Feb` or `February` | `a` | `AM` or `PM` |
/// | `dd` `d` | day, two digits or as many as it takes | `mm` | minute |
/// | `EEE` `EEEE` | weekday, `Thu` or `Thursday` | `ss` | second |
/// | `Z` | offset, `+0800` | `S` … `SSSSSSSSS` | that many digits of the fraction |
/// | `ZZZZZ` `XXX` | offset, `Z` or `+08:00` | `X` `XX` | offset, `Z` or `+08`, `Z` or `+0800` |
/// | `z` | `GMT` | `'…'` | the text between the quotes; `''` is one quote |
///
/// Any other letter is refused when the format is made. What is not a letter stands for itself.
///
/// Reading is strict: the whole text, real days, the right weekday, all digits asked for. Only two things are taken
/// as they come: names match in either case, and where the format has a zone, any of `Z`, `+08`, `+0800`, `+08:00`,
/// `GMT` and `UTC` will do. What a format does not mention is taken from 1970-01-01T00:00:00.
///
/// Names are English; the calendar is the Gregorian one; the time zone is UTC unless ``secondsFromGMT`` says otherwise
/// or the text does.
///
/// ```swift
/// let format = try DateFormat("dd.MM.yyyy HH:mm")
/// format.string(from: format.date(from: "29.02.2024 23:59")!)   // "29.02.2024 23:59"
/// ```
public struct DateFormat: Sendable, Hashable {
    /// The pattern this format was made from.
    public let pattern: String

    /// The zone that texts are written in, and read in when they name none: seconds east of UTC, 0 by default.
    public let secondsFromGMT: Int

    let fields: [Component]

    /// Makes a format from a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The letters above, quoted text, and anything that is not a letter.
    ///   - secondsFromGMT: The zone of texts that name none, and of those that are written. By default UTC.
    /// - Throws: ``DateFormatError`` when a letter is not supported, is there twice, or cannot do its work (`hh` without
    ///   `a`), when a quote is not closed, when the pattern holds no field, and when the zone is not whole minutes or
    ///   not within 23:59 of UTC, or is not UTC where `z` can only write `GMT`.
    public init(_ pattern: String, secondsFromGMT: Int = 0) throws(DateFormatError) {
        var compiler = Compiler(pattern: pattern)
        fields = try compiler.compile(secondsFromGMT: secondsFromGMT)
        self.pattern = pattern
        self.secondsFromGMT = secondsFromGMT
    }

    /// One piece of a pattern.
    enum Component: Sendable, Hashable {
        case literal([UInt8])
        case year
        case month(Padding)
        case monthName(NameLength)
        case day(Padding)
        case weekday(NameLength)
        case hour(Padding)
        case halfDayHour(Padding)
        case halfDay
        case minute
        case second
        case fraction(digits: Int)
        case zone(ZoneForm)
    }

    enum Padding: Sendable { case twoDigits, none }

    enum NameLength: Sendable { case short, full }

    /// How an offset is written; what is read does not depend on it.
    enum ZoneForm: Sendable { case basic, basicOrZ, hoursOrZ, extendedOrZ, name }
}

/// Why a pattern is not a ``DateFormat``.
public struct DateFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern that was refused.
    public let pattern: String

    /// The character of the pattern that it was refused for, counted from 0.
    public let position: Int

    /// The pattern letter at ``position``, nil where the trouble is not a letter.
    public let letter: Character?

    /// What is wrong, as a sentence.
    public let description: String
}
