import Foundation
import Testing

private let costs = BuiltProgram("Costs")

/// A few of the documents that `Scripts/costs --memory` measures.
@Suite(
    "Memory that documents take", .enabled(if: costs.isBuilt, "Costs is not built"),
    .disabled(if: Instrumentation.hasSanitizer, "A sanitizer keeps what is freed"))
struct MemoryTests {
    @Test("It is within the bounds", arguments: ["into [Int?]", "structs of a kibibyte", "what is skipped"])
    func bounds(_ part: String) throws {
        let (status, output) = try costs.run(["--memory", "--only", part])
        #expect(status == 0, "\(output)")
        #expect(output.hasSuffix("none takes more than is said of it\n"))
        #expect(output.contains(part))
    }

    #if Yajl
    @Test("An allocation of yajl's that fails is an error", .enabled(if: Self.isLinux, "The system has no such limit"))
    func starvation() throws {
        let (status, output) = try costs.run(["--starve"])
        #expect(status == 0)
        #expect(output == "$: no memory for a token (outOfMemory, line 2, column 13, offset 23)\n")
    }
    #endif

    static let isLinux: Bool = {
        #if os(Linux)
        true
        #else
        false
        #endif
    }()
}
