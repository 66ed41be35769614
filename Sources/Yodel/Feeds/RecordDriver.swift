private import CYodelKernels

/// Reads a stream of documents with a separator between them, each from one buffer.
///
/// A line ends with its separator. A record of a text sequence begins with it; only white space may come before the
/// first.
final class RecordDriver: FeedDriver {
    private let format: FeedFormat
    private let separator: UInt8
    /// Where the open record begins, and where the part of it that has been read ends.
    private var start = ModelError.Place.beginning
    private var cursor = ModelError.Place.beginning
    /// The part of it from earlier chunks, if it is not too long.
    private var carry: [UInt8] = []
    /// Whether it has only white space so far.
    private var isBlank = true
    /// Whether the first separator of a text sequence is still to come.
    private var isBeforeFirst: Bool
    /// Whether the text is the rest of a record whose item was taken before the checkpoint.
    private var isRest = false
    private var prologue = Prologue()
    /// Whether text may follow a document in its record, also after a checkpoint.
    private let mayTrail: Bool

    init(
        _ run: FeedRun, _ context: DecodingContext, _ parser: Parser, _ format: FeedFormat, workers: FeedWorkers?
    ) {
        self.format = format
        separator = format == .lines ? UInt8(ascii: "\n") : 0x1E
        isBeforeFirst = format == .textSequence
        mayTrail = context.options.allowsTrailingContent || context.options.allowsComments
        super.init(run, context, parser, isOneByOne: true, workers: workers)
    }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool {
        // A checkpoint is after an item, so not at the beginning of a line: that line would be skipped.
        guard checkpoint.state == .stream || checkpoint.state == .openNumber, checkpoint.index > 0,
            format != .lines || checkpoint.column > 1
        else { return false }
        begin(at: checkpoint.place, after: run.itemCount)
        isBeforeFirst = false
        isRest = true
        return true
    }

    override func begin(at place: ModelError.Place, after items: Int) {
        start = place
        cursor = place
        isBlank = true
        carry.removeAll(keepingCapacity: true)
        prologue.skip()
        source.binder.pointee.setItemsMet(items)
    }

    /// The driver's own source reads the first line, and a line that is longer than a block.
    override func makeCutter(_ workers: FeedWorkers) -> BlockCutter? {
        guard workers.areUseful, length == 0, !isRest, prologue.isOver else { return nil }
        return LineCutter(run, workers, at: start)
    }

    // MARK: - Cutting

    override var bufferedBytes: Int { carry.count }

    override func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int {
        var text = bytes
        if let workers, workers.areUseful {
            // The lines after the current one may be cut into blocks.
            let end = yodel_find_byte(bytes.start, 0, bytes.count, separator)
            text = UnsafeBufferPointer(rebasing: bytes[..<min(end + 1, bytes.count)])
        }
        if prologue.isOver(at: text) { try readText(text) } else { try readBeginning(text) }
        return text.count
    }

    private func readBeginning(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        switch prologue.inspect(bytes) {
        case .undecided: return
        case .unsupported(let encoding):
            throw ModelError(.unsupportedEncoding, place: start, expected: "UTF-8", found: encoding)
        case .text(let held, let skipped):
            start.offset = prologue.byteOrderMarkLength
            cursor = start
            try held.withUnsafeBufferPointer { bytes throws(ModelError) in try readText(bytes) }
            try readText(UnsafeBufferPointer(rebasing: bytes[skipped...]))
        }
    }

    override var end: (path: JSONPath, place: ModelError.Place) {
        let held = prologue.isOver ? 0 : prologue.held.count
        let place = ModelError.Place(offset: cursor.offset + held, line: cursor.line, column: cursor.column + held)
        return (path, place)
    }

    override func finishText() throws(ModelError) {
        if !prologue.isOver {
            guard let held = prologue.finish() else {
                let end = ModelError.Place(offset: prologue.held.count, line: 1, column: prologue.held.count + 1)
                throw ModelError(.unexpectedEnd, place: end)
            }
            try held.withUnsafeBufferPointer { bytes throws(ModelError) in try readText(bytes) }
        }
        try endRecord(UnsafeBufferPointer(start: nil, count: 0))
    }

    private func readText(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard let text = bytes.baseAddress else { return }
        var position = 0
        while position < bytes.count {
            let end = yodel_find_byte(text, position, bytes.count, separator)
            let part = UnsafeBufferPointer(rebasing: bytes[position..<end])
            guard end < bytes.count else { return try keep(part) }
            try endRecord(part)
            position = end + 1
        }
    }

