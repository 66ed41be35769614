import Testing
import Yodel

@Suite("Bad items of a feed")
struct BadItemTests {
    /// The errors that an item of points can have, with the code and the place inside the item.
    static let wrongs: [(json: String, code: ModelError.Code, path: String, offset: Int)] = [
        (#"{"x": 1}"#, .missingKeys, "", 7), (#"{"x": "a", "y": 1, "z": [{}]}"#, .typeMismatch, ".x", 6),
        (#"{"z": 1, "x": [1, {"y": 2}], "y": 3}"#, .typeMismatch, ".x", 14), ("[]", .typeMismatch, "", 0),
        ("[[1], 2]", .typeMismatch, "", 0), ("7", .typeMismatch, "", 0), (#""point""#, .typeMismatch, "", 0),
        ("null", .nullValue, "", 0), (#"{"x": 1e99, "y": 0}"#, .numberOutOfRange, ".x", 6), ("{}", .missingKeys, "", 1),
        (#"{"x": 1, "y": null}"#, .nullValue, ".y", 14),
    ]

    @Test("Only the bad item is lost: first, in the middle and last", arguments: 0..<11)
    func dropped(number: Int) throws {
        let wrong = Self.wrongs[number]
        var feed = Feed(of: Point.self, at: "p").droppingBadItems
        feed.keepsFailedBytes = true
        let good = #"{"x":1,"y":2}"#
        for position in 0..<3 {
            var items = [good, good]
            items.insert(wrong.json, at: position)
            let json = #"{"p": ["# + items.joined(separator: ", ") + #"], "q": []}"#
            let start = 7 + position * 15
            let outcome = readEveryWay(feed, json)
            outcome.expect(lines: 3, items: 2, failures: [wrong.code: 1])
            let line = outcome.lines[position]
            #expect(
                line.hasPrefix(
                    "$.p[\(position)] \(start)..<\(start + wrong.json.count) item \(position): $.p[\(position)]\(wrong.path): "
                ))
            #expect(line.contains("\(wrong.code), line 1, column \(start + wrong.offset + 1)"))
            #expect(line.hasSuffix("bytes \(wrong.json)"))
            #expect(outcome.progress.failures == 1)
            #expect(outcome.progress.droppedBytes == wrong.json.count)
        }
    }

    @Test("Without a policy the first bad item is the error that ends the feed", arguments: 0..<11)
    func refused(number: Int) {
        let wrong = Self.wrongs[number]
        let outcome = readEveryWay(Feed(of: Point.self), #"[{"x":1,"y":2}, "# + wrong.json + #", {"x":1,"y":2}]"#)
        outcome.expectError(wrong.code, at: 16 + wrong.offset, path: "$[1]" + wrong.path, lines: 1, ending: .failed)
    }

    @Test("Only the bad members of an object are dropped")
    func members() {
        let feed = Feed(ofMembers: Int.self).droppingBadItems
        let outcome = readEveryWay(feed, #"{"a": 1, "b": [2], "c": {"d": 1}, "e": "f", "g": 2}"#)
        #expect(outcome.lines.map { $0.prefix(3) } == ["0 $", "$.b", "$.c", "$.e", "4 $"])
        #expect(outcome.progress.failures == 3)
    }

    @Test("An item that recovers from its own errors is not dropped")
    func tolerantItems() {
        var feed = Feed(of: [Int].self).droppingBadItems
        feed.decoder.badElements = .drop
        let outcome = readEveryWay(feed, #"[[1, "a", 2], "b", [3]]"#)
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines[0].hasSuffix("[1, 2]"))
        #expect(outcome.progress.failures == 1)
    }

    // MARK: - Too long

    @Test(
        "Only the item beyond the length limit is dropped, and its bytes are not kept",
        arguments: [
            #"{"x": 1, "y": 2, "z": "0123456789"}"#, #""012345678901234567890123456789ab""#,
            "[1, 2, 3, 4, 5, [6, 7, 8, 9, 10, 11]]", #"{"x": 1, "y": "01234567890123456789"}"#,
            #"{"x": 123, "012345678901234567890123456": 1}"#,
        ])
    func tooLong(item: String) {
        var feed = Feed(of: Point.self).droppingBadItems
        feed.keepsFailedBytes = true
        feed.maxItemBytes = 20
        let json = #"[{"x": 1, "y": 2}, "# + item + #", {"x": 1, "y": 2}]"#
        let outcome = readEveryWay(feed, json)
        outcome.expect(lines: 3, items: 2)
        // An error before the limit counts.
        let isLimit = outcome.progress.failuresByCode == [.itemLimit: 1]
        #expect(isLimit == !item.hasPrefix("["))
        #expect(
            !isLimit || outcome.lines[1].contains("expected at most 20 bytes, found more (itemLimit, line 1, column 20")
        )
        #expect(!isLimit || outcome.lines[1].hasSuffix("bytes -"))
    }

    @Test("For an item that is too long, the item limit counts, not a limit that is exceeded after that")
    func tooLongAndTooMuch() {
        var feed = Feed(of: [String: Int].self).droppingBadItems
        feed.maxItemBytes = 20
        feed.decoder.limits.keysPerObject = 2
        feed.decoder.limits.keyBytes = 8
        for (item, code) in [
            (#"{"a": 1, "b": 2,        "c": 3}"#, ModelError.Code.itemLimit),
            (#"{"a": 1, "b": 2, "c": 3, "d": 4}"#, .keyCountLimit),
            (#"{"a": 1,             "long key": 3}"#, .itemLimit),
            (#"{"a": 1,            "too long a key": 3}"#, .itemLimit),
            (#"{"a1234567890": 1, "b": 2}"#, .keyLimit),
        ] {
            let outcome = readEveryWay(feed, "[\(item), {}]")
            #expect(outcome.progress.failuresByCode == [code: 1], "\(item)")
        }
    }

    @Test(
        "A number that is too long is reported before an item limit that is exceeded after it",
        arguments: ["12345", "1234567890123456"])
    func tooLongNumber(number: String) {
        for format in [FeedFormat.concatenated, nil] {
            var feed = (format.map { Feed(of: [Int].self, in: $0) } ?? Feed(of: [Int].self)).droppingBadItems
            feed.maxItemBytes = 10
            feed.decoder.limits.numberCharacters = 3
            let item = "[1, \(number)]"
            readEveryWay(feed, format == nil ? "[\(item)]" : item).expectError(.numberLimit, path: "$[0][1]")
        }
    }

    private struct Pair: Model { var n: Int }

    private enum Tagged: Polymorphic {
        case pair(Pair)
        static let variants = Variants<Tagged>("kind", .case("pair", Tagged.pair), .otherwiseSkip)
    }

    private enum Keyed: Polymorphic {
        case pair(Pair)
        static let variants = Variants<Keyed>(.external, .case("pair", Keyed.pair), .otherwiseSkip)
    }

    private enum Untagged: Polymorphic {
        case pair(Pair)
        static let variants = Variants<Untagged>(.untagged, .case(Untagged.pair), .otherwiseSkip)
    }

    @Test("An item of an unknown variant is left out, and fails if it is too long, however it is cut")
    func tooLongAndUnknown() {
        func read<Item>(_ type: Item.Type, _ good: String, _ unknown: String, long: [String]) {
            for long in long {
                var feed = Feed(of: type)
                feed.maxItemBytes = 30
                let json = "[\(good), \(unknown), \(long), \(good)]"
                let dropping = readEveryWay(feed.droppingBadItems, json)
                dropping.expect(lines: 3, items: 2, failures: [.itemLimit: 1])
                readEveryWay(feed, json).expectError(.itemLimit, path: "$[2]", lines: 1)
            }
        }
        let text = #""0123456789012345678901234567890""#
        read(
            Tagged.self, #"{"kind": "pair", "n": 1}"#, #"{"kind": "other", "n": 1}"#,
            long: [
                #"{"kind": "other", "n": \#(text)}"#, #"{"n": \#(text), "kind": "other"}"#, #"{"n": \#(text)}"#, text,
            ])
        read(
            Keyed.self, #"{"pair": {"n": 1}}"#, #"{"other": {"n": 1}}"#,
            long: [#"{"other": {"n": \#(text)}}"#, #"{"other": \#(text)}"#, "[\(text)]"])
        read(
            Untagged.self, #"{"n": 1}"#, #"{"m": 1}"#,
            long: [#"{"m": \#(text)}"#, #"{"n": \#(text)}"#, text, "[\(text)]"])
    }

    @Test("A line of an unknown variant with other text after it fails, and is counted once")
    func unknownAndTrailing() throws {
        let unknown = #"{"kind": "other"}"#
        let text = [unknown, unknown + " x", #"{"kind": "pair", "n": 1}"#, unknown, ""].joined(separator: "\n")
        for threads in [1, 3] {
            var feed = Feed(of: Tagged.self, in: .lines).gathering(blockSize: 20).droppingBadItems
            feed.concurrency = threads
            var parser = feed.parser(of: text)
            let failure = #expect(throws: FeedFailure.self) { try parser.nextResult()?.get() }
            #expect(failure?.error.code == .trailingContent)
            #expect(failure?.index == 1 && failure?.path.description == "$[1]")
            let entry = try #require(try parser.nextEntry())
            #expect(entry.index == 2 && entry.path.description == "$[2]")
            #expect(try parser.next() == nil)
            #expect(parser.progress.items == 1 && parser.progress.failures == 1)
            #expect(parser.progress.droppedBytes == 3 * unknown.utf8.count + 2)
        }
    }

    @Test("An item may be exactly as long as the limit")
    func justLongEnough() {
        var feed = Feed(of: String.self)
        feed.maxItemBytes = 5
        #expect(readEveryWay(feed, #"["abc", "ab"]"#).lines.count == 2)
        readEveryWay(feed, #"["abcd", "ab"]"#).expectError(.itemLimit, at: 1)
    }

    @Test(
        "A string beyond the parser's limit in an item that is too long anyway costs only the item",
        arguments: [
            #"["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1]"#,
            #"[{"a": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e9é"}, 1]"#,
        ])
    func longStrings(json: String) {
        var feed = Feed(of: JSONValue.self).droppingBadItems
        feed.maxItemBytes = 20
        feed.decoder.limits.stringBytes = 30
        let outcome = readEveryWay(feed, json)
        outcome.expect(lines: 2, failures: [.itemLimit: 1])
        feed.maxItemBytes = 70
        #expect(readEveryWay(feed, json).error?.code == .stringLimit)
    }

    @Test(
        "The same for a string that is the item, if items are kept as text",
        arguments: [
            #"["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, "b"]"#,
            #"[1, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e9é", "b"]"#,
        ])
    func longStringsKeptAsText(json: String) {
        func read<Item>(_ type: Item.Type) {
            for keepsBytes in [false, true] {
                var feed = Feed(of: type).droppingBadItems
                feed.maxItemBytes = 20
                feed.keepsFailedBytes = keepsBytes
                feed.decoder.limits.stringBytes = 30
                readEveryWay(feed, json).expect(items: 2, failures: [.itemLimit: 1])
            }
        }
        read(Lazy<JSONValue>.self)
        read(RawJSON.self)
        read(JSONValue.self)
    }

    // MARK: - Budgets

    @Test("When too many items fail, the feed ends")
    func count() {
        var feed = Feed(of: Int.self).droppingBadItems
        feed.failureBudget = FailureBudget(count: 2)
        #expect(readEveryWay(feed, #"[1, "a", "b", 2]"#).ending == .complete)
        let outcome = readEveryWay(feed, #"[1, "a", "b", 2, [[1], 2], 3]"#)
        outcome.expectError(.failureLimit, at: 17, path: "$[4]", lines: 5)
        #expect((outcome.error?.underlying as? ModelError)?.code == .typeMismatch)
        #expect(outcome.ending == .failed)
    }

    @Test("A ratio counts once there have been enough items")
    func ratio() {
        var feed = Feed(of: Int.self).droppingBadItems
        feed.failureBudget = FailureBudget(ratio: 0.25, minimumItems: 4)
        #expect(readEveryWay(feed, #"["a", 1, 2, 3, 4, 5, 6, "b"]"#).ending == .complete)
        readEveryWay(feed, #"["a", 1, "b", 3, "c", 5, 6, 7]"#).expectError(.failureLimit, lines: 5)
    }
}
