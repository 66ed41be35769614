#if Yajl
private import CYajl

/// Reads text with the C library yajl.
///
/// yajl gets only whole tokens that the guard has checked, in pieces without indentation: see ``YajlHandle`` for the
/// reasons.
final class YajlSource: TextSource {
    private let context: UnsafeMutablePointer<YajlContext>
    private var handle: YajlHandle
    private var stripper = IndentStripper()
    /// The last byte so far that is not white space.
    private var lastByte: UInt8 = 0

    /// The size of pieces: they are still in the cache after the guard has checked them.
    private static let pieceSize = 64 << 10

    init(_ setup: borrowing Setup, binder makeBinder: (TextSource) -> Binder) {
        let block = SourceMemory<YajlContext>()
        context = block.state
        handle = YajlHandle(context: context, allowsMultipleValues: setup.isStream)
        super.init(setup, in: block, makeBinder: makeBinder)
        context.initialize(to: YajlContext(binder: binder, handle))
    }

    deinit {
        // The handle keeps the context's address, but makes no more callbacks.
        context.deinitialize(count: 1)
    }

    override func restartParser(in open: [Bool], isAfterValue: Bool) {
        handle = YajlHandle(context: context, allowsMultipleValues: isStream)
        context.pointee = YajlContext(binder: binder, handle)
        lastByte = 0
        guard !open.isEmpty else { return }
        // Text that sends no events puts yajl into this state.
        var text = open.map { $0 ? "{\"\":" : "[" }.joined() + (isAfterValue ? "0 " : "")
        context.pointee.silently { text.withUTF8 { _ = handle.parse($0) } }
        lastByte = UInt8(ascii: isAfterValue ? "0" : "[")
    }

    // MARK: - Cutting

    /// Checks a chunk with the guard, and passes it to yajl except for an open token at its end.
    override func readTokens(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(ModelError) {
        var (fed, scanned) = (start, start)
        var openRun: Int?
        while scanned < bytes.count {
            let end = min(scanned + Self.pieceSize, bytes.count)
            let stop = guardian.scan(bytes.start, scanned..<end, base: offset)
            let isStopped = guardian.problem != nil
            var cut = guardian.isInString ? guardian.stringStart - offset : stop
            if !guardian.isInString, !isStopped {
                // A number or word at the end may continue; it may have begun in the previous piece.
                while cut > scanned, bytes[cut - 1].isTokenByte { cut -= 1 }
                if cut == scanned, let openRun { cut = openRun }
                openRun = cut < stop ? cut : nil
            } else {
                openRun = nil
            }
            if cut > fed {
                try parseTokens(bytes, fed..<cut)
                if try isOver(in: bytes) { return }
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
                if count > limits.numberCharacters, bytes[cut].beginsNumber { throw numberFailure(at: offset + cut) }
                if count > limits.openTokenBytes { try parseTokens(bytes, cut..<stop) }
            }
            scanned = end
        }
        try carry(bytes, from: fed)
    }

    /// Passes whole tokens to yajl, with a space after a number or word at the end, which shows that it is complete.
    private func parseTokens(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(ModelError) {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1].isTokenByte { end -= 1 }
        if end > range.lowerBound {
            let text = UnsafeBufferPointer(rebasing: bytes[range.lowerBound..<end])
            try parse(stripper.segment(text, at: offset + range.lowerBound))
        }
        guard end < range.upperBound, !isComplete, !binder.pointee.isPaused else { return }
        carry = Array(bytes[end..<range.upperBound])
        carryOffset = offset + end
        try flushRun()
    }

    // MARK: - Parsing

    override func read(_ segment: Segment) throws(ModelError) -> Int {
        context.pointee.text = segment.text
        var end = segment.original.count
        switch handle.parse(segment.text) {
        case cyajl_parsed: break
        case cyajl_canceled:
            if let failure = binderFailure { throw failure }
            if !context.pointee.isTokenWhole { throw refusal(at: segment.startOfToken(endingAt: handle.consumed)) }
            end = tokenEnd - segment.offset
        case cyajl_out_of_memory: throw failure(.outOfMemory, at: tokenStart, knownAt: tokenEnd)
        default: throw refusal(at: startOfRefusedToken())
        }
        lastByte = segment.text.last { !$0.isWhiteSpace } ?? lastByte
        return end
    }

    private func refusal(at start: Int) -> ModelError {
        let expected = context.pointee.isTokenWhole ? YajlMessage.expectation(in: handle.message) : nil
        return tokenFailure(TokenProblem(in: segment.text, at: start, expected: expected, limits), at: start)
    }

    /// The token that yajl refuses: the offset is that of its end, except for two kinds of errors.
    private func startOfRefusedToken() -> Int {
        let message = handle.message
        let consumed = handle.consumed
        if YajlMessage.isAboutComment(message) { return consumed }
        guard YajlMessage.hasRestoredOffset(message) else { return segment.startOfToken(endingAt: consumed) }
        return startOfTokenAfterValue(consumed)
    }

    /// After a value in an object, yajl steps back by the length of the token, for a string without its quotes.
    private func startOfTokenAfterValue(_ position: Int) -> Int {
        let text = segment.text
        var index = 0
        var before = lastByte
        while index < text.count {
            let start = index
            index = segment.endOfToken(at: start)
            if text[start].isWhiteSpace { continue }
            if text[start] == UInt8(ascii: "\""), before != UInt8(ascii: ":"), start + 2 == position { return start }
            if start <= position, position < index { return start }
            before = text[start]
        }
        return min(position, text.count)
    }

    // MARK: - For the binder

    override var endOfParsedToken: Int { handle.consumed }
}
#endif
