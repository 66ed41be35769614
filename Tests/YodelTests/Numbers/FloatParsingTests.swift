import DifferentialKit
import Testing

@testable import Yodel

/// The files of github.com/nigeltao/parse-number-fxx-test-data, decoded from documents: each line has the bits of a
/// number as `Float16`, `Float` and `Double` in hexadecimal, then its text.
@Suite("Float parsing data", .enabled(if: SharedData.isAvailable, SharedData.absence))
struct FloatParsingTests {
    struct Entry: Sendable {
        let float16: UInt16
        let float: UInt32
        let double: UInt64
        let text: String
    }

    struct Source: Sendable, CustomTestStringConvertible {
        let name: String
        /// The number of lines, and of those whose text is not a JSON number, such as `.5` and `1.`.
        let lines: Int
        let otherForms: Int
        /// The number of values beyond the range of `Float`, and of those beyond the range of `Double`.
        let infiniteFloats: Int
        let infiniteDoubles: Int

        var testDescription: String { name }

        func entries() throws -> [Entry] {
            let file = SharedFile(path: "conformance/float-parsing/\(name).txt")
            return try file.text().split(separator: "\n").map { line in
                let columns = line.split(separator: " ")
                try #require(columns.count == 4)
                return Entry(
                    float16: try #require(UInt16(columns[0], radix: 16)),
                    float: try #require(UInt32(columns[1], radix: 16)),
                    double: try #require(UInt64(columns[2], radix: 16)),
                    text: String(columns[3]))
            }
        }
    }

    static let sources = [
        Source(name: "google-wuffs", lines: 10_744, otherForms: 54, infiniteFloats: 513, infiniteDoubles: 85),
        Source(name: "lemire-fast-float", lines: 3_299, otherForms: 6, infiniteFloats: 231, infiniteDoubles: 123),
        Source(name: "tencent-rapidjson", lines: 3_563, otherForms: 14, infiniteFloats: 418, infiniteDoubles: 29),
    ]

    /// Some of the texts exceed the default limit for numbers.
    static let decoder = ModelDecoder.with { $0.limits.numberCharacters = 2_000 }

    static let cuts = Cuts(chunkSizes: [3, 64], everySplitBelow: 0, sampledSplits: 5)

    private func isJSON(_ entry: Entry) -> Bool {
        entry.text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }

    @Test("The files are the known ones", arguments: sources)
    func counts(_ source: Source) throws {
        let entries = try source.entries()
        #expect(entries.count == source.lines)
        #expect(entries.count { !isJSON($0) } == source.otherForms)
        #expect(entries.count { !Float(bitPattern: $0.float).isFinite } == source.infiniteFloats)
        #expect(entries.count { !Double(bitPattern: $0.double).isFinite } == source.infiniteDoubles)
    }

    @Test("Other forms of numbers are refused", arguments: sources)
    func otherForms(_ source: Source) throws {
        for entry in try source.entries() where !isJSON(entry) {
            #expect(throws: ModelError.self) { try Self.decoder.decode(Double.self, from: entry.text) }
        }
    }

    @Test("All numbers of a file in one document, bit for bit", arguments: sources)
    func arrays(_ source: Source) throws {
        let entries = try source.entries().filter(isJSON)
        let doubles = entries.filter { Double(bitPattern: $0.double).isFinite }
        #expect(try decode(Double.self, doubles, bits: \.bitPattern) == doubles.map(\.double))
        let floats = entries.filter { Float(bitPattern: $0.float).isFinite }
        #expect(try decode(Float.self, floats, bits: \.bitPattern) == floats.map(\.float))
        #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        let float16s = entries.filter { Float16(bitPattern: $0.float16).isFinite }
        #expect(try decode(Float16.self, float16s, bits: \.bitPattern) == float16s.map(\.float16))
        #endif
    }

    private func decode<Value, Bits: Equatable>(
        _ type: Value.Type, _ entries: [Entry], bits: (Value) -> Bits
    ) throws -> [Bits] {
        let json = "[" + entries.map(\.text).joined(separator: ",") + "]"
        return try decodeEveryWay([Value].self, json, decoder: Self.decoder, cuts: Self.cuts) { $0.map(bits) }.map(bits)
    }

    @Test("Each number as a document, bit for bit or out of range", arguments: sources)
    func fragments(_ source: Source) throws {
        for entry in try source.entries() where isJSON(entry) {
            let double = Double(bitPattern: entry.double), float = Float(bitPattern: entry.float)
            expect(Double.self, entry.text, double.isFinite ? entry.double : nil, bits: \.bitPattern)
            expect(Float.self, entry.text, float.isFinite ? entry.float : nil, bits: \.bitPattern)
            #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
            let float16 = Float16(bitPattern: entry.float16)
            expect(Float16.self, entry.text, float16.isFinite ? entry.float16 : nil, bits: \.bitPattern)
            #endif
        }
    }

    private func expect<Value, Bits: Equatable>(
        _ type: Value.Type, _ text: String, _ expected: Bits?, bits: (Value) -> Bits
    ) {
        let cuts = Cuts(chunkSizes: [7], everySplitBelow: 0)
        do throws(ModelError) {
            let found = bits(try decodeEveryWay(type, text, decoder: Self.decoder, cuts: cuts, comparing: bits))
            if found != expected { Issue.record("\(text) as \(type) is \(found), not \(expected as Any)") }
        } catch {
            if expected != nil || error.code != .numberOutOfRange || error.offset != 0 {
                Issue.record("\(text) as \(type) is refused: \(error)")
            }
        }
    }
}
