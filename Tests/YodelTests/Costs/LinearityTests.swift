import Foundation
import Testing
import Yodel

private let costs = BuiltProgram("Costs")

/// The work that `Scripts/costs` counts is what it says it is; that it is linear, the script shows.
@Suite("Work that is counted", .enabled(if: costs.isBuilt, "Costs is not built"))
struct LinearityTests {
    @Test("Every case ends as it is to end, at two sizes")
    func everyCase() throws {
        let (status, output) = try costs.run(["--work", "--quick", "--divisor", "16"])
        #expect(status == 0, "\(output)")
        #expect(output.isEmpty)
    }

    @Test("Every case has a name of its own")
    func names() throws {
        let (status, output) = try costs.run(["--list"])
        #expect(status == 0)
        let names = output.split(separator: "\n")
        // Some hundred are decoded by yajl.
        #expect(names.count > (Parser.other == nil ? 600 : 700))
        #expect(Set(names).count == names.count)
        #expect(names.contains("levels of arrays, by 7"))
    }

    @Test("Types that go through their values again and again end in time, as Scripts/costs --time shows at length")
    func slowest() throws {
        let (_, output) = try costs.run(["--time", "--only", "untagged, feed of lines", "--divisor", "16"])
        #expect(output.split(separator: "\n").count == 5, "\(output)")
    }

    @Test("What it does not know is refused")
    func options() throws {
        #expect(try costs.run(["--only", "nowhere"]) == (2, "Costs: no case has 'nowhere' in its name\n"))
        #expect(try costs.run(["--doublings", "many"]) == (2, "Costs: --doublings does not take 'many'\n"))
        #expect(try costs.run(["--fast"]) == (2, "Costs: unknown option '--fast'\n"))
    }
}
