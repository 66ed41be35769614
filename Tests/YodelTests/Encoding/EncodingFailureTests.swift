import Foundation
import Testing

@testable import Yodel

@Suite("Values that cannot be encoded")
struct EncodingFailureTests {
    final class Node: DefaultedModel {
        var name = ""
        var next: Node?
        var children: [Node] = []
        init() {}
        init(_ name: String) { self.name = name }
    }

    @Test("An object that contains itself is an error, at its second occurrence")
    func cycles() {
        let first = Node("a"), second = Node("b")
        (first.next, second.children) = (second, [Node("c"), first])
        expectFailure(of: first, .cyclicValue, path: "$.next.children[1]")
        expectFailure(of: ["x": second], .cyclicValue, path: "$.x.children[1].next")
        var encoder = ModelEncoder()
        encoder.limits.depth = .max
        expectFailure(of: first, .cyclicValue, path: "$.next.children[1]", encoder: encoder)
        encoder.limits.depth = 10
        expectFailure(of: first, .cyclicValue, path: "$.next.children[1]", encoder: encoder)
        encoder.limits.depth = 2
        expectFailure(of: first, .depthLimit, path: "$.next.children", encoder: encoder)
        (first.next, second.children) = (nil, [])
    }

    final class Link: DefaultedModel {
        var next: Link?
        init() {}
        static let mapping = Mapping(.map(\Link.next, to: "links[0].node"))
    }

