import Testing

@testable import Yodel

@Suite("Decodable types as parts of models")
struct DecodablePartTests {
    /// Made only by its `init(from:)`: it has no table.
    struct Money: Decodable, Equatable {
        var cents: Int
        var currency: String

        enum CodingKeys: String, CodingKey {
            case cents = "amount_in_cents"
            case currency
        }
    }

    enum Size: Decodable, Equatable {
        case named(String)
        case centimetres(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let name = try? container.decode(String.self) {
                self = .named(name)
            } else {
                self = .centimetres(try container.decode(Double.self))
            }
        }
    }

    final class Node: Decodable, Equatable {
        let name: String
        let next: Node?

        static func == (left: Node, right: Node) -> Bool { left.name == right.name && left.next == right.next }
    }

    struct Shirt: Model, Equatable {
        var name: String
        var price: Money
        var size: Size
        var former: Money?
        var prices: [Money]
        var bySize: [String: Money?]
        var width: ClosedRange<Int>?
        var origin: Node?
        var spot: SIMD2<Float>?
    }

    @Test("Their init(from:) decodes them, wherever a model has them")
    func anywhere() throws {
        let json = """
            {"name": "a", "price": {"currency": "EUR", "x": [1, {}], "amount_in_cents": 1250}, "size": "XL",
             "former": null, "prices": [{"amount_in_cents": 1, "currency": "é"}, {"amount_in_cents":2,"currency":""}],
             "bySize": {"S": {"amount_in_cents": 3, "currency": "\\u0041"}, "M": null}, "width": [1, 5],
             "origin": {"name": "b", "next": {"name": "c", "next": null}}, "spot": [0.5, 2]}
            """
        let shirt = try decodeEveryWay(Shirt.self, json)
        #expect(shirt.price == Money(cents: 1250, currency: "EUR"))
        #expect(shirt.size == .named("XL"))
        #expect(shirt.former == nil)
        #expect(shirt.prices == [Money(cents: 1, currency: "é"), Money(cents: 2, currency: "")])
        #expect(shirt.bySize == ["S": Money(cents: 3, currency: "A"), "M": nil])
        #expect(shirt.width == 1...5)
        #expect(shirt.origin?.next?.name == "c")
        #expect(shirt.spot == [0.5, 2])
    }

    @Test("They may be documents, and elements of documents")
    func documents() throws {
        #expect(try decodeEveryWay(Size.self, "1.5") == .centimetres(1.5))
        #expect(try decodeEveryWay([Size].self, #"["a", 2]"#) == [.named("a"), .centimetres(2)])
        #expect(try decodeEveryWay(Size?.self, "null") == nil)
        let json = #"[{"currency": "x", "amount_in_cents": 1}]"#
        #expect(try decodeEveryWay([Money].self, json) == [Money(cents: 1, currency: "x")])
    }

    @Test("A null one is nil, an absent property is missing")
    func absence() {
        struct Priced: Model, Equatable {
            var price: Money?
            var must: Money
        }
        let known = #"{"must": {"amount_in_cents": 1, "currency": ""}}"#
        #expect(throws: Never.self) { try decodeEveryWay(Priced.self, known) }
        expectError(.missingKeys, at: 1, path: "$", decoding: Priced.self, "{}")
    }

