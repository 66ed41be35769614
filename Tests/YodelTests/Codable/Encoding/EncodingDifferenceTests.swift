import DifferentialKit
import Foundation
import Testing
import Yodel

/// The complete list; the documentation of ``YodelJSONEncoder`` has the same.
@Suite(
    "Where Yodel's encoder differs from Foundation's",
    .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct EncodingDifferenceTests {
    private struct Record: Encodable {
        var zulu = 1
        var alpha = 2
        var mike = 3
    }

    @Test("Members are in the order in which they are encoded")
    func order() throws {
        #expect(try yodelText(Record()) == #"{"zulu":1,"alpha":2,"mike":3}"#)
        #expect(try yodelText(["only": Record()]) == #"{"only":{"zulu":1,"alpha":2,"mike":3}}"#)
        #expect(try yodelText(Record()) { $0.outputFormatting = .sortedKeys } == #"{"alpha":2,"mike":3,"zulu":1}"#)
    }

    @Test("Coding paths have the keys of nested containers, and of dictionaries if keys are converted")
    func paths() {
        let nested = Writing.object { container in
            var nested = container.nestedContainer(keyedBy: TestKey.self, forKey: "n")
            try nested.encode(["x": Double.nan], forKey: "m")
        }
        let (foundation, yodel) = (EncoderSettings().foundation, EncoderSettings().yodel)
        #expect(EncodingOutcome { try yodel.encode(nested) } == .invalidValue("Double", path: ["n", "m", "x"]))
        #expect(EncodingOutcome { try foundation.encode(nested) } == .invalidValue("Double", path: ["m", "x"]))

        let options = EncoderSettings(keys: .convertToSnakeCase)
        let table = Writing.object { container in
            try container.encode(["x": Double.nan], forKey: "t")
        }
        #expect(EncodingOutcome { try options.yodel.encode(table) } == .invalidValue("Double", path: ["t", "x"]))
        #expect(EncodingOutcome { try options.foundation.encode(table) } == .invalidValue("Double", path: ["x"]))

        let path = EncoderSettings(keys: .custom { TestKey($0.map(EncodingOutcome.describe).joined(separator: ".")) })
        let inTable = Writing.object { container in
            try container.encode(["x": Record()], forKey: "t")
        }
        #expect(
            EncodingOutcome { try path.yodel.encode(inTable) }
                == .text(#"{"t":{"x":{"t.x.alpha":2,"t.x.mike":3,"t.x.zulu":1}}}"#))
        #expect(
            EncodingOutcome { try path.foundation.encode(inTable) }
                == .text(#"{"t":{"x":{"x.alpha":2,"x.mike":3,"x.zulu":1}}}"#))
    }

    @Test("A single value is added to an object or array, whose container goes on")
    func addedValues() {
        func expect(
            _ options: EncoderSettings = EncoderSettings(), foundation: String, yodel: String,
            of write: @escaping (any Encoder) throws -> Void
        ) {
            let value = Writing(write)
            #expect(EncodingOutcome { try options.foundation.encode(value) } == .text(foundation))
            #expect(EncodingOutcome { try options.yodel.encode(value) } == .text(yodel))
        }
        expect(foundation: #"{"a":1,"b":2}"#, yodel: #"{"a":1,"b":2,"c":3}"#) {
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(1, forKey: "a")
            var single = $0.singleValueContainer()
            try single.encode(["b": 2])
            try container.encode(3, forKey: "c")
        }
        expect(foundation: "[1,2]", yodel: "[1,2,3]") {
            var container = $0.unkeyedContainer()
            try container.encode(1)
            var single = $0.singleValueContainer()
            try single.encode([2])
            try container.encode(3)
        }
        let snakeCase = EncoderSettings(keys: .convertToSnakeCase)
        expect(snakeCase, foundation: #"{"a_b":1}"#, yodel: #"{"a_b":1,"cD":2}"#) {
            var container = $0.container(keyedBy: TestKey.self)
            try container.encode(1, forKey: "aB")
            var single = $0.singleValueContainer()
            try single.encode(["cD": 2])
        }
    }

    @Test("Decimal.nan is an error, or the string of the strategy for such numbers")
    func decimals() throws {
        #expect(EncodingOutcome { try JSONEncoder().encode([Decimal.nan]) } == .text("[NaN]"))
        #expect(
            EncodingOutcome { try YodelJSONEncoder().encode(["a": [1, Decimal.nan]]) }
                == .invalidValue("Decimal", path: ["a", "Index 1#1"]))
        let text = try yodelText([Decimal.nan]) {
            $0.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "", negativeInfinity: "", nan: "none")
        }
        #expect(text == #"["none"]"#)
    }

    @Test("A JSONNumber, and each number of a JSONValue, is written as its literal")
    func literals() throws {
        let number = try #require(JSONNumber(text: "1e-400"))
        let long = try #require(JSONNumber(text: "12345678901234567890123456789012345678901.50"))
        let value: JSONValue = ["a": [.number(number), .number(long), 1.0]]
        #expect(try yodelText(value) == #"{"a":[1e-400,12345678901234567890123456789012345678901.50,1.0]}"#)
        #expect(
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == #"{"a":[0,1.2345678901234568e+40,1]}"#)
        #expect(try yodelText(number) == "1e-400")
        #expect(try yodelText([number]) == "[1e-400]")
        #expect(try yodelText(["n": number]) == #"{"n":1e-400}"#)
        // With the type's own encode(to:), which a client may call.
        #expect(try yodelText([Writing { try number.encode(to: $0) }]) == "[1e-400]")
        let large = try #require(JSONNumber(text: "1e400"))
        #expect(try yodelText([large]) == "[1e400]")
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([large]) }
    }

    // EncodingDepthTests has the test for a value that contains itself, and EncodingErrorTests the one for the rest of
    // a value whose encoding failed: in both cases Foundation's encoder ends the process.
}
