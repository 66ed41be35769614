import Foundation

/// A block of Swift in a document, as a reader would copy it, and its expected output.
struct CodeBlock {
    /// The path from the root of the package.
    var document: String
    /// The line of the document with the block's first line, counted from 1.
    var line: Int
    var lines: [String]
    /// The text of comments before it, which readers do not see, or of files that they name: code that the block
    /// requires.
    var setup: [String]
    /// A block without a language after it: its output, if comments do not have it.
    var output: [String]?

    /// A fragment of a manifest, which is valid inside a package's description.
    var isManifest: Bool { lines.contains { $0.contains(".package(url:") } }

    /// How many characters of a line of code a page shows without scrolling.
    static let columns = 90

    /// The documents with code that apply to this build, the README first.
    static let documents: [String] = {
        let folder = "Sources/Yodel/Yodel.docc"
        let arrow = "Sources/YodelArrow/YodelArrow.docc/YodelArrow.md"
        let articles = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        #if Gzip
        let missing: String? = nil
        #else
        let missing = "CompressedFeeds.md"
        #endif
        let names = articles.filter { $0.hasSuffix(".md") && $0 != missing }.sorted()
        return ["README.md"] + names.map { "\(folder)/\($0)" } + [arrow]
    }()

    /// All blocks of a document, in its order.
    static func blocks(of document: String) throws -> [CodeBlock] {
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        var (blocks, setup): ([CodeBlock], [String]) = ([], [])
        var isAfterCode = false
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().makeIterator()
        func take(until end: String) -> [String] {
            var taken: [String] = []
            while let (_, line) = lines.next(), line != end { taken.append(String(line)) }
            return taken
        }
        while let (index, line) = lines.next() {
            if line == "<!-- setup" {
                setup += take(until: "-->")
            } else if let file = line.wholeMatch(of: /<!-- setup from (.+) -->/)?.1 {
                let code = try String(contentsOf: root.appending(path: String(file)), encoding: .utf8)
                setup += code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            } else if line == "```swift" {
                let code = take(until: "```")
                blocks.append(CodeBlock(document: document, line: index + 2, lines: code, setup: setup))
                (setup, isAfterCode) = ([], true)
            } else if line == "```", isAfterCode {
                blocks[blocks.count - 1].output = take(until: "```")
                isAfterCode = false
            } else if !line.isEmpty {
                isAfterCode = false
            }
        }
        return blocks
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

extension CodeBlock {
    /// The expected output of its calls of `print`.
    ///
    /// It is a comment after the call, or the lines of comments below it, or a block of output at the end. Output that
    /// is printed repeatedly is written as `first, then second`. A line that begins with `… ` goes on with the line
    /// above: a page shows some ``columns`` without scrolling, and the text of an error is longer.
    ///
    /// - Returns: Nil if a call has no expected output.
    var expectedOutput: [String]? {
        if let output { return Self.joined(output) }
        var output: [String] = []
        var index = lines.startIndex
        while index < lines.endIndex {
            defer { index += 1 }
            guard let call = lines[index].firstRange(of: /\bprint\(/) else { continue }
            var code = String(lines[index][call.lowerBound...])
            while !Self.isComplete(code), index + 1 < lines.endIndex {
                index += 1
                code += "\n" + lines[index]
            }
            if let comment = code.firstRange(of: "  // ") {
                output += code[comment.upperBound...].split(separator: ", then ").map(String.init)
                continue
            }
            let comments = lines[(index + 1)...].lazy.map { $0.trimmingCharacters(in: .whitespaces) }
                .prefix { $0.hasPrefix("// ") }.map { String($0.dropFirst(3)) }
            if comments.isEmpty { return nil }
            output += Self.joined(comments)
        }
        return output
    }

    /// Lines of output, those that go on appended to the line above.
    private static func joined(_ lines: some Sequence<String>) -> [String] {
        lines.reduce(into: []) { joined, line in
            if line.hasPrefix("… "), !joined.isEmpty {
                joined[joined.endIndex - 1] += line.dropFirst()
            } else {
                joined.append(line)
            }
        }
    }

    /// Whether all parentheses are closed, ignoring those in strings.
    private static func isComplete(_ code: String) -> Bool {
        let bare = code.replacing(/#".*?"#|"(\\.|[^"\\])*"/, with: "")
        return bare.count { $0 == "(" } == bare.count { $0 == ")" }
    }
}

extension CodeBlock {
    /// Its types and extensions, which are private to the file, and its statements, which become a function; both have
    /// marks that make the compiler's messages refer to the document.
    var parts: (declarations: [String], statements: [String]) {
        var (declarations, statements): ([String], [String]) = ([], [])
        for (code, first) in [(setup, line), (lines, line)] {
            var (index, isMarked) = (code.startIndex, false)
            while index < code.endIndex {
                let mark = "#sourceLocation(file: \"\(document)\", line: \(first + index))"
                if code[index].hasPrefix("import ") {
                    declarations.append(code[index])
                } else if let start = code[index...].firstIndex(where: { !$0.hasPrefix("@") && !$0.hasPrefix("///") }),
                    code[start].contains(#/^(final |indirect )?(struct|class|enum|protocol|actor|extension) /#)
                {
                    let end = code[start].hasSuffix("}") ? start : code[start...].firstIndex(of: "}") ?? start
                    let isConformance = code[start].contains(/^extension [^{]*:/)
                    declarations += [mark] + code[index..<start]
                    declarations += [(isConformance ? "" : "private ") + code[start]] + code[start...end].dropFirst()
                    (index, isMarked) = (end, false)
                } else {
                    statements += (isMarked ? [] : [mark]) + [code[index]]
                    isMarked = true
                }
                index += 1
            }
        }
        return (declarations, statements)
    }
}
