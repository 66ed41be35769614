import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("ISO 8601 dates")
struct ISO8601DateTests {
    @Test(
        "The accepted forms",
        arguments: [
            ("1970-01-01", 0), ("2001-01-01", 978_307_200), ("2024-02-29", 1_709_164_800),
            ("2024-02-29T23:59", 1_709_251_140), ("2024-02-29t23:59", 1_709_251_140),
            ("2024-02-29 23:59", 1_709_251_140), ("2024-02-29T23:59Z", 1_709_251_140),
            ("2024-02-29T23:59:59", 1_709_251_199), ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("2024-02-29T23:59:59z", 1_709_251_199), ("2024-02-29T23:59:59+00:00", 1_709_251_199),
            ("2024-02-29T23:59:59-00:00", 1_709_251_199), ("2024-02-29T23:59:59+08:00", 1_709_222_399),
            ("2024-02-29T23:59:59+0800", 1_709_222_399), ("2024-02-29T23:59:59+08", 1_709_222_399),
            ("2024-02-29T23:59:59-0330", 1_709_263_799), ("2024-02-29T23:59-03:30", 1_709_263_740),
            ("2024-02-29 23:59:59.5", 1_709_251_199.5), ("2024-02-29T23:59:59.500+0800", 1_709_222_399.5),
            ("1969-12-31T23:59:59.75Z", -0.25), ("0000-01-01T00:00:00Z", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("1582-10-10", -12_219_724_800),
        ] as [(String, Double)])
    func forms(text: String, seconds: Double) {
        #expect(iso8601(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "Days and times that do not exist",
        arguments: [
            "2023-02-29", "1900-02-29", "2100-02-29", "2024-02-30", "2024-04-31", "2024-06-31", "2024-09-31",
            "2024-11-31", "2024-01-32", "2024-00-10", "2024-13-10", "2024-01-00", "2024-01-01T24:00:00Z",
            "2024-01-01T23:60:00Z", "2024-01-01T23:59:61Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+23:60",
            "2024-01-01T00:00:00-99:99", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
        ])
    func unreal(text: String) {
        #expect(iso8601(text) == nil)
    }

    @Test(
        "Texts in another form",
        arguments: [
            "", "2", "2024", "2024-02", "2024-2-29", "24-02-29", "20240229", "2024/02/29", "2024-02-29Z", "2024-02-29T",
            "2024-02-29T23", "2024-02-29T2359", "2024-02-29T23:5", "2024-02-29T23:59:", "2024-02-29T23:59:5",
            "2024-02-29T23:59:59.", "2024-02-29T23:59:59.Z", "2024-02-29T23:59:59,5Z", "2024-02-29T23:59.5Z",
            "2024-02-29T23:59:59+", "2024-02-29T23:59:59+8", "2024-02-29T23:59:59+080", "2024-02-29T23:59:59+08:",
            "2024-02-29T23:59:59+08:0", "2024-02-29T23:59:59+08:000", "2024-02-29T23:59:59ZZ", "2024-02-29T23:59:59 Z",
            "2024-02-29T23:59:59GMT", " 2024-02-29", "2024-02-29 ", "2024-02-29  23:59", "2024-02-29_23:59",
            "-2024-02-29", "+2024-02-29", "12024-02-29", "2024-02-29T23:59:59Z\u{0}", "２０２４-02-29", "2024‐02‐29",
            "2024-02-29T23:59:59−08:00", "1709251199", "null",
        ])
    func otherForms(text: String) {
        #expect(iso8601(text) == nil)
    }

    @Test("Second 60 is a leap second: the last of a day in UTC, and the first moment of the next")
    func leapSecond() {
        let newYear = Date(timeIntervalSince1970: 1_483_228_800)
        #expect(iso8601("2016-12-31T23:59:60Z") == newYear)
        #expect(iso8601("2016-12-31T15:59:60-08:00") == newYear)
        #expect(iso8601("2017-01-01T05:29:60+05:30") == newYear)
        #expect(iso8601("2016-12-31T23:59:60.5Z") == newYear + 0.5)
        #expect(iso8601("2016-12-31T22:59:60Z") == nil)
        #expect(iso8601("2016-12-31T23:58:60Z") == nil)
        #expect(iso8601("2016-12-31T23:59:60+01:00") == nil)
        #expect(iso8601("9999-12-31T23:59:60Z") == nil)
    }

    @Test(
        "The calendar: each day follows the one before, through 400 years and at both ends", arguments: [0, 1800, 9599])
    func calendar(firstYear: Int) {
        var time = CivilTime()
        time.year = firstYear
        var expected = time.daysSince1970
        for year in firstYear...firstYear + 400 {
            let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
            for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...days {
                    time.year = year
                    time.month = month + 1
                    time.day = day
                    guard let number = time.daysSince1970, number == expected, let date = time.date(),
                        let back = CivilTime(date, offset: 0),
                        (back.year, back.month, back.day) == (year, month + 1, day)
                    else {
                        Issue.record("\(year)-\(month + 1)-\(day)")
                        return
                    }
                    expected = number + 1
                }
                time.day = days + 1
                #expect(time.daysSince1970 == nil)
            }
        }
    }

