import Testing

@testable import Yodel

@Suite("Marks of items that have not been taken")
struct FeedMarksTests {
    private let arrays = (0..<100).map { FeedContainer(path: JSONPath([.index($0)]), part: 0, kind: .items) }

    /// The mark of an item; an array has a hundred of them.
    private func mark(_ number: Int) -> FeedMark {
        let end = ModelError.Place(offset: number + 1, line: 1, column: number + 2)
        return FeedMark(
            number: number, position: number % 100, container: arrays[number / 100 % 100], start: number, end: end)
    }

    @Test(
        "If some items always remain, the marks of taken ones are still released", arguments: [1, 7, 300],
        [false, true])
    func backlog(of left: Int, haveKeys: Bool) {
        var marks = FeedMarks()
        var taken = 0
        for number in 0..<10_000 {
            if haveKeys { marks.append(FeedMark.Detail(key: "\(number)")) }
            if number.isMultiple(of: 5) {
                let error = ModelError(.typeMismatch)
                marks.append(mark(number), FeedFailure([error], mark(number), key: nil, bytes: nil))
            } else {
                marks.append(mark(number))
            }
            guard number >= left else { continue }
            if let failure = marks.takeFailure() {
                #expect(failure.index == taken)
                #expect(taken.isMultiple(of: 5))
            } else {
                #expect(marks.mark(ofItem: 0).pointee.number == taken)
                #expect(marks.key(ofItem: 0) == (haveKeys ? "\(taken)" : nil))
                #expect(!taken.isMultiple(of: 5))
                #expect(marks.itemsBeforeFailure == min(4 - (taken - 1) % 5, number + 1 - taken))
                marks.removeItems(1)
            }
            #expect(marks.lastTaken?.mark.number == taken)
            #expect(marks.lastTaken?.detail?.key == (haveKeys ? "\(taken)" : nil))
            #expect(marks.lastTaken?.mark.container === arrays[taken / 100 % 100])
            taken += 1
            #expect(marks.marks.count <= 2 * left + 257)
            #expect(marks.failures.count <= (2 * left + 257) / 5 + 1)
        }
        #expect(taken == 10_000 - left)
    }
}
