import Foundation
import Testing
import Yodel

/// Types whose `init(from:)` decodes its value again and again.
@Suite("Values that are decoded too often")
struct VisitLimitTests {
    /// Decodes its content twice at each level, which doubles the work per level.
    final class Twice: Decodable {
        let depth: Int

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            if container.isAtEnd {
                depth = 0
                return
            }
            _ = try container.superDecoder().singleValueContainer().decode(Twice.self)
            var again = try decoder.unkeyedContainer()
            depth = try again.decode(Twice.self).depth + 1
        }
    }

    /// The same, but it catches errors and tries again.
    struct Patient: Decodable {
        var depth = 0

        init(from decoder: any Decoder) throws {
            for _ in 0..<2 {
                if var container = try? decoder.unkeyedContainer(), let inner = try? container.decode(Patient.self) {
                    depth = inner.depth + 1
                }
            }
        }
    }

    struct Holder: Model { var patient: Patient }

    /// Tries one shape after another, like types that take any JSON.
    struct Anything: Decodable {
        let shape: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            func fits<Value: Decodable>(_ type: Value.Type) -> Bool { (try? container.decode(type)) != nil }
            shape =
                if container.decodeNil() {
                    "null"
                } else if fits(Bool.self) {
                    "bool"
                } else if fits(Int.self) || fits(Int64.self) || fits(UInt64.self) || fits(Double.self) {
                    "number"
                } else if fits(Date.self) || fits(String.self) {
                    "string"
                } else if fits([Anything].self) {
                    "array"
                } else {
                    try { _ in "object" }(container.decode([String: Anything].self))
                }
        }
    }

    struct Anywhere: Model {
        var any: Anything?
        var list: [Anything]?
        var lazy: Lazy<Anything>?
    }

    /// Descends with decoders rather than values.
    final class Chain: Decodable {
        let next: Chain?

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            next = container.isAtEnd ? nil : try Chain(from: container.superDecoder())
        }
    }

    private func nested(_ depth: Int) -> Data {
        Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }

    @Test(
        "Any shape may be tried with the shortest of values, in any place", arguments: ["{}", "[]", #""""#, "1"])
    func shortest(_ json: String) throws {
        let shape = ["{": "object", "[": "array", #"""#: "string", "1": "number"][json.prefix(1)]!
        #expect(try YodelJSONDecoder().decode(Anything.self, from: Data(json.utf8)).shape == shape)
        for member in [#""any":\#(json)"#, #""list":[\#(json)]"#, #""lazy":\#(json)"#] {
            let decoded = try ModelDecoder().decode(Anywhere.self, from: "{\(member)}")
            #expect(try (decoded.any ?? decoded.list?.first ?? decoded.lazy?.value())?.shape == shape)
        }
        var reader = Feed(of: Anything.self, in: .lines).reader(of: "\(json)\n\(json)\n")
        #expect(try reader.next()?.shape == shape)
        #expect(try reader.next()?.shape == shape)
    }

    @Test("A few levels are allowed, as many as the length of the text permits")
    func small() throws {
        #expect(try YodelJSONDecoder().decode(Twice.self, from: nested(3)).depth == 2)
        struct Either: Decodable {
            var next: [Either]?
            var count: Int
            enum CodingKeys: CodingKey { case next, count }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                _ = try? container.decode([Either].self, forKey: .next)
                next = try? container.decode([Either].self, forKey: .next)
                count = try container.decode(Int.self, forKey: .count)
            }
        }
        let levels = String(repeating: #"{"count": 1, "next": ["#, count: 4)
        let json = levels + #"{"count": 2}"# + String(repeating: "]}", count: 4)
        #expect(try YodelJSONDecoder().decode(Either.self, from: json).next?.first?.next?.count == 1)
        #expect(try ModelDecoder().decode([Either].self, from: "[\(json), \(json)]").count == 2)
    }

    /// Decoding a long string, or a path of many keys, again and again is more work than a short one.
    @Test("The work counts, not the number of values")
    func work() throws {
        struct Again: Decodable {
            init(from decoder: any Decoder) throws {
                for _ in 0..<1_000 { _ = try decoder.singleValueContainer().decode(Leaf.self) }
            }
        }
        struct Leaf: Decodable {
            init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(String.self) }
        }
        let decoder = YodelJSONDecoder.with { $0.limits.replays = 1_000 }
        _ = try decoder.decode(Again.self, from: "\"\(String(repeating: "a", count: 100))\"")
        decoder.limits.replays = 30
        let text = "\"\(String(repeating: "a", count: 10_000))\""
        #expect(modelError { try decoder.decode(Again.self, from: text) }?.code == .replayLimit)
    }

    /// Has many keys, and takes those that are missing for zeros.
    struct Sparse: Decodable {
        var sum = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TestKey.self)
            for number in 0..<100 { sum += (try? container.decode(Int.self, forKey: TestKey("key \(number)"))) ?? 0 }
        }
    }

    @Test(
        "A type may have many more keys than its objects, if values are begun once",
        arguments: ["{}", #"{"id":1}"#, #"{"key 1":2}"#])
    func missingKeys(_ item: String) throws {
        let list = "[\(Array(repeating: item, count: 200).joined(separator: ","))]"
        let sum = item.contains("key") ? 400 : 0
        let decoder = YodelJSONDecoder()
        #expect(try decoder.decode([Sparse].self, from: list).reduce(0) { $0 + $1.sum } == sum)
        let nested = try decoder.decode([String: [String: [Sparse]]].self, from: #"{"data":{"items":\#(list)}}"#)
        #expect(nested["data"]?["items"]?.count == 200)

        struct List: Model, Decodable { var items: [Sparse] }
        struct Outer: Decodable { var list: List }
        let around = try decoder.decode(Outer.self, from: #"{"list":{"items":\#(list)}}"#)
        #expect(around.list.items.reduce(0) { $0 + $1.sum } == sum)
    }

    @Test("It may decode models too")
    func missingKeysAndModels() throws {
        struct Empty: Model, Decodable {}
        struct Both: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: TestKey.self).decode(Empty.self, forKey: TestKey("key 1"))
                _ = try Sparse(from: decoder)
            }
        }
        let list = "[\(Array(repeating: #"{"key 1":{}}"#, count: 200).joined(separator: ","))]"
        #expect(try YodelJSONDecoder().decode([Both].self, from: list).count == 200)
    }

    @Test("Missing keys are refused if values are begun again, in a long path, and if the document decides how many")
    func manyMissingKeys() {
        struct Again: Decodable {
            init(from decoder: any Decoder) throws {
                for _ in 0..<8 { _ = try decoder.singleValueContainer().decode([Sparse].self) }
            }
        }
        let list = "[\(Array(repeating: "{}", count: 200).joined(separator: ","))]"
        #expect(modelError { try YodelJSONDecoder().decode(Again.self, from: list) }?.code == .replayLimit)

        struct Deep: Decodable {
            init(from decoder: any Decoder) throws {
                if var list = try? decoder.unkeyedContainer() {
                    while !list.isAtEnd { _ = try list.decode(Deep.self) }
                } else {
                    _ = try Sparse(from: decoder)
                }
            }
        }
        let deep = String(repeating: "[", count: 20) + list + String(repeating: "]", count: 20)
        #expect(modelError { try YodelJSONDecoder().decode(Deep.self, from: deep) }?.code == .replayLimit)

        struct Table: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: TestKey.self)
                let columns = try container.decode([String].self, forKey: TestKey("columns"))
                var rows = try container.nestedUnkeyedContainer(forKey: TestKey("rows"))
                while !rows.isAtEnd {
                    let row = try rows.nestedContainer(keyedBy: TestKey.self)
                    for column in columns { _ = try? row.decode(Int.self, forKey: TestKey(column)) }
                }
            }
        }
        func table(_ count: Int) -> String {
            let columns = (0..<count).map { "\"\($0)\"" }.joined(separator: ",")
            let rows = Array(repeating: "{}", count: count).joined(separator: ",")
            return #"[[[[[[{"columns":[\#(columns)],"rows":[\#(rows)]}]]]]]]"#
        }
        func code(_ count: Int) -> ModelError.Code? {
            modelError { try YodelJSONDecoder().decode([[[[[[Table]]]]]].self, from: table(count)) }?.code
        }
        #expect(code(50) == nil)
        #expect(code(250) == .replayLimit)
    }

    @Test("Work beyond `replays` is an error, even if the type catches errors")
    func bounded() throws {
        let error = try #require(modelError { try YodelJSONDecoder().decode(Twice.self, from: nested(100)) })
        #expect(error.code == .replayLimit)
        #expect(error.expected == "values to be read again at most 100 times")
        #expect(error.path.steps.count > 50)
        #expect(modelError { try YodelJSONDecoder().decode(Patient.self, from: nested(100)) }?.code == .replayLimit)
    }

    /// Decodes its content twice at each level, and at the innermost one a value of another type.
    final class Doubled<Leaf: Decodable>: Decodable {
        private enum CodingKeys: CodingKey { case next, leaf }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if container.contains(.next) {
                _ = try container.decode(Doubled.self, forKey: .next)
                _ = try container.decode(Doubled.self, forKey: .next)
            } else {
                _ = try container.decode(Leaf.self, forKey: .leaf)
            }
        }
    }

    struct KeyNames: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: TestKey.self).allKeys }
    }

    @Test("The length counts of lists, data and keys too")
    func lengths() {
        func expectLimit<Leaf: Decodable>(
            _ type: Leaf.Type, _ leaf: String, _ keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let json =
                String(repeating: #"{"next":"#, count: 9) + #"{"leaf":\#(leaf)}"# + String(repeating: "}", count: 9)
            let decoder = YodelJSONDecoder()
            decoder.keyDecodingStrategy = keys
            decoder.limits.replays = 10
            let error = modelError { try decoder.decode(Doubled<Leaf>.self, from: json) }
            #expect(error?.code == .replayLimit, sourceLocation: sourceLocation)
        }
        expectLimit([Int].self, "[" + String(repeating: "1,", count: 10_000) + "1]")
        expectLimit([Bool].self, "[" + String(repeating: "true,", count: 10_000) + "true]")
        expectLimit(Data.self, #""\#(String(repeating: "AAAA", count: 1_500))""#)
        let object = #"{"\#(String(repeating: "a", count: 6_000))":1}"#
        expectLimit([String: Int].self, object)
        expectLimit(KeyNames.self, object)
        expectLimit(KeyNames.self, object, .convertFromSnakeCase)
    }

    @Test("A long key counts for each error below it if it has to be copied")
    func longKeys() throws {
        let json =
            #"{"\#(String(repeating: "a", count: 6_000))":["# + String(repeating: "0.5,", count: 500) + "0.5]}"
        let decoder = YodelJSONDecoder.with { $0.limits.replays = 10 }
        #expect(try decoder.decode([String: [Anything]].self, from: json).values.first?.count == 501)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let error = modelError { try decoder.decode([String: [Anything]].self, from: json) }
        #expect(error?.code == .replayLimit)
    }

    /// Tries a model, which does not fit, before each array.
    struct Trying: Decodable {
        struct Titled: Model, Decodable { var title: String }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd {
                if (try? list.decode(Titled.self)) == nil { _ = try list.decode(Trying.self) }
            }
        }
    }

    @Test("The path of a model's error counts too")
    func pathsOfModels() throws {
        func text(levels: Int) -> String {
            let elements = Array(repeating: "[]", count: 500).joined(separator: ",")
            return String(repeating: "[", count: levels) + elements + String(repeating: "]", count: levels)
        }
        let decoder = YodelJSONDecoder()
        _ = try decoder.decode(Trying.self, from: text(levels: 10))
        #expect(modelError { try decoder.decode(Trying.self, from: text(levels: 200)) }?.code == .replayLimit)
    }

    @Test("The path of a note about a model does not")
    func pathsOfNotes() throws {
        struct Empty: Model, Decodable {}
        struct Nested: Decodable {
            var count = 0

            init(from decoder: any Decoder) throws {
                guard var list = try? decoder.unkeyedContainer() else {
                    _ = try decoder.singleValueContainer().decode(Empty.self)
                    count = 1
                    return
                }
                while !list.isAtEnd { count += try list.decode(Nested.self).count }
            }
        }
        let (levels, count) = (200, 500)
        let elements = Array(repeating: #"{"":0}"#, count: count).joined(separator: ",")
        let text = String(repeating: "[", count: levels) + elements + String(repeating: "]", count: levels)
        let keys = UnknownKeyCollector()
        for policy in [UnknownKeyPolicy.ignore, .collect(keys)] {
            #expect(try ModelDecoder.with { $0.unknownKeys = policy }.decode(Nested.self, from: text).count == count)
        }
        #expect(keys.count == count)
    }

    /// Its hook decodes all of the document again, with a decoder that the type around it has kept.
    private struct Asking: Model, Decodable, DidDecodeModel {
        struct First: Model { var list: [Int]; var first: Int }
        struct Second: Model { var list: [Int] }
        enum Either: Polymorphic {
            case first(First), second(Second)
            static let variants = Variants<Either>(
                .untagged, .case("first", Either.first), .case("second", Either.second))
        }

        var either: Either

        @TaskLocal static var again: (@Sendable () throws -> Void)?

        init(from decoder: any Decoder) throws { throw CancellationError() }

        mutating func didDecode() throws { try Self.again?() }
    }

    @Test("What the hook of a model decodes with a kept decoder counts, and what the model has cost before")
    func keptDecoders() throws {
        final class Kept: @unchecked Sendable {
            var decoder: (any Decoder)?
            var rest = 100
        }
        struct Keeping: Decodable {
            @TaskLocal static var kept: Kept?

            init(from decoder: any Decoder) throws {
                Keeping.kept?.decoder = decoder
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd { _ = try list.decode(Asking.self) }
            }
        }
        func code<Value: Decodable & SendableMetatype>(_ type: Value.Type, _ text: String) -> ModelError.Code? {
            let kept = Kept()
            return Keeping.$kept.withValue(kept) {
                let again = { @Sendable in
                    kept.rest -= 1
                    if kept.rest > 0 { _ = try kept.decoder?.singleValueContainer().decode(type) }
                }
                return Asking.$again.withValue(again) {
                    modelError { try YodelJSONDecoder().decode(Keeping.self, from: text) }?.code
                }
            }
        }
        func list(_ element: String) -> String { "[\(Array(repeating: element, count: 300).joined(separator: ","))]" }
        #expect(code([[String: [String: [Int]]]].self, list(#"{"either":{"list":[]}}"#)) == .replayLimit)
        #expect(code([Asking].self, #"[{"either":{"list":\#(list("1"))}}]"#) == .replayLimit)
        #expect(code([[String: [String: [Int]]]].self, #"[{"either":{"list":[]}}]"#) == nil)
    }

    @Test("It counts in JSON text that is read again for another variant, too", arguments: [(20, false), (300, true)])
    func keptDecodersInText(count: Int, isTooMuch: Bool) {
        struct Text: Model {
            var asking: Asking
            static let mapping = Mapping(.transform(\Text.asking, by: .jsonText))
        }
        struct First: Model { var texts: [Text]; var first: Int }
        struct Second: Model { var texts: [Text] }
        enum Either: Polymorphic {
            case first(First), second(Second)
            static let variants = Variants<Either>(
                .untagged, .case("first", Either.first), .case("second", Either.second))
        }
        struct Holder: Model, Decodable {
            var either: Either
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        struct Skipped: Model, Decodable {
            var other: Int?
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        struct Keeping: Decodable {
            init(from decoder: any Decoder) throws {
                nonisolated(unsafe) let container = try decoder.singleValueContainer()
                let again = { @Sendable in _ = try container.decode(Skipped.self) }
                _ = try Asking.$again.withValue(again) { try container.decode(Holder.self) }
            }
        }
        let texts = Array(repeating: #"{"asking":"{\"either\":{\"list\":[]}}"}"#, count: count)
        let json = #"{"either":{"texts":[\#(texts.joined(separator: ","))]}}"#
        let error = modelError { try YodelJSONDecoder().decode(Keeping.self, from: json) }
        #expect(error?.code == (isTooMuch ? .replayLimit : nil))
    }

    @Test("Any shape may be tried deep in a document", arguments: ["0.5", #""a""#, "{}", "[]"])
    func deep(_ json: String) throws {
        let levels = 10
        let elements = Array(repeating: json, count: 200).joined(separator: ",")
        let text = String(repeating: "[", count: levels) + elements + String(repeating: "]", count: levels)
        #expect(try YodelJSONDecoder().decode(Anything.self, from: text).shape == "array")
    }

    /// Tries itself twice at each level, and reports that nothing fits with an error of its own.
    struct Refusing: Decodable {
        struct Refusal: Error {}

        init(from decoder: any Decoder) throws {
            for _ in 0..<2 {
                if var container = try? decoder.unkeyedContainer(), (try? container.decode(Refusing.self)) != nil {
                    return
                }
            }
            throw Refusal()
        }
    }

    struct RefusingHolder: Model { var value: Refusing }

    @Test("The error is that of the limit, even if the type then throws its own")
    func ownErrors() {
        let json = nested(100)
        #expect(throws: Refusing.Refusal.self) { try YodelJSONDecoder().decode(Refusing.self, from: nested(2)) }
        #expect(modelError { try YodelJSONDecoder().decode(Refusing.self, from: json) }?.code == .replayLimit)
        let part = #"{"value": "# + String(decoding: json, as: UTF8.self) + "}"
        #expect(modelError { try ModelDecoder().decode(RefusingHolder.self, from: part) }?.code == .replayLimit)
    }

    @Test("The same in a part of a model")
    func parts() throws {
        let json = #"{"patient": "# + String(decoding: nested(100), as: UTF8.self) + "}"
        let error = try #require(modelError { try ModelDecoder().decode(Holder.self, from: json) })
        #expect(error.code == .replayLimit)
        #expect(error.path.description.hasPrefix("$.patient[0]"))
    }

    @Test("A limit that is higher allows more")
    func higherLimit() throws {
        let decoder = YodelJSONDecoder.with { $0.limits.replays = 1_000_000 }
        #expect(try decoder.decode(Twice.self, from: nested(16)).depth == 15)
        decoder.limits.replays = 0
        #expect(modelError { try decoder.decode(Twice.self, from: nested(20)) }?.code == .replayLimit)
    }

    @Test("Nested decoders end where the stack ends")
    func stack() {
        let json = nested(50_000)
        let code = onStack(of: 512 << 10) { () -> ModelError.Code? in
            let decoder = YodelJSONDecoder.with { $0.limits.depth = 100_000 }
            return modelError { try decoder.decode(Chain.self, from: json) }?.code
        }
        #expect(code == .depthLimit)
    }

    private final class Sharing: DefaultedModel, Decodable {
        var next: Sharing?
        var raw: RawJSON?
        init() {}
        init(from decoder: any Decoder) throws {}
        static let mapping = Mapping(.map(\Sharing.raw, to: "next"))
    }

    private final class Caught: DefaultedModel, Decodable {
        var inner: Inner?
        init() {}
        init(from decoder: any Decoder) throws {}
    }

    /// Catches the errors of its parts, which are models.
    private struct Inner: Decodable {
        var sharing: Sharing?
        var caught: Caught?
        enum CodingKeys: CodingKey { case sharing, caught }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sharing = try? container.decode(Sharing.self, forKey: .sharing)
            caught = try? container.decode(Caught.self, forKey: .caught)
        }
    }

    @Test("The end of the stack within a model is an error, even if the type catches it", arguments: [0, 1, 3])
    func stackInModels(around: Int) {
        let depth = 200
        let json =
            String(repeating: #"{"caught": {"inner": "#, count: around) + #"{"sharing": "#
            + String(repeating: #"{"next": "#, count: depth) + "{}"
            + String(repeating: "}", count: depth + 1 + 2 * around)
        let codes = [256 << 10, 64 << 20].map { size in
            onStack(of: size) {
                let codable = YodelJSONDecoder.with { $0.limits.replays = .max }
                let decoder = ModelDecoder.with { $0.limits.replays = .max }
                return [
                    modelError { try codable.decode(Inner.self, from: Data(json.utf8)) }?.code,
                    modelError { try decoder.decode(Caught.self, from: #"{"inner": \#(json)}"#) }?.code,
                ]
            }
        }
        #expect(codes == [[.depthLimit, .depthLimit], [nil, nil]])
    }

    @Test("So is the end of the stack within a hook of a model")
    func stackInHooks() {
        struct Asking: Model, Decodable, DidDecodeModel {
            var id: Int

            mutating func didDecode() throws {
                throw atEndOfStack { modelError { try ModelDecoder().decode([Int].self, from: "[1]") } }!
            }
        }
        struct Catching: Decodable {
            enum CodingKeys: CodingKey { case part }

            init(from decoder: any Decoder) throws {
                _ = try? decoder.container(keyedBy: CodingKeys.self).decode(Asking.self, forKey: .part)
            }
        }
        let json = #"[{"part":{"id":1}}]"#
        #expect(modelError { try YodelJSONDecoder().decode([Catching].self, from: Data(json.utf8)) } != nil)
        #expect(modelError { try ModelDecoder().decode([Catching].self, from: json) }?.code == .depthLimit)
        let error = #expect(throws: DecodingError.self) {
            try YodelJSONDecoder().decode([Asking].self, from: #"[{"id":1}]"#)
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.intValue) == [0])
        #expect(context.debugDescription.hasPrefix("$[0]: expected no more levels"))
    }
}
