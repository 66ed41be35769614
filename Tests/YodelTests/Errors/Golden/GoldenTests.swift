import Foundation
import Testing

@testable import Yodel

/// The text of errors, line by line: it must be clear at three in the morning.
@Suite("Every error is right")
struct GoldenTests {
    @Test("Text that is not JSON, ends early, or is in another encoding")
    func syntax() { check(Golden.syntax + Golden.ends + Golden.encodings) }

    @Test("Documents beyond their limits")
    func limits() { check(Golden.limits) }

    @Test("Values of another type, numbers that do not fit, strings and enums, dates, data and URLs")
    func values() { check(Golden.mismatches + Golden.numbers + Golden.texts + Golden.foundationTypes) }

    @Test("Null, missing, unknown and repeated keys")
    func keys() { check(Golden.nulls + Golden.missing + Golden.unknown + Golden.duplicates) }

    @Test("Paths, aliases, compositions, transforms, JSON in strings, nested collections")
    func mapping() { check(Golden.paths + Golden.constraints + Golden.transforms + Golden.collections) }

    @Test("Types that the document selects")
    func variants() { check(Golden.variants) }

    @Test("Decodable types within models, and documents of them")
    func codable() { check(Golden.parts + Golden.codable) }

    @Test("Feeds: items, records, envelopes, checkpoints")
    func feeds() { check(Golden.feeds) }

    @Test("Compressed feeds: input that is cut, damaged or too large")
    func compression() { check(Golden.compression) }

    @Test("Values that cannot be encoded")
    func encoding() { check(Golden.encoding) }

    @Test("Items that cannot be written")
    func outputs() { check(Golden.outputs) }

    @Test("Invalid types and mappings, and decoders that are used wrongly")
    func tables() { check(Golden.types + Golden.mappings + Golden.uses) }

    @Test("Options that would help, and those that would not")
    func remedies() { check(Golden.hints) }

    @Test("Parts that are decoded separately, and suggestions")
    func elsewhere() { check(Golden.partsElsewhere + Golden.meanings) }

    @Test("Documents written for readers of the log")
    func hostile() { check(Golden.hostile) }

    private func check(_ lines: [Golden]) {
        for line in lines { line.check() }
    }

    @Test("A hint is true: with its option the value is no error")
    func hints() {
        let met = Set(Golden.all.compactMap { $0.checkHint() })
        #expect(met == Set(Golden.remedies.map(\.hint)), "each is met")
    }

    /// The codes come from their declarations, so that the test notices a new one.
    @Test("Every code has a line", .enabled(if: FileManager.default.fileExists(atPath: declarations)))
    func codes() throws {
        let source = try String(contentsOfFile: Self.declarations, encoding: .utf8)
        let declared = source.matches(of: /static let (\w+) = Code\(\s*"(\w+)"/)
        for code in declared { #expect(code.1 == code.2, "a code has the name it has in Swift") }
        #expect(declared.count == source.matches(of: /= Code\(/).count, "each declaration is found")
        let names = Set(declared.map { String($0.1) })
        // It needs a process without memory: `MemoryTests.starvation`.
        let met = Set(Golden.all.flatMap(\.codes)).union(["outOfMemory"])
        #expect(names.subtracting(met).sorted() == [], "codes of no line")
        #expect(met.subtracting(names).sorted() == [], "lines with codes that are not declared")
    }

    private static let declarations = URL(fileURLWithPath: #filePath)
        .appending(path: "../../../../../Sources/Yodel/Errors/ModelError+Code.swift").standardized.path
}

extension Golden {
    static var all: [Golden] {
        syntax + ends + encodings + limits + mismatches + numbers + texts + foundationTypes + nulls + missing + unknown
            + duplicates + paths + constraints + transforms + collections + variants + parts + codable + feeds
            + compression + encoding + outputs + types + mappings + uses + hints + partsElsewhere + meanings + hostile
    }
}
