import Testing
import Yodel

@Suite(
    "Encoding errors are Foundation's, with the same coding paths",
    .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct EncodingErrorTests {
    /// Throws an error with its own coding path.
    private struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "never"))
        }
    }

    private struct Outer<Value: Encodable>: Encodable {
        var before = "text"
        var value: Value
        var after = [1]
    }

    @Test("The path of an error goes through members, elements, dictionaries and superclasses")
    func paths() {
        #expect(
            expectAsFoundation(Outer(value: [["a": Outer(value: Failing())]]))
                == .invalidValue("Failing", path: ["value", "Index 0#0", "a", "value"]))
        expectAsFoundation(Failing())
        expectAsFoundation([0.5, .nan])
        expectAsFoundation([[0.5], [.nan]])
        expectAsFoundation(["a": [Float.infinity]])
        expectAsFoundation(["12": Double.nan])
        expectAsFoundation([12: Double.nan])
        expectAsFoundation([Double.nan: 1])
        expectAsFoundation(Outer(value: Outer(value: Double.nan)))
        expectAsFoundation(Outer(value: [Double?.none, -.infinity]))
        expectFoundationArray { container in
            try container.encode(1)
            try Outer(value: Failing()).encode(to: container.superEncoder())
        }
        expectFoundationObject { container in
            try Outer(value: Double.nan).encode(to: container.superEncoder())
        }
        expectFoundationObject { container in
            try Outer(value: Double.nan).encode(to: container.superEncoder(forKey: TestKey(intValue: 4)))
        }
        expectAsFoundation(
            [
                "a": Writing.single { container in
                    try container.encode(Outer(value: Failing()))
                }
            ])
    }

    @Test("Containers and encoders have their paths, whatever has been written since")
    func codingPaths() {
        func check(_ paths: [[any CodingKey]], _ expected: [String]) {
            #expect(paths.map { $0.map(EncodingOutcome.describe).joined(separator: "/") } == expected)
        }
        expectAsFoundation(
            [
                "a": [
                    Writing {
                        var container = $0.container(keyedBy: TestKey.self)
                        var nested = container.nestedUnkeyedContainer(forKey: "n")
                        try nested.encode(1)
                        var inner = nested.nestedContainer(keyedBy: TestKey.self)
                        let paths = [$0.codingPath, container.codingPath, nested.codingPath, inner.codingPath]
                        let expected = ["a/Index 0#0", "a/Index 0#0", "a/Index 0#0/n", "a/Index 0#0/n/Index 1#1"]
                        check(paths, expected)
                        check(
                            [$0.singleValueContainer().codingPath, container.superEncoder().codingPath],
                            ["a/Index 0#0", "a/Index 0#0/super"])
                        try container.encode(2, forKey: "m")
                        check([$0.codingPath, container.codingPath, nested.codingPath, inner.codingPath], expected)
                        try inner.encode(3, forKey: "i")
                        check([$0.codingPath, container.codingPath, nested.codingPath, inner.codingPath], expected)
                    }
                ]
            ])
    }

    @Test("A client's own error is thrown unchanged, from anywhere")
    func clientErrors() {
        let failing = Writing { _ in throw TestFailure() }
        expectAsFoundation(failing)
        expectAsFoundation([[failing]])
        expectAsFoundation(["a": Outer(value: failing)])
        expectAsFoundation(Optional(failing))
        expectFoundationObject { container in
            var nested = container.nestedUnkeyedContainer(forKey: "n")
            try nested.encode(failing)
        }
    }

    @Test("An encoder works normally after an error")
    func afterErrors() throws {
        let encoder = YodelJSONEncoder()
        for _ in 0..<3 {
            #expect(throws: EncodingError.self) { try encoder.encode(["a": [[1, Double.nan]]]) }
            #expect(try encoder.encodeText(["a": [1]]) == #"{"a":[1]}"#)
        }
    }

    @Test("A value whose encoding fails leaves nothing if its caller continues")
    func swallowedErrors() throws {
        let partial = Writing.object { container in
            try container.encode("half", forKey: "a")
            var nested = container.nestedUnkeyedContainer(forKey: "n")
            try nested.encode(1)
            throw TestFailure()
        }
        let text = try yodelText(
            Writing.object { container in
                try? container.encode(partial, forKey: "first")
                try container.encode(1, forKey: "a")
                try? container.encode(partial, forKey: "a")
                var kept = container.nestedContainer(keyedBy: TestKey.self, forKey: "kept")
                try kept.encode(1, forKey: "x")
                try? container.encode(partial, forKey: "kept")
                try kept.encode(2, forKey: "y")
                try? container.encode(Double.nan, forKey: "a")
                try? container.encode(Double.nan, forKey: "b")
                try? container.encode([1: partial], forKey: "é")
                try container.encode(2, forKey: "e\u{301}")
                var list = container.nestedUnkeyedContainer(forKey: "list")
                try? list.encode(partial)
                try? list.encode(Float.nan)
                try? list.encode([partial, partial])
                try? list.encode(["x": partial])
                #expect(list.count == 0)
                try list.encode(3)
                try container.encode(4, forKey: "first")
            })
        #expect(text == #"{"a":1,"kept":{"x":1,"y":2},"é":2,"list":[3],"first":4}"#.replacing("é", with: "e\u{301}"))
    }
}

@Suite(
    "Values that nest deeply",
    .enabled(if: SwiftRelease.is63, SwiftRelease.foundation))
struct EncodingDepthTests {
    private struct Nested: Encodable {
        let levels: Int
        let isObject: Bool
        /// The content of the innermost level.
        var last: [Int]?

