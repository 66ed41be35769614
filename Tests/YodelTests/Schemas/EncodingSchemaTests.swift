import Foundation
import Testing
import Yodel

@Suite("Schemas for encoding")
struct EncodingSchemaTests {
    private func expect<Value>(
        _ type: Value.Type, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ set: (ModelEncoder) -> ModelEncoder = { $0 }
    ) throws {
        let schema = try set(ModelEncoder()).schema(of: type)
        #expect(definition(in: schema) == expected, sourceLocation: sourceLocation)
    }

    private func writingNull(_ encoder: ModelEncoder) -> ModelEncoder {
        var encoder = encoder
        encoder.nils = .null
        return encoder
    }

    @Test("A property that is nil is left out, or null, by the encoder's option")
    func nils() throws {
        struct Entry: Model {
            var name: String
            var size: UInt8?
            var note: Field<String>
            var list: [Bool?]
            static let mapping = Mapping(.onNil(\Entry.size, .null))
        }
        try expect(
            Entry.self,
            #"{"title":"Entry","type":"object","properties":{"name":{"type":"string"},"size":{"type":["integer","null"],"minimum":0,"maximum":255},"note":{"type":["string","null"]},"list":{"type":"array","items":{"type":["boolean","null"]}}},"required":["name","size","list"]}"#
        )
        try expect(
            SchemaModels.Author.self,
            #"{"title":"Author","type":"object","properties":{"name":{"type":"string"},"born":\#(schemaOfInt)},"required":["name"]}"#
        )
        try expect(
            SchemaModels.Author.self,
            #"{"title":"Author","type":"object","properties":{"name":{"type":"string"},"born":{"type":["integer","null"],"minimum":-9223372036854775808,"maximum":9223372036854775807}},"required":["name","born"]}"#,
            writingNull)
    }

    @Test("An Optional whose mapping refuses null may be nil in the program, and so left out")
    func nilsThatAreNotDecoded() throws {
        struct Entry: Model {
            var size: UInt8?
            var depth: UInt8?
            var tags: [String]?
            static let mapping = Mapping(
                .required(\Entry.size, allowsNull: false), .required(\Entry.depth, allowsNull: false),
                .check(\Entry.depth, .range(1...)), .emptyWhenAbsent(\Entry.tags))
        }
        let size = #""minimum":0,"maximum":255"#
        try expect(
            Entry.self,
            #"{"title":"Entry","type":"object","properties":{"size":{"type":"integer",\#(size)},"depth":{"type":"integer",\#(size)},"tags":{"type":"array","items":{"type":"string"}}}}"#
        )
        try expect(
            Entry.self,
            #"{"title":"Entry","type":"object","properties":{"size":{"type":["integer","null"],\#(size)},"depth":{"type":["integer","null"],\#(size)},"tags":{"type":["array","null"],"items":{"type":"string"}}},"required":["size","depth","tags"]}"#,
            writingNull)
    }

    @Test("A wrapper around nil is left out as well")
    func wrappers() throws {
        try expect(
            SchemaModels.Node.self,
            ##"{"title":"Node","type":"object","properties":{"value":{"type":"integer","minimum":-128,"maximum":127},"children":{"type":"array","items":{"$ref":"#/$defs/Node"}},"next":{"$ref":"#/$defs/Node"}},"required":["value"]}"##
        )
    }

    @Test("The first of several keys is written, and paths are nested with null for missing elements of an array")
    func paths() throws {
        try expect(
            SchemaModels.Paths.self,
            #"{"title":"Paths","type":"object","properties":{"title":{"type":"string"},"meta":{"type":"object","properties":{"author":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},"place":{"type":"object","properties":{"city":{"type":"string"}}}},"required":["author"]},"numbers":{"type":"array","prefixItems":[{"type":["integer","null"],"minimum":-128,"maximum":127},{"type":"null"},{"type":"object","properties":{"value":{"type":"integer","minimum":-128,"maximum":127}},"required":["value"]}],"minItems":3,"maxItems":3}},"required":["title","meta","numbers"]}"#
        )
        try expect(
            SchemaModels.Paths.self,
            #"{"title":"Paths","type":"object","properties":{"title":{"type":"string"},"meta":{"type":"object","properties":{"author":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},"place":{"type":"object","properties":{"city":{"type":["string","null"]}},"required":["city"]}},"required":["author","place"]},"numbers":{"type":"array","prefixItems":[{"type":["integer","null"],"minimum":-128,"maximum":127},{"type":"null"},{"type":"object","properties":{"value":{"type":"integer","minimum":-128,"maximum":127}},"required":["value"]}],"minItems":3,"maxItems":3}},"required":["title","meta","numbers"]}"#,
            writingNull)
    }

