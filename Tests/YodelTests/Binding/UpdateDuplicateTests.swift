import Testing

@testable import Yodel

/// A duplicate key in an update's document is handled by the decoder's policy, also in nested models.
///
/// If each were applied in turn, one part of an update could write into a model that an earlier part removes.
@Suite struct UpdateDuplicateTests {
    private struct Inner: Model, Equatable {
        var name: String
        var other: String
    }

    private struct Middle: Model, Equatable {
        var inner: Inner?
        var sure = Inner(name: "a first long text on the heap", other: "a second long text on the heap")
        var number = 1
    }

    private struct Root: Model, Equatable {
        var middle = Middle(inner: Inner(name: "a long name on the heap, yes", other: "another long name on the heap"))
        var maybe: Middle? = Middle()
        var empty: Middle?
    }

    private final class Node: DefaultedModel, CustomStringConvertible {
        var name = "a name that is stored on the heap"
        var next: Node?
        var inner: Inner? = Inner(name: "a long name on the heap, yes", other: "another long name on the heap")
        init() {}
        init(next: Node?) { self.next = next }
        var description: String { "\(name) \(inner as Any) \(next.map { "(\($0))" } ?? "-")" }
    }

    private static let first = ModelDecoder.with { $0.duplicateKeys = .first }
    private static let error = ModelDecoder.with { $0.duplicateKeys = .error }

    // MARK: - Last wins

    /// Documents, each with the result of keeping only the last of each key.
    private static let documents = [
        (#"{"middle": {"inner": null}, "middle": {"inner": {"name": "x"}}}"#, #"{"middle": {"inner": {"name": "x"}}}"#),
        (#"{"middle": {"inner": {"name": "x"}}, "middle": {"inner": null}}"#, #"{"middle": {"inner": null}}"#),
        (
            #"{"middle": {"number": 2, "inner": {"name": "x"}}, "middle": {"inner": {"other": "y"}}}"#,
            #"{"middle": {"inner": {"other": "y"}}}"#
        ),
        (#"{"maybe": {"number": 5}, "maybe": null}"#, #"{"maybe": null}"#),
        (#"{"maybe": null, "maybe": {"number": 5}}"#, #"{"maybe": {"number": 5}}"#),
        (
            #"{"maybe": {"number": 5}, "maybe": null, "maybe": {"sure": {"name": "z"}}}"#,
            #"{"maybe": {"sure": {"name": "z"}}}"#
        ),
        (
            #"{"maybe": {"sure": {"name": "u"}, "sure": {"name": "v"}}, "maybe": {"sure": {"other": "w"}, "number": 3}}"#,
            #"{"maybe": {"sure": {"other": "w"}, "number": 3}}"#
        ),
        (#"{"empty": {"sure": {"name": "u", "other": "v"}, "number": 1}, "empty": null}"#, #"{"empty": null}"#),
        (
            #"{"empty": null, "empty": {"sure": {"name": "u", "other": "v"}, "number": 1}}"#,
            #"{"empty": {"sure": {"name": "u", "other": "v"}, "number": 1}}"#
        ),
        (
            #"{"middle": {"sure": {"name": "u"}}, "maybe": null, "middle": {"number": 9}, "maybe": {"number": 8}}"#,
            #"{"middle": {"number": 9}, "maybe": {"number": 8}}"#
        ),
    ]

    @Test(arguments: documents)
    func theLastOneCountsByDefault(_ json: String, _ equivalent: String) throws {
        var root = Root(), expected = Root()
        try ModelDecoder().update(&root, from: json)
        try ModelDecoder().update(&expected, from: equivalent)
        #expect(root == expected)
    }

    private static let nodeDocuments = [
        (#"{"next": {"inner": null}, "next": {"inner": {"name": "x"}}}"#, #"{"next": {"inner": {"name": "x"}}}"#),
        (#"{"next": {"name": "x", "next": {"inner": {"name": "q"}}}, "next": null}"#, #"{"next": null}"#),
        (#"{"next": null, "next": {"name": "x"}}"#, #"{"next": {"name": "x"}}"#),
        (
            #"{"next": {"next": null}, "next": {"next": {"inner": {"other": "x"}}}}"#,
            #"{"next": {"next": {"inner": {"other": "x"}}}}"#
        ),
    ]

    @Test(arguments: nodeDocuments)
    func objectsThatCameToNothingAreLeftAlone(_ json: String, _ equivalent: String) throws {
        let last = Node(next: nil), otherLast = Node(next: nil)
        let middle = Node(next: last), otherMiddle = Node(next: otherLast)
        var node = Node(next: middle), expected = Node(next: otherMiddle)
        try ModelDecoder().update(&node, from: json)
        try ModelDecoder().update(&expected, from: equivalent)
        #expect("\(node) \(middle) \(last)" == "\(expected) \(otherMiddle) \(otherLast)")
        #expect((node.next === middle) == (expected.next === otherMiddle))
    }

    // MARK: - The other policies

    @Test func theFirstOneCountsIfWished() throws {
        var root = Root(), expected = Root()
        try Self.first.update(
            &root, from: #"{"middle": {"number": 2}, "middle": {"inner": {"name": "x"}, "number": 3}}"#)
        try Self.first.update(&expected, from: #"{"middle": {"number": 2}}"#)
        #expect(root == expected)
        try Self.first.update(&root, from: #"{"maybe": null, "maybe": {"number": 3}}"#)
        #expect(root.maybe == nil)
        try Self.first.update(&root, from: #"{"middle": {"inner": {"name": "x", "name": "y"}}}"#)
        #expect(root.middle.inner?.name == "x")
    }

    @Test func aSecondOneIsAnErrorIfWished() {
        var root = Root()
        #expect(
            refusal(updating: &root, #"{"middle": {"number": 2}, "middle": {}}"#, decoder: Self.error)
                == "$.middle: found the key twice (duplicateKey, line 1, column 27, offset 26); duplicateKeys = .last takes the last value"
        )
        #expect(
            refusal(updating: &root, #"{"middle": {"inner": {"name": "x"}, "inner": null}}"#, decoder: Self.error)
                == "$.middle.inner: found the key twice (duplicateKey, line 1, column 37, offset 36); duplicateKeys = .last takes the last value"
        )
        #expect(root == Root())
    }

    // MARK: - No leaks

    @Test func whatDoesNotCountIsDestroyed() {
        struct Box: Model {
            var pair: Pair?
            var list: [Tracked] = []
        }
        struct Holder: Model {
            var box = Box(pair: Pair(a: Tracked("1"), b: Tracked("2")))
            var maybe: Box?
        }
        let census = Census()
        Census.$current.withValue(census) {
            for json in [
                #"{"box": {"pair": {"a": "3"}, "list": ["4"]}, "box": {"pair": null}}"#,
                #"{"box": {"pair": {"a": "3"}, "pair": null, "pair": {"b": "5"}}, "box": {"pair": {"b": "6"}}}"#,
                #"{"maybe": {"list": ["7"]}, "maybe": {"list": ["8"], "pair": {"a": "9", "b": "10"}}, "maybe": null}"#,
                #"{"box": {"list": ["7"]}, "box": {"list": ["8"]}, "box": 5}"#,
                #"{"maybe": null, "maybe": {"list": ["7"], "list": ["8"]}, "box": {"pair": {"a": true}}}"#,
            ] {
                do {
                    var holder = Holder()
                    try? ModelDecoder().update(&holder, from: json)
                    _ = holder
                }
                #expect(census.complaint == nil, "\(json)")
                census.reset()
            }
        }
    }
}
