// Items of one feed that several runs have read: each begins where the feed stands, and the feed's own takes over.

extension FeedRun {
    /// Begins to read some of the items of another run.
    ///
    /// - Parameters:
    ///   - number: How many come before them.
    ///   - last: How many come before the end of the feed, if that is a failure among them.
    func begin(number: Int, upTo last: Int?, asOf main: FeedRun) {
        itemCount = number
        endOfFailures = last
        enter(main.container!)
        totals = FeedProgress()
        notes?.reset()
        failures = []
        marks.removeAll()
    }

    /// How many items come before the one after which too many have failed, that one included, when another run has
    /// read what comes next; nil where there is none.
    func countUpToFailureLimit(in other: FeedRun) -> Int? {
        var failures = totals.failures
        for mark in other.marks.marks where mark.isFailure {
            failures += 1
            if isBudgetExceeded(by: failures, of: mark.number + 1) { return mark.number + 1 }
        }
        return nil
    }

    /// Takes over what has come out of a run that has read what comes next.
    ///
    /// - Returns: How many items that is, and the error when too many have failed.
    func takeOver(_ other: FeedRun) -> (items: Int, error: ModelError?) {
        if let notes, let noted = other.notes {
            notes.takeOver(noted)
            notes.settle()
        }
        // Where all are taken at once, none is left to be taken one by one.
        var items = hasDetails ? 0 : marks.takeAll(of: &other.marks) ?? 0
        totals.items += items
        var droppedBytes = 0
        var failures = other.marks.failures.makeIterator()
        // Several runs read items that have no keys.
        let detail = FeedMark.Detail(surroundings: surroundings?.extent)
        for mark in other.marks.marks {
            if hasDetails { marks.append(detail) }
            totals.largestItemBytes = max(totals.largestItemBytes, mark.end.offset - mark.start)
            guard mark.isFailure else {
                marks.append(mark)
                items += 1
                totals.items += 1
                continue
            }
            let failure = failures.next()!
            marks.append(mark, failure)
            itemCount = mark.number + 1
            totals.failures += 1
            totals.failuresByCode[failure.error.code, default: 0] += 1
            droppedBytes += mark.end.offset - mark.start
            if let error = exceededBudget(by: failure.error) {
                totals.droppedBytes += droppedBytes
                return (items, error)
            }
        }
        itemCount = other.itemCount
        totals.droppedBytes += other.totals.droppedBytes
        totals.largestItemBytes = max(totals.largestItemBytes, other.totals.largestItemBytes)
        return (items, nil)
    }
}
