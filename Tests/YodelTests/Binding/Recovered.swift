import Testing

@testable import Yodel

/// The errors that decoding recovered from, as the lines of a report.
///
/// The document is decoded whole by each parser, and byte by byte; value and report must be the same each time.
func recovered<Value: Equatable>(
    _ type: Value.Type = Value.self, _ json: String, decoder: ModelDecoder = ModelDecoder(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> (value: Value, errors: [String]) {
    func reporting(_ body: (ModelDecoder) throws -> Value) rethrows -> (value: Value, report: DecodingReport) {
        var decoder = decoder
        let report = DecodingReport()
        decoder.report = report
        return (try body(decoder), report)
    }
    let whole = try reporting { try $0.decode(type, from: json) }
    let other = try reporting {
        var decoder = $0
        decoder.parser = Parser.other ?? .scanner
        return try decoder.decode(type, from: json)
    }
    let bytewise = try reporting {
        var incremental = $0.incrementalDecoder(of: type)
        for byte in json.utf8 { try incremental.feed(CollectionOfOne(byte)) }
        return try incremental.finish()
    }
    for again in [other, bytewise] {
        #expect(again.value == whole.value, sourceLocation: sourceLocation)
        #expect(again.report.errors == whole.report.errors, sourceLocation: sourceLocation)
    }
    #expect(whole.report.count == whole.report.errors.count, sourceLocation: sourceLocation)
    return (whole.value, whole.report.errors.map(\.description))
}
