#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import CYodelKernels

/// Seconds with a decimal fraction, as texts and numbers write them.
///
/// The fraction is added to the seconds even if they are negative: -1.25 is -2 and 0.75.
struct DecimalSeconds: Equatable {
    var seconds: Int
    var fraction = DecimalFraction()

    mutating func negate() {
        seconds = 0 &- seconds
        guard fraction.numerator > 0 else { return }
        seconds &-= 1
        fraction.numerator = fraction.denominator &- fraction.numerator
    }
}

/// A fraction of one second: `numerator / denominator`, where the denominator is a power of ten.
struct DecimalFraction: Equatable {
    var numerator = 0
    /// The number of digits after the point, 18 at most.
    var digitCount = 0

    fileprivate var denominator: Int { Self.powerOfTen(digitCount) }

    private static func powerOfTen(_ exponent: Int) -> Int { Int(truncatingIfNeeded: yodel_power_of_ten(exponent)) }

    /// Appends the next digit, or drops the nineteenth, which is beyond the precision of any date's text.
    mutating func append(_ digit: Int) {
        guard digitCount < 18 else { return }
        numerator = numerator &* 10 &+ digit
        digitCount &+= 1
    }

    /// The first `count` digits as an integer, padded with zeros.
    func digits(_ count: Int) -> Int {
        count < digitCount
            ? numerator / Self.powerOfTen(digitCount &- count) : numerator &* Self.powerOfTen(count &- digitCount)
    }

    /// The fraction without its first `count` digits: 0.4 for 0.1234 without three.
    func dropping(_ count: Int) -> DecimalFraction {
        let rest = max(digitCount &- count, 0)
        return DecimalFraction(numerator: numerator % Self.powerOfTen(rest), digitCount: rest)
    }

    /// The sum of `whole`, which is an integer, and this fraction.
    ///
    /// Below zero, the rest is subtracted from the next integer, so that no bit is lost in -1 + 0.9.
    fileprivate func added(to whole: Double) -> Double {
        if numerator == 0 { return whole }
        let scale = Double(denominator)
        return whole < 0 ? whole + 1 - Double(denominator &- numerator) / scale : whole + Double(numerator) / scale
    }
}

extension Date {
    /// Creates the date this long after the start of 1970; nil outside the years 0 to 9999.
    ///
    /// A `Date` counts from 2001: moving the origin while the seconds are still an integer keeps every bit of the
    /// fraction that the `Date` can hold.
    init?(since1970 moment: DecimalSeconds) {
        guard Self.fourDigitYears ~= moment.seconds else { return nil }
        let whole = Double(moment.seconds &- Self.secondsFrom1970To2001)
        // A fraction close to one may round up to it; the result is then the last moment in range.
        let end = Double(Self.fourDigitYears.upperBound &- Self.secondsFrom1970To2001)
        self.init(timeIntervalSinceReferenceDate: min(moment.fraction.added(to: whole), end.nextDown))
    }

    /// The time from 1970 to this date, with the shortest fraction of up to nine digits that reads back as this date.
    ///
    /// A date that needs more than nine digits (only within about a hundred days of 2001) gets the nearest nine, without
    /// zeros at the end. Nil outside the years 0 to 9999.
    var since1970: DecimalSeconds? {
        let interval = timeIntervalSinceReferenceDate
        guard abs(interval) < 1e12 else { return nil }
        let whole = interval.rounded(.down)
        let part = interval - whole
        var seconds = Int(whole) &+ Self.secondsFrom1970To2001
        var fraction = DecimalFraction()
        while true {
            fraction.numerator = Int((part * Double(fraction.denominator)).rounded())
            if fraction.added(to: whole) == interval || fraction.digitCount == 9 { break }
            fraction.digitCount &+= 1
        }
        // The nearest nine digits of a date that needs more may end in zeros.
        while fraction.digitCount > 0, fraction.numerator % 10 == 0 {
            fraction.numerator /= 10
            fraction.digitCount &-= 1
        }
        if fraction.numerator == fraction.denominator {
            seconds = seconds &+ 1
            fraction = DecimalFraction()
        }
        return Self.fourDigitYears ~= seconds ? DecimalSeconds(seconds: seconds, fraction: fraction) : nil
    }

    private static var secondsFrom1970To2001: Int { 978_307_200 }

    /// From 0000-01-01T00:00:00Z up to, but not including, the second after 9999-12-31T23:59:59Z.
    private static var fourDigitYears: Range<Int> { -62_167_219_200..<253_402_300_800 }
}

extension NumberText {
    /// The date this long after the start of 1970; nil outside the years 0 to 9999 and for text that is not a number.
    func dateSince1970(in unit: EpochUnit) -> Date? {
        // Most are whole seconds, with fewer digits than the limit of any date.
        if unit == .seconds, count <= 12, let seconds = int64() {
            return Date(since1970: DecimalSeconds(seconds: Int(seconds)))
        }
        return SignificantDigits(self)?.dateSince1970(in: unit)
    }
}

extension SignificantDigits {
    /// The date this long after the start of 1970, from the digits themselves: a Double would lose some of them.
    func dateSince1970(in unit: EpochUnit) -> Date? {
        let place = magnitude &- unit.rawValue
        guard place <= 12 else { return nil }
        let wholeCount = max(place, 0)
        var moment = DecimalSeconds(seconds: Int(truncatingIfNeeded: number(0..<wholeCount)))
        // Zeros come first if the point is before the first digit; digits after 18 places are dropped.
        for _ in max(place, -18)..<wholeCount { moment.fraction.append(0) }
        for index in wholeCount..<max(min(count, wholeCount &+ 18), wholeCount) {
            moment.fraction.append(Int(truncatingIfNeeded: number(index..<index &+ 1)))
        }
        if isNegative { moment.negate() }
        return Date(since1970: moment)
    }
}
