import Testing

@testable import Yodel

/// `classForParsingJSONDictionary:`: a cluster of classes, selected by the dictionary.
@Suite struct MantleVariantTests {
    class Message: DefaultedModel, Polymorphic {
        final var from = ""
        required init() {}
        class var mapping: Mapping { Mapping() }
        class var variants: Variants<Message> {
            Variants("type", .type("text", Text.self), .type("picture", Picture.self))
        }
    }

    final class Text: Message {
        var text = ""
        override class var mapping: Mapping { Mapping(.map(\Text.text, to: "body.text")) }
    }

    final class Picture: Message {
        var width = 0
    }

    private static func kinds(_ messages: [Message]) -> [String] {
        messages.map { "\(type(of: $0)) \($0.from)" }
    }

    @Test func theClassIsToldByTheDictionary() throws {
        // Its own map is used, wherever the tag is.
        let messages = try decodeEveryWay(
            [Message].self,
            #"[{"from": "a", "body": {"text": "hi"}, "type": "text"}, {"type": "picture", "width": 3, "from": "b"}]"#,
            comparing: Self.kinds)
        #expect(Self.kinds(messages) == ["Text a", "Picture b"])
        #expect((messages[0] as? Text)?.text == "hi" && (messages[1] as? Picture)?.width == 3)
    }

    @Test func aDictionaryOfNoClassIsAnError() throws {
        let json = #"[{"type": "text"}, {"type": "sound"}]"#
        let error = #expect(throws: ModelError.self) { try decodeEveryWay([Message].self, json, comparing: Self.kinds) }
        #expect(error?.path.description == "$[1].type")
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        #expect(try decodeEveryWay([Message].self, json, decoder: decoder, comparing: Self.kinds).count == 1)
    }

    @Test func theyAreWrittenByTheirOwnMapAndReadBack() throws {
        let text = Text()
        text.from = "a"
        text.text = "hi"
        let json = try encodeEveryWay([text as Message])
        #expect(json == #"[{"type":"text","from":"a","body":{"text":"hi"}}]"#)
        let read = try #require(try decodeEveryWay([Message].self, json, comparing: Self.kinds)[0] as? Text)
        #expect(read.text == "hi" && read.from == "a")
    }
}
