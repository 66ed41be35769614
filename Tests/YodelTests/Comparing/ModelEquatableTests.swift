import Testing

@testable import Yodel

/// Models that are compared and hashed with their tables.
@Suite struct ModelEquatableTests {
    /// Neither Equatable nor Hashable: compared by its table.
    private struct Plain: Model {
        var name = ""
        var size: Int? = nil
    }

    private struct Sign: ModelScalar {
        var text: String
        init(scalar: JSONScalar) throws { text = "\(scalar)" }
        init(_ text: String) { self.text = text }
        var scalar: JSONScalar { .string(text) }
    }

    private struct Own: Model, Hashable {
        var value: Int
        var noise = 0
        static func == (left: Own, right: Own) -> Bool { left.value == right.value }
        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    private struct Everything: ModelHashable {
        var bool = true
        var int = 1
        var double = 1.5
        var string = "a"
        var small: Int8 = 1
        var optional: Int? = 1
        var twice: Int?? = 1
        var plain = Plain()
        var maybe: Plain? = Plain()
        var list = [Plain(), Plain()]
        var slice: ArraySlice<Plain> = [Plain()]
        var nested: [[Plain?]] = [[Plain(), nil]]
        var byName = ["a": Plain(), "b": Plain()]
        var numbers = [1, 2]
        var set: Set<Own> = [Own(value: 1)]
        var own = Own(value: 1)
        var any: JSONValue = ["a": 1]
        var sign = Sign("s")
        @Indirect var boxed: Plain? = Plain()
        var field = Field<Plain>.null
        var fieldOfInt = Field<Int>.absent
        var maybeField: Field<Int>? = .null
        var ignored = 1

        static let mapping = Mapping(.ignore(\Everything.ignored, default: 0))
    }

    private func expectDifferent(
        _ change: (inout Everything) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var changed = Everything()
        change(&changed)
        #expect(changed != Everything(), sourceLocation: sourceLocation)
        #expect(changed.hashValue != Everything().hashValue, sourceLocation: sourceLocation)
        #expect(changed == changed, sourceLocation: sourceLocation)
    }

    @Test func anOptionalThatHasToBeThereIsComparedAsOne() {
        struct Strict: ModelHashable, ModelDescribable {
            var name: String?
            var count: Int?
            static let mapping = Mapping(
                .required(\Strict.name, allowsNull: false), .required(\Strict.count, allowsNull: false))
        }
        let (full, empty) = (Strict(name: "a", count: 1), Strict(name: nil, count: nil))
        #expect(full == full)
        #expect(empty == empty)
        #expect(full != empty)
        #expect(Set([full, empty, full]).count == 2)
        #expect(empty.description == "Strict {\n  count: nil\n  name: nil\n}")
    }

    @Test func modelsWithEqualPropertiesAreEqual() throws {
        try Everything.prepareOperations()
        #expect(Everything() == Everything())
        #expect(Everything().hashValue == Everything().hashValue)
    }

    @Test func everyPropertyCounts() {
        expectDifferent { $0.bool = false }
        expectDifferent { $0.int = 2 }
        expectDifferent { $0.double = 2 }
        expectDifferent { $0.string = "b" }
        expectDifferent { $0.small = 2 }
        expectDifferent { $0.optional = nil }
        expectDifferent { $0.optional = 2 }
        expectDifferent { $0.twice = .some(nil) }
        expectDifferent { $0.twice = nil }
        expectDifferent { $0.plain.name = "x" }
        expectDifferent { $0.plain.size = 1 }
        expectDifferent { $0.maybe = nil }
        expectDifferent { $0.maybe!.name = "x" }
        expectDifferent { $0.list.removeLast() }
        expectDifferent { $0.list[1].name = "x" }
        expectDifferent { $0.slice[0].name = "x" }
        expectDifferent { $0.nested[0][1] = Plain() }
        expectDifferent { $0.byName["b"] = nil }
        expectDifferent { $0.byName["b"]!.size = 3 }
        expectDifferent { $0.byName = ["a": Plain(), "c": Plain()] }
        expectDifferent { $0.numbers = [2, 1] }
        expectDifferent { $0.set = [] }
        expectDifferent { $0.own.value = 2 }
        expectDifferent { $0.any = ["a": 2] }
        expectDifferent { $0.sign = Sign("t") }
        expectDifferent { $0.boxed = nil }
        expectDifferent { $0.field = .absent }
        expectDifferent { $0.field = .value(Plain()) }
        expectDifferent { $0.fieldOfInt = .null }
        expectDifferent { $0.fieldOfInt = 1 }
        expectDifferent { $0.maybeField = nil }
        expectDifferent { $0.maybeField = .absent }
        expectDifferent { $0.maybeField = 1 }
        expectDifferent { $0.boxed!.name = "x" }
    }

