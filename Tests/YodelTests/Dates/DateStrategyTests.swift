import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("Date strategies")
struct DateStrategyTests {
    private struct Refusal: Error {}

    private let date = Date(timeIntervalSinceReferenceDate: 730_911_845.678)

    @Test("ISO 8601 takes strings only")
    func iso8601() throws {
        #expect(try read("2024-02-29T15:04:05.678Z", .iso8601) == date)
        #expect(try read("Thu, 29 Feb 2024 15:04:05 GMT", .iso8601) == nil)
        #expect(try read(number: "1709219045", .iso8601) == nil)
        #expect(try DateStrategy.iso8601.source(from: date) == .string("2024-02-29T15:04:05.678Z"))
    }

    @Test("Any known format takes strings only, and writes ISO 8601")
    func anyKnownFormat() throws {
        #expect(try read("2024-02-29T15:04:05.678Z", .anyKnownFormat) == date)
        #expect(try read("/Date(1709219045678)/", .anyKnownFormat) == date)
        #expect(try read("1709219045", .anyKnownFormat) == nil)
        #expect(try read(number: "1709219045", .anyKnownFormat) == nil)
        #expect(try DateStrategy.anyKnownFormat.source(from: date) == .string("2024-02-29T15:04:05.678Z"))
    }

    @Test(
        "Numbers since 1970 are read from their digits",
        arguments: [
            ("0", "1970-01-01T00:00:00Z"), ("-0.0", "1970-01-01T00:00:00Z"),
            ("1709219045.678", "2024-02-29T15:04:05.678Z"),
            ("17092190.45678e2", "2024-02-29T15:04:05.678Z"), ("1709219045678e-3", "2024-02-29T15:04:05.678Z"),
            ("1.709219045678E+9", "2024-02-29T15:04:05.678Z"), ("-1.25", "1969-12-31T23:59:58.75Z"),
            ("-1", "1969-12-31T23:59:59Z"), ("1e2", "1970-01-01T00:01:40Z"),
            ("0.000123", "1970-01-01T00:00:00.000123Z"),
            ("123e-6", "1970-01-01T00:00:00.000123Z"), ("1709219045.123456", "2024-02-29T15:04:05.123456Z"),
            ("253402300799", "9999-12-31T23:59:59Z"), ("253402300800", nil), ("-62167219200", "0000-01-01T00:00:00Z"),
            ("-62167219200.001", nil), ("1e12", nil), ("1e400", nil), ("1e-400", "1970-01-01T00:00:00Z"),
            ("1e99999999999999999999", nil), ("9223372036854775808", nil), ("18446744073709551616", nil), ("", nil),
            ("-", nil), ("1.", nil),
            ("01", nil),
            ("NaN", nil), ("1x", nil),
        ] as [(String, String?)])
    func seconds(literal: String, iso: String?) throws {
        #expect(try read(number: literal, .secondsSince1970).flatMap(DateText.iso8601String) == iso)
        #expect(try read(literal, .secondsSince1970) == nil)
    }

    @Test(
        "Milliseconds since 1970 are read from their digits",
        arguments: [
            ("0", "1970-01-01T00:00:00Z"), ("1709219045678", "2024-02-29T15:04:05.678Z"),
            ("-1", "1969-12-31T23:59:59.999Z"),
            ("1709219045678.5", "2024-02-29T15:04:05.6785Z"), ("1.709219045678e12", "2024-02-29T15:04:05.678Z"),
            ("0.5", "1970-01-01T00:00:00.0005Z"), ("12", "1970-01-01T00:00:00.012Z"), ("1e15", nil), ("1e400", nil),
        ] as [(String, String?)])
    func milliseconds(literal: String, iso: String?) throws {
        #expect(try read(number: literal, .millisecondsSince1970).flatMap(DateText.iso8601String) == iso)
        #expect(try read(literal, .millisecondsSince1970) == nil)
    }

