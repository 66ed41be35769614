import Testing

@testable import Yodel

/// Twice the document takes about twice the work, however small the chunks and however long its tokens.
@Suite("Cost of chunks", .serialized)
struct ChunkCostTests {
    private func growth<Value>(
        of type: Value.Type, at size: Int, chunkSize: Int, decoder: ModelDecoder, document: (Int) -> [UInt8]
    ) throws -> Double {
        try CostGrowth.measured(at: size, document: document) { try Self.decode(type, $0, chunkSize, decoder) }
    }

    private static func decode<Value>(
        _ type: Value.Type, _ bytes: [UInt8], _ chunkSize: Int, _ decoder: ModelDecoder
    ) throws {
        var incremental = decoder.incrementalDecoder(of: type)
        try bytes.withUnsafeBufferPointer { buffer throws(ModelError) in
            for begin in stride(from: 0, to: buffer.count, by: chunkSize) {
                let chunk = buffer[begin..<min(begin + chunkSize, buffer.count)]
                try incremental.feed(UnsafeBufferPointer(rebasing: chunk))
            }
        }
        _ = try incremental.finish()
    }

    private func filled(_ before: String, _ text: String, _ after: String, count: Int) -> [UInt8] {
        var bytes = Array(before.utf8)
        bytes.reserveCapacity(count + 16)
        while bytes.count < count { bytes += text.utf8 }
        return bytes + after.utf8
    }

    @Test("A string of 8 MiB in chunks of 1 KiB")
    func longString() throws {
        let growth = try growth(of: String.self, at: 8 << 20, chunkSize: 1_024, decoder: ModelDecoder()) { size in
            filled("\"", "The quick brown fox jumps over the lazy dog. ", "\"", count: size)
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test("A string of 2 MiB that is skipped, with escapes")
    func longSkippedString() throws {
        let growth = try growth(of: Kept.self, at: 2 << 20, chunkSize: 1_024, decoder: ModelDecoder()) { size in
            filled(#"{"b":""#, #"x€ \\\u00e9\n"#, #"","kept":1}"#, count: size)
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test("A number of 2 MiB, if the limit allows it")
    func longNumber() throws {
        let decoder = ModelDecoder.with { $0.limits.numberCharacters = 1 << 30 }
        let growth = try growth(of: JSONValue.self, at: 2 << 20, chunkSize: 1_024, decoder: decoder) { size in
            filled("[", "1234567890", "]", count: size)
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test("White space of 1 MiB, and comments of the same size")
    func longSpace() throws {
        let decoder = ModelDecoder.with { $0.allowsComments = true }
        for (before, text, after) in [("", " \n", "[]"), ("/*", "* /", "*/[]"), ("[]", "// a\n", "")] {
            let growth = try growth(of: JSONValue.self, at: 1 << 20, chunkSize: 1_024, decoder: decoder) { size in
                filled(before, text, after, count: size)
            }
            #expect(growth < CostGrowth.limit)
        }
    }

    @Test("Raw JSON of 2 MiB")
    func longRawJSON() throws {
        let growth = try growth(of: [RawJSON].self, at: 2 << 20, chunkSize: 1_024, decoder: ModelDecoder()) { size in
            filled("[[0", #",{"a":"b"},-12.5"#, "]]", count: size)
        }
        #expect(growth < CostGrowth.limit)
    }

    @Test(
        "200,000 chunks of one byte",
        arguments: [["\"", "abc", "\""], ["[0", #",{"a":["b",true,-1.5]}"#, "]"], ["[", " ", "]"], ["[", "1", "]"]])
    func chunksOfOneByte(_ parts: [String]) throws {
        let decoder = ModelDecoder.with { $0.limits.numberCharacters = 1 << 30 }
        let growth = try growth(of: JSONValue.self, at: 200_000, chunkSize: 1, decoder: decoder) { size in
            filled(parts[0], parts[1], parts[2], count: size)
        }
        #expect(growth < CostGrowth.limit)
    }
}
