import Testing

@testable import Yodel

@Suite("Paths in a mapping")
struct MappingPathTests {
    struct Song: Model, Equatable {
        var title: String
        var artist: String
        var year: Int?
        var label: String?
        var deep: Int?
        var meta: String?
        var rating: Double
        static let mapping = Mapping(
            .map(\Song.artist, to: "info.artist"), .map(\Song.year, to: "info.year"),
            .map(\Song.label, to: "info.record.label"), .map(\Song.deep, to: "a.b.c.d"),
            .map(\Song.rating, to: "rating"), .default(\Song.rating, 0.5))

        init(
            title: String = "t", artist: String = "a", year: Int? = nil, label: String? = nil, deep: Int? = nil,
            meta: String? = nil, rating: Double = 0.5
        ) {
            (self.title, self.artist, self.year, self.label) = (title, artist, year, label)
            (self.deep, self.meta, self.rating) = (deep, meta, rating)
        }
    }

    @Test("A path leads through nested objects, several into one of them, to any depth")
    func paths() {
        let json =
            #"{"title":"t","info":{"year":1999,"record":{"label":"l"},"artist":"a"},"a":{"b":{"c":{"d":4}}},"meta":"m"}"#
        expectDecoded(json, as: Song(year: 1999, label: "l", deep: 4, meta: "m"))
        let reversed = #"{"a":{"x":1,"b":{"c":{"y":[],"d":4,"z":{}}}},"info":{"artist":"a"},"rating":1,"title":"t"}"#
        expectDecoded(reversed, as: Song(deep: 4, rating: 1))
    }

    @Test("Other keys of an object on the path are unknown, and skipped")
    func siblings() {
        let json =
            #"{"info":{"title":"no","artist":"a","info":{"artist":"no"},"x":[{}]},"title":"t","artist":"no","year":1}"#
        expectDecoded(json, as: Song())
        expectErrorAtMark(
            .unknownKey, path: "$.info.title", decoding: Song.self, #"{"title":"t","info":{"artist":"a",▸"title":1}}"#,
            decoder: .with { $0.unknownKeys = .error })
    }

