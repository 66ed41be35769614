private import CYajl
private import CYodelKernels

/// Drives a binder with the events yajl finds in text that comes in chunks of any size.
///
/// ```
/// chunk ──► prologue ──► comments ──► guard ──► whole tokens ──► yajl ──► callbacks ──► binder
///           BOM, UTF-16   if allowed   UTF-8, escapes,  carry for the one
///                                      controls         that is open at the end
/// ```
///
/// Every decision depends on the text alone, never on where it was cut.
final class YajlSource: EventSource {
    let context: UnsafeMutablePointer<YajlContext>
    let handle: YajlHandle
    /// Released after the binder, which makes its result in it.
    private let slot: AnyObject?
    let limits: ParserLimits
    let options: DecodingOptions
    var guardian: TextGuard
    private var prologue = Prologue()
    private var comments: CommentFilter?
    /// Asked for the place of every item of a feed, which a check of the access would make dearer.
    @exclusivity(unchecked) private(set) var lines = LineCounter()
    /// Bytes fed so far, up to the limit.
    private var bytesFed = 0
    /// The offset of what is being fed, or will be next.
    private var offset = 0
    /// What is being fed.
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// There is one chunk only, which outlives the parsing: its lines need no counting but for an error.
    private var isWhole = false
    /// What yajl is parsing.
    private(set) var segment = Segment.none
    private var stripper = IndentStripper()
    /// The token that was open at the end of the last chunk.
    var carry: [UInt8] = []
    var carryOffset = 0
    /// Bytes kept for `endCapture()` from segments that are gone; nil when nothing is captured.
    private var captured: [UInt8]?
    private var captureStart = 0
    private var thrown: ModelError?
    /// Where the binder wants no more of this source.
    private(set) var pause: ModelError.Place?
    /// Any number of documents may follow one another.
    private let isStream: Bool
    /// The item whose bytes are kept: from which offset on, and those of segments that are gone.
    var keptItem: (start: Int, bytes: [UInt8])?
    /// Of the open string only the quote has been kept.
    var isCarryCollapsed = false

    /// Text is given to yajl in pieces that are still in the cache after the guard has seen them.
    private static let pieceSize = 64 << 10

    init(
        options: DecodingOptions, slot: AnyObject?, isStream: Bool = false, binder makeBinder: (EventSource) -> Binder
    ) {
        self.options = options
        self.isStream = isStream
        limits = options.limits
        guardian = TextGuard(stringLimit: options.limits.stringBytes)
        comments = options.allowsComments ? CommentFilter() : nil
        context = .allocate(capacity: 1)
        handle = YajlHandle(context: context, allowsMultipleValues: isStream)
        self.slot = slot
        super.init()
        context.initialize(
            to: YajlContext(binder: makeBinder(self), parser: handle.handle, callbacks: handle.callbacks))
    }

    deinit {
        // The handle, which knows the context's address, calls nothing from here on.
        context.deinitialize(count: 1)
        context.deallocate()
    }

    // MARK: - Feeding

