import BenchmarkKit
import BenchmarkModels
import Yodel

/// A feed: the items of an array or of lines, one by one, each released before the next; the bytes in chunks of 64 KiB.
struct YodelFeed: BenchmarkPath {
    let name = Baseline.feed
    let summary = "Yodel's feed: items one by one, each released before the next; in chunks of 64 KiB"
    fileprivate var parser = Parser.automatic
    fileprivate var threads = 1
    fileprivate var takesResults = false

    private let chunkSize = 64 << 10

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        (type as? any FeedDocument.Type)?.work(of: self, on: bytes) as? Work<Document>
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        var feed = Feed(of: Item.self, in: .lines)
        feed.decoder = Item.modelDecoder
        return work(of: feed, on: bytes)
    }

    func work(counting items: UserFile.Items, in bytes: [UInt8]) -> Work<ItemCount>? {
        let feed: Feed<JSONValue>
        switch items {
        case .whole: return nil
        case .lines: feed = Feed(of: JSONValue.self, in: .lines)
        case .at(let path):
            feed = Feed(of: JSONValue.self, at: FeedPath(path.split(separator: ".").map { .key(String($0)) }))
        }
        return .typed {
            var count = 0
            try forEachItem(of: feed, in: bytes) { item in
                blackHole(item)
                count += 1
            }
            return ItemCount(items: count)
        }
    }

    /// A feed whose items are used and released on the thread that made them.
    fileprivate func work<Value: BenchmarkDocument>(
        _ bytes: [UInt8], using use: Feed<Int>, making make: Feed<Value>
    ) -> Work<[Value]> {
        var (use, make) = (use, make)
        (use.concurrency, make.concurrency) = (threads, threads)
        use.decoder = Value.modelDecoder
        make.decoder = Value.modelDecoder
        return .standIn { [use] in
            try forEachItem(of: use, in: bytes) { blackHole($0) }
        } value: { [make] in
            var items: [Value] = []
            try forEachItem(of: make, in: bytes) { items.append($0) }
            return items
        }
    }

    fileprivate func work<Item: BenchmarkDocument>(of feed: Feed<Item>, on bytes: [UInt8]) -> Work<[Item]> {
        work(of: feed) { bytes }
    }

    /// - Parameter document: Makes the bytes, once.
    fileprivate func work<Item: BenchmarkDocument>(
        of feed: Feed<Item>, in document: @escaping () throws -> [UInt8]
    ) -> Work<[Item]> {
        var feed = feed
        feed.concurrency = threads
        let document = Once(document)
        return .standIn {
            try read(feed, try document.value) {
                if takesResults {
                    try Item.takeResults(of: &$0, blackHole)
                } else {
                    try Item.takeItems(of: &$0, blackHole)
                }
            }
        } value: {
            var items: [Item] = []
            if takesResults {
                try read(feed, try document.value) { try Item.takeResults(of: &$0) { items.append($0) } }
                return items
            }
            try forEachItem(of: feed, in: try document.value) { items.append($0) }
            return items
        }
    }

    private func forEachItem<Item>(of feed: Feed<Item>, in bytes: [UInt8], _ body: (Item) -> Void) throws {
        try read(feed, bytes) { while let item = try $0.next() { body(item) } }
    }

    private func read<Item>(
        _ feed: Feed<Item>, _ bytes: [UInt8], taking take: (inout FeedParser<Item>) throws -> Void
    ) throws {
        var parser = feed.parser()
        var start = 0
        while start < bytes.count {
            let end = min(start + chunkSize, bytes.count)
            bytes[start..<end].withUnsafeBufferPointer { parser.feed($0) }
            try take(&parser)
            start = end
        }
        parser.finish()
        try take(&parser)
    }
}

/// The same, each item as a result with where it was found.
struct YodelFeedOfResults: BenchmarkPath {
    let name = Baseline.feedOfResults
    let summary = "Yodel's feed, each item as a result with its place"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        YodelFeed(takesResults: true).work(type, on: bytes)
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        YodelFeed(takesResults: true).work(linesOf: type, on: bytes)
    }
}

