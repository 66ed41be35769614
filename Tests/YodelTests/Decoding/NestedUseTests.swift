import Testing

@testable import Yodel

/// Code of a client that decoding or encoding calls may itself decode, update, encode and read feeds.
@Suite struct NestedUseTests {
    @Test func everyPlaceThatCallsCodeAllowsIt() throws {
        let places = Places()
        try Places.$current.withValue(places) {
            var nest = try Places.decoder.decode([Nest].self, from: "[\(Nest.text)]")
            #expect(nest[0].kept == [Egg("a")])
            #expect(try ModelEncoder().encodeText(nest) == "[\(Nest.text)]")
            try Places.decoder.update(&nest[0], from: Nest.text)
        }
        #expect(places.errors == [])
        #expect(
            places.seen.sorted() == [
                "back", "check", "choose", "compose", "didDecode", "didEncode", "encode", "hash", "init(from:)",
                "scalar", "transform", "value", "willDecode", "willEncode", "wrap",
            ])
    }

    /// `{"inner":{"inner":…}}`.
    private static func document(levels: Int) -> String {
        String(repeating: #"{"inner":"#, count: levels) + "{}" + String(repeating: "}", count: levels)
    }

    /// The error, or the innermost one that it is made of.
    private static func innermostError(of body: () throws -> Void) -> ModelError? {
        var error = modelError(of: body)
        while let inner = error?.underlying as? ModelError { error = inner }
        return error
    }

    private static func innermostCode(of body: () throws -> Void) -> ModelError.Code? { innermostError(of: body)?.code }

    /// In a debug build, a stack of 512 KB ended at 60 levels.
    @Test("Documents that are decoded within each other do not use up the stack", arguments: Parser.all)
    func deepDecoding(parser: Parser) {
        let decoder = ModelDecoder.with { $0.parser = parser }
        let codes = [128 << 10, 64 << 20].map { size in
            onStack(of: size) {
                [
                    Self.innermostCode { _ = try decoder.decode(LazyShell.self, from: Self.document(levels: 400)) },
                    Self.innermostCode { _ = try decoder.decode(RawShell.self, from: Self.document(levels: 400)) },
                    Self.innermostCode { _ = try decoder.decode(TreeShell.self, from: Self.document(levels: 150)) },
                    Self.innermostCode { _ = try decoder.decode(FeedShell.self, from: Self.document(levels: 400)) },
                ]
            }
        }
        #expect(codes == [Array(repeating: .depthLimit, count: 4), Array(repeating: nil, count: 4)])
    }

    @Test("The error for a lazy value for which there is no stack has the value's path and place")
    func deepLazyValue() throws {
        let error = onStack(of: 128 << 10) {
            Self.innermostError { _ = try ModelDecoder().decode(LazyShell.self, from: Self.document(levels: 400)) }
        }
        let offset = try #require(error?.place?.offset)
        #expect(offset > 0 && error?.path == JSONPath(Array(repeating: .key("inner"), count: offset / 9)))
    }

    /// 16 threads, numbered one after the other, leave their sources to all threads.
    @Test("A document that reuses the source of another thread does not use up the stack either")
    func sharedSources() {
        struct Shell: Model, DidDecodeModel {
            var inner: RawJSON?

            mutating func didDecode() throws {
                guard let inner else { return }
                for _ in 0..<2 { EightThreads.run { _ in _ = try ModelDecoder().decode([Int].self, from: "[1]") } }
                _ = try ModelDecoder().decode(Shell.self, from: inner.bytes)
            }
        }
        let code = onStack(of: 128 << 10) {
            Self.innermostCode { _ = try ModelDecoder().decode(Shell.self, from: Self.document(levels: 400)) }
        }
        #expect(code == .depthLimit)
    }

    @Test("Values that are encoded within each other do not use up the stack")
    func deepEncoding() {
        let codes = onStack(of: 64 << 20) {
            let shell = try! ModelDecoder().decode(RawShell.self, from: Self.document(levels: 400))
            return [128 << 10, 64 << 20].map { size in
                onStack(of: size) { Self.innermostCode { _ = try ModelEncoder().encode(shell) } }
            }
        }
        #expect(codes == [.depthLimit, nil])
    }
}