    @Test("The calendar ends with four-digit years, in every zone")
    func calendarEnds() {
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        let first = Date(timeIntervalSince1970: -62_167_219_200)
        #expect(CivilTime(last, offset: 0)?.year == 9999)
        #expect(CivilTime(last, offset: 60) == nil)
        #expect(CivilTime(last + 1, offset: 0) == nil)
        #expect(CivilTime(first, offset: 0)?.year == 0)
        #expect(CivilTime(first, offset: -60) == nil)
        #expect(CivilTime(first - 1, offset: 0) == nil)
    }

    @Test("A fraction is kept as exactly as a Date can")
    func fractions() {
        let second = Date(timeIntervalSinceReferenceDate: 0)
        #expect(iso8601("2001-01-01T00:00:00.1Z") == second + 0.1)
        #expect(iso8601("2001-01-01T00:00:00.123456789Z") == second + 0.123456789)
        #expect(iso8601("2001-01-01T00:00:00.000000000000001Z") == second + 1e-15)
        #expect(iso8601("2001-01-01T00:00:00.123456789012345678Z") == second + 0.123456789012345678)
        #expect(iso8601("2001-01-01T00:00:00.50000000000000000000000000000000000001Z") == second + 0.5)
        #expect(iso8601("2000-12-31T23:59:59.9Z") == second + -0.1)
        #expect(iso8601("2024-02-29T23:59:59.123456Z")?.timeIntervalSinceReferenceDate == 730_943_999.123456)
        let digits = String(repeating: "9", count: 10_000)
        #expect(iso8601("2001-01-01T00:00:00.\(digits)Z") == second + 1)
    }

    @Test("The last moments of the calendar are the last Date before its end")
    func lastMoments() throws {
        let last = Date(timeIntervalSinceReferenceDate: (252_423_993_600 as Double).nextDown)
        for fraction in ["9999999", "99999", "999999999", String(repeating: "9", count: 10_000)] {
            #expect(iso8601("9999-12-31T23:59:59.\(fraction)Z") == last)
        }
        #expect(iso8601("9999-12-31T23:59:59.9999Z") == Date(timeIntervalSinceReferenceDate: 252_423_993_599.9999))
        #expect(try iso8601(#require(DateText.iso8601String(last))) == last)
        #expect(iso8601("9999-12-31T23:59:60Z") == nil)
    }