    @propertyWrapper private struct Folded: ModelWrapper, Equatable {
        var wrappedValue: String
        static func == (left: Folded, right: Folded) -> Bool {
            left.wrappedValue.lowercased() == right.wrappedValue.lowercased()
        }
    }

    /// Not laid out like its value.
    @propertyWrapper private struct Counted: ModelWrapper, Equatable {
        var wrappedValue: String
        var uses = 0
        init(wrappedValue: String) { self.wrappedValue = wrappedValue }
        static func == (left: Counted, right: Counted) -> Bool {
            left.wrappedValue.lowercased() == right.wrappedValue.lowercased()
        }
    }

    private struct Wrapped: ModelEquatable {
        @Folded var folded = "a"
        @Counted var counted = "a"
        var doubles = [1.5]
        var strings = ["a"]
    }

    @Test func aWrapperDecidesWhichOfItsValuesAreEqual() {
        #expect(Wrapped(folded: "A", counted: "A") == Wrapped())
        #expect(Wrapped(folded: "b") != Wrapped())
        #expect(Wrapped(counted: "b") != Wrapped())
    }

    @Test func arraysOfPlainValuesCount() {
        #expect(Wrapped(doubles: [2.5]) != Wrapped())
        #expect(Wrapped(strings: ["b"]) != Wrapped())
    }

    @Test func whatIsIgnoredDoesNotCount() {
        var other = Everything()
        other.ignored = 2
        #expect(other == Everything())
        #expect(other.hashValue == Everything().hashValue)
    }

