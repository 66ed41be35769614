import Testing

@testable import Yodel

/// A member of the object names its type, at any place.
@Suite struct InternalTagTests {
    @Test func theTagMayComeFirst() {
        expectDecoded(
            Event.self, #"{"type": "message", "text": "a", "tags": ["b"]}"#,
            as: .message(Message(text: "a", tags: ["b"])))
        expectDecoded(Event.self, #"{"type":"ping"}"#, as: .ping)
        expectDecoded(Event.self, #"{"type":"ping", "x": [{}], "y": 1}"#, as: .ping)
    }

    @Test func theTagMayComeAnywhere() throws {
        let message = Message(
            text: "a", tags: ["b", "\u{e9}\n"], raw: RawJSON(uncheckedBytes: Array(#"{"x" : [1]}"#.utf8)))
        let members = [
            #""text": "a""#, #""tags": ["b", "\u00e9\n"]"#, #""raw": {"x" : [1]}"#, #""more": [{"type": 1}]"#,
        ]
        for place in 0...members.count {
            var all = members
            all.insert(#""type": "msg""#, at: place)
            let json = "{ " + all.joined(separator: ", ") + " }"
            #expect(try decodeEveryWay(Event.self, json) == .message(message), "at \(place)")
        }
        expectDecoded(Event.self, #"{"x": 1, "type":"ping", "y": {}}"#, as: .ping)
    }

    @Test func theTagMayBeAProperty() {
        expectDecoded(Event.self, #"{"type": "login", "user": "u"}"#, as: .login(Login(user: "u", type: "login")))
        expectDecoded(Event.self, #"{"user": "u", "type": "login"}"#, as: .login(Login(user: "u", type: "login")))
    }

    @Test func theTagMayBeANumber() {
        expectDecoded(Event.self, #"{"a": 1, "type": 7, "b": 2}"#, as: .several(["a": 1, "b": 2]))
        expectDecoded(Event.self, #"{"type": 7.0, "b": 2}"#, as: .several(["b": 2]))
        #expect(
            refusal(of: Event.self, #"{"type": "7", "b": 2}"#)
                == #"$.type: expected one of "message", "msg", "login", "ping", 7, found the string "7" (unknownVariant, line 1, column 10, offset 9); conversions = .lenient converts it"#
        )
        let lenient = ModelDecoder.with { $0.conversions = .lenient }
        expectDecoded(Event.self, #"{"type": "7", "b": 2}"#, as: .several(["b": 2]), decoder: lenient)
    }

    @Test(arguments: ["", #""text": "a","#])
    func anUnknownTagIsAnErrorThatListsTheKnownOnes(_ before: String) {
        let offset = 9 + before.utf8.count
        #expect(
            refusal(of: [Event].self, #"[{\#(before)"type": "x", "y": []}]"#)
                == #"$[0].type: expected one of "message", "msg", "login", "ping", 7, found the string "x" (unknownVariant, line 1, column \#(offset + 2), offset \#(offset + 1))"#
        )
        expectError(.unknownVariant, at: offset, path: "$.type", decoding: Event.self, #"{\#(before)"type": 8}"#)
        expectError(.unknownVariant, at: offset, path: "$.type", decoding: Event.self, #"{\#(before)"type": true}"#)
        expectError(.nullValue, at: offset, path: "$.type", decoding: Event.self, #"{\#(before)"type": null}"#)
        expectError(.typeMismatch, at: offset, path: "$.type", decoding: Event.self, #"{\#(before)"type": {"a": 1}}"#)
        expectError(.typeMismatch, at: offset, path: "$.type", decoding: Event.self, #"{\#(before)"type": ["msg"]}"#)
    }

    @Test func anAbsentTagIsAMissingKey() {
        #expect(
            refusal(of: Event.self, #"{"text": "a", "tags": []}"#)
                == #"$: missing keys: "type" (missingKeys, line 1, column 25, offset 24)"#)
        #expect(refusal(of: Event.self, "{}") == #"$: missing keys: "type" (missingKeys, line 1, column 2, offset 1)"#)
    }

    @Test func whatIsNoObjectIsAMismatch() {
        #expect(
            refusal(of: [Event].self, "[1]")
                == "$[0]: expected Event, found the number 1 (typeMismatch, line 1, column 2, offset 1)")
        expectError(.typeMismatch, at: 1, path: "$[0]", decoding: [Event].self, "[[]]")
        expectError(.nullValue, at: 1, path: "$[0]", decoding: [Event].self, "[null]")
    }

    @Test func errorsWithinStandWhereTheyAre() {
        for json in [#"{"type":"msg","text":1}"#, #"{"text":1,"type":"msg"}"#] {
            let offset = Array(json.utf8).firstIndex(of: UInt8(ascii: "1"))!
            #expect(
                refusal(of: Event.self, json)
                    == "$.text: expected String, found the number 1 (typeMismatch, line 1, column \(offset + 1), offset \(offset)); conversions = .lenient converts it"
            )
        }
        #expect(
            refusal(of: Event.self, "{\"tags\": [\n\"a\",\n 2],\"type\": \"msg\"}")
                == "$.tags[1]: expected String, found the number 2 (typeMismatch, line 3, column 2, offset 17); conversions = .lenient converts it"
        )
        #expect(
            refusal(of: Event.self, "{\"type\": \"msg\"\n}")
                == #"$: missing keys: "text" (missingKeys, line 2, column 1, offset 15)"#)
    }

    @Test func theTagIsNoUnknownKey() throws {
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        for json in [#"{"type":"msg","text":"a"}"#, #"{"text":"a","type":"msg"}"#] {
            expectDecoded(Event.self, json, as: .message(Message(text: "a")), decoder: strict)
        }
        expectDecoded(Event.self, #"{"type":"ping"}"#, as: .ping, decoder: strict)
        expectError(.unknownKey, at: 15, path: "$.x", decoding: Event.self, #"{"type":"ping","x":1}"#, decoder: strict)
        expectError(
            .unknownKey, at: 1, path: "$.x", decoding: Event.self, #"{"x":1,"type":"msg","text":"a"}"#, decoder: strict)
        let collector = UnknownKeyCollector()
        let collecting = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        _ = try collecting.decode([Event].self, from: #"[{"y":0,"type":"msg","text":"a","x":1}]"#)
        #expect(collector.keys.map(\.path.description) == ["$[0].y", "$[0].x"])
    }

    @Test func aDictionaryDoesNotGetIt() {
        enum Boxed: Polymorphic, Equatable {
            case counts(Indirect<[String: Int]>), flags([String: Bool])
            static let variants = Variants<Boxed>("type", .case("counts", Boxed.counts), .case("flags", Boxed.flags))
        }
        for json in [#"{"type":"counts","a":1}"#, #"{"a":1,"type":"counts"}"#] {
            expectDecoded(Boxed.self, json, as: .counts(Indirect(wrappedValue: ["a": 1])))
        }
        for json in [#"{"type":"flags","a":true}"#, #"{"a":true,"type":"flags"}"#] {
            expectDecoded(Boxed.self, json, as: .flags(["a": true]))
        }
    }

    @Test func aSecondTagThatIsAPropertyHasToSayTheSameToo() {
        for policy in [DuplicateKeyPolicy.last, .first] {
            let decoder = ModelDecoder.with { $0.duplicateKeys = policy }
            for json in [#"{"type":"login","user":"u","type":"ping"}"#, #"{"user":"u","type":"login","type":"ping"}"#] {
                expectError(
                    .unknownVariant, at: json.utf8.count - 7, path: "$.type", decoding: Event.self, json,
                    decoder: decoder)
            }
            expectDecoded(
                Event.self, #"{"type":"login","user":"u","type":"login"}"#, as: .login(Login(user: "u", type: "login")),
                decoder: decoder)
        }
    }

    @Test func aSecondTagHasToSayTheSame() {
        let policies: [DuplicateKeyPolicy] = [.last, .first, .error]
        for policy in policies {
            let decoder = ModelDecoder.with { $0.duplicateKeys = policy }
            for text in [#""x":[1],"text":"a""#, #""text":"a""#] {
                let json = #"{"type":"message",\#(text),"type":"login"}"#
                expectError(
                    .unknownVariant, at: json.utf8.count - 8, path: "$.type", decoding: Event.self, json,
                    decoder: decoder)
                expectDecoded(
                    Event.self, #"{"type":"message",\#(text),"type":"msg"}"#, as: .message(Message(text: "a")),
                    decoder: decoder)
            }
        }
    }

    @Test func theTagsKeyMayIgnoreCase() {
        let decoder = ModelDecoder.with { $0.keys = .caseInsensitive }
        expectDecoded(Event.self, #"{"TEXT":"a","Type":"msg"}"#, as: .message(Message(text: "a")), decoder: decoder)
        expectDecoded(
            Event.self, #"{"TYPE":"login","USER":"u"}"#, as: .login(Login(user: "u", type: "login")), decoder: decoder)
    }

    @Test func theyStandWhereverAValueMay() {
        struct Log: Model, Equatable {
            var first: Event
            var maybe: Event?
            var list: [Event]
            var named: [String: Event]
            @Indirect var boxed: Event
            var shared: Event
            var copy: JSONValue
            static let mapping = Mapping(.map(\Log.copy, to: "shared"))
        }
        let json = """
            {"first": {"text": "1", "type": "msg"}, "maybe": null, "list": [{"type": "ping"}, {"x": [], "type": "ping"}],
             "named": {"a": {"type": "login", "user": "u"}}, "boxed": {"text": "2", "tags": [], "type": "msg"},
             "shared": {"text": "3", "type": "msg"}}
            """
        expectDecoded(
            json,
            as: Log(
                first: .message(Message(text: "1")), maybe: nil, list: [.ping, .ping],
                named: ["a": .login(Login(user: "u", type: "login"))], boxed: .message(Message(text: "2", tags: [])),
                shared: .message(Message(text: "3")), copy: ["text": "3", "type": "msg"]))
    }

    @Test func variantsOfVariantsAreInOneObject() throws {
        enum Outer: Polymorphic, Equatable {
            case event(Event)
            case raw(RawJSON)
            static let variants = Variants<Outer>("class", .case("event", Outer.event), .case("raw", Outer.raw))
        }
        let message = Outer.event(.message(Message(text: "a")))
        for json in [
            #"{"class":"event","type":"msg","text":"a"}"#, #"{"class":"event","text":"a","type":"msg"}"#,
            #"{"type":"msg","class":"event","text":"a"}"#, #"{"text":"a","class":"event","type":"msg"}"#,
            #"{"text":"a","type":"msg","class":"event"}"#, #"{"type":"msg","text":"a","class":"event"}"#,
        ] {
            #expect(try decodeEveryWay(Outer.self, json) == message, "\(json)")
            expectDecoded(Outer.self, json, as: message, decoder: .with { $0.unknownKeys = .error })
        }
        for json in [#"{"class":"raw", "x": [1 ,2]}"#, #"{ "x": [1 ,2], "class":"raw", "y": {}  }"#] {
            expectDecoded(Outer.self, json, as: .raw(RawJSON(uncheckedBytes: Array(json.utf8))))
            #expect(try decodeEveryWay([Outer].self, "[ \(json) , \(json)]").count == 2)
        }
    }

    @Test func everyPrefixIsAnEarlyEnd() {
        let json = Array(#"[{"text": "a", "tags": ["b"], "type": "msg", "raw": [1]}]"#.utf8)
        for count in 0..<json.count {
            expectError(
                .unexpectedEnd, at: count, decoding: [Event].self, Array(json[..<count]),
                cuts: Cuts(chunkSizes: [1, 7], everySplitBelow: 0))
        }
    }
}
