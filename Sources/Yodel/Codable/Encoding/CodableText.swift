/// The text to which `Encodable` values are written, with the stack of open values.
///
/// It knows JSON but not the values. None of its functions calls a client's code, so each has exclusive access.
struct CodableText: ~Copyable {
    /// The maximum number of open arrays and objects; the same as in Foundation's encoder.
    static let deepest = 511

    /// The bits of a serial number below the number of the text that gave it out.
    ///
    /// So it is unique in all texts of a document. Memory runs out before either kind of number does.
    static let serialBits: UInt64 = 36

    var out: OutputBuffer
    private(set) var layout: CodableLayout
    private var frames: UnsafeMutablePointer<CodableFrame>
    /// The innermost open value; before the first value, the address before it.
    private(set) var top: UnsafeMutablePointer<CodableFrame>
    private var lastFrame: UnsafeMutablePointer<CodableFrame>
    /// The members of all open values, as far as they are recorded.
    var members = CodableMembers(capacity: 8)
    /// The containers that were requested within open values.
    var containers: [NestedContainer] = []
    /// The texts of the document, if there is more than one; nil otherwise.
    var parts: CodableParts?
    /// The number of this text among the document's: the first, or one of its parts.
    private(set) var number = 0
    /// The number of open arrays and objects around the text.
    private(set) var depthAround = 0
    /// Whether the nesting limit was exceeded.
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

    deinit { frames.deinitialize(count: top - frames + 1).deallocate() }

    /// Starts again with the same memory.
    ///
    /// - Parameter number: The number of the text among the document's.
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

    /// Frees memory that a large document needed: the next may be small.
    mutating func trim() {
        out.shrink(to: 1 << 16)
        if members.count == 0, members.capacity > 4_096 { members = CodableMembers(capacity: 8) }
        if containers.capacity > 4_096 { containers = [] }
    }

    // MARK: - Frames

    /// The number of bytes written.
    var count: Int { out.cursor - out.start }

    @inline(__always)
    var topIndex: Int { top - frames }

    @inline(__always)
    func frame(_ index: Int) -> UnsafeMutablePointer<CodableFrame> { frames + index }

    @inline(__always)
    func isOnTop(_ index: Int, _ serial: UInt64) -> Bool {
        index == topIndex && index >= 0 && top.pointee.serial == serial
    }

    func isOpen(_ index: Int, _ serial: UInt64) -> Bool {
        index >= 0 && frames + index <= top && frames[index].serial == serial
    }

    /// Opens a place for a value at the end of the text.
    ///
    /// - Parameter serial: A serial number that has been taken for the value.
    @inline(__always)
    @discardableResult
    mutating func push(_ step: CodablePathStep, serial: UInt64? = nil) -> UInt64 {
        if top == lastFrame { growFrames() }
        let serial = serial ?? takeSerial()
        let depth = top < frames ? depthAround : top.pointee.depth
        top += 1
        top.initialize(
            to: CodableFrame(
                serial: serial, start: count, depth: depth, firstMember: members.count,
                firstContainer: containers.count, step: step))
        return serial
    }

    /// Takes over a frame of another text.
    mutating func push(_ frame: consuming CodableFrame) {
        if top == lastFrame { growFrames() }
        top += 1
        top.initialize(to: frame)
    }

    /// A serial number for something that has no frame here, or none yet.
    @inline(__always)
    mutating func takeSerial() -> UInt64 {
        defer { nextSerial &+= 1 }
        return nextSerial
    }

    func index(of serial: UInt64) -> Int? {
        var index = topIndex
        while index >= 0, frames[index].serial != serial { index -= 1 }
        return index >= 0 ? index : nil
    }

    @inline(never)
    private mutating func growFrames() {
        growStack(&frames, top: &top, last: &lastFrame)
    }

    /// Removes the frame on top and the records of its members.
    @inline(__always)
    mutating func pop() {
        members.truncate(to: top.pointee.firstMember)
        // Containers within a suspended container can still be found again.
        if top.pointee.lastInner != 0, !top.pointee.isContainer { dropContainers() }
        top.deinitialize(count: 1)
        top -= 1
    }

    @inline(never)
    private mutating func dropContainers() {
        containers.removeLast(containers.count - top.pointee.firstContainer)
    }

    /// Removes frames on top that another text has taken over, with their members.
    mutating func dropFrames(_ number: Int) {
        (top - (number - 1)).deinitialize(count: number)
        top -= number
    }

    /// Removes all frames above one, and keeps their text.
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

    /// Ends the value on top, which is `{}` if nothing has been encoded, and removes its frame.
    @inline(__always)
    mutating func close() {
        switch top.pointee.content {
        case .nothing, .scalar: closePlain()
        case .array:
            if top.pointee.isDisordered { layOutMembers() }
            closeBracket(UInt8(ascii: "]"))
        case .object:
            if top.pointee.isDisordered || isUnsorted { layOutMembers() }
            closeBracket(UInt8(ascii: "}"))
        }
        pop()
    }

    /// Ends the container on top, and its member or element, for good.
    mutating func closeContainer() {
        close()
        endMember()
    }

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

    /// Begins the line of a closing bracket; an empty array or object has an empty line before it.
    @inline(never)
    private mutating func closeLines() {
        if top.pointee.count == 0 { out.put(UInt8(ascii: "\n")) }
        _ = out.breakLine(spaces: 2 * (top.pointee.depth - 1))
    }

    @inline(__always)
    mutating func separate() {
        layout.separate(in: &out, isFirst: top.pointee.count == 0, depth: top.pointee.depth)
        top.pointee.count &+= 1
    }
}

/// The layout and escaping of the text.
struct CodableLayout {
    var isPretty = false
    var sortsKeys = false
    /// A character that is escaped although JSON does not require it: a slash, or a quote for none.
    var alsoEscaped = UInt8(ascii: "/")

    /// Writes what comes before a member or element.
    @inline(__always)
    func separate(in out: inout OutputBuffer, isFirst: Bool, depth: Int) {
        _ = out.makeRoom()
        if !isFirst { out.put(UInt8(ascii: ",")) }
        if isPretty { _ = out.breakLine(spaces: 2 * depth) }
    }
}
