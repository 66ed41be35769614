extension TapeBuilder {
    /// The error of a document whose tape could not be written, or which is too long.
    ///
    /// A source reads the document again, and finds out what is wrong with the text. As it keeps no values, the path is
    /// the builder's, and so are the limits of decoded values.
    ///
    /// - Parameter document: The document including a byte order mark; it contains the builder's text.
    func error(in document: UnsafeBufferPointer<UInt8>) -> ModelError {
        let textStart = text.start - document.start
        func place(at index: Int) -> ModelError.Place {
            // A byte order mark has no column.
            ModelError.Place(offset: textStart, line: 1, column: 1)
                .advanced(over: UnsafeBufferPointer(rebasing: text[..<index]))
        }
        func limitError(_ code: ModelError.Code, at index: Int) -> ModelError {
            ModelError(code, path: path, place: place(at: index), expected: limits.expectation(of: code))
        }
        if let overrun { return limitError(overrun.code, at: overrun.position - base) }
        var options = DecodingOptions()
        options.limits = limits
        do throws(ModelError) {
            if isBraceless {
                options.limits.documentBytes = min(limits.documentBytes, document.count) + 1
                // Without a closing brace, which would end the last token.
                let rest = document[textStart...].prefix(text.count + 1)
                let object = document[..<textStart] + [UInt8(ascii: "{")] + rest
                _ = try DecodingContext(options).decode(RawJSON.self, from: object)
            } else {
                _ = try DecodingContext(options).decode(RawJSON.self, from: document)
            }
        } catch {
            // An error at the beginning may be that of the encoding, which the builder does not see.
            guard isBraceless else { return error.offset == 0 ? error : error.at(path) }
            if error.code != .documentLimit, let found = error.place {
                return error.at(path).placed(at: place(at: max(found.offset - 1 - textStart, 0)))
            }
        }
        return limitError(.documentLimit, at: text.count)
    }
}
