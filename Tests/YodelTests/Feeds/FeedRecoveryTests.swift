import Testing

@testable import Yodel

@Suite("Recovery in the items of a feed")
struct FeedRecoveryTests {
    struct Item: Model, Equatable, Sendable {
        var id: Int
        var list: [Int]?
        var set: Set<Int>?
        var map: [String: Int]?
        var holes: [Int?]?
        var inner: Inner?

        struct Inner: Model, Equatable, Sendable {
            var n: Int?
            var list: [Int]?
        }
    }

    /// The same, with the policies in its mapping.
    struct Mapped: Model, Equatable, Sendable {
        var id: Int
        var list: [Int]?
        var map: [String: Int]?
        var holes: [Int?]?
        var inner: Item.Inner?

        static let mapping = Mapping(
            .onBadElement(\Mapped.list, .drop), .onMismatch(\Mapped.map, .useDefault),
            .onBadElement(\Mapped.holes, .null), .onMismatch(\Mapped.inner, .useDefault))
    }

    /// The outcome of an array of items at the root and at paths, read in every way: by a parser, a reader, an
    /// asynchronous sequence, and on threads.
    private func read<Item: Equatable & Sendable>(
        _ array: String, with decoder: ModelDecoder, as type: Item.Type,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Item] {
        var first: [Item]?
        for (before, path, after) in [("", FeedPath.root, ""), (#"{"x":[],"i":"#, "i", "}"), ("[[0,", "[0][1]", "]]")] {
            var feed = Feed(of: type, at: path)
            feed.decoder = decoder
            let json = before + array + after
            let outcome = readEveryWay(feed, json, sourceLocation: sourceLocation)
            #expect(outcome.error == nil, sourceLocation: sourceLocation)
            var reader = feed.reader(of: json)
            let pulled = try reader.rest()
            let chunks = AsyncStream(of: json.utf8.map { [$0] })
            let awaited = try await feed.items(from: chunks).reduce(into: []) { $0.append($1) }
            feed.concurrency = 2
            let atOnce = try await feed.items(from: whole(json)).reduce(into: []) { $0.append($1) }
            #expect(awaited == pulled, sourceLocation: sourceLocation)
            #expect(atOnce == pulled, sourceLocation: sourceLocation)
            #expect(pulled == first ?? pulled, sourceLocation: sourceLocation)
            first = pulled
        }
        return first!
    }

    private func whole(_ json: String) -> AsyncStream<[UInt8]> {
        AsyncStream(of: [Array(json.utf8)])
    }

    @Test("Elements that do not match are dropped, first, last and alone, and reading continues after their collection")
    func droppedElements() async throws {
        let decoder = ModelDecoder.with { $0.badElements = .drop }
        let items = try await read(
            """
            [{"id":1,"list":[1,"b",2]},{"list":["b"],"set":[[3],4,{"a":[5]}],"id":2},
             {"id":3,"map":{"a":"x","b":2,"c":[3]},"inner":{"list":[null,{"n":1},7],"n":8}},
             {"map":{"a":[{}]},"list":[{}],"id":4}]
            """, with: decoder, as: Item.self)
        #expect(
            items == [
                Item(id: 1, list: [1, 2]), Item(id: 2, list: [], set: [4]),
                Item(id: 3, map: ["b": 2], inner: Item.Inner(n: 8, list: [7])), Item(id: 4, list: [], map: [:]),
            ])
    }

    @Test("Elements that do not match become nil")
    func nilElements() async throws {
        let decoder = ModelDecoder.with { $0.badElements = .null }
        let items = try await read(
            #"[{"holes":[1,"b",[2],{"c":{}}],"id":1},{"id":2,"holes":[{}]}]"#, with: decoder, as: Item.self)
        #expect(items == [Item(id: 1, holes: [1, nil, nil, nil]), Item(id: 2, holes: [nil])])
    }

    @Test("Properties whose values do not match get their defaults")
    func defaults() async throws {
        let decoder = ModelDecoder.with { $0.mismatches = .useDefault }
        let items = try await read(
            """
            [{"id":1,"list":[1,"b",2],"set":{"a":[1]},"map":[{}]},{"list":"x","id":2},
             {"inner":{"n":[{"n":1}],"list":[7,[]]},"id":3},{"inner":[{"n":1}],"id":4,"map":{"k":{}}}]
            """, with: decoder, as: Item.self)
        #expect(items == [Item(id: 1), Item(id: 2), Item(id: 3, inner: Item.Inner(n: nil, list: nil)), Item(id: 4)])
    }

    @Test("Policies of a property's mapping apply as well")
    func mapped() async throws {
        let items = try await read(
            """
            [{"list":["a",1,{"b":[2]}],"map":{"a":"x","b":2},"holes":[[],3],"inner":{"n":"x","list":[4]},"id":1},
             {"id":2,"map":{"a":1},"inner":{"n":2}}]
            """, with: ModelDecoder(), as: Mapped.self)
        #expect(
            items == [
                Mapped(id: 1, list: [1], holes: [nil, 3]), Mapped(id: 2, map: ["a": 1], inner: Item.Inner(n: 2)),
            ])
    }

