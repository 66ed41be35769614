/// The number and place of an item that has been decoded or has failed.
///
/// It owns nothing, as there is one for each item.
@usableFromInline
struct FeedMark {
    /// How many items came before it in the whole feed.
    @usableFromInline var number: Int
    /// How many items came before it in its container.
    @usableFromInline var position: Int
    /// The run keeps the containers of all marks that have not been taken, and of the mark that was taken last.
    @usableFromInline unowned(unsafe) var container: FeedContainer
    /// Whether the container is the root: see ``FeedContainer/isRoot``.
    @usableFromInline var isAtRoot = false
    var isFailure = false
    /// Whether it is a record that the end of the text may have cut off: a checkpoint stays before it, as the rest may
    /// follow.
    var isCutOff = false
    /// The offset of its first byte.
    @usableFromInline var start: Int
    /// The place after its last byte.
    @usableFromInline var end: ModelError.Place

    /// More data of an item, if items have keys or the feed has an envelope.
    struct Detail {
        var key: String?
        /// How much of the envelope had been read.
        var surroundings: FeedSurroundings.Extent?
    }
}

/// The marks of all items and failures that have not been taken, in the feed's order; the items are in the queue.
struct FeedMarks {
    private(set) var marks: [FeedMark] = []
    /// One for each mark, or none at all.
    private var details: [FeedMark.Detail] = []
    /// The index of the first mark that has not been taken.
    private var first = 0
    /// The failures among them, and the index of the first that has not been taken.
    private(set) var failures: [FeedFailure] = []
    private var firstFailure = 0
    private var containers: [FeedContainer] = []
    /// The mark that was taken last before marks were removed.
    private var lastOfAll: Taken?

    /// A mark that was taken; it keeps the mark's container.
    struct Taken {
        let mark: FeedMark
        let detail: FeedMark.Detail?
        private let container: FeedContainer

        fileprivate init(_ mark: FeedMark, _ detail: FeedMark.Detail?) {
            (self.mark, self.detail, container) = (mark, detail, mark.container)
        }
    }

    @inline(__always)
    mutating func append(_ mark: FeedMark) {
        if first >= 256, first > marks.count / 2 { forgetTaken() }
        // Most often, the container is that of the mark before.
        if containers.isEmpty || containers[containers.count - 1] !== mark.container {
            containers.append(mark.container)
        }
        marks.append(mark)
    }

    /// Appends details of the mark that is appended next: for every mark, or for none.
    mutating func append(_ detail: FeedMark.Detail) { details.append(detail) }

    mutating func append(_ mark: FeedMark, _ failure: FeedFailure) {
        append(mark)
        marks[marks.count - 1].isFailure = true
        failures.append(failure)
    }

    /// Takes all marks of `others`, unless there are marks here, or failures or details there.
    ///
    /// - Returns: How many marks there were; nil if they were not taken.
    mutating func takeAll(of others: inout FeedMarks) -> Int? {
        guard marks.isEmpty, others.failures.isEmpty, others.details.isEmpty else { return nil }
        let last = lastOfAll
        swap(&self, &others)
        lastOfAll = last
        return marks.count
    }

    // MARK: - Taking

    /// Takes the next failure, if no item comes before it.
    mutating func takeFailure() -> FeedFailure? {
        guard first < marks.count, marks[first].isFailure else { return nil }
        let failure = failures[firstFailure]
        firstFailure += 1
        leave(1)
        return failure
    }

    /// How many items come before the next failure.
    ///
    /// It looks at each mark once, as it is asked for again only after these items have been taken.
    var itemsBeforeFailure: Int {
        guard firstFailure < failures.count else { return marks.count - first }
        return marks[first...].firstIndex(where: \.isFailure)! - first
    }

    /// The mark of an item, until marks are added or removed.
    ///
    /// - Parameter index: How many items come before it, with no failure between them.
    @inline(__always)
    func mark(ofItem index: Int) -> UnsafePointer<FeedMark> {
        assert(!marks[first + index].isFailure, "that many items are next")
        // SAFETY: the array has the mark, and keeps its memory until it changes.
        return marks.withUnsafeBufferPointer { $0.baseAddress! + (first + index) }
    }

    /// The key of an item; `index` items come before it, with no failure between them.
    func key(ofItem index: Int) -> String? { detail(of: first + index)?.key }

    /// Takes items with no failure between them.
    mutating func removeItems(_ count: Int) {
        assert(count > 0 && !marks[first..<first + count].contains(where: \.isFailure), "that many items are next")
        leave(count)
    }

    /// The mark that was taken last, except that of a record that may have been cut off.
    var lastTaken: Taken? { lastWhole(before: first).map(taken) ?? lastOfAll }

    private func taken(at index: Int) -> Taken { Taken(marks[index], detail(of: index)) }

    private func detail(of index: Int) -> FeedMark.Detail? { details.isEmpty ? nil : details[index] }

    /// The index of the last mark before `end` that is not of a cut-off record: at most the very last record is one.
    private func lastWhole(before end: Int) -> Int? {
        let index = end > 0 && marks[end - 1].isCutOff ? end - 2 : end - 1
        return index < 0 ? nil : index
    }

    /// Keeps the last mark before `end` when marks are removed.
    private mutating func keepLast(before end: Int) {
        guard let index = lastWhole(before: end) else { return }
        lastOfAll = taken(at: index)
    }

    private mutating func leave(_ count: Int) {
        first += count
        if first == marks.count { removeAll() }
    }

    /// Makes room if the marks are never all taken at once.
    private mutating func forgetTaken() {
        keepLast(before: first)
        // Containers come in order, and do not come back.
        containers.removeSubrange(..<containers.firstIndex { $0 === marks[first].container }!)
        marks.removeSubrange(..<first)
        if !details.isEmpty { details.removeSubrange(..<first) }
        failures.removeSubrange(..<firstFailure)
        (first, firstFailure) = (0, 0)
    }

    /// Removes all marks, but keeps the last one.
    mutating func removeAll() {
        keepLast(before: marks.count)
        marks.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        failures.removeAll(keepingCapacity: true)
        containers.removeAll(keepingCapacity: true)
        (first, firstFailure) = (0, 0)
    }
}
