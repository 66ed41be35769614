import Foundation
import Testing

/// A program made from the code in documents, compiled beside the tests with the module that they test.
struct DocumentProgram {
    /// The prefix of an output line that announces the next block.
    static let mark = "--- block "

    private let folder: URL
    private let products: URL

    init() throws {
        products = try #require(Bundle.main.executableURL?.deletingLastPathComponent())
        folder = FileManager.default.temporaryDirectory.appending(path: "yodel-documents-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() throws { try FileManager.default.removeItem(at: folder) }

    /// Writes the source file of a document; each has its own.
    func write(_ blocks: [CodeBlock], number: Int) throws {
        var declarations = ["import Foundation", "import Yodel"]
        var body: [String] = []
        for (index, block) in blocks.enumerated() where !block.isManifest {
            let parts = block.parts
            declarations += parts.declarations
            body += ["print(\"\(Self.mark)\(number) \(index)\")"] + parts.statements
        }
        let function = ["func document\(number)() async throws {"] + body
        try write(declarations + function + ["}"], to: "Document\(number).swift")
    }

    /// Compiles the documents, and runs the result.
    func run(count: Int) throws -> (status: Int32, output: String) {
        let calls = (0..<count).map {
            "do { try await document\($0)() } catch { print(\"thrown by document \($0): \\(error)\") }"
        }
        try write(["@main struct Program {", "static func main() async {"] + calls + ["}", "}"], to: "Program.swift")
        let program = folder.appending(path: "program")
        var arguments = [
            "swiftc", "-swift-version", "6", "-suppress-warnings", "-parse-as-library", "-wmo", "-o", program.path,
        ]
        arguments += ["-I", products.appending(path: "Modules").path]
        let kernels = products.appending(path: "CYodelKernels.build/module.modulemap").path
        arguments += ["-Xcc", "-fmodule-map-file=\(kernels)"]
        arguments += try objects() + sources()
        #if Yajl
        arguments += try library("CYajl", "yajl")
        #endif
        #if Gzip
        arguments += try library("CZlib", "zlib")
        #endif
        #if Zstd
        arguments += try library("CZstd", "libzstd")
        #endif
        let compiled = try BuiltProgram(at: "/usr/bin/env").run(arguments)
        return compiled.status == 0 ? try BuiltProgram(at: program.path).run([], in: folder) : compiled
    }

    /// Checks a fragment of a manifest inside a package's description.
    func checkManifest(_ block: CodeBlock) throws -> (status: Int32, output: String) {
        let mark = "#sourceLocation(file: \"\(block.document)\", line: \(block.line - 1))"
        let beginning = ["import PackageDescription", mark, "let package = Package(name: \"App\","]
        try write(beginning + block.lines + [")"], to: "Package.swift")
        defer { try? FileManager.default.removeItem(at: folder.appending(path: "Package.swift")) }
        let swiftc = try BuiltProgram(at: "/usr/bin/env").run(["swiftc", "-print-target-info"])
        let resources = try #require(swiftc.output.firstMatch(of: /"runtimeResourcePath": "(.*)"/)?.1)
        return try BuiltProgram(at: "/usr/bin/env").run([
            "swiftc", "-typecheck", "-package-description-version", "6.2", "-I", "\(resources)/pm/ManifestAPI",
            folder.appending(path: "Package.swift").path,
        ])
    }

    private func write(_ lines: [String], to name: String) throws {
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: name))
    }

    private func sources() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            .sorted().map { folder.appending(path: $0).path }
    }

    #if Yajl || Gzip || Zstd
    /// The compiler options for a library, from the program that SwiftPM uses.
    private func library(_ module: String, _ name: String) throws -> [String] {
        let map = CodeBlock.root.appending(path: "CSupport/\(module)/module.modulemap").path
        let found = try BuiltProgram(at: "/usr/bin/env").run(["pkg-config", "--cflags", "--libs", name])
        try #require(found.status == 0, "\(found.output)")
        let flags = found.output.split(whereSeparator: \.isWhitespace).map(String.init)
        return ["-Xcc", "-fmodule-map-file=\(map)"] + flags
    }
    #endif

    /// The objects of the package's libraries, as a program is linked with them: the folders have those of old files, too.
    private func objects() throws -> [String] {
        let list = products.appending(path: "FirstDecode.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: ["'", "\""]) }
        return objects.filter { object in
            ["Yodel", "YodelArrow", "CYodelKernels"].contains { object.contains("/\($0).build/") }
        }
    }
}
