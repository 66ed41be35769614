import Testing

@testable import Yodel

@Suite("Defaults and ignored properties in a mapping")
struct MappingDefaultTests {
    struct Settings: Model, Equatable {
        var size: Int8
        var theme: String
        var point: Point?
        var list: [String]
        static let mapping = Mapping(
            .default(\Settings.size, 12), .map(\Settings.theme, to: "t", "ui.theme", default: "light theme by default"),
            .default(\Settings.point, Point(x: 1, y: 2)), .default(\Settings.list, ["a"]), .map(\Settings.list, to: "l")
        )
    }

    @Test("A default replaces an absent value, in preference to nil, but not a wrong one")
    func defaults() {
        let standard = Settings(size: 12, theme: "light theme by default", point: Point(x: 1, y: 2), list: ["a"])
        expectDecoded(Settings.self, "{}", as: standard)
        expectDecoded(Settings.self, #"{"ui":{},"list":1}"#, as: standard)
        expectDecoded(
            #"{"l":[],"point":null,"ui":{"theme":"dark"},"size":-128}"#,
            as: Settings(size: -128, theme: "dark", point: nil, list: []))
        expectErrorAtMark(.nullValue, path: "$.size", decoding: Settings.self, #"{"size":▸null}"#)
        expectErrorAtMark(.typeMismatch, path: "$.ui.theme", decoding: Settings.self, #"{"ui":{"theme":▸1}}"#)
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        expectDecoded(Settings.self, #"{"size":null,"t":null,"l":null,"ui":null}"#, as: standard, decoder: decoder)
    }

    struct OverInitial: DefaultedModel, Equatable {
        static let made = Locked(0)
        var a = 1
        var b: Int? = 2
        init() { Self.made.withLock { $0 += 1 } }
        init(a: Int, b: Int?) { (self.a, self.b) = (a, b) }
        static let mapping = Mapping(.default(\OverInitial.a, 10), .default(\OverInitial.b, nil))
    }

    @Test("A default overrides the value of init(), which is then not called")
    func overInitial() {
        let before = OverInitial.made.withLock { $0 }
        expectDecoded("{}", as: OverInitial(a: 10, b: nil))
        expectDecoded(#"{"a":3}"#, as: OverInitial(a: 3, b: nil))
        #expect(OverInitial.made.withLock { $0 } == before)
    }

    final class Object: DefaultedModel {
        var a = "init"
        var b: Int? = 2
        var c: [Point] = []
        static let mapping = Mapping(
            .default(\Object.a, "mapping, longer than fifteen bytes"), .default(\Object.c, [Point(x: 1, y: 2)]))
    }

    @Test("A class prefers a default to the value of init()")
    func classes() throws {
        let object = try decodeEveryWay(Object.self, #"{"b":null}"#) { "\($0.a) \($0.c)" }
        #expect(object.a == "mapping, longer than fifteen bytes" && object.b == nil && object.c == [Point(x: 1, y: 2)])
        let given = try decodeEveryWay(Object.self, #"{"a":"given","c":[]}"#) { "\($0.a) \($0.c)" }
        #expect(given.a == "given" && given.b == 2 && given.c == [])
    }

    // MARK: - ignore

    final class NotAModel: Sendable { let number = 7 }

    struct Ignoring: Model {
        var name: String
        var cache: [String: Int]
        var note: String?
        var object: NotAModel?
        var handlers: [@Sendable () -> Int]
        var pair: (Int, String)?
        var last: Bool
        static let mapping = Mapping(
            .ignore(\Ignoring.cache, default: ["a": 1]), .ignore(\Ignoring.note), .ignore(\Ignoring.object),
            .ignore(\Ignoring.handlers, default: [{ 3 }]), .ignore(\Ignoring.pair))
    }

    @Test("An ignored property has its default or nil, even if its type cannot be decoded")
    func ignored() throws {
        let model = try decodeEveryWay(
            Ignoring.self, #"{"name":"n","cache":{"b":2},"note":"x","object":{},"handlers":[],"pair":1,"last":true}"#
        ) { "\($0.name) \($0.cache) \($0.note ?? "nil") \($0.last)" }
        #expect(model.name == "n" && model.cache == ["a": 1] && model.note == nil && model.last)
        #expect(model.object == nil && model.handlers.map { $0() } == [3] && model.pair == nil)
    }

    @Test("The key of an ignored property is unknown")
    func unknown() {
        expectErrorAtMark(
            .unknownKey, path: "$.note", decoding: Ignoring.self, #"{"name":"n",▸"note":null,"last":true}"#,
            decoder: .with { $0.unknownKeys = .error })
    }

    struct IgnoringInitial: DefaultedModel {
        var name = "n"
        var cache = [1, 2]
        var object = NotAModel()
        static let mapping = Mapping(.ignore(\IgnoringInitial.cache), .ignore(\IgnoringInitial.object))
    }

    final class IgnoringObject: DefaultedModel {
        var name = "n"
        var object = NotAModel()
        var list = [1]
        var ten = 1
        static let mapping = Mapping(
            .ignore(\IgnoringObject.object), .ignore(\IgnoringObject.list), .ignore(\IgnoringObject.ten, default: 10))
    }

    @Test("In a defaulted model it has the value of init()")
    func initial() throws {
        let model = try decodeEveryWay(IgnoringInitial.self, #"{"name":"m","cache":[],"object":1}"#) {
            "\($0.name) \($0.cache)"
        }
        #expect(model.name == "m" && model.cache == [1, 2] && model.object.number == 7)
        let object = try decodeEveryWay(IgnoringObject.self, #"{"name":"m","list":[],"ten":2}"#) {
            "\($0.name) \($0.list)"
        }
        #expect(object.name == "m" && object.list == [1] && object.object.number == 7 && object.ten == 10)
    }

    struct Undecodable: Model {
        var name: String
        var object: NotAModel
    }

    struct IgnoringModels: Model {
        var name: String
        var undecodable: Undecodable?
        var list: [Undecodable]
        var plain: Int
        static let mapping = Mapping(.ignore(\IgnoringModels.undecodable), .ignore(\IgnoringModels.list, default: []))
    }

    @Test("An ignored property may be of a model that cannot be decoded")
    func ignoredModels() throws {
        let model = try decodeEveryWay(IgnoringModels.self, #"{"name":"n","plain":1,"list":[1]}"#) {
            "\($0.name) \($0.plain)"
        }
        #expect(model.undecodable == nil && model.list.isEmpty && model.plain == 1)
        expectUnsupported(Undecodable.self, naming: "Undecodable.object")
    }

    struct IgnoringThenUsing: Model {
        var ignored: [String: [@Sendable () -> Void]]
        var used: [@Sendable () -> Void]
        static let mapping = Mapping(.ignore(\IgnoringThenUsing.ignored, default: [:]))
    }

    @Test("Ignoring a property does not make its type decodable elsewhere")
    func partsOfIgnored() {
        expectUnsupported(IgnoringThenUsing.self, naming: "IgnoringThenUsing.used")
    }

    struct BareObject: Model {
        var object: NotAModel
        static let mapping = Mapping(.ignore(\BareObject.object))
    }

    @Test("An ignored property needs a value from another source")
    func withoutValue() {
        expectUnsupported(BareObject.self, .invalidMapping, naming: "BareObject.object", "default")
    }
}
