import Foundation
import Testing

@testable import Yodel

@Suite("Wrapped properties")
struct PropertyWrapperTests {
    /// Stores only the value.
    @propertyWrapper
    struct Plain<Value> { var wrappedValue: Value }

    /// Stores only the value, and conforms.
    @propertyWrapper
    struct Clamped: ModelWrapper, Equatable {
        private var value = 0
        private(set) var assignments = 0
        init(wrappedValue: Int) {
            value = min(max(wrappedValue, 0), 10)
            assignments = 1
        }
        var wrappedValue: Int {
            get { value }
            set { value = newValue }
        }
    }

    /// Stores more than the value, and does not conform.
    @propertyWrapper
    struct Noted<Value> {
        var wrappedValue: Value
        var note = "note"
    }

    /// Wraps any type.
    @propertyWrapper
    final class Shared<Value>: ModelWrapper {
        let wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }

    struct Transparent: Model {
        var first: Int8
        @Plain var number: Int
        @Plain var text: String?
        @Plain var points: [Point]
        @Plain var point: Point
        private(set) var last: Bool
    }

    private func parts(_ model: Transparent) -> [String] {
        [
            "\(model.first)", "\(model.number)", "\(model.text ?? "nil")", "\(model.points)", "\(model.point)",
            "\(model.last)",
        ]
    }

