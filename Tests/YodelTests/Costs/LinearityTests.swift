import Foundation
import Testing
import Yodel

private let costs = BuiltProgram("Costs")

/// The work that `Scripts/costs` counts is the right work; the script shows that it is linear.
@Suite("Work that is counted", .enabled(if: costs.isBuilt, "Costs is not built"))
struct LinearityTests {
    @Test("Every case has its expected outcome, at two sizes")
    func everyCase() throws {
        let (status, output) = try costs.run(["--work", "--doublings", "1", "--divisor", "16"])
        #expect(status == 0, "\(output)")
        #expect(output.isEmpty)
    }

    @Test("Every case has its own name")
    func names() throws {
        let (status, output) = try costs.run(["--list"])
        #expect(status == 0)
        let names = output.split(separator: "\n")
        // About a hundred are decoded by yajl.
        #expect(names.count > (Parser.other == nil ? 600 : 700))
        #expect(Set(names).count == names.count)
        #expect(names.contains("levels of arrays, by 7"))
    }

    @Test("Types that decode their values again and again end in time; Scripts/costs --time is the full test")
    func slowest() throws {
        let (_, output) = try costs.run(["--time", "--only", "four, untagged, feed of lines", "--divisor", "16"])
        #expect(output.split(separator: "\n").count == 3, "\(output)")
    }
}
