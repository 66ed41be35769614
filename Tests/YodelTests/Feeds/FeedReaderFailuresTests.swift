import BenchmarkModels
import Testing

@testable import Yodel

@Suite("Failures of a feed, taken between its items")
struct FeedReaderFailuresTests {
    private struct Item: Model, Equatable { var id: Int }

    /// What is taken of a feed: the number of an item, or the code of a failure, with the bytes.
    private struct Taken: Equatable {
        var id: Int?
        var code: ModelError.Code?
        var byteRange: Range<Int>
    }

    private func takenOneByOne(_ reader: consuming FeedReader<Item>) throws -> [Taken] {
        var taken: [Taken] = []
        while let result = try reader.nextResult() {
            let index: Int
            switch result {
            case .success(let entry):
                index = entry.index
                taken.append(Taken(id: entry.item.id, byteRange: entry.byteRange))
            case .failure(let failure):
                index = failure.index
                taken.append(Taken(code: failure.error.code, byteRange: failure.byteRange))
            }
            if index != taken.count - 1 { Issue.record("result \(taken.count - 1) has the index \(index)") }
        }
        return taken
    }

    private func takenInRuns(_ reader: consuming FeedReader<Item>) throws -> [Taken] {
        var taken: [Taken] = []
        while true {
            if let failure = try reader.nextFailure() {
                let byteRange = reader.lastByteRange
                #expect(byteRange == failure.byteRange)
                taken.append(Taken(code: failure.error.code, byteRange: failure.byteRange))
            } else if let item = try reader.next() {
                let byteRange = reader.lastByteRange
                taken.append(Taken(id: item.id, byteRange: try #require(byteRange)))
            } else {
                return taken
            }
        }
    }

    @Test(
        "Failures and items come in the order of the feed, with their bytes, by one thread and by several",
        arguments: 1...8 as ClosedRange<UInt64>)
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let share = Double.random(in: 0...1, using: &random)
        var lines = ""
        var expected: [Taken] = []
        for id in 0..<Int.random(in: 0...5_000, using: &random) {
            let bad: [(String, ModelError.Code)] = [
                (#"{"id": true}"#, .typeMismatch), ("{", .unexpectedEnd), ("{}", .missingKeys),
            ]
            let isGood = Double.random(in: 0..<1, using: &random) < share
            let line = isGood ? "{\"id\": \(id)}" : bad[id % 3].0
            let start = lines.utf8.count
            lines += line + "\n"
            expected.append(
                Taken(
                    id: isGood ? id : nil, code: isGood ? nil : bad[id % 3].1,
                    byteRange: start..<start + line.utf8.count))
        }
        for threads in [1, 3] {
            // The threads get many blocks.
            var feed = Feed(of: Item.self, in: .lines).gathering(blockSize: 8 << 10).droppingBadItems
            feed.concurrency = threads
            #expect(try takenOneByOne(feed.reader(of: lines)) == expected, "seed \(seed), \(threads) threads")
            #expect(try takenInRuns(feed.reader(of: lines)) == expected, "seed \(seed), \(threads) threads")
        }
    }

    @Test("An item that comes next is no failure, however often that is asked")
    func repeated() throws {
        let feed = Feed(of: Item.self, in: .lines).droppingBadItems
        var reader = feed.reader(of: "{\"id\": 1}\n{}\n{\"id\": 2}\n")
        var found: [String] = ["\(reader.lastByteRange as Any)"]
        for _ in 0..<3 {
            for _ in 0..<3 { found.append(try reader.nextFailure().map { "\($0.error.code)" } ?? "none") }
            found.append(try reader.next().map { "\($0.id)" } ?? "end")
        }
        let ending = reader.ending
        #expect(
            found == [
                "nil", "none", "none", "none", "1", "missingKeys", "none", "none", "2", "none", "none", "none", "end",
            ])
        #expect(ending == .complete)
    }

    @Test("The error that ends a feed comes after what precedes it, and again each time")
    func error() throws {
        var reader = Feed(of: Item.self, in: .lines).reader(of: "{\"id\": 1}\n{}\n")
        let (failure, item) = (try reader.nextFailure(), try reader.next())
        #expect(failure.map { "\($0)" } == nil && item == Item(id: 1))
        for _ in 0..<2 {
            #expect(modelError { try reader.nextFailure() }?.code == .missingKeys)
        }
    }
}
