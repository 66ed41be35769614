import Foundation
import Testing

/// Readers copy code from documents: it must compile, and print the documented output.
@Suite(
    "Code in documents",
    .disabled(
        if: Instrumentation.hasSanitizer || Instrumentation.hasCoverage,
        "What is built for a sanitizer or for coverage links with that alone"))
struct DocumentTests {
    @Test(
        "The README and all articles",
        .enabled(if: SwiftRelease.is63, "the initialiser of an array with a span is new in Swift 6.3"))
    func everything() throws {
        let documents = try CodeBlock.documents.map { try CodeBlock.blocks(of: $0) }
        #expect(documents.count > 20 && documents[0].count > 3)
        let program = try DocumentProgram()
        defer { try? program.remove() }
        for (number, blocks) in documents.enumerated() { try program.write(blocks, number: number) }
        let (status, output) = try program.run(count: documents.count)
        try #require(status == 0, "\(output)")

        var printed: [[Int]: [String]] = [:]
        var current: [Int] = []
        for line in output.split(separator: "\n") {
            if line.hasPrefix(DocumentProgram.mark) {
                current = line.dropFirst(DocumentProgram.mark.count).split(separator: " ").compactMap { Int($0) }
                printed[current] = []
            } else {
                printed[current, default: []].append(String(line))
            }
        }
        for (number, blocks) in documents.enumerated() {
            for (index, block) in blocks.enumerated() where !block.isManifest {
                let name = "\(block.document):\(block.line)"
                guard let expected = block.expectedOutput else {
                    Issue.record("\(name): nothing says what a call of print prints")
                    continue
                }
                let lines = printed[[number, index]] ?? ["It is not reached"]
                #expect(lines == expected, "\(name)")
            }
        }
    }

    @Test("Fragments of manifests are valid")
    func manifests() throws {
        let blocks = try CodeBlock.documents.flatMap { try CodeBlock.blocks(of: $0) }.filter(\.isManifest)
        #expect(blocks.count == 3)
        let program = try DocumentProgram()
        defer { try? program.remove() }
        for block in blocks {
            let (status, output) = try program.checkManifest(block)
            #expect(status == 0, "\(output)")
        }
    }

    @Test("Code and output fit the width of a page")
    func width() throws {
        for block in try CodeBlock.documents.flatMap({ try CodeBlock.blocks(of: $0) }) {
            let tooWide = (block.lines + (block.output ?? [])).filter { $0.count > CodeBlock.columns }
            #expect(tooWide == [], "\(block.document):\(block.line)")
        }
    }

    @Test("A block prints what the comments at its calls of print say")
    func comments() {
        func expected(_ lines: String...) -> [String]? {
            CodeBlock(document: "", line: 1, lines: lines, setup: []).expectedOutput
        }
        #expect(expected("let a = 1  // one", "print(a)  // 1", "// and so on") == ["1"])
        #expect(expected("for a in b {", "    print(a)  // 1, then 2", "}") == ["1", "2"])
        #expect(expected("print(", "    \")\")", "// )", "// more", "let a = 1  // no") == [")", "more"])
        #expect(expected("print(a)", "// one", "// … two", "// … three", "// four") == ["one two three", "four"])
        #expect(expected("print(a)", "// … one") == ["… one"])
        #expect(expected("print(a)", "let b = 1  // 1") == nil)
        #expect(expected("print(#\"{\"a\": \"http://b\"}\"#)  // b") == ["b"])
        #expect(expected() == [])
    }
}
