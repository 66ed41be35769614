private import CYodelKernels

/// Reads a stream of lines on several threads: text is gathered until there is enough for all of them.
///
/// The first line, and one that is longer than what is gathered, are read as without threads.
final class ParallelLineDriver: FeedDriver {
    private let run: FeedRun
    private let serial: RecordDriver
    private let workers: FeedWorkers
    private var block: [UInt8] = []

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
                let end = min(position + max(workers.capacity - block.count, 1), bytes.count)
                block.append(contentsOf: bytes[position..<end])
                position = end
                if block.count >= workers.capacity { try readBlock() }
            }
        }
        run.count(bytes: 0, buffered: block.count)
    }

    override func finish() throws(ModelError) {
        if !serial.isInRecord { try readBlock() }
        try block.withUnsafeBufferPointer { bytes throws(ModelError) in try serial.feed(bytes) }
        block = []
        try serial.finish()
    }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool { serial.resume(at: checkpoint) }

    override var isCutOff: Bool { serial.isCutOff }

    /// Reads the lines that end in the block.
    private func readBlock() throws(ModelError) {
        guard let last = block.lastIndex(of: UInt8(ascii: "\n")) else {
            let part = block
            block.removeAll(keepingCapacity: true)
            return try part.withUnsafeBufferPointer { bytes throws(ModelError) in try serial.feed(bytes) }
        }
        var place = serial.place
        defer { block.removeSubrange(...last) }
        try block.withUnsafeBufferPointer { bytes throws(ModelError) in
            let text = UnsafeBufferPointer(rebasing: bytes[...last])
            let batch = FeedWorkers.Batch(
                text: text, items: lines(in: text), place: place, firstPosition: run.itemCount)
            _ = try workers.read(batch)
            run.count(bytes: text.count, buffered: 0)
            place = place.advanced(over: text)
        }
        serial.pass(to: place)
    }

    /// The lines of a text that have something in them.
    private func lines(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < text.count {
            let end = yodel_find_byte(text.start, start, text.count, UInt8(ascii: "\n"))
            if !text[start..<end].allSatisfy(\.isWhiteSpace) { lines.append(start..<end) }
            start = end + 1
        }
        return lines
    }
}
