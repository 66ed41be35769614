import Foundation

/// How the work for a document grows with its size.
///
/// It compares the thread's processor time, since wall-clock time depends on other processes. Eight times the size
/// distinguishes linear from quadratic work clearly, even on a busy machine.
enum CostGrowth {
    /// As far from the 8 of linear work as from the 64 of quadratic work: a sanitizer and the caches take their part.
    static let limit = 22.6

    /// The ratio of the work for `size` to the work for an eighth of it.
    ///
    /// Other processes may disturb a measurement, so it is repeated while the ratio is not below `bound`.
    static func measured<Document>(
        at size: Int, below bound: Double = limit, document: (Int) throws -> Document, work: (Document) throws -> Void
    ) rethrows -> Double {
        let documents = [try document(size / 8), try document(size)]
        var least = [Double.infinity, .infinity]
        for _ in 0..<4 where !(least[1] / least[0] < bound) {
            for (index, document) in documents.enumerated() {
                let start = processorTime()
                try work(document)
                least[index] = min(least[index], processorTime() - start)
            }
        }
        return least[1] / least[0]
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
