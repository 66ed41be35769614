/// Values that are written apart from the text they belong to, because it went on before they were complete.
///
/// ```swift
/// var xs = container.nestedUnkeyedContainer(forKey: .xs)
/// var ys = container.nestedUnkeyedContainer(forKey: .ys)   // xs is closed: `{"xs":[],"ys":[`
/// try xs.encode(1)                                         // xs is taken out, and is a part from here on
/// ```
///
/// A part has a writer of its own, which stays open until the value around it is complete; then it is put where it
/// belongs. Nothing is moved twice for being written into in turn.
final class CodableParts {
    private(set) var writers: [CodableWriter] = []

    func add(_ writer: CodableWriter) -> Int {
        writers.append(writer)
        return writers.count - 1
    }

    /// Gives all up: they know of each other, and would never go away by themselves.
    func removeAll() {
        let all = writers
        writers = []
        withExtendedLifetime(all) {}
    }

    /// Completes a part and appends it to a text; returns whether it nests too deeply.
    func append(_ part: Int, to text: inout [UInt8]) -> Bool {
        let writer = writers[part]
        writer.complete()
        text.append(contentsOf: writer.text.pointee.out.bytes)
        return writer.text.pointee.isTooDeep
    }
}

extension CodableWriter {
    /// Closes all there is.
    func complete() {
        while text.pointee.topIndex > 0 { closeContainer() }
        if text.pointee.topIndex == 0 { text.pointee.close() }
    }

    // MARK: - Finding

    /// The writer in which the frame with a serial number is on top from now on.
    ///
    /// For one that is no more, because the value it belongs to is complete, that is a writer nobody reads.
    @inline(never)
    func settle(_ serial: Int) -> CodableWriter {
        if let index = text.pointee.index(of: serial) {
            uncover(index)
            return self
        }
        if let place = text.pointee.moved[serial] { return part(place.part)?.settle(place.serial) ?? unread() }
        guard let container = container(serial), container.parent > 0 else { return unread() }
        return reopen(container, in: settle(container.parent))
    }

    /// The writer and the place of the frame with a serial number, if it is open.
    func find(_ serial: Int) -> (writer: CodableWriter, index: Int)? {
        if let index = text.pointee.index(of: serial) { return (self, index) }
        return text.pointee.moved[serial].flatMap { part($0.part)?.find($0.serial) }
    }

    /// The coding path of the frame with a serial number, open or closed for the time being.
    func path(of serial: Int) -> [any CodingKey] {
        if let index = text.pointee.index(of: serial) { return path(upTo: index) }
        if let place = text.pointee.moved[serial] { return part(place.part)?.path(of: place.serial) ?? [] }
        return container(serial).map { path(of: $0.parent) + keys(of: $0.step) } ?? []
    }

    /// What is known of a container that has been asked for.
    private func container(_ serial: Int) -> NestedContainer? {
        text.pointee.containerIndex(serial).map { text.pointee.containers[$0] }
    }

    /// The writer of a part; nil when the document has been completed.
    private func part(_ number: Int) -> CodableWriter? {
        guard let writers = text.pointee.parts?.writers, number < writers.count else { return nil }
        return writers[number]
    }

    /// A writer that nobody reads.
    func unread() -> CodableWriter {
        let writer = CodableWriter(memory: memory)
        writer.begin(options)
        _ = writer.push(.none)
        return writer
    }

    // MARK: - Moving

    /// Makes a frame the one on top: what is open within it is closed if it is containers only, and else moved to a part.
    private func uncover(_ index: Int) {
        let above = index + 1..<text.pointee.topIndex + 1
        let canBeClosed = above.allSatisfy {
            text.pointee.frame($0).pointee.isContainer && !text.pointee.frame($0).pointee.hasParts
        }
        if canBeClosed {
            for _ in above { closeContainer() }
        } else {
            moveOut(above)
        }
    }

    /// Makes a part of the frames on top.
    private func moveOut(_ frames: Range<Int>) {
        let (part, number) = makePart(pathAround: path(upTo: frames.lowerBound - 1))
        text.pointee.move(frames, to: &part.text.pointee)
        for index in 0..<frames.count {
            let serial = part.text.pointee.frame(index).pointee.serial
            text.pointee.moved[serial] = (number, serial)
        }
        text.pointee.replaceMember(by: number)
    }

    private func makePart(pathAround: [any CodingKey]) -> (CodableWriter, Int) {
        let parts = text.pointee.parts ?? CodableParts()
        text.pointee.parts = parts
        let part = CodableWriter(memory: memory)
        part.begin(options, pathAround: pathAround)
        part.callDepth = callDepth
        part.text.pointee.parts = parts
        return (part, parts.add(part))
    }

