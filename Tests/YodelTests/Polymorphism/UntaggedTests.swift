import Testing

@testable import Yodel

/// No tag: the first variant that matches.
@Suite struct UntaggedTests {
    @Test func theFirstThatFitsIsTaken() {
        let json = #"[1, "a", {"user": "u"}, {"text": "t", "raw": { "a":1 }}, [2, [], [{"user":"v"}]], null]"#
        let raw = RawJSON(uncheckedBytes: Array(#"{ "a":1 }"#.utf8))
        expectDecoded(
            [Untagged].self, json,
            as: [
                .number(1), .text("a"), .login(Login(user: "u")), .message(Message(text: "t", raw: raw)),
                .list([.number(2), .list([]), .list([.login(Login(user: "v"))])]), .nothing,
            ])
        expectDecoded(Untagged.self, "12", as: .number(12))
        expectDecoded(Untagged?.self, "null", as: nil)
    }

    @Test func whenNoneFitsEachSaysWhy() {
        #expect(
            refusal(of: [Untagged].self, #"[1, {"text": 2}]"#)
                == #"$[1]: no variant fits: Int: $: expected Int, found an object; "#
                + #"String: $: expected String, found an object; Login: $: missing keys: "user"; "#
                + #"Message: $.text: expected String, found the number 2; "#
                + #"[Untagged]: $: expected [Untagged], found an object; null: $: expected null, found an object "#
                + "(noMatchingVariant, line 1, column 5, offset 4)")
        expectError(.noMatchingVariant, at: 0, path: "$", decoding: Untagged.self, "true")
        expectError(.noMatchingVariant, at: 0, path: "$", decoding: Untagged.self, "1.5")
        expectError(.noMatchingVariant, at: 0, path: "$", decoding: Untagged.self, "[[[true]]]")
    }

    @Test func aFailedTryLeavesNoUnknownKeys() throws {
        let collector = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        _ = try decoder.decode([Untagged].self, from: #"[{"a": 1, "text": "t"}, {"user": "u", "b": 2}]"#)
        #expect(collector.keys.map(\.path.description) == ["$[0].a", "$[1].b"])
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        expectDecoded(
            [Untagged].self, #"[{"text": "t", "tags": []}]"#, as: [.message(Message(text: "t", tags: []))],
            decoder: strict)
        #expect(throws: ModelError.self) { try strict.decode(Untagged.self, from: #"{"user": "u", "b": 2}"#) }
    }

    @Test func aFailedTryLeavesNothingOfTextWithinAString() throws {
        struct Inner: Model, Equatable { var list: [Int] }
        struct First: Model, Equatable {
            var text: Inner
            var more: Int
            static let mapping = Mapping(.transform(\First.text, by: .jsonText))
        }
        struct Second: Model, Equatable {
            var text: Inner
            static let mapping = Mapping(.transform(\Second.text, by: .jsonText))
        }
        enum Either: Polymorphic, Equatable {
            case first(First), second(Second), any(JSONValue)
            static let variants = Variants<Either>(
                .untagged, .case(Either.first), .case(Either.second), .otherwise(Either.any))
        }
        let collector = UnknownKeyCollector()
        let report = DecodingReport()
        let decoder = ModelDecoder.with {
            $0.unknownKeys = .collect(collector)
            $0.report = report
            $0.badElements = .drop
        }
        // The first tries end at a missing key, after the text.
        #expect(
            try decoder.decode([Either].self, from: #"[{"text": "{\"list\": [1], \"x\": 2}"}]"#)
                == [.second(Second(text: Inner(list: [1])))])
        #expect(collector.keys.map(\.path.description) == ["$[0].text.x"])
        #expect(collector.count == 1)
        // A try must match without recovery, in the text too.
        let json = #"[{"text": "{\"list\": [1, \"a\"]}"}]"#
        #expect(try decoder.decode([Either].self, from: json) == [.any(["text": #"{"list": [1, "a"]}"#])])
        #expect(report.count == 0)
    }

    @Test func whatHasBegunIsUndone() {
        enum Either: Polymorphic, Equatable {
            case maps([String: [String: [Int]]])
            case lists([String: [[String]]])
            case any(JSONValue)
            static let variants = Variants<Either>(
                .untagged, .case(Either.maps), .case(Either.lists), .otherwise(Either.any))
        }
        let policies: [DuplicateKeyPolicy] = [.last, .first, .error]
        for policy in policies {
            expectDecoded(
                [Either].self, #"[{"a": {"b": [1], "c": ["x"]}}, {"a": [["x"]]}]"#,
                as: [.any(["a": ["b": [1], "c": ["x"]]]), .lists(["a": [["x"]]])],
                decoder: .with { $0.duplicateKeys = policy })
        }
        expectError(.noMatchingVariant, at: 0, decoding: Untagged.self, "{}")
    }

    @Test func nullMayFitOneOfThem() {
        enum Loose: Polymorphic, Equatable {
            case flag(Bool)
            case maybe(Int?)
            static let variants = Variants<Loose>(.untagged, .case(Loose.flag), .case(Loose.maybe))
        }
        expectDecoded([Loose].self, "[null, 1, true]", as: [.maybe(nil), .maybe(1), .flag(true)])
    }

    @Test func aKeyOfSeveralPropertiesIsTriedForEach() throws {
        struct Pair: Model, Equatable {
            var first: Untagged
            var second: Untagged?
            var rest: Int?
            static let mapping = Mapping(.map(\Pair.first, to: "both"), .map(\Pair.second, to: "both"))
        }
        enum Tagged: Polymorphic, Equatable {
            case pair(Pair)
            static let variants = Variants<Tagged>("type", .case("pair", Tagged.pair))
        }
        let values: [(String, Untagged)] = [
            ("1", .number(1)), (#""a""#, .text("a")), ("[2]", .list([.number(2)])),
            (#"{"text":"b"}"#, .message(Message(text: "b"))),
            ("null", .nothing),
        ]
        for (json, value) in values {
            let pair = Pair(first: value, second: json == "null" ? nil : value, rest: 3)
            expectDecoded(Pair.self, #"{"both":\#(json),"rest":3}"#, as: pair)
            // From a tape, with the tag last.
            #expect(
                try decodeEveryWay(Tagged.self, #"{"both":\#(json),"rest":3,"type":"pair"}"#) == .pair(pair), "\(json)")
        }
    }

    @Test func aMappingMayRefuseANullThatWouldFit() {
        struct Refusing: Model {
            var value: Untagged
            static let mapping = Mapping(.onNull(\Refusing.value, .error))
        }
        struct Falling: Model, Equatable {
            var value: Untagged
            static let mapping = Mapping(.onNull(\Falling.value, .useDefault), .default(\Falling.value, .number(5)))
        }
        expectError(.nullValue, at: 9, path: "$.value", decoding: Refusing.self, #"{"value":null}"#)
        expectDecoded(#"{"value":null}"#, as: Falling(value: .number(5)))
    }

    @Test func typesThatAreConvertedMayBeTriedToo() throws {
        enum Pets: Polymorphic {
            static let variants = Variants<any Animal>(.untagged, .type(Dog.self) { $0 }, .type(Cat.self) { $0 })
        }
        let pets = try decodeEveryWay(
            [OneOf<Pets>].self, #"[{"name": "a"}, {"name": "b", "barks": true}]"#
        ) { "\($0.map { type(of: $0.wrappedValue) })" }
        #expect(pets[0].wrappedValue is Cat)
        #expect(pets[1].wrappedValue as? Dog == Dog(name: "b", barks: true))
    }

    @Test func classesMayBeTriedToo() throws {
        class Item: DefaultedModel, Polymorphic {
            required init() {}
            class var variants: Variants<Item> { Variants(.untagged, .type(Song.self), .type(Film.self)) }
        }
        final class Song: Item { var length = "" }
        final class Film: Item { var length = 0 }
        let items = try decodeEveryWay([Item].self, #"[{"length": 90}, {"length": "3:20"}, {}]"#) { items in
            "\(items.map { type(of: $0) })"
        }
        #expect(items.map { "\(type(of: $0))" } == ["Film", "Song", "Song"])
        #expect((items[0] as? Film)?.length == 90)
    }

    @Test func limitsAreNoReasonToTryTheNext() {
        expectError(.depthLimit, at: 3, decoding: Untagged.self, "[[[[1]]]]", decoder: .with { $0.limits.depth = 3 })
    }

    @Test func aLimitWithinATriedValueHasItsWholePath() {
        struct Letter: Model, Equatable {
            var body: [[[Int]]]
            static let mapping = Mapping(.transform(\Letter.body, by: .jsonText))
        }
        enum Post: Polymorphic, Equatable {
            case letter(Letter), number(Int)
            static let variants = Variants<Post>(.untagged, .case(Post.letter), .case(Post.number))
        }
        let (json, decoder) = (#"[{"body": "[[[1]]]"}]"#, ModelDecoder.with { $0.limits.depth = 3 })
        let tried = refusal(of: [Post].self, json, decoder: decoder)
        #expect(tried.hasPrefix("$[0].body[0]: "))
        #expect(tried == refusal(of: [Letter].self, json, decoder: decoder))
    }

    @Test func aDocumentOrLineWithoutAVariantIsSkippedByEveryParser() throws {
        enum Known: Polymorphic, Equatable {
            case number(Int), list([Int])
            static let variants = Variants<Known>(.untagged, .case(Known.number), .case(Known.list), .otherwiseSkip)
        }
        for json in [#""x""#, #"{"a": [1]}"#, "true", "[[]]"] {
            #expect(try decodeEveryWay(Known?.self, json) == nil, "\(json)")
            for parser in Parser.all {
                var feed = Feed(of: Known.self, in: .lines)
                feed.decoder.parser = parser
                var reader = feed.reader(of: Array("1\n\(json)\n[2]\n".utf8))
                let items = try reader.rest()
                #expect(items == [.number(1), .list([2])], "\(json)")
            }
        }
    }
}
