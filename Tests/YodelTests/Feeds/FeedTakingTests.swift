import BenchmarkModels
import Testing

@testable import Yodel

/// Items leave the queue without their marks; the marks follow on request.
@Suite("Taking items and failures from a feed")
struct FeedTakingTests {
    @Test("Items, entries, results and checkpoints may be requested in any order", arguments: 0..<200 as Range<UInt64>)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Runs of several items and of several failures.
        var isItem: [Bool] = []
        while isItem.count < 60 {
            isItem += Array(repeating: Bool.random(using: &random), count: .random(in: 1...9, using: &random))
        }
        let json = Array(("[" + isItem.indices.map { isItem[$0] ? "\($0)" : "{}" }.joined(separator: ",") + "]").utf8)
        let feed = Feed(of: Int.self).droppingBadItems
        // The results, and the checkpoint after each.
        var expected: [(index: Int, item: Int?, checkpoint: FeedCheckpoint)] = []
        var reference = feed.parser(of: json)
        while let result = try reference.nextResult() {
            switch result {
            case .success(let entry): expected.append((entry.index, entry.item, reference.checkpoint))
            case .failure(let failure): expected.append((failure.index, nil, reference.checkpoint))
            }
        }
        #expect(expected.map { $0.item != nil } == isItem)

        var parser = feed.parser()
        var (fed, taken) = (0, 0)
        while true {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let end = min(fed + .random(in: 1...40, using: &random), json.count)
                parser.feed(json[fed..<end])
                fed = end
                if end == json.count { parser.finish() }
            case 1...6:
                guard let item = try parser.next() else { continue }
                taken = try #require(expected[taken...].firstIndex { $0.item != nil })
                #expect(item == expected[taken].item)
                taken += 1
            case 7:
                guard let entry = try parser.nextEntry() else { continue }
                taken = try #require(expected[taken...].firstIndex { $0.item != nil })
                #expect(entry.item == expected[taken].item)
                #expect(entry.index == taken)
                taken += 1
            case 8:
                switch try parser.nextResult() {
                case .success(let entry)?:
                    // A call that found no item may have skipped failures before it.
                    #expect(entry.item == expected[entry.index].item)
                    try #require(entry.index >= taken)
                    #expect(!expected[taken..<entry.index].contains { $0.item != nil })
                    taken = entry.index + 1
                case .failure(let failure)?:
                    #expect(expected[failure.index].item == nil)
                    #expect(failure.index >= taken)
                    taken = failure.index + 1
                case nil:
                    guard parser.ending == .complete else { continue }
                    #expect(!expected[taken...].contains { $0.item != nil })
                    return
                }
            default:
                let checkpoint = parser.checkpoint
                guard checkpoint.index > 0 else { continue }
                #expect(checkpoint == expected[checkpoint.index - 1].checkpoint)
                try #require(checkpoint.index >= taken)
                #expect(!expected[taken..<checkpoint.index].contains { $0.item != nil })
            }
        }
    }
}
