import Foundation
import Testing

@testable import Yodel

/// Reading dates, data and the floats that JSON cannot represent, by the decoder's options.
@Suite struct DateDataFloatTests {
    private struct Unreadable: Error, CustomStringConvertible { var description: String { "unreadable" } }

    private struct Event: Model, Equatable {
        var at: Date
        var until: Date?
    }

    private let leapDay = Date(timeIntervalSince1970: 1_709_251_199)

    private func decoder(_ dates: DateStrategy) -> ModelDecoder {
        .with { $0.dates = dates }
    }

    // MARK: - Dates

    @Test func datesMayBeSecondsOrMilliseconds() throws {
        #expect(
            try decodeEveryWay(Event.self, #"{"at": 1709251199}"#, decoder: decoder(.secondsSince1970)).at == leapDay)
        #expect(
            try decodeEveryWay(Event.self, #"{"at": 1709251199250}"#, decoder: decoder(.millisecondsSince1970)).at
                == leapDay.addingTimeInterval(0.25))
        #expect(
            refusal(of: Event.self, #"{"at": "1709251199"}"#, decoder: decoder(.secondsSince1970))
                == #"$.at: expected Date, found the string "1709251199" (typeMismatch, line 1, column 8, offset 7); dates = .secondsSince1970 reads 1709251199"#
        )
        #expect(
            refusal(of: Event.self, #"{"at": 1e300}"#, decoder: decoder(.secondsSince1970))
                == "$.at: expected Date, found the number 1e300 (invalidValue, line 1, column 8, offset 7); dates = .secondsSince1970 reads 1709251199"
        )
    }

    @Test func datesMayBeInAnyKnownFormat() throws {
        for text in ["2024-02-29T23:59:59Z", "Thu, 29 Feb 2024 23:59:59 GMT", "/Date(1709251199000)/"] {
            let json = #"{"at": "\#(text)"}"#
            #expect(try decodeEveryWay(Event.self, json, decoder: decoder(.anyKnownFormat)).at == leapDay, "\(text)")
        }
        #expect(refusal(of: Event.self, #"{"at": 1}"#, decoder: decoder(.anyKnownFormat)).contains("(typeMismatch, "))
    }

    @Test func datesMayHaveFormatsOfTheirOwn() throws {
        let one = decoder(try .format("dd.MM.yyyy HH:mm:ss"))
        #expect(try decodeEveryWay(Event.self, #"{"at": "29.02.2024 23:59:59"}"#, decoder: one).at == leapDay)
        #expect(refusal(of: Event.self, #"{"at": "2024-02-29"}"#, decoder: one).contains("(invalidValue, "))
        let several = decoder(.formats([try DateFormat("yyyy/MM/dd"), try DateFormat("dd.MM.yyyy HH:mm:ss")]))
        let json = #"{"at": "29.02.2024 23:59:59", "until": "1970/01/02"}"#
        #expect(
            try decodeEveryWay(Event.self, json, decoder: several)
                == Event(at: leapDay, until: Date(timeIntervalSince1970: 86400)))
    }

    @Test func datesMayBeReadByAClosure() throws {
        let custom = decoder(
            .custom { source in
                switch source {
                case .string("now"): return Date(timeIntervalSince1970: 7)
                case .number(let text): return Date(timeIntervalSince1970: Double(text)! * 60)
                default: throw Unreadable()
                }
            })
        #expect(
            try decodeEveryWay(Event.self, #"{"at": "now", "until": 1.50}"#, decoder: custom)
                == Event(at: Date(timeIntervalSince1970: 7), until: Date(timeIntervalSince1970: 90)))
        #expect(
            refusal(of: Event.self, #"{"at": "later"}"#, decoder: custom)
                == #"$.at: expected Date, found the string "later" (invalidValue, line 1, column 8, offset 7): unreadable"#
        )
        #expect(refusal(of: Event.self, #"{"at": null}"#, decoder: custom).contains("(nullValue, "))
        #expect(refusal(of: Event.self, #"{"at": true}"#, decoder: custom).contains("found true (typeMismatch, "))
        let error = try #require(throws: ModelError.self) { try custom.decode(Event.self, from: #"{"at": "later"}"#) }
        #expect(error.underlying is Unreadable)
    }