    @Test(
        "Numbers since 1970 are written without an exponent or an unneeded digit",
        arguments: [
            (0, "0", "0"), (1, "1", "1000"), (-1, "-1", "-1000"), (0.5, "0.5", "500"), (-0.5, "-0.5", "-500"),
            (-1.25, "-1.25", "-1250"), (0.001, "0.001", "1"), (-0.001, "-0.001", "-1"), (0.0005, "0.0005", "0.5"),
            (12.0625, "12.0625", "12062.5"), (1_709_219_045, "1709219045", "1709219045000"),
            (253_402_300_799, "253402300799", "253402300799000"), (-62_167_219_200, "-62167219200", "-62167219200000"),
        ] as [(Double, String, String)])
    func writtenNumbers(seconds: Double, inSeconds: String, inMilliseconds: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try DateStrategy.secondsSince1970.source(from: date) == .number(inSeconds))
        #expect(try DateStrategy.millisecondsSince1970.source(from: date) == .number(inMilliseconds))
    }

    @Test("Every strategy reads its own output as the same date")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 22)
        let strategies = [
            DateStrategy.iso8601, .secondsSince1970, .millisecondsSince1970, .anyKnownFormat,
            try .format("yyyy-MM-dd HH:mm:ss.SSSSSS"),
        ]
        for strategy in strategies {
            for _ in 0..<1_000 {
                let micros = Int.random(in: -4_000_000_000_000_000...4_000_000_000_000_000, using: &generator)
                let date = try #require(iso8601Date(microseconds: micros))
                switch try #require(try strategy.source(from: date)) {
                case .string(let text): #expect(try read(text, strategy) == date, "\(text)")
                case .number(let text): #expect(try read(number: text, strategy) == date, "\(text)")
                }
            }
        }
    }

    @Test("Formats are tried in order; the first one is written")
    func formats() throws {
        let strategy = DateStrategy.formats([try DateFormat("dd.MM.yyyy"), try DateFormat("yyyy/MM/dd")])
        let day = Date(timeIntervalSince1970: 1_709_164_800)
        #expect(try read("29.02.2024", strategy) == day)
        #expect(try read("2024/02/29", strategy) == day)
        #expect(try read("2024-02-29", strategy) == nil)
        #expect(try read(number: "1709164800", strategy) == nil)
        #expect(try strategy.source(from: date) == .string("29.02.2024"))

        #expect(try read("2024-02-29", .formats([])) == nil)
        #expect(try DateStrategy.formats([]).source(from: date) == nil)
        #expect(try read("2024", .format("yyyy")) == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(throws: DateFormatError.self) { try DateStrategy.format("QQQ") }
    }

    @Test("A custom strategy gets the string or the number's literal, and its error is thrown")
    func custom() throws {
        let strategy = DateStrategy.custom(
            { source in
                switch source {
                case .string(let text): Date(timeIntervalSince1970: Double(text.count))
                case .number("1.50"): Date(timeIntervalSince1970: 2)
                case .number: throw Refusal()
                }
            },
            encode: { .number(String($0.timeIntervalSince1970)) })
        #expect(try read("abc", strategy) == Date(timeIntervalSince1970: 3))
        #expect(try read(number: "1.50", strategy) == Date(timeIntervalSince1970: 2))
        #expect(throws: Refusal.self) { try read(number: "1.5", strategy) }
        #expect(try strategy.source(from: Date(timeIntervalSince1970: 2)) == .number("2.0"))

        let readOnly = DateStrategy.custom { _ in throw Refusal() }
        #expect(try readOnly.source(from: date) == .string("2024-02-29T15:04:05.678Z"))
        #expect(DateSource.string("a").text == "a" && DateSource.number("1").text == "1")
    }

    @Test("A strategy knows which JSON types it reads")
    func types() {
        for strategy in [DateStrategy.iso8601, .anyKnownFormat, .formats([])] {
            #expect(strategy.readsStrings && !strategy.readsNumbers)
        }
        for strategy in [DateStrategy.secondsSince1970, .millisecondsSince1970] {
            #expect(!strategy.readsStrings && strategy.readsNumbers)
        }
        let custom = DateStrategy.custom { _ in throw Refusal() }
        #expect(custom.readsStrings && custom.readsNumbers)
    }

    @Test("No strategy writes a date that is not finite, or whose year does not have four digits")
    func unwritable() throws {
        for strategy in [DateStrategy.iso8601, .secondsSince1970, .millisecondsSince1970, try .format("HH")] {
            for seconds in [Double.nan, .infinity, -.infinity, 253_402_300_800, -62_167_219_201, 1e300] {
                #expect(try strategy.source(from: Date(timeIntervalSince1970: seconds)) == nil)
            }
        }
    }

    private func iso8601Date(microseconds: Int) -> Date? {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let fraction = DecimalFraction(numerator: rest < 0 ? rest + 1_000_000 : rest, digitCount: 6)
        return Date(since1970: DecimalSeconds(seconds: rest < 0 ? seconds - 1 : seconds, fraction: fraction))
    }

    private func read(_ text: String, _ strategy: DateStrategy) throws -> Date? {
        try Array(text.utf8).withUnsafeBufferPointer { try strategy.date(fromString: $0) }
    }

    private func read(number literal: String, _ strategy: DateStrategy) throws -> Date? {
        try Array(literal.utf8).withUnsafeBufferPointer { try strategy.date(fromNumber: $0) }
    }
}
