import Testing

@testable import Yodel

@Suite("One key for several properties")
struct MappingSharingTests {
    struct Scalars: Model, Equatable {
        var number: Int
        var precise: JSONNumber?
        var any: JSONValue
        var ratio: Double?
        var raw: RawJSON
        static let mapping = Mapping(
            .map(\Scalars.number, to: "n"), .map(\Scalars.precise, to: "n"), .map(\Scalars.any, to: "n"),
            .map(\Scalars.ratio, to: "n"), .map(\Scalars.raw, to: "n"))
    }

    @Test("Every property gets the scalar, each as its own type")
    func scalars() throws {
        let model = try decodeEveryWay(Scalars.self, #"{"n": 1.00 }"#)
        #expect(model.number == 1 && model.precise?.text == "1.00" && model.any == 1 && model.ratio == 1)
        #expect(model.raw.text == "1.00" && model.any.description == "1.00")
        expectErrorAtMark(
            .typeMismatch, path: "$.n", expected: "Int", found: #"the string "1""#, decoding: Scalars.self,
            #"{"n": ▸"1"}"#)
        expectErrorAtMark(.inexactNumber, path: "$.n", decoding: Scalars.self, "{\n\"n\":▸1.5}")
        expectErrorAtMark(.missingKeys, path: "$", missing: ["n", "n", "n"], decoding: Scalars.self, "{▸}")
    }

    struct Containers: Model, Equatable {
        var point: Point
        var any: JSONValue
        var raw: RawJSON
        var dictionary: [String: Int]
        var x: Int8?
        var after: [Int]
        static let mapping = Mapping(
            .map(\Containers.point, to: "p"), .map(\Containers.any, to: "p"), .map(\Containers.raw, to: "p"),
            .map(\Containers.dictionary, to: "p"), .map(\Containers.x, to: "p.x"))
    }

    @Test("Every property gets the object, and one gets a part of it by a path")
    func containers() {
        let json = #"{"p": { "x" : 1, "y":2,"z":3 } ,"after":[4]}"#
        let expected = Containers(
            point: Point(x: 1, y: 2), any: ["x": 1, "y": 2, "z": 3],
            raw: RawJSON(uncheckedBytes: Array(#"{ "x" : 1, "y":2,"z":3 }"#.utf8)),
            dictionary: ["x": 1, "y": 2, "z": 3], x: 1, after: [4])
        expectDecoded(Containers.self, json, as: expected)
        expectDecoded([Containers].self, "[\(json),\n\(json)]", as: [expected, expected])
    }

    @Test("Every property gets the array")
    func arrays() throws {
        struct Arrays: Model, Equatable {
            var list: [Point]
            var raw: [RawJSON]
            var any: [JSONValue]
            static let mapping = Mapping(.map(\Arrays.raw, to: "list"), .map(\Arrays.any, to: "list"))
        }
        let arrays = try decodeEveryWay(Arrays.self, #"{"list": [{"x": 1,"y":2}, {"y":4, "x":3, "z": [[]]}]}"#)
        #expect(arrays.list == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
        #expect(arrays.raw.map(\.text) == [#"{"x": 1,"y":2}"#, #"{"y":4, "x":3, "z": [[]]}"#])
        #expect(arrays.any == [["x": 1, "y": 2], ["y": 4, "x": 3, "z": [[]]]])
    }

    @Test("Each property takes null in its own way")
    func nulls() {
        struct Loose: Model, Equatable {
            var a: Int?
            var b: JSONValue
            var c: RawJSON?
            static let mapping = Mapping(.map(\Loose.b, to: "a"), .map(\Loose.c, to: "a"))
        }
        expectDecoded(#"{"a": null}"#, as: Loose(a: nil, b: .null, c: nil))
        expectErrorAtMark(
            .nullValue, path: "$.n", expected: "Int", found: "null", decoding: Scalars.self, #"{"n":▸null}"#)
    }

    @Test("Depth is counted once")
    func depth() {
        let decoder = ModelDecoder.with { $0.limits.depth = 3 }
        struct Deep: Model, Equatable {
            var a: [[Int]]
            var b: JSONValue
            static let mapping = Mapping(.map(\Deep.b, to: "a"))
        }
        expectDecoded(#"{"a": [[1]]}"#, as: Deep(a: [[1]], b: [[1]]), decoder: decoder)
        expectErrorAtMark(.depthLimit, path: "$.a", decoding: Deep.self, #"{"a": [[1, ▸[]]]}"#, decoder: decoder)
    }

    private final class Chain: DefaultedModel {
        var next: Chain?
        var raw: RawJSON?
        init() {}
        static let mapping = Mapping(.map(\Chain.raw, to: "next"))
    }

    /// In a debug build, a stack of 512 KB ended at 70 levels.
    @Test("Values that are read again within each other do not use up the stack", arguments: Parser.all)
    func deepStack(parser: Parser) throws {
        let json = String(repeating: #"{"next": "#, count: 500) + "{}" + String(repeating: "}", count: 500)
        let tree = try ModelDecoder().decode(JSONValue.self, from: json)
        let decoder = ModelDecoder.with {
            $0.parser = parser
            $0.limits.replays = .max
        }
        let codes = [128 << 10, 512 << 10, 64 << 20].map { size in
            onStack(of: size) {
                [
                    modelError { try decoder.decode(Chain.self, from: json) }?.code,
                    modelError { try decoder.decode(Chain.self, from: tree) }?.code,
                ]
            }
        }
        #expect(codes[0] == [.depthLimit, .depthLimit])
        #expect(codes[1].allSatisfy { $0 == nil || $0 == .depthLimit })
        #expect(codes[2] == [nil, nil])
    }

    @Test("An error in a shared value has its place in the document")
    func errors() {
        expectErrorAtMark(
            .typeMismatch, path: "$.p.y", expected: "Int", found: #"the string "2""#, decoding: Containers.self,
            "{\"after\":[],\n\"p\":{\"x\":1,\n\"y\": ▸\"2\",\n\"z\":3}\n,\"more\":\n1}")
        expectErrorAtMark(
            .missingKeys, path: "$.p", missing: ["y"], decoding: Containers.self, "{\"p\":{\n\"x\":1\n▸}\n}")
        expectErrorAtMark(
            .numberOutOfRange, path: "$.p.x", expected: "Int8?", decoding: Containers.self,
            "{\"p\":{\"y\":2,\n\"x\":▸300\n}\n}")
        expectErrorAtMark(.typeMismatch, path: "$.p", decoding: Containers.self, "{\n\"p\":▸[1]}")
        expectErrorAtMark(.unexpectedEnd, path: "$.p", decoding: Containers.self, "{\n\"p\":{\"x\":▸")
        expectErrorAtMark(.invalidNumber, path: "$.p", decoding: Containers.self, "{\n\"p\":{\"x\":▸01}}")
    }

    struct Author: Model, Equatable {
        var full: JSONValue?
        var name: String?
        var city: String?
        var id: Int
        static let mapping = Mapping(
            .map(\Author.full, to: "author"), .map(\Author.name, to: "author.name"),
            .map(\Author.city, to: "author.home.city"), .map(\Author.id, to: "author.id"))
    }

    @Test("A property may have the whole and others its parts; null is null for the whole and absent for the parts")
    func wholeAndParts() throws {
        let json = #"{"author":{"home":{"city":"c","x":[]},"id":7,"name":"n"}}"#
        let author = try decodeEveryWay(Author.self, json)
        #expect(author.name == "n" && author.city == "c" && author.id == 7)
        #expect(author.full?.description == #"{"home":{"city":"c","x":[]},"id":7,"name":"n"}"#)
        expectErrorAtMark(.missingKeys, path: "$", missing: ["author.id"], decoding: Author.self, #"{"author":null▸}"#)
        expectErrorAtMark(
            .typeMismatch, path: "$.author.home", decoding: Author.self, "{\"author\":{\"home\":\n▸1,\"id\":1}\n}")
    }

    @Test("A value that is no object is refused on the path to the parts, as without the whole")
    func wholeIsNoObject() {
        for literal in JSONLiteral.all(but: .object) {
            expectErrorAtMark(
                .typeMismatch, path: "$.author", expected: "an object", found: literal.found, decoding: Author.self,
                #"{"author": ▸\#(literal.json)}"#)
        }
    }

    struct Ranked: Model, Equatable {
        var first: String
        var second: String?
        static let mapping = Mapping(.map(\Ranked.first, to: "a", "b"), .map(\Ranked.second, to: "b", "a"))
    }

    @Test("Properties that share keys each have their own ranks")
    func ranks() {
        expectDecoded(#"{"a":"1","b":"2"}"#, as: Ranked(first: "1", second: "2"))
        expectDecoded(#"{"b":"2","a":"1"}"#, as: Ranked(first: "1", second: "2"))
        expectDecoded(#"{"b":"2"}"#, as: Ranked(first: "2", second: "2"))
        expectDecoded(#"{"b":null,"a":"1"}"#, as: Ranked(first: "1", second: "1"))
        expectDecoded(#"{"a":"1","b":null}"#, as: Ranked(first: "1", second: "1"))
        expectErrorAtMark(.nullValue, path: "$.b", decoding: Ranked.self, "{\"b\":▸null,\n\"a\":\nnull}")
    }

    struct RankedContainers: Model, Equatable {
        var first: Point?
        var second: JSONValue
        var third: [String: Int]
        var raw: RawJSON
        static let mapping = Mapping(
            .map(\RankedContainers.first, to: "a", "b"), .map(\RankedContainers.second, to: "b", "a"),
            .map(\RankedContainers.third, to: "a", "b", "c"), .map(\RankedContainers.raw, to: "b"))
    }

    @Test("The same for properties that share objects")
    func ranksOfContainers() throws {
        let a = #""a":{"x":1,"y":2}"#, b = #""b":{"x":3,"y":4 }"#
        let both = RankedContainers(
            first: Point(x: 1, y: 2), second: ["x": 3, "y": 4], third: ["x": 1, "y": 2],
            raw: RawJSON(uncheckedBytes: Array(#"{"x":3,"y":4 }"#.utf8)))
        expectDecoded(RankedContainers.self, "{\(a),\(b)}", as: both)
        expectDecoded(RankedContainers.self, "{\(b),\(a)}", as: both)
        let one = try decodeEveryWay(RankedContainers.self, "{\"a\":null,\(b)}")
        #expect(one.first == Point(x: 3, y: 4) && one.third == ["x": 3, "y": 4] && one.second == ["x": 3, "y": 4])
        expectErrorAtMark(.missingKeys, path: "$.b", decoding: RankedContainers.self, "{\(a),\n\"b\":{\"x\":3▸}}")
        expectErrorAtMark(.missingKeys, path: "$.b", decoding: RankedContainers.self, "{\"b\":{\"x\":3▸}\n,\(a)}")
    }

    @Test("Of a duplicate shared key, every property has the last value")
    func duplicates() throws {
        let json = #"{"p":{"x":0,"y":0},"after":[],"p":{"x":1,"y":2}}"#
        let model = try decodeEveryWay(Containers.self, json)
        #expect(model.point == Point(x: 1, y: 2) && model.any == ["x": 1, "y": 2] && model.x == 1)
        #expect(model.raw.text == #"{"x":1,"y":2}"# && model.dictionary == ["x": 1, "y": 2])
        var decoder = ModelDecoder()
        decoder.duplicateKeys = .first
        let first = try decodeEveryWay(Containers.self, json, decoder: decoder)
        #expect(first.point == Point(x: 0, y: 0) && first.any == ["x": 0, "y": 0] && first.x == 0)
        decoder.duplicateKeys = .error
        expectErrorAtMark(
            .duplicateKey, path: "$.p", decoding: Containers.self,
            #"{"p":{"x":0,"y":0},▸"p":{"x":1,"y":2},"after":[]}"#, decoder: decoder)
    }

    @Test("A key is there once where one of its properties has the value of another key")
    func duplicatesOfRankedKeys() {
        struct Two: Model, Equatable {
            var any: JSONValue?
            var id: Int
            static let mapping = Mapping(.map(\Two.any, to: "any", "p"), .map(\Two.id, to: "p.id"))
        }
        let decoder = ModelDecoder.with { $0.duplicateKeys = .error }
        for json in [#"{"any":1,"p":{"id":2}}"#, #"{"p":{"id":2},"any":1}"#] {
            expectDecoded(json, as: Two(any: 1, id: 2), decoder: decoder)
        }
        for json in [#"{"any":1,"p":{"id":2},▸"p":{"id":3}}"#, #"{"p":{"id":2},"any":1,▸"p":null}"#] {
            expectErrorAtMark(.duplicateKey, path: "$.p", decoding: Two.self, json, decoder: decoder)
        }
    }

    struct Outer: Model, Equatable {
        var inner: Inner
        var raw: RawJSON
        var list: [JSONValue]?
        static let mapping = Mapping(
            .map(\Outer.inner, to: "o"), .map(\Outer.raw, to: "o"), .map(\Outer.list, to: "o.i.list"))

        struct Inner: Model, Equatable {
            var any: JSONValue
            var text: RawJSON
            var model: Model2
            static let mapping = Mapping(
                .map(\Inner.any, to: "i"), .map(\Inner.text, to: "i"), .map(\Inner.model, to: "i"))
        }

        struct Model2: Model, Equatable { var list: [RawJSON] }
    }

    @Test("Shared keys inside shared keys, with raw JSON in all of them")
    func nested() throws {
        let json = "{\"o\" : { \"i\" :{\"list\": [1 , [ 2 ],\"\\u0061\"] } } }"
        let outer = try decodeEveryWay(Outer.self, json)
        #expect(outer.raw.text == "{ \"i\" :{\"list\": [1 , [ 2 ],\"\\u0061\"] } }")
        #expect(outer.inner.text.text == "{\"list\": [1 , [ 2 ],\"\\u0061\"] }")
        #expect(outer.inner.model.list.map(\.text) == ["1", "[ 2 ]", "\"\\u0061\""])
        #expect(outer.inner.any == ["list": [1, [2], "a"]] && outer.list == [1, [2], "a"])
        expectErrorAtMark(.typeMismatch, path: "$.o.i.list", decoding: Outer.self, "{\"o\":{\n\"i\":{\"list\":▸{}}}\n}")
    }

    final class Object: DefaultedModel {
        var point: Point?
        var x = -1
        var raw: RawJSON?
        static let mapping = Mapping(
            .map(\Object.point, to: "p"), .map(\Object.x, to: "p.x"), .map(\Object.raw, to: "p"))
    }

    @Test("Classes share keys too, in lists longer than any buffer")
    func classes() throws {
        let json = "[" + (0..<300).map { #"{"p":{"x":\#($0),"y":2}},{"p":null},{}"# }.joined(separator: ",") + "]"
        let objects = try decodeEveryWay([Object].self, json, cuts: Cuts(chunkSizes: [7])) {
            $0.map { [$0.x, $0.point?.x ?? -2, $0.raw?.count ?? 0] }
        }
        #expect(objects.count == 900)
        for (index, object) in objects.enumerated() {
            let isPoint = index % 3 == 0
            #expect(object.x == (isPoint ? index / 3 : -1))
            #expect(object.point == (isPoint ? Point(x: index / 3, y: 2) : nil))
        }
    }
}
