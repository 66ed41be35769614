import BenchmarkModels
import Foundation
import Yodel

extension Subject {
    /// The subjects of recipes, by number: append new ones, so that earlier inputs keep their recipe.
    package static let all: [Subject] = {
        var subjects: [Subject] = [
            Subject(JSONValue.self, sample: #"{"a":[1,-2.5e3,"é\n\ud83d\ude00",null,true,{"b":[]}]}"#),
            Subject(model: Subjects.Skipping.self) { #"{"skipped":\#($0.anyText()),"kept":1}"# },
            Subject(random: RandomModels.Flat.self), Subject(random: RandomModels.Nested.self),
            Subject(random: RandomModels.Node.self), Subject(random: RandomModels.Keyed.self),
            Subject(random: RandomModels.Values.self), Subject(random: RandomModels.Mapped.self),
            Subject(random: RandomModels.Tree.self),
            Subject(model: Subjects.Sharing.self) {
                #"{"shared":\#($0.chance(2) ? "[1,2]" : $0.anyText()),"p":{"n":\#($0.integer(0...9)),"leaf":\#(RandomModels.Leaf.json(&$0))}}"#
            },
            Subject(model: Subjects.Account.self, equal: { $0.parts == $1.parts }) {
                #"{"id":\#($0.integer(0...9)),"name":\#($0.string()),"owner":{"id":2,"name":\#($0.string())},"tags":["a",\#($0.string())]}"#
            },
            Subject(model: Subjects.Wrapped.self) {
                #"{"plain":\#($0.integer(0...9)),"clamped":\#($0.integer(-99...99)),"boxed":[\#(RandomModels.Leaf.json(&$0))],"flags":\#($0.integer(0...7))}"#
            },
            Subject(RawJSON.self, sample: " [1, {\"a\": \"b\\\"\"}, -0.5E+2] "),
            Subject([RawJSON].self, sample: #"[1, "two", {"three": [3]}, [ ], null]"#),
            Subject([String: RawJSON].self, sample: #"{"a": 1, "b": {"c": [ 3 ]}, "d\n": "e"}"#),
            Subject([String: [Int: Double?]].self, sample: #"{"a":{"1":2.5,"-3":null},"b":{}}"#),
            Subject([[Double]].self, sample: "[[-65.613616999999977,43.420273000000009],[1,2e10,0.1]]"),
            Subject([Int].self, sample: "[1,-2,9223372036854775807,-9223372036854775808,0]"),
            Subject([String?].self, sample: #"["", null, "a text longer than fifteen bytes", "\u0000é"]"#),
            Subject(Double.self, sample: "-12.5e-3"), Subject(Int.self, sample: "1234567"),
            Subject(UInt8.self, sample: "255"), Subject(Bool?.self, sample: "true"),
            Subject(String.self, sample: #""text""#), Subject(Decimal.self, sample: "12345678901234567890.5"),
            Subject(Date.self, sample: "1700000000.25"), Subject(Data.self, sample: #""AAECAwQ=""#),
            Subject(JSONNumber.self, sample: "-1.50E+03"),
            Subject([Twitter.Status].self, sample: "[]"), Subject(Twitter.Search.self, sample: "{}"),
            Subject([GitHub.Event].self, sample: "[]"), Subject(CITM.Catalog.self, sample: "{}"),
            Subject(Canada.Map.self, sample: #"{"type":"t","features":[]}"#),
            Subject(random: Subjects.WrappedNils.self),
        ]
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            subjects.append(
                Subject(model: Subjects.Matrix.self, equal: { $0.parts == $1.parts }) {
                    #"{"rows":[[1,2,3],[4,\#($0.integer(0...9)),6]],"labels":["a",\#($0.string())],"last":1}"#
                })
        }
        subjects.append(Subject(random: Subjects.Checked.self))
        return subjects
    }()

    /// The number of the subject of a type.
    package static func index<Value>(of type: Value.Type) -> Int {
        all.firstIndex { $0.name == "\(type)" }!
    }
}

/// Models of kinds that ``RandomModels`` does not have.
enum Subjects {
    struct Skipping: Model, Equatable { var kept: Int? }

    struct Sharing: Model, Equatable {
        var values: [Int]?
        var value: JSONValue?
        var raw: RawJSON?
        var number: Int
        var leaf: RandomModels.Leaf?
        var whole: RawJSON?
        var alias: String?

        static let mapping = Mapping(
            .map(\Sharing.values, to: "shared", "other"), .map(\Sharing.value, to: "shared"),
            .map(\Sharing.raw, to: "shared"), .map(\Sharing.number, to: "p.n"), .map(\Sharing.leaf, to: "p.leaf"),
            .map(\Sharing.whole, to: "p"), .map(\Sharing.alias, to: "p.leaf.name", "name", "p.name"))
    }

    final class Account: DefaultedModel, CustomStringConvertible {
        var id = 0
        var name: String? = "unset"
        var owner: Account?
        var tags: [String] = []

        var parts: [String] { ["\(id)", name ?? "nil"] + tags + (owner.map { ["owner"] + $0.parts } ?? []) }
        var description: String { "\(parts)" }
    }

    @propertyWrapper
    struct Plain<Value: Equatable>: Equatable { var wrappedValue: Value }

    @propertyWrapper
    struct Clamped: ModelWrapper, Equatable {
        private(set) var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = min(max(wrappedValue, 0), 10) }
    }

    struct Wrapped: Model, Equatable {
        struct Flags: OptionSet { var rawValue: UInt8 }

        @Plain var plain: Int
        @Clamped var clamped: Int
        @Indirect var boxed: [RandomModels.Leaf]?
        var flags: Flags?
    }

    /// Values that may be nil, in property wrappers with no other storage.
    struct WrappedNils: RandomModel {
        @Plain var bool: Bool?
        @Plain var text: String?
        @Plain var link: URL?
        @Plain var leaf: RandomModels.Leaf?
        @Plain var twice: Int??
        @Plain var field: Field<Bool>

        static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .optional("bool") { $0.bool() }, .optional("text") { $0.string() },
                .optional("link") { $0.one(of: [#""a:b""#, #""https://example.com/c?d=e""#]) },
                .optional("leaf", RandomModels.Leaf.json), .optional("twice") { $0.integer(-5...5) },
                .optional("field") { $0.bool() },
            ])
        }
    }

    /// Properties of many kinds that have constraints.
    struct Checked: RandomModel {
        var count: Int
        var size: Int8?
        var ratio: Double?
        var name: String
        var at: Date?
        var kind: JSONValue?
        var list: [Int]?
        var texts: Set<String>?
        var byName: [String: Int]?
        var leaves: [RandomModels.Leaf]?
        @Clamped var clamped: Int

        static let mapping = Mapping(
            .map(\Checked.size, to: "size", "s.z"), .check(\Checked.count, .range(-50...50), .multiple(of: 2)),
            .check(\Checked.size, .range(...100)), .check(\Checked.ratio, .range(0...)),
            .check(\Checked.name, .length(..<12), Constraint("no a") { !$0.contains("a") }),
            .check(\Checked.at, .range(Date(timeIntervalSince1970: 0)...)),
            .check(\Checked.kind, .oneOf([1, "a", [2]])),
            .check(\Checked.list, .count(1...3), .unique), .check(each: \Checked.list, .range(0...)),
            .check(each: \Checked.texts, .length(1...)), .check(each: \Checked.byName, .oneOf([1, 2, 3])),
            .check(\Checked.leaves, .count(...2)), .emptyWhenAbsent(\Checked.byName), .default(\Checked.name, "b"),
            .check(\Checked._clamped, Constraint("no 7") { $0.wrappedValue != 7 }),
            .check("fewer than there are in the list") { (value: Checked) in value.count < 40 || value.list == nil })

        static func json(_ json: inout RandomJSON) -> String {
            json.object([
                .required("count") { $0.integer(-52...52) }, .optional("size") { $0.integer(95...105) },
                .optional("s") { #"{"z":\#($0.integer(99...101))}"# }, .optional("ratio") { $0.double() },
                .optional("name") { $0.string(8...13) }, .optional("at") { $0.integer(-2...5) },
                .optional("kind") { $0.one(of: ["1", #""a""#, "[2]", "[1]"]) },
                .optional("list") { $0.array(0...4) { $0.integer(-1...9) } },
                .optional("texts") { $0.array(0...3) { $0.string(0...3) } },
                .optional("byName") { #"{"x":\#($0.integer(0...4)),"y":\#($0.integer(1...3))}"# },
                .optional("leaves") { $0.array(0...3, RandomModels.Leaf.json) },
                .required("clamped") { $0.integer(0...9) },
            ])
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    struct Matrix: Model, CustomStringConvertible {
        var rows: InlineArray<2, InlineArray<3, Int16>>
        var labels: InlineArray<2, String>?
        var last: UInt8

        var parts: [String] {
            let numbers = rows.indices.flatMap { row in rows[row].indices.map { "\(rows[row][$0])" } }
            let texts = labels.map { labels in labels.indices.map { labels[$0] } } ?? ["nil"]
            return numbers + texts + ["\(last)"]
        }
        var description: String { "\(parts)" }
    }
}
