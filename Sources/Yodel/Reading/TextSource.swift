private import CYodelKernels

/// Reads text that comes in chunks of any size, and drives a binder with the events that a parser finds in it.
///
/// ```
/// chunk ──► limit ──► prologue ──► comments ──► whole tokens ──► parser ──► binder
///           bytes     BOM, UTF-16   if allowed   carry for the    scanner
///                                                one that is open  or yajl
/// ```
///
/// The two parsers are its subclasses: each cuts a chunk into whole tokens in its own way and reads them. Everything
/// else is here once. Every decision depends on the text alone, never on where it was cut.
///
/// What changes with every document is `@exclusivity(unchecked)`: the checks would cost a tenth of a small document. A
/// source belongs to one place at a time, and nothing that is called while one of these is being changed comes back to
/// it.
class TextSource: EventSource {
    /// Released before the slot, in which it makes its result.
    let binder: UnsafeMutablePointer<Binder>
    private let work: UnsafeMutablePointer<BinderMemory>
    private let slot: AnyObject?
    @exclusivity(unchecked) private(set) var limits: ParserLimits
    /// Any number of documents may follow one another.
    let isStream: Bool
    /// It may read other documents when it has read its own.
    let isPlain: Bool
    @exclusivity(unchecked) private var prologue = Prologue()
    @exclusivity(unchecked) private var comments: CommentFilter?
    @exclusivity(unchecked) private var lines: LineCounter
    /// Where every token is, in a text whose tokens have no places of their own.
    private let fixedPlace: ModelError.Place?
    /// The offset after what has been fed, up to where the document is too long.
    @exclusivity(unchecked) private var endOfFed: Int
    @exclusivity(unchecked) private var endOfLongest: Int
    /// The offset of what is being fed, or will be next.
    @exclusivity(unchecked) private(set) var offset: Int
    /// What is being fed.
    @exclusivity(unchecked) private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// There is one chunk only, which outlives the parsing: its lines need no counting but for an error.
    @exclusivity(unchecked) private var isWhole = false
    /// What the parser is reading.
    @exclusivity(unchecked) private(set) var segment = Segment.none
    /// Where a parser that reads the text as it lies says which token it is at; nil for one that says where tokens end.
    private let token: UnsafePointer<UnsafePointer<UInt8>>?
    /// Where the last segment ended, or the document did within it.
    @exclusivity(unchecked) private(set) var segmentEnd = 0
    /// Follows the string that is open, and for yajl all text.
    @exclusivity(unchecked) var guardian: TextGuard
    /// The token that was open at the end of the last chunk.
    @exclusivity(unchecked) var carry: [UInt8] = []
    @exclusivity(unchecked) var carryOffset = 0
    /// Only the quote of the open string has been kept.
    @exclusivity(unchecked) var isCarryCollapsed = false
    /// Bytes kept for `endCapture()` from segments that are gone; nil when nothing is captured.
    @exclusivity(unchecked) private var captured: [UInt8]?
    @exclusivity(unchecked) private var captureStart = 0
    /// The item whose bytes are kept: from which offset on, and those of segments that are gone.
    @exclusivity(unchecked) private var keptItem: (start: Int, bytes: [UInt8])?
    @exclusivity(unchecked) private var thrown: ModelError?
    /// A document has ended with nothing left over, by a parser that goes on with another.
    @exclusivity(unchecked) private var goesOnByItself = false
    /// Where something else reads on.
    @exclusivity(unchecked) private(set) var pause: ModelError.Place?

    /// What a source is to read.
    struct Setup {
        var limits: ParserLimits
        var allowsComments: Bool
        /// Where the text begins, if it is a part of a document.
        var start: ModelError.PartPlace?
        /// Any number of documents may follow one another.
        var isStream: Bool
        /// What the binder makes its result in.
        var slot: AnyObject?

        /// Of what is to be read nothing but the limits is another than of other documents.
        var isPlain: Bool { !allowsComments && !isStream && start == nil && slot == nil }
    }

