import Testing

@testable import Yodel

/// A model with one field, of any type.
struct OneField<Value>: Model { var value: Value }

/// Expects that a literal is decoded to a value in every place: as the document, as a field, in Optionals, in an array
/// and in a dictionary.
func expectEverywhere<Value: Equatable>(
    _ json: String, is value: Value, decoder: ModelDecoder = ModelDecoder(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectEverywhere(json, is: value, decoder: decoder, sourceLocation: sourceLocation) { $0 }
}

/// The same for a type whose values are compared by a projection.
func expectEverywhere<Value, Projection: Equatable>(
    _ json: String, is value: Value, decoder: ModelDecoder = ModelDecoder(),
    sourceLocation: SourceLocation = #_sourceLocation, comparing projection: (Value) -> Projection
) {
    let expected = projection(value)
    func check<Whole>(_ type: Whole.Type, _ document: String, _ parts: (Whole) -> [Projection?]) {
        do throws(ModelError) {
            let whole = try decodeEveryWay(
                type, document, decoder: decoder, sourceLocation: sourceLocation, comparing: parts)
            for part in parts(whole) where part != expected {
                Issue.record("\(document) gives \(whole), not \(value)", sourceLocation: sourceLocation)
            }
        } catch {
            Issue.record("\(document) is refused: \(error)", sourceLocation: sourceLocation)
        }
    }
    check(Value.self, json) { [projection($0)] }
    check(OneField<Value>.self, #"{"value":\#(json)}"#) { [projection($0.value)] }
    check(OneField<Value?>.self, #"{"value":\#(json)}"#) { [$0.value.map(projection)] }
    check(OneField<Value???>.self, #"{"value":\#(json)}"#) { [$0.value.flatMap { $0.flatMap { $0.map(projection) } }] }
    check([Value].self, "[\(json), \(json) ]") { $0.count == 2 ? $0.map(projection) : [nil] }
    check([String: Value?].self, #"{"a":\#(json),"b":null}"#) { [($0["a"] ?? nil).map(projection)] }
}

/// Expects that a literal is refused in every place.
///
/// - Parameters:
///   - expected: The expectation in the error: by default the type's name, for an Optional followed by `?`.
///   - accepted: The text after the name.
///   - found: By default the literal itself, a string or a number; nothing if nothing is expected.
///   - namesType: Whether `expected` is the type's name; otherwise it is the same everywhere.
///   - offset: The offset of the error in the literal.
///   - path: The steps after the literal's path.
func expectRefusedEverywhere<Value>(
    _ json: String, as type: Value.Type, _ code: ModelError.Code, expected: String? = "\(Value.self)",
    accepted: String = "", found: String? = nil, namesType: Bool = true, offset: Int = 0, path: String = "",
    decoder: ModelDecoder = ModelDecoder(), sourceLocation: SourceLocation = #_sourceLocation
) {
    let literal = (json.hasPrefix("\"") ? "the string " : "the number ") + json
    func check<Whole>(
        _ whole: Whole.Type, _ before: String, _ after: String, path start: String, line: Int = 1, column: Int? = nil,
        suffix: String = ""
    ) {
        let error = expectError(
            code, at: before.utf8.count + offset, line: line, column: column, path: start + path, decoding: whole,
            before + json + after, decoder: decoder, sourceLocation: sourceLocation)
        guard let error else { return }
        #expect(error.expected == expected.map { $0 + suffix + accepted }, sourceLocation: sourceLocation)
        #expect(error.found == found ?? expected.map { _ in literal }, sourceLocation: sourceLocation)
    }
    check(Value.self, "", "", path: "$")
    check(OneField<Value>.self, #"{"value":"#, "}", path: "$.value")
    check(OneField<Value?>.self, #"{"value":"#, "}", path: "$.value", suffix: namesType ? "?" : "")
    check([Value].self, "[\n ", "]", path: "$[0]", line: 2, column: offset + 2)
    check([String: Value].self, #"{"a b":"#, "}", path: #"$["a b"]"#)
}

/// Expects that values of all other JSON types are refused as mismatches.
func expectMismatchEverywhere<Value>(
    _ type: Value.Type, name: String = "\(Value.self)", accepted: String = "", for literals: [JSONLiteral],
    decoder: ModelDecoder = ModelDecoder(), sourceLocation: SourceLocation = #_sourceLocation
) {
    for literal in literals {
        expectRefusedEverywhere(
            literal.json, as: type, .typeMismatch, expected: name, accepted: accepted, found: literal.found,
            decoder: decoder, sourceLocation: sourceLocation)
    }
    expectError(
        .nullValue, at: 9, path: "$.value", expected: name, found: "null", decoding: OneField<Value>.self,
        #"{"value":null}"#, decoder: decoder, sourceLocation: sourceLocation)
}

/// Expects that a document is refused with an error at the byte after the mark `▸`, which is not part of it.
///
/// - Returns: The error, for further checks.
@discardableResult
func expectErrorAtMark<Value>(
    _ code: ModelError.Code, path: String? = nil, expected: String? = nil, found: String? = nil,
    missing: [String]? = nil, decoding type: Value.Type, _ markedJSON: String, decoder: ModelDecoder = ModelDecoder(),
    cuts: Cuts = .standard, sourceLocation: SourceLocation = #_sourceLocation
) -> ModelError? {
    let parts = markedJSON.split(separator: "▸", omittingEmptySubsequences: false)
    if parts.count != 2 { fatalError("one place is marked") }
    let lines = parts[0].utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return expectError(
        code, at: parts[0].utf8.count, line: lines.count, column: lines.last!.count + 1, path: path, expected: expected,
        found: found, missing: missing, decoding: type, parts.joined(), decoder: decoder, cuts: cuts,
        sourceLocation: sourceLocation)
}

/// A literal of each JSON type except null, and its description in errors.
enum JSONLiteral: CaseIterable {
    case bool, number, string, array, object

    var json: String {
        switch self {
        case .bool: "true"
        case .number: "7"
        case .string: #""text""#
        case .array: "[ 1 ]"
        case .object: #"{"a":1}"#
        }
    }

    var found: String {
        switch self {
        case .bool: "true"
        case .number: "the number 7"
        case .string: #"the string "text""#
        case .array: "an array"
        case .object: "an object"
        }
    }

    static func all(but exceptions: JSONLiteral...) -> [JSONLiteral] {
        allCases.filter { !exceptions.contains($0) }
    }
}
