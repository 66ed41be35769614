import BenchmarkModels
import Testing

@testable import Yodel

@Suite("Structs")
struct StructModelTests {
    // MARK: - Fields of a struct

    struct Guarded: Model, Equatable {
        let id: Int
        private let secret: String
        private(set) var note: String?
        fileprivate var flag: Bool
        static let shared = 7
        var computed: String { secret + (note ?? "-") }
        var observed: Int { didSet { Issue.record("an observer is called") } }

        init(id: Int) { preconditionFailure("an initialiser is called") }
    }

    @Test("let, private and observed properties are fields; static and computed ones are not, nor is code called")
    func visibility() throws {
        let model = try decodeEveryWay(
            Guarded.self, #"{"secret":"s","computed":1,"shared":2,"flag":true,"id":-9223372036854775808,"observed":3}"#)
        #expect(model.id == .min)
        #expect(model.computed == "s-")
        #expect(model.flag)
        #expect(model.observed == 3)
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["secret", "flag", "observed"], decoding: Guarded.self, #"{"id":1 ▸}"#)
    }

    struct Odd: Model, Equatable {
        var `default`: Int
        var größe: Int
        var _underscore: Int
        var 永: Int
        var `with space`: Int
        var `class`: String
        var description: String
        var hash: Int
        var self_: Int?
    }

    @Test("A key is the property's name, whatever the name: that of a keyword or of a protocol's requirement too")
    func names() {
        let odd = Odd(
            default: 1, größe: 2, _underscore: 3, 永: 4, `with space`: 5, class: "c", description: "d", hash: 6)
        let json =
            #"{"default":1,"größe":2,"_underscore":3,"永":4,"with space":5,"class":"c","description":"d","hash":6}"#
        expectRoundTrip(odd, json)
        expectDecoded(json.replacing("永", with: #"\u6c38"#), as: odd)
        expectErrorAtMark(
            .typeMismatch, path: #"$["with space"]"#, expected: "Int", decoding: Odd.self,
            "{\"default\":1,\"größe\":2\n,\"with space\": ▸\"5\"}")
    }

    struct Empty: Model, Equatable {}

    @Test("A struct without fields is any object")
    func empty() {
        expectEverywhere("{}", is: Empty())
        expectEverywhere(#"{"a":[1,{"b":2}],"c":null}"#, is: Empty())
        expectMismatchEverywhere(Empty.self, for: JSONLiteral.all(but: .object))
    }

    enum Lone: String { case only }

    struct WithEmpty: Model, Equatable {
        var first: Empty
        var lone: Lone
        var number: Int16
        var second: Empty?
        var third: Empty
        var text: String?
        var fourth: Empty
    }

    @Test("Fields without size may be among others and are required like any")
    func zeroSize() {
        let all = #"{"first":{},"lone":"only","number":-2,"second":{"a":1},"third":{},"text":"t","fourth":{}}"#
        let full = WithEmpty(
            first: Empty(), lone: .only, number: -2, second: Empty(), third: Empty(), text: "t", fourth: Empty())
        expectDecoded(all, as: full)
        let some = #"{"fourth":{},"third":{},"second":null,"number":1,"lone":"only","first":{}}"#
        expectDecoded(
            some, as: WithEmpty(first: Empty(), lone: .only, number: 1, third: Empty(), fourth: Empty()))
        expectErrorAtMark(
            .missingKeys, path: "$", missing: ["first", "lone", "number", "fourth"], decoding: WithEmpty.self,
            #"{"third":{}▸}"#)
        expectErrorAtMark(.invalidValue, path: "$.lone", decoding: WithEmpty.self, #"{"lone":▸"film"}"#)
    }

    // MARK: - Layout

    struct Torture: Model, Hashable {
        var a: Int8
        var b: Int64
        var c: Bool?
        var d: Int128
        var e: String?
        var f: Bool
        var g: UInt128?
        var h: Int16??
        var i: Character
        var j: Float?
        var k: UInt8
        var l: [Int8]?
        var m: Int32?
        var n: Point?
        var o: Bool???
        var p: Double?
        var q: Suit?
        var r: UInt8?
    }

    static let full = Torture(
        a: -1, b: .min, c: false, d: .min, e: "a text of more than fifteen bytes", f: true, g: .max, h: -2, i: "é",
        j: -0.5, k: 255, l: [1, -1], m: .min, n: Point(x: 1, y: 2), o: false, p: 2.5, q: .spades, r: 0)

    static let fullMembers = [
        #""a":-1"#, #""b":-9223372036854775808"#, #""c":false"#, #""d":-170141183460469231731687303715884105728"#,
        #""e":"a text of more than fifteen bytes""#, #""f":true"#, #""g":340282366920938463463374607431768211455"#,
        #""h":-2"#, #""i":"é""#, #""j":-0.5"#, #""k":255"#, #""l":[1,-1]"#, #""m":-2147483648"#,
        #""n":{"x":1,"y":2}"#, #""o":false"#, #""p":2.5"#, #""q":"spades""#, #""r":0"#,
    ]

    @Test("Fields of all sizes and alignments do not overwrite each other, in any order")
    func layout() throws {
        expectDecoded(Torture.self, "{\(Self.fullMembers.joined(separator: ","))}", as: Self.full)
        expectDecoded(Torture.self, "{\(Self.fullMembers.reversed().joined(separator: ","))}", as: Self.full)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let json = "{\(Self.fullMembers.shuffled(using: &generator).joined(separator: ","))}"
            #expect(try decodeEveryWay(Torture.self, json) == Self.full, "\(json)")
        }
        let list =
            "[" + Array(repeating: "{\(Self.fullMembers.joined(separator: ","))}", count: 50).joined(separator: ",")
            + "]"
        expectDecoded(
            [Torture?].self, list, as: Array(repeating: Self.full, count: 50), cuts: Cuts(chunkSizes: [7, 64]))
    }

    @Test("With only the required fields the Optionals are nil; with one more, only that one is not")
    func absences() throws {
        let optional = [2, 4, 6, 7, 9, 11, 12, 13, 14, 15, 16, 17]
        let required = Self.fullMembers.indices.filter { !optional.contains($0) }
        for extra in optional.map(Optional.some) + [nil] {
            let members = (required + [extra].compactMap { $0 }).map { Self.fullMembers[$0] }
            let model = try decodeEveryWay(Torture.self, "{\(members.joined(separator: ","))}")
            let present: [Bool] = [
                model.c != nil, model.e != nil, model.g != nil, model.h != nil, model.j != nil, model.l != nil,
                model.m != nil, model.n != nil, model.o != nil, model.p != nil, model.q != nil, model.r != nil,
            ]
            #expect(present == optional.map { $0 == extra })
            #expect(model.a == -1 && model.b == .min && model.d == .min && model.f && model.i == "é" && model.k == 255)
        }
    }

    @Test("Nulls in every Optional are nil, and the fields between them are unchanged")
    func nulls() {
        let members =
            #""a":-1,"b":7,"c":null,"d":-1,"e":null,"f":true,"g":null,"h":null,"i":"i","j":null,"k":255,"#
            + #""l":null,"m":null,"n":null,"o":null,"p":null,"q":null,"r":null"#
        let expected = Torture(
            a: -1, b: 7, c: nil, d: -1, e: nil, f: true, g: nil, h: nil, i: "i", j: nil, k: 255, l: nil, m: nil, n: nil,
            o: nil, p: nil, q: nil, r: nil)
        expectDecoded(Torture.self, "{\(members)}", as: expected)
    }

    // MARK: - Models in models

    struct Line: Model, Hashable {
        var start: Point
        var end: Point?
        var more: [Point]
        var named: [String: Point?]
    }

    @Test("Models nest in fields, Optionals, arrays and dictionaries")
    func nested() {
        let json =
            #"{"start":{"x":1,"y":2},"end":{"y":4,"x":3},"more":[{"x":5,"y":6}],"named":{"a":{"x":7,"y":8},"b":null}}"#
        let expected = Line(
            start: Point(x: 1, y: 2), end: Point(x: 3, y: 4), more: [Point(x: 5, y: 6)],
            named: ["a": Point(x: 7, y: 8), "b": nil])
        expectEverywhere(json, is: expected)
    }

    @Test("All missing keys of an object are listed, with its path and its closing brace")
    func missing() {
        let error = expectErrorAtMark(.missingKeys, path: "$", decoding: Line.self, "{ \n\n▸}")
        #expect(error?.missingKeys == ["start", "more", "named"])
        #expect(error?.expected == nil && error?.found == nil)
        #expect(
            error?.description
                == #"$: missing keys: "start", "more", "named" (missingKeys, line 3, column 1, offset 4)"#)
        expectErrorAtMark(
            .missingKeys, path: "$.more[1]", missing: ["y"], decoding: Line.self,
            #"{"start":{"x":1,"y":2},"more":[{"x":1,"y":2},{"x":5▸}]}"#)
        expectMismatchEverywhere(Point.self, for: JSONLiteral.all(but: .object))
    }

    // MARK: - Generic and recursive structs

    struct Page<Item>: Model {
        struct Cursor: Model { var next: Item?; var offset: Int }
        var items: [Item]
        var first: Item?
        var cursor: Cursor?
        var inner: [String: Page]?
    }

    struct Pair<First: Hashable, Second: Hashable>: Model, Hashable {
        var first: First
        var second: Second
    }

    @Test("Generic structs are decoded for each of their arguments")
    func generics() throws {
        let page = try decodeEveryWay(Page<Point>.self, #"{"items":[{"x":1,"y":2}],"cursor":{"offset":7,"next":null}}"#)
        {
            [$0.items, $0.first.map { [$0] } ?? [], $0.cursor?.next.map { [$0] } ?? []]
        }
        #expect(page.items == [Point(x: 1, y: 2)] && page.first == nil && page.cursor?.offset == 7)
        let strings = try decodeEveryWay(Page<String?>.self, #"{"first":"a","items":[null,"b"]}"#) { "\($0)" }
        #expect(strings.items == [nil, "b"] && strings.first == "a")
        let nested = try decodeEveryWay(Page<Page<Int>>.self, #"{"items":[{"items":[1]}]}"#) { "\($0)" }
        #expect(nested.items.first?.items == [1])
        expectEverywhere(#"{"second":1,"first":-1}"#, is: Pair<Int8, UInt64>(first: -1, second: 1))
        expectEverywhere(#"{"second":true,"first":"a"}"#, is: Pair<Substring, Bool>(first: "a", second: true))
        expectEverywhere(
            #"{"first":{"first":1,"second":2},"second":[]}"#,
            is: Pair<Pair<Int, Int>, [Pair<Int, Int>]>(first: Pair(first: 1, second: 2), second: []))
        expectErrorAtMark(
            .typeMismatch, path: "$.items[1]", expected: "UInt8", decoding: Page<UInt8>.self, #"{"items":[ 1, ▸"a"]}"#)
    }

    struct Node: Model, Hashable {
        var name: String
        var children: [Node]
        var byName: [String: Node]?
        var set: Set<Node>?
    }

    struct Folder: Model, Hashable { var files: [File]; var parent: [Folder]? }
    struct File: Model, Hashable { var name: String; var folders: [String: Folder] }

    @Test("Structs contain themselves through collections, also indirectly")
    func recursion() throws {
        let json =
            #"{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]},{"name":"d","children":[]}],"#
            + #""byName":{"e":{"name":"e","children":[],"set":[{"name":"f","children":[]},{"name":"f","children":[]}]}}}"#
        func leaf(_ name: String) -> Node { Node(name: name, children: []) }
        let expected = Node(
            name: "a", children: [Node(name: "b", children: [leaf("c")]), leaf("d")],
            byName: ["e": Node(name: "e", children: [], set: [leaf("f")])])
        expectDecoded(Node.self, json, as: expected)
        expectErrorAtMark(
            .nullValue, path: "$.children[0].children[1].children", expected: "[Node]", decoding: Node.self,
            #"{"children":[{"children":[{"children":[],"name":""},{"children":▸null}]}]}"#)

        let folder = try decodeEveryWay(
            Folder.self, #"{"files":[{"name":"x","folders":{"a":{"files":[],"parent":[{"files":[]}]}}}]}"#)
        #expect(folder.files.first?.folders["a"]?.parent == [Folder(files: [])])
    }

    // MARK: - References in structs

    struct Cell: Model {
        var name: String
        var shared: ClassModelTests.Leaf
        var maybe: ClassModelTests.Leaf?
        var list: [ClassModelTests.Leaf]
    }

    @Test("Structs contain objects, in fields, Optionals and collections")
    func references() throws {
        let cell = try decodeEveryWay(
            Cell.self, #"{"list":[{"name":"a"},{"name":"a"}],"shared":{"name":"b"},"maybe":null,"name":"n"}"#
        ) { [$0.name, $0.shared.name, $0.maybe?.name ?? "nil"] + $0.list.map(\.name) }
        #expect(cell.shared.name == "b")
        #expect(cell.list.map(\.name) == ["a", "a"])
        #expect(cell.list[0] !== cell.list[1])
    }
}
