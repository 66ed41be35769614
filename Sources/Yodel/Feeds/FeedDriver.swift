/// Turns the bytes of a feed into items: by one source and one binder from the first byte to the last, or, with several
/// threads, cut into blocks that others read.
class FeedDriver {
    let run: FeedRun
    let source: TextSource
    /// What reads blocks on several threads; nil where one thread reads everything.
    final let workers: FeedWorkers?
    /// What cuts the text at hand into blocks; nil where the driver's own source reads it.
    final var cutter: BlockCutter?

    /// - Parameter isOneByOne: Each document is read by itself, from one buffer.
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

    /// Ends the feed.
    final func finish() throws(ModelError) {
        try readBlocks()
        try finishText()
    }

    #if Gzip
    /// The text cannot go on: delivers the items that are whole, and makes the error that comes after them.
    final func fail(_ failure: CompressionFailure) throws(ModelError) -> Never {
        try readBlocks()
        let (path, place) = end
        throw failure.error(path: path, place: place)
    }
    #endif

    /// Reads all whole items of the text that has been fed, whatever reads them.
    final func readBlocks() throws(ModelError) {
        if let cutter { try leave(cutter) }
    }

    /// Reads on after the items that other threads have read.
    private func leave(_ cutter: BlockCutter) throws(ModelError) {
        self.cutter = nil
        try cutter.finish()
        begin(at: cutter.place, after: cutter.position)
        try cutter.open.withUnsafeBufferPointer { text throws(ModelError) in
            var start = 0
            while start < text.count { start += try read(UnsafeBufferPointer(rebasing: text[start...])) }
        }
    }

    /// Takes over the next items that other threads have read; false when they have read none.
    final func deliver() throws(ModelError) -> Bool { try workers?.deliver() ?? false }

    // MARK: - The driver's own source

    /// How many bytes are read before what has come of them is looked at.
    var sliceSize: Int { .max }

    /// Bytes that are kept from one chunk to the next.
    var bufferedBytes: Int { preconditionFailure("overridden") }

    /// Reads text, up to where it may be cut into blocks.
    ///
    /// - Returns: How many bytes have been read.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int { preconditionFailure("overridden") }

    /// What is open at the end of the text that has been read, and where that is.
    var end: (path: JSONPath, place: ModelError.Place) { preconditionFailure("overridden") }

    /// Ends the text.
    func finishText() throws(ModelError) { preconditionFailure("overridden") }

    /// What cuts the text that comes next; nil where it may not be cut.
    func makeCutter(_ workers: FeedWorkers) -> BlockCutter? { preconditionFailure("overridden") }

    /// Goes to a place between two items, with so many before it in what holds them.
    func begin(at place: ModelError.Place, after items: Int) { preconditionFailure("overridden") }

    /// Leaves a block: the item at hand, if there is one, is taken back.
    func leaveBlock() {}

    /// Goes on from a checkpoint; false when there is no such place.
    func resume(at checkpoint: FeedCheckpoint) -> Bool { preconditionFailure("overridden") }
}