    /// Makes a part of a container that has been closed, or finds the part that it is already.
    ///
    /// - Parameter home: The writer in which the value around it is on top.
    private func reopen(_ container: NestedContainer, in home: CodableWriter) -> CodableWriter {
        if !home.text.pointee.top.pointee.hasMembers { home.text.pointee.recordMembers() }
        let number = home.text.pointee.top.pointee.firstMember + container.member
        guard number < home.text.pointee.members.count else { return unread() }
        switch home.text.pointee.members[number].content {
        case .part(let part):
            return enter(part, as: container.serial, of: home)
        case .container(container.serial):
            return enter(
                home.takeOut(number, container, knownBy: self), as: container.serial, of: home)
        default: return unread()
        }
    }

    /// Notes that a container is a part, and returns the part's writer with the container on top.
    private func enter(_ part: Int, as serial: Int, of home: CodableWriter) -> CodableWriter {
        text.pointee.parts = home.text.pointee.parts
        guard let writer = self.part(part), writer.text.pointee.topIndex >= 0 else { return unread() }
        text.pointee.moved[serial] = (part, writer.text.pointee.frame(0).pointee.serial)
        writer.uncover(0)
        return writer
    }

    /// Makes a part of the value of a member of the value on top, which is an object or array.
    ///
    /// - Parameter other: The writer that knows of containers within it.
    private func takeOut(_ number: Int, _ container: NestedContainer, knownBy other: CodableWriter) -> Int {
        let (part, partNumber) = makePart(pathAround: path)
        let member = text.pointee.members[number]
        part.text.pointee.take(
            UnsafeBufferPointer(rebasing: text.pointee.out.bytes[member.start + member.valueOffset..<member.end]),
            container, depth: text.pointee.top.pointee.depth + 1)
        var next = other.container(container.lastInner)
        while let inner = next {
            if inner.parent == container.serial, inner.member < part.text.pointee.members.count {
                part.text.pointee.members[inner.member].content = .container(inner.serial)
            }
            next = other.container(inner.previous)
        }
        text.pointee.top.pointee.member = number
        text.pointee.replaceMember(by: partNumber)
        return partNumber
    }

    // MARK: - Nested containers

    /// Begins an element of the array on top that is a container.
    func nestElement(_ content: CodableFrame.Content) -> CodablePlace {
        let mark = text.pointee.beginElement()
        return nest(content, .index(mark.count), member: mark.count)
    }

    /// Begins a member of the object on top that is a container, or goes on with the one that there is for its key.
    func nest<Key: CodingKey>(_ content: CodableFrame.Content, _ key: Key, in parent: CodablePlace) -> CodablePlace {
        let name = name(of: key)
        if let number = text.pointee.existingMember(name) { return goOn(number, content, .key(key)) }
        _ = text.pointee.beginMember(name)
        return nest(content, .key(key), member: text.pointee.top.pointee.member - text.pointee.top.pointee.firstMember)
    }

    private func nest(_ content: CodableFrame.Content, _ step: CodableStep, member: Int) -> CodablePlace {
        let around = text.pointee.top.pointee
        let place = CodablePlace(writer: self, index: text.pointee.topIndex + 1, serial: text.pointee.takeSerial())
        if around.hasMembers { text.pointee.members[around.member].content = .container(place.serial) }
        text.pointee.addContainer(place.serial, member: member, step)
        text.pointee.pushContainer(place.serial, step)
        text.pointee.open(content)
        return place
    }

    /// A place for more members or elements of a value that has been written.
    @inline(never)
    private func goOn(_ number: Int, _ content: CodableFrame.Content, _ step: CodableStep) -> CodablePlace {
        let serial = text.pointee.takeSerial()
        let around = text.pointee.top.pointee
        let container = NestedContainer(
            serial: serial, parent: around.serial, member: number - around.firstMember, step: step)
        let part: Int
        switch text.pointee.members[number].content {
        case .part(let number): part = number
        case .container(let serial):
            part = takeOut(number, self.container(serial) ?? container, knownBy: self)
        case .text, .dropped: part = takeOut(number, container, knownBy: self)
        }
        if case .container(let other) = text.pointee.members[number].content { text.pointee.setParent(0, of: other) }
        let writer = enter(part, as: serial, of: self)
        if writer.text.pointee.top.pointee.content != content {
            programmingError("The value for a key is an object, an array or something else, not two of these at once")
        }
        return CodablePlace(writer: self, index: -1, serial: serial)
    }
}
