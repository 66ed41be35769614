// Several runs read items of one feed: each begins at a block, and the feed's own run takes over the items.

extension FeedRun {
    /// Begins to read some of the items of another run.
    ///
    /// - Parameters:
    ///   - number: How many items come before them.
    ///   - last: How many items come before the end of the feed, if a failure among these items ends it.
    func begin(number: Int, upTo last: Int?, asOf main: FeedRun) {
        itemCount = number
        endOfFailures = last
        enter(main.container!)
        totals = FeedProgress()
        notes?.reset()
        failures = []
        marks.removeAll()
    }

    /// How many items come before the end of the feed, if another run has read a failure that exceeds the budget.
    ///
    /// - Returns: The count, with the item that has failed; nil if there is no such failure.
    func countUpToFailureLimit(in other: FeedRun) -> Int? {
        guard !other.marks.failures.isEmpty else { return nil }
        var failures = totals.failures
        for mark in other.marks.marks where mark.isFailure {
            failures += 1
            if isBudgetExceeded(by: failures, of: mark.number + 1) { return mark.number + 1 }
        }
        return nil
    }

    /// Takes over the items and failures of a run that has read the next block; returns how many items there are, and
    /// the error if too many have failed.
    func takeOver(_ other: FeedRun) -> (items: Int, error: ModelError?) {
        if let notes, let noted = other.notes {
            notes.takeOver(noted)
            notes.settle()
        }
        // If all marks are taken at once, the loop below has none.
        var items = hasDetails ? 0 : marks.takeAll(of: &other.marks) ?? 0
        totals.items += items
        var error: ModelError?
        var failures = other.marks.failures.makeIterator()
        // Several runs read only items without keys.
        let detail = FeedMark.Detail(surroundings: surroundings?.extent)
        for mark in other.marks.marks {
            if hasDetails { marks.append(detail) }
            guard mark.isFailure else {
                marks.append(mark)
                items += 1
                totals.items += 1
                continue
            }
            itemCount = mark.number + 1
            let exceeded = deliver(failures.next()!, at: mark)
            error = error ?? exceeded
        }
        itemCount = other.itemCount
        totals.droppedBytes += other.totals.droppedBytes
        totals.largestItemBytes = max(totals.largestItemBytes, other.totals.largestItemBytes)
        return (items, error)
    }
}
