private import Dispatch

/// Reads blocks of many items on several threads, and puts what comes of them in order.
///
/// While other threads decode, the feed's own goes on: it gathers the next block, tells its items apart, and hands out
/// the items of blocks that are done. Where it would have to wait, it reads a block itself. A block is read with a run, a
/// queue and a reader that no other uses meanwhile; the feed's own run takes over what they have, one block after the
/// other, as if it had read everything itself.
///
/// ```
///   feed's thread    gather 1  gather 2  gather 3  ├ block 3 ───┤ take over 1 …
///   another thread            ├ block 1 ─────────────┤├ block 2 ─────────────┤
/// ```
final class FeedWorkers {
    private let run: FeedRun
    private let queue: AnyFeedQueue
    /// Those that have nothing to read.
    private var idle: [FeedWorker] = []
    /// How many may still be made.
    private var missing: Int
    private let makeWorker: () -> FeedWorker
    /// Memory of blocks that have been read.
    private var buffers: [[UInt8]] = []
    /// Those that have something to read, in the order of the text.
    private var busy: [FeedWorker] = []
    private let threads: [DispatchQueue]
    private var nextThread = 0
    /// How much text there should be in a block.
    let blockSize: Int

    /// - Parameters:
    ///   - threads: How many, the feed's own among them.
    ///   - makeWorker: Makes what reads a block; there are two for each thread, so that none waits for the next.
    init(
        _ run: FeedRun, _ queue: AnyFeedQueue, threads: Int, blockSize: Int,
        makeWorker: @escaping () -> FeedWorker
    ) {
        self.run = run
        self.queue = queue
        self.blockSize = blockSize
        self.threads = (1..<threads).map { DispatchQueue(label: "feed \($0)") }
        missing = 2 * threads
        self.makeWorker = makeWorker
    }

    deinit {
        // What they run is code of the client's, too: none of it outlives the feed.
        for worker in busy { worker.cancel() }
    }

    /// Neighbouring items.
    struct Block {
        var text: [UInt8]
        /// Where they are in the text, which goes up to the end of the last one, or further.
        var items: [Range<Int>]
        /// The place of the text's first byte.
        var place: ModelError.Place
        /// How many items come before them in the whole feed, and in what holds them.
        var number: Int
        var position: Int
    }

    /// Bytes of blocks that have not been taken over.
    var bufferedBytes: Int { busy.reduce(0) { $0 + $1.block!.text.count } }

    /// Has a block read, once a worker is free.
    ///
    /// - Throws: The first error that ends the feed; what came before it has been taken over.
    func read(_ block: Block) throws(ModelError) {
        try takeOver(while: { !$0.isEmpty && ($0[0].isDone || self.idle.isEmpty && self.missing == 0) })
        if idle.isEmpty {
            idle.append(makeWorker())
            missing -= 1
        }
        let worker = idle.removeLast()
        worker.begin(block, run, on: threads[nextThread])
        nextThread = (nextThread + 1) % threads.count
        busy.append(worker)
    }

    /// Waits for all blocks.
    func finish() throws(ModelError) { try takeOver { !$0.isEmpty } }

    /// Takes over the first of the blocks, one after the other.
    private func takeOver(while isWanted: ([FeedWorker]) -> Bool) throws(ModelError) {
        while isWanted(busy) {
            if !busy[0].isDone {
                // What is not under way yet may as well be read here.
                if !busy.contains(where: { $0.work() }) { busy[0].wait() }
                continue
            }
            let worker = busy.removeFirst()
            defer { release(worker) }
            if run.takesNotes, let count = run.countUpToFailureLimit(in: worker.run) {
                worker.readAgain(upTo: count, run)
            }
            let (items, error) = run.takeOver(worker.run)
            queue.take(items, from: worker.queue)
            if let error = error ?? worker.error {
                discard()
                throw error
            }
        }
    }

    /// Forgets what follows what has been taken over.
    private func discard() {
        for worker in busy {
            worker.cancel()
            release(worker)
        }
        busy = []
    }

    private func release(_ worker: FeedWorker) {
        worker.queue.removeAll()
        buffers.append(worker.takeText())
        idle.append(worker)
    }

