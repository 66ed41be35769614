/// Decodes the records of a stream, each a document in one buffer, by one source whose memory serves them all.
final class RecordReader: BlockReader {
    private let run: FeedRun
    private let source: TextSource

    init(_ run: FeedRun, _ options: DecodingOptions, _ parser: Parser) {
        self.run = run
        // A record is held to the feed's own limit.
        var options = options
        options.limits.documentBytes = .max
        source = parser.makeSource(options) { source in
            run.source = source
            return Binder(records: run, options: options, source: source)
        }
    }

    private var binder: UnsafeMutablePointer<Binder> { source.binder }

    /// Goes on after that many records.
    func resume(at position: Int) {
        binder.pointee.top.pointee.count = position
    }

    /// Reads the lines of a block.
    override func read(_ block: FeedWorkers.Block) throws(ModelError) {
        resume(at: block.position)
        try block.text.withUnsafeBufferPointer { text throws(ModelError) in
            var (start, passed) = (block.place, 0)
            for range in block.items {
                start = start.advanced(over: UnsafeBufferPointer(rebasing: text[passed..<range.lowerBound]))
                start = try readLine(UnsafeBufferPointer(rebasing: text[range]), from: start)
                passed = range.upperBound
            }
        }
    }

    /// Reads a line and hands it on, or what is wrong with it.
    ///
    /// - Returns: The place after it.
    /// - Throws: What is wrong with it, where that ends the feed.
    private func readLine(
        _ line: UnsafeBufferPointer<UInt8>, from start: ModelError.Place
    ) throws(ModelError) -> ModelError.Place {
        var end = start
        end.offset += line.count
        end.column += line.count
        if let problem = lengthProblem(line.count, at: start) {
            try drop(line, from: start, to: end, problem)
        } else {
            try read(line, from: start, to: end)
        }
        return end
    }

    /// That a record is too long, if it is.
    func lengthProblem(_ length: Int, at start: ModelError.Place) -> ModelError? {
        guard length > run.maxItemBytes else { return nil }
        return ModelError(
            .itemLimit, path: JSONPath([.index(run.itemCount)]), place: start,
            expected: "at most \(counted(run.maxItemBytes, "byte"))", found: counted(length, "byte"))
    }

    /// Decodes a record and hands on its item, or what is wrong with it.
    ///
    /// - Throws: What is wrong with it, where that ends the feed.
    func read(
        _ record: UnsafeBufferPointer<UInt8>, from start: ModelError.Place, to end: ModelError.Place
    ) throws(ModelError) {
        do throws(ModelError) {
            source.restart(at: start, inLineTo: end.line == start.line ? end.offset : 0)
            try source.parseWhole(record)
            if run.failure == nil {
                binder.pointee.deliverRecord()
                return
            }
        } catch {
            run.noteCutOff(error)
            if run.failure == nil { run.failure = error }
        }
        try drop(record, from: start, to: end, run.failure!)
    }

    /// Hands on what is wrong with a record.
    ///
    /// - Throws: What is wrong with it, where that ends the feed.
    func drop(
        _ record: UnsafeBufferPointer<UInt8>, from start: ModelError.Place, to end: ModelError.Place,
        _ error: ModelError
    ) throws(ModelError) {
        run.failure = error
        run.itemStart = start.offset
        binder.pointee.takeBackRecord()
        if !run.dropsItems { throw error }
        if let error = binder.pointee.dropRecord(record, to: end) { throw error }
    }
}