    /// - Parameters:
    ///   - memory: The memory for the binder, which goes with the source.
    ///   - token: Where the parser says which token it is at, if it reads the text as it lies.
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
        // A part begins with its value, and with no mark.
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

    /// It has no binder, and waits for the next document.
    @exclusivity(unchecked) private var isIdle = false

    /// The value of the one document has been taken, and nothing is asked of the source any more: it may be kept for
    /// another.
    func retire() {}

    /// Lets go of everything that belongs to the document that has ended, but for the memory it took.
    final func becomeIdle() {
        isIdle = true
        binder.deinitialize(count: 1)
        work.pointee.trim()
        if carry.capacity > BinderMemory.mostKept { carry = [] }
    }

    /// Begins with a document of its own, with the limits of another decoder.
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

    /// Takes the value of the document that has ended.
    final func takeValue<Value>(as type: Value.Type) -> Value { binder.pointee.takeResult(as: type) }

    // MARK: - The parser

    /// Reads the whole tokens of a chunk from an index on, and keeps the one that is open at its end.
    func readTokens(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        preconditionFailure("overridden")
    }

    /// Reads the text of a segment.
    ///
    /// - Returns: The index in the document's text that it has come to.
    func read(_ segment: Segment) throws(ModelError) -> Int { preconditionFailure("overridden") }

    /// Begins anew.
    ///
    /// - Parameters:
    ///   - open: For each array and object that is open around what follows, whether it is an object.
    ///   - isAfterValue: A value comes before, in the innermost of them.
    func restartParser(in open: [Bool], isAfterValue: Bool) { preconditionFailure("overridden") }

    // MARK: - Feeding

