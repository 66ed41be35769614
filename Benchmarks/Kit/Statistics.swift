/// Statistics of a series of timings.
///
/// Only order statistics: on a shared machine a few samples are always far too long, and would dominate a mean.
package struct Summary: Equatable, Sendable {
    package let median: Double
    package let minimum: Double
    /// Half the distance between the quartiles, as a fraction of the median.
    package let spread: Double

    /// Summarises the samples, in any order; nil if there are none.
    package init?(_ samples: [Double]) {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        median = quantile(0.5, ofSorted: sorted)
        minimum = sorted[0]
        let width = quantile(0.75, ofSorted: sorted) - quantile(0.25, ofSorted: sorted)
        spread = median > 0 ? width / 2 / median : 0
    }
}

/// The value below which the given fraction of the samples lies, interpolated between neighbours.
package func quantile(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "A quantile needs at least one sample")
    let position = fraction * Double(sorted.count - 1)
    let lower = Int(position.rounded(.down))
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
}

/// The median of the samples; nil if there are none.
package func median(_ samples: [Double]) -> Double? {
    Summary(samples)?.median
}

/// How many times faster than a baseline: the median over the rounds of `baseline[round] / samples[round]`.
///
/// A ratio of two neighbouring samples survives a temporary slowdown of the machine; a ratio of two medians over the
/// whole run does not. Nil if either series is empty; rounds that only one of them has are left out.
package func medianSpeedup(of samples: [Double], over baseline: [Double]) -> Double? {
    median(zip(samples, baseline).map { sample, base in base / sample })
}
