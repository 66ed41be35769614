/// Gathers the items of an array into blocks for several threads.
///
/// A scanner whose sink ignores everything finds where items end, by counting brackets. That is right for sound text;
/// of any other, whoever reads the block finds the error before the end of the block could matter. Where an item is
/// too long, or what separates items is wrong, the feed's own source reads on after the last block.
final class ParallelArray {
    private let run: FeedRun
    private let workers: FeedWorkers
    private let cutter: ItemCutter
    private let endOfLongest: Int
    /// The number of the last item of a block; -1 before the first.
    private(set) var lastItem: Int
    /// The place after it.
    private(set) var boundary: ModelError.Place
    /// The text from there on.
    private var text: [UInt8] = []
    /// How many items of the whole feed come before the next.
    private var nextNumber: Int
    /// How many bytes there must be before items are looked for.
    private var wantedBytes = 0

    /// - Parameter depth: How many arrays and objects are open around the items.
    init(
        _ run: FeedRun, _ workers: FeedWorkers, _ options: DecodingOptions, at place: ModelError.Place, depth: Int,
        after lastItem: Int = -1
    ) {
        self.run = run
        self.workers = workers
        self.lastItem = lastItem
        boundary = place
        nextNumber = run.itemCount
        cutter = ItemCutter(options.limits, depth: depth)
        endOfLongest = options.limits.documentBytes
    }

    var bufferedBytes: Int { text.count + workers.bufferedBytes }

    /// Gathers a chunk.
    ///
    /// - Returns: The text that the feed's own source has to read, from ``boundary`` on; nil while there is none.
    func feed(_ chunk: UnsafeBufferPointer<UInt8>) throws(ModelError) -> [UInt8]? {
        text.append(contentsOf: chunk)
        guard text.count >= max(workers.blockSize, wantedBytes) || isTooLong else { return nil }
        return try readBlock() ? wait() : nil
    }

    /// At the end of the text: has the items read that have been gathered, and waits.
    ///
    /// - Returns: The text after them.
    func finish() throws(ModelError) -> [UInt8] {
        // A few items are read sooner than handed over.
        if text.count >= workers.blockSize / 4 { _ = try readBlock() }
        return try wait()
    }

    /// Whether the document is longer than it may be, which its source reports.
    private var isTooLong: Bool { boundary.offset + text.count > endOfLongest }

    /// Has the items read that end in what has been gathered.
    ///
    /// - Returns: Whether the feed's own source has to read on after them.
    private func readBlock() throws(ModelError) -> Bool {
        let isTooLong = isTooLong
        let (items, isOver) = text.withUnsafeBufferPointer {
            cutter.items(in: $0, isAfterItem: lastItem >= 0, longest: run.maxItemBytes)
        }
        if let end = items.last?.upperBound, !isTooLong { try read(items, upTo: end) }
        // Where an item goes on it is not gone through again for every chunk.
        wantedBytes = items.isEmpty ? min(2 * text.count, run.maxItemBytes) : 0
        let isLong = text.count > max(run.maxItemBytes, workers.blockSize)
        return isOver || isTooLong || isLong
    }

    private func read(_ items: [Range<Int>], upTo end: Int) throws(ModelError) {
        let block = FeedWorkers.Block(
            text: text, items: items, place: boundary, number: nextNumber, position: lastItem + 1)
        text = workers.buffer(beginningWith: text[end...])
        boundary = block.text.withUnsafeBufferPointer {
            boundary.advanced(over: UnsafeBufferPointer(rebasing: $0[..<end]))
        }
        lastItem += items.count
        nextNumber += items.count
        try workers.read(block)
    }

    /// Waits for what is being read.
    ///
    /// - Returns: The text after it.
    private func wait() throws(ModelError) -> [UInt8] {
        try workers.finish()
        return text
    }
}

/// Finds the ends of the items of an array.
struct ItemCutter: ~Copyable {
    private let token = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: 1)
    private let limits: ParserLimits
    /// How many arrays and objects are open around the items.
    private let depth: Int

    init(_ limits: ParserLimits, depth: Int) {
        self.limits = limits
        self.depth = depth
    }

    /// The items that end in a text.
    ///
    /// - Parameters:
    ///   - isAfterItem: The text goes on after an item, not after the array's opening bracket.
    ///   - longest: How long an item may be.
    /// - Returns: Where they are, and whether no item follows them that is sound and not too long.
    borrowing func items(
        in text: UnsafeBufferPointer<UInt8>, isAfterItem: Bool, longest: Int
    ) -> (items: [Range<Int>], isOver: Bool) {
        var scanner = Scanner(token: token, limits: limits)
        scanner.restart(in: [false], isAfterValue: isAfterItem)
        var items: [Range<Int>] = []
        let start = text.start
        let end = start + text.count
        var position = start
        while position < end {
            var sink = IgnoringSink(levels: limits.depth - depth, checks: false)
            let text = UnsafeBufferPointer(start: position, count: end - position)
            guard let next = scanner.scan(text, to: &sink), scanner.depth > 0 else { return (items, true) }
            while position < next, position.pointee.isWhiteSpace || position.pointee == UInt8(ascii: ",") {
                position += 1
            }
            // The text ends between two items, or within one.
            guard position < next, scanner.isAfterValue, sink.depth == 0 else { break }
            guard next - position <= longest else { return (items, true) }
            items.append(position - start..<next - start)
            position = next
        }
        return (items, false)
    }

    deinit {
        token.deallocate()
    }
}
