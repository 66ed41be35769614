/// The text that `Encodable` values are written to, and what is open in it.
///
/// It knows JSON, and nothing of the values. None of its functions calls code of a client's, so each has it to itself.
struct CodableText: ~Copyable {
    /// Arrays and objects that may be open; the same as in Foundation's encoder, and what a decoder accepts.
    static let deepest = 511

    var out: OutputBuffer
    private(set) var layout: CodableLayout
    private var frames: UnsafeMutablePointer<CodableFrame>
    /// The innermost open value; before the first one the place before it.
    private(set) var top: UnsafeMutablePointer<CodableFrame>
    private var lastFrame: UnsafeMutablePointer<CodableFrame>
    /// What the members of all open values are, where that is recorded.
    var members = CodableMembers(capacity: 8)
    /// What has been written to open values while others were above them, by the places of their frames.
    var rests: [Int: CodableWriter] = [:]
    /// In the text of a rest: what goes before elements that were there before it.
    var early: [(part: UnsafeMutablePointer<CodableText>, index: Int)] = []
    /// Who writes here, or nil when that is no more.
    ///
    /// SAFETY: a writer sets it, and takes it back when it goes away.
    unowned(unsafe) var writer: CodableWriter?
    /// SAFETY: what holds the document alive is a writer; texts that have none belong to the document itself.
    unowned(unsafe) let document: CodableDocument
    /// Open arrays and objects around the text.
    private var depthAround = 0
    private var nextSerial: UInt64 = 1

    init(capacity: Int, of document: CodableDocument) {
        self.document = document
        let frames = UnsafeMutablePointer<CodableFrame>.allocate(capacity: 4)
        out = OutputBuffer(capacity: capacity, maximumBytes: .max)
        layout = CodableLayout()
        self.frames = frames
        lastFrame = frames + 3
        top = frames - 1
    }

    deinit {
        frames.deinitialize(count: top - frames + 1)
        frames.deallocate()
    }

    /// Begins anew, with the memory there is.
    mutating func reset(_ layout: CodableLayout, depthAround: Int) {
        unwind(to: -1)
        out.cursor = out.start
        members.truncate(to: 0)
        if !rests.isEmpty { rests = [:] }
        if !early.isEmpty { early = [] }
        self.layout = layout
        self.depthAround = depthAround
    }

    /// Gives memory back that a large document has left: the next may be small.
    mutating func trim() {
        out.trim(to: 1 << 16)
        if members.count == 0, members.capacity > 4_096 { members = CodableMembers(capacity: 8) }
    }

    // MARK: - Frames

    /// How many bytes there are.
    var count: Int { out.cursor - out.start }

    /// The place of the frame on top.
    @inline(__always)
    var topIndex: Int { top - frames }

    @inline(__always)
    func frame(_ index: Int) -> UnsafeMutablePointer<CodableFrame> { frames + index }

    /// Whether a frame is the one on top.
    @inline(__always)
    func isOnTop(_ index: Int, _ serial: UInt64) -> Bool {
        index == topIndex && index >= 0 && top.pointee.serial == serial
    }

    /// Whether a frame is open.
    func isOpen(_ index: Int, _ serial: UInt64) -> Bool {
        index >= 0 && frames + index <= top && frames[index].serial == serial
    }

    /// Opens a place for a value at the end of the text.
    @inline(__always)
    @discardableResult
    mutating func push(_ step: CodableStep) -> UInt64 {
        if top == lastFrame { growFrames() }
        let serial = nextSerial
        nextSerial &+= 1
        let depth = top < frames ? depthAround : top.pointee.depth
        top += 1
        top.initialize(
            to: CodableFrame(
                serial: serial, start: count, depth: depth, firstMember: members.count, step: step))
        return serial
    }

    @inline(never)
    private mutating func growFrames() {
        growStack(&frames, top: &top, last: &lastFrame)
    }

    /// Takes the frame on top away, with all that is known of its members.
    @inline(__always)
    mutating func pop() {
        members.truncate(to: top.pointee.firstMember)
        top.deinitialize(count: 1)
        top -= 1
    }

    /// Takes away all frames above one, and leaves their text.
    mutating func unwind(to index: Int) {
        while topIndex > index { pop() }
    }

    // MARK: - Arrays and objects

    /// Makes the value on top an array or object.
    @inline(__always)
    mutating func open(_ content: CodableFrame.Content) {
        top.pointee.content = content
        top.pointee.hasMembers = content == .object
        top.pointee.depth &+= 1
        if top.pointee.depth > Self.deepest { document.isTooDeep = true }
        _ = out.makeRoom()
        out.put(UInt8(ascii: content == .object ? "{" : "["))
    }

    /// Ends the value on top, which is `{}` where nothing has been encoded, and takes its frame away.
    @inline(__always)
    mutating func close() {
        switch top.pointee.content {
        case .nothing, .scalar: closePlain()
        case .array:
            if top.pointee.isDisordered || top.pointee.hasParts { layOutMembers() }
            closeBracket(UInt8(ascii: "]"))
        case .object:
            if top.pointee.isDisordered || top.pointee.hasParts || isUnsorted { layOutMembers() }
            closeBracket(UInt8(ascii: "}"))
        }
        pop()
    }

    /// Closes all there is.
    mutating func complete() {
        assert(topIndex <= 0, "Who encodes a value into a text holds the text's writer until that is done")
        while topIndex >= 0 { close() }
    }

    @inline(never)
    private mutating func closePlain() {
        guard top.pointee.content == .nothing else { return }
        open(.object)
        closeBracket(UInt8(ascii: "}"))
    }

    @inline(__always)
    private mutating func closeBracket(_ bracket: UInt8) {
        _ = out.makeRoom()
        if layout.isPretty { closeLines() }
        out.put(bracket)
    }

    /// An empty array or object has an empty line in it.
    @inline(never)
    private mutating func closeLines() {
        if top.pointee.count == 0 { out.put(UInt8(ascii: "\n")) }
        out.put(UInt8(ascii: "\n"))
        _ = out.write(UInt8(ascii: " "), count: 2 * (top.pointee.depth - 1))
    }

    /// Writes what comes before a member or element.
    @inline(__always)
    mutating func separate() {
        _ = out.makeRoom()
        if top.pointee.count > 0 { out.put(UInt8(ascii: ",")) }
        if layout.isPretty { breakLine() }
        top.pointee.count &+= 1
    }

    @inline(never)
    private mutating func breakLine() {
        out.put(UInt8(ascii: "\n"))
        _ = out.write(UInt8(ascii: " "), count: 2 * top.pointee.depth)
    }
}

/// How the text is laid out and escaped.
struct CodableLayout {
    var isPretty = false
    var sortsKeys = false
    /// What is escaped besides what has to be: a slash, or a quote for nothing.
    var alsoEscaped = UInt8(ascii: "/")
}
