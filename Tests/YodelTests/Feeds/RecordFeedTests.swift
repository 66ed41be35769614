import Testing
import Yodel

@Suite("Feeds of many documents")
struct RecordFeedTests {
    // MARK: - Lines

    @Test("One document per line; lines may be blank, end with \\r\\n, or have no end")
    func lines() {
        let outcome = readEveryWay(
            Feed(of: Point.self, in: .lines), "{\"x\":1,\"y\":2}\r\n\n  \r\n {\"y\":4,\"x\":3} \n{\"x\":5,\"y\":6}")
        #expect(outcome.lines.map { $0.prefix(12) } == ["0 $[0] 0..<1", "1 $[1] 21..<", "2 $[2] 36..<"])
        #expect(outcome.ending == .complete)
        #expect(readEveryWay(Feed(of: Point.self, in: .lines), "").ending == .complete)
        #expect(readEveryWay(Feed(of: Point.self, in: .lines), "\n \n").lines.isEmpty)
    }

    /// Otherwise a resumed stream would have another limit than one read from the start.
    @Test("The limit on the document's bytes does not apply to lines, with either parser")
    func documentBytes() {
        var feed = Feed(of: [Int].self, in: .lines)
        feed.decoder.limits.documentBytes = 8
        #expect(readEveryWay(feed, "[1, 2, 3, 4]\n[5]\n[6, 7, 8, 9]").ending == .complete)
        feed.maxItemBytes = 8
        #expect(readEveryWay(feed, "[5]\n[6, 7, 8, 9]").error?.code == .itemLimit)
    }

    @Test("Lines of any kind of value, after a byte order mark")
    func scalars() {
        let outcome = readEveryWay(Feed(of: JSONValue.self, in: .lines), "\u{FEFF}1\nnull\n\"a\"\n[1]\n{}\ntrue")
        #expect(outcome.lines.map { $0.split(separator: " ").last! } == ["1", "null", "\"a\"", "[1]", "{}", "true"])
        #expect(outcome.lines[1] == "1 $[1] 5..<9 null")
    }