private struct LazyShell: Model, DidDecodeModel {
    var inner: Lazy<LazyShell>?

    mutating func didDecode() throws { _ = try inner?.value() }
}

private struct RawShell: Model, Sendable {
    var inner: [RawShell]?

    static let mapping = Mapping(
        .transform(
            \RawShell.inner,
            by: Transform<RawJSON, [RawShell]> {
                [try ModelDecoder().decode(RawShell.self, from: $0.bytes)]
            } encode: {
                try ModelDecoder().decode(RawJSON.self, from: try ModelEncoder().encode($0[0]))
            }))
}

private struct TreeShell: Model {
    var inner: [TreeShell]?

    static let mapping = Mapping(
        .transform(
            \TreeShell.inner,
            by: Transform<JSONValue, [TreeShell]> { [try ModelDecoder().decode(TreeShell.self, from: $0)] }))
}

private struct FeedShell: Model, DidDecodeModel {
    var inner: RawJSON?

    mutating func didDecode() throws {
        guard let inner else { return }
        var reader = Feed(of: FeedShell.self, in: .concatenated).reader(of: inner.bytes)
        while try reader.next() != nil {}
    }
}

/// The places from which the code was called.
private final class Places: @unchecked Sendable {
    // Sendable because only the task whose current places they are uses it.
    @TaskLocal static var current: Places?
    static let decoder = ModelDecoder()

    var seen: Set<String> = []
    var errors: [String] = []

    static func visit(_ place: String) {
        guard let current else { return }
        current.seen.insert(place)
        $current.withValue(nil) {
            do {
                var nests = try decoder.decode([Nest].self, from: "[\(Nest.text),\(Nest.text)]")
                try decoder.update(&nests[0], from: Nest.text)
                var reader = Feed(of: Nest.self).reader(of: try ModelEncoder().encodeText(nests))
                while try reader.next() != nil {}
            } catch {
                current.errors.append("\(place): \(error)")
            }
        }
    }
}

private struct Egg: ModelScalar, Hashable {
    var name: String

    init(_ name: String) { self.name = name }

    init(scalar: JSONScalar) {
        Places.visit("scalar")
        guard case .string(let text) = scalar else { fatalError("no text") }
        name = text
    }

    var scalar: JSONScalar {
        Places.visit("value")
        return .string(name)
    }

    func hash(into hasher: inout Hasher) {
        Places.visit("hash")
        hasher.combine(name)
    }
}

@propertyWrapper private struct Wrapped: ModelWrapper {
    var wrappedValue: Int

    init(wrappedValue: Int) {
        Places.visit("wrap")
        self.wrappedValue = wrappedValue
    }
}

private struct Part: Codable {
    var number: Int

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        Places.visit("init(from:)")
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        Places.visit("encode")
        try container.encode(number)
    }
}

private enum Branch: Polymorphic {
    case thick(Thick)

    struct Thick: Model, WillDecodeModel, DidDecodeModel, WillEncodeModel, DidEncodeModel {
        var girth: Int

        static func willDecode(_ object: inout JSONObject) { Places.visit("willDecode") }
        mutating func didDecode() { Places.visit("didDecode") }
        func willEncode() { Places.visit("willEncode") }
        func didEncode(_ object: inout JSONObject) { Places.visit("didEncode") }
    }

    static let variants = Variants<Branch>(
        .choice { _ in
            Places.visit("choose")
            return "thick"
        }, .case("thick", Branch.thick))
}

private struct Nest: Model {
    static let text = #"{"kept":["a"],"height":3,"part":4,"branch":{"girth":5},"code":6,"x":7,"y":8}"#

    var kept: Set<Egg>
    @Wrapped var height: Int
    var part: Part
    var branch: Branch
    var code: String
    var place: [Int]

    static let mapping = Mapping(
        .transform(
            \Nest.code,
            by: Transform<Int, String> {
                Places.visit("transform")
                return "\($0)"
            } encode: {
                Places.visit("back")
                return Int($0)!
            }),
        .compose(
            \Nest.place, from: "x", "y",
            by: { (x: Int, y: Int) in
                Places.visit("compose")
                return [x, y]
            }, back: { ($0[0], $0[1]) }),
        .check(
            \Nest.code,
            Constraint("is there") { _ in
                Places.visit("check")
                return true
            }))
}
