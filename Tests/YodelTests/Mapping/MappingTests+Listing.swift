import Testing

@testable import Yodel

@Suite("Mappings that list the properties")
struct MappingListingTests {
    struct Listed: DefaultedModel, Equatable {
        var name = "initial name of more than fifteen bytes"
        var count: Int? = 1
        var flag = true
        var unlisted = [1, 2]
        var tags: [String] = ["initial"]
        var point: Point?
        var small: Int8 = 8
        static let mapping = Mapping.listing(
            .map(\Listed.name), .map(\Listed.count, to: "c", "info.count"),
            .map(\Listed.tags, to: "tags", default: ["default"]), .map(\Listed.point))
    }

    @Test("Listed properties are decoded, the others have the values of init()")
    func structs() {
        let json =
            #"{"name":"n","info":{"count":2},"flag":false,"unlisted":[],"tags":["a"],"point":{"x":1,"y":2},"small":1}"#
        expectDecoded(json, as: Listed(name: "n", count: 2, tags: ["a"], point: Point(x: 1, y: 2)))
        expectDecoded("{}", as: Listed(tags: ["default"]))
        expectDecoded(#"{"c":null,"point":null}"#, as: Listed(count: nil, tags: ["default"]))
        expectDecoded(
            [Listed?].self, #"[{"name":"a"},null,{"c":3}]"#,
            as: [Listed(name: "a", tags: ["default"]), nil, Listed(count: 3, tags: ["default"])])
        expectErrorAtMark(
            .typeMismatch, path: "$.info.count", decoding: Listed.self, #"{"name":"n","info":{"count":▸""}}"#)
    }

    @Test("A struct writes its properties in the order of the list, a class in that of their declaration")
    func order() throws {
        struct Pair: DefaultedModel {
            var first = 1
            var second = 2
            static let mapping = Mapping.listing(.map(\Pair.second), .map(\Pair.first))
        }
        final class PairObject: DefaultedModel {
            var first = 1
            var second = 2
            static let mapping = Mapping.listing(.map(\PairObject.second), .map(\PairObject.first))
        }
        #expect(try ModelEncoder().encodeText(Pair()) == #"{"second":2,"first":1}"#)
        #expect(try ModelEncoder().encodeText(PairObject()) == #"{"first":1,"second":2}"#)
    }

    @Test("A property in the padding of a listed one keeps its value")
    func tailPadding() throws {
        // The memory of these bytes is next used to gather the properties of the listed struct.
        struct Holder: Model, Equatable { var bytes: [UInt8]; var listed: Listed }
        let bytes = Array(repeating: UInt8(0xFE), count: 1_000)
        for (count, text) in [(5, "5"), (nil, "null")] {
            let holder = try decodeEveryWay(
                Holder.self, #"{"bytes":\#(bytes),"listed":{"c":\#(text),"point":{"x":1,"y":2}}}"#,
                cuts: Cuts(chunkSizes: [64]))
            #expect(holder.listed == Listed(count: count, tags: ["default"], point: Point(x: 1, y: 2)))
        }
    }

    struct Closures: DefaultedModel {
        var name = "n"
        var action: () -> Int = { 3 }
        weak var object: ClassModelTests.Leaf?
        var any: Any = 4
        static let mapping = Mapping.listing(.map(\Closures.name))
    }

    @Test("Properties that are not listed may be of any type, and weak")
    func anyType() throws {
        let model = try decodeEveryWay(Closures.self, #"{"name":"m","action":1,"object":{},"any":2}"#) { $0.name }
        #expect(model.name == "m" && model.action() == 3 && model.any as? Int == 4)
    }

    struct Counted: DefaultedModel {
        static let made = Locked(0)
        var number = 0
        init() { Self.made.withLock { $0 += 1 } }
        static let mapping = Mapping.listing(.map(\Counted.number))
    }

    @Test("init() is called once for each object")
    func initialiserCalls() throws {
        let before = Counted.made.withLock { $0 }
        _ = try ModelDecoder().decode([Counted].self, from: #"[{},{"number":1},{"number":2}]"#)
        #expect(Counted.made.withLock { $0 } == before + 3)
    }

    final class Object: DefaultedModel {
        var name = "initial"
        let id: Int
        var unlisted: () -> Int = { 3 }
        var small: Int8 = 8
        init() { id = -1 }
        static let mapping = Mapping.listing(.map(\Object.name, to: "n"), .map(\Object.id))
    }

    @Test("A final class lists its properties like a struct")
    func classes() throws {
        let object = try decodeEveryWay(Object.self, #"{"n":"m","id":7,"name":1,"unlisted":2,"small":1}"#) {
            "\($0.name) \($0.id) \($0.small)"
        }
        #expect(object.name == "m" && object.id == 7 && object.unlisted() == 3 && object.small == 8)
        let empty = try decodeEveryWay(Object.self, "{}") { "\($0.name) \($0.id)" }
        #expect(empty.name == "initial" && empty.id == -1)
    }

    struct Recursive: DefaultedModel, Equatable {
        var value = 0
        var children: [Recursive] = []
        @Indirect var next: Recursive?
        static let mapping = Mapping.listing(
            .map(\Recursive.value), .map(\Recursive.children), .map(\Recursive._next, to: "next"))
    }

    @Test("Listed types may contain themselves")
    func recursive() {
        var expected = Recursive()
        expected.children = [Recursive(), Recursive(value: 1)]
        expected.next = Recursive(value: 2)
        expectDecoded(Recursive.self, #"{"next":{"value":2,"next":null},"children":[{},{"value":1}]}"#, as: expected)
    }

    // MARK: - Contradictions

    struct NoInitialiser: Model {
        var name: String
        static let mapping = Mapping.listing(.map(\NoInitialiser.name))
    }

    struct ListedTwice: DefaultedModel {
        var name = ""
        static let mapping = Mapping.listing(.map(\ListedTwice.name, to: "a"), .map(\ListedTwice.name, to: "b"))
    }

    struct WholeAndPart: DefaultedModel {
        struct Name: Model { var first = "", last = "" }
        var name = Name()
        static let mapping = Mapping.listing(.map(\WholeAndPart.name), .map(\WholeAndPart.name.first))
    }

    struct PartOnly: DefaultedModel {
        var name = WholeAndPart.Name()
        static let mapping = Mapping.listing(.map(\PartOnly.name.last, to: "last"))
    }

    struct Itself: DefaultedModel {
        var name = ""
        static let mapping = Mapping.listing(.map(\Itself.self))
    }

    struct Computed: DefaultedModel {
        var name = ""
        var upper: String { name.uppercased() }
        static let mapping = Mapping.listing(.map(\Computed.upper))
    }

    struct Unsupported: DefaultedModel {
        var object = MappingDefaultTests.NotAModel()
        static let mapping = Mapping.listing(.map(\Unsupported.object))
    }

    @Test("A listing needs init(), and lists each property once, stored ones only")
    func contradictions() {
        expectUnsupported(NoInitialiser.self, naming: "NoInitialiser", "DefaultedModel")
        expectUnsupported(ListedTwice.self, .invalidMapping, naming: "ListedTwice.name")
        expectUnsupported(Computed.self, .invalidMapping, naming: "Computed", "stored")
        expectUnsupported(PartOnly.self, .invalidMapping, naming: "PartOnly", "parts of properties")
        expectUnsupported(Unsupported.self, naming: "Unsupported.object")
    }

    @Test("Storage cannot be listed twice, as a property and as a part of one")
    func overlapping() {
        expectUnsupported(WholeAndPart.self, .invalidMapping, naming: "WholeAndPart")
        expectUnsupported(Itself.self, .invalidMapping, naming: "Itself")
    }
}
