private import Dispatch

/// Reads blocks of many items on several threads, and takes over their items in order.
///
/// While other threads decode, the feed's own thread cuts the next block and delivers the items of finished blocks.
/// Where it would have to wait, it reads a block itself. Each block is read with a run, a queue and a reader that no
/// other block uses meanwhile. The feed's own run takes over their items, one block after the other, as if it had read
/// everything itself.
///
/// ```
///   feed's thread    cut 1  cut 2  cut 3  ├ block 3 ───┤ take over 1 …
///   another thread         ├ block 1 ────────┤├ block 2 ─────────────┤
/// ```
final class FeedWorkers {
    private let run: FeedRun
    private let queue: AnyFeedQueue
    /// The blocks that have not been taken over, in the order of the text.
    private var tasks: [BlockTask] = []
    private let limit: Int
    private let helpers: FeedHelpers
    /// Measures whether other threads make the feed faster; nil if they certainly do.
    private var trial: ThreadTrial?
    /// How much text a block has.
    let blockSize: Int

    /// - Parameters:
    ///   - arePlain: Whether the items refer to nothing, so that it does not matter which thread releases them.
    ///   - makeWorker: Makes a reader of blocks, on any thread.
    init(
        _ run: FeedRun, _ queue: AnyFeedQueue, _ options: FeedOptions, arePlain: Bool,
        makeWorker: @escaping () -> FeedWorker
    ) {
        self.run = run
        self.queue = queue
        blockSize = options.blockSize
        // Two for each thread, so that none waits for the next block.
        limit = 2 * options.concurrency
        helpers = FeedHelpers(run, options, limit: limit, makeWorker)
        trial = arePlain ? nil : ThreadTrial()
    }

    deinit {
        // Blocks run code of the client, too: none of it outlives the feed.
        discard()
        helpers.end()
    }

    /// The text of neighbouring items.
    struct Block {
        /// The text that was open at the end of the chunk before, with the end of its line; an item of an array may go
        /// on after it.
        var head: [UInt8]
        var owner: FeedBytes
        /// The indices of the rest of the text in the owner's bytes.
        var body: Range<Int>
        /// The place of the text's first byte.
        var place: ModelError.Place
        /// How many items come before it in the whole feed, and in their container.
        var number: Int
        var position: Int

        var count: Int { head.count + body.count }
    }

    /// Whether another thread makes the feed faster.
    var areUseful: Bool { trial?.isLost != true }

    /// Bytes of blocks that have not been taken over.
    var bufferedBytes: Int { tasks.reduce(0) { $0 + $1.block.count } }

    /// Reads a block, here or on another thread, once there are not too many.
    ///
    /// - Throws: The first error that ends the feed; the items before it have been taken over.
    func read(_ block: Block) throws(ModelError) {
        while tasks.count >= limit { try takeOverFirst() }
        let task = BlockTask(block)
        tasks.append(task)
        trial?.pass(block.count)
        if trial?.isAlone == true { helpers.read(task) } else { helpers.add(task) }
    }

    func finish() throws(ModelError) {
        while !tasks.isEmpty { try takeOverFirst() }
    }

    /// Takes over the first block; false if it has not been read.
    func deliver() throws(ModelError) -> Bool {
        guard let first = tasks.first, helpers.isDone(first) else { return false }
        try takeOverFirst()
        return true
    }

    private func takeOverFirst() throws(ModelError) {
        while !helpers.isDone(tasks[0]) {
            // A block that no other thread has begun may as well be read here.
            if !helpers.work() { helpers.wait(for: tasks[0]) }
        }
        let task = tasks.removeFirst()
        let worker = task.worker!
        defer { helpers.release(worker) }
        if let count = run.countUpToFailureLimit(in: worker.run) {
            // Items after it do not count, in the progress and in the notes.
            worker.queue.removeAll()
            worker.read(task.block, upTo: count, run)
        }
        let (items, error) = run.takeOver(worker.run)
        queue.take(items, from: worker.queue)
        if let error = error ?? worker.error {
            discard()
            throw error
        }
    }

