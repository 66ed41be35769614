import Foundation
import Testing

@testable import Yodel

@Suite("Transforms of all values of a type")
struct TransformSetTests {
    struct Post: Model, Equatable {
        var title: String
        var written: Date
        var changed: Date?
        var days: [String: [Date?]]
        var state: State
        var inner: [Inner]
        var published: Date
        static let mapping = Mapping(.transform(\Post.published, by: .millisecondsSince1970))

        struct Inner: Model, Equatable { var date: Date? }
        enum State: String { case open = " open " }
    }

    static let set = TransformSet(Transform.secondsSince1970, Transform<String, String>.trimmed)

    private var decoder: ModelDecoder { .with { $0.transforms = Self.set } }
    private var encoder: ModelEncoder { .with { $0.transforms = Self.set } }

    @Test("Every property, element and value of the type, in the whole tree; not keys, nor raw values")
    func wholeTree() {
        let date = { Date(timeIntervalSince1970: $0) }
        expectRoundTrip(
            Post(
                title: "t", written: date(1), days: [" k ": [date(2), nil]], state: .open,
                inner: [.init(date: date(3))], published: date(4)),
            #"{"title":" t ","written":1,"days":{" k ":[2,null]},"state":" open ","inner":[{"date":3}],"published":4000}"#,
            writtenAs:
                #"{"title":"t","written":1,"days":{" k ":[2,null]},"state":" open ","inner":[{"date":3}],"published":4000}"#,
            decoder: decoder, encoder: encoder)
        expectRoundTrip(["  a": "b"], #"{"  a":" b"}"#, writtenAs: #"{"  a":"b"}"#, decoder: decoder, encoder: encoder)
        expectRoundTrip(date(7), "7", decoder: decoder, encoder: encoder)
        expectErrorAtMark(
            .invalidValue, path: "$.inner[0].date", decoding: Post.self,
            #"{"inner":[{"date":▸"2024-01-01"}]}"#, decoder: decoder)
    }

    @Test("Other decoders, and other sets, have their own tables")
    func tables() throws {
        #expect(try ModelDecoder().decode(Date.self, from: #""1970-01-01""#) == Date(timeIntervalSince1970: 0))
        let other = ModelDecoder.with { $0.transforms = TransformSet(Transform.millisecondsSince1970) }
        #expect(try other.decode([Date].self, from: "[1000]") == [Date(timeIntervalSince1970: 1)])
        #expect(try decoder.decode([Date].self, from: "[1000]") == [Date(timeIntervalSince1970: 1_000)])
        var snake = decoder
        snake.keys = .snakeCase
        struct Long: Model { var longName: Date }
        #expect(try snake.decode(Long.self, from: #"{"long_name":1}"#).longName == Date(timeIntervalSince1970: 1))
        #expect(try decoder.decode(Long.self, from: #"{"longName":1}"#).longName == Date(timeIntervalSince1970: 1))
        let strategy = KeyStrategy.snakeCase
        #expect(
            try strategy.shape(of: Long.self, Self.set) == strategy.shape(of: Long.self, Self.set),
            "built once for the two")
    }

    struct Open: WillDecodeModel, DidEncodeModel, Equatable {
        var name: JSONValue
        var rest: [String: JSONValue] = [:]
        static let mapping = Mapping(.unknown(\Open.rest))

        static func willDecode(_ object: inout JSONObject) { object["prepared"] = 1 }
        func didEncode(_ object: inout JSONObject) { object["finished"] = 2 }
    }

    static let dynamic = TransformSet(
        Transform<Int, JSONValue>({ .number(JSONNumber($0 + 1)) }, encode: { _ in 0 }),
        Transform<String, JSONObject>({ _ in JSONObject() }, encode: { _ in "object" }))

    @Test("Hooks and unknown members get the JSON without the transform")
    func wholeObjects() throws {
        let encoder = ModelEncoder.with { $0.transforms = Self.dynamic }
        let decoder = ModelDecoder.with { $0.transforms = encoder.transforms }
        expectDecoded(#"{"name":3,"other":5}"#, as: Open(name: 4, rest: ["other": 5, "prepared": 1]), decoder: decoder)
        #expect(try encoder.encodeText(Open(name: 4, rest: ["other": 5])) == #"{"name":0,"other":5,"finished":2}"#)
    }

    @Test("The tables of a strategy are freed with it")
    func tablesOfStrategies() throws {
        let set = TransformSet(Transform.secondsSince1970)
        weak var tables: TableCache?
        do {
            let strategy = KeyStrategy.custom { $0 }
            _ = try strategy.shape(of: Date.self, set)
            tables = set.storage!.tables(for: strategy.tables)
            let isThere = tables != nil
            #expect(isThere)
        }
        _ = set.storage!.tables(for: KeyStrategy.snakeCase.tables)
        let isGone = tables == nil
        #expect(isGone)
    }

    private static let flags = TransformSet(Transform<Int, Bool> { $0 > 0 })

    private struct Ending: Model {
        var number: Int

        private final class Last: Sendable {
            deinit {
                let decoder = ModelDecoder.with {
                    $0.transforms = TransformSetTests.flags
                    $0.keys = .custom { $0 }
                }
                #expect(throws: Never.self) { try decoder.decode(Bool.self, from: "1") }
            }
        }

        static var mapping: Mapping {
            let last = Last()
            return Mapping(
                .transform(\Ending.number, by: Transform<Int, Int> { number in withExtendedLifetime(last) { number } }))
        }
    }

    @Test("An object that ends with the tables of a strategy may decode something", .limitsHanging)
    func endOfTables() throws {
        for number in 0..<2 {
            let decoder = ModelDecoder.with {
                $0.transforms = Self.flags
                $0.keys = .custom { $0 }
            }
            #expect(try decoder.decode(Ending.self, from: #"{"number":\#(number)}"#).number == number)
        }
    }

    struct Tree: Equatable, Sendable {
        var value: Int
        var children: [Tree]
    }

    @Test("The JSON side may contain the type again")
    func recursive() {
        struct Node: Model, Equatable {
            var v: Int
            var c: [Tree]
        }
        let set = TransformSet(
            Transform<Node, Tree>({ Tree(value: $0.v, children: $0.c) }, encode: { Node(v: $0.value, c: $0.children) }))
        expectRoundTrip(
            Tree(value: 1, children: [Tree(value: 2, children: [])]), #"{"v":1,"c":[{"v":2,"c":[]}]}"#,
            decoder: .with { $0.transforms = set }, encoder: .with { $0.transforms = set })
    }

    class Family: DefaultedModel, Polymorphic {
        final var number = 0
        required init() {}
        class var variants: Variants<Family> { Variants("kind", .type("family", Family.self)) }
    }

    final class Stranger: Family {}

    @Test("A subclass that is not a variant is transformed as well")
    func subclass() throws {
        let set = TransformSet(
            Transform<Stranger, Stranger> {
                $0.number += 1
                return $0
            })
        let decoder = ModelDecoder.with { $0.transforms = set }
        #expect(try decodeEveryWay(Stranger.self, #"{"number":1}"#, decoder: decoder) { "\($0.number)" }.number == 2)
    }

    @Test("A set with a cycle, or with two transforms for a type, is an error of the model")
    func contradictions() {
        func reason(_ set: TransformSet, _ type: (some Any).Type) -> String {
            let decoder = ModelDecoder.with { $0.transforms = set }
            let error = modelError { try decoder.prepare(type) }
            return error.map { "\($0.category) \($0.reason ?? "")" } ?? "accepted"
        }
        let twice = TransformSet(Transform.secondsSince1970, Transform.millisecondsSince1970)
        #expect(reason(twice, Int.self) == "model the decoder has two transforms for Date")
        let circle = TransformSet(Transform<Indirect<Int>, Int> { $0.wrappedValue })
        #expect(reason(circle, Int.self).hasPrefix("model Indirect<Int> is decoded by a transform or wrapper"))
        #expect(reason(circle, [Indirect<Int>].self).hasPrefix("model "))
        struct Holder: Model { var number: Int? }
        #expect(reason(circle, Holder.self).hasPrefix("model "))
    }

    @Test("A type transformed from itself, Optional or not, is decoded plainly on the JSON side")
    func ofItself() {
        let set = TransformSet(Transform<Int?, Int> { ($0 ?? 0) + 1 })
        let decoder = ModelDecoder.with { $0.transforms = set }
        expectDecoded([Int].self, "[1,null]", as: [2, 1], decoder: decoder)
        expectDecoded([Int?].self, "[1,null]", as: [2, nil], decoder: decoder)
    }

    @Test("A model with a transform cannot be updated in place: it is replaced as a property, and refused at the root")
    func updates() throws {
        struct Holder: Model, Equatable { var point: Point }
        let set = TransformSet(Transform<[Int], Point> { Point(x: $0[0], y: $0[1]) })
        let decoder = ModelDecoder.with { $0.transforms = set }
        #expect(
            try updated(Holder(point: Point(x: 1, y: 2)), by: #"{"point":[3,4]}"#, decoder: decoder)
                == Holder(point: Point(x: 3, y: 4)))
        var point = Point(x: 1, y: 2)
        #expect(refusal(updating: &point, "[3,4]", decoder: decoder).contains("no properties to update"))
    }
}
