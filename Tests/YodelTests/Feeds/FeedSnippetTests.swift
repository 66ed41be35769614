import Testing

private let snippet = BuiltProgram("Feeds")

/// The code of the article on feeds.
@Suite("The snippet on feeds", .enabled(if: snippet.isBuilt, "Feeds is not built"))
struct FeedSnippetTests {
    @Test("It prints what the article says")
    func output() throws {
        let (status, output) = try snippet.run([])
        #expect(status == 0)
        #expect(
            output == """
                """)
    }
}
