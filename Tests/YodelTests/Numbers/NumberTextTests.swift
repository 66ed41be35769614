import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

/// Number literals for models with an integer or a `Decimal`.
@Suite("Number text")
struct NumberTextTests {
    // MARK: Grammar

    @Test(
        "The grammar is JSON's",
        arguments: [
            "0", "-0", "7", "10", "-12", "0.0", "-0.10", "1e5", "1E+5", "1.5e-05", "0e0", "12345678901.12345678901e1",
        ])
    func valid(_ text: String) {
        #expect(isValid(text))
        #expect(double(text) != nil)
        #expect(float(text) != nil)
        #expect(decimal(text) != nil)
    }

    @Test(
        "Everything else is not a number",
        arguments: [
            "", "-", "+1", "--1", "00", "01", "-01", "01.5", "0123456789", "-00000000", ".5", "-.5", ".12345678", "1.",
            "-1.", "12345678.", "1.e5", "1e", "1e+", "1e-", "1E", "1.5e", "1e5.5", "1e5e5", "1.2.3", "1..2", "1-", "1 ",
            " 1", "1_000", "0x10", "1f", "Infinity", "NaN", "nan", "e5", "-e5", "1,5", "12:34", "1/2", "12345678a",
            "1234567890123456789a", "1.234567890123456/", "1.2345678:", "1.2345a78", "-1.a", "\u{0}", "1\u{0}", "١٢",
            "1.5e12345678x", "1.5e1x", "1234567890123456.", "1234567890123456.e1",
        ])
    func invalid(_ text: String) {
        #expect(!isValid(text))
        #expect(integer(text, Int.self) == .failure(.notAnInteger))
        #expect(integer(text, UInt8.self) == .failure(.notAnInteger))
        #expect(double(text) == nil)
        #expect(float(text) == nil)
        #expect(decimal(text) == nil)
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        #expect(float16(text) == nil)
        #endif
    }

    @Test("On random characters every conversion agrees with the grammar")
    func randomCharacters() throws {
        let grammar = try Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
        var generator = SeededGenerator(seed: 1)
        var validCount = 0
        var mismatches = Mismatches()
        for round in 0..<30_000 {
            let alphabet = round % 2 == 0 ? "0123456789..ee--+E" : "0000123456789012345678901234567890.:/"
            let text = generator.text(0...24, from: alphabet)
            let isNumber = text.wholeMatch(of: grammar) != nil
            mismatches.expect(isValid(text) == isNumber, text)
            if isNumber {
                validCount += 1
                let value = Double(text).flatMap { $0.isFinite ? $0 : nil }
                mismatches.expect(double(text)?.bitPattern == value?.bitPattern, text)
            } else {
                mismatches.expect(double(text) == nil && float(text) == nil && decimal(text) == nil, text)
                mismatches.expect(integer(text, Int.self) == .failure(.notAnInteger), text)
            }
        }
        #expect(mismatches.texts == [])
        #expect(validCount > 1000)
    }

    // MARK: Integers

    @Test("Every width takes its bounds and nothing beyond")
    func bounds() {
        for type in allIntegerTypes { expectBounds(type) }
    }

    private func expectBounds<Value: FixedWidthInteger & Sendable>(_: Value.Type) {
        let (smallest, largest) = ("\(Value.min)", "\(Value.max)")
        let below = Value.isSigned ? oneFurther(smallest) : "-1"
        for (text, expected) in [(smallest, Value.min), (largest, Value.max)] {
            #expect(integer(text, Value.self) == .success(expected))
            #expect(integer(text + ".000", Value.self) == .success(expected))
            #expect(integer(text + ".00e-0", Value.self) == .success(expected))
            #expect(integer(shiftedPoint(text), Value.self) == .success(expected))
            #expect(integer(text + ".5", Value.self) == .failure(.notAnInteger))
        }
        for text in [below, oneFurther(largest)] {
            #expect(integer(text, Value.self) == .failure(.outOfRange), "\(text) as \(Value.self)")
            #expect(integer(text + ".000", Value.self) == .failure(.outOfRange))
            #expect(integer(text + "00e-2", Value.self) == .failure(.outOfRange))
            #expect(integer(text + "e1", Value.self) == .failure(.outOfRange))
        }
        for text in [smallest, largest] where text != "0" {
            #expect(integer(text + "0", Value.self) == .failure(.outOfRange))
            #expect(integer(text + "000000000000000000000", Value.self) == .failure(.outOfRange))
        }
    }

    /// The same value with its last digit after the point: `-12.8e1` for `-128`.
    private func shiftedPoint(_ text: String) -> String {
        text.count == 1 ? "0.\(text)e1" : "\(text.dropLast()).\(text.last!)e1"
    }

    /// The decimal number that is one further from zero.
    private func oneFurther(_ text: String) -> String {
        var digits = Array(text.utf8)
        var index = digits.count - 1
        while digits[index] == UInt8(ascii: "9") {
            digits[index] = UInt8(ascii: "0")
            index -= 1
        }
        digits[index] += 1
        return String(decoding: digits, as: UTF8.self)
    }

