import BenchmarkModels
import Testing

@testable import Yodel

@Suite("The queue of a feed's items")
struct FeedQueueTests {
    private final class Counter { var count = 0 }

    private final class Item {
        let number: Int
        private let counter: Counter

        init(_ number: Int, _ counter: Counter) {
            self.number = number
            self.counter = counter
            counter.count += 1
        }

        deinit { counter.count -= 1 }
    }

    /// Makes an item in the queue as the binder would.
    private func make(_ item: Item, in queue: FeedQueue<Item>) {
        queue.slot.bindMemory(to: Item.self, capacity: 1).initialize(to: item)
        queue.commit()
    }

    @Test("Items come out in the order in which they were made, whatever is taken in between", arguments: 0..<20)
    func order(seed: UInt64) {
        let counter = Counter()
        var random = SeededGenerator(seed: seed)
        do {
            let (queue, other) = (FeedQueue<Item>(), FeedQueue<Item>())
            var (expected, others): ([Int], [Int]) = ([], [])
            for number in 0..<5_000 {
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<4:
                    make(Item(number, counter), in: queue)
                    expected.append(number)
                case 4:
                    queue.append(Item(number, counter))
                    expected.append(number)
                case 5, 6:
                    make(Item(number, counter), in: other)
                    others.append(number)
                case 7 where !expected.isEmpty:
                    queue.makeReady(1)
                    #expect(queue.takeReady()?.number == expected.removeFirst())
                    #expect(queue.takeReady() == nil)
                case 8:
                    queue.makeReady(expected.count)
                    let taken = queue.takeReady(atMost: Int.random(in: 0..<20, using: &random))
                    #expect(taken.map(\.number) == Array(expected.prefix(taken.count)))
                    expected.removeFirst(taken.count)
                    queue.makeReady(0)
                case 9 where !others.isEmpty:
                    let isAll = Bool.random(using: &random)
                    let count = isAll ? others.count : Int.random(in: 0...others.count, using: &random)
                    queue.take(count, from: other)
                    expected += others.prefix(count)
                    others.removeFirst(count)
                case 10 where number.isMultiple(of: 50):
                    other.removeAll()
                    others = []
                default: break
                }
                #expect(counter.count == expected.count + others.count)
            }
        }
        #expect(counter.count == 0)
    }

    @Test("A slot does not move while items are taken: its item may be incomplete")
    func slotStays() {
        let queue = FeedQueue<Item>()
        let counter = Counter()
        for number in 0..<10 { make(Item(number, counter), in: queue) }
        let slot = queue.slot
        queue.makeReady(10)
        while queue.takeReady() != nil {}
        #expect(queue.slot == slot)
        #expect(counter.count == 0)
    }
}
