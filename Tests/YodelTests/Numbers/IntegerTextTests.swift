import BenchmarkModels
import Testing

@testable import Yodel

@Suite("Integers are written with all their digits and no others")
struct IntegerTextTests {
    private func expectDescribed<Value: FixedWidthInteger & Encodable>(
        _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = "[" + values.map(\.description).joined(separator: ",") + "]"
        #expect(try ModelEncoder().encodeText(values) == text, sourceLocation: sourceLocation)
        #expect(try YodelJSONEncoder().encodeText(values) == text, sourceLocation: sourceLocation)
    }

    @Test("Integers of every length, next to powers of ten, and at the bounds")
    func everyLength() throws {
        var powers: [UInt64] = [1]
        while powers.count < 20 { powers.append(powers.last! * 10) }
        let unsigned = powers.flatMap { [$0 - 1, $0, $0 + 1, $0 &* 9 &+ 7] } + [.max]
        try expectDescribed(unsigned)
        let signed = unsigned.filter { $0 <= Int64.max }.map { Int64($0) }
        try expectDescribed(signed + signed.map { -$0 } + [.min, .max])
        try expectDescribed(unsigned.map { UInt32(truncatingIfNeeded: $0) })
        try expectDescribed(unsigned.map { Int32(truncatingIfNeeded: $0) })
        try expectDescribed((Int8.min...Int8.max).map { $0 })
        try expectDescribed((UInt8.min...UInt8.max).map { $0 })
        try expectDescribed(unsigned.map { Int16(truncatingIfNeeded: $0) })
        try expectDescribed(unsigned.map { UInt16(truncatingIfNeeded: $0) })
    }

    @Test("Integers of 128 bits")
    func long() throws {
        var powers: [UInt128] = [1]
        while powers.count < 39 { powers.append(powers.last! * 10) }
        let unsigned = powers.flatMap { [$0 - 1, $0, $0 + 1] } + [.max]
        try expectDescribed(unsigned)
        let signed = unsigned.dropLast().map { Int128($0) }
        try expectDescribed(signed + signed.map { -$0 } + [.min, .max])
    }

    @Test("Random integers")
    func random() throws {
        var generator = SeededGenerator(seed: 11)
        let values = (0..<10_000).map { _ in generator.next() >> UInt64.random(in: 0..<64, using: &generator) }
        try expectDescribed(values)
        try expectDescribed(values.map { Int64(bitPattern: $0) })
    }
}
