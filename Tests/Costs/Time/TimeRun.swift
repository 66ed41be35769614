import Foundation

/// Measures the time of documents that are made to take long.
struct TimeRun {
    let settings: CostSettings

    /// Large enough for a precise result, and small enough for hundreds of cases.
    private static let size = 64 << 10

    /// Prints the longest time of each type in each way, and its depth.
    ///
    /// - Returns: Whether all are within the bound.
    func run() -> Bool {
        let cases = settings.timeCases
        let width = (cases.map(\.name.count).max() ?? 0) + 2
        print(row(width, "type and way in", ["levels", "s/MB"], columns: 8))
        var (broken, count) = (0, 0)
        for (name, levels) in Self.grouped(cases) {
            let worst = levels.map { (levels: $0.levels, time: time(of: $0)) }.max { $0.time < $1.time }!
            let isBroken = !(worst.time <= TimeCase.bound)
            if isBroken { broken += 1 }
            count += 1
            print(
                row(width, name, ["\(worst.levels)", String(format: "%.2f", worst.time)], columns: 8)
                    + (isBroken ? "  FAILED" : ""))
            fflush(nil)
        }
        print(
            broken == 0
                ? "\(count) ways: none takes more than \(Int(TimeCase.bound)) s for a megabyte"
                : "\(broken) of \(count) ways take more than \(Int(TimeCase.bound)) s for a megabyte")
        return broken == 0
    }

    /// Consecutive cases with one name.
    private static func grouped(_ cases: [TimeCase]) -> [(name: String, cases: [TimeCase])] {
        cases.reduce(into: []) { groups, next in
            if groups.last?.name == next.name {
                groups[groups.count - 1].cases.append(next)
            } else {
                groups.append((next.name, [next]))
            }
        }
    }

    /// Processor seconds per megabyte: a case that fails the bound is measured again, and the better result counts.
    private func time(of costs: TimeCase) -> Double {
        let (bytes, work) = costs.prepare(max(Self.size / settings.divisor, 1))
        var least = Double.infinity
        for _ in 0..<2 where !(least < TimeCase.bound / 2) {
            let start = clock()
            work()
            least = min(least, Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(bytes) * 1e6)
        }
        return least
    }
}
