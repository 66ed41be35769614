// Errors and their places, which depend neither on the parser nor on how the text was cut.

extension TextSource {
    /// - Parameter end: The offset after the byte that revealed the error; by default, for a missing byte its own
    ///   offset, for any other the offset after it.
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

    /// The error for a document for which the thread has no stack.
    var endOfStack: ModelError { .endOfStack(path: binder.pointee.path, at: place(at: offset)) }

    func numberFailure(at offset: Int) -> ModelError {
        failure(.numberLimit, at: offset, knownAt: offset + limits.numberCharacters + 1)
    }

    /// Why the binder has stopped the parser; nil if it has not.
    var binderFailure: ModelError? {
        binder.pointee.failure.map { failure in
            // A number is known to be too long before it ends.
            let end = failure.code == .numberLimit ? tokenStart + limits.numberCharacters + 1 : tokenEnd
            return withItemLimit(failure, knownAt: end)
        }
    }

    /// The error for the token at an index of the segment, or for its place.
    func tokenFailure(_ problem: TokenProblem, at start: Int) -> ModelError {
        let place = segment.offset(at: start)
        if problem.code == .numberLimit { return numberFailure(at: place) }
        var end = segment.offset(after: segment.endOfToken(at: start))
        // The source does not wait for the end of a long word.
        if segment.text[start].isTokenByte, end - place > limits.openTokenBytes {
            end = place + limits.openTokenBytes + 1
        }
        return failure(
            problem.code, at: place, knownAt: end, expected: problem.expected, found: problem.found,
            hint: problem.code == .unexpectedToken ? binder.pointee.options.commentHint(segment.text[start]) : nil)
    }
}