    @Test func theStrategyHoldsForDatesAnywhere() throws {
        let seconds = decoder(.secondsSince1970)
        #expect(
            try decodeEveryWay([Date?].self, "[1, null]", decoder: seconds) == [Date(timeIntervalSince1970: 1), nil])
        #expect(
            try decodeEveryWay([String: Date].self, #"{"a": 1}"#, decoder: seconds) == [
                "a": Date(timeIntervalSince1970: 1)
            ])
        #expect(try decodeEveryWay(Set<Date>.self, "[1, 1]", decoder: seconds) == [Date(timeIntervalSince1970: 1)])
        #expect(
            try decodeEveryWay(Indirect<Date>.self, "1", decoder: seconds).wrappedValue
                == Date(timeIntervalSince1970: 1))
    }

    // MARK: - Data

    private struct File: Model, Equatable { var content: Data }

    @Test func dataMayBeReadByAClosure() throws {
        let decoder = ModelDecoder.with {
            $0.data = .custom { text in
                guard let byte = UInt8(text, radix: 16) else { throw Unreadable() }
                return Data([byte])
            }
        }
        #expect(try decodeEveryWay(File.self, #"{"content": "ff"}"#, decoder: decoder).content == Data([255]))
        #expect(
            refusal(of: File.self, #"{"content": "xyz"}"#, decoder: decoder)
                == #"$.content: expected Data, found the string "xyz" (invalidValue, line 1, column 13, offset 12): unreadable"#
        )
    }

    // MARK: - Floats

    private struct Numbers: Model {
        var double: Double
        var float: Float?
        var list: [Double] = []
        static let mapping = Mapping(.default(\Numbers.list, []))
    }

    private static let convert = ModelDecoder.with {
        $0.nonConformingFloats = .convert(positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "NaN")
    }

    @Test func wordsCanStandForTheOthers() throws {
        let json = #"{"double": "NaN", "float": "-Inf", "list": ["+Inf", 1.5, "-Inf"]}"#
        let numbers = try decodeEveryWay(Numbers.self, json, decoder: Self.convert) { "\($0)" }
        #expect(numbers.double.isNaN)
        #expect(numbers.float == -.infinity)
        #expect(numbers.list == [.infinity, 1.5, -.infinity])
    }

    @Test func theWordsAreTakenLetterByLetter() {
        for text in ["nan", "+inf", "Inf", " NaN", "NaN ", "", "1.5"] {
            #expect(
                refusal(of: [Double].self, "[\"\(text)\"]", decoder: Self.convert).contains(
                    "(typeMismatch, line 1, column 2, offset 1)"),
                "\(text)")
        }
    }

    @Test func onlyFloatsAreConverted() {
        #expect(refusal(of: [Int].self, #"["NaN"]"#, decoder: Self.convert).contains("(typeMismatch, "))
        #expect(refusal(of: [Decimal].self, #"["NaN"]"#, decoder: Self.convert).contains("(typeMismatch, "))
        #expect(refusal(of: [Bool].self, #"["NaN"]"#, decoder: Self.convert).contains("(typeMismatch, "))
        #expect(refusal(of: [String].self, #"["NaN"]"#, decoder: Self.convert) == #"accepted: ["NaN"]"#)
    }

    @Test func withLenientConversionsOtherTextIsANumberStill() throws {
        var lenient = Self.convert
        lenient.conversions = .lenient
        let numbers = try decodeEveryWay([Double].self, #"["1.5", "+Inf", 2]"#, decoder: lenient)
        #expect(numbers == [1.5, .infinity, 2])
    }

    @Test func aNumberBeyondTheRangeIsNoInfinity() {
        #expect(refusal(of: [Double].self, "[1e999]", decoder: Self.convert).contains("(numberOutOfRange, "))
        #expect(refusal(of: [Float].self, "[1e39]", decoder: Self.convert).contains("(numberOutOfRange, "))
    }
}
