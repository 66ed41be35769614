import Synchronization

/// Puts a document's values into typed storage: the one consumer of events on the typed path.
///
/// A stack of ``Frame``s over raw storage. It knows where a value goes and how to put it there, not how JSON is
/// written; every event source drives this same code. Each event function returns whether to go on; when it says no,
/// either ``failure`` holds the error or ``isComplete`` is true.
///
/// Memory: the binder owns whatever it has begun and not handed over. ``deinit`` destroys exactly the values the
/// frames account for, so an error after any event leaks nothing and frees nothing twice.
struct Binder: ~Copyable {
    /// The source's, and there as long as the binder.
    private let memory: UnsafeMutablePointer<BinderMemory>
    private(set) var frames: UnsafeMutablePointer<Frame>
    /// The frame that the next value belongs to.
    var top: UnsafeMutablePointer<Frame>
    /// How many frames are below the one on top.
    var topIndex: Int { top - frames }
    /// The last frame there is room for.
    private var lastFrame: UnsafeMutablePointer<Frame>
    /// How many arrays and objects are open, skipped ones aside.
    var depth = 0
    let context: DecodingContext
    /// What is left for this document of the context's limits.
    let limits: ParserLimits
    var failure: ModelError?
    /// The root value is in its slot.
    var isComplete = false
    var pool: GrowthBufferPool {
        @inline(__always) _read { yield memory.pointee.pool }
        @inline(__always) _modify { yield &memory.pointee.pool }
    }
    /// Says where events come from; set by the source before its first event.
    unowned(unsafe) var source: EventSource
    /// Where the items of a feed go; nil where a document is decoded as one value.
    var feeds: FeedRun?
    /// What is noted besides the result; nil where no notes are wanted.
    let notes: DecodingNotes?
    /// That of the notes; nil where no report on drift is wanted.
    let drift: DriftTally?
    /// ``Frame/straightFlag`` where plain structs and arrays may be read straight from the text, else 0.
    let straightFlag: UInt8
    /// Dates are read as they are by default.
    let hasDefaultDates: Bool
    /// Each document is an item of a feed: the binder stops after it, and keeps it until it is known that nothing
    /// follows.
    var isOneByOne = false
    /// An array of items begins that something else reads; its source looks for that and goes on.
    var isPaused = false
    /// It is never read: a value that holds an atomic is used where it lies.
    ///
    /// Without one, the compiler copies all of the binder to the stack and back around calls that only read it, twenty
    /// times for an item of a feed that fails.
    private let anchor = Atomic<Bool>(false)

    /// Starts at a root value of a shape, to be put at `root`, which has room for it and holds nothing.
    init(root: UnsafeMutableRawPointer, shape: ShapePointer, _ context: DecodingContext, source: EventSource) {
        memory = source.binderMemory
        (frames, lastFrame) = (memory.pointee.frames, memory.pointee.lastFrame)
        self.context = context
        limits = context.limits
        self.source = source
        top = frames
        top.initialize(to: Frame(kind: .root, slot: root, slotShape: shape, shape: shape, base: root, limit: root))
        notes = context.notes ?? DecodingNotes(context)
        drift = notes?.drift
        // Where every key is counted or limits may be exceeded by what is short, the events see to it.
        straightFlag = drift == nil && limits.areRoomy ? Frame.straightFlag : 0
        hasDefaultDates = context.options.dates.isDefault
        if !context.allowsFragments { setGate(.root) }
    }

    /// Starts an update of the model at `live`, which stays as it is until ``commitUpdates()``.
    init(updating live: UnsafeMutableRawPointer, shape: ShapePointer, _ context: DecodingContext, source: EventSource) {
        self.init(root: live, shape: shape, context, source: source)
        top.pointee.isUpdate = true
        top.pointee.live = live
        setGate(.update)
    }

    var options: DecodingOptions {
        @inline(__always) get { context.options }
    }

    // What only some documents need lies in the memory, so that a binder is made, moved and ended without it.
    // SAFETY: one binder at a time works in a memory, and has it to itself.

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

    /// Pushes a frame; pointers into the stack are void afterwards.
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
            frames.pointee.shape.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(frames.pointee.base, count: 1) }
        }
        endNotes()
        memory.pointee.endFeatures()
    }
}

extension Binder {
    /// Moves the finished value out of the slot it was made in.
    mutating func takeResult<Value>(as type: Value.Type) -> Value {
        precondition(isComplete && !isUpdate, "a result is taken once, of a decoding that has succeeded")
        isComplete = false
        // SAFETY: the root's shape was built for the metatype that the caller was given for a Value.
        assert(Reflection.isType(frames.pointee.shape.pointee.type, orSubclassOf: Value.self))
        return frames.pointee.base.assumingMemoryBound(to: Value.self).move()
    }
}

extension Frame {
    /// Destroys what the frame holds and has not handed to its parent.
    func destroyContents() {
        destroyValues()
        buffer?.deallocate()
        keyBuffer?.deallocate()
    }

    /// Destroys the values the frame holds, but not the buffers they are in.
    func destroyValues() {
        switch kind {
        case .object:
            destroySeenFields()
            moreSeen?.deallocate()
            ranks?.deallocate()
        case .list, .fixedList:
            if count > 0 {
                shape.pointee.element!.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(base, count: count) }
            }
        case .dictionary:
            shape.pointee.element!.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(base, count: count) }
            shape.pointee.key!.pointee.storage._withUnsafeGuaranteedRef {
                $0.destroy(keyBuffer!.start, count: count + (hasPendingKey ? 1 : 0))
            }
        case .tagged:
            let table = shape.pointee.variants!
            if count > 0, let value = table.pointee.variants[Int(field)].shape {
                value.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(base, count: 1) }
            }
        case .root, .group, .elements, .wrapper, .discard, .preview, .ignored, .replacement, .unknown, .variant,
            .undecided, .route, .feed:
            break
        }
    }

    func destroySeenFields() {
        guard let meta else { return }
        for (index, field) in meta.pointee.slots.enumerated() where isSeen(Int32(index)) {
            field.shape.pointee.storage._withUnsafeGuaranteedRef { $0.destroy(base + field.offset, count: 1) }
        }
    }
}