    @Test("An input that ends within a byte order mark ends early")
    func partOfMark() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        for count in 1...3 {
            let error = modelError {
                var reader = Feed(of: Int.self, in: .lines).reader(of: mark.prefix(count))
                return try reader.next()
            }
            #expect(error?.code == (count < 3 ? .unexpectedEnd : nil))
            #expect(error?.offset == (count < 3 ? count : nil))
        }
    }

    @Test(
        "An error in a line costs only the line",
        arguments: [
            #"{"x": 1}"#, #"{"x": "a", "y": 2, }"#, #"{"x": 1, "y": 2"#, #"{"x": 1, "y": 2} 3"#, "{", "]", "nul",
            "\u{1}", "\"abc", #"{"x": 1, "y": 02}"#, #"{"x": 1, "y": 2}}"#, #"{"x": [1, 2, {"a": [}]}"#, "\"\\ud800\"",
        ])
    func badLine(line: String) {
        var feed = Feed(of: Point.self, in: .lines)
        let good = #"{"x":1,"y":2}"#
        let text = "\(good)\n\(line)\r\n\(good)\n"
        let refused = readEveryWay(feed, text)
        #expect(refused.lines.count == 1)
        #expect(refused.error?.line == 2)
        #expect(refused.error.map { $0.path.description.hasPrefix("$[1]") || $0.code == .trailingContent } == true)
        feed.badItems = .drop
        feed.keepsFailedBytes = true
        let outcome = readEveryWay(feed, text)
        outcome.expect(lines: 3)
        #expect(outcome.lines[1].hasPrefix("$[1] 14..<\(15 + line.utf8.count) item 1: "))
        #expect(outcome.lines[1].contains("\(refused.error!)"))
        #expect(outcome.lines[1].hasSuffix("bytes \(line)\r"))
        #expect(outcome.lines[2].hasPrefix("2 $[2]"))
    }

    @Test("Bytes that are not UTF-8 cost only their line")
    func invalidUTF8() {
        let feed = Feed(of: String.self, in: .lines).droppingBadItems
        let outcome = readEveryWay(feed, Array("\"a\"\n\"".utf8) + [0xC3, 0x28] + Array("\"\n\"b\"\n".utf8))
        #expect(outcome.progress.failuresByCode == [.invalidUTF8: 1])
        #expect(outcome.lines.count == 3)
    }

    @Test(
        "A comment ends with its line, and an unclosed one cuts the line off",
        arguments: [
            "1 // 2", "1 /* 2 */", "/**/1", "1 /", "1/", "1 /*", "1 /* 2 *", "[1, 2]/", "[1,/", "/", "//", "/* 1",
        ]
    )
    func comments(line: String) {
        var feed = Feed(of: JSONValue.self, in: .lines)
        feed.decoder.allowsComments = true
        feed.badItems = .drop
        let alone = Result { () throws(ModelError) in try feed.decoder.decode(JSONValue.self, from: line) }
        let outcome = readEveryWay(feed, "true\n\(line)\nfalse\n")
        #expect(outcome.lines.count == 3)
        switch alone {
        case .success(let value): #expect(outcome.lines[1].hasSuffix(" \(value)"))
        case .failure(let error):
            #expect(outcome.lines[1].contains("(unexpectedEnd, line 2, column \(line.utf8.count + 1), "))
            #expect(error.offset == line.utf8.count)
            #expect(readEveryWay(feed, line).ending == .truncated)
        }
    }

    @Test(
        "If scalars are not allowed as documents, they are no documents of a stream either",
        arguments: FeedFormat.allCases)
    func fragments(format: FeedFormat) {
        var feed = Feed(of: JSONValue.self, in: format)
        feed.decoder.allowsFragments = false
        let separator = format == .textSequence ? "\u{1E}" : ""
        let text = ["[1]", "2", "{\"a\":null}", "null"].map { "\(separator)\($0)\n" }.joined()
        let refused = readEveryWay(feed, text)
        #expect(refused.error?.code == .typeMismatch && refused.error?.path.description == "$[1]")
        #expect(refused.error?.offset == 4 + 2 * separator.utf8.count)
        #expect(refused.error?.expected == "an object or array")
        feed.badItems = .drop
        let dropped = readEveryWay(feed, text)
        #expect(dropped.lines.count == 4 && dropped.progress.failuresByCode == [.typeMismatch: 2])
        var elements = Feed(of: Int.self)
        elements.decoder.allowsFragments = false
        #expect(readEveryWay(elements, "[1]").lines.count == 1)
    }

    @Test("Text after the document of a line is an error of that line", arguments: [FeedFormat.lines, .textSequence])
    func trailingContent(format: FeedFormat) {
        var feed = Feed(of: Point.self, in: format)
        let separator = format == .lines ? "" : "\u{1E}"
        let point = separator + #"{"x":1,"y":2}"# + "\n"
        let text = "\(point)\(point)\(separator){\"x\":1,\"y\":2} 7\n\(point)"
        let refused = readEveryWay(feed, text)
        #expect(refused.error?.code == .trailingContent)
        #expect(refused.error?.path.description == "$[2]")
        #expect(refused.error?.offset == 2 * point.utf8.count + separator.utf8.count + 14)
        #expect(refused.lines.count == 2)
        feed.badItems = .drop
        let dropped = readEveryWay(feed, text)
        #expect(dropped.lines.count == 4)
        #expect(dropped.lines[2].contains("item 2: $[2]: content after the document"))
    }

    @Test("A last line that is cut off is a truncated feed, and only that line is lost")
    func truncated() {
        var feed = Feed(of: Point.self, in: .lines)
        let text = #"{"x":1,"y":2}"# + "\n" + #"{"x":1,"#
        #expect(readEveryWay(feed, text).ending == .truncated)
        #expect(readEveryWay(feed, text).error?.code == .unexpectedEnd)
        feed.badItems = .drop
        #expect(readEveryWay(feed, text).ending == .truncated)
        #expect(readEveryWay(feed, text).error == nil)
        #expect(readEveryWay(feed, text).lines.count == 2)
        #expect(readEveryWay(feed, text + "\n").ending == .complete)
    }

    @Test("Only the line that is too long is dropped, whatever it contains")
    func tooLong() {
        var feed = Feed(of: JSONValue.self, in: .lines).droppingBadItems
        feed.maxItemBytes = 10
        let outcome = readEveryWay(
            feed, "[1,2,3,45]\n[1,2,3,456]\n\"0123456789abcdefghijkl\n          \n            \nnull\n")
        #expect(outcome.lines.count == 4)
        #expect(outcome.progress.failuresByCode == [.itemLimit: 2])
        #expect(outcome.lines[1].contains("expected at most 10 bytes, found more (itemLimit, line 2, column 1"))
        #expect(outcome.lines[3].hasSuffix("null"))
    }

    @Test(
        "A record that is too long ends the feed before the record's own end",
        arguments: [(FeedFormat.lines, ""), (.textSequence, "\u{1E}")])
    func tooLongAndOpen(format: FeedFormat, separator: String) throws {
        var feed = Feed(of: [Int].self, in: format)
        feed.maxItemBytes = 10
        var parser = feed.parser()
        parser.feed("\(separator)[1]\n\(separator)[2, 3, 4,")
        #expect(try parser.next() == [1])
        #expect(try parser.next() == nil)
        parser.feed("5,")
        let error = #expect(throws: ModelError.self) { try parser.next() }
        error.expect(.itemLimit, path: "$[1]")
        #expect(parser.ending == .failed)
    }

    @Test("A budget counts every line")
    func budget() {
        var feed = Feed(of: Int.self, in: .lines).droppingBadItems
        feed.failureBudget = FailureBudget(count: 1)
        readEveryWay(feed, "1\n{\n2\n[\n3\n").expectError(.failureLimit, line: 4, lines: 4)
    }

    // MARK: - Concatenated

    @Test("Documents one after another")
    func concatenated() {
        let outcome = readEveryWay(
            Feed(of: JSONValue.self, in: .concatenated), "{\"a\":1}{\"b\":2} [3]\n4 5\"x\"null\n\ntrue ")
        #expect(
            outcome.lines.map { $0.split(separator: " ", maxSplits: 3).last! } == [
                "{\"a\":1}", "{\"b\":2}", "[3]", "4", "5", "\"x\"", "null", "true",
            ])
        #expect(outcome.lines[3] == "3 $[3] 19..<20 4")
        #expect(outcome.ending == .complete)
        #expect(readEveryWay(Feed(of: Int.self, in: .concatenated), "").ending == .complete)
        #expect(readEveryWay(Feed(of: Int.self, in: .concatenated), " 12").lines == ["0 $[0] 1..<3 12"])
    }

    @Test("A document that does not match is dropped, text that is not JSON ends the feed")
    func badDocuments() {
        let feed = Feed(of: Point.self, in: .concatenated).droppingBadItems
        let outcome = readEveryWay(feed, #"{"x":1,"y":2}{"x":[]}{"x":1,"y":2}7 {"x":1,"y":2}{"x":1,}{"x":1,"y":2}"#)
        #expect(outcome.lines.map { $0.prefix(1) } == ["0", "$", "2", "$", "4"])
        outcome.expectError(.unexpectedToken, path: "$[5]")
        #expect(readEveryWay(feed, #"{"x":1,"y":2}{"x""#).ending == .truncated)
        #expect(readEveryWay(feed, #"{"x":1,"y":2} nul"#).ending == .truncated)
        #expect(readEveryWay(feed, #"{"x":1,"y":2} , {}"#).error?.code == .unexpectedToken)
    }

    @Test("Parts made of documents and elements are delivered in order", arguments: [1, 2, 3])
    func made(threads: Int) {
        let points = [#"{"x":1,"y":2}"#, #"{"x":"1"}"#, #"{"x":3,"y":4}"#]
        var lines = Feed(of: Point.self, in: .lines, as: { "\($0.x) and \($0.y)" }).droppingBadItems
        lines.concurrency = threads
        let found = readEveryWay(lines, points.joined(separator: "\n"))
        #expect(found.lines.map { $0.hasSuffix("and 2") || $0.hasSuffix("and 4") } == [true, false, true])
        #expect(found.progress.failures == 1)
        var elements = Feed(of: Point.self, at: "a", as: \.y).droppingBadItems
        elements.concurrency = threads
        let array = readEveryWay(elements, #"{"a": [\#(points.joined(separator: ","))]}"#)
        #expect(array.lines.map { $0.split(separator: " ").last } == ["2", "-", "4"])
    }

    // MARK: - Text sequences

    @Test("A JSON text sequence")
    func sequence() {
        let outcome = readEveryWay(
            Feed(of: JSONValue.self, in: .textSequence), "\u{1E}{\"a\":\n1}\n\u{1E}\u{1E}\n\u{1E}2\n\u{1E}[3]")
        #expect(outcome.lines == ["0 $[0] 1..<9 {\"a\":1}", "1 $[1] 14..<15 2", "2 $[2] 17..<20 [3]"])
        #expect(outcome.ending == .complete)
    }

    @Test("Only the record of a sequence that is cut off is dropped, and text before the first")
    func badSequence() {
        let feed = Feed(of: JSONValue.self, in: .textSequence).droppingBadItems
        let outcome = readEveryWay(feed, "1\n\u{1E}2\n\u{1E}34\u{1E}5\n\u{1E}[\n\n6\u{1E}7\n")
        #expect(outcome.lines.map { $0.prefix(4) } == ["$[0]", "1 $[", "$[2]", "3 $[", "$[4]", "5 $["])
        #expect(outcome.progress.failuresByCode == [.unexpectedToken: 1, .unexpectedEnd: 2])
        #expect(outcome.lines[2].contains("expected white space after a number or word (unexpectedEnd, line 3"))
    }

    @Test(
        "A document that ends early, with another after it, is a failed feed and not a truncated one",
        arguments: [FeedFormat.lines, .textSequence])
    func endsEarlyInTheMiddle(format: FeedFormat) {
        let feed = Feed(of: [Int].self, in: format)
        let separator = format == .lines ? "" : "\u{1E}"
        let beginning = "\(separator)[1]\n\(separator)[2"
        readEveryWay(feed, "\(beginning)\n\(separator)[3]\n").expectError(.unexpectedEnd, lines: 1, ending: .failed)
        readEveryWay(feed, beginning).expectError(.unexpectedEnd, lines: 1, ending: .truncated)
    }

    @Test("A sequence whose last record is cut off is a truncated feed, and only that record is lost")
    func truncatedSequence() {
        for (rest, error) in [
            "12": "$[1]: expected white space after a number or word (unexpectedEnd, line 2, column 4, offset 12)",
            " \n12": "$[1]: expected white space after a number or word (unexpectedEnd, line 3, column 3, offset 14)",
            "{\"a\":1": "$[1]: the document ends early (unexpectedEnd, line 2, column 8, offset 16)",
            "[1, tru": "$[1][1]: the document ends early (unexpectedEnd, line 2, column 9, offset 17)",
        ] as KeyValuePairs {
            var feed = Feed(of: JSONValue.self, in: .textSequence)
            let text = "\u{1E}{\"a\":1}\n\u{1E}" + rest
            #expect(readEveryWay(feed, text).ending == .truncated)
            #expect(readEveryWay(feed, text).error?.description == error)
            feed.badItems = .drop
            let outcome = readEveryWay(feed, text)
            #expect(outcome.ending == .truncated)
            #expect(outcome.error == nil)
            #expect(outcome.lines.count == 2)
            #expect(outcome.lines.last?.contains(error) == true)
            #expect(readEveryWay(feed, text + "\n\u{1E}3\n").ending == .complete)
        }
    }
}
