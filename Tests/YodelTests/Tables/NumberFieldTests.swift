import Testing

@testable import Yodel

@Suite("Boolean and integer fields")
struct IntegerFieldTests {
    @Test("Only true and false decode to a Bool")
    func booleans() {
        expectEverywhere("true", is: true)
        expectEverywhere("false", is: false)
        expectMismatchEverywhere(Bool.self, for: JSONLiteral.all(but: .bool))
        expectRefusedEverywhere("1", as: Bool.self, .typeMismatch)
        expectRefusedEverywhere("0", as: Bool.self, .typeMismatch)
        expectRefusedEverywhere(#""true""#, as: Bool.self, .typeMismatch)
    }

    @Test("An integer takes its smallest and largest value, and nothing beyond or of another type")
    func ranges() {
        for type in allIntegerTypes { expectRange(of: type) }
    }

    private func expectRange<Value: FixedWidthInteger>(
        of type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for value in [Value.min, 0, 1, 100, Value.max] {
            expectEverywhere("\(value)", is: value, sourceLocation: sourceLocation)
        }
        let above = successor(of: "\(Value.max)")
        let below = Value.isSigned ? "-" + successor(of: "\(Value.min.magnitude)") : "-1"
        for outside in [above, below, "1e40", "-1e40"] {
            expectRefusedEverywhere(
                outside, as: type, .numberOutOfRange, expected: "\(type)", found: "the number \(outside)",
                sourceLocation: sourceLocation)
        }
        expectRefusedEverywhere("1.5", as: type, .inexactNumber, expected: "\(type)", sourceLocation: sourceLocation)
        expectMismatchEverywhere(
            type, name: "\(type)", for: JSONLiteral.all(but: .number), sourceLocation: sourceLocation)
    }

    /// A number of any length plus one.
    private func successor(of digits: String) -> String {
        let nines = digits.reversed().prefix { $0 == "9" }.count
        let rest = digits.dropLast(nines)
        let next = rest.last.map { "\($0.wholeNumberValue! + 1)" } ?? "1"
        return "\(rest.dropLast())\(next)\(String(repeating: "0", count: nines))"
    }

    @Test("A number's value counts, not its form: fractions and exponents with an integer value are integers")
    func spellings() {
        expectEverywhere("-0", is: 0)
        expectEverywhere("-0", is: UInt8(0))
        expectEverywhere("1.0", is: 1)
        expectEverywhere("12e2", is: Int16(1_200))
        expectEverywhere("1200E-2", is: Int8(12))
        expectEverywhere("0.0e999999999", is: UInt64(0))
        expectEverywhere("9223372036854775807.000", is: Int64.max)
        expectEverywhere("1.8446744073709551615e+19", is: UInt64.max)
    }

    @Test(
        "A number with a fraction is not an integer, however small the fraction",
        arguments: ["1.5", "-0.1", "1e-1", "1e-400", "9007199254740993.5", "0.00000000000000000000001"])
    func fractions(literal: String) {
        expectRefusedEverywhere(literal, as: Int.self, .inexactNumber)
        expectRefusedEverywhere(literal, as: UInt128.self, .inexactNumber)
    }

    @Test("Integers never go through Double")
    func exactness() {
        expectEverywhere("9007199254740993", is: 9_007_199_254_740_993)
        expectEverywhere("-9223372036854775807", is: -9_223_372_036_854_775_807)
        expectEverywhere(
            "170141183460469231731687303715884105727", is: Int128(170_141_183_460_469_231_731_687_303_715_884_105_727))
    }

    @Test("A number in a string is a string")
    func numberInString() {
        expectRefusedEverywhere(#""12""#, as: Int.self, .typeMismatch)
    }

    @Test("An error quotes no more than the beginning of a long number")
    func longNumbers() {
        let digits = String(repeating: "9", count: 100)
        expectRefusedEverywhere(
            digits, as: Int.self, .numberOutOfRange, found: "the number \(String(repeating: "9", count: 40))…")
    }
}

@Suite("Floating-point fields")
struct FloatingPointFieldTests {
    /// Expects the exact bits, so that zeros of either sign differ.
    private func expectBits<Value: BinaryFloatingPoint>(
        _ json: String, _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectEverywhere(json, is: value, sourceLocation: sourceLocation) {
            [UInt64($0.sign == .minus ? 1 : 0), UInt64($0.exponentBitPattern), UInt64($0.significandBitPattern)]
        }
    }

    private func expectOverflow<Value>(
        _ json: String, _ type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectRefusedEverywhere(
            json, as: type, .numberOutOfRange, expected: "\(type)", found: "the number \(json)",
            sourceLocation: sourceLocation)
    }

    @Test("A Double is the nearest to the text, from the smallest to the largest")
    func doubles() {
        expectBits("0", 0.0)
        expectBits("-0", -0.0)
        expectBits("-0.0e5", -0.0)
        expectBits("0.1", 0.1)
        expectBits("-12.5e-3", -0.0125)
        expectBits("1.7976931348623157e308", Double.greatestFiniteMagnitude)
        expectBits("-1.7976931348623157e308", -Double.greatestFiniteMagnitude)
        expectBits("2.2250738585072014e-308", Double.leastNormalMagnitude)
        expectBits("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown)
        expectBits("5e-324", Double.leastNonzeroMagnitude)
        expectBits("3e-324", Double.leastNonzeroMagnitude)
        expectBits("2e-324", 0.0)
        expectBits("-1e-400", -0.0)
        expectBits("9007199254740993", 9_007_199_254_740_992.0)
        expectBits("9007199254740993.00000000000000000000000000000001", 9_007_199_254_740_994.0)
        expectOverflow("1.7976931348623159e308", Double.self)
        expectOverflow("-1e309", Double.self)
        expectOverflow("1e999999999", Double.self)
    }

    @Test("A Float is rounded once, from the text")
    func floats() {
        expectBits("-0", -Float(0))
        expectBits("3.4028235e38", Float.greatestFiniteMagnitude)
        expectBits("1.1754944e-38", Float.leastNormalMagnitude)
        expectBits("1e-45", Float.leastNonzeroMagnitude)
        expectBits("7.1e-46", Float.leastNonzeroMagnitude)
        expectBits("7e-46", Float(0))
        // Just above the middle of two Floats, but exactly on it as a Double.
        expectBits("1.00000005960464477540", Float(1).nextUp)
        expectOverflow("3.4028236e38", Float.self)
        expectOverflow("-1e39", Float.self)
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test("A Float16 is rounded once, from the text")
    func halves() {
        expectBits("-0", -Float16(0))
        expectBits("65504", Float16.greatestFiniteMagnitude)
        expectBits("65519.999", Float16.greatestFiniteMagnitude)
        expectBits("-65504", -Float16.greatestFiniteMagnitude)
        expectBits("6.103515625e-5", Float16.leastNormalMagnitude)
        expectBits("6e-8", Float16.leastNonzeroMagnitude)
        expectBits("2.99e-8", Float16.leastNonzeroMagnitude)
        expectBits("2.98e-8", Float16(0))
        expectBits("1.00048828125000000001", Float16(1).nextUp)
        expectOverflow("65520", Float16.self)
        expectOverflow("-1e5", Float16.self)
        expectMismatchEverywhere(Float16.self, for: JSONLiteral.all(but: .number))
    }
    #endif

    @Test("Values of other JSON types are refused, including words for infinity and NaN")
    func mismatches() {
        expectMismatchEverywhere(Double.self, for: JSONLiteral.all(but: .number))
        expectMismatchEverywhere(Float.self, for: JSONLiteral.all(but: .number))
        expectRefusedEverywhere(#""NaN""#, as: Double.self, .typeMismatch)
        expectRefusedEverywhere(#""inf""#, as: Float.self, .typeMismatch)
    }
}
