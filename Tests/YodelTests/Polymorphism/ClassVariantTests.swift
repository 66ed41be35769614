import Testing

@testable import Yodel

/// Classes and protocols, and types chosen by a function.
@Suite struct ClassVariantTests {
    @Test func aPropertyOfTheBaseHoldsASubclass() throws {
        struct Drawing: Model {
            var main: Shape
            var maybe: Shape?
            var list: [Shape]
            var set: Set<Shape>
            var named: [String: Shape]
        }
        let json = """
            {"main": {"kind": "circle", "name": "a", "radius": 1.5}, "maybe": {"side": 2, "kind": "square"},
             "list": [{"center": [1, 2], "kind": "circle"}, {"kind": "cube", "side": 1}],
             "set": [{"kind": "circle"}], "named": {"x": {"kind": "square", "inner": {"side": 1, "kind": "cube"}}}}
            """
        let drawing = try decodeEveryWay(Drawing.self, json) { "\($0)" }
        #expect(drawing.main is Circle)
        #expect(drawing.main.description == "circle a 1.5 []")
        #expect(drawing.maybe?.description == "square  2 square")
        #expect(drawing.list.map(\.description) == ["circle  0.0 [1.0, 2.0]", "cube  1"])
        #expect(drawing.list[1] is Cube)
        #expect(drawing.set.first is Circle)
        #expect(drawing.named["x"]?.description == "square  0 square (cube  1)")
        let absent = try decodeEveryWay(
            Drawing.self, #"{"main": {"kind": "cube"}, "list": [], "set": [], "named": {}}"#
        ) { "\($0)" }
        #expect(absent.maybe == nil)
    }