    @Test("Objects whose paths lead through arrays do not contain themselves")
    func pathsThroughArrays() {
        let links = (0..<60).map { _ in Link() }
        for (link, next) in zip(links, links.dropFirst()) { link.next = next }
        expectText(
            of: links[0],
            String(repeating: #"{"links":[{"node":"#, count: 59) + "{}" + String(repeating: "}]}", count: 59))
        expectFailure(
            of: links[0], .depthLimit, path: "$.links[0].node.links[0].node", encoder: .with { $0.limits.depth = 6 })
        links[59].next = links[0]
        defer { links[59].next = nil }
        expectFailure(of: links[0], .cyclicValue, path: "$" + String(repeating: ".links[0].node", count: 60))
    }

    @Test("An object that occurs twice, but not inside itself, is written twice")
    func sharedObjects() {
        let shared = Node("s")
        let root = Node("r")
        (root.next, root.children) = (shared, [shared])
        expectText(of: root, #"{"name":"r","next":{"name":"s","children":[]},"children":[{"name":"s","children":[]}]}"#)
    }

    struct Nest: Model { var inner: [Nest] }

    @Test("Values nest up to the limit")
    func depthLimit() {
        let value = (0..<9).reduce(Nest(inner: [])) { nest, _ in Nest(inner: [nest]) }
        var encoder = ModelEncoder()
        encoder.limits.depth = 20
        expectText(
            of: value, String(repeating: #"{"inner":["#, count: 10) + String(repeating: "]}", count: 10),
            encoder: encoder)
        encoder.limits.depth = 19
        expectFailure(
            of: value, .depthLimit, path: "$" + String(repeating: ".inner[0]", count: 9) + ".inner", encoder: encoder)
        encoder.limits.depth = 0
        expectFailure(of: [1], .depthLimit, path: "$", encoder: encoder)
        expectFailure(of: ["a": 1], .depthLimit, path: "$", encoder: encoder)
        expectFailure(of: JSONValue.object([:]), .depthLimit, path: "$", encoder: encoder)
        expectText(of: 1, "1", encoder: encoder)
    }

    private struct Kept: Model {
        var lazy: Lazy<JSONValue>
        var raw: RawJSON
    }

    private enum Tagged: Polymorphic {
        case raw(RawJSON)
        static let variants = Variants<Tagged>("type", .case("raw", Tagged.raw))
    }

    @Test("Values that are kept as text nest up to the limit", arguments: [0, 1, 2, 63, 64, 65, 300, 500])
    func depthOfText(levels: Int) throws {
        let decoder = ModelDecoder.with { $0.limits.depth = .max }
        let encoder = ModelEncoder.with { $0.limits.depth = levels + 2 }
        /// As deep as it says after strings of brackets, which do not count, and many shallow values.
        func text(_ depth: Int) -> String {
            let shallow = String(repeating: #"["\"[[[{{{\\",[]],"#, count: 100)
            return "{\"a\":[\(shallow)" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                + ",[1]]}"
        }
        let depth = max(levels, 2)
        let whole = ModelEncoder.with { $0.limits.depth = depth + 2 }
        expectText(of: try decoder.decode(RawJSON.self, from: text(depth)), text(depth), encoder: whole)
        let deeper = try decoder.decode(RawJSON.self, from: text(depth + 1))
        expectFailure(of: deeper, .depthLimit, path: "$", encoder: whole)
        expectFailure(of: ["a": deeper], .depthLimit, path: "$.a", encoder: whole)
        expectFailure(of: Tagged.raw(deeper), .depthLimit, path: "$", encoder: whole)

        // Text of two bytes for each level.
        let plain = String(repeating: "[", count: levels + 1) + String(repeating: "]", count: levels + 1)
        let fits = try decoder.decode(Kept.self, from: #"{"lazy":\#(plain),"raw":\#(plain)}"#)
        expectText(of: fits, #"{"lazy":\#(plain),"raw":\#(plain)}"#, encoder: encoder)
        expectFailure(
            of: try decoder.decode(Kept.self, from: #"{"lazy":[\#(plain)],"raw":1}"#), .depthLimit, path: "$.lazy",
            encoder: encoder)
        expectFailure(
            of: try decoder.decode(Kept.self, from: #"{"lazy":1,"raw":[\#(plain)]}"#), .depthLimit, path: "$.raw",
            encoder: encoder)
    }

    @Test("The default limit is the decoder's")
    func defaultDepth() throws {
        func nested(_ depth: Int) -> JSONValue { (1..<depth).reduce(.array([])) { value, _ in .array([value]) } }
        let text = try ModelEncoder().encodeText(nested(512))
        #expect(throws: Never.self) { try ModelDecoder().decode(JSONValue.self, from: text) }
        #expect(throws: ModelError.self) { try ModelEncoder().encodeText(nested(513)) }
    }

    private struct Asked: Model, WillEncodeModel {
        var id = 1
        func willEncode() throws { try EncodingFailureTests.encodeWithoutStack() }
    }

    private struct Transformed: Model {
        var id = 1
        static let mapping = Mapping(
            .transform(
                \Transformed.id,
                by: Transform { (text: String) in
                    text.count
                } encode: { _ in
                    try EncodingFailureTests.encodeWithoutStack()
                    return ""
                }))
    }

    private struct AskedPart: Codable {
        var id = 1
        func encode(to encoder: any Encoder) throws { try EncodingFailureTests.encodeWithoutStack() }
    }

    private struct Clients: Model {
        var hook: [Asked] = []
        var transform: [Transformed] = []
        var part: [AskedPart] = []
    }

    private static func encodeWithoutStack() throws {
        _ = try atEndOfStack { Result { try ModelEncoder().encodeText(Nest(inner: [])) } }.get()
    }

    @Test("The lack of stack in a client's code is not a fault of the value")
    func lackOfStack() {
        for (clients, path) in [
            (Clients(hook: [Asked()]), "$.hook[0]"), (Clients(transform: [Transformed()]), "$.transform[0].id"),
            (Clients(part: [AskedPart()]), "$.part[0]"),
        ] {
            let error = modelError { try ModelEncoder().encodeText(clients) }
            error.expect(.depthLimit, path: path, expected: CallStack.expectation)
            #expect(error?.hint == CallStack.hint && error?.underlying?.isOfStack == true)
        }
    }

    @Test("Without a limit no value is too deep for the stack")
    func deepValues() throws {
        let encoder = ModelEncoder.with { $0.limits.depth = .max }
        var node = Node("end")
        var nodes = [node]
        for _ in 0..<100_000 {
            let outer = Node("")
            outer.next = node
            node = outer
            nodes.append(outer)
        }
        let bytes = try encoder.encodeBytes(node)
        #expect(
            bytes.count == 100_000 * #"{"name":"","next":,"children":[]}"#.utf8.count
                + #"{"name":"end","children":[]}"#.utf8.count)
        for node in nodes { node.next = nil }
    }

    @Test("A document may be as long as the limit")
    func byteLimit() throws {
        let value = (0..<1_000).map { "\($0)" }
        let count = try ModelEncoder().encode(value).count
        var encoder = ModelEncoder()
        encoder.limits.documentBytes = count
        #expect(try encoder.encode(value).count == count)
        #expect(throws: Never.self) { try encoder.encode(value, chunkSize: 500) { _ in } }
        for limit in [count - 1, count / 2, 1, 0] {
            encoder.limits.documentBytes = limit
            expectFailure(of: value, .documentLimit, path: "$", encoder: encoder)
        }
    }

    struct Refusal: Error, Equatable { var count: Int }

    @Test("An error of the receiver of chunks ends encoding")
    func refusedChunks() throws {
        let value = (0..<10_000).map { ["\($0)": [Double($0)]] }
        for allowed in 0..<4 {
            var count = 0
            #expect(throws: Refusal(count: allowed + 1)) {
                try ModelEncoder().encode(value, chunkSize: 1_000) { _ in
                    count += 1
                    if count > allowed { throw Refusal(count: count) }
                }
            }
        }
    }

    @Test("A long string is refused at its first chunk")
    func refusedString() {
        for value in [String(repeating: "a", count: 10_000), String(repeating: "\n", count: 10_000)] {
            var count = 0
            #expect(throws: Refusal(count: 1)) {
                try ModelEncoder().encode([value, value], chunkSize: 1_000) { _ in
                    count += 1
                    throw Refusal(count: count)
                }
            }
        }
    }

    @Test("Errors have paths, through every kind of container")
    func paths() {
        struct Reading: Model {
            var ok = 1
            var value: Double?
            var list: [Double?] = []
            var byName: [String: [Double]] = [:]
            @Indirect var boxed: Double?
            var several: Double?
            static let mapping = Mapping(
                .map(\Reading.value, to: "a.b.value"), .map(\Reading.several, to: "s"), .map(\Reading.ok, to: "s"))
        }
        expectFailure(of: Reading(value: .nan), .invalidValue, path: "$.a.b.value")
        expectFailure(of: [Reading(), Reading(list: [1, nil, .nan])], .invalidValue, path: "$[1].list[2]")
        expectFailure(of: Reading(byName: ["a": [1], "b c": [2, .nan]]), .invalidValue, path: #"$.byName["b c"][1]"#)
        expectFailure(of: Reading(boxed: .infinity), .invalidValue, path: "$.boxed")
        let error = expectFailure(of: Set([Double.nan]), .invalidValue, path: "$[0]")
        #expect(
            error?.description
                == "$[0]: expected a finite number, found nan (invalidValue); nonConformingFloats = .convert(…) writes it"
        )
    }

    @Test("Types that cannot be encoded are named")
    func unsupportedTypes() {
        struct Odd: Model { var body: () -> Void }
        let error = expectFailure(of: Odd(body: {}), .unsupportedType, path: "$")
        #expect(error?.reason?.contains("Odd.body") == true)
        #expect(throws: ModelError.self) { try ModelEncoder().prepare(Odd.self) }
        #expect(throws: Never.self) { try ModelEncoder().prepare([Nest].self) }
    }

    /// A scalar whose getter changes the object that is being written.
    struct Meddler: ModelScalar {
        nonisolated(unsafe) static var action: () -> Void = {}
        init(scalar: JSONScalar) {}
        init() {}
        var scalar: JSONScalar {
            Self.action()
            return .bool(true)
        }
    }
    final class Victim: DefaultedModel {
        var list: [Row] = []
        var text = ""
        init() {}
        struct Row: Model {
            var meddler = Meddler()
            var name: String
        }
    }

    @Test("An object that changes while it is written does no harm")
    func meddling() throws {
        let victim = Victim()
        victim.list = (0..<3).map { Victim.Row(name: String(repeating: "x", count: 20 + $0)) }
        Meddler.action = {
            victim.list = []
            victim.text = "changed"
        }
        defer { Meddler.action = {} }
        let text = try ModelEncoder().encodeText(victim)
        let names = (0..<3).map { #"{"meddler":true,"name":"\#(String(repeating: "x", count: 20 + $0))"}"# }
        #expect(text == #"{"list":[\#(names.joined(separator: ","))],"text":"changed"}"#)
    }

    final class Changing: DefaultedModel {
        var first: String? = String(repeating: "a", count: 1_000)
        var second: String? = String(repeating: "b", count: 1_000)
        var third: [String] = [String(repeating: "c", count: 1_000)]
        var next: Node? = Node(String(repeating: "d", count: 1_000))
        init() {}
    }

    @Test("An object that the receiver of chunks changes does no harm")
    func changingReceiver() throws {
        let whole = try ModelEncoder().encodeText(Changing())
        for change in 0..<20 {
            let object = Changing()
            var chunks = 0
            var text = ""
            try ModelEncoder().encode(object, chunkSize: 320) { chunk in
                text += String(decoding: chunk, as: UTF8.self)
                chunks += 1
                if chunks == change { (object.first, object.second, object.third, object.next) = (nil, nil, [], nil) }
            }
            #expect(change == 0 ? text == whole : whole.hasPrefix(text.prefix(320)))
            #expect(throws: Never.self) { try ModelDecoder().decode(JSONValue.self, from: text) }
        }
    }
}
