import Testing

@testable import Yodel

@Suite("Properties made of several keys")
struct CompositionTests {
    struct Coordinate: Equatable, Sendable {
        var latitude: Double
        var longitude: Double
        /// Shows that it is destroyed as often as it is made.
        var name: String = "a coordinate whose name is on the heap"

        init(_ latitude: Double, _ longitude: Double) throws {
            guard abs(latitude) <= 90 else { throw OffTheMap() }
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    struct OffTheMap: Error {}

    struct Place: Model, Equatable {
        var name: String
        var coordinate: Coordinate
        var height: Int?
        static let mapping = Mapping(
            .compose(
                \Place.coordinate, from: "lat", "position.lon",
                by: { (lat: Double, lon: Double) in try Coordinate(lat, lon) }, back: { ($0.latitude, $0.longitude) }),
            .map(\Place.height, to: "position.height"))
    }

    @Test("Parts are found by their keys and paths, in any order, and written back to them")
    func places() throws {
        let place = Place(name: "Kew", coordinate: try Coordinate(51.5, -0.25), height: 7)
        expectRoundTrip(place, #"{"name":"Kew","lat":51.5,"position":{"lon":-0.25,"height":7}}"#)
        expectRoundTrip(
            place, #"{"position":{"height":7,"x":[],"lon":-0.25},"lat":51.5,"name":"Kew"}"#,
            writtenAs: #"{"name":"Kew","lat":51.5,"position":{"lon":-0.25,"height":7}}"#)
        let list =
            "["
            + Array(repeating: #"{"name":"Kew","lat":51.5,"position":{"lon":-0.25,"height":7}}"#, count: 300)
            .joined(separator: ",") + "]"
        expectDecoded([Place].self, list, as: Array(repeating: place, count: 300), cuts: Cuts(chunkSizes: [7]))
    }

    @Test("An Optional property is composed by the closure for its wrapped value")
    func valueOfAnOptional() {
        struct Label: Model, Equatable {
            var text: String?
            static let mapping = Mapping(
                .compose(\Label.text, from: "a", "b") { (first: Int, second: String?) in
                    second.map { "\(first)\($0)" } ?? "\(first)"
                } back: {
                    (
                        Int($0.prefix { $0.isNumber }) ?? 0,
                        $0.contains { $0.isLetter } ? String($0.drop { $0.isNumber }) : nil
                    )
                })
        }
        expectRoundTrip(Label(text: "1x"), #"{"a":1,"b":"x"}"#)
        expectRoundTrip(Label(text: "2"), #"{"a":2}"#)
        expectRoundTrip(Label(text: nil), "{}")
    }

    @Test("Missing parts are listed together with all other missing keys")
    func missing() {
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["name", "lat"], decoding: Place.self, #"{"position":{"lon":1}▸}"#)
        expectErrorAtMark(
            .missingKeys, path: "$[1]", missing: ["name", "lat", "position.lon"], decoding: [Place].self,
            "[{\"name\":\"a\",\"lat\":1,\"position\":{\"lon\":1}},{\n▸}]")
        expectErrorAtMark(.nullValue, path: "$.lat", decoding: Place.self, #"{"name":"","lat":▸null}"#)
        expectErrorAtMark(.typeMismatch, path: "$.position.lon", decoding: Place.self, #"{"position":{"lon":▸"1"}}"#)
        expectErrorAtMark(
            .missingKeys, path: "$", decoding: Place.self, #"{"name":"","lat":null,"position":{"lon":1}▸}"#,
            decoder: .with { $0.nulls = .useDefault })
    }

    @Test("A part that does not fit is not left out, but the object around it and elements of a part can be")
    func partsThatDoNotFit() {
        struct Sum: Model, Equatable {
            var total: Int?
            static let mapping = Mapping(
                .compose(\Sum.total, from: "first", "rest") { (first: Int?, rest: [Int]?) in
                    (rest ?? []).reduce(first ?? 0, +)
                })
        }
        struct Holder: Model, Equatable { var sum: Sum? }
        let decoder = ModelDecoder.with {
            $0.mismatches = .useDefault
            $0.badElements = .drop
        }
        expectErrorAtMark(.typeMismatch, path: "$.first", decoding: Sum.self, #"{"first":▸"x"}"#, decoder: decoder)
        expectErrorAtMark(.typeMismatch, path: "$.rest", decoding: Sum.self, #"{"rest":▸{}}"#, decoder: decoder)
        expectDecoded(Holder.self, #"{"sum":{"first":"x"}}"#, as: Holder(), decoder: decoder)
        expectDecoded([Sum].self, #"[{"first":1},{"first":"x"}]"#, as: [Sum(total: 1)], decoder: decoder)
        expectDecoded(Sum.self, #"{"first":1,"rest":[2,"x",3]}"#, as: Sum(total: 6), decoder: decoder)
    }

    @Test("An error of the closure has the place of the object's end")
    func throwing() {
        let error = expectErrorAtMark(
            .invalidValue, path: "$[0]", decoding: [Place].self,
            "[{\"lat\":91,\"name\":\"n\",\n\"position\":{\"lon\":1} ▸}]")
        #expect(error?.underlying is OffTheMap)
        #expect(error?.expected == #"Coordinate of "lat", "position.lon""#)
    }

    @Test("An absent part that a transform of the decoder refuses has the transform's error, at its key")
    func refusedPart() {
        enum Level { case low, high }
        struct Ranged: Model {
            var size: Int
            static let mapping = Mapping(
                .compose(\Ranged.size, from: "size", "p.level", by: { (size: Int, _: Level) in size }))
        }
        let levels = Transform<String?, String> { $0 ?? "none" }.then(.values(["lo": Level.low, "hi": .high]))
        let decoder = ModelDecoder.with { $0.transforms = TransformSet(levels) }
        expectDecoded(Ranged.self, #"{"size":1,"p":{"level":"hi"}}"#, as: 1, decoder: decoder) { $0.size }
        let error = expectErrorAtMark(
            .invalidValue, path: "$.p.level", expected: #"one of "lo", "hi""#, found: #""none""#, decoding: Ranged.self,
            #"{"size":1▸}"#, decoder: decoder)
        #expect(error?.underlying == nil)
    }

    @Test("Each duplicate policy applies to each part")
    func duplicates() throws {
        let json = #"{"lat":91,"lat":1,"name":"","position":{"lon":2,"lon":3}}"#
        #expect(try decodeEveryWay(Place.self, json).coordinate == Coordinate(1, 3))
        let first = #"{"lat":1,"lat":91,"name":"","position":{"lon":2,"lon":3},"lat":92}"#
        #expect(
            try decodeEveryWay(Place.self, first, decoder: .with { $0.duplicateKeys = .first }).coordinate
                == Coordinate(1, 2))
        expectErrorAtMark(
            .duplicateKey, path: "$.lat", decoding: Place.self, #"{"lat":1,▸"lat":1}"#,
            decoder: .with { $0.duplicateKeys = .error })
    }

    struct Optionals: Model, Equatable {
        var plain: Coordinate?
        var whole: String
        var fallback: String
        static let mapping = Mapping(
            .compose(
                \Optionals.plain, from: "a", "b", by: { (a: Double, b: Double) in try Coordinate(a, b) },
                back: { ($0.latitude, $0.longitude) }),
            .compose(
                \Optionals.whole, from: "first", "middle", "last",
                by: { (first: String?, middle: [String]?, last: String?) in
                    ([first].compactMap { $0 } + (middle ?? []) + [last].compactMap { $0 }).joined(separator: " ")
                },
                back: { text in
                    let words = text.split(separator: " ").map(String.init)
                    return (
                        words.first, words.count > 2 ? Array(words[1..<(words.count - 1)]) : nil,
                        words.count > 1 ? words.last : nil
                    )
                }),
            .compose(\Optionals.fallback, from: "x", "y", by: { (x: Int, y: Int) in "\(x)/\(y)" }),
            .default(\Optionals.fallback, "none"))
    }

    @Test("Without any part the property has its default or is nil; parts that are Optional may be absent")
    func optional() throws {
        let fallback = Optionals(plain: nil, whole: "", fallback: "none")
        expectDecoded(Optionals.self, "{}", as: fallback)
        expectDecoded(
            #"{"last":"c","first":"a","x":1,"y":2}"#, as: Optionals(plain: nil, whole: "a c", fallback: "1/2"))
        expectRoundTrip(
            Optionals(plain: try Coordinate(1, 2), whole: "a b c d", fallback: "none"),
            #"{"a":1,"b":2,"first":"a","middle":["b","c"],"last":"d"}"#)
        expectRoundTrip(
            Optionals(plain: nil, whole: "a", fallback: "none"), #"{"first":"a","middle":null}"#,
            writtenAs: #"{"first":"a"}"#)
        expectErrorAtMark(.missingKeys, path: "$", missing: ["b", "x"], decoding: Optionals.self, #"{"a":1,"y":0▸}"#)
    }

    @Test("With missingCollections = .empty, a part that is a collection is empty if it is absent, as if it is null")
    func absentCollections() throws {
        struct Box: Model, Equatable {
            var names: String
            var sizes: String?
            static let mapping = Mapping(
                .compose(\Box.names, from: "first", "rest") { (first: [String], rest: Indirect<Set<String>>) in
                    "\(first.count) \(rest.wrappedValue.count)"
                },
                .compose(\Box.sizes, from: "unit", "m.sizes") { (unit: String, sizes: [String: Int]) in
                    "\(sizes.count) \(unit)"
                })
        }
        let decoder = ModelDecoder.with { $0.missingCollections = .empty }
        expectDecoded("{}", as: Box(names: "0 0", sizes: nil), decoder: decoder)
        let both = Box(names: "1 0", sizes: "0 m")
        expectDecoded(#"{"first":["a"],"unit":"m"}"#, as: both, decoder: decoder)
        let nulls = #"{"first":["a"],"rest":null,"unit":"m","m":{"sizes":null}}"#
        expectDecoded(nulls, as: both, decoder: decoder)
        expectDecoded(
            nulls, as: both,
            decoder: .with {
                $0.missingCollections = .empty
                $0.nulls = .useDefault
            })
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["unit"], decoding: Box.self, #"{"m":{"sizes":{}}▸}"#, decoder: decoder)
        var box = both
        try decoder.update(&box, from: #"{"rest":["b"]}"#)
        #expect(box == Box(names: "0 1", sizes: "0 m"), "nothing takes it apart")

        let hint = "missingCollections = .empty allows it"
        let error = expectErrorAtMark(
            .missingKeys, path: "$", missing: ["first", "rest", "m.sizes"], decoding: Box.self, #"{"unit":"m"▸}"#)
        #expect(error?.hint == hint)
        #expect(refusal(updating: &box, #"{"rest":[]}"#).contains(hint))
    }

    final class Object: DefaultedModel {
        var id = 0
        var coordinate: Coordinate? = try? Coordinate(9, 9)
        var parts = ("", 0)
        static let mapping = Mapping(
            .compose(
                \Object.coordinate, from: "lat", "lon", by: { (lat: Double, lon: Double) in try Coordinate(lat, lon) },
                back: { ($0.latitude, $0.longitude) }),
            .compose(\Object.parts, from: "s", "n", by: { (s: String, n: Int) in (s, n) }, back: { $0 }))
    }

    struct Listed: DefaultedModel, Equatable {
        var id = 0
        var coordinate: Coordinate?
        var untouched = "u"
        static let mapping = Mapping.listing(
            .map(\Listed.id),
            .compose(
                \Listed.coordinate, from: "lat", "lon", by: { (lat: Double, lon: Double) in try Coordinate(lat, lon) },
                back: { ($0.latitude, $0.longitude) }))
    }

    @Test("Classes and listed structs compose, and keep the value of init() if no part is present")
    func storages() throws {
        let describe = { (object: Object) in "\(object.id) \(object.coordinate?.latitude ?? -1) \(object.parts)" }
        let object = try decodeEveryWay(
            Object.self, #"{"lat":1,"n":3,"s":"long enough to live on the heap","id":2,"lon":1}"#, comparing: describe)
        #expect(object.id == 2 && object.coordinate?.latitude == 1 && object.parts.1 == 3)
        #expect(
            try ModelEncoder().encodeText(object)
                == #"{"id":2,"lat":1,"lon":1,"s":"long enough to live on the heap","n":3}"#)
        let kept = try decodeEveryWay(Object.self, #"{"id":2}"#, comparing: describe)
        #expect(kept.coordinate?.latitude == 9 && kept.parts == ("", 0))
        expectErrorAtMark(.missingKeys, path: "$", decoding: Object.self, #"{"s":"long enough to live on the heap"▸}"#)
        expectErrorAtMark(
            .typeMismatch, path: "$.n", decoding: Object.self, #"{"s":"long enough to live on the heap","n":▸[]}"#)
        expectRoundTrip(Listed(id: 1, coordinate: try Coordinate(2, 3)), #"{"id":1,"lat":2,"lon":3}"#)
        expectRoundTrip(Listed(id: 1), #"{"id":1}"#)
    }

    @Test("An update takes missing parts from the present value")
    func updates() throws {
        var place = Place(name: "a", coordinate: try Coordinate(1, 2))
        try ModelDecoder().update(&place, from: #"{"lat":5}"#)
        #expect(place.coordinate == (try Coordinate(5, 2)))
        try ModelDecoder().update(&place, from: #"{"position":{"lon":6}}"#)
        #expect(place.coordinate == (try Coordinate(5, 6)))
        #expect(refusal(updating: &place, #"{"name":"b","lat":91}"#).contains("OffTheMap"))
        #expect(place == Place(name: "a", coordinate: try Coordinate(5, 6)))
        try ModelDecoder().update(&place, from: #"{"name":"c"}"#)
        #expect(place == Place(name: "c", coordinate: try Coordinate(5, 6)))

        var optionals = Optionals(plain: nil, whole: "a b", fallback: "1/2")
        #expect(refusal(updating: &optionals, #"{"a":1}"#).contains(#"missing keys: "b""#))
        #expect(refusal(updating: &optionals, #"{"x":1}"#).contains(#"missing keys: "y""#), "nothing takes it apart")
        try ModelDecoder().update(&optionals, from: #"{"last":"z","b":1,"a":2,"x":3,"y":4}"#)
        #expect(optionals == Optionals(plain: try Coordinate(2, 1), whole: "a z", fallback: "3/4"))
        try ModelDecoder().update(&optionals, from: #"{"last":null}"#)
        #expect(optionals.whole == "a")

        var object = Object()
        try ModelDecoder().update(&object, from: #"{"lat":3,"n":1}"#)
        #expect(object.coordinate == (try Coordinate(3, 9)) && object.parts == ("", 1))
    }

    @Test("A part of six, and a part in an array; a value of a type that cannot be decoded itself")
    func manyParts() throws {
        struct Six: Model, Equatable {
            var sum: Function
            static let mapping = Mapping(
                .compose(
                    \Six.sum, from: "a", "b[0]", "b[2].c", "d", "e", "f",
                    by: { (a: Int, b: Int8, c: String, d: [Int], e: Bool?, f: Point) in
                        Function(text: "\(a) \(b) \(c) \(d) \(e as Any) \(f.x)")
                    }))
        }
        struct Function: Equatable, Sendable {
            var text: String
            var call: @Sendable () -> Int = { 3 }
            static func == (left: Function, right: Function) -> Bool { left.text == right.text }
        }
        let json = #"{"f":{"x":6,"y":0},"b":[2,[],{"c":"3"}],"a":1,"d":[4]}"#
        #expect(try decodeEveryWay(Six.self, json).sum.text == "1 2 3 [4] nil 6")
        #expect(refusal(encoding: Six(sum: Function(text: ""))) == "written: {}")
    }

    @Test("There are as many keys as parts; no other entry may concern the property's value")
    func contradictions() {
        let joined = { @Sendable (a: String, b: String) in a + b }
        expectContradiction(
            in: .compose(\Chosen.text, from: "a", by: joined), naming: "Chosen.text", "2 parts", #""a""#)
        expectContradiction(
            in: .compose(\Chosen.text, from: "a", "b", by: joined), .map(\Chosen.text, to: "t"),
            naming: "Chosen.text", "parts")
        expectContradiction(
            in: .compose(\Chosen.text, from: "a", by: { (a: UnsafeRawPointer) in "" }), code: .unsupportedType,
            naming: "Chosen.text", #"part "a""#)
    }

    @Test("A closure that cannot split a value is an encoding error")
    func failingBack() {
        struct Stubborn: Model {
            var text = "t"
            static let mapping = Mapping(
                .compose(
                    \Stubborn.text, from: "a.b", "c", by: { (a: String, b: String) in a + b },
                    back: { _ in throw OffTheMap() }))
        }
        #expect(
            refusal(encoding: [Stubborn()])
                == "$[0].a.b: expected a value that can be split into its parts (invalidValue): OffTheMap()")
    }

    @Test("An update decodes a part that is a model anew, as the live object has no place for it")
    func updatedModelParts() throws {
        struct Leaf: Model, Equatable {
            var name: String
            var size: Int?
        }
        class Tree: DefaultedModel, Polymorphic {
            final var name = ""
            required init() {}
            class var variants: Variants<Tree> { Variants("kind", .type("oak", Oak.self)) }
        }
        final class Oak: Tree {}
        struct Entry: Model, Equatable {
            var leaf: String
            var maybe: String
            var tree: String
            static let mapping = Mapping(
                .compose(\Entry.leaf, from: "a", "b", by: { (a: Leaf, b: Int?) in a.name + "\(a.size ?? 0)" }),
                .compose(\Entry.maybe, from: "c", "d", by: { (c: Leaf?, d: Int?) in c?.name ?? "none" }),
                .compose(\Entry.tree, from: "e", "f", by: { (e: Tree, f: Int?) in e.name }))
        }
        let text = "a long text that has memory of its own"
        func json(_ name: String) -> String {
            let leaf = #"{"name":"\#(name)"}"#
            return #"{"a":\#(leaf),"c":\#(leaf),"e":{"kind":"oak","name":"\#(name)"}}"#
        }
        for decoder in Parser.all.map({ parser in ModelDecoder.with { $0.parser = parser } }) {
            var entry = try decoder.decode(Entry.self, from: json(text))
            #expect(entry == Entry(leaf: text + "0", maybe: text, tree: text))
            try decoder.update(&entry, from: json(text + "!"))
            #expect(entry == Entry(leaf: text + "!0", maybe: text + "!", tree: text + "!"))
            #expect(refusal(updating: &entry, #"{"a":{"size":1}}"#, decoder: decoder).hasPrefix("$.a: missing keys"))
        }
    }
}
