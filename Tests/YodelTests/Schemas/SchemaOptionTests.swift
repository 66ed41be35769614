import Foundation
import Testing
import Yodel

@Suite("Schemas with a decoder's options")
struct SchemaOptionTests {
    struct Item: Model {
        var flag: Bool
        var list: [UInt8]
        var extra: Bool?
        var count: UInt8

        static let mapping = Mapping(.default(\Item.count, 1))
    }

    private func expect<Value>(
        _ type: Value.Type, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ set: (inout ModelDecoder) -> Void
    ) throws {
        let schema = try ModelDecoder.with(set).schema(of: type)
        let found = schema["$ref"] == nil ? text(of: schema) : definition(in: schema)
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    @Test("nulls: a property with a default takes null for it")
    func nulls() throws {
        try expect(
            Item.self,
            #"{"title":"Item","type":"object","properties":{"flag":{"type":"boolean"},"list":{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}},"extra":{"type":["boolean","null"]},"count":{"type":["integer","null"],"minimum":0,"maximum":255,"default":1}},"required":["flag","list"]}"#
        ) { $0.nulls = .useDefault }
    }

    @Test("missingCollections: a collection may be left out or null")
    func missingCollections() throws {
        try expect(
            Item.self,
            #"{"title":"Item","type":"object","properties":{"flag":{"type":"boolean"},"list":{"type":["array","null"],"items":{"type":"integer","minimum":0,"maximum":255}},"extra":{"type":["boolean","null"]},"count":{"type":"integer","minimum":0,"maximum":255,"default":1}},"required":["flag"]}"#
        ) { $0.missingCollections = .empty }
    }

    @Test("mismatches: a property with a default takes any value")
    func mismatches() throws {
        try expect(
            Item.self,
            #"{"title":"Item","type":"object","properties":{"flag":{"type":"boolean"},"list":{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}},"extra":true,"count":{"default":1}},"required":["flag","list"]}"#
        ) { $0.mismatches = .useDefault }
    }

    @Test("conversions: a tag may be the number or boolean of its text, or the text of its number")
    func convertedTags() throws {
        enum Tagged: Polymorphic {
            case one([String: Bool]), two([String: Bool]), three([String: Bool])
            static let variants = Variants<Tagged>(
                "t", .case(1, Tagged.one), .case("true", Tagged.two), .case("2", Tagged.three))
        }
        let decoder = ModelDecoder.with { $0.conversions = .lenient }
        let schema = try decoder.schema(of: Tagged.self)
        for (index, tag) in [
            #"{"anyOf":[{"const":1},{"type":"string","pattern":"^-?[0-9]"}]}"#, #"{"enum":["true",true]}"#,
            #"{"enum":["2",2]}"#,
        ].enumerated() {
            let variant = try #require(schema["$defs"]?["Tagged"]?["anyOf"]?[index])
            #expect(variant["properties"]?["t"]?.description == tag)
        }
        #expect(try decoder.decode([Tagged].self, from: #"[{"t":"1"},{"t":true},{"t":2}]"#).count == 3)
    }

    @Test("A key that is a character is not empty")
    func characterKeys() throws {
        let schema = try ModelDecoder().schema(of: [Character: Bool].self)
        #expect(schema["propertyNames"] == ["minLength": 1])
    }

    @Test("unknownKeys: an object has no others, unless the model keeps them")
    func unknownKeys() throws {
        struct Open: Model {
            var name: String
            var rest: JSONObject
            static let mapping = Mapping(.map(\Open.name, to: "meta.name"), .unknown(\Open.rest))
        }
        try expect(
            SchemaModels.Event.Login.self,
            #"{"title":"Login","type":"object","properties":{"user":{"type":"string"}},"required":["user"],"additionalProperties":false}"#
        ) { $0.unknownKeys = .error }
        try expect(
            Open.self,
            #"{"title":"Open","type":"object","properties":{"meta":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}},"required":["meta"]}"#
        ) { $0.unknownKeys = .error }
    }

    @Test("badElements: elements that do not match are dropped, or nil if they can be")
    func badElements() throws {
        try expect([UInt8].self, #"{"type":"array"}"#) { $0.badElements = .drop }
        try expect([Int: UInt8].self, #"{"type":"object"}"#) { $0.badElements = .drop }
        try expect([UInt8?].self, #"{"type":"array"}"#) { $0.badElements = .null }
        try expect(
            [UInt8].self, #"{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}"#
        ) { $0.badElements = .null }
    }

    @Test("The mapping of a property overrides the options")
    func mapping() throws {
        struct Mapped: Model {
            var strict: Bool?
            var free: Bool?
            var none: Bool?
            var list: [Bool]
            static let mapping = Mapping(
                .onMismatch(\Mapped.strict, .error), .onNull(\Mapped.none, .error),
                .onBadElement(\Mapped.list, .drop), .conversions(\Mapped.none, .lenient))
        }
        try expect(
            Mapped.self,
            #"{"title":"Mapped","type":"object","properties":{"strict":{"type":["boolean","null"]},"free":true,"none":{"not":{"type":"null"}},"list":{"type":"array"}},"required":["list"]}"#
        ) { $0.mismatches = .useDefault }
        try expect(
            Mapped.self,
            #"{"title":"Mapped","type":"object","properties":{"strict":{"type":["boolean","null"]},"free":{"type":["boolean","null"]},"none":{"anyOf":[{"type":["boolean","string"]},{"enum":[0,1]}]},"list":{"type":"array"}},"required":["list"]}"#
        ) { _ in }
    }

    @Test("A null that is refused needs a value that fits under another key, if others are left out")
    func nullBesideValuesThatDoNotFit() throws {
        struct Ranked: Model, Equatable {
            var size: UInt8?
            static let mapping = Mapping(
                .map(\Ranked.size, to: "a", "b"), .onNull(\Ranked.size, .error), .onMismatch(\Ranked.size, .useDefault))
        }
        let size = #"{"type":"integer","minimum":0,"maximum":255}"#
        let null = #"{"type":"null"}"#
        try expect(
            Ranked.self,
            #"{"title":"Ranked","type":"object","properties":{"a":true,"b":true},"anyOf":[{"anyOf":[{"required":["a"],"properties":{"a":\#(size)}},{"required":["b"],"properties":{"b":\#(size)}}]},{"not":{"anyOf":[{"required":["a"],"properties":{"a":\#(null)}},{"required":["b"],"properties":{"b":\#(null)}}]}}]}"#
        ) { _ in }
        expectDecoded(#"{"a":null,"b":3}"#, as: Ranked(size: 3))
        expectErrorAtMark(.nullValue, path: "$.a", decoding: Ranked.self, #"{"a":▸null,"b":300}"#)
    }

    @Test("conversions: a type accepts everything that converts to it")
    func conversions() throws {
        let set = { (decoder: inout ModelDecoder) in decoder.conversions = .lenient }
        try expect(Bool.self, #"{"anyOf":[{"type":["boolean","string"]},{"enum":[0,1]}]}"#, set)
        try expect(UInt8.self, #"{"type":["integer","string","boolean"],"minimum":0,"maximum":255}"#, set)
        try expect(Double.self, #"{"type":["number","string","boolean"]}"#, set)
        try expect(String.self, #"{"type":["string","number","boolean"]}"#, set)
        try expect(Date.self, #"{"type":["string","number"]}"#, set)
        try expect(SchemaModels.Level.self, #"{"type":["string","number","boolean"]}"#, set)
        try expect(
            [String]?.self,
            #"{"anyOf":[{"type":["array","null"],"items":{"type":["string","number","boolean"]}},{"enum":["null","NULL","Null","nil","NIL","Nil","(null)","(NULL)","(Null)","<null>","<NULL>","<Null>"]}]}"#,
            set)
        try expect(
            SchemaModels.Outside.self,
            ##"{"title":"Outside","anyOf":[{"type":"object","properties":{"number":{"type":["integer","string","boolean"],"minimum":0,"maximum":255}},"required":["number"],"additionalProperties":false},{"const":"nothing"},{"type":"object","properties":{"nothing":{"type":"null"}},"required":["nothing"],"additionalProperties":false}]}"##,
            set)
    }

    @Test("keys: they are spelled by the strategy; if case is ignored, none is required")
    func keys() throws {
        struct Page: Model { var pageNumber: Bool }
        try expect(
            Page.self,
            #"{"title":"Page","type":"object","properties":{"page_number":{"type":"boolean"}},"required":["page_number"]}"#
        ) { $0.keys = .snakeCase }
        try expect(
            Page.self,
            #"{"title":"Page","type":"object","properties":{"pagenumber":{"type":"boolean"}},"$comment":"The case of keys is ignored, so no key is required or refused here."}"#
        ) {
            $0.keys = .caseInsensitive
            $0.unknownKeys = .error
        }
    }

    @Test("dates, data and nonConformingFloats: in the form that the strategy reads")
    func strategies() throws {
        try expect(Date.self, #"{"type":"number"}"#) { $0.dates = .millisecondsSince1970 }
        try expect(Date.self, #"{"type":"string"}"#) { $0.dates = .anyKnownFormat }
        try expect(Date.self, #"{"type":["string","number"]}"#) { $0.dates = .custom { _ in Date() } }
        try expect(Data.self, #"{"type":"string","contentEncoding":"base64url"}"#) { $0.data = .base64URL }
        try expect(Data.self, #"{"type":"string"}"#) { $0.data = .utf8 }
        try expect(
            Data.self, #"{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}"#
        ) { $0.data = .bytes }
        try expect(Float.self, #"{"anyOf":[{"type":"number"},{"enum":["inf","-inf","nan"]}]}"#) {
            $0.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        }
    }

    @Test("allowsFragments: a document is an object or an array")
    func fragments() throws {
        try expect(Bool.self, #"{"allOf":[{"type":"boolean"},{"type":["object","array"]}]}"#) {
            $0.allowsFragments = false
        }
    }
}
