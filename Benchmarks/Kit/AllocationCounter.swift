internal import CAllocationCounter

/// Counts heap blocks, where that is possible: on Linux with glibc, and not under a sanitizer.
///
/// A block that is grown in place counts like a new one; one that is freed does not count. The work of other threads
/// is not counted.
package enum AllocationCounter {
    /// Whether blocks can be counted in this process.
    package static let isAvailable = yodel_can_count_allocations()

    /// Runs the body and returns how many heap blocks this thread asked for meanwhile; nil where that cannot be told.
    ///
    /// Counts do not nest.
    package static func blocks(askedForBy body: () throws -> Void) rethrows -> Int? {
        guard isAvailable else {
            try body()
            return nil
        }
        yodel_start_counting_allocations()
        // Ends the count when the body throws, too.
        defer { _ = yodel_stop_counting_allocations() }
        try body()
        return Int(yodel_stop_counting_allocations())
    }

    /// The heap blocks of one run of each piece of work, by path; empty where that cannot be told.
    ///
    /// Each runs once before it is counted: what is made once in a process is not part of a decode. What runs on several
    /// threads is left out, as these ask for blocks of their own when they like.
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
