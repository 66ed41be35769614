private import CYodelKernels

/// Reads a stream of lines on several threads, in blocks.
///
/// The first line, and one that is longer than a block, are read as without threads.
final class ParallelLineDriver: FeedDriver {
    private let run: FeedRun
    private let serial: RecordDriver
    private let workers: FeedWorkers
    private var block: [UInt8] = []
    /// The place of its first byte, and how many lines with something in them come before: nil until the first block,
    /// and where lines have been read without threads since the last one.
    private var start: (place: ModelError.Place, number: Int)?

    init(_ run: FeedRun, _ serial: RecordDriver, _ workers: FeedWorkers) {
        self.run = run
        self.serial = serial
        self.workers = workers
    }

    override func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        var position = 0
        while position < bytes.count {
            if serial.isInRecord {
                let end = yodel_find_byte(bytes.start, position, bytes.count, UInt8(ascii: "\n"))
                let behind = min(end + 1, bytes.count)
                try serial.feed(UnsafeBufferPointer(rebasing: bytes[position..<behind]))
                position = behind
            } else {
                // A large chunk is not copied as a whole.
                let end = min(position + max(workers.blockSize - block.count, 1), bytes.count)
                block.append(contentsOf: bytes[position..<end])
                position = end
                if block.count >= workers.blockSize { try readBlock() }
            }
        }
        run.count(bytes: 0, buffered: block.count + workers.bufferedBytes)
    }

    override func finish() throws(ModelError) {
        if !serial.isInRecord { try readBlock() }
        try readWithoutThreads()
        try serial.finish()
    }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool { serial.resume(at: checkpoint) }

    override var isCutOff: Bool { serial.isCutOff }

    /// Has the lines read that end in the block.
    private func readBlock() throws(ModelError) {
        guard let last = block.lastIndex(of: UInt8(ascii: "\n")) else { return try readWithoutThreads() }
        let (place, number) = start ?? (serial.place, run.itemCount)
        let text = block
        let (items, lineFeeds) = text.withUnsafeBufferPointer { lines(in: UnsafeBufferPointer(rebasing: $0[...last])) }
        block = workers.buffer(beginningWith: text[(last + 1)...])
        start = (
            ModelError.Place(offset: place.offset + last + 1, line: place.line + lineFeeds, column: 1),
            number + items.count
        )
        run.count(bytes: last + 1, buffered: 0)
        try workers.read(
            FeedWorkers.Block(text: text, items: items, place: place, number: number, position: number))
    }

    /// Reads what is left of the block, behind everything that is being read.
    private func readWithoutThreads() throws(ModelError) {
        try workers.finish()
        if let start { serial.pass(to: start.place) }
        start = nil
        let part = block
        block.removeAll(keepingCapacity: true)
        try part.withUnsafeBufferPointer { bytes throws(ModelError) in try serial.feed(bytes) }
    }

    /// The lines of a text that have something in them, and how many there are in all.
    private func lines(in text: UnsafeBufferPointer<UInt8>) -> (items: [Range<Int>], count: Int) {
        var lines: [Range<Int>] = []
        var (start, count) = (0, 0)
        while start < text.count {
            let end = yodel_find_byte(text.start, start, text.count, UInt8(ascii: "\n"))
            if !text[start..<end].allSatisfy(\.isWhiteSpace) { lines.append(start..<end) }
            start = end + 1
            count += 1
        }
        return (lines, count)
    }
}
