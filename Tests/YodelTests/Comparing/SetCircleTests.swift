import Testing

@testable import Yodel

/// Sets of instances, and dictionaries with instances as keys, that refer back to their holders.
@Suite struct SetCircleTests {
    private class Base: DefaultedModel, ModelHashable {
        var number = 0
        required init() {}
        class var mapping: Mapping { Mapping() }
    }

    private class Middle: Base {}

    private final class Owner: Base { var group: Set<Base> = [] }

    private struct Holder: ModelHashable { var group: Set<Base> }

    private final class Distant: Middle { var holder: Holder? }

    private struct Element: ModelHashable { var base: Base? }

    private final class OwnerOfElements: Middle { var lists: [Set<Element>] = [] }

    private func reason(_ type: (some Model).Type) -> String? {
        refusalReason(.unsupportedType) { try type.prepareOperations() }
    }

    @Test func aClassThatHoldsASetOfItsSuperclassIsRefused() {
        #expect(
            reason(Owner.self)
                == "Owner.group holds a set of instances that may include the Owner itself: declare == in Base")
        #expect(
            reason(Distant.self)
                == "Distant.holder holds a set of instances that may include the Distant itself: declare == in Base")
        #expect(
            reason(OwnerOfElements.self)
                == "OwnerOfElements.lists holds a set of instances that may include the OwnerOfElements itself: "
                + "declare == in Element")
    }

    @Test func othersMayHoldThatSet() throws {
        try Holder.prepareOperations()
        try Base.prepareOperations()
        try Element.prepareOperations()
        let (one, other) = (Base(), Middle())
        other.number = 1
        #expect(Holder(group: [one, other]) == Holder(group: [other, one]))
        #expect(Holder(group: [one, other]).hashValue == Holder(group: [other, one]).hashValue)
        #expect(Holder(group: [one]) != Holder(group: [other]))
    }

    private final class Uncompared: Base {
        var group: Set<Base> = []
        override class var mapping: Mapping { Mapping(.ignore(\Uncompared.group, in: .comparison)) }
    }

    @Test func aSetThatIsNotComparedIsNotRefused() throws {
        try Uncompared.prepareOperations()
        let (left, right) = (Uncompared(), Uncompared())
        left.group = [left]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        left.group = []
    }

    private class Single: DefaultedModel, Hashable {
        required init() {}
        static func == (left: Single, right: Single) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private final class Singles: Single { var group: Set<Single> = [] }

    @Test func aClassWithAnEqualityOfItsOwnIsNotRefused() throws {
        try Singles.prepareOperations()
        let singles = Singles()
        singles.group = [singles, Single()]
        #expect(singles.group.contains(singles))
        singles.group = []
    }

    // MARK: - Cycles that no class can detect

    private class Left: DefaultedModel, ModelHashable, ModelCopyable {
        var number = 0
        required init() {}
    }

    private class Right: DefaultedModel, ModelHashable, ModelCopyable {
        var number = 0
        required init() {}
    }

    private final class LeftWithRight: Left { var right: Right? }

    private final class RightWithLefts: Right { var lefts: Set<Left> = [] }

    private static func circle() -> RightWithLefts {
        let (left, right) = (LeftWithRight(), RightWithLefts())
        left.right = right
        right.lefts = [left]
        // Again, since closing the cycle changes the hash.
        right.lefts = Set(Array(right.lefts))
        return right
    }

    private func open(_ right: RightWithLefts) { right.lefts = [] }

    @Test func aHashOfSetsInACircleComesToAnEnd() throws {
        try LeftWithRight.prepareOperations()
        try RightWithLefts.prepareOperations()
        let (one, other) = (Self.circle(), Self.circle())
        #expect(one.hashValue == other.hashValue)
        #expect(one.lefts.first!.hashValue == other.lefts.first!.hashValue)
        open(one)
        open(other)
    }

    @Test func aCircleThroughASetIsCopied() throws {
        let circle = Self.circle()
        let copy = circle.deepCopy()
        let left = try #require(copy.lefts.first as? LeftWithRight)
        #expect(copy !== circle)
        #expect(left.right === copy)
        #expect(!circle.lefts.contains { $0 === left })
        open(circle)
        open(copy)
    }

    @Test func setsInSetsAreComparedAtAnyDepth() {
        func chain(endingWith number: Int) -> RightWithLefts {
            var next = RightWithLefts()
            next.number = number
            for _ in 0..<50 {
                let (left, right) = (LeftWithRight(), RightWithLefts())
                left.right = next
                right.lefts = [left]
                next = right
            }
            return next
        }
        #expect(chain(endingWith: 0) == chain(endingWith: 0))
        #expect(chain(endingWith: 0) != chain(endingWith: 1))
        // Values this deep are not hashed.
        #expect(chain(endingWith: 0).hashValue == chain(endingWith: 1).hashValue)
    }

    private final class Innermost: Base {}

    private final class Inner: DefaultedModel, ModelHashable {
        var number = 0
        var parts: Set<Innermost> = []
    }

    private final class Outer: DefaultedModel {
        var parts: Set<Inner> = []
    }

    // With another number, a hash is another one: one that is made too early may lead to the same place by chance.

    @Test("An element that is also elsewhere is complete before a copied set hashes it, in any order")
    func sharedElements() {
        struct OuterFirst: Model, ModelCopyable {
            var outer = Outer()
            var inner = Inner()
        }
        struct InnerFirst: Model, ModelCopyable {
            var inner = Inner()
            var outer = Outer()
        }
        for number in 0..<16 {
            let (outer, inner) = (Outer(), Inner())
            inner.number = number
            inner.parts = [Innermost()]
            outer.parts = [inner]
            let one = OuterFirst(outer: outer, inner: inner).deepCopy()
            #expect(one.outer.parts.contains(one.inner))
            let other = InnerFirst(inner: inner, outer: outer).deepCopy()
            #expect(other.outer.parts.contains(other.inner))
        }
    }

    private final class Parent: DefaultedModel, ModelHashable, ModelCopyable {
        var number = 0
        var children: Set<Child> = []
        var lists: [[Innermost]] = []
        var nodes: [Parent] = []
        var home: Home?
        static let mapping = Mapping(.ignore(\Parent.home, in: .comparison))
    }

    private final class Child: DefaultedModel, ModelHashable {
        var home: Home?
        static let mapping = Mapping(.ignore(\Child.home, in: .comparison))
    }

    private final class Home: DefaultedModel {
        var parents: Set<Parent> = []
    }

    @Test("A copied set does not wait for what its elements refer to without hashing it")
    func backReferences() throws {
        for number in 0..<16 {
            let (parent, child, home) = (Parent(), Child(), Home())
            parent.number = number
            child.home = home
            parent.children = [child]
            home.parents = [parent]
            let copy = parent.deepCopy()
            let copiedChild = try #require(copy.children.first)
            #expect(copiedChild.home?.parents.contains(copy) == true)
            child.home = nil
            copiedChild.home = nil
        }
    }

    @Test("An element whose copy has fields, but waits for what these refer to, is complete before it is hashed")
    func elementsInProgress() {
        for number in 0..<16 {
            let (parent, node, home) = (Parent(), Parent(), Home())
            node.number = number
            node.lists = [[Innermost()]]
            parent.nodes = [node]
            parent.home = home
            home.parents = [parent]
            let copy = parent.deepCopy()
            #expect(copy.home?.parents.contains(copy) == true)
            parent.home = nil
            copy.home = nil
        }
    }

    // MARK: - Instances as keys of dictionaries

    private final class Weighted: DefaultedModel, ModelHashable, ModelCopyable, ModelDescribable {
        var number = 0
        var weights: [Weighted: Int] = [:]

        init() {}
        init(_ number: Int, _ weights: [Weighted: Int] = [:]) { (self.number, self.weights) = (number, weights) }

        static let mapping = Mapping(
            .ignore(\Weighted.weights, in: .output),
            .transform(
                \Weighted.weights,
                by: Transform<[Int], [Weighted: Int]> { numbers in
                    Dictionary(numbers.map { (Weighted($0), $0) }) { _, last in last }
                }))

        /// Two instances, each a key of the other's dictionary.
        static func circle() -> Weighted {
            let one = Weighted(1, [Weighted(3): 5])
            // Only the values of a dictionary are hashed, so the hash of this key stays the same.
            let other = Weighted(2, [one: 6])
            one.weights = [other: 5]
            return one
        }

        func open() { weights = [:] }
    }

    @Test func keysThatAreInstancesAreCompared() throws {
        try Weighted.prepareOperations()
        let read = try ModelDecoder().decode(Weighted.self, from: #"{"number":1,"weights":[2,3]}"#)
        let made = Weighted(1, [Weighted(3): 3, Weighted(2): 2])
        #expect(read == made)
        #expect(read.hashValue == made.hashValue)
        #expect(read != Weighted(1, [Weighted(3): 3, Weighted(4): 2]))
        #expect(read != Weighted(1, [Weighted(3): 3, Weighted(2): 4]))
        #expect(read != Weighted(1, [Weighted(3): 3]))
    }

    @Test func aHashOfACircleThroughKeysComesToAnEnd() {
        let (one, other) = (Weighted.circle(), Weighted.circle())
        #expect(one.hashValue == other.hashValue)
        one.open()
        other.open()
    }

    @Test func keysThatAreInstancesAreCopied() throws {
        let original = Weighted(1, [Weighted(2): 2, Weighted(3): 3])
        let copy = original.deepCopy()
        #expect(copy == original)
        #expect(copy.weights.keys.allSatisfy { key in !original.weights.keys.contains { $0 === key } })
        let circle = Weighted.circle()
        let other = circle.deepCopy()
        let key = try #require(other.weights.keys.first)
        #expect(key.number == 2)
        #expect(key.weights.keys.first === other)
        circle.open()
        other.open()
    }

    @Test("A key that is also elsewhere is complete before a copied dictionary hashes it, in any order")
    func sharedKeys() {
        struct Pair: Model, ModelCopyable { var one, other: Weighted }
        for number in 0..<16 {
            let key = Weighted(number, [Weighted(3): 3])
            let holder = Weighted(1, [key: 4])
            let first = Pair(one: holder, other: key).deepCopy()
            #expect(first.one.weights[first.other] == 4)
            let second = Pair(one: key, other: holder).deepCopy()
            #expect(second.other.weights[second.one] == 4)
        }
    }

    @Test func aKeyThatIsAnInstanceIsDescribedOnce() {
        let circle = Weighted.circle()
        #expect(
            circle.description == """
                Weighted {
                  number: 1
                  weights: [
                    Weighted {
                      number: 2
                      weights: [
                        Weighted {…}: 6
                      ]
                    }: 5
                  ]
                }
                """)
        circle.open()
    }

    private struct Unhashable: Equatable, Codable { var number = 1 }

    private final class WithUnhashable: Base { var part = Unhashable() }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func comparingSetsInACircleStopsTheProgram() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SetCircleTests.circle() == SetCircleTests.circle()
        }
        #expect(
            ended.said(
                "RightWithLefts.lefts is a set of instances, and such sets are nested too deep to be compared: if the "
                    + "instances may contain the same set, declare == in Left"))
    }

    @Test func comparingKeysInACircleStopsTheProgram() async {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Weighted.circle() == Weighted.circle()
        }
        #expect(
            ended.said(
                "Weighted.weights is a dictionary whose keys are instances, and such dictionaries are nested too deep "
                    + "to be compared: if the instances may contain the same dictionary, declare == in Weighted"))
    }

    @Test func aSubclassThatIsRefusedStopsTheProgramWhereItIsMet() async {
        let said = "Owner.group holds a set of instances that may include the Owner itself: declare == in Base"
        let hashed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Holder(group: [Owner()])
        }
        #expect(hashed.said(said))
        let compared = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Element(base: Owner()) == Element(base: Owner())
        }
        #expect(compared.said(said))
        let withoutHash = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Element(base: WithUnhashable()).hashValue
        }
        #expect(withoutHash.said("WithUnhashable.part is of the type Unhashable, which is not Hashable"))
    }
    #endif
}
