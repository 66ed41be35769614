import Foundation
import Testing

@testable import Yodel

/// JSONModel's transformers, validation, merging and output.
@Suite struct JSONModelValueTests {
    // MARK: - Transformers

    @Test func builtInTransformers() throws {
        struct Values: Model, Equatable {
            var isOn: Bool
            var url: URL
            var at: Date
            var set: Set<String>
            var number: Int
            var text: String
        }
        let decoder = ModelDecoder.with { $0.conversions = .lenient }
        let values = try decodeEveryWay(
            Values.self,
            #"{"isOn": "true", "url": "https://example.org", "at": 1390220688, "set": ["a", "a"], "number": "7","#
                + #" "text": 7}"#, decoder: decoder)
        #expect(
            values
                == Values(
                    isOn: true, url: URL(string: "https://example.org")!,
                    at: Date(timeIntervalSince1970: 1_390_220_688), set: ["a"], number: 7, text: "7"))
    }

    @Test(
        arguments: [
            ("2014-01-20T12:24:48Z", 1_390_220_688), ("2014-01-20T12:24:48+08:00", 1_390_191_888),
            ("2014-01-20T12:24:48+0800", 1_390_191_888),
            // JSONModel cannot read this one.
            ("2014-01-20T12:24:48.5Z", 1_390_220_688.5),
        ] as [(String, Double)])
    func dates(text: String, seconds: Double) throws {
        #expect(try decodeEveryWay([Date].self, "[\"\(text)\"]") == [Date(timeIntervalSince1970: seconds)])
    }

    private enum Color: String, Sendable { case red, blue, none }

    private struct Paint: Model, Equatable {
        var color: Color
        var zone: TimeZone?
        var size: Int

        struct NoZone: Error {}

        // A setter for each kind of JSON value, and a getter for the output.
        static let mapping = Mapping(
            .transform(\Paint.color, by: .values(["#f00": .red, "#00f": .blue], default: .none)),
            .transform(
                \Paint.zone,
                by: Transform { (name: String) in
                    guard let zone = TimeZone(identifier: name) else { throw NoZone() }
                    return zone
                } encode: { zone in
                    zone.identifier
                }),
            .transform(
                \Paint.size,
                by: Transform { (size: JSONScalar) in
                    switch size {
                    case .string(let text): text.count
                    case .number(let number): number.integer() ?? 0
                    case .bool: throw NoZone()
                    }
                } encode: { size in
                    .number(JSONNumber(size))
                }))
    }

