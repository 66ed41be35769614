import Testing
import Yodel

/// A document whose values are counted, in some kind of container or position.
struct TeardownScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String
    /// Decodes a document as a whole, and drops the value or the error.
    let decodeWhole: @Sendable (_ json: [UInt8], ModelDecoder) -> Void
    /// The same, up to the last of its errors.
    let collectErrors: @Sendable (_ json: [UInt8], ModelDecoder) -> Void
    /// Feeds a document byte by byte; unless it fails before, finishes it or drops the decoder there.
    let decodeBytes: @Sendable (_ json: [UInt8], ModelDecoder, _ finishes: Bool) -> Void
    /// Decodes the valid document and calls the closure while its value is alive.
    let withValue: @Sendable (_ body: () -> Void) throws -> Void

    init<Value>(_ name: String, _ type: Value.Type, _ json: String) {
        testDescription = name
        self.json = json
        decodeWhole = { bytes, decoder in _ = try? decoder.decode(type, from: bytes) }
        collectErrors = { bytes, decoder in _ = try? decoder.decodeCollectingErrors(type, from: bytes) }
        decodeBytes = { bytes, decoder, finishes in
            var incremental = decoder.incrementalDecoder(of: type)
            // As buffers: an unspecialised sequence takes twice the time per byte.
            bytes.withUnsafeBytes { bytes in
                do throws(ModelError) {
                    for at in bytes.indices { try incremental.feed(UnsafeRawBufferPointer(rebasing: bytes[at...at])) }
                    if finishes { _ = try incremental.finish() }
                } catch {}
            }
        }
        withValue = { body in
            let value = try ModelDecoder().decode(type, from: json)
            withExtendedLifetime(value, body)
        }
    }
}

/// Options that decide what happens to a value after it has been made.
struct TeardownPolicy: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let decoder: ModelDecoder

    init(_ name: String, _ configure: (inout ModelDecoder) -> Void) {
        testDescription = name
        decoder = .with(configure)
    }

    static let all = [
        TeardownPolicy("default options") { _ in },
        TeardownPolicy("lenient") {
            $0.conversions = .lenient
            $0.nulls = .useDefault
        },
        TeardownPolicy("first of repeated keys") {
            $0.duplicateKeys = .first
            $0.nulls = .useDefault
        },
        TeardownPolicy("no repeated or unknown keys") {
            $0.duplicateKeys = .error
            $0.unknownKeys = .error
        },
        TeardownPolicy("what does not fit is left out") {
            $0.mismatches = .useDefault
            $0.badElements = .drop
        },
        TeardownPolicy("what does not fit is left out or nil, and no repeated or unknown keys") {
            $0.mismatches = .useDefault
            $0.badElements = .null
            $0.nulls = .useDefault
            $0.duplicateKeys = .error
            $0.unknownKeys = .error
        },
    ]
}

extension TeardownScenario {
    static let all = models + variants