    @Test func aPropertyOfASubclassTakesItAndWhatIsDerivedFromIt() throws {
        #expect(try decodeEveryWay(Square.self, #"{"side": 1}"#).description == "square  1 -")
        #expect(try decodeEveryWay([Square].self, #"[{"side": 1, "kind": "cube"}]"#)[0] is Cube)
        #expect(try decodeEveryWay(Circle.self, #"{"radius": 1}"#).description == "circle  1.0 []")
        #expect(try decodeEveryWay(Circle.self, #"{"radius": 1, "kind": "circle"}"#).radius == 1)
        #expect(try decodeEveryWay(Blob.self, #"{"size": 1, "kind": "blob"}"#).size == 1)
        expectError(.unknownVariant, at: 9, path: "$.kind", decoding: Square.self, #"{"kind": "circle"}"#)
        expectError(.unknownVariant, at: 9, path: "$.kind", decoding: Circle.self, #"{"kind": "square"}"#)
        expectError(.unknownVariant, at: 9, path: "$.kind", decoding: Shape.self, #"{"kind": "blob"}"#)
    }

    @Test func aTagIsCheckedAlsoIfAPropertyHasItsKey() throws {
        class Page: DefaultedModel, Polymorphic {
            required init() {}
            class var variants: Variants<Page> { Variants("kind", .type("map", Map.self), .type("note", Note.self)) }
        }
        final class Map: Page {}
        final class Note: Page { var kind = "" }
        #expect(try decodeEveryWay(Note.self, #"{"kind": "note"}"#) { $0.kind }.kind == "note")
        #expect(try decodeEveryWay(Note.self, "{}") { $0.kind }.kind == "")
        expectError(.unknownVariant, at: 9, path: "$.kind", decoding: Note.self, #"{"kind": "map"}"#)
        var note = Note()
        #expect(throws: ModelError.self) { try ModelDecoder().update(&note, from: #"{"kind": "map"}"#) }
        try ModelDecoder().update(&note, from: #"{"kind": "note"}"#)
        #expect(note.kind == "note")
    }

    @Test func aBaseMayStandForTheRest() {
        class Node: DefaultedModel, Polymorphic {
            final var id = 0
            required init() {}
            class var variants: Variants<Node> { Variants("type", .type("leaf", Leaf.self), .otherwise(Node.self)) }
        }
        final class Leaf: Node { var text = "" }
        expectDecoded(
            [Node].self,
            #"[{"id": 1, "type": "leaf", "text": "a"}, {"id": 2}, {"type": "x", "id": 3}, {"type": null}]"#,
            as: ["Leaf 1", "Node 2", "Node 3", "Node 0"]
        ) { $0.map { "\(type(of: $0)) \($0.id)" } }
    }

    @Test func aProtocolIsDecodedThroughAWrapper() throws {
        struct Zoo: Model {
            @OneOf<Animals> var star: any Animal
            var maybe: OneOf<Animals>?
            var others: [OneOf<Animals>]
        }
        let zoo = try decodeEveryWay(
            Zoo.self, #"{"star": {"name": "a", "kind": "dog", "barks": true}, "others": [{"kind": "cat"}]}"#
        ) { "\($0.star) \($0.others.count)" }
        #expect(zoo.star as? Dog == Dog(name: "a", barks: true))
        #expect(zoo.maybe == nil)
        #expect(zoo.others[0].wrappedValue is Cat)
        expectError(.missingKeys, at: 10, path: "$.star", decoding: Zoo.self, #"{"star": {}}"#)
    }

    @Test func aTypeThatIsConvertedMayStandForTheRest() throws {
        enum Pets: Polymorphic {
            static let variants = Variants<any Animal>(
                .key("kind"), .type("cat", Cat.self) { $0 }, .otherwise(Dog.self) { $0 })
        }
        let pets = try decodeEveryWay(
            [OneOf<Pets>].self, #"[{"kind": "cat"}, {"kind": "wolf", "name": "a", "barks": false}]"#
        ) { "\($0.map { type(of: $0.wrappedValue) })" }
        #expect(pets[0].wrappedValue is Cat)
        #expect(pets[1].wrappedValue as? Dog == Dog(name: "a", barks: false))
    }

    @Test func aWrapperIsComparedHashedAndDescribedAsItsValue() {
        enum Mood: String, Polymorphic {
            case good, bad
            static let variants = Variants<Mood>(.external, .case("good", .good), .case("bad", .bad))
        }
        let moods = [Mood.good, .bad, .good].map(OneOf<Mood>.init)
        #expect(moods[0] == moods[2])
        #expect(moods[0] != moods[1])
        #expect(Set(moods).count == 2)
        #expect(moods[1].description == "bad")
    }

    @Test func aFunctionMayChoose() {
        expectDecoded(
            [Figure].self, #"[{"x": {"radius": 1}, "radius": 2}, {"side": 3, "corners": 4}]"#,
            as: [.circle(.init(radius: 2)), .square(.init(side: 3))])
        expectError(.unknownVariant, at: 0, path: "$", decoding: Figure.self, #"{"corners":3}"#)
        expectError(.typeMismatch, at: 0, path: "$", decoding: Figure.self, "1")
    }

    @Test func everyClassHasItsOwnMapping() throws {
        class Post: DefaultedModel, Polymorphic {
            final var from = ""
            required init() {}
            class var mapping: Mapping { Mapping(.map(\Post.from, to: "sender")) }
            class var variants: Variants<Post> {
                Variants("type", .type("text", Text.self), .type("picture", Picture.self))
            }
            final var parts: String { "\(type(of: self)) \(from) \((self as? Text)?.text ?? "-")" }
        }
        final class Text: Post {
            var text = ""
            override class var mapping: Mapping {
                Mapping(.map(\Text.from, to: "from"), .map(\Text.text, to: "body.text"))
            }
        }
        final class Picture: Post { var width = 0 }
        let posts = try decodeEveryWay(
            [Post].self,
            #"[{"from": "a", "body": {"text": "hi"}, "type": "text"}, {"type": "picture", "width": 3, "sender": "b"}]"#
        ) { $0.map(\.parts) }
        #expect(posts.map(\.parts) == ["Text a hi", "Picture b -"])
        #expect((posts[1] as? Picture)?.width == 3)
        let text = try encodeEveryWay(posts)
        #expect(text == #"[{"type":"text","from":"a","body":{"text":"hi"}},{"type":"picture","sender":"b","width":3}]"#)
        #expect(try decodeEveryWay([Post].self, text) { $0.map(\.parts) }.map(\.parts) == posts.map(\.parts))
    }

    class Form: DefaultedModel, Polymorphic {
        final var name = ""
        required init() {}
        class var variants: Variants<Form> {
            Variants(
                .choice { members in members.contains("radius") ? "disc" : members.contains("width") ? "box" : nil },
                .type("disc", Disc.self), .type("box", Box.self), .otherwise(Form.self))
        }
        final var text: String { "\(type(of: self)) \(name)" }
    }

    final class Disc: Form { var radius = 0 }
    final class Box: Form { var width = 0 }

    struct Sketch: Model {
        var main: Form
        var maybe: Form?
        var list: [Form]
        var named: [String: Form]
        var texts: [String] { ([main] + list + named.values).map(\.text) }
    }

    @Test func aFunctionMayChooseTheClass() throws {
        #expect(try decodeEveryWay(Form.self, #"{"radius": 3}"#, comparing: \.text) is Disc)
        let sketch = try decodeEveryWay(
            Sketch.self,
            #"{"main": {"name": "a", "width": 1}, "list": [{"radius": 2, "name": "b"}, {"name": "c"}], "#
                + #""named": {"x": {"width": 4}}, "maybe": null}"#, comparing: \.texts)
        #expect(sketch.texts == ["Box a", "Disc b", "Form c", "Box "])
        #expect((sketch.list[0] as? Disc)?.radius == 2)
        #expect((sketch.named["x"] as? Box)?.width == 4)
        #expect(sketch.maybe == nil)
        // A chosen class is not chosen again, although it inherits the list.
        let disc = try decodeEveryWay(Disc.self, #"{"radius": 1}"#) { $0.radius }
        #expect(type(of: disc) == Disc.self && disc.radius == 1)
    }

    @Test func theyAreComparedAndCopiedByTheirOwnProperties() throws {
        class Item: DefaultedModel, Polymorphic, ModelEquatable, ModelCopyable {
            final var id = 0
            required init() {}
            class var variants: Variants<Item> { Variants("type", .type("song", Song.self)) }
        }
        final class Song: Item { var title = "" }
        let items = try ModelDecoder().decode(
            [Item].self,
            from: #"[{"type": "song", "title": "a"}, {"title": "a", "type": "song"}, {"type": "song", "title": "b"}]"#)
        #expect(items[0] == items[1])
        #expect(items[0] != items[2])
        #expect((items[0] as? Song)?.title == "a")
    }

    // MARK: - Updates

    @Test func anUpdateChangesTheInstanceThatIsThere() throws {
        struct Drawing: Model {
            var main: Shape
            var maybe: Shape?
        }
        let circle = Circle()
        circle.name = "c"
        var drawing = Drawing(main: circle, maybe: nil)
        for strict in [false, true] {
            let decoder = ModelDecoder.with { $0.unknownKeys = strict ? .error : .ignore }
            try decoder.update(&drawing, from: #"{"main": {"radius": 2}}"#)
            #expect(drawing.main === circle)
            #expect(circle.description == "circle c 2.0 []")
            try decoder.update(&drawing, from: #"{"main": {"center": [1], "kind": "circle"}}"#)
            #expect(circle.description == "circle c 2.0 [1.0]")
            #expect(drawing.main === circle)
            circle.center = []
        }
        try ModelDecoder().update(
            &drawing, from: #"{"main": {"side": 1, "kind": "square"}, "maybe": {"kind": "cube"}}"#)
        #expect(drawing.main.description == "square  1 square")
        #expect(drawing.maybe is Cube)
        #expect(circle.description == "circle c 2.0 []")
        #expect(
            refusal(updating: &drawing, #"{"main": {"side": 5}, "maybe": {"kind": "x"}}"#)
                == #"$.maybe.kind: expected one of "circle", "square", "cube", found the string "x" (unknownVariant, line 1, column 41, offset 40)"#
        )
        #expect(drawing.main.description == "square  1 square")
        try ModelDecoder().update(&drawing, from: #"{"maybe": null}"#)
        #expect(drawing.maybe == nil)
    }

    @Test func anInstanceWhoseClassAFunctionChoosesIsReplaced() throws {
        let disc = Disc()
        disc.name = "old"
        var sketch = Sketch(main: disc, maybe: nil, list: [], named: [:])
        try ModelDecoder().update(&sketch, from: #"{"main": {"radius": 5}}"#)
        #expect(sketch.main !== disc)
        #expect((sketch.main as? Disc)?.radius == 5)
        #expect(sketch.main.name == "")
        #expect(disc.name == "old" && disc.radius == 0)
    }

    @Test func anInstanceMayBeUpdatedItself() throws {
        var shape: Shape = Circle()
        try ModelDecoder().update(&shape, from: #"{"radius": 3}"#)
        #expect(shape.description == "circle  3.0 []")
        try ModelDecoder().update(&shape, from: #"{"radius": 4, "kind": "circle"}"#)
        #expect(shape.description == "circle  4.0 []")
        #expect(throws: ModelError.self) { try ModelDecoder().update(&shape, from: #"{"kind": "square"}"#) }
        #expect(shape.description == "circle  4.0 []")
    }

    @Test func aPropertyWithSeveralKeysIsUpdatedToo() throws {
        struct Drawing: Model {
            var main: Shape
            static let mapping = Mapping(.map(\Drawing.main, to: "main", "shape"))
        }
        let circle = Circle()
        circle.name = "c"
        var drawing = Drawing(main: circle)
        try ModelDecoder().update(&drawing, from: #"{"main": {"radius": 2}}"#)
        #expect(drawing.main === circle)
        #expect(circle.description == "circle c 2.0 []")
        try ModelDecoder().update(&drawing, from: #"{"shape": {"radius": 3, "kind": "circle"}}"#)
        #expect(circle.description == "circle c 3.0 []")
        for json in [
            #"{"main": {"radius": 4}, "shape": {"kind": "circle", "name": "x"}}"#,
            #"{"shape": {"kind": "circle", "name": "x"}, "main": {"radius": 4}}"#,
        ] {
            try ModelDecoder().update(&drawing, from: json)
            #expect(circle.description == "circle c 4.0 []", "\(json)")
        }
        try ModelDecoder().update(&drawing, from: #"{"main": {"side": 1, "kind": "square"}}"#)
        #expect(drawing.main is Square)
    }

    @Test func anUpdatedInstanceMayLookAtItsObject() throws {
        class Item: DefaultedModel, Polymorphic {
            final var id = 0
            required init() {}
            class var variants: Variants<Item> { Variants("type", .type("song", Song.self), .type("film", Film.self)) }
        }
        final class Song: Item, WillDecodeModel {
            var title = "?"
            static func willDecode(_ object: inout JSONObject) { object["title"] = object.removeValue(forKey: "name") }
        }
        final class Film: Item {}
        struct Shelf: Model {
            var item: Item
            var song: Song
        }
        var shelf = Shelf(item: Song(), song: Song())
        let item = shelf.item
        for json in [
            #"{"item": {"name": "a", "id": 1}, "song": {"name": "b"}}"#,
            #"{"item": {"name": "a", "id": 1, "type": "song"}, "song": {"type": "song", "name": "b"}}"#,
        ] {
            (shelf.item as? Song)?.title = "?"
            try ModelDecoder().update(&shelf, from: json)
            #expect(shelf.item === item)
            #expect((shelf.item as? Song)?.title == "a" && item.id == 1)
            #expect(shelf.song.title == "b")
            let tree = try ModelDecoder().decode(JSONValue.self, from: json)
            try ModelDecoder().update(&shelf, from: tree)
            #expect((shelf.item as? Song)?.title == "a")
        }
        var root: Item = Song()
        try ModelDecoder().update(&root, from: #"{"name": "c"}"#)
        #expect((root as? Song)?.title == "c")
    }

    @Test func anEnumIsReplaced() throws {
        struct Log: Model { var last: Event }
        var log = Log(last: .message(Message(text: "a", tags: ["b"])))
        try ModelDecoder().update(&log, from: #"{"last": {"text": "c", "type": "msg"}}"#)
        #expect(log.last == .message(Message(text: "c")))
        #expect(throws: ModelError.self) { try ModelDecoder().update(&log, from: #"{"last": {"text": "d"}}"#) }
    }

    // MARK: - The table

    @Test func theTableIsDescribed() throws {
        #expect(
            try ModelDecoder().tableDescription(of: OpenEvent.self).split(separator: "\n").prefix(4).joined(
                separator: "\n") == """
                    OpenEvent (variants by "type")
                      "message"  Message    structure
                      "ping"     no value
                      otherwise  JSONValue  dynamic
                    """)
        func expect<Value>(_ type: Value.Type, _ start: String, sourceLocation: SourceLocation = #_sourceLocation)
            throws
        {
            let description = try ModelDecoder().tableDescription(of: type)
            #expect(description.hasPrefix(start), "\(description)", sourceLocation: sourceLocation)
        }
        try expect(Shape.self, #"Shape (variants by "kind")"#)
        try expect(Adjacent.self, #"Adjacent (variants by "t", in "c")"#)
        try expect(External.self, "External (variants by the key around them)")
        try expect(ConstraintTests.Item.self, "Item (variants in the order they are tried)")
        try expect(Figure.self, "Figure (variants by a function)")
        #expect(try ModelDecoder().tableDescription(of: KnownEvent.self).contains("\n  otherwise  skipped\n"))
    }

    @Test func whatContradictsItselfIsRefused() {
        enum Itself: Polymorphic {
            indirect case one([Itself])
            indirect case two(Itself)
            static let variants = Variants<Itself>("a", .case("one", Itself.one), .case("two", Itself.two))
        }
        enum Scalar: Polymorphic {
            case one(Int)
            static let variants = Variants<Scalar>("a", .case("one", Scalar.one))
        }
        enum Twice: Polymorphic {
            case one(Message), two(Message)
            static let variants = Variants<Twice>("a", .case("x", Twice.one), .case(["y", "x"], Twice.two))
        }
        enum None: Polymorphic {
            static let variants = Variants<None>("a")
        }
        enum Unnamed: Polymorphic {
            case one(Message)
            static let variants = Variants<Unnamed>("a", .case(Unnamed.one))
        }
        enum OneKey: Polymorphic {
            case one(Message)
            static let variants = Variants<OneKey>(.key("t", content: "t"), .case("one", OneKey.one))
        }
        enum TwoRests: Polymorphic {
            case one(JSONValue), two(JSONValue)
            static let variants = Variants<TwoRests>("t", .otherwise(TwoRests.one), .otherwise(TwoRests.two))
        }
        enum RestAndSkip: Polymorphic {
            case one(JSONValue)
            static let variants = Variants<RestAndSkip>("t", .otherwise(RestAndSkip.one), .otherwiseSkip)
        }
        enum NumberAsKey: Polymorphic {
            case one(Message)
            static let variants = Variants<NumberAsKey>(.external, .case(1, NumberAsKey.one))
        }
        enum NeverTried: Polymorphic {
            case one(Message), rest(JSONValue)
            static let variants = Variants<NeverTried>(.untagged, .otherwise(NeverTried.rest), .case(NeverTried.one))
        }
        expectUnsupported(TwoRests.self, .invalidMapping, naming: "TwoRests", "two otherwise variants")
        expectUnsupported(RestAndSkip.self, .invalidMapping, naming: "RestAndSkip", "otherwiseSkip")
        expectUnsupported(NumberAsKey.self, .invalidMapping, naming: "NumberAsKey", "string")
        expectUnsupported(NeverTried.self, .invalidMapping, naming: "NeverTried", "never tried")
        func code<Value>(_ type: Value.Type) -> ModelError.Code? {
            modelError { try ModelDecoder().prepare(type) }?.code
        }
        #expect(code(Itself.self) == .invalidMapping)
        #expect(code(Scalar.self) == .invalidMapping)
        #expect(code(Twice.self) == .invalidMapping)
        #expect(code(None.self) == .invalidMapping)
        #expect(code(Unnamed.self) == .invalidMapping)
        #expect(code(OneKey.self) == .invalidMapping)
        #expect(code(Animals.self) == .unsupportedType)
    }
}