    @Test("If an object on the path is absent or null, so are the properties in it")
    func absentGroups() {
        for json in [
            #"{"title":"t","info":{"artist":"a"}}"#, #"{"title":"t","info":{"artist":"a","record":null},"a":null}"#,
            #"{"title":"t","info":{"artist":"a","record":{}},"a":{}}"#,
            #"{"title":"t","info":{"artist":"a","record":{"label":null}},"a":{"b":{"c":null}}}"#,
        ] {
            expectDecoded(json, as: Song())
        }
        for json in [#"{"title":"t"▸}"#, #"{"title":"t","info":null▸}"#, #"{"info":{"x":{"artist":""}},"title":"t"▸}"#]
        {
            expectErrorAtMark(.missingKeys, path: "$", missing: ["info.artist"], decoding: Song.self, json)
        }
    }

    @Test("A value on the path must be an object, or it is refused")
    func wrongGroups() {
        for literal in JSONLiteral.all(but: .object) {
            expectErrorAtMark(
                .typeMismatch, path: "$.info", expected: "an object", found: literal.found, decoding: Song.self,
                #"{"title":"t","info": ▸\#(literal.json)}"#)
            expectErrorAtMark(
                .typeMismatch, path: "$.a.b.c", expected: "an object", found: literal.found, decoding: Song.self,
                "{\"a\":{\"b\":{\n\"c\":▸\(literal.json)}}}")
        }
    }

    @Test("A value that does not match is refused with its whole path")
    func wrongValues() {
        expectErrorAtMark(
            .typeMismatch, path: "$.info.record.label", expected: "String?", found: "an array", decoding: Song.self,
            "{\"info\":{\n\"record\":{\"label\":▸[]}}}")
        expectErrorAtMark(.nullValue, path: "$.info.artist", decoding: Song.self, #"{"info":{"artist":▸null}}"#)
        expectErrorAtMark(.numberOutOfRange, path: "$.a.b.c.d", decoding: Song.self, #"{"a":{"b":{"c":{"d":▸1e99}}}}"#)
    }

    @Test("An object on the path may be duplicated: the last value of each property counts")
    func repeatedGroups() throws {
        let json =
            #"{"info":{"artist":"x","year":1},"title":"t","info":{"artist":"a"},"a":{"b":{"c":{"d":1}}},"a":{"b":{"c":{"d":2}}}}"#
        let song = try decodeEveryWay(Song.self, json)
        #expect(song.artist == "a" && song.deep == 2)
        let decoder = ModelDecoder.with { $0.duplicateKeys = .first }
        let first = try decodeEveryWay(Song.self, json, decoder: decoder)
        #expect(first.artist == "x" && first.year == 1 && first.deep == 1)
    }

    @Test("A duplicate object on the path is an error if duplicate keys are")
    func repeatedGroupError() {
        expectErrorAtMark(
            .duplicateKey, path: "$.info", decoding: Song.self,
            #"{"info":{"artist":"x"},"title":"t",▸"info":{"year":1}}"#, decoder: .with { $0.duplicateKeys = .error })
    }

    @Test("A group in each element of a list, and values of other kinds in a group")
    func listsAndModels() {
        struct Holder: Model, Equatable {
            var songs: [Song]
            var point: Point
            var named: [String: Point?]
            var any: JSONValue
            var raw: RawJSON
            @Indirect var boxed: Int
            static let mapping = Mapping(
                .map(\Holder.songs, to: "data.items"), .map(\Holder.point, to: "data.point"),
                .map(\Holder.named, to: "data.more.named"), .map(\Holder.any, to: "data.any"),
                .map(\Holder.raw, to: "data.raw"), .map(\Holder._boxed, to: "data.boxed"))
        }
        let song = #"{"title":"t","info":{"artist":"a","year":7}}"#
        let json =
            #"{"data":{"more":{"named":{"p":{"x":1,"y":2},"q":null}},"items":[\#(song),\#(song)],"any":{"k":[]},"#
            + #""raw":[ 1 ],"point":{"y":2,"x":1},"boxed":3}}"#
        let expected = Holder(
            songs: [Song(year: 7), Song(year: 7)], point: Point(x: 1, y: 2), named: ["p": Point(x: 1, y: 2), "q": nil],
            any: ["k": []], raw: RawJSON(uncheckedBytes: Array("[ 1 ]".utf8)), boxed: 3)
        expectDecoded(Holder.self, json, as: expected, cuts: Cuts(everySplitBelow: 300))
        expectErrorAtMark(
            .missingKeys, path: "$.data.items[1]", missing: ["info.artist"], decoding: Holder.self,
            #"{"data":{"items":[\#(song),{"title":"t","info":{"year":1}▸}]}}"#)
        expectErrorAtMark(
            .typeMismatch, path: "$.data.items[0].info.year", decoding: Holder.self,
            #"{"data":{"items":[{"info":{"year":▸true}}]}}"#)
    }

    struct Literal: Model, Equatable {
        var dotted: Int
        var path: Int?
        var leading: Int?
        var trailing: Int?
        var double: Int?
        var spelled: Int?
        static let mapping = Mapping(
            .map(\Literal.dotted, to: .literal("a.b")), .map(\Literal.path, to: "a.b"),
            .map(\Literal.leading, to: ".ext"), .map(\Literal.trailing, to: "a."), .map(\Literal.double, to: "a..b"),
            .map(\Literal.spelled, to: MappedKey(path: ["a", "c.d", ""])))
    }

    @Test("A dot is part of a key if marked as literal, or if a part would be empty")
    func literalDots() {
        let json = #"{"a.b":1,"a":{"b":2,"c.d":{"":6}},".ext":3,"a.":4,"a..b":5}"#
        expectDecoded(json, as: Literal(dotted: 1, path: 2, leading: 3, trailing: 4, double: 5, spelled: 6))
        expectErrorAtMark(
            .typeMismatch, path: #"$.a["c.d"][""]"#, expected: "Int?", decoding: Literal.self,
            #"{"a":{"c.d":{"":▸[]}}}"#)
        expectErrorAtMark(.missingKeys, path: "$", missing: ["a.b"], decoding: Literal.self, #"{"a":{"b":2}▸}"#)
    }

    @Test("A key's description shows all steps, also an empty key at the beginning")
    func descriptions() {
        #expect(MappedKey("a.b[0][1].c").description == "a.b[0][1].c")
        #expect(MappedKey(path: ["", "a", ""]).description == ".a.")
        #expect(MappedKey.literal("").description == "")
    }

    struct Mixed: Model, Equatable {
        var value: String?
        var other: Int
        static let mapping = Mapping(.map(\Mixed.value, to: "a.x", "b", "a.y.z"), .map(\Mixed.other, to: "a.y.o", "o"))
    }

    @Test("Paths rank like keys, in every order of the document")
    func ranked() throws {
        let best = #""a":{"x":"1"}"#, second = #""b":"2""#, third = #""a":{"y":{"z":"3"}}"#, other = #""o":7"#
        func value(_ members: String...) throws -> String? {
            try decodeEveryWay(Mixed.self, "{\(members.joined(separator: ","))}").value
        }
        #expect(try value(third, other) == "3")
        #expect(try value(third, second, other) == "2")
        #expect(try value(second, third, other) == "2")
        #expect(try value(second, other, best) == "1")
        #expect(try value(best, second, other) == "1")
        #expect(try value(third, best, other) == "1")
        #expect(try value(best, third, other) == "1")
        #expect(try value(other, #""a":{"x":null,"y":{"z":"3"}}"#) == "3")
        #expect(try value(other, #""a":{"y":{"z":"3","o":8},"x":null}"#, #""b":null"#) == "3")
        #expect(try value(other, #""a":null"#, #""b":null"#) == nil)
        #expect(try decodeEveryWay(Mixed.self, #"{"o":1,"a":{"y":{"o":2}}}"#).other == 2)
        #expect(try decodeEveryWay(Mixed.self, #"{"a":{"y":{"o":null}},"o":1}"#).other == 1)
        expectErrorAtMark(
            .nullValue, path: "$.a.y.o", decoding: Mixed.self, "{\"a\":{\"y\":{\"o\":▸null}},\n\n\"b\":\"\"}")
    }

    final class Object: DefaultedModel {
        var name = "n"
        var list: [String] = ["initial"]
        var count: Int128 = 1
        static let mapping = Mapping(
            .map(\Object.name, to: "a.name"), .map(\Object.list, to: "a.list", "list"),
            .map(\Object.count, to: "b.c.count"))
    }

    @Test("Paths lead to properties of classes, and to ones with defaults")
    func classes() {
        func parts(_ object: Object) -> [String] { [object.name, "\(object.list)", "\(object.count)"] }
        let json =
            #"{"list":["b"],"a":{"list":["a, and longer than fifteen bytes"],"name":"m"},"b":{"c":{"count":-5}}}"#
        expectDecoded(Object.self, json, as: ["m", #"["a, and longer than fifteen bytes"]"#, "-5"], comparing: parts)
        expectDecoded(Object.self, #"{"a":null,"b":{}}"#, as: ["n", #"["initial"]"#, "1"], comparing: parts)
    }

    @Test("A path goes as deep as the depth limit")
    func deepPath() {
        struct Deep: Model {
            var value: Int
            static let mapping = Mapping(.map(\Deep.value, to: MappedKey(path: Array(repeating: "k", count: 40))))
        }
        let json = String(repeating: #"{"k":"#, count: 40) + "1" + String(repeating: "}", count: 40)
        expectDecoded(Deep.self, json, as: 1) { $0.value }
        expectErrorAtMark(
            .depthLimit, path: "$" + String(repeating: ".k", count: 39), decoding: Deep.self,
            String(repeating: #"{"k":"#, count: 39) + #"▸{"k":1}"# + String(repeating: "}", count: 39),
            decoder: .with { $0.limits.depth = 39 })
    }
}
