import BenchmarkKit

/// One document and the work on it, which can be compared, counted and timed.
struct Measurement {
    private let corpus: String
    private let bytes: Int
    private let workload: Workload
    private let show: (String) -> Void

    /// Makes the document.
    ///
    /// - Parameter show: called with a description of the current step.
    init(of corpus: any Corpus, through paths: [any BenchmarkPath], show: @escaping (String) -> Void) throws {
        show("making the document")
        let document = try corpus.load()
        self.corpus = corpus.name
        self.bytes = document.count
        self.workload = corpus.prepare(document, for: paths)
        self.show = show
    }

    /// Runs every path once and compares the results.
    func verify() throws -> EqualityCheck {
        show("comparing results")
        return try workload.verify()
    }

    /// The heap blocks of one decode, nothing timed.
    func allocations() throws -> CorpusAllocations {
        show("counting heap blocks")
        let counts = try AllocationCounter.blocks(of: workload.work)
        let paths = workload.work.compactMap { work in counts[work.path].map { (path: work.path, blocks: $0) } }
        return CorpusAllocations(corpus: corpus, bytes: bytes, paths: paths)
    }

    /// Counts the heap blocks, then times the rounds: nothing is counted while the clock runs.
    func run(plan: RoundPlan) throws -> CorpusResult {
        show("counting heap blocks")
        return try time(plan: plan, allocations: AllocationCounter.blocks(of: workload.work))
    }

    /// Times the rounds.
    ///
    /// - Parameter allocations: heap blocks per decode, by path, if they were counted.
    func time(plan: RoundPlan, allocations: [String: Int] = [:]) throws -> CorpusResult {
        show("warming up")
        let series = try Harness().measure(workload.work, plan: plan) { round in show("round \(round)") }
        return CorpusResult(corpus: corpus, bytes: bytes, series: series, allocations: allocations)
    }
}
