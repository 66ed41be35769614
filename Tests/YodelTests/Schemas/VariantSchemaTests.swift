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

    private class Page: DefaultedModel, Polymorphic {
        final var text = ""
        required init() {}
        class var variants: Variants<Page> {
            Variants("kind", .type("map", Map.self), .type("note", Note.self), .otherwiseSkip)
        }
    }
    private final class Map: Page {}
    private final class Note: Page {}

    @Test("An object without a tag is not of an unknown variant where it is of a subclass")
    func withoutATag() throws {
        struct Book: Model { var notes: [Note] }
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Book.self, from: #"{"notes":[{"text":1}]}"#) }
        try expectDefinition(
            Book.self,
            ##"{"title":"Book","type":"object","properties":{"notes":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Note"},{"not":{"anyOf":[{"type":"null"},{"type":"object","properties":{"kind":{"anyOf":[{"enum":["note",null]},{"type":["object","array"]}]}}}]}}]}}},"required":["notes"]}"##
        )
    }

    private class Shape: DefaultedModel, Polymorphic {
        required init() {}
        class var variants: Variants<Shape> { Variants("kind", .type("round", Round.self), .otherwise(Oval.self)) }
    }
    private class Round: Shape {}
    private final class Oval: Round {}

    @Test("Nor does the variant for the rest accept it then")
    func withoutATagBesideTheRest() throws {
        #expect(try ModelDecoder().decode([Round].self, from: "[{}]").allSatisfy { !($0 is Oval) })
        try expectDefinition(
            Round.self,
            ##"{"title":"Round","oneOf":[{"type":"object","properties":{"kind":{"enum":["round",null]}},"$ref":"#/$defs/Round_2"},{"allOf":[{"not":{"anyOf":[{"type":"null"},{"type":"object","properties":{"kind":{"anyOf":[{"enum":["round",null]},{"type":["object","array"]}]}}}]}},{"$ref":"#/$defs/Oval"}]}]}"##
        )
    }

    private enum Kept: Polymorphic {
        case login(SchemaModels.Event.Login)
        static let variants = Variants<Kept>("sub", .case("login", Kept.login), .otherwiseSkip)
    }

    @Test("An unknown variant is refused under each of the keys of a property that needs one")
    func skippedUnderKeys() throws {
        struct Twice: Model {
            var kept: Kept
            static let mapping = Mapping(.map(\Twice.kept, to: "a", "b"))
        }
        #expect(throws: ModelError.self) {
            try ModelDecoder().decode(Twice.self, from: #"{"a":{"sub":"login","user":"u"},"b":{"sub":"other"}}"#)
        }
        try expectDefinition(
            Twice.self,
            ##"{"title":"Twice","type":"object","properties":{"a":{"anyOf":[{"$ref":"#/$defs/Kept"},{"type":"null"}]},"b":{"anyOf":[{"$ref":"#/$defs/Kept"},{"type":"null"}]}},"anyOf":[{"required":["a"],"properties":{"a":{"not":{"type":"null"}}}},{"required":["b"],"properties":{"b":{"not":{"type":"null"}}}}]}"##
        )
    }

    private enum Around: Polymorphic {
        case kept(Kept?), boxed(Indirect<Kept?>)
        static let variants = Variants<Around>("kind", .case("kept", Around.kept), .case("boxed", Around.boxed))
    }

    @Test("An unknown variant is nil wherever an Optional is, also beside the tag of an outer variant")
    func skippedOptionals() throws {
        let rest =
            #"{"not":{"anyOf":[{"type":"null"},{"type":"object","required":["sub"],"properties":{"sub":{"anyOf":[{"const":"login"},{"type":["object","array"]}]}}}]}}"#
        func expect<Value>(_ type: Value.Type, _ json: String, _ find: (JSONObject) -> JSONValue?) throws {
            #expect(throws: Never.self) { try ModelDecoder().decode(type, from: json) }
            let known = ##"{"$ref":"#/$defs/Kept"}"##
            #expect(find(try ModelDecoder().schema(of: type))?.description == #"[\#(known),\#(rest),{"type":"null"}]"#)
        }
        try expect(Kept?.self, #"{"sub":"other"}"#) { $0["anyOf"] }
        try expect(Indirect<Kept?>.self, #"{"sub":"other"}"#) { $0["anyOf"] }
        try expect(InlineArray<1, Kept?>.self, #"[{"sub":"other"}]"#) { $0["items"]?["anyOf"] }
        for kind in ["kept", "boxed"] {
            #expect(throws: Never.self) {
                try ModelDecoder().decode(Around.self, from: #"{"kind":"\#(kind)","sub":"other"}"#)
            }
        }
        func variant(_ kind: String) -> String {
            ##"{"type":"object","properties":{"kind":{"const":"\##(kind)"}},"required":["kind"],"allOf":[{"anyOf":[{"type":"object","properties":{"sub":{"const":"login"}},"required":["sub"],"$ref":"#/$defs/Login"},\##(rest)]}]}"##
        }
        try expectDefinition(Around.self, #"{"title":"Around","oneOf":[\#(variant("kept")),\#(variant("boxed"))]}"#)
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

    @Test("The variant for the rest gets null only if variants are untagged, and if its type takes null")
    func nullForTheRest() throws {
        enum Anything: Polymorphic {
            case author(SchemaModels.Author), rest(JSONValue)
            static let variants = Variants<Anything>(.untagged, .case(Anything.author), .otherwise(Anything.rest))
        }
        enum Flag: Polymorphic {
            case author(SchemaModels.Author), rest(Bool)
            static let variants = Variants<Flag>(.untagged, .case(Flag.author), .otherwise(Flag.rest))
        }
        enum Chosen: Polymorphic {
            case author(SchemaModels.Author), rest(JSONValue)
            static let variants = Variants<Chosen>(
                .choice { _ in "author" }, .case("author", Chosen.author), .otherwise(Chosen.rest))
        }
        #expect(throws: Never.self) { try ModelDecoder().decode(Anything.self, from: "null") }
        try expectDefinition(Anything.self, #"{"title":"Anything"}"#)
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Flag.self, from: "null") }
        try expectDefinition(
            Flag.self, ##"{"title":"Flag","anyOf":[{"$ref":"#/$defs/Author"},{"type":"boolean"}]}"##)
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Chosen.self, from: "null") }
        try expectDefinition(
            Chosen.self,
            ##"{"title":"Chosen","$comment":"A function of the object's members chooses one of the variants.","anyOf":[{"$ref":"#/$defs/Author"},{"not":{"type":"null"}}]}"##
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

    private enum Counted: Polymorphic {
        case flags([String: Bool])
        static let variants = Variants<Counted>("kind", .case("flags", Counted.flags))
    }

    private enum Outer: Polymorphic {
        case inner(Inner)
        static let variants = Variants<Outer>("kind", .case("inner", Outer.inner))

        enum Inner: Polymorphic {
            case login(SchemaModels.Event.Login), flags([String: Bool])
            static let variants = Variants<Inner>(.untagged, .case(Inner.login), .case(Inner.flags))
        }
    }

    @Test("Elements of a value under a key of its own are not left out")
    func elementsUnderKeys() throws {
        enum Content: Polymorphic {
            case flags([Bool])
            static let variants = Variants<Content>(.external, .case("flags", Content.flags))
        }
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        #expect(throws: ModelError.self) { try decoder.decode(Content.self, from: #"{"flags":[1]}"#) }
        #expect(
            definition(in: try decoder.schema(of: Content.self))
                == #"{"title":"Content","type":"object","properties":{"flags":{"type":"array","items":{"type":"boolean"}}},"required":["flags"],"additionalProperties":false}"#
        )
    }

    @Test("Elements beside the tag are left out as the property says, with a definition for each policy")
    func elementsBesideTag() throws {
        struct Lists: Model {
            var one: Counted
            var strict: [Counted]
            static let mapping = Mapping(.onBadElement(\Lists.strict, .error))
        }
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        let bad = #"{"kind":"flags","a":1}"#
        let good = #"{"kind":"flags","a":true}"#
        #expect(throws: Never.self) { try decoder.decode(Lists.self, from: #"{"one":\#(bad),"strict":[\#(good)]}"#) }
        #expect(throws: ModelError.self) {
            try decoder.decode(Lists.self, from: #"{"one":\#(bad),"strict":[\#(bad)]}"#)
        }
        #expect(
            JSONValue.object(try decoder.schemas(of: Lists.self)).description
                == ##"{"Lists":{"title":"Lists","type":"object","properties":{"one":{"$ref":"#/$defs/Counted"},"strict":{"type":"array","items":{"$ref":"#/$defs/Counted_2"}}},"required":["one","strict"]},"Counted":{"title":"Counted","type":"object","properties":{"kind":{"const":"flags"}},"required":["kind"]},"Counted_2":{"title":"Counted","type":"object","properties":{"kind":{"const":"flags"}},"required":["kind"],"additionalProperties":{"type":"boolean"}}}"##
        )
        #expect(try ModelDecoder().schemas(of: Lists.self).keys == ["Lists", "Counted"])
    }

    @Test("The tag is beside the value of an untagged variant, too")
    func tagAroundUntagged() throws {
        #expect(throws: Never.self) { try ModelDecoder().decode(Outer.self, from: #"{"kind":"inner","a":true}"#) }
        try expectDefinition(
            Outer.self,
            ##"{"title":"Outer","type":"object","properties":{"kind":{"const":"inner"}},"required":["kind"],"allOf":[{"anyOf":[{"$ref":"#/$defs/Login"},{"type":"object","properties":{"kind":true},"additionalProperties":{"type":"boolean"}}]}]}"##
        )
        let closed = ModelDecoder.with { $0.unknownKeys = .error }
        #expect(throws: Never.self) { try closed.decode(Outer.self, from: #"{"kind":"inner","user":"u"}"#) }
        #expect(
            definition(in: try closed.schema(of: Outer.self))
                == #"{"title":"Outer","type":"object","properties":{"kind":{"const":"inner"}},"required":["kind"],"allOf":[{"anyOf":[{"type":"object","properties":{"user":{"type":"string"},"kind":true},"required":["user"],"additionalProperties":false},{"type":"object","properties":{"kind":true},"additionalProperties":{"type":"boolean"}}]}]}"#
        )
    }

    @Test("If the case of keys is ignored, the tag beside a dictionary may be any of its keys")
    func ignoredCaseOfTag() throws {
        let decoder = ModelDecoder.with { $0.keys = .caseInsensitive }
        #expect(throws: Never.self) { try decoder.decode(Counted.self, from: #"{"KIND":"flags","a":true}"#) }
        #expect(
            definition(in: try decoder.schema(of: Counted.self))
                == #"{"title":"Counted","type":"object","properties":{"kind":{"const":"flags"}},"$comment":"The case of keys is ignored, so no key is required or refused here."}"#
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
    @Test("An encoder writes outer tags in place of properties and beside entries, and a lazy value as it was")
    func encodingInOneObject() throws {
        struct Entry: Model {
            var type: Int
            var kind: String?
            var text: String
        }
        enum Nested: Polymorphic {
            case entry(Entry), flags([String: Bool])
            static let variants = Variants<Nested>("kind", .case("entry", Nested.entry), .case("flags", Nested.flags))
        }
        enum Around: Polymorphic {
            case nested(Nested), later(Lazy<Entry>)
            static let variants = Variants<Around>(
                "type", .case("nested", Around.nested), .case(["later", "l"], Around.later))
        }
        let encoder = ModelEncoder()
        #expect(
            try encoder.encodeText(Around.nested(.entry(Entry(type: 3, text: "t"))))
                == #"{"kind":"entry","type":"nested","text":"t"}"#)
        #expect(
            try encoder.encodeText(Around.nested(.flags(["a": true]))) == #"{"kind":"flags","type":"nested","a":true}"#)
        let kept = #"{"type":"l","text":1}"#
        #expect(try encoder.encodeText(ModelDecoder().decode(Around.self, from: kept)) == kept)
        #expect(
            JSONValue.object(try encoder.schemas(of: Around.self)).description
                == ##"{"Around":{"title":"Around","oneOf":[{"allOf":[{"type":"object","properties":{"type":{"const":"nested"}},"required":["type"]},{"oneOf":[{"type":"object","properties":{"kind":{"const":"entry"}},"required":["kind"],"$ref":"#/$defs/Entry"},{"type":"object","properties":{"kind":{"const":"flags"},"type":true},"additionalProperties":{"type":"boolean"},"required":["kind"]}]}]},{"type":"object","properties":{"type":{"enum":["later","l"]}},"required":["type"]}]},"Entry":{"title":"Entry","type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}"##
        )
    }

    @Test("Variants in a lazy value that a selection decodes are beside the outer tag")
    func encodingLazyVariants() throws {
        struct Entry: Model { var text: String, size: Int }
        enum Nested: Polymorphic {
            case entry(Entry), flags([String: Bool])
            indirect case again(Lazy<Nested>)
            static let variants = Variants<Nested>(
                "kind", .case("entry", Nested.entry), .case("flags", Nested.flags), .case("again", Nested.again))
        }
        enum Around: Polymorphic {
            case later(Lazy<Nested>)
            static let variants = Variants<Around>("type", .case("later", Around.later))
        }
        let encoder = ModelEncoder().except(\Entry.size)
        #expect(
            try encoder.encodeText(Around.later(Lazy(.flags(["a": true]))))
                == #"{"kind":"flags","type":"later","a":true}"#)
        #expect(
            JSONValue.object(try encoder.schemas(of: Around.self)).description
                == ##"{"Around":{"title":"Around","allOf":[{"type":"object","properties":{"type":{"const":"later"}},"required":["type"]},{"oneOf":[{"type":"object","properties":{"kind":{"const":"entry"}},"required":["kind"],"$ref":"#/$defs/Entry"},{"type":"object","properties":{"kind":{"const":"flags"},"type":true},"additionalProperties":{"type":"boolean"},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"again"}},"required":["kind"]}]}]},"Entry":{"title":"Entry","type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}"##
        )
    }
}
