import Testing

@testable import Yodel

@Suite("Progress of a feed")
struct FeedProgressTests {
    @Test("Progress is reported after so many bytes, and at the end")
    func reports() throws {
        let reports = Locked<[FeedProgress]>([])
        var feed = Feed(of: Int.self)
        feed.onProgress(every: 10) { progress in reports.withLock { $0.append(progress) } }
        var parser = feed.parser()
        let json = "[1, 2, 3, 4, 5, 6, 7, 8, 9]"
        for byte in json.utf8 { parser.feed([byte]) }
        #expect(reports.withLock(\.self).map(\.bytes) == [10, 20])
        #expect(reports.withLock(\.self).map(\.items) == [3, 6])
        parser.finish()
        #expect(reports.withLock(\.self).map(\.bytes) == [10, 20, 27])
        #expect(reports.withLock(\.self).last?.items == 9)
        parser.finish()
        #expect(reports.withLock(\.self).count == 3)
    }

    @Test("Progress is also reported once if a feed fails, with the bytes read so far")
    func failing() {
        for (format, text, bytes) in [(FeedFormat?.none, "[1, 2, {}, 3]", 13), (.lines, "1\n2\n{}\n3\n", 9)] {
            let reports = Locked<[FeedProgress]>([])
            var feed = format.map { Feed(of: Int.self, in: $0) } ?? Feed(of: Int.self)
            feed.onProgress { progress in reports.withLock { $0.append(progress) } }
            var parser = feed.parser(fed: text)
            parser.feed(text)
            parser.finish()
            #expect(parser.ending == .failed)
            #expect(parser.progress.bytes == bytes)
            #expect(reports.withLock(\.self) == [parser.progress])
            #expect(parser.progress.items == 2)
        }
    }

    @Test("The counts: items, failures by kind, dropped bytes, the longest item, buffered bytes")
    func counts() throws {
        let feed = Feed(of: Int.self, in: .lines).droppingBadItems
        var parser = feed.parser(fed: "1\n22\n\"abc\"\n[\nnull\n4444")
        #expect(parser.progress.peakBufferedBytes == 4)
        parser.feed("4\n5\n")
        parser.finish()
        let progress = parser.progress
        #expect(progress.bytes == 26)
        #expect(progress.items == 4)
        #expect(progress.failures == 3)
        #expect(progress.failuresByCode == [.typeMismatch: 2, .nullValue: 1])
        #expect(progress.droppedBytes == 10)
        #expect(progress.largestItemBytes == 5)
    }

    private struct Pair: Model { var x: Int }

    private enum Known: Polymorphic {
        case pair(Pair)
        static let variants = Variants<Known>("type", .case("pair", Known.pair), .otherwiseSkip)
    }

    @Test("Before a failure that exceeds the budget, all that is left out counts, with one thread and with several")
    func leftOutBeforeFailure() {
        let (good, bad, other) = (#"{"type": "pair", "x": 1}"#, #"{"type": "pair"}"#, #"{"type": "other"}"#)
        let long = #"{"type": "other", "text": "0123456789"}"#
        let items = [good] + Array(repeating: other, count: 20) + [long, bad] + Array(repeating: good, count: 10)
        for (areLines, threads) in [(true, 1), (true, 3), (false, 1), (false, 3)] {
            // Several threads read all items but the first in one block.
            var feed = (areLines ? Feed(of: Known.self, in: .lines) : Feed(of: Known.self)).gathering(blockSize: 1_000)
            feed.badItems = .drop
            feed.failureBudget = FailureBudget(count: 0)
            feed.concurrency = threads
            var parser = feed.parser()
            parser.feed(Array((areLines ? items.joined(separator: "\n") : "[\(items.joined(separator: ","))]").utf8))
            parser.finish()
            let error = #expect(throws: ModelError.self) { while try parser.next() != nil {} }
            #expect(error?.code == .failureLimit)
            #expect(parser.progress.items == 1)
            #expect(parser.progress.failures == 1)
            #expect(parser.progress.droppedBytes == 20 * other.utf8.count + long.utf8.count + bad.utf8.count)
            #expect(parser.progress.largestItemBytes == long.utf8.count)
        }
    }
}
