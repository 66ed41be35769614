import Foundation
import Testing

@testable import Yodel

@Suite("JSONNumber")
struct JSONNumberTests {
    private func number(_ text: String) throws -> JSONNumber {
        try #require(JSONNumber(text: text))
    }

    // MARK: Literals

    @Test(
        "keeps a literal as written",
        arguments: ["0", "-0", "12", "1.10", "1e5", "1E+05", "-0.0e-0", "123456789012345678901234567", "1e999999999"])
    func keepsLiteral(text: String) throws {
        #expect(try number(text).text == text)
        #expect(try number(text).description == text)
    }

    @Test(
        "refuses text outside the JSON grammar",
        arguments: [
            "", "-", "+1", "01", "-01", "1.", ".5", "1.e3", "1e", "1e+", "1e-", "e5", "0x10", "1_000", "NaN",
            "Infinity", "-Infinity", " 1", "1 ", "1,0", "--1", "1.2.3", "1e5e5", "1e5.0", "½", "１", "1\u{0}",
        ])
    func refuses(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test("is made from integers of any type")
    func fromIntegers() {
        #expect(JSONNumber(Int8.min).text == "-128")
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(42 as Int32).text == "42")
    }

    @Test("is made from finite floating-point values")
    func fromFloatingPoint() throws {
        let double = 0.1
        let float: Float = 0.1
        #expect(JSONNumber(double)?.text == "0.1")
        #expect(JSONNumber(float)?.text == "0.1")
        #expect(JSONNumber(Double.leastNonzeroMagnitude)?.double == .leastNonzeroMagnitude)
        #expect(JSONNumber(-Double.greatestFiniteMagnitude)?.double == -.greatestFiniteMagnitude)
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(-Float.infinity) == nil)
    }

    @Test("is written as a literal in code")
    func literals() {
        #expect((7 as JSONNumber).text == "7")
        #expect((-2.5 as JSONNumber).text == "-2.5")
    }

    @Test("a floating-point literal that is not finite is a programming error")
    func infiniteLiteral() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = JSONNumber(floatLiteral: .infinity)
        }
        #expect(ended.said("A floating-point literal must be finite to be a JSON number"))
    }

    // MARK: Equality

    @Test(
        "numbers are equal by value, not by spelling",
        arguments: [
            ("1", "1.0"), ("1", "1e0"), ("1", "0.1e1"), ("1", "10e-1"), ("1", "1000E-3"), ("100", "1e2"),
            ("0", "-0"), ("0", "0.000"), ("0", "0e999999999"), ("-0.0", "0e-5"), ("-12.50", "-1250e-2"),
            ("0.00120", "12e-4"), ("1e5", "1E+005"), ("123.456", "0.000123456e6"),
            ("1e999999999", "10e999999998"), ("1e-999999999", "0.1e-999999998"),
            ("1e1000000000000000000000", "10e999999999999999999999"),
            ("1e-1000000000000000000000", "0.1e-999999999999999999999"),
            ("1e-999999999999999999999", "10e-1000000000000000000000"),
            ("1e1000000000000000000", "1000e999999999999999997"),
            ("100e99999999999999999", "1e100000000000000001"),
            ("0.1e1000000000000000000", "1e999999999999999999"),
        ])
    func equal(lhs: String, rhs: String) throws {
        #expect(try number(lhs) == number(rhs))
        #expect(try number(lhs).hashValue == number(rhs).hashValue)
    }

    @Test(
        "numbers that differ in any digit are different",
        arguments: [
            ("1", "-1"), ("1", "10"), ("1", "2"), ("12", "1.2"), ("0", "1e-999999999"), ("12", "21"),
            ("9007199254740993", "9007199254740992"), ("0.1", "0.1000000000000000055511151231257827"),
            ("1e999999999", "1e999999998"), ("1e999", "1e9999"), ("1e5", "1e-5"),
            ("1e1000000000000000000000", "1e1000000000000000000001"),
            ("1e1000000000000000000000", "1e-1000000000000000000000"),
            ("123456789012345678", "1234567890123456780"), ("11111111111111110", "11111111111111111"),
            ("12345678901234567895", "123456789012345678905"),
        ])
    func different(lhs: String, rhs: String) throws {
        #expect(try number(lhs) != number(rhs))
        #expect(try number(lhs).hashValue != number(rhs).hashValue)
    }

    @Test("equality agrees with Decimal arithmetic over many spellings")
    func equalityAgainstDecimal() throws {
        let spellings = ["0", "5", "50", "0.5", "0.05", "5.0", "55", "-5", "-0.50", "500"]
        let exponents = ["", "e0", "e1", "e-1", "e2", "E-2", "e+1"]
        let texts = spellings.flatMap { spelling in exponents.map { spelling + $0 } }
        let numbers = try texts.map { (try number($0), try #require(Decimal(string: $0))) }
        for left in numbers {
            let disagreeing = numbers.filter { right in (left.0 == right.0) != (left.1 == right.1) }
            #expect(disagreeing.isEmpty)
        }
    }

    @Test("comparing long literals takes linear time")
    func longLiterals() throws {
        let growth = try CostGrowth.measured(at: 100_000, document: LongLiterals.init) { literals in
            // Plain Booleans: a failing expectation would print the literals.
            let (plain, huge) = (literals.plain, literals.huge)
            let equal = plain == literals.scaled && huge == literals.hugeShifted
            #expect(equal)
            let sameHash = plain.hashValue == literals.scaled.hashValue
            #expect(sameHash)
            let different = plain != huge && huge != literals.hugeNegated
            #expect(different)
            let convertible = plain.integer(as: Int.self) != nil || plain.decimal != nil || huge.double != nil
            #expect(!convertible)
        }
        #expect(growth < CostGrowth.limit)
    }

    // MARK: Conversions

    @Test("converts to an integer by value")
    func integers() throws {
        #expect(try number("42").integer(as: Int.self) == 42)
        #expect(try number("42.0").integer(as: UInt8.self) == 42)
        #expect(try number("4.2e1").integer(as: Int16.self) == 42)
        #expect(try number("4200e-2").integer(as: Int64.self) == 42)
        #expect(try number("-0").integer(as: UInt.self) == 0)
        #expect(try number("0e999999999999999999999").integer(as: Int.self) == 0)
    }

    @Test("does not convert to an integer if it is not one, or does not fit")
    func notIntegers() throws {
        #expect(try number("1.5").integer(as: Int.self) == nil)
        #expect(try number("1e-1").integer(as: Int.self) == nil)
        #expect(try number("0.99999999999999999999").integer(as: Int.self) == nil)
        #expect(try number("-1").integer(as: UInt.self) == nil)
        #expect(try number("1e999999999").integer(as: Int.self) == nil)
        #expect(try number("1e999999999999999999999").integer(as: Int.self) == nil)
    }

    @Test("every integer type reaches its bounds and not beyond")
    func integerBounds() throws {
        func check<Integer: FixedWidthInteger>(_ type: Integer.Type, below: String, above: String) throws {
            #expect(JSONNumber(Integer.min).integer(as: type) == .min)
            #expect(JSONNumber(Integer.max).integer(as: type) == .max)
            #expect(try number(below).integer(as: type) == nil)
            #expect(try number(above).integer(as: type) == nil)
        }
        try check(Int8.self, below: "-129", above: "128")
        try check(UInt8.self, below: "-1", above: "256")
        try check(Int16.self, below: "-32769", above: "32768")
        try check(UInt16.self, below: "-1", above: "65536")
        try check(Int32.self, below: "-2147483649", above: "2147483648")
        try check(UInt32.self, below: "-1", above: "4294967296")
        try check(Int64.self, below: "-9223372036854775809", above: "9223372036854775808")
        try check(UInt64.self, below: "-1", above: "18446744073709551616")
    }

    @Test("converts to the nearest Double")
    func doubles() throws {
        #expect(try number("0.1").double == 0.1)
        #expect(try number("-2.5e3").double == -2500)
        #expect(try number("9007199254740993").double == 9_007_199_254_740_992)
        #expect(try number("1e-400").double == 0)
        #expect(try number("1e400").double == nil)
        #expect(try number("-1e999999999").double == nil)
        #expect(try number("-0").double?.sign == .minus)
    }

    @Test(
        "converts to Decimal exactly",
        arguments: [
            "0", "1.10", "-0.1", "99999999999999999999999999999999999999", "1e127", "-1e-128", "12e37",
            "0.00000000000000000000000000000000000001", "12345678901234567890.123456789012345678",
            "340282366920938463463374607431768211455", "1234567890123456789", "12345678901234567891",
        ])
    func decimals(text: String) throws {
        let decimal = try #require(try number(text).decimal)
        #expect(decimal == Decimal(string: text))
        #expect(JSONNumber(decimal) == (try number(text)))
    }

    @Test("every extreme Decimal converts back")
    func extremeDecimals() {
        for decimal in [Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi] {
            #expect(JSONNumber(decimal)?.decimal == decimal)
        }
        #expect(JSONNumber(Decimal.nan) == nil)
    }

    @Test(
        "does not convert to Decimal if it does not fit",
        arguments: [
            "1e200", "1e-200", "1e999999999", "1e999999999999999999999", "1e-129",
            "340282366920938463463374607431768211456", "1000000000000000000000000000000000000001e127",
            "0.3333333333333333333333333333333333333333333",
        ])
    func notDecimals(text: String) throws {
        #expect(try number(text).decimal == nil)
    }

    // MARK: Codable

    @Test(
        "passes through Foundation's coders with its value",
        arguments: [
            "0", "-7", "9223372036854775808", "-9223372036854775808", "0.1", "1.5e300", "5e-324",
            "0.12345678901234567890123456789", "123456789012345678901234567890",
        ])
    func codable(text: String) throws {
        let data = try JSONEncoder().encode([number(text)])
        #expect(try JSONDecoder().decode([JSONNumber].self, from: data) == [number(text)])
    }

    @Test("is refused by coders if it does not fit")
    func codableRefusals() throws {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([number("1e400")]) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([JSONNumber].self, from: Data("[true]".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([JSONNumber].self, from: Data("[\"1\"]".utf8)) }
    }

    @Test("property lists store it as a number")
    func propertyList() throws {
        let numbers = [try number("1"), try number("0.1"), JSONNumber(UInt64.max)]
        let data = try PropertyListEncoder().encode(numbers)
        #expect(try PropertyListDecoder().decode([Double].self, from: data) == [1, 0.1, 0x1p64])
        #expect(try PropertyListDecoder().decode([JSONNumber].self, from: data) == numbers)
    }
}

/// Numbers with so many digits, or with an exponent of so many.
private struct LongLiterals {
    let plain, scaled, huge, hugeShifted, hugeNegated: JSONNumber

    init(count: Int) throws {
        func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }
        let sevens = String(repeating: "7", count: count)
        let nines = String(repeating: "9", count: count)
        plain = try number(sevens + "0")
        scaled = try number("0.\(sevens)e\(count + 1)")
        huge = try number("1e" + nines)
        hugeNegated = try number("1e-" + nines)
        let zeros = String(repeating: "0", count: count - 1)
        hugeShifted = try number("0.01e1\(zeros)1")
    }
}
