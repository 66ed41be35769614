import BenchmarkModels
import Foundation
import Testing

@testable import Yodel

@Suite("Floating-point numbers have the shortest text that reads back")
struct FloatTextTests {
    /// The digits of a text, without its form: point, exponent, zeros at the ends.
    private func digits(_ text: some StringProtocol) -> String {
        let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
        let trimmed = mantissa.drop { $0 == "0" }
        return String(trimmed.reversed().drop { $0 == "0" }.reversed())
    }

    private func expectShortest<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ values: [Value], bits: (Value) -> UInt64, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = try ModelEncoder().encodeText(values)
        #expect(try ModelDecoder().decode([Value].self, from: text).map(bits) == values.map(bits))
        var count = 0
        for (value, text) in zip(values, text.dropFirst().dropLast().split(separator: ",")) {
            let isRight = Value(String(text)).map(bits) == bits(value) && digits(text) == digits("\(value)")
            if !isRight, count < 5 {
                count += 1
                Issue.record("\(value) is written \(text)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test("Doubles with random bits")
    func randomDoubles() throws {
        var generator = SeededGenerator(seed: 5)
        let values = (0..<30_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        try expectShortest(values) { $0.bitPattern }
    }

    @Test("Common doubles")
    func shortDoubles() throws {
        var generator = SeededGenerator(seed: 6)
        let values = (0..<15_000).map { _ in
            Double(Int.random(in: -10_000_000...10_000_000, using: &generator))
                / [1, 10, 100, 1e3, 1e4, 1e6, 1e9, 1e-3, 1e-9].randomElement(using: &generator)!
        }
        try expectShortest(values) { $0.bitPattern }
    }

    @Test("The smallest and largest doubles, and those next to powers of two")
    func extremeDoubles() throws {
        var values: [Double] = [
            .leastNonzeroMagnitude, .leastNormalMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude,
            .pi, 0.1, 1e23, 9.5e-291, 1e-291, 1e-292, 1e-293,
        ]
        for exponent in -1_074...1_023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            values += [power, power.nextUp, power.nextDown, -power].filter { $0 != 0 }
        }
        for exponent in -323...308 { values.append(Double("1e\(exponent)")!) }
        try expectShortest(values) { $0.bitPattern }
    }

    @Test("Doubles halfway between two decimals")
    func halves() throws {
        var generator = SeededGenerator(seed: 9)
        var values: [Double] = []
        for exponent in -24...(-1) {
            for _ in 0..<200 {
                let significand = Double(UInt64.random(in: 1 << 52..<1 << 53, using: &generator))
                values.append(significand * Double(sign: .plus, exponent: exponent, significand: 1))
            }
        }
        try expectShortest(values) { $0.bitPattern }
    }

    @Test("Codable encodes doubles and floats as Swift's description")
    func described() throws {
        var generator = SeededGenerator(seed: 10)
        var doubles = (0..<10_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        doubles += (0..<5_000).map { _ in
            Double(Int.random(in: -1_000_000...1_000_000, using: &generator))
                / [1, 10, 1e3, 1e7].randomElement(using: &generator)!
        }
        var floats = (0..<10_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
        for exponent in -323...308 {
            doubles += [Double("1e\(exponent)")!, Double("-1.5e\(exponent)")!]
            floats.append(Float("7e\(exponent)")!)
        }
        func texts(_ values: [some FloatingPoint & LosslessStringConvertible]) -> [String] {
            values.map { "\($0)" }.map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }
        }
        floats = floats.filter(\.isFinite)
        func elements(_ values: some Encodable) throws -> [String] {
            try YodelJSONEncoder().encodeText(values).dropFirst().dropLast().split(separator: ",").map(String.init)
        }
        #expect(try elements(doubles) == texts(doubles))
        #expect(try elements(floats) == texts(floats))
    }

    @Test("Floats with random bits, and the smallest and largest")
    func floats() throws {
        var generator = SeededGenerator(seed: 7)
        var values = (0..<15_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
        values += [.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 16_777_216, 0.1, 1e23]
        for exponent in -149...127 {
            let power = Float(sign: .plus, exponent: exponent, significand: 1)
            values += [power, power.nextUp, power.nextDown].filter { $0 != 0 }
        }
        try expectShortest(values.filter(\.isFinite)) { UInt64($0.bitPattern) }
    }

    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test("Every Float16")
    func everyFloat16() throws {
        let values = (0...UInt16.max).map { Float16(bitPattern: $0) }.filter { $0.isFinite && $0 != 0 }
        try expectShortest(values) { UInt64($0.bitPattern) }
    }
    #endif

    @Test("The form is ECMAScript's, except for the sign of zero")
    func form() {
        let texts: [(Double, String)] = [
            (0, "0"), (-0.0, "-0.0"), (1, "1"), (-1, "-1"), (3.5, "3.5"), (-0.25, "-0.25"), (123456.789, "123456.789"),
            (0.000001, "0.000001"), (0.0000015, "0.0000015"), (1e-7, "1e-7"), (-1.5e-7, "-1.5e-7"),
            (9007199254740991, "9007199254740991"), (9007199254740992, "9007199254740992"),
            (9007199254740994, "9007199254740994"), (1e20, "100000000000000000000"),
            (1.2345678901234568e20, "123456789012345680000"), (1e21, "1e+21"), (1.5e300, "1.5e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        ]
        for (value, text) in texts { expectRoundTrip(value, text) }
        expectRoundTrip([-0.0, 0] as [Float], "[-0.0,0]")
        expectRoundTrip([0.1, 16_777_216, 1e21] as [Float], "[0.1,16777216,1e+21]")
        expectRoundTrip([0.1, -0.0, 65_504] as [Float16], "[0.1,-0.0,65504]")
        let zero = try! ModelDecoder().decode(Double.self, from: ModelEncoder().encode(-0.0))
        #expect(zero.sign == .minus)
    }

    @Test("Infinities and NaN are errors, unless the strategy has words for them")
    func nonConforming() {
        struct Reading: Model { var values: [Double] }
        expectFailure(of: Reading(values: [1, .nan]), .invalidValue, path: "$.values[1]")
        expectFailure(of: [Float.infinity], .invalidValue, path: "$[0]")
        expectFailure(of: -Double.infinity, .invalidValue, path: "$")
        expectFailure(of: ["a": Float16.nan], .invalidValue, path: "$.a")
        expectFailure(of: Decimal.nan, .invalidValue, path: "$")
        var encoder = ModelEncoder()
        encoder.nonConformingFloats = .convert(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "\"")
        let decoder = ModelDecoder.with { $0.nonConformingFloats = encoder.nonConformingFloats }
        expectText(of: [.infinity, -.infinity, .nan, 1] as [Double], #"["∞","-∞","\"",1]"#, encoder: encoder)
        expectRoundTrip(Double.infinity, #""∞""#, decoder: decoder, encoder: encoder)
        expectRoundTrip(-Float.infinity, #""-∞""#, decoder: decoder, encoder: encoder)
        expectRoundTrip(Float16.infinity, #""∞""#, decoder: decoder, encoder: encoder)
    }
}