        func encode(to encoder: any Encoder) throws {
            if isObject {
                var container = encoder.container(keyedBy: TestKey.self)
                if levels > 1 {
                    try container.encode(Nested(levels: levels - 1, isObject: true, last: last), forKey: "a")
                }
                try container.encodeIfPresent(levels > 1 ? nil : last, forKey: "b")
            } else {
                var container = encoder.unkeyedContainer()
                if levels > 1 {
                    try container.encode(Nested(levels: levels - 1, isObject: false, last: last))
                } else if let last {
                    try container.encode(last)
                }
            }
        }
    }

    @Test("511 arrays and objects may be open, as in Foundation", arguments: [510, 511, 512], [true, false])
    func limit(levels: Int, isObject: Bool) {
        let outcome = expectAsFoundation(Nested(levels: levels, isObject: isObject))
        #expect((outcome == .invalidValue("Nested", path: [])) == (levels > 511))
        expectAsFoundation(Nested(levels: levels, isObject: isObject, last: [1]))
        expectAsFoundation(Nested(levels: levels, isObject: isObject, last: []))
    }

    @Test("Nested containers and superclasses count too", arguments: [510, 511])
    func containers(levels: Int) {
        expectFoundationArray { container in
            for _ in 0..<levels { container = container.nestedUnkeyedContainer() }
        }
        expectFoundationArray { container in
            for _ in 0..<levels - 300 { container = container.nestedUnkeyedContainer() }
            try Nested(levels: 300, isObject: true).encode(to: container.superEncoder())
        }
    }

    private final class Chain {
        var next: Chain?

        /// Recursion without any `encode` of the encoder's own.
        func write(to container: KeyedEncodingContainer<TestKey>) throws {
            var container = container
            try container.encode(1, forKey: "value")
            try next?.write(to: container.nestedContainer(keyedBy: TestKey.self, forKey: "next"))
        }

        func write(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TestKey.self)
            try container.encode([1], forKey: "value")
            try next?.write(to: container.superEncoder())
        }

        func write(to container: any UnkeyedEncodingContainer) throws {
            var container = container
            try container.encodeNil()
            try next?.write(to: container.nestedUnkeyedContainer())
        }
    }

    @Test("Recursion through containers and superclass encoders ends as well")
    func recursionByContainers() {
        let chain = Chain()
        chain.next = chain
        defer { chain.next = nil }
        func expect(_ value: Writing, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(
                EncodingOutcome { try YodelJSONEncoder().encode(value) } == .invalidValue("Writing", path: []),
                sourceLocation: sourceLocation)
        }
        expect(Writing { try chain.write(to: $0.container(keyedBy: TestKey.self)) })
        expect(Writing { try chain.write(to: $0) })
        expect(Writing { try chain.write(to: $0.unkeyedContainer()) })
    }

    @Test("An error about depth is thrown even if a type catches it")
    func swallowed() {
        #expect(throws: EncodingError.self) {
            try YodelJSONEncoder().encode(
                Writing.array { container in
                    try? container.encode(Nested(levels: 2_000, isObject: true))
                    try container.encode(1)
                })
        }
    }

    private final class Node: Encodable { var next: Node? }

    private final class Hidden: Encodable {
        var same: Hidden?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(same)
        }
    }

    private struct Wide: Encodable {
        let node: Node

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(["a": [self]])
        }
    }

    @Test("A value that contains itself is an error that says so, even if it opens no array or object")
    func cycles() throws {
        let node = Node()
        node.next = node
        defer { node.next = nil }
        let hidden = Hidden()
        hidden.same = hidden
        defer { hidden.same = nil }
        func expect(_ value: some Encodable) throws {
            let error = try #require(throws: EncodingError.self) { try YodelJSONEncoder().encode(value) }
            guard case .invalidValue(let found, let context) = error else { return }
            #expect(type(of: found) == type(of: value))
            #expect(context.codingPath.isEmpty)
            #expect("\(try #require(context.underlyingError))".contains("may contain itself"))
        }
        try expect(node)
        try expect(hidden)
        try expect([["a": node]])
        try expect(Wide(node: node))
    }

    @Test("A list of 100,000 nodes is an error, not an exhausted stack")
    func longList() {
        let first = Node()
        var last = first
        for _ in 1..<100_000 {
            last.next = Node()
            last = last.next!
        }
        #expect(throws: EncodingError.self) { try YodelJSONEncoder().encode(first) }
        // Released one by one, since their deinitialisers would recurse as well.
        var node: Node? = first
        while let next = node?.next {
            node?.next = nil
            node = next
        }
    }

    @Test("A small thread stack is not exhausted")
    func stack() {
        let isDone = onStack(of: 512 << 10) {
            let hidden = Hidden()
            hidden.same = hidden
            _ = try? YodelJSONEncoder().encode(hidden)
            hidden.same = nil
            _ = try? YodelJSONEncoder().encode(Nested(levels: 2_000, isObject: true))
            _ = try? YodelJSONEncoder().encode(Nested(levels: 2_000, isObject: false))
            return true
        }
        #expect(isDone)
    }

    @Test("The lack of stack is the error, also where a client catches it")
    func lackOfStack() {
        struct Catching: Encodable {
            var levels: Int
            var seen: Seen
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { memory in
                    memory[0] = 0
                    do {
                        if levels > 1 { try container.encode(Catching(levels: levels - 1, seen: seen)) }
                    } catch {
                        seen.errors.append(error)
                        throw TestFailure()
                    }
                }
            }
        }
        final class Seen: @unchecked Sendable {
            // Written by a thread that ends before it is read.
            var errors: [any Error] = []
        }
        let seen = Seen()
        let code = onStack(of: 512 << 10) {
            modelError { try YodelJSONEncoder().encode(Catching(levels: 400, seen: seen)) }?.code
        }
        #expect(code == .depthLimit && seen.errors.first?.modelError?.code == .depthLimit)
    }
}
