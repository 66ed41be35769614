import DifferentialKit
import Foundation

/// Runs trials and reports the differences, minimised.
struct Campaign {
    private var differences: [String: Int] = [:]
    private var differenceCount = 0
    private var trialCount = 0

    /// The maximum number of different differences to report.
    private static let reportLimit = 20

    var isClean: Bool { differenceCount == 0 }

    /// Decodes each document in these ways.
    mutating func run(_ name: String, _ trials: some Sequence<Trial>, _ ways: [Way]) {
        let start = (trials: trialCount, differences: differenceCount, time: ContinuousClock.now)
        for trial in trials {
            trialCount += 1
            guard trial.difference(ways) != nil else { continue }
            differenceCount += 1
            report(trial, ways)
        }
        let seconds = String(format: "%.1f", (ContinuousClock.now - start.time) / .seconds(1))
        print(
            "\(name): \(trialCount - start.trials) documents, \(differenceCount - start.differences) differ (\(seconds) s)"
        )
    }

    private mutating func report(_ trial: Trial, _ ways: [Way]) {
        guard differences.count < Self.reportLimit else { return }
        let smallest = trial.minimised(ways)
        let text = smallest.difference(ways) ?? "no difference when it is decoded again"
        if differences.updateValue(0, forKey: "\(smallest)") == nil { print("\(smallest)\n    \(text)") }
    }
}
