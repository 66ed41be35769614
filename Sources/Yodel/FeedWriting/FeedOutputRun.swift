/// One pass that writes items: a buffer that is filled with whole items and handed on in chunks.
///
/// ```
///  ├── items of the chunk at hand ──┤── the item that no longer fits ──┤ … room
///  0                              ready
/// ```
///
/// Items are added by code that knows their type and is inlined into clients; the run knows only their shape.
@usableFromInline
final class FeedOutputRun {
    /// The source of the items, for the code that adds them.
    @usableFromInline let source: AnyObject?
    let output: FeedOutput
    /// The target of the chunks, if the package writes them.
    var target: FeedTarget?
    /// The turn to ask for the items of an asynchronous chunk.
    var turn = SourceTurn()
    private let encoder: ModelEncoder
    private let makeShape: (EncodingOptions) throws(ModelError) -> ItemShape
    @exclusivity(unchecked) private var writer: ValueWriter
    @exclusivity(unchecked) private var phase = Phase.untouched
    /// How an item is read; nil until the first one is asked for.
    @exclusivity(unchecked) private var item: ItemShape?
    private(set) var failure: (cause: any Error, index: Int?)?
    @exclusivity(unchecked) private var frame = ValueWriter.ItemFrame()
    /// The end of the document, and the white space before it if there are items.
    private var closing: [UInt8] = []
    private var lineBeforeClosing: [UInt8] = []
    /// The path of the items' array.
    private var place = JSONPath()

    /// Bytes at the beginning of the buffer that are to be handed on as a chunk.
    @exclusivity(unchecked) private var ready = 0
    /// The items in them.
    @exclusivity(unchecked) private var readyItems = 0
    @exclusivity(unchecked) private var bufferedItems = 0
    /// Whether a chunk has been handed on, or at least a part of it.
    private var hasHandedOn = false
    /// Whether everything had been handed on when the target failed.
    private var hasClosedArray = false
    /// How many items have been asked for.
    @exclusivity(unchecked) private var itemCount = 0
    /// Items in the buffer or handed on.
    @exclusivity(unchecked) private var writtenCount = 0
    /// How much has been handed on.
    @usableFromInline private(set) var progress = FeedOutputProgress()
    /// Bytes of the next chunk that have been written to the target.
    var partialChunkBytes = 0

    struct ItemShape {
        let shape: ShapePointer
        let selection: UnsafePointer<OutputTable>?
    }

    private enum Phase {
        /// No item has been asked for.
        case untouched
        case open
        case ended
        /// There is a ``failure``.
        case failed
    }

    @usableFromInline
    init<Item>(_ encoder: ModelEncoder, _ output: FeedOutput, of type: Item.Type, from source: AnyObject? = nil) {
        self.source = source
        self.output = output
        var encoder = encoder
        if case .stream(.lines) = output.form { encoder.layout = .compact }
        self.encoder = encoder
        makeShape = { (options) throws(ModelError) in
            let shape = try options.shape(of: Item.self)
            return ItemShape(shape: shape, selection: try options.selection?.table(for: shape, of: options))
        }
        // Twice the size: the item that no longer fits is written before that is known.
        writer = ValueWriter(options: encoder.options, capacity: 2 * output.chunkSize)
    }

    /// Notes how many bytes were cut off the file that the items are appended to.
    func noteCut(_ bytes: Int) { progress.cutBytes = bytes }

    // MARK: - Filling

    /// Whether to add items: there is no chunk to hand on, and the output has not ended.
    @usableFromInline
    var takesItems: Bool {
        if phase == .untouched { begin() }
        return phase == .open && ready == 0
    }

    @inline(never)
    private func begin() {
        do throws(ModelError) {
            guard CallStack.hasRoom else { throw .endOfStack() }
            switch output.form {
            case .stream(let format):
                frame.terminator = UInt8(ascii: "\n")
                frame.isOneLine = format == .lines
                if format == .textSequence { frame.separator = 0x1E }
            case .array(let envelope):
                let text = try envelope.text(by: encoder)
                (closing, lineBeforeClosing) = (text.closing, text.lineBeforeClosing)
                place = envelope.place
                frame.breaksLine = true
                frame.depth = envelope.path.steps.count + 1
                guard frame.depth <= encoder.limits.depth else {
                    throw ModelError(
                        .depthLimit, path: place, expected: "at most \(counted(encoder.limits.depth, "level"))")
                }
                write(text.opening)
            }
            item = try makeShape(encoder.options)
            phase = .open
        } catch {
            fail(error)
        }
    }

    /// Writes text that is not an item; the limits are checked elsewhere.
    private func write(_ text: [UInt8]) {
        writer.out.beginItem(atMost: .max)
        let isWritten = text.withUnsafeBufferPointer { writer.out.write($0) }
        precondition(isWritten, "A buffer without a limit grows")
    }

    /// Adds an item.
    ///
    /// SAFETY: the item is initialised, of the type that the run was made for, and stays where it is until this returns.
    @usableFromInline
    func add(_ item: UnsafeRawPointer) {
        guard phase == .open, let type = self.item else { return }
        let index = itemCount
        itemCount += 1
        let start = writer.out.bytes.count
        let (most, isUnlimited) = output.maxItemBytes.addingReportingOverflow(writer.bytesAroundItem(in: frame))
        let left = bytesLeft - start
        guard
            writer.writeItem(
                item, type.shape, type.selection, in: frame, atMost: min(isUnlimited ? .max : most, left))
        else { return refuse(index, left: left, isDocumentFull: isUnlimited || left < most) }
        if writtenCount == 0, case .array = output.form { frame.separator = UInt8(ascii: ",") }
        writtenCount += 1
        bufferedItems += 1
        if isFull { makeReady(lastItem: start) }
    }