    /// Forgets the blocks that have not been taken over.
    private func discard() {
        helpers.cancel()
        for task in tasks {
            helpers.wait(for: task)
            if let worker = task.worker { helpers.release(worker) }
        }
        tasks = []
    }
}

/// A block that is to be read.
final class BlockTask {
    fileprivate let block: FeedWorkers.Block
    /// The worker that reads it; nil if none has begun to.
    fileprivate var worker: FeedWorker?
    fileprivate var isDone = false

    fileprivate init(_ block: FeedWorkers.Block) {
        self.block = block
    }
}

/// The blocks of a feed that no thread has begun to read, and the threads that help the feed's own thread.
///
/// A thread helps as long as there are blocks, and does not wait for the next. Each has workers of its own, which it has
/// made: two threads that write to neighbouring memory slow each other down.
final class FeedHelpers: @unchecked Sendable {
    // Sendable because everything that changes is in a lock, or changes only after ``end()`` has waited for all
    // threads. The feed's own thread does not change the parts of its run that the other threads read.

    private struct State {
        /// ``FeedWorkers`` keeps them until they are done.
        var waiting: [Unmanaged<BlockTask>] = []
        /// The numbers of the threads that are not helping; the feed's own has 0.
        var free: [Int]
        /// The workers with nothing to read, by the number of the thread that made them.
        var idle: [[FeedWorker]]
        /// How many workers may still be made.
        var missing: Int
        /// Whether the feed's own thread waits for a change.
        var isAwaited = false
    }

    private let threads: FeedThreads
    private let concurrency: Int
    private var main: FeedRun?
    private var makeWorker: (() -> FeedWorker)?
    private let state: Locked<State>
    private let change = DispatchSemaphore(value: 0)

    /// - Parameter limit: How many blocks there may be.
    init(_ main: FeedRun, _ options: FeedOptions, limit: Int, _ makeWorker: @escaping () -> FeedWorker) {
        self.main = main
        self.makeWorker = makeWorker
        threads = options.threads
        concurrency = options.concurrency
        let idle = [[FeedWorker]](repeating: [], count: concurrency)
        // Twice as many as can be used, so that two threads never take each other's.
        state = Locked(State(free: Array(1..<concurrency), idle: idle, missing: 2 * limit))
    }

    /// Adds a block for another thread to read, or for the feed's own when it would wait.
    func add(_ task: BlockTask) {
        let helper = state.withLock { state in
            state.waiting.append(.passUnretained(task))
            return state.free.popLast()
        }
        guard let helper else { return }
        let isHelped = threads.run { while self.work(as: helper) {} }
        if !isHelped { state.withLock { $0.free.append(helper) } }
    }

    /// Reads the first of the blocks; false if there is none.
    func work(as helper: Int = 0) -> Bool {
        let first = update { state -> Unmanaged<BlockTask>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            if helper > 0 { state.free.append(helper) }
            return nil
        }
        // SAFETY: ``FeedWorkers`` keeps the task until it is done.
        first?._withUnsafeGuaranteedRef { read($0, as: helper) }
        return first != nil
    }

    func read(_ task: BlockTask, as helper: Int = 0) {
        let idle = update { state -> FeedWorker? in
            if let own = state.idle[helper].popLast() { return own }
            guard state.missing == 0 else {
                state.missing -= 1
                return nil
            }
            return state.idle[state.idle.firstIndex { !$0.isEmpty }!].popLast()
        }
        let worker = idle ?? makeWorker!()
        if idle == nil { worker.home = helper }
        task.worker = worker
        worker.read(task.block, main!)
        update { _ in task.isDone = true }
    }

    /// Takes back a worker whose items have been taken over.
    func release(_ worker: FeedWorker) {
        worker.queue.removeAll()
        update { $0.idle[worker.home].append(worker) }
    }

    func isDone(_ task: BlockTask) -> Bool { state.withLock { _ in task.isDone } }

    /// Waits until another thread has read a block.
    func wait(for task: BlockTask) { wait { _ in task.isDone } }

