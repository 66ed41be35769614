import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

/// Number literals as `Double`, `Float` and `Float16`: always the nearest value, exact to the last bit.
///
/// (For published data see `FloatParsingTests`.)
@Suite("Number text as floating point")
struct NumberTextFloatingPointTests {
    // MARK: Edges

    @Test(
        "A zero keeps its sign",
        arguments: ["0", "0.0", "0e0", "0e999999999999999999999", "0.00000000000000000000000000000e-7"])
    func zeros(text: String) {
        #expect(bits(text, .double) == 0)
        #expect(bits(text, .float) == 0)
        #expect(bits("-" + text, .double) == 1 << 63)
        #expect(bits("-" + text, .float) == 1 << 31)
    }

    @Test("A value that rounds to infinity is out of range, any smaller one is at most the greatest value")
    func overflow() {
        #expect(double("1.7976931348623157e308") == Double.greatestFiniteMagnitude)
        #expect(double("-1.7976931348623158e308") == -Double.greatestFiniteMagnitude)
        #expect(double("1.7976931348623159e308") == nil)
        #expect(double("1e309") == nil)
        #expect(double("-1e400") == nil)
        #expect(double("1e99999999999999999999") == nil)
        #expect(double(String(repeating: "9", count: 309)) == nil)
        #expect(double("0.000001e314") == 1e308)
        #expect(float("3.4028235e38") == Float.greatestFiniteMagnitude)
        #expect(float("3.4028235677973366e38") == Float.greatestFiniteMagnitude)
        #expect(float("3.4028235677973367e38") == nil)
        #expect(float("340282356779733661637539395458142568447") == Float.greatestFiniteMagnitude)
        #expect(float("340282356779733661637539395458142568448") == nil)
        #expect(float("1e39") == nil)
        #expect(float("1e308") == nil)
    }

    @Test("Small values become subnormal or zero")
    func underflow() {
        #expect(double("5e-324") == Double.leastNonzeroMagnitude)
        #expect(double("2.4703282292062327e-324") == 0)
        #expect(double("2.4703282292062328e-324") == Double.leastNonzeroMagnitude)
        #expect(double("2.2250738585072011e-308")?.bitPattern == 0x000F_FFFF_FFFF_FFFF)
        #expect(double("2.2250738585072012e-308") == Double.leastNormalMagnitude)
        #expect(double("1e-400") == 0)
        #expect(bits("-1e-400", .double) == 1 << 63)
        #expect(double("1e-99999999999999999999") == 0)
        #expect(double("18446744073709551615e-343") == 0)
        #expect(double("9999999999999999999e-342") == Double(bitPattern: 2))
        #expect(float("1.4e-45") == Float.leastNonzeroMagnitude)
        #expect(float("7e-46") == 0)
        #expect(float("7.1e-46") == Float.leastNonzeroMagnitude)
        #expect(float("1e-300") == 0)
    }

    @Test("A Float is rounded once, not through a Double")
    func singleRounding() {
        // Just above the point halfway between 1 and the next Float, by less than a Double can represent.
        #expect(float("1.000000059604644775390625") == 1)
        #expect(float("1.00000005960464477539062500000001") == Float(1).nextUp)
        #expect(Float(double("1.00000005960464477539062500000001")!) == 1)
    }

    // MARK: Round trips

