private import Dispatch

/// Reads many items at once, on several threads, and puts what comes of them in order.
///
/// Each worker reads neighbouring items with a run, a queue and a reader of its own. When all have ended, the feed's own
/// run takes over what they have, one worker after the other, as if it had read everything itself.
final class FeedWorkers {
    private let run: FeedRun
    private let queue: AnyFeedQueue
    private let workers: [FeedWorker]
    /// How much text there should be for each of them.
    let blockSize: Int

    init(_ run: FeedRun, _ queue: AnyFeedQueue, _ workers: [FeedWorker], blockSize: Int) {
        self.run = run
        self.queue = queue
        self.workers = workers
        self.blockSize = blockSize
    }

    /// How much text there should be to begin with.
    var capacity: Int { workers.count * blockSize }

    /// Items that lie in one text.
    struct Batch {
        var text: UnsafeBufferPointer<UInt8>
        var items: [Range<Int>]
        /// The place of the text's first byte.
        var place: ModelError.Place
        /// The number of the first item in what holds them.
        var firstPosition: Int
        /// The array they are elements of; nil for lines.
        var array: SplitArray?
    }

    /// Reads items.
    ///
    /// - Returns: How many were read: not all where one of an array is not the scanner's to read.
    /// - Throws: The first error that ends the feed; what came before it has been taken over.
    func read(_ batch: Batch) throws(ModelError) -> Int {
        var place = batch.place
        var passed = 0
        for (index, worker) in workers.enumerated() {
            let first = batch.items.count * index / workers.count
            let end = batch.items.count * (index + 1) / workers.count
            if first < end {
                place = place.advanced(
                    over: UnsafeBufferPointer(rebasing: batch.text[passed..<batch.items[first].lowerBound]))
                passed = batch.items[first].lowerBound
            }
            worker.prepare(batch, first..<end, at: place, number: run.itemCount + first, run)
        }
        let shared = SharedWorkers(workers: workers)
        DispatchQueue.concurrentPerform(iterations: workers.count) { shared.workers[$0].work() }
        defer { for worker in workers { worker.queue.removeAll() } }
        var count = 0
        for worker in workers {
            let (items, error) = run.takeOver(worker.run)
            queue.take(items, from: worker.queue)
            if let error = error ?? worker.error { throw error }
            count += worker.readCount
            if worker.readCount < worker.items.count { break }
        }
        return count
    }

    private struct SharedWorkers: @unchecked Sendable {
        // Sendable because each worker is touched by one thread at a time: by its own while they work, and by the
        // feed's before and after.
        let workers: [FeedWorker]
    }
}

/// One of several that read items at the same time.
final class FeedWorker {
    fileprivate let run: FeedRun
    fileprivate let queue: AnyFeedQueue
    private let makeReader: (FeedRun, SplitArray?) -> RecordReader
    private var reader: RecordReader?
    /// The array whose elements the reader reads.
    private var array: ShapePointer?
    private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    fileprivate private(set) var items: ArraySlice<Range<Int>> = []
    /// The place of the first of them.
    private var place = ModelError.Place.nowhere
    fileprivate private(set) var readCount = 0
    fileprivate private(set) var error: ModelError?

    init(_ run: FeedRun, _ queue: AnyFeedQueue, makeReader: @escaping (FeedRun, SplitArray?) -> RecordReader) {
        self.run = run
        self.queue = queue
        self.makeReader = makeReader
    }

    fileprivate func prepare(
        _ batch: FeedWorkers.Batch, _ range: Range<Int>, at place: ModelError.Place, number: Int, _ main: FeedRun
    ) {
        text = batch.text
        items = batch.items[range]
        self.place = place
        (readCount, error) = (0, nil)
        run.begin(number: number, asOf: main)
        if reader == nil || array != batch.array?.shape {
            (reader, array) = (makeReader(run, batch.array), batch.array?.shape)
            run.begin(number: number, asOf: main)
        }
        reader!.resume(at: batch.firstPosition + range.lowerBound)
    }

    fileprivate func work() {
        do throws(ModelError) {
            var passed = items.first?.lowerBound ?? 0
            for range in items {
                let start = place.advanced(over: UnsafeBufferPointer(rebasing: text[passed..<range.lowerBound]))
                let item = UnsafeBufferPointer(rebasing: text[range])
                guard let end = try reader!.readOne(item, from: start) else { return }
                (place, passed) = (end, range.upperBound)
                readCount += 1
            }
        } catch {
            run.settleDrift(after: error)
            self.error = error
        }
    }
}
