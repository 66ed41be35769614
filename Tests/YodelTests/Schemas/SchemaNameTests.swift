import DifferentialKit
import Testing
import Yodel

@Suite("Schemas of several types, and the names of definitions")
struct SchemaNameTests {
    struct Box<Value>: Model { var value: Value }
    enum Other { struct Author: Model { var id: Bool } }

    @Test("Several types share their definitions, at the caller's location")
    func location() throws {
        let schemas = try ModelDecoder().schemas(
            of: SchemaModels.Log.self, SchemaModels.Author.self, at: "#/components/schemas")
        #expect(schemas.keys == ["Log", "Event", "Message", "Login", "Author"])
        #expect(schemas["Log"]?["properties"]?["first"] == ["$ref": "#/components/schemas/Event"])
        let written = try ModelEncoder().schemas(of: SchemaModels.Author.self)
        #expect(
            JSONValue.object(written).description
                == #"{"Author":{"title":"Author","type":"object","properties":{"name":{"type":"string"},"born":\#(schemaOfInt)},"required":["name"]}}"#
        )
    }

    @Test("Every requested type has exactly one definition, whatever it is")
    func everyType() throws {
        let schemas = try ModelDecoder().schemas(of: [Bool].self, Bool.self, [Bool].self)
        #expect(
            JSONValue.object(schemas).description
                == #"{"Bool":{"type":"array","items":{"type":"boolean"}},"Bool_2":{"type":"boolean"}}"#)
        #expect(try ModelDecoder().schemas().isEmpty)
    }

    @Test("Names have no characters that OpenAPI refuses, and two types with one name get two")
    func names() throws {
        let schemas = try ModelDecoder().schemas(
            of: Box<[String: Bool]>.self, Box<Bool?>.self, SchemaModels.Author.self, Other.Author.self)
        #expect(schemas.keys == ["Box_Dictionary_String_Bool", "Box_Optional_Bool", "Author", "Author_2"])
        #expect(schemas["Author_2"]?["properties"] == ["id": ["type": "boolean"]])
        #expect(schemas["Author_2"]?["title"] == "Author")
    }

    @Test("The same types and options give the same text")
    func determinism() throws {
        let first = try ModelDecoder().schema(of: SchemaModels.Log.self)
        for _ in 0..<5 {
            #expect(JSONValue.object(try ModelDecoder().schema(of: SchemaModels.Log.self)).text() == "\(first)")
        }
        #expect(try ModelEncoder().encodeText(first) == "\(first)")
    }

    @Test("A type that cannot be decoded has no schema")
    func unsupported() throws {
        struct Strange: Model { var run: () -> Void }
        #expect(modelError { try ModelDecoder().schema(of: Strange.self) }?.code == .unsupportedType)
        #expect(modelError { try ModelDecoder().schemas(of: Bool.self, Strange.self) }?.code == .unsupportedType)
    }

    @Test("Every model of the differential kit has schemas, with every option", arguments: [UInt64(1), 2])
    func kit(seed: UInt64) throws {
        for trial in SchemaTrial.all(seed: seed, documents: 1_000) {
            let line = try ModelDecoder().decode(JSONObject.self, from: try trial.line())
            #expect(line["decoding"]?["$schema"] == "https://json-schema.org/draft/2020-12/schema", "seed \(seed)")
        }
    }
}
