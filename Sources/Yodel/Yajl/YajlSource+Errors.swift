// What is wrong and where: yajl's messages and offsets, made into errors that do not depend on how the text was cut.

extension YajlSource {
    /// - Parameter end: Behind the byte that has shown what is wrong; by default, of a missing byte, where it is
    ///   missing, of any other behind it.
    func failure(
        _ code: ModelError.Code, at offset: Int, knownAt end: Int? = nil, expected: String? = nil,
        found: String? = nil, hint: String? = nil
    ) -> ModelError {
        let expected = expected ?? limits.expectation(of: code)
        let error = ModelError(
            code, path: context.pointee.binder.path, place: place(at: offset), expected: expected, found: found,
            hint: hint)
        let isAtEnd = code == .unexpectedEnd || code == .documentLimit
        return withItemLimit(error, knownAt: end ?? (isAtEnd ? offset : offset + 1))
    }

    func numberFailure(at offset: Int) -> ModelError {
        failure(.numberLimit, at: offset, knownAt: offset + limits.numberCharacters + 1)
    }

    /// The token that yajl refuses: its offset is that of the token's end, but for two kinds of error.
    func startOfRefusedToken() -> Int {
        let message = handle.message
        let consumed = handle.consumed
        if YajlMessage.isAboutComment(message) { return consumed }
        guard YajlMessage.hasRestoredOffset(message) else { return segment.startOfToken(endingAt: consumed) }
        return startOfTokenBehindValue(consumed)
    }

    /// After a value in an object yajl steps back by the length of the token, for a string without its quotes.
    private func startOfTokenBehindValue(_ position: Int) -> Int {
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

    /// What is wrong with the token at an index of the segment, or with its being there.
    func tokenFailure(at start: Int) -> ModelError {
        let expected = context.pointee.isTokenWhole ? YajlMessage.expectation(in: handle.message) : nil
        let problem = TokenProblem(in: segment.text, at: start, expected: expected, limits)
        let place = segment.offset(at: start)
        if problem.code == .numberLimit { return numberFailure(at: place) }
        let end = segment.offset(behind: segment.endOfToken(at: start))
        return failure(
            problem.code, at: place, knownAt: end, expected: problem.expected, found: problem.found,
            hint: problem.code == .unexpectedToken ? options.commentHint(segment.text[start]) : nil)
    }
}
