/// The destination of a value or of a container's members: a frame of a writer.
///
/// It has three words, so the existentials of `Encoder` and the containers store it inline.
struct CodablePlace {
    private(set) var writer: CodableWriter
    private(set) var index: Int
    private(set) var serial: UInt64

    /// The writer with this frame on top, which may not be the writer that created it; frames above it are closed.
    ///
    /// - Parameter content: What the frame has been opened as, if it is that of a container.
    @inline(__always)
    func settle(as content: CodableFrame.Content = .nothing) -> CodableWriter {
        writer.text.pointee.isOnTop(index, serial) ? writer : writer.settle(serial, as: content)
    }

    /// The same for writing; throws if arrays and objects nest too deeply.
    ///
    /// A client may request containers at any depth, with code that recurses; this is where it gets the error.
    @inline(__always)
    mutating func settleToWrite(as content: CodableFrame.Content) throws -> CodableWriter {
        if !writer.text.pointee.isOnTop(index, serial) { follow(as: content) }
        guard writer.text.pointee.top.pointee.depth <= CodableText.deepest else { throw CodableTooDeep() }
        return writer
    }

    /// Updates the place to the current position of its frame, so that it need not be searched for again.
    @inline(never)
    private mutating func follow(as content: CodableFrame.Content) {
        writer = settle(as: content)
        assert(writer.text.pointee.topIndex >= 0, "A settled place is open")
        index = writer.text.pointee.topIndex
        serial = writer.text.pointee.top.pointee.serial
    }

    var codingPath: [any CodingKey] { writer.path(of: serial) }
}

extension CodablePlace: Encoder {
    var userInfo: [CodingUserInfoKey: Any] { writer.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        settle().openOnTop(.object)
        return keyedContainer()
    }

    /// The container for the members of the object that was opened here.
    func keyedContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> { ContainerMaker.make(self) }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        settle().openOnTop(.array)
        return CodableUnkeyedContainer(place: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension CodableWriter {
    /// Makes the value on top an array or object, unless it is one already.
    @inline(__always)
    func openOnTop(_ content: CodableFrame.Content) {
        let found = text.pointee.top.pointee.content
        if found == .nothing { return text.pointee.open(content) }
        if found != content {
            programmingError(
                "A place has values of different kinds (object, array or single value): encode only one of them")
        }
    }

    /// Opens a place for a value at the end of the text.
    @inline(__always)
    func push(_ step: CodablePathStep) -> CodablePlace {
        let serial = text.pointee.push(step)
        return CodablePlace(writer: self, index: text.pointee.topIndex, serial: serial)
    }

    /// An encoder of a value that is added to the container on top when the encoder is released.
    func superEncoder(
        in place: CodablePlace, _ step: CodablePathStep, _ position: CodableDestination.Position
    ) -> any Encoder {
        let writer = CodableWriter(memory: memory)
        writer.begin(options, depthAround: text.pointee.top.pointee.depth)
        writer.destination = CodableDestination(place: place, step: step, position: position)
        return writer.push(.root)
    }
}

/// The destination of the value of a `superEncoder()`.
///
/// Foundation inserts the value when the encoder is released, not when it is requested: until then the container goes
/// on without it, and the value then replaces a member with the same key. So does Yodel.
struct CodableDestination {
    let place: CodablePlace
    let step: CodablePathStep
    let position: Position

    enum Position {
        case member(String)
        /// Before the element with this index.
        case element(Int)
    }

    /// Inserts text there, unless the container is gone.
    func receive(_ text: borrowing CodableText) {
        let content: CodableFrame.Content = if case .member = position { .object } else { .array }
        let writer = place.settle(as: content)
        defer { withExtendedLifetime(writer) {} }
        let home = writer.text
        if text.isTooDeep { home.pointee.isTooDeep = true }
        switch position {
        case .member(let name): _ = home.pointee.beginMember(name)
        case .element(let index):
            if index < home.pointee.top.pointee.count, !home.pointee.top.pointee.hasMembers {
                home.pointee.recordMembers()
            }
            _ = home.pointee.beginElement()
        }
        _ = home.pointee.out.write(text.out.bytes)
        home.pointee.endMember()
        if case .element(let index) = position, home.pointee.top.pointee.hasMembers {
            home.pointee.moveLastElement(to: index)
        }
    }
}
