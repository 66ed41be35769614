import Foundation
import Testing

@testable import Yodel

@Suite("Transforms of one property")
struct TransformTests {
    enum Level: Hashable, Sendable { case low, high, unknown }

    struct Reading: Model, Equatable {
        var taken: Date
        var level: Level
        var celsius: Double
        var label: String?
        static let mapping = Mapping(
            .transform(\Reading.taken, to: "t", "time", by: .secondsSince1970),
            .transform(\Reading.level, by: .values(["lo": .low, "hi": .high, "high": .high])),
            .transform(\Reading.celsius, by: Transform({ Double($0) / 10 }, encode: { Int($0 * 10) })),
            .transform(\Reading.label, by: .trimmed))
    }

    @Test("The JSON is decoded as a property of its type, and the value made from it; and back")
    func readings() {
        let reading = Reading(
            taken: Date(timeIntervalSince1970: 1_709_222_399.5), level: .high, celsius: 37.1, label: "a b")
        expectRoundTrip(
            reading, #"{"t":1709222399.5,"level":"hi","celsius":371,"label":" a b\n"}"#,
            writtenAs: #"{"t":1709222399.5,"level":"hi","celsius":371,"label":"a b"}"#)
        expectRoundTrip(
            reading, #"{"celsius":371,"label":"a b","level":"high","t":null,"time":1709222399.5}"#,
            writtenAs: #"{"t":1709222399.5,"level":"hi","celsius":371,"label":"a b"}"#)
    }

    @Test("For an Optional property null and an absent key are nil, without a call")
    func optional() throws {
        struct Refusing: Model, Equatable {
            var value: Int?
            var doubled: Int??
            static let mapping = Mapping(
                .transform(
                    \Refusing.value, by: Transform({ (_: String) throws -> Int in throw Odd() }, encode: { "\($0)" })),
                .transform(\Refusing.doubled, by: Transform { (text: String) -> Int? in Int(text) }))
        }
        expectRoundTrip(Refusing(), "{}")
        expectRoundTrip(Refusing(), #"{"value":null,"doubled":null}"#, writtenAs: "{}")
        expectDecoded(#"{"doubled":"7"}"#, as: Refusing(doubled: 7))
        expectDecoded(#"{"doubled":"x"}"#, as: Refusing(doubled: .some(nil)))
        expectErrorAtMark(.invalidValue, path: "$.value", decoding: Refusing.self, #"{"value":▸"7"}"#)
        struct Whole: Model, Equatable {
            var whole: Int?
            var any: Int?
            static let mapping = Mapping(
                .transform(
                    \Whole.whole, by: Transform<String, Int?>({ Int($0) }, encode: { $0.map(String.init) ?? "none" })),
                .transform(\Whole.any, by: Transform<JSONValue, Int?> { $0 == .null ? 0 : nil }))
        }
        expectDecoded(#"{"whole":null,"any":null}"#, as: Whole(whole: nil, any: 0))
        expectDecoded(#"{"whole":"none","any":[]}"#, as: Whole(whole: nil, any: nil))
        expectDecoded(#"[{}, {"whole":"3"}]"#, as: [Whole(), Whole(whole: 3)])
    }

    struct Odd: Error, CustomStringConvertible { var description: String { "that is odd" } }

    struct Even: Model, Equatable {
        var number: Int
        var list: [Int]?
        static let mapping = Mapping(
            .transform(\Even.number, by: even),
            .transform(\Even.list, by: Transform { (list: [Int]) in try list.map(even.checked) }))
        static let even = Transform<Int, Int> { number in
            if number % 2 != 0 { throw Odd() }
            return number
        }
    }

    @Test("A closure's error is the underlying error at the value: at a scalar itself, or at the end of a container")
    func closureErrors() {
        let scalar = expectErrorAtMark(.invalidValue, path: "$.number", decoding: Even.self, "{\n\"number\": ▸3}")
        #expect(scalar?.underlying is Odd && scalar?.expected == "Int" && scalar?.found == "the number 3")
        let list = expectErrorAtMark(
            .invalidValue, path: "$[1].list", decoding: [Even].self, "[{\"number\":2},{\"list\":[2,\n3▸],\"number\":2}]"
        )
        #expect(list?.underlying is Odd && list?.expected == "[Int]?")
        expectDecoded(#"{"number":4,"list":[0]}"#, as: Even(number: 4, list: [0]))
        expectErrorAtMark(.typeMismatch, path: "$.list[1]", decoding: Even.self, #"{"list":[2,▸"4"]}"#)
        expectErrorAtMark(.typeMismatch, path: "$.list", decoding: Even.self, #"{"list":▸{}}"#)
        expectErrorAtMark(.nullValue, path: "$.number", decoding: Even.self, #"{"number":▸null}"#)
        expectErrorAtMark(.missingKeys, path: "$", decoding: Even.self, #"{▸}"#)
        expectErrorAtMark(.unexpectedEnd, path: "$.list[2]", decoding: Even.self, #"{"list":[2,4▸"#)
    }

    @Test("A transform without a closure for encoding cannot be written, and one that throws is an error")
    func notReversible() throws {
        #expect(
            refusal(encoding: Even(number: 2))
                == "$.number: expected a transform that can be reversed, found one without a closure for encoding "
                + "(invalidValue)")
        // A property that is left out needs none.
        #expect(try ModelEncoder().except(\Even.number).encodeText(Even(number: 2)) == "{}")
        struct Stubborn: Model {
            var number = 1
            static let mapping = Mapping(
                .transform(\Stubborn.number, by: Transform({ (number: Int) in number }, encode: { _ in throw Odd() })))
        }
        #expect(refusal(encoding: [Stubborn()]) == "$[0].number: expected Int (invalidValue): that is odd")
    }

    struct Sides: Model, Equatable {
        var points: [Int]
        var model: Int
        var any: String
        var either: Int
        var map: [String: Int]
        static let mapping = Mapping(
            .transform(
                \Sides.points,
                by: Transform({ (points: [Point]) in points.map(\.x) }, encode: { $0.map { Point(x: $0, y: 0) } })),
            .transform(\Sides.model, by: Transform({ (point: Point) in point.x }, encode: { Point(x: $0, y: 0) })),
            .transform(
                \Sides.any,
                by: Transform(
                    { (value: JSONValue) in "\(value)" },
                    encode: { try ModelDecoder().decode(JSONValue.self, from: $0) })),
            .transform(\Sides.either, by: Transform({ (value: Int?) in value ?? -1 }, encode: { $0 < 0 ? nil : $0 })),
            .transform(
                \Sides.map,
                by: Transform { (pairs: [[String: Int]]) in
                    pairs.reduce(into: [:]) { $0.merge($1) { $1 } }
                } encode: {
                    [$0]
                }))
    }

    @Test("The JSON side is of any type: containers, models, any JSON, an Optional that takes null")
    func sides() {
        let json =
            #"{"points":[{"x":1,"y":0},{"x":2,"y":0}],"model":{"x":3,"y":0},"any":{"a":[1.50,null]},"#
            + #""either":null,"map":[{"k":1}]}"#
        let value = Sides(points: [1, 2], model: 3, any: #"{"a":[1.50,null]}"#, either: -1, map: ["k": 1])
        expectDecoded(Sides.self, json, as: value)
        expectRoundTrip(value, json, writtenAs: json.replacing(#""either":null,"#, with: ""))
        expectErrorAtMark(
            .missingKeys, path: "$.points[1]", decoding: Sides.self, #"{"points":[{"x":1,"y":1},{"x":1▸}]}"#)
    }

    @Test("A transform may take an array where its property has a dictionary")
    func emptyArrays() {
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
        expectRoundTrip(Translated(texts: [:]), #"{"texts":[]}"#, writtenAs: #"{"texts":{}}"#)
        expectRoundTrip(Translated(texts: ["a": "b"]), #"{"texts":{"a":"b"}}"#)
        let error = expectErrorAtMark(.invalidValue, path: "$.texts", decoding: Translated.self, #"{"texts": [1▸]}"#)
        #expect((error?.underlying as? ModelError)?.code == .typeMismatch)
    }

    @Test("A property may have a type as its value, which its transform finds by a name")
    func types() throws {
        struct Registration: Model {
            var type: any Model.Type
            static let mapping = Mapping(
                .transform(
                    \Registration.type,
                    by: Transform { (name: String) in
                        guard name == "Even" else { throw Odd() }
                        return Even.self as any Model.Type
                    } encode: { type in
                        "\(type)"
                    }))
        }
        let registration = try decodeEveryWay(Registration.self, #"{"type": "Even"}"#) { "\($0.type)" }
        #expect(ObjectIdentifier(registration.type) == ObjectIdentifier(Even.self))
        #expect(try ModelEncoder().encodeText(registration) == #"{"type":"Even"}"#)
        let error = expectErrorAtMark(
            .invalidValue, path: "$.type", decoding: Registration.self, #"{"type": ▸"Other"}"#)
        #expect(error?.underlying is Odd && error?.found == #"the string "Other""#)
    }

    @Test("An absent key is null to a JSON side that is Optional, and missing to any other")
    func absentSides() {
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["points", "model", "any", "map"], decoding: Sides.self, "{▸}")
    }

    @Test("The discarded value of a key of lower rank must match as well")
    func ranks() {
        expectErrorAtMark(
            .typeMismatch, path: "$.time", decoding: Reading.self, #"{"t":1,"level":"lo","celsius":1,"time":▸[1]}"#)
        expectErrorAtMark(
            .invalidValue, path: "$.time", decoding: Reading.self, #"{"t":1,"level":"lo","celsius":1,"time":▸"x"}"#)
    }

    @Test("An update takes the new value, keeps missing ones, and changes nothing if a closure refuses")
    func updates() throws {
        #expect(
            try updated(
                Reading(taken: Date(timeIntervalSince1970: 1), level: .low, celsius: 1, label: "x"),
                by: #"{"celsius":25,"label":null}"#)
                == Reading(taken: Date(timeIntervalSince1970: 1), level: .low, celsius: 2.5, label: nil))
        var even = Even(number: 2)
        #expect(refusal(updating: &even, #"{"list":[4],"number":5}"#).contains("that is odd"))
        #expect(even == Even(number: 2))
    }

    @Test("The elements of an array, each with a transform")
    func elements() {
        struct Days: Model, Equatable {
            var days: [Date]
            var more: [Date]?
            static let mapping = Mapping(
                .transform(each: \Days.days, by: .millisecondsSince1970),
                .transform(each: \Days.more, by: .secondsSince1970), .map(\Days.more, to: "m"))
        }
        let days = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)]
        expectRoundTrip(Days(days: days, more: days), #"{"days":[1000,2000],"m":[1,2]}"#)
        expectRoundTrip(Days(days: []), #"{"days":[]}"#)
        expectErrorAtMark(
            .invalidValue, path: "$.days[1]", expected: "Date", found: #"the string "2""#, decoding: Days.self,
            #"{"days":[1,▸"2"]}"#)
        expectErrorAtMark(.nullValue, path: "$.days[0]", decoding: Days.self, #"{"days":[▸null]}"#)
    }

    struct Demanding: Model {
        struct Missing: Error {}
        var id: Int
        var text: String
        static let mapping = Mapping(
            .transform(
                \Demanding.text, to: "t",
                by: Transform<String?, String> {
                    guard let text = $0 else { throw Missing() }
                    return text
                }))
    }

    @Test("A transform that takes nil and throws for it is asked about a missing key as about null")
    func refusedAbsence() {
        expectDecoded(Demanding.self, #"{"id":1,"t":"x"}"#, as: "x") { $0.text }
        expectErrorAtMark(.invalidValue, path: "$.t", expected: "String", decoding: Demanding.self, #"{"id":1▸}"#)
        expectErrorAtMark(
            .invalidValue, path: "$.t", expected: "String", found: "null", decoding: Demanding.self, #"{"t":▸null}"#)
    }

    @Test("The error of a built-in transform or a constraint for a missing key is the same as for a value")
    func refusedBuiltIn() {
        struct Listed: Model {
            var number: Int
            static let mapping = Mapping(
                .transform(\Listed.number, by: Transform<String?, String> { $0 ?? "no" }.then(.values(["one": 1]))))
        }
        struct Checked: Model {
            var number: Int
            static let mapping = Mapping(
                .transform(\Checked.number, by: Transform { (number: Int?) in number ?? 0 }),
                .check(\Checked.number, .multiple(of: 2), .range(1...)))
        }
        struct Inner: Model { var id: Int }
        struct Text: Model {
            var inner: Inner
            static let mapping = Mapping(
                .transform(\Text.inner, by: Transform<String?, String> { $0 ?? #"{"id":"a"}"# }.then(.jsonText)))
        }
        let listed = expectErrorAtMark(
            .invalidValue, path: "$.number", expected: #"one of "one""#, found: #""no""#, decoding: Listed.self, "{▸}")
        let checked = expectErrorAtMark(
            .invalidValue, path: "$.number", expected: "at least 1", decoding: Checked.self, "{▸}")
        #expect(listed?.underlying == nil && checked?.underlying == nil)
        let text = expectErrorAtMark(
            .typeMismatch, path: "$.inner.id", expected: "Int", found: #"the string "a""#, decoding: Text.self, "{▸}")
        #expect(text?.underlying is ModelError)
    }

    @Test("Two transforms, or a transform and conversions, contradict each other")
    func contradictions() {
        let trimmed = Mapping.Entry.transform(\Chosen.text, by: .trimmed)
        expectContradiction(in: trimmed, trimmed, naming: "Chosen.text", "two transforms")
        expectContradiction(in: trimmed, .conversions(\Chosen.text, .lenient), naming: "Chosen.text", "conversions")
    }

    @Test("A JSON side that cannot be decoded is named with the property")
    func undecodable() {
        expectContradiction(
            in: .transform(\Chosen.text, by: Transform { (_: UnsafeRawPointer) in "" }), code: .unsupportedType,
            naming: "Chosen.text")
    }
}

extension Transform {
    func checked(_ json: JSON) throws -> Value {
        try decodeValue(json, nil)
    }
}
