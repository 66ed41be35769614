import DifferentialKit
import Testing

@testable import Yodel

/// Strings whose hash takes quadratic time are refused before they are hashed.
@Suite("Combining marks")
struct CombiningMarkTests {
    enum Loose: String { case one, two }
    struct Keeper: Model, Equatable {
        var rest: [String: JSONValue]
        static let mapping = Mapping(.unknown(\Keeper.rest))
    }
    struct Part: Model { var set: Sets }
    struct Sets: Decodable { var words: Set<String> }
    struct Raw: Model { var raw: RawJSON }
    struct Wrapped: Model { @Indirect var text: String }

    private func marks(_ count: Int) -> String {
        String(String.UnicodeScalarView((0..<count).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }))
    }

    private func code<Value>(_ type: Value.Type, _ json: String) -> ModelError.Code? {
        modelError { try ModelDecoder().decode(type, from: json) }?.code
    }

    @Test("More in a row than the limit are an error wherever a string is made or a key is kept")
    func everywhere() throws {
        for (text, isRefused) in [("e" + marks(1_000) + "e" + marks(900), false), ("ab" + marks(1_001) + "c", true)] {
            let limit: ModelError.Code? = isRefused ? .combiningMarkLimit : nil
            #expect(code(String.self, "\"\(text)\"") == limit)
            #expect(code([Substring].self, "[\"\(text)\"]") == limit)
            #expect(code(Set<String>.self, "[\"\(text)\"]") == limit)
            #expect(code([String: Int].self, "{\"\(text)\":1}") == limit)
            #expect(code(JSONValue.self, "{\"a\":[\"\(text)\"]}") == limit)
            #expect(code(JSONObject.self, "{\"\(text)\":1}") == limit)
            #expect(code(Keeper.self, "{\"\(text)\":1}") == limit)
            #expect(code(Wrapped.self, "{\"text\":\"\(text)\"}") == limit)
            #expect(code(Loose.self, "\"\(text)\"") == limit ?? .invalidValue)
            #expect(code(Part.self, "{\"set\":{\"words\":[\"\(text)\"]}}") == limit)
            #expect(code(Part.self, "{\"set\":{\"\(text)\":1,\"words\":[]}}") == limit)
            #expect(code(Raw.self, "{\"\(text)\":1,\"raw\":[\"\(text)\"]}") == nil)
        }
    }

    @Test("Unknown keys are collected in time that grows with their length, whatever marks they have")
    func collected() throws {
        let collector = UnknownKeyCollector()
        let decoder = ModelDecoder.with { $0.unknownKeys = .collect(collector) }
        let growth = try CostGrowth.measured(at: 24_000) { count in
            Array("{\"e\(marks(count))\":1,\"raw\":0}".utf8)
        } work: { json in
            _ = try decoder.decode(Raw.self, from: json)
        }
        #expect(growth < CostGrowth.limit)
        #expect(collector.keys.count == 2)
        // They are distinguished by their bytes.
        _ = try decoder.decode(Raw.self, from: "{\"e\u{301}\":1,\"\u{E9}\":2,\"\u{E9}\":3,\"raw\":0}")
        #expect(collector.keys.count == 4)
    }

    @Test("Escapes count as marks, and so does a code point that decomposes into two")
    func spellings() throws {
        let escapes = String(repeating: #"\u0301"#, count: 1_001)
        #expect(code(String.self, "\"\(escapes)\"") == .combiningMarkLimit)
        #expect(
            modelError { try YodelJSONDecoder().decode(Set<String>.self, from: "[\"\(escapes)\"]") }?.code
                == .combiningMarkLimit)
        let twos = String(repeating: "\u{F73}", count: 1_001)
        #expect(code(String.self, "\"\(twos)\"") == .combiningMarkLimit)
        let outside = String(repeating: #"\ud834\udd65"#, count: 1_001)
        #expect(code(String.self, "\"\(outside)\"") == .combiningMarkLimit)
    }

    @Test("A document for Decodable types has none anywhere, and the error has the place")
    func tapes() throws {
        let text = marks(1_001)
        #expect(
            modelError { try YodelJSONDecoder().decode([String: [String]].self, from: "{\"\(text)\":[]}") }?.code
                == .combiningMarkLimit)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder().decode(Part.self, from: "{\"set\":{\"words\":[\"a\", \"\(text)\"]}}")
        }
        #expect(error?.path.description == "$.set.words[1]")
        #expect(error?.offset == 22)
        let decoder = YodelJSONDecoder.with { $0.limits.combiningMarks = 2_000 }
        #expect(try decoder.decode([String].self, from: "[\"\(text)\"]") == [text])
    }

    @Test("It is the same in every way, and in a feed drops only the item")
    func ways() throws {
        let decoder = ModelDecoder.with { $0.limits.combiningMarks = 3 }
        expectError(
            .combiningMarkLimit, at: 7, path: "$[1]", decoding: [String].self,
            "[\"\(marks(1))e\",\"\(marks(4))\"]", decoder: decoder)
        var feed = Feed(of: String.self).droppingBadItems
        feed.decoder = decoder
        #expect(readEveryWay(feed, "[\"a\",\"\(marks(4))\",\"b\"]").progress.failuresByCode == [.combiningMarkLimit: 1])
    }

    @Test("The sampled check finds the same as counting every mark")
    func sampling() {
        for seed in RandomCases.seeds {
            var random = RandomJSON(seed: seed &* 17)
            var limits = ParserLimits()
            limits.combiningMarks = random.count(0...6)
            let scalars = (0..<random.count(0...24)).map { _ -> Unicode.Scalar in
                random.pick(["a", "\u{301}", "\u{323}", "é", "日", "\u{F73}", "\u{1D165}", "\u{20D0}"])
            }
            var run = 0
            var longest = 0
            for scalar in scalars {
                run = CombiningMarks.isMark(scalar) ? run + 1 : 0
                longest = max(longest, run)
            }
            let text = Array(String(String.UnicodeScalarView(scalars)).utf8)
            let found = text.withUnsafeBufferPointer { CombiningMarks.areTooMany(in: $0, limits) }
            #expect(
                found == (longest > limits.combiningMarks), "seed \(seed): \(scalars), limit \(limits.combiningMarks)")
        }
    }
}
