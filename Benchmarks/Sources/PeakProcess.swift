import BenchmarkKit
import BenchmarkModels
import Foundation

/// A process of this program that decodes one document and reports its memory.
///
/// Its standard input is the document; it writes the result to standard output.
enum PeakProcess {
    /// The option that starts the program as such a process; it is not for users.
    private static let option = "--decode-feed"

    /// Starts the process, waits for it and returns how it ended.
    static func run(_ path: some FilePath, on feed: FeedFile) throws -> PeakOutcome {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [option, path.name]
        // By default, hashes have a new seed in every process, and fingerprints could not be compared. Backtraces of a
        // process that ran out of memory are useless.
        process.environment = ProcessInfo.processInfo.environment.merging([
            "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
        ]) { $1 }
        let output = Pipe()
        process.standardInput = feed.handle
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
        return PeakOutcome(output: text, signal: signal, status: process.terminationStatus)
    }

    /// Runs as the process if the arguments say so, and then does not return.
    static func runIfAsked(_ arguments: [String]) throws {
        guard arguments.count == 2, arguments[0] == option else { return }
        var outcome: PeakOutcome
        do {
            guard let path = allPaths.first(where: { $0.name == arguments[1] }) as? any FilePath else {
                throw UsageError("no path '\(arguments[1])' decodes files")
            }
            outcome = .measured(try measure(path))
        } catch {
            outcome = .failed("\(error)")
        }
        try FileHandle.standardOutput.write(contentsOf: outcome.output())
        exit(0)
    }

    private static func measure(_ path: some FilePath) throws -> PeakReport {
        let feed = try FeedFile(.standardInput)
        // First decode a small document of the same shape: code, tables and caches of libraries are not part of the
        // document's cost.
        let sample = try FeedFile(writing: UserList.Feed(bytes: 64 << 10, seed: 1))
        _ = try path.decode([UserList.User].self, from: sample)
        guard let before = ResidentMemory.current else {
            throw UsageError("this system reports no resident memory")
        }
        let start = monotonicSeconds()
        let decoded = try path.decode([UserList.User].self, from: feed)
        let seconds = monotonicSeconds() - start
        let peak = (ResidentMemory.peak ?? before) - before
        switch decoded {
        case .typed(let users):
            var fingerprint = Fingerprint()
            for user in users { fingerprint.combine(user) }
            return PeakReport(peakBytes: peak, seconds: seconds, items: users.count, fingerprint: fingerprint.value)
        case .passed(let items, let again):
            var fingerprint = Fingerprint()
            try again { fingerprint.combine($0) }
            return PeakReport(peakBytes: peak, seconds: seconds, items: items, fingerprint: fingerprint.value)
        case .untyped(let items):
            return PeakReport(peakBytes: peak, seconds: seconds, items: items)
        }
    }
}
