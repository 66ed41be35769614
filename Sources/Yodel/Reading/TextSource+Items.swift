internal import CYodelKernels

// Items of feeds: how long they may be although their end is not in sight, and their bytes, for those that fail.

extension TextSource {
    /// Gives up the item that is open at the end of a chunk, if it is longer than items may be.
    ///
    /// - Parameter string: Where a string begins that has been passed, and not been read yet.
    func limitItem(upTo end: Int, afterStringAt string: Int? = nil) throws(ModelError) {
        guard binder.pointee.feeds != nil else { return }
        notePlaceOfItem(string)
        guard isItemTooLong(upTo: end, string) else { return }
        forgetItem()
        if binder.pointee.isInItem {
            guard binder.pointee.limitItem(upTo: end) else { throw binder.pointee.failure! }
        } else {
            binder.pointee.feeds!.isNextItemTooLong = true
        }
        collapseCarry()
    }

    /// Whether a problem is none: a string that is too long, in an item that is too long anyway.
    func forgives(_ problem: TextGuard.Problem, at offset: Int) -> Bool {
        guard problem.code == .stringLimit, binder.pointee.feeds != nil, isItemTooLong(upTo: offset + 1)
        else { return false }
        guardian.liftStringLimit()
        return true
    }

    private func isItemTooLong(upTo end: Int, _ string: Int? = nil) -> Bool {
        guard let start = startOfOpenItem(string) else { return false }
        return end - start > binder.pointee.feeds!.maxItemBytes
    }

    /// The offset of the item that is open: it may be a string of which the parser has not been given anything.
    private func startOfOpenItem(_ string: Int?) -> Int? {
        if binder.pointee.isInItem { return binder.pointee.feeds!.itemStart }
        guard binder.pointee.isItemNext else { return nil }
        return string ?? (guardian.isInString ? guardian.stringStart : nil)
    }

    /// The error that ends the feed: where the item at hand turns out to be too long before something else in it turns
    /// out to be wrong, that it is, or, if that alone would not end the feed, the other without the way to it.
    ///
    /// - Parameter end: After the byte that has shown what is wrong.
    func withItemLimit(_ error: ModelError, knownAt end: Int) -> ModelError {
        guard let run = binder.pointee.feeds, error.code != .itemLimit, error.code != .failureLimit,
            isItemTooLong(upTo: end)
        else { return error }
        notePlaceOfItem()
        run.itemStart = startOfOpenItem(nil)!
        return binder.pointee.limited(error)
    }

    /// Where the item begins has to be known in lines and columns when its text is gone.
    private func notePlaceOfItem(_ string: Int? = nil) {
        guard let start = startOfOpenItem(string), let run = binder.pointee.feeds, run.startPlace?.offset != start
        else { return }
        run.startPlace = place(at: start)
    }

    /// Of the string that is open only its end matters.
    private func collapseCarry() {
        guard guardian.isInString, !isCarryCollapsed else { return }
        carry = [UInt8(ascii: "\"")]
        isCarryCollapsed = true
        guardian.liftStringLimit()
    }

    /// Has an empty string read in place of one that was too long: the item it is in, or is, is too long anyway.
    func parseCollapsed(upTo end: Int) throws(ModelError) {
        try limitItem(upTo: end, afterStringAt: carryOffset)
        isCarryCollapsed = false
        carry = []
        let gap = yodel_gap(index: 1, removed: UInt64(end - carryOffset - 2))
        let token = Array("\"\"".utf8)
        let start = carryOffset
        try token.withUnsafeBufferPointer { text throws(ModelError) in
            try withUnsafePointer(to: gap) { gap throws(ModelError) in
                let gaps = UnsafeBufferPointer(start: gap, count: 1)
                try parse(Segment(text: text, original: text, offset: start, gaps: gaps))
            }
        }
    }
}
