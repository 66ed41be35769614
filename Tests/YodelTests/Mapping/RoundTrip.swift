import Testing

@testable import Yodel

/// Expects that a document, whole and cut in every way, gives a value that is written as this document.
///
/// - Parameter text: The encoded value, if it differs from the document.
func expectRoundTrip<Value: Equatable>(
    _ value: Value, _ json: String, writtenAs text: String? = nil, decoder: ModelDecoder = ModelDecoder(),
    encoder: ModelEncoder = ModelEncoder(), sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let decoded = try decodeEveryWay(Value.self, json, decoder: decoder, sourceLocation: sourceLocation)
        #expect(decoded == value, sourceLocation: sourceLocation)
        let written = try encoder.encodeText(value)
        #expect(written == text ?? json, sourceLocation: sourceLocation)
        #expect(try decoder.decode(Value.self, from: written) == value, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(json): \(error)", sourceLocation: sourceLocation)
    }
}

/// The error of encoding a value, as one line.
func refusal(encoding value: some Any, encoder: ModelEncoder = ModelEncoder()) -> String {
    do throws(ModelError) {
        return "written: \(try encoder.encodeText(value))"
    } catch {
        return "\(error)"
    }
}
