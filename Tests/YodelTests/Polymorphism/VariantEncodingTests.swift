import Testing

@testable import Yodel

/// Values that are decoded by a tag are written with it.
@Suite struct VariantEncodingTests {
    @Test func theTagComesFirst() {
        expectRoundTrip(Event.message(Message(text: "a", tags: ["b"])), #"{"type":"message","text":"a","tags":["b"]}"#)
        expectRoundTrip(Event.login(Login(user: "u", type: "login")), #"{"type":"login","user":"u"}"#)
        expectText(of: Event.login(Login(user: "u", type: nil)), #"{"type":"login","user":"u"}"#)
        expectRoundTrip(Event.ping, #"{"type":"ping"}"#)
        expectRoundTrip(Event.several(["b": 1, "a": 2]), #"{"type":7,"a":2,"b":1}"#)
        expectText(of: Event.ping, "{\n  \"type\": \"ping\"\n}", encoder: .with { $0.layout = .pretty(indentation: 2) })
    }

    @Test func theTagIsWrittenOnce() {
        expectFailure(of: [Event.several(["type": 1])], .duplicateKey, path: "$[0]")
        enum Dynamic: Polymorphic, Equatable {
            case any(JSONObject)
            static let variants = Variants<Dynamic>("type", .case("any", Dynamic.any))
        }
        expectRoundTrip(Dynamic.any(["a": 1]), #"{"type":"any","a":1}"#)
        expectFailure(of: Dynamic.any(["type": 1]), .duplicateKey, path: "$")
    }

    private enum Wrapped: Polymorphic, Equatable {
        case lazy(Lazy<Login>), boxed(Indirect<Login>), both(Indirect<Lazy<Login>>)
        static let variants = Variants<Wrapped>(
            "type", .case("lazy", Wrapped.lazy), .case("boxed", Wrapped.boxed), .case("both", Wrapped.both))
    }

    @Test func aModelInAWrapperHasTheTagInPlaceOfItsProperty() {
        for type in [nil, "x"] {
            let login = Login(user: "u", type: type)
            expectText(of: Wrapped.lazy(Lazy(login)), #"{"type":"lazy","user":"u"}"#)
            expectText(of: Wrapped.boxed(Indirect(wrappedValue: login)), #"{"type":"boxed","user":"u"}"#)
            expectText(of: Wrapped.both(Indirect(wrappedValue: Lazy(login))), #"{"type":"both","user":"u"}"#)
        }
    }

    @Test func theBytesOfALazyValueAreWrittenWithTheTag() throws {
        let logins = try ModelDecoder().decode(
            [Lazy<Login>].self,
            from: #"[{"type":"lazy", "user":"u"},{"user" : "u", "x":{"type":1}},{"type":"boxed", "user":"u"},"#
                + #"{"user":1}]"#)
        expectText(of: Wrapped.lazy(logins[0]), #"{"type":"lazy", "user":"u"}"#)
        expectText(of: Wrapped.lazy(logins[1]), #"{"type":"lazy","user" : "u", "x":{"type":1}}"#)
        expectText(of: Wrapped.lazy(logins[3]), #"{"type":"lazy","user":1}"#)
        // The bytes have another tag, which is a property of the value.
        expectText(of: Wrapped.lazy(logins[2]), #"{"type":"lazy","user":"u"}"#)
        #expect(logins[2].rawJSON?.text == #"{"type":"boxed", "user":"u"}"#)
        // Bytes with two different tags would be decoded as another variant, or refused.
        let twice = try ModelDecoder().decode(Lazy<Login>.self, from: #"{"type":"boxed", "user":"u", "type":"lazy"}"#)
        expectText(of: Wrapped.lazy(twice), #"{"type":"lazy","user":"u"}"#)
        // A value that is not an object is decoded to find out that it cannot have the tag.
        let maybe = try ModelDecoder().decode(Lazy<Login?>.self, from: "null")
        enum Box: Polymorphic {
            case maybe(Lazy<Login?>)
            static let variants = Variants<Box>("type", .case("maybe", Box.maybe))
        }
        expectFailure(of: [Box.maybe(maybe)], .invalidValue, path: "$[0]")
    }

    private struct Part: Codable, Equatable {
        var name: String
        var type: String?
    }

    private enum Kept: Polymorphic, Equatable {
        case raw(RawJSON), part(Part), any(JSONValue)
        static let variants = Variants<Kept>(
            "type", .case("raw", Kept.raw), .case("part", Kept.part), .case("any", Kept.any))
    }

    @Test func textWithoutTheTagGetsIt() throws {
        let raws = try ModelDecoder().decode(
            [RawJSON].self, from: #"[{ "a": 1 },{ },{"a":[], "type":"raw"},{"type":"part"},[1]]"#)
        expectText(of: Kept.raw(raws[0]), #"{"type":"raw","a": 1 }"#)
        expectText(of: Kept.raw(raws[1]), #"{"type":"raw"}"#)
        expectRoundTrip(Kept.raw(raws[2]), #"{"a":[], "type":"raw"}"#)
        expectFailure(of: [Kept.raw(raws[3])], .duplicateKey, path: "$[0]")
        let error = expectFailure(of: [Kept.raw(raws[4])], .invalidValue, path: "$[0]")
        #expect(error?.description == "$[0]: expected an object that can have the tag, type (invalidValue)")
        for encoder in [ModelEncoder(), .with { $0.escapesSlashes = true }] {
            expectText(of: Kept.part(Part(name: "a")), #"{"type":"part","name":"a"}"#, encoder: encoder)
            expectText(of: Kept.part(Part(name: "a", type: "part")), #"{"name":"a","type":"part"}"#, encoder: encoder)
            expectFailure(of: Kept.part(Part(name: "a", type: "raw")), .duplicateKey, path: "$", encoder: encoder)
        }
    }

    @Test func theTagIsFoundAmongTheMembersOfText() throws {
        let texts = [
            #"{"typ\u0065":"r\u0061w"}"#, #"{"a":"\"type\":1}","b":[{"type":1},"]"],"type" :\#n"raw"}"#,
            #"{"type":"raw","type":"raw"}"#,
        ]
        for text in texts {
            let raw = try ModelDecoder().decode(RawJSON.self, from: text)
            #expect(try ModelEncoder().encodeText(Kept.raw(raw)) == text)
        }
        for text in [
            #"{"typ\u0065":"part"}"#, #"{"type":"raw","type":"part"}"#, #"{"type":"part","type":"raw"}"#,
            #"{"a":1,"type":["raw"]}"#,
        ] {
            let raw = try ModelDecoder().decode(RawJSON.self, from: text)
            expectFailure(of: [Kept.raw(raw)], .duplicateKey, path: "$[0]")
        }
        let inner = #"{"x":{"type":"raw"},"typ\\e":1,"type\"":2,"":{},"c":"{""#
        let raw = try ModelDecoder().decode(RawJSON.self, from: inner + "}")
        expectText(of: Kept.raw(raw), #"{"type":"raw","# + inner.dropFirst() + "}")
    }

    @Test func casesWithoutValuesAreComparedOrNamed() throws {
        enum Equal: Polymorphic, Equatable {
            case on, off, lost
            static let variants = Variants<Equal>(.external, .case("on", .on), .case("off", .off))
        }
        enum Named: Polymorphic {
            case on, off, lost, text(String)
            static let variants = Variants<Named>(
                .external, .case("on", .on), .case("off", .off), .case("text", Named.text))
        }
        #expect(try ModelEncoder().encodeText([Equal.off, .on]) == #"["off","on"]"#)
        #expect(try ModelEncoder().encodeText([Named.off, .on, .text("x")]) == #"["off","on",{"text":"x"}]"#)
        expectFailure(of: [Equal.lost], .unknownVariant, path: "$[0]")
        expectFailure(of: [Named.lost], .unknownVariant, path: "$[0]")
        enum Mirrored: Polymorphic, CustomReflectable {
            case on, off, lost, text(String)
            var customMirror: Mirror { Mirror(self, children: [:]) }
            static let variants = Variants<Mirrored>(.external, .case("on", .on), .case("off", .off))
        }
        #expect(try ModelEncoder().encodeText([Mirrored.off, .on]) == #"["off","on"]"#)
        expectFailure(of: [Mirrored.lost], .unknownVariant, path: "$[0]")
    }

    @Test func onlyAnObjectHasATag() {
        expectRoundTrip(Kept.any(["a": 1]), #"{"type":"any","a":1}"#)
        for value in [nil, 1, "x", [1], []] as [JSONValue] {
            expectFailure(of: [Kept.any(value)], .invalidValue, path: "$[0]")
        }
    }

    @Test func variantsOfVariantsHaveBothTags() {
        enum Outer: Polymorphic, Equatable {
            case event(Event), number(Adjacent)
            static let variants = Variants<Outer>("class", .case("event", Outer.event), .case("number", Outer.number))
        }
        expectRoundTrip(Outer.event(.ping), #"{"type":"ping","class":"event"}"#)
        expectRoundTrip(Outer.event(.message(Message(text: "a"))), #"{"type":"message","class":"event","text":"a"}"#)
        expectRoundTrip(Outer.number(.number(1)), #"{"t":"number","class":"number","c":1}"#)
        expectRoundTrip(Outer.number(.list([.ping])), #"{"t":"list","class":"number","c":[{"t":"ping"}]}"#)
    }

    @Test func textInAVariantOfAVariantIsWrittenAsItIs() throws {
        enum Inner: Polymorphic, Equatable {
            case raw(RawJSON), other(RawJSON)
            static let variants = Variants<Inner>("type", .case("raw", Inner.raw), .otherwise(Inner.other))
        }
        enum Outer: Polymorphic, Equatable {
            case inner(Inner)
            static let variants = Variants<Outer>("class", .case("inner", Outer.inner))
        }
        for text in [#"{"class":"inner","type":"raw"}"#, #"{"class":"inner","a":1}"#] {
            expectText(of: try ModelDecoder().decode(Outer.self, from: text), text)
        }
    }

    @Test func twoTagsUnderOneKeyAreOne() {
        enum Inner: Polymorphic, Equatable {
            case number(Int), text(String)
            static let variants = Variants<Inner>(
                .key("type", content: "c"), .case("number", Inner.number), .case("text", Inner.text))
        }
        enum Outer: Polymorphic, Equatable {
            case inner(Inner)
            static let variants = Variants<Outer>("type", .case("number", Outer.inner))
        }
        expectText(of: Outer.inner(.number(1)), #"{"type":"number","c":1}"#)
        expectFailure(of: [Outer.inner(.text("a"))], .duplicateKey, path: "$[0]")

        enum Within: Polymorphic, Equatable {
            case message(Message), part(Indirect<Login>), unit
            static let variants = Variants<Within>(
                "type", .case("message", Within.message), .case("part", Within.part), .case("unit", Within.unit))
        }
        enum Around: Polymorphic, Equatable {
            case within(Within), any(Lazy<Within>), event(Event)
            static let variants = Variants<Around>(
                "type", .case(["message", "unit"], Around.within), .case("part", Around.any),
                .case("event", Around.event))
        }
        enum Outermost: Polymorphic, Equatable {
            case around(Around)
            static let variants = Variants<Outermost>("class", .case("around", Outermost.around))
        }
        expectRoundTrip(Around.within(.message(Message(text: "a"))), #"{"type":"message","text":"a"}"#)
        expectRoundTrip(Around.within(.unit), #"{"type":"unit"}"#)
        expectFailure(of: [Around.within(.part(Indirect(wrappedValue: Login(user: "a"))))], .duplicateKey, path: "$[0]")
        expectText(
            of: Around.any(Lazy(.part(Indirect(wrappedValue: Login(user: "a"))))), #"{"type":"part","user":"a"}"#)
        expectFailure(of: [Around.any(Lazy(.unit))], .duplicateKey, path: "$[0]")
        expectFailure(of: [Around.event(.ping)], .duplicateKey, path: "$[0]")
        expectRoundTrip(
            Outermost.around(.within(.message(Message(text: "a")))), #"{"type":"message","class":"around","text":"a"}"#)
    }

    @Test func propertiesUnderTheKeysOfTagsAreNotWritten() {
        struct Leaf: Model, Equatable {
            var t: String?
            var x: Int
        }
        enum Inner: Polymorphic, Equatable {
            case leaf(Leaf)
            static let variants = Variants<Inner>("kind", .case("leaf", Inner.leaf))
        }
        enum Tried: Polymorphic, Equatable {
            case leaf(Leaf)
            static let variants = Variants<Tried>(.untagged, .case(Tried.leaf))
        }
        enum Outer: Polymorphic, Equatable {
            case inner(Inner), tried(Indirect<Tried>), lazy(Lazy<Inner>)
            static let variants = Variants<Outer>(
                "t", .case("inner", Outer.inner), .case("tried", Outer.tried), .case("lazy", Outer.lazy))
        }
        for own in [nil, "inner", "other"] {
            let leaf = Leaf(t: own, x: 1)
            for encoder in [ModelEncoder(), .with { $0.sortsKeys = true }, .with { $0.nils = .null }] {
                expectText(of: Outer.inner(.leaf(leaf)), #"{"kind":"leaf","t":"inner","x":1}"#, encoder: encoder)
                expectText(
                    of: Outer.tried(Indirect(wrappedValue: .leaf(leaf))), #"{"t":"tried","x":1}"#, encoder: encoder)
                expectText(of: Outer.lazy(Lazy(.leaf(leaf))), #"{"kind":"leaf","t":"lazy","x":1}"#, encoder: encoder)
            }
            expectText(
                of: Outer.inner(.leaf(leaf)), #"{"kind":"leaf","t":"inner"}"#, encoder: ModelEncoder().except(\Leaf.x))
        }
    }

    @Test func instancesOfSubclassesHaveTheTagInPlaceOfTheirProperty() throws {
        class Item: DefaultedModel {
            final var type: String?
            required init() {}
        }
        final class Tool: Item { var w = 1 }
        enum Entry: Polymorphic {
            case item(Item)
            static let variants = Variants<Entry>("type", .case("item", Entry.item))
        }
        let tool = Tool()
        tool.type = "other"
        let entries = [Entry.item(Item()), .item(Tool()), .item(tool)]
        let text = #"[{"type":"item"},{"type":"item","w":1},{"type":"item","w":1}]"#
        #expect(try ModelEncoder().encodeText(entries) == text)
        #expect(try ModelEncoder().except(\Tool.w).encodeText(entries) == text.replacing(#","w":1"#, with: ""))
    }

    @Test func instancesOfSubclassesHaveNoPathThroughTheTag() {
        class Item: DefaultedModel {
            required init() {}
            class var mapping: Mapping { Mapping() }
        }
        final class Tool: Item {
            var w = 1
            override class var mapping: Mapping { Mapping(.map(\Tool.w, to: "type.w")) }
        }
        enum Entry: Polymorphic {
            case item(Item)
            static let variants = Variants<Entry>("type", .case("item", Entry.item))
        }
        expectFailure(of: [Entry.item(Item()), .item(Tool())], .invalidMapping, path: "$[1]")
    }

    @Test func aValueWithoutAnObjectCannotHaveTheTagAroundIt() {
        enum Inner: Polymorphic, Equatable {
            case number(Int), text(Message), nothing
            static let variants = Variants<Inner>(
                .untagged, .case(Inner.number), .case(Inner.text), .case(Inner.nothing))
        }
        enum Outer: Polymorphic, Equatable {
            case inner(Inner), outside(External)
            static let variants = Variants<Outer>("type", .case("inner", Outer.inner), .case("out", Outer.outside))
        }
        expectRoundTrip(Outer.inner(.text(Message(text: "a"))), #"{"type":"inner","text":"a"}"#)
        for value in [Outer.inner(.number(1)), .inner(.nothing), .outside(.ping), .outside(.number(1))] {
            expectFailure(of: [value], .invalidValue, path: "$[0]")
        }
    }

    @Test func aTagThatWasConvertedIsTheTag() throws {
        enum Numbered: Polymorphic, Equatable {
            case seven(RawJSON)
            static let variants = Variants<Numbered>("type", .case(7, Numbered.seven))
        }
        let json = #"{"type":"7"}"#
        let lenient = ModelDecoder.with { $0.conversions = .lenient }
        expectText(of: try lenient.decode(Numbered.self, from: json), json)
    }

    @Test func tagsAroundTheValueAreWritten() {
        expectRoundTrip(External.message(Message(text: "a")), #"{"message":{"text":"a"}}"#)
        expectRoundTrip(External.number(1), #"{"number":1}"#)
        expectRoundTrip(External.maybe(nil), #"{"maybe":null}"#)
        expectRoundTrip(External.ping, #""ping""#)
        expectRoundTrip(Adjacent.message(Message(text: "a")), #"{"t":"message","c":{"text":"a"}}"#)
        expectRoundTrip(Adjacent.maybe(nil), #"{"t":"maybe","c":null}"#)
        expectRoundTrip(Adjacent.list([.ping, .number(2)]), #"{"t":"list","c":[{"t":"ping"},{"t":"number","c":2}]}"#)
    }

    @Test func whatHasNoTagIsWrittenAsItIs() {
        expectRoundTrip(Untagged.list([.number(1), .text("a"), .login(Login(user: "u"))]), #"[1,"a",{"user":"u"}]"#)
        expectText(of: [Untagged.nothing], "[null]")
        expectRoundTrip(Figure.circle(.init(radius: 1.5)), #"{"radius":1.5}"#)
        expectRoundTrip(OpenEvent.unknown(["type": "x", "a": 1]), #"{"type":"x","a":1}"#)
        expectRoundTrip(OpenExternal.other("pong"), #""pong""#)
    }

    @Test("A case without a value that a function chooses is an object without members")
    func choicesWithoutValues() {
        enum Size: Polymorphic, Equatable {
            case small, wide(Radius)
            struct Radius: Model, Equatable { var radius: Double }
            static let variants = Variants<Size>(
                .choice { members in members.contains("radius") ? "wide" : "small" },
                .case("small", Size.small), .case("wide", Size.wide))
        }
        enum Tagged: Polymorphic, Equatable {
            case size(Size)
            static let variants = Variants<Tagged>("type", .case("size", Tagged.size))
        }
        expectRoundTrip(Size.small, "{}")
        expectRoundTrip(Size.wide(.init(radius: 1.5)), #"{"radius":1.5}"#)
        expectRoundTrip(Tagged.size(.small), #"{"type":"size"}"#)
    }

    @Test func objectsAreWrittenByTheirOwnClass() throws {
        let square = Square()
        (square.side, square.inner) = (2, Cube())
        let circle = Circle()
        circle.radius = 1
        let shapes: [Shape] = [square, circle]
        let text = try encodeEveryWay(shapes)
        #expect(
            text == #"[{"kind":"square","name":"","side":2,"inner":{"kind":"cube","name":"","side":0}},"#
                + #"{"kind":"circle","name":"","radius":1,"center":[]}]"#)
        let again = try ModelDecoder().decode([Shape].self, from: text)
        #expect(again.map(\.description) == ["square  2 square (cube  0)", "circle  1.0 []"])
        #expect(
            try encodeEveryWay(square)
                == #"{"kind":"square","name":"","side":2,"inner":{"kind":"cube","name":"","side":0}}"#)
        let error = expectFailure(of: [square, Blob()] as [Shape], .unknownVariant, path: "$[1]")
        #expect(error?.found == "an instance of Blob")
    }

    @Test func existentialsAreWrittenByTheirType() throws {
        struct Zoo: Model {
            @OneOf<Animals> var star: any Animal
            var others: [OneOf<Animals>]
        }
        let zoo = Zoo(star: Dog(name: "a", barks: true), others: [OneOf(wrappedValue: Cat())])
        #expect(
            try encodeEveryWay(zoo)
                == #"{"star":{"kind":"dog","name":"a","barks":true},"others":[{"kind":"cat","name":""}]}"#)
        struct Fish: Animal { var name = "f" }
        let error = expectFailure(of: Zoo(star: Fish(), others: []), .unknownVariant, path: "$.star")
        #expect(error?.found == "a value of Fish")
    }

    @Test func casesAreToldApartWithoutHelp() {
        enum Named: Polymorphic, Equatable {
            case created(Message), deleted(Message), renamed(to: Message), empty, none
            static let variants = Variants<Named>(
                "type", .case("created", Named.created), .case("deleted", Named.deleted),
                .case("renamed", Named.renamed), .case("empty", Named.empty), .case("none", Named.none))
        }
        for (value, tag) in [
            (Named.created(Message(text: "a")), "created"), (.deleted(Message(text: "a")), "deleted"),
            (.renamed(to: Message(text: "a")), "renamed"),
        ] {
            expectRoundTrip(value, #"{"type":"\#(tag)","text":"a"}"#)
        }
        expectRoundTrip(Named.none, #"{"type":"none"}"#)
        enum Helped: Polymorphic, Equatable {
            case one(Message)
            static let variants = Variants<Helped>(
                "type", .case("one", Helped.one) { if case .one(let message) = $0 { message } else { nil } })
        }
        expectRoundTrip(Helped.one(Message(text: "a")), #"{"type":"one","text":"a"}"#)
        enum Plain: Polymorphic {
            case one, two
            static let variants = Variants<Plain>(.external, .case("one", Plain.one), .case("two", Plain.two))
        }
        expectText(of: [Plain.two, .one], #"["two","one"]"#)
    }

    @Test("The value of a case is not taken from a part of what the case carries")
    func casesOfParts() {
        enum Made: Polymorphic, Equatable {
            case message(Message), pair(left: Int, right: Int)
            static let variants = Variants<Made>(
                .external, .case("message") { Made.message(Message(text: $0, tags: ["new"])) },
                .case("pair") { Made.pair(left: $0, right: 0) })
        }
        for value in [Made.message(Message(text: "a", tags: ["b"])), .pair(left: 1, right: 2)] {
            expectFailure(of: [value], .unknownVariant, path: "$[0]")
        }
        enum Helped: Polymorphic, Equatable {
            case pair(left: Int, right: Int)
            static let variants = Variants<Helped>(
                .external,
                .case("pair") {
                    Helped.pair(left: $0[0], right: $0[1])
                } value: {
                    switch $0 {
                    case .pair(let left, let right): [left, right]
                    }
                })
        }
        expectRoundTrip(Helped.pair(left: 1, right: 2), #"{"pair":[1,2]}"#)
    }

    @Test func whatStoodForTheRestHasNoText() {
        enum Level: Polymorphic, Equatable {
            case low, other
            static let variants = Variants<Level>(.external, .case("low", Level.low), .otherwise(Level.other))
        }
        expectRoundTrip([Level.low], #"["low"]"#)
        expectFailure(of: [Level.other], .invalidValue, path: "$[0]")
    }

    @Test func lazyValuesAreTheirBytesUntilTheyAreAskedFor() throws {
        let json = #"[{"text" : "a" },{"text":"b"}]"#
        let lazies = try ModelDecoder().decode([Lazy<Message>].self, from: json)
        #expect(try encodeEveryWay(lazies) == json)
        _ = try lazies[0].value()
        #expect(try encodeEveryWay(lazies) == #"[{"text":"a"},{"text":"b"}]"#)
        #expect(try encodeEveryWay(Lazy(Message(text: "c"))) == #"{"text":"c"}"#)
        let wrong = try ModelDecoder().decode([Lazy<Message>].self, from: "[1]")
        #expect(try encodeEveryWay(wrong) == "[1]")
        _ = try? wrong[0].value()
        #expect(throws: ModelError.self) { try ModelEncoder().encodeText(wrong) }
    }

    @Test func errorsWithinHaveAPath() {
        enum Number: Polymorphic {
            case one(Double)
            static let variants = Variants<Number>(.external, .case("one", Number.one))
        }
        expectFailure(of: [Number.one(.nan)], .invalidValue, path: "$[0].one")
    }
}