    @Test("The output reads back as the same date, and the same text")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 5)
        for places in [0, 1, 2, 3, 4, 5, 6] {
            for _ in 0..<2_000 {
                let years = places > 3 ? -2_000_000_000...4_000_000_000 : -62_167_219_200...253_402_300_799
                let seconds = Int.random(in: years, using: &generator)
                let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][places]
                let numerator = Int.random(in: 0..<scale, using: &generator)
                let fraction = DecimalFraction(numerator: numerator, digitCount: places)
                let date = try #require(Date(since1970: DecimalSeconds(seconds: seconds, fraction: fraction)))
                let text = try #require(DateText.iso8601String(date))
                #expect(iso8601(text) == date, "\(text)")

                let whole = try #require(DateText.iso8601String(Date(timeIntervalSince1970: Double(seconds))))
                    .dropLast()
                let digits = String(String(scale + numerator).dropFirst())
                let significant = digits.trimmingTrailingZeros
                #expect(text == whole + (significant.isEmpty ? "" : "." + significant) + "Z")
            }
        }
    }

    @Test("Any date reads back within a nanosecond, and exactly if nine digits suffice")
    func arbitraryDates() throws {
        var generator = SeededGenerator(seed: 20)
        for limit in [1e0, 1e3, 1e6, 1e7, 3e10] {
            for _ in 0..<2_000 {
                let interval = Double.random(in: -limit...limit, using: &generator)
                let text = try #require(DateText.iso8601String(Date(timeIntervalSinceReferenceDate: interval)))
                let back = try #require(iso8601(text)).timeIntervalSinceReferenceDate
                // From 2²³ on, doubles are more than a nanosecond apart.
                #expect(abs(interval) < 8_388_608 ? abs(back - interval) <= 1e-9 : back == interval, "\(interval)")
            }
        }
        for interval in [1e-12, -1e-12, 0.1234567890123, -0.9999999999999, .leastNonzeroMagnitude, -0.0] {
            let text = try #require(DateText.iso8601String(Date(timeIntervalSinceReferenceDate: interval)))
            #expect(abs(try #require(iso8601(text)).timeIntervalSinceReferenceDate - interval) <= 5e-10, "\(text)")
        }
    }

    @Test(
        "The output format of dates",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
            (-0.25, "2000-12-31T23:59:59.75Z"), (730_943_999.123, "2024-02-29T23:59:59.123Z"),
            (730_943_999.000001, "2024-02-29T23:59:59.000001Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
            (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_599.5, "9999-12-31T23:59:59.5Z"),
            (-63_145_526_400.5, nil), (252_423_993_600, nil), (.infinity, nil), (-.infinity, nil), (.nan, nil),
            (1e300, nil), (-1e18, nil),
        ] as [(Double, String?)])
    func written(interval: Double, text: String?) {
        #expect(DateText.iso8601String(Date(timeIntervalSinceReferenceDate: interval)) == text)
    }

    @Test("The nearest nine digits of a date that needs more have no zeros at the end")
    func noZerosAtTheEnd() throws {
        for (interval, text, seconds) in [
            (259.926 - 1_000, "2000-12-31T23:47:39.926Z", "978306459.926"),
            (1_943.371 - 1_000, "2001-01-01T00:15:43.371Z", "978308143.371"),
            (1e-12, "2001-01-01T00:00:00Z", "978307200"), (-1e-12, "2001-01-01T00:00:00Z", "978307200"),
        ] {
            let date = Date(timeIntervalSinceReferenceDate: interval)
            #expect(DateText.iso8601String(date) == text)
            #expect(DateText.epochNumber(date, in: .seconds) == seconds)
            // What is read back is written the same.
            #expect(DateText.iso8601String(try #require(iso8601(text))) == text)
        }
    }

    @Test("A reader refuses invalid bytes, and never traps")
    func anyBytes() {
        let texts = [
            "2024-02-29T23:59:59.123+08:00", "Thu, 29 Feb 2024 23:59:59 GMT", "Thu Feb 29 23:59:59 +0800 2024",
            "/Date(-1709222399000+0800)/",
        ]
        var generator = SeededGenerator(seed: 6)
        for text in texts {
            for count in 0..<text.utf8.count {
                let date = anyKnown(String(text.prefix(count)))
                #expect((date != nil) == (text.first == "2" && [10, 16, 19, 21, 22, 23, 26].contains(count)))
            }
            for _ in 0..<5_000 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let index = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
                guard let date = bytes.withUnsafeBufferPointer(DateText.anyKnown) else { continue }
                #expect(DateText.iso8601String(date).flatMap(iso8601) == date)
            }
        }
    }
}

