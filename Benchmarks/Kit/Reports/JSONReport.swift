#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Report {
    /// The whole report as one JSON object: `machine`, `date`, `checks`, `results`.
    ///
    /// Keys are sorted and nothing is null: figures that were not measured are absent.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(machine: machine, date: date, checks: checks, results: corpora.flatMap(\.paths))
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    private struct Document: Encodable {
        let machine: Machine
        let date: String
        let checks: [EqualityCheck]
        let results: [PathResult]
    }
}