    /// Parses the next bytes of the document.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if let thrown { throw thrown }
        do {
            try feedLimited(bytes)
        } catch {
            thrown = error
            throw error
        }
    }

    /// Ends the document.
    func finish() throws(ModelError) {
        if let thrown { throw thrown }
        do {
            try finishText()
        } catch {
            thrown = error
            throw error
        }
    }

    /// Parses a whole document.
    func parseWhole(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        isWhole = comments == nil
        defer { chunk = UnsafeBufferPointer(start: nil, count: 0) }
        try feed(bytes)
        try finish()
    }

    /// Begins with a document that stands behind others.
    func restart(at place: ModelError.Place) {
        offset = place.offset
        bytesFed = place.offset
        lines = LineCounter(at: place)
        prologue.skip()
    }

    /// Brings yajl to a place within arrays and objects without an event.
    ///
    /// - Parameter containers: For each of them, whether it is an object.
    /// - Parameter isBehindValue: A value comes before, in the innermost of them.
    func open(_ containers: [Bool], isBehindValue: Bool) {
        var text = containers.map { $0 ? "{\"\":" : "[" }.joined() + (isBehindValue ? "0 " : "")
        context.pointee.silently { text.withUTF8 { _ = handle.parse($0) } }
        lastByte = UInt8(ascii: isBehindValue ? "0" : "[")
    }

    /// Bytes that are kept from one chunk to the next.
    var bufferedBytes: Int { carry.count + (captured?.count ?? 0) + (keptItem?.bytes.count ?? 0) }

    /// Takes the value of the document that has ended.
    func takeValue<Value>(as type: Value.Type) -> Value {
        context.pointee.binder.takeResult(as: type)
    }

    private func feedLimited(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        let room = max(limits.documentBytes - bytesFed, 0)
        let isTooLong = bytes.count > room
        bytesFed += isTooLong ? room : bytes.count
        try feedPastPrologue(isTooLong ? UnsafeBufferPointer(rebasing: bytes[..<room]) : bytes)
        if isTooLong { throw failure(.documentLimit, at: bytesFed) }
    }

    private func feedPastPrologue(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard !prologue.isOver else { return try feedFiltered(bytes) }
        switch prologue.inspect(bytes) {
        case .undecided: return
        case .unsupported(let encoding):
            throw failure(.unsupportedEncoding, at: 0, expected: "UTF-8", found: encoding)
        case .text(let held, let skipped):
            offset = prologue.byteOrderMarkLength
            lines = LineCounter(at: offset)
            try feedArray(held)
            try feedFiltered(UnsafeBufferPointer(rebasing: bytes[skipped...]))
        }
    }

    private func feedFiltered(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard comments != nil else { return try feedChunk(bytes) }
        try feedArray(comments!.filter(bytes), filtered: true)
    }

    private func feedArray(_ bytes: [UInt8], filtered: Bool = false) throws(ModelError) {
        try bytes.withUnsafeBufferPointer { buffer throws(ModelError) in
            try filtered ? feedChunk(buffer) : feedFiltered(buffer)
        }
    }

    private func finishText() throws(ModelError) {
        if !prologue.isOver {
            guard let held = prologue.finish() else { throw failure(.unexpectedEnd, at: prologue.heldCount) }
            try feedArray(held)
        }
        // A slash that was held back ends what stands before it.
        if comments?.unfinished == 1, !isComplete, !guardian.isInString { try flushRun() }
        if let held = comments?.unfinished, !(isComplete && options.allowsTrailingContent) {
            throw failure(.unexpectedEnd, at: offset + held)
        }
        if isComplete { return }
        if guardian.isInString || carryIsUnfinished { throw failure(.unexpectedEnd, at: offset) }
        try flushRun()
        let isBetweenDocuments = isStream && !context.pointee.binder.isInItem
        if !isComplete && !isBetweenDocuments { throw failure(.unexpectedEnd, at: offset) }
    }

    var isComplete: Bool { context.pointee.binder.isComplete }

    // MARK: - Cutting into whole tokens

    /// Goes through a chunk: guards it, and gives yajl all of it but a token that is open at its end.
    private func feedChunk(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard let text = bytes.baseAddress, pause == nil else { return }
        chunk = bytes
        defer {
            offset += bytes.count
            if !isWhole {
                lines.pass(bytes)
                chunk = UnsafeBufferPointer(start: nil, count: 0)
            }
        }
        if isComplete { return try checkTrailing(bytes, from: 0) }
        guard var fed = try feedCarried(bytes) else { return }
        if isComplete { return try checkTrailing(bytes, from: fed) }
        var scanned = fed
        var openRun: Int?
        while scanned < bytes.count {
            let end = min(scanned + Self.pieceSize, bytes.count)
            let stop = guardian.scan(text, scanned..<end, base: offset)
            let isStopped = guardian.problem != nil
            var cut = guardian.isInString ? guardian.stringStart - offset : stop
            if !guardian.isInString, !isStopped {
                // A number or word at the end may go on; it may have begun in the piece before.
                while cut > scanned, text[cut - 1].isTokenByte { cut -= 1 }
                if cut == scanned, let openRun { cut = openRun }
                openRun = cut < stop ? cut : nil
            } else {
                openRun = nil
            }
            if cut > fed {
                try parseTokens(bytes, fed..<cut)
                if isComplete { return try checkTrailing(bytes, from: segmentEnd - offset) }
                if context.pointee.binder.isPaused {
                    pause = place(at: segmentEnd)
                    return
                }
                fed = cut
            }
            if let problem = guardian.problem {
                guard forgives(problem, at: offset + stop) else {
                    throw failure(problem.code, at: problem.offset, knownAt: offset + stop + 1, found: problem.found)
                }
                scanned = stop
                continue
            }
            if openRun == cut {
                let count = stop - cut
                if count > limits.numberCharacters, text[cut].beginsNumber {
                    throw numberFailure(at: offset + cut)
                }
                if count > limits.openTokenBytes { try parseTokens(bytes, cut..<stop) }
            }
            scanned = end
        }
        carry.append(contentsOf: bytes[fed...])
        carryOffset = offset + fed
        try limitItem(upTo: offset + bytes.count)
    }

    /// Gives yajl whole tokens; a number or word at their end with a space behind it, as nothing else says it is whole.
    private func parseTokens(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(ModelError) {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1].isTokenByte { end -= 1 }
        if end > range.lowerBound {
            let text = UnsafeBufferPointer(rebasing: bytes[range.lowerBound..<end])
            try parse(stripper.segment(text, at: offset + range.lowerBound))
        }
        guard end < range.upperBound, !isComplete, !context.pointee.binder.isPaused else { return }
        carry = Array(bytes[end..<range.upperBound])
        carryOffset = offset + end
        try flushRun()
    }

    /// Completes the token that was open at the end of the last chunk.
    ///
    /// - Returns: Where in this chunk that token ends; nil when it is still open.
    private func feedCarried(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int? {
        guard !carry.isEmpty, let text = bytes.baseAddress else { return 0 }
        var end = 0
        if guardian.isInString {
            // From quote to quote, until one of them is not escaped.
            while end < bytes.count, guardian.isInString {
                let quote = yodel_find_byte(text, end, bytes.count, UInt8(ascii: "\""))
                end = guardian.scan(text, end..<min(quote + 1, bytes.count), base: offset)
                if let problem = guardian.problem, !forgives(problem, at: offset + end) {
                    throw failure(problem.code, at: problem.offset, knownAt: offset + end + 1, found: problem.found)
                }
            }
            if !isCarryCollapsed { carry.append(contentsOf: bytes[..<end]) }
            guard !guardian.isInString else {
                try limitItem(upTo: offset + bytes.count)
                return nil
            }
            if isCarryCollapsed { try parseCollapsed(upTo: offset + end) } else { try parseCarry(synthetic: 0) }
        } else {
            while end < bytes.count, bytes[end].isTokenByte { end += 1 }
            carry.append(contentsOf: bytes[..<end])
            if carry[0].beginsNumber, carry.count > limits.numberCharacters {
                throw numberFailure(at: carryOffset)
            }
            if end == bytes.count, carry.count <= limits.openTokenBytes { return nil }
            try flushRun()
        }
        return end
    }

    /// Gives yajl a number or word that is complete, with a space to tell it so.
    private func flushRun() throws(ModelError) {
        guard !carry.isEmpty else { return }
        carry.append(UInt8(ascii: " "))
        try parseCarry(synthetic: 1)
    }

    private func parseCarry(synthetic: Int) throws(ModelError) {
        let token = carry
        carry = []
        try token.withUnsafeBufferPointer { buffer throws(ModelError) in
            try parse(Segment(text: buffer, original: buffer, offset: carryOffset), synthetic: synthetic)
        }
    }

    /// A word or number that more bytes could still complete.
    private var carryIsUnfinished: Bool {
        !carry.isEmpty && carry.withUnsafeBufferPointer(isUnfinishedToken)
    }

    private func checkTrailing(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        guard !options.allowsTrailingContent else { return }
        if let index = bytes[start...].firstIndex(where: { !$0.isWhiteSpace }) {
            throw failure(
                .trailingContent, at: offset + index, hint: options.trailingContentHint(bytes[index]))
        }
    }

    // MARK: - Parsing

    /// Where the last segment ended, or the document did within it.
    private var segmentEnd = 0

    func parse(_ piece: Segment, synthetic: Int = 0) throws(ModelError) {
        segment = piece
        defer {
            let end = piece.original.count - synthetic
            if captured != nil {
                captured!.append(contentsOf: piece.original[max(captureStart - piece.offset, 0)..<end])
            }
            if let start = keptItem?.start {
                keptItem!.bytes.append(contentsOf: piece.original[max(start - piece.offset, 0)..<end])
            }
            segment = .none
        }
        context.pointee.text = piece.text
        switch handle.parse(piece.text) {
        case .parsed: segmentEnd = piece.offset + piece.original.count
        case .stopped:
            if let failure = context.pointee.binder.failure {
                // That a number is too long is known before it ends.
                let end = failure.code == .numberLimit ? tokenStart + limits.numberCharacters + 1 : tokenEnd
                throw withItemLimit(failure, knownAt: end)
            }
            if !context.pointee.isTokenWhole { throw tokenFailure(at: segment.startOfToken(endingAt: handle.consumed)) }
            segmentEnd = tokenEnd
        case .failed: throw tokenFailure(at: startOfRefusedToken())
        case .outOfMemory: throw failure(.outOfMemory, at: tokenStart, knownAt: tokenEnd)
        }
        lastByte = piece.text.last { !$0.isWhiteSpace } ?? lastByte
    }

    /// The last byte so far that is no white space.
    private(set) var lastByte: UInt8 = 0

    // MARK: - What the binder asks

    override var tokenEnd: Int { segment.offset(behind: handle.consumed) }

    override var tokenStart: Int { segment.offset(at: segment.startOfToken(endingAt: handle.consumed)) }

    override func place(at offset: Int) -> ModelError.Place {
        lines.place(at: offset, in: chunk)
    }

    override func beginCapture() {
        captureStart = tokenStart
        captured = []
    }

    override func endCapture() -> [UInt8] {
        defer { captured = nil }
        return capturedSoFar()
    }

    override func capturedSoFar() -> [UInt8] {
        (captured ?? [])
            + segment.original[max(captureStart - segment.offset, 0)..<tokenEnd - segment.offset]
    }

    override func cancelCapture() { captured = nil }

    override func keepItem() { keptItem = (tokenStart, []) }

    override func keptItemBytes() -> [UInt8]? {
        guard let (start, bytes) = keptItem else { return nil }
        return bytes + segment.original[max(start - segment.offset, 0)..<tokenEnd - segment.offset]
    }

    override func forgetItem() { keptItem = nil }
}
