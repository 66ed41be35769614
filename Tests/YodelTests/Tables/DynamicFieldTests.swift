import Testing

@testable import Yodel

@Suite("JSONValue, JSONObject and JSONNumber fields")
struct DynamicFieldTests {
    @Test("A JSONValue is any value")
    func values() {
        expectEverywhere("true", is: JSONValue.bool(true))
        expectEverywhere("-1.50e+3", is: JSONValue.number(JSONNumber(text: "-1.50e+3")!)) { $0.description }
        expectEverywhere(#""a\u00e9\n""#, is: JSONValue.string("aé\n"))
        expectEverywhere("[]", is: JSONValue.array([]))
        expectEverywhere("{}", is: JSONValue.object([:]))
        expectEverywhere(
            #"[1,[2,[]],{"a":[null]},"b",false]"#, is: [1, [2, []], ["a": [nil]], "b", false] as JSONValue)
        expectEverywhere(#"{"a":{"b":{"c":[{"d":null}]}}}"#, is: ["a": ["b": ["c": [["d": nil]]]]] as JSONValue)
    }

    @Test("Null is the value null, for an Optional it is nil")
    func null() {
        expectDecoded(JSONValue.self, "null", as: .null)
        expectDecoded(OneField<JSONValue>.self, #"{"value":null}"#, as: .null) { $0.value }
        expectDecoded([JSONValue].self, "[null,1]", as: [.null, 1])
        expectDecoded([String: JSONValue].self, #"{"a":null}"#, as: ["a": .null])
        expectDecoded(OneField<JSONValue?>.self, #"{"value":null}"#, as: nil) { $0.value }
        expectDecoded([JSONValue?].self, "[null,[null]]", as: [nil, [.null]])
    }

    @Test("An absent JSONValue is missing, unless it is Optional")
    func absent() {
        expectErrorAtMark(.missingKeys, path: "$", missing: ["value"], decoding: OneField<JSONValue>.self, "{▸}")
        expectDecoded(OneField<JSONValue?>.self, "{}", as: nil) { $0.value }
    }

    @Test("Objects keep the order of their keys, and numbers their text")
    func fidelity() throws {
        let json = #"{"z":1.10,"a":{"y":-0,"b":1E5},"m":[100000000000000000000000000001]}"#
        expectEverywhere(json, is: try ModelDecoder().decode(JSONValue.self, from: json)) { $0.description }
        expectEverywhere(json, is: try ModelDecoder().decode(JSONObject.self, from: json)) { $0.description }
        #expect(try decodeEveryWay(JSONValue.self, json).description == json)
    }

    @Test("Only an object decodes to a JSONObject")
    func objects() {
        expectEverywhere("{}", is: [:] as JSONObject)
        expectEverywhere(#"{"b":1,"a":[{"c":null}]}"#, is: ["b": 1, "a": [["c": nil]]] as JSONObject)
        expectMismatchEverywhere(JSONObject.self, for: JSONLiteral.all(but: .object))
    }

    @Test("Of a duplicate key the last value counts, in the place of the first")
    func duplicates() throws {
        let json = #"{"a":1,"b":{"c":2,"c":3},"a":4}"#
        #expect(try decodeEveryWay(JSONValue.self, json).description == #"{"a":4,"b":{"c":3}}"#)
        var decoder = ModelDecoder()
        decoder.duplicateKeys = .first
        #expect(try decodeEveryWay(JSONValue.self, json, decoder: decoder).description == #"{"a":1,"b":{"c":2}}"#)
        #expect(try decodeEveryWay(JSONObject.self, json, decoder: decoder).description == #"{"a":1,"b":{"c":2}}"#)
        decoder.duplicateKeys = .error
        let marked = #"{"a":1,"b":2,▸"a":3}"#
        expectErrorAtMark(.duplicateKey, path: "$.a", decoding: JSONValue.self, marked, decoder: decoder)
        expectErrorAtMark(.duplicateKey, path: "$.a", decoding: JSONObject.self, marked, decoder: decoder)
        expectErrorAtMark(
            .duplicateKey, path: "$.b.c", decoding: JSONValue.self, #"{"a":1,"b":{"c":2,▸"c":3}}"#, decoder: decoder)
    }

    @Test("Keys that differ in their code points are two keys, even if Swift compares them as equal")
    func equivalentKeys() throws {
        let json = #"{"caf\u00e9":1,"cafe\u0301":2}"#
        #expect(try decodeEveryWay(JSONObject.self, json, decoder: .with { $0.duplicateKeys = .error }).count == 2)
        #expect(try decodeEveryWay(JSONValue.self, json).objectValue?.count == 2)
    }

    @Test("A JSONNumber is the text of the number")
    func numbers() {
        for text in ["0", "-0", "1.10", "1e-999", "-12345678901234567890123456789012345678901234567890.5E+20"] {
            expectEverywhere(text, is: JSONNumber(text: text)!) { $0.text }
        }
        expectMismatchEverywhere(JSONNumber.self, for: JSONLiteral.all(but: .number))
    }

    @Test("A deep value is decoded to the depth limit")
    func depth() throws {
        let levels = 300
        let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let value = try decodeEveryWay(JSONValue.self, json, cuts: Cuts(chunkSizes: [1, 64]))
        #expect(value.description == json)
    }
}
