/// Turns the bytes of a feed into items.
///
/// One source and one binder read the feed from the first byte to the last. With several threads, other workers read
/// blocks of it.
class FeedDriver {
    let run: FeedRun
    let source: TextSource
    /// Reads blocks on several threads; nil if one thread reads everything.
    final let workers: FeedWorkers?
    /// Cuts the current text into blocks; nil while the driver's own source reads it.
    final var cutter: BlockCutter?

    /// - Parameter isOneByOne: Whether each document is read by itself, from one buffer.
    init(
        _ run: FeedRun, _ context: DecodingContext, _ parser: Parser, isOneByOne: Bool, workers: FeedWorkers?
    ) {
        self.run = run
        self.workers = workers
        source = parser.makeSource(context, isStream: run.isStream && !isOneByOne) { source in
            run.source = source
            return Binder(run, isOneByOne: isOneByOne, context, source: source)
        }
    }

    // MARK: - Feeding

    final func feed(_ chunk: FeedChunk) throws(ModelError) {
        var start = 0
        while start < chunk.count { start += try feedBeginning(of: chunk[start..<chunk.count]) }
    }

    /// - Returns: How many of the bytes have been fed.
    private func feedBeginning(of chunk: FeedChunk) throws(ModelError) -> Int {
        var count = chunk.count
        defer { run.count(bytes: count, buffered: cutter?.bufferedBytes ?? bufferedBytes) }
        if run.isAfterOpenNumber { try checkBorder(before: chunk.bytes[0]) }
        if let cutter {
            guard let end = try cutter.feed(chunk) else { return count }
            count = end
            try leave(cutter)
        } else {
            count = min(count, sliceSize)
            count = try read(chunk[0..<count].bytes)
            cutter = workers.flatMap(makeCutter)
        }
        return count
    }

    /// Checks that the number before a checkpoint does not go on: its beginning was an item.
    private func checkBorder(before next: UInt8) throws(ModelError) {
        run.isAfterOpenNumber = false
        guard next.isTokenByte else { return }
        let (path, place) = end
        throw ModelError(
            .invalidCheckpoint, path: path, place: place,
            reason: "the checkpoint is not at the end of an item: the number before it goes on")
    }

    final func finish() throws(ModelError) {
        try readBlocks()
        run.isAtEnd = true
        try finishText()
    }

    /// Delivers the whole items of an input that cannot be unpacked further, and throws its error.
    final func fail(_ failure: CompressionFailure) throws(ModelError) -> Never {
        try readBlocks()
        let (path, place) = end
        throw failure.error(path: path, place: place)
    }

    /// Reads all whole items of the text that has been fed, on this and other threads.
    final func readBlocks() throws(ModelError) {
        if let cutter { try leave(cutter) }
    }

    /// Continues after the items that other threads have read.
    private func leave(_ cutter: BlockCutter) throws(ModelError) {
        self.cutter = nil
        try cutter.finish()
        begin(at: cutter.place, after: cutter.position)
        try cutter.open.withUnsafeBufferPointer { text throws(ModelError) in
            var start = 0
            while start < text.count { start += try read(UnsafeBufferPointer(rebasing: text[start...])) }
        }
    }

    /// Takes over the next items that other threads have read; false if there are none.
    final func deliver() throws(ModelError) -> Bool { try workers?.deliver() ?? false }

    // MARK: - The driver's own source

    /// How many bytes the source reads before the driver checks whether the text may be cut.
    var sliceSize: Int { .max }

    var bufferedBytes: Int { preconditionFailure("overridden") }

    /// Reads text, up to where it may be cut into blocks; returns how many bytes have been read.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int { preconditionFailure("overridden") }

    /// The path and the place at the end of the text that has been read.
    var end: (path: JSONPath, place: ModelError.Place) { preconditionFailure("overridden") }

    func finishText() throws(ModelError) { preconditionFailure("overridden") }

    /// Makes a cutter for the text that comes next; nil if it may not be cut.
    func makeCutter(_ workers: FeedWorkers) -> BlockCutter? { preconditionFailure("overridden") }

    /// Moves to a place between two items; `items` come before it in their container.
    func begin(at place: ModelError.Place, after items: Int) { preconditionFailure("overridden") }

    /// Leaves a block, and takes back the open item, if there is one.
    func leaveBlock() {}

    /// Resumes at a checkpoint; false if there is no such place.
    func resume(at checkpoint: FeedCheckpoint) -> Bool { preconditionFailure("overridden") }
}
