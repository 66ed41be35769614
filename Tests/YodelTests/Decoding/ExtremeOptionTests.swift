import Testing

@testable import Yodel

/// A program may compute options: the largest and smallest values mean the nearest possible ones.
@Suite("Options at their extremes")
struct ExtremeOptionTests {
    struct One: Model { var x: Int }

    @Test("Any number of threads", arguments: [Int.min, 0, 1, 256, 257, 1 << 62, .max])
    func concurrency(count: Int) throws {
        var feed = Feed(of: One.self, in: .lines)
        feed.concurrency = count
        #expect(feed.concurrency == min(max(count, 1), 256))
        // Long lines make many blocks for the threads out of fewer items.
        let line = "{\"x\":1" + String(repeating: " ", count: 72) + "}\n"
        var reader = feed.reader(of: String(repeating: line, count: 10_000))
        var sum = 0
        while let one = try reader.next() { sum += one.x }
        #expect(sum == 10_000)
    }

    @Test("Any indentation", arguments: [Int.min, -1, 1_000, 1 << 50, .max])
    func indentation(count: Int) throws {
        var encoder = ModelEncoder()
        encoder.layout = .pretty(indentation: count)
        let spaces = String(repeating: " ", count: min(max(count, 0), 1_000))
        #expect(try encoder.encodeText(["a": [1]]) == "{\n\(spaces)\"a\": [\n\(spaces)\(spaces)1\n\(spaces)]\n}")
        encoder.limits.documentBytes = 8
        if count > 0 {
            #expect(modelError { try encoder.encodeText(["a": 1]) }?.code == .documentLimit)
        }
    }

    @Test("Any chunk size", arguments: [Int.min, 0, 1 << 50, .max])
    func chunkSize(size: Int) throws {
        var text = ""
        try ModelEncoder().encode(["a": 1], chunkSize: size) { text += String(decoding: $0, as: UTF8.self) }
        #expect(text == #"{"a":1}"#)
    }

    @Test("Invalid descriptors", arguments: [Int32.min, -1, .max])
    func descriptor(number: Int32) async throws {
        await #expect(throws: FeedInputError.self) {
            for try await _ in Feed(of: One.self, in: .lines).items(fromDescriptor: number) {}
        }
        #expect(throws: FeedInputError.self) {
            var reader = Feed(of: One.self, in: .lines).reader(ofDescriptor: number)
            while try reader.next() != nil {}
        }
    }

    @Test("A path that is longer than any document is deep")
    func longPath() {
        struct Far: Model {
            var x: Int
            static let mapping = Mapping(.map(\Far.x, to: MappedKey(path: Array(repeating: "a", count: 5_000))))
        }
        #expect(modelError { try ModelDecoder().prepare(Far.self) }?.code == .invalidMapping)
        let feed = Feed(of: Int.self, at: FeedPath(Array(repeating: .index(0), count: 5_000)))
        let refusal = #expect(throws: ModelError.self) {
            var reader = feed.reader(of: "[]")
            _ = try reader.next()
        }
        #expect(refusal?.code == .invalidMapping)
        #expect("\(refusal!)" == "a path of the feed has more than 512 steps (invalidMapping)")
    }
}
