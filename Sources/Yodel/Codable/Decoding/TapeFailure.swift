/// Finds out what is wrong with a document whose tape could not be written.
///
/// The scanner, which has the last word on JSON, goes through the text once more and keeps nothing of it.
enum TapeFailure {
    /// - Parameter document: What was decoded, a byte order mark included; the builder's text is in it, but for one that
    ///   had to be cut at its limit.
    static func error(of builder: borrowing TapeBuilder, in document: UnsafeBufferPointer<UInt8>) -> ModelError {
        let path = path(of: builder)
        let error: ModelError?
        if builder.isBraceless {
            var braced = [UInt8(ascii: "{")]
            braced += document
            braced.append(UInt8(ascii: "}"))
            error = braced.withUnsafeBufferPointer { scannerError(in: $0, builder.limits) }
                .map { withoutBraces($0, document) }
        } else {
            error = scannerError(in: document, builder.limits)
        }
        if let error {
            return error.category == .syntax || error.category == .endOfInput || error.category == .limit
                ? error.at(error.code == .trailingContent ? JSONPath() : path) : error
        }
        guard let (code, position) = builder.overrun else {
            assertionFailure("The scanner finds what the tape's builder stumbles over")
            return ModelError(.unexpectedToken, path: path)
        }
        // The builder's text lies in the document.
        let before = UnsafeBufferPointer(rebasing: document[..<(position - document.start)])
        let place = ModelError.Place(offset: 0, line: 1, column: 1).advanced(over: before)
        let expected = builder.limits.expectation(of: code)
        return ModelError(code, path: JSONPath(path.steps.dropLast()), place: place, expected: expected)
    }

    private static func scannerError(in text: UnsafeBufferPointer<UInt8>, _ limits: ParserLimits) -> ModelError? {
        var decoder = ModelDecoder()
        decoder.limits = limits
        do throws(ModelError) {
            _ = try decoder.decode(RawJSON.self, from: text)
            return nil
        } catch {
            return error
        }
    }

    /// The error of a text in braces, as one of the text alone.
    private static func withoutBraces(_ error: ModelError, _ text: UnsafeBufferPointer<UInt8>) -> ModelError {
        guard let place = error.place, place.offset > 0 else { return error }
        if place.offset > text.count {
            let end = ModelError.Place(offset: 0, line: 1, column: 1).advanced(over: text)
            return ModelError(.unexpectedEnd, path: error.path, place: end)
        }
        let column = place.line == 1 ? place.column - 1 : place.column
        return error.placed(at: ModelError.Place(offset: place.offset - 1, line: place.line, column: column))
    }

    /// The innermost value that was open.
    private static func path(of builder: borrowing TapeBuilder) -> JSONPath {
        var path = JSONPath()
        var unescaped = UnescapedText()
        for level in 0..<builder.open.depth {
            let container = builder.open[level]
            if !container.isObject {
                path.steps.append(.index(container.count))
            } else if let quote = container.key {
                let key = unescaped.text(of: quote + 1, end: builder.text.start + builder.text.count)
                path.steps.append(.key(String(decoding: key, as: UTF8.self)))
            }
        }
        return path
    }
}
