internal import CAllocationCounter

/// Counts heap blocks where that is possible: on Linux with glibc, and not under a sanitizer.
///
/// A block that is grown in place counts as a new one; frees do not count. Other threads are not counted.
package enum AllocationCounter {
    /// Whether blocks can be counted in this process.
    package static let isAvailable = yodel_can_count_allocations()

    /// Runs the body and returns the number of heap blocks that this thread allocated; nil if they cannot be counted.
    ///
    /// Counts do not nest.
    package static func blocks(askedForBy body: () throws -> Void) rethrows -> Int? {
        guard isAvailable else {
            try body()
            return nil
        }
        yodel_start_counting_allocations()
        // Also ends the count if the body throws.
        defer { _ = yodel_stop_counting_allocations() }
        try body()
        return Int(yodel_stop_counting_allocations())
    }

    /// The heap blocks of one run of each piece of work, by path; empty if they cannot be counted.
    ///
    /// Each runs once before it is counted: what a process makes only once is not part of a decode. Work on several
    /// threads is left out, since their allocations vary.
    package static func blocks(of work: [TimedWork]) throws -> [String: Int] {
        guard isAvailable else { return [:] }
        var counts: [String: Int] = [:]
        for work in work where Baseline.oneThread(ofPath: work.path) == nil {
            try pooled(work.run)
            counts[work.path] = try blocks(askedForBy: { try pooled(work.run) })
        }
        return counts
    }
}
