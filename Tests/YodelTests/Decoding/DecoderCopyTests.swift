import Foundation
import Testing

@testable import Yodel

/// A decoder is a value, though most of its options are stored in a shared object.
@Suite("Copies of a decoder")
struct DecoderCopyTests {
    private struct Event: Model, Equatable {
        var whenItWas: Date
        var size: Double
    }

    private static let text = #"{"when_it_was":0,"size":"inf"}"#

    @Test("Changing a copy does not change the original decoder")
    func copies() throws {
        var decoder = ModelDecoder()
        decoder.dates = .secondsSince1970
        var copy = decoder
        copy.keys = .snakeCase
        copy.nonConformingFloats = .convert(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        copy.report = DecodingReport()
        var other = copy
        other.dates = .iso8601
        other.report = nil
        let expected = Event(whenItWas: Date(timeIntervalSince1970: 0), size: .infinity)
        #expect(try copy.decode(Event.self, from: Self.text) == expected)
        #expect(throws: ModelError.self) { try decoder.decode(Event.self, from: Self.text) }
        #expect(throws: ModelError.self) { try other.decode(Event.self, from: Self.text) }
        #expect(decoder.report == nil && copy.report != nil && other.report == nil)
        decoder.report = DecodingReport()
        copy.report = nil
        #expect(decoder.report != nil && copy.report == nil && other.report == nil)
        #expect(try other.decode(Event.self, from: #"{"when_it_was":"1970-01-01T00:00:00Z","size":"inf"}"#) == expected)
    }

    @Test("A `YodelJSONDecoder` decodes models with its current settings")
    func settings() throws {
        struct Dated: Model, Codable, Equatable { var someDate: Date }
        let decoder = YodelJSONDecoder()
        let expected = Dated(someDate: Date(timeIntervalSince1970: 86_400))
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Dated.self, from: Data(#"{"someDate":86400}"#.utf8)) == expected)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode([Dated].self, from: Data(#"[{"some_date":86400}]"#.utf8)) == [expected])
        decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 86_400) }
        #expect(try decoder.decode(Dated.self, from: Data(#"{"some_date":"x"}"#.utf8)) == expected)
        decoder.limits.documentBytes = 5
        #expect(throws: DecodingError.self) { try decoder.decode(Dated.self, from: Data(#"{"some_date":"x"}"#.utf8)) }
        decoder.dateDecodingStrategy = .iso8601
        #expect(throws: DecodingError.self) {
            try decoder.decode(Dated.self, from: Data(#"{"some_date":"1970-01-02T00:00:00Z"}"#.utf8))
        }
    }
}
