import Testing

@testable import Yodel

/// A document may have a key of the path to the items any number of times, each with an array.
@Suite("Feeds of arrays whose key repeats")
struct RepeatedArrayTests {
    /// Documents of many short arrays, with a longer one between them, and their number of items.
    private static let documents: [(json: String, count: Int)] = [
        ("{" + repeated(40, #""i":[1]"#) + "}", 40),
        (#"{"i":[],"i":[0, 1] ,"i":[2,"a",{"b":[]}],"i":null,"i":[ ]}"#, 5),
        ("{" + repeated(30, "\n \"i\": [1], \"j\": [{\"i\": [7]}]") + "}", 30),
        ("{" + repeated(3, #""i":[1],"i":["# + repeated(40, "12") + "]") + "}", 123),
    ]

    private static func repeated(_ count: Int, _ text: String) -> String {
        Array(repeating: text, count: count).joined(separator: ",")
    }

    /// Numbers: other elements are dropped, and an array may be null.
    private var feed: Feed<Int> {
        var feed = Feed(of: Int.self, at: "i")
        feed.decoder.missingCollections = .empty
        feed.badItems = .drop
        return feed
    }

    @Test("The items of all of them are those of the feed", arguments: documents)
    func items(json: String, count: Int) {
        readEveryWay(feed, json).expect(lines: count)
    }

    @Test("Bad items, and errors that end the feed, are in order")
    func errors() {
        let arrays = Self.repeated(40, #""i":[1]"#)
        var outcome = readEveryWay(Feed(of: Int.self, at: "i"), "{\(arrays),\n \"i\":[40,\"a\"]}")
        #expect(outcome.lines.count == 41)
        #expect(
            outcome.error?.description
                == #"$.i[1]: expected Int, found the string "a" (typeMismatch, line 2, column 10, offset \#(arrays.utf8.count + 12))"#
        )
        outcome = readEveryWay(feed, "{\(arrays),\"i\":[40,}")
        #expect(outcome.lines.count == 41)
        #expect(outcome.error?.offset == arrays.utf8.count + 10)
        #expect(readEveryWay(feed, "{\(arrays),\"i\":[40").ending == .truncated)
    }

    @Test("Several parts and an envelope repeat in the same way")
    func parts() {
        let feed = Feed<String>(
            .items(of: Int.self, at: "a", as: { "a\($0)" }), .items(of: Int.self, at: "b.c", as: { "c\($0)" }),
            .envelope(of: JSONValue.self, as: { "\($0)" }))
        let round = #""a":[1],"b":{"c":[2,3],"d":[]},"a":[4],"e":{}"#
        let json = "{" + Self.repeated(12, round) + "}"
        let outcome = readEveryWay(feed, json)
        outcome.expect(lines: 12 * 4 + 1)
        #expect(outcome.lines.prefix(4).map { $0.suffix(2) } == ["a1", "c2", "c3", "a4"])
        #expect(outcome.lines.last?.hasSuffix(#"{"b":{"d":[]},"e":{}}"#) == true)
    }

    @Test("Arrays at a path through the elements of another are unchanged")
    func plural() {
        let json = #"{"threads":["# + Self.repeated(30, #"{"posts":[1,2]}"#) + "]}"
        readEveryWay(Feed(of: Int.self, at: "threads[*].posts"), json).expect(lines: 60)
    }

    @Test("A feed can be left and resumed after any of the items", arguments: documents)
    func checkpoints(json: String, count: Int) throws {
        let bytes = Array(json.utf8)
        for (chunk, (feed, name)) in [7, bytes.count].flatMap({ chunk in feed.variants.map { (chunk, $0) } }) {
            let all = try outputs(of: feed, bytes, chunk: chunk)
            #expect(all.count == count)
            for (index, output) in all.enumerated() {
                let rest = try outputs(of: feed, bytes, resumingAt: output.checkpoint, chunk: chunk)
                #expect(rest.map(\.text) == all[(index + 1)...].map(\.text), "item \(index)\(name)")
                #expect(rest.map(\.checkpoint) == all[(index + 1)...].map(\.checkpoint), "item \(index)\(name)")
            }
        }
    }

    @Test("Any number of them, with threads or without, takes no more stack", arguments: [1, 2, 3])
    func stack(concurrency: Int) {
        let json = Self.document(40_000)
        let read = onStack(of: 512 << 10) {
            var feed = Feed(of: Int.self, at: "i")
            feed.concurrency = concurrency
            return outcome(of: feed, json, cutAt: [json.count], checksRanges: false)
        }
        #expect(read.ending == .complete)
        #expect(read.lines.count == 40_000)
        #expect(read.lines.last == "39999 $.i[0] \(json.count - 3)..<\(json.count - 2) 1")
    }

    @Test("Twice as many take about twice the work", arguments: [1, 2])
    func cost(concurrency: Int) {
        var feed = Feed(of: Int.self, at: "i")
        feed.concurrency = concurrency
        let growth = CostGrowth.measured(at: 40_000, document: Self.document) { json in
            let parser = feed.parser(of: json)
            #expect(parser.progress.items == json.count / 8)
        }
        #expect(growth < CostGrowth.limit)
    }

    /// A document of that many arrays of one item each.
    private static func document(_ count: Int) -> [UInt8] {
        Array(("{" + repeated(count, #""i":[1]"#) + "}").utf8)
    }
}
