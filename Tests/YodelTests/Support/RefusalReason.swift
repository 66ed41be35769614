import Testing

@testable import Yodel

/// The reason of the error that the body throws, which must have this code; nil if it throws none.
func refusalReason(
    _ code: ModelError.Code, sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) -> String? {
    do {
        try body()
        return nil
    } catch {
        let modelError = error as? ModelError
        #expect(modelError?.code == code, "\(error)", sourceLocation: sourceLocation)
        return modelError?.reason
    }
}

/// The error as one line; `accepted:` and the value if there is none.
func thrown<Failure>(_ body: () throws(Failure) -> some Any) -> String {
    do throws(Failure) {
        return "accepted: \(try body())"
    } catch {
        return "\(error)"
    }
}
