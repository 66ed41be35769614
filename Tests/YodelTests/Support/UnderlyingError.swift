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
