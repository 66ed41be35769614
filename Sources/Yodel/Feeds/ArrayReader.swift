/// Reads the items of an array one by one, each in one buffer.
final class ArrayReader {
    private let run: FeedRun
    private let reader: ScannerRecordReader
    private var splitter: ItemSplitter
    /// The number of the last item that has been read; -1 before the first.
    private var lastItem: Int
    /// The place behind it.
    private var boundary: ModelError.Place
    /// Bytes of earlier chunks from there on: what separates items, and the beginning of one.
    private var carry: [UInt8] = []
    /// Where in ``carry`` the item begins.
    private var itemStart: Int?

    /// Reads blocks of many items; nil where they are read one by one.
    private let workers: FeedWorkers?
    /// With workers: how many items of the whole feed come before the next.
    private var nextNumber: Int
    /// How many bytes there are to be before items are looked for.
    private var wantedBytes = 0

    /// How long the item that is open is to be before it is looked at, though it has not ended.
    private var lookedAtBytes = ArrayReader.longestGap

    /// White space between items that is kept; where there is more, yajl passes over it.
    private static let longestGap = 4 << 10

    /// Where the reader goes no further.
    struct Stop {
        /// The number of the last item that has been read.
        var lastItem: Int
        /// The place behind it.
        var place: ModelError.Place
        /// Bytes of earlier chunks from there on.
        var kept: ArraySlice<UInt8>
        /// The index in the chunk of what follows them.
        var next: Int
    }

    init(
        _ run: FeedRun, _ options: DecodingOptions, _ workers: FeedWorkers?, at place: ModelError.Place,
        behind lastItem: Int = -1
    ) {
        self.run = run
        self.workers = workers
        self.lastItem = lastItem
        boundary = place
        nextNumber = run.itemCount
        reader = ScannerRecordReader(run, options, array: run.splitArray!, firstItem: lastItem + 1)
        splitter = ItemSplitter(isBehindItem: lastItem >= 0)
    }

    var bufferedBytes: Int { carry.count + (workers?.bufferedBytes ?? 0) }

