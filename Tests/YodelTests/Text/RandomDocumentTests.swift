import BenchmarkModels
import DifferentialKit
import Testing

@testable import Yodel

/// Random documents, most of them slightly wrong: the decoder agrees with a plainly written grammar, with the error at
/// the same place, for all options and cuts.
@Suite("Random documents")
struct RandomDocumentTests {
    @Test("Pieces of tokens in any order")
    func soup() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<1_200 {
            expectJudgement(RandomTokens.pieces(1...12, using: &generator), using: &generator)
        }
    }

    @Test("Documents with few errors")
    func mutations() {
        var generator = SeededGenerator(seed: 12)
        var accepted = 0
        for _ in 0..<1_200 {
            var json = RandomTokens.value(depth: 3, using: &generator)
            for _ in 0..<Int.random(in: 0...3, using: &generator) { RandomTokens.mutate(&json, using: &generator) }
            if expectJudgement(json, using: &generator) { accepted += 1 }
        }
        // Otherwise the documents would not be random.
        #expect((300...900).contains(accepted))
    }

    // MARK: - Judging

    private static let decoders: [ModelDecoder] = {
        let commented = ModelDecoder.with { $0.allowsComments = true }
        var trailed = commented
        trailed.allowsTrailingContent = true
        let limited = ModelDecoder.with { $0.limits = ParserLimits(depth: 3, stringBytes: 6, numberCharacters: 3) }
        let roomier = ModelDecoder.with { $0.limits = ParserLimits(depth: 4, stringBytes: 70, numberCharacters: 5) }
        return [commented, trailed, limited, roomier]
    }()

    /// Judges a document as a value, as raw JSON and as a value that is skipped.
    ///
    /// - Returns: Whether it is valid under the default options.
    @discardableResult
    private func expectJudgement(_ json: [UInt8], using generator: inout SeededGenerator) -> Bool {
        let skipped = Array(#"{"b": "#.utf8) + json + Array("}".utf8)
        for decoder in [ModelDecoder(), Self.decoders.randomElement(using: &generator)!] {
            expect(ReferenceGrammar.failure(json, decoder: decoder), decoding: JSONValue.self, json, decoder)
            if Bool.random(using: &generator) {
                expect(ReferenceGrammar.failure(json, decoder: decoder), decoding: RawJSON.self, json, decoder)
            } else {
                expect(ReferenceGrammar.failure(skipped, decoder: decoder), decoding: Kept.self, skipped, decoder)
            }
        }
        return ReferenceGrammar.failure(json, decoder: ModelDecoder()) == nil
    }

    private func expect<Value>(
        _ failure: ReferenceGrammar.Failure?, decoding type: Value.Type, _ json: [UInt8], _ decoder: ModelDecoder
    ) {
        let cuts = Cuts(chunkSizes: [1, 2, 3, 7], everySplitBelow: 0, sampledSplits: 3)
        guard let failure else {
            #expect(throws: Never.self, "\(String(decoding: json, as: UTF8.self))") {
                try decodeEveryWay(type, json, decoder: decoder, cuts: cuts) { "\($0)" }
            }
            return
        }
        let before = json.prefix(failure.offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        expectError(
            failure.code, at: failure.offset, line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: failure.offset - lineStart + 1, decoding: type, json, decoder: decoder, cuts: cuts)
    }
}
