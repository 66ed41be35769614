import Foundation
import Testing
import Yodel

@Suite("Schemas of types with constraints")
struct ConstraintSchemaTests {
    struct Article: Model {
        var title: String
        var rating: Double
        var level: Int8?
        var language: String?
        var slug: String?
        var tags: [String]
        var scores: [Int: Float]
        var names: Set<String>
        var at: Date

        static let mapping = Mapping(
            .check(\Article.title, .length(1...200)), .check(\Article.rating, .range(0..<5)),
            .check(\Article.level, .range(1...), .multiple(of: 3)), .check(\Article.language, .oneOf(["en", "de"])),
            .check(\Article.slug, .pattern(#/a+/#), Constraint("no b") { !$0.contains("b") }),
            .check(\Article.tags, .count(1...10), .unique), .check(each: \Article.tags, .length(...30)),
            .check(\Article.scores, .count(2...3)), .check(each: \Article.scores, .range(..<1)),
            .check(\Article.names, .count(2...3), .unique),
            .check(\Article.at, .range(Date(timeIntervalSince1970: 0)...)), .check("a whole") { (_: Article) in true })
    }

    private func property(_ name: String, _ set: (inout ModelDecoder) -> Void = { _ in }) throws -> String? {
        try ModelDecoder.with(set).schema(of: Article.self)["$defs"]?["Article"]?["properties"]?[name]?.text()
    }

    @Test("Constraints that JSON Schema can express are in the decoding schema")
    func keywords() throws {
        #expect(try property("title") == #"{"type":"string","minLength":1,"maxLength":200}"#)
        #expect(try property("rating") == #"{"type":"number","minimum":0.0,"exclusiveMaximum":5.0}"#)
        #expect(
            try property("level")
                == #"{"anyOf":[{"allOf":[{"allOf":[{"type":"integer","minimum":-128,"maximum":127},{"minimum":1}]},{"multipleOf":3}]},{"type":"null"}]}"#
        )
        #expect(try property("language") == #"{"type":["string","null"],"enum":["en","de",null]}"#)
        #expect(
            try property("tags")
                == #"{"type":"array","items":{"type":"string","maxLength":30},"minItems":1,"maxItems":10,"uniqueItems":true}"#
        )
    }

    @Test("Elements of a set may be equal, and so may keys of a dictionary")
    func collections() throws {
        #expect(try property("names")?.contains(#""minItems":2"#) == true)
        #expect(try property("names")?.contains("maxItems") == false)
        #expect(try property("names")?.contains(#""items":{"type":"string"}"#) == true)
        #expect(try property("scores")?.hasSuffix(#""minProperties":2}"#) == true)
        #expect(
            try property("scores")?.contains(#""additionalProperties":{"type":"number","exclusiveMaximum":1.0}"#)
                == true)
    }

    @Test("Other constraints are left out, and so are all in the encoding schema")
    func without() throws {
        #expect(try property("slug") == #"{"type":["string","null"]}"#)
        #expect(try property("at") == #"{"type":"string","format":"date-time"}"#)
        let encoded = try ModelEncoder().schema(of: Article.self)["$defs"]?["Article"]?["properties"]
        #expect(encoded?["title"]?.text() == #"{"type":"string"}"#)
    }

    @Test("If elements are dropped, there may be more of them, and if values are converted, other ones")
    func options() throws {
        let tags = try property("tags") { $0.badElements = .drop }
        #expect(tags == #"{"type":"array","minItems":1}"#)
        let language = try property("language") { $0.conversions = .lenient }
        #expect(language?.contains("enum\":[\"en\"") == false)
    }

    @Test("Elements that are equal in JSON are refused only if they are equal in Swift")
    func unique() throws {
        enum Colour: String, Model { case red, blue }
        struct Lists: Model, Equatable {
            var colours: [Colour?]
            var raw: [RawJSON]
            var numbers: [JSONNumber]
            static let mapping = Mapping(
                .check(\Lists.colours, .unique), .check(\Lists.raw, .unique), .check(\Lists.numbers, .unique))
        }
        let json = #"{"colours":["red","blue",null],"raw":[1,1.0],"numbers":[1,2]}"#
        #expect(throws: Never.self) { try ModelDecoder().decode(Lists.self, from: json) }
        let properties = try ModelDecoder().schema(of: Lists.self)["$defs"]?["Lists"]?["properties"]
        #expect(properties?["colours"]?["uniqueItems"] == true)
        #expect(properties?["raw"]?["uniqueItems"] == nil)
        #expect(properties?["numbers"]?["uniqueItems"] == true)
    }

    @Test("Texts that are read as NaN are equal as JSON, but not as elements")
    func uniqueNaN() throws {
        struct Samples: Model {
            var values: [Double?]
            static let mapping = Mapping(.check(\Samples.values, .unique))
        }
        func values(_ decoder: ModelDecoder) throws -> JSONValue? {
            try decoder.schema(of: Samples.self)["$defs"]?["Samples"]?["properties"]?["values"]
        }
        var decoder = ModelDecoder()
        #expect(try values(decoder)?["uniqueItems"] == true)
        decoder.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        #expect(try decoder.decode(Samples.self, from: #"{"values":["nan","nan"]}"#).values.count == 2)
        #expect(try values(decoder)?["uniqueItems"] == nil)
    }

    @Test("Ranges without their upper bound count to the number before it; other ranges have no keyword")
    func halfOpenRanges() throws {
        struct Above: RangeExpression, Sendable, CustomStringConvertible {
            var description: String { "above one" }
            func contains(_ element: Double) -> Bool { element > 1 }
            func relative<Values: Collection>(to collection: Values) -> Range<Double>
            where Values.Index == Double { 1..<2 }
        }
        struct Ranges: Model {
            var text: String
            var list: [Bool]
            var number: Double
            static let mapping = Mapping(
                .check(\Ranges.text, .length(2..<4)), .check(\Ranges.list, .count(..<3)),
                .check(\Ranges.number, .range(Above())))
        }
        let properties = try ModelDecoder().schema(of: Ranges.self)["$defs"]?["Ranges"]?["properties"]
        #expect(properties?["text"] == ["type": "string", "minLength": 2, "maxLength": 3])
        #expect(properties?["list"] == ["type": "array", "items": ["type": "boolean"], "maxItems": 2])
        #expect(properties?["number"] == ["type": "number"])
        expectError(
            .invalidValue, at: 32, path: "$.number", decoding: Ranges.self, #"{"text":"ab","list":[],"number":1}"#)
    }

    @Test("An array whose elements are transformed has its constraints")
    func transformedElements() throws {
        struct List: Model {
            var names: [String]
            static let mapping = Mapping(
                .transform(each: \List.names, by: .trimmed), .check(\List.names, .count(1...5), .unique))
        }
        let names = try ModelDecoder().schema(of: List.self)["$defs"]?["List"]?["properties"]?["names"]
        #expect(names?["minItems"] == 1 && names?["maxItems"] == 5)
        // The transform decides which results are equal.
        #expect(names?["uniqueItems"] == nil)
    }
}
