private import CYodelKernels

/// Cuts the chunks of a feed into blocks of whole items, which several threads read.
///
/// A block is read where its chunk is. The item that goes on in the next chunk is copied, as are chunks that are small or
/// that the caller does not leave here.
class BlockCutter {
    fileprivate let run: FeedRun
    private let workers: FeedWorkers
    /// The text from ``place`` on that is in no block.
    private(set) var open: [UInt8] = []
    /// Where the open text begins.
    private(set) var place: ModelError.Place
    /// How many items come before it, in the whole feed and in what holds them.
    private var number: Int
    private(set) var position: Int
    /// Bytes that have been copied, to be cut with those that follow.
    private var gathered: ReadBytes?
    private let memory: FeedMemory
    private let endOfLongest: Int
    /// The feed's own source has to read on, from ``place``.
    fileprivate private(set) var isOver = false

    /// Where a chunk is cut.
    fileprivate struct Cut {
        /// How many of its bytes belong to the open text.
        var head = 0
        /// The end of the block.
        var end: Int
        /// The beginning of the text that is open then.
        var open: Int
        /// How many items come before it.
        var items: Int
        var lineFeeds: Int
    }

    fileprivate init(
        _ run: FeedRun, _ workers: FeedWorkers, at place: ModelError.Place, position: Int, longest: Int = .max
    ) {
        self.run = run
        self.workers = workers
        self.place = place
        number = run.itemCount
        self.position = position
        endOfLongest = longest
        memory = FeedMemory(size: workers.blockSize)
    }

    /// Finds the last place in a chunk where the text may be cut; nil if there is none.
    fileprivate func cut(_ bytes: UnsafeBufferPointer<UInt8>, isOver: inout Bool) -> Cut? {
        preconditionFailure("overridden")
    }

    /// Whether the open text may go on in the next chunk.
    fileprivate var mayGoOn: Bool { preconditionFailure("overridden") }

    /// How much text a block has.
    fileprivate final var blockSize: Int { workers.blockSize }

    var bufferedBytes: Int { open.count + (gathered?.count ?? 0) + workers.bufferedBytes }

    /// Has the items of a chunk read.
    ///
    /// - Returns: The index from which on the feed's own source has to read it, after ``open``; nil if it has not.
    func feed(_ chunk: FeedChunk) throws(ModelError) -> Int? {
        var start = 0
        while start < chunk.count, !isOver {
            let isKept = chunk.owner != nil && chunk.count - start >= blockSize / 4
            if isKept { try cutGathered() }
            if isOver { break }
            let wanted = blockSize - (gathered?.count ?? 0)
            let part = chunk[start..<min(start + wanted, chunk.count)]
            start += part.count
            if isKept {
                try cut(part)
            } else {
                if gathered == nil { gathered = memory.make() }
                gathered!.append(part.bytes)
                if gathered!.count >= blockSize { try cutGathered() }
            }
        }
        return isOver ? start : nil
    }

    /// At the end of the text, or of what is read by several threads: waits until all blocks have been read.
    func finish() throws(ModelError) {
        // A few items are read sooner than handed over.
        if let gathered, gathered.count < blockSize / 4 {
            open += gathered.chunk.bytes
            self.gathered = nil
        }
        try cutGathered()
        try workers.finish()
    }

    private func cutGathered() throws(ModelError) {
        guard let gathered else { return }
        self.gathered = nil
        try cut(gathered.chunk)
    }

    private func cut(_ chunk: FeedChunk) throws(ModelError) {
        let bytes = chunk.bytes
        // The source reports a document that is too long.
        isOver = !workers.areUseful || bytes.count > endOfLongest - place.offset - open.count
        guard !isOver, let cut = cut(bytes, isOver: &isOver) else {
            open += bytes
            isOver = isOver || !mayGoOn
            return
        }
        let block = FeedWorkers.Block(
            head: open + bytes[..<cut.head], owner: chunk.owner!, body: chunk.indicesInOwner(cut.head..<cut.end),
            place: place, number: number, position: position)
        place = open.withUnsafeBufferPointer(place.advanced)
        place.offset += cut.open
        if cut.lineFeeds > 0 {
            place.line += cut.lineFeeds
            place.column = cut.open - bytes[..<cut.open].lastIndex(of: UInt8(ascii: "\n"))!
        } else {
            place.column += cut.open
        }
        number += cut.items
        position += cut.items
        open = Array(bytes[cut.open...])
        try workers.read(block)
    }
}

/// Cuts an array after commas between its items.
///
/// Brackets and quotes are counted. That is right for sound text. In any other text, the reader of the block finds the
/// error before the end of the block could matter. A block ends with a comma, and the next begins with the same one.
final class ArrayCutter: BlockCutter {
    private var state = yodel_container_state()
    /// The text begins after an item: the next comma comes before the first item, not after it.
    private var isAfterItem: Bool
    private let limits: ParserLimits
    /// How many arrays and objects are open around the items.
    private let depth: Int
    /// How long the open text is when it is looked at next.
    private var wanted = 0

