import Testing

@testable import Yodel

/// What a document is refused with, as one line: path, what was expected and found, code and place.
///
/// The document is decoded whole and cut in every way, and the error has to be the same each time. A document that is
/// accepted gives `accepted:` and its value instead.
func refusal<Value>(
    of type: Value.Type, _ json: String, decoder: ModelDecoder = ModelDecoder(), cuts: Cuts = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
) -> String {
    do throws(ModelError) {
        let value = try decodeEveryWay(
            type, json, decoder: decoder, cuts: cuts, sourceLocation: sourceLocation, comparing: { "\($0)" })
        return "accepted: \(value)"
    } catch {
        return error.description
    }
}

/// What an update is refused with, as one line; `accepted` when it is not.
func refusal<Value: Model>(
    updating model: inout Value, _ json: String, decoder: ModelDecoder = ModelDecoder()
) -> String {
    do throws(ModelError) {
        try decoder.update(&model, from: json)
        return "accepted"
    } catch {
        return error.description
    }
}

/// Such a line without the hint at its end.
func withoutHint(_ line: String) -> String {
    line.firstRange(of: "); ").map { line[..<$0.lowerBound] + ")" } ?? line
}

extension ModelDecoder {
    /// A decoder with some of its options set.
    static func with(_ configure: (inout ModelDecoder) -> Void) -> ModelDecoder {
        var decoder = ModelDecoder()
        configure(&decoder)
        return decoder
    }
}
