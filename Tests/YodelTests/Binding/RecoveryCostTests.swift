import Testing

@testable import Yodel

/// However much of a document does not match, recovery takes time in proportion to its length.
@Suite struct RecoveryCostTests {
    private struct Node: Model {
        var name: String
        var tags: [Int]?
        var children: [Node]?
        var again: [Int]?
        static let mapping = Mapping(.map(\Node.again, to: "tags"))
    }

    private static let tolerant = ModelDecoder.with {
        $0.badElements = .drop
        $0.mismatches = .useDefault
    }

    @Test(arguments: Parser.all)
    func theReportStaysSmall(_ parser: Parser) throws {
        var decoder = Self.tolerant
        decoder.parser = parser
        let report = DecodingReport(limit: 10)
        decoder.report = report
        let json = "[" + repeatElement(#"{"name":[1]}"#, count: 10_000).joined(separator: ",") + "]"
        #expect(try decoder.decode([Node].self, from: json).isEmpty)
        #expect(report.count == 10_000)
        #expect(report.errors.count == 10)
        #expect(report.errors[9].path.description == "$[9].name")
    }

    @Test func oneReportServesManyDocuments() throws {
        var decoder = Self.tolerant
        let report = DecodingReport()
        decoder.report = report
        for _ in 0..<3 { _ = try decoder.decode([Int].self, from: "[1,true]") }
        #expect(report.count == 3)
        #expect(report.errors.map(\.code) == [.typeMismatch, .typeMismatch, .typeMismatch])
        #expect(report.limit == 1_000)
    }

    /// Shapes of documents with errors everywhere; `%` is repeated.
    @Test(arguments: [
        ("[", #""x","#, "0]"), ("[", "{},", "0]"), ("[", #"{"name":[{"a":[1,2]}]},"#, "0]"),
        (#"[{"name":"a","tags":["#, #""x","#, "0]}]"), (#"[{"tags":["#, "[],", #"0],"name":"a"}]"#),
        (#"[{"name":7,"x":["#, "[],", "0]}]"), ("[{", #""tags":{},"#, #""name":7}]"#), ("[", "\n7,", "0]"),
    ])
    func badDocumentsTakeLinearTime(_ start: String, _ part: String, _ end: String) throws {
        for parser in Parser.all {
            let growth = try CostGrowth.measured(at: 32_000) { count in
                Array((start + String(repeating: part, count: count) + end).utf8)
            } work: { json in
                var decoder = Self.tolerant
                decoder.parser = parser
                decoder.report = DecodingReport()
                _ = try decoder.decode([Node].self, from: json)
            }
            #expect(growth < CostGrowth.limit, "\(part) by \(parser)")
        }
    }
}
