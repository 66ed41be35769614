/// One thing to be timed: a path's name and one decode whose result is consumed.
package struct TimedWork {
    package let path: String
    package let run: () throws -> Void

    package init(path: String, run: @escaping () throws -> Void) {
        self.path = path
        self.run = run
    }
}

/// The timings of one piece of work: seconds per decode, one sample a round.
package struct Series: Equatable, Sendable {
    package let path: String
    /// The number of decodes per sample.
    package let iterations: Int
    package internal(set) var samples: [Double] = []

    package init(path: String, iterations: Int, samples: [Double] = []) {
        self.path = path
        self.iterations = iterations
        self.samples = samples
    }
}

/// Times pieces of work against each other, interleaved in rounds.
package struct Harness {
    /// The minimum duration of a sample; one decode may take longer.
    package var minimumSampleSeconds = 0.005
    /// A monotonic clock, in seconds from any origin.
    package var clock: () -> Double = monotonicSeconds

    package init() {}

    /// Warms every piece of work up, then times them round by round.
    ///
    /// - Parameters:
    ///   - work: the work to time; the result has one series for each, in this order.
    ///   - plan: the number of rounds; its time includes the warm-up.
    ///   - progress: called with the number of rounds done.
    package func measure(
        _ work: [TimedWork], plan: RoundPlan, progress: (Int) -> Void = { _ in }
    ) throws -> [Series] {
        let start = clock()
        var series = try work.map { Series(path: $0.path, iterations: try warmUp($0)) }
        let warmUpSeconds = clock() - start
        let plan = RoundPlan(minimum: plan.minimum, maximum: plan.maximum, seconds: plan.seconds - warmUpSeconds)
        let firstRound = clock()
        var round = 0
        while plan.wantsAnother(after: round, elapsed: clock() - firstRound) {
            for index in visitingOrder(count: work.count, round: round) {
                series[index].samples.append(try sample(work[index], iterations: series[index].iterations))
            }
            round += 1
            progress(round)
        }
        return series
    }

    /// Runs the work as often as fills one sample, and returns the number of runs.
    private func warmUp(_ work: TimedWork) throws -> Int {
        let start = clock()
        var iterations = 0
        repeat {
            try pooled(work.run)
            iterations += 1
        } while clock() - start < minimumSampleSeconds && iterations < 1_000_000
        return iterations
    }

    /// The first decode is not timed: it starts with the caches and the heap as the previous work left them.
    private func sample(_ work: TimedWork, iterations: Int) throws -> Double {
        try pooled(work.run)
        let start = clock()
        for _ in 0..<iterations {
            try pooled(work.run)
        }
        return (clock() - start) / Double(iterations)
    }
}

/// The seconds since the first call, from the system's monotonic clock.
package func monotonicSeconds() -> Double {
    let elapsed = ContinuousClock.now - clockOrigin
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
}

private let clockOrigin = ContinuousClock.now
