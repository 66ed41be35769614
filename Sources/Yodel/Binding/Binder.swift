import Synchronization

/// Stores a document's values in typed storage: the only consumer of events on the typed path.
///
/// It works on raw storage with a stack of ``Frame``s. The binder knows where a value goes and how to store it, but not
/// how JSON is written, so all event sources use the same code. Each event function returns whether to go on; after
/// false, either ``failure`` has the error or ``isComplete`` is true.
///
/// Memory: the binder owns all values that it has begun and not yet handed over. ``deinit`` destroys exactly those that
/// the frames own, so an error after any event neither leaks nor frees anything twice.
struct Binder: ~Copyable {
    /// The memory of the source, which outlives the binder.
    private let memory: UnsafeMutablePointer<BinderMemory>
    private(set) var frames: UnsafeMutablePointer<Frame>
    /// The frame of the next value.
    var top: UnsafeMutablePointer<Frame>
    /// The number of frames below the one on top.
    var topIndex: Int { top - frames }
    /// The last frame there is room for.
    private var lastFrame: UnsafeMutablePointer<Frame>
    /// The number of open arrays and objects, except skipped ones.
    var depth = 0
    let context: DecodingContext
    /// The limits that remain of the context's for this document.
    let limits: ParserLimits
    var failure: ModelError?
    /// Whether the root value is in its slot.
    var isComplete = false
    var pool: GrowthBufferPool {
        @inline(__always) _read { yield memory.pointee.pool }
        @inline(__always) _modify { yield &memory.pointee.pool }
    }
    /// The source of events, which sets this before its first event.
    unowned(unsafe) var source: EventSource
    /// The receiver of a feed's items; nil if the document is decoded as one value.
    var feeds: FeedRun?
    /// The notes beside the result; nil if none are kept.
    let notes: DecodingNotes?
    /// The tally of the notes; nil without a report on drift.
    let drift: DriftTally?
    /// ``Frame/straightFlag`` if plain structs and arrays may be read straight from the text, otherwise 0.
    let straightFlag: UInt8
    /// Whether dates are read by the default strategy.
    let hasDefaultDates: Bool
    /// Whether each document is an item of a feed: the binder then stops after the item, and keeps it until the source
    /// knows that nothing follows.
    var isOneByOne = false
    /// Whether another reader takes over an array of items that begins; the source checks this and goes on.
    var isPaused = false
    /// Never read; a value with an atomic is used in place.
    ///
    /// Without it, the compiler copies the whole binder to the stack and back around calls that only read it, twenty
    /// times for a feed's item that fails.
    private let anchor = Atomic<Bool>(false)

    /// Starts at a root value of a shape, in uninitialised memory at `root` with room for it.
    init(root: UnsafeMutableRawPointer, shape: ShapePointer, _ context: DecodingContext, source: EventSource) {
        memory = source.binderMemory
        (frames, lastFrame) = (memory.pointee.frames, memory.pointee.lastFrame)
        self.context = context
        limits = context.limits
        self.source = source
        top = frames
        top.initialize(to: Frame(kind: .root, slot: root, slotShape: shape, shape: shape, base: root))
        notes = context.notes ?? DecodingNotes(context)
        drift = notes?.drift
        // If every key is counted, or if short texts may exceed limits, the events must handle everything.
        straightFlag = drift == nil && limits.areRoomy ? Frame.straightFlag : 0
        hasDefaultDates = context.options.dates.isDefault
        if !context.allowsFragments { setGate(.root) }
    }

    /// Starts an update of the model at `live`, which stays unchanged until ``commitUpdates()``.
    init(updating live: UnsafeMutableRawPointer, shape: ShapePointer, _ context: DecodingContext, source: EventSource) {
        self.init(root: live, shape: shape, context, source: source)
        top.pointee.isUpdate = true
        top.pointee.live = live
        setGate(.update)
    }

    var options: DecodingOptions {
        @inline(__always) get { context.options }
    }