    /// Parses the next bytes of the document.
    final func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        if let thrown { throw thrown }
        do {
            try feedLimited(bytes)
        } catch {
            thrown = error
            throw error
        }
    }

    /// Ends the document.
    final func finish() throws(ModelError) {
        if let thrown { throw thrown }
        do {
            try finishText()
        } catch {
            thrown = error
            throw error
        }
    }

    /// Parses a whole document.
    final func parseWhole(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        isWhole = comments == nil
        defer { chunk = UnsafeBufferPointer(start: nil, count: 0) }
        // Most often there is nothing before the text, and it ends where the value does.
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

    /// Begins with another document, or within one; the binder is ready for it.
    ///
    /// - Parameter endOfLine: An offset before which the document has no line feed, if that is known.
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

    /// Bytes that are kept from one chunk to the next.
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
                lines = LineCounter(at: offset)
            }
            try feedArray(held)
            try feedFiltered(UnsafeBufferPointer(rebasing: bytes[skipped...]))
        }
    }

    private func feedFiltered(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) {
        guard let filtered = comments?.filter(bytes) else { return try feedChunk(bytes) }
        try feedArray(filtered, filtered: true)
    }

    private func feedArray(_ bytes: [UInt8], filtered: Bool = false) throws(ModelError) {
        try bytes.withUnsafeBufferPointer { buffer throws(ModelError) in
            try filtered ? feedChunk(buffer) : feedFiltered(buffer)
        }
    }

    private func finishText() throws(ModelError) {
        if !prologue.isOver {
            guard let held = prologue.finish() else { throw failure(.unexpectedEnd, at: prologue.heldCount) }
            isWhole = false
            try feedArray(held)
        }
        // A slash that was held back ends what comes before it.
        if comments?.unfinished == 1, !isComplete, !guardian.isInString { try flushRun() }
        if let held = comments?.unfinished, !(isComplete && binder.pointee.options.allowsTrailingContent) {
            throw failure(.unexpectedEnd, at: offset + held)
        }
        if isComplete { return }
        if guardian.isInString || carryIsUnfinished { throw failure(.unexpectedEnd, at: offset) }
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
        guard let start = try feedCarried(bytes) else { return }
        if isComplete { return try checkTrailing(bytes, from: start) }
        try readTokens(of: bytes, from: start)
    }

    /// Whether the parser has come to the end of the document, or to where something else reads on.
    ///
    /// - Throws: That something follows the document.
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

    /// Keeps the end of a chunk, a token that is open.
    final func carry(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        if start < bytes.count {
            carry.append(contentsOf: bytes[start...])
            carryOffset = offset + start
        }
        try limitItem(upTo: offset + bytes.count)
    }

    /// Completes the token that was open at the end of the last chunk.
    ///
    /// - Returns: Where in this chunk that token ends; nil when it is still open.
    private func feedCarried(_ bytes: UnsafeBufferPointer<UInt8>) throws(ModelError) -> Int? {
        guard !carry.isEmpty else { return 0 }
        var end = 0
        if guardian.isInString {
            end = try passString(bytes, from: 0)
            if !isCarryCollapsed { carry.append(contentsOf: bytes[..<end]) }
            guard !guardian.isInString else {
                try limitItem(upTo: offset + bytes.count)
                return nil
            }
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

    /// Goes through the string that is open, from quote to quote until one of them is not escaped.
    ///
    /// - Returns: The index after it, or after the text.
    /// - Throws: What is wrong with it.
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

    /// Has a number or word read that is complete, with a space that shows that it is.
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
            assert(segmentEnd == carryOffset + buffer.count - synthetic, "a whole token is read")
        }
    }

    /// A word or number that more bytes could still complete.
    private var carryIsUnfinished: Bool {
        !carry.isEmpty && carry.withUnsafeBufferPointer(isUnfinishedToken)
    }

    /// Looks at what follows the document.
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

    /// Has a segment read, which begins between two tokens.
    ///
    /// - Parameter synthetic: How many bytes at its end are not the document's.
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

    // MARK: - What the binder asks

    /// The index in the segment after the current token, of a parser that says where tokens end.
    var endOfParsedToken: Int { preconditionFailure("overridden") }

    @inline(__always)
    final override var tokenStart: Int {
        guard let token else { return startOfParsedToken }
        // A text that is read as it lies has no gap before a token.
        return segment.offset &+ (token.pointee - segment.text.start)
    }

    @inline(__always)
    final override var tokenEnd: Int {
        if let token, token.pointee.pointee.isBracket { return tokenStart &+ 1 }
        return endOfLongToken
    }

    /// The place after the current token.
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

    final override func keepItem() { keptItem = (tokenStart, []) }

    override func keptItemBytes() -> [UInt8]? { keptItem.map { $0.bytes + segmentBytes(from: $0.start) } }

    override func forgetItem() { keptItem = nil }

    /// The document's bytes in the segment from an offset to the end of the current token.
    private func segmentBytes(from start: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        // Of a collapsed string, which nothing is captured of, the token's end is beyond the segment's.
        let end = min(tokenEnd - segment.offset, segment.original.count)
        return segment.original[min(max(start - segment.offset, 0), end)..<end]
    }
}

/// One block of memory for a binder, what it works in and what its parser keeps: a small document notices every block.
struct SourceMemory<State: ~Copyable> {
    /// Begins the block.
    let binder: UnsafeMutablePointer<Binder>
    let work: UnsafeMutablePointer<BinderMemory>
    let state: UnsafeMutablePointer<State>

    init() {
        assert(MemoryLayout<State>.alignment <= 16 && MemoryLayout<Binder>.alignment <= 16)
        let workOffset = (MemoryLayout<Binder>.size + 15) & ~15
        let stateOffset = (workOffset + MemoryLayout<BinderMemory>.size + 15) & ~15
        let block = UnsafeMutableRawPointer.allocate(byteCount: stateOffset + MemoryLayout<State>.size, alignment: 16)
        // SAFETY: the block has room for the three, each at a multiple of 16.
        binder = block.bindMemory(to: Binder.self, capacity: 1)
        work = (block + workOffset).bindMemory(to: BinderMemory.self, capacity: 1)
        state = (block + stateOffset).bindMemory(to: State.self, capacity: 1)
    }
}
