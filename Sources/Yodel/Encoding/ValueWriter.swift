/// Writes a value in typed storage as JSON: the reverse of the ``Binder``, by the same tables.
///
/// The writer reads values in place; it boxes nothing, and rarely copies or retains. Open values are on a stack of its
/// own, so that a deep value cannot overflow the thread's stack.
///
/// Each function that writes returns whether to go on; after false, either ``failure`` has the error or
/// ``OutputBuffer/stop`` the reason.
///
/// SAFETY: the caller keeps the value at the root's address alive and unchanged, and with it everything that it owns:
/// the elements of arrays, the boxes of wrappers, the objects it refers to. Only the properties of objects can change,
/// when the writer calls a client's code such as ``ModelScalar/scalar`` or the receiver of chunks. So the writer copies
/// any property of an object that it cannot read without such a call in between.
struct ValueWriter: ~Copyable {
    var out: OutputBuffer
    let options: EncodingOptions
    /// Whether strings have escapes beyond those that JSON demands.
    let hasExtraEscapes: Bool
    /// The number of spaces per level, or -1 for text without lines.
    let indentation: Int
    let omitsNil: Bool
    /// Whether the keys of the tables are written unchanged.
    let hasPlainKeys: Bool
    var frames: UnsafeMutablePointer<OutputFrame>
    /// The innermost open value.
    var top: UnsafeMutablePointer<OutputFrame>
    private var lastFrame: UnsafeMutablePointer<OutputFrame>
    /// The number of open arrays and objects.
    var depth = 0
    /// The depth at which the open objects are checked for one that contains itself.
    var cycleCheckDepth = Self.firstCycleCheck
    var failure: (any Error)?
    /// Whether the text contains bytes of a document, in which there may be line feeds.
    var hasForeignText = false
    var pool = GrowthBufferPool()
    /// The unsorted keys of a dictionary, one after another.
    var keyText: [UInt8] = []
    /// The end of each key in ``keyText``.
    var keyEnds: [Int] = []
    /// The outer text, kept while an object is written to a buffer for its type's hook; the outermost first.
    var outerBuffers: [UnsafeMutablePointer<OutputBuffer>] = []
    /// The tables of models that have a property under the key of a tag; nil until there is one.
    var tagless: TaglessTables?

    /// The depth of the first check for an object that contains itself.
    static let firstCycleCheck = 128

    init(options: EncodingOptions, capacity: Int, receiver: OutputBuffer.Receiver? = nil) {
        // Uses local values only: with file-by-file optimisation, reading a property of the incomplete writer has led
        // to its buffer being destroyed before it was created.
        let hasExtraEscapes = options.escapesSlashes || options.escapesNonASCII
        let indentation = options.indentation ?? -1
        let frames = UnsafeMutablePointer<OutputFrame>.allocate(capacity: 16)
        frames.initialize(to: OutputFrame(kind: .bottom, base: UnsafeRawPointer(Shape.gate), shape: Shape.gate))
        out = OutputBuffer(capacity: capacity, maximumBytes: options.limits.documentBytes, receiver: receiver)
        self.options = options
        self.hasExtraEscapes = hasExtraEscapes
        self.indentation = indentation
        omitsNil = options.nils == .omit
        hasPlainKeys = !hasExtraEscapes && indentation < 0
        self.frames = frames
        lastFrame = frames + 15
        top = frames
    }

    deinit {
        var frame = top
        while frame > frames {
            frame.pointee.releaseContents { $0.deallocate() }
            frame -= 1
        }
        frames.deallocate()
        for buffer in outerBuffers { buffer.deinitialize(count: 1).deallocate() }
    }

    /// Writes a whole document: a value as by ``writeValue(_:_:selection:)``.
    mutating func encode(
        _ root: UnsafeRawPointer, _ shape: ShapePointer, _ selection: UnsafePointer<OutputTable>?
    ) throws {
        // A hook or a transform may encode a value within many others. Any JSON is written without code of a client.
        guard shape.pointee.kind == .dynamic || CallStack.hasRoom else { throw ModelError.endOfStack() }
        guard writeValue(root, shape, selection: selection), writeOpenValues(), out.finish() else {
            throw reasonForStopping
        }
    }

