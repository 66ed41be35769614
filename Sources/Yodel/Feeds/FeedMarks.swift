/// What is known of an item that has gone by.
struct FeedMark {
    /// How many items came before it in the whole feed.
    var number: Int
    /// The same in what holds it.
    var position: Int
    var key: String?
    /// The run keeps it as long as the mark is to be taken, and of the mark that was taken last.
    unowned(unsafe) var container: FeedContainer
    /// It is none, but a failure.
    var isFailure = false
    /// It is a record that was cut off by the end of the text: a checkpoint stays before it, as the rest may follow.
    var isCutOff = false
    /// The offset of its first byte.
    var start: Int
    /// The place behind its last byte.
    var end: ModelError.Place
    /// How much there was of what stands around the items.
    var surroundings: FeedSurroundings.Extent?
}

/// What has come out of a feed and not been taken, in the feed's order: items, which are in the queue, and failures.
struct FeedMarks {
    private(set) var marks: [FeedMark] = []
    /// The first that has not been taken.
    private var first = 0
    /// The failures among them, and the first that has not been taken.
    private(set) var failures: [FeedFailure] = []
    private var firstFailure = 0
    /// What they were found in.
    private var containers: [FeedContainer] = []
    /// What was taken last when all had been, and what it was found in.
    private var lastOfAll: (mark: FeedMark, container: FeedContainer)?

    mutating func append(_ mark: consuming FeedMark) {
        if first >= 256, first > marks.count / 2 { forgetTaken() }
        // Most often it was found in what the one before was found in.
        if containers.isEmpty || containers[containers.count - 1] !== mark.container {
            containers.append(mark.container)
        }
        marks.append(mark)
    }

    mutating func append(_ mark: FeedMark, _ failure: FeedFailure) {
        append(mark)
        marks[marks.count - 1].isFailure = true
        failures.append(failure)
    }

    /// Takes those of others, which then has none; nothing happens where both have some, or others has failures.
    ///
    /// - Returns: How many there were to take; nil if they were not taken.
    mutating func takeAll(of others: inout FeedMarks) -> Int? {
        guard marks.isEmpty, others.failures.isEmpty else { return nil }
        let last = lastOfAll
        swap(&self, &others)
        lastOfAll = last
        return marks.count
    }

    // MARK: - Taking

    mutating func takeFirst() -> FeedRun.Output? {
        guard first < marks.count else { return nil }
        let mark = marks[first]
        let output = mark.isFailure ? FeedRun.Output.failure(failures[firstFailure]) : .item(mark)
        leaveFirst()
        return output
    }

    /// Takes the failures before the next item.
    ///
    /// It looks at each mark once, as the caller asks again only after it has taken these items.
    ///
    /// - Returns: How many items come before the next failure.
    mutating func passToItems() -> Int {
        while first < marks.count, marks[first].isFailure { leaveFirst() }
        guard firstFailure < failures.count else { return marks.count - first }
        return marks[first...].firstIndex(where: \.isFailure)! - first
    }

    /// Takes items with no failure between them.
    mutating func removeItems(_ count: Int) {
        assert(count > 0 && !marks[first..<first + count].contains(where: \.isFailure), "there are that many items")
        first += count
        if first == marks.count { removeAll() }
    }

    /// What was taken last, a record that was cut off aside.
    var lastTaken: FeedMark? { lastWhole(of: marks[..<first]) ?? lastOfAll?.mark }

    /// The last of some marks that is not of a record that was cut off: of these there is one at most, the last of all.
    private func lastWhole(of marks: ArraySlice<FeedMark>) -> FeedMark? {
        guard let last = marks.last, last.isCutOff else { return marks.last }
        return marks.dropLast().last
    }

    private mutating func leaveFirst() {
        if marks[first].isFailure { firstFailure += 1 }
        first += 1
        if first == marks.count { removeAll() }
    }

    /// Makes room where what comes in is never taken to the last.
    private mutating func forgetTaken() {
        let last = marks[first - 1]
        lastOfAll = (last, last.container)
        // What holds items comes and goes, and does not come back.
        containers.removeSubrange(..<containers.firstIndex { $0 === marks[first].container }!)
        marks.removeSubrange(..<first)
        failures.removeSubrange(..<firstFailure)
        (first, firstFailure) = (0, 0)
    }

    /// Forgets all of them; the last one stays known.
    mutating func removeAll() {
        if let last = lastWhole(of: marks[...]) { lastOfAll = (last, last.container) }
        marks.removeAll(keepingCapacity: true)
        failures.removeAll(keepingCapacity: true)
        containers.removeAll(keepingCapacity: true)
        (first, firstFailure) = (0, 0)
    }
}
