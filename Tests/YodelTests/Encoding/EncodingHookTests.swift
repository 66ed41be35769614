import Testing

@testable import Yodel

private struct Refusal: Error { var why: String }

/// Models with hooks before and after they are written.
@Suite struct EncodingHookTests {
    private struct Span: Model, WillEncodeModel, Equatable {
        var first: Int
        var last: Int
        func willEncode() throws {
            if last < first { throw Refusal(why: "\(last) < \(first)") }
        }
    }

    private final class Counter: DefaultedModel, WillEncodeModel {
        var count = 0
        var next: Counter?
        init() {}
        func willEncode() throws {
            count += 1
            if count > 5 { throw Refusal(why: "too often") }
        }
    }

    private struct Book: DidEncodeModel {
        var title: String
        var chapters: [Book] = []
        func didEncode(_ object: inout JSONObject) throws {
            if title.isEmpty { throw Refusal(why: "no title") }
            object["kind"] = "book"
            if chapters.isEmpty { object["chapters"] = nil }
        }
    }

    @Test func aValueMayRefuseToBeWritten() {
        expectRoundTrip(Span(first: 1, last: 2), #"{"first":1,"last":2}"#)
        let error = expectFailure(
            of: ["a": [Span(first: 1, last: 2), Span(first: 2, last: 1)]], .invalidValue, path: "$.a[1]")
        #expect(
            error?.description == "$.a[1]: expected Span, found an object that its hook refuses (invalidValue): "
                + #"Refusal(why: "1 < 2")"#)
    }

    @Test func anInstanceMayChangeFirst() throws {
        let counter = Counter()
        counter.next = Counter()
        #expect(try ModelEncoder().encodeText(counter) == #"{"count":1,"next":{"count":1}}"#)
        #expect(
            try ModelEncoder().encodeText([counter, counter])
                == #"[{"count":2,"next":{"count":2}},{"count":3,"next":{"count":3}}]"#)
        counter.count = 5
        expectFailure(of: counter, .invalidValue, path: "$")
    }

    @Test func whatIsWrittenMayBeChanged() {
        expectText(of: Book(title: "t"), #"{"title":"t","kind":"book"}"#)
        expectText(
            of: [1: Book(title: "a", chapters: [Book(title: "b"), Book(title: "c")])],
            #"{"1":{"title":"a","chapters":[{"title":"b","kind":"book"},{"title":"c","kind":"book"}],"kind":"book"}}"#)
        var encoder = ModelEncoder()
        encoder.layout = .pretty(indentation: 1)
        encoder.escapesNonASCII = true
        expectText(
            of: [Book(title: "é")], "[\n {\n  \"title\": \"\\u00e9\",\n  \"kind\": \"book\"\n }\n]", encoder: encoder)
    }

    @Test func sortedKeysAreThoseOfTheWholeObject() {
        expectText(of: Book(title: "t"), #"{"kind":"book","title":"t"}"#, encoder: .with { $0.sortsKeys = true })
    }

    @Test func orRefused() {
        expectFailure(
            of: [Book(title: "a", chapters: [Book(title: "b"), Book(title: "")])], .invalidValue,
            path: "$[0].chapters[1]")
    }

    @Test func partOfAValueIsLookedAtToo() {
        let encoder = ModelEncoder().only(\Span.last)
        expectText(of: Span(first: 1, last: 2), #"{"last":2}"#, encoder: encoder)
        expectFailure(of: [Span(first: 2, last: 1)], .invalidValue, path: "$[0]", encoder: encoder)
        expectText(of: Book(title: "t"), #"{"kind":"book"}"#, encoder: ModelEncoder().except(\Book.title))
    }

    /// As in a module whose default isolation is the main actor.
    private struct Stamped: Model, Sendable, @MainActor DidEncodeModel {
        var id = 1
        @MainActor func didEncode(_ object: inout JSONObject) { object["version"] = 2 }
    }

    private final class Guarded: DefaultedModel, Sendable, @MainActor WillEncodeModel {
        @MainActor func willEncode() throws { throw Refusal(why: "secret") }
    }

    @Test("The hooks of a type that is isolated to an actor are called outside of the actor too")
    func isolatedHooks() async {
        await Task.detached {
            expectText(of: [Stamped()], #"[{"id":1,"version":2}]"#)
            expectFailure(of: [Guarded()], .invalidValue, path: "$[0]")
        }.value
    }

    @Test func limitsHoldAllTheSame() {
        var encoder = ModelEncoder()
        encoder.limits.depth = 4
        let inner = Book(title: "a", chapters: [Book(title: "b", chapters: [Book(title: "c")])])
        expectFailure(of: inner, .depthLimit, path: "$.chapters[0].chapters[0]", encoder: encoder)
        encoder = ModelEncoder()
        encoder.limits.documentBytes = 20
        expectFailure(of: [Book(title: "abcdefghijkl")], .documentLimit, path: "$", encoder: encoder)
    }

    @Test func anObjectThatContainsItselfIsFound() {
        final class Node: DefaultedModel, DidEncodeModel {
            var next: Node?
            init() {}
            func didEncode(_ object: inout JSONObject) throws {}
        }
        let node = Node()
        node.next = node
        #expect(modelError { try ModelEncoder().encodeText(node) }?.code == .cyclicValue)
        node.next = nil
        expectText(of: node, "{}")
    }

    @Test func nothingLeaksWhenItEndsEarly() {
        struct Holder: DidEncodeModel {
            var span: Span
            var extras: JSONObject
            var tracked: Tracked
            static let mapping = Mapping(.unknown(\Holder.extras))
            func didEncode(_ object: inout JSONObject) throws {}
        }
        let census = Census()
        Census.$current.withValue(census) {
            let bad = Holder(span: Span(first: 2, last: 1), extras: ["a": [1]], tracked: Tracked("x"))
            #expect(throws: ModelError.self) { try ModelEncoder().encodeText([[bad]]) }
            let good = Holder(span: Span(first: 1, last: 1), extras: ["a": [1]], tracked: Tracked("x"))
            expectText(of: good, #"{"span":{"first":1,"last":1},"tracked":"x","a":[1]}"#)
        }
        #expect(census.complaint == nil)
    }
}
