import BenchmarkKit
import Foundation

/// Measures the memory that documents take, each in a process of its own, and checks it against the bound.
struct MemoryRun {
    let settings: CostSettings

    /// The ratios of a case's sizes to the smallest: memory that grows by doubling is largest right after a step.
    private static let steps = [1.0, 1.2, 1.45, 1.7]

    /// Prints the table.
    ///
    /// - Returns: Whether all cases are within their bounds.
    func run() throws -> Bool {
        let cases = settings.memoryCases
        let width = (cases.map(\.name.count).max() ?? 0) + 2
        print(row(width, "document", ["bytes", "memory", "times", "at most"], columns: 12))
        var broken = 0
        for (index, memory) in cases.enumerated() {
            let reports = try Self.steps.map { step in
                let size = Int(Double(max(memory.size / settings.divisor, 1 << 10)) * step)
                return try report(of: memory, size)
            }
            let worst = reports.max { $0.factor < $1.factor }!
            let isBroken = !(worst.factor <= memory.bound)
            if isBroken { broken += 1 }
            let figures = ["\(worst.bytes)", "\(worst.peak)", format(worst.factor), format(memory.bound)]
            print(row(width, memory.name, figures, columns: 12) + (isBroken ? "  FAILED" : ""))
            if index % 8 == 7 { fflush(nil) }
        }
        print(
            broken == 0
                ? "\(cases.count) cases: none takes more than is said of it"
                : "\(broken) of \(cases.count) cases take more than is said of them")
        return broken == 0
    }

    private func format(_ factor: Double) -> String { String(format: "%.1f", factor) }

    private struct Report {
        let bytes: Int
        let peak: Int

        var factor: Double { Double(peak) / Double(bytes) }
    }

    /// Starts a process that decodes the document.
    private func report(of memory: MemoryCase, _ size: Int) throws -> Report {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [CostSettings.memoryOption, memory.name, "\(size)"]
        // glibc's default. Otherwise glibc raises it as the document grows, and keeps some freed memory for good:
        // memory of the document, not of the result.
        process.environment = ProcessInfo.processInfo.environment.merging(["MALLOC_MMAP_THRESHOLD_": "131072"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard process.terminationStatus == 0, numbers.count == 2 else {
            throw CostError("\(memory.name): the process ended with \(process.terminationStatus)")
        }
        return Report(bytes: numbers[0], peak: numbers[1])
    }

    /// Runs as such a process: prints the size of the document, and the peak of resident memory besides it.
    static func work(_ name: String, _ size: Int) throws {
        guard let memory = MemoryCase.all.first(where: { $0.name == name }) else { throw CostError("no case \(name)") }
        // The first use makes the tables and the runtime's metadata.
        try memory.work(memory.document(256)) {}
        let document = memory.document(size)
        resetPeak()
        guard let before = ResidentMemory.current else { throw CostError("this system reports no resident memory") }
        var after: Int?
        try memory.work(document) { after = ResidentMemory.peak }
        guard let after else { throw CostError("this system reports no peak of resident memory") }
        print(document.count, max(after - before, 0))
    }

    /// Resets the peak of resident memory after the document was made, if the system can.
    private static func resetPeak() {
        #if os(Linux)
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        #endif
    }
}
