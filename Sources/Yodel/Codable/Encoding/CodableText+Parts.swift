// Moving values between texts. See ``CodableParts``.

extension CodableText {
    /// Moves the frames on top, and the text they have written, to an empty text.
    ///
    /// The records of containers within them stay here, where they were requested and are looked up.
    mutating func move(_ indices: Range<Int>, to other: inout CodableText) {
        let first = frame(indices.lowerBound).pointee
        _ = other.out.write(UnsafeBufferPointer(rebasing: out.bytes[first.start...]))
        out.cursor = out.start + first.start
        for member in members.from(first.firstMember) {
            var member = member
            member.start -= first.start
            member.end -= first.start
            other.members.append(member)
        }
        members.truncate(to: first.firstMember)
        for index in indices {
            var frame = frame(index).pointee
            frame.start -= first.start
            frame.firstMember -= first.firstMember
            frame.member -= first.firstMember
            frame.firstContainer = 0
            frame.index = frame.index?.mapValues { $0 - first.firstMember }
            other.push(frame)
        }
        dropFrames(indices.count)
    }

    /// Takes over the text of a closed array or object, and opens it again.
    mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ container: NestedContainer, depth: Int) {
        let isObject = text.first == UInt8(ascii: "{")
        if !isObject, text.first != UInt8(ascii: "[") {
            programmingError("A nested container was asked for at a key whose value is neither an object nor an array")
        }
        _ = out.write(text)
        // Remove the closing bracket, and the white space before it.
        repeat { out.cursor -= 1 } while count > 1 && out.cursor[-1] <= UInt8(ascii: " ")
        var frame = CodableFrame(
            serial: container.serial, start: 0, depth: depth, firstMember: 0, firstContainer: 0, step: container.step)
        frame.content = isObject ? .object : .array
        frame.isContainer = true
        frame.lastInner = container.lastInner
        if depth > Self.deepest { isTooDeep = true }
        push(frame)
        recordMembers()
    }

    /// Makes the value of the current member a part, and ends the member.
    mutating func replaceMember(by part: Int) {
        if !top.pointee.hasMembers { recordMembers() }
        members[top.pointee.member].content = .part(part)
        top.pointee.isDisordered = true
        top.pointee.hasParts = true
    }

    /// Suspends the container on top because a value around it is written to.
    ///
    /// It may be written to again, so the containers requested within it must still be found.
    mutating func suspendContainer() {
        if top.pointee.lastInner != 0 { noteContainers() }
        closeContainer()
    }

    @inline(never)
    private mutating func noteContainers() {
        let last = top.pointee.lastInner
        changeContainer(top.pointee.serial) { $0.lastInner = last }
        guard isUnsorted else { return }
        sortMembers()
        let first = top.pointee.firstMember
        for number in first..<members.count {
            guard case .container(let inner) = members[number].content else { continue }
            changeContainer(inner) { $0.member = number - first }
        }
    }

    // MARK: - Containers

    /// Records a container that is about to be opened in the value on top.
    mutating func addContainer(_ serial: UInt64, member: Int, _ step: CodablePathStep) {
        var container = NestedContainer(serial: serial, parent: top.pointee.serial, member: member, step: step)
        container.previous = top.pointee.lastInner
        top.pointee.lastInner = serial
        containers.append(container)
    }

    /// The record of a container, in this text or in the text of the document where it was requested.
    func container(_ serial: UInt64) -> NestedContainer? {
        let number = Int(serial >> Self.serialBits)
        if number != self.number { return parts?.text(number)?.pointee.container(serial) }
        return containerIndex(serial).map { containers[$0] }
    }

    mutating func changeContainer(_ serial: UInt64, _ change: (inout NestedContainer) -> Void) {
        let number = Int(serial >> Self.serialBits)
        if number != self.number {
            parts?.text(number)?.pointee.changeContainer(serial, change)
        } else if let index = containerIndex(serial) {
            change(&containers[index])
        }
    }

    /// Records which value contains a container: none, if its place was given to another value.
    mutating func setParent(_ parent: UInt64, of serial: UInt64) {
        changeContainer(serial) { $0.parent = parent }
    }

    /// Adjusts the records of containers after members of the value on top have moved, from one member on.
    mutating func shiftContainers(from member: Int, by distance: Int) {
        var serial = top.pointee.lastInner
        while let inner = container(serial) {
            if inner.parent == top.pointee.serial, inner.member >= member {
                changeContainer(serial) { $0.member += distance }
            }
            serial = inner.previous
        }
    }

    /// The index of a container's record here; records are in the order of their serial numbers.
    private func containerIndex(_ serial: UInt64) -> Int? {
        var range = containers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = containers[middle].serial
            if found == serial { return middle }
            range = found < serial ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    // MARK: - Members

    /// Moves the last element to an index, before the elements from there on.
    mutating func moveLastElement(to index: Int) {
        let first = top.pointee.firstMember
        guard first + index < members.count - 1 else { return }
        members.moveLast(to: first + index)
        top.pointee.isDisordered = true
        shiftContainers(from: index, by: 1)
    }
}
