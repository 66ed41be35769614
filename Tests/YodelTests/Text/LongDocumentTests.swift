import Testing

@testable import Yodel

/// Long documents are read in pieces, whose boundaries must not show.
@Suite("Long documents")
struct LongDocumentTests {
    private struct Outcome: Equatable {
        var value: String?
        var error: ModelError?
    }

    private func outcome(_ json: [UInt8]) -> Outcome {
        let cuts = Cuts(chunkSizes: [65_536, 40_000], everySplitBelow: 0)
        do throws(ModelError) {
            let value = try decodeEveryWay(JSONValue.self, json, cuts: cuts, comparing: \.description)
            return Outcome(value: value.description)
        } catch {
            return Outcome(error: error)
        }
    }

    @Test(
        "White space before a document moves its errors and does nothing else",
        arguments: [
            #""abc\uD83D\uDE00\\é€😀\" def""#, "[1234567890, true]", "-1.5e+10",
            #"{"key":"value","other":[null,false]}"#, #"["a","b",[],"","c"]"#, "[tru]", "12x", "nul", "[0123456789]",
            #"["\uD83Dx"]"#, #"["\u00e9", "\x"]"#, "\"abc", "[1 2]", "[\"é\u{1}\"]", "{} x", #"["a" "b"]"#,
            #"{"a":1,"b" 2}"#, "[1,2,/**/3]", "1 2",
        ])
    func shifted(_ text: String) throws {
        let json = Array(text.utf8)
        let here = outcome(json)
        for length in 65_536 - json.count - 1...65_536 {
            let there = outcome([UInt8](repeating: UInt8(ascii: " "), count: length) + json)
            #expect(there.value == here.value)
            #expect(there.error?.code == here.error?.code)
            #expect(there.error?.offset == here.error?.offset.map { $0 + length })
            #expect(there.error?.column == here.error?.column.map { $0 + length })
            #expect(there.error?.line == here.error?.line)
            #expect(there.error?.found == here.error?.found)
        }
    }

    @Test("Strings and numbers of many pieces are complete")
    func longTokens() throws {
        let cuts = Cuts(chunkSizes: [1_000, 65_536], everySplitBelow: 0, sampledSplits: 5)
        let text = String(repeating: #"é€😀 \uD83D\uDE00\\\"\n"#, count: 10_000)
        let decoded = String(repeating: "é€😀 😀\\\"\n", count: 10_000)
        #expect(try decodeEveryWay([String].self, "[\"\(text)\",\"\(text)\"]", cuts: cuts) == [decoded, decoded])

        let numbers = String(repeating: "1.25,", count: 50_000)
        #expect(try decodeEveryWay([Double].self, "[\(numbers)2]", cuts: cuts).reduce(0, +) == 62_502)
    }
}