    // The state that only some documents need is in the memory, so that creating, moving and ending a binder does not
    // touch it.
    // SAFETY: a memory has only one binder at a time.

    var replays: ReplayState {
        @inline(__always) get { memory.pointee.features.replays }
        nonmutating _modify { yield &memory.pointee.changedFeatures.replays }
    }
    var parts: PartState {
        @inline(__always) get { memory.pointee.features.parts }
        nonmutating _modify { yield &memory.pointee.changedFeatures.parts }
    }
    var keyTexts: KeyTexts {
        @inline(__always) get { memory.pointee.features.keyTexts }
        nonmutating _modify { yield &memory.pointee.changedFeatures.keyTexts }
    }
    var unknown: UnknownMemberState {
        @inline(__always) get { memory.pointee.features.unknown }
        nonmutating _modify { yield &memory.pointee.changedFeatures.unknown }
    }
    var updates: PendingUpdates {
        @inline(__always) get { memory.pointee.features.updates }
        nonmutating _modify { yield &memory.pointee.changedFeatures.updates }
    }

    var collected: CollectedErrors {
        @inline(__always) get { memory.pointee.features.collected }
        nonmutating _modify { yield &memory.pointee.changedFeatures.collected }
    }

    var isUpdate: Bool { frames.pointee.isUpdate }

    /// The order in which the keys of a table are expected.
    @inline(__always)
    func keyOrder(of keys: UnsafePointer<KeyTable>) -> KeyOrders.Cells { memory.pointee.orders.cells(of: keys) }

    /// Pushes a frame, which invalidates pointers into the stack.
    @inline(__always)
    mutating func push(_ frame: consuming Frame) {
        if top == lastFrame { growFrames() }
        top += 1
        top.initialize(to: frame)
    }

    @inline(never)
    private mutating func growFrames() {
        growStack(&frames, top: &top, last: &lastFrame)
        (memory.pointee.frames, memory.pointee.lastFrame) = (frames, lastFrame)
    }

    deinit {
        var frame = top
        while frame > frames {
            frame.pointee.destroyContents()
            frame -= 1
        }
        if isComplete, !frames.pointee.isUpdate {
            frames.pointee.shape.destroy(frames.pointee.base)
        }
        endNotes()
        memory.pointee.endFeatures()
    }
}

extension Binder {
    /// Moves the complete value out of its slot.
    mutating func takeResult<Value>(as type: Value.Type) -> Value {
        precondition(isComplete && !isUpdate, "the result is taken once, after decoding has succeeded")
        isComplete = false
        // SAFETY: the root's shape was built for the metatype that the caller passed for a Value.
        assert(Reflection.isType(frames.pointee.shape.pointee.type, orSubclassOf: Value.self))
        return frames.pointee.base.assumingMemoryBound(to: Value.self).move()
    }
}

extension Frame {
    /// Destroys the values and buffers that the frame has not handed to its parent.
    func destroyContents() {
        destroyValues()
        buffer?.deallocate()
        keyBuffer?.deallocate()
    }

    /// Destroys the frame's values, but not the buffers that they are in.
    func destroyValues() {
        switch kind {
        case .object:
            if let meta {
                for (index, field) in meta.pointee.fieldsAndParts.enumerated() where isSeen(Int32(index)) {
                    field.shape.destroy(base + field.offset)
                }
            }
            moreSeen?.deallocate()
            ranks?.deallocate()
        case .list, .fixedList:
            if count > 0 {
                shape.pointee.element!.destroy(base, count: count)
            }
        case .dictionary:
            shape.pointee.element!.destroy(base, count: count)
            shape.pointee.key!.destroy(keyBuffer!.start, count: count + (hasPendingKey ? 1 : 0))
        case .tagged:
            let table = shape.pointee.variants!
            if count > 0, let value = table.pointee.variants[Int(field)].shape {
                value.destroy(base)
            }
        case .root, .group, .elements, .wrapper, .discard, .preview, .ignored, .replacement, .unknown, .variant,
            .undecided, .route, .feed:
            break
        }
    }
}
