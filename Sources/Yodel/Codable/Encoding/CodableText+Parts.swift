// What a text gives to others, and gets from them. See ``CodableParts``.

extension CodableText {
    /// Moves frames on top, and the text that they have written, to a text without any.
    ///
    /// What is known of containers within them stays here, where those who hold them look for it.
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
            frame.index = nil
            other.push(frame)
        }
        dropFrames(indices.count)
    }

    /// Takes over the text of an array or object that has been closed, and opens it again.
    mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ container: NestedContainer, depth: Int) {
        let isObject = text.first == UInt8(ascii: "{")
        if !isObject, text.first != UInt8(ascii: "[") {
            programmingError("The value for a key is neither an object nor an array")
        }
        _ = out.write(text)
        // The closing bracket, and the white space before it.
        repeat { out.cursor -= 1 } while count > 1 && out.cursor[-1] <= UInt8(ascii: " ")
        var frame = CodableFrame(
            serial: container.serial, start: 0, depth: depth, firstMember: 0, firstContainer: 0, step: container.step)
        frame.content = isObject ? .object : .array
        frame.isContainer = true
        push(frame)
        recordMembers()
    }

    /// Makes the value of the member that is being written a part, and ends the member.
    mutating func replaceMember(by part: Int) {
        if !top.pointee.hasMembers { recordMembers() }
        members[top.pointee.member].content = .part(part)
        top.pointee.isDisordered = true
        top.pointee.hasParts = true
    }

    /// Takes away the member or element that was begun last, whose value cannot be written.
    mutating func dropMember() {
        if !top.pointee.hasMembers { recordMembers() }
        guard top.pointee.member < members.count else { return }
        members[top.pointee.member].content = .dropped
        members[top.pointee.member].key = .none
        top.pointee.isDisordered = true
        top.pointee.index = nil
    }

    /// Opens a container at the end of the text.
    mutating func pushContainer(_ serial: Int, _ step: CodableStep) {
        var frame = CodableFrame(
            serial: serial, start: count, depth: top.pointee.depth, firstMember: members.count,
            firstContainer: containers.count, step: step)
        frame.isContainer = true
        push(frame)
    }

    /// Notes which value a container is a part of: none, when its place has been given to another value.
    mutating func setParent(_ parent: Int, of serial: Int) {
        if let index = containerIndex(serial) { containers[index].parent = parent }
    }

    /// Notes a container that is about to be opened in the value on top.
    mutating func addContainer(_ serial: Int, member: Int, _ step: CodableStep) {
        var container = NestedContainer(serial: serial, parent: top.pointee.serial, member: member, step: step)
        if let index = top.pointee.isContainer ? containerIndex(top.pointee.serial) : nil {
            container.previous = containers[index].lastInner
            containers[index].lastInner = serial
        }
        containers.append(container)
    }

    /// Where a container stands among those known, which are in the order of their serial numbers.
    func containerIndex(_ serial: Int) -> Int? {
        var range = containers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = containers[middle].serial
            if found == serial { return middle }
            range = found < serial ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    /// The member of the object on top that has a key.
    mutating func existingMember(_ name: String) -> Int? {
        var name = name
        let key = name.withUTF8 { KeyText($0) }
        let isNew =
            key.isASCII && top.pointee.hasMembers && top.pointee.index == nil && top.pointee.keyBits & key.mark.bit == 0
        return isNew ? nil : memberNumber(of: name)
    }

    /// Makes the element that was written last the one with an index, before those that are there.
    mutating func moveLastElement(to index: Int) {
        let first = top.pointee.firstMember
        guard first + index < members.count - 1 else { return }
        members.moveLast(to: first + index)
        top.pointee.isDisordered = true
        for number in containers.indices
        where containers[number].parent == top.pointee.serial && containers[number].member >= index {
            containers[number].member += 1
        }
    }
}
