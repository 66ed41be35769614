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

    @Test("Unknown arguments are refused")
    func options() throws {
        #expect(try soak.run(["--only", "files"]) == (2, "Soak: --only does not take 'files'\n"))
        #expect(try soak.run(["--sizes", "1MiB,many"]) == (2, "Soak: --sizes does not take '1MiB,many'\n"))
        #expect(try soak.run(["--decodes", "-1"]) == (2, "Soak: --decodes does not take '-1'\n"))
        #expect(try soak.run(["--fast"]) == (2, "Soak: unknown option '--fast'\n"))
    }
}
