import Foundation
import Testing

/// A program in the folder Snippets, and its documented output.
struct Snippet: CustomTestStringConvertible {
    var name: String
    var lines: [String]

    var testDescription: String { name }

    /// The snippets of this build, from the files in the folder.
    static let all: [Snippet] = {
        let folder = CodeBlock.root.appending(path: "Snippets")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        #if Gzip
        let missing: String? = nil
        #else
        let missing = "CompressedFeed.swift"
        #endif
        return files.filter { $0.hasSuffix(".swift") && $0 != missing }.sorted().map { file in
            let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            return Snippet(name: String(file.dropLast(6)), lines: lines.map(String.init))
        }
    }()
}

extension Snippet {
    /// A run of the program.
    struct Run: Equatable {
        var arguments: [String] = []
        var input: [String] = []
        var output: [String]
    }

    /// The run that its comments describe; nil if they do not.
    ///
    /// The comments are at its calls of `print`, as in a block of a document. A program with arguments and standard
    /// input has one comment at the end: `Given --these, and`, the lines of the input, `it prints`, and the lines of
    /// the output. A line with only the slashes is ignored.
    var run: Run? {
        let end = lines.reversed().drop { $0.isEmpty }.prefix { $0.hasPrefix("//") }.reversed()
        let comment = end.filter { $0 != "//" }.map { String($0.dropFirst(3)) }
        if let given = comment.first?.wholeMatch(of: /Given (.*), and/)?.1,
            let middle = comment.firstIndex(of: "it prints")
        {
            return Run(
                arguments: given.split(separator: " ").map(String.init), input: Array(comment[1..<middle]),
                output: Array(comment[(middle + 1)...]))
        }
        let output = CodeBlock(document: "Snippets/\(name).swift", line: 1, lines: lines, setup: []).expectedOutput
        return output.flatMap { $0.isEmpty ? nil : Run(output: $0) }
    }
}
