import Foundation

/// The machine's instructions that work takes, as valgrind's tool callgrind counts them.
///
/// They are the same in each run, whatever else the machine does. One process does all the work: callgrind counts
/// while ``countedWork(_:)`` runs, and writes what it has counted to a file when ``countEnds(of:)`` is called.
enum InstructionCount {
    /// Does the work of the cases, each at its sizes in turn.
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
        // Tables are made at first use, once in a process.
        try costs.prepare(max(sizes[0] / 8, 1))()
        for size in sizes {
            try countedWork(costs.prepare(size))
            countEnds(of: costs)
        }
    }

    /// Found by callgrind by its name; it must not be called for anything else.
    @inline(never)
    @_optimize(none)
    private static func countedWork(_ work: () throws -> Void) throws { try work() }

    /// Found by callgrind by its name.
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
        // Callgrind asks for names alone, and some versions of valgrind cannot read what else a debugger is told.
        let program = folder.appendingPathComponent("Costs").path
        try run(tool("strip"), ["--strip-debug", "-o", program, Bundle.main.executablePath!])
        let valgrind = try tool("valgrind")
        try run(
            valgrind,
            [
                "--quiet", "--tool=callgrind", "--toggle-collect=*countedWork*",
                "--dump-before=*countEnds*", "--callgrind-out-file=\(counts)",
                // The main thread's stack is as large as without valgrind.
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
        // A crash is reported, and not backtraced, which takes minutes under valgrind.
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

/// A tool that counting instructions takes is not there.
struct MissingTool: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) is not installed (sudo apt-get install valgrind binutils)" }
}
