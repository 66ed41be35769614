import Testing

@testable import Yodel

@Suite("Outputs whose items fail")
struct FeedOutputFailureTests {
    struct Score: Model, Equatable {
        var name: String
        var score: Double
    }

    private static let scores = [
        Score(name: "a", score: 1), Score(name: "b", score: .nan), Score(name: "c", score: 3),
        Score(name: "d", score: .infinity),
    ]

    /// The output, the thrown error, and the reported failures.
    private struct Outcome {
        var text = ""
        var progress: FeedOutputProgress?
        var error: FeedOutputError?
        var reports: [FeedOutputFailure] = []
    }

    private func outcome<Items: Sequence>(
        _ items: Items, as output: FeedOutput, by encoder: ModelEncoder = ModelEncoder()
    ) -> Outcome {
        let reports = Locked<[FeedOutputFailure]>([])
        var output = output
        output.onFailure { failure in reports.withLock { $0.append(failure) } }
        var outcome = Outcome()
        do throws(FeedOutputError) {
            outcome.progress = try encoder.encode(items, as: output) {
                outcome.text += String(decoding: $0, as: UTF8.self)
            }
        } catch {
            outcome.error = error
        }
        outcome.reports = reports.withLock { $0 }
        return outcome
    }

    @Test("By default an item that fails ends the output; the items before it are written, and nothing of it")
    func stopping() {
        let lines = outcome(Self.scores, as: .lines)
        #expect(lines.text == "{\"name\":\"a\",\"score\":1}\n")
        #expect(
            lines.error?.description
                == "item 1: $[1].score: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it; 1 item was written"
        )
        #expect(lines.error?.index == 1)
        #expect(lines.error?.progress.items == 1)
        #expect(lines.error?.leavesArrayOpen == false)
        #expect(lines.reports.isEmpty)
    }

    @Test("An array that ends early has no closing bracket, and the error says so")
    func openArray() {
        let array = outcome(Self.scores, as: .array(at: "data.scores", envelope: ["data": ["next": 2]] as JSONValue))
        #expect(array.text == #"{"data":{"next":2,"scores":[{"name":"a","score":1}"#)
        #expect(array.error?.leavesArrayOpen == true)
        #expect(
            array.error?.description
                == "item 1: $.data.scores[1].score: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it; 1 item was written, and the array is not closed"
        )
    }

    @Test("If the first item fails, not even the beginning of an array is written")
    func firstItem() {
        let array = outcome(Self.scores.dropFirst(), as: .array)
        #expect(array.text == "")
        #expect(array.error?.leavesArrayOpen == false)
        #expect(array.error?.description.hasSuffix("; no item was written") == true)
    }

    @Test("With the policy to drop them, items that fail are left out and reported")
    func dropping() {
        let output = FeedOutput.array.droppingBadItems
        let array = outcome(Self.scores, as: output)
        #expect(array.text == #"[{"name":"a","score":1},{"name":"c","score":3}]"#)
        #expect(array.reports.map(\.index) == [1, 3])
        #expect(
            array.reports.last?.description
                == "item 3: $[3].score: expected a finite number, found inf (invalidValue); nonConformingFloats = .convert(…) writes it"
        )
        var expected = FeedOutputProgress()
        (expected.items, expected.bytes, expected.failures) = (2, array.text.utf8.count, 2)
        expected.failuresByCode = [.invalidValue: 2]
        #expect(array.progress == expected)
        #expect(outcome([Double.nan], as: output).text == "[]")
    }

    @Test("Too many items that fail end the output")
    func budget() {
        var output = FeedOutput.lines.droppingBadItems
        output.failureBudget = FailureBudget(count: 1)
        let lines = outcome([1, .nan, 2, .nan, 3], as: output)
        #expect(lines.text == "1\n2\n")
        #expect(lines.reports.map(\.index) == [1, 3])
        #expect(lines.error?.modelError?.code == .failureLimit)
        #expect(lines.error?.modelError?.found == "2 failures in 4 items")
        #expect(lines.error?.index == 3)
    }

    @Test("An item that is a byte too long fails like any other")
    func longItems() {
        var output = FeedOutput.array.droppingBadItems
        output.maxItemBytes = 5
        let array = outcome(["abc", "abcd", "", "abc"], as: output)
        #expect(array.text == #"["abc","","abc"]"#)
        #expect(
            array.reports.map(\.description) == [
                "item 1: $[1]: expected at most 5 bytes, found more (itemLimit); a higher maxItemBytes allows it"
            ])
        for long in [1_000, 1_000_000] {
            let lines = outcome(["abc", String(repeating: "x", count: long), "d"], as: output)
            #expect(lines.text == #"["abc","d"]"#)
        }
        output.maxItemBytes = -1
        #expect(outcome([1], as: output).text == "[]")
        output.maxItemBytes = .max
        #expect(outcome([1], as: output).text == "[1]")
    }

    @Test("The line break and the indentation before an item do not count as its bytes")
    func longItemsOnLines() {
        var output = FeedOutput.array(at: "a.b").droppingBadItems
        output.maxItemBytes = 5
        for layout in [OutputLayout.pretty, .pretty(indentation: 40)] {
            let encoder = ModelEncoder.with { $0.layout = layout }
            let array = outcome(["abc", "abcd", "abc"], as: output, by: encoder)
            #expect(array.reports.map(\.index) == [1])
            #expect(array.progress?.items == 2)
        }
    }

    @Test("An item with a hook is measured as the hook leaves it")
    func longItemsWithHooks() {
        struct Card: DidEncodeModel {
            var name: String
            var note: String
            func didEncode(_ object: inout JSONObject) {
                object.removeValue(forKey: "note")
                if name == "b" { object["more"] = .string(note) }
            }
        }
        let note = String(repeating: "n", count: 2_000)
        var output = FeedOutput.lines.droppingBadItems
        output.maxItemBytes = 12
        let lines = outcome(["a", "b", "cc", "d"].map { Card(name: $0, note: note) }, as: output)
        #expect(lines.text == "{\"name\":\"a\"}\n{\"name\":\"d\"}\n")
        #expect(lines.reports.map(\.index) == [1, 2])
        #expect(lines.reports.allSatisfy { $0.error.code == .itemLimit })
    }

    @Test("A document that is too long ends before the item that exceeds the limit, whatever the policy")
    func longDocument() {
        var encoder = ModelEncoder()
        let output = FeedOutput.array.droppingBadItems
        for limit in 0...8 {
            encoder.limits.documentBytes = limit
            let array = outcome([12, 34], as: output, by: encoder)
            if limit < 7 {
                #expect(array.error?.modelError?.code == .documentLimit)
                #expect(array.text == (limit < 4 ? "" : "[12"))
                #expect(array.error?.index == (limit < 4 ? 0 : 1))
            } else {
                #expect(array.text == "[12,34]")
            }
            let empty = outcome([Int](), as: output, by: encoder)
            #expect(empty.text == (limit < 2 ? "" : "[]"))
            #expect((empty.error == nil) == (limit >= 2))
        }
        encoder.limits.documentBytes = .min
        #expect(outcome([1], as: .lines, by: encoder).error?.modelError?.code == .documentLimit)
        encoder.limits.documentBytes = 5
        #expect(outcome([12, 34], as: .lines, by: encoder).text == "12\n")
        encoder.limits.documentBytes = 6
        #expect(outcome([12, 34], as: .lines, by: encoder).text == "12\n34\n")
    }

    @Test("An item that is too long before its invalid value is too long, whatever room the buffer has")
    func longItemsWithInvalidValues() {
        let scores = [
            Score(name: String(repeating: "a", count: 280), score: 1),
            Score(name: String(repeating: "b", count: 350), score: .nan), Score(name: "c", score: .nan),
        ]
        for chunkSize in [320, 64 << 10] {
            var output = FeedOutput.lines.droppingBadItems
            output.chunkSize = chunkSize
            output.maxItemBytes = 310
            #expect(outcome(scores, as: output).reports.map(\.error.code) == [.itemLimit, .invalidValue])
            output.maxItemBytes = 1_000
            let encoder = ModelEncoder.with { $0.limits.documentBytes = 400 }
            let document = outcome(scores, as: output, by: encoder)
            #expect(document.reports.isEmpty)
            #expect(document.error?.modelError?.code == .documentLimit)
            #expect(document.error?.index == 1)
        }
    }

    @Test("Depth is counted from the root of the document")
    func depth() {
        var encoder = ModelEncoder()
        encoder.limits.depth = 3
        let output = FeedOutput.array(at: "a").droppingBadItems
        let array = outcome([[[1]], []], as: output, by: encoder)
        #expect(array.text == #"{"a":[[]]}"#)
        #expect(array.reports.map(\.error.path.description) == ["$.a[0][0]"])
        encoder.limits.depth = 1
        #expect(outcome([1], as: .array(at: "a"), by: encoder).error?.modelError?.code == .depthLimit)
        encoder.limits.depth = 0
        #expect(outcome([1], as: .array, by: encoder).error?.modelError?.code == .depthLimit)
        #expect(outcome([1], as: .lines, by: encoder).text == "1\n")
    }

    @Test("A failure inside dictionaries, sorted objects and objects with hooks leaves nothing")
    func openFrames() {
        struct Watched: Model, DidEncodeModel {
            var name: String
            var values: [String: [Double]]
            var inner: [Watched]
            func didEncode(_ object: inout JSONObject) {}
        }
        let good = Watched(name: "g", values: ["b": [1], "a": [2]], inner: [])
        let bad = Watched(
            name: "b", values: ["x": []], inner: [good, Watched(name: "i", values: ["z": [1, .nan]], inner: [])])
        let output = FeedOutput.lines.droppingBadItems
        let lines = outcome([good, bad, good, bad, bad, good], as: output)
        let line = "{\"name\":\"g\",\"values\":{\"a\":[2],\"b\":[1]},\"inner\":[]}\n"
        #expect(lines.text == line + line + line)
        #expect(lines.reports.map(\.error.path.description) == [1, 3, 4].map { "$[\($0)].inner[1].values.z[1]" })
    }

    @Test("A type that cannot be encoded ends the output even if items are dropped")
    func unusableType() {
        let output = FeedOutput.lines.droppingBadItems
        let lines = outcome([{ 1 }], as: output)
        #expect(lines.error?.modelError?.category == .model)
        #expect(lines.error?.index == nil)
    }

    @Test("An error of the receiver ends the output, and is thrown")
    func receiver() {
        struct Full: Error {}
        var output = FeedOutput.array
        output.itemsPerChunk = 1
        var received: [Int] = []
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().encode(1...9, as: output) { chunk in
                if received.count == 2 { throw Full() }
                received.append(chunk.count)
            }
        }
        #expect(received == [2, 2])
        #expect(error?.cause is Full)
        #expect(error?.progress.items == 2)
        #expect(error?.leavesArrayOpen == true)
    }

    @Test("If the receiver fails, that is the error, even if an item after its chunk has failed before")
    func receiverBeforeItem() {
        struct Full: Error {}
        let error = #expect(throws: FeedOutputError.self) {
            try ModelEncoder().encode([1, 2, Double.nan], as: .lines) { _ in throw Full() }
        }
        #expect(error?.cause is Full)
        #expect(error?.index == nil)
        #expect(error?.progress == FeedOutputProgress())
    }
}