    @Test("A feed that drops bad items keeps those that can recover")
    func droppedItems() {
        var feed = Feed(of: Item.self).droppingBadItems
        feed.decoder.badElements = .drop
        let outcome = readEveryWay(feed, #"[{"list":["b",1],"id":1},{"list":["b",[1]],"id":"x"},{"set":[{}],"id":3}]"#)
        outcome.expect(items: 2, failures: [.typeMismatch: 1])
    }

    // MARK: - Items that are decoded after they have been read

    struct Prepared: WillDecodeModel, Equatable, Sendable {
        var id: Int
        static func willDecode(_ object: inout JSONObject) throws {}
    }

    indirect enum Tree: Polymorphic, Equatable, Sendable {
        case number(Int), leaf(Prepared), list([Tree])
        static let variants = Variants<Tree>(.untagged, .case(Tree.number), .case(Tree.leaf), .case(Tree.list))
    }

    @Test("An item that was kept before decoding ends where it does in the text, and so do checkpoints")
    func keptItems() throws {
        func check<Value: Equatable & Sendable>(_ type: Value.Type, good: String, bad: String) throws {
            for format in [nil, FeedFormat.concatenated] {
                var feed = (format.map { Feed(of: type, in: $0) } ?? Feed(of: type)).droppingBadItems
                feed.keepsFailedBytes = true
                let separator = format == nil ? "," : " "
                let json = format == nil ? "[\(bad),\(good),\(bad)]" : "\(bad) \(good) \(bad)"
                let start = format == nil ? 1 : 0
                let outcome = readEveryWay(feed, json)
                outcome.expect(lines: 3)
                #expect(outcome.lines[0].hasPrefix("$[0] \(start)..<\(start + bad.utf8.count) item 0"))
                #expect(outcome.lines[0].hasSuffix("bytes \(bad)"))
                #expect(outcome.progress.largestItemBytes == max(good.utf8.count, bad.utf8.count))
                feed.decoder.parser = Parser.other ?? .scanner
                var parser = feed.parser(fed: json)
                #expect(throws: FeedFailure.self) { try parser.nextResult()?.get() }
                let checkpoint = parser.checkpoint
                #expect(checkpoint.offset == start + bad.utf8.count)
                var rest = feed.parser(resumingAt: checkpoint, fed: separator + good)
                rest.feed(" ")
                #expect(try rest.next() != nil)
            }
        }
        try check(Prepared.self, good: #"{"id": 1}"#, bad: #"{"id": [1, {"x": 2}]}"#)
        try check(Tree.self, good: #"[{"id": 1}, 2]"#, bad: #"[{"id": "x"}, [3, {"id": {}}]]"#)
    }

    @Test("Exceeding a limit while trying variants drops the item")
    func limitsInTries() {
        var feed = Feed(of: Tree.self).droppingBadItems
        feed.decoder.limits.keysPerObject = 2
        var outcome = readEveryWay(feed, #"[{"id":1},[{"a":1,"b":[2],"c":{}},3],5]"#)
        outcome.expect(items: 2, failures: [.keyCountLimit: 1])
        feed.maxItemBytes = 12
        outcome = readEveryWay(feed, #"[{"id":1},[{"a":1,"b":[2],"c":{}},3],["x",{"y":2},7],5]"#)
        outcome.expect(items: 2, failures: [.itemLimit: 2])
    }

    @Test("A string beyond its limit in an item beyond its own drops the item")
    func stringsInLongItems() {
        var feed = Feed(of: Prepared.self).droppingBadItems
        feed.maxItemBytes = 9
        feed.decoder.limits.stringBytes = 3
        let outcome = readEveryWay(feed, #"[{"id":1},{"x":"a long string","id":2},{"id":3}]"#)
        outcome.expect(items: 2, failures: [.itemLimit: 1])
    }

    @Test("The same for a string deep in a value that is kept as text, of an object with a hook before decoding")
    func stringsInKeptText() {
        struct Kept: WillDecodeModel, Equatable, Sendable {
            var raw: RawJSON?
            static func willDecode(_ object: inout JSONObject) throws {}
        }
        let items = ["{}", #"{"raw":{"a":[{"too long":7}]}}"#, #"{"raw":1}"#, #"{"raw":{"a":["too long"]}}"#]
        for format in [nil, FeedFormat.concatenated] {
            var feed = (format.map { Feed(of: Kept.self, in: $0) } ?? Feed(of: Kept.self)).droppingBadItems
            feed.decoder.limits.stringBytes = 6
            feed.maxItemBytes = 20
            let json = items.joined(separator: format == nil ? "," : " ")
            readEveryWay(feed, format == nil ? "[\(json)]" : json).expect(items: 2, failures: [.itemLimit: 2])
        }
    }

    @Test("An error in a string of an item beyond its limit drops the item")
    func textsInLongItems() {
        struct Outer: Model, Equatable {
            struct Inner: Model, Equatable { var next: JSONValue? }
            var text: Inner?
            static let mapping = Mapping(.transform(\Outer.text, by: .jsonText))
        }
        var feed = Feed(of: Outer.self).droppingBadItems
        feed.maxItemBytes = 12
        feed.decoder.limits.depth = 3
        var outcome = readEveryWay(feed, #"[{"text":"{\"next\":[[]]}"},{}]"#)
        outcome.expect(failures: [.itemLimit: 1])
        outcome = readEveryWay(feed, #"[{"text":"{\"next\":[[]]}""#)
        #expect(outcome.ending == .truncated)
    }

    @Test("A key beyond its limit drops its member with the value")
    func longKeys() throws {
        var feed = Feed(ofMembers: Int.self).droppingBadItems
        feed.decoder.limits.keyBytes = 2
        let outcome = readEveryWay(feed, #"{"a":1,"long":[2,{}],"b":3,"longer":4}"#)
        outcome.expect(items: 2, failures: [.keyLimit: 2])
        #expect(outcome.lines[1].hasPrefix("$.long 14..<20 item 1: "))
        var parser = feed.parser(fed: #"{"long":[2,{}],"#)
        #expect(throws: FeedFailure.self) { try parser.nextResult()?.get() }
        var rest = feed.parser(resumingAt: parser.checkpoint, fed: #","b":3}"#)
        #expect(try rest.next() == FeedMember(key: "b", value: 3))
        feed.badItems = .error
        #expect(readEveryWay(feed, #"{"a":1,"long":[2,{}]}"#).error?.code == .keyLimit)
    }

    @Test("Of a member whose key and value are both too long, the key does not drop the next member")
    func longKeysAndValues() {
        var feed = Feed(ofMembers: Int?.self).droppingBadItems
        feed.decoder.limits.keyBytes = 3
        feed.maxItemBytes = 8
        let outcome = readEveryWay(feed, #"{"a":1,"long":"0123456789","b":2,"longer":3,"c":4}"#)
        outcome.expect(items: 3, failures: [.itemLimit: 1, .keyLimit: 1])
    }

    @Test("A key with too many combining marks drops its member with the value")
    func markedKeys() {
        var feed = Feed(ofMembers: Int.self).droppingBadItems
        feed.decoder.limits.combiningMarks = 2
        let json = #"{"e\u0301\u0323":1,"e\u0301\u0323\u0301":[2,{}],"b":3}"#
        readEveryWay(feed, json).expect(items: 2, failures: [.combiningMarkLimit: 1])
        feed.badItems = .error
        #expect(readEveryWay(feed, json).error?.code == .combiningMarkLimit)
    }

    indirect enum Tried: Polymorphic, Sendable {
        case number(Int)
        case numbers([String: Int])

        static let variants = Variants<Tried>(.untagged, .case(Tried.number), .case(Tried.numbers))
    }

    @Test("An item whose variants may no longer be tried is dropped, and the feed ends at the end of the text")
    func replaysOfAnItem() {
        var feed = Feed(of: Tried.self, in: .concatenated).droppingBadItems
        feed.maxItemBytes = 20
        feed.decoder.limits.replays = 0
        let outcome = readEveryWay(feed, #"{"a":4,"b":"","c":null,"e":[{"f":""},""]} 7"#)
        outcome.expect(lines: 2, failures: [.itemLimit: 1])
    }
}
