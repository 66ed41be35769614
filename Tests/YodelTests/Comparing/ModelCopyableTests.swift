import Testing

@testable import Yodel

/// Copies of instances, alone and with everything they refer to.
@Suite struct ModelCopyableTests {
    private class Node: DefaultedModel, ModelCopyable {
        var name = "unset"
        var next: Node?
        var children: [Node?] = []
        var byName: [String: Node] = [:]
        @Indirect var boxed: Node?
        var part = Part()
        var field = Field<Node>.absent
        final var ignored = 1
        weak var parent: Node?

        required init() {}

        class var mapping: Mapping { Mapping(.ignore(\Node.ignored)) }
    }

    private final class Special: Node { var extra = [1, 2] }

    private struct Part: DefaultedModel, ModelCopyable {
        var title = "t"
        var node: Node?
        var tags = ["a"]
    }

    @Test func aShallowCopySharesWhatItRefersTo() {
        let node = Special()
        node.name = "a"
        node.extra = [3]
        node.next = Node()
        node.ignored = 5
        node.parent = node.next
        let copy = node.shallowCopy()
        #expect(copy !== node)
        #expect(copy.name == "a")
        #expect(copy.extra == [3])
        #expect(copy.next === node.next)
        // The value of init().
        #expect(copy.ignored == 1)
        #expect(copy.parent == nil)
        copy.name = "b"
        #expect(node.name == "a")
        let declaredAsBase: Node = node
        #expect(declaredAsBase.shallowCopy() is Special)
    }

    @Test func aDeepCopySharesNothing() throws {
        let node = Node()
        node.name = "a"
        node.next = Special()
        node.next!.name = "b"
        node.children = [Node(), nil]
        node.byName = ["k": Node()]
        node.boxed = Node()
        node.field = .value(Node())
        node.part = Part(title: "x", node: Node(), tags: ["y"])
        let copy = node.deepCopy()
        #expect(copy.name == "a")
        #expect(copy.next !== node.next)
        #expect(copy.next is Special)
        #expect(copy.next?.name == "b")
        #expect(copy.children.count == 2)
        #expect(copy.children[0] !== node.children[0])
        #expect(copy.children[0] != nil)
        #expect(copy.children[1] == nil)
        #expect(copy.byName["k"] != nil)
        #expect(copy.byName["k"] !== node.byName["k"])
        #expect(copy.boxed != nil)
        #expect(copy.boxed !== node.boxed)
        #expect(copy.field.value != nil)
        #expect(copy.field.value !== node.field.value)
        #expect(copy.part.title == "x")
        #expect(copy.part.tags == ["y"])
        #expect(copy.part.node != nil)
        #expect(copy.part.node !== node.part.node)
    }

    @Test func whatIsSharedIsSharedByTheCopies() {
        let node = Node()
        let shared = Node()
        node.next = shared
        node.children = [shared, shared]
        node.byName = ["s": shared]
        let copy = node.deepCopy()
        #expect(copy.next !== shared)
        #expect(copy.children.allSatisfy { $0 === copy.next })
        #expect(copy.byName["s"] === copy.next)
    }

    @Test func aCircleBecomesACircle() {
        let (first, second) = (Node(), Node())
        first.next = second
        second.next = first
        second.children = [second]
        let copy = first.deepCopy()
        #expect(copy !== first)
        #expect(copy.next !== second)
        #expect(copy.next?.next === copy)
        #expect(copy.next?.children[0] === copy.next)
        for node in [first, second, copy, copy.next!] { (node.next, node.children) = (nil, []) }
    }

    @Test func aLongChainTakesNoStack() {
        var node = Node()
        for _ in 0..<100_000 {
            let before = Node()
            before.next = node
            node = before
        }
        var copy: Node? = node.deepCopy()
        var length = 0
        while let next = copy {
            copy = next.next
            next.next = nil
            length += 1
        }
        #expect(length == 100_001)
        var original: Node? = node
        while let next = original {
            original = next.next
            next.next = nil
        }
    }

    @Test func aStructIsCopiedWithItsInstances() {
        let part = Part(title: "x", node: Node(), tags: [])
        let copy = part.deepCopy()
        #expect(copy.title == "x")
        #expect(copy.node != nil)
        #expect(copy.node !== part.node)
    }

    private struct Handle: ModelCopyable { var ring: Ring? }

    private final class Ring: DefaultedModel { var next: Ring? }

    /// The first type is also referred to by a model inside it.
    @Test func anOptionalIsMetWithinItself() {
        let handle = Handle(ring: Ring())
        handle.ring!.next = Ring()
        let copy = handle.deepCopy()
        #expect(copy.ring !== handle.ring)
        #expect(copy.ring?.next != nil)
        #expect(copy.ring?.next !== handle.ring?.next)
    }

    private final class Keyed: DefaultedModel, ModelCopyable, IdentityHashable {
        typealias ID = Int
        static let identity: any KeyPath<Keyed, Int> & Sendable = \Keyed.number
        var number = 0
        var all: Set<Keyed> = []
    }

    @Test func setsOfInstancesAreCopied() {
        let keyed = Keyed()
        keyed.number = 1
        let other = Keyed()
        other.number = 2
        keyed.all = [keyed, other]
        let copy = keyed.deepCopy()
        #expect(copy.number == 1)
        #expect(copy.all.count == 2)
        #expect(copy.all.contains(copy))
        #expect(copy.all.contains { $0 === copy })
        #expect(!copy.all.contains { $0 === keyed || $0 === other })
        keyed.all = []
        copy.all = []
    }

    @Test func setsInSetsTakeNoStack() {
        func takeApart(_ keyed: Keyed) -> Int {
            var length = 0
            var next: Keyed? = keyed
            while let keyed = next {
                next = keyed.all.first
                keyed.all = []
                length += 1
            }
            return length
        }
        var keyed = Keyed()
        for number in 1...50_000 {
            let owner = Keyed()
            owner.number = number
            owner.all = [keyed]
            keyed = owner
        }
        let copy = keyed.deepCopy()
        #expect(takeApart(copy) == 50_001)
        #expect(takeApart(keyed) == 50_001)
    }

    private struct Sliced: ModelCopyable { var nodes: ArraySlice<Node> }

    @Test func aSliceKeepsItsIndices() {
        let nodes = ["a", "b", "c"].map { name in
            let node = Node()
            node.name = name
            return node
        }
        for range in [0..<3, 1..<3, 1..<2, 2..<2, 3..<3] {
            let copy = Sliced(nodes: nodes[range]).deepCopy().nodes
            #expect(copy.indices == range)
            #expect(copy.map(\.name) == nodes[range].map(\.name))
            #expect(range.allSatisfy { copy[$0] !== nodes[$0] })
        }
    }

    private final class Tracked: DefaultedModel, ModelCopyable {
        nonisolated(unsafe) static var alive = 0
        var name = "a"
        var next: Tracked?
        init() { Self.alive += 1 }
        deinit { Self.alive -= 1 }
    }

    @Test func copiesAreFreedOnce() {
        do {
            let tracked = Tracked()
            tracked.next = Tracked()
            tracked.next!.next = tracked.next
            let copies = (0..<10).map { _ in tracked.deepCopy() } + [tracked.shallowCopy()]
            #expect(Tracked.alive == 2 + 20 + 1)
            for copy in copies.dropLast() { copy.next!.next = nil }
            tracked.next!.next = nil
        }
        #expect(Tracked.alive == 0)
    }
}
