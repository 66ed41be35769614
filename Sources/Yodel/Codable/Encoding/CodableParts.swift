/// Values that are written apart from the text they belong to, because that text went on before they were complete.
///
/// ```swift
/// var xs = container.nestedUnkeyedContainer(forKey: .xs)
/// var ys = container.nestedUnkeyedContainer(forKey: .ys)   // xs is closed: `{"xs":[],"ys":[`
/// try xs.encode(1)                                         // xs is taken out, and is a part from here on
/// ```
///
/// A part has its own text, which stays open until the value around it is complete and the part is inserted. Writing to
/// several values in turn moves no text twice.
final class CodableParts {
    /// The texts by their numbers; the first contains all others as parts.
    ///
    /// SAFETY: the first text owns this object and ends that by ``removeAll()``; this object owns the others.
    private var texts: [UnsafeMutablePointer<CodableText>]
    /// The path to the first value of each text.
    private var paths: [[any CodingKey]] = [[]]
    /// The number of the text to which a value has been moved, by the value's serial number; any other value is in the
    /// text that gave out its number.
    var homes: [UInt64: Int] = [:]
    private let memory: CodableMemory

    init(of text: UnsafeMutablePointer<CodableText>, _ memory: CodableMemory) {
        texts = [text]
        self.memory = memory
    }

    /// Begins a part, and returns its number.
    func add(_ layout: CodableLayout, pathAround: [any CodingKey]) -> Int {
        let text = memory.take()
        text.pointee.reset(layout, depthAround: 0, number: texts.count)
        text.pointee.parts = self
        texts.append(text)
        paths.append(pathAround)
        return texts.count - 1
    }

    func text(_ number: Int) -> UnsafeMutablePointer<CodableText>? {
        number < texts.count ? texts[number] : nil
    }

    func path(around number: Int) -> [any CodingKey] { paths[number] }

    /// Removes all texts; without that their reference cycle would keep them alive.
    func removeAll() {
        let parts = texts.dropFirst()
        texts = []
        for part in parts { memory.give(part) }
    }

    /// Ends the values in a part that cannot be written, and in the parts within it: what is written to them is lost.
    func drop(_ number: Int) {
        let part = texts[number]
        for member in part.pointee.members.from(0) {
            if case .part(let inner) = member.content { drop(inner) }
        }
        part.pointee.unwind(to: -1)
    }

    /// Completes a part and appends it to a text; returns whether it nests too deeply, in which case no document is
    /// made.
    func append(_ number: Int, to text: inout OutputBuffer) -> Bool {
        let part = texts[number]
        if part.pointee.isTooDeep { return true }
        part.pointee.complete()
        _ = text.write(part.pointee.out.bytes)
        return part.pointee.isTooDeep
    }
}

extension CodableWriter {
    // MARK: - Finding

    /// Returns a writer with the frame of a serial number on top.
    ///
    /// If the frame is gone because its value is complete, or was replaced, that is a writer whose text is never read.
    @inline(never)
    func settle(_ serial: UInt64, as content: CodableFrame.Content) -> CodableWriter {
        var serial = serial
        // Closed containers, from the inside out, up to one in an open value.
        var closed: [NestedContainer] = []
        while true {
            if let (found, index) = find(serial) {
                found.uncover(index)
                var writer = found
                while let container = closed.popLast() { writer = writer.reopen(container) }
                return writer
            }
            guard let container = text.pointee.container(serial) else { return unread(content) }
            closed.append(container)
            serial = container.parent
        }
    }

    /// The writer and the index of the frame with a serial number, if it is open.
    func find(_ serial: UInt64) -> (writer: CodableWriter, index: Int)? {
        if let index = text.pointee.index(of: serial) { return (self, index) }
        guard let parts = text.pointee.parts else { return nil }
        let number = parts.homes[serial] ?? Int(serial >> CodableText.serialBits)
        guard number != text.pointee.number, let index = parts.text(number)?.pointee.index(of: serial) else {
            return nil
        }
        return (writer(of: number), index)
    }

    /// The coding path of the frame with a serial number, which is open or suspended.
    func path(of serial: UInt64) -> [any CodingKey] {
        var serial = serial
        var inner: [CodablePathStep] = []
        while true {
            if let (writer, index) = find(serial) {
                return writer.path(upTo: index) + inner.reversed().compactMap(\.key)
            }
            guard let container = text.pointee.container(serial) else { return [] }
            inner.append(container.step)
            serial = container.parent
        }
    }

    /// A writer whose text is never read: a value of this kind.
    func unread(_ content: CodableFrame.Content = .nothing) -> CodableWriter {
        let writer = CodableWriter(memory: memory, within: self)
        writer.begin(options)
        _ = writer.push(.root)
        if content != .nothing { writer.text.pointee.open(content) }
        return writer
    }

    // MARK: - Moving