    private static let models: [TeardownScenario] = [
        .init(
            "struct", Shelf.self,
            #"{"label":"a","note":"b","best":{"title":"c","tags":["d","e"]},"next":null,"size":3}"#),
        .init("array", [Tracked].self, #"["a","b","c"]"#),
        .init("array of Optionals", [Tracked?].self, #"["a",null,"c"]"#),
        .init("nested arrays", [[[Tracked]]].self, #"[[["a"],[]],[["b","c"],["d"]]]"#),
        .init(
            "array beyond its first buffer", [Pair].self,
            "[" + (0..<70).map { #"{"a":"\#($0)","b":"x"}"# }.joined(separator: ",") + "]"),
        .init("contiguous array", ContiguousArray<Tracked>.self, #"["a","b"]"#),
        .init("slice", ArraySlice<Tracked>.self, #"["a","b"]"#),
        .init("set with equal elements", Set<Tracked>.self, #"["a","b","a","c","b"]"#),
        .init("dictionary", [String: Tracked].self, #"{"a":"1","b":"2","a":"3"}"#),
        .init("dictionary of arrays", [TrackedName: [Tracked]].self, #"{"a":["1"],"b":[],"c":["2","3"]}"#),
        .init(
            "dictionaries in dictionaries", [TrackedName: [TrackedName: TrackedName]].self,
            #"{"a":{"b":"c","d":"e"},"f":{},"g":{"h":"i"}}"#),
        .init(
            "dictionary beyond its first buffers", [TrackedName: Pair].self,
            "{" + (0..<50).map { #""\#($0)":{"a":"x","b":"y"}"# }.joined(separator: ",") + "}"),
        .init(
            "wrappers", Wrapped.self,
            #"{"plain":"a","perhaps":"b","list":["c","d"],"twice":"e","pair":{"a":"f","b":"g"},"strict":"h"}"#),
        .init("indirection", Chain.self, #"{"name":"a","next":{"name":"b","next":{"name":"c","next":null}}}"#),
        // Deep enough for the binder's stack to move while values are being made.
        .init(
            "deep indirection", Chain.self,
            String(repeating: #"{"name":"a","next":"#, count: 12) + "null" + String(repeating: "}", count: 12)),
        .init(
            "shared keys far down", [[[[[[[[[[[Shared]]]]]]]]]]].self,
            String(repeating: "[", count: 11)
                + #"{"pair":{"a":"b","b":["c"]},"name":"d","list":["e"]}"# + String(repeating: "]", count: 11)),
        .init(
            "class", Person.self,
            #"{"name":"a","friends":[{"name":"b","friends":[]}],"boss":{"name":"c"},"pet":{"a":"d","b":"e"}}"#),
        .init("subclass", Employee.self, #"{"name":"a","badge":"b","boss":{"name":"c"}}"#),
        .init("array of a class", [Person?].self, #"[{"name":"a"},null,{"pet":{"a":"d","b":"e"}}]"#),
        .init("ranked keys, best last", Ranked.self, #"{"c":"1","b":"2","a":"3","y":{"a":"4","b":"5"},"x":null}"#),
        .init(
            "ranked keys, best first", Ranked.self,
            #"{"x":{"a":"4","b":"5"},"y":{"a":"6","b":"7"},"a":"1","b":null,"c":"3"}"#),
        .init(
            "repeated keys", Shelf.self,
            #"{"label":"a","label":"b","best":{"title":"c","tags":["d"]},"best":{"title":"e","tags":[]},"note":null}"#),
        .init(
            "one key for several fields", Shared.self,
            #"{"pair":{"a":"b","b":["c"]},"name":"d","list":["e",{"a":"f"}]}"#),
        .init(
            "paths", Nested.self,
            #"{"meta":{"author":{"name":"a","pair":{"a":"b","b":"c"}},"name":"d"},"name":"e","meta":{"name":"f"}}"#),
        .init("defaults of init()", Defaulted.self, #"{"name":"a","list":["b"]}"#),
        .init("defaults of the mapping", MappedDefaults.self, #"{"name":"a","other":"b"}"#),
        .init(
            "constraints", [Constrained].self,
            #"[{"name":"a","nick":"b","list":["c","d"],"sets":{"e":["f"]},"size":3}]"#),
        .init("listed fields", Listed.self, #"{"name":"a","list":["b","c"],"kept":"d"}"#),
        .init(
            "more than 64 fields", [Wide].self,
            #"[{"f00":"a","f63":"b","f64":"c","f69":{"a":"d","b":"e"}},{"f68":"f","f69":{"a":"g","b":"h"}}]"#),
        .init("raw values", [TrackedName?].self, #"["a",null,"b"]"#),
        .init(
            "beside any JSON", Mixed.self,
            #"{"any":{"k":[1,"s",null],"m":{}},"raw":{"k":[1,{"n":2}]},"name":"a","list":[["x"],["y",{"z":true}]]}"#),
    ]

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    static var inlineArrays: [TeardownScenario] {
        [
            .init("inline array", InlineArray<3, Tracked>.self, #"["a","b","c"]"#),
            .init(
                "inline arrays in a struct", InlineArrays.self,
                #"{"three":["a","b","c"],"lists":[["d"],["e","f"]],"perhaps":[{"a":"g","b":"h"}],"none":[]}"#),
            .init("array of inline arrays", [InlineArray<2, Pair>].self, #"[[{"a":"1","b":"2"},{"a":"3","b":"4"}]]"#),
        ]
    }
}

// MARK: - Models

struct Pair: Model {
    var a: Tracked
    var b: Tracked
}

private struct Shelf: Model {
    struct Book: Model {
        var title: Tracked
        var tags: [Tracked]
    }

    var label: Tracked
    var note: Tracked?
    var best: Book
    var next: Book?
    var size: Int?
}

private struct Constrained: Model {
    var name: Tracked
    var nick: Tracked?
    var list: [Tracked]
    var sets: [String: Set<TrackedName>]
    var size: Int?

    static let mapping = Mapping(
        .check(\Constrained.name, Constraint("a or g") { "ag".contains($0.text) }),
        .check(\Constrained.nick, Constraint("b") { $0.text == "b" }), .check(\Constrained.list, .count(1...), .unique),
        .check(each: \Constrained.list, Constraint("a letter") { $0.text.count == 1 }),
        .check(each: \Constrained.sets, .count(1...)), .check(\Constrained.size, .range(0...)),
        .check("a name that is not the nickname") { (value: Constrained) in value.name != value.nick })
}

private struct Wrapped: Model {
    @TrackedWrapper var plain: Tracked
    @TrackedWrapper var perhaps: Tracked?
    @TrackedWrapper var list: [Tracked]
    @TrackedWrapper @TrackedWrapper var twice: Tracked
    @TrackedWrapper var pair: Pair
    var strict: TrackedWrapper<Tracked>?
}

private struct Chain: Model {
    var name: Tracked
    @Indirect var next: Chain?
}

private class Person: DefaultedModel {
    private let life = Life()
    final var name = Tracked("nobody")
    final var friends: [Person] = []
    final var boss: Person?
    final var pet: Pair?

    static let mapping = Mapping(.ignore(\Person.life))

    required init() {}
}

private final class Employee: Person { var badge: Tracked? = Tracked("none") }

private struct Ranked: Model {
    var name: Tracked
    var pair: Pair?

    static let mapping = Mapping(.map(\Ranked.name, to: "a", "b", "c"), .map(\Ranked.pair, to: "x", "y"))
}

private struct Shared: Model {
    var pair: Pair?
    var open: OpenPair
    var raw: RawJSON
    var name: Tracked
    var alias: TrackedName
    var any: JSONValue
    var list: [JSONValue]
    var same: [AnyPart]

    struct OpenPair: Model {
        var a: Tracked
        var b: [Tracked]
    }

    /// Takes strings and objects.
    struct AnyPart: ModelWrapper {
        private let life = Life()
        let wrappedValue: JSONValue

        init(wrappedValue: JSONValue) {
            self.wrappedValue = wrappedValue
        }
    }

    static let mapping = Mapping(
        .map(\Shared.pair, to: "other"), .map(\Shared.open, to: "pair"), .map(\Shared.raw, to: "pair"),
        .map(\Shared.any, to: "pair"), .map(\Shared.alias, to: "name"), .map(\Shared.same, to: "list"))
}

private struct Nested: Model {
    var name: Tracked
    var inner: Tracked
    var author: Tracked
    var pair: Pair?

    static let mapping = Mapping(
        .map(\Nested.inner, to: "meta.name"), .map(\Nested.author, to: "meta.author.name"),
        .map(\Nested.pair, to: "meta.author.pair"))
}

private struct Defaulted: DefaultedModel {
    var name = Tracked("x")
    var pair = TrackedName(rawValue: "y")
    var list = [Tracked("z"), Tracked("w")]
    @TrackedWrapper var wrapped = Tracked("v")
}

private struct MappedDefaults: Model {
    var name: Tracked
    var other: Tracked
    var ignored: Tracked

    /// Counted separately: it lives as long as the mapping, and one release too many would end it.
    static let defaults = Census()
    static let fallback = Census.$current.withValue(defaults) { Tracked("fallback") }

    static let mapping = Mapping(
        .default(\MappedDefaults.other, fallback), .ignore(\MappedDefaults.ignored, default: fallback))
}

extension TeardownScenario {
    /// How many of the mappings' defaults are alive; there is one.
    static var livingDefaults: Int { MappedDefaults.defaults.living }
}

private struct Listed: DefaultedModel {
    var name = Tracked("n")
    var list = [Tracked("l")]
    var kept = Tracked("k")

    static let mapping = Mapping.listing(.map(\Listed.name), .map(\Listed.list))
}

private struct Wide: Model {
    var f00, f01, f02, f03, f04, f05, f06, f07, f08, f09: Tracked?
    var f10, f11, f12, f13, f14, f15, f16, f17, f18, f19: Tracked?
    var f20, f21, f22, f23, f24, f25, f26, f27, f28, f29: Tracked?
    var f30, f31, f32, f33, f34, f35, f36, f37, f38, f39: Tracked?
    var f40, f41, f42, f43, f44, f45, f46, f47, f48, f49: Tracked?
    var f50, f51, f52, f53, f54, f55, f56, f57, f58, f59: Tracked?
    var f60, f61, f62, f63, f64, f65, f66, f67, f68: Tracked?
    var f69: Pair
}

private struct Mixed: Model {
    var any: JSONValue
    var raw: RawJSON
    var name: Tracked
    var list: [JSONValue]
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private struct InlineArrays: Model {
    var three: InlineArray<3, Tracked>
    var lists: InlineArray<2, [Tracked]>
    var perhaps: InlineArray<1, Pair?>?
    var none: InlineArray<0, Tracked>
}
