/// Reads one document, or a stream of documents that nothing separates, through yajl.
final class DocumentDriver: FeedDriver {
    private let source: YajlSource
    private let run: FeedRun
    /// Called at the end of the document.
    private let atEnd: () throws(ModelError) -> Void

    /// Bytes that are parsed before what has come of them is looked at.
    private static let sliceSize = 64 << 10

    init(
        _ run: FeedRun, isStream: Bool, decoder: ModelDecoder,
        atEnd: @escaping () throws(ModelError) -> Void
    ) {
        self.run = run
        self.atEnd = atEnd
        source = YajlSource(options: decoder.options, slot: nil, isStream: isStream) { source in
            Binder(run, isBare: isStream, options: decoder.options, source: source)
        }
        run.source = source
    }

    override func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        var start = 0
        while start < bytes.count {
            let end = min(start + Self.sliceSize, bytes.count)
            let wasComplete = source.isComplete
            try source.feed(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            run.count(bytes: end - start, buffered: source.bufferedBytes)
            if source.isComplete, !wasComplete { try atEnd() }
            start = end
        }
    }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool { source.resume(at: checkpoint) }

    override func finish() throws(ModelError) {
        let wasComplete = source.isComplete
        try source.finish()
        if source.isComplete, !wasComplete { try atEnd() }
    }
}
