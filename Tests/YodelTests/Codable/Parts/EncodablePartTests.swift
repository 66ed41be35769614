import Foundation
import Testing

@testable import Yodel

@Suite("Encodable types as parts of models")
struct EncodablePartTests {
    struct Part: Codable, Equatable {
        var lastName: String
        var when: Date?
        var ratio: Double = 0.5
        var numbers: [Int] = []
    }

    struct Holder: Model, Equatable {
        var id: Int
        var part: Part
        var other: Part?
        var parts: [String: Part]
    }

    private let holder = Holder(
        id: 1, part: Part(lastName: "é/\"", when: Date(timeIntervalSince1970: 0), numbers: [1, 2]), other: nil,
        parts: ["b": Part(lastName: ""), "a": Part(lastName: "x")])

    @Test("Their encode(to:) writes them, and they read back equal")
    func roundTrip() throws {
        var encoder = ModelEncoder()
        encoder.sortsKeys = true
        let text = try encoder.encodeText(holder)
        #expect(
            text == #"{"id":1,"part":{"lastName":"é/\"","numbers":[1,2],"ratio":0.5,"when":"1970-01-01T00:00:00Z"},"#
                + #""parts":{"a":{"lastName":"x","numbers":[],"ratio":0.5},"b":{"lastName":"","numbers":[],"ratio":0.5}}}"#
        )
        #expect(try decodeEveryWay(Holder.self, text) == holder)
        encoder.nils = .null
        #expect(try encoder.encodeText(holder).contains(#""other":null"#))
        #expect(try ModelEncoder().encodeText([Part(lastName: "a")]).contains(#""lastName":"a""#))
    }

    /// As in a module whose default isolation is the main actor.
    private struct Isolated: Sendable, @MainActor Codable {
        var id = 1

        init() {}

        @MainActor init(from decoder: any Decoder) throws { id = try decoder.singleValueContainer().decode(Int.self) }

        @MainActor func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(id)
        }
    }

    @Test("A type whose conformance is isolated to an actor is written outside of the actor too")
    func isolatedConformances() async throws {
        let text = try await Task.detached { try ModelEncoder().encodeText([Isolated()]) }.value
        #expect(text == "[1]")
    }

    @Test("One that encodes nothing is an empty object")
    func nothingEncoded() throws {
        struct Nothing: Codable, Equatable {
            init() {}
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws {}
        }
        struct Holder: Model, Equatable {
            var part: Nothing
            var other: Nothing?
            var list: [Nothing]
        }
        expectRoundTrip(
            Holder(part: Nothing(), other: Nothing(), list: [Nothing()]), #"{"part":{},"other":{},"list":[{}]}"#)
        #expect(try ModelEncoder().encodeText(Nothing()) == "{}")
        #expect(try ModelEncoder().encodeJSONValue(["a": Nothing()]) == .object(["a": .object([:])]))
    }

    @Test("Keys, dates, data and numbers are written like those in models")
    func settings() throws {
        var encoder = ModelEncoder()
        encoder.keys = .snakeCase
        encoder.dates = .millisecondsSince1970
        encoder.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        encoder.sortsKeys = true
        let part = Part(lastName: "a", when: Date(timeIntervalSince1970: 1.25), ratio: -.infinity)
        #expect(try encoder.encodeText(part) == #"{"last_name":"a","numbers":[],"ratio":"-inf","when":1250}"#)
        encoder.codable = YodelJSONEncoder()
        encoder.codable?.dateEncodingStrategy = .secondsSince1970
        encoder.codable?.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "n")
        #expect(try encoder.encodeText(part) == #"{"lastName":"a","numbers":[],"ratio":"-","when":1.25}"#)
        struct Blob: Codable { var data: Data }
        encoder = ModelEncoder()
        encoder.data = .base64URL
        #expect(try encoder.encodeText(Blob(data: Data([251, 255]))) == #"{"data":"-_8"}"#)
        encoder.data = .bytes
        #expect(try encoder.encodeText(Blob(data: Data([251, 255]))) == #"{"data":[251,255]}"#)
    }

    @Test("Layout and escapes are the document's")
    func layout() throws {
        var encoder = ModelEncoder()
        encoder.sortsKeys = true
        encoder.layout = .pretty
        encoder.escapesNonASCII = true
        encoder.escapesSlashes = true
        var holder = holder
        holder.parts = [:]
        #expect(
            try encoder.encodeText(holder) == #"""
                {
                  "id": 1,
                  "part": {
                    "lastName": "\u00e9\/\"",
                    "numbers": [
                      1,
                      2
                    ],
                    "ratio": 0.5,
                    "when": "1970-01-01T00:00:00Z"
                  },
                  "parts": {}
                }
                """#)
        #expect(try decodeEveryWay(Holder.self, try encoder.encodeText(holder)) == holder)
    }

    @Test("Errors have the path of the value")
    func errors() throws {
        var bad = holder
        bad.parts["b"]?.ratio = .nan
        #expect(refusal(encoding: bad).hasPrefix("$.parts.b.ratio: expected a finite number, found nan (invalidValue)"))
        bad = holder
        bad.part.when = Date(timeIntervalSince1970: .infinity)
        #expect(refusal(encoding: bad).hasPrefix("$.part.when: expected a date from the year 0 to 9999"))
        struct OneWay: Decodable { var a: Int }
        struct OneWayHolder: Model { var oneWay: OneWay }
        #expect(
            refusal(encoding: OneWayHolder(oneWay: OneWay(a: 1)))
                == "$.oneWay: expected an Encodable type, found OneWay (invalidValue)")
    }

    @Test("They nest no deeper than the document's limit")
    func depth() throws {
        struct Deep: Codable { var lists: [[[Int]]] }
        struct Holder: Model { var deep: Deep }
        var encoder = ModelEncoder()
        let holder = Holder(deep: Deep(lists: [[[1]]]))
        encoder.limits.depth = 5
        #expect(try encoder.encodeText(holder) == #"{"deep":{"lists":[[[1]]]}}"#)
        encoder.limits.depth = 4
        #expect(refusal(encoding: holder, encoder: encoder).hasPrefix("$.deep: expected at most 4 levels (depthLimit)"))
    }

    @Test("They nest 511 levels deep at most, whatever the document's limit")
    func deepest() throws {
        struct Deep: Codable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if levels > 1 { try container.encode(Deep(levels: levels - 1)) }
            }
        }
        var encoder = ModelEncoder()
        #expect(try encoder.encode(Deep(levels: 511)).count == 1_022)
        let own = "$: arrays and objects nest more than 511 levels deep, or calls of encode(to:) more than 1024"
        let refused = refusal(encoding: Deep(levels: 512))
        #expect(refused.hasPrefix(own))
        #expect(refused.contains("(depthLimit); a Model may be as deep as the encoder's limits.depth"))
        encoder.limits.depth = 2_000
        #expect(refusal(encoding: Deep(levels: 600), encoder: encoder).hasPrefix(own))
        encoder.limits.depth = 511
        #expect(
            refusal(encoding: Deep(levels: 512), encoder: encoder).hasPrefix(
                "$: expected at most 511 levels (depthLimit)"))
    }

    @Test("If the thread has no stack for them, that is the error, not a limit")
    func stack() {
        struct Wide: Codable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { memory in
                    memory[0] = 0
                    if levels > 1 { try container.encode(Wide(levels: levels - 1)) }
                }
            }
        }
        struct Holder: Model { var wide: Wide }
        let refused = onStack(of: 512 << 10) { refusal(encoding: Holder(wide: Wide(levels: 400))) }
        #expect(
            refused
                == "$.wide: expected no more levels than fit on the thread's stack (depthLimit); a thread with a larger stack allows more"
        )
    }

    @Test("A client's own error about a finite number does not ask for a finite one")
    func finiteNumbers() {
        struct Odd: Codable {
            var value = 1.5
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "not a whole number"))
            }
        }
        struct OddHolder: Model { var odd: Odd }
        #expect(refusal(encoding: OddHolder(odd: Odd())).hasPrefix("$.odd: expected Odd (invalidValue)"))
    }

    @Test("Paths have keys in snake case, if the document has")
    func changedKeys() {
        struct Ratios: Codable { var allRatios: [String: Double] }
        struct RatioHolder: Model { var onePart: Ratios }
        let encoder = ModelEncoder.with { $0.keys = .snakeCase }
        #expect(
            refusal(encoding: RatioHolder(onePart: Ratios(allRatios: ["aB": .nan])), encoder: encoder)
                .hasPrefix("$.one_part.all_ratios.aB: expected a finite number, found nan"))
    }

    @Test("Trees of them are written and compared like those of models")
    func trees() throws {
        let value = try ModelEncoder().encodeJSONValue(holder)
        #expect(value["part"]?["numbers"] == [1, 2])
        #expect(try ModelDecoder().decode(Holder.self, from: value) == holder)
        struct Comparable: Model, ModelEquatable { var part: Part }
        #expect(Comparable(part: holder.part) == Comparable(part: holder.part))
        #expect(Comparable(part: holder.part) != Comparable(part: Part(lastName: "")))
    }

    private static let literals = [
        "1e-400", "1e400", "-0", "1.10", "1e127", "4.9e-324", "123456789012345678901234567890123456789012",
        "0.1234567890123456789012345678901234567890123",
    ]

    @Test("Numbers of any length are written as they were read", arguments: literals)
    func numbers(_ literal: String) throws {
        struct Numbers: Codable, Equatable {
            var value: JSONValue
            var number: JSONNumber
            var object: JSONObject
            var list: [JSONNumber?]
        }
        struct Holder: Model, Equatable { var part: Numbers }
        let text =
            #"{"part":{"value":{"a":[\#(literal)]},"number":\#(literal),"object":{"k":\#(literal)},"#
            + #""list":[\#(literal),null]}}"#
        let holder = try ModelDecoder().decode(Holder.self, from: text)
        #expect(try ModelEncoder().encodeText(holder) == text)
        let encoder = ModelEncoder.with { $0.codable = YodelJSONEncoder() }
        #expect(try encoder.encodeText(holder) == text)
        #expect(try decodeEveryWay(Holder.self, text) == holder)
    }
}
