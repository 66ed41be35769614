import Testing

@testable import Yodel

@Suite("Feeds of a document")
struct DocumentFeedTests {
    @Test("An error in an item that never ends is found long before the item is too long")
    func openItems() {
        let bad = "[[0],[" + String(repeating: "1,", count: 3_000) + "x"
        for (feed, name) in Feed(of: [Int].self).variants {
            var parser = feed.parser(fed: bad)
            var fed = bad.utf8.count
            while parser.ending == nil, fed < 1 << 20 {
                parser.feed(",1")
                fed += 2
            }
            #expect(parser.ending == .failed, "\(name)")
            #expect(fed < (feed.concurrency > 1 ? 600 << 10 : 3 * bad.utf8.count), "\(fed) bytes\(name)")
            parser.finish()
            #expect(throws: ModelError.self) { while try parser.next() != nil {} }
        }
    }

    @Test("The elements of the document")
    func rootArray() {
        let outcome = readEveryWay(Feed(of: Point.self), #" [{"x": 1, "y": 2}, {"y": 4, "x": 3} ] "#)
        #expect(outcome.lines == ["0 $[0] 2..<18 Point(x: 1, y: 2)", "1 $[1] 20..<36 Point(x: 3, y: 4)"])
        outcome.expect(items: 2)
        #expect(outcome.progress.bytes == 39)
        #expect(outcome.progress.largestItemBytes == 16)
    }

    @Test("Elements of any kind")
    func scalars() {
        #expect(readEveryWay(Feed(of: Int.self), "[1,22 ,333]").lines.map { $0.suffix(3) } == ["2 1", " 22", "333"])
        #expect(readEveryWay(Feed(of: String?.self), #"["a", null, "\u00e9"]"#).lines.count == 3)
        #expect(readEveryWay(Feed(of: [Int].self), "[[1],[],[2,3]]").lines.last == "2 $[2] 8..<13 [2, 3]")
        #expect(readEveryWay(Feed(of: [String: Int].self), #"[{"a":1}]"#).lines == [#"0 $[0] 1..<8 ["a": 1]"#])
        #expect(readEveryWay(Feed(of: JSONValue.self), #"[{"a":[1]}, null]"#).lines.count == 2)
        #expect(readEveryWay(Feed(of: RawJSON.self), #"[{"a": [1] }, 2]"#).lines.count == 2)
        #expect(readEveryWay(Feed(of: Int.self), "[]") == FeedOutcome(ending: .complete, progress: .bytes(2)))
    }

    @Test("An array at a path, with any members around it")
    func path() {
        let json = #"{"a": [{"x":1,"y":1}], "data": {"n": [1, {"x": 5}], "items": [{"x":2,"y":2}], "z": {}}, "b": "c"}"#
        let outcome = readEveryWay(Feed(of: Point.self, at: "data.items"), json)
        #expect(outcome.lines == ["0 $.data.items[0] 62..<75 Point(x: 2, y: 2)"])
        #expect(outcome.ending == .complete)
    }

    @Test("Every array at a path that leads through the elements of another")
    func plural() {
        let json = #"{"results": [{"entries": [1, 2]}, {}, {"entries": []}, {"name": "x", "entries": [3]}]}"#
        let outcome = readEveryWay(Feed(of: Int.self, at: "results[*].entries"), json)
        #expect(
            outcome.lines.map { $0.split(separator: " ")[1] } == [
                "$.results[0].entries[0]", "$.results[0].entries[1]", "$.results[3].entries[0]",
            ])
        #expect(readEveryWay(Feed(of: Int.self, at: "[*]"), "[[1,2],[],[3]]").lines.count == 3)
        #expect(
            readEveryWay(Feed(of: Int.self, at: "[*][*]"), "[[[1],[2]],[],[[3]]]").lines.last
                == "2 $[2][0][0] 16..<17 3")
    }

    @Test("An array in a certain element of another")
    func index() {
        let json = #"{"pages": [[9], {"a": [8]}, {"rows": [1, 2]}, {"rows": [7]}]}"#
        let outcome = readEveryWay(Feed(of: Int.self, at: "pages[2].rows"), json)
        #expect(outcome.lines.map { $0.split(separator: " ")[1] } == ["$.pages[2].rows[0]", "$.pages[2].rows[1]"])
    }

    @Test("The values of an object with their keys")
    func members() {
        let feed = Feed(ofMembers: Int.self, at: "scores")
        let outcome = readEveryWay(feed, #"{"scores": {"Emma": 1, "Li Na": 2, "Emma": 3}}"#)
        #expect(
            outcome.lines == [
                #"0 $.scores.Emma 20..<21 FeedMember<Int>(key: "Emma", value: 1)"#,
                #"1 $.scores["Li Na"] 32..<33 FeedMember<Int>(key: "Li Na", value: 2)"#,
                #"2 $.scores.Emma 43..<44 FeedMember<Int>(key: "Emma", value: 3)"#,
            ])
    }

    @Test("Several parts in one pass, in the order of the document")
    func parts() {
        enum Row: Equatable { case point(Point), name(String), total(Int), page(JSONValue) }
        let feed = Feed<Row>(
            .items(of: Point.self, at: "points", as: Row.point),
            .members(of: Int.self, at: "more.sizes", as: { Row.name("\($0)=\($1)") }),
            .value(of: Int.self, at: "total", as: Row.total), .envelope(of: JSONValue.self, as: Row.page))
        let json = """
            {"more": {"next": "p2", "sizes": {"a": 1}}, "total": 7,
             "points": [{"x": 1, "y": 2}], "rest": [{"é": [1.50, null, true]}]}
            """
        let items = readEveryWay(feed, json).lines.map { $0.split(separator: " ", maxSplits: 3)[3] }
        #expect(items.dropLast() == [#"name("a=1")"#, "total(7)", items[2]])
        #expect(items[2].contains("x: 1, y: 2"))
        #expect(items[3] == #"page(JSONValue({"more":{"next":"p2"},"rest":[{"é":[1.50,null,true]}]}))"#)
    }

    @Test("The envelope comes last")
    func envelope() {
        struct Page: Model, Equatable {
            struct Data: Model, Equatable { var next: String? }
            var total: Int
            var data: Data
        }
        let feed = Feed(of: Int.self, at: "data.items", envelope: Page.self)
        let json = #"{"total": 2, "data": {"items": [5, 6], "next": "p2"}, "debug": [[{}]]}"#
        let outcome = readEveryWay(feed, json)
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines[0].hasSuffix("item(5)"))
        #expect(outcome.lines[2].contains("total: 2") && outcome.lines[2].contains(#"next: Optional("p2")"#))
    }

    @Test(
        "A null in the path to the items is in the envelope",
        arguments: [
            ("data.items", #"{"data": null, "total": 2}"#, #"{"data":null,"total":2}"#),
            ("data.items", #"{"total": 2, "data": null}"#, #"{"total":2,"data":null}"#),
            ("data.more.items", #"{"a": 1, "data": {"more": null, "b": 2}}"#, #"{"a":1,"data":{"more":null,"b":2}}"#),
            ("r[*].e", #"{"r": [null, {"e": [], "n": 2}, null], "a": 1}"#, #"{"r":[null,{"n":2},null],"a":1}"#),
            ("r[*].e", #"{"r": null, "a": 1}"#, #"{"r":null,"a":1}"#),
            ("r[1].e", #"{"r": [3, null, 4]}"#, #"{"r":[null]}"#), ("data.items", " null ", "null"),
            ("items", #"{"items": null, "total": 2}"#, #"{"total":2}"#), ("items", "null", "null"),
        ])
    func nullOnTheWay(path: FeedPath, json: String, envelope: String) throws {
        let feed = Feed<String>(
            .items(of: Int.self, at: path, as: { "\($0)" }), .envelope(of: JSONValue.self, as: { "\($0)" }))
        var lenient = feed
        lenient.decoder.missingCollections = .empty
        let outcome = readEveryWay(lenient, json)
        #expect(outcome.lines.map { $0.split(separator: " ", maxSplits: 3)[3] } == [Substring(envelope)])
        #expect(outcome.error == nil && outcome.ending == .complete)
        var reader = lenient.reader(of: json)
        while try reader.next() != nil {}
        #expect(reader.checkpoint.offset == json.utf8.count - (json.hasSuffix(" ") ? 1 : 0))
        var resumed = lenient.reader(of: json, resumingAt: reader.checkpoint)
        #expect(try resumed.next() == nil)
    }

    @Test("Items that are the elements of the document have an empty envelope")
    func envelopeOfNothing() {
        let feed = Feed<String>(.items(of: Int.self, as: { "\($0)" }), .envelope(of: JSONValue.self, as: { "\($0)" }))
        for json in ["[1, 2]", "null", ""] {
            let error = readEveryWay(feed, json).error
            #expect(error?.code == .invalidMapping)
            #expect(error?.reason?.hasPrefix("a feed whose path is the whole document cannot have an envelope") == true)
        }
    }

    @Test("An envelope that does not match is an error with its place")
    func badEnvelope() {
        struct Page: Model { var total: Int }
        let outcome = readEveryWay(
            Feed(of: Int.self, at: "items", envelope: Page.self), "{\"items\": [5],\n  \"total\": \"many\"}")
        #expect(outcome.lines.count == 1)
        #expect(outcome.error?.path.description == "$.total")
        #expect(outcome.error?.line == 2)
        #expect(outcome.error?.column == 12)
        #expect(outcome.error?.offset == 26)
    }

    @Test("An envelope that is dropped is a failure like any other: it counts, for the budget too")
    func droppedEnvelope() {
        struct Page: Model { var total: Int }
        var feed = Feed(of: Int.self, at: "items", envelope: Page.self)
        feed.badItems = .drop
        let json = #"{"items": [5, "x"], "total": "many"}"#
        let outcome = readEveryWay(feed, json)
        #expect(outcome.lines.count == 3 && outcome.error == nil && outcome.ending == .complete)
        #expect(outcome.progress.failures == 2 && outcome.progress.failuresByCode == [.typeMismatch: 2])
        feed.failureBudget = FailureBudget(count: 1)
        let ended = readEveryWay(feed, json)
        #expect(ended.lines.count == 3 && ended.ending == .failed)
        #expect(ended.error?.code == .failureLimit && ended.error?.found == "2 failures in 2 items")
        #expect(ended.error?.path.description == "$.total" && ended.error?.offset == 29)
        // It is no item of which only a fraction may fail, so there are more failures than items.
        feed.failureBudget = FailureBudget(minimumItems: 0)
        #expect(readEveryWay(feed, #"{"items": ["x"], "total": "many"}"#).ending == .complete)
    }

    @Test("The envelope is kept up to a limit, including the path to the items")
    func longEnvelope() {
        var feed = Feed(of: Int.self, at: "data.items", envelope: JSONValue.self)
        let rounds = String(repeating: #""data":{"items":[]},"#, count: 40)
        // The limit is exceeded at a key, at the start of an object, at its end, and at a value beside the path.
        for (limit, json, offset) in [
            (1_000, rounds, 181), (952, rounds, 168), (985, rounds, 179),
            (1_000, String(repeating: #""a":1,"#, count: 40), 83),
        ] {
            feed.decoder.limits.bufferedBytes = limit
            let outcome = readEveryWay(feed, "{" + json + #""data":{"items":[1]}}"#)
            outcome.expectError(.bufferLimit, at: offset, expected: "at most \(limit) bytes", ending: .failed)
        }
        feed.decoder.limits.bufferedBytes = 10_000
        #expect(readEveryWay(feed, "{" + rounds + #""data":{"items":[1]}}"#).lines.count == 2)
    }

    @Test("Only the members that the envelope keeps count as its keys")
    func keysOfEnvelopes() {
        struct Total: Model { var total: Int? }
        func error<Envelope>(_ envelope: Envelope.Type, _ change: (inout ModelDecoder) -> Void = { _ in })
            -> ModelError?
        {
            var feed = Feed(of: Int.self, at: "items", envelope: envelope)
            feed.decoder.limits.keysPerObject = 3
            change(&feed.decoder)
            var reader = feed.reader(of: #"{"a":1,"b":2,"c":3,"items":[1],"d":4,"total":5}"#)
            return modelError { while try reader.next() != nil {} }
        }
        #expect(error(Total.self) == nil)
        #expect(error(JSONValue.self)?.code == .keyCountLimit)
        // For these, the envelope keeps the keys that its type does not know.
        #expect(error(Total.self) { $0.unknownKeys = .collect(UnknownKeyCollector()) }?.code == .keyCountLimit)
        #expect(error(Total.self) { $0.drift = DriftReport() }?.code == .keyCountLimit)
    }

    // MARK: - Errors

    @Test("A document without the array is an error, unless the decoder takes missing collections for empty")
    func missing() {
        var feed = Feed(of: Int.self, at: "data.items")
        var outcome = readEveryWay(feed, #"{"error": "no such page", "data": {}}"#)
        outcome.expectError(.missingKeys, at: 35, path: "$.data", missing: ["items"])
        outcome = readEveryWay(feed, #"{"error": "no such page"}"#)
        #expect(outcome.error?.missingKeys == ["data"])
        #expect(outcome.ending == .failed)
        outcome = readEveryWay(feed, #"{"data": {"items": null}}"#)
        #expect(outcome.error?.code == .nullValue)
        feed.decoder.missingCollections = .empty
        #expect(readEveryWay(feed, #"{"error": "no such page"}"#).ending == .complete)
        #expect(readEveryWay(feed, #"{"data": {"items": null}}"#).ending == .complete)
        #expect(readEveryWay(feed, #"{"data": null}"#).ending == .complete)
    }

    @Test(
        "A value of another kind on the path is an error",
        arguments: [
            (#"{"data": 1}"#, "$.data", "an object"), (#"{"data": [1]}"#, "$.data", "an object"),
            (#"{"data": {"items": {}}}"#, "$.data.items", "an array"), ("[]", "$", "an object"),
            ("7", "$", "an object"), (#"{"data": {"items": "a"}}"#, "$.data.items", "an array"),
        ])
    func wrongKind(json: String, path: String, expected: String) {
        let outcome = readEveryWay(Feed(of: Int.self, at: "data.items"), json)
        outcome.expectError(.typeMismatch, path: path, expected: expected)
    }

    @Test("A document that is cut off delivers the items before the cut", arguments: 1..<30)
    func truncated(length: Int) {
        let json = #"{"items": [1, 2, 3], "n": {}}"#
        let outcome = readEveryWay(Feed(of: Int.self, at: "items"), String(json.prefix(length)))
        if length < 29 {
            outcome.expectError(.unexpectedEnd, ending: .truncated)
        } else {
            #expect(outcome.ending == .complete)
        }
        // A number may go on until another byte follows it.
        #expect(outcome.lines.count == [13, 16, 19].filter { length >= $0 }.count)
    }

    @Test("A number that may have been cut off is not an item, and a checkpoint is before it")
    func cutOffNumber() throws {
        let feed = Feed<Int>(
            .items(of: Int.self, at: "items", as: { $0 }), .members(of: Int.self, at: "m", as: { $1 }),
            .value(of: Int.self, at: "n", as: { $0 }))
        let json = #"{"m": {"a": 1, "b": 23}, "items": [45, 67], "n": 89}"#
        let whole = readEveryWay(feed, json)
        for length in 0..<json.utf8.count {
            let beginning = String(json.prefix(length))
            let outcome = readEveryWay(feed, beginning)
            outcome.expectError(.unexpectedEnd, ending: .truncated)
            #expect(outcome.lines == Array(whole.lines.prefix(outcome.lines.count)))
            var parser = feed.parser(fed: beginning)
            parser.finish()
            while (try? parser.next()) != nil {}
            let checkpoint = parser.checkpoint
            let rest = try outputs(of: feed, Array(json.utf8), resumingAt: checkpoint, chunk: json.utf8.count)
            #expect(rest.map(\.text) == Array(whole.lines.dropFirst(outcome.lines.count)))
        }
    }

    @Test("An invalid number is an error also where a document is cut off", arguments: ["12a", "01", "1.2.3", "+1"])
    func invalidLastNumber(number: String) {
        readEveryWay(Feed(of: Int.self), "[1, \(number)").expectError(.invalidNumber, path: "$[1]", lines: 1)
    }

    @Test("Text after the document is an error after its items")
    func trailing() {
        readEveryWay(Feed(of: Int.self), "[1, 2] x").expectError(.trailingContent, lines: 2, ending: .trailingContent)
    }

    @Test("An error in the text ends the feed, whatever the policy for bad items", arguments: BadItemPolicy.allCases)
    func syntax(policy: BadItemPolicy) {
        var feed = Feed(of: Int.self)
        feed.badItems = policy
        readEveryWay(feed, "[1, 2, 03, 4]").expectError(.invalidNumber, path: "$[2]", lines: 2)
    }
}

extension FeedProgress {
    fileprivate static func bytes(_ count: Int) -> FeedProgress {
        outcome(of: Feed(of: Int.self), Array(repeating: 0x20, count: count - 2) + Array("[]".utf8), cutAt: [count])
            .progress
    }
}
