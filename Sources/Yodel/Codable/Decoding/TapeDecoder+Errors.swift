// The errors of values that do not fit: the cases and coding paths of Foundation's.

extension TapeDecoder {
    /// A value of another kind than was asked for.
    ///
    /// - Parameter isNullSpecial: Whether null is a value that is not there rather than one of another kind.
    @inline(never)
    func mismatch(
        _ type: any Any.Type, at index: Int, _ step: CodablePathStep, isNullSpecial: Bool = false
    ) -> DecodingError {
        let kind = session.entries[index].kind
        let isMissing = isNullSpecial && kind == .null
        // A type that tries several ways to decode a value makes one error after the other, and drops them.
        let text = session.mismatchTexts.text(of: type, kind, isMissing: isMissing)
        let context = DecodingError.Context(codingPath: codingPath(step), debugDescription: text)
        return isMissing ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// A value that is none of the containers that were asked for.
    @inline(never)
    func mismatch(
        _ type: any Any.Type, at index: Int, _ step: CodablePathStep, container: String
    ) -> DecodingError {
        guard session.entries[index].kind == .null else { return mismatch(type, at: index, step) }
        let text = "Cannot get \(container) decoding container -- found null value instead"
        return .valueNotFound(type, .init(codingPath: codingPath(step), debugDescription: text))
    }

    /// A value of the right kind whose content will not do.
    func corrupted(_ text: String, _ step: CodablePathStep) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath(step), debugDescription: text))
    }

    /// A value that nests deeper than the stack of the thread allows.
    @inline(never)
    func tooDeep(_ step: CodablePathStep) -> DecodingError {
        end(
            .depthLimit, step, "Too many nested values.",
            expected: "no more levels than the thread's stack has room for",
            hint: "a thread with a larger stack allows more")
    }

    /// More values than a document of its size may have, as they have been begun again and again.
    @inline(never)
    func tooManyVisits(_ step: CodablePathStep) -> DecodingError {
        session.ending
            ?? end(
                .replayLimit, step, "The values are gone through too often.",
                expected: session.limits.expectation(of: .replayLimit))
    }

    /// An error that stays, also when the type that gets it tries something else.
    private func end(
        _ code: ModelError.Code, _ step: CodablePathStep, _ text: String, expected: String?, hint: String? = nil
    ) -> DecodingError {
        let path = codingPath(step)
        let underlying = ModelError(
            code, path: JSONPath(codingPath: path), place: session.place(of: session.text(of: value).start),
            expected: expected, hint: hint)
        let error = DecodingError.dataCorrupted(
            .init(codingPath: path, debugDescription: text, underlyingError: underlying))
        session.ending = error
        return error
    }

    /// A number that is none of the type's.
    ///
    /// Foundation takes that for a fault of the text, with no coding path; the underlying error has it.
    @inline(never)
    func unfit(
        _ type: any Any.Type, at index: Int, _ step: CodablePathStep, _ code: ModelError.Code
    ) -> DecodingError {
        let literal = session.bytes(of: session.entries[index])
        let text = String(decoding: literal.prefix(40), as: UTF8.self)
        let error = ModelError(
            code, path: JSONPath(codingPath: codingPath(step)), place: session.place(of: literal.start),
            expected: "\(type)",
            found: "the number \(text)\(literal.count > 40 ? "…" : "")")
        return .dataCorrupted(
            .init(codingPath: [], debugDescription: "Number \(text) does not fit \(type).", underlyingError: error))
    }
}

extension JSONPath {
    /// The path of the keys, as far as it shows in them: a key of a client's with a number is taken for a key.
    init(codingPath: [any CodingKey]) {
        self.init(
            codingPath.map { key in
                if let key = key as? CodablePathKey, key.isIndex { return .index(key.intValue!) }
                return .key(key.stringValue)
            })
    }
}

/// What errors say of values of another kind than was asked for, as long as few types and kinds are met.
struct MismatchTexts {
    private struct Entry {
        let type: ObjectIdentifier
        let kind: TapeEntry.Kind
        let isMissing: Bool
        let text: String
    }

    private static var limit: Int { 16 }
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
        if entries.count == Self.limit { entries.removeAll(keepingCapacity: true) }
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
