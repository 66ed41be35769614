/// Writes a value in typed storage as JSON: the reverse of the ``Binder``, by the same tables.
///
/// Values are read at their addresses, where they are; nothing is boxed, and next to nothing copied or counted. The
/// open values are on a stack of their own, so that no value is too deep for the thread's.
///
/// Each function that writes returns whether to go on; when it says no, either ``failure`` holds the error or
/// ``OutputBuffer/stop`` says why.
///
/// SAFETY: what lies at the root's address is kept alive and not changed by whoever encodes it, and with it everything
/// that it owns: the elements of arrays, the boxes of wrappers, the objects it refers to. The properties of objects
/// alone can change, even so: by a client's code that is called on the way, such as ``ModelScalar/scalar`` or the
/// receiver of chunks. What cannot be read in one go of an object's properties is therefore copied first.
struct ValueWriter: ~Copyable {
    var out: OutputBuffer
    let options: EncodingOptions
    /// Strings have more escaped than has to be.
    let hasExtraEscapes: Bool
    /// Spaces for each level, -1 where there are no lines.
    let indentation: Int
    let omitsNil: Bool
    /// Keys are written as they are in the tables.
    let hasPlainKeys: Bool
    var frames: UnsafeMutablePointer<OutputFrame>
    /// The innermost open value.
    var top: UnsafeMutablePointer<OutputFrame>
    private var lastFrame: UnsafeMutablePointer<OutputFrame>
    /// How many arrays and objects are open.
    var depth = 0
    /// The depth at which the open objects are looked at for one that contains itself.
    var cycleCheckDepth = Self.firstCycleCheck
    var failure: (any Error)?
    /// Bytes have been written that are not the writer's own: a document's, which may have line feeds in them.
    var hasForeignText = false
    var pool = GrowthBufferPool()
    /// The texts of a dictionary's keys before they are sorted.
    var keyText: [UInt8] = []
    /// Where each of them ends.
    var keyEnds: [Int] = []
    /// What was being written around the objects that their types look at first, the outermost first.
    var outerBuffers: [UnsafeMutablePointer<OutputBuffer>] = []

    /// The depth of the first look for an object that contains itself.
    static let firstCycleCheck = 128

    init(options: EncodingOptions, capacity: Int, sink: OutputBuffer.Sink?) {
        // From local values alone: optimised file by file, reading properties of a writer that is not yet whole has
        // ended in its buffer being destroyed before there was one.
        let hasExtraEscapes = options.escapesSlashes || options.escapesNonASCII
        let indentation = options.indentation ?? -1
        let frames = UnsafeMutablePointer<OutputFrame>.allocate(capacity: 16)
        let nothing = UnsafeRawPointer(Shape.gate)
        frames.initialize(
            to: OutputFrame(
                kind: .bottom, base: nothing, shape: Shape.gate,
                entry: nothing.assumingMemoryBound(to: OutputEntry.self)))
        out = OutputBuffer(capacity: capacity, maximumBytes: options.limits.documentBytes, sink: sink)
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
            frame.pointee.destroyContents()
            frame -= 1
        }
        frames.deallocate()
        for buffer in outerBuffers {
            buffer.deinitialize(count: 1)
            buffer.deallocate()
        }
    }

    /// Writes a whole document.
    ///
    /// - Parameter selection: What of the models in the value is to be written; nil for all of it.
    mutating func encode(
        _ root: UnsafeRawPointer, _ shape: ShapePointer, _ selection: UnsafePointer<OutputTable>?
    ) throws {
        guard writeValue(root, shape, selection: selection), writeOpenValues(), out.finish() else {
            throw reasonForStopping
        }
    }

    /// Writes what is left of all open values, the innermost first.
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
                case .tagged: closeTagged()
                case .bottom: false
                }
            guard goesOn else { return top == frames && failure == nil && out.stop == nil }
        }
    }

    // MARK: - The stack

    /// Pushes a frame; pointers into the stack are void afterwards.
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

    /// Writes what comes before an element or member but the comma of a compact member, which its key has.
    @inline(never)
    mutating func breakLine() -> Bool {
        guard out.makeRoom() else { return false }
        out.put(UInt8(ascii: "\n"))
        let spaces = indentation.multipliedReportingOverflow(by: depth)
        return out.write(UInt8(ascii: " "), count: spaces.overflow ? .max : spaces.partialValue)
    }

    // MARK: - Objects

    @inline(__always)
    mutating func pushObject(_ base: UnsafeRawPointer, _ table: UnsafePointer<OutputTable>, isInstance: Bool) -> Bool {
        if !table.pointee.isPlain, !beginSpecial(base, table) { return false }
        guard open(UInt8(ascii: "{")) else { return false }
        let entries = options.sortsKeys ? table.pointee.sorted : table.pointee.entries
        push(
            OutputFrame(kind: .object, isInstance: isInstance, base: base, shape: Shape.gate, entry: entries - 1))
        return true
    }

    /// Pushes an instance of a class, which may contain itself, or of a subclass, which is written by its own table.
    mutating func pushInstance(
        _ object: UnsafeRawPointer, _ model: TypeMetaPointer, _ selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        if depth >= cycleCheckDepth {
            // Each look is at twice as many objects as the one before: all of them together take linear time.
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
                try options.selection?.table(for: shape, of: options, at: selection.pointee.place)
            }
            return pushObject(object, selected ?? whole, isInstance: true)
        } catch {
            return fail(error.code, reason: error.reason, underlying: error)
        }
    }
}
