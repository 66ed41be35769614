import Foundation
import Yodel

/// The outcome of decoding: a value, or an error as far as it can be compared.
enum CodableResult<Value: Encodable & Equatable>: Equatable, CustomStringConvertible {
    case value(Value)
    case error(CodableFailure)

    init(catching body: () throws -> Value) {
        do {
            self = .value(try body())
        } catch {
            self = .error(CodableFailure(error))
        }
    }

    static func == (left: CodableResult, right: CodableResult) -> Bool {
        switch (left, right) {
        // Texts are compared because of NaN.
        case (.value(let left), .value(let right)): left == right || PlainText.of(left) == PlainText.of(right)
        case (.error(let left), .error(let right)): left.text == right.text
        default: false
        }
    }

    /// The text of the underlying error.
    var underlyingText: String {
        guard case .error(let failure) = self, let error = failure.underlying else { return "" }
        return "(\(error))"
    }

    var description: String {
        switch self {
        case .value(let value): "gives \(PlainText.of(value).prefix(400))"
        case .error(let failure): "fails with \(failure.text) \(underlyingText)"
        }
    }
}

/// Values as text: Foundation's own description of a date traps if the date is not finite.
enum PlainText {
    static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "NaN")
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }
}

/// An error's case, its type or key, and its coding path.
struct CodableFailure {
    let text: String
    /// Whether it reports invalid text without a place.
    let isOfText: Bool
    let underlying: ModelError?

    /// Whether it reports the text as invalid for the same reason; only `ModelDecoder` adds a hint.
    func says(_ error: ModelError) -> Bool {
        underlying.map { "\(error)".hasPrefix("\($0)") } ?? false
    }

    init(_ error: any Error) {
        let context: DecodingError.Context?
        switch error {
        case DecodingError.typeMismatch(let type, let found):
            (text, context) = ("typeMismatch \(type) at \(Self.path(found.codingPath))", found)
        case DecodingError.valueNotFound(let type, let found):
            (text, context) = ("valueNotFound \(type) at \(Self.path(found.codingPath))", found)
        case DecodingError.keyNotFound(let key, let found):
            (text, context) = ("keyNotFound \(Self.path([key])) at \(Self.path(found.codingPath))", found)
        case DecodingError.dataCorrupted(let found):
            (text, context) = (Self.corruption(at: found.codingPath), found)
        // Foundation's private error, before it becomes a DecodingError outside `decode`.
        case let error where "\(Swift.type(of: error)) \(error)".hasPrefix("JSONError numberIsNotRepresentableInSwift"):
            (text, context) = (Self.corruption(at: []), nil)
        default: (text, context) = ("\(Swift.type(of: error)) \(error)", nil)
        }
        isOfText = text == Self.corruption(at: [])
        underlying = context?.underlyingError as? ModelError
    }

    private static func corruption(at path: [any CodingKey]) -> String { "dataCorrupted at \(Self.path(path))" }

    static func path(_ path: [any CodingKey]) -> String {
        path.map { key in key.stringValue.debugDescription + (key.intValue.map { "#\($0)" } ?? "") }
            .joined(separator: "/")
    }
}

/// The outcome of encoding: a text, or an error as far as it can be compared.
enum EncodedResult: Equatable, CustomStringConvertible {
    case text([UInt8])
    case invalid(String, path: [String])
    case error(String)

    init(catching encode: () throws -> Data) {
        do {
            self = .text(Array(try encode()))
        } catch EncodingError.invalidValue(let value, let context) {
            self = .invalid("\(type(of: value)) \(value)", path: context.codingPath.map { CodableFailure.path([$0]) })
        } catch {
            self = .error("\(error)")
        }
    }

    /// Whether it is the same error, with more keys in its path.
    ///
    /// Foundation omits those of nested containers, and of dictionaries if keys are converted.
    func hasMoreOfThePath(than other: EncodedResult) -> Bool {
        guard case .invalid(let value, let path) = self, case .invalid(value, let shorter) = other,
            path.count > shorter.count
        else { return false }
        var rest = path[...]
        return shorter.allSatisfy { key in
            guard let index = rest.firstIndex(of: key) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }

    var description: String {
        switch self {
        case .text(let text): "gives \(String(decoding: text.prefix(400), as: UTF8.self))"
        case .invalid(let value, let path): "fails with \(value) at \(path.joined(separator: "/"))"
        case .error(let error): "fails with \(error)"
        }
    }
}