    @Test("Around 2^64, where twenty digits begin to wrap")
    func twentyDigits() {
        #expect(integer("10000000000000000000", UInt64.self) == .success(10_000_000_000_000_000_000))
        #expect(integer("18446744073709551615", UInt64.self) == .success(.max))
        #expect(integer("18446744073709551616", UInt64.self) == .failure(.outOfRange))
        #expect(integer("19999999999999999999", UInt64.self) == .failure(.outOfRange))
        #expect(integer("28446744073709551615", UInt64.self) == .failure(.outOfRange))
        #expect(integer("99999999999999999999", UInt64.self) == .failure(.outOfRange))
        #expect(integer("100000000000000000000", UInt64.self) == .failure(.outOfRange))
        #expect(integer("-9223372036854775808", Int64.self) == .success(.min))
        #expect(integer("-18446744073709551615", Int64.self) == .failure(.outOfRange))
        #expect(integer("-18446744073709551616", Int64.self) == .failure(.outOfRange))
    }

    @Test(
        "A whole value is an integer however it is written",
        arguments: [
            ("1.0", 1), ("1e3", 1000), ("1E+3", 1000), ("10e-1", 1), ("-0", 0), ("-0.0", 0), ("0e99999999999", 0),
            ("0.000e-99999999999999999999999", 0), ("1.50e1", 15), ("-1.25e2", -125), ("0.001e3", 1), ("100e-2", 1),
            ("123456789012345678e0", 123_456_789_012_345_678), ("-12000.000", -12000),
            ("0.0000000000000000000012e22", 12),
        ])
    func wholeValues(_ text: String, _ expected: Int) {
        #expect(integer(text, Int.self) == .success(expected))
    }

    @Test(
        "A fraction is not an integer",
        arguments: ["1.5", "-0.1", "1e-1", "15e-1", "0.5e0", "1e-999999999999999999999", "1000e-4", "0.00000001e7"])
    func fractions(_ text: String) {
        #expect(integer(text, Int.self) == .failure(.notAnInteger))
        #expect(integer(text, UInt16.self) == .failure(.notAnInteger))
    }

    @Test("Huge values are out of range", arguments: ["1e999999999999999999999", "1e19", "0.1e21", "-1e19"])
    func tooLarge(_ text: String) {
        #expect(integer(text, Int.self) == .failure(.outOfRange))
    }

    @Test("An unsigned integer takes no sign except for zero")
    func unsigned() {
        #expect(integer("-0", UInt.self) == .success(0))
        #expect(integer("-0.0e5", UInt8.self) == .success(0))
        #expect(integer("-1", UInt.self) == .failure(.outOfRange))
        #expect(integer("-1.0", UInt64.self) == .failure(.outOfRange))
        #expect(integer("-18446744073709551615", UInt64.self) == .failure(.outOfRange))
        #expect(integer("-1.5", UInt64.self) == .failure(.notAnInteger))
    }