    /// Memory for the next block, with the beginning of it.
    func buffer(beginningWith bytes: ArraySlice<UInt8>) -> [UInt8] {
        var buffer = buffers.popLast() ?? []
        buffer.removeAll(keepingCapacity: true)
        buffer.reserveCapacity(blockSize + blockSize / 2)
        buffer.append(contentsOf: bytes)
        return buffer
    }
}

/// One of those that read blocks at the same time.
final class FeedWorker: @unchecked Sendable {
    // Sendable because it is touched by one thread at a time: between ``begin(_:_:on:)`` and the end of its work by the
    // one that has claimed it, else by the feed's.

    fileprivate let run: FeedRun
    fileprivate let queue: AnyFeedQueue
    private let reader: BlockReader
    fileprivate private(set) var block: FeedWorkers.Block?
    fileprivate private(set) var error: ModelError?
    private let phase = Locked(Phase.done)
    private let end = DispatchSemaphore(value: 0)

    private enum Phase {
        /// There is a block, and nobody reads it yet.
        case waiting
        case working
        case done
    }

    init(_ run: FeedRun, _ queue: AnyFeedQueue, _ reader: BlockReader) {
        self.run = run
        self.queue = queue
        self.reader = reader
    }

    /// The memory of the block, which is no more.
    fileprivate func takeText() -> [UInt8] {
        let text = block!.text
        block = nil
        return text
    }

    fileprivate var isDone: Bool { phase.withLock { $0 == .done } }

    /// Waits until another thread has read the block.
    fileprivate func wait() {
        while !isDone { end.wait() }
    }

    /// Makes sure that nobody reads the block any more.
    fileprivate func cancel() {
        if claim() { phase.withLock { $0 = .done } } else { wait() }
    }

    /// Whether the block is the caller's to read.
    private func claim() -> Bool {
        phase.withLock { phase in
            guard phase == .waiting else { return false }
            phase = .working
            return true
        }
    }

    fileprivate func begin(_ block: FeedWorkers.Block, _ main: FeedRun, on thread: DispatchQueue) {
        self.block = block
        start(main)
        phase.withLock { $0 = .waiting }
        thread.async { if self.work() { self.end.signal() } }
    }

    private func start(_ main: FeedRun) {
        error = nil
        run.begin(number: block!.number, asOf: main)
    }

    /// Reads the block once more, up to an item by which the feed ends: what was noted of those behind it is not known.
    ///
    /// - Parameter number: How many items that is, from the beginning of the feed.
    fileprivate func readAgain(upTo number: Int, _ main: FeedRun) {
        let count = number - block!.number
        guard count < block!.items.count else { return }
        block!.items.removeSubrange(count...)
        queue.removeAll()
        start(main)
        readItems()
    }

    /// Reads the block, unless somebody else has begun to.
    fileprivate func work() -> Bool {
        guard claim() else { return false }
        readItems()
        phase.withLock { $0 = .done }
        return true
    }

    private func readItems() {
        do throws(ModelError) {
            try reader.read(block!)
        } catch {
            run.settleNotes(after: error)
            self.error = error
        }
    }
}

/// Reads the items of blocks, one block after the other.
class BlockReader {
    func read(_ block: FeedWorkers.Block) throws(ModelError) { preconditionFailure("overridden") }
}

/// Reads items of an array.
final class ArrayBlockReader: BlockReader {
    private let source: TextSource
    private let open: [Bool]

    /// - Parameter position: A place in the array.
    init(_ run: FeedRun, _ options: DecodingOptions, _ parser: Parser, in position: FeedCheckpoint.Position) {
        var options = options
        options.limits.documentBytes = .max
        source = parser.makeSource(options) { source in
            run.source = source
            return Binder(run, isBare: false, options: options, source: source)
        }
        let isThere = source.binder.pointee.resume(at: position)
        precondition(isThere, "the feed's own binder is in the array")
        open = source.binder.pointee.openContainersOfFeed
    }

    override func read(_ block: FeedWorkers.Block) throws(ModelError) {
        // Whatever happens: the queue that the item lies in goes to another thread.
        defer { source.binder.pointee.takeBackItem(depth: open.count) }
        source.resume(afterItem: block.position - 1, block.place)
        try block.text.withUnsafeBufferPointer { text throws(ModelError) in
            try source.feed(UnsafeBufferPointer(rebasing: text[..<block.items.last!.upperBound]))
            try source.flushRun()
        }
    }
}
