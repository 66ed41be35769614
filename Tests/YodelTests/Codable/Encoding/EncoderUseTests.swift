import DifferentialKit
import Foundation
import Synchronization
import Testing
import Yodel

@Suite("An encoder is used like Foundation's")
struct EncoderUseTests {
    @Test("The options are Foundation's, with its defaults, and can be changed in place")
    func options() throws {
        let encoder = YodelJSONEncoder()
        #expect(encoder.outputFormatting == [])
        guard case .deferredToDate = encoder.dateEncodingStrategy, case .base64 = encoder.dataEncodingStrategy,
            case .throw = encoder.nonConformingFloatEncodingStrategy, case .useDefaultKeys = encoder.keyEncodingStrategy
        else {
            Issue.record("A default is not Foundation's")
            return
        }
        #expect(encoder.userInfo.isEmpty)
        encoder.outputFormatting.insert(.sortedKeys)
        encoder.userInfo[CodingUserInfoKey(rawValue: "a")!] = 1
        encoder.dateEncodingStrategy = .iso8601
        #expect(try encoder.encodeText(["b": Date(timeIntervalSince1970: 0)]) == #"{"b":"1970-01-01T00:00:00Z"}"#)
        encoder.outputFormatting = [.prettyPrinted]
        #expect(try encoder.encodeText(["b"]) == "[\n  \"b\"\n]")
    }

    @Test("An encoder may be subclassed")
    func subclass() throws {
        final class Encoder: YodelJSONEncoder, @unchecked Sendable {
            override init() {
                super.init()
                outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            }

            override func encode<Value: Encodable>(_ value: Value) throws -> Data {
                try super.encode(["wrapped": value])
            }
        }
        #expect(String(decoding: try Encoder().encode("/"), as: UTF8.self) == #"{"wrapped":"/"}"#)
    }

    @Test("An encoder encodes on several threads, and recursively")
    func threads() {
        let encoder = YodelJSONEncoder.with { $0.outputFormatting = .sortedKeys }
        let value = (0..<50).map { ["name": "value \($0)", "text": String(repeating: "/é", count: $0)] }
        let expected = EncodingOutcome { try EncoderSettings().foundation.encode(value) }
        let different = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            let found = EncodingOutcome { try encoder.encode(value) }
            if found != expected { different.add(1, ordering: .relaxed) }
        }
        #expect(different.load(ordering: .relaxed) == 0)
        expectFoundationArray(#"["[1]","{\"a\":[2]}"]"#) { container in
            try container.encode(String(decoding: encoder.encode([1]), as: UTF8.self))
            try container.encode(String(decoding: encoder.encode(["a": [2]]), as: UTF8.self))
        }
    }

    @Test("A model is written by its own encode(to:), not by its mapping")
    func models() throws {
        #expect(try yodelText(["m": Mapped(name: "x")]) == #"{"m":{"encoded":"x"}}"#)
        #expect(try ModelEncoder().encodeText(Mapped(name: "x")) == #"{"mapped":"x"}"#)
    }

    @Test("Dynamic values, raw text and fields are written by their conformances")
    func yodelTypes() throws {
        struct Holder: Codable { var a: JSONValue; var b: Field<Int>; var c: Field<Int>; var d: Field<Int> }
        let value: JSONValue = ["z": [1, 2.5, nil, true, "s"], "a": 12_345_678_901]
        let text = try yodelText(Holder(a: value, b: .absent, c: .null, d: .value(1)))
        #expect(text == #"{"a":{"z":[1,2.5,null,true,"s"],"a":12345678901},"c":null,"d":1}"#)
    }

    @Test("Members of a JSONObject with keys that are equal as Swift strings are all written", arguments: [0, 40])
    func canonicallyEquivalentKeys(others: Int) throws {
        struct Holder: Codable, Equatable { var value: JSONValue; var object: JSONObject }
        var object: JSONObject = ["z": ["caf\u{E9}": 1, "cafe\u{301}": [2]], "cafe\u{301}": 3, "caf\u{E9}": 4]
        for number in 0..<others { object["k\(number)"] = JSONValue(number) }
        let holder = Holder(value: [.object(object)], object: object)
        let sorted = JSONObject(members: object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        #expect(try yodelText(object) == object.description)
        #expect(try yodelText([object]) == "[\(object)]")
        #expect(try yodelText(holder) == #"{"value":[\#(object)],"object":\#(object)}"#)
        #expect(try yodelText(Writing { try object.encode(to: $0) }) == object.description)
        #expect(
            try yodelText(object) { $0.outputFormatting = .sortedKeys }
                == JSONValue.object(sorted).text(sortedKeys: true))
        let back = try YodelJSONDecoder().decode(Holder.self, from: try YodelJSONEncoder().encode(holder))
        #expect(back == holder)
    }

    @Test("A client may add members to a JSONObject's")
    func membersAfterAnObject() throws {
        let object: JSONObject = ["a": 1, "caf\u{E9}": 2]
        let text = try yodelText(
            Writing {
                try object.encode(to: $0)
                var container = $0.container(keyedBy: TestKey.self)
                try container.encode(3, forKey: "a")
                try container.encode(4, forKey: "b")
                try (["b": 5, "c": 6] as JSONObject).encode(to: $0)
            })
        #expect(text == #"{"a":3,"caf\#u{E9}":2,"b":5,"c":6}"#)
    }
}

private struct Mapped: Model, Codable {
    var name: String

    enum CodingKeys: String, CodingKey { case name = "encoded" }

    static let mapping = Mapping(.map(\Mapped.name, to: "mapped"))
}
