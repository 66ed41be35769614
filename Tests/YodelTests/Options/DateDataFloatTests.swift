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

    // MARK: - Dates

    @Test func datesMayBeReadByAClosure() throws {
        let custom = ModelDecoder.with {
            $0.dates = .custom { source in
                switch source {
                case .string("now"): return Date(timeIntervalSince1970: 7)
                case .number(let text): return Date(timeIntervalSince1970: Double(text)! * 60)
                default: throw Unreadable()
                }
            }
        }
        #expect(
            try decodeEveryWay(Event.self, #"{"at": "now", "until": 1.50}"#, decoder: custom)
                == Event(at: Date(timeIntervalSince1970: 7), until: Date(timeIntervalSince1970: 90)))
        #expect(refusal(of: Event.self, #"{"at": null}"#, decoder: custom).contains("(nullValue, "))
        #expect(refusal(of: Event.self, #"{"at": true}"#, decoder: custom).contains("found true (typeMismatch, "))
        let error = try #require(throws: ModelError.self) { try custom.decode(Event.self, from: #"{"at": "later"}"#) }
        #expect(error.underlying is Unreadable)
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