    @Test("Random doubles read back from their shortest text and from 17 digits")
    func roundTrips() {
        var generator = SeededGenerator(seed: 4)
        var mismatches = Mismatches()
        for round in 0..<200_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            mismatches.expect(bits("\(value)", .double) == value.bitPattern, "\(value)")
            if round % 4 == 0 {
                let text = String(format: "%.17g", value)
                mismatches.expect(bits(text, .double) == value.bitPattern, text)
            }
        }
        #expect(mismatches.texts == [])
    }

    @Test("Random floats read back from their shortest text and from 9 digits")
    func floatRoundTrips() {
        var generator = SeededGenerator(seed: 5)
        var mismatches = Mismatches()
        for round in 0..<50_000 {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            guard value.isFinite else { continue }
            mismatches.expect(bits("\(value)", .float) == UInt64(value.bitPattern), "\(value)")
            if round % 4 == 0 {
                let text = String(format: "%.9g", Double(value))
                mismatches.expect(bits(text, .float) == UInt64(value.bitPattern), text)
            }
        }
        #expect(mismatches.texts == [])
    }

    @Test("Common decimals agree with the standard library")
    func everydayNumbers() {
        var generator = SeededGenerator(seed: 6)
        var mismatches = Mismatches()
        for _ in 0..<50_000 {
            let sign = Bool.random(using: &generator) ? "-" : ""
            let whole =
                UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...64, using: &generator)
            let text = "\(sign)\(whole).\(generator.digits(1...20))"
            mismatches.expect(bits(text, .double) == Double(text)?.bitPattern, text)
            mismatches.expect(bits(text, .float) == (Float(text)?.bitPattern).map(UInt64.init), text)
        }
        #expect(mismatches.texts == [])
    }

    @Test("Up to 40 digits with exponents from -400 to 400 agree with the standard library")
    func randomLiterals() {
        var generator = SeededGenerator(seed: 7)
        var mismatches = Mismatches()
        for _ in 0..<100_000 {
            let digits = "\(Int.random(in: 1...9, using: &generator))" + generator.digits(0...39)
            let point = Int.random(in: 1...digits.count, using: &generator)
            let fraction = point == digits.count ? "" : ".\(digits.dropFirst(point))"
            let text = "\(digits.prefix(point))\(fraction)e\(Int.random(in: -400...400, using: &generator))"
            let double = Double(text)!, float = Float(text)!
            mismatches.expect(bits(text, .double) == (double.isFinite ? double.bitPattern : nil), text)
            mismatches.expect(bits(text, .float) == (float.isFinite ? UInt64(float.bitPattern) : nil), text)
        }
        #expect(mismatches.texts == [])
    }

    // MARK: Shapes

    @Test("Up to 24 characters with the point anywhere agree with the standard library", arguments: ["", "-"])
    func pointAnywhere(_ sign: String) {
        var generator = SeededGenerator(seed: 8)
        var mismatches = Mismatches()
        for count in 2...23 {
            for point in 1..<count {
                for first in point == 1 ? ["0", "7"] : ["7"] {
                    let digits = first + generator.digits((count - 1)...(count - 1))
                    let text = "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
                    mismatches.expect(bits(text, .double) == Double(text)!.bitPattern, text)
                    mismatches.expect(bits(text, .float) == UInt64(Float(text)!.bitPattern), text)
                }
            }
        }
        #expect(mismatches.texts == [])
    }

    @Test("One wrong character anywhere gives no value", arguments: ["", "-"])
    func oneWrongCharacter(_ sign: String) {
        var mismatches = Mismatches()
        for count in 2...23 {
            for point in 1..<count {
                let literal = Array("\(sign)123456789123456789123456789".utf8.prefix(count + sign.utf8.count))
                var text = literal
                text.insert(UInt8(ascii: "."), at: point + sign.utf8.count)
                for index in text.indices {
                    for wrong in [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), 0, 0xB1] {
                        var spoiled = text
                        spoiled[index] = wrong
                        if spoiled == text { continue }
                        let value = spoiled.withUnsafeBufferPointer {
                            NumberText(start: $0.baseAddress!, count: $0.count).double()
                        }
                        mismatches.expect(value == nil, String(decoding: spoiled, as: UTF8.self))
                    }
                }
            }
        }
        #expect(mismatches.texts == [])
    }

    // MARK: Halfway points

    @Test("At, below and above the point halfway between two doubles")
    func doubleHalfway() {
        var generator = SeededGenerator(seed: 8)
        var mismatches = Mismatches()
        for round in 0..<150 {
            // Subnormal, around 1, any.
            let exponent = [
                0, Int.random(in: 1000...1100, using: &generator), Int.random(in: 1...2045, using: &generator),
            ]
            checkHalfway(above: UInt64(exponent[round % 3]) << 52 | generator.next() >> 12, .double, &mismatches)
        }
        checkHalfway(above: 0, .double, &mismatches)
        checkHalfway(above: Double.greatestFiniteMagnitude.bitPattern, .double, &mismatches)
        checkHalfway(above: Double.leastNormalMagnitude.bitPattern - 1, .double, &mismatches)
        #expect(mismatches.texts == [])
    }

    @Test("At, below and above the point halfway between two floats")
    func floatHalfway() {
        var generator = SeededGenerator(seed: 9)
        var mismatches = Mismatches()
        for round in 0..<1_000 {
            let exponent = [0, Int.random(in: 90...160, using: &generator), Int.random(in: 1...253, using: &generator)]
            checkHalfway(above: UInt64(exponent[round % 3]) << 23 | generator.next() >> 41, .float, &mismatches)
        }
        checkHalfway(above: 0, .float, &mismatches)
        checkHalfway(above: UInt64(Float.greatestFiniteMagnitude.bitPattern), .float, &mismatches)
        #expect(mismatches.texts == [])
    }

    @Test("Up to 19 digits that spell a halfway point give the even value")
    func shortHalfwayPoints() {
        var generator = SeededGenerator(seed: 10)
        var mismatches = Mismatches()
        for (format, exponents) in [(Format.double, -4...23), (.float, -17...10)] {
            for _ in 0..<20_000 {
                let exponent = exponents.randomElement(using: &generator)!
                let power = (0..<abs(exponent)).reduce(1 as UInt64) { power, _ in power * 5 }
                // An odd number of one bit more than the format has, divisible by the power of five of the exponent.
                let least = (2 as UInt64) << format.fractionBits
                var number = least | generator.next() & (least - 1) | 1
                if exponent > 0 { number = (number / power | 1) * power }
                guard number >= least, number < 2 * least,
                    let digits = exponent > 0 ? number / power : number.times(power)
                else { continue }
                // Conversion of an integer rounds to the even value; a power of two is exact.
                let double = Double(number) * exp2(Double(exponent)), float = Float(number) * exp2(Float(exponent))
                let expected = format == .double ? double.bitPattern : UInt64(float.bitPattern)
                mismatches.expect(bits("\(digits)e\(exponent)", format) == expected, "\(digits)e\(exponent)")
            }
        }
        #expect(mismatches.texts == [])
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test("Every Float16 reads back, and every halfway point to the next rounds correctly")
    func allFloat16() {
        var mismatches = Mismatches()
        for pattern in 0..<Float16.infinity.bitPattern {
            let value = Float16(bitPattern: pattern)
            mismatches.expect(bits("\(value)", .float16) == UInt64(pattern), "\(value)")
            mismatches.expect(bits("-\(value)", .float16) == UInt64(pattern) | 1 << 15, "\(value)")
            checkHalfway(above: UInt64(pattern), .float16, &mismatches)
        }
        #expect(mismatches.texts == [])
    }
    #endif

    private func checkHalfway(above lower: UInt64, _ format: Format, _ mismatches: inout Mismatches) {
        let exponent = Int(lower >> format.fractionBits)
        let fraction = lower & (1 << format.fractionBits - 1)
        let significand = 2 * (exponent == 0 ? fraction : fraction | 1 << format.fractionBits) + 1
        let halfway = exactText(significand, timesTwoTo: max(exponent, 1) - format.leastExponent - 1)
        let upper = lower + 1 == format.infinity ? nil : lower + 1

        let scale = "e\(halfway.exponent)"
        let at = halfway.digits + scale
        mismatches.expect(bits(at, format) == (lower % 2 == 0 ? lower : upper), at)
        let above = halfway.digits + ".0000000000000000000000000000001" + scale
        mismatches.expect(bits(above, format) == upper, above)
        let below = oneLess(halfway.digits) + ".99999999999999999999" + scale
        mismatches.expect(bits(below, format) == lower, below)
    }

    /// The whole number before this one; this one must not be zero.
    private func oneLess(_ text: String) -> String {
        let zeroCount = text.reversed().prefix { $0 == "0" }.count
        let digits = text.dropLast(zeroCount)
        let front =
            "\(digits.dropLast())\(digits.last!.wholeNumberValue! - 1)" + String(repeating: "9", count: zeroCount)
        let trimmed = front.drop { $0 == "0" }
        return trimmed.isEmpty ? "0" : String(trimmed)
    }
}

