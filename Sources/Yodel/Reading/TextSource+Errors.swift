// What is wrong and where: errors that depend neither on the parser nor on how the text was cut.

extension TextSource {
    /// - Parameter end: After the byte that has shown what is wrong; by default, of a missing byte, where it is
    ///   missing, of any other after it.
    func failure(
        _ code: ModelError.Code, at offset: Int, knownAt end: Int? = nil, expected: String? = nil,
        found: String? = nil, hint: String? = nil
    ) -> ModelError {
        let expected = expected ?? limits.expectation(of: code)
        let error = ModelError(
            code, path: binder.pointee.path, place: place(at: offset), expected: expected, found: found, hint: hint)
        let isAtEnd = code == .unexpectedEnd || code == .documentLimit
        return withItemLimit(error, knownAt: end ?? (isAtEnd ? offset : offset + 1))
    }

    func numberFailure(at offset: Int) -> ModelError {
        failure(.numberLimit, at: offset, knownAt: offset + limits.numberCharacters + 1)
    }

    /// Why the binder has stopped the parser; nil if it has not.
    var binderFailure: ModelError? {
        binder.pointee.failure.map { failure in
            // That a number is too long is known before it ends.
            let end = failure.code == .numberLimit ? tokenStart + limits.numberCharacters + 1 : tokenEnd
            return withItemLimit(failure, knownAt: end)
        }
    }

    /// What is wrong with the token at an index of the segment, or with its being there.
    func tokenFailure(_ problem: TokenProblem, at start: Int) -> ModelError {
        let place = segment.offset(at: start)
        if problem.code == .numberLimit { return numberFailure(at: place) }
        var end = segment.offset(after: segment.endOfToken(at: start))
        // A word is not waited for any longer.
        if segment.text[start].isTokenByte, end - place > limits.openTokenBytes {
            end = place + limits.openTokenBytes + 1
        }
        return failure(
            problem.code, at: place, knownAt: end, expected: problem.expected, found: problem.found,
            hint: problem.code == .unexpectedToken ? binder.pointee.options.commentHint(segment.text[start]) : nil)
    }
}
