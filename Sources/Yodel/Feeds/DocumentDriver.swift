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
    private var array: ArrayCutter?
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

    override func feed(_ chunk: FeedChunk) throws(ModelError) {
        var start = 0
        while start < chunk.count {
            let end = array == nil ? min(start + Self.sliceSize, chunk.count) : chunk.count
            let slice = chunk[start..<end]
            position += slice.count
            defer { run.count(bytes: slice.count, buffered: array?.bufferedBytes ?? source.bufferedBytes) }
            try read(slice)
            start = end
        }
    }

    private func read(_ chunk: FeedChunk) throws(ModelError) {
        if let array {
            guard let end = try array.feed(chunk) else { return }
            try leave(array)
            return try feedSource(chunk[end..<chunk.count].bytes)
        }
        try feedSource(chunk.bytes)
        guard let place = source.pause else { return }
        array = ArrayCutter(run, workers!, options.limits, at: place, depth: source.binder.pointee.depth)
        try read(chunk[chunk.count - (position - place.offset)..<chunk.count])
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
    private func leave(_ array: ArrayCutter) throws(ModelError) {
        self.array = nil
        try array.finish()
        source.resume(afterItem: array.position - 1, array.place)
        try array.open.withUnsafeBufferPointer { bytes throws(ModelError) in try feedSource(bytes) }
    }

    override func deliver() throws(ModelError) -> Bool { try workers?.deliver() ?? false }

    override func finish() throws(ModelError) {
        if let array { try leave(array) }
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
            array = ArrayCutter(
                run, workers, options.limits, at: checkpoint.place, depth: source.binder.pointee.depth,
                position: position.position + 1)
        }
        return true
    }
}
