import Testing
import Yodel

@Suite("Schemas of polymorphic types")
struct VariantSchemaTests {
    @Test("A tag in the object is a constant of each variant, next to the variant's schema")
    func internalTag() throws {
        try expectDefinition(
            SchemaModels.Event.self,
            ##"{"title":"Event","oneOf":[{"type":"object","properties":{"type":{"enum":["message","msg"]}},"required":["type"],"$ref":"#/$defs/Message"},{"type":"object","properties":{"type":{"const":2}},"required":["type"],"$ref":"#/$defs/Login"},{"type":"object","properties":{"type":{"const":true}},"required":["type"]},{"type":"object","properties":{"type":{"const":"counts"}},"required":["type"],"additionalProperties":{"type":"integer","minimum":0,"maximum":255}}]}"##
        )
    }

    @Test("If unknown keys are errors, the tag is a known one")
    func closed() throws {
        let decoder = ModelDecoder.with { $0.unknownKeys = .error }
        let schema = try decoder.schema(of: SchemaModels.Event.self)
        #expect(
            definition(in: schema)
                == #"{"title":"Event","oneOf":[{"type":"object","properties":{"type":{"enum":["message","msg"]}},"required":["type"],"allOf":[{"type":"object","properties":{"text":{"type":"string"},"type":{"type":["string","null"]}},"required":["text"],"additionalProperties":false}]},{"type":"object","properties":{"type":{"const":2},"user":{"type":"string"}},"required":["type","user"],"additionalProperties":false},{"type":"object","properties":{"type":{"const":true}},"required":["type"],"additionalProperties":false},{"type":"object","properties":{"type":{"const":"counts"}},"required":["type"],"additionalProperties":{"type":"integer","minimum":0,"maximum":255}}]}"#
        )
    }

    @Test("An unknown variant is accepted only if it can be dropped")
    func skipped() throws {
        try expectDefinition(
            SchemaModels.Log.self,
            ##"{"title":"Log","type":"object","properties":{"first":{"$ref":"#/$defs/Event"},"all":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Event"},{"not":{"anyOf":[{"type":"null"},{"type":"object","required":["type"],"properties":{"type":{"anyOf":[{"enum":["message","msg",2,true,"counts"]},{"type":["object","array"]}]}}}]}}]}}},"required":["first","all"]}"##
        )
    }

    @Test("A key around the value is the only one; a variant without a value may also be its name")
    func externalTag() throws {
        try expectDefinition(
            SchemaModels.Outside.self,
            #"{"title":"Outside","oneOf":[{"type":"object","properties":{"number":{"type":"integer","minimum":0,"maximum":255}},"required":["number"],"additionalProperties":false},{"const":"nothing"},{"type":"object","properties":{"nothing":{"type":"null"}},"required":["nothing"],"additionalProperties":false}]}"#
        )
    }

    @Test("Content beside the tag is required unless it may be null, and the rest has no known tag")
    func adjacentTag() throws {
        try expectDefinition(
            SchemaModels.Beside.self,
            #"{"title":"Beside","oneOf":[{"type":"object","properties":{"t":{"const":"text"},"c":{"type":"string"}},"required":["t","c"]},{"type":"object","properties":{"t":{"const":"none"},"c":{"type":"null"}},"required":["t"]},{"not":{"anyOf":[{"type":"null"},{"type":"object","required":["t"],"properties":{"t":{"anyOf":[{"enum":["text","none"]},{"type":["object","array"]}]}}}]}}]}"#
        )
    }

    @Test("If the case of keys is ignored, no tag is required, and a key around a value may be any")
    func ignoredCase() throws {
        let decoder = ModelDecoder.with { $0.keys = .caseInsensitive }
        #expect(
            definition(in: try decoder.schema(of: SchemaModels.Beside.self))
                == #"{"title":"Beside","anyOf":[{"type":"object","properties":{"t":{"const":"text"},"c":{"type":"string"}}},{"type":"object","properties":{"t":{"const":"none"},"c":{"type":"null"}}},{"not":{"type":"null"}}],"$comment":"The case of keys is ignored, so no key is required or refused here."}"#
        )
        #expect(
            definition(in: try decoder.schema(of: SchemaModels.Outside.self))
                == #"{"title":"Outside","anyOf":[{"type":"object","minProperties":1,"maxProperties":1},{"const":"nothing"},{"type":"object","minProperties":1,"maxProperties":1}],"$comment":"The case of keys is ignored, so no key is required or refused here."}"#
        )
    }

    @Test("Variants that are tried, or selected by a function, are any of them")
    func untagged() throws {
        try expectDefinition(
            SchemaModels.Either.self,
            ##"{"title":"Either","anyOf":[{"type":"integer","minimum":0,"maximum":255},{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/Either"}},{"type":"null"}]}"##
        )
        try expectDefinition(
            SchemaModels.Chosen.self,
            ##"{"title":"Chosen","$comment":"A function of the object's members chooses one of the variants.","allOf":[{"type":"object"},{"$ref":"#/$defs/Author"}]}"##
        )
    }

    @Test("A class and its variants have their own definitions")
    func hierarchy() throws {
        let schema = try ModelDecoder().schema(of: SchemaModels.Shape.self)
        #expect(
            text(of: schema)
                == ##"{"$ref":"#/$defs/Shape","$defs":{"Shape":{"title":"Shape","oneOf":[{"type":"object","properties":{"kind":{"const":"circle"}},"required":["kind"],"$ref":"#/$defs/Circle"},{"allOf":[{"not":{"anyOf":[{"type":"null"},{"type":"object","required":["kind"],"properties":{"kind":{"anyOf":[{"const":"circle"},{"type":["object","array"]}]}}}]}},{"$ref":"#/$defs/Shape_2"}]}]},"Circle":{"title":"Circle","type":"object","properties":{"name":{"type":"string","default":""},"radius":{"type":"number","default":1.5}}},"Shape_2":{"title":"Shape","type":"object","properties":{"name":{"type":"string","default":""}}}}}"##
        )
    }

    @Test("An encoder writes the first tag of each variant")
    func encoding() throws {
        func expect<Value>(_ type: Value.Type, _ expected: String) throws {
            #expect(definition(in: try ModelEncoder().schema(of: type)) == expected)
        }
        try expect(
            SchemaModels.Event.self,
            ##"{"title":"Event","oneOf":[{"type":"object","properties":{"type":{"const":"message"}},"required":["type"],"$ref":"#/$defs/Message"},{"type":"object","properties":{"type":{"const":2}},"required":["type"],"$ref":"#/$defs/Login"},{"type":"object","properties":{"type":{"const":true}},"required":["type"]},{"type":"object","properties":{"type":{"const":"counts"}},"additionalProperties":{"type":"integer","minimum":0,"maximum":255},"required":["type"]}]}"##
        )
        try expect(
            SchemaModels.Outside.self,
            #"{"title":"Outside","oneOf":[{"type":"object","properties":{"number":{"type":"integer","minimum":0,"maximum":255}},"required":["number"]},{"const":"nothing"}]}"#
        )
        try expect(SchemaModels.Beside.self, #"{"title":"Beside"}"#)
        try expect(
            SchemaModels.Either.self,
            ##"{"title":"Either","anyOf":[{"type":"integer","minimum":0,"maximum":255},{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/Either"}},{"type":"null"}]}"##
        )
    }
}