    @Test("Random integers of every length read back")
    func randomIntegers() {
        var generator = SeededGenerator(seed: 2)
        var mismatches = Mismatches()
        for _ in 0..<20_000 {
            let value =
                Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...63, using: &generator)
            let wide = Int128(value) * Int128(Int64.random(in: .min ... .max, using: &generator))
            mismatches.expect(integer("\(value)", Int64.self) == .success(value), "\(value)")
            mismatches.expect(integer("\(value.magnitude)", UInt64.self) == .success(value.magnitude), "\(value)")
            mismatches.expect(integer("\(value)", Int16.self) == Outcome(exactly: value), "\(value)")
            mismatches.expect(integer("\(wide)", Int128.self) == .success(wide), "\(wide)")
            mismatches.expect(integer("\(wide)", Int64.self) == Outcome(exactly: wide), "\(wide)")
            mismatches.expect(integer("\(wide)", UInt128.self) == Outcome(exactly: wide), "\(wide)")
        }
        #expect(mismatches.texts == [])
    }

    // MARK: Decimal

    @Test(
        "A Decimal is exact",
        arguments: [
            "0", "1", "-1", "0.1", "1.50", "-12.34", "100", "1e10", "123456789.123456789",
            "3.14159265358979323846264338327", "0.30000000000000004441", "99999999999999999999999999999999999999",
            "-0.00000000000000000000000000000000000001", "340282366920938463463374607431768211455",
            "-3.40282366920938463463374607431768211455", "1e127", "1e-128", "18446744073709551615",
            "18446744073709551616", "184467440737095516160000000000", "0.1e-127",
            "340282366920938463463374607431768211455e-128",
        ])
    func exactDecimals(_ text: String) throws {
        let expected = try #require(Decimal(string: text))
        let found = try #require(decimal(text))
        #expect(found == expected)
        #expect(found.hashValue == expected.hashValue)
        #expect(found.description == expected.description)
    }

    @Test("An exponent counts from the last digit that is not zero")
    func decimalExponents() {
        #expect(decimal("1e127") == Decimal(string: "1e127"))
        #expect(decimal("100e125") == Decimal(string: "1e127"))
        #expect(decimal("10000000000000000.0e111") == Decimal(string: "1e127"))
        #expect(decimal("0.001e130") == Decimal(string: "1e127"))
        #expect(decimal("340282366920938463463374607431768211455e127") == Decimal.greatestFiniteMagnitude)
        #expect(decimal("-1000e-131") == Decimal(string: "-1e-128"))
        for tooLarge in ["1e128", "10e127", "1000e127", "1000000000000000000e110", "1e165"] {
            #expect(decimal(tooLarge) == nil, "\(tooLarge)")
        }
    }

    @Test(
        "Zero is zero with any sign and exponent", arguments: ["-0", "0.000", "0e999999999999999999999", "-0.0e-500"])
    func decimalZero(_ text: String) {
        #expect(decimal(text) == Decimal(0))
        #expect(decimal(text)?.isNaN == false)
    }

    @Test(
        "A Decimal refuses values that it cannot represent exactly",
        arguments: [
            "340282366920938463463374607431768211456", "3402823669209384634633746074317682114551",
            "0.1234567890123456789012345678901234567891", "1e-129", "10001e-132", "1e999999999999999999999",
            "1e-999999999999999999999", "340282366920938463463374607431768211456e127",
        ])
    func inexactDecimals(_ text: String) {
        #expect(decimal(text) == nil)
    }

    @Test("Random decimals agree with Foundation's own reading, with every digit")
    func randomDecimals() throws {
        var generator = SeededGenerator(seed: 3)
        var mismatches = Mismatches()
        for _ in 0..<5_000 {
            let text = "-\(UInt32.random(in: 0...9_999, using: &generator)).\(generator.digits(1...34))"
            mismatches.expect(decimal(text) == Decimal(string: text), text)
            let shift = UInt128.random(in: 0...127, using: &generator)
            let whole = UInt128.random(in: 0...UInt128.max, using: &generator) >> shift
            mismatches.expect(decimal("\(whole)")?.description == "\(whole)", "\(whole)")
            let zeros = whole & ~0xFFFF_FFFF_FFFF_FFFF
            mismatches.expect(decimal("\(zeros)")?.description == "\(zeros)", "\(zeros)")
        }
        #expect(mismatches.texts == [])
    }

    // MARK: Cost

    @Test("A million digits are read in one pass")
    func millionDigits() {
        let growth = CostGrowth.measured(at: 1_000_000, document: { $0 }) { count in
            let zeros = String(repeating: "0", count: count - 1)
            let nines = String(repeating: "9", count: count)
            #expect(integer("1\(zeros)e-\(count - 1)", Int.self) == .success(1))
            #expect(integer("1\(zeros)e-\(count)", Int.self) == .failure(.notAnInteger))
            #expect(integer("0.\(zeros)12e\(count + 1)", Int.self) == .success(12))
            #expect(integer(nines, UInt64.self) == .failure(.outOfRange))
            #expect(double("0.\(zeros)1e\(count)") == 1)
            #expect(double("1\(zeros)e-\(count - 1)") == 1)
            #expect(double("0." + nines) == 1)
            #expect(double("1e" + nines) == nil)
            #expect(double("1e-" + nines) == 0)
            #expect(float("0." + nines) == 1)
            #expect(decimal("1\(zeros)e-\(count - 1)") == 1)
            #expect(decimal("0." + nines) == nil)
            // One digit, a million places later, decides.
            let halfway = "9007199254740993." + zeros
            #expect(double(halfway) == 9_007_199_254_740_992)
            #expect(double(halfway + "1") == 9_007_199_254_740_994)
        }
        #expect(growth < CostGrowth.limit)
    }
}

// MARK: - The functions under test, from text

private enum Outcome<Value: FixedWidthInteger & Sendable>: Equatable {
    case success(Value)
    case failure(NumberProblem)

    /// Converts the digits of a whole number.
    init(exactly value: some FixedWidthInteger) {
        self = Value(exactly: value).map(Outcome.success) ?? .failure(.outOfRange)
    }
}

private func integer<Value: FixedWidthInteger & Sendable>(_ text: String, _ type: Value.Type) -> Outcome<Value> {
    withNumberText(text) { number in
        do throws(NumberProblem) {
            return .success(try number.integer(type))
        } catch {
            return .failure(error)
        }
    }
}

private func isValid(_ text: String) -> Bool { withNumberText(text) { $0.isValid } }
private func double(_ text: String) -> Double? { withNumberText(text) { $0.double() } }
private func float(_ text: String) -> Float? { withNumberText(text) { $0.float() } }
private func decimal(_ text: String) -> Decimal? {
    let value = withNumberText(text) { $0.decimal() }
    if value?.isNaN == true { Issue.record("\(text) became NaN") }
    return value
}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
private func float16(_ text: String) -> Float16? { withNumberText(text) { $0.float16() } }
#endif