    /// Keeps a part of a record that goes on.
    ///
    /// - Throws: The error of a record that is too long already, if that ends the feed.
    private func keep(_ part: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        try pass(part)
        if isRest { return }
        guard isTooLong else { return carry.append(contentsOf: part) }
        carry = []
        if !isBlank, !run.dropsItems { throw lengthError }
    }

    /// Counts a part of a record.
    ///
    /// - Throws: An error in the rest of a record after a checkpoint if that rest is not blank.
    private func pass(_ part: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if isBlank { isBlank = part.allSatisfy { $0.isWhiteSpace } }
        if isRest, !isBlank, !mayTrail { throw misplacedCheckpoint(before: part) }
        if format == .lines {
            cursor.offset += part.count
            cursor.column += part.count
        } else {
            cursor = cursor.advanced(over: part)
        }
    }

    /// The path of the record.
    private var path: JSONPath { JSONPath([.index(run.itemCount)]) }

    /// How many bytes of the record have been read.
    private var length: Int { cursor.offset - start.offset }

    /// Reads a record that ends with `part`.
    private func endRecord(_ part: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if isRest {
            try pass(part)
        } else if length == 0 {
            try pass(part)
            if !isBlank { try read(record: part) }
        } else {
            try keep(part)
            let record = carry
            carry.removeAll(keepingCapacity: true)
            if !isBlank {
                try record.withUnsafeBufferPointer { record throws(ModelError) in try read(record: record) }
            }
        }
        isBlank = true
        isBeforeFirst = false
        isRest = false
        cursor.offset += 1
        if format == .lines { cursor.line += 1 }
        cursor.column = format == .lines ? 1 : cursor.column + 1
        start = cursor
    }

    /// The error for text after a checkpoint in the same record.
    ///
    /// A checkpoint of this feed is at the end of an item: the text is another input's or has been added since, and
    /// would be lost.
    @inline(never)
    private func misplacedCheckpoint(before part: UnsafeBufferPointer<UInt8>) -> ModelError {
        let blank = UnsafeBufferPointer(rebasing: part[..<part.firstIndex { !$0.isWhiteSpace }!])
        return ModelError(
            .invalidCheckpoint, path: end.path, place: cursor.advanced(over: blank),
            reason: "the checkpoint is not at the end of an item: text follows it in the same "
                + (format == .lines ? "line" : "record"))
    }

    // MARK: - Reading

    /// Decodes a record and delivers its item or its error; throws the error if that ends the feed.
    private func read(record: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        run.failures = []
        do throws(ModelError) {
            if let error = problem(of: record) { throw error }
            source.restart(at: start, inLineTo: cursor.line == start.line ? cursor.offset : 0)
            try source.parseWhole(record)
            if run.failures.isEmpty {
                source.binder.pointee.deliverRecord()
                return
            }
        } catch {
            run.noteCutOff(error)
            if run.failures.isEmpty { run.failures = source.binder.pointee.takeCollected(endedBy: error) }
        }
        run.itemStart = start.offset
        source.binder.pointee.takeBackRecord()
        if !run.dropsItems { throw run.failures[0] }
        if let error = source.binder.pointee.dropRecord(record, to: cursor) { throw error }
    }

    /// Whether the record is too long, as far as it has been read.
    private var isTooLong: Bool { length > run.maxItemBytes }

    private var lengthError: ModelError {
        ModelError(
            .itemLimit, path: path, place: start, expected: "at most \(counted(run.maxItemBytes, "byte"))",
            found: "more")
    }

    /// The error of a record that is not decoded at all.
    private func problem(of record: UnsafeBufferPointer<UInt8>) -> ModelError? {
        if isTooLong { return lengthError }
        guard format == .textSequence else { return nil }
        if isBeforeFirst {
            return ModelError(
                .unexpectedToken, path: path, place: start, expected: "a record separator, U+001E",
                found: "text before the first one")
        }
        // RFC 7464, 2.4: a number or word that nothing follows may have been cut off.
        guard record.last!.isTokenByte, record.first(where: { !$0.isWhiteSpace })!.isTokenByte else { return nil }
        return ModelError(
            .unexpectedEnd, path: path, place: cursor, expected: "white space after a number or word")
    }
}