    private var isFull: Bool {
        writer.out.bytes.count >= output.chunkSize || bufferedItems >= output.itemsPerChunk
    }

    /// How many bytes the document may still have before its end, including those in the buffer.
    private var bytesLeft: Int {
        max(encoder.limits.documentBytes, 0) - progress.bytes - closing.count
    }

    /// Makes the next chunk ready: the whole buffer, without the last item if that is too much; the item begins at
    /// `start`.
    private func makeReady(lastItem start: Int) {
        let count = writer.out.bytes.count
        let keepsLast = count > output.chunkSize && start > 0
        (ready, readyItems) = keepsLast ? (start, bufferedItems - 1) : (count, bufferedItems)
    }

    /// Makes the whole buffer ready, as there may be no more items for some time.
    func flush() {
        if ready == 0 { (ready, readyItems) = (writer.out.bytes.count, bufferedItems) }
    }

    /// Whether there are items that have not been handed on.
    var hasItems: Bool { bufferedItems > 0 }

    @usableFromInline
    func end() {
        guard phase == .open else { return }
        let line = writtenCount > 0 && encoder.options.indentation != nil ? lineBeforeClosing : []
        let count = writer.out.bytes.count
        guard count + line.count <= bytesLeft else { return fail(documentIsFull(at: place)) }
        phase = .ended
        // If the end no longer fits the chunk, it is a chunk of its own.
        if count > 0, count + line.count + closing.count > output.chunkSize { flush() }
        write(line + closing)
        flush()
    }

    // MARK: - Failing

    /// Refuses the current item, which cannot be written.
    @inline(never)
    private func refuse(_ index: Int, left: Int, isDocumentFull: Bool) {
        let isTooLong = writer.isItemTooLong
        let reason = writer.reasonForStopping as! ModelError
        writer.abandonItem()
        let path = place.appending(.index(index))
        if isTooLong, isDocumentFull { return fail(documentIsFull(at: path), at: index) }
        let error =
            isTooLong
            ? ModelError(
                .itemLimit, path: path, expected: "at most \(counted(output.maxItemBytes, "byte"))", found: "more")
            : reason.at(path.appending(reason.path))
        guard output.badItems == .drop, error.category != .model else { return fail(error, at: index) }
        progress.failures += 1
        progress.failuresByCode[error.code, default: 0] += 1
        output.failureReport?(FeedOutputFailure(error: error, index: index))
        guard let budget = output.failureBudget, budget.isExceeded(by: progress.failures, of: itemCount) else { return }
        let tooMany = ModelError(
            .failureLimit, path: path, expected: budget.description,
            found: "\(counted(progress.failures, "failure")) in \(counted(itemCount, "item"))", underlying: error)
        fail(tooMany, at: index)
    }

    private func documentIsFull(at path: JSONPath) -> ModelError {
        ModelError(
            .documentLimit, path: path, expected: "at most \(counted(encoder.limits.documentBytes, "byte"))")
    }

    /// Ends the output early; the items before are still handed on.
    func fail(_ cause: any Error, at index: Int? = nil) {
        guard phase != .failed else { return }
        phase = .failed
        failure = (cause, index)
        // The beginning of an array without items is not worth handing on.
        if bufferedItems > 0 { flush() }
    }

    /// Ends the output early, and drops what has not been handed on.
    ///
    /// If an item has failed and items before it are dropped, `cause` replaces its error.
    func cancel(_ cause: any Error) {
        if phase != .failed || ready > 0 {
            phase = .failed
            failure = (cause, nil)
        }
        (ready, readyItems, bufferedItems) = (0, 0, 0)
    }

    /// Whether everything has been handed on, and nothing has failed.
    var isComplete: Bool { phase == .ended && ready == 0 }

    /// Ends the output for a reason other than its items, and returns the error.
    ///
    /// - Parameters:
    ///   - before: How much had been handed on before a chunk that could not be written.
    ///   - count: How many bytes of that chunk have been written.
    func ending(
        by cause: any Error, after before: FeedOutputProgress? = nil, partialChunkBytes count: Int = 0
    ) -> FeedOutputError {
        if before == nil, isComplete { hasClosedArray = true }
        cancel(cause)
        if let before { (progress.items, progress.bytes) = (before.items, before.bytes) }
        partialChunkBytes = count
        return error(cause, at: nil)
    }

    private func error(_ cause: any Error, at index: Int?) -> FeedOutputError {
        let isArray = if case .array = output.form { true } else { false }
        return FeedOutputError(
            cause: cause, index: index, progress: progress, partialChunkBytes: partialChunkBytes,
            leavesArrayOpen: isArray && hasHandedOn && !hasClosedArray)
    }

    // MARK: - Handing on

    /// Lends the chunk that is ready.
    ///
    /// - Returns: The result of `receive`; nil if everything has been handed on.
    /// - Throws: The error that ended the output early, after the chunks before it.
    @usableFromInline
    func handOn<Result>(
        _ receive: (UnsafeRawBufferPointer) throws -> Result
    ) throws(FeedOutputError) -> Result? {
        if ready > 0 {
            let chunk = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(writer.out.bytes)[..<ready])
            hasHandedOn = true
            do {
                let result = try receive(chunk)
                removeReady()
                return result
            } catch {
                cancel(error)
            }
        }
        if let failure { throw error(failure.cause, at: failure.index) }
        return nil
    }

    private func removeReady() {
        progress.bytes += ready
        progress.items += readyItems
        bufferedItems -= readyItems
        writer.out.removeFirst(ready)
        writer.out.shrink(to: 2 * output.chunkSize)
        (ready, readyItems) = (0, 0)
        if phase != .open { flush() } else if isFull { makeReady(lastItem: 0) }
    }
}
