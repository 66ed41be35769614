import BenchmarkKit
import BenchmarkModels
import Foundation

/// Measures throughput as a document of one shape grows.
struct GrowthRun {
    static let legend = """
        MB are 10⁶ bytes; the documents are accounts of 30 fields, and larger ones have more of them;
        a decode ends when its result has been released.
        """

    private let options: Options
    private let progress = Progress()

    /// The largest size at which the paths' results are compared: a larger feed begins the same, with more of the same.
    private static let largestCompared = 16 << 20

    init(options: Options) throws {
        self.options = options
        guard growthSizes(upTo: options.feedSize).contains(where: { !paths(at: $0).isEmpty }) else {
            throw UsageError("nothing of --growth matches \(options.selection.patterns.joined(separator: ", "))")
        }
    }

    /// Measures size after size, the smallest first.
    ///
    /// - Parameter finished: called with each size's figures as soon as they are available.
    func run(finished: (CorpusResult) -> Void) throws -> Report {
        defer { progress.clear() }
        var report = Report(machine: .current())
        var secondsPerByte: [String: Double] = [:]
        let sizes = growthSizes(upTo: options.feedSize).filter { !paths(at: $0).isEmpty }
        let start = monotonicSeconds()
        for (index, size) in sizes.enumerated() {
            let seconds = options.budget.share(elapsed: monotonicSeconds() - start, workloadsLeft: sizes.count - index)
            let paths = admitted(at: size, secondsPerByte: secondsPerByte, seconds: seconds)
            guard !paths.isEmpty else { continue }
            let (check, result) = try measure(size, through: paths, seconds: seconds)
            for path in result.paths {
                secondsPerByte[path.path] = path.medianSeconds / Double(result.bytes)
            }
            progress.clear()
            if let check { report.checks.append(check) }
            report.corpora.append(result)
            finished(result)
        }
        return report
    }

    private func measure(
        _ size: Int, through paths: [any BenchmarkPath], seconds: Double
    ) throws -> (check: EqualityCheck?, result: CorpusResult) {
        let start = monotonicSeconds()
        let name = corpusName(size)
        let corpus = TypedCorpus(name, "accounts: flat objects of 30 fields", as: [UserList.User].self) {
            UserList.Feed(bytes: size, seed: 6).reduce(into: []) { $0 += $1 }
        }
        let measurement = try Measurement(of: corpus, through: paths) { progress.show("\(name): \($0)") }
        let check = size <= Self.largestCompared ? try measurement.verify() : nil
        let left = seconds - (monotonicSeconds() - start)
        let plan = options.rounds.map { .exactly($0) } ?? RoundPlan(minimum: 1, maximum: 15, seconds: left)
        return (check, try measurement.time(plan: plan))
    }

    /// The paths to measure: without a pattern, Yodel's and the most widely used ones.
    private func paths(at size: Int) -> [any BenchmarkPath] {
        guard options.selection.patterns.isEmpty else {
            return allPaths.filter { options.selection.includes(corpus: corpusName(size), path: $0.name) }
        }
        let peers = [Baseline.jsonSerialization, Baseline.jsonDecoder]
        return allPaths.filter { peers.contains($0.name) || AllocationBaseline.holds(path: $0.name) }
    }

    /// The paths that time and memory allow; the others are reported.
    private func admitted(
        at size: Int, secondsPerByte: [String: Double], seconds: Double
    ) -> [any BenchmarkPath] {
        let candidates = paths(at: size)
        let entry = GrowthEntry(
            paths: candidates.map(\.name), bytes: size, secondsPerByte: secondsPerByte, seconds: seconds,
            memory: AvailableMemory.current)
        for absence in entry.absences {
            progress.clear()
            let text = "\(corpusName(size)): \(absence.path) left out: it \(absence.reason)\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        return candidates.filter { entry.paths.contains($0.name) }
    }

    private func corpusName(_ size: Int) -> String {
        "growth-\(binarySize(size))"
    }
}
