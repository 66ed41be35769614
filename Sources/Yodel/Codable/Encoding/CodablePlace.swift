/// Where a value or the members of a container go: a frame of a writer's.
///
/// It has three words, so that the existentials of `Encoder` and the containers hold it without a block of their own.
struct CodablePlace {
    let writer: CodableWriter
    let index: Int
    let serial: UInt64

    /// Whether the frame is the one on top, so that it can be written to.
    @inline(__always)
    var isOnTop: Bool { writer.text.pointee.isOnTop(index, serial) }

    /// Whether the value is not complete.
    var isOpen: Bool { writer.text.pointee.isOpen(index, serial) }

    /// The writer on top of which what comes next for this value is to be written.
    @inline(__always)
    func settle() -> CodableWriter { isOnTop ? writer : writer.settle(self) }

    /// The same for writing, which ends where arrays and objects nest too deeply.
    ///
    /// Containers can be asked for however deep, and by clients whose code recurses with them: they learn of it here.
    @inline(__always)
    mutating func write(_ body: (CodableWriter) throws -> Void) throws {
        // No reference is counted for each member and element.
        let found = isOnTop ? Unmanaged.passUnretained(writer) : settleElsewhere()
        try found._withUnsafeGuaranteedRef { writer in
            guard writer.text.pointee.top.pointee.depth <= CodableText.deepest else { throw CodableTooDeep() }
            try body(writer)
        }
    }

    /// SAFETY: a writer whose text is never read is this place's from here on; that of a rest belongs to the text it is the
    /// rest of until the value that is being written in that is finished, which is later than what is written now.
    @inline(never)
    private mutating func settleElsewhere() -> Unmanaged<CodableWriter> {
        let other = settle()
        // What is written to no purpose is kept together, as a client may ask how much it is.
        if !isOpen { self = other.placeOnTop }
        return .passUnretained(other)
    }

    var codingPath: [any CodingKey] { isOpen ? writer.path(upTo: index) : [] }
}

extension CodablePlace: Encoder {
    var userInfo: [CodingUserInfoKey: Any] { writer.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        settle().openOnTop(.object)
        return keyedContainer()
    }

    /// The container of the members of the object that has been opened here.
    func keyedContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
        ContainerMaker.make(self)
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

    /// The place of the value on top.
    var placeOnTop: CodablePlace {
        CodablePlace(writer: self, index: text.pointee.topIndex, serial: text.pointee.top.pointee.serial)
    }

    /// Opens a place for a value at the end of the text.
    @inline(__always)
    func push(_ step: CodableStep) -> CodablePlace {
        let serial = text.pointee.push(step)
        return CodablePlace(writer: self, index: text.pointee.topIndex, serial: serial)
    }
}
