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
        /// Whether the text is a JSON number.
        let isJSON: Bool
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

        fileprivate func read() throws -> [Entry] {
            let file = SharedFile(path: "conformance/float-parsing/\(name).txt")
            return try file.bytes().split(separator: UInt8(ascii: "\n")).map { line in
                let columns = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
                guard columns.count == 4, let float16 = UInt16(columns[0], radix: 16),
                    let float = UInt32(columns[1], radix: 16), let double = UInt64(columns[2], radix: 16)
                else { throw UnknownLine(text: String(decoding: line, as: UTF8.self)) }
                return Entry(
                    float16: float16, float: float, double: double, text: columns[3],
                    isJSON: FloatParsingTests.isJSON(columns[3]))
            }
        }
    }

    private struct UnknownLine: Error { let text: String }

    static let sources = [
        Source(name: "google-wuffs", lines: 10_744, otherForms: 54, infiniteFloats: 513, infiniteDoubles: 85),
        Source(name: "lemire-fast-float", lines: 3_299, otherForms: 6, infiniteFloats: 231, infiniteDoubles: 123),
        Source(name: "tencent-rapidjson", lines: 3_563, otherForms: 14, infiniteFloats: 418, infiniteDoubles: 29),
    ]

    /// Each file is read once.
    private static let entries = sources.map { source in Result { try source.read() } }

    private func entries(of source: Source) throws -> [Entry] {
        try Self.entries[#require(Self.sources.firstIndex { $0.name == source.name })].get()
    }

    /// Some of the texts exceed the default limit for numbers.
    static let decoder = ModelDecoder.with { $0.limits.numberCharacters = 2_000 }

    /// One for each parser.
    private static let decoders = Parser.all.map { parser in
        var decoder = decoder
        decoder.parser = parser
        return decoder
    }

    static let cuts = Cuts(chunkSizes: [3, 64], everySplitBelow: 0, sampledSplits: 5)

    /// Whether the text is `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`, which a regular expression takes seconds
    /// to find out of all of them.
    private static func isJSON(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        func skip(_ bytes: String.UTF8View) -> Bool {
            guard let first = rest.first, bytes.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func skipDigits() -> Bool {
            let end = rest.firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) } ?? rest.endIndex
            defer { rest = rest[end...] }
            return end > rest.startIndex
        }
        _ = skip("-".utf8)
        guard skip("0".utf8) || skipDigits() else { return false }
        if skip(".".utf8), !skipDigits() { return false }
        if skip("eE".utf8) {
            _ = skip("+-".utf8)
            if !skipDigits() { return false }
        }
        return rest.isEmpty
    }

    @Test("The files are the known ones", arguments: sources)
    func counts(_ source: Source) throws {
        let entries = try self.entries(of: source)
        #expect(entries.count == source.lines)
        #expect(entries.count { !$0.isJSON } == source.otherForms)
        #expect(entries.count { !Float(bitPattern: $0.float).isFinite } == source.infiniteFloats)
        #expect(entries.count { !Double(bitPattern: $0.double).isFinite } == source.infiniteDoubles)
    }

    @Test("Other forms of numbers are refused", arguments: sources)
    func otherForms(_ source: Source) throws {
        for entry in try entries(of: source) where !entry.isJSON {
            #expect(throws: ModelError.self) { try Self.decoder.decode(Double.self, from: entry.text) }
        }
    }

    @Test("All numbers of a file in one document, bit for bit", arguments: sources)
    func arrays(_ source: Source) throws {
        let entries = try self.entries(of: source).filter(\.isJSON)
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
        for (index, entry) in try entries(of: source).enumerated() where entry.isJSON {
            // The test above cuts all of them.
            let isCut = index.isMultiple(of: 8)
            let double = Double(bitPattern: entry.double), float = Float(bitPattern: entry.float)
            expect(Double.self, entry.text, double.isFinite ? entry.double : nil, isCut: isCut, bits: \.bitPattern)
            expect(Float.self, entry.text, float.isFinite ? entry.float : nil, isCut: isCut, bits: \.bitPattern)
            #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
            let float16 = Float16(bitPattern: entry.float16)
            expect(Float16.self, entry.text, float16.isFinite ? entry.float16 : nil, isCut: isCut, bits: \.bitPattern)
            #endif
        }
    }

    private func expect<Value, Bits: Equatable>(
        _ type: Value.Type, _ text: String, _ expected: Bits?, isCut: Bool, bits: (Value) -> Bits
    ) {
        func check(_ decode: () throws(ModelError) -> Value) {
            do throws(ModelError) {
                let found = bits(try decode())
                if found != expected { Issue.record("\(text) as \(type) is \(found), not \(expected as Any)") }
            } catch {
                if expected != nil || error.code != .numberOutOfRange || error.offset != 0 {
                    Issue.record("\(text) as \(type) is refused: \(error)")
                }
            }
        }
        if isCut {
            let cuts = Cuts(chunkSizes: [7], everySplitBelow: 0)
            check { () throws(ModelError) in
                try decodeEveryWay(type, text, decoder: Self.decoder, cuts: cuts, comparing: bits)
            }
        } else {
            for decoder in Self.decoders { check { () throws(ModelError) in try decoder.decode(type, from: text) } }
        }
    }
}
