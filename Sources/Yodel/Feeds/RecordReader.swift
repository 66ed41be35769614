/// Decodes the records of a stream, each a document in one buffer.
class RecordReader {
    fileprivate let run: FeedRun
    fileprivate let options: DecodingOptions

    init(_ run: FeedRun, _ options: DecodingOptions) {
        self.run = run
        // A record is held to the feed's own limit.
        var options = options
        options.limits.documentBytes = .max
        self.options = options
    }

    /// Parses a record; the binder keeps what it makes of it.
    fileprivate func parse(
        _ record: UnsafeBufferPointer<UInt8>, at start: ModelError.Place
    ) throws(ModelError) {
        preconditionFailure("overridden")
    }

    fileprivate func withBinder<Result>(_ body: (inout Binder) -> Result) -> Result {
        preconditionFailure("overridden")
    }

    fileprivate func makeBinder(_ source: EventSource) -> Binder {
        run.source = source
        return Binder(run, oneByOne: nil, options: options, source: source)
    }

    /// Goes on behind that many records or elements.
    final func resume(at position: Int) {
        withBinder { $0.top.pointee.count = position }
    }

    /// Reads a line, or an element of an array, and hands it on, or what is wrong with it.
    ///
    /// - Returns: The place behind it; nil where an element has more wrong with it than that it does not fit.
    /// - Throws: What is wrong with it, where that ends the feed.
    func readOne(
        _ record: UnsafeBufferPointer<UInt8>, from start: ModelError.Place
    ) throws(ModelError) -> ModelError.Place? {
        var end = start
        end.offset += record.count
        end.column += record.count
        if let problem = lengthProblem(record.count, at: start) {
            try drop(record, from: start, to: end, problem)
        } else {
            try read(record, from: start, to: end)
        }
        return end
    }

    /// That a record is too long, if it is.
    final func lengthProblem(_ length: Int, at start: ModelError.Place) -> ModelError? {
        guard length > run.maxItemBytes else { return nil }
        return ModelError(
            .itemLimit, path: JSONPath([.index(run.itemCount)]), place: start,
            expected: "at most \(counted(run.maxItemBytes, "byte"))", found: counted(length, "byte"))
    }

    /// Decodes a record and hands on its item, or what is wrong with it.
    ///
    /// - Throws: What is wrong with it, where that ends the feed.
    final func read(
        _ record: UnsafeBufferPointer<UInt8>, from start: ModelError.Place, to end: ModelError.Place
    ) throws(ModelError) {
        do throws(ModelError) {
            try parse(record, at: start)
            if run.failure == nil {
                withBinder { $0.deliverRecord() }
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
    final func drop(
        _ record: UnsafeBufferPointer<UInt8>, from start: ModelError.Place, to end: ModelError.Place,
        _ error: ModelError
    ) throws(ModelError) {
        run.failure = error
        run.itemStart = start.offset
        withBinder { $0.takeBackRecord() }
        if !run.dropsItems { throw error }
        if let error = withBinder({ $0.dropRecord(record, to: end) }) { throw error }
    }
}

/// Decodes records by one scanner, whose memory serves them all.
///
/// They may be the items of an array of a document.
final class ScannerRecordReader: RecordReader {
    private lazy var source = ScannerSource(.nothing, binder: makeBinder)
    private let array: SplitArray?
    /// The record at hand without its comments: it is looked at until its item has been handed on.
    ///
    /// SAFETY: it is given back only for the next record's, which the source is restarted with before it reads, or with
    /// the reader, whose source nothing asks any more.
    private var filtered = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    init(_ run: FeedRun, _ options: DecodingOptions, array: SplitArray? = nil, firstItem: Int = 0) {
        self.array = array
        super.init(run, options)
        resume(at: firstItem)
    }

    deinit {
        filtered.deallocate()
    }

    fileprivate override func makeBinder(_ source: EventSource) -> Binder {
        run.source = source
        return Binder(run, oneByOne: array, options: options, source: source)
    }

    /// Decodes an item of an array and hands it on, or what is wrong with it.
    ///
    /// - Returns: The place behind it; nil where more is wrong than that it does not fit, and nothing has happened.
    /// - Throws: What is wrong with it, where that ends the feed.
    override func readOne(
        _ item: UnsafeBufferPointer<UInt8>, from start: ModelError.Place
    ) throws(ModelError) -> ModelError.Place? {
        guard array != nil else { return try super.readOne(item, from: start) }
        guard item.count <= run.maxItemBytes else { return nil }
        let error: ModelError
        do throws(ModelError) {
            try parse(item, at: start)
            guard let failure = run.failure else {
                withBinder { $0.deliverRecord() }
                return run.itemEnd
            }
            error = failure
        } catch let failure {
            guard failure.code.concernsValue || failure.code.concernsItem else {
                run.failure = nil
                run.revertNotes()
                withBinder { $0.takeBackRecord() }
                return nil
            }
            error = failure
        }
        let end = start.advanced(over: item)
        try drop(item, from: start, to: end, error)
        return end
    }

    /// Whether the beginning of an item may be that of a right one: it is decoded as far as it goes, and taken back.
    func mayBegin(_ item: UnsafeBufferPointer<UInt8>, at start: ModelError.Place) -> Bool {
        defer {
            run.failure = nil
            run.revertNotes()
            withBinder { $0.takeBackRecord() }
        }
        do throws(ModelError) { try parse(item, at: start) } catch { return error.code == .unexpectedEnd }
        return true
    }

    fileprivate override func parse(
        _ record: UnsafeBufferPointer<UInt8>, at start: ModelError.Place
    ) throws(ModelError) {
        guard options.allowsComments else { return try parse(record, heldCount: nil, at: start) }
        var filter = CommentFilter()
        let text = filter.filter(record)
        filtered.deallocate()
        filtered = .allocate(capacity: text.count)
        _ = filtered.initialize(from: text)
        try parse(UnsafeBufferPointer(filtered), heldCount: filter.unfinished, at: start)
    }

    private func parse(
        _ text: UnsafeBufferPointer<UInt8>, heldCount: Int?, at start: ModelError.Place
    ) throws(ModelError) {
        source.restart(WholeText(bytes: text, start: start, isCut: false, heldCount: heldCount))
        try source.parse()
    }

    override func withBinder<Result>(_ body: (inout Binder) -> Result) -> Result {
        body(&source.scanner.pointee.binder)
    }
}

/// Decodes each record by a parser of its own: yajl's cannot be used twice.
final class YajlRecordReader: RecordReader {
    private lazy var source = makeSource()

    private func makeSource() -> YajlSource {
        let source = YajlSource(options: options, slot: nil, binder: makeBinder)
        source.context.pointee.binder.top.pointee.count = run.itemCount
        return source
    }

    fileprivate override func parse(
        _ record: UnsafeBufferPointer<UInt8>, at start: ModelError.Place
    ) throws(ModelError) {
        source = makeSource()
        source.restart(at: start)
        try source.parseWhole(record)
    }

    override func withBinder<Result>(_ body: (inout Binder) -> Result) -> Result {
        body(&source.context.pointee.binder)
    }
}