extension UInt64 {
    /// The product, if it has at most 19 digits.
    fileprivate func times(_ other: UInt64) -> UInt64? {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow || product >= 10_000_000_000_000_000_000 ? nil : product
    }
}

// MARK: - The functions under test, from text

private enum Format {
    case float16, float, double

    var fractionBits: UInt64 {
        switch self {
        case .float16: 10
        case .float: 23
        case .double: 52
        }
    }

    /// The lowest set bit of a value is at least two to the power of minus this, plus one.
    var leastExponent: Int {
        switch self {
        case .float16: 25
        case .float: 150
        case .double: 1075
        }
    }

    var infinity: UInt64 {
        switch self {
        case .float16: 0x7C00
        case .float: 0x7F80_0000
        case .double: 0x7FF0_0000_0000_0000
        }
    }
}

private func double(_ text: String) -> Double? { withNumberText(text) { $0.double() } }
private func float(_ text: String) -> Float? { withNumberText(text) { $0.float() } }

private func bits(_ text: String, _ format: Format) -> UInt64? {
    withNumberText(text) { number in
        switch format {
        case .double: return number.double()?.bitPattern
        case .float: return (number.float()?.bitPattern).map(UInt64.init)
        case .float16:
            #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
            return (number.float16()?.bitPattern).map(UInt64.init)
            #else
            return nil
            #endif
        }
    }
}
