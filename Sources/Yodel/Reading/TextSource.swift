private import CYodelKernels

/// Reads text in chunks of any size, and drives a binder with the events that a parser finds in it.
///
/// ```
/// chunk ──► limit ──► prologue ──► comments ──► whole tokens ──► parser ──► binder
///           bytes     BOM, UTF-16   if allowed   carry for the    scanner
///                                                one that is open  or yajl
/// ```
///
/// The two parsers are its subclasses: each cuts a chunk into whole tokens and reads them in its own way. They share
/// everything else. Every decision depends on the text alone, never on where it was cut.
///
/// Properties that change with every document are `@exclusivity(unchecked)`: the checks would take a tenth of the time
/// of a small document. Only one owner uses a source at a time, and no call made while one of these properties is being
/// changed returns to it.
class TextSource: EventSource {
    /// Released before the slot, which holds its result.
    let binder: UnsafeMutablePointer<Binder>
    private let work: UnsafeMutablePointer<BinderMemory>
    private let slot: AnyObject?
    @exclusivity(unchecked) private(set) var limits: ParserLimits
    /// Whether any number of documents may follow one another.
    let isStream: Bool
    /// Whether the source may read other documents after its own.
    let isPlain: Bool
    @exclusivity(unchecked) private var prologue = Prologue()
    @exclusivity(unchecked) private var comments: CommentFilter?
    @exclusivity(unchecked) private var lines: LineCounter
    /// The place of every token, in a text whose tokens have no places of their own.
    private let fixedPlace: ModelError.Place?
    /// The offset after the fed bytes, clamped at the length limit.
    @exclusivity(unchecked) private var endOfFed: Int
    @exclusivity(unchecked) private var endOfLongest: Int
    /// The offset of the current chunk, or of the next.
    @exclusivity(unchecked) private(set) var offset: Int
    @exclusivity(unchecked) private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Whether there is only one chunk, which outlives the parsing: its lines are counted only for an error.
    @exclusivity(unchecked) private var isWhole = false
    /// The segment that the parser is reading.
    @exclusivity(unchecked) private(set) var segment = Segment.none
    /// The position of the current token, for a parser that reads in place; nil for one that reports the ends of
    /// tokens.
    private let token: UnsafePointer<UnsafePointer<UInt8>>?
    /// The end of the last segment, or of the document within it.
    @exclusivity(unchecked) private(set) var segmentEnd = 0
    /// Checks the open string; for yajl, all text.
    @exclusivity(unchecked) var guardian: TextGuard
    /// The token that was open at the end of the last chunk.
    @exclusivity(unchecked) var carry: [UInt8] = []
    @exclusivity(unchecked) var carryOffset = 0
    /// Whether only the quote of the open string has been kept.
    @exclusivity(unchecked) var isCarryCollapsed = false
    /// The bytes for `endCapture()` from earlier segments; nil if nothing is captured.
    @exclusivity(unchecked) private var captured: [UInt8]?
    @exclusivity(unchecked) private var captureStart = 0
    /// The item whose bytes are kept: its start, and the bytes from earlier segments.
    @exclusivity(unchecked) private var keptItem: (start: Int, bytes: [UInt8])?
    @exclusivity(unchecked) private var thrown: ModelError?
    /// Whether a document has ended with nothing left over, and the parser continues with another.
    @exclusivity(unchecked) private var goesOnByItself = false
    /// Where another reader continues.
    @exclusivity(unchecked) private(set) var pause: ModelError.Place?

    /// What a source should read, and how.
    struct Setup {
        var limits: ParserLimits
        var allowsComments: Bool
        /// The start of the text, if it is a part of a document.
        var start: ModelError.PartPlace?
        /// Whether any number of documents may follow one another.
        var isStream: Bool
        /// The object in which the binder makes its result.
        var slot: AnyObject?

        /// Whether the setup differs from that of other plain documents in its limits only.
        var isPlain: Bool { !allowsComments && !isStream && start == nil && slot == nil }
    }