@Suite("Dates in any known format")
struct KnownDateTests {
    @Test(
        "YYModel's list",
        arguments: [
            ("2014-01-20", 1_390_176_000), ("2014-01-20 12:24:48", 1_390_220_688),
            ("2014-01-20T12:24:48", 1_390_220_688),
            ("2014-01-20 12:24:48.250", 1_390_220_688.25), ("2014-01-20T12:24:48.250", 1_390_220_688.25),
            ("2014-01-20T12:24:48Z", 1_390_220_688), ("2014-01-20T12:24:48+0800", 1_390_191_888),
            ("2014-01-20T12:24:48+12:00", 1_390_177_488), ("2014-01-20T12:24:48.250Z", 1_390_220_688.25),
            ("2014-01-20T12:24:48.250+0800", 1_390_191_888.25), ("2014-01-20T12:24:48.250+12:00", 1_390_177_488.25),
            ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("Fri Sep 04 00:12:21.250 +0800 2015", 1_441_296_741.25),
        ] as [(String, Double)])
    func yymodel(text: String, seconds: Double) {
        #expect(anyKnown(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "The dates of mail and HTTP",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun,  6 Nov 1994 08:49:37 GMT",
            "06 Nov 1994 08:49:37 GMT", "6 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 +0000",
            "Sun, 06 Nov 1994 09:49:37 +0100", "Sun, 06 Nov 1994 00:49:37 -0800", "sun, 06 NOV 1994 08:49:37 utc",
            "Sun, 06 Nov 1994 08:49:37 UT", "Sun, 06 Nov 1994 08:49:37 Z", "Mon, 07 Nov 1994 08:19:37 +2330",
        ])
    func mail(text: String) {
        #expect(anyKnown(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "The dates of C",
        arguments: [
            "Sun Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994",
            "Sun Nov 06 08:49:37 GMT 1994", "Sun Nov 06 08:49:37 UTC 1994", "Sun Nov 06 08:49:37 Z 1994",
            "Sun Nov 06 09:49:37 +01:00 1994",
        ])
    func ctime(text: String) {
        #expect(anyKnown(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "Milliseconds in /Date(…)/",
        arguments: [
            ("/Date(0)/", 0), ("/Date(1709251199500)/", 1_709_251_199.5),
            ("/Date(1709251199500+0800)/", 1_709_251_199.5),
            ("/Date(1709251199500-0330)/", 1_709_251_199.5), ("/Date(-1)/", -0.001), ("/Date(-1250)/", -1.25),
            ("/Date(-1000)/", -1), ("/Date(-62135596800000)/", -62_135_596_800), ("/Date(999999999999999999)/", nil),
            ("/Date()/", nil), ("/Date(-)/", nil), ("/Date(1", nil), ("/Date(1)", nil), ("/Date(1)//", nil),
            ("/Date(1.5)/", nil), ("/Date(1+9999)/", nil), ("/Date(1+)/", nil), ("/date(1)/", nil), ("Date(1)", nil),
            ("/Date(1000000000000000000)/", nil), ("/Date(99999999999999999999999999)/", nil), ("/Date(+1)/", nil),
        ] as [(String, Double?)])
    func milliseconds(text: String, seconds: Double?) {
        #expect(anyKnown(text) == seconds.map { iso8601("1970-01-01")! + $0 })
    }

    @Test(
        "Weekdays must be real, and right",
        arguments: [
            "Mon, 06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
            "So, 06 Nov 1994 08:49:37 GMT", ", 06 Nov 1994 08:49:37 GMT", "Mon Nov  6 08:49:37 1994",
            "Xyz Nov  6 08:49:37 1994", "Sunday Nov  6 08:49:37 1994", "Thu Sep 04 00:12:21 +0800 2015",
        ])
    func weekdays(text: String) {
        #expect(anyKnown(text) == nil)
    }

    @Test("The weekday is that of the zone in the text")
    func weekdayInZone() {
        #expect(anyKnown("Mon, 07 Nov 1994 00:30:00 +0100") == anyKnown("Sun, 06 Nov 1994 23:30:00 GMT"))
        #expect(anyKnown("Sun, 07 Nov 1994 00:30:00 +0100") == nil)
    }

    @Test(
        "Ambiguous and meaningless texts are refused",
        arguments: [
            "", " ", "1390220688", "1390220688000", "20140120", "01/02/2014", "1.2.2014", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 EST",
            "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT+1",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
            "Sun Nov 06 08:49:37 1994 GMT", "Sun Nov 06 1994", "Sun Nov 31 08:49:37 1994", "today", "null", "T", "/",
        ])
    func refused(text: String) {
        #expect(anyKnown(text) == nil)
    }
}

private func iso8601(_ text: String) -> Date? {
    Array(text.utf8).withUnsafeBufferPointer(DateText.iso8601)
}

private func anyKnown(_ text: String) -> Date? {
    Array(text.utf8).withUnsafeBufferPointer(DateText.anyKnown)
}

extension String {
    fileprivate var trimmingTrailingZeros: Substring {
        var text = self[...]
        while text.last == "0" { text.removeLast() }
        return text
    }
}
