import Foundation

/// The machine instructions of a piece of work, as valgrind's tool callgrind counts them.
///
/// They are the same in each run, whatever else the machine does. One process does all the work: callgrind counts while
/// ``countedWork(_:)`` runs, and writes its counts to a file when ``countEnds(of:)`` is called.
enum InstructionCount {
    /// Does the work of each case, at each of its sizes.
    static func work(_ settings: CostSettings) throws {
        for costs in settings.cases {
            do {
                try work(costs, settings.sizes(of: costs))
            } catch {
                throw CostError("\(costs.name): \(error)")
            }
        }
    }

    private static func work(_ costs: CostCase, _ sizes: [Int]) throws {
        // The first use makes the tables, once per process.
        try costs.prepare(max(sizes[0] / 8, 1))()
        for size in sizes {
            try countedWork(costs.prepare(size))
            countEnds(of: costs)
        }
    }

    /// Callgrind finds it by its name; nothing else may call it.
    @inline(never)
    @_optimize(none)
    private static func countedWork(_ work: () throws -> Void) throws { try work() }

    /// Callgrind finds it by its name.
    @inline(never)
    @_optimize(none)
    private static func countEnds(of costs: CostCase) {}

    /// Runs this program under callgrind.
    ///
    /// - Returns: The instructions of each case at each of its sizes.
    static func measure(_ settings: CostSettings, _ arguments: [String]) throws -> [[Int]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("costs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let counts = folder.appendingPathComponent("counts").path
        // Callgrind needs only names, and some versions of valgrind cannot read the rest of the debug information.
        let program = folder.appendingPathComponent("Costs").path
        try run(tool("strip"), ["--strip-debug", "-o", program, Bundle.main.executablePath!])
        let valgrind = try tool("valgrind")
        try run(
            valgrind,
            [
                "--quiet", "--tool=callgrind", "--toggle-collect=*countedWork*",
                "--dump-before=*countEnds*", "--callgrind-out-file=\(counts)",
                // Makes the main thread's stack as large as without valgrind.
                "--main-stacksize=8388608", program, CostSettings.workOption,
            ] + arguments)
        var number = 0
        return try settings.cases.map { costs in
            try settings.sizes(of: costs).map { _ in
                number += 1
                return try total(inFileAt: "\(counts).\(number)")
            }
        }
    }

    private static func tool(_ name: String) throws -> URL {
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            let path = "\(folder)/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) { return URL(fileURLWithPath: path) }
        }
        throw MissingTool(name: name)
    }

    private static func run(_ tool: URL, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        // A crash is reported without a backtrace, which takes minutes under valgrind.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CostError("\(tool.lastPathComponent) ended with \(process.terminationStatus)")
        }
    }

    private static func total(inFileAt path: String) throws -> Int {
        let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals: ") }),
            let count = Int(line.dropFirst(8)), count > 0
        else { throw CostError("callgrind has counted nothing in \(path)") }
        return count
    }
}

/// A tool for counting instructions is missing.
struct MissingTool: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) is not installed (sudo apt-get install valgrind binutils)" }
}
