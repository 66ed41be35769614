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

/// Expects a value's text, alone and in every place, and that it reads back equal.
func expectRoundTrip<Value: Equatable>(
    _ value: Value, _ expected: String? = nil, encoder: ModelEncoder = ModelEncoder(),
    decoder: ModelDecoder = ModelDecoder(), sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let text = try encodeEveryWay(value, encoder: encoder, sourceLocation: sourceLocation)
        if let expected { #expect(text == expected, sourceLocation: sourceLocation) }
        #expect(try decoder.decode(Value.self, from: text) == value, "\(text)", sourceLocation: sourceLocation)
        func expectPlace<Place: Equatable>(_ place: Place, _ expected: String) throws {
            let found = try encodeEveryWay(place, encoder: encoder, sourceLocation: sourceLocation)
            #expect(found == expected, sourceLocation: sourceLocation)
            #expect(try decoder.decode(Place.self, from: found) == place, "\(found)", sourceLocation: sourceLocation)
        }
        try expectPlace([value, value], "[\(text),\(text)]")
        try expectPlace(ContiguousArray([value]), "[\(text)]")
        try expectPlace([value, value, value][1...], "[\(text),\(text)]")
        try expectPlace(["a": value, "": value], #"{"":\#(text),"a":\#(text)}"#)
        try expectPlace(InStruct(before: "x", value: value, after: 1), #"{"before":"x","value":\#(text),"after":1}"#)
        try expectPlace(InOptional(value: value), text == "null" ? "{}" : #"{"value":\#(text)}"#)
        try expectPlace(InOptional<Value>(value: nil), "{}")
        try expectPlace(InIndirect(value: value), #"{"value":\#(text)}"#)
        let object = InClass<Value>()
        object.value = value
        try expectPlace(object, text == "null" ? "{}" : #"{"value":\#(text)}"#)
    } catch {
        Issue.record("\(value): \(error)", sourceLocation: sourceLocation)
    }
}

private struct InStruct<Value: Equatable>: Model, Equatable {
    var before: String
    var value: Value
    var after: Int
}

private struct InOptional<Value: Equatable>: Model, Equatable {
    var value: Value?
}

private struct InIndirect<Value: Equatable>: Model, Equatable {
    @Indirect var value: Value
}

private final class InClass<Value: Equatable>: DefaultedModel, Equatable {
    var value: Value?

    static func == (left: InClass, right: InClass) -> Bool { left.value == right.value }
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
