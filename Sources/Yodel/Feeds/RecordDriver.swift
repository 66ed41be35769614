private import CYodelKernels

/// Reads a stream of documents that are told apart by a byte between them: each lies in one buffer when it is read.
///
/// Lines end with theirs, records of a text sequence begin with it; what comes before the first of those is to be blank.
final class RecordDriver: FeedDriver {
    private let run: FeedRun
    private let reader: RecordReader
    private let format: FeedFormat
    private let separator: UInt8
    /// Where the open record begins, and where what has gone by of it ends.
    private var start = ModelError.Place(offset: 0, line: 1, column: 1)
    private var cursor = ModelError.Place(offset: 0, line: 1, column: 1)
    /// What earlier chunks had of it, if it is not too long.
    private var carry: [UInt8] = []
    /// It has nothing but white space in it.
    private var isBlank = true
    /// Nothing but the beginning of the stream has been seen.
    private var isBeforeFirst: Bool
    /// What goes by is the rest of a record whose item has been taken, where the feed was left.
    private var isRest = false
    private var prologue = Prologue()

    init(_ run: FeedRun, _ reader: RecordReader, _ format: FeedFormat) {
        self.run = run
        self.reader = reader
        self.format = format
        separator = format == .lines ? UInt8(ascii: "\n") : 0x1E
        isBeforeFirst = format == .textSequence
    }

    override func resume(at checkpoint: FeedCheckpoint) -> Bool {
        guard checkpoint.state == .stream else { return false }
        start = checkpoint.place
        cursor = start
        isBeforeFirst = false
        isRest = true
        prologue.skip()
        reader.resume(at: run.itemCount)
        return true
    }

    override var isCutOff: Bool { run.isCutOff }

    // MARK: - Cutting

    override func feed(_ chunk: FeedChunk) throws(ModelError) {
        let bytes = chunk.bytes
        defer { run.count(bytes: bytes.count, buffered: carry.count) }
        guard !prologue.isOver(at: bytes) else { return try feedText(bytes) }
        switch prologue.inspect(bytes) {
        case .undecided: return
        case .unsupported(let encoding):
            throw ModelError(.unsupportedEncoding, place: start, expected: "UTF-8", found: encoding)
        case .text(let held, let skipped):
            start.offset = prologue.byteOrderMarkLength
            cursor = start
            try held.withUnsafeBufferPointer { bytes throws(ModelError) in try feedText(bytes) }
            try feedText(UnsafeBufferPointer(rebasing: bytes[skipped...]))
        }
    }

    override func finish() throws(ModelError) {
        if !prologue.isOver {
            guard let held = prologue.finish() else {
                let end = ModelError.Place(offset: prologue.heldCount, line: 1, column: prologue.heldCount + 1)
                throw ModelError(.unexpectedEnd, place: end)
            }
            try held.withUnsafeBufferPointer { bytes throws(ModelError) in try feedText(bytes) }
        }
        run.isAtEnd = true
        try endRecord(UnsafeBufferPointer(start: nil, count: 0))
    }

    private func feedText(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard let text = bytes.baseAddress else { return }
        var position = 0
        while position < bytes.count {
            if format == .lines, length == 0, !isRest, let last = bytes[position...].lastIndex(of: separator) {
                try readLines(UnsafeBufferPointer(rebasing: bytes[position...last]))
                position = last + 1
                continue
            }
            let end = yodel_find_byte(text, position, bytes.count, separator)
            let part = UnsafeBufferPointer(rebasing: bytes[position..<end])
            guard end < bytes.count else { return keep(part) }
            try endRecord(part)
            position = end + 1
        }
    }

    /// Reads whole lines.
    private func readLines(_ text: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        reader.place = start
        try reader.read(text)
        start = reader.place
        cursor = start
    }

    /// Keeps a part of a record that goes on.
    private func keep(_ part: UnsafeBufferPointer<UInt8>) {
        pass(part)
        if length <= run.maxItemBytes, !isRest {
            carry.append(contentsOf: part)
        } else {
            carry = []
        }
    }

    /// Counts a part of a record.
    private func pass(_ part: UnsafeBufferPointer<UInt8>) {
        if isBlank { isBlank = part.allSatisfy(\.isWhiteSpace) }
        if format == .lines {
            cursor.offset += part.count
            cursor.column += part.count
        } else {
            cursor = cursor.advanced(over: part)
        }
    }

    /// Bytes of the record that have gone by.
    private var length: Int { cursor.offset - start.offset }

    /// Reads a record that ends with a part of it.
    private func endRecord(_ part: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if isRest {
            pass(part)
        } else if length == 0 {
            pass(part)
            if !isBlank { try read(part) }
        } else {
            keep(part)
            let record = carry
            carry.removeAll(keepingCapacity: true)
            if !isBlank {
                try record.withUnsafeBufferPointer { record throws(ModelError) in try read(record) }
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

    // MARK: - Lines that others have read

    /// A record has begun, or the stream has not.
    var isInRecord: Bool { length > 0 || isRest || !prologue.isOver }

    /// Goes on behind lines that others have read.
    func pass(to place: ModelError.Place) {
        start = place
        cursor = place
        reader.resume(at: run.itemCount)
    }

    /// Where the next record begins.
    var place: ModelError.Place { start }

    // MARK: - Reading

    private func read(_ record: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if let problem = problem(of: record) {
            run.noteCutOff(problem)
            try reader.drop(record, from: start, to: cursor, problem)
        } else {
            try reader.read(record, from: start, to: cursor)
        }
    }

    /// Why a record is not even looked at.
    private func problem(of record: UnsafeBufferPointer<UInt8>) -> ModelError? {
        // Made only where there is a problem.
        var path: JSONPath { JSONPath([.index(run.itemCount)]) }
        if let problem = reader.lengthProblem(length, at: start) { return problem }
        guard format == .textSequence else { return nil }
        if isBeforeFirst {
            return ModelError(
                .unexpectedToken, path: path, place: start, expected: "a record separator, U+001E",
                found: "something before the first")
        }
        // RFC 7464, 2.4: a number or word that nothing follows may have been cut off.
        guard record.last!.isTokenByte, record.first(where: { !$0.isWhiteSpace })!.isTokenByte else { return nil }
        return ModelError(.unexpectedEnd, path: path, place: cursor, expected: "white space behind a number or word")
    }
}