    /// - Parameters:
    ///   - memory: The memory for the binder, which the source then owns.
    ///   - token: The position of the parser's current token, if it reads in place.
    init<State: ~Copyable>(
        _ setup: borrowing Setup, in memory: SourceMemory<State>,
        token: UnsafePointer<UnsafePointer<UInt8>>? = nil, makeBinder: (TextSource) -> Binder
    ) {
        self.token = token
        (binder, work) = (memory.binder, memory.work)
        limits = setup.limits
        isStream = setup.isStream
        isPlain = setup.isPlain
        slot = setup.slot
        guardian = TextGuard(stringLimit: setup.limits.stringBytes)
        comments = setup.allowsComments ? CommentFilter() : nil
        let start = setup.start?.start ?? .beginning
        fixedPlace = setup.start.map(\.isExact) == false ? start : nil
        offset = start.offset
        endOfFed = start.offset
        let (longest, isBeyond) = start.offset.addingReportingOverflow(setup.limits.documentBytes)
        endOfLongest = isBeyond ? .max : longest
        lines = LineCounter(at: start)
        // A part begins with its value, without a byte order mark.
        if setup.start != nil { prologue.skip() }
        super.init()
        work.initialize(to: BinderMemory())
        binder.initialize(to: makeBinder(self))
    }

    deinit {
        if !isIdle { binder.deinitialize(count: 1) }
        work.deinitialize(count: 1)
        UnsafeMutableRawPointer(binder).deallocate()
    }

    override var binderMemory: UnsafeMutablePointer<BinderMemory> { work }

    // MARK: - One document after another

    /// Whether it has no binder, and waits for the next document.
    @exclusivity(unchecked) private var isIdle = false

    /// Called when the value of the only document has been taken and the source is no longer needed; it may be kept for
    /// another document.
    func retire() {}

    /// Releases everything that belongs to the ended document, except the memory.
    final func becomeIdle() {
        isIdle = true
        binder.deinitialize(count: 1)
        work.pointee.trim()
        if carry.capacity > BinderMemory.mostKept { carry = [] }
    }

    /// Begins a document of its own, with the limits of another decoder.
    final func begin(_ limits: ParserLimits, makeBinder: (TextSource) -> Binder) {
        assert(isIdle && isPlain)
        self.limits = limits
        endOfLongest = limits.documentBytes
        isWhole = false
        segment = .none
        segmentEnd = 0
        goesOnByItself = false
        restart(at: .beginning)
        prologue = Prologue()
        isIdle = false
        binder.initialize(to: makeBinder(self))
    }

    var isComplete: Bool { binder.pointee.isComplete }

    // MARK: - The parser

    /// Reads the whole tokens of a chunk from an index on, and keeps the token that is open at its end.
    func readTokens(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        preconditionFailure("overridden")
    }

    /// Reads the text of a segment; returns the index in the document's text that it has reached.
    func read(_ segment: Segment) throws(ModelError) -> Int { preconditionFailure("overridden") }

    /// Resets the parser.
    ///
    /// - Parameters:
    ///   - open: For each open array and object around the text, whether it is an object.
    ///   - isAfterValue: Whether a value comes before the text, in the innermost container.
    func restartParser(in open: [Bool], isAfterValue: Bool) { preconditionFailure("overridden") }

    // MARK: - Feeding

