import Testing

@testable import Yodel

/// Creating the operations of types, and freeing unused ones.
@Suite struct ValueOperationsBuilderTests {
    private struct Tree: ModelHashable {
        var name: String
        var branches: [Tree]
        @Indirect var trunk: Tree?
    }

    private struct Weak { weak var operations: ValueOperations? }

    /// A type that contains itself is handled by its contents.
    @Test func whatIsDiscardedIsFreed() throws {
        let builder = ValueOperationsBuilder { _ in nil }
        _ = try builder.build(Tree.self)
        let discarded = builder.built.values.map(Weak.init)
        builder.discard()
        #expect(discarded.count > 3)
        #expect(discarded.allSatisfy { $0.operations == nil })
    }

    /// Another thread uses it while its table is built, and is done first.
    private struct Hasty: ModelHashable {
        var number: Int
        var parts: [Hasty]

        nonisolated(unsafe) private static var isPrepared = false

        static var mapping: Mapping {
            if !isPrepared {
                isPrepared = true
                let error = onStack(of: 512 << 10) { modelError { try prepareOperations() } }
                #expect(error == nil)
            }
            return Mapping()
        }
    }

    /// The first ones that are complete are kept; Scripts/sanitize checks that the others are freed.
    @Test func thoseThatComeTooLateAreNotKept() throws {
        try Hasty.prepareOperations()
        let one = Hasty(number: 1, parts: [Hasty(number: 2, parts: [])])
        #expect(one == one)
        #expect(one.parts[0] != one)
        #expect(try ValueOperationsCache.operations(of: Hasty.self) === ValueOperationsCache.operations(of: Hasty.self))
    }
}
