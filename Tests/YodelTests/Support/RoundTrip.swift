import Testing

@testable import Yodel

/// Expects that a document, whole and cut in every way, gives a value, and that the value, in every form of output,
/// alone and in every place, is written as this document and reads back equal.
///
/// - Parameters:
///   - json: By default nothing is decoded but the value's own text.
///   - text: The encoded value, if it differs from the document.
///   - inEveryPlace: Pass false if the value or the encoder's options give another text there, such as `nils`.
func expectRoundTrip<Value: Equatable>(
    _ value: Value, _ json: String? = nil, writtenAs text: String? = nil, inEveryPlace: Bool = true,
    decoder: ModelDecoder = ModelDecoder(), encoder: ModelEncoder = ModelEncoder(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    func expect<Place: Equatable>(_ place: Place, _ expected: String?) throws -> String {
        let written = try encodeEveryWay(place, encoder: encoder, sourceLocation: sourceLocation)
        #expect(written == expected ?? written, sourceLocation: sourceLocation)
        #expect(try decoder.decode(Place.self, from: written) == place, "\(written)", sourceLocation: sourceLocation)
        return written
    }
    do {
        if let json {
            let decoded = try decodeEveryWay(Value.self, json, decoder: decoder, sourceLocation: sourceLocation)
            #expect(decoded == value, sourceLocation: sourceLocation)
        }
        let text = try expect(value, text ?? json)
        guard inEveryPlace else { return }
        let member = text == "null" ? "{}" : #"{"value":\#(text)}"#
        let object = InClass<Value>()
        object.value = value
        _ = try expect([value, value], "[\(text),\(text)]")
        _ = try expect(ContiguousArray([value]), "[\(text)]")
        _ = try expect([value, value, value][1...], "[\(text),\(text)]")
        _ = try expect(["a": value, "": value], #"{"":\#(text),"a":\#(text)}"#)
        _ = try expect(InStruct(before: "x", value: value, after: 1), #"{"before":"x","value":\#(text),"after":1}"#)
        _ = try expect(InOptional(value: value), member)
        _ = try expect(InOptional<Value>(value: nil), "{}")
        _ = try expect(InIndirect(value: value), #"{"value":\#(text)}"#)
        _ = try expect(object, member)
    } catch {
        Issue.record("\(json ?? "\(value)"): \(error)", sourceLocation: sourceLocation)
    }
}

// Their keys are mapped, so that no strategy spells them otherwise.

private struct InStruct<Value: Equatable>: Model, Equatable {
    var before: String
    var value: Value
    var after: Int
    static var mapping: Mapping {
        Mapping(.map(\Self.before, to: "before"), .map(\Self.value, to: "value"), .map(\Self.after, to: "after"))
    }
}

private struct InOptional<Value: Equatable>: Model, Equatable {
    var value: Value?
    static var mapping: Mapping { Mapping(.map(\Self.value, to: "value")) }
}

private struct InIndirect<Value: Equatable>: Model, Equatable {
    @Indirect var value: Value
    static var mapping: Mapping { Mapping(.map(\Self._value, to: "value")) }
}

private final class InClass<Value: Equatable>: DefaultedModel, Equatable {
    var value: Value?
    static var mapping: Mapping { Mapping(.map(\InClass.value, to: "value")) }

    static func == (left: InClass, right: InClass) -> Bool { left.value == right.value }
}
