import BenchmarkKit

/// A document that is measured, whatever its type.
protocol Corpus: Sendable {
    /// The name in tables, in JSON output and for `--only`.
    var name: String { get }

    /// What `--list` says about it.
    var summary: String { get }

    /// Makes or reads the document's bytes.
    func load() throws -> [UInt8]

    /// The given paths' work on the document, and the proof that it is the same.
    func prepare(_ bytes: [UInt8], for paths: [any BenchmarkPath]) -> Workload
}

/// The work on one document.
struct Workload {
    /// Runs every path once and compares the results.
    let verify: () throws -> EqualityCheck
    /// One entry for each path, in their order.
    let work: [TimedWork]
}

/// A document and the type that every path makes of it.
struct TypedCorpus<Document: BenchmarkDocument>: Corpus {
    let name: String
    let summary: String
    private let source: @Sendable () throws -> [UInt8]

    init(
        _ name: String, _ summary: String, as type: Document.Type, source: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.name = name
        self.summary = summary
        self.source = source
    }

    func load() throws -> [UInt8] {
        try source()
    }

    func prepare(_ bytes: [UInt8], for paths: [any BenchmarkPath]) -> Workload {
        func contender(_ path: some BenchmarkPath) -> Contender<Document> {
            Contender(path: path.name, work: path.work(Document.self, on: bytes))
        }
        let contest = Contest(corpus: name, contenders: paths.map { contender($0) })
        return Workload(
            verify: { try contest.verify(against: contender(referencePath)) },
            work: contest.contenders.map(\.timed))
    }
}
