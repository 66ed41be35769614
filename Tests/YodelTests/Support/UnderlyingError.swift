import Testing

@testable import Yodel

extension Error {
    /// The error itself, or the one that an error of Foundation's coders or of an output passes on.
    var modelError: ModelError? {
        switch self as any Error {
        case let error as ModelError: error
        case let error as FeedOutputError: error.cause as? ModelError
        case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
            context.underlyingError as? ModelError
        case EncodingError.invalidValue(_, let context): context.underlyingError as? ModelError
        default: nil
        }
    }
}

/// The ``Swift/Error/modelError`` of what the body throws.
func modelError(of body: () throws -> some Any) -> ModelError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error.modelError
    }
}

extension ModelError? {
    /// Expects an error of this code; what else is given must be equal.
    func expect(
        _ code: ModelError.Code, at offset: Int? = nil, compressedOffset: Int? = nil, line: Int? = nil,
        path: String? = nil, expected: String? = nil, found: String? = nil, hint: String? = nil,
        missing: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self?.code == code, "\(self.map { "\($0)" } ?? "no error")", sourceLocation: sourceLocation)
        #expect(self?.offset == offset ?? self?.offset, sourceLocation: sourceLocation)
        #expect(self?.compressedOffset == compressedOffset ?? self?.compressedOffset, sourceLocation: sourceLocation)
        #expect(self?.line == line ?? self?.line, sourceLocation: sourceLocation)
        #expect(self?.path.description == path ?? self?.path.description, sourceLocation: sourceLocation)
        #expect(self?.expected == expected ?? self?.expected, sourceLocation: sourceLocation)
        #expect(self?.found == found ?? self?.found, sourceLocation: sourceLocation)
        #expect(self?.hint == hint ?? self?.hint, sourceLocation: sourceLocation)
        #expect(self?.missingKeys == missing ?? self?.missingKeys, sourceLocation: sourceLocation)
    }
}