    @Test func whatIsIgnoredInComparisonsIsCopiedAndWrittenAllTheSame() {
        final class Window: DefaultedModel, ModelHashable, ModelCopyable {
            var title = ""
            var scroll = 0
            var cache = "cold"
            static let mapping = Mapping(.ignore(\Window.scroll, in: .comparison), .ignore(\Window.cache))
        }
        let (window, other) = (Window(), Window())
        (window.title, window.scroll, window.cache) = ("a", 5, "warm")
        other.title = "a"
        #expect(window == other)
        #expect(window.hashValue == other.hashValue)
        other.title = "b"
        #expect(window != other)
        let copy = window.deepCopy()
        #expect([copy.title, "\(copy.scroll)", copy.cache] == ["a", "5", "cold"])
        expectText(of: window, #"{"title":"a","scroll":5}"#)
    }

    @Test("A property that is ignored in documents alone is compared, copied and merged")
    func propertiesOutsideDocuments() throws {
        final class Window: DefaultedModel, ModelHashable, ModelCopyable {
            var title = ""
            var scroll = 0
            var note: String?
            static let mapping = Mapping(
                .ignore(\Window.scroll, in: [.input, .output]), .ignore(\Window.note, in: [.input, .output]))
        }
        let (window, other) = (Window(), Window())
        (window.scroll, other.note) = (5, "")
        #expect(window != other)
        try other.merge(from: window)
        #expect(window == other && other.scroll == 5 && other.note == nil)
        #expect(window.hashValue == other.hashValue)
        other.note = ""
        #expect(window != other)
        #expect([other.deepCopy(), other.shallowCopy()] == [other, other])
        expectText(of: other, #"{"title":""}"#)
        #expect(try ModelDecoder().decode(Window.self, from: #"{"scroll": 3, "note": 4}"#) == Window())
    }

    @Test("Nil is compared in properties that are composed or made by a transform")
    func nilThatTheMappingMakes() {
        struct Leaf: Model { var text: String }
        struct Made: ModelHashable {
            var composed: Leaf?
            var list: [Leaf]?
            var number: Int?
            static let mapping = Mapping(
                .compose(\Made.composed, from: "x", "y") { (x: String, y: String) in Leaf(text: x + y) },
                .transform(\Made.list, by: Transform<Int, [Leaf]?> { $0 < 0 ? nil : [] }),
                .transform(\Made.number, by: Transform<String, Int?> { Int($0) }))
        }
        let text = "a text that is too long to be in the string itself"
        let full = Made(composed: Leaf(text: text), list: [Leaf(text: text)])
        let values = [
            Made(), full, Made(composed: Leaf(text: text)), Made(list: []), Made(list: [Leaf(text: text)]),
            Made(number: 0), Made(number: 1),
        ]
        for (place, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == place)
            #expect(value.hashValue == value.hashValue)
        }
        #expect(full == Made(composed: Leaf(text: text), list: [Leaf(text: text)]))
        #expect(Set(values + values).count == values.count)
    }

    @Test func aNestedModelsOwnEqualityIsAsked() {
        var other = Everything()
        other.own.noise = 7
        #expect(other == Everything())
        #expect(other.hashValue == Everything().hashValue)
    }

    private struct Pair: ModelHashable {
        var first: Int
        var second: Int
        var third: Int? = nil
    }

    /// Equal values that would cancel if the hashes of properties were combined by XOR.
    @Test func equalValuesInTwoPropertiesDoNotCancel() {
        #expect(Pair(first: 1, second: 1).hashValue != Pair(first: 2, second: 2).hashValue)
        #expect(Pair(first: 1, second: 2).hashValue != Pair(first: 2, second: 1).hashValue)
        #expect(Set((0..<100).map { Pair(first: $0, second: $0) }).count == 100)
        #expect(Set([Pair(first: 1, second: 2), Pair(first: 1, second: 2)]).count == 1)
    }

    // MARK: - Classes

    private class Node: DefaultedModel, ModelHashable {
        var name = ""
        var next: Node?
        var children: [Node] = []
        var byName: [String: Node] = [:]

        required init() {}
        init(_ name: String, next: Node? = nil) {
            self.name = name
            self.next = next
        }
    }

    private final class Special: Node { var extra = 0 }

    @Test func instancesAreComparedByTheirProperties() {
        let (left, right) = (Node("a", next: Node("b")), Node("a", next: Node("b")))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        right.next!.name = "c"
        #expect(left != right)
        #expect(left.hashValue != right.hashValue)
        right.next = nil
        #expect(left != right)
    }

    @Test func instancesOfTwoClassesAreNotEqual() {
        let (plain, special) = (Node("a"), Special())
        special.name = "a"
        #expect(plain != special)
        #expect(special != plain)
        let other = Special()
        other.name = "a"
        #expect(special == other)
        // Compared by their dynamic type, not by the property's.
        other.extra = 1
        #expect((special as Node) != (other as Node))
        #expect(Node("x", next: special) != Node("x", next: other))
        #expect(Node("x", next: special).hashValue != Node("x", next: other).hashValue)
    }

    @Test func circlesAreComparedOnce() {
        func circle(_ names: [String]) -> Node {
            let nodes = names.map { Node($0) }
            for (index, node) in nodes.enumerated() {
                node.next = nodes[(index + 1) % nodes.count]
                node.children = [node]
                node.byName = ["first": nodes[0]]
            }
            return nodes[0]
        }
        func open(_ node: Node) {
            var next: Node? = node
            while let node = next {
                next = node.next
                (node.next, node.children, node.byName) = (nil, [], [:])
            }
        }
        let (left, right, other) = (circle(["a", "b", "c"]), circle(["a", "b", "c"]), circle(["a", "b", "d"]))
        let twice = circle(["a", "b", "c", "a", "b", "c"])
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != other)
        // A walk along both finds no difference except in the references of the maps, which are also alike.
        #expect(left == twice)
        #expect(left.hashValue == twice.hashValue)
        for node in [left, right, other, twice] { open(node) }
    }

