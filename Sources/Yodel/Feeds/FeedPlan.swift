/// What a pass over a feed needs to know, from which its drivers are made.
struct FeedPlan<Item> {
    private let feed: Feed<Item>
    /// The parts within the document.
    private let parts: [FeedPart<Item>]
    /// The part around them.
    private let envelope: FeedPart<Item>?
    private let routes: FeedRouteTree
    private let notes: DecodingNotes?
    private let surroundings: FeedSurroundings?

    init(_ feed: Feed<Item>) throws(ModelError) {
        // A hook or a transform may read a feed within many others.
        guard CallStack.hasRoom else { throw .endOfStack(at: .beginning) }
        let decoder = feed.decoder
        let parts = feed.parts.filter { $0.envelope == nil }
        guard !parts.isEmpty else {
            throw ModelError(
                .invalidMapping, reason: "a feed needs items or values to read: decode the document as a whole")
        }
        routes = try FeedRouteTree(
            parts.map { part throws(ModelError) in
                let mayBeMissing = part.isOptional || decoder.missingCollections == .empty && part.kind != .value
                return FeedRouteTree.End(
                    path: part.path!, kind: part.kind, item: try part.shape(decoder), mayBeMissing: mayBeMissing)
            })
        let envelopes = feed.parts.filter { $0.envelope != nil }
        guard envelopes.count <= 1 else {
            throw ModelError(
                .invalidMapping, reason: "a feed can have only one envelope, the document around all of its items")
        }
        guard envelopes.isEmpty || !parts.contains(where: { $0.path == .root }) else {
            throw ModelError(
                .invalidMapping,
                reason: "a feed whose path is the whole document cannot have an envelope: nothing is around the items")
        }
        let notes = DecodingNotes(decoder.context, ofItems: true)
        surroundings = try envelopes.first.map { part throws(ModelError) in
            FeedSurroundings(
                shape: try part.shape(decoder), paths: parts.map { $0.path! },
                ignoresUnknown: decoder.options.ignoresUnknownKeys, notes: notes)
        }
        self.feed = feed
        self.parts = parts
        envelope = envelopes.first
        self.notes = notes
    }

    /// Makes the feed's own driver.
    func makeDriver(_ queue: FeedQueue<Item>) -> FeedDriver {
        let run = makeRun(queue, feed.options, surroundings, notes)
        // One of the threads unpacks a compressed input.
        var options = feed.options
        if feed.isCompressed { options.concurrency -= 1 }
        guard options.concurrency > 1, feed.format == .lines || mayCutArray else { return makeDriver(run, queue) }
        let workers = FeedWorkers(run, queue, options, arePlain: _isPOD(Item.self)) { [unowned run, options] in
            makeWorker(of: run, options)
        }
        return makeDriver(run, queue, workers: workers)
    }

    /// Whether the feed has an array at one place that may be cut into blocks: not with yajl, nor with comments.
    private var mayCutArray: Bool {
        feed.format == nil && feed.decoder.parser.isScanner && !feed.decoder.allowsComments
            && parts.contains { $0.kind == .items && $0.path?.isPlural == false }
    }

    private func makeWorker(of main: FeedRun, _ options: FeedOptions) -> FeedWorker {
        let queue = FeedQueue<Item>()
        // The feed's own run counts the failures.
        var options = options
        options.failureBudget = nil
        let driver = makeDriver(makeRun(queue, options, nil, notes?.ofThread()), queue, isWorker: true)
        (driver as? DocumentDriver)?.enter(main.position(after: -1))
        return FeedWorker(queue, driver)
    }

    private func makeRun(
        _ queue: FeedQueue<Item>, _ options: FeedOptions, _ surroundings: FeedSurroundings?, _ notes: DecodingNotes?
    ) -> FeedRun {
        FeedRun(
            routes, options, outlets: parts.map { $0.outlet(queue) },
            hasMembers: parts.contains { $0.kind == .members }, surroundings: surroundings, format: feed.format,
            notes: notes)
    }

    private func makeDriver(
        _ run: FeedRun, _ queue: FeedQueue<Item>, isWorker: Bool = false, workers: FeedWorkers? = nil
    ) -> FeedDriver {
        let decoder = feed.decoder
        var context = decoder.context
        context.call.notes = run.notes
        if feed.badItems == .drop { context.call.errorLimit = feed.errorsPerItem }
        if let format = feed.format, format != .concatenated {
            // The feed's own limit bounds a record.
            context.options.limits.documentBytes = .max
            return RecordDriver(run, context, decoder.parser, format, workers: workers)
        }
        if isWorker { context.options.limits.documentBytes = .max }
        let envelope = envelope?.envelope
        return DocumentDriver(run, context, decoder.parser, workers: workers) { () throws(ModelError) in
            guard let surroundings = run.surroundings, let envelope else { return }
            try run.deliverEnvelope { () throws(ModelError) in queue.append(try envelope(surroundings, decoder)) }
        }
    }
}
