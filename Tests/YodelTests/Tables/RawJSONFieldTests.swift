import Testing

@testable import Yodel

@Suite("RawJSON fields")
struct RawJSONFieldTests {
    @Test(
        "The bytes are unchanged: escapes, spelling of numbers, white space inside",
        arguments: [
            "true", "false", "0", "-0.00", "1E+5", "123456789012345678901234567890", #""""#, #""a""#,
            #""\u0061\/\n \"é永 \\""#, "[]", "[ ]", "{}", "{ \n}", "[ 1,\t2 , [ ] ]",
            #"{ "b" : [ { "a":null } ,"]}" ] , "b":1}"#, #"["\"", "\\", "}"]"#, "[[[[[]]]],{}]",
        ])
    func exactBytes(json: String) {
        expectEverywhere(json, is: RawJSON(uncheckedBytes: Array(json.utf8))) { $0.text }
    }

    @Test("White space around the value is not kept")
    func around() throws {
        for value in ["1", "true", #""a""#, "[ 1 ]", "{ }", "null"] {
            let document = "{\"value\" \n: \t\(value)\r\n , \"other\":1}"
            #expect(try decodeEveryWay(OneField<RawJSON>.self, document) { $0.value }.value.text == value)
            #expect(try decodeEveryWay(RawJSON.self, " \n\(value)\n ").text == value)
            #expect(try decodeEveryWay([RawJSON].self, "[ \(value) ,\n\(value) ]").map(\.text) == [value, value])
        }
    }

    @Test("Null is kept, for an Optional it is nil")
    func null() throws {
        #expect(try decodeEveryWay(RawJSON.self, "null").text == "null")
        #expect(try decodeEveryWay(OneField<RawJSON>.self, #"{"value":null}"#) { $0.value }.value.text == "null")
        #expect(
            try decodeEveryWay([RawJSON?].self, "[null,[null]]") { $0.map { $0?.text } }.map { $0?.text } == [
                nil, "[null]",
            ])
    }

    @Test("Raw values follow each other in arrays, dictionaries and models")
    func neighbours() throws {
        let texts = ["1", #""a""#, "null", "[ 2 ]", "{ }", "true", #"{"x": [1,2 , 3]}"#, "-1e5"]
        let list = try decodeEveryWay([RawJSON].self, "[" + texts.joined(separator: " ,") + "]")
        #expect(list.map(\.text) == texts)

        let object = "{" + texts.enumerated().map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
        let dictionary = try decodeEveryWay([Int: RawJSON].self, object)
        #expect(texts.indices.map { dictionary[$0]?.text } == texts)

        struct Envelope: Model, Equatable {
            var head: RawJSON
            var id: Int
            var body: RawJSON?
            var tail: [[RawJSON]]
        }
        let json = #"{"head":{"a" :1},"id":7,"skipped":[1,{"a":2}],"body": [ ] ,"tail":[[1 ,"b"],[],[[3 ]]]}"#
        let envelope = try decodeEveryWay(Envelope.self, json)
        #expect(envelope.head.text == #"{"a" :1}"#)
        #expect(envelope.id == 7)
        #expect(envelope.body?.text == "[ ]")
        #expect(envelope.tail.map { $0.map(\.text) } == [["1", #""b""#], [], ["[3 ]"]])
    }

    @Test("A value far longer than any chunk is complete")
    func long() throws {
        let text = "{ \"key\" : [" + (0..<3_000).map { " \($0) , \"größe \($0)\"" }.joined(separator: ",") + " ] }"
        let document = "{\"value\": \(text) }"
        let raw = try decodeEveryWay(
            OneField<RawJSON>.self, document, cuts: Cuts(chunkSizes: [1, 7, 64, 4_096], sampledSplits: 20)
        ) { $0.value }
        #expect(raw.value.text == text)
    }

    @Test("Raw bytes are checked: they must be JSON")
    func unsound() {
        expectErrorAtMark(.invalidNumber, path: "$.value", decoding: OneField<RawJSON>.self, #"{"value":[ ▸01]}"#)
        expectErrorAtMark(.unexpectedEnd, path: "$.value", decoding: OneField<RawJSON>.self, #"{"value":[1,▸"#)
        expectErrorAtMark(.invalidEscape, path: "$.value", decoding: OneField<RawJSON>.self, #"{"value":["▸\x"]}"#)
    }

    @Test("An absent raw value is missing, unless it is Optional")
    func absent() {
        expectErrorAtMark(.missingKeys, path: "$", missing: ["value"], decoding: OneField<RawJSON>.self, "{▸}")
        expectDecoded(OneField<RawJSON?>.self, "{}", as: nil) { $0.value }
    }
}
