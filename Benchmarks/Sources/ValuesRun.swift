import BenchmarkKit
import Foundation

/// Measures the cost of values of each kind, side by side.
struct ValuesRun {
    private static let count = 5_000

    private let kinds: [ValueKind]
    private let plan: RoundPlan
    private let count: Int

    init(options: Options) throws {
        kinds = ValueKind.all.filter { options.selection.includes(corpus: "values", path: $0.name) }
        guard !kinds.isEmpty else {
            throw UsageError("nothing of --values matches \(options.selection.patterns.joined(separator: ", "))")
        }
        count = options.quick ? 100 : Self.count
        plan =
            options.rounds.map { .exactly($0) } ?? RoundPlan(minimum: 5, maximum: 101, seconds: options.quick ? 1 : 20)
    }

    /// A table by kind: the median of a value's time as a multiple of the first kind's, and its heap blocks.
    func run() throws -> String {
        let documents = kinds.map { Array("[\(Array(repeating: $0.json, count: count).joined(separator: ","))]".utf8) }
        var times = kinds.map { _ in [Double]() }
        let start = monotonicSeconds()
        while plan.wantsAnother(after: times[0].count, elapsed: monotonicSeconds() - start) {
            for index in visitingOrder(count: kinds.count, round: times[0].count) {
                let begin = monotonicSeconds()
                try pooled { try kinds[index].decode(documents[index]) }
                times[index].append(monotonicSeconds() - begin)
            }
        }
        let blocks = try zip(kinds, documents).map { kind, document in
            try AllocationCounter.blocks(askedForBy: { try kind.decode(document) })
        }
        let medians = times.compactMap { median($0) }
        var lines = ["kind                            × \(kinds[0].name), blocks, bytes"]
        for (index, kind) in kinds.enumerated() {
            let name = kind.name.padding(toLength: 32, withPad: " ", startingAt: 0)
            let heap = blocks[index].map { fixed(Double($0) / Double(count), 1) } ?? "-"
            lines.append("\(name)\(significant(medians[index] / medians[0]))  \(heap)  \(kind.json.utf8.count)")
        }
        return lines.joined(separator: "\n")
    }
}
