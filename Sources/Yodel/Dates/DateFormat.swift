/// A date format in the letters of `DateFormatter`, read and written without one.
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
/// Any other letter is an error when the format is made. Characters that are not letters stand for themselves.
///
/// Reading is strict: the whole text, real days, the right weekday, all digits of the pattern. There are two
/// exceptions: names match in either case, and a zone may be any of `Z`, `+08`, `+0800`, `+08:00`, `GMT` and `UTC`.
/// Parts that a format does not mention are those of 1970-01-01T00:00:00.
///
/// Names are English; the calendar is the Gregorian one; the time zone is UTC unless ``secondsFromGMT`` or the text
/// says otherwise.
///
/// ```swift
/// let format = try DateFormat("dd.MM.yyyy HH:mm")
/// format.string(from: format.date(from: "29.02.2024 23:59")!)   // "29.02.2024 23:59"
/// ```
public struct DateFormat: Sendable, Hashable {
    /// The pattern this format was made from.
    public let pattern: String

    /// The time zone for writing, and for reading texts without a zone: seconds east of UTC, 0 by default.
    public let secondsFromGMT: Int

    let fields: [Component]

    /// Makes a format from a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The letters above, quoted text, and anything that is not a letter.
    ///   - secondsFromGMT: The time zone for writing, and for reading texts without a zone. By default UTC.
    /// - Throws: ``DateFormatError`` if a letter is not supported, occurs twice, or lacks the letter it needs (`hh`
    ///   without `a`), if a quote is not closed, if the pattern has no field, and if the zone is not in whole minutes,
    ///   is not within 23:59 of UTC, or differs from UTC although `z` can only write `GMT`.
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

    /// How an offset is written; reading accepts every form.
    enum ZoneForm: Sendable { case basic, basicOrZ, hoursOrZ, extendedOrZ, name }
}

/// Why a pattern is not a ``DateFormat``.
public struct DateFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The invalid pattern.
    public let pattern: String

    /// The offset in the pattern of the character that is wrong, counted from 0.
    public let position: Int

    /// The pattern letter at ``position``; nil if the character is not a letter.
    public let letter: Character?

    /// What is wrong, as a sentence.
    public let description: String
}
