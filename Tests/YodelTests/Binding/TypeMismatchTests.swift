import Foundation
import Testing

@testable import Yodel

/// A value of another type than its field's is refused, with the expectation and the value found.
@Suite struct TypeMismatchTests {
    private enum Color: String, CaseIterable { case red, green }
    private enum Level: Int { case low = 1, high = 7 }
    private enum Sign: String { case plus, minus }
    private struct Identifier: RawRepresentable { var rawValue: Int64 }
    private struct Author: Model { var name: String? }
    private final class Person: DefaultedModel { init() {} }

    private struct Version: ModelScalar {
        struct NoVersion: Error, CustomStringConvertible { var description: String { "not a version" } }
        init(scalar: JSONScalar) throws {
            guard case .string = scalar else { throw NoVersion() }
        }
        var scalar: JSONScalar { .string("") }
    }

    // MARK: - Every kind of field, every kind of value

    /// The values tried for each field.
    private static let offers: [(json: String, found: String)] = [
        ("null", "null"), ("true", "true"), ("7", "the number 7"), ("1.5", "the number 1.5"), ("-1", "the number -1"),
        (#""many words""#, #"the string "many words""#), (#""""#, #"the string """#), ("[]", "an array"),
        ("{}", "an object"),
    ]

    private func expect<Value>(
        _ type: Value.Type, named name: String, takes accepted: Set<String>,
        but others: [String: ModelError.Code] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (json, found) in Self.offers {
            let text = refusal(of: [Value].self, "[\(json)]", sourceLocation: sourceLocation)
            if accepted.contains(json) {
                #expect(text.hasPrefix("accepted: "), "\(json): \(text)", sourceLocation: sourceLocation)
                continue
            }
            let code = others[json] ?? (json == "null" ? .nullValue : .typeMismatch)
            let expected = "$[0]: expected \(name), found \(found) (\(code), line 1, column 2, offset 1)"
            #expect(withoutHint(text) == expected, sourceLocation: sourceLocation)
        }
    }

    @Test func scalarsTakeTheirOwnKindOfValue() {
        let unsigned: [String: ModelError.Code] = ["-1": .numberOutOfRange, "1.5": .inexactNumber]
        let signed: [String: ModelError.Code] = ["1.5": .inexactNumber]
        expect(Bool.self, named: "Bool", takes: ["true"])
        expect(Int.self, named: "Int", takes: ["7", "-1"], but: signed)
        expect(Int8.self, named: "Int8", takes: ["7", "-1"], but: signed)
        expect(Int16.self, named: "Int16", takes: ["7", "-1"], but: signed)
        expect(Int32.self, named: "Int32", takes: ["7", "-1"], but: signed)
        expect(Int64.self, named: "Int64", takes: ["7", "-1"], but: signed)
        expect(Int128.self, named: "Int128", takes: ["7", "-1"], but: signed)
        expect(UInt.self, named: "UInt", takes: ["7"], but: unsigned)
        expect(UInt8.self, named: "UInt8", takes: ["7"], but: unsigned)
        expect(UInt16.self, named: "UInt16", takes: ["7"], but: unsigned)
        expect(UInt32.self, named: "UInt32", takes: ["7"], but: unsigned)
        expect(UInt64.self, named: "UInt64", takes: ["7"], but: unsigned)
        expect(UInt128.self, named: "UInt128", takes: ["7"], but: unsigned)
        expect(Double.self, named: "Double", takes: ["7", "1.5", "-1"])
        expect(Float.self, named: "Float", takes: ["7", "1.5", "-1"])
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        expect(Float16.self, named: "Float16", takes: ["7", "1.5", "-1"])
        #endif
        expect(Decimal.self, named: "Decimal", takes: ["7", "1.5", "-1"])
        expect(JSONNumber.self, named: "JSONNumber", takes: ["7", "1.5", "-1"])
        expect(String.self, named: "String", takes: [#""many words""#, #""""#])
        expect(Substring.self, named: "Substring", takes: [#""many words""#, #""""#])
    }

    @Test func stringsThatAreNoneOfTheTypesAreInvalid() {
        let strings: [String: ModelError.Code] = [#""many words""#: .invalidValue, #""""#: .invalidValue]
        expect(Character.self, named: "Character", takes: [], but: strings)
        expect(Date.self, named: "Date", takes: [], but: strings)
        expect(UUID.self, named: "UUID", takes: [], but: strings)
        expect(Data.self, named: "Data", takes: [#""""#], but: strings)
        expect(URL.self, named: "URL", takes: [#""many words""#], but: strings)
    }

    @Test func rawValuesAreAskedForTheirTypeFirst() throws {
        #expect(
            refusal(of: [Color].self, "[7]")
                == #"$[0]: expected Color, one of "red", "green", found the number 7 (typeMismatch, line 1, column 2, offset 1)"#
        )
        #expect(
            refusal(of: [Color].self, #"["blue"]"#)
                == #"$[0]: expected Color, one of "red", "green", found the string "blue" (invalidValue, line 1, column 2, offset 1)"#
        )
        #expect(
            refusal(of: [Color?].self, #"[null, "blue"]"#)
                == #"$[1]: expected Color?, one of "red", "green", found the string "blue" (invalidValue, line 1, column 8, offset 7)"#
        )
        #expect(
            refusal(of: [Sign].self, #"["blue"]"#)
                == #"$[0]: expected Sign, found the string "blue" (invalidValue, line 1, column 2, offset 1)"#)
        #expect(
            refusal(of: [Level].self, "[2]")
                == "$[0]: expected Level, found the number 2 (invalidValue, line 1, column 2, offset 1)")
        #expect(
            refusal(of: [Level].self, "[1.5]")
                == "$[0]: expected Level, found the number 1.5 (inexactNumber, line 1, column 2, offset 1)")
        #expect(
            refusal(of: [Identifier].self, "[9223372036854775808]")
                == "$[0]: expected Identifier, found the number 9223372036854775808 "
                + "(numberOutOfRange, line 1, column 2, offset 1)")
        #expect(try decodeEveryWay([Level].self, "[7]") == [.high])
    }

    @Test func containersTakeTheirOwnKindOfValue() {
        expect([Int].self, named: "[Int]", takes: ["[]"])
        expect(ContiguousArray<Int>.self, named: "ContiguousArray<Int>", takes: ["[]"])
        expect(ArraySlice<Int>.self, named: "ArraySlice<Int>", takes: ["[]"])
        expect(Set<Int>.self, named: "Set<Int>", takes: ["[]"])
        expect([String: [Int]].self, named: "[String: [Int]]", takes: ["{}"])
        expect(Author.self, named: "Author", takes: ["{}"])
        expect(Person.self, named: "Person", takes: ["{}"])
        expect(JSONObject.self, named: "JSONObject", takes: ["{}"])
    }

    @Test func optionalsTakeNullToo() {
        expect(Int?.self, named: "Int?", takes: ["null", "7", "-1"], but: ["1.5": .inexactNumber])
        expect(String?.self, named: "String?", takes: ["null", #""many words""#, #""""#])
        expect([Int]?.self, named: "[Int]?", takes: ["null", "[]"])
        expect([String: Int?]?.self, named: "[String: Int?]?", takes: ["null", "{}"])
        expect(Author?.self, named: "Author?", takes: ["null", "{}"])
        expect(Bool??.self, named: "Bool??", takes: ["null", "true"])
    }

    @Test func anyJSONTakesEverything() {
        let everything = Set(Self.offers.map(\.json))
        expect(JSONValue.self, named: "JSONValue", takes: everything)
        expect(RawJSON.self, named: "RawJSON", takes: everything)
    }

    @Test func whatAConversionThrowsIsTheUnderlyingError() throws {
        let error = try #require(throws: ModelError.self) {
            try decodeEveryWay([Version].self, "[\n7]", comparing: \.count)
        }
        #expect(error.code == .invalidValue)
        #expect(error.path.description == "$[0]")
        #expect(error.underlying is Version.NoVersion)
        #expect(
            error.description
                == "$[0]: expected Version, found the number 7 (invalidValue, line 2, column 1, offset 2): not a version"
        )
        #expect(
            refusal(of: [Version].self, "[[]]")
                == "$[0]: expected Version, found an array (typeMismatch, line 1, column 2, offset 1)")
        #expect(
            refusal(of: [Version].self, "[null]")
                == "$[0]: expected Version, found null (nullValue, line 1, column 2, offset 1)")
    }

    @Test func aWrappedValueIsExpectedAsWhatIsWrapped() {
        #expect(
            refusal(of: [Indirect<[Int]>].self, "[1]")
                == "$[0]: expected [Int], found the number 1 (typeMismatch, line 1, column 2, offset 1)")
        #expect(
            refusal(of: [Indirect<Author>].self, "[[]]")
                == "$[0]: expected Author, found an array (typeMismatch, line 1, column 2, offset 1)")
    }

    // MARK: - What was found

    @Test func longValuesAreShortened() {
        let digits = String(repeating: "1", count: 60)
        #expect(
            refusal(of: [Bool].self, "[\(digits)]")
                == "$[0]: expected Bool, found the number \(digits.prefix(40))… (typeMismatch, line 1, column 2, offset 1)"
        )
        let text = String(repeating: "é", count: 60)
        #expect(
            refusal(of: [Bool].self, "[\"\(text)\"]")
                == "$[0]: expected Bool, found the string \"\(text.prefix(40))…\" (typeMismatch, line 1, column 2, offset 1)"
        )
    }

    @Test func stringsAreShownEscaped() {
        #expect(
            refusal(of: [Int].self, #"["a\"b\\c\n\u0000\u20ac\ud83d\ude00"]"#)
                == #"$[0]: expected Int, found the string "a\"b\\c\n\u0000€😀" (typeMismatch, line 1, column 2, offset 1)"#
        )
    }

    // MARK: - Numbers

    @Test func integersThatDoNotFitAreOutOfRange() throws {
        func outOfRange(_ name: String, _ number: String) -> String {
            "$[0]: expected \(name), found the number \(number) (numberOutOfRange, line 1, column 2, offset 1)"
        }
        #expect(refusal(of: [Int8].self, "[128]") == outOfRange("Int8", "128"))
        #expect(refusal(of: [Int8].self, "[-129]") == outOfRange("Int8", "-129"))
        #expect(refusal(of: [UInt8].self, "[256]") == outOfRange("UInt8", "256"))
        #expect(refusal(of: [UInt8].self, "[300]") == outOfRange("UInt8", "300"))
        #expect(refusal(of: [Int].self, "[9223372036854775808]") == outOfRange("Int", "9223372036854775808"))
        #expect(refusal(of: [Int].self, "[1e30]") == outOfRange("Int", "1e30"))
        #expect(refusal(of: [UInt64].self, "[18446744073709551616]") == outOfRange("UInt64", "18446744073709551616"))
        #expect(refusal(of: [Double].self, "[1e400]") == outOfRange("Double", "1e400"))
        #expect(refusal(of: [Float].self, "[-1e39]") == outOfRange("Float", "-1e39"))
        #expect(try decodeEveryWay([Int8].self, "[127, -128]") == [127, -128])
    }

    @Test func wholeNumbersAreIntegersHoweverTheyAreWritten() throws {
        #expect(try decodeEveryWay([Int].self, "[1.0, 1e2, 120e-1, -0, 0e99]") == [1, 100, 12, 0, 0])
        #expect(
            refusal(of: [Int].self, "[1.0000000000000000001]")
                == "$[0]: expected Int, found the number 1.0000000000000000001 (inexactNumber, line 1, column 2, offset 1)"
        )
    }

