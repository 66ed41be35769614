private import CYodelKernels

/// Decodes the records of a stream, each a document in one buffer, by one source whose memory serves them all.
final class RecordReader: BlockReader {
    private let run: FeedRun
    private let source: TextSource
    /// The place of the next line.
    var place = ModelError.Place.nowhere

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

    override func begin(_ block: FeedWorkers.Block) {
        resume(at: block.position)
        place = block.place
    }

    /// Reads lines, each of which ends with a line feed.
    override func read(_ text: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        var start = 0
        while start < text.count {
            let end = yodel_find_byte(text.start, start, text.count, UInt8(ascii: "\n"))
            let line = UnsafeBufferPointer(rebasing: text[start..<end])
            if line.contains(where: { !$0.isWhiteSpace }) { try readLine(line) }
            start = end + 1
            place = ModelError.Place(offset: place.offset + line.count + 1, line: place.line + 1, column: 1)
        }
    }

    /// Reads a line and hands it on, or what is wrong with it.
    ///
    /// - Throws: What is wrong with it, where that ends the feed.
    private func readLine(_ line: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        var end = place
        end.offset += line.count
        end.column += line.count
        if let problem = lengthProblem(line.count, at: place) {
            try drop(line, from: place, to: end, problem)
        } else {
            try read(line, from: place, to: end)
        }
    }

    /// That a record is too long, if it is.
    @inline(__always)
    func lengthProblem(_ length: Int, at start: ModelError.Place) -> ModelError? {
        length > run.maxItemBytes ? limitError(length, at: start) : nil
    }

    private func limitError(_ length: Int, at start: ModelError.Place) -> ModelError {
        ModelError(
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
