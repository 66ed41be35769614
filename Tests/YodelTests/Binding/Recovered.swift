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

/// Expects a value, and the errors that decoding recovered from, if they are given.
func expectRecovered<Value: Equatable>(
    _ json: String, as value: Value, decoder: ModelDecoder = ModelDecoder(), errors: [String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let found = try recovered(Value.self, json, decoder: decoder, sourceLocation: sourceLocation)
        #expect(found.value == value, sourceLocation: sourceLocation)
        #expect(found.errors == errors ?? found.errors, sourceLocation: sourceLocation)
    }
}

/// The same for a value whose literal does not show its type.
func expectRecovered<Value: Equatable>(
    _ type: Value.Type, _ json: String, as value: Value, decoder: ModelDecoder = ModelDecoder(),
    errors: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    expectRecovered(json, as: value, decoder: decoder, errors: errors, sourceLocation: sourceLocation)
}
