import DifferentialKit
import Foundation
import Testing

@testable import Yodel

/// The outcome of decoding: a value, or an error's case and coding path.
enum CodableOutcome<Value: Equatable>: Equatable {
    case value(Value)
    case error(String)

    init(_ body: () throws -> Value) {
        do {
            self = .value(try body())
        } catch {
            self = .error(Self.text(of: error))
        }
    }

    var isError: Bool {
        if case .error = self { true } else { false }
    }

    static func text(of error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String { CodableContainerText.of(context.codingPath) }
        switch error {
        case DecodingError.typeMismatch(let type, let context): return "typeMismatch \(type) at \(path(context))"
        case DecodingError.valueNotFound(let type, let context): return "valueNotFound \(type) at \(path(context))"
        case DecodingError.keyNotFound(let key, let context):
            return "keyNotFound \(key.stringValue) at \(path(context))"
        case DecodingError.dataCorrupted(let context): return "dataCorrupted at \(path(context))"
        default: return "\(error)"
        }
    }
}

/// Expects the same outcome from Foundation and Yodel.
///
/// - Returns: The outcome, for a test that also checks it.
@discardableResult
func expectAgreement<Value: Decodable & Equatable>(
    _ type: Value.Type, _ document: Data, _ settings: DecoderSettings = .standard,
    _ location: SourceLocation = #_sourceLocation
) -> CodableOutcome<Value> {
    let foundation = CodableOutcome { try settings.foundation.decode(type, from: document) }
    let yodel = CodableOutcome { try settings.yodel.decode(type, from: document) }
    #expect(
        yodel == foundation, "\(String(decoding: document.prefix(200), as: UTF8.self)) as \(type)",
        sourceLocation: location)
    return foundation
}

/// The same for a text.
@discardableResult
func expectAgreement<Value: Decodable & Equatable>(
    _ type: Value.Type, _ document: String, _ settings: DecoderSettings = .standard,
    _ location: SourceLocation = #_sourceLocation
) -> CodableOutcome<Value> {
    expectAgreement(type, Data(document.utf8), settings, location)
}

/// A value that is decoded by a closure, which may call containers in any way.
struct Probe<Value: Equatable & Sendable>: Decodable, Equatable {
    var value: Value

    static func == (left: Probe, right: Probe) -> Bool { left.value == right.value }

    init(from decoder: any Decoder) throws {
        let body = decoder.userInfo[.probe] as! @Sendable (any Decoder) throws -> Value
        value = try body(decoder)
    }
}

extension CodingUserInfoKey {
    static let probe = CodingUserInfoKey(rawValue: "probe")!
}

extension YodelJSONDecoder {
    /// Sets the closure that makes the value of each ``Probe``.
    func setProbe<Value>(_ probe: @escaping @Sendable (any Decoder) throws -> Value) {
        userInfo[.probe] = probe
    }
}

/// Expects both decoders to behave the same in a type's `init(from:)`.
@discardableResult
func expectAgreement<Value: Equatable & Sendable>(
    of document: String, _ settings: DecoderSettings = .standard, _ location: SourceLocation = #_sourceLocation,
    probe: @escaping @Sendable (any Decoder) throws -> Value
) -> CodableOutcome<Probe<Value>> {
    var settings = settings
    settings.userInfo[.probe] = probe
    return expectAgreement(Probe<Value>.self, document, settings, location)
}