    @Test("The type decides about null")
    func nulls() throws {
        struct Maybe: Decodable, Equatable {
            var isNull: Bool
            init(isNull: Bool) { self.isNull = isNull }
            init(from decoder: any Decoder) throws { isNull = try decoder.singleValueContainer().decodeNil() }
        }
        struct Holder: Model, Equatable {
            var maybe: Maybe
            var optional: Maybe?
        }
        #expect(
            try decodeEveryWay(Holder.self, #"{"maybe": null, "optional": null}"#)
                == Holder(maybe: Maybe(isNull: true), optional: nil))
        struct Strict: Model { var price: Money }
        let text = refusal(of: Strict.self, #"{"price": null}"#)
        #expect(text.hasPrefix("$.price: expected "))
        #expect(text.contains("found null (nullValue, line 1, column 11, offset 10)"))
    }

    @Test("Only a policy of the property, not the decoder's, keeps null from the type")
    func nullPolicies() {
        struct Free: Model, Equatable {
            var price: Money
            static let mapping = Mapping(.default(\Free.price, Money(cents: 0, currency: "")))
        }
        struct Kept: Model, Equatable {
            var price: Money
            static let mapping = Mapping(
                .default(\Kept.price, Money(cents: 0, currency: "")), .onNull(\Kept.price, .useDefault))
        }
        expectErrorAtMark(
            .nullValue, path: "$.price", decoding: Free.self, #"{"price": ▸null}"#,
            decoder: .with { $0.nulls = .useDefault })
        expectDecoded(#"{"price": null}"#, as: Kept(price: Money(cents: 0, currency: "")))
    }

    struct Priced: Model, Equatable {
        var price: Money
        var before: Money
        static let mapping = Mapping(
            .map(\Priced.price, to: "price", "cost"),
            .map(\Priced.before, to: "before", "was", default: Money(cents: 0, currency: "")))
    }

    @Test("A null that the type refuses leaves the value to another key, in any order")
    func refusedNulls() throws {
        let money = #"{"amount_in_cents": 1, "currency": "EUR"}"#
        let expected = Priced(price: Money(cents: 1, currency: "EUR"), before: Money(cents: 1, currency: "EUR"))
        for members in [
            #""price": null, "cost": \#(money), "was": null, "before": \#(money)"#,
            #""cost": null, "before": null, "price": \#(money), "was": \#(money)"#,
            #""price": \#(money), "cost": null, "was": \#(money), "before": null"#,
        ] {
            #expect(try decodeEveryWay(Priced.self, "{\(members)}") == expected)
            var updated = Priced(price: Money(cents: 2, currency: ""), before: Money(cents: 2, currency: ""))
            try ModelDecoder().update(&updated, from: "{\(members)}")
            #expect(updated == expected)
        }
        expectErrorAtMark(
            .nullValue, path: "$.cost", expected: "Money", found: "null", decoding: Priced.self,
            #"{"cost": ▸null, "price": null}"#)
        expectErrorAtMark(
            .nullValue, path: "$.was", decoding: Priced.self, #"{"was": ▸null, "price": \#(money)}"#,
            decoder: .with { $0.nulls = .useDefault })
        var updated = expected
        #expect(throws: ModelError.self) { try ModelDecoder().update(&updated, from: #"{"price": null}"#) }
        #expect(updated == expected)
    }

    @Test("Types with raw values use them, types with a table use the table")
    func precedence() throws {
        enum Kind: String, Decodable {
            case one
            init(from decoder: any Decoder) throws { self = .one }
        }
        struct Part: Model, Decodable, Equatable {
            var a: Int
            init(a: Int) { self.a = a }
            init(from decoder: any Decoder) throws { a = -1 }
        }
        struct Whole: Model { var kind: Kind, part: Part }
        expectError(.invalidValue, at: 9, path: "$.kind", decoding: Whole.self, #"{"kind": "two", "part": {"a": 1}}"#)
        #expect(
            try decodeEveryWay(Whole.self, #"{"kind": "one", "part": {"a": 1}}"#, comparing: \.part).part == Part(a: 1))
    }

    @Test("A raw value that is not a scalar is left to the type")
    func rawValues() throws {
        struct Path: RawRepresentable, Decodable, Equatable {
            var rawValue: [Int]
            init(rawValue: [Int]) { self.rawValue = rawValue }
            init(from decoder: any Decoder) throws { rawValue = try [Int](from: decoder) }
        }
        struct Holder: Model, Equatable { var path: Path }
        #expect(try decodeEveryWay(Holder.self, #"{"path": [1, 2]}"#) == Holder(path: Path(rawValue: [1, 2])))
    }

    @propertyWrapper
    struct Lossy: Decodable, Equatable {
        var wrappedValue: [Int]
        init(wrappedValue: [Int]) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = try [JSONValue](from: decoder).compactMap(\.intValue)
        }
    }

    struct Identifier: Decodable, Equatable {
        var high: Int
        var low: Int
    }

    @Test("A property wrapper that is Decodable is used for its property; an underscore alone makes no wrapper")
    func wrappers() throws {
        struct Holder: Model, Equatable {
            @Lossy var numbers: [Int]
            var _id: Identifier
        }
        let json = #"{"numbers": [1, "x", 2], "_id": {"high": 1, "low": 2}}"#
        let holder = try decodeEveryWay(Holder.self, json)
        #expect(holder.numbers == [1, 2])
        #expect(holder._id == Identifier(high: 1, low: 2))
    }

    @Test("A type that is not Codable is refused, with advice")
    func refused() {
        struct Stranger { var number: Int }
        struct Holder: Model { var stranger: Stranger }
        expectUnsupported(Holder.self, naming: "Holder.stranger", "Decodable")
    }

    @Test("Comments inside them are skipped")
    func comments() throws {
        struct Holder: Model, Equatable { var price: Money }
        let decoder = ModelDecoder.with { $0.allowsComments = true }
        let json = "{\"price\": /* { */ {\"amount_in_cents\" /* : 3 */: 1, // }\n \"currency\": \"//\"}}"
        #expect(
            try decodeEveryWay(Holder.self, json, decoder: decoder) == Holder(price: Money(cents: 1, currency: "//")))
    }

    @Test("An update replaces them, or changes nothing")
    func updates() throws {
        struct Holder: Model, Equatable {
            var price: Money
            var count: Int
        }
        var holder = Holder(price: Money(cents: 1, currency: "a"), count: 1)
        let update = #"{"price": {"amount_in_cents": 2, "currency": "b"}}"#
        try ModelDecoder().update(&holder, from: update)
        #expect(holder == Holder(price: Money(cents: 2, currency: "b"), count: 1))
        let before = holder
        #expect(
            refusal(updating: &holder, #"{"count": 5, "price": {"currency": "b"}}"#)
                .hasPrefix(#"$.price: missing keys: "amount_in_cents" (missingKeys"#))
        #expect(holder == before)
    }
}
