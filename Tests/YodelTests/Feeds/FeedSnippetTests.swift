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
                pushed: Tides
                pushed: Fens
                complete 2
                item: 1
                item: 2
                next page: p2
                row: total(2)
                row: post(Feeds.Post(id: 1, title: "Tides"))
                row: post(Feeds.Post(id: 2, title: "Fens"))
                member: apples 3
                member: pears 5
                line: $[0] 0..<27 Tides
                bad line: item 1: $[1].id: expected Int, found the string "two" (typeMismatch, line 2, column 8, offset 35) in 30 bytes
                bad line: item 2: $[2].title: the document ends early (unexpectedEnd, line 3, column 19, offset 77) in 18 bytes
                line: $[3] 78..<105 Dunes
                complete 2 of 4
                async: Tides
                batch: ["Fens"]
                complete
                resumed: 4
                Post.pinned: unknown key, 2 times in 2 objects, first at offset 28, as true
                Post.by: unknown key, 1 time in 2 objects, first at offset 88, as null
                piped: 1
                piped: 2
                100 % of 94 bytes

                """)
    }
}
