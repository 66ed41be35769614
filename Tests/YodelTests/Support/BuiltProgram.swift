import Foundation
import Testing

/// A program: one of the package, built beside the tests, or another.
struct BuiltProgram {
    private let url: URL?

    init(_ name: String) {
        url = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent(name)
    }

    init(at path: String) {
        url = URL(fileURLWithPath: path)
    }

    /// Whether it is beside the tests.
    var isBuilt: Bool { url.map { FileManager.default.isExecutableFile(atPath: $0.path) } ?? false }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - folder: The working directory; nil for that of the tests.
    ///   - input: The standard input, which must fit into a pipe.
    /// - Returns: The exit status, and the output including errors.
    func run(_ arguments: [String], in folder: URL? = nil, input: String = "") throws -> (status: Int32, output: String)
    {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