    @Test func decimalsAreTakenFromTheLiteral() throws {
        #expect(
            try decodeEveryWay([Decimal].self, "[0.1, 3.141592653589793238]").map { "\($0)" } == [
                "0.1", "3.141592653589793238",
            ])
        #expect(
            refusal(of: [Decimal].self, "[0.\(String(repeating: "1", count: 50))]")
                .contains("(inexactNumber, line 1, column 2, offset 1)"))
    }

    // MARK: - Fixed counts

    @Test func anInlineArrayHasExactlyItsCount() throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let three = try decodeEveryWay(InlineArray<3, Int>.self, "[1, 2, 3]") { "\($0[0]) \($0[1]) \($0[2])" }
        #expect((three[0], three[1], three[2]) == (1, 2, 3))
        #expect(
            refusal(of: InlineArray<3, Int>.self, "[1, 2]")
                == "$: expected 3 elements, found 2 (wrongCount, line 1, column 6, offset 5)")
        #expect(
            refusal(of: [String: InlineArray<2, Int>].self, #"{"a": [1, 2, 3, 4]}"#)
                == "$.a: expected 2 elements, found more (wrongCount, line 1, column 14, offset 13)")
        #expect(
            refusal(of: InlineArray<0, Int>.self, "[[]]")
                == "$: expected 0 elements, found more (wrongCount, line 1, column 2, offset 1)")
        #expect(
            refusal(of: InlineArray<2, Int>.self, "{}")
                == "$: expected InlineArray<2, Int>, found an object (typeMismatch, line 1, column 1, offset 0)")
        #expect(
            refusal(of: InlineArray<2, Int>.self, "[1, true]")
                == "$[1]: expected Int, found true (typeMismatch, line 1, column 5, offset 4); conversions = .lenient converts it"
        )
    }

    // MARK: - Dictionary keys

    @Test func keysAreReadAsTheDictionarysKeyType() throws {
        #expect(try decodeEveryWay([Int: String].self, #"{"1": "a", "-20": "b"}"#) == [1: "a", -20: "b"])
        #expect(try decodeEveryWay([UInt8: Int].self, #"{"255": 1}"#) == [255: 1])
        #expect(try decodeEveryWay([Color: Int].self, #"{"red": 1}"#) == [.red: 1])
        #expect(try decodeEveryWay([Level: Int].self, #"{"7": 1}"#) == [.high: 1])
        #expect(try decodeEveryWay([Character: Int].self, #"{"é": 1}"#) == ["é": 1])
        #expect(try decodeEveryWay([Substring: Int].self, #"{"ab": 1}"#) == ["ab": 1])
    }

    @Test func aKeyThatIsNoneOfItsTypeIsAMismatch() {
        #expect(
            refusal(of: [Int: Int].self, #"{"1": 1, "x": 2}"#)
                == #"$.x: expected a key of type Int, found the key "x" (typeMismatch, line 1, column 10, offset 9)"#)
        #expect(
            refusal(of: [UInt8: Int].self, #"{"256": 1}"#)
                == #"$["256"]: expected a key of type UInt8, found the key "256" (typeMismatch, line 1, column 2, offset 1)"#
        )
        #expect(
            refusal(of: [Color: Int].self, #"{"": 1}"#)
                == #"$[""]: expected a key of type Color, found the key "" (typeMismatch, line 1, column 2, offset 1)"#)
        #expect(
            refusal(of: [Int: Int].self, #"{" 1": 1}"#)
                == #"$[" 1"]: expected a key of type Int, found the key " 1" (typeMismatch, line 1, column 2, offset 1)"#
        )
        for key in ["01", "+1", "1.5", "0x1", "1 ", "", "1e400", "--1"] {
            #expect(refusal(of: [Int: Int].self, "{\"\(key)\": 1}").contains("(typeMismatch, "), "\(key)")
        }
    }

    @Test func valuesInADictionaryHaveTheirKeysPath() {
        #expect(
            refusal(of: [Int: [String]].self, #"{"5": ["a", 1]}"#)
                == #"$["5"][1]: expected String, found the number 1 (typeMismatch, line 1, column 13, offset 12); conversions = .lenient converts it"#
        )
        #expect(
            refusal(of: [Color: Int].self, #"{"red": "x"}"#)
                == #"$.red: expected Int, found the string "x" (typeMismatch, line 1, column 9, offset 8)"#)
    }
}
