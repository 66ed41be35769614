import BenchmarkKit
import Testing

@testable import BenchmarkSuite

@Suite("The cost of values")
struct ValuesTests {
    @Test("Each kind is decoded from its text", arguments: ValueKind.all.map(\.name))
    func kinds(name: String) throws {
        let kind = try #require(ValueKind.all.first { $0.name == name })
        try kind.decode(Array("[\(kind.json),\(kind.json)]".utf8))
        #expect(throws: (any Error).self) { try kind.decode(Array("[\(kind.json)".utf8)) }
    }

    @Test("Each kind has a row, and the first is the baseline")
    func table() throws {
        let lines = try ValuesRun(options: try Options.parse(["--values", "--quick", "--rounds", "1"])).run()
            .split(separator: "\n")
        #expect(lines.count == ValueKind.all.count + 1)
        #expect(lines[1].hasPrefix("integer of six digits") && lines[1].contains(" 1.00 "))
    }
}