    @Test("The parts of a composed property are written, but not those of nil")
    func compositions() throws {
        try expect(
            SchemaModels.Place.self,
            #"{"title":"Place","type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"},"to":{"type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"}}}},"required":["lat","lon"]}"#
        )
    }

    @Test("If several properties have one key, any of them is written")
    func sharedKeys() throws {
        struct Shared: Model {
            var number: UInt8?
            var text: String?
            static let mapping = Mapping(.map(\Shared.number, to: "value"), .map(\Shared.text, to: "value"))
        }
        try expect(
            Shared.self,
            #"{"title":"Shared","type":"object","properties":{"value":{"anyOf":[{"type":"integer","minimum":0,"maximum":255},{"type":"string"}]}}}"#
        )
    }

    @Test("A case without a value is an object if a function chooses it, and null if it is tried")
    func casesWithoutValues() throws {
        enum Chosen: Polymorphic {
            case small
            static let variants = Variants<Chosen>(.choice { _ in "small" }, .case("small", Chosen.small))
        }
        enum Tried: Polymorphic {
            case small
            static let variants = Variants<Tried>(.untagged, .case(Tried.small))
        }
        try expect(Chosen.self, #"{"title":"Chosen","type":"object"}"#)
        try expect(Tried.self, #"{"title":"Tried","type":"null"}"#)
    }

    @Test("An encoder with a selection has the schema of the selected properties")
    func selection() throws {
        try expect(
            SchemaModels.Defaults.self,
            #"{"title":"Defaults","type":"object","properties":{"level":{"type":"string","enum":["low","high"]}},"required":["level"]}"#
        ) { $0.only(\SchemaModels.Defaults.level) }
        struct Shelf: Model {
            var first: SchemaModels.Author
            var last: SchemaModels.Author
        }
        let schema = try ModelEncoder().except(\SchemaModels.Author.born, in: \Shelf.last).schema(of: Shelf.self)
        #expect(
            text(of: schema)
                == ##"{"$ref":"#/$defs/Shelf","$defs":{"Shelf":{"title":"Shelf","type":"object","properties":{"first":{"$ref":"#/$defs/Author"},"last":{"$ref":"#/$defs/Author_2"}},"required":["first","last"]},"Author":{"title":"Author","type":"object","properties":{"name":{"type":"string"},"born":\##(schemaOfInt)},"required":["name"]},"Author_2":{"title":"Author","type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}"##
        )
    }

    @Test("Several types share the definitions of what a selection leaves, except where it concerns a property")
    func selectionOfSeveralTypes() throws {
        struct Book: Model { var author: SchemaModels.Author }
        struct Shelf: Model {
            var books: [Book]
            var outside: SchemaModels.Outside
            var owner: SchemaModels.Author
        }
        let encoder = ModelEncoder().except(\SchemaModels.Author.born)
        let schemas = try encoder.schemas(
            of: Shelf.self, Book.self, SchemaModels.Outside.self, SchemaModels.Author.self)
        #expect(schemas.keys == ["Shelf", "Book", "Author", "Outside"])
        let other = encoder.except(\SchemaModels.Author.name, in: \Shelf.owner)
        #expect(
            try other.schemas(of: Book.self, Shelf.self).map { "\($0.key) \($0.value["required"]?.text() ?? "-")" } == [
                #"Book ["author"]"#, #"Author ["name"]"#, #"Shelf ["books","outside","owner"]"#, "Outside -",
                "Author_2 -",
            ])
    }

