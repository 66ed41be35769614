/// Asks an asynchronous sequence for its items one by one, and stops waiting for an item when the time is up.
///
/// A later call returns that item. A task of its own iterates the sequence. It asks for the next item only when the
/// consumer wants one, so at most one item is outstanding that the consumer has stopped waiting for.
final class TimedItems<Item: Sendable>: Sendable {
    enum Event: Sendable {
        case item(Item)
        case end
        case failure(any Error)
        case timeUp
        case cancelled
    }

    private struct State: ~Copyable {
        /// The event that the consumer has not taken yet.
        var arrived: Event?
        /// Whether the consumer has asked for an item that has not arrived.
        var isAsked = false
        var isTimeUp = false
        var isCancelled = false
        var isClosed = false
        /// The consumer, if it waits for an event.
        var consumer: CheckedContinuation<Event, Never>?
        /// The task that iterates, if it waits to be asked.
        var producer: CheckedContinuation<Bool, Never>?

        /// The event that the consumer would get now.
        mutating func takeEvent() -> Event? {
            if isCancelled { return .cancelled }
            if let event = arrived.take() { return event }
            guard isTimeUp else { return nil }
            isTimeUp = false
            return .timeUp
        }
    }

    private let state = Locked(State())

    // MARK: - The consumer

    /// The next item, or an event that comes before it.
    func next(isolation actor: isolated (any Actor)?) async -> Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: actor) { continuation in
                let (event, producer) = state.withLock { state -> (Event?, CheckedContinuation<Bool, Never>?) in
                    if let event = state.takeEvent() { return (event, nil) }
                    state.consumer = continuation
                    guard !state.isAsked else { return (nil, nil) }
                    state.isAsked = true
                    return (nil, state.producer.take())
                }
                producer?.resume(returning: true)
                if let event { continuation.resume(returning: event) }
            }
        } onCancel: {
            change { $0.isCancelled = true }
        }
    }

    func endWaiting() { change { $0.isTimeUp = true } }

    func renewTime() { state.withLock { $0.isTimeUp = false } }

    /// Changes the state, and resumes the consumer if that makes an event.
    private func change(_ body: (inout State) -> Void) {
        let resumed = state.withLock { state -> (CheckedContinuation<Event, Never>, Event)? in
            body(&state)
            guard let consumer = state.consumer, let event = state.takeEvent() else { return nil }
            state.consumer = nil
            return (consumer, event)
        }
        if let (consumer, event) = resumed { consumer.resume(returning: event) }
    }

    // MARK: - The producer

    /// Iterates a sequence until its end, an error, or ``close()``.
    func produce<Items: AsyncSequence>(_ items: Items) async where Items.Element == Item {
        var iterator = items.makeAsyncIterator()
        while await isAsked() {
            let event: Event
            do {
                event = try await iterator.next().map { .item($0) } ?? .end
            } catch {
                event = .failure(error)
            }
            change {
                $0.isAsked = false
                $0.arrived = event
            }
        }
    }

    /// Waits until an item is asked for; false if none will be.
    private func isAsked() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                if state.isClosed { return false }
                if state.isAsked { return true }
                state.producer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Ends the iteration: no more items will be asked for.
    func close() {
        let producer = state.withLock { state in
            state.isClosed = true
            return state.producer.take()
        }
        producer?.resume(returning: false)
    }
}

/// The source of a run that flushes by time; it ends the task that iterates when it is released.
private final class TimedSource<Item: Sendable> {
    let items = TimedItems<Item>()
    /// Starts the task, when the first item is asked for.
    private let start: (TimedItems<Item>) -> Task<Void, Never>
    private var task: Task<Void, Never>?

    init(_ start: @escaping (TimedItems<Item>) -> Task<Void, Never>) {
        self.start = start
    }

    deinit {
        items.close()
        task?.cancel()
    }

    func startOnce() {
        if task == nil { task = start(items) }
    }
}

extension ModelEncoder {
    /// Encodes the items of an asynchronous sequence one by one, as chunks of UTF-8 that do not wait for ever.
    ///
    /// A chunk is handed on when it is full, as without an interval, or when an item has been in it for as long as
    /// `interval`: the items of a slow source are kept no longer while a chunk is asked for. A task of its own iterates
    /// the sequence, and is cancelled when the chunks are released. It asks for the next item when the item before has
    /// been encoded and a chunk is asked for. For a fast source this takes longer than without an interval, as each
    /// item goes from one task to another. An error of the sequence is the cause of the ``FeedOutputError``.
    ///
    /// - Parameters:
    ///   - items: Values of any type that the encoder encodes.
    ///   - output: The form of the output, and what happens to items that fail.
    ///   - interval: How long an item may wait for others.
    ///   - clock: The clock that measures the interval; by default a `ContinuousClock`.
    public func stream<Items: AsyncSequence & Sendable, Time: Clock>(
        _ items: Items, as output: FeedOutput, flushingAfter interval: Time.Duration, clock: Time = ContinuousClock()
    ) -> FeedOutputChunks where Items.Element: Sendable {
        typealias Source = TimedSource<Items.Element>
        let source = Source { timed in Task { await timed.produce(items) } }
        let run = FeedOutputRun(self, output, of: Items.Element.self, from: source)
        return FeedOutputChunks(run) { run, actor in
            let source = run.source as! Source
            let timed = source.items
            var timer: Task<Void, Never>?
            defer {
                timer?.cancel()
                timed.renewTime()
            }
            source.startOnce()
            while run.takesItems {
                if timer == nil, run.hasItems {
                    timer = Task {
                        try? await clock.sleep(for: interval)
                        if !Task.isCancelled { timed.endWaiting() }
                    }
                }
                switch await timed.next(isolation: actor) {
                case .item(let item): withUnsafePointer(to: item) { run.add(UnsafeRawPointer($0)) }
                case .end: run.end()
                case .failure(let error): throw error
                case .timeUp: run.flush()
                case .cancelled: return
                }
            }
        }
    }
}
