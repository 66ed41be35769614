import Testing

@testable import Yodel

@Suite("Classes")
struct ClassModelTests {
    final class Leaf: DefaultedModel { var name = "" }

    final class Account: DefaultedModel {
        let id: Int
        private var secret = "unset"
        var balance: Double?
        var tags: [String] = ["initial"]
        var owner: Leaf?
        var computed: String { secret }
        static let shared = 1
        init() { id = -1 }
    }

    private func parts(_ account: Account) -> [String] {
        [
            "\(account.id)", account.computed, "\(account.balance ?? -1)", "\(account.tags)",
            account.owner?.name ?? "nil",
        ]
    }

    @Test("init() makes an object, which then gets the properties of the document, including let and private ones")
    func final() {
        expectDecoded(
            Account.self, #"{"secret":"s","tags":[],"id":7,"owner":{"name":"o"},"balance":1.5}"#,
            as: ["7", "s", "1.5", "[]", "o"], comparing: parts)
        expectDecoded(Account.self, "{}", as: ["-1", "unset", "-1.0", #"["initial"]"#, "nil"], comparing: parts)
        expectDecoded(
            Account.self, #"{"balance":null,"owner":null,"id":1}"#, as: ["1", "unset", "-1.0", #"["initial"]"#, "nil"],
            comparing: parts)
    }

    @Test("Only a JSON object decodes to an object")
    func mismatches() {
        for literal in JSONLiteral.all(but: .object) {
            expectErrorAtMark(
                .typeMismatch, path: "$.value", expected: "Leaf", found: literal.found, decoding: OneField<Leaf>.self,
                #"{"value":▸\#(literal.json)}"#)
        }
        expectErrorAtMark(.nullValue, path: "$.value", decoding: OneField<Leaf>.self, #"{"value":▸null}"#)
        expectErrorAtMark(.typeMismatch, path: "$.owner.name", decoding: Account.self, #"{"owner":{ "name":▸1}}"#)
    }

    // MARK: - Inheritance

    class Shape: DefaultedModel {
        var name = "shape"
        private var hidden: Int8 = 1
        var hiddenBase: Int { Int(hidden) }
        required init() {}
    }

    class Polygon: Shape {
        var sides: [Int16] = []
        var closed: Bool?
    }

    final class Labelled: Polygon {
        var label: String?
        private var hidden: Int128 = 2
        var hiddenDerived: Int { Int(hidden) }
        required init() {
            super.init()
            name = "labelled"
        }
    }

    class Base { var number: UInt8 = 0 }
    final class Derived: Base, DefaultedModel { var text = "" }

    @Test("Properties of superclasses are included, whether the superclass is a model or not")
    func inheritance() throws {
        let polygon = try decodeEveryWay(
            Polygon.self, #"{"name":"p","sides":[3,4,5],"closed":true}"#
        ) { "\($0.name) \($0.sides) \(String(describing: $0.closed)) \(type(of: $0))" }
        #expect(polygon.name == "p" && polygon.sides == [3, 4, 5] && polygon.closed == true)

        let labelled = try decodeEveryWay(
            Labelled.self, #"{"label":"l","sides":[1],"closed":false}"#
        ) { "\($0.name) \($0.sides) \(String(describing: $0.closed)) \($0.label ?? "nil") \(type(of: $0))" }
        #expect(
            labelled.name == "labelled" && labelled.sides == [1] && labelled.closed == false && labelled.label == "l")

        expectDecoded(Derived.self, #"{"number":255,"text":"t"}"#, as: "255 t") { "\($0.number) \($0.text)" }
        expectErrorAtMark(
            .numberOutOfRange, path: "$.number", expected: "UInt8", decoding: Derived.self,
            #"{"text":"t","number": ▸256}"#)
    }

    @Test("Each class keeps its own type in a collection, whatever its superclass")
    func collections() throws {
        let shapes = try decodeEveryWay([Shape].self, #"[{"name":"a"},{}]"#) { $0.map { "\($0.name) \(type(of: $0))" } }
        #expect(shapes.map(\.name) == ["a", "shape"])
        #expect(type(of: shapes[0]) == Shape.self)
        let polygons = try decodeEveryWay([String: [Polygon?]].self, #"{"x":[{"sides":[1]},null]}"#) {
            ($0["x"] ?? []).map { $0?.sides }
        }
        #expect(polygons["x"]?.first??.sides == [1])
        #expect(type(of: polygons["x"]![0]!) == Polygon.self)
    }

    @Test("Private properties of one name in superclass and subclass both get the value of the key")
    func shadowed() {
        expectDecoded(Labelled.self, #"{"hidden":9}"#, as: [9, 9]) { [$0.hiddenBase, $0.hiddenDerived] }
        expectDecoded(Labelled.self, "{}", as: [1, 2]) { [$0.hiddenBase, $0.hiddenDerived] }
    }

    // MARK: - References

    final class Parent: DefaultedModel {
        var name = "parent"
        var children: [Child] = []
        var favourite: Child?
    }

    final class Child: DefaultedModel {
        var name = "child"
        weak var parent: Parent?
        unowned var owner: Leaf = ClassModelTests.leaf
        unowned(unsafe) var other: Leaf = ClassModelTests.leaf
        var strong: Parent?
        var last: Int8 = 0
    }

    nonisolated(unsafe) static let leaf = Leaf()

    @Test("Weak and unowned properties keep the values of init(); their keys are unknown")
    func weak() throws {
        let json = #"{"name":"c","parent":{"name":"p"},"owner":1,"other":[],"strong":{"name":"s"},"last":-1}"#
        let child = try decodeEveryWay(Child.self, json) { "\($0.name) \($0.last) \($0.strong?.name ?? "nil")" }
        #expect(child.name == "c" && child.last == -1 && child.strong?.name == "s")
        #expect(child.parent == nil)
        #expect(child.owner === Self.leaf && child.other === Self.leaf)
        let decoder = ModelDecoder.with { $0.unknownKeys = .error }
        expectErrorAtMark(
            .unknownKey, path: "$.parent", decoding: Child.self, #"{"name":"c",▸"parent":null}"#, decoder: decoder)
    }

    @Test("An object that init() made is replaced by decoding, and changed by an update")
    func madeByInit() throws {
        final class Inner: DefaultedModel {
            var name = "plain"
            var size = 0
        }
        final class Outer: DefaultedModel {
            var inner = Inner()
            init() { inner.name = "preset" }
        }
        let json = #"{"inner":{"size":1}}"#
        expectDecoded(Outer.self, json, as: "plain 1") { "\($0.inner.name) \($0.inner.size)" }
        var updated = Outer()
        let inner = updated.inner
        try ModelDecoder().update(&updated, from: json)
        #expect(updated.inner === inner && inner.name == "preset" && inner.size == 1)
        expectDecoded(Outer.self, "{}", as: "preset") { $0.inner.name }
    }

    @Test("Classes may refer to each other and to themselves")
    func cycles() throws {
        let json =
            #"{"name":"a","children":[{"strong":{"children":[{"name":"deep"}],"favourite":{}}}],"favourite":null}"#
        let parent = try decodeEveryWay(Parent.self, json) {
            "\($0.name) \($0.children.first?.strong?.children.first?.name ?? "nil") \($0.favourite?.name ?? "nil")"
        }
        #expect(parent.children.first?.strong?.children.first?.name == "deep")
        #expect(parent.children.first?.strong?.favourite?.name == "child")
        #expect(parent.favourite == nil)
    }

    // MARK: - Generic classes

    class Container<Element>: DefaultedModel {
        var elements: [Element] = []
        var count: Int16 = -1
        required init() {}
    }

    final class Sorted<Element: Hashable>: Container<Element> {
        var first: Element?
        var unique: Set<Element> = []
    }

    @Test("Generic classes are decoded for each of their arguments, including superclass properties")
    func generics() throws {
        let sorted = try decodeEveryWay(
            Sorted<Point>.self, #"{"unique":[{"x":1,"y":2}],"elements":[{"x":3,"y":4}],"count":2,"first":null}"#
        ) { "\($0.unique) \($0.elements) \($0.count)" }
        #expect(sorted.unique == [Point(x: 1, y: 2)] && sorted.elements == [Point(x: 3, y: 4)] && sorted.count == 2)
        let strings = try decodeEveryWay(Sorted<Int128>.self, #"{"first":-1,"elements":[2]}"#) {
            "\($0.first ?? 0) \($0.elements) \($0.count)"
        }
        #expect(strings.first == -1 && strings.elements == [2] && strings.count == -1)
    }

    // MARK: - init()

    final class Counted: DefaultedModel {
        static let made = Locked(0)
        var number = 0 { didSet { Issue.record("an observer is called") } }
        init() { Self.made.withLock { $0 += 1 } }
    }

    @Test("init() is called once for each object, and never if a document is refused before an object is complete")
    func initialiserCalls() throws {
        let before = Counted.made.withLock { $0 }
        _ = try ModelDecoder().decode([Counted].self, from: #"[{"number":1},{},{"number":2}]"#)
        #expect(Counted.made.withLock { $0 } == before + 3)
        for json in [#"{"number":"1"}"#, #"{"number":1,"number":"x"}"#] {
            #expect(throws: ModelError.self) { try ModelDecoder().decode(Counted.self, from: json) }
        }
        #expect(Counted.made.withLock { $0 } == before + 3)
    }

    final class Wide: DefaultedModel, Equatable {
        var a: Int8 = 1
        var b: Int128 = 2
        var c: Bool? = true
        var d = "d"
        var e: Int16?? = 3
        var f: StructModelTests.Torture?
        var g: Double = 0.5
        static func == (left: Wide, right: Wide) -> Bool {
            left.a == right.a && left.b == right.b && left.c == right.c && left.d == right.d && left.e == right.e
                && left.f == right.f && left.g == right.g
        }
    }

    @Test("Fields of all sizes and alignments do not overwrite each other")
    func layout() throws {
        let torture = "{\(StructModelTests.fullMembers.joined(separator: ","))}"
        let full = try decodeEveryWay(Wide.self, #"{"g":-1,"f":\#(torture),"e":null,"d":"","c":null,"b":-3,"a":-128}"#)
        #expect(full.a == -128 && full.b == -3 && full.c == nil && full.d == "" && full.e == .none && full.g == -1)
        #expect(full.f == StructModelTests.full)
        let some = try decodeEveryWay(Wide.self, #"{"e":-3,"c":false}"#)
        #expect(some.a == 1 && some.b == 2 && some.c == false && some.d == "d" && some.e == -3 && some.g == 0.5)
    }

    final class Packed: DefaultedModel {
        var a: Int?
        var b: UInt8 = 7
        var c: Int16??
        var d: UInt8 = 8
        var e: Double?
        var f = true
        var g: Int128?
        var h: UInt8 = 9
        var i: Point?
        var j = "j"
    }

    @Test("Fields in the padding of the previous one keep their values when it is stored")
    func tailPadding() throws {
        let members = [#""a":-1"#, #""c":-2"#, #""e":0.5"#, #""g":-3"#, #""i":{"x":1,"y":2}"#]
        for present in 0..<(1 << members.count) {
            let chosen = members.indices.filter { present & 1 << $0 != 0 }.map { members[$0] }
            let packed = try decodeEveryWay(
                Packed.self, "{\(chosen.joined(separator: ","))}", cuts: Cuts(chunkSizes: [7], everySplitBelow: 0)
            ) { [Int($0.b), Int($0.d), $0.f ? 1 : 0, Int($0.h)] }
            #expect(packed.b == 7 && packed.d == 8 && packed.f && packed.h == 9 && packed.j == "j", "\(chosen)")
            #expect(packed.a == (chosen.contains(members[0]) ? -1 : nil))
            #expect(packed.i == (chosen.contains(members[4]) ? Point(x: 1, y: 2) : nil))
        }
    }
}
