// What is wrong and where: the same errors as those of the source over yajl.

extension ScannerSource {
    /// Why scanning has ended before the document's value did.
    func failure() -> ModelError {
        switch scanner.pointee.problem {
        case nil:
            guard let failure = scanner.pointee.binder.failure else { preconditionFailure("what stops has a reason") }
            return failure
        case .unexpectedEnd: return endFailure()
        case .string(let quote): return stringProblem(at: quote) ?? endFailure()
        case .token(let start, let expected): return tokenFailure(at: start, expected: expected)
        }
    }

    func failure(
        _ code: ModelError.Code, at position: UnsafePointer<UInt8>, path: JSONPath? = nil, expected: String? = nil,
        found: String? = nil, hint: String? = nil
    ) -> ModelError {
        ModelError(
            code, path: path ?? scanner.pointee.binder.path, place: place(at: offset + (position - text.start)),
            expected: expected ?? options.limits.expectation(of: code), found: found, hint: hint)
    }

    /// The text ends where the document must go on, or does go on and may not.
    func endFailure() -> ModelError {
        let end = scanner.pointee.end + (heldCount ?? 0)
        return failure(scanner.pointee.isCut ? .documentLimit : .unexpectedEnd, at: end)
    }

    /// What is wrong inside a string; nil when it is sound, or sound as far as the text goes.
    private func stringProblem(at quote: UnsafePointer<UInt8>) -> ModelError? {
        var guardian = TextGuard(stringLimit: options.limits.stringBytes)
        var position = quote
        repeat {
            guard guardian.step(position.pointee, at: position - text.start) else { break }
            position += 1
        } while position < scanner.pointee.end && guardian.isInString
        guard let problem = guardian.problem else { return guardian.isInString ? endFailure() : nil }
        return failure(problem.code, at: text.start + problem.offset, found: problem.found)
    }

    private func tokenFailure(at start: UnsafePointer<UInt8>, expected: String?) -> ModelError {
        if start.pointee == UInt8(ascii: "\""), let problem = stringProblem(at: start) { return problem }
        if let code = strayByte(start.pointee) {
            return failure(code, at: start, found: TextGuard.shown(start.pointee))
        }
        let token = UnsafeBufferPointer(rebasing: text[(start - text.start)...].prefix(while: \.isTokenByte))
        let isSound = isSoundToken(token, first: start.pointee, isValueExpected: expected == "a value")
        let problem = TokenProblem(
            in: text, at: start - text.start, expected: isSound ? expected : nil, options.limits)
        let isAtEnd = !token.isEmpty && start + token.count == scanner.pointee.end
        if isAtEnd, problem.code != .numberLimit, goesOnBehindEnd(token) { return endFailure() }
        return failure(
            problem.code, at: start, expected: problem.expected, found: problem.found,
            hint: problem.code == .unexpectedToken ? options.commentHint(start.pointee) : nil)
    }

    /// Whether the document's end, or where it was cut, may be why a token is none.
    private func goesOnBehindEnd(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        if scanner.pointee.isCut { return token.count <= options.limits.openTokenBytes }
        // A slash that was held back ends what stands before it.
        return heldCount != 1 && isUnfinishedToken(token)
    }

    /// A byte that belongs to no token.
    private func strayByte(_ byte: UInt8) -> ModelError.Code? {
        switch byte {
        case ..<0x20: .controlCharacter
        case 0x80..., UInt8(ascii: "\\"): .unexpectedToken
        default: nil
        }
    }

    /// Whether a token is one, so that only its place is wrong; if it is none, what would be right there is not said.
    private func isSoundToken(_ token: UnsafeBufferPointer<UInt8>, first: UInt8, isValueExpected: Bool) -> Bool {
        if token.isEmpty { return "{}[],:\"".utf8.contains(first) }
        if NumberText(token).isValid { return true }
        return !isValueExpected && ["null", "true", "false"].contains { token.starts(with: $0.utf8) }
    }
}
