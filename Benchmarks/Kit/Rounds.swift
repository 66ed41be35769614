/// The number of rounds of a measurement: as many as fit into its time, between two bounds.
package struct RoundPlan: Equatable, Sendable {
    package let minimum: Int
    package let maximum: Int
    package let seconds: Double

    package init(minimum: Int, maximum: Int, seconds: Double) {
        self.minimum = max(1, minimum)
        self.maximum = max(self.minimum, maximum)
        self.seconds = seconds
    }

    /// A plan with exactly this many rounds, however long they last.
    package static func exactly(_ rounds: Int) -> RoundPlan {
        RoundPlan(minimum: rounds, maximum: rounds, seconds: .infinity)
    }

    /// Whether another round should be started, given the rounds done and the seconds since the plan began.
    ///
    /// A round is not started if it would probably end after the time is up.
    package func wantsAnother(after done: Int, elapsed: Double) -> Bool {
        if done < minimum { return true }
        if done >= maximum { return false }
        return elapsed + elapsed / Double(done) <= seconds
    }
}

/// The order in which a round visits its contenders: shuffled, different in each round, the same in every run.
///
/// The previous contender leaves cold caches and a heap with holes, so none must always have the same neighbour.
package func visitingOrder(count: Int, round: Int) -> [Int] {
    func place(_ index: Int) -> UInt64 {
        var mixed = UInt64(truncatingIfNeeded: round &* 65_537 &+ index &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
    return (0..<count).sorted { place($0) < place($1) }
}

/// Shares a time budget between workloads so that one that finishes early leaves its time to the rest.
package struct TimeBudget: Equatable, Sendable {
    package let total: Double

    package init(total: Double) {
        self.total = total
    }

    /// The seconds that the next workload may take.
    package func share(elapsed: Double, workloadsLeft: Int) -> Double {
        max(0, total - elapsed) / Double(max(1, workloadsLeft))
    }
}
