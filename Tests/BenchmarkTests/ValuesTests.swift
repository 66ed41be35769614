import BenchmarkKit
import Testing

@testable import BenchmarkSuite

@Suite("The cost of values")
struct ValuesTests {
    @Test("Each kind has a row, and the first is the baseline")
    func table() throws {
        let lines = try ValuesRun(options: try Options.parse(["--values", "--quick", "--rounds", "1"])).run()
            .split(separator: "\n")
        #expect(lines.count == ValueKind.all.count + 1)
        #expect(lines[1].hasPrefix("integer of six digits") && lines[1].contains(" 1.00 "))
    }
}
