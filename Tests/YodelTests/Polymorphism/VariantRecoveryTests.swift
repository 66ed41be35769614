import Testing

@testable import Yodel

/// Values of several types among values that may be dropped.
@Suite struct VariantRecoveryTests {
    private struct Log: Model, Equatable {
        var events: [Event]
        var last: Event?
        var tried: [Untagged]?
        var after: Int
        static let mapping = Mapping(
            .onBadElement(\Log.events, .drop), .onMismatch(\Log.last, .useDefault), .onBadElement(\Log.tried, .drop))
    }

    private func log(_ events: String, last: String = "null", tried: String = "[]") throws -> Log {
        try decodeEveryWay(Log.self, #"{"events": [\#(events)], "last": \#(last), "tried": \#(tried), "after": 1}"#)
    }

    @Test func elementsThatDoNotFitAreDropped() throws {
        for bad in [
            #"{"type": "x", "a": [{}]}"#, #"{"a": [{}], "type": "x"}"#, "{}", "1", "[[]]", #"{"a": [1]}"#,
            #"{"type": "msg", "text": 1, "raw": [[]]}"#, #"{"text": 1, "raw": [[]], "type": "msg"}"#,
            #"{"type": {"a": 1}, "text": "a"}"#, #"{"b": 1, "type": [1], "text": "a"}"#,
            #"{"type": "msg", "text": "a", "type": "login", "b": {}}"#, #"{"type": "msg", "tags": []}"#,
        ] {
            let log = try log(#"{"type": "ping"}, \#(bad), {"text": "a", "type": "msg"}"#, last: bad)
            #expect(log.events == [.ping, .message(Message(text: "a"))], "\(bad)")
            #expect(log.last == nil)
            #expect(log.after == 1)
        }
    }

    @Test func tagsAroundValuesAreDroppedToo() throws {
        struct Lists: Model, Equatable {
            var adjacent: [Adjacent]
            var external: [External]
            var after: Int
            static let mapping = Mapping(.onBadElement(\Lists.adjacent, .drop), .onBadElement(\Lists.external, .drop))
        }
        let json = #"""
            {"adjacent": [{"t": "number", "c": "x"}, {"c": [[]], "t": "number"}, {"t": "x", "c": [1]}, {"t": "ping"},
              {"c": [{"t": "number"}, {"t": "ping"}], "t": "list"}, {"t": "number", "c": 1, "t": "ping", "d": []}],
             "external": ["pong", {"x": [1]}, {"number": "a"}, {"message": {"text": 1}}, {}, {"ping": null, "x": {}},
              {"number": 1}], "after": 1}
            """#
        let lists = try decodeEveryWay(Lists.self, json)
        #expect(lists.adjacent == [.ping])
        #expect(lists.external == [.number(1)])
    }

    @Test func aTryIsStrict() throws {
        let log = try log("", tried: #"[1, true, {"user": 1}, [1, true], {"text": "a"}, [[2]]]"#)
        #expect(log.tried == [.number(1), .message(Message(text: "a")), .list([.list([.number(2)])])])
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        expectDecoded([Untagged].self, #"[[1, true], [2], {"text": 1}]"#, as: [.list([.number(2)])], decoder: decoder)
    }

    @Test func anAbsentContentThatFitsNoVariantFailsWithItsObject() {
        struct Number: Decodable, Equatable {
            var value: Int
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
        }
        enum Content: Polymorphic, Equatable {
            case number(Number), text(String)
            static let variants = Variants<Content>(.untagged, .case(Content.number), .case(Content.text))
        }
        enum Tagged: Polymorphic, Equatable {
            case any(Content), number(Int)
            static let variants = Variants<Tagged>(
                .key("t", content: "c"), .case("any", Tagged.any), .case("number", Tagged.number))
        }
        let json = #"[{"t": "number", "c": 1}, {"t": "any"▸}, {"t": "any", "c": "a"}]"#
        expectErrorAtMark(.noMatchingVariant, path: "$[1]", decoding: [Tagged].self, json)
        expectDecoded(
            [Tagged].self, json.replacing("▸", with: ""), as: [.number(1), .any(.text("a"))],
            decoder: .with { $0.badElements = .drop })
    }

    @Test func aTryIsStrictWithNullUnderOneOfSeveralKeys() throws {
        struct Count: Model, Equatable {
            var count: Int
            static let mapping = Mapping(.map(\Count.count, to: "count", "n", default: 7))
        }
        enum Counted: Polymorphic, Equatable {
            case count(Count), any(JSONValue)
            static let variants = Variants<Counted>(.untagged, .case(Counted.count), .case(Counted.any))
        }
        let decoder = ModelDecoder.with { $0.mismatches = .useDefault }
        for value: JSONValue in [nil, "x"] {
            let (counted, errors) = try recovered(Counted.self, #"{"n":\#(value)}"#, decoder: decoder)
            #expect(counted == .any(["n": value]))
            #expect(errors.isEmpty)
        }
        let (count, errors) = try recovered(Count.self, #"{"n":null}"#, decoder: decoder)
        #expect(count == Count(count: 7))
        #expect(errors.count == 1)
    }

    @Test func theReportHasTheErrorsThatCount() throws {
        let report = DecodingReport()
        let decoder = ModelDecoder.with {
            $0.badElements = .drop
            $0.report = report
        }
        _ = try decoder.decode([Untagged].self, from: #"[{"text": "a"}, {"text": 1}, 2]"#)
        #expect(report.errors.map(\.code) == [.noMatchingVariant])
        #expect(report.errors.map(\.path.description) == ["$[1]"])
    }

    @Test func theTagIsNoUnknownMember() throws {
        struct Open: Model, Equatable {
            var a: Int?
            var rest: JSONObject
            static let mapping = Mapping(.unknown(\Open.rest))
        }
        enum Kept: Polymorphic, Equatable {
            case open(Open)
            static let variants = Variants<Kept>("type", .case("open", Kept.open))
        }
        for json in [#"{"type":"open","a":1,"b":[2]}"#, #"{"a":1,"b":[2],"type":"open"}"#] {
            #expect(try decodeEveryWay(Kept.self, json) == .open(Open(a: 1, rest: ["b": [2]])), "\(json)")
        }
        #expect(
            try ModelEncoder().encodeText(Kept.open(Open(a: 1, rest: ["b": [2]]))) == #"{"type":"open","a":1,"b":[2]}"#)
    }

    @Test func pathsAndPartsLeadToThem() {
        struct Paths: Model, Equatable {
            var first: Event
            var second: Event?
            static let mapping = Mapping(
                .map(\Paths.first, to: "data.list[0]"), .map(\Paths.second, to: "data.list[2].event"))
        }
        let json = #"{"data": {"list": [{"text": "a", "type": "msg"}, 1, {"event": {"type": "ping"}}, {}]}}"#
        expectDecoded(json, as: Paths(first: .message(Message(text: "a")), second: .ping))
    }
}
