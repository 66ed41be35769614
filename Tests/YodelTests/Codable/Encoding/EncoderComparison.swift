import DifferentialKit
import Foundation
import Testing
import Yodel

/// The outcome of encoding a value: text, or an error as far as it can be compared.
enum EncodingOutcome: Equatable, CustomStringConvertible {
    case text(String)
    case invalidValue(String, path: [String])
    case error(String)

    init(_ encode: () throws -> Data) {
        do {
            self = .text(String(decoding: try encode(), as: UTF8.self))
        } catch EncodingError.invalidValue(let value, let context) {
            self = .invalidValue("\(type(of: value))", path: context.codingPath.map(Self.describe))
        } catch {
            self = .error("\(error)")
        }
    }

    static func describe(_ key: any CodingKey) -> String {
        key.intValue.map { "\(key.stringValue)#\($0)" } ?? key.stringValue
    }

    var description: String {
        switch self {
        case .text(let text): text
        case .invalidValue(let type, let path): "invalid \(type) at \(path)"
        case .error(let error): error
        }
    }
}

/// Expects the same outcome from Yodel's encoder and Foundation's: in every layout, again with reused memory, and
/// appended.
@discardableResult
func expectAsFoundation(
    _ value: some Encodable, _ options: EncoderSettings = EncoderSettings(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> EncodingOutcome {
    var outcome = EncodingOutcome.error("nothing")
    for formatting in [
        [], .withoutEscapingSlashes, [.prettyPrinted], [.prettyPrinted, .withoutEscapingSlashes],
    ] as [JSONEncoder.OutputFormatting] {
        var options = options
        options.formatting.formUnion(formatting)
        let encoder = options.yodel
        let expected = EncodingOutcome { try options.foundation.encode(value) }
        let found = EncodingOutcome { try encoder.encode(value) }
        #expect(found == expected, sourceLocation: sourceLocation)
        #expect(EncodingOutcome { try encoder.encode(value) } == expected, sourceLocation: sourceLocation)
        let appended = EncodingOutcome { try Data(encoder.appendedInEveryWay(value)) }
        #expect(appended == expected, sourceLocation: sourceLocation)
        if formatting.isEmpty { outcome = found }
    }
    return outcome
}

/// Expects this text for a value, from Foundation as well.
func expectFoundationText(
    of value: some Encodable, _ expected: String, _ options: EncoderSettings = EncoderSettings(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        expectAsFoundation(value, options, sourceLocation: sourceLocation) == .text(expected),
        sourceLocation: sourceLocation)
}

/// Expects Foundation's outcome, and this text if there is one, for a value that a closure encodes.
func expectFoundationText(
    _ expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    of write: @escaping (any Encoder) throws -> Void
) {
    let outcome = expectAsFoundation(Writing(write), sourceLocation: sourceLocation)
    if let expected { #expect(outcome == .text(expected), sourceLocation: sourceLocation) }
}

/// The same for an object whose members a closure encodes.
func expectFoundationObject(
    _ expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    of write: @escaping (inout KeyedEncodingContainer<TestKey>) throws -> Void
) {
    expectFoundationText(expected, sourceLocation: sourceLocation, of: Writing.object(write).write)
}

/// The same for an array whose elements a closure encodes.
func expectFoundationArray(
    _ expected: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    of write: @escaping (inout any UnkeyedEncodingContainer) throws -> Void
) {
    expectFoundationText(expected, sourceLocation: sourceLocation, of: Writing.array(write).write)
}

/// The text of Yodel alone, with members in the order in which they are encoded.
func yodelText(_ value: some Encodable, _ change: (YodelJSONEncoder) -> Void = { _ in }) throws -> String {
    let encoder = YodelJSONEncoder()
    change(encoder)
    let text = try encoder.encodeText(value)
    #expect(Array(try encoder.encode(value)) == Array(text.utf8))
    #expect(try encoder.encodeBytes(value) == Array(text.utf8))
    return text
}

/// A value that is encoded by a closure.
struct Writing: Encodable {
    let write: (any Encoder) throws -> Void

    init(_ write: @escaping (any Encoder) throws -> Void) {
        self.write = write
    }

    func encode(to encoder: any Encoder) throws { try write(encoder) }

    static func object(_ write: @escaping (inout KeyedEncodingContainer<TestKey>) throws -> Void) -> Writing {
        Writing {
            var container = $0.container(keyedBy: TestKey.self)
            try write(&container)
        }
    }

    static func array(_ write: @escaping (inout any UnkeyedEncodingContainer) throws -> Void) -> Writing {
        Writing {
            var container = $0.unkeyedContainer()
            try write(&container)
        }
    }

    static func single(_ write: @escaping (inout any SingleValueEncodingContainer) throws -> Void) -> Writing {
        Writing {
            var container = $0.singleValueContainer()
            try write(&container)
        }
    }
}

struct TestFailure: Error {}