    @Test func settersAndGettersOfAProperty() throws {
        expectRoundTrip(
            Paint(color: .red, zone: TimeZone(identifier: "GMT"), size: 3), ##"{"color":"#f00","zone":"GMT","size":3}"##
        )
        #expect(
            try decodeEveryWay(Paint.self, #"{"color":"?","size":"long"}"#) == Paint(color: .none, zone: nil, size: 4))
        // A setter never sees null.
        #expect(try decodeEveryWay(Paint.self, #"{"color":"?","size":1,"zone":null}"#).zone == nil)
        #expect(refusal(of: Paint.self, #"{"color":"?","size":1,"zone":"Mars"}"#).hasPrefix("$.zone: "))
        // A value that has no JSON value cannot be written.
        expectFailure(of: Paint(color: .none, zone: nil, size: 3), .invalidValue, path: "$.color")
    }

    private static let set = TransformSet(Transform<String, Color>.values(["#f00": .red, "#00f": .blue]))

    @Test func transformersForAllPropertiesOfAType() throws {
        struct Flag: Model, Equatable {
            var stripes: [Color]
            var pole: Color?
        }
        var encoder = ModelEncoder()
        encoder.transforms = Self.set
        expectRoundTrip(
            Flag(stripes: [.red, .blue], pole: nil), ##"{"stripes":["#f00","#00f"]}"##,
            decoder: .with { $0.transforms = Self.set }, encoder: encoder)
    }

    @Test func enums() throws {
        #expect(try decodeEveryWay([Color].self, #"["red", "blue"]"#) == [.red, .blue])
        #expect(throws: ModelError.self) { try decodeEveryWay([Color].self, #"["green"]"#) }
    }

    @Test func primitives() throws {
        struct Primitives: Model, Equatable {
            var short: Int16
            var unsigned: UInt32
            var long: Int64
            var float: Float
            var double: Double
            var bool: Bool
            var decimal: Decimal
            var any: JSONValue
        }
        expectRoundTrip(
            Primitives(
                short: -114, unsigned: 4_294_967_295, long: -9_223_372_036_854_775_808, float: 12.1,
                double: 12_124_124_124,
                bool: true, decimal: Decimal(string: "0.1")!, any: nil),
            #"{"short":-114,"unsigned":4294967295,"long":-9223372036854775808,"float":12.1,"double":12124124124,"#
                + #""bool":true,"decimal":0.1,"any":null}"#)
    }

    @Test func aStructMadeOfAnObject() throws {
        // A point in JSONModel, whose setter makes it from a dictionary.
        struct Point: Equatable { var x = 0.0, y = 0.0 }
        struct Mark: Model, Equatable {
            var at: Point
            static let mapping = Mapping(
                .transform(
                    \Mark.at,
                    by: Transform { (axes: [String: Double]) in
                        Point(x: axes["x"] ?? 0, y: axes["y"] ?? 0)
                    } encode: { point in
                        ["x": point.x, "y": point.y]
                    }))
        }
        expectRoundTrip(Mark(at: Point(x: 1.5, y: 2)), #"{"at":{"x":1.5,"y":2}}"#)
    }

    @Test func textsOfAllPlanes() throws {
        expectRoundTrip(["😀 你好 é \n\t\"\\"], #"["😀 你好 é \n\t\"\\"]"#)
        #expect(try decodeEveryWay([String].self, #"["\uD83D\uDE00"]"#) == ["😀"])
    }

    @Test func fromManyThreadsAtOnce() async throws {
        struct Fresh: Model, Equatable {
            var name: String
            var inner: [Fresh]?
        }
        let decoded = try await withThrowingTaskGroup(of: Fresh.self) { group in
            for _ in 0..<50 {
                group.addTask { try ModelDecoder().decode(Fresh.self, from: #"{"name":"a","inner":[{"name":"b"}]}"#) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(decoded.count == 50 && decoded.allSatisfy { $0 == Fresh(name: "a", inner: [Fresh(name: "b")]) })
    }

    // MARK: - Validation

    private struct Span: Model, DidDecodeModel, Equatable {
        struct EndsEarly: Error {}
        var first: Int
        var last: Int
        var inner: [Span]?

        mutating func didDecode() throws {
            if last < first { throw EndsEarly() }
        }
    }

    @Test func validationComesLast() {
        // Required keys first, as in JSONModel.
        #expect(refusal(of: Span.self, #"{"first": 2}"#).contains("missingKeys"))
        let error = #expect(throws: ModelError.self) { try decodeEveryWay(Span.self, #"{"first": 2, "last": 1}"#) }
        #expect(error?.underlying is Span.EndsEarly)
        #expect(
            refusal(of: Span.self, #"{"first": 1, "last": 1, "inner": [{"first": 2, "last": 1}]}"#)
                .hasPrefix("$.inner[0]: "))
    }

    // MARK: - Merging

    @Test func mergingADictionary() throws {
        var span = Span(first: 1, last: 5)
        // Values missing from the dictionary are kept, required or not.
        try ModelDecoder().update(&span, fromTree: ["last": 7])
        #expect(span == Span(first: 1, last: 7))
        // JSONModel validates nothing here.
        #expect(throws: ModelError.self) { try ModelDecoder().update(&span, fromTree: ["last": 0]) }
        #expect(span == Span(first: 1, last: 7))
        // In JSONModel null keeps the value; here it is refused, or clears an Optional.
        #expect(throws: ModelError.self) { try ModelDecoder().update(&span, from: #"{"last": null}"#) }
    }

    @Test func aNullThatKeeps() throws {
        struct Patch: WillDecodeModel, Equatable {
            var name: String?
            var size: Int?

            static func willDecode(_ object: inout JSONObject) throws {
                object = object.filter { !$0.value.isNull }
            }
        }
        var patch = Patch(name: "a", size: 1)
        try ModelDecoder().update(&patch, from: #"{"name": null, "size": 2}"#)
        #expect(patch == Patch(name: "a", size: 2))
    }

    // MARK: - Output

    private struct Account: Model, Equatable {
        var name: String
        var nick: String?
        var owner: Owner?

        struct Owner: Model, Equatable {
            var name: String
            var age: Int
        }

        static let mapping = Mapping(.map(\Account.name, to: "info.name"))
    }

    private let account = Account(name: "a", nick: nil, owner: Account.Owner(name: "b", age: 3))

    @Test func dictionaryTextAndData() throws {
        #expect(try encodeEveryWay(account) == #"{"info":{"name":"a"},"owner":{"name":"b","age":3}}"#)
        let tree = try #require(try ModelEncoder().encodeTree(account, null: NSNull()) as? [String: Any])
        #expect((tree["info"] as? [String: Any])?["name"] as? String == "a" && tree["nick"] == nil)
        #expect(try ModelDecoder().decode(Account.self, fromTree: tree) == account)
    }

    @Test func someOfTheProperties() throws {
        // JSONModel takes names of properties at the top level; here key paths select at any depth.
        #expect(try ModelEncoder().only(\Account.name).encodeText(account) == #"{"info":{"name":"a"}}"#)
        #expect(
            try ModelEncoder().only(\Account.owner).except(\Account.Owner.age).encodeText(account)
                == #"{"owner":{"name":"b"}}"#)
    }

    @Test func nothingAndNull() throws {
        var encoder = ModelEncoder()
        encoder.nils = .null
        #expect(
            try encoder.encodeText(Account(name: "a"))
                == #"{"info":{"name":"a"},"nick":null,"owner":null}"#)
        // One property that distinguishes absent from null.
        struct Patch: Model {
            var name: Field<String>
            var nick: Field<String>
        }
        expectText(of: Patch(name: .absent, nick: .null), #"{"nick":null}"#)
    }

    @Test func arraysAndDictionariesOfModels() throws {
        let owners = [Account.Owner(name: "b", age: 3), Account.Owner(name: "c", age: 4)]
        let text = #"[{"name":"b","age":3},{"name":"c","age":4}]"#
        #expect(try decodeEveryWay([Account.Owner].self, text) == owners)
        #expect(try encodeEveryWay(owners) == text)
        #expect(try decodeEveryWay([String: Account.Owner].self, #"{"x": {"name": "b", "age": 3}}"#)["x"] == owners[0])
    }

    // MARK: - Copies, archives, identity

    @Test func copyingAndCoding() throws {
        final class Saved: DefaultedModel, VersionedModel, ModelCopyable, ModelEquatable {
            static let modelVersion = 1
            var name = ""
            var child: Saved?
        }
        let saved = Saved()
        saved.name = "a"
        saved.child = Saved()
        #expect(saved.deepCopy() == saved && saved.deepCopy().child !== saved.child)
        #expect(try ModelDecoder().decodeArchive(Saved.self, from: ModelEncoder().encodeArchive(saved)) == saved)
    }

    @Test func theIndexProperty() {
        struct Tweet: IdentityComparable {
            typealias ID = Int
            static let identity: any KeyPath<Tweet, Int> & Sendable = \Tweet.number
            var number: Int
            var text: String
        }
        let tweets = [Tweet(number: 2, text: "b"), Tweet(number: 1, text: "a")]
        #expect(tweets[0] == Tweet(number: 2, text: "other") && Set(tweets + tweets).count == 2)
        #expect(tweets.sorted().map(\.text) == ["a", "b"])
    }
}
