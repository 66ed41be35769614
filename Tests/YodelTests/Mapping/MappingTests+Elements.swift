import Testing

@testable import Yodel

@Suite("Paths through arrays")
struct ElementPathTests {
    struct First: Model, Equatable {
        var name: String
        var id: Int?
        var second: Bool?
        var corner: Double?
        static let mapping = Mapping(
            .map(\First.name, to: "items[0].name"), .map(\First.id, to: "items[0].id"),
            .map(\First.second, to: "items[1]"), .map(\First.corner, to: "grid[1][2]"))
    }

    @Test("An index leads to an element, and the path continues from there; unused elements are skipped")
    func elements() throws {
        expectRoundTrip(
            First(name: "a", id: 7, second: true, corner: 1.5),
            #"{"items":[{"name":"a","id":7},true],"grid":[null,[null,null,1.5]]}"#)
        let json =
            #"{"grid":[[[]],["x",{"y":[1,{}]},1.5,3],4],"items":[{"id":7,"x":[[]],"name":"a"},true,[1,{"a":"]"}],"s"]}"#
        expectDecoded(json, as: First(name: "a", id: 7, second: true, corner: 1.5))
        #expect(try decodeEveryWay([First].self, "[\(json),\(json)]", cuts: Cuts(chunkSizes: [1, 5])).count == 2)
    }

    @Test("An index beyond the array is absent, and so is one in an array that is null or absent")
    func beyond() {
        expectRoundTrip(
            First(name: "a"), #"{"items":[{"name":"a"}],"grid":[]}"#, writtenAs: #"{"items":[{"name":"a"}]}"#)
        expectRoundTrip(
            First(name: "a"), #"{"items":[{"name":"a","id":null},null],"grid":[[],null]}"#,
            writtenAs: #"{"items":[{"name":"a"}]}"#)
        for json in ["{▸}", #"{"items":null▸}"#, #"{"items":[]▸}"#, #"{"items":[null,true]▸}"#] {
            expectErrorAtMark(.missingKeys, path: "$", missing: ["items[0].name"], decoding: First.self, json)
        }
    }

    @Test("Errors have the index in their path; a value that is no array is refused")
    func errors() {
        expectErrorAtMark(.typeMismatch, path: "$.items[1]", decoding: First.self, "{\"items\":[{\"name\":\"\"},\n▸1]}")
        expectErrorAtMark(.typeMismatch, path: "$.grid[1][2]", decoding: First.self, #"{"grid":[0,[0,{},▸"x"]]}"#)
        expectErrorAtMark(
            .typeMismatch, path: "$.items", expected: "an array", found: "an object", decoding: First.self,
            #"{"items":▸{}}"#)
        expectErrorAtMark(
            .typeMismatch, path: "$.grid[1]", expected: "an array", decoding: First.self, #"{"grid":[1,▸2]}"#)
        expectErrorAtMark(
            .typeMismatch, path: "$.items[0]", expected: "an object", decoding: First.self, #"{"items":[▸[]]}"#)
        expectErrorAtMark(.unexpectedToken, path: "$.grid[2]", decoding: First.self, #"{"grid":[0,[0],[1,▸}]}"#)
        expectErrorAtMark(.invalidNumber, path: "$.grid[0]", decoding: First.self, #"{"grid":[▸01]}"#)
        expectErrorAtMark(.unexpectedEnd, path: "$.items[0].name", decoding: First.self, #"{"items":[{"name":"# + "▸")
    }

    @Test("The depth limit counts skipped values")
    func depth() {
        let decoder = ModelDecoder.with { $0.limits.depth = 3 }
        expectErrorAtMark(.depthLimit, path: "$.grid[0]", decoding: First.self, #"{"grid":[[▸[]]]}"#, decoder: decoder)
    }

    struct Shared: Model, Equatable {
        var all: [Int]
        var first: Int
        var any: JSONValue?
        var firstAgain: String?
        static let mapping = Mapping(
            .map(\Shared.all, to: "list"), .map(\Shared.first, to: "list[0]"), .map(\Shared.any, to: "list[1]"),
            .conversions(\Shared.firstAgain, .lenient), .map(\Shared.firstAgain, to: "list[0]"))
    }

    @Test("The whole array and its elements, and one element for several properties")
    func shared() {
        expectDecoded(#"{"list":[5, 6 ,7]}"#, as: Shared(all: [5, 6, 7], first: 5, any: 6, firstAgain: "5"))
        expectErrorAtMark(.typeMismatch, path: "$.list[2]", decoding: Shared.self, #"{"list":[5,6,▸"7"]}"#)
        expectErrorAtMark(.typeMismatch, path: "$.list", decoding: Shared.self, #"{"list":▸{}}"#)
        #expect(refusal(encoding: Shared(all: [], first: 1)).contains(#""list", where first needs an array"#))
    }

    struct Objects: Model, Equatable {
        var one: Point?
        var same: JSONValue?
        var x: Int?
        var two: [Point]?
        static let mapping = Mapping(
            .map(\Objects.one, to: "a[1]"), .map(\Objects.same, to: "a[1]"), .map(\Objects.x, to: "a[1].x"),
            .map(\Objects.two, to: "a[2].p", "b[0]"))
    }

    @Test("Objects as elements for several properties, aliases with indices")
    func objects() {
        let json = #"{"b":[[{"x":5,"y":6}]],"a":[[1],{"x":1,"y":2},{"p":null}, 4]}"#
        expectDecoded(
            json, as: Objects(one: Point(x: 1, y: 2), same: ["x": 1, "y": 2], x: 1, two: [Point(x: 5, y: 6)]))
        let better = #"{"a":[0,null,{"p":[]}],"b":[[{"x":5,"y":6}]]}"#
        expectDecoded(better, as: Objects(two: []))
        expectErrorAtMark(.missingKeys, path: "$.a[1]", decoding: Objects.self, #"{"a":[0,{"x":1▸}]}"#)
    }

    @Test("In a duplicate array the last value of each element counts, or the first, or it is an error")
    func duplicates() {
        let json = #"{"items":[{"name":"a","id":1},true],"items":[{"name":"b"}]}"#
        expectDecoded(json, as: First(name: "b", id: 1, second: true))
        expectDecoded(json, as: First(name: "a", id: 1, second: true), decoder: .with { $0.duplicateKeys = .first })
        expectErrorAtMark(
            .duplicateKey, path: "$.items", decoding: First.self, #"{"items":[],▸"items":[]}"#,
            decoder: .with { $0.duplicateKeys = .error })
        let folded = ModelDecoder.with { $0.keys = .caseInsensitive }
        expectDecoded(#"{"ITEMS":[{"Name":"a"}]}"#, as: First(name: "a"), decoder: folded)
    }

    @Test("Elements that are updated, and ones that are skipped")
    func updates() throws {
        #expect(
            try updated(
                First(name: "a", id: 1, second: true, corner: 2), by: #"{"items":[{"id":null},false,{"x":[1]}]}"#)
                == First(name: "a", id: nil, second: false, corner: 2))
        struct Holder: Model, Equatable {
            var point: Point
            var next: Int?
            static let mapping = Mapping(.map(\Holder.point, to: "a[1]"), .map(\Holder.next, to: "a[2]"))
        }
        #expect(
            try updated(Holder(point: Point(x: 1, y: 2)), by: #"{"a":[0,{"x":5},7]}"#)
                == Holder(point: Point(x: 5, y: 2), next: 7))
    }

    @Test("Null and defaults: an element that does not take null is an error, or its default")
    func nulls() {
        struct Defaulted: DefaultedModel, Equatable {
            var a = 1
            var b = 2
            static let mapping = Mapping(.map(\Defaulted.a, to: "l[0]"), .map(\Defaulted.b, to: "l[1]", "m[1]"))
        }
        expectErrorAtMark(.nullValue, path: "$.l[0]", decoding: Defaulted.self, #"{"l":[▸null,5]}"#)
        expectErrorAtMark(.nullValue, path: "$.l[1]", decoding: Defaulted.self, #"{"l":[4,▸null]}"#)
        expectDecoded(#"{"l":[null,5]}"#, as: Defaulted(a: 1, b: 5), decoder: .with { $0.nulls = .useDefault })
        expectDecoded(#"{"m":[0,6],"l":[9,null]}"#, as: Defaulted(a: 9, b: 6))
    }

    @Test("Huge indices cost nothing: no array reaches them, and none is written for them")
    func hugeIndices() {
        struct Huge: Model, Equatable {
            var far: Int?
            var farther: Int?
            var near: Int?
            static let mapping = Mapping(
                .map(\Huge.far, to: "a[4000000000]"), .map(\Huge.farther, to: "a[99999999999999999999999]"),
                .map(\Huge.near, to: "a[1]"))
        }
        expectDecoded(#"{"a":[0,1,2]}"#, as: Huge(near: 1))
        #expect(refusal(encoding: Huge(near: 1)).contains("index"))
    }

    @Test("The syntax of paths: brackets with digits after a name, and nothing else")
    func syntax() {
        func steps(_ key: MappedKey) -> [JSONPath.Step] { key.steps }
        #expect(steps("a[0]") == [.key("a"), .index(0)])
        #expect(steps("a.b[1][20].c") == [.key("a"), .key("b"), .index(1), .index(20), .key("c")])
        #expect(steps("a[007]") == [.key("a"), .index(7)])
        for key in ["[0]", "a[]", "a[x]", "a[-1]", "a[0", "a]", "a[1]b", "a[x][0]", "[0][1]", "a[ 1]", "a[１]"] {
            #expect(steps(MappedKey(stringLiteral: key)) == [.key(key)])
        }
        #expect(steps(.literal("a[0]")) == [.key("a[0]")] && steps(MappedKey(path: ["a[0]", "b"])).count == 2)
        #expect("\(MappedKey("a.b[1][20].c"))" == "a.b[1][20].c")
        struct Literal: Model, Equatable {
            var value: Int
            static let mapping = Mapping(.map(\Literal.value, to: .literal("a[0]")))
        }
        expectRoundTrip(Literal(value: 1), #"{"a[0]":1}"#)
    }

    final class Object: DefaultedModel {
        var a: [Int]? = nil
        var b = Indirect(wrappedValue: 3)
        static let mapping = Mapping(.map(\Object.a, to: "l[3][1]"), .map(\Object.b, to: "l[0]"))
    }

    @Test("Elements in between are written as null, in classes too")
    func written() throws {
        let object = try decodeEveryWay(Object.self, #"{"l":[4,1,1,[0,[1,2]]]}"#) { $0.a }
        #expect(object.a == [1, 2] && object.b.wrappedValue == 4)
        #expect(try ModelEncoder().encodeText(object) == #"{"l":[4,null,null,[null,[1,2]]]}"#)
        object.a = nil
        #expect(try ModelEncoder().encodeText(object) == #"{"l":[4]}"#)
        var encoder = ModelEncoder()
        encoder.nils = .null
        encoder.layout = .pretty
        #expect(
            try encoder.encodeText(object)
                == "{\n  \"l\": [\n    4,\n    null,\n    null,\n    [\n      null,\n      null\n    ]\n  ]\n}")
        #expect(refusal(encoding: [object].map { $0 }).hasPrefix("written"))
    }
}