    /// Sharing parts makes no difference, and takes no longer.
    @Test func sharedPartsAreComparedOnce() {
        func diamond(_ levels: Int) -> Node {
            var node = Node("leaf")
            for _ in 0..<levels {
                let parent = Node("level")
                parent.children = [node, node]
                node = parent
            }
            return node
        }
        #expect(diamond(60) == diamond(60))
        #expect(diamond(60).hashValue == diamond(60).hashValue)
        let apart = Node("level")
        apart.children = [Node("leaf"), Node("leaf")]
        #expect(diamond(1) == apart)
        #expect(diamond(1).hashValue == apart.hashValue)
    }

    @Test func aLongChainTakesNoStack() {
        func chain() -> Node {
            var node = Node("end")
            for index in 0..<200_000 { node = Node("\(index)", next: node) }
            return node
        }
        func takeApart(_ node: Node) {
            var next: Node? = node
            while let node = next {
                next = node.next
                node.next = nil
            }
        }
        let (left, right) = (chain(), chain())
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        takeApart(left)
        takeApart(right)
    }

    // MARK: - Types that cannot be compared

    private struct Mute: ModelWrapper {
        var inside: () -> Int
        init(wrappedValue: Int) { inside = { wrappedValue } }
        var wrappedValue: Int { inside() }
    }

    /// A type without any conformance that would help.
    private enum Opaque: Sendable { case on(Int) }

    private struct Holder: ModelEquatable, DefaultedModel {
        var mute = Mute(wrappedValue: 1)
        var opaque = Opaque.on(1)
        static let mapping = Mapping(.ignore(\Holder.opaque))
    }

    @Test func aWrapperIsComparedByWhatItWraps() throws {
        try Holder.prepareOperations()
        var other = Holder()
        #expect(other == Holder())
        other.mute = Mute(wrappedValue: 2)
        #expect(other != Holder())
    }

    private struct Inexact: Equatable, RawRepresentable { var rawValue: Int }

    private struct Stranger: ModelHashable {
        var part: [Part]
        struct Part: Model { var tag: Inexact? }
    }

    @Test func whatCannotBeHashedIsFoundAhead() {
        #expect(Stranger(part: []) == Stranger(part: []))
        let error = modelError { try Stranger.prepareOperations() }
        #expect(error?.category == .model)
        #expect(
            error?.reason
                == "Part.tag is of the type Inexact, which is not Hashable: declare the type Hashable, or leave the "
                + "property out of == and hashes with .ignore(…, in: .comparison) in the mapping")
    }

    private struct Unsound: ModelEquatable { var closure: () -> Void }

    @Test func aTypeWithoutATableIsFoundAhead() {
        #expect(throws: ModelError.self) { try Unsound.prepareOperations() }
    }

    private final class Member: DefaultedModel, ModelHashable {
        var name = ""
        var group: Set<Member> = []
        var parts: Parts?
    }

    private struct Parts: Model { var members: Set<Member> }

    @Test func aSetOfInstancesThatMayHoldItIsRefused() {
        let reason = modelError { try Member.prepareOperations() }?.reason
        #expect(reason?.contains("is a set of instances that may contain the same set") == true)
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func comparingWhatCannotBeComparedStopsTheProgram() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let member = Member()
            _ = member == member
        }
        #expect(ended.said("Member.group is a set of instances that may contain the same set"))
    }

    @Test func hashingWhatCannotBeHashedStopsTheProgram() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Stranger(part: [Stranger.Part(tag: Inexact(rawValue: 1))]).hashValue
        }
        #expect(ended.said("Part.tag is of the type Inexact, which is not Hashable: declare the type Hashable, or "))
    }

    @Test func comparingWhatHasNoTableStopsTheProgram() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Unsound {} == Unsound {}
        }
        #expect(ended.said("Unsound cannot be used as a model: "))
    }
    #endif

    private enum Level: Int, Model {
        case low = 1
        case high
    }

    private struct Leveled: ModelHashable { var level: Level }

    @Test func anEnumIsComparedAsItself() {
        #expect(Leveled(level: .low) == Leveled(level: .low))
        #expect(Leveled(level: .low) != Leveled(level: .high))
        #expect(Set([Leveled(level: .low), Leveled(level: .high), Leveled(level: .low)]).count == 2)
    }

    // MARK: - Cost

    @Test func threadsMayCompareAtOnce() async {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<50 { group.addTask { Everything().hashValue == Everything().hashValue && index >= 0 } }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}
