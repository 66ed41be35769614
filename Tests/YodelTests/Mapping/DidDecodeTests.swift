import Testing

@testable import Yodel

private struct Refusal: Error, Equatable { var why: String }

/// Models with a hook after decoding.
@Suite struct DidDecodeTests {
    private struct Span: Model, DidDecodeModel, Equatable {
        var first: Int
        var last: Int
        var name: Tracked?

        mutating func didDecode() throws {
            if last < first { throw Refusal(why: "\(last) < \(first)") }
            // Values set before it refuses must not leak.
            name = name ?? Tracked("\(first)-\(last)")
            if first < 0 { throw Refusal(why: "negative") }
        }
    }

    private struct Plan: Model, Equatable {
        var spans: [Span]
        var main: Span?
        static let mapping = Mapping(.onMismatch(\Plan.main, .useDefault))
    }

    private class Node: DefaultedModel, DidDecodeModel {
        var name = "n"
        var child: Node?
        var size = 0
        final var calls = 0
        static let mapping = Mapping(.ignore(\Node.calls))
        required init() {}

        func didDecode() throws {
            calls += 1
            size += child?.size ?? 1
            if name == "bad" { throw Refusal(why: "a bad name") }
        }
    }

    @Test func theyMayAdjustTheirValues() throws {
        expectDecoded(#"{"last":3,"first":1}"#, as: Span(first: 1, last: 3, name: Tracked("1-3")))
        let node = try decodeEveryWay(Node.self, #"{"child":{"child":{}}}"#) { [$0.size, $0.calls] }
        #expect(node.size == 1)
        #expect([node.calls, node.child?.calls, node.child?.child?.calls, node.child?.child?.size] == [1, 1, 1, 1])
    }

    @Test func aRefusalIsAnErrorWithItsPlace() throws {
        #expect(
            refusal(of: Plan.self, "{\"spans\":[{\"first\":1,\"last\":1},\n{\"first\":2,\"last\":1}]}")
                == "$.spans[1]: expected Span, found an object that its hook refuses (invalidValue, line 2, column 20, offset 51): "
                + #"Refusal(why: "1 < 2")"#)
        #expect(
            refusal(of: Node.self, #"{"child":{"child":{"name":"bad"}}}"#)
                == "$.child.child: expected Node, found an object that its hook refuses (invalidValue, line 1, column 32, "
                + #"offset 31): Refusal(why: "a bad name")"#)
        let error = modelError { try ModelDecoder().decode(Span.self, from: #"{"first":2,"last":1}"#) }
        #expect(error?.underlying as? Refusal == Refusal(why: "1 < 2"))
        #expect(error?.path == JSONPath())
    }

    @Test func onlyWholeValuesAreShown() {
        #expect(
            refusal(of: Span.self, #"{"first":2}"#)
                == #"$: missing keys: "last" (missingKeys, line 1, column 11, offset 10)"#)
    }

    @Test func whatIsRefusedCanBeDoneWithout() throws {
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        let json =
            #"{"spans":[{"first":1,"last":1},{"first":2,"last":1},{"first":-1,"last":5,"x":[]}],"main":{"first":2,"last":1}}"#
        let (plan, errors) = try recovered(Plan.self, json, decoder: decoder)
        #expect(plan == Plan(spans: [Span(first: 1, last: 1, name: Tracked("1-1"))]))
        #expect(errors.count == 3)
        expectDecoded(
            [Node].self, #"[{"name":"a"},{"child":{"name":"bad"}},{"name":"bad"},{}]"#, as: ["a", "n"], decoder: decoder
        ) { $0.map(\.name) }
    }

    @Test func nothingIsLeftOfWhatIsRefused() {
        let census = Census()
        Census.$current.withValue(census) {
            for drops in [false, true] {
                let decoder = ModelDecoder.with { $0.badElements = drops ? .drop : .error }
                for json in [
                    #"[{"first":1,"last":2,"name":"a"},{"first":-1,"last":2},{"first":-1,"last":2,"name":"b"}]"#,
                    #"[{"first":2,"last":1,"name":"a"},{"first":-2,"last":-1},7,{"first":1,"last":2,"name":[]}]"#,
                ] {
                    for parser in Parser.all {
                        var decoder = decoder
                        decoder.parser = parser
                        _ = try? decoder.decode([Span].self, from: json)
                        #expect(census.complaint == nil)
                        census.reset()
                    }
                }
            }
        }
        #expect(census.made > 0)
    }

    @Test func listedTypesAndWideOnesAreShownToo() throws {
        struct Listed: DefaultedModel, DidDecodeModel, Equatable {
            var name = "n"
            var note = "unseen"
            static let mapping = Mapping.listing(.map(\Listed.name, to: "name"))
            mutating func didDecode() throws {
                note = "seen \(name)"
                if name == "bad" { throw Refusal(why: name) }
            }
        }
        expectDecoded(#"{"name":"m"}"#, as: Listed(name: "m", note: "seen m"))
        #expect(
            refusal(of: Listed.self, #"{"name":"bad"}"#).contains(
                "$: expected Listed, found an object that its hook refuses"))
        // An empty struct has no fields that could be missing.
        struct Empty: Model, DidDecodeModel, Equatable {
            func didDecode() throws { throw Refusal(why: "never") }
        }
        #expect(refusal(of: [Empty].self, "[{}]").contains("$[0]: expected Empty"))
        struct Ranked: Model, DidDecodeModel, Equatable {
            var name: String?
            static let mapping = Mapping(.map(\Ranked.name, to: "a", "b"))
            mutating func didDecode() { name = (name ?? "none") + "!" }
        }
        expectDecoded([Ranked?].self, #"[{"b":"x"},{},null]"#, as: [Ranked(name: "x!"), Ranked(name: "none!"), nil])
    }

    @Test func composedOnesAreShownWhole() throws {
        struct Place: Model, DidDecodeModel, Equatable {
            var name: String
            var parts: [Int]
            static let mapping = Mapping(.compose(\Place.parts, from: "a", "b", by: { (a: Int, b: Int) in [a, b] }))
            mutating func didDecode() throws {
                name += "!"
                if parts[0] > parts[1] { throw Refusal(why: name) }
            }
        }
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        let long = "a name that is too long to be stored inline"
        expectDecoded(
            #"[{"a":1,"b":2,"name":"\#(long)"},{"a":2,"b":1,"name":"\#(long)"},{"a":3,"b":3,"name":"n"}]"#,
            as: [Place(name: "\(long)!", parts: [1, 2]), Place(name: "n!", parts: [3, 3])], decoder: decoder)
    }

    @Test func theyMayTakeWhatNoPropertyHasAndWhatTheHookBeforeLeft() throws {
        struct Entry: WillDecodeModel, DidDecodeModel, Equatable {
            var name: String
            var rank: Int
            var rest: [String: JSONValue]
            static let mapping = Mapping(.unknown(\Entry.rest), .ignore(\Entry.rank, default: 0))

            static func willDecode(_ object: inout JSONObject) {
                object["name"] = object["name"] ?? "unnamed"
            }

            mutating func didDecode() throws {
                rank = rest.removeValue(forKey: "position")?.intValue ?? 0
                if rank < 0 { throw Refusal(why: name) }
            }
        }
        expectDecoded(
            [Entry].self, #"[{"position": 3, "name": "a", "rank": 7}, {}]"#,
            as: [Entry(name: "a", rank: 3, rest: ["rank": 7]), Entry(name: "unnamed", rank: 0, rest: [:])])
        #expect(
            refusal(of: [Entry].self, #"[{"position": -1}]"#)
                .hasPrefix("$[0]: expected Entry, found an object that its hook refuses (invalidValue, line 1, "))
    }

    // MARK: - Updates

    @Test func anUpdateIsShownToWhatItMentions() throws {
        var plan = Plan(spans: [], main: Span(first: 1, last: 2, name: Tracked("x")))
        try ModelDecoder().update(&plan, from: #"{"main":{"last":3,"name":null}}"#)
        #expect(plan.main == Span(first: 1, last: 3, name: Tracked("1-3")))
        let before = plan
        #expect(
            refusal(updating: &plan, #"{"spans":[{"first":1,"last":1}],"main":{"last":0}}"#)
                == "$.main: expected Span, found an object that its hook refuses (invalidValue, line 1, column 49, offset 48): "
                + #"Refusal(why: "0 < 1")"#)
        #expect(plan == before)
        let node = Node()
        node.child = Node()
        var root = node
        try ModelDecoder().update(&root, from: #"{"name":"m"}"#)
        #expect([node.calls, node.child?.calls] == [1, 0])
    }

    @Test func instancesGetTheirValuesBack() throws {
        let census = Census()
        try Census.$current.withValue(census) {
            final class Leaf: DefaultedModel, DidDecodeModel {
                var value: Tracked? = Tracked("v")
                var size = 1
                init() {}
                func didDecode() {
                    value = Tracked("seen")
                    size += 1
                }
            }
            final class Tree: DefaultedModel, DidDecodeModel {
                var name: Tracked? = Tracked("t")
                var leaf = Leaf()
                var span: Span? = Span(first: 1, last: 2, name: nil)
                init() {}
                func didDecode() throws {
                    leaf = Leaf()
                    if name?.text == "bad" { throw Refusal(why: "a bad name") }
                }
            }
            let tree = Tree()
            let leaf = tree.leaf
            var root = tree
            #expect(
                refusal(updating: &root, #"{"leaf":{"size":5,"value":"w"},"span":{"last":9},"name":"bad"}"#)
                    == "$: expected Tree, found an object that its hook refuses (invalidValue, line 1, column 62, offset 61): "
                    + #"Refusal(why: "a bad name")"#)
            #expect(tree.leaf === leaf)
            #expect([tree.name?.text, leaf.value?.text] == ["t", "v"])
            #expect(leaf.size == 1)
            #expect(tree.span == Span(first: 1, last: 2, name: nil))
            try ModelDecoder().update(&root, from: #"{"leaf":{"size":5},"span":{"last":9}}"#)
            #expect(leaf.size == 6)
            #expect(leaf.value?.text == "seen")
            #expect(tree.span == Span(first: 1, last: 9, name: Tracked("1-9")))
        }
        #expect(census.complaint == nil)
    }

    /// A model's hook may set another to nil whose own hook has not been called yet.
    @Test func whatIsGoneIsNotShown() throws {
        final class Parent: DefaultedModel, DidDecodeModel {
            nonisolated(unsafe) static weak var current: Parent?
            var kid: Kid? = Kid()
            var span: Span? = Span(first: 1, last: 2, name: nil)
            init() {}
            func didDecode() {}
        }
        final class Kid: DefaultedModel, DidDecodeModel {
            var name = ""
            init() {}
            func didDecode() { Parent.current?.span = nil }
        }
        var parent = Parent()
        Parent.current = parent
        try ModelDecoder().update(&parent, from: #"{"kid":{"name":"k"},"span":{"last":-5}}"#)
        #expect(parent.span == nil)
        #expect(parent.kid?.name == "k")
    }
}