    /// Writes the rest of all open values, the innermost first.
    mutating func writeOpenValues() -> Bool {
        while true {
            let goesOn =
                switch top.pointee.kind {
                case .object: writeMembers()
                case .list: writeElements()
                case .elements: writeArrayMember()
                case .dictionary: writeEntry()
                case .members: writeMember()
                case .unknown: writeUnknownMember()
                case .finishing: finishObject()
                case .copy: popCopy()
                case .tagged: close(UInt8(ascii: "}"))
                case .bottom: false
                }
            guard goesOn else { return top == frames && failure == nil && out.stop == nil }
        }
    }

    // MARK: - The stack

    /// Pushes a frame, which invalidates pointers into the stack.
    @inline(__always)
    mutating func push(_ frame: consuming OutputFrame) {
        if top == lastFrame { growFrames() }
        top += 1
        top.initialize(to: frame)
    }

    @inline(never)
    private mutating func growFrames() {
        growStack(&frames, top: &top, last: &lastFrame)
    }

    /// Writes an opening bracket.
    @inline(__always)
    mutating func open(_ bracket: UInt8) -> Bool {
        guard out.makeRoom() else { return false }
        if depth >= options.limits.depth { return failDepth() }
        depth &+= 1
        out.put(bracket)
        return true
    }

    /// Writes a closing bracket and pops the frame.
    @inline(__always)
    mutating func close(_ bracket: UInt8) -> Bool {
        depth &-= 1
        if indentation >= 0, !top.pointee.isEmpty {
            guard breakLine() else { return false }
        }
        out.put(bracket)
        top -= 1
        return out.makeRoom()
    }

    mutating func breakLine() -> Bool {
        let spaces = indentation.multipliedReportingOverflow(by: depth)
        return out.breakLine(spaces: spaces.overflow ? .max : spaces.partialValue)
    }

    // MARK: - Objects

    @inline(__always)
    mutating func pushObject(_ base: UnsafeRawPointer, _ table: UnsafePointer<OutputTable>, isInstance: Bool) -> Bool {
        if !table.pointee.isPlain, !beginSpecial(base, table) { return false }
        guard open(UInt8(ascii: "{")) else { return false }
        let entries = options.sortsKeys ? table.pointee.sorted : table.pointee.entries
        push(
            OutputFrame(
                kind: .object, isInstance: isInstance, base: base, shape: Shape.gate, entry: entries - 1,
                selection: table))
        return true
    }

    /// Pushes an instance of a class, which may contain itself; an instance of a subclass is written by its own table.
    mutating func pushInstance(
        _ object: UnsafeRawPointer, _ model: TypeMetaPointer, _ selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        if depth >= cycleCheckDepth {
            // Each check covers twice as many objects as the one before, so all of them together take linear time.
            cycleCheckDepth *= 2
            if let repeated = repeatedInstance { return failCycle(at: repeated) }
        }
        if model.pointee.isOfSubclass(object) { return pushSubclassInstance(object, model, selection) }
        return pushObject(object, selection ?? model.pointee.output, isInstance: true)
    }

    @inline(never)
    private mutating func pushSubclassInstance(
        _ object: UnsafeRawPointer, _ declared: TypeMetaPointer, _ selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        do throws(ModelError) {
            let shape = try declared.pointee.shape(ofSubclassInstance: object)
            let whole = shape.pointee.model!.pointee.output
            let selected = try selection.flatMap { (selection) throws(ModelError) in
                try options.selection?.table(for: shape, of: options, by: selection.pointee.holderRules)
            }
            return pushObject(object, selected ?? whole, isInstance: true)
        } catch {
            return fail(error.code, reason: error.reason, underlying: error)
        }
    }
}