    /// Reads the items that end in a chunk.
    ///
    /// - Returns: Where something else is to read on; nil where that is the next chunk's.
    func feed(_ chunk: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Stop? {
        guard let workers else { return try readOneByOne(chunk) }
        carry.append(contentsOf: chunk)
        guard carry.count >= max(workers.blockSize, wantedBytes) else { return nil }
        return try readBlock(workers, next: chunk.count)
    }

    private func readOneByOne(_ chunk: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Stop? {
        // Where the bytes behind the last item begin in the chunk, if they do.
        var behind: Int? = carry.isEmpty ? 0 : nil
        var position = 0
        while true {
            var start: Int?
            let (end, outcome) = splitter.passItem(chunk, &position, start: &start)
            guard let end else {
                return outcome == .needsMore ? keep(chunk, from: behind, item: start) : stop(at: behind)
            }
            if let behind {
                let gap = UnsafeBufferPointer(rebasing: chunk[behind..<start!])
                let item = UnsafeBufferPointer(rebasing: chunk[start!..<end])
                guard try read(item, behind: gap) else { return stop(at: behind) }
            } else {
                let count = carry.count
                let first = itemStart ?? count + start!
                carry.append(contentsOf: chunk[..<end])
                let isRead = try carry.withUnsafeBufferPointer { bytes throws(ModelError) in
                    try read(
                        UnsafeBufferPointer(rebasing: bytes[first...]),
                        behind: UnsafeBufferPointer(rebasing: bytes[..<first]))
                }
                guard isRead else {
                    carry.removeSubrange(count...)
                    return stop(at: nil)
                }
                carry.removeAll(keepingCapacity: true)
                itemStart = nil
                lookedAtBytes = Self.longestGap
            }
            behind = end
        }
    }

    /// At the end of the text: reads what has been gathered.
    func finish() throws(ModelError) -> Stop {
        guard let workers else { return stop(at: nil) }
        if let stop = try readBlock(workers, next: 0) { return stop }
        return try finish(workers, next: 0)
    }

    /// Has the items read that have been gathered.
    ///
    /// - Parameter next: The index of what follows them in the chunk.
    private func readBlock(_ workers: FeedWorkers, next: Int) throws(ModelError) -> Stop? {
        var items: [Range<Int>] = []
        var open: Int?
        var outcome = ItemSplitter.Outcome.needsMore
        var splitter = ItemSplitter(isBehindItem: lastItem >= 0)
        carry.withUnsafeBufferPointer { text in
            var position = 0
            while true {
                var start: Int?
                let (end, found) = splitter.passItem(text, &position, start: &start)
                guard let end else {
                    (outcome, open) = (found, start)
                    return
                }
                items.append(start!..<end)
            }
        }
        let end = items.last?.upperBound ?? 0
        if end > 0 {
            let text = carry
            let block = FeedWorkers.Block(
                text: text, items: items, place: boundary, number: nextNumber, position: lastItem + 1,
                array: run.splitArray)
            carry = workers.buffer(beginningWith: text[end...])
            boundary = text.withUnsafeBufferPointer {
                boundary.advanced(over: UnsafeBufferPointer(rebasing: $0[..<end]))
            }
            lastItem += items.count
            nextNumber += items.count
            if let stop = try workers.read(block) { return leave(stop, next: next) }
        }
        if end > 0 { lookedAtBytes = Self.longestGap }
        let openItem = open.map { $0 - end } ?? carry.count
        let isTooLong = carry.count > max(run.maxItemBytes, workers.blockSize)
        if outcome != .needsMore || isTooLong || !mayBeRight(from: openItem) { return try finish(workers, next: next) }
        // Where an item goes on it is not gone through again for every chunk.
        wantedBytes = items.isEmpty ? min(2 * carry.count, run.maxItemBytes) : 0
        return nil
    }

    /// Waits for what is being read, and goes no further.
    private func finish(_ workers: FeedWorkers, next: Int) throws(ModelError) -> Stop {
        if let stop = try workers.finish() { return leave(stop, next: next) }
        return Stop(lastItem: lastItem, place: boundary, kept: carry[...], next: next)
    }

    private func leave(_ stop: FeedWorkers.Stop, next: Int) -> Stop {
        Stop(lastItem: stop.position - 1, place: stop.place, kept: (stop.unread + carry)[...], next: next)
    }

    private func stop(at index: Int?) -> Stop {
        Stop(lastItem: lastItem, place: boundary, kept: carry[...], next: index ?? 0)
    }

    /// Keeps what a chunk has behind the last item.
    ///
    /// - Parameter start: Where in it an item begins.
    private func keep(_ chunk: UnsafeBufferPointer<UInt8>, from behind: Int?, item start: Int?) -> Stop? {
        if let start { itemStart = carry.count + start - (behind ?? 0) }
        carry.append(contentsOf: chunk[(behind ?? 0)...])
        let isTooLong = itemStart.map { carry.count - $0 > run.maxItemBytes } ?? (carry.count > Self.longestGap)
        guard isTooLong || !mayBeRight(from: itemStart ?? carry.count) else { return nil }
        return Stop(lastItem: lastItem, place: boundary, kept: carry[...], next: chunk.count)
    }

    /// Whether what is kept of an item from an index on may be the beginning of a right one.
    ///
    /// One with something wrong in it may never end by its brackets. It is looked at whenever it has become twice as
    /// long.
    private func mayBeRight(from start: Int) -> Bool {
        guard carry.count - start >= lookedAtBytes else { return true }
        lookedAtBytes = 2 * (carry.count - start)
        return carry.withUnsafeBufferPointer { bytes in
            let gap = UnsafeBufferPointer(rebasing: bytes[..<start])
            return reader.mayBegin(UnsafeBufferPointer(rebasing: bytes[start...]), at: boundary.advanced(over: gap))
        }
    }

    /// Reads an item; false where that is not the scanner's to do.
    private func read(
        _ item: UnsafeBufferPointer<UInt8>, behind gap: UnsafeBufferPointer<UInt8>
    ) throws(ModelError) -> Bool {
        guard item.count <= run.maxItemBytes else { return false }
        guard let end = try reader.readOne(item, from: boundary.advanced(over: gap)) else { return false }
        boundary = end
        lastItem += 1
        return true
    }
}
