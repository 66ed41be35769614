import BenchmarkModels
import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// The elements of an array, encoded one by one: the reference for an array that is encoded as a whole.
private struct OneByOne<Element: Encodable>: Encodable {
    var elements: [Element]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(element) }
    }
}

@Suite("An array is written like its elements one by one")
struct EncodedArrayTests {
    private static let formats: [JSONEncoder.OutputFormatting] = [
        [], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys], .withoutEscapingSlashes,
    ]

    /// Compares an array with its elements one by one, in all places and with all options.
    private func expectSame<Element: Encodable>(
        _ elements: [Element], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let single = OneByOne(elements: elements)
        func expect(_ array: some Encodable, _ oneByOne: some Encodable) {
            for formatting in Self.formats {
                for floats in [.throw, .convertToString(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "/")]
                    as [JSONEncoder.NonConformingFloatEncodingStrategy]
                {
                    let encoder = EncoderSettings(formatting: formatting, floats: floats).yodel
                    let expected = EncodingOutcome { try encoder.encode(oneByOne) }
                    #expect(EncodingOutcome { try encoder.encode(array) } == expected, sourceLocation: sourceLocation)
                }
            }
        }
        expect(elements, single)
        expect([elements, [], elements], [single, OneByOne(elements: []), single])
        expect(["a/b": elements], ["a/b": single])
        expect([[elements], []], [[single], []])
        expect(elements as [Element]?, single as OneByOne<Element>?)
        expect([elements, nil], [single, nil])
        expect(Pair(first: elements, last: elements), Pair(first: single, last: single))
        expect(
            Writing.single { container in
                try container.encode(elements)
            }, single)
        expect(
            Writing.array { container in
                try container.encode(1)
                try container.encode(elements)
                try container.encode(contentsOf: elements)
            },
            Writing.array { container in
                try container.encode(1)
                try container.encode(single)
                for element in elements { try container.encode(element) }
            })
    }

    private struct Pair<Value: Encodable>: Encodable {
        var first: Value
        var middle = "é/"
        var last: Value
    }

    @Test("Integers of every type")
    func integers() {
        func expectIntegers<Value: FixedWidthInteger & Encodable>(_ type: Value.Type) {
            expectSame([] as [Value])
            expectSame([7] as [Value])
            expectSame([0, 1, 9, 10, 99, 100, .min, .max] as [Value])
        }
        for type in allIntegerTypes { expectIntegers(type) }
    }

    @Test("Floating-point numbers, including those that JSON cannot represent, in every place")
    func floats() {
        expectSame([0, -0.0, 1.5, 1e300, .leastNonzeroMagnitude] as [Double])
        expectSame([0, -0.0, 1.5, 1e30, .leastNonzeroMagnitude] as [Float])
        for value in [.nan, .infinity, -.infinity] as [Double] {
            for index in 0...2 {
                var elements = [0.1, -2]
                elements.insert(value, at: index)
                expectSame(elements)
                expectSame(elements.map { Float($0) })
            }
        }
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        expectSame([0.5, 65_504] as [Float16])
        #endif
    }

    @Test("Other scalars, and Optionals")
    func others() {
        expectSame([true, false])
        expectSame(["", "a/b", "\"é\n", String(repeating: "x", count: 40)])
        expectSame([1, nil, 3] as [Int?])
        expectSame([Decimal(1.5), Decimal.nan])
        expectSame([URL(string: "https://example.com/a")!])
        expectSame([Date(timeIntervalSinceReferenceDate: 1.5)])
        expectSame([Data([1, 2, 3])])
    }

    @Test("More numbers than fit into a new buffer")
    func many() {
        var generator = SeededGenerator(seed: 12)
        let values = (0..<2_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        expectSame(values)
        expectSame(values.map { Int($0.bitPattern >> 40) })
    }

    @Test("A number that JSON cannot represent is an error with its whole path")
    func errorPath() {
        struct Track: Encodable { var points: [[Double]] }
        let value = ["a": Track(points: [[1], [2, .nan]])]
        let outcome = EncodingOutcome { try EncoderSettings().yodel.encode(value) }
        #expect(outcome == .invalidValue("Double", path: ["a", "points", "Index 1#1", "Index 1#1"]))
    }

    @Test("511 arrays may be open, including an innermost one of numbers")
    func depth() throws {
        #expect(try EncoderSettings().yodel.encode(Nested(depth: 510)).count == 2 * 511 + 3)
        #expect(throws: EncodingError.self) { try EncoderSettings().yodel.encode(Nested(depth: 511)) }
    }

    /// That many arrays around one of two numbers.
    private struct Nested: Encodable {
        var depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if depth > 1 { try container.encode(Nested(depth: depth - 1)) } else { try container.encode([1, 2]) }
        }
    }

    @Test("An array is written after elements that were inserted late, and before them")
    func outOfTurn() {
        expectFoundationArray("[[1,2],[[3]],[0.5],[4,5]]") { container in
            try container.encode([1, 2])
            do {
                var late = container.superEncoder().unkeyedContainer()
                try container.encode([0.5])
                try late.encode([3])
            }
            try container.encode([4, 5])
        }
    }
}
