import Testing

@testable import Yodel

@Suite("Outputs of items")
struct FeedOutputTests {
    struct Post: Model, Equatable {
        var id: Int
        var title: String
    }

    struct Page: Model {
        struct Data: Model {
            var items: [Int]?
            var next: String?
        }

        var total: Int
        var data: Data
        var end: Bool
    }

    static let posts = [Post(id: 1, title: "Tides"), Post(id: 2, title: "Fens")]

    private func text<Items: Sequence>(
        _ items: Items, as output: FeedOutput, by encoder: ModelEncoder = ModelEncoder()
    ) throws -> String {
        var bytes: [UInt8] = []
        let progress = try encoder.encode(items, as: output) { bytes += $0 }
        #expect(progress.bytes == bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Forms

    @Test("Each line ends with a line feed, and nothing is around the lines")
    func lines() throws {
        #expect(
            try text(Self.posts, as: .lines) == #"""
                {"id":1,"title":"Tides"}
                {"id":2,"title":"Fens"}

                """#)
        #expect(try text([Int](), as: .lines) == "")
    }

    @Test("A text sequence has a record separator before each item and a line feed after it")
    func textSequence() throws {
        #expect(try text([1, 2], as: .textSequence) == "\u{1E}1\n\u{1E}2\n")
        #expect(try text([Int](), as: .textSequence) == "")
    }

    @Test("Concatenated items have a line feed between them, so that numbers do not run together")
    func concatenated() throws {
        #expect(try text([1, 2], as: .concatenated) == "1\n2\n")
    }

    @Test(
        "An array is the text of all items encoded at once, in every layout",
        arguments: [OutputLayout.compact, .pretty, .pretty(indentation: 0), .pretty(indentation: 7)])
    func array(layout: OutputLayout) throws {
        let encoder = ModelEncoder.with { $0.layout = layout }
        for count in 0...2 {
            let items = Array(Self.posts.prefix(count))
            #expect(try text(items, as: .array, by: encoder) == encoder.encodeText(items))
        }
    }

    @Test("An array at a path is the text of the objects around it, in every layout and with keys sorted")
    func arrayAtPath() throws {
        let document: (JSONValue) -> JSONValue = { ["a b": ["é/": $0]] }
        for layout in [OutputLayout.compact, .pretty] {
            var encoder = ModelEncoder()
            encoder.layout = layout
            encoder.escapesNonASCII = true
            encoder.escapesSlashes = true
            for items in [[], [1, 2]] as [[JSONValue]] {
                let path = FeedPath([.key("a b"), .key("é/")])
                #expect(
                    try text(items, as: .array(at: path), by: encoder) == encoder.encodeText(document(.array(items))))
            }
        }
    }

    // MARK: - Envelopes

    @Test("Items replace an empty array or null of the envelope, between the members before and after")
    func envelope() throws {
        let page = Page(total: 2, data: Page.Data(items: [], next: "p2"), end: true)
        #expect(
            try text([1, 2], as: .array(at: "data.items", envelope: page))
                == #"{"total":2,"data":{"items":[1,2],"next":"p2"},"end":true}"#)
        let value: JSONValue = ["meta": ["at": 1.50], "data": ["items": nil, "next": "p2"], "end": true]
        #expect(
            try text([1], as: .array(at: "data.items", envelope: value))
                == #"{"meta":{"at":1.5},"data":{"items":[1],"next":"p2"},"end":true}"#)
    }

    @Test("Parts of the path that an envelope lacks come last in their object")
    func missingPlace() throws {
        let page = Page(total: 2, data: Page.Data(items: nil, next: "p2"), end: true)
        #expect(
            try text([1, 2], as: .array(at: "data.items", envelope: page))
                == #"{"total":2,"data":{"next":"p2","items":[1,2]},"end":true}"#)
        #expect(
            try text([1], as: .array(at: "rows.all", envelope: ["total": 1] as JSONValue))
                == #"{"total":1,"rows":{"all":[1]}}"#)
    }

    @Test("An envelope is laid out, sorted and escaped as one document with the items")
    func layoutOfEnvelope() throws {
        var encoder = ModelEncoder()
        encoder.layout = .pretty
        encoder.sortsKeys = true
        encoder.nils = .null
        let page = Page(total: 2, data: Page.Data(items: nil, next: nil), end: true)
        for items in [[], [1], [1, 2]] {
            let whole = Page(total: 2, data: Page.Data(items: items, next: nil), end: true)
            #expect(
                try text(items, as: .array(at: "data.items", envelope: page), by: encoder) == encoder.encodeText(whole))
        }
    }

    @Test("With sorted keys, unknown members of an envelope are sorted among the others, unlike those of an item")
    func unknownMembersOfEnvelope() throws {
        struct Open: Model {
            var items: [Int] = []
            var others: JSONObject
            static let mapping = Mapping(.unknown(\Open.others))
        }
        let encoder = ModelEncoder.with { $0.sortsKeys = true }
        let value = Open(others: ["z": 1, "a": 2])
        #expect(try text([7], as: .array(at: "items", envelope: value), by: encoder) == #"{"a":2,"items":[7],"z":1}"#)
        #expect(try text([value], as: .lines, by: encoder) == #"{"items":[],"a":2,"z":1}"# + "\n")
    }

    @Test("Raw JSON in an envelope is written again: only its numbers keep their spelling")
    func rawEnvelope() throws {
        let raw = RawJSON(uncheckedBytes: Array(#"{ "x": "\u0041", "n": 1.50 }"#.utf8))
        let output = FeedOutput.array(at: "items", envelope: ["raw": raw])
        #expect(try text([raw], as: output) == #"{"raw":{"x":"A","n":1.50},"items":["# + raw.text + "]}")
    }

    @Test("A path may lead through an existing element of the envelope")
    func indexOnPath() throws {
        let value: JSONValue = ["pages": [["n": 0], ["n": 1, "rows": []], 5]]
        let text = try text([7], as: .array(at: "pages[1].rows", envelope: value))
        #expect(text == #"{"pages":[{"n":0},{"n":1,"rows":[7]},5]}"#)
    }

    @Test("A place that cannot hold the items is an error before the first one is requested")
    func wrongPlaces() {
        let value: JSONValue = ["pages": [1], "rows": [2], "text": "x"]
        for path in ["pages[*].rows", "pages[1]", "rows", "text", "text.rows", "rows.a"] as [FeedPath] {
            let items = AnyIterator<Int> {
                Issue.record("an item was asked for")
                return nil
            }
            let error = #expect(throws: FeedOutputError.self) {
                try ModelEncoder().encode(items, as: .array(at: path, envelope: value)) { _ in }
            }
            #expect(error?.index == nil)
            #expect(error?.leavesArrayOpen == false)
            #expect(error?.progress == FeedOutputProgress())
        }
        #expect(throws: FeedOutputError.self) { try text([1], as: .array(at: FeedPath([.index(0)]))) }
        let deep = FeedPath(Array(repeating: .key("a"), count: 100_000))
        #expect(throws: FeedOutputError.self) { try text([1], as: .array(at: deep)) }
    }

    // MARK: - Options of the encoder

    @Test("Lines are compact in any layout; records and concatenated items follow it")
    func layouts() throws {
        let encoder = ModelEncoder.with { $0.layout = .pretty }
        #expect(try text([["a": 1]], as: .lines, by: encoder) == "{\"a\":1}\n")
        #expect(try text([["a": 1]], as: .textSequence, by: encoder) == "\u{1E}{\n  \"a\": 1\n}\n")
        #expect(try text([["a": 1]], as: .concatenated, by: encoder) == "{\n  \"a\": 1\n}\n")
    }

    @Test("The line feeds of raw JSON become spaces in lines, and stay elsewhere")
    func foreignLineFeeds() throws {
        struct Row: Model {
            var id: Int
            var raw: RawJSON
            var lazy: Lazy<[Int]>
        }
        let json = "{\"id\": 1, \"raw\": [1,\r\n\"\\n\"], \"lazy\": [\n1]}"
        let row = try ModelDecoder().decode(Row.self, from: json)
        #expect(try text([row], as: .lines) == "{\"id\":1,\"raw\":[1,  \"\\n\"],\"lazy\":[ 1]}\n")
        #expect(try text([row], as: .array) == "[{\"id\":1,\"raw\":[1,\r\n\"\\n\"],\"lazy\":[\n1]}]")
        let raw = try ModelDecoder().decode(RawJSON.self, from: "[\n2]")
        #expect(try text([raw, raw], as: .lines) == "[ 2]\n[ 2]\n")
    }

    @Test("Selections and transforms of the encoder apply to each item")
    func options() throws {
        #expect(
            try text(Self.posts, as: .lines, by: ModelEncoder().only(\Post.title)) == """
                {"title":"Tides"}
                {"title":"Fens"}

                """)
        var encoder = ModelEncoder()
        encoder.sortsKeys = true
        encoder.escapesSlashes = true
        #expect(try text([["b": "/", "a": "é"]], as: .lines, by: encoder) == "{\"a\":\"é\",\"b\":\"\\/\"}\n")
    }

    // MARK: - Chunks

    private func chunks<Items: Sequence>(_ items: Items, as output: FeedOutput) throws -> [String] {
        var chunks: [String] = []
        try ModelEncoder().encode(items, as: output) { chunks.append(String(decoding: $0, as: UTF8.self)) }
        return chunks
    }

    @Test("A chunk ends with an item and has at most its size, unless a single item has more")
    func chunkSizes() throws {
        var output = FeedOutput.lines
        output.chunkSize = 1
        #expect(output.chunkSize == 320)
        let items = [100, 100, 116, 1, 400, 5, 317, 318].map { String(repeating: "x", count: $0) }
        #expect(try chunks(items, as: output).map(\.utf8.count) == [103 + 103, 119 + 4, 403, 8, 320, 321])
    }

    @Test("The text before and after all items does not make a chunk longer than its size")
    func chunksOfEnvelope() throws {
        let long = String(repeating: "y", count: 1_000)
        let envelope: JSONValue = ["before": .string(long), "items": [], "after": .string(long)]
        var output = FeedOutput.array(at: "items", envelope: envelope)
        output.chunkSize = 320
        let item = String(repeating: "x", count: 300)
        #expect(try chunks([item], as: output).map(\.utf8.count) == [1_022, 302, 1_013])
    }

    @Test("A chunk has at most its number of items")
    func itemsPerChunk() throws {
        var output = FeedOutput.array
        output.itemsPerChunk = 2
        #expect(try chunks(1...5, as: output) == ["[1,2", ",3,4", ",5]"])
        output.itemsPerChunk = 0
        #expect(try chunks(1...2, as: output) == ["[1", ",2", "]"])
    }

    @Test("The buffer releases the memory of one long item")
    func memory() throws {
        var buffer = OutputBuffer(capacity: 1_000, maximumBytes: .max)
        buffer.beginItem(atMost: .max)
        let isWritten = buffer.write(String(repeating: "x", count: 100_000))
        #expect(isWritten)
        buffer.removeFirst(99_900)
        buffer.shrink(to: 1_000)
        let (text, room) = (String(decoding: buffer.bytes, as: UTF8.self), buffer.room)
        #expect(text == String(repeating: "x", count: 100))
        #expect(room == 900)
    }
}
