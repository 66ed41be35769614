/// Finds out what is wrong with a document whose tape could not be written.
///
/// The scanner, which has the last word on JSON, goes through the text once more and keeps nothing of it.
enum TapeFailure {
    /// - Parameter document: What was decoded, a byte order mark included; the builder's text is in it, but for one that
    ///   had to be cut at its limit.
    static func error(of builder: borrowing TapeBuilder, in document: UnsafeBufferPointer<UInt8>) -> ModelError {
        if let (code, position) = builder.overrun {
            return error(code, at: position, path(of: builder), builder, document)
        }
        if builder.isBraceless {
            // The brace that closes it is left out here as well: what is missing is missing at the end.
            var braced = Array(document)
            let mark = builder.text.start - document.start
            braced.insert(UInt8(ascii: "{"), at: mark)
            let error = braced.withUnsafeBufferPointer { scannerError(in: $0, builder.limits) }
            if let error = error?.withoutBrace(at: mark) {
                return error.at(path(to: error, builder, document))
            }
        } else if let error = scannerError(in: document, builder.limits) {
            let isSomewhere = error.code != .trailingContent && error.place != nil
            return isSomewhere ? error.at(path(to: error, builder, document)) : error
        }
        // A second byte order mark, behind one of another encoding, is one to the scanner.
        return error(.unexpectedToken, at: builder.text.start, JSONPath(), builder, document)
    }

    private static func error(
        _ code: ModelError.Code, at position: UnsafePointer<UInt8>, _ path: JSONPath, _ builder: borrowing TapeBuilder,
        _ document: UnsafeBufferPointer<UInt8>
    ) -> ModelError {
        // The builder's text lies in the document.
        let before = UnsafeBufferPointer(rebasing: document[..<(position - document.start)])
        let place = ModelError.Place(offset: 0, line: 1, column: 1).advanced(over: before)
        return ModelError(code, path: path, place: place, expected: builder.limits.expectation(of: code))
    }

    private static func scannerError(in text: UnsafeBufferPointer<UInt8>, _ limits: ParserLimits) -> ModelError? {
        var decoder = ModelDecoder()
        decoder.limits = limits
        do throws(ModelError) {
            _ = try decoder.decode(RawJSON.self, from: text)
            // Of strings that nobody takes the scanner looks at the length and the characters alone.
            _ = try decoder.decode(JSONValue.self, from: text)
            return nil
        } catch {
            return error
        }
    }

    /// The innermost value that was open at an error.
    ///
    /// Where the scanner finds `1x` and `nulls`, the builder has had a number and a word, which were complete: it goes
    /// once more through the text before.
    private static func path(
        to error: ModelError, _ builder: borrowing TapeBuilder, _ document: UnsafeBufferPointer<UInt8>
    ) -> JSONPath {
        let textStart = builder.text.start - document.start
        guard let offset = error.place?.offset, 0..<builder.text.count ~= offset - textStart else {
            return path(of: builder)
        }
        let before = UnsafeBufferPointer(rebasing: document[textStart..<offset])
        var tape = ValueTape()
        var again = TapeBuilder(before, limits: builder.limits, isObject: builder.isBraceless)
        _ = again.build(into: &tape)
        return path(of: again)
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

extension ModelError {
    /// The error of a text in which a brace was put at an offset of its first line, as one of the text without it.
    func withoutBrace(at offset: Int) -> ModelError {
        guard let place, place.offset > offset else { return self }
        let column = place.line == 1 ? place.column - 1 : place.column
        return placed(at: Place(offset: place.offset - 1, line: place.line, column: column))
    }
}