    /// Brings a frame to the top: containers open within it are closed, and other open values are moved to a part.
    private func uncover(_ index: Int) {
        let above = index + 1..<text.pointee.topIndex + 1
        let canBeClosed = above.allSatisfy {
            text.pointee.frame($0).pointee.isContainer && !text.pointee.frame($0).pointee.hasParts
        }
        if canBeClosed {
            for _ in above { text.pointee.suspendContainer() }
        } else {
            moveOut(above)
        }
    }

    private func moveOut(_ frames: Range<Int>) {
        let part = makePart(pathAround: path(upTo: frames.lowerBound - 1))
        text.pointee.move(frames, to: &part.text.pointee)
        for index in 0..<frames.count { part.noteHome(of: part.text.pointee.frame(index).pointee.serial) }
        text.pointee.replaceMember(by: part.text.pointee.number)
    }

    /// Notes that a value is now in this writer's text, which is a part.
    private func noteHome(of serial: UInt64) {
        text.pointee.parts!.homes[serial] = text.pointee.number
    }

    private func makePart(pathAround: [any CodingKey]) -> CodableWriter {
        let parts = text.pointee.parts ?? CodableParts(of: text, memory)
        text.pointee.parts = parts
        return writer(of: parts.add(options.layout, pathAround: pathAround))
    }

    /// Moves a closed container within the value on top to a part.
    private func reopen(_ container: NestedContainer) -> CodableWriter {
        if !text.pointee.top.pointee.hasMembers { text.pointee.recordMembers() }
        let number = text.pointee.top.pointee.firstMember + container.member
        precondition(
            number < text.pointee.members.count
                && text.pointee.members[number].content == .container(container.serial),
            "a closed container is at its recorded place")
        return takeOut(number, container)
    }

    /// Moves the value of a member of the value on top, a closed object or array, to a part.
    private func takeOut(_ number: Int, _ container: NestedContainer) -> CodableWriter {
        let part = makePart(pathAround: path)
        let member = text.pointee.members[number]
        let value =
            if case .part(let other) = member.content {
                text.pointee.parts!.text(other)!.pointee.out.bytes[...]
            } else {
                text.pointee.out.bytes[member.start + member.valueOffset..<member.end]
            }
        part.text.pointee.take(
            UnsafeBufferPointer(rebasing: value), container, depth: text.pointee.top.pointee.depth + 1)
        part.noteHome(of: container.serial)
        text.pointee.top.pointee.member = number
        text.pointee.replaceMember(by: part.text.pointee.number)
        return part
    }

    // MARK: - Nested containers

    /// Begins a container as an element of the array on top.
    func nestElement(_ content: CodableFrame.Content) -> CodablePlace {
        let mark = text.pointee.beginElement()
        return nest(content, .index(mark.count), member: mark.count)
    }

    /// Begins a container as a member of the object on top, or continues the one that its key already has.
    func nest<Key: CodingKey>(_ content: CodableFrame.Content, _ key: Key) -> CodablePlace {
        let mark = text.pointee.beginMember(name(of: key))
        if let number = mark.replaced?.number {
            text.pointee.cancel(mark)
            return goOn(number, content, .key(key))
        }
        return nest(content, .key(key), member: text.pointee.top.pointee.member - text.pointee.top.pointee.firstMember)
    }

    private func nest(_ content: CodableFrame.Content, _ step: CodablePathStep, member: Int) -> CodablePlace {
        let around = text.pointee.top.pointee
        let place = CodablePlace(writer: self, index: text.pointee.topIndex + 1, serial: text.pointee.takeSerial())
        if around.hasMembers { text.pointee.members[around.member].content = .container(place.serial) }
        text.pointee.addContainer(place.serial, member: member, step)
        text.pointee.push(step, serial: place.serial)
        text.pointee.top.pointee.isContainer = true
        text.pointee.open(content)
        return place
    }

    /// A place to add members or elements to a value that has been written.
    @inline(never)
    private func goOn(_ number: Int, _ content: CodableFrame.Content, _ step: CodablePathStep) -> CodablePlace {
        let part: CodableWriter
        switch text.pointee.members[number].content {
        case .part(let open) where text.pointee.parts!.text(open)!.pointee.topIndex >= 0:
            part = writer(of: open)
            part.uncover(0)
        case let value:
            let serial = if case .container(let serial) = value { serial } else { text.pointee.takeSerial() }
            let around = text.pointee.top.pointee
            // Only a container has a record, and not if it is within a value that failed.
            let container =
                text.pointee.container(serial)
                ?? NestedContainer(
                    serial: serial, parent: around.serial, member: number - around.firstMember, step: step)
            part = takeOut(number, container)
        }
        let top = part.text.pointee.top.pointee
        if top.content != content {
            programmingError(
                "A key has values of different kinds (object, array or single value): encode only one of them")
        }
        return CodablePlace(writer: part, index: 0, serial: top.serial)
    }
}
