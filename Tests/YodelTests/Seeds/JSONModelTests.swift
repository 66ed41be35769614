import Foundation
import Testing

@testable import Yodel

/// JSONModel's input: required and optional properties, its key mappers, its transformers, its errors.
@Suite struct JSONModelTests {
    // MARK: - Required and optional

    private struct Product: Model, Equatable {
        var id: Int
        var name: String
        var price: Double?
        var parts: [Part]
        var byName: [String: Part]?

        struct Part: Model, Equatable {
            var sku: String
            var maker: Maker?
        }

        struct Maker: Model, Equatable {
            var name: String
        }
    }

    @Test func missingKeysAreListedAll() {
        #expect(
            refusal(of: Product.self, #"{"name": "a"}"#)
                == #"$: missing keys: "id", "parts" (missingKeys, line 1, column 13, offset 12)"#)
    }

    @Test func missingKeysOfANestedModelHaveItsPath() {
        // JSONModel has the path only for nested models; here it is always known, with the place.
        let json = #"{"id": 1, "name": "a", "parts": [{"sku": "s"}, {"sku": "t", "maker": {}}]}"#
        #expect(refusal(of: Product.self, json).hasPrefix(#"$.parts[1].maker: missing keys: "name""#))
    }

    @Test func optionalProperties() throws {
        let product = try decodeEveryWay(Product.self, #"{"id": 1, "name": "a", "parts": [], "price": null}"#)
        #expect(product == Product(id: 1, name: "a", price: nil, parts: [], byName: nil))
        #expect(
            refusal(of: Product.self, #"{"id": null, "name": "a", "parts": []}"#)
                == "$.id: expected Int, found null (nullValue, line 1, column 8, offset 7)")
    }

    @Test func scalarsThatAreOptional() throws {
        // With `propertyIsOptional:` in JSONModel, because a C number cannot be nil; here with a default.
        struct Counted: DefaultedModel, Equatable {
            var count = 3
            var name = ""
            static let mapping = Mapping(.required(\Counted.name))
        }
        #expect(try decodeEveryWay(Counted.self, #"{"name": "a"}"#).count == 3)
        #expect(throws: ModelError.self) { try decodeEveryWay(Counted.self, #"{"count": 1}"#) }
    }

    @Test func ignoredAndComputedProperties() throws {
        struct Session: DefaultedModel {
            var name = ""
            var token = "t"
            var onEnd: () -> Void = {}
            var initial: String { String(name.prefix(1)) }
            static let mapping = Mapping.listing(.map(\Session.name))
        }
        let session = try decodeEveryWay(Session.self, #"{"name": "a", "token": "x", "initial": "z"}"#) {
            [$0.name, $0.token]
        }
        #expect(session.token == "t" && session.initial == "a")
        expectText(of: session, #"{"name":"a"}"#)
    }

    // MARK: - Errors

    @Test func theKeyPathOfAnError() {
        let json = #"{"id": 1, "name": "a", "parts": [{"sku": "s"}, {"sku": 5}]}"#
        #expect(
            refusal(of: Product.self, json)
                == "$.parts[1].sku: expected String, found the number 5 (typeMismatch, line 1, column 56, offset 55); conversions = .lenient converts it"
        )
    }

    @Test func theKindsOfErrors() {
        func error(_ json: String) -> ModelError? {
            #expect(throws: ModelError.self) { try decodeEveryWay(Product.self, json) }
        }
        // BadJSON, NilInput, InvalidData for missing values and for values that do not match.
        #expect(error("{nope}")?.category == .syntax)
        #expect(error("")?.category == .endOfInput)
        #expect(error("{}")?.missingKeys == ["id", "name", "parts"])
        #expect(error("[]")?.code == .typeMismatch)
        #expect(error(#"{"id": []}"#)?.found == "an array")
    }

    @Test func aTextInAnotherEncoding() {
        // JSONModel takes an encoding; here a document is UTF-8, as RFC 8259 requires, and others are detected.
        let utf16 = Array("{}".data(using: .utf16BigEndian)!)
        let error = #expect(throws: ModelError.self) { try decodeEveryWay([String: Int].self, utf16) }
        #expect(error?.code == .unsupportedEncoding)
    }

    // MARK: - Containers

    @Test func containersOfModels() throws {
        let product = try decodeEveryWay(
            Product.self, #"{"id": 1, "name": "a", "parts": [{"sku": "s"}], "byName": {"x": {"sku": "t"}}}"#)
        #expect(product.parts == [Product.Part(sku: "s")] && product.byName == ["x": Product.Part(sku: "t")])
    }

    @Test func aBadElementFailsItsParentUnlessToldOtherwise() throws {
        struct Loose: Model, Equatable {
            var parts: [Product.Part]?
            var main: Product.Part?
            static let mapping = Mapping(
                .onBadElement(\Loose.parts, .drop), .onMismatch(\Loose.main, .useDefault))
        }
        let json = #"{"id": 1, "name": "a", "parts": [{"sku": "s"}, {}]}"#
        #expect(throws: ModelError.self) { try decodeEveryWay(Product.self, json) }
        let (loose, errors) = try recovered(Loose.self, #"{"parts": [{"sku": "s"}, {}], "main": {"sku": 1}}"#)
        // In JSONModel an optional model that fails is skipped silently; an optional array fails completely. Here the
        // mapping decides both, and the report lists them.
        #expect(loose == Loose(parts: [Product.Part(sku: "s")], main: nil) && errors.count == 2)
    }

    @Test func nestedArraysStayNested() throws {
        // JSONModel's array helper flattens them, and skips values that are no objects.
        #expect(
            try decodeEveryWay([[Product.Maker]].self, #"[[{"name": "a"}], []]"#) == [[Product.Maker(name: "a")], []])
        #expect(throws: ModelError.self) { try decodeEveryWay([Product.Maker].self, #"[{"name": "a"}, 3]"#) }
    }

    @Test func anEmptyArrayForADictionary() throws {
        struct Translated: Model, Equatable {
            var texts: [String: String]
            static let mapping = Mapping(
                .transform(
                    \Translated.texts,
                    by: Transform { (value: JSONValue) in
                        if value == [] { return [:] }
                        return try ModelDecoder().decode([String: String].self, from: value)
                    } encode: { texts in
                        try ModelEncoder().encodeJSONValue(texts)
                    }))
        }
        #expect(try decodeEveryWay(Translated.self, #"{"texts": []}"#).texts.isEmpty)
        expectRoundTrip(Translated(texts: ["a": "b"]), #"{"texts":{"a":"b"}}"#)
        #expect(throws: ModelError.self) { try decodeEveryWay(Translated.self, #"{"texts": [1]}"#) }
    }

    @Test func deepNesting() throws {
        struct Level: Model, Equatable {
            var levels: [String: [Level]]?
            var end: Int?
        }
        let depth = 100
        let json =
            String(repeating: #"{"levels":{"x":["#, count: depth) + #"{"end":7}"#
            + String(repeating: "]}}", count: depth)
        var level = try decodeEveryWay(Level.self, json)
        for _ in 0..<depth { level = try #require(level.levels?["x"]?.first) }
        #expect(level.end == 7)
    }

    // MARK: - Keys

    private struct Order: Model, Equatable {
        var orderID: Int
        var totalPrice: Double
        var option1: String?
    }

    @Test func snakeTitleAndUpperCase() throws {
        let expected = Order(orderID: 1, totalPrice: 2, option1: "x")
        let texts: [(KeyStrategy, String)] = [
            // In JSONModel a digit begins a word: `option_1`.
            (.snakeCase, #"{"order_id":1,"total_price":2,"option1":"x"}"#),
            (.upperCamelCase, #"{"OrderID":1,"TotalPrice":2,"Option1":"x"}"#),
            (.upperSnakeCase, #"{"ORDER_ID":1,"TOTAL_PRICE":2,"OPTION1":"x"}"#),
        ]
        for (keys, text) in texts {
            var encoder = ModelEncoder()
            encoder.keys = keys
            expectRoundTrip(expected, text, decoder: .with { $0.keys = keys }, encoder: encoder)
        }
    }

    @Test func exceptionsOfAStrategy() throws {
        struct Item: Model, Equatable {
            var itemName: String
            var option1: Int
            static let mapping = Mapping(keys: .snakeCase, .map(\Item.option1, to: "option_1"))
        }
        // A type's key style overrides the decoder's.
        #expect(
            try decodeEveryWay(
                Item.self, #"{"item_name": "a", "option_1": 2}"#, decoder: .with { $0.keys = .upperCamelCase })
                == Item(itemName: "a", option1: 2))
    }

    @Test func keyPathsAndASharedKey() throws {
        struct Flat: Model, Equatable {
            var city: String
            var zip: String
            var copy: String
            static let mapping = Mapping(
                .map(\Flat.city, to: "address.place.city"), .map(\Flat.zip, to: "address.zip"),
                .map(\Flat.copy, to: "address.zip"))
        }
        #expect(
            try decodeEveryWay(Flat.self, #"{"address": {"zip": "1", "place": {"city": "Kew"}}}"#)
                == Flat(city: "Kew", zip: "1", copy: "1"))
    }

    @Test func aPathThroughAnArray() throws {
        // For "parts.sku" KVC has the names of all parts; here a transform does, and an index has one of them.
        struct Names: Model, Equatable {
            var all: [String]
            var second: String?
            static let mapping = Mapping(
                .transform(\Names.all, to: "parts", by: Transform { (parts: [Product.Part]) in parts.map(\.sku) }),
                .map(\Names.second, to: "more[1].sku"))
        }
        #expect(
            try decodeEveryWay(
                Names.self, #"{"parts": [{"sku": "a"}, {"sku": "b"}], "more": [1, {"sku": "c"}, null]}"#)
                == Names(all: ["a", "b"], second: "c"))
    }

    @Test func namesThatMeanSomethingElsewhere() throws {
        struct Special: Model, Equatable {
            var description: String
            var hash: Int
            var `class`: String
            var `default`: Bool
            var ключ: Int
            var self_: Int?
        }
        expectRoundTrip(
            Special(description: "d", hash: 1, class: "c", default: true, ключ: 2, self_: nil),
            #"{"description":"d","hash":1,"class":"c","default":true,"ключ":2}"#)
    }

    private static let prefixed = KeyStrategy.custom { "x_" + $0 }

    @Test func aMapperForAllTypesAndOneOfATypesOwn() throws {
        struct Mixed: Model, Equatable {
            var plain: Int
            var named: Int
            static let mapping = Mapping(.map(\Mixed.named, to: "named"))
        }
        // In JSONModel the global mapper also applies if a type's own returns the name unchanged.
        #expect(
            try decodeEveryWay(Mixed.self, #"{"x_plain": 1, "named": 2}"#, decoder: .with { $0.keys = Self.prefixed })
                == Mixed(plain: 1, named: 2))
    }
}
