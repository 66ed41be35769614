import BenchmarkModels
import Testing

@testable import Yodel

@Suite("Lines in ranges of bytes")
struct LineRangeTests {
    /// All that comes out of a range, but for what is counted from the range on.
    private struct Outcome: Equatable {
        var lines: [String] = []
        var checkpoints: [FeedCheckpoint] = []
        var ending: FeedEnding?
        var progress = FeedProgress()
        var error: ModelError?
    }

    /// Reads bytes in chunks, from where the checkpoint is or from the beginning of the range.
    private func read<Item>(
        _ feed: Feed<Item>, _ bytes: [UInt8], _ range: Range<Int>, chunk: Int = .max,
        resumingAt checkpoint: FeedCheckpoint? = nil
    ) -> Outcome {
        var outcome = Outcome()
        var parser = checkpoint.map { feed.parser(resumingAt: $0) } ?? feed.parser(linesIn: range)
        func take(_ parser: inout FeedParser<Item>) {
            guard outcome.error == nil else { return }
            do throws(ModelError) {
                while let result = try parser.nextResult() {
                    switch result {
                    case .success(let entry): outcome.lines.append("\(entry.byteRange) \(entry.item)")
                    case .failure(let failure):
                        outcome.lines.append(
                            "\(failure.byteRange) \(failure.error.code) at \(failure.error.offset ?? -1)")
                    }
                    outcome.checkpoints.append(parser.checkpoint)
                }
            } catch {
                outcome.error = error
            }
        }
        var rest = bytes[min(checkpoint?.offset ?? max(range.lowerBound - 1, 0), bytes.count)...]
        while !rest.isEmpty, parser.ending == nil {
            parser.feed(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
            take(&parser)
        }
        parser.finish()
        take(&parser)
        outcome.ending = parser.ending
        outcome.progress = parser.progress
        return outcome
    }

    private func lines(_ feed: Feed<JSONValue>, _ text: String, _ range: Range<Int>) -> [String] {
        read(feed, Array(text.utf8), range).lines
    }

    private let values = Feed(of: JSONValue.self, in: .lines)

    private static func random(_ generator: inout SeededGenerator) -> [UInt8] {
        let items = ["1", "[2, 3]", #"{"a": "4"}"#, "", " ", "\t5 ", "[", "x", "\"\u{e9}\u{1F600}\"", "6 7"]
        var text = Int.random(in: 0..<8, using: &generator) == 0 ? "\u{FEFF}" : ""
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            text += items.randomElement(using: &generator)!
            text += ["\n", "\n", "\r\n", "\n\n"].randomElement(using: &generator)!
        }
        if Bool.random(using: &generator) { text += items.randomElement(using: &generator)! }
        return Array(text.utf8)
    }

    /// The feed as it is, and read in other ways.
    private func ways(_ feed: Feed<JSONValue>) -> [Feed<JSONValue>] {
        var threaded = feed.gathering(blockSize: 8)
        threaded.concurrency = 3
        return [feed, threaded]
    }

    // MARK: - The rule

    @Test("A range has the lines that begin in it")
    func rule() {
        let text = "1\n22\n\n333"
        for (range, expected) in [
            (0..<1, ["0..<1 1"]), (0..<2, ["0..<1 1"]), (0..<3, ["0..<1 1", "2..<4 22"]), (1..<2, []),
            (1..<3, ["2..<4 22"]), (2..<3, ["2..<4 22"]), (3..<5, []), (2..<6, ["2..<4 22"]), (4..<7, ["6..<9 333"]),
            (6..<7, ["6..<9 333"]), (7..<9, []), (0..<Int.max, ["0..<1 1", "2..<4 22", "6..<9 333"]),
        ] {
            #expect(lines(values, text, range) == expected, "\(range)")
        }
    }

    @Test("Cut at any two bytes, a file gives each of its lines once")
    func everyCut() {
        for text in [
            "1\n\r\n{\"a\": 2}\r\n\n[\n4", "\u{FEFF}1\n\u{FEFF}2\n", "\n\n1\n\n", "12345", "", "\n", "\u{FEFF}",
        ] {
            let bytes = Array(text.utf8)
            let feed = values.droppingBadItems
            let whole = read(feed, bytes, 0..<bytes.count)
            for first in 0...bytes.count {
                for second in first...bytes.count {
                    let parts = [0..<first, first..<second, second..<bytes.count + 1].map {
                        read(feed, bytes, $0, chunk: 3)
                    }
                    #expect(
                        parts.flatMap(\.lines) == whole.lines, "\(text.debugDescription) cut at \(first) and \(second)")
                    #expect(parts.reduce(0) { $0 + $1.progress.bytes } == whole.progress.bytes)
                }
            }
        }
    }