#if Yajl
/// The feed of an array, read entirely by yajl.
struct YodelFeedOverYajl: BenchmarkPath {
    let name = Baseline.feedOverYajl
    let summary = "Yodel's feed, the items of an array through yajl too"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        YodelFeed(parser: .yajl).work(type, on: bytes)
    }
}
#endif

/// The feed of an array with an option that many services set, or the same items read by another kind of feed.
struct YodelFeedVariant: BenchmarkPath {
    let name: String
    let summary: String
    fileprivate let variant: Variant

    fileprivate enum Variant {
        case limit
        case comments
        case each
        case members
    }

    private init(_ variant: Variant, _ name: String, _ summary: String) {
        (self.variant, self.name, self.summary) = (variant, name, summary)
    }

    static let all = [
        YodelFeedVariant(.limit, "yodel-feed-limit", "Yodel's feed with limits.documentBytes set"),
        YodelFeedVariant(.comments, "yodel-feed-comments", "Yodel's feed with comments allowed"),
        YodelFeedVariant(.each, "yodel-feed-each", "Yodel's feed, the items in pages of 100, at a path with [*]"),
        YodelFeedVariant(.members, "yodel-feed-members", "Yodel's feed, the items as the members of an object"),
    ]

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        (type as? any FeedDocument.Type)?.work(of: self, on: bytes) as? Work<Document>
    }

    fileprivate func work<Item: BenchmarkDocument>(of type: Item.Type, on bytes: [UInt8]) -> Work<[Item]> {
        var feed = Feed(of: type)
        feed.decoder = type.modelDecoder
        switch variant {
        case .limit:
            feed.decoder.limits.documentBytes = 1 << 30
            return YodelFeed().work(of: feed, on: bytes)
        case .comments:
            feed.decoder.allowsComments = true
            return YodelFeed().work(of: feed, on: bytes)
        case .each:
            var each = Feed(of: type, at: "[*].items")
            each.decoder = feed.decoder
            return YodelFeed().work(of: each) { try items(of: bytes, by: pages) }
        case .members:
            var members = Feed(.members(of: type, as: { (_, value) in value }))
            members.decoder = feed.decoder
            return YodelFeed().work(of: members) { try items(of: bytes, by: members(of:)) }
        }
    }

    /// A document of another kind with the items of an array.
    private func items(of bytes: [UInt8], by make: ([ArraySlice<UInt8>]) -> [UInt8]) throws -> [UInt8] {
        var items: [ArraySlice<UInt8>] = []
        var reader = Feed(of: JSONValue.self).reader(of: bytes)
        while let entry = try reader.nextEntry() { items.append(bytes[entry.byteRange]) }
        return make(items)
    }

    private func pages(of items: [ArraySlice<UInt8>]) -> [UInt8] {
        let pages = stride(from: 0, to: items.count, by: 100).map { start in
            Array(#"{"items":["#.utf8) + items[start..<min(start + 100, items.count)].joined(separator: ",".utf8)
                + Array("]}".utf8)
        }
        return Array("[".utf8) + pages.joined(separator: ",".utf8) + Array("]".utf8)
    }

    private func members(of items: [ArraySlice<UInt8>]) -> [UInt8] {
        let members = items.enumerated().map { Array("\"\($0)\":".utf8) + $1 }
        return Array("{".utf8) + members.joined(separator: ",".utf8) + Array("}".utf8)
    }
}

/// The feed of an array or of lines, read on two threads.
struct YodelFeedOnThreads: BenchmarkPath {
    let name = Baseline.feedOnThreads
    let summary = "Yodel's feed on two threads"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        YodelFeed(threads: 2).work(type, on: bytes)
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        YodelFeed(threads: 2).work(linesOf: type, on: bytes)
    }
}

/// The feed that is read on two threads; each item is processed on the thread that has read it.
struct YodelFeedMadeOnThreads: BenchmarkPath {
    let name = Baseline.feedMadeOnThreads
    let summary = "Yodel's feed on two threads, each item used where it was read"

