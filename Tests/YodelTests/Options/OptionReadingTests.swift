import Foundation
import Testing

@testable import Yodel

/// Options can be read back: clients pass on decoders with one of them changed.
@Suite("Options are kept as they were set")
struct OptionReadingTests {
    @Test("Of a decoder")
    func decoder() {
        let (report, codable) = (DecodingReport(), YodelJSONDecoder())
        let decoder = ModelDecoder.with {
            $0.mismatches = .useDefault
            $0.badElements = .drop
            $0.report = report
            $0.codable = codable
            $0.dates = .secondsSince1970
            $0.data = .bytes
        }
        #expect(decoder.mismatches == .useDefault && decoder.badElements == .drop)
        #expect(decoder.report === report && decoder.codable === codable)
        #expect(decoder.dates.readsNumbers && decoder.data.isArray)
    }

    @Test("Of an encoder")
    func encoder() {
        var encoder = ModelEncoder()
        #expect(!encoder.sortsKeys && !encoder.escapesSlashes && !encoder.escapesNonASCII)
        encoder.sortsKeys = true
        encoder.escapesSlashes = true
        encoder.escapesNonASCII = true
        #expect(encoder.sortsKeys && encoder.escapesSlashes && encoder.escapesNonASCII)
    }

    @Test("Of a feed")
    func feed() {
        var feed = Feed(of: Int.self)
        feed.failureBudget = FailureBudget(count: 7)
        feed.maxItemBytes = 9
        feed.keepsFailedBytes = true
        #expect(feed.failureBudget == FailureBudget(count: 7))
        #expect(feed.maxItemBytes == 9 && feed.keepsFailedBytes)
    }

    @Test("Of a decoder for Decodable types")
    func codable() {
        let decoder = YodelJSONDecoder()
        decoder.allowsJSON5 = true
        decoder.assumesTopLevelDictionary = true
        decoder.decodesModelsByTable = true
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(decoder.allowsJSON5 && decoder.assumesTopLevelDictionary && decoder.decodesModelsByTable)
        if case .iso8601 = decoder.dateDecodingStrategy {} else { Issue.record("another strategy") }
        if case .convertFromSnakeCase = decoder.keyDecodingStrategy {} else { Issue.record("another strategy") }
    }
}
