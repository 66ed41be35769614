import BenchmarkModels
import Testing
import Yodel

private let soak = BuiltProgram("Soak")

/// A small run of `Scripts/soak`.
@Suite(
    "Memory of feeds", .enabled(if: soak.isBuilt, "Soak is not built"),
    .disabled(if: Instrumentation.hasSanitizer, "A sanitizer keeps what is freed"))
struct SoakTests {
    @Test("Memory is within its bounds; feeds that are left early, waits and documents leak nothing")
    func bounds() throws {
        let (status, output) = try soak.run([
            "--sizes", "1MiB,6MiB", "--stops", "300", "--waits", "500", "--decodes", "5000",
        ])
        #expect(status == 0, "\(output)")
        #expect(output.hasSuffix("every bound was kept\n"))
        let lines = output.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("envelope 6MiB by async") }.count == 1)
        let kinds = (Parser.other == nil ? 6 : 7) + Compressed.formats.count { $0.name != "zlib" }
        #expect(lines.count == kinds * 2 * 2 + 4)
    }
}
