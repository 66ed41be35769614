// What a text gets from others. See ``CodableHome``.

extension CodableText {
    // MARK: - Parts

    /// Makes the value of the member or element that has just been begun what another text has in the end.
    mutating func putPart(_ part: UnsafeMutablePointer<CodableText>) {
        endMember()
        members[top.pointee.member].part = part
        top.pointee.hasParts = true
    }

    /// Makes the value of a member of an object, which needs not be on top, what another text has in the end.
    mutating func replaceValue(_ number: Int, of index: Int, by part: UnsafeMutablePointer<CodableText>) {
        members[number].end = members[number].start + members[number].valueOffset
        members[number].part = part
        frame(index).pointee.isDisordered = true
    }

    /// Writes the text of a part to its place, if nothing has been written since it was asked for.
    mutating func takeLastPart(_ part: UnsafeMutablePointer<CodableText>) -> Bool {
        guard members.count > top.pointee.firstMember else { return false }
        let last = members.count - 1
        guard members[last].part == part, members[last].end == count else { return false }
        part.pointee.complete()
        _ = out.write(part.pointee.out.bytes)
        members[last].part = nil
        members[last].end = count
        return true
    }

    /// Makes a part the element with an index, before those that are there.
    mutating func insert(_ part: UnsafeMutablePointer<CodableText>, at index: Int) {
        if index < top.pointee.unrecorded {
            assert(members[top.pointee.firstMember].end == 0, "Elements are recorded before anything waits among them")
            early.append((part, index))
            top.pointee.unrecorded += 1
            top.pointee.count += 1
            return
        }
        _ = beginElement()
        putPart(part)
        let number = top.pointee.firstMember + (top.pointee.unrecorded > 0 ? 1 - top.pointee.unrecorded : 0) + index
        if number < members.count - 1 {
            members.moveLast(to: number)
            top.pointee.isDisordered = true
        }
    }

    /// Makes a record of each element of the array on top from here on, and one of all that are there.
    mutating func recordElements() {
        guard !top.pointee.hasMembers else { return }
        if top.pointee.count > 0 {
            let indent = layout.isPretty ? 1 + 2 * top.pointee.depth : 0
            members.append(CodableMember(key: .none, start: top.pointee.start + 1 + indent, end: count))
            top.pointee.unrecorded = top.pointee.count
        }
        top.pointee.hasMembers = true
    }

    /// Begins with an array or object that has been written, without its end.
    mutating func takeOver(_ text: UnsafeBufferPointer<UInt8>) {
        let isObject = text.first == UInt8(ascii: "{")
        if !isObject, text.first != UInt8(ascii: "[") {
            programmingError("The value for a key is neither an object nor an array")
        }
        open(isObject ? .object : .array)
        _ = out.write(UnsafeBufferPointer(rebasing: text.dropFirst()))
        // The closing bracket, and the white space before it.
        repeat { out.cursor -= 1 } while count > 1 && out.cursor[-1] <= UInt8(ascii: " ")
        recordMembers()
    }

    // MARK: - Rests

    /// Begins with the rest of an array or object of another text's, of which nothing is here.
    mutating func openRest(of other: CodableFrame) {
        top.pointee.content = other.content
        top.pointee.hasMembers = true
        guard other.content == .array else { return }
        // Indices go on from those of the elements that are elsewhere, which one record stands for.
        members.append(CodableMember(key: .none, start: 0, end: 0))
        top.pointee.count = other.count
        top.pointee.unrecorded = other.count
    }

    /// Adds the members or elements of a rest to the value on top.
    mutating func append(_ rest: borrowing CodableText) {
        let isArray = top.pointee.content == .array
        if isArray { recordElements() }
        for (part, index) in rest.early { insert(part, at: index) }
        for number in (isArray ? 1 : 0)..<rest.members.count {
            let member = rest.members[number]
            _ = isArray ? beginElement() : beginMember(rest.keyString(of: member))
            _ = out.write(UnsafeBufferPointer(rebasing: rest.out.bytes[member.start + member.valueOffset..<member.end]))
            if let part = member.part { putPart(part) } else { endMember() }
        }
    }

    /// The member with a key of an object that is not on top; the one that is being written is none yet.
    func member(_ key: String, of index: Int) -> Int? {
        let object = frame(index)
        return (object.pointee.firstMember..<frame(index + 1).pointee.firstMember).first {
            $0 != object.pointee.member && keyString(of: members[$0]) == key
        }
    }
}
