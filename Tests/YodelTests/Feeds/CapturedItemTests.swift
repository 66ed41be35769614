import Testing
import Yodel

/// A value that is kept as bytes may be open when an item is dropped.
@Suite("Bad items with values that are kept unchanged")
struct CapturedItemTests {
    struct Raw: Model, Sendable {
        var id: Int
        var value: RawJSON?
    }

    struct Late: Model, Sendable {
        var id: Int
        var value: Lazy<[Int]>?
    }

    struct Merely: Model, Sendable {
        struct Part: Codable, Sendable { var q: [Int] }
        var id: Int
        var value: Part?
    }

    private static let ones = String(repeating: "1, ", count: 30)

    /// Reads an item that is too long and a valid one, in a feed that drops items.
    private func expectLongItemDropped<Item>(
        _ feed: Feed<Item>, _ text: (_ long: String, _ short: String) -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var feed = feed.droppingBadItems
        feed.maxItemBytes = 40
        let outcome = readEveryWay(
            feed, text(#"{"id": 1, "value": {"q": [\#(Self.ones)1]}}"#, #"{"id": 2}"#), sourceLocation: sourceLocation)
        outcome.expect(lines: 2, failures: [.itemLimit: 1], sourceLocation: sourceLocation)
        #expect(outcome.lines.last?.contains("(id: 2, ") == true, "\(outcome)", sourceLocation: sourceLocation)
    }

    private func expectLongItemDropped<Item: Model & Sendable>(_ type: Item.Type) {
        expectLongItemDropped(Feed(of: type)) { "[\($0), \($1)]" }
        expectLongItemDropped(Feed(of: type, at: "a[*].b")) { #"{"a": [{"b": [\#($0), \#($1)]}]}"# }
        expectLongItemDropped(Feed(ofMembers: type)) { #"{"a": \#($0), "b": \#($1)}"# }
        expectLongItemDropped(Feed(of: type, in: .concatenated)) { "\($0) \($1)" }
        expectLongItemDropped(Feed(of: type, in: .lines)) { "\($0)\n\($1)\n" }
        expectLongItemDropped(Feed(of: type, in: .textSequence)) { "\u{1E}\($0)\n\u{1E}\($1)\n" }
    }

    @Test("Only the long item is dropped, wherever it is cut")
    func tooLong() {
        expectLongItemDropped(Raw.self)
        expectLongItemDropped(Late.self)
        expectLongItemDropped(Merely.self)
    }

    private func expectBrokenItemDropped<Item: Model & Sendable>(_ type: Item.Type, allowsComments: Bool) {
        let broken = #"{"id": 1, "value": {"q": [1, 2, 3, x]}}"#
        for (format, text) in [
            (FeedFormat.lines, "\(broken)\n{\"id\": 2}\n"), (.textSequence, "\u{1E}\(broken)\n\u{1E}{\"id\": 2}\n"),
        ] {
            var feed = Feed(of: type, in: format).droppingBadItems
            feed.decoder.allowsComments = allowsComments
            let outcome = readEveryWay(feed, text)
            #expect(outcome.lines.first?.contains(": found 'x' (unexpectedToken, line 1, ") == true, "\(outcome)")
            #expect(outcome.lines.last?.contains("(id: 2, ") == true, "\(outcome)")
            outcome.expect(lines: 2, failures: [.unexpectedToken: 1])
            feed.badItems = .error
            #expect(readEveryWay(feed, text).error?.code == .unexpectedToken)
        }
    }

    @Test("Only the record that is not JSON is dropped, with and without comments", arguments: [false, true])
    func broken(allowsComments: Bool) {
        expectBrokenItemDropped(Raw.self, allowsComments: allowsComments)
        expectBrokenItemDropped(Late.self, allowsComments: allowsComments)
        expectBrokenItemDropped(Merely.self, allowsComments: allowsComments)
    }

    @Test("Lines with comments in them are kept without the comments")
    func comments() {
        var feed = Feed(of: Raw.self, in: .lines)
        feed.decoder.allowsComments = true
        let outcome = readEveryWay(feed, "{\"id\": 1, \"value\": [1, /* two */ 2]} // one\n{\"id\": 2}\n")
        outcome.expect(lines: 2)
        #expect(outcome.lines[0].contains("[1,           2]"), "\(outcome)")
    }
}
