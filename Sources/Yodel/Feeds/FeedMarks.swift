/// What is known of an item that has gone by.
///
/// It owns nothing: there is one for each item.
struct FeedMark {
    /// How many items came before it in the whole feed.
    var number: Int
    /// The same in what holds it.
    var position: Int
    /// The run keeps it as long as the mark is to be taken, and of the mark that was taken last.
    unowned(unsafe) var container: FeedContainer
    /// The container is the root: see ``FeedContainer/isRoot``.
    var isAtRoot = false
    /// It is none, but a failure.
    var isFailure = false
    /// It is a record that was cut off by the end of the text: a checkpoint stays before it, as the rest may follow.
    var isCutOff = false
    /// The offset of its first byte.
    var start: Int
    /// The place after its last byte.
    var end: ModelError.Place

    /// What is known of items only where they have keys, or where what stands around them is wanted.
    struct Detail {
        var key: String?
        /// How much there was of what stands around the items.
        var surroundings: FeedSurroundings.Extent?
    }
}

/// What has come out of a feed and not been taken, in the feed's order: items, which are in the queue, and failures.
struct FeedMarks {
    private(set) var marks: [FeedMark] = []
    /// One for each mark, or none at all.
    private var details: [FeedMark.Detail] = []
    /// The first that has not been taken.
    private var first = 0
    /// The failures among them, and the first that has not been taken.
    private(set) var failures: [FeedFailure] = []
    private var firstFailure = 0
    /// What they were found in.
    private var containers: [FeedContainer] = []
    /// What was taken last when all had been, and what it was found in.
    private var lastOfAll: (mark: FeedMark, detail: FeedMark.Detail?, container: FeedContainer)?

    @inline(__always)
    mutating func append(_ mark: FeedMark) {
        if first >= 256, first > marks.count / 2 { forgetTaken() }
        // Most often it was found in what the one before was found in.
        if containers.isEmpty || containers[containers.count - 1] !== mark.container {
            containers.append(mark.container)
        }
        marks.append(mark)
    }

    /// Appends what else is known of the mark that is appended next: of every mark, or of none.
    mutating func append(_ detail: FeedMark.Detail) { details.append(detail) }

    mutating func append(_ mark: FeedMark, _ failure: FeedFailure) {
        append(mark)
        marks[marks.count - 1].isFailure = true
        failures.append(failure)
    }

    /// Takes those of others, which then has none; nothing happens where both have some, or others has failures.
    ///
    /// - Returns: How many there were to take; nil if they were not taken.
    mutating func takeAll(of others: inout FeedMarks) -> Int? {
        guard marks.isEmpty, others.failures.isEmpty, others.details.isEmpty else { return nil }
        let last = lastOfAll
        swap(&self, &others)
        lastOfAll = last
        return marks.count
    }

    // MARK: - Taking

    /// Takes what comes next: where the first item in the queue was found, or a failure.
    mutating func takeFirst() -> Result<FeedOrigin, FeedFailure>? {
        guard first < marks.count else { return nil }
        defer { leaveFirst() }
        guard !marks[first].isFailure else { return .failure(failures[firstFailure]) }
        return .success(FeedOrigin(marks[first], key: detail(of: first)?.key))
    }

    /// Takes the next failure, if no item comes before it.
    mutating func takeFailure() -> FeedFailure? {
        guard first < marks.count, marks[first].isFailure else { return nil }
        let failure = failures[firstFailure]
        leaveFirst()
        return failure
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
    var lastTaken: (mark: FeedMark, detail: FeedMark.Detail?)? {
        guard let index = lastWhole(before: first) else { return lastOfAll.map { ($0.mark, $0.detail) } }
        return (marks[index], detail(of: index))
    }

    private func detail(of index: Int) -> FeedMark.Detail? { details.isEmpty ? nil : details[index] }

    /// The last mark before an index that is not of a record that was cut off: of these there is one at most, the last
    /// of all.
    private func lastWhole(before end: Int) -> Int? {
        let index = end > 0 && marks[end - 1].isCutOff ? end - 2 : end - 1
        return index < 0 ? nil : index
    }

    /// Keeps the last mark before an index when the marks go.
    private mutating func keepLast(before end: Int) {
        guard let index = lastWhole(before: end) else { return }
        lastOfAll = (marks[index], detail(of: index), marks[index].container)
    }

    private mutating func leaveFirst() {
        if marks[first].isFailure { firstFailure += 1 }
        first += 1
        if first == marks.count { removeAll() }
    }

    /// Makes room where what comes in is never taken to the last.
    private mutating func forgetTaken() {
        keepLast(before: first)
        // What holds items comes and goes, and does not come back.
        containers.removeSubrange(..<containers.firstIndex { $0 === marks[first].container }!)
        marks.removeSubrange(..<first)
        if !details.isEmpty { details.removeSubrange(..<first) }
        failures.removeSubrange(..<firstFailure)
        (first, firstFailure) = (0, 0)
    }

    /// Forgets all of them; the last one stays known.
    mutating func removeAll() {
        keepLast(before: marks.count)
        marks.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        failures.removeAll(keepingCapacity: true)
        containers.removeAll(keepingCapacity: true)
        (first, firstFailure) = (0, 0)
    }
}
