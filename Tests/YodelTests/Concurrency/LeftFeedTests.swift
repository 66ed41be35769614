import BenchmarkModels
import Testing
import Yodel

/// Feeds that several threads abandon at once, at random places.
@Suite("Eight threads of feeds")
struct LeftFeedTests {
    struct Item: Yodel.Model {
        var id: Int
        var text: String
    }

    private static let json = Array(
        ("["
            + (0..<400).map { #"{"id": \#($0), "text": "an item of some length, number \#($0)"}"# }.joined(
                separator: ",") + "]").utf8)

    private static func feed(_ random: inout SeededGenerator) -> Feed<Item> {
        var feed = Feed(of: Item.self)
        feed.concurrency = Int.random(in: 1...3, using: &random)
        if Bool.random(using: &random), let other = Parser.other { feed.decoder.parser = other }
        return feed
    }

    @Test("Parsers are dropped with their contents")
    func dropped() {
        EightThreads.run { thread in
            var random = SeededGenerator(seed: UInt64(thread))
            for _ in 0..<25 {
                var parser = Self.feed(&random).parser()
                parser.feed(Self.json[..<Int.random(in: 0...Self.json.count, using: &random)])
                for expected in 0..<Int.random(in: 0...60, using: &random) {
                    guard let item = try parser.next() else { break }
                    #expect(item.id == expected)
                }
            }
        }
    }

    @Test("Tasks are cancelled while they read, or while they wait")
    func cancelled() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(number))
                    let feed = Self.feed(&random)
                    let (stream, continuation) = AsyncStream.makeStream(of: ArraySlice<UInt8>.self)
                    let reader = Task { () -> Int in
                        var count = 0
                        for try await item in feed.items(from: stream) {
                            #expect(item.id == count)
                            count += 1
                        }
                        return count
                    }
                    var start = 0
                    let last = Int.random(in: 0...Self.json.count, using: &random)
                    while start < last {
                        let end = min(start + Int.random(in: 1...4_000, using: &random), last)
                        continuation.yield(Self.json[start..<end])
                        start = end
                        await Task.yield()
                    }
                    reader.cancel()
                    let result = await reader.result
                    // The feed may have ended before the task was cancelled.
                    switch result {
                    case .success(let count): #expect(count == 400)
                    case .failure(let error): #expect(error is CancellationError, "\(error)")
                    }
                    continuation.finish()
                }
            }
        }
    }
}
