// Errors of values that do not match the type: the cases and coding paths are Foundation's.

extension TapeDecoder {
    /// A value of another kind than requested.
    ///
    /// - Parameter isNullSpecial: Whether null counts as a missing value rather than one of another kind.
    @inline(never)
    func mismatch(
        _ type: any Any.Type, at index: Int, _ step: CodablePathStep, isNullSpecial: Bool = false
    ) -> DecodingError {
        let kind = session.entries[index].kind
        let isMissing = isNullSpecial && kind == .null
        // A type that tries several ways to decode a value makes one error after another and drops them.
        let text = session.mismatchTexts.text(of: type, kind, isMissing: isMissing)
        let context = DecodingError.Context(codingPath: codingPath(step), debugDescription: text)
        return isMissing ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// A value that is not the requested container.
    @inline(never)
    func mismatch(
        _ type: any Any.Type, at index: Int, _ step: CodablePathStep, container: String
    ) -> DecodingError {
        guard session.entries[index].kind == .null else { return mismatch(type, at: index, step) }
        let text = "Cannot get \(container) decoding container -- found null value instead"
        return .valueNotFound(type, .init(codingPath: codingPath(step), debugDescription: text))
    }

    /// A value of the right kind with invalid content.
    func corrupted(_ text: String, _ step: CodablePathStep) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath(step), debugDescription: text))
    }

    /// A value that nests deeper than the thread's stack allows.
    @inline(never)
    func tooDeep(at index: Int, _ step: CodablePathStep) -> DecodingError {
        end(
            .depthLimit, at: index, step, "Too many nested values.",
            expected: CallStack.expectation, hint: CallStack.hint)
    }

    /// More values were begun, again and again, than a document of this size may have.
    @inline(never)
    func tooManyVisits(at index: Int, _ step: CodablePathStep) -> DecodingError {
        session.ending
            ?? end(
                .replayLimit, at: index, step, "The values are read again too often.",
                expected: session.limits.expectation(of: .replayLimit))
    }

    /// An error that `decode` throws even if the type catches it and tries something else.
    private func end(
        _ code: ModelError.Code, at index: Int, _ step: CodablePathStep, _ text: String, expected: String?,
        hint: String? = nil
    ) -> DecodingError {
        let underlying = ModelError(
            code, path: path(to: index, step), place: session.place(of: session.text(of: value).start),
            expected: expected, hint: hint
        ).of(session.mark)
        let error = DecodingError.dataCorrupted(
            .init(codingPath: codingPath(step), debugDescription: text, underlyingError: underlying))
        session.ending = error
        return error
    }

    /// A number that the type cannot represent.
    ///
    /// Foundation reports it as invalid text without a coding path; the underlying error has the path.
    @inline(never)
    func unfit(
        _ type: any Any.Type, at index: Int, _ step: CodablePathStep, _ code: ModelError.Code
    ) -> DecodingError {
        let literal = session.bytes(of: session.entries[index])
        let text = excerpt(token: literal)
        let error = ModelError(
            code, path: path(to: index, step), place: session.place(of: literal.start),
            expected: "\(type)", found: "the number \(text)"
        ).of(session.mark)
        return .dataCorrupted(
            .init(codingPath: [], debugDescription: "Number \(text) does not fit \(type).", underlyingError: error))
    }
}

/// The texts of recent mismatch errors, so that repeated ones are not made again.
struct MismatchTexts {
    private struct Entry {
        let type: ObjectIdentifier
        let kind: TapeEntry.Kind
        let isMissing: Bool
        let text: String
    }

    private var entries: [Entry] = []

    mutating func text(of type: any Any.Type, _ kind: TapeEntry.Kind, isMissing: Bool) -> String {
        let identifier = ObjectIdentifier(type)
        for entry in entries where entry.type == identifier && entry.kind == kind && entry.isMissing == isMissing {
            return entry.text
        }
        let text =
            isMissing
            ? "Cannot get value of type \(type) -- found null value instead"
            : "Expected to decode \(type) but found \(kind.text) instead."
        if entries.count == 16 { entries.removeAll(keepingCapacity: true) }
        entries.append(Entry(type: identifier, kind: kind, isMissing: isMissing, text: text))
        return text
    }
}

extension TapeEntry.Kind {
    fileprivate var text: String {
        switch self {
        case .null: "null"
        case .true, .false: "bool"
        case .number: "number"
        case .string, .key: "a string"
        case .array: "an array"
        case .object, .members: "a dictionary"
        }
    }
}
