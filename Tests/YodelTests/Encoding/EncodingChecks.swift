import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// Encodes in every form, and records an issue if the texts differ, or if Foundation cannot read them.
func encodeEveryWay<Value>(
    _ value: Value, encoder: ModelEncoder = ModelEncoder(), sourceLocation: SourceLocation = #_sourceLocation
) throws(ModelError) -> String {
    let data = try encoder.encode(value)
    let text = try encoder.encodeText(value)
    #expect(Array(data) == Array(text.utf8), sourceLocation: sourceLocation)
    #expect(try encoder.encodeBytes(value) == Array(text.utf8), sourceLocation: sourceLocation)
    #expect(try encoder.appendedInEveryWay(value) == Array(text.utf8), sourceLocation: sourceLocation)
    for size in [1, 333, 1_000] {
        var chunks: [[UInt8]] = []
        do {
            try encoder.encode(value, chunkSize: size) { chunks.append(Array($0)) }
        } catch {
            Issue.record("in chunks of \(size): \(error)", sourceLocation: sourceLocation)
        }
        #expect(chunks.allSatisfy { !$0.isEmpty && $0.count <= max(size, 320) }, sourceLocation: sourceLocation)
        #expect(Array(chunks.joined()) == Array(text.utf8), sourceLocation: sourceLocation)
    }
    #expect(throws: Never.self, "Foundation does not read \(text.prefix(200))", sourceLocation: sourceLocation) {
        try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }
    return text
}

/// Expects a value's text, in every form.
func expectText<Value>(
    of value: Value, _ expected: String, encoder: ModelEncoder = ModelEncoder(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let text = try encodeEveryWay(value, encoder: encoder, sourceLocation: sourceLocation)
        #expect(text == expected, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(value) is not encoded: \(error)", sourceLocation: sourceLocation)
    }
}

/// Expects that a value cannot be encoded, in any form.
@discardableResult
func expectFailure<Value>(
    of value: Value, _ code: ModelError.Code, path: String, encoder: ModelEncoder = ModelEncoder(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> ModelError? {
    do {
        let text = try encoder.encodeText(value)
        Issue.record("\(text.prefix(200)) is written", sourceLocation: sourceLocation)
        return nil
    } catch {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(error.path.description == path, sourceLocation: sourceLocation)
        #expect(throws: error, sourceLocation: sourceLocation) { try encoder.encode(value, chunkSize: 400) { _ in } }
        var bytes: [UInt8] = [7]
        #expect(throws: error, sourceLocation: sourceLocation) { try encoder.encode(value, appendingTo: &bytes) }
        #expect(bytes == [7], sourceLocation: sourceLocation)
        return error
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
