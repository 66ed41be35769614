import Testing

@testable import Yodel

@Suite("Defaults of init()")
struct DefaultedModelTests {
    struct Settings: DefaultedModel, Equatable {
        var theme = "light, by default"
        var size: Int8 = 12
        var ratio: Double? = 0.5
        var list = ["a", "b"]
        var point = Point(x: 1, y: 2)
        var none: String?
    }

    @Test("Absent fields take the values of init(), present ones those of the document, including Optionals")
    func defaults() {
        expectDecoded("{}", as: Settings())
        expectDecoded(#"{"size":-1}"#, as: Settings(size: -1))
        expectDecoded(#"{"ratio":null,"list":[]}"#, as: Settings(ratio: nil, list: []))
        expectDecoded(
            #"{"none":"n","point":{"x":3,"y":4},"list":["c"],"ratio":2,"size":1,"theme":"dark"}"#,
            as: Settings(theme: "dark", size: 1, ratio: 2, list: ["c"], point: Point(x: 3, y: 4), none: "n"))
        expectDecoded([Settings?].self, #"[{},null,{"theme":""}]"#, as: [Settings(), nil, Settings(theme: "")])
    }

    @Test("A default replaces an absent value, not a wrong one")
    func noDefaultForWrong() {
        expectErrorAtMark(.nullValue, path: "$.size", decoding: Settings.self, #"{"size":▸null}"#)
        expectErrorAtMark(.typeMismatch, path: "$.list", decoding: Settings.self, #"{"list":▸{}}"#)
        expectErrorAtMark(
            .missingKeys, path: "$.point", missing: ["x"], decoding: Settings.self, #"{"point":{"y":1▸}}"#)
    }

    @Test("Null takes the default if the decoder says so, and is nil for an Optional")
    func nulls() {
        let decoder = ModelDecoder.with { $0.nulls = .useDefault }
        expectDecoded(
            #"{"theme":null,"ratio":null,"list":null,"point":null}"#, as: Settings(ratio: nil), decoder: decoder)
        expectErrorAtMark(
            .nullValue, path: "$.point.x", expected: "Int", found: "null", decoding: Settings.self,
            #"{"point":{"x":▸null}}"#, decoder: decoder)
        expectDecoded(ClassModelTests.Leaf.self, #"{"name":null}"#, as: "", decoder: decoder) { $0.name }
    }

    @Test("A null that is taken for absent replaces an earlier value, unless the first one counts")
    func repeatedNulls() {
        var decoder = ModelDecoder()
        decoder.nulls = .useDefault
        let json = #"{"theme":"dark","theme":null}"#
        expectDecoded(json, as: Settings(), decoder: decoder)
        decoder.duplicateKeys = .first
        expectDecoded(json, as: Settings(theme: "dark"), decoder: decoder)
    }

    struct Counted: DefaultedModel {
        static let made = Locked(0)
        var first = 1
        var second: String? = "two"
        init() { Self.made.withLock { $0 += 1 } }
    }

    @Test("init() is called once for each object that lacks a field, and never for a complete one")
    func calls() throws {
        func calls(_ json: String) throws -> Int {
            let before = Counted.made.withLock { $0 }
            _ = try ModelDecoder().decode([Counted].self, from: json)
            return Counted.made.withLock { $0 } - before
        }
        #expect(try calls(#"[{"first":1,"second":"2"},{"second":null,"first":1}]"#) == 0)
        #expect(try calls(#"[{"first":1},{"second":null},{},{"first":1,"second":""}]"#) == 3)
    }

    struct Numbered: DefaultedModel, Equatable {
        static let next = Locked(0)
        var a: Int
        var b: Int
        var c: Int
        init() {
            let number = Self.next.withLock { number in
                number += 1
                return number
            }
            (a, b, c) = (number, number, number)
        }
    }

    @Test("The defaults of one object come from one call")
    func oneCall() throws {
        let list = try ModelDecoder().decode([Numbered].self, from: #"[{"b":0},{"a":0},{}]"#)
        #expect(list[0].b == 0 && list[0].a == list[0].c)
        #expect(list[1].a == 0 && list[1].b == list[1].c)
        #expect(Set([list[0].a, list[1].b, list[2].a]).count == 3)
    }

    struct Generic<Value: ExpressibleByArrayLiteral>: DefaultedModel {
        var value: Value = []
        var nested: [Generic] = []
    }

    @Test("Defaulted structs may be generic and recursive")
    func generic() throws {
        let value = try decodeEveryWay(Generic<Set<String>>.self, #"{"nested":[{"value":["a"]},{}]}"#) { "\($0)" }
        #expect(value.value == [] && value.nested.map(\.value) == [["a"], []])
    }

    struct Objects: DefaultedModel {
        var leaf = ClassModelTests.Leaf()
        var list = [ClassModelTests.Leaf(), ClassModelTests.Leaf()]
        var text = "a text that is longer than fifteen bytes"
    }

    @Test("Defaults may hold references")
    func references() throws {
        let objects = try decodeEveryWay([Objects].self, #"[{"leaf":{"name":"a"}},{"list":[]},{"text":""}]"#) {
            $0.map { "\($0.leaf.name) \($0.list.map(\.name)) \($0.text)" }
        }
        #expect(objects[0].leaf.name == "a" && objects[0].list.count == 2 && objects[0].text.count == 40)
        #expect(objects[1].leaf.name == "" && objects[1].list.isEmpty)
        #expect(objects[2].text == "" && objects[2].list[0] !== objects[0].list[0])
    }

    // MARK: - lazy

    struct Lazy: Model {
        var base: Int
        lazy var double = base * 2
        lazy var text: String? = "\(base)"
        lazy var action: () -> Int = { [base] in base }
        lazy var object = NotAModel()
        var last: Bool
    }

    final class NotAModel {}

    struct LazyDefaulted: DefaultedModel {
        var base = 3
        lazy var double = base * 2
    }

    final class LazyClass: DefaultedModel {
        var base = 3
        lazy var double = base * 2
        lazy var me: LazyClass? = self
    }

    @Test("Lazy properties of any type are not decoded, and are computed at their first use")
    func lazy() throws {
        var model = try decodeEveryWay(Lazy.self, #"{"base":21,"double":1,"text":1,"last":true}"#) {
            [$0.base, $0.last ? 1 : 0]
        }
        #expect(model.double == 42)
        #expect(model.text == "21")
        #expect(model.action() == 21)
        #expect(model.last)
        var defaulted = try decodeEveryWay(LazyDefaulted.self, #"{"base":5,"double":1}"#) { $0.base }
        #expect(defaulted.double == 10)
        let object = try decodeEveryWay(LazyClass.self, #"{"base":6,"double":1}"#) { $0.base }
        #expect(object.double == 12)
        #expect(object.me === object)
        object.me = nil
    }
}
