/// Reads one document, or a stream of documents that nothing separates: one source and one binder from the first byte
/// to the last.
///
/// With several threads, the items of the first array are cut into blocks that others read, and the source goes on after
/// them.
final class DocumentDriver: FeedDriver {
    private let run: FeedRun
    private let options: DecodingOptions
    private let source: TextSource
    /// What reads the array at hand on several threads.
    private var array: ParallelArray?
    private let workers: FeedWorkers?
    /// The offset after what has been fed.
    private var position = 0
    /// The end of the document has been reported.
    private var hasEnded = false
    /// Called at the end of the document.
    private let atEnd: () throws(ModelError) -> Void

    /// Bytes that are parsed before what has come of them is looked at.
    private static let sliceSize = 64 << 10

    /// - Parameter workers: What reads an array on several threads; nil where one reads everything.
    init(
        _ run: FeedRun, _ options: DecodingOptions, _ parser: Parser, workers: FeedWorkers?,
        atEnd: @escaping () throws(ModelError) -> Void
    ) {
        self.run = run
        self.workers = workers
        self.atEnd = atEnd
        self.options = options
        source = parser.makeSource(options, isStream: run.isStream) { source in
            run.source = source
            return Binder(run, isBare: run.isStream, options: options, source: source)
        }
        run.pausesAtNextArray = workers != nil
    }

    // MARK: - Feeding

    override func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.sliceSize, bytes.count)
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<end])
            position += slice.count
            defer { run.count(bytes: slice.count, buffered: array?.bufferedBytes ?? source.bufferedBytes) }
            try read(slice)
            start = end
        }
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if let array {
            if let rest = try array.feed(bytes) { try leave(array, rest) }
            return
        }
        try feedSource(bytes)
        guard let place = source.pause else { return }
        array = ParallelArray(run, workers!, options, at: place, depth: source.binder.pointee.depth)
        try read(UnsafeBufferPointer(rebasing: bytes.suffix(position - place.offset)))
    }

    private func feedSource(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        do throws(ModelError) {
            try source.feed(bytes)
        } catch {
            // What follows the document comes after it.
            try noteEnd()
            throw error
        }
        try noteEnd()
    }

    /// Reads on after the items of an array that other threads have read.
    private func leave(_ array: ParallelArray, _ rest: [UInt8]) throws(ModelError) {
        self.array = nil
        source.resume(afterItem: array.lastItem, array.boundary)
        try rest.withUnsafeBufferPointer { bytes throws(ModelError) in try feedSource(bytes) }
    }

    override func finish() throws(ModelError) {
        if let array { try leave(array, try array.finish()) }
        try source.finish()
        try noteEnd()
    }

    /// Reports the document's end, once.
    private func noteEnd() throws(ModelError) {
        guard source.isComplete, !hasEnded else { return }
        hasEnded = true
        try atEnd()
    }

    // MARK: - Checkpoints

    override func resume(at checkpoint: FeedCheckpoint) -> Bool {
        position = checkpoint.offset
        switch checkpoint.state {
        case .start: return true
        case .stream:
            guard run.isStream else { return false }
            source.resumeStream(at: checkpoint.place, index: checkpoint.index)
        case .end:
            source.resumeAtEnd(checkpoint.place)
            hasEnded = true
        case .document(let position):
            guard !run.isStream, source.resume(at: position, checkpoint.place) else { return false }
            guard let workers, run.container!.kind == .items else { return true }
            run.pausesAtNextArray = false
            array = ParallelArray(
                run, workers, options, at: checkpoint.place, depth: source.binder.pointee.depth,
                after: position.position)
        }
        return true
    }
}