    @Test("A selection that names a subclass has its properties beside those of the class")
    func selectionOfSubclass() throws {
        class Base: DefaultedModel {
            var id = 1
            required init() {}
        }
        final class Sub: Base { var x = 2 }
        let encoder = ModelEncoder().only(\Sub.x)
        #expect(try encoder.encodeText([Base(), Sub()]) == #"[{"id":1},{"x":2}]"#)
        #expect(
            text(of: try encoder.schema(of: [Base].self))
                == ##"{"type":"array","items":{"$ref":"#/$defs/Base"},"$defs":{"Base":{"title":"Base","anyOf":[{"type":"object","properties":{"id":\##(schemaOfInt)},"required":["id"]},{"$ref":"#/$defs/Sub"}]},"Sub":{"title":"Sub","type":"object","properties":{"x":\##(schemaOfInt)},"required":["x"]}}}"##
        )
    }

    @Test("In a variant, a property of such a subclass under the tag's key is left out, as the tag has its place")
    func selectionOfTaggedSubclass() throws {
        class Dog: DefaultedModel {
            var name = "Rex"
            required init() {}
        }
        final class Puppy: Dog {
            var kind = 3
            var age = 1
        }
        enum Pet: Polymorphic {
            case dog(Dog)
            static var variants: Variants<Pet> { Variants("kind", .case("dog", Pet.dog)) }
        }
        let encoder = ModelEncoder().only(\Puppy.kind, \Puppy.age)
        #expect(try encoder.encodeText([Pet.dog(Puppy())]) == #"[{"kind":"dog","age":1}]"#)
        let definitions = try encoder.schemas(of: Pet.self, Dog.self)
        #expect(
            text(of: definitions)
                == ##"{"Pet":{"title":"Pet","type":"object","properties":{"kind":{"const":"dog"}},"required":["kind"],"$ref":"#/$defs/Dog"},"Dog":{"title":"Dog","anyOf":[{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},{"$ref":"#/$defs/Puppy"}]},"Puppy":{"title":"Puppy","type":"object","properties":{"age":\##(schemaOfInt)},"required":["age"]},"Dog_2":{"title":"Dog","anyOf":[{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},{"$ref":"#/$defs/Puppy_2"}]},"Puppy_2":{"title":"Puppy","type":"object","properties":{"kind":\##(schemaOfInt),"age":\##(schemaOfInt)},"required":["kind","age"]}}"##
        )
    }

    @Test("A model with a hook after encoding has a comment")
    func hooks() throws {
        struct Finished: DidEncodeModel {
            var name: String
            func didEncode(_ object: inout JSONObject) throws {}
        }
        try expect(
            Finished.self,
            #"{"title":"Finished","type":"object","properties":{"name":{"type":"string"}},"required":["name"],"$comment":"The object before didEncode."}"#
        )
    }

    @Test("Dates have the form of the strategy")
    func dates() throws {
        var encoder = ModelEncoder()
        encoder.dates = .anyKnownFormat
        #expect(text(of: try encoder.schema(of: Date.self)) == #"{"type":"string","format":"date-time"}"#)
        encoder.dates = .secondsSince1970
        #expect(text(of: try encoder.schema(of: Date.self)) == #"{"type":"number"}"#)
    }

    @Test("A model whose properties need one place has no encoding schema")
    func conflict() throws {
        struct Torn: Model {
            var whole: JSONValue
            var part: String
            static let mapping = Mapping(.map(\Torn.whole, to: "meta"), .map(\Torn.part, to: "meta.name"))
        }
        let error = #expect(throws: ModelError.self) { try ModelEncoder().schema(of: [Torn].self) }
        #expect(error?.description == "Torn: whole is written at \"meta\", where part needs an object (invalidMapping)")
        #expect(throws: Never.self) { try ModelDecoder().schema(of: [Torn].self) }
    }

    @Test("A long path takes time in proportion to its length")
    func longPath() throws {
        struct Deep: Model {
            var value: Int?
            static let path = MappedKey(stringLiteral: Array(repeating: "a", count: 60).joined(separator: "."))
            static let mapping = Mapping(.map(\Deep.value, to: path))
        }
        let schema = text(of: try ModelEncoder().schema(of: Deep.self))
        #expect(schema.components(separatedBy: #""properties":{"a":"#).count == 61)
    }
}
