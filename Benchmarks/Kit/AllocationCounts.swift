#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The heap blocks that one decode of one corpus allocates, by path.
package struct CorpusAllocations: Equatable, Sendable {
    package let corpus: String
    package let bytes: Int
    /// In the order of the tables.
    package let paths: [(path: String, blocks: Int)]

    package init(corpus: String, bytes: Int, paths: [(path: String, blocks: Int)]) {
        self.corpus = corpus
        self.bytes = bytes
        self.paths = paths
    }

    package static func == (one: CorpusAllocations, other: CorpusAllocations) -> Bool {
        one.corpus == other.corpus && one.bytes == other.bytes
            && one.paths.elementsEqual(other.paths) { $0 == $1 }
    }

    /// The counts as a table for people.
    package var table: String {
        let decoder = paths.first { $0.path == Baseline.jsonDecoder || $0.path == Baseline.jsonEncoder }?.blocks
        var rows = [["path", "heap blocks", "per kB", "of JSONDecoder's"]]
        for (path, blocks) in paths {
            let share = decoder.flatMap { $0 > 0 ? Double(blocks) / Double($0) : nil }
            rows.append([
                path, "\(blocks)", significant(Double(blocks) / Double(max(1, bytes)) * 1e3),
                share.map { fixed($0, 3) } ?? "–",
            ])
        }
        return "\(corpus) (\(readableSize(bytes)))\n" + aligned(rows)
    }
}

/// The results of a run that only counts.
package struct AllocationReport: Sendable {
    package let machine: Machine
    package var checks: [EqualityCheck] = []
    package var corpora: [CorpusAllocations] = []

    package init(machine: Machine) {
        self.machine = machine
    }

    /// The counts by corpus and path.
    package var counts: [String: [String: Int]] {
        Dictionary(
            uniqueKeysWithValues: corpora.map { corpus in
                (corpus.corpus, Dictionary(uniqueKeysWithValues: corpus.paths.map { ($0.path, $0.blocks) }))
            })
    }

    /// The report as the JSON object of a timed run, without the figures that are not measured here.
    package func json() throws -> String {
        let results = corpora.flatMap { corpus in
            corpus.paths.map { path, blocks in
                Result(corpus: corpus.corpus, bytes: corpus.bytes, path: path, allocations: blocks)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(machine: machine, checks: checks, results: results)
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    /// The report as tables for Markdown: a row for each path, a column for each corpus.
    package var markdown: String {
        var names: [String] = []
        for (path, _) in corpora.flatMap(\.paths) where !names.contains(path) { names.append(path) }
        let counts = counts
        let rows = names.map { name in
            [name] + corpora.map { counts[$0.corpus]?[name].map { "\($0)" } ?? "–" }
        }
        let heading = [["heap blocks per decode"] + corpora.map(\.corpus)]
        let rule = [["---"] + corpora.map { _ in "---:" }]
        return (heading + rule + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    private struct Document: Encodable {
        let machine: Machine
        let checks: [EqualityCheck]
        let results: [Result]
    }

    private struct Result: Encodable {
        let corpus: String
        let bytes: Int
        let path: String
        let allocations: Int
    }
}
