internal import CYodelKernels

// Items of feeds: their length limit before their end is known, and the bytes of those that fail.

extension TextSource {
    /// Gives up the item that is open at the end of a chunk, if it is too long.
    ///
    /// - Parameter string: The start of a string that has been skipped and not read yet.
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
        // The content of an open string no longer matters: only its quote is kept.
        guard guardian.isInString, !isCarryCollapsed else { return }
        carry = [UInt8(ascii: "\"")]
        isCarryCollapsed = true
        guardian.liftStringLimit()
    }

    /// Whether to ignore a problem: a string that is too long, in an item that is too long anyway.
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

    /// The offset of the open item, which may be a string that the parser has not received yet.
    private func startOfOpenItem(_ string: Int?) -> Int? {
        if binder.pointee.isInItem { return binder.pointee.feeds!.itemStart }
        guard binder.pointee.isItemNext else { return nil }
        return string ?? (guardian.isInString ? guardian.stringStart : nil)
    }

    /// The error that ends the feed, which may be another one if the item is too long.
    ///
    /// If the item exceeds its limit before the error in it is known, the feed ends with the limit's error; or, if that
    /// alone would not end the feed, with the given error at the item's path.
    ///
    /// - Parameter end: The offset after the byte that revealed the error.
    func withItemLimit(_ error: ModelError, knownAt end: Int) -> ModelError {
        guard let run = binder.pointee.feeds, error.code != .itemLimit, error.code != .failureLimit,
            isItemTooLong(upTo: end)
        else { return error }
        notePlaceOfItem()
        run.itemStart = startOfOpenItem(nil)!
        return binder.pointee.limited(error)
    }

    /// Whether the number at the end of the text may be the beginning of a longer one, and would be delivered.
    var mayNumberGoOn: Bool {
        guard binder.pointee.feeds != nil, binder.pointee.depth > 0, !binder.pointee.isInItem else { return false }
        return carry.withUnsafeBufferPointer { NumberText($0).isValid }
    }

    /// Records the place of the item in lines and columns, before its text is gone.
    private func notePlaceOfItem(_ string: Int? = nil) {
        guard let start = startOfOpenItem(string), let run = binder.pointee.feeds, run.startPlace?.offset != start
        else { return }
        run.startPlace = place(at: start)
    }

    /// Reads an empty string instead of one that was too long; its item is too long anyway.
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
