import BenchmarkKit
import Foundation
import Yodel

/// A feed whose reader waits for nearly every item, as on a slow connection.
///
/// The resident memory at its end must be that after the first tenth.
enum Waits {
    /// More than the allocator's fluctuations.
    private static let tolerance = 2 << 20

    /// Reads that many items, and returns the growth of the process.
    static func run(count: Int) async throws -> Growth {
        let pipe = Pipe()
        let asked = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for _ in 0..<count {
                asked.wait()
                // By then the reader is waiting.
                usleep(20)
                try? pipe.fileHandleForWriting.write(contentsOf: Data("7\n".utf8))
            }
            try? pipe.fileHandleForWriting.close()
        }
        let feed = Feed(of: Int.self, in: .lines)
        var items = feed.items(fromDescriptor: pipe.fileHandleForReading.fileDescriptor, keeping: pipe)
            .makeAsyncIterator()
        return try await Growth(of: count, tolerance: tolerance) { _ in
            asked.signal()
            guard try await items.next() == 7 else { throw SoakError("an item is missing") }
        }
    }
}
