import Testing

@testable import Yodel

/// Tags in documents that update objects of classes with variants.
@Suite struct VariantUpdateTests {
    class Node: DefaultedModel, Polymorphic, CustomStringConvertible {
        final var name = "-"
        final var note: String?
        required init() {}
        class var variants: Variants<Node> {
            Variants("kind", .type(["leaf", "l"], Leaf.self), .type("fork", Fork.self), .otherwise(Node.self))
        }
        final var description: String { "\(type(of: self)) \(name) \(note ?? "-")" }
    }

    final class Leaf: Node { var size = 0 }
    final class Fork: Node { var width = 0 }
    /// Not among the variants.
    final class Stub: Node {}

    /// Properties of any class, of one class, and of one that is not a variant.
    struct Tree: Model {
        var node: Node?
        var leaf: Leaf?
        var stub: Stub?
        var count = 0

        static let mapping = Mapping(.default(\Tree.count, 0))

        var description: String {
            "\(node?.description ?? "-"), \(leaf?.description ?? "-"), \(stub?.description ?? "-"), \(count)"
        }
    }

    private let old = #"""
        {"node": {"kind": "blob", "name": "a", "note": "n"}, "leaf": {"name": "b", "note": "m"}, "stub": {"name": "c"}}
        """#

    /// The tree after an update of the old one, if its objects keep their identity; otherwise those that do not, or the
    /// error of the update, which must have changed nothing.
    private func updated(
        _ json: String, from old: String? = nil, decoder: ModelDecoder = ModelDecoder(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        func outcome(_ update: (inout Tree) throws -> Void) throws -> String {
            var tree = try ModelDecoder().decode(Tree.self, from: old ?? self.old)
            let (before, description) = (tree, tree.description)
            do {
                try update(&tree)
            } catch {
                #expect(tree.description == description, sourceLocation: sourceLocation)
                #expect(tree.node === before.node && tree.leaf === before.leaf, sourceLocation: sourceLocation)
                return "\(error)"
            }
            let isSame = tree.node === before.node && tree.leaf === before.leaf && tree.stub === before.stub
            return (isSame ? "" : "replaced: ") + tree.description
        }
        let whole = try outcome { try decoder.update(&$0, from: json) }
        var other = decoder
        other.parser = Parser.other ?? .scanner
        #expect(try outcome { try other.update(&$0, from: json) } == whole, sourceLocation: sourceLocation)
        // A tree has each key once, and its errors have no place.
        let once = ModelDecoder.with { $0.duplicateKeys = .error }
        if !whole.hasPrefix("$"), let value = try? once.decode(JSONValue.self, from: json) {
            #expect(try outcome { try decoder.update(&$0, from: value) } == whole, sourceLocation: sourceLocation)
        }
        return whole
    }

    // MARK: - The class for the rest

    @Test("An unknown tag updates an object of the class for the rest")
    func otherTags() throws {
        for members in [
            #""kind": "blob", "name": "x""#, #""name": "x", "kind": "blob""#, #""kind": "other", "name": "x""#,
            #""kind": 7, "name": "x""#, #""name": "x""#, #""kind": null, "name": "x""#,
            #""kind": "blob", "name": "x", "kind": "leaf""#,
        ] {
            #expect(try updated(#"{"node": {\#(members)}}"#) == "Node x n, Leaf b m, Stub c -, 0", "\(members)")
        }
    }

    @Test("A tag of another class replaces the object")
    func otherClasses() throws {
        #expect(try updated(#"{"node": {"name": "x", "kind": "l"}}"#) == "replaced: Leaf x -, Leaf b m, Stub c -, 0")
        let fork = #"{"node": {"kind": "fork", "note": "n"}}"#
        #expect(try updated(#"{"node": {"kind": "blob"}}"#, from: fork) == "replaced: Node - -, -, -, 0")
        #expect(try updated(#"{"node": {"kind": "fork", "name": "x"}}"#, from: fork) == "Fork x n, -, -, 0")
        #expect(try updated(#"{"node": {"kind": null, "name": "x"}}"#, from: fork) == "Fork x n, -, -, 0")
    }

    @Test("A property without an object gets a new one, whatever kind of nil it has")
    func noObjects() throws {
        struct Pair: Model {
            var twice: Node??
            var field: Field<Node>
        }
        for old in [Pair(twice: nil, field: .absent), Pair(twice: .some(nil), field: .null)] {
            var pair = old
            let json = #"{"twice": {"kind": "leaf", "name": "x"}, "field": {"name": "y"}}"#
            #expect(refusal(updating: &pair, json) == "accepted")
            #expect(pair.twice??.description == "Leaf x -" && pair.field.value?.description == "Node y -")
            let (leaf, node) = (pair.twice, pair.field.value)
            #expect(refusal(updating: &pair, #"{"twice": {"note": "n"}, "field": {"name": "z"}}"#) == "accepted")
            #expect(leaf??.description == "Leaf x n" && node?.description == "Node z -")
        }
    }

    @Test("An object at the root of an update keeps its class, even the class for the rest")
    func roots() throws {
        var node = try ModelDecoder().decode(Node.self, from: #"{"kind": "blob", "name": "a", "note": "n"}"#)
        let same = node
        for json in [#"{"kind": "blob", "name": "x"}"#, #"{"name": "x", "kind": "other"}"#, #"{"kind": null}"#] {
            node.name = "x"
            #expect(refusal(updating: &node, json) == "accepted")
            #expect(node === same && node.description == "Node x n")
        }
        #expect(
            refusal(updating: &node, #"{"name": "y", "kind": "leaf"}"#)
                == #"$: expected a tag other than "leaf", "l", "fork", found an object of another class, and an update cannot change the class (unknownVariant, line 1, column 1, offset 0)"#
        )
        #expect(
            refusal(updating: &node, #"{"name": "y", "kind": []}"#)
                == #"$.kind: expected one of "leaf", "l", "fork", found an array (typeMismatch, line 1, column 23, offset 22)"#
        )
        #expect(node === same && node.description == "Node x n")
        var leaf: Node = Leaf()
        #expect(
            refusal(updating: &leaf, #"{"name": "y", "kind": "blob"}"#)
                == #"$: expected "leaf" or "l", found an object of another class, and an update cannot change the class (unknownVariant, line 1, column 1, offset 0)"#
        )
        #expect(refusal(updating: &leaf, #"{"kind": "l", "name": "z"}"#) == "accepted")
        #expect(leaf.description == "Leaf z -")
    }

    @Test("An object whose variants have no tag in it is replaced, also at the root")
    func objectsWithoutTags() throws {
        class Form: DefaultedModel, Polymorphic {
            final var name = ""
            required init() {}
            class var variants: Variants<Form> {
                Variants(.choice { $0.contains("radius") ? "disc" : nil }, .type("disc", Disc.self))
            }
        }
        final class Disc: Form, DidDecodeModel {
            var radius = 0
            func didDecode() throws { if radius < 0 { throw CancellationError() } }
        }
        let disc = Disc()
        (disc.name, disc.radius) = ("a", 1)
        var form: Form = disc
        for json in [#"{"radius": "x"}"#, #"{"radius": 2} 3"#, #"{"radius": 2"#, #"{"radius": -1}"#, "[]", "null"] {
            #expect(refusal(updating: &form, json) != "accepted")
            #expect(form === disc)
        }
        try ModelDecoder().update(&form, from: #"{"radius": 2}"#)
        #expect(form !== disc && form.name.isEmpty && (form as? Disc)?.radius == 2)
        #expect(disc.name == "a" && disc.radius == 1)
        let replaced = { [weak form] in form }
        try ModelDecoder().update(&form, fromTree: ["radius": 3])
        #expect(replaced() == nil && (form as? Disc)?.radius == 3)
    }

    class Item: DefaultedModel, Polymorphic {
        final var kind = ""
        final var name = ""
        required init() {}
        class var variants: Variants<Item> { Variants("kind", .type("song", Song.self), .otherwise(Item.self)) }
    }

    final class Song: Item {}

    @Test("An object whose tag is a property is updated from its own encoding")
    func tagsThatAreProperties() throws {
        struct Shelf: Model { var item: Item }
        for kind in ["song", "film"] {
            var shelf = try ModelDecoder().decode(Shelf.self, from: #"{"item": {"kind": "\#(kind)", "name": "a"}}"#)
            let item = shelf.item
            let text = try ModelEncoder().encodeText(shelf)
            item.name = "b"
            try ModelDecoder().update(&shelf, from: text)
            #expect(shelf.item === item && item.name == "a" && item.kind == kind)
            var root = item
            let own = try ModelEncoder().encodeText(root)
            item.name = "b"
            try ModelDecoder().update(&root, from: own)
            #expect(root === item && item.name == "a" && item.kind == kind)
        }
        var shelf = Shelf(item: Item())
        let item = shelf.item
        try ModelDecoder().update(&shelf, from: #"{"item": {"kind": "film", "kind": "play"}}"#)
        #expect(shelf.item === item && item.kind == "play")
    }

    class Open: DefaultedModel, Polymorphic {
        final var rest = JSONObject()
        required init() {}
        class var mapping: Mapping { Mapping(.unknown(\Open.rest)) }
        class var variants: Variants<Open> {
            Variants("kind", .type("open", Open.self), .type("shut", Shut.self), .otherwise(Open.self))
        }
    }

    final class Shut: Open {}

    @Test("For the class for the rest, an unknown tag is a member like others, and its own tag is not")
    func tagsAmongUnknownMembers() throws {
        struct Box: Model { var open: Open }
        var box = try ModelDecoder().decode(Box.self, from: #"{"open": {"kind": "a", "x": 1}}"#)
        let open = box.open
        #expect(open.rest == ["kind": "a", "x": 1])
        try ModelDecoder().update(&box, from: #"{"open": {"kind": "b"}}"#)
        #expect(box.open === open && open.rest == ["kind": "b", "x": 1])
        try ModelDecoder().update(&box, from: #"{"open": {"x": 2, "kind": "open"}}"#)
        #expect(box.open === open && open.rest == ["kind": "b", "x": 2])
        try ModelDecoder().update(&box, from: #"{"open": {"kind": "shut", "x": 3}}"#)
        #expect(box.open is Shut && box.open.rest == ["x": 3])
    }

    // MARK: - Contradicting tags

    /// The same in decoding and in updates.
    @Test("If only one class is possible, the tag of another one is an error")
    func onlyClasses() throws {
        #expect(
            try updated(#"{"count": 1, "leaf": {"name": "x", "kind": "fork"}}"#)
                == #"$.leaf.kind: expected "leaf" or "l", found the string "fork" (unknownVariant, line 1, column 44, offset 43)"#
        )
        for kind in [#""fork""#, #""blob""#, "7", "[]", #"{"a": 1}"#, #""leaf", "kind": "fork""#] {
            for members in [#""kind": \#(kind), "name": "x""#, #""x": [1], "kind": \#(kind)"#] {
                let json = #"{"count": 1, "leaf": {\#(members)}}"#
                let error = refusal(of: Tree.self, json)
                #expect(error.hasPrefix("$.leaf.kind: expected "))
                #expect(try updated(json) == error, "\(json)")
                var leaf = Leaf()
                #expect(refusal(updating: &leaf, "{\(members)}") == refusal(of: Leaf.self, "{\(members)}"), "\(json)")
                #expect(leaf.description == "Leaf - -")
            }
        }
        for kind in [#""leaf""#, #""l""#, "null", #""leaf", "kind": "l""#] {
            #expect(
                try updated(#"{"count": 1, "leaf": {"kind": \#(kind), "name": "x"}}"#)
                    == "Node a n, Leaf x m, Stub c -, 1", "\(kind)")
        }
    }

    @Test("A duplicate tag in an update must have the same value")
    func secondTags() throws {
        let old = #"{"node": {"kind": "leaf", "name": "a", "note": "n"}}"#
        for second in [#""fork""#, #""blob""#, "7"] {
            let json = #"{"node": {"kind": "l", "name": "x", "kind": \#(second)}}"#
            let error = refusal(of: Tree.self, json)
            #expect(error.hasPrefix(#"$.node.kind: expected "leaf" or "l", found "#))
            #expect(try updated(json, from: old) == error)
        }
        #expect(
            try updated(#"{"node": {"name": "x", "kind": null, "kind": "fork"}}"#, from: old)
                == #"$.node.kind: expected "leaf" or "l", found the string "fork" (unknownVariant, line 1, column 46, offset 45)"#
        )
        #expect(try updated(#"{"node": {"kind": "l", "name": "x", "kind": "leaf"}}"#, from: old) == "Leaf x n, -, -, 0")
        for policy in [DuplicateKeyPolicy.last, .first] {
            struct Shelf: Model { var item: Item }
            let decoder = ModelDecoder.with { $0.duplicateKeys = policy }
            var shelf = Shelf(item: Song())
            #expect(
                refusal(updating: &shelf, #"{"item": {"kind": "song", "kind": "film"}}"#, decoder: decoder)
                    == #"$.item.kind: expected "song", found the string "film" (unknownVariant, line 1, column 35, offset 34)"#
            )
            #expect(shelf.item.kind == "")
        }
    }

    @Test("Options apply to tags in updates as in decoding")
    func options() throws {
        let strict = ModelDecoder.with { $0.unknownKeys = .error }
        let leaf = #"{"node": {"kind": "leaf"}, "leaf": {}, "stub": {}}"#
        #expect(
            try updated(#"{"node": {"kind": "l"}, "leaf": {"kind": "l"}}"#, from: leaf, decoder: strict)
                == "Leaf - -, Leaf - -, Stub - -, 0")
        // They have no tag.
        for json in [#"{"node": {"kind": "blob"}}"#, #"{"stub": {"kind": "stub"}}"#] {
            let error = refusal(of: Tree.self, json, decoder: strict)
            #expect(error.contains(#"kind: found the unknown key "kind" (unknownKey, line 1, column 11, offset 10)"#))
            #expect(try updated(json, decoder: strict) == error)
        }
        let tolerant = ModelDecoder.with { $0.mismatches = .useDefault }
        #expect(
            try updated(#"{"leaf": {"name": "x", "kind": "fork", "note": "y"}, "count": 1}"#, decoder: tolerant)
                == "Node a n, Leaf b m, Stub c -, 1")
        let lettersAside = ModelDecoder.with { $0.keys = .caseInsensitive }
        #expect(
            try updated(#"{"LEAF": {"NAME": "x", "Kind": "fork"}}"#, decoder: lettersAside)
                == #"$.LEAF.kind: expected "leaf" or "l", found the string "fork" (unknownVariant, line 1, column 32, offset 31)"#
        )
    }

    class Part: DefaultedModel, Polymorphic {
        final var name = ""
        required init() {}
        class var variants: Variants<Part> { Variants("kind", .type("door", Door.self), .type("wheel", Wheel.self)) }
    }

    final class Wheel: Part {}

    final class Door: Part, WillDecodeModel {
        static func willDecode(_ object: inout JSONObject) { object["name"] = object.removeValue(forKey: "title") }
    }

    @Test("An object of a class with a hook before decoding must match its tag, too")
    func preparedObjects() {
        struct Car: Model {
            var part: Part
            var door: Door
        }
        let door = Door()
        var car = Car(part: door, door: Door())
        #expect(refusal(updating: &car, #"{"part": {"title": "a", "kind": "door"}}"#) == "accepted")
        #expect(car.part === door && door.name == "a")
        for json in [
            #"{"part": {"kind": "door", "title": "b", "kind": "wheel"}, "door": {}}"#,
            #"{"part": {"title": "b"}, "door": {"title": "c", "kind": "wheel"}}"#,
        ] {
            #expect(refusal(updating: &car, json) != "accepted", "\(json)")
            #expect(car.part === door && door.name == "a" && car.door.name == "", "\(json)")
        }
    }
}
