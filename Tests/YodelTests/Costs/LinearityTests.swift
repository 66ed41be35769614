import Foundation
import Testing

private let costs = BuiltProgram("Costs")

/// The work that `Scripts/linearity` counts is what it says it is; that it is linear, the script shows.
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
        #expect(names.count > 700)
        #expect(Set(names).count == names.count)
        #expect(names.contains("levels of arrays, by 7"))
    }

    @Test("What it does not know is refused")
    func options() throws {
        #expect(try costs.run(["--only", "nowhere"]) == (2, "Costs: no case has 'nowhere' in its name\n"))
        #expect(try costs.run(["--doublings", "many"]) == (2, "Costs: --doublings does not take 'many'\n"))
        #expect(try costs.run(["--fast"]) == (2, "Costs: unknown option '--fast'\n"))
    }
}

/// A few of the documents that `Scripts/amplification` measures.
@Suite(
    "Memory that documents take", .enabled(if: costs.isBuilt, "Costs is not built"),
    .disabled(if: ProcessInfo.processInfo.environment["YODEL_SANITIZER"] != nil, "A sanitizer keeps what is freed"))
struct AmplificationTests {
    @Test("It is no more than is said of them", arguments: ["into [Int?]", "structs of a kibibyte", "what is skipped"])
    func bounds(_ part: String) throws {
        let (status, output) = try costs.run(["--memory", "--only", part])
        #expect(status == 0, "\(output)")
        #expect(output.hasSuffix("none takes more than is said of it\n"))
        #expect(output.contains(part))
    }

    @Test("A case that does not exist is an error")
    func unknown() throws {
        #expect(try costs.run(["--memory-of", "nothing", "1"]) == (2, "Costs: no case nothing\n"))
    }
}