    /// Parses the next bytes of the document.
    final func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        try noting { () throws(ModelError) in try feedLimited(bytes) }
    }

    final func finish() throws(ModelError) { try noting(finishText) }

    /// Notes the error of a step; after an error, throws that again.
    @inline(__always)
    private func noting(_ step: () throws(ModelError) -> Void) throws(ModelError) {
        if let thrown { throw thrown }
        do {
            try step()
        } catch {
            thrown = error
            throw error
        }
    }

    final func parseWhole(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        isWhole = comments == nil
        defer { chunk = UnsafeBufferPointer(start: nil, count: 0) }
        // Usually nothing precedes the text, and it ends with the value.
        if isWhole, endOfFed <= endOfLongest - bytes.count, prologue.isOver(at: bytes) {
            chunk = bytes
            try readTokens(of: bytes, from: 0)
            if isComplete {
                goesOnByItself = token != nil && captured == nil && keptItem == nil
                return
            }
            offset += bytes.count
        } else {
            try feed(bytes)
        }
        try finish()
    }

    /// Begins another document, or starts within one; the binder is ready for it.
    ///
    /// - Parameter endOfLine: An offset up to which the line is known to continue.
    final func restart(
        at place: ModelError.Place, inLineTo endOfLine: Int = 0, in open: [Bool] = [], isAfterValue: Bool = false
    ) {
        offset = place.offset
        endOfFed = place.offset
        lines = LineCounter(at: place, inLineTo: endOfLine)
        prologue.skip()
        pause = nil
        defer { goesOnByItself = false }
        if goesOnByItself, open.isEmpty { return }
        (thrown, captured, keptItem) = (nil, nil, nil)
        isCarryCollapsed = false
        carry.removeAll(keepingCapacity: true)
        if comments != nil { comments = CommentFilter() }
        guardian = TextGuard(stringLimit: limits.stringBytes)
        restartParser(in: open, isAfterValue: isAfterValue)
    }

    /// The number of bytes that are kept from one chunk to the next.
    final var bufferedBytes: Int { carry.count + (captured?.count ?? 0) + (keptItem?.bytes.count ?? 0) }

    private func feedLimited(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        let room = max(endOfLongest - endOfFed, 0)
        let isTooLong = bytes.count > room
        endOfFed += isTooLong ? room : bytes.count
        try feedPastPrologue(isTooLong ? UnsafeBufferPointer(rebasing: bytes[..<room]) : bytes)
        if isTooLong, pause == nil { throw failure(.documentLimit, at: endOfFed) }
    }

    private func feedPastPrologue(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard !prologue.isOver(at: bytes) else { return try feedFiltered(bytes) }
        switch prologue.inspect(bytes) {
        case .undecided: return
        case .unsupported(let encoding):
            throw failure(.unsupportedEncoding, at: 0, expected: "UTF-8", found: encoding)
        case .text(let held, let skipped):
            if prologue.byteOrderMarkLength > 0 {
                offset = prologue.byteOrderMarkLength
                lines = LineCounter(at: ModelError.Place(offset: offset, line: 1, column: 1))
            }
            try feedArray(held)
            try feedFiltered(UnsafeBufferPointer(rebasing: bytes[skipped...]))
        }
    }

    private func feedFiltered(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard let filtered = comments?.filter(bytes) else { return try feedChunk(bytes) }
        try filtered.withUnsafeBufferPointer(feedChunk)
    }

    private func feedArray(_ bytes: [UInt8]) throws(ModelError) {
        try bytes.withUnsafeBufferPointer(feedFiltered)
    }

    private func finishText() throws(ModelError) {
        if !prologue.isOver {
            guard let held = prologue.finish() else { throw failure(.unexpectedEnd, at: prologue.held.count) }
            isWhole = false
            try feedArray(held)
        }
        // A slash that was held back ends the token before it.
        if comments?.unfinished == 1, !isComplete, !guardian.isInString { try flushRun() }
        if let held = comments?.unfinished, !(isComplete && binder.pointee.options.allowsTrailingContent) {
            throw failure(.unexpectedEnd, at: offset + held)
        }
        if isComplete { return }
        let isCutOff = !carry.isEmpty && (carry.withUnsafeBufferPointer(isUnfinishedToken) || mayNumberGoOn)
        if guardian.isInString || isCutOff {
            throw failure(.unexpectedEnd, at: offset)
        }
        if let run = binder.pointee.feeds, run.isAtEnd, carry.first?.beginsNumber ?? false {
            run.endOfOpenNumber = offset
        }
        try flushRun()
        let isBetweenDocuments = isStream && !binder.pointee.isInItem
        if !isComplete && !isBetweenDocuments { throw failure(.unexpectedEnd, at: offset) }
    }

    // MARK: - Cutting into whole tokens

    private func feedChunk(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard !bytes.isEmpty, pause == nil else { return }
        chunk = bytes
        defer {
            let fed = pause.map { $0.offset - offset } ?? bytes.count
            offset += fed
            if !isWhole {
                lines.pass(UnsafeBufferPointer(rebasing: bytes[..<fed]))
                chunk = UnsafeBufferPointer(start: nil, count: 0)
            }
        }
        if isComplete { return try checkTrailing(bytes, from: 0) }
        guard let start = try feedCarried(bytes) else { return try limitItem(upTo: offset + bytes.count) }
        if isComplete { return try checkTrailing(bytes, from: start) }
        try readTokens(of: bytes, from: start)
    }

    /// Whether the parser has reached the end of the document, or the place where another reader continues.
    ///
    /// - Throws: An error if something follows the document.
    final func isOver(in bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Bool {
        if isComplete {
            try checkTrailing(bytes, from: segmentEnd - offset)
            return true
        }
        guard binder.pointee.isPaused else { return false }
        binder.pointee.isPaused = false
        endOfFed = segmentEnd
        pause = place(at: segmentEnd)
        return true
    }

    /// Keeps the end of a chunk, which is an open token.
    final func carry(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        if start < bytes.count {
            carry.append(contentsOf: bytes[start...])
            carryOffset = offset + start
        }
        try limitItem(upTo: offset + bytes.count)
    }

    /// Completes the token that was open at the end of the last chunk.
    ///
    /// - Returns: The index in this chunk after the token; nil if it is still open.
    private func feedCarried(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int? {
        guard !carry.isEmpty else { return 0 }
        var end = 0
        if guardian.isInString {
            end = try passString(bytes, from: 0)
            if !isCarryCollapsed { carry.append(contentsOf: bytes[..<end]) }
            guard !guardian.isInString else { return nil }
            if isCarryCollapsed || carry.count - 2 > limits.stringBytes {
                try parseCollapsed(upTo: offset + end)
            } else {
                try parseCarry(synthetic: 0)
            }
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

    /// Skips the rest of the open string, from quote to quote until one is not escaped.
    ///
    /// - Returns: The index after it, or after the text.
    /// - Throws: The problem in the string.
    final func passString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) -> Int {
        var end = start
        repeat {
            let quote = yodel_find_byte(bytes.start, end, bytes.count, UInt8(ascii: "\""))
            end = guardian.scan(bytes.start, end..<min(quote + 1, bytes.count), base: offset)
            if let problem = guardian.problem, !forgives(problem, at: offset + end) {
                throw failure(problem.code, at: problem.offset, knownAt: offset + end + 1, found: problem.found)
            }
        } while end < bytes.count && guardian.isInString
        return end
    }

    /// Reads a complete number or word, with a space after it that shows that it is complete.
    final func flushRun() throws(ModelError) {
        guard !carry.isEmpty else { return }
        carry.append(UInt8(ascii: " "))
        try parseCarry(synthetic: 1)
    }

    private func parseCarry(synthetic: Int) throws(ModelError) {
        let token = carry
        carry = []
        try token.withUnsafeBufferPointer { buffer throws(ModelError) in
            try parse(Segment(text: buffer, original: buffer, offset: carryOffset), synthetic: synthetic)
            assert(segmentEnd == carryOffset + buffer.count - synthetic, "the whole token has been read")
        }
    }

    /// Checks what follows the document.
    @inline(__always)
    final func checkTrailing(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        if start < bytes.count { try checkRest(bytes, from: start) }
    }

    private func checkRest(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        guard !binder.pointee.options.allowsTrailingContent else { return }
        if let index = bytes[start...].firstIndex(where: { !$0.isWhiteSpace }) {
            throw failure(
                .trailingContent, at: offset + index, hint: binder.pointee.options.trailingContentHint(bytes[index]))
        }
    }

    /// Reads a segment that begins between two tokens.
    ///
    /// - Parameter synthetic: The number of bytes at its end that are not in the document.
    final func parse(_ piece: Segment, synthetic: Int = 0) throws(ModelError) {
        segment = piece
        defer { segment = .none }
        let end = min(try read(piece), piece.original.count - synthetic)
        segmentEnd = piece.offset + end
        if captured != nil {
            captured!.append(contentsOf: piece.original[max(captureStart - piece.offset, 0)..<end])
        }
        if let start = keptItem?.start {
            keptItem!.bytes.append(contentsOf: piece.original[max(start - piece.offset, 0)..<end])
        }
    }

    // MARK: - For the binder

    /// The index in the segment after the current token, for a parser that reports the ends of tokens.
    var endOfParsedToken: Int { preconditionFailure("overridden") }

    @inline(__always)
    final override var tokenStart: Int {
        guard let token else { return startOfParsedToken }
        // A text that is read in place has no gap before a token.
        return segment.offset &+ (token.pointee - segment.text.start)
    }

    @inline(__always)
    final override var tokenEnd: Int {
        if let token, token.pointee.pointee.isBracket { return tokenStart &+ 1 }
        return endOfLongToken
    }

    @inline(__always)
    final var placeOfTokenEnd: ModelError.Place { place(at: tokenEnd) }

    @inline(never)
    private var startOfParsedToken: Int { segment.offset(at: segment.startOfToken(endingAt: endOfParsedToken)) }

    @inline(never)
    private var endOfLongToken: Int {
        let end = token.map { segment.endOfToken(at: $0.pointee - segment.text.start) } ?? endOfParsedToken
        return segment.offset(after: end)
    }

    override var hasPlaces: Bool { fixedPlace == nil }

    final override func place(at offset: Int) -> ModelError.Place { fixedPlace ?? lines.place(at: offset, in: chunk) }

    override func beginCapture() {
        captureStart = tokenStart
        captured = []
    }

    override func capturedSoFar() -> [UInt8] { (captured ?? []) + segmentBytes(from: captureStart) }

    override func cancelCapture() { captured = nil }

    /// Keeps the document's bytes from the current token on, independently of any capture, until ``forgetItem()``.
    final func keepItem() { keptItem = (tokenStart, []) }

    /// The kept bytes up to the end of the current token.
    final func keptItemBytes() -> [UInt8]? { keptItem.map { $0.bytes + segmentBytes(from: $0.start) } }

    final func forgetItem() { keptItem = nil }

    /// The document's bytes in the segment from an offset to the end of the current token.
    private func segmentBytes(from start: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        // The end of a collapsed string, which is never captured, is beyond the segment's end.
        let end = min(tokenEnd - segment.offset, segment.original.count)
        return segment.original[min(max(start - segment.offset, 0), end)..<end]
    }
}

/// One block of memory for a binder, its working memory and its parser's state: each block costs a small document time.
struct SourceMemory<State: ~Copyable> {
    /// At the beginning of the block.
    let binder: UnsafeMutablePointer<Binder>
    let work: UnsafeMutablePointer<BinderMemory>
    let state: UnsafeMutablePointer<State>

    init() {
        assert(MemoryLayout<State>.alignment <= 16 && MemoryLayout<Binder>.alignment <= 16)
        let workOffset = (MemoryLayout<Binder>.size + 15) & ~15
        let stateOffset = (workOffset + MemoryLayout<BinderMemory>.size + 15) & ~15
        let block = UnsafeMutableRawPointer.allocate(byteCount: stateOffset + MemoryLayout<State>.size, alignment: 16)
        // SAFETY: the block has room for all three, each at a multiple of 16.
        binder = block.bindMemory(to: Binder.self, capacity: 1)
        work = (block + workOffset).bindMemory(to: BinderMemory.self, capacity: 1)
        state = (block + stateOffset).bindMemory(to: State.self, capacity: 1)
    }
}
