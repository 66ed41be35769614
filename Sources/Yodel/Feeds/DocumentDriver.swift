/// Reads one document, or a stream of documents that nothing separates.
///
/// What stands around the items goes through yajl. So do the items, wherever that has to be; those of an array that lies
/// at one place go through the scanner, each in one buffer, which takes a third of the time.
///
/// ```
/// {"total": 2, "items": [ {…}, {…}, {…} ], "next": "p2"}
/// └─────── yajl ────────┘└── splitter ──┘└─── yajl ────┘
/// ```
///
/// The splitter counts brackets and nothing else, so that it is right about right text only. As soon as anything is
/// wrong that is not the matter of a single item, yajl reads on behind the last item that was right: verdicts and errors
/// are those it comes to.
final class DocumentDriver: FeedDriver {
    private let run: FeedRun
    private let options: DecodingOptions
    private var source: YajlSource
    /// What reads the array at hand; nil where yajl does.
    private var array: ArrayReader?
    /// What reads many of its items at once.
    private let workers: FeedWorkers?
    /// Bytes fed so far.
    private var position = 0
    /// The end of the document has been told of.
    private var hasEnded = false
    /// Called at the end of the document.
    private let atEnd: () throws(ModelError) -> Void

    /// Bytes that are parsed before what has come of them is looked at.
    private static let sliceSize = 64 << 10

    init(
        _ run: FeedRun, _ options: DecodingOptions, workers: FeedWorkers?,
        atEnd: @escaping () throws(ModelError) -> Void
    ) {
        self.run = run
        self.workers = workers
        self.atEnd = atEnd
        self.options = options
        source = Self.makeSource(run, options)
    }

    private static func makeSource(_ run: FeedRun, _ options: DecodingOptions) -> YajlSource {
        let source = YajlSource(options: options, slot: nil, isStream: run.isStream) { source in
            Binder(run, isBare: run.isStream, options: options, source: source)
        }
        run.source = source
        return source
    }

    // MARK: - Feeding

    override func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.sliceSize, bytes.count)
            position += end - start
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<end])
            defer { run.count(bytes: slice.count, buffered: array?.bufferedBytes ?? source.bufferedBytes) }
            try read(slice, at: position - slice.count)
            start = end
        }
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(ModelError) {
        var next = 0
        while next < bytes.count {
            let kept = try pass(bytes, &next, at: offset)
            try read(kept: kept, upTo: offset + next)
        }
    }

    /// Reads what an array has kept.
    ///
    /// There may be further arrays in it, in any number: none of them is a call within that of the one before.
    ///
    /// - Parameter end: The offset of what follows it.
    private func read(kept: ArraySlice<UInt8>, upTo end: Int) throws(ModelError) {
        var kept = kept
        while !kept.isEmpty {
            kept = try kept.withUnsafeBufferPointer { bytes throws(ModelError) in
                var next = 0
                let kept = try pass(bytes, &next, at: end - bytes.count)
                return kept + bytes[next...]
            }
        }
    }

    /// Reads up to where an array begins or ends that is read item by item.
    ///
    /// - Parameter next: The index of the first byte that is not behind, and then of the one to go on with.
    /// - Returns: What comes before that one and has to be read once more.
    private func pass(
        _ bytes: UnsafeBufferPointer<UInt8>, _ next: inout Int, at offset: Int
    ) throws(ModelError) -> ArraySlice<UInt8> {
        let rest = UnsafeBufferPointer(rebasing: bytes[next...])
        next = bytes.count
        if let array {
            guard let stop = try array.feed(rest) else { return [] }
            try leaveArray(stop)
            next -= rest.count - stop.next
            return stop.kept
        }
        guard let place = try feedSource(rest) else { return [] }
        array = ArrayReader(run, options, workers, at: place)
        next = place.offset - offset
        return []
    }

    /// Lets yajl read on.
    ///
    /// - Returns: Where an array begins that it need not read.
    private func feedSource(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> ModelError.Place? {
        do throws(ModelError) {
            try source.feed(bytes)
        } catch {
            // What follows the document comes behind it.
            try noteEnd()
            throw error
        }
        try noteEnd()
        return source.pause
    }

    /// Lets yajl read on where the array does not: it may soon come to the next.
    private func leaveArray(_ stop: ArrayReader.Stop) throws(ModelError) {
        array = nil
        source = Self.makeSource(run, options)
        let isResumed = source.resume(at: run.position(behind: stop.lastItem), stop.place)
        precondition(isResumed, "there is a place where there has been one")
    }

    override func finish() throws(ModelError) {
        while let array {
            let stop = try array.finish()
            try leaveArray(stop)
            try read(kept: stop.kept, upTo: stop.place.offset + stop.kept.count)
        }
        try source.finish()
        try noteEnd()
    }

    /// Tells of the document's end, once.
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
            if run.splitArray != nil {
                array = ArrayReader(run, options, workers, at: checkpoint.place, behind: position.position)
            }
        }
        return true
    }
}
