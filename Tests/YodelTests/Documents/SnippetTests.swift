import Foundation
import Testing

/// Readers run snippets and change them: each prints its documented output, and nothing else.
@Suite("Snippets")
struct SnippetTests {
    @Test("Each has its output in comments, and Snippets/README.md names it", arguments: Snippet.all)
    func saysWhatItPrints(_ snippet: Snippet) throws {
        #expect(snippet.run != nil, "nothing says what it prints, or what one call of print does")
        let readme = try String(contentsOf: CodeBlock.root.appending(path: "Snippets/README.md"), encoding: .utf8)
        let isNamed = readme.contains("`\(snippet.name)`")
        #expect(isNamed, "Snippets/README.md does not name it")
    }

    @Test(
        "Each prints its documented output",
        .enabled(if: BuiltProgram("FirstDecode").isBuilt, "the snippets are not built"), arguments: Snippet.all)
    func printsWhatItSays(_ snippet: Snippet) throws {
        let run = try #require(snippet.run)
        let input = run.input.map { $0 + "\n" }.joined()
        let (status, output) = try BuiltProgram(snippet.name).run(run.arguments, input: input)
        #expect(status == 0)
        #expect(output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == run.output + [""])
    }

    @Test("There are some")
    func count() {
        #expect(Snippet.all.count > 15)
    }

    @Test("The documented run is the one in the comments")
    func runs() {
        func run(_ lines: String...) -> Snippet.Run? { Snippet(name: "", lines: lines).run }
        #expect(run("print(a)  // 1", "") == Snippet.Run(output: ["1"]))
        #expect(run("print(a)", "") == nil)
        #expect(run("let a = 1", "") == nil)
        #expect(
            run("print(a)", "", "// Given -a b, and", "//", "// c", "//", "// it prints", "//", "//  d", "")
                == Snippet.Run(arguments: ["-a", "b"], input: ["c"], output: [" d"]))
    }
}
