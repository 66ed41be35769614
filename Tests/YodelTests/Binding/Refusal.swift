import Testing

@testable import Yodel

/// The error of a document as one line: path, expectation, value found, code and place.
///
/// The document is decoded whole and cut in every way, and the error must be the same each time. For a document that is
/// accepted the line is `accepted:` and its value.
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

/// A model after an update.
func updated<Value: Model>(
    _ model: Value, by json: String, decoder: ModelDecoder = ModelDecoder()
) throws(ModelError) -> Value {
    var model = model
    try decoder.update(&model, from: json)
    return model
}

/// The error of an update as one line; `accepted` if there is none.
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

/// The same line without the hint at its end.
func withoutHint(_ line: String) -> String {
    line.firstRange(of: "); ").map { line[..<$0.lowerBound] + ")" } ?? line
}
