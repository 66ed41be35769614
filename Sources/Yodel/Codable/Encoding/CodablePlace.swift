/// Where a value or the members of a container go: a frame of a writer's.
///
/// It has three words, so that the existentials of `Encoder` and the containers hold it without a block of their own.
struct CodablePlace {
    private(set) var writer: CodableWriter
    private(set) var index: Int
    private(set) var serial: UInt64

    init(writer: CodableWriter, index: Int, serial: UInt64) {
        self.writer = writer
        self.index = index
        self.serial = serial
    }

    /// The writer in which this frame is on top; that may be another by now, and what is open above is closed.
    @inline(__always)
    func settle() -> CodableWriter {
        writer.text.pointee.isOnTop(index, serial) ? writer : writer.settle(serial)
    }

    /// The same for writing, which ends where arrays and objects nest too deeply.
    ///
    /// Containers can be asked for however deep, and by clients whose code recurses with them: they learn of it here.
    @inline(__always)
    mutating func settleToWrite() throws -> CodableWriter {
        if !writer.text.pointee.isOnTop(index, serial) { follow() }
        guard writer.text.pointee.top.pointee.depth <= CodableText.deepest else { throw CodableTooDeep() }
        return writer
    }

    /// Has it stand for where the frame is now, so that this needs not be found out every time.
    @inline(never)
    private mutating func follow() {
        writer = settle()
        assert(writer.text.pointee.topIndex >= 0, "What has been settled is open")
        index = writer.text.pointee.topIndex
        serial = writer.text.pointee.top.pointee.serial
    }

    var codingPath: [any CodingKey] { writer.path(of: serial) }
}

extension CodablePlace: Encoder {
    var userInfo: [CodingUserInfoKey: Any] { writer.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        settle().openOnTop(.object)
        return KeyedEncodingContainer(CodableKeyedContainer<Key>(place: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        settle().openOnTop(.array)
        return CodableUnkeyedContainer(place: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { CodableSingleValueContainer(place: self) }
}

extension CodableWriter {
    /// Makes the value on top an array or object, unless it is one already.
    @inline(__always)
    func openOnTop(_ content: CodableFrame.Content) {
        let found = text.pointee.top.pointee.content
        if found == .nothing { return text.pointee.open(content) }
        if found != content {
            programmingError("A value is an object, an array or something else, not two of these at once")
        }
    }

    /// Opens a place for a value at the end of the text.
    @inline(__always)
    func push(_ step: CodableStep) -> CodablePlace {
        let serial = text.pointee.push(step)
        return CodablePlace(writer: self, index: text.pointee.topIndex, serial: serial)
    }
}
