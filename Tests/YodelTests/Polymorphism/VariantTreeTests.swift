import Foundation
import Testing

@testable import Yodel

/// Trees and their texts have the same outcome; types with a hook before decoding run it after the selection.
@Suite struct VariantTreeTests {
    private func expectSame<Value: Equatable>(_ type: Value.Type, _ trees: JSONValue...) {
        for tree in trees {
            let outcomes = TreeOutcomes(type, tree)
            #expect(outcomes.difference(equal: ==) == nil, "\(tree)")
        }
    }

    @Test func treesAreToldApartAsTheirTextsAre() {
        expectSame(
            [Event].self, [["type": "message", "text": "a\n\"", "raw": ["x": [1, "é"]]]],
            [["text": "a\n\"", "raw": ["x": [1, "é"]], "type": "message"], ["x": [:], "type": "ping"]],
            [["text": "a"]], [["text": 1, "type": "msg"]], [["type": ["msg"]]], [["type": "x"]], [1])
        expectSame([External].self, ["ping", ["number": 1]], [["message": ["text": "a"]]], [["x": 1]])
        expectSame(
            [OpenExternal].self, [["x": 1, "y": 2], [:], ["ping": .null]], [["ping": .null, "x": 1]],
            [["x": 1, "ping": .null]])
        expectSame(
            [Adjacent].self, [["c": ["text": "a"], "t": "message"]], [["t": "list", "c": [["c": 1, "t": "number"]]]])
        expectSame([Untagged].self, [1, "a", ["user": "u"], ["text": "t"], [[2]], .null], [true], [["text": 1]])
        expectSame([KnownEvent].self, [["type": "x"], ["a": [], "type": "y"], ["type": "ping"]])
        expectSame([OpenEvent].self, [["type": "x"], ["a": [1], "type": "y"], 3])
        expectSame([Figure].self, [["x": ["radius": 1], "radius": 2], ["side": 3, "corners": 4]])
        expectSame([Lazy<Message>].self, [["text": "a\n", "x": [1, "é"]]])
    }

    private enum Native: Polymorphic, Equatable {
        case data(Data), date(Date), bytes([UInt8]), text(String)
        static let variants = Variants<Native>(
            .untagged, .case(Native.data), .case(Native.date), .case(Native.bytes), .case(Native.text))
    }

    private enum Listed: Polymorphic, Equatable {
        case bytes([UInt8]), text(String)
        static let variants = Variants<Listed>(.untagged, .case(Listed.bytes), .case(Listed.text))
    }

    @Test func datesAndDataAreTriedAsWhatTheyAre() throws {
        let date = Date(timeIntervalSince1970: 0.123456789)
        let tree: [Any] = [Data([1, 2]), date]
        for data in [DataStrategy.base64, .bytes] {
            let decoder = ModelDecoder.with { $0.data = data }
            #expect(try decoder.decode([Native].self, fromTree: tree) == [.data(Data([1, 2])), .date(date)])
        }
        let asBytes = ModelDecoder.with { $0.data = .bytes }
        #expect(try asBytes.decode([Listed].self, fromTree: [Data([1, 2])]) == [.bytes([1, 2])])
        #expect(try ModelDecoder().decode([Listed].self, fromTree: [Data([1, 2])]) == [.text("AQI=")])
    }

    private struct Careful: WillDecodeModel, Equatable {
        var text: String
        var type: String
        static func willDecode(_ object: inout JSONObject) throws {
            if object["text"] == nil { object["text"] = object["body"] }
            if object["text"] == "bad" { throw WrongKind() }
        }
    }

    private enum Prepared: Polymorphic, Equatable {
        case careful(Careful), message(Message)
        static let variants = Variants<Prepared>(
            "type", .case("careful", Prepared.careful), .case("message", Prepared.message))
    }

    private enum Tried: Polymorphic, Equatable {
        case list([Careful]), careful(Careful), message(Message), any(JSONValue)
        static let variants = Variants<Tried>(
            .untagged, .case(Tried.list), .case(Tried.careful), .case(Tried.message), .otherwise(Tried.any))
    }

    @Test("A value that JSON lacks is the error, also as the tag of a variant that is already known")
    func unusableTags() throws {
        let expected = "$.kind: expected a finite number, found nan (invalidValue)"
        let decoded = try #require(throws: ModelError.self) {
            try ModelDecoder().decode(Circle.self, fromTree: ["kind": Double.nan])
        }
        #expect(decoded.description == expected)
        var circle = Circle()
        let updated = try #require(throws: ModelError.self) {
            try ModelDecoder().update(&circle, fromTree: ["kind": Double.nan])
        }
        #expect(updated.description == expected)
        let other = try #require(throws: ModelError.self) {
            try ModelDecoder().decode(Circle.self, fromTree: ["kind": "square"])
        }
        #expect(other.description == #"$.kind: expected "circle", found the string "square" (unknownVariant)"#)
    }

    @Test func theChosenTypeMayLookAtItsObject() throws {
        for json in [
            #"{"type": "careful", "body": "a"}"#, #"{"body": "a", "type": "careful"}"#,
            #"{"x": [], "body": "a", "type": "careful", "y": {}}"#,
        ] {
            #expect(try decodeEveryWay(Prepared.self, json) == .careful(Careful(text: "a", type: "careful")), "\(json)")
        }
        expectError(
            .invalidValue, at: 1, path: "$[0]", decoding: [Prepared].self, #"[{"type": "careful", "text": "bad"}]"#)
        expectDecoded(
            [Tried].self, #"[{"body": "a", "type": "t"}, {"text": "bad", "type": "t"}, [{"text": "bad"}, 1]]"#,
            as: [.careful(Careful(text: "a", type: "t")), .message(Message(text: "bad")), .any([["text": "bad"], 1])])
        expectSame([Prepared].self, [["body": "a", "type": "careful"]], [["type": "careful", "body": "a"]])
        expectSame([Tried].self, [["body": "a", "type": "t"], ["text": "bad", "type": "t"], [["text": "bad"], 1]])
    }
}