    @Test(
        "Cut anywhere, a random file gives each of its lines once, in any chunks and on any threads", arguments: 1...8)
    func randomCuts(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<150 {
            let bytes = Self.random(&generator)
            let feed = values.droppingBadItems
            let plain = feed
            let whole = read(plain, bytes, 0..<Int.max)
            var alone = plain.parser(of: bytes)
            var count = 0
            while (try? alone.nextResult()) != nil { count += 1 }
            #expect(whole.lines.count == count, "seed \(seed): the whole as a range")
            let cuts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Int.random(in: 0...bytes.count + 3, using: &generator)
            }
            let bounds = [0] + cuts.sorted() + [bytes.count + 3]
            let chunk = [1, 2, 5, .max].randomElement(using: &generator)!
            for feed in ways(feed) {
                let parts = zip(bounds, bounds.dropFirst()).map { read(feed, bytes, $0..<$1, chunk: chunk) }
                #expect(
                    parts.flatMap(\.lines) == whole.lines,
                    "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription) at \(bounds) by \(chunk)")
                #expect(parts.reduce(0) { $0 + $1.progress.bytes } == whole.progress.bytes || whole.error != nil)
            }
        }
    }

    @Test("A range that is empty, or begins after the end, has no lines and is complete")
    func noLines() {
        for range in [0..<0, 2..<2, 9..<9, 4..<5, 100..<200, Int.max / 2 - 1..<Int.max] {
            let outcome = read(values, Array("1\n2\n".utf8), range)
            #expect(outcome.lines == [] && outcome.ending == .complete && outcome.error == nil, "\(range)")
            #expect(outcome.progress.bytes == 0)
        }
        let empty = values.parser(linesIn: 7..<7)
        #expect(empty.ending == .complete)
    }

    @Test("A last line that is cut off is the last range's")
    func cutOff() {
        let bytes = Array("[1]\n[2]\n[3,".utf8)
        let feed = values.droppingBadItems
        #expect(read(feed, bytes, 0..<8).ending == .complete)
        let last = read(feed, bytes, 8..<11)
        #expect(last.ending == .truncated)
        #expect(last.lines == ["8..<11 unexpectedEnd at 11"])
    }

    @Test("A byte order mark is passed over at the beginning of the file only")
    func byteOrderMark() {
        let bytes = Array("\u{FEFF}1\n\u{FEFF}2\n".utf8)
        let feed = values.droppingBadItems
        #expect(read(feed, bytes, 0..<1).lines == ["3..<4 1"])
        for start in 1...5 { #expect(read(feed, bytes, start..<6).lines == ["5..<9 unexpectedToken at 5"], "\(start)") }
    }

    // MARK: - What is counted

    @Test("Offsets are those of the file; items and lines are counted from the range on")
    func counting() throws {
        var parser = Feed(of: Int.self, in: .lines).parser(linesIn: 3..<12)
        parser.feed(Array("2\n3\n\n \"x\"\n4\n".utf8))
        let entry = try #require(try parser.nextEntry())
        #expect(entry.item == 3 && entry.index == 0 && entry.byteRange == 4..<5 && entry.path.description == "$[0]")
        let error = #expect(throws: ModelError.self) { try parser.next() }
        #expect(error?.code == .typeMismatch && error?.path.description == "$[1]")
        #expect(error?.offset == 8 && error?.line == 3 && error?.column == 2)
    }

    @Test("A budget is one of each range")
    func budgets() {
        var feed = values.droppingBadItems
        feed.failureBudget = FailureBudget(count: 1)
        let bytes = Array("x\n1\ny\n2\n".utf8)
        #expect(read(feed, bytes, 0..<8).error?.code == .failureLimit)
        for feed in ways(feed) {
            #expect(read(feed, bytes, 0..<4).lines == ["0..<1 unexpectedToken at 0", "2..<3 1"])
            #expect(read(feed, bytes, 4..<8).lines == ["4..<5 unexpectedToken at 4", "6..<7 2"])
        }
    }

    @Test("An error ends a range, and the others are read")
    func errors() {
        let bytes = Array("1\nx\n2\n".utf8)
        #expect(read(values, bytes, 0..<2).lines == ["0..<1 1"])
        let failed = read(values, bytes, 2..<4)
        #expect(failed.lines == [] && failed.error?.offset == 2 && failed.ending == .failed)
        #expect(read(values, bytes, 4..<6).lines == ["4..<5 2"])
    }

    @Test("A line is held to its limit wherever the range ends in it, and one before the range is not kept")
    func longLines() {
        var feed = values.droppingBadItems
        feed.maxItemBytes = 1_000
        let long = "[" + String(repeating: "1,", count: 50_000) + "1]"
        let bytes = Array("1\n\(long)\n2\n".utf8)
        for range in [0..<3, 1..<50_000, 2..<3] {
            let outcome = read(feed, bytes, range, chunk: 100)
            #expect(outcome.lines.last == "2..<\(2 + long.utf8.count) itemLimit at 2", "\(range)")
            #expect(outcome.progress.peakBufferedBytes <= 1_100)
        }
        let after = read(feed, bytes, 3..<bytes.count, chunk: 100)
        #expect(after.lines == ["\(bytes.count - 2)..<\(bytes.count - 1) 2"])
        #expect(after.progress.peakBufferedBytes == 0)
        #expect(after.progress.bytes == 2)
    }

    // MARK: - Checkpoints

    @Test("A checkpoint has its range, and reads the rest of it")
    func checkpoints() throws {
        let bytes = Array("1\n2\r\n\nx\n3 \n4\n5".utf8)
        let feed = values.droppingBadItems
        for feed in ways(feed) {
            for range in [0..<8, 1..<9, 2..<4, 3..<14, 8..<9, 12..<Int.max] {
                let all = read(feed, bytes, range)
                #expect(!all.lines.isEmpty)
                for (index, checkpoint) in all.checkpoints.enumerated() {
                    #expect(checkpoint.byteRange == range)
                    let again = try FeedCheckpoint(json: checkpoint.json)
                    #expect(again == checkpoint)
                    let rest = read(feed, bytes, range, chunk: 2, resumingAt: again)
                    #expect(rest.lines == Array(all.lines[(index + 1)...]), "\(range) after \(index)")
                    #expect(rest.checkpoints == Array(all.checkpoints[(index + 1)...]))
                    #expect(rest.ending == all.ending)
                }
            }
        }
    }

    @Test("The checkpoint before the first line is at the byte before the range")
    func firstCheckpoint() throws {
        for (range, offset) in [(5..<9, 4), (1..<9, 0), (0..<9, 0)] {
            let checkpoint = values.parser(linesIn: range).checkpoint
            #expect(checkpoint.offset == offset && checkpoint.index == 0 && checkpoint.byteRange == range)
            let bytes = Array("1\n2\n333\n".utf8)
            let outcome = read(values, bytes, range, resumingAt: checkpoint)
            #expect(outcome == read(values, bytes, range))
        }
        #expect(values.parser().checkpoint.byteRange == nil)
    }

    @Test("A checkpoint of a place that its range does not have is refused")
    func unsoundCheckpoints() throws {
        let taken = read(values, Array("1\n2\n3\n".utf8), 2..<6).checkpoints[0]
        let first = values.parser(linesIn: 2..<6).checkpoint
        for (checkpoint, old, new) in [
            (taken, "[2,6]", "[3,6]"), (taken, "[2,6]", "[2,2]"), (taken, "[2,6]", "[-2,6]"), (first, "[2,6]", "[3,6]"),
            (first, #""offset":1"#, #""offset":2"#), (first, "[2,6]", "[\(Int.max - 1),\(Int.max)]"),
            (taken, #""stream":{}"#, #""end":{}"#),
        ] {
            var parser = values.parser(resumingAt: try checkpoint.replacing(old, with: new))
            let error = #expect(throws: ModelError.self) { try parser.next() }
            #expect(error?.category == .usage, "\(new)")
        }
        #expect(throws: DecodingError.self) { try taken.replacing("[2,6]", with: "[6,2]") }
    }

    // MARK: - What has no ranges

    @Test("A feed that is not one of lines, and a range that no file has, are refused")
    func refused() {
        func expectRefused<Item>(_ feed: Feed<Item>, _ reason: String, _ range: Range<Int> = 0..<10) {
            var parser = feed.parser(linesIn: range)
            parser.feed("[1]\n[2]\n")
            let error = #expect(throws: ModelError.self) { try parser.next() }
            #expect(error?.code == .invalidRange && error?.description.contains(reason) == true, "\(reason)")
            #expect(parser.ending == .failed)
        }
        expectRefused(Feed(of: [Int].self), "not from items at $")
        expectRefused(Feed(ofMembers: Int.self, at: "a"), "not from members at $.a")
        expectRefused(Feed(of: Int.self, at: "a", envelope: JSONValue.self), "not from")
        expectRefused(Feed(of: [Int].self, in: .concatenated), "not from concatenated")
        expectRefused(Feed(of: [Int].self, in: .textSequence), "not from textSequence")
        expectRefused(values, "begins at -1", -1..<10)
        expectRefused(values, "begins at -5", -5 ..< -5)
        expectRefused(values, "begins at", Int.max / 2..<Int.max)
    }
}
