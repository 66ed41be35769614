/// Reads one document, or a stream of documents without separators.
///
/// With several threads, they read the items of the first array in blocks, and the source continues after them.
final class DocumentDriver: FeedDriver {
    private let limits: ParserLimits
    /// The offset after the bytes that have been fed.
    private var position = 0
    /// Whether `atEnd` has been called.
    private var hasEnded = false
    private let atEnd: () throws(ModelError) -> Void

    init(
        _ run: FeedRun, _ context: DecodingContext, _ parser: Parser, workers: FeedWorkers?,
        atEnd: @escaping () throws(ModelError) -> Void
    ) {
        self.atEnd = atEnd
        limits = context.limits
        super.init(run, context, parser, isOneByOne: false, workers: workers)
        run.pausesAtNextArray = workers != nil
    }

    /// Enters the array whose blocks this driver reads.
    func enter(_ position: FeedCheckpoint.Position) {
        let isThere = source.binder.pointee.resume(at: position)
        precondition(isThere, "the feed's own binder is in the array")
    }

    override var sliceSize: Int { 64 << 10 }

    override var bufferedBytes: Int { source.bufferedBytes }

    override func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int {
        let start = position
        position += bytes.count
        do throws(ModelError) {
            try source.feed(bytes)
        } catch {
            // The error is about text after the document, so the end comes first.
            try noteEnd()
            throw error
        }
        try noteEnd()
        if let pause = source.pause { position = pause.offset }
        return position - start
    }

    override var end: (path: JSONPath, place: ModelError.Place) {
        (source.binder.pointee.path, source.place(at: position))
    }

    override func finishText() throws(ModelError) {
        try source.finish()
        try noteEnd()
    }

    /// Reports the document's end, once.
    private func noteEnd() throws(ModelError) {
        guard source.isComplete, !hasEnded else { return }
        hasEnded = true
        try atEnd()
    }

    override func makeCutter(_ workers: FeedWorkers) -> BlockCutter? {
        source.pause.map { ArrayCutter(run, workers, limits, at: $0, depth: source.binder.pointee.depth) }
    }

    override func begin(at place: ModelError.Place, after items: Int) {
        position = place.offset
        source.restart(at: place, in: source.binder.pointee.openContainersOfFeed, isAfterValue: items > 0)
        source.binder.pointee.setItemsMet(items)
    }

    override func leaveBlock() {
        source.binder.pointee.takeBackItem(depth: source.binder.pointee.openContainersOfFeed.count)
    }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool {
        position = checkpoint.offset
        switch checkpoint.state {
        case .start: return true
        case .stream, .openNumber:
            guard run.isStream else { return false }
            source.restart(at: checkpoint.place)
            source.binder.pointee.setItemsMet(checkpoint.index)
        case .end:
            // A checkpoint is after the document only if an envelope was taken there.
            guard run.surroundings != nil else { return false }
            source.restart(at: checkpoint.place)
            source.binder.pointee.isComplete = true
            hasEnded = true
        case .document(let position):
            guard !run.isStream, source.binder.pointee.resume(at: position) else { return false }
            source.restart(
                at: checkpoint.place, in: source.binder.pointee.openContainersOfFeed,
                isAfterValue: position.position >= 0)
            guard let workers, run.container?.kind == .items else { return true }
            run.pausesAtNextArray = false
            cutter = ArrayCutter(
                run, workers, limits, at: checkpoint.place, depth: source.binder.pointee.depth,
                position: position.position + 1)
        }
        return true
    }
}