    /// - Parameter position: How many items of the array come before the place.
    init(
        _ run: FeedRun, _ workers: FeedWorkers, _ limits: ParserLimits, at place: ModelError.Place, depth: Int,
        position: Int = 0
    ) {
        isAfterItem = position > 0
        self.limits = limits
        self.depth = depth
        super.init(run, workers, at: place, position: position, longest: limits.documentBytes)
    }

    /// An error in an item that goes on and on is found long before the item is too long.
    fileprivate override var mayGoOn: Bool {
        guard open.count <= max(run.maxItemBytes, blockSize) else { return false }
        guard open.count >= max(2 * blockSize, wanted) else { return true }
        wanted = 2 * open.count
        return withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>.self, capacity: 1) { token in
            var scanner = Scanner(token: token.baseAddress!, limits: limits)
            scanner.restart(in: [false], isAfterValue: position > 0)
            var sink = IgnoringSink(levels: limits.depth - depth)
            return open.withUnsafeBufferPointer { scanner.scan($0, to: &sink) != nil }
        }
    }

    fileprivate override func cut(_ bytes: UnsafeBufferPointer<UInt8>, isOver: inout Bool) -> Cut? {
        let found = yodel_cut_items(bytes.start, bytes.count, &state)
        isOver = found.is_over
        let items = isAfterItem ? found.commas - 1 : found.commas
        if found.commas > 0 { isAfterItem = false }
        guard items > 0 else { return nil }
        wanted = 0
        return Cut(end: found.comma + 1, open: found.comma, items: items, lineFeeds: found.line_feeds)
    }
}

/// Cuts lines after line feeds.
///
/// The thread that reads a block finds the lines in it. Here they are only counted.
final class LineCutter: BlockCutter {
    init(_ run: FeedRun, _ workers: FeedWorkers, at place: ModelError.Place) {
        super.init(run, workers, at: place, position: run.itemCount)
    }

    fileprivate override var mayGoOn: Bool { open.count <= blockSize }

    fileprivate override func cut(_ bytes: UnsafeBufferPointer<UInt8>, isOver: inout Bool) -> Cut? {
        guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        var cut = Cut(end: last + 1, open: last + 1, items: 0, lineFeeds: 0)
        if !open.isEmpty {
            cut.head = yodel_find_byte(bytes.start, 0, bytes.count, UInt8(ascii: "\n")) + 1
            cut.lineFeeds = 1
            let isBlank = open.allSatisfy(\.isWhiteSpace) && bytes[..<cut.head].allSatisfy(\.isWhiteSpace)
            cut.items = isBlank ? 0 : 1
        }
        let counts = yodel_count_lines(bytes.start + cut.head, cut.end - cut.head)
        cut.lineFeeds += counts.lines
        cut.items += counts.filled
        return cut
    }
}

/// Reads a stream of lines on several threads.
///
/// The first line, and one that is longer than a block, are read as without threads.
final class ParallelLineDriver: FeedDriver {
    private let run: FeedRun
    private let serial: RecordDriver
    private let workers: FeedWorkers
    /// What cuts the lines at hand; nil where they are read as without threads.
    private var cutter: LineCutter?

    init(_ run: FeedRun, _ serial: RecordDriver, _ workers: FeedWorkers) {
        self.run = run
        self.serial = serial
        self.workers = workers
    }

    override func feed(_ chunk: FeedChunk) throws(ModelError) {
        var start = 0
        while start < chunk.count {
            let rest = chunk[start..<chunk.count]
            if serial.isInRecord || !workers.areUseful && cutter == nil {
                let end =
                    workers.areUseful ? yodel_find_byte(rest.bytes.start, 0, rest.count, UInt8(ascii: "\n")) + 1 : .max
                let line = rest[0..<min(end, rest.count)]
                try serial.feed(line)
                start += line.count
                continue
            }
            let cutter = cutter ?? LineCutter(run, workers, at: serial.place)
            self.cutter = cutter
            let before = cutter.place.offset
            let end = try cutter.feed(rest)
            run.count(bytes: cutter.place.offset - before, buffered: cutter.bufferedBytes)
            guard let end else { return }
            start += end
            try leave(cutter)
        }
    }

    override func finish() throws(ModelError) {
        if let cutter { try leave(cutter) }
        try serial.finish()
    }

    /// Reads on without threads, after everything that has been cut.
    private func leave(_ cutter: LineCutter) throws(ModelError) {
        let before = cutter.place.offset
        try cutter.finish()
        run.count(bytes: cutter.place.offset - before, buffered: 0)
        self.cutter = nil
        serial.pass(to: cutter.place)
        try cutter.open.withUnsafeBufferPointer { text throws(ModelError) in try serial.feed(FeedChunk(text)) }
    }

    override func deliver() throws(ModelError) -> Bool { try workers.deliver() }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool { serial.resume(at: checkpoint) }

    override var isCutOff: Bool { serial.isCutOff }
}
