import Testing

@testable import Yodel

/// Values of unknown variants may be dropped, or kept unchanged.
@Suite struct SkippedVariantTests {
    @Test func elementsAreDropped() {
        let json =
            #"[{"type":"x","a":[{}]},{"type":"ping"},{"a":[{}],"type":"x"},{},1,[[]],{"text":"t","type":"message"}]"#
        expectDecoded([KnownEvent].self, json, as: [.ping, .message(Message(text: "t"))])
        expectDecoded(
            [String: KnownEvent].self, #"{"a":{"type":"x"},"b":{"type":"ping"},"c":{"a":{},"type":"y"}}"#,
            as: ["b": .ping])
    }

    @Test func soAreObjectsOfOtherClassesWhereOnlyOneIsPossible() throws {
        class Page: DefaultedModel, Polymorphic {
            final var text = ""
            required init() {}
            class var variants: Variants<Page> {
                Variants("kind", .type("map", Map.self), .type("note", Note.self), .otherwiseSkip)
            }
        }
        final class Map: Page {}
        final class Note: Page {}
        struct Book: Model { var first: Note? }
        let pages = #"[{"text": "a"}, {"kind": "map"}, {"text": "b", "kind": 7}, {"kind": "note", "text": "c"}]"#
        #expect(try decodeEveryWay([Note].self, pages) { $0.map(\.text) }.map(\.text) == ["a", "c"])
        #expect(try decodeEveryWay(Book.self, #"{"first": {"kind": "map"}}"#) { $0.first == nil }.first == nil)
        var book = try ModelDecoder().decode(Book.self, from: #"{"first": {"text": "a"}}"#)
        try ModelDecoder().update(&book, from: #"{"first": {"text": "b", "kind": "map"}}"#)
        #expect(book.first?.text == "a")
        expectError(.unknownVariant, at: 9, path: "$.kind", decoding: Note.self, #"{"kind": "map"}"#)
    }

    @Test func indicesCountWhatWasDropped() {
        expectError(
            .typeMismatch, at: 44, path: "$[2].text", decoding: [KnownEvent].self,
            #"[{"type":"x"},1,{"type":"message","text":   1}]"#)
    }

    @Test func optionalsAreNilAndDefaultsStay() {
        struct Loose: Model, Equatable {
            var maybe: KnownEvent?
            var list: [KnownEvent?]
            var usual: KnownEvent
            @Indirect var boxed: KnownEvent?
            static let mapping = Mapping(.default(\Loose.usual, .ping))
        }
        let json = """
            {"maybe": {"type": "x"}, "list": [{"type": "x"}, {"type": "ping"}, {"a": 1, "type": "y"}],
             "usual": {"b": 1, "type": "x"}, "boxed": {"type": "x"}}
            """
        expectDecoded(json, as: Loose(maybe: nil, list: [nil, .ping, nil], usual: .ping, boxed: nil))
    }

    private struct Loose: Model, Equatable {
        var maybe: KnownEvent?
        var usual: KnownEvent
        static let mapping = Mapping(
            .map(\Loose.maybe, to: "maybe", "perhaps"), .map(\Loose.usual, to: "usual", "old", default: .ping))
    }

    @Test func whatIsLeftOutIsAsIfItWereNotThere() throws {
        let text = "longer than what a String has room for within itself"
        let known = #"{"type": "message", "text": "\#(text)"}"#
        let message = Loose(maybe: .message(Message(text: text)), usual: .message(Message(text: text)))
        for unknown in [#"{"type": "x"}"#, #"{"a": [1], "type": "x"}"#, "1", "[]"] {
            for json in [
                // After a value of the same key.
                #"{"usual": \#(known), "maybe": \#(known), "usual": \#(unknown), "maybe": \#(unknown)}"#,
                // Under a key of higher rank, after and before a value that matches.
                #"{"perhaps": \#(known), "old": \#(known), "maybe": \#(unknown), "usual": \#(unknown)}"#,
                #"{"maybe": \#(unknown), "usual": \#(unknown), "perhaps": \#(known), "old": \#(known)}"#,
            ] {
                #expect(try decodeEveryWay(Loose.self, json) == message, "\(json)")
            }
        }
    }

    @Test func whatIsLeftOutIsNotTheFirstOfTwo() {
        let unknown = #"{"type": "x"}"#, known = #"{"type": "ping"}"#
        for json in [
            #"{"maybe": \#(known), "perhaps": \#(unknown), "perhaps": \#(known)}"#,
            #"{"perhaps": \#(unknown), "perhaps": \#(known), "maybe": \#(known)}"#,
            #"{"usual": \#(known), "old": \#(unknown), "old": \#(known), "maybe": \#(known)}"#,
        ] {
            expectDecoded(json, as: Loose(maybe: .ping, usual: .ping), decoder: .with { $0.duplicateKeys = .error })
        }
    }

    @Test func anOptionalWithOneKeyKeepsWhatItHas() {
        struct Plain: Model, Equatable { var event: KnownEvent? }
        let text = "longer than what a String has room for within itself"
        expectDecoded(
            #"{"event": {"type": "message", "text": "\#(text)"}, "event": {"type": "x"}}"#,
            as: Plain(event: .message(Message(text: text))))
    }

    @Test func whatHasToBeThereMayNotBeLeftOut() {
        struct Firm: Model, Equatable {
            var event: KnownEvent
            static let mapping = Mapping(.map(\Firm.event, to: "event", "old"))
        }
        for json in [
            #"{"event":{"type":"x"},"old":{"type":"ping"}}"#, #"{"old":{"type":"ping"},"event":{"type":"x"}}"#,
            #"{"event":{"type":"ping"},"event":{"type":"x"}}"#,
        ] {
            #expect(refusal(of: Firm.self, json).hasPrefix("$.event.type: expected one of"), "\(json)")
        }
        // Under a key of lower rank too, whichever comes first.
        for json in [
            #"{"event":{"type":"ping"},"old":{"type":"x"}}"#, #"{"old":{"type":"x"},"event":{"type":"ping"}}"#,
            #"{"event":{"type":"ping"},"old":{"a":[1],"type":"x"}}"#, #"{"event":{"type":"ping"},"old":7}"#,
            #"{"event":{"type":"ping"},"old":[]}"#,
        ] {
            #expect(refusal(of: Firm.self, json).hasPrefix("$.old"), "\(json)")
        }
    }

    @Test func elsewhereItIsAnError() {
        struct Firm: Model, Equatable { var event: KnownEvent }
        expectError(.unknownVariant, at: 18, path: "$.event.type", decoding: Firm.self, #"{"event": {"type":"x"}}"#)
        expectError(.unknownVariant, at: 8, path: "$.type", decoding: KnownEvent.self, #"{"type":"x"}"#)
    }

    @Test func theRestMayBeKept() {
        expectDecoded(
            [OpenEvent].self, #"[{"type":"x","a":[{}]},{"a":[{}],"type":"x"},{"a":1},{"type":"ping"},7,[1]]"#,
            as: [
                .unknown(["type": "x", "a": [[:]]]), .unknown(["a": [[:]], "type": "x"]), .unknown(["a": 1]), .ping,
                .unknown(7), .unknown([1]),
            ])
    }

    @Test func aValueMayStandForTheRest() {
        enum Level: Polymorphic, Equatable {
            case low(Message), other
            static let variants = Variants<Level>("type", .case("low", Level.low), .otherwise(Level.other))
        }
        let json = #"[{"type":"x","a":[{}]},{"a":[{}],"type":"x"},{},{"text":"t","type":"low"},7,[[1]],{"type":null}]"#
        expectDecoded(
            [Level].self, json, as: [.other, .other, .other, .low(Message(text: "t")), .other, .other, .other])
    }

    @Test func untaggedValuesMayBeLeftOut() {
        enum Short: Polymorphic, Equatable {
            case number(Int), text([String])
            static let variants = Variants<Short>(.untagged, .case(Short.number), .case(Short.text), .otherwiseSkip)
        }
        expectDecoded([Short].self, #"[1, {"a": []}, ["a"], ["a", 1], true]"#, as: [.number(1), .text(["a"])])
        enum Rest: Polymorphic, Equatable {
            case number(Int), other
            static let variants = Variants<Rest>(.untagged, .case(Rest.number), .otherwise(Rest.other))
        }
        expectDecoded([Rest].self, #"[1, {"a": []}, ["a"], "b"]"#, as: [.number(1), .other, .other, .other])
    }
}
