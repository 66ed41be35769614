private import CYodelKernels

/// Cuts the chunks of a feed into blocks of whole items, which several threads read.
///
/// Blocks are read in place. Only an item that continues in the next chunk, small chunks, and chunks without an owner
/// are copied.
class BlockCutter {
    fileprivate let run: FeedRun
    private let workers: FeedWorkers
    /// The text that is in no block yet; it begins at ``place``.
    private(set) var open: [UInt8] = []
    /// Where the open text begins.
    private(set) var place: ModelError.Place
    /// How many items come before the open text, in the whole feed and in their container.
    private var number: Int
    private(set) var position: Int
    /// Copied bytes, to be cut together with the next ones.
    private var gathered: [UInt8] = []
    private let endOfLongest: Int
    /// Whether the feed's own source has to continue, from ``place``.
    fileprivate private(set) var isOver = false

    /// Where a chunk is cut.
    fileprivate struct Cut {
        /// How many of its bytes belong to the open text.
        var head = 0
        /// The end of the block.
        var end: Int
        /// Where the next open text begins.
        var open: Int
        /// How many items the block has.
        var items: Int
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
    }

    /// Finds the last place in a chunk where the text may be cut; nil if there is none.
    fileprivate func cut(_ bytes: UnsafeBufferPointer<UInt8>, isOver: inout Bool) -> Cut? {
        preconditionFailure("overridden")
    }

    /// Whether the open text may go on in the next chunk.
    fileprivate var mayGoOn: Bool { preconditionFailure("overridden") }

    fileprivate final var blockSize: Int { workers.blockSize }

    var bufferedBytes: Int { open.count + gathered.count + workers.bufferedBytes }

    /// Passes the items of a chunk to the workers.
    ///
    /// - Returns: The index in the chunk at which the feed's own source has to continue, after ``open``; nil if it need
    ///   not.
    func feed(_ chunk: FeedChunk) throws(ModelError) -> Int? {
        var start = 0
        while start < chunk.count, !isOver {
            let isKept = chunk.owner != nil && chunk.count - start >= blockSize / 4
            if isKept { try cutGathered() }
            if isOver { break }
            let part = chunk[start..<min(start + max(blockSize - gathered.count, 1), chunk.count)]
            start += part.count
            if isKept {
                try cut(part)
            } else {
                if gathered.isEmpty { gathered.reserveCapacity(blockSize) }
                gathered += part.bytes
                if gathered.count >= blockSize { try cutGathered() }
            }
        }
        return isOver ? start : nil
    }

    /// Waits until all blocks have been read: at the end of the text, or of the array that several threads read.
    func finish() throws(ModelError) {
        // Reading a few items here is faster than passing them to another thread.
        if gathered.count < blockSize / 4 {
            open += gathered
            gathered = []
        }
        try cutGathered()
        try workers.finish()
    }

    private func cutGathered() throws(ModelError) {
        guard !gathered.isEmpty, let owner = FeedBytes(gathered) else { return }
        gathered = []
        try owner.withBytes { bytes throws(ModelError) in try cut(FeedChunk(bytes, of: owner)) }
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
            .advanced(over: UnsafeBufferPointer(rebasing: bytes[..<cut.open]))
        number += cut.items
        position += cut.items
        open = Array(bytes[cut.open...])
        try workers.read(block)
    }
}

/// Cuts an array after commas between its items.
///
/// The cutter counts brackets and quotes, which is correct for valid JSON. In invalid JSON, the reader of a block finds
/// the error before the end of the block could matter. A block ends with a comma, and the next begins with the same
/// comma.
final class ArrayCutter: BlockCutter {
    private var finder = ItemFinder()
    /// Whether the text begins after an item: then the first comma comes before the first item, not after it.
    private var isAfterItem: Bool
    private let limits: ParserLimits
    /// How many arrays and objects are open around the items.
    private let depth: Int
    /// The length of the open text at which it is checked next.
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

    /// Looks for errors in a long item each time its length has doubled: they are found before the item is too long.
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
        let found = finder.find(in: bytes)
        isOver = finder.isOver
        guard let (last, commas) = found else { return nil }
        let items = isAfterItem ? commas - 1 : commas
        isAfterItem = false
        guard items > 0 else { return nil }
        wanted = 0
        return Cut(end: last + 1, open: last, items: items)
    }
}

/// Finds the commas between the items of an array, in text that comes in chunks.
///
/// It counts brackets without matching them, and looks only at brackets, quotes and commas: the result is correct if
/// the text is valid.
struct ItemFinder {
    /// The state within the open item, if that is an array or object.
    private var container = yodel_container_state()
    /// Whether the open item is a string, and whether the next byte belongs to an escape.
    private var string = (isOpen: false, isEscaped: false)
    /// Whether the bracket that closes the array has been found.
    private(set) var isOver = false

    /// The index of the last comma between items in the next chunk, and how many there are; nil if there is none.
    mutating func find(in text: UnsafeBufferPointer<UInt8>) -> (last: Int, count: Int)? {
        var found: (last: Int, count: Int)?
        var position = 0
        while position < text.count {
            if string.isOpen {
                position = passString(text, from: position)
                continue
            }
            switch container.depth > 0 ? UInt8(ascii: "{") : text[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                position = yodel_find_container_end(text.start, position, text.count, &container)
                guard position >= 0 else { return found }
                container = yodel_container_state()
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                isOver = true
                return found
            case UInt8(ascii: "\""): string.isOpen = true
            case UInt8(ascii: ","): found = (position, (found?.count ?? 0) + 1)
            default: break
            }
            position += 1
        }
        return found
    }

    /// Skips a string, up to the index after its end or the end of the chunk.
    private mutating func passString(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position < text.count {
            if string.isEscaped {
                string.isEscaped = false
            } else {
                position = yodel_scan_string(text.start + position, text.start + text.count).end - text.start
                guard position < text.count else { break }
                string.isEscaped = text[position] == UInt8(ascii: "\\")
                if text[position] == UInt8(ascii: "\"") {
                    string.isOpen = false
                    return position + 1
                }
            }
            position += 1
        }
        return position
    }
}

/// Cuts lines after line feeds.
///
/// The cutter only counts the lines; the thread that reads a block finds them.
final class LineCutter: BlockCutter {
    init(_ run: FeedRun, _ workers: FeedWorkers, at place: ModelError.Place) {
        super.init(run, workers, at: place, position: run.itemCount)
    }

    fileprivate override var mayGoOn: Bool { open.count <= blockSize }

    fileprivate override func cut(_ bytes: UnsafeBufferPointer<UInt8>, isOver: inout Bool) -> Cut? {
        guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        var cut = Cut(end: last + 1, open: last + 1, items: 0)
        if !open.isEmpty {
            cut.head = yodel_find_byte(bytes.start, 0, bytes.count, UInt8(ascii: "\n")) + 1
            let isBlank = open.allSatisfy { $0.isWhiteSpace } && bytes[..<cut.head].allSatisfy { $0.isWhiteSpace }
            cut.items = isBlank ? 0 : 1
        }
        cut.items += Self.countItems(UnsafeBufferPointer(rebasing: bytes[cut.head..<cut.end]))
        return cut
    }

    /// How many lines of a text are not blank.
    static func countItems(_ lines: UnsafeBufferPointer<UInt8>) -> Int {
        var (count, position) = (0, 0)
        while position < lines.count {
            let end = yodel_find_byte(lines.start, position, lines.count, UInt8(ascii: "\n"))
            if lines[position..<end].contains(where: { !$0.isWhiteSpace }) { count += 1 }
            position = end + 1
        }
        return count
    }
}
