/// The text that `Encodable` values are written to, and what is open in it.
///
/// It knows JSON, and nothing of the values. None of its functions calls code of a client's, so each has it to itself.
struct CodableText: ~Copyable {
    /// Arrays and objects that may be open; the same as in Foundation's encoder, and what a decoder accepts.
    static let deepest = 511

    /// The bits of a serial number below that of the text which gave it out.
    ///
    /// So it stands for one value in all texts of a document. Memory comes to an end before numbers of either kind do.
    static let serialBits: UInt64 = 36

    var out: OutputBuffer
    private(set) var layout: CodableLayout
    private var frames: UnsafeMutablePointer<CodableFrame>
    /// The innermost open value; before the first one the place before it.
    private(set) var top: UnsafeMutablePointer<CodableFrame>
    private var lastFrame: UnsafeMutablePointer<CodableFrame>
    /// What the members of all open values are, where that is recorded.
    var members = CodableMembers(capacity: 8)
    /// The containers that were asked for within values that are open.
    var containers: [NestedContainer] = []
    /// What is written apart from this text, or what this is one of; nil when nothing is.
    var parts: CodableParts?
    /// Which of a document's texts this is: the first, or one of its parts.
    private(set) var number = 0
    /// Open arrays and objects around the text.
    private(set) var depthAround = 0
    /// More arrays and objects have been open than may be.
    var isTooDeep = false
    private var nextSerial: UInt64 = 1

    init(capacity: Int) {
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
    ///
    /// - Parameter number: Which of a document's texts it is.
    mutating func reset(_ layout: CodableLayout, depthAround: Int, number: Int = 0) {
        unwind(to: -1)
        out.cursor = out.start
        members.truncate(to: 0)
        containers.removeAll(keepingCapacity: true)
        parts?.removeAll()
        parts = nil
        isTooDeep = false
        nextSerial = UInt64(number) << Self.serialBits + 1
        self.number = number
        self.layout = layout
        self.depthAround = depthAround
    }

    /// Gives memory back that a large document has left: the next may be small.
    mutating func trim() {
        out.trim(to: 1 << 16)
        if members.count == 0, members.capacity > 4_096 { members = CodableMembers(capacity: 8) }
        if containers.capacity > 4_096 { containers = [] }
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
                serial: serial, start: count, depth: depth, firstMember: members.count,
                firstContainer: containers.count, step: step))
        return serial
    }

    /// Takes over a frame of another text's.
    mutating func push(_ frame: consuming CodableFrame) {
        if top == lastFrame { growFrames() }
        top += 1
        top.initialize(to: frame)
    }

    /// A serial number for something that has no frame here.
    mutating func takeSerial() -> UInt64 {
        defer { nextSerial += 1 }
        return nextSerial
    }

    /// Where the frame with a serial number is, if it is open.
    func index(of serial: UInt64) -> Int? {
        var index = topIndex
        while index >= 0, frames[index].serial != serial { index -= 1 }
        return index >= 0 ? index : nil
    }

    @inline(never)
    private mutating func growFrames() {
        growStack(&frames, top: &top, last: &lastFrame)
    }

    /// Takes the frame on top away, with all that is known of its members.
    @inline(__always)
    mutating func pop() {
        members.truncate(to: top.pointee.firstMember)
        // Those within a container that is closed for the time being can be found again.
        if top.pointee.lastInner != 0, !top.pointee.isContainer { dropContainers() }
        top.deinitialize(count: 1)
        top -= 1
    }

    @inline(never)
    private mutating func dropContainers() {
        containers.removeLast(containers.count - top.pointee.firstContainer)
    }

    /// Takes away frames on top that another text has taken over, with their members.
    mutating func dropFrames(_ number: Int) {
        (top - (number - 1)).deinitialize(count: number)
        top -= number
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
        if top.pointee.depth > Self.deepest { isTooDeep = true }
        _ = out.makeRoom()
        out.put(UInt8(ascii: content == .object ? "{" : "["))
    }

    /// Ends the value on top, which is `{}` where nothing has been encoded, and takes its frame away.
    @inline(__always)
    mutating func close() {
        switch top.pointee.content {
        case .nothing, .scalar: closePlain()
        case .array:
            if top.pointee.isDisordered { layOutMembers() }
            closeBracket(UInt8(ascii: "]"))
        case .object:
            if top.pointee.isDisordered || (layout.sortsKeys && !areKeysSorted) { layOutMembers() }
            closeBracket(UInt8(ascii: "}"))
        }
        pop()
    }

    /// Ends the container on top, and the member or element that it is, for good.
    mutating func closeContainer() {
        close()
        endMember()
    }

    /// Closes all there is.
    mutating func complete() {
        while topIndex > 0 { closeContainer() }
        if topIndex == 0 { close() }
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
