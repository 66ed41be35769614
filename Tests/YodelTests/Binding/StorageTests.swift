import Testing

@testable import Yodel

/// Values survive that their storage moves.
@Suite struct StorageTests {
    /// Swift moves such values with a function, never by copying their bytes.
    @Test func weakReferencesSurviveAGrowingArray() throws {
        let target = Life()
        let json = "[" + Array(repeating: "1", count: 300).joined(separator: ",") + "]"
        let references = try WeakReference.$target.withValue(target) {
            try ModelDecoder().decode([WeakReference].self, from: json)
        }
        #expect(references.count == 300)
        #expect(references.allSatisfy { $0.object === target })
    }

    @Test func deepDocumentsMoveTheStack() throws {
        struct Node: Model {
            var value: Int
            @Indirect var first: Node?
            var others: [String: [Node]]?
        }
        let depth = 60
        let json = (0..<depth).reversed().reduce("null") { inner, level in
            inner == "null"
                ? #"{"value": \#(level)}"#
                : #"{"first": \#(inner), "others": {"k": [\#(level % 20 == 0 ? inner : #"{"value": 1}"#)]}, "value": \#(level)}"#
        }
        var node: Node? = try ModelDecoder().decode(Node.self, from: json)
        var values: [Int] = []
        while let current = node {
            values.append(current.value)
            node = current.first
        }
        #expect(values == Array(0..<depth))
    }
}

private struct WeakReference: ModelScalar {
    @TaskLocal static var target: Life?

    weak var object: Life?

    init(scalar: JSONScalar) {
        object = Self.target
    }

    var scalar: JSONScalar { .number(1) }
}