    func work<Document: BenchmarkDocument>(_ type: Document.Type, on bytes: [UInt8]) -> Work<Document>? {
        (type as? any FeedDocument.Type)?.workMaking(of: YodelFeed(threads: 2), on: bytes) as? Work<Document>
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        YodelFeed(threads: 2).work(
            bytes, using: Feed(of: type, in: .lines, as: useUp), making: Feed(of: type, in: .lines, as: { $0 }))
    }
}

/// The feed of compressed lines.
struct YodelCompressedFeed: BenchmarkPath {
    let name: String
    let summary: String
    private let format: Compressed.Format
    private let threads: Int

    /// Those of this build's formats.
    static let all: [YodelCompressedFeed] = Compressed.formats.filter { $0.name != "zlib" }.flatMap { format in
        [
            YodelCompressedFeed(
                name: "yodel-feed-\(format)", summary: "Yodel's feed of the same lines out of \(format)",
                format: format, threads: 1),
            YodelCompressedFeed(
                name: "yodel-feed-\(format)-threads", summary: "the same on two threads: one unpacks",
                format: format, threads: 2),
        ]
    }

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        var feed = Feed(of: Item.self, in: .lines)
        feed.decoder = Item.modelDecoder
        feed.compression = format.compression
        return YodelFeed(threads: threads).work(of: feed) { format.member(bytes) }
    }
}

@Sendable private func useUp<Value>(_ value: Value) -> Int {
    blackHole(value)
    return 1
}

/// The documents of lines as the elements of one array, in one buffer: the baseline for a feed of lines.
///
/// No lines need to be found: it is the cost of the same items as one document in memory.
struct YodelScannerJoined: BenchmarkPath {
    let name = Baseline.joinedLines
    let summary = "Yodel's scanner, the documents of all lines as one array in one buffer"

    func work<Item: BenchmarkDocument>(linesOf type: Item.Type, on bytes: [UInt8]) -> Work<[Item]>? {
        let decoder = Item.modelDecoder
        let document = Once { try joined(bytes) }
        return .typed { try decoder.decode([Item].self, from: try document.value) }
    }

    private func joined(_ bytes: [UInt8]) throws -> [UInt8] {
        var document: [UInt8] = []
        document.reserveCapacity(bytes.count + 2)
        _ = try decodeLines(of: bytes) { line in
            document.append(UInt8(ascii: document.isEmpty ? "[" : ","))
            document += bytes[line]
        }
        return document.isEmpty ? Array("[]".utf8) : document + [UInt8(ascii: "]")]
    }
}

/// A document that is a list of items.
protocol FeedDocument {
    static func work(of path: YodelFeed, on bytes: [UInt8]) -> Any
    static func work(of path: YodelFeedVariant, on bytes: [UInt8]) -> Any
    static func workMaking(of path: YodelFeed, on bytes: [UInt8]) -> Any
    /// - Parameter document: Makes the list.
    static func work(of path: YodelEncodeItems, encoding document: @escaping () throws -> Any) -> Any
}

extension Array: FeedDocument where Element: BenchmarkDocument {
    static func work(of path: YodelFeed, on bytes: [UInt8]) -> Any {
        var feed = Feed(of: Element.self)
        feed.decoder = Element.modelDecoder
        feed.decoder.parser = path.parser
        return path.work(of: feed, on: bytes)
    }

    static func work(of path: YodelFeedVariant, on bytes: [UInt8]) -> Any { path.work(of: Element.self, on: bytes) }

    static func work(of path: YodelEncodeItems, encoding document: @escaping () throws -> Any) -> Any {
        path.work { try document() as! [Element] }
    }

    static func workMaking(of path: YodelFeed, on bytes: [UInt8]) -> Any {
        path.work(bytes, using: Feed(of: Element.self, as: useUp), making: Feed(of: Element.self, as: { $0 }))
    }
}
