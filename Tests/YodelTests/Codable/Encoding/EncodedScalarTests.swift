import BenchmarkModels
import DifferentialKit
import Foundation
import Testing
import Yodel

@Suite("Scalars are written as Foundation writes them")
struct EncodedScalarTests {
    /// Expects the same text in every place.
    private func expectEverywhere<Value: Encodable>(
        _ value: Value, _ options: EncoderSettings = EncoderSettings(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectAsFoundation(value, options, sourceLocation: sourceLocation)
        expectAsFoundation([value, value], options, sourceLocation: sourceLocation)
        expectAsFoundation(["a": value, "b": value], options, sourceLocation: sourceLocation)
        expectAsFoundation(Member(value: value, optional: value), options, sourceLocation: sourceLocation)
        expectAsFoundation(Optional(value), options, sourceLocation: sourceLocation)
        expectAsFoundation([Optional(value), nil], options, sourceLocation: sourceLocation)
        expectAsFoundation(Single(value: value), options, sourceLocation: sourceLocation)
        expectAsFoundation([Single(value: value)], options, sourceLocation: sourceLocation)
        expectAsFoundation(
            Writing.array { container in
                try container.encode(value)
                try container.encode([value])
            }, options, sourceLocation: sourceLocation)
    }

    @Test("The smallest and largest integers")
    func integers() {
        func expect<Value: FixedWidthInteger & Encodable>(_ type: Value.Type) {
            for value in [Value.min, .max, 0, 1, 9, 10, 99, 100, Value.max / 7] { expectEverywhere(value) }
        }
        for type in allIntegerTypes { expect(type) }
        expectFoundationText(of: [UInt128.max], "[340282366920938463463374607431768211455]")
    }

    @Test("Primitives with the overloads of every container")
    func overloads() {
        expectAsFoundation(Primitives())
        expectFoundationArray { container in
            try container.encode(true)
            try container.encode(Int(-1))
            try container.encode(Int8(-2))
            try container.encode(Int16(-3))
            try container.encode(Int32(-4))
            try container.encode(Int64(-5))
            try container.encode(Int128(-6))
            try container.encode(UInt(1))
            try container.encode(UInt8(2))
            try container.encode(UInt16(3))
            try container.encode(UInt32(4))
            try container.encode(UInt64(5))
            try container.encode(UInt128(6))
            try container.encode(Float(0.1))
            try container.encode(0.1)
            try container.encode("text")
            try container.encodeNil()
            try container.encode(contentsOf: [1, 2])
            #expect(container.count == 19)
        }
        let singles: [(inout any SingleValueEncodingContainer) throws -> Void] = [
            { try $0.encode(true) }, { try $0.encode(Int(-1)) }, { try $0.encode(Int8(-2)) },
            { try $0.encode(Int16(-3)) }, { try $0.encode(Int32(-4)) }, { try $0.encode(Int64(-5)) },
            { try $0.encode(Int128(-6)) }, { try $0.encode(UInt(1)) }, { try $0.encode(UInt8(2)) },
            { try $0.encode(UInt16(3)) }, { try $0.encode(UInt32(4)) }, { try $0.encode(UInt64(5)) },
            { try $0.encode(UInt128(6)) }, { try $0.encode(Float(0.1)) }, { try $0.encode(0.1) },
            { try $0.encode("text") }, { try $0.encodeNil() }, { try $0.encode([1]) }, { try $0.encode(Float.nan) },
            { try $0.encode(-Double.infinity) },
        ]
        for encode in singles { expectAsFoundation(Writing.single(encode)) }
    }

    @Test("Floating-point numbers: first exponents, whole numbers, zeros, the smallest and the largest")
    func floatingPoint() {
        let doubles: [Double] = [
            0, -0.0, 1, -1, 0.1, 1e15, 1e16, 0x1p53, 0x1p53 - 1, 0x1p53 + 2, -0x1p53 - 2, 0x1p54, 1.5e16, 0.0001,
            0.00012345, 0.000099999, 1e-5, .leastNonzeroMagnitude, 2.2250738585072014e-308, .greatestFiniteMagnitude,
            123_456.789, 1e100, 1.5e-10, 1e22, 1e23, 0.3, 2.0 / 3, 100, 1e-7, 123e-300, 0x1p-970, 0x1p-1022,
        ]
        for value in doubles { expectEverywhere(value) }
        let floats: [Float] = [
            0, -0.0, 1, 0.1, 1e6, 1e7, 0x1p24, 0x1p24 + 2, 0x1p25, -0x1p24 - 2, 0.0001, 0.00001, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, .leastNormalMagnitude, 1.5, 3.4e38, 16_777_215,
        ]
        for value in floats { expectEverywhere(value) }
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        for value in [0.1, 65_504, -0.0, 6e-8] as [Float16] { expectEverywhere(value) }
        #endif
        expectFoundationText(of: [1e16, 0.00001, -0.0, 5], "[1e+16,1e-05,-0,5]")
    }

    @Test("Floating-point numbers with random bits, and short ones")
    func randomFloatingPoint() {
        var generator = SeededGenerator(seed: 71)
        expectAsFoundation((0..<8_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite))
        expectAsFoundation(
            (0..<8_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }.filter(\.isFinite))
        expectAsFoundation(
            (0..<8_000).map { _ in
                let digits = Double(Int64.random(in: -10_000_000...10_000_000, using: &generator))
                let scales: [Double] = [1, 10, 1_000, 1e6, 1e9, 1e12, 1e-9, 1e-14]
                return digits / scales.randomElement(using: &generator)!
            })
    }

    @Test("Strings: which characters are escaped, and how, in any position")
    func strings() {
        for scalar in (0...0x100).compactMap(Unicode.Scalar.init) {
            let text = String(Character(scalar))
            for length in [0, 3, 7, 8, 14, 15, 16, 31, 100] {
                let filler = String(repeating: "x", count: length)
                expectAsFoundation([text + filler, filler + text, filler + text + filler])
                expectAsFoundation([filler + text: 1])
            }
        }
        for text in ["", "</script>", "a/b\\c\"d", "é", "e\u{301}", "\u{2028}\u{2029}", "👩‍👩‍👧", "\u{0}", "日本語", "\r\n"] {
            expectEverywhere(text)
            expectAsFoundation([text: text])
        }
        expectFoundationText(
            of: ["/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}\"\\"], #"["\/\b\f\n\r\t\u0001\u001f\#u{7f}\"\\"]"#)
        let long = String(repeating: "All work/no play.\n", count: 5_000)
        expectEverywhere(long)
        expectAsFoundation([long: long])
    }

    @Test("Decimals, URLs, and values of the standard library that encode themselves")
    func others() {
        for text in ["0", "1.10", "-0.000001", "123456789012345678901234567890", "1e127", "-1e-128", "0.1"] {
            expectEverywhere(Decimal(string: text)!)
        }
        expectEverywhere(URL(string: "https://example.com/a/b?c=d&e=%20#f")!)
        expectEverywhere(URL(string: "relative/path", relativeTo: URL(string: "https://example.com/"))!)
        expectEverywhere(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
        expectEverywhere(1..<5)
        expectEverywhere(Level.high)
        expectEverywhere(Number.two)
        expectEverywhere(Set([7]))
        expectEverywhere(ContiguousArray([1, 2]))
        expectEverywhere(CGSizeLike(width: 1, height: 0.5))
        expectEverywhere([Level.high: 1])
        expectEverywhere([3: "three"])
        expectEverywhere([0.5: "half"])
        expectEverywhere(Int??.some(nil))
        expectEverywhere(Int??.some(1))
    }
}

private struct Member<Value: Encodable>: Encodable {
    var value: Value
    var optional: Value?
    var absent: Value?
}

private struct Single<Value: Encodable>: Encodable {
    var value: Value

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

private enum Level: String, Codable { case low, high = "high/est" }
private enum Number: Int, Codable { case one = 1, two }
private struct CGSizeLike: Codable, Hashable { var width, height: Double }

private struct Primitives: Encodable {
    var bool: Bool? = true, string: String? = "text", float: Float? = 0.1, double: Double? = 0.1
    var int: Int? = -1, int8: Int8? = -2, int16: Int16? = -3, int32: Int32? = -4, int64: Int64? = -5
    var uint: UInt? = 1, uint8: UInt8? = 2, uint16: UInt16? = 3, uint32: UInt32? = 4, uint64: UInt64? = 5
    var uint128: UInt128? = 6, int128: Int128? = -6, no: Bool?, none: Int?, nothing: Double?, silence: String?
    var bool2 = true, string2 = "text", float2: Float = 0.1, double2 = 0.1
    var int2 = -1, int82: Int8 = -2, int162: Int16 = -3, int322: Int32 = -4, int642: Int64 = -5, int1282: Int128 = -6
    var uint2: UInt = 1, uint82: UInt8 = 2, uint162: UInt16 = 3, uint322: UInt32 = 4, uint642: UInt64 = 5
    var uint1282: UInt128 = 6
}
