import Testing

@testable import Yodel

/// Trees and their texts come to the same; types that look at their objects first do so when they are chosen.
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
            [Adjacent].self, [["c": ["text": "a"], "t": "message"]], [["t": "list", "c": [["c": 1, "t": "number"]]]])
        expectSame([Untagged].self, [1, "a", ["user": "u"], ["text": "t"], [[2]], .null], [true], [["text": 1]])
        expectSame([KnownEvent].self, [["type": "x"], ["a": [], "type": "y"], ["type": "ping"]])
        expectSame([OpenEvent].self, [["type": "x"], ["a": [1], "type": "y"], 3])
        expectSame([Figure].self, [["x": ["radius": 1], "radius": 2], ["side": 3, "corners": 4]])
        expectSame([Lazy<Message>].self, [["text": "a\n", "x": [1, "é"]]])
    }

    private struct Careful: PreparedModel, Equatable {
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

    @Test func theChosenTypeMayLookAtItsObject() throws {
        for json in [
            #"{"type": "careful", "body": "a"}"#, #"{"body": "a", "type": "careful"}"#,
            #"{"x": [], "body": "a", "type": "careful", "y": {}}"#,
        ] {
            #expect(try decodeEveryWay(Prepared.self, json) == .careful(Careful(text: "a", type: "careful")), "\(json)")
        }
        expectError(
            .invalidValue, at: 1, path: "$[0]", decoding: [Prepared].self, #"[{"type": "careful", "text": "bad"}]"#)
        #expect(
            try decodeEveryWay(
                [Tried].self, #"[{"body": "a", "type": "t"}, {"text": "bad", "type": "t"}, [{"text": "bad"}, 1]]"#)
                == [
                    .careful(Careful(text: "a", type: "t")), .message(Message(text: "bad")),
                    .any([["text": "bad"], 1]),
                ])
        expectSame([Prepared].self, [["body": "a", "type": "careful"]], [["type": "careful", "body": "a"]])
        expectSame([Tried].self, [["body": "a", "type": "t"], ["text": "bad", "type": "t"], [["text": "bad"], 1]])
    }
}
