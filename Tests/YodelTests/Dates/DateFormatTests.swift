import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("Date formats")
struct DateFormatTests {
    /// 2024-02-29T15:04:05.678Z, a Thursday.
    private let leapDay = Date(timeIntervalSinceReferenceDate: 730_911_845.678)

    @Test(
        "The output of each pattern",
        arguments: [
            ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "2024-02-29T15:04:05.678Z"), ("yyyy/M/d", "2024/2/29"),
            ("dd.MM.yyyy HH:mm", "29.02.2024 15:04"), ("EEE, dd MMM yyyy HH:mm:ss z", "Thu, 29 Feb 2024 15:04:05 GMT"),
            ("EEEE, MMMM d, yyyy 'at' hh:mm a", "Thursday, February 29, 2024 at 03:04 PM"), ("h:mm:ss a", "3:04:05 PM"),
            ("EEE MMM dd HH:mm:ss Z yyyy", "Thu Feb 29 15:04:05 +0000 2024"), ("H'h'", "15h"),
            ("yyyyMMddHHmmssSSS", "20240229150405678"), ("HH:mm:ssZZZZZ", "15:04:05Z"), ("HH:mmXX", "15:04Z"),
            ("ss.S", "05.6"), ("ss.SS", "05.67"), ("ss.SSSS", "05.6780"), ("ss.SSSSSSSSS", "05.678000000"),
            ("yyyy年MM月dd日", "2024年02月29日"), ("''yyyy''", "'2024'"), ("'it''s' yyyy", "it's 2024"),
            ("yyyy 'o''clock'''", "2024 o'clock'"), ("'yyyy' yyyy", "yyyy 2024"),
        ])
    func writes(pattern: String, text: String) throws {
        #expect(try DateFormat(pattern).string(from: leapDay) == text)
    }

    @Test(
        "Dates read back equal",
        arguments: [
            ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "2024-02-29T15:04:05.678Z"), ("yyyy/M/d", "2024-02-29T00:00:00Z"),
            ("EEEE, MMMM d, yyyy 'at' hh:mm a", "2024-02-29T15:04:00Z"), ("h:mm:ss a", "1970-01-01T15:04:05Z"),
            ("EEE MMM dd HH:mm:ss Z yyyy", "2024-02-29T15:04:05Z"), ("yyyyMMddHHmmssSSS", "2024-02-29T15:04:05.678Z"),
            ("yyyy年MM月dd日", "2024-02-29T00:00:00Z"), ("yyyy", "2024-01-01T00:00:00Z"),
            ("ss.SS", "1970-01-01T00:00:05.67Z"),
        ])
    func readsBack(pattern: String, iso: String) throws {
        let format = try DateFormat(pattern)
        let text = try #require(format.string(from: leapDay))
        #expect(format.date(from: text).flatMap(DateText.iso8601String) == iso)
    }

    @Test(
        "The output is DateFormatter's",
        arguments: [
            "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ", "EEE MMM dd HH:mm:ss Z yyyy",
            "EEEE d MMMM yyyy h:mm a", "dd/MM/yyyy hh:mm:ss a", "M/d/yyyy H:mm X", "yyyyMMddHHmmssXX",
            "yyyy-MM-dd HH:mm:ss XXX",
            "'it''s' yyyy ''", "yyyyMMdd ss.SSSSSS",
        ])
    func agreesWithFoundation(pattern: String) throws {
        var generator = SeededGenerator(seed: 21)
        for offset in [0, 28_800, -12_600, 3_600, -1_800] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.calendar = Calendar(identifier: .gregorian)
            formatter.timeZone = TimeZone(secondsFromGMT: offset)
            formatter.dateFormat = pattern
            let format = try DateFormat(pattern, secondsFromGMT: offset)
            for _ in 0..<200 {
                let quarters = Double(Int.random(in: -8_000_000_000...16_000_000_000, using: &generator)) / 4
                let date = Date(timeIntervalSinceReferenceDate: quarters)
                let text = formatter.string(from: date)
                #expect(format.string(from: date) == text)
                #expect(
                    format.date(from: text) != nil && format.date(from: text) == formatter.date(from: text), "\(text)")
            }
        }
    }

    @Test("Every hour of the day on a 12-hour clock")
    func halfDays() throws {
        let format = try DateFormat("hh a")
        for hour in 0..<24 {
            let date = Date(timeIntervalSince1970: Double(hour) * 3_600)
            let text = try #require(format.string(from: date))
            let half = hour < 12 ? "AM" : "PM"
            #expect(text == String(format: "%02d ", hour % 12 == 0 ? 12 : hour % 12) + half)
            #expect(format.date(from: text) == date)
            #expect(format.date(from: text.lowercased()) == date)
        }
        for text in ["00 AM", "13 PM", "12", "12 XM", "12 A", "1 AM"] { #expect(format.date(from: text) == nil) }
    }

    @Test("AM and PM beside a 24-hour clock must agree with it")
    func redundantHalfDay() throws {
        let format = try DateFormat("HH:mm a")
        #expect(format.date(from: "13:00 PM") == Date(timeIntervalSince1970: 46_800))
        #expect(format.date(from: "13:00 AM") == nil)
        #expect(format.date(from: "11:00 PM") == nil)
    }

    @Test("Any zone is read if the pattern has one", arguments: ["Z", "z", "X", "XX", "XXX", "ZZZZZ"])
    func zones(letters: String) throws {
        let format = try DateFormat("HH:mm \(letters)")
        for text in ["15:04 Z", "15:04 GMT", "15:04 UTC", "15:04 +0000", "23:04 +08", "23:04 +0800", "23:04 +08:00"] {
            #expect(format.date(from: text) == Date(timeIntervalSince1970: 54_240), "\(text)")
        }
        for text in ["15:04", "15:04 ", "15:04 EST", "15:04 +8", "15:04 +24", "15:04 +00:60"] {
            #expect(format.date(from: text) == nil, "\(text)")
        }
    }

    @Test("A fixed offset applies to texts without a zone, and to the output")
    func fixedOffset() throws {
        let local = try DateFormat("yyyy-MM-dd HH:mm", secondsFromGMT: 28_800)
        let date = try #require(local.date(from: "2024-03-01 07:59"))
        #expect(DateText.iso8601String(date) == "2024-02-29T23:59:00Z")
        #expect(local.string(from: date) == "2024-03-01 07:59")

        let forms = ["Z": "+0530", "X": "+0530", "XX": "+0530", "XXX": "+05:30", "ZZZZZ": "+05:30"]
        for (letters, zone) in forms {
            let format = try DateFormat("HH:mm\(letters)", secondsFromGMT: 19_800)
            #expect(format.string(from: Date(timeIntervalSince1970: 0)) == "05:30" + zone)
            #expect(format.date(from: "00:00Z") == Date(timeIntervalSince1970: 0))
        }
        #expect(try DateFormat("X", secondsFromGMT: -28_800).string(from: date) == "-08")
    }

    @Test(
        "Reading is strict",
        arguments: [
            ("yyyy-MM-dd", "2024-2-29"), ("yyyy-MM-dd", "2023-02-29"), ("yyyy-MM-dd", "2024-02-29 "),
            ("yyyy-MM-dd", " 2024-02-29"), ("yyyy-MM-dd", "2024-02-2"), ("yyyy-MM-dd", "24-02-29"), ("yyyy-MM-dd", ""),
            ("yyyy-M-d", "2024-002-29"), ("yyyy-M-d", "2024--29"), ("yyyy MMM", "2024 Febr"),
            ("yyyy MMM", "2024 February"),
            ("yyyy MMMM", "2024 Feb"), ("yyyy MMMM", "2024 Fevruary"), ("yyyy MMM", "2024 Fév"),
            ("EEE yyyy-MM-dd", "Wed 2024-02-29"), ("EEEE yyyy-MM-dd", "Thu 2024-02-29"), ("ss.SSS", "05.67"),
            ("ss.SSS", "05.6789"), ("ss", "5"), ("HH", "24"), ("mm", "60"), ("ss", "61"), ("'T'HH", "t12"),
            ("yyyy-MM-dd'T'", "2024-02-29"),
        ])
    func strict(pattern: String, text: String) throws {
        #expect(try DateFormat(pattern).date(from: text) == nil)
    }

    @Test("All names are read in either case")
    func names() throws {
        let months = try DateFormat("MMMM yyyy")
        let short = try DateFormat("yyyy MMM")
        for month in 1...12 {
            let date = try #require(try DateFormat("yyyy-M").date(from: "2024-\(month)"))
            let name = try #require(months.string(from: date))
            #expect(months.date(from: name.uppercased()) == date)
            #expect(short.date(from: "2024 \(name.prefix(3).lowercased())") == date)
        }
        let days = try DateFormat("EEEE d M yyyy")
        for day in 1...7 {
            let text = try #require(days.string(from: Date(timeIntervalSince1970: Double(day) * 86_400)))
            #expect(days.date(from: text.uppercased()) == Date(timeIntervalSince1970: Double(day) * 86_400))
        }
    }

    @Test(
        "An invalid pattern is an error with a place",
        arguments: [
            ("YYYY-MM-dd", "Y", 0), ("yyyy-MM-DD", "D", 8), ("yy", "y", 0), ("yyyyy", "y", 0), ("yyyy MMMMM", "M", 5),
            ("E", "E", 0), ("m", "m", 0), ("s", "s", 0), ("SSSSSSSSSS", "S", 0), ("ZZ", "Z", 0), ("XXXX", "X", 0),
            ("zzz", "z", 0), ("yyyy-MM-ddTHH:mm", "T", 10), ("yyyy Q", "Q", 5), ("k", "k", 0), ("hh:mm", "h", 0),
            ("yyyy yyyy", "y", 5), ("MM MMM", "M", 3), ("HH hh a", "h", 3), ("yyyy a", "a", 5), ("X z", "z", 2),
            ("", nil, 0), ("--", nil, 0), ("'yyyy'", nil, 0), ("yyyy 'T", nil, 5), ("yyyy '", nil, 5),
            ("年yyyy'", nil, 5),
        ] as [(String, Character?, Int)])
    func refusedPatterns(pattern: String, letter: Character?, position: Int) throws {
        let error = try #require(throws: DateFormatError.self) { try DateFormat(pattern) }
        #expect(error.letter == letter)
        #expect(error.position == position)
        #expect(error.pattern == pattern)
        #expect(error.description.contains("position \(position)"))
        if let letter { #expect(error.description.contains("'\(letter)")) }
    }

    @Test("A zone that cannot be written is refused", arguments: [1, 30, 86_400, -86_400, .max, .min])
    func refusedOffsets(offset: Int) {
        #expect(throws: DateFormatError.self) { try DateFormat("HH:mm", secondsFromGMT: offset) }
    }

    @Test("GMT is not the name of another zone")
    func zoneName() throws {
        let error = try #require(throws: DateFormatError.self) { try DateFormat("HH z", secondsFromGMT: 3_600) }
        #expect(error.letter == "z")
        #expect(error.position == 3)
    }

    @Test("Dates whose year does not have four digits are not written, in any zone")
    func years() throws {
        let lastSecond = Date(timeIntervalSince1970: 253_402_300_799)
        #expect(try DateFormat("yyyy").string(from: lastSecond) == "9999")
        #expect(try DateFormat("yyyy", secondsFromGMT: 60).string(from: lastSecond) == nil)
        #expect(try DateFormat("yyyy").string(from: lastSecond + 1) == nil)
        #expect(try DateFormat("yyyy").string(from: Date(timeIntervalSince1970: .nan)) == nil)
        let firstSecond = Date(timeIntervalSince1970: -62_167_219_200)
        #expect(try DateFormat("yyyy").string(from: firstSecond) == "0000")
        #expect(try DateFormat("yyyy", secondsFromGMT: -60).string(from: firstSecond) == nil)
    }
}
