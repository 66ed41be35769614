import Testing
import Yodel

@Suite("A feed that is abandoned", .serialized)
struct FeedLifetimeTests {
    /// Counts its instances.
    private final class Counted: DefaultedModel {
        var id = 0
        var name: String?
        var children: [Counted] = []
        nonisolated(unsafe) static var alive = 0

        init() { Self.alive += 1 }
        deinit { Self.alive -= 1 }
    }

    private let item =
        #"{"id": 1, "name": "a long name that has memory of its own", "children": [{"id": 2}, {"id": 3}]}"#

    /// Feeds of each kind, and their documents.
    private var feeds: [(name: String, feed: Feed<Counted>, json: String)] {
        let (three, bad) = ("\(item), \(item), \(item)", #"{"id": 1, "children": [{"id": 2}, {"id": "x"}]}"#)
        let parts = Feed<Counted>(
            .items(of: Counted.self, at: "a", as: { $0 }), .value(of: Counted.self, at: "b", as: { $0 }))
        var feeds: [(name: String, feed: Feed<Counted>, json: String)] = []
        feeds.append(("array", Feed(of: Counted.self), "[\(three), \(bad), \(item)]"))
        let nested = "{\"a\": [{\"b\": [\(three)]}, {\"b\": [\(bad), \(item)]}]}"
        feeds.append(("path", Feed(of: Counted.self, at: "a[*].b"), nested))
        feeds.append(("parts", parts, "{\"a\": [\(three), \(bad)], \"b\": \(item)}"))
        let lines = [item, item, bad, item, ""].joined(separator: "\n")
        feeds.append(("lines", Feed(of: Counted.self, in: .lines), lines))
        feeds.append(("concatenated", Feed(of: Counted.self, in: .concatenated), item + item + bad + item))
        let sequence = "\u{1E}\(item)\n\u{1E}\(item)\n\u{1E}\(bad)\n\u{1E}\(item)\n"
        feeds.append(("sequence", Feed(of: Counted.self, in: .textSequence), sequence))
        for index in feeds.indices {
            feeds[index].feed.badItems = .drop
            feeds[index].feed.keepsFailedBytes = true
        }
        let byOther = Parser.other.map { other in
            feeds.map { name, feed, json in
                var feed = feed
                feed.decoder.parser = other
                return (name: "\(name) by \(other)", feed: feed, json: json)
            }
        }
        let onThreads = feeds.map { name, feed, json in
            var feed = feed
            feed.concurrency = 2
            return (name: "\(name) on threads", feed: feed, json: json)
        }
        return feeds + (byOther ?? []) + onThreads
    }

    @Test("After any number of bytes, and any number of items taken, nothing leaks")
    func parsers() throws {
        for (name, feed, json) in feeds {
            let bytes = Array(json.utf8)
            for taken in [0, 1, .max] {
                for end in 0...bytes.count {
                    do {
                        var parser = feed.parser(fed: bytes[..<end])
                        for _ in 0..<taken { if try parser.next() == nil { break } }
                    }
                    #expect(Counted.alive == 0, "\(name), \(taken) of the first \(end) bytes taken")
                }
            }
            do {
                var parser = feed.parser(of: bytes)
                var count = 0
                while try parser.next() != nil { count += 1 }
                #expect(count >= 2, "\(name)")
                #expect(parser.ending == .complete, "\(name)")
            }
            #expect(Counted.alive == 0, "\(name)")
        }
    }

    @Test("The same for readers and sequences")
    func readersAndSequences() async throws {
        for (name, feed, json) in feeds {
            do {
                var reader = feed.reader(of: json)
                #expect(try reader.next()?.children.count == 2)
            }
            #expect(Counted.alive == 0, "\(name) by a reader")
            do {
                let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
                continuation.yield(Array(json.utf8))
                continuation.finish()
                let items = feed.items(from: chunks)
                for try await item in items {
                    #expect(item.children.count == 2)
                    break
                }
                items.stop()
                // Threads may have read all of it.
                let endings: Set<FeedEnding?> = feed.concurrency == 1 ? [.stopped] : [.stopped, .complete]
                #expect(endings.contains(items.ending), "\(name)")
            }
            #expect(Counted.alive == 0, "\(name) by a sequence")
        }
    }
}
