// The errors of `Decodable` types as errors of models: what was expected, what was found, and where.

extension TapeDecoder {
    /// The error of the decoder's own value.
    func modelError<Value>(_ error: any Error, of type: Value.Type) -> ModelError {
        let (context, code, expected, key) = description(of: error)
        // A type may have decoded another document, and throw its error, whose path and place are in that document.
        if let inner = context?.underlyingError as? ModelError, inner.isOf(session.mark) { return inner }
        let (decoder, path) = walk(context?.codingPath ?? [])
        let text = session.text(of: decoder.value)
        let isClosed = code == .missingKeys && decoder.entry.isContainer
        let sample = code == .missingKeys || context == nil ? nil : decoder.found
        return ModelError(
            code, path: path, place: session.place(of: isClosed ? text.start + (text.count - 1) : text.start),
            expected: code == .missingKeys ? nil : expectation(expected, root: path.steps.isEmpty ? type : nil),
            found: sample, missingKeys: key.map { [$0.stringValue] } ?? [], underlying: error)
    }

    /// The expectation: the requested type, or for a container the type that requested it or the container's kind.
    ///
    /// - Parameter root: The type of the whole part, if the part's own value is wrong.
    private func expectation(_ type: (any Any.Type)?, root: (any Any.Type)?) -> String? {
        switch type {
        case nil: root.map { displayName(of: $0) }
        case is [String: Any].Type: root.map { displayName(of: $0) } ?? "an object"
        case is [Any].Type: root.map { displayName(of: $0) } ?? "an array"
        case let type?: displayName(of: type)
        }
    }

    private func description(
        of error: any Error
    ) -> (DecodingError.Context?, ModelError.Code, expected: (any Any.Type)?, missing: (any CodingKey)?) {
        switch error as? DecodingError {
        case .typeMismatch(let type, let context): (context, .typeMismatch, type, nil)
        case .valueNotFound(let type, let context): (context, .nullValue, type, nil)
        case .keyNotFound(let key, let context): (context, .missingKeys, nil, key)
        case .dataCorrupted(let context): (context, .invalidValue, nil, nil)
        default: (nil, .invalidValue, nil, nil)
        }
    }

    /// Follows a coding path as far as the document has it.
    private func walk(_ codingPath: [any CodingKey]) -> (TapeDecoder, JSONPath) {
        var decoder = self
        var path = JSONPath()
        for key in codingPath {
            guard let (value, step) = decoder.part(key) else { break }
            path.steps.append(step)
            decoder = decoder.decoder(at: value, .root)
        }
        return (decoder, path)
    }

    private func part(_ key: any CodingKey) -> (index: Int, JSONPath.Step)? {
        switch entry.kind {
        case .array:
            guard let number = key.intValue, (0..<Int(entry.detail)).contains(number) else { return nil }
            var element = value + 1
            for _ in 0..<number { element = session.next(element) }
            return (element, .index(number))
        case .object:
            prepareMembers()
            let known = member(key.stringValue) ?? memberAsWritten(key.stringValue)
            return known.map { ($0, .key(session.string(session.entries[$0 - 1]))) }
        default: return nil
        }
    }

    /// The value, as an error shows it.
    private var found: String? {
        switch entry.kind {
        case .object, .members: "an object"
        case .array: "an array"
        default: (try? session.plainModels.decode(JSONValue.self, from: session.text(of: value)))?.sample
        }
    }
}
