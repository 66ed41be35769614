import BenchmarkKit
import BenchmarkModels
import Foundation
import Testing

@testable import BenchmarkSuite

@Suite("The suite")
struct SuiteTests {
    @Test("A run has every path of every corpus, and compares the typed ones")
    func completeness() throws {
        let options = try Options.parse(["--quick", "--rounds", "1"])
        let run = try Runner(options: options, generated: makeCorpora(oneIn: 30)).run { _ in }
        let report = try JSONDecoder().decode(PrintedReport.self, from: Data(run.json().utf8))

        #expect(report.checks.map(\.corpus) == generatedCorpora.map(\.name))
        for (check, corpus) in zip(report.checks, generatedCorpora) {
            let isEncoding = check.corpus.hasPrefix(CorpusResult.encodingPrefix)
            #expect(check.equal == expectedPaths(of: corpus).filter(isCompared).map(\.name), "\(check.corpus)")
            #expect(check.reference == (isEncoding ? Baseline.jsonEncoder : Baseline.jsonDecoder))
        }
        let expected = generatedCorpora.flatMap { corpus in
            Selection().paths(of: corpus).map { "\(corpus.name)/\($0.name)" }
        }
        #expect(report.results.map { "\($0.corpus)/\($0.path)" } == expected)
        for result in report.results {
            #expect(result.bytes > 0 && result.median_seconds > 0 && result.min_seconds <= result.median_seconds)
            let throughput = Double(result.bytes) / 1e6 / result.median_seconds
            #expect((result.mb_per_second / throughput - 1).magnitude < 1e-9)
            #expect(result.ratio_to_jsonserialization != nil && result.ratio_to_jsondecoder != nil)
            let isEncoding = result.corpus.hasPrefix(CorpusResult.encodingPrefix)
            #expect((result.fraction_of_yajl != nil) == (!isEncoding && available([Baseline.yajl]) != []))
            #expect((result.fraction_of_plain != nil) == result.path.contains("+"))
        }
        #expect(report.machine.cores > 0 && !report.machine.system.isEmpty)
    }

    @Test("In JSON, standard output is one document with the selected paths")
    func standardOutput() throws {
        let output = try Program.run(["--quick", "--rounds", "1", "--only", "users/json*", "--format", "json"])
        try #require(output.status == 0, "\(output.errors)")
        let report = try JSONDecoder().decode(PrintedReport.self, from: output.standardOutput)
        #expect(report.checks.map(\.corpus) == ["users"])
        #expect(report.results.map(\.path) == ["jsonserialization-any", "jsonserialization-models", "jsondecoder"])
    }

    @Test("A path that returns another value is reported before anything is timed, by name and place")
    func wrongValue() throws {
        let message = try failure(of: Corrupting())
        #expect(
            message
                == "users: corrupting does not agree with jsondecoder: "
                + "$[0].login: expected salt_moss8591, found ralt_moss8591")
    }

    /// The message of a run with the path.
    private func failure(of path: some BenchmarkPath) throws -> String {
        let options = try Options.parse([
            "--rounds", "1", "--only", "users/jsondecoder", "--only", "users/\(path.name)",
        ])
        let runner = try Runner(options: options, paths: [JSONDecoderPath(), path])
        let error = #expect(throws: (any Error).self) {
            try runner.run { _ in Issue.record("something was measured") }
        }
        return error.map { "\($0)" } ?? ""
    }

    /// Whether the path makes values.
    private func isCompared(_ path: any BenchmarkPath) -> Bool {
        if case .untyped = path.work([UserList.User].self, on: Array("[]".utf8)) { return false }
        if case .untyped = path.work(linesOf: UserList.User.self, on: []) { return false }
        return true
    }
}

/// A path that corrupts the first letter of the first string value.
private struct Corrupting: BenchmarkPath {
    let name = "corrupting"
    let summary = "for this test"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        var bytes = bytes
        if let value = bytes.firstRange(of: Array("\":\"".utf8)) { bytes[value.upperBound] ^= 1 }
        return JSONDecoderPath().work(type, on: bytes)
    }
}

/// The names and types of the report that programs may rely on.
private struct PrintedReport: Decodable {
    struct PrintedMachine: Decodable {
        let system: String
        let cores: Int
    }

    struct Check: Decodable {
        let corpus: String
        let reference: String
        let equal: [String]
    }

    struct Result: Decodable {
        let corpus: String
        let bytes: Int
        let path: String
        let median_seconds: Double
        let min_seconds: Double
        let mb_per_second: Double
        let ratio_to_jsonserialization: Double?
        let ratio_to_jsondecoder: Double?
        let fraction_of_yajl: Double?
        let fraction_of_plain: Double?
    }

    let machine: PrintedMachine
    let checks: [Check]
    let results: [Result]
}

/// A folder that is removed with the value.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// The executable that was built beside the tests.
enum Program {
    static var isBuilt: Bool { executable != nil }

    struct Output {
        let status: Int32
        let standardOutput: Data
        let errors: String
    }

    /// Runs it to its end.
    static func run(_ arguments: [String]) throws -> Output {
        let folder = try TemporaryFolder()
        let files = ["output", "errors"].map { folder.url.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        let process = Process()
        let executable: URL = try #require(executable)
        process.executableURL = executable
        process.arguments = arguments
        // Files rather than pipes, which would have to be drained while it runs.
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let errors = try String(contentsOf: files[1], encoding: .utf8)
        return Output(status: process.terminationStatus, standardOutput: try Data(contentsOf: files[0]), errors: errors)
    }

    /// Nil if it is not beside the tests.
    private static var executable: URL? {
        #if canImport(Darwin)
        let bundles = Bundle.allBundles.map(\.bundleURL)
        #else
        // Foundation of Swift 6.2 ends the process if it is asked for all bundles.
        let bundles = [URL(fileURLWithPath: CommandLine.arguments[0])]
        #endif
        return bundles.map { $0.deletingLastPathComponent().appendingPathComponent("Benchmarks") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
