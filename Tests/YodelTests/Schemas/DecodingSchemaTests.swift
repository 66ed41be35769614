import Foundation
import Testing
import Yodel

@Suite("Schemas for decoding")
struct DecodingSchemaTests {
    private func expectInPlace<Value>(
        _ type: Value.Type, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(text(of: try ModelDecoder().schema(of: type)) == expected, sourceLocation: sourceLocation)
    }

    @Test("A schema names the draft, refers to its root and lists the models in the order of their first use")
    func document() throws {
        struct Book: Model {
            var author: SchemaModels.Author
            var pages: UInt16
        }
        let schema = try ModelDecoder().schema(of: Book.self)
        #expect(
            JSONValue.object(schema).description
                == ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Book","$defs":{"Book":{"title":"Book","type":"object","properties":{"author":{"$ref":"#/$defs/Author"},"pages":{"type":"integer","minimum":0,"maximum":65535}},"required":["author","pages"]},"Author":{"title":"Author","type":"object","properties":{"name":{"type":"string"},"born":{"type":["integer","null"],"minimum":-9223372036854775808,"maximum":9223372036854775807}},"required":["name"]}}}"##
        )
    }

    @Test("Scalars have their JSON types, ranges and formats")
    func scalars() throws {
        try expectInPlace(Bool.self, #"{"type":"boolean"}"#)
        try expectInPlace(Int.self, schemaOfInt)
        try expectInPlace(Int8.self, #"{"type":"integer","minimum":-128,"maximum":127}"#)
        try expectInPlace(UInt32.self, #"{"type":"integer","minimum":0,"maximum":4294967295}"#)
        try expectInPlace(
            UInt128.self, #"{"type":"integer","minimum":0,"maximum":340282366920938463463374607431768211455}"#)
        try expectInPlace(Double.self, #"{"type":"number"}"#)
        try expectInPlace(Decimal.self, #"{"type":"number"}"#)
        try expectInPlace(JSONNumber.self, #"{"type":"number"}"#)
        try expectInPlace(String.self, #"{"type":"string"}"#)
        try expectInPlace(Character.self, #"{"type":"string","minLength":1}"#)
        try expectInPlace(Date.self, #"{"type":"string","format":"date-time"}"#)
        try expectInPlace(UUID.self, #"{"type":"string","format":"uuid"}"#)
        try expectInPlace(URL.self, #"{"type":"string","format":"uri-reference"}"#)
        try expectInPlace(Data.self, #"{"type":"string","contentEncoding":"base64"}"#)
        try expectInPlace(JSONScalar.self, #"{"type":["string","number","boolean"]}"#)
    }

    @Test("An enum that lists its cases has their raw values, another one the type of its raw values")
    func enums() throws {
        try expectInPlace(SchemaModels.Level.self, #"{"type":"string","enum":["low","high"]}"#)
        try expectInPlace(SchemaModels.Level?.self, #"{"type":["string","null"],"enum":["low","high",null]}"#)
        try expectInPlace(SchemaModels.Grade.self, schemaOfInt)
    }

    @Test("An Optional takes null, once for all of its levels")
    func optionals() throws {
        try expectInPlace(UUID?.self, #"{"type":["string","null"],"format":"uuid"}"#)
        try expectInPlace(Bool??.self, #"{"type":["boolean","null"]}"#)
        try expectInPlace([Bool?].self, #"{"type":"array","items":{"type":["boolean","null"]}}"#)
        let author = text(of: try ModelDecoder().schema(of: SchemaModels.Author?.self))
        #expect(author.hasPrefix(##"{"anyOf":[{"$ref":"#/$defs/Author"},{"type":"null"}],"$defs":"##))
    }

    @Test("Lists have items, inline arrays their number, and dictionaries keys of their type")
    func collections() throws {
        try expectInPlace(Set<String>.self, #"{"type":"array","items":{"type":"string"}}"#)
        try expectInPlace([String: Bool].self, #"{"type":"object","additionalProperties":{"type":"boolean"}}"#)
        try expectInPlace(
            [Int: Bool].self,
            #"{"type":"object","propertyNames":{"pattern":"^-?(0|[1-9][0-9]*)$"},"additionalProperties":{"type":"boolean"}}"#
        )
        try expectInPlace(
            [SchemaModels.Level: Bool].self,
            #"{"type":"object","propertyNames":{"enum":["low","high"]},"additionalProperties":{"type":"boolean"}}"#)
        try expectInPlace([UUID: JSONValue].self, #"{"type":"object","propertyNames":{"format":"uuid"}}"#)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            try expectInPlace(
                InlineArray<2, Bool>.self, #"{"type":"array","items":{"type":"boolean"},"minItems":2,"maxItems":2}"#)
        }
    }

    @Test("Values of any shape are not restricted, and those decoded by other code have a comment")
    func anything() throws {
        struct Point: Codable { var x: Int }
        struct Parts: Model {
            var any: JSONValue
            var raw: RawJSON?
            var point: Point
            var later: Lazy<SchemaModels.Author>
            var maybe: Lazy<SchemaModels.Author?>
            var text: [Int]
            static let mapping = Mapping(.transform(\Parts.text, by: .jsonText))
        }
        try expectInPlace(JSONObject.self, #"{"type":"object"}"#)
        try expectDefinition(
            Parts.self,
            #"{"title":"Parts","type":"object","properties":{"any":true,"raw":true,"point":{"$comment":"The Codable code of Point decides what it reads and writes."},"later":{"type":["object","array","string","number","boolean"],"$comment":"Decoded as Author on first use."},"maybe":{"$comment":"Decoded as Author? on first use."},"text":{"type":"string","contentMediaType":"application/json"}},"required":["any","point","later","maybe","text"]}"#
        )
    }

    @Test("A transform and a wrapper have the schema of their JSON side")
    func transforms() throws {
        struct Weather: Model {
            var kelvin: Double
            @Indirect var next: [Bool]
            static let mapping = Mapping(
                .transform(\Weather.kelvin, by: Transform<Int8, Double> { Double($0) + 273.15 }))
        }
        try expectDefinition(
            Weather.self,
            #"{"title":"Weather","type":"object","properties":{"kelvin":{"type":"integer","minimum":-128,"maximum":127},"next":{"type":"array","items":{"type":"boolean"}}},"required":["kelvin","next"]}"#
        )
    }

    @Test("A model that contains itself refers to itself, and so does a transform of the decoder")
    func recursion() throws {
        try expectDefinition(
            SchemaModels.Node.self,
            ##"{"title":"Node","type":"object","properties":{"value":{"type":"integer","minimum":-128,"maximum":127},"children":{"type":["array","null"],"items":{"$ref":"#/$defs/Node"}},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["value"]}"##
        )
        struct Tree { var children: [Tree] }
        let decoder = ModelDecoder.with { $0.transforms = TransformSet(Transform<[Tree], Tree> { Tree(children: $0) }) }
        #expect(
            text(of: try decoder.schema(of: [Tree].self))
                == ##"{"type":"array","items":{"$ref":"#/$defs/Tree"},"$defs":{"Tree":{"type":"array","items":{"$ref":"#/$defs/Tree"}}}}"##
        )
    }

    @Test("Paths are nested objects and arrays, and one of several keys is required")
    func paths() throws {
        try expectDefinition(
            SchemaModels.Paths.self,
            #"{"title":"Paths","type":"object","properties":{"title":{"type":["string","null"]},"meta":{"type":"object","properties":{"author":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},"place":{"type":["object","null"],"properties":{"city":{"type":["string","null"]}}},"name":{"type":["string","null"]}},"required":["author"]},"numbers":{"type":"array","prefixItems":[{"type":["integer","null"],"minimum":-128,"maximum":127},true,{"type":"object","properties":{"value":{"type":"integer","minimum":-128,"maximum":127}},"required":["value"]}],"minItems":3}},"required":["meta","numbers"],"anyOf":[{"required":["title"],"properties":{"title":{"not":{"type":"null"}}}},{"required":["meta"],"properties":{"meta":{"type":"object","required":["name"],"properties":{"name":{"not":{"type":"null"}}}}}}]}"#
        )
    }

    @Test("An element too far into an array is not described, and the elements before it are not listed")
    func farElements() throws {
        struct Far: Model {
            var far: Bool
            var several: Bool
            static let mapping = Mapping(
                .map(\Far.far, to: "rows[9223372036854775806]"),
                .map(\Far.several, to: "rows[9223372036854775805]", "one"))
        }
        try expectDefinition(
            Far.self,
            #"{"title":"Far","type":"object","properties":{"rows":{"type":["array","null"]},"one":{"type":["boolean","null"]}},"anyOf":[{"required":["rows"],"properties":{"rows":{"type":"array"}}},{"required":["one"],"properties":{"one":{"not":{"type":"null"}}}}]}"#
        )
    }

    @Test("A key of several properties has the requirements of each")
    func sharedKeys() throws {
        struct Shared: Model {
            var all: [String: JSONValue]
            var id: UInt8
            static let mapping = Mapping(.map(\Shared.all, to: "meta"), .map(\Shared.id, to: "meta.id"))
        }
        try expectDefinition(
            Shared.self,
            #"{"title":"Shared","type":"object","properties":{"meta":{"allOf":[{"type":"object"},{"type":"object","properties":{"id":{"type":"integer","minimum":0,"maximum":255}},"required":["id"]}]}},"required":["meta"]}"#
        )
    }

    @Test("If null is not enough for a property with a default, one of its keys has another value")
    func nullAlone() throws {
        struct Named: Model {
            var name: String
            static let mapping = Mapping(.map(\Named.name, to: "name", "nick", default: "none"))
        }
        try expectDefinition(
            Named.self,
            #"{"title":"Named","type":"object","properties":{"name":{"type":["string","null"],"default":"none"},"nick":{"type":["string","null"],"default":"none"}},"anyOf":[{"anyOf":[{"required":["name"],"properties":{"name":{"not":{"type":"null"}}}},{"required":["nick"],"properties":{"nick":{"not":{"type":"null"}}}}]},{"not":{"anyOf":[{"required":["name"],"properties":{"name":{"type":"null"}}},{"required":["nick"],"properties":{"nick":{"type":"null"}}}]}}]}"#
        )
    }

    @Test("All parts of a composed property are required, or none if it has a default")
    func compositions() throws {
        try expectDefinition(
            SchemaModels.Place.self,
            #"{"title":"Place","type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"},"to":{"type":["object","null"],"properties":{"lat":{"type":"number"},"lon":{"type":"number"}}}},"required":["lat","lon"],"anyOf":[{"not":{"anyOf":[{"required":["to"],"properties":{"to":{"type":"object","required":["lat"],"properties":{"lat":{"not":{"type":"null"}}}}}},{"required":["to"],"properties":{"to":{"type":"object","required":["lon"],"properties":{"lon":{"not":{"type":"null"}}}}}}]}},{"allOf":[{"required":["to"],"properties":{"to":{"type":"object","required":["lat"],"properties":{"lat":{"not":{"type":"null"}}}}}},{"required":["to"],"properties":{"to":{"type":"object","required":["lon"],"properties":{"lon":{"not":{"type":"null"}}}}}}]}]}"#
        )
    }

    @Test("Null is a value of a part whose type takes it, so that the other parts are required")
    func compositionsAndNull() throws {
        struct Span: Model {
            var text: String?
            var sum: Int
            static let mapping = Mapping(
                .compose(\Span.text, from: "from", "to") { (from: [Bool], to: Bool?) in "\(from)\(to, default: "")" },
                .compose(\Span.sum, from: "all", "one") { (all: [Bool], one: Bool) in all.count })
        }
        let json = #"{"to":null,"all":[],"one":true}"#
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Span.self, from: json) }
        func expect(from: String, all: String, _ decoder: ModelDecoder) throws {
            let schema = try decoder.schema(of: Span.self)["$defs"]?["Span"]
            #expect(schema?["anyOf"]?.text() == #"[{"not":{"anyOf":[\#(from),{"required":["to"]}]}},\#(from)]"#)
            #expect(schema?["properties"]?["all"]?["type"]?.text() == all)
        }
        let withValue = #"{"required":["from"],"properties":{"from":{"not":{"type":"null"}}}}"#
        try expect(from: withValue, all: #""array""#, ModelDecoder())
        try expect(from: withValue, all: #""array""#, .with { $0.nulls = .useDefault })
        let empty = ModelDecoder.with { $0.missingCollections = .empty }
        // An empty collection takes the place of an absent part.
        var both = empty
        both.nulls = .useDefault
        for decoder in [empty, both] {
            #expect(try decoder.decode(Span.self, from: #"{"to":true,"one":true}"#).text == "[]true")
            let schema = try decoder.schema(of: Span.self)["$defs"]?["Span"]
            #expect(schema?["anyOf"] == nil)
            #expect(schema?["required"]?.text() == #"["one"]"#)
            #expect(schema?["properties"]?["all"]?["type"]?.text() == #"["array","null"]"#)
        }
        // So may a word for null.
        let lenient = ModelDecoder.with {
            $0.nulls = .useDefault
            $0.conversions = .lenient
        }
        #expect(try lenient.decode(Span.self, from: #"{"from":"(null)","all":[],"one":true}"#).text == nil)
        let conditions = try lenient.schema(of: Span.self)["$defs"]?["Span"]?["anyOf"]
        let words =
            #"[null,"null","NULL","Null","nil","NIL","Nil","(null)","(NULL)","(Null)","<null>","<NULL>","<Null>"]"#
        #expect(
            conditions?.text()
                == #"[{"not":{"anyOf":[{"required":["from"],"properties":{"from":{"not":{"enum":\#(words)}}}},{"required":["to"]}]}},\#(withValue)]"#
        )
    }

    @Test("Defaults are in their encoded form, and ignored properties are left out")
    func defaults() throws {
        try expectDefinition(
            SchemaModels.Defaults.self,
            #"{"title":"Defaults","type":"object","properties":{"count":{"type":"integer","minimum":0,"maximum":255,"default":7},"made":{"type":"string","format":"date-time","default":"1970-01-01T00:00:00Z"},"level":{"type":"string","enum":["low","high"],"default":"high"},"list":{"type":["array","null"],"items":{"type":"integer","minimum":0,"maximum":255}},"must":{"type":"integer","minimum":0,"maximum":255}},"required":["must"]}"#
        )
    }

    @Test("The value of init() is a default, unless it changes from call to call")
    func initialValues() throws {
        try expectDefinition(
            SchemaModels.Account.self,
            ##"{"title":"Account","type":"object","properties":{"id":{"type":"string","format":"uuid"},"name":{"type":"string","default":"unset"},"owner":{"anyOf":[{"$ref":"#/$defs/Account"},{"type":"null"}]},"tags":{"type":"array","items":{"type":"string"},"default":[]}}}"##
        )
    }

    @Test("A model with a hook before decoding has a comment")
    func hooks() throws {
        struct Prepared: WillDecodeModel {
            var name: String
            static func willDecode(_ object: inout JSONObject) throws {}
        }
        try expectDefinition(
            Prepared.self,
            #"{"title":"Prepared","type":"object","properties":{"name":{"type":"string"}},"required":["name"],"$comment":"The object as willDecode leaves it."}"#
        )
    }

    @Test("Without stack for its values, a schema is an error")
    func endOfStack() throws {
        struct Shelf: Model { var levels: [Level: Int]; enum Level: String, CaseIterable { case low, high } }
        func code<Described: Model & SendableMetatype>(_ type: Described.Type) throws -> ModelError.Code? {
            try ModelDecoder().prepare(type)
            return atEndOfStack { modelError { try ModelDecoder().schema(of: type) }?.code }
        }
        #expect(try code(Shelf.self) == .depthLimit)
        #expect(try code(SchemaModels.Defaults.self) == .depthLimit)
    }
}