    @Test("A wrapper that stores one field is transparent; the key is the property's name")
    func transparent() {
        let json = #"{"first":1,"number":2,"text":"three","points":[{"x":1,"y":2}],"point":{"x":3,"y":4},"last":true}"#
        let point = "\(Point(x: 3, y: 4))"
        expectDecoded(
            Transparent.self, json, as: ["1", "2", "three", "\([Point(x: 1, y: 2)])", point, "true"], comparing: parts)
        expectDecoded(
            Transparent.self, #"{"point":{"x":3,"y":4},"last":true,"first":1,"number":2,"points":[]}"#,
            as: ["1", "2", "nil", "[]", point, "true"], comparing: parts)

        expectErrorAtMark(
            .typeMismatch, path: "$.number", found: #"the string "2""#, decoding: Transparent.self,
            #"{"first":1,"number": ▸"2"}"#)
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["number", "points", "point"], decoding: Transparent.self,
            #"{"text":null,"first":1,"last":true▸}"#)
    }

    /// Optionals whose nil is a tag, a spare bit pattern or a reference, at two levels, and the absent state of a
    /// field.
    struct WrappedNils: Model, ModelEquatable {
        @Plain var bool: Bool?
        @Plain var number: Int?
        @Plain var twice: Int??
        @Plain var url: URL?
        @Plain var text: String?
        @Plain var points: [Point]?
        @Plain var point: Point?
        @Plain var field: Field<Bool>
        @Plain var link: Field<URL?>
    }

    struct BareNils: Model, ModelEquatable {
        var bool: Bool?
        var number: Int?
        var twice: Int??
        var url: URL?
        var text: String?
        var points: [Point]?
        var point: Point?
        var field: Field<Bool>
        var link: Field<URL?>
    }

    @Test(
        "A nil in a transparent wrapper is written, updated and compared like an unwrapped one",
        arguments: [
            "{}", #"{"field":null,"link":null}"#,
            #"{"bool":true,"number":1,"twice":2,"url":"a:b","text":"c","points":[],"point":{"x":1,"y":2},"field":false}"#,
            #"{"bool":null,"number":null,"twice":null,"url":null,"text":null,"points":null,"point":null,"link":"d:e"}"#,
        ])
    func nilsInside(json: String) throws {
        var wrapped = try decodeEveryWay(WrappedNils.self, json)
        var bare = try decodeEveryWay(BareNils.self, json)
        var encoder = ModelEncoder()
        for nils in [NilPolicy.omit, .null] {
            encoder.nils = nils
            #expect(try encoder.encodeText(wrapped) == encoder.encodeText(bare))
        }
        let change = #"{"bool":false,"url":null,"point":{"x":5,"y":6},"field":true}"#
        try ModelDecoder().update(&wrapped, from: change)
        try ModelDecoder().update(&bare, from: change)
        #expect(try encoder.encodeText(wrapped) == encoder.encodeText(bare))
        var (merged, bareMerged) = (wrapped, bare)
        try merged.merge(from: ModelDecoder().decode(WrappedNils.self, from: json), nils: .keep)
        try bareMerged.merge(from: ModelDecoder().decode(BareNils.self, from: json), nils: .keep)
        #expect(try encoder.encodeText(merged) == encoder.encodeText(bareMerged))
    }

    struct Volumes: Model {
        @Clamped var left: Int
        @Clamped var right: Int
        var list: [Clamped]
        var none: Clamped?
        @Shared var names: [String?]
        @Shared var values: [String: JSONValue]
        @Shared var dynamic: JSONValue
        @Shared var raw: RawJSON
    }

    private func parts(_ model: Volumes) -> [String] {
        [
            "\(model.left)", "\(model.right)", "\(model.list.map(\.wrappedValue))", "\(model.none?.wrappedValue ?? -1)",
            "\(model.names)", "\(JSONObject(model.values))", "\(model.dynamic)", "\(model.raw)",
        ]
    }

    @Test("A ModelWrapper is made by its initialiser, from any kind of value")
    func conforming() {
        let json =
            #"{"left":-5,"right":11,"list":[3,30],"none":12,"names":["a",null],"values":{"a":[1],"b":null},"#
            + #""dynamic":{"c":[null]},"raw":[ 1 ]}"#
        expectDecoded(
            Volumes.self, json,
            as: [
                "0", "10", "[3, 10]", "10", #"[Optional("a"), nil]"#, #"{"a":[1],"b":null}"#, #"{"c":[null]}"#, "[ 1 ]",
            ], comparing: parts)
        expectDecoded(
            Volumes.self,
            #"{"left":1,"right":2,"list":[],"none":null,"names":[],"values":{},"dynamic":null,"raw":null}"#,
            as: ["1", "2", "[]", "-1", "[]", "{}", "null", "null"], comparing: parts)
    }

    @Test("The wrapped value is refused like a field of its type")
    func refused() {
        expectErrorAtMark(
            .typeMismatch, path: "$.left", expected: "Int", found: #"the string "1""#, decoding: Volumes.self,
            #"{"left":▸"1"}"#)
        expectErrorAtMark(.nullValue, path: "$.left", decoding: Volumes.self, #"{"left":▸null}"#)
        expectErrorAtMark(.typeMismatch, path: "$.names[1]", decoding: Volumes.self, #"{"names":["a",▸1]}"#)
        expectErrorAtMark(.nullValue, path: "$.names", decoding: Volumes.self, #"{"names":▸null}"#)
        expectErrorAtMark(.typeMismatch, path: "$.list[1]", decoding: Volumes.self, #"{"list":[1,▸[]]}"#)
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["left", "right", "list", "names", "values", "dynamic", "raw"],
            decoding: Volumes.self, "{▸}")
    }

    @Test("A wrapper that stores more and does not conform is refused by name")
    func unsupported() {
        struct Model_: Model { @Noted var number: Int }
        expectUnsupported(Model_.self, naming: "Model_._number")
    }

    struct Nested: Model {
        @Shared @Clamped var both: Int
        @Indirect @Clamped var boxed: Int
        @Shared @Indirect var maybe: Int?
    }

    struct Noting: Model {
        @Noted var count: Int
        static let mapping = Mapping(
            .transform(
                \Noting._count, by: Transform({ (count: Int) in Noted(wrappedValue: count) }, encode: \.wrappedValue)))
    }

    @Test("A transform can make one that does not conform; the key is the property's name")
    func transformed() throws {
        let noting = try decodeEveryWay(Noting.self, #"{"_count":1,"count":2}"#) { $0.count }
        #expect(noting.count == 2)
        #expect(try ModelEncoder().encodeText(noting) == #"{"count":2}"#)
    }

    @propertyWrapper
    struct Written: Codable { var wrappedValue: Int }

    @propertyWrapper
    struct Read: ModelScalar {
        var wrappedValue: JSONScalar
        init(scalar: JSONScalar) { wrappedValue = scalar }
        var scalar: JSONScalar { wrappedValue }
    }

    struct Counts: Model {
        @Written var written: Int
        @Plain var plain: Int
        @Read var read: JSONScalar
    }

    @Test("So it is for one that a decoder's transforms make, and for a scalar")
    func keysWithoutUnderscore() throws {
        let set = TransformSet(
            Transform({ (count: Int) in Written(wrappedValue: count) }, encode: \.wrappedValue),
            Transform({ (count: Int) in Plain(wrappedValue: count) }, encode: \.wrappedValue))
        var (decoder, encoder) = (ModelDecoder(), ModelEncoder())
        (decoder.transforms, encoder.transforms) = (set, set)
        let json = #"{"written":1,"plain":2,"read":3}"#
        let counts = try decodeEveryWay(Counts.self, json, decoder: decoder) { "\($0)" }
        #expect(try encoder.encodeText(counts) == json)
    }

    struct Backed: Model {
        var _boxed: Indirect<Int>
        var boxed: Int
        var _read: Read
        var read: Int
    }

    class Hiding: DefaultedModel {
        private final var boxed = 1
        required init() {}
    }
    final class Showing: Hiding { @Indirect var boxed = 2 }

    @Test("A property with an underscore beside one without is not wrapped, unless a superclass stores that one")
    func besideTheNameWithoutUnderscore() throws {
        let json = #"{"_boxed":1,"boxed":2,"_read":3,"read":4}"#
        let backed = try decodeEveryWay(Backed.self, json) { "\($0._boxed.wrappedValue) \($0._read) \($0.boxed)" }
        #expect(try ModelEncoder().encodeText(backed) == json)
        expectDecoded(Showing.self, #"{"boxed":5}"#, as: 5) { $0.boxed }
    }

    @Test("Wrappers nest, and an Optional in the innermost may be absent or null")
    func nested() {
        func parts(_ model: Nested) -> [Int?] { [model.both, model.boxed, model.maybe] }
        expectDecoded(Nested.self, #"{"both":-1,"boxed":11,"maybe":3}"#, as: [0, 10, 3], comparing: parts)
        expectDecoded(Nested.self, #"{"both":-1,"boxed":11,"maybe":null}"#, as: [0, 10, nil], comparing: parts)
        expectDecoded(Nested.self, #"{"both":-1,"boxed":11}"#, as: [0, 10, nil], comparing: parts)
    }

    // MARK: - Indirect

    struct Status: Model, Hashable {
        var text: String
        @Indirect var retweeted: Status?
        @Indirect var quoted: Status?
    }

    struct Tree: Model, Hashable {
        @Indirect var left: Tree?
        var value: Int
        @Indirect var right: Tree?
    }

    @Test("@Indirect lets a struct contain itself; absent and null values are nil")
    func indirect() throws {
        let status = try decodeEveryWay(
            Status.self, #"{"text":"a","retweeted":{"text":"b","quoted":null,"retweeted":{"text":"c"}}}"#)
        let expected = Status(
            text: "a",
            retweeted: Status(text: "b", retweeted: Status(text: "c", retweeted: nil, quoted: nil), quoted: nil),
            quoted: nil)
        #expect(status == expected)
        expectErrorAtMark(
            .missingKeys, path: "$.retweeted.retweeted", missing: ["text"], decoding: Status.self,
            #"{"text":"a","retweeted":{"retweeted":{  ▸}}}"#)
    }

    @Test("Recursive structs are decoded to any shape within the depth limit")
    func trees() throws {
        let tree = try decodeEveryWay(
            Tree.self, #"{"value":2,"left":{"value":1,"left":null},"right":{"value":3,"right":{"value":4}}}"#)
        #expect(tree.left?.value == 1 && tree.left?.left == nil)
        #expect(tree.right?.right?.value == 4 && tree.right?.left == nil)

        let depth = ParserLimits().depth
        let json =
            (0..<depth).map { "{\"value\":\($0),\"left\":" }.joined() + "null" + String(repeating: "}", count: depth)
        var link = try decodeEveryWay(Tree.self, json, cuts: Cuts(chunkSizes: [7, 1_000]))
        var values = [link.value]
        while let next = link.left {
            values.append(next.value)
            link = next
        }
        #expect(values == Array(0..<depth))
    }

    @Test("@Indirect boxes values of any kind")
    func indirectValues() throws {
        struct Boxes: Model {
            @Indirect var number: Int
            @Indirect var list: [String]
            @Indirect var dictionary: [String: Point]
            @Indirect var any: JSONValue
        }
        let boxes = try decodeEveryWay(
            Boxes.self, #"{"any":[null],"dictionary":{"a":{"x":1,"y":2}},"number":7,"list":["a"]}"#
        ) { "\($0.number) \($0.list) \($0.dictionary) \($0.any)" }
        #expect(boxes.number == 7)
        #expect(boxes.list == ["a"])
        #expect(boxes.dictionary == ["a": Point(x: 1, y: 2)])
        #expect(boxes.any == [nil])
    }

    @Test("A wrapper may be the type of a plain property, of an element, of the document")
    func elsewhere() throws {
        struct Holder: Model { var boxed: Indirect<Int?>; var clamped: Clamped }
        expectDecoded(Holder.self, #"{"clamped":12}"#, as: [nil, 10]) {
            [$0.boxed.wrappedValue, $0.clamped.wrappedValue]
        }
        let list = try decodeEveryWay([Indirect<Point?>].self, #"[{"x":1,"y":2},null]"#)
        #expect(list.map(\.wrappedValue) == [Point(x: 1, y: 2), nil])
        #expect(try decodeEveryWay(Indirect<String>.self, #""a""#).wrappedValue == "a")
    }

    @Test("Whether a type can be contained does not depend on the order of its properties")
    func orderOfProperties() {
        struct Before: Model { var plain: Plain<Int>; @Plain var wrapped: Int }
        struct After: Model { @Plain var wrapped: Int; var plain: Plain<Int> }
        let outcomes = [isDecodable(Before.self), isDecodable(After.self)]
        #expect(outcomes[0] == outcomes[1])
    }

    private func isDecodable<Value>(_ type: Value.Type) -> Bool {
        (try? ModelDecoder().prepare(type)) != nil
    }

    /// A wrapper whose value contains wrappers of the same type.
    struct Folder: ModelWrapper, Equatable { var wrappedValue: [String: Folder?] }

    @Test("A wrapper may contain itself in its value")
    func recursiveWrapper() async throws {
        // In a process of its own: an incomplete table must not survive.
        await #expect(processExitsWith: .success) {
            let folder = try ModelDecoder().decode(Folder.self, from: #"{"a":{"b":null,"c":{}},"d":null}"#)
            let expected = Folder(wrappedValue: [
                "a": Folder(wrappedValue: ["b": nil, "c": Folder(wrappedValue: [:])]), "d": nil,
            ])
            try #require(folder == expected)
        }
    }

    // MARK: - Defaults

    struct Settings: DefaultedModel {
        @Clamped var volume = 7
        @Plain var name = "none"
        @Indirect var note: String? = "a note"
        @Indirect var next: Settings?
    }

    @Test("An absent wrapped property takes the value of init()")
    func defaulted() throws {
        let settings = try decodeEveryWay(Settings.self, #"{"next":{"volume":20}}"#) { "\($0)" }
        #expect(settings.volume == 7 && settings.name == "none" && settings.next?.volume == 10)
        #expect(settings.next?.next == nil)
    }

    @Test("If null means the default, it does for a wrapped property")
    func nullForDefault() throws {
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        let json = #"{"volume":null,"name":null,"note":null}"#
        let settings = try decodeEveryWay(Settings.self, json, decoder: decoder) { "\($0)" }
        #expect(settings.volume == 7 && settings.name == "none" && settings.note == nil, "an Optional takes the null")
    }
}
