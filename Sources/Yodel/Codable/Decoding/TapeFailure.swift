/// The problem with a document whose tape could not be written, as a ``TextSource`` would report it.
struct TapeFailure {
    private var code: ModelError.Code
    /// The offset in the document.
    private var offset: Int
    private var expected: String?
    private var found: String?

    /// - Parameters:
    ///   - document: The document including a byte order mark; it contains the builder's text.
    ///   - isCut: Whether the document goes on after the text, which has the largest length that a document may have.
    static func error(
        of builder: borrowing TapeBuilder, in document: UnsafeBufferPointer<UInt8>, isCut: Bool
    ) -> ModelError {
        let failure =
            TapeFailure(prologue: document, builder.limits, isCut) ?? TapeFailure(builder, in: document, isCut)
        // A byte order mark has no column.
        let textStart = builder.text.start - document.start
        let lineStart = failure.offset < textStart ? 0 : textStart
        let before = UnsafeBufferPointer(rebasing: document[lineStart..<failure.offset])
        return ModelError(
            failure.code, path: failure.offset > 0 ? path(of: builder) : JSONPath(),
            place: ModelError.Place(offset: lineStart, line: 1, column: 1).advanced(over: before),
            expected: failure.expected ?? builder.limits.expectation(of: failure.code), found: failure.found)
    }

    /// Nil if the document has no invalid prologue.
    private init?(prologue document: UnsafeBufferPointer<UInt8>, _ limits: ParserLimits, _ isCut: Bool) {
        var prologue = Prologue()
        switch prologue.inspect(UnsafeBufferPointer(rebasing: document.prefix(limits.documentBytes))) {
        case .text: return nil
        case .unsupported(let encoding):
            (code, offset, expected, found) = (.unsupportedEncoding, 0, "UTF-8", encoding)
        case .undecided:
            guard isCut || prologue.finish() == nil else { return nil }
            (code, offset) = (isCut ? .documentLimit : .unexpectedEnd, prologue.held.count)
        }
    }

    private init(_ builder: borrowing TapeBuilder, in document: UnsafeBufferPointer<UInt8>, _ isCut: Bool) {
        let (text, limits) = (builder.text, builder.limits)
        let textStart = text.start - document.start
        (code, offset) = (isCut ? .documentLimit : .unexpectedEnd, textStart + text.count)
        switch builder.problem {
        case nil: break
        case .overrun(let code, let position): (self.code, offset) = (code, position - document.start)
        case .trailing(let position): (code, offset) = (.trailingContent, position - document.start)
        case .token(let position, let expected):
            // Where the text is cut, the rest of the last token is unknown.
            let last = UnsafeBufferPointer(rebasing: text[(position - text.start)...])
            let longest = position.pointee.beginsNumber ? limits.numberCharacters : limits.openTokenBytes
            if isCut, last.count <= longest, last.allSatisfy(\.isTokenByte) { break }
            let problem = TokenProblem(refused: text, at: position - text.start, expected: expected, limits)
            (code, offset) = (problem.code, position - document.start)
            (self.expected, found) = (problem.expected, problem.found)
        case .open(let position):
            let index = position - text.start
            guard index < text.count else { break }
            if text[index].beginsNumber, text.count - index > limits.numberCharacters {
                (code, offset) = (.numberLimit, textStart + index)
            } else if text[index] == UInt8(ascii: "\"") {
                var guardian = TextGuard(stringLimit: limits.stringBytes)
                _ = guardian.scan(text.start, index..<text.count, base: textStart)
                guard let problem = guardian.problem else { break }
                (code, offset, found) = (problem.code, problem.offset, problem.found)
            }
        }
    }

    /// The path of the innermost open value.
    private static func path(of builder: borrowing TapeBuilder) -> JSONPath {
        var path = JSONPath()
        var unescaped = UnescapedText()
        for level in 0..<builder.open.depth {
            let container = builder.open[level]
            if !container.isObject {
                path.steps.append(.index(container.count))
            } else if let quote = container.key {
                let (key, _) = unescaped.text(of: quote + 1, end: builder.text.start + builder.text.count)
                path.steps.append(.key(String(decoding: key, as: UTF8.self)))
            }
        }
        return path
    }
}