    /// Takes back the blocks that no thread has begun to read.
    func cancel() {
        update { state in
            for task in state.waiting { task._withUnsafeGuaranteedRef { $0.isDone = true } }
            state.waiting = []
        }
    }

    /// Waits until no thread helps, and releases the feed, as a thread may still refer to this object.
    func end() {
        wait { $0.free.count == self.concurrency - 1 }
        (main, makeWorker) = (nil, nil)
        // Outside the lock, as releasing workers may run code of the client.
        _ = update { state in
            defer { state.idle = [] }
            return state.idle
        }
    }

    private func update<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, isAwaited) = state.withLock { state in
            defer { state.isAwaited = false }
            return (body(&state), state.isAwaited)
        }
        if isAwaited { change.signal() }
        return result
    }

    private func wait(until condition: (State) -> Bool) {
        while state.withLock({ state in
            state.isAwaited = !condition(state)
            return state.isAwaited
        }) {
            change.wait()
        }
    }
}

/// Reads one block after the other.
final class FeedWorker {
    fileprivate var run: FeedRun { driver.run }
    fileprivate let queue: AnyFeedQueue
    private let driver: FeedDriver
    /// The number of the thread that made it.
    fileprivate var home = 0
    fileprivate private(set) var error: ModelError?

    init(_ queue: AnyFeedQueue, _ driver: FeedDriver) {
        self.queue = queue
        self.driver = driver
    }

    /// Reads the items of a block.
    ///
    /// - Parameter last: How many items of the feed come before its end, if a failure in the block ends it.
    fileprivate func read(_ block: FeedWorkers.Block, upTo last: Int? = nil, _ main: FeedRun) {
        error = nil
        run.begin(number: block.number, upTo: last, asOf: main)
        driver.begin(at: block.place, after: block.position)
        do throws(ModelError) {
            _ = try block.head.withUnsafeBufferPointer { text throws(ModelError) in try driver.read(text) }
            try block.owner.withBytes { text throws(ModelError) in
                _ = try driver.read(UnsafeBufferPointer(rebasing: text[block.body]))
            }
        } catch {
            self.error = error
        }
        // After an error, too: the queue with the open item goes to another thread.
        driver.leaveBlock()
        if let error { run.settleNotes(after: error) }
    }
}

/// Measures whether a feed is faster when other threads help.
///
/// Items that are made on one core and released on another can cost more than another thread gains: each string in them
/// goes from core to core. One thread and all threads take turns in reading the first blocks. Each turn is timed, with
/// what the client does meanwhile.
struct ThreadTrial {
    /// Whether one thread is faster than several.
    private(set) var isLost = false
    private var isOver = false
    /// One thread reads in even turns.
    private var turn = 0
    private var blocks = 0
    private var bytes = 0
    private var start = ContinuousClock.now
    /// The least time per byte, with one thread and with several.
    private var least = (alone: Double.infinity, together: Double.infinity)

    private static let turns = 4
    /// How many blocks a turn has, and how many of them are not timed.
    private static let blocks = (all: 16, untimed: 4)

    /// Whether the feed's own thread reads the next block.
    var isAlone: Bool { !isOver && turn.isMultiple(of: 2) }

    /// Counts the next block.
    mutating func pass(_ count: Int, at now: ContinuousClock.Instant = .now) {
        guard !isOver else { return }
        if blocks == Self.blocks.all { endTurn(now) }
        if blocks == Self.blocks.untimed { (start, bytes) = (now, 0) }
        bytes += count
        blocks += 1
    }

    private mutating func endTurn(_ now: ContinuousClock.Instant) {
        let time = (now - start) / .nanoseconds(1) / Double(bytes)
        if isAlone { least.alone = min(least.alone, time) } else { least.together = min(least.together, time) }
        turn += 1
        blocks = 0
        guard turn == Self.turns else { return }
        isOver = true
        // Several threads must gain more than cutting the text costs.
        isLost = least.together > 0.9 * least.alone
    }
}
