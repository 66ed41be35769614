// Members and elements are begun, written and ended. For a key that an object already has, the value is replaced: the
// last value counts, at the place of the first.

/// The state before a member or element was begun, to restore if its value cannot be written.
struct MemberMark {
    /// The end of the text.
    let end: Int
    /// The number of members or elements.
    let count: Int
    /// The member whose value is replaced, its number, and the start of the member that replaces it.
    var replaced: (member: CodableMember, number: Int, newStart: Int)?
}

extension CodableText {
    /// Writes a key in the object on top; its value comes next.
    @inline(__always)
    mutating func beginMember(_ key: String) -> MemberMark {
        var mark: MemberMark?
        _ = key.utf8.withContiguousStorageIfAvailable { mark = beginMember($0) }
        return mark ?? beginMember(copying: key)
    }

    @inline(never)
    private mutating func beginMember(copying key: String) -> MemberMark {
        withBytes(of: key) { beginMember($0) }
    }

    /// Writes a key whose bytes are those of no other key in the object on top; its value comes next.
    ///
    /// The key may be equal to another one as a Swift string.
    mutating func beginDistinctMember(_ key: String) -> MemberMark {
        withBytes(of: key) { beginMember($0, isDistinct: true) }
    }

    @inline(__always)
    private mutating func beginMember(_ bytes: UnsafeBufferPointer<UInt8>, isDistinct: Bool = false) -> MemberMark {
        let text = KeyText(bytes)
        var number = -1
        let bit = text.mark.bit
        if isDistinct {
            if !top.pointee.hasMembers { recordMembers() }
        } else if !text.isASCII || top.pointee.index != nil || !top.pointee.hasMembers
            || top.pointee.keyBits & bit != 0 || top.pointee.count >= 32
        {
            number = find(text, bytes) ?? -1
        }
        top.pointee.keyBits |= bit
        var mark = MemberMark(end: count, count: top.pointee.count)
        separate()
        let start = count
        putKey(text, bytes)
        let member = CodableMember(key: text.mark, start: start, end: start, valueOffset: count &- start)
        if number < 0 {
            top.pointee.member = members.count
            members.append(member)
        } else {
            replace(number, by: member, &mark)
        }
        return mark
    }

    @inline(never)
    private mutating func replace(_ number: Int, by member: CodableMember, _ mark: inout MemberMark) {
        mark.replaced = (members[number], number, member.start)
        if case .container(let serial) = members[number].content { setParent(0, of: serial) }
        members[number] = member
        top.pointee.member = number
        top.pointee.isDisordered = true
    }

    @inline(__always)
    private mutating func putKey(_ text: KeyText, _ bytes: UnsafeBufferPointer<UInt8>) {
        // If the string is not known to be short, there is enough room after the key again.
        if text.mark.isWhole {
            _ = out.writeString(text.short, count: bytes.count, also: layout.alsoEscaped)
        } else {
            _ = out.writeString(bytes, also: layout.alsoEscaped)
        }
        if layout.isPretty { out.put(" : ") } else { out.put(UInt8(ascii: ":")) }
    }

    /// Writes the key of an entry whose key is known to be new, and records it only if keys are sorted.
    mutating func beginEntry(_ key: String) -> MemberMark {
        if top.pointee.hasMembers { return beginMember(key) }
        let mark = MemberMark(end: count, count: top.pointee.count)
        withBytes(of: key) { bytes in
            separate()
            putKey(KeyText(bytes), bytes)
        }
        return mark
    }

    @inline(__always)
    mutating func beginElement() -> MemberMark {
        let mark = MemberMark(end: count, count: top.pointee.count)
        separate()
        if top.pointee.hasMembers { recordElement() }
        return mark
    }

    @inline(never)
    private mutating func recordElement() {
        top.pointee.member = members.count
        members.append(CodableMember(key: .none, start: count, end: count))
    }

    @inline(__always)
    mutating func endMember() {
        if top.pointee.hasMembers { members[top.pointee.member].end = count }
    }

    /// Removes a member or element of the value on top that has been begun.
    @inline(never)
    mutating func cancel(_ mark: MemberMark) {
        if let (member, number, _) = mark.replaced {
            restore(member, to: number)
        } else if top.pointee.hasMembers {
            let last = members.count - 1
            if top.pointee.index != nil { top.pointee.index?[keyString(of: members[last])] = nil }
            members.truncate(to: last)
        }
        out.cursor = out.start + mark.end
        top.pointee.count = mark.count
    }

    /// Restores a member of the object on top whose value was to be replaced.
    private mutating func restore(_ member: CodableMember, to number: Int) {
        members[number] = member
        if case .container(let serial) = member.content { setParent(top.pointee.serial, of: serial) }
    }

    /// Removes the member or element of the value on top whose value is a part that cannot be written, and restores the
    /// member that it was to replace.
    mutating func dropMember(_ part: Int, _ mark: MemberMark) {
        let first = top.pointee.firstMember
        guard let number = (first..<members.count).last(where: { members[$0].content == .part(part) }) else { return }
        if let replaced = mark.replaced {
            // The object may have been moved to another text since.
            let distance = members[number].start - replaced.newStart
            var member = replaced.member
            member.start += distance
            member.end += distance
            restore(member, to: number)
        } else {
            members.remove(at: number)
            shiftContainers(from: number - first, by: -1)
            if top.pointee.index != nil { indexMembers() }
        }
        top.pointee.count -= 1
        top.pointee.isDisordered = true
    }

    // MARK: - Keys

    /// Finds the member of the object on top with a key, if any, and adds a new key to the index.
    @inline(never)
    private mutating func find(_ text: KeyText, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if !top.pointee.hasMembers { recordMembers() }
        let first = top.pointee.firstMember
        if top.pointee.index == nil, text.isASCII, members.count - first < 32 {
            for number in first..<members.count where members[number].key == text.mark {
                if text.mark.isWhole { return number }
                if keyString(of: members[number]) == String(decoding: bytes, as: UTF8.self) { return number }
            }
            return nil
        }
        if top.pointee.index == nil { indexMembers() }
        let key = String(decoding: bytes, as: UTF8.self)
        if let number = top.pointee.index![key] { return number }
        top.pointee.index![key] = members.count
        return nil
    }

    /// Makes the index of the object on top, which has one from its first key on that is not ASCII: such a key may equal
    /// an ASCII key, although their bytes differ.
    mutating func indexMembers() {
        var index: [String: Int] = [:]
        for number in top.pointee.firstMember..<members.count { index[keyString(of: members[number])] = number }
        top.pointee.index = index
    }

    // MARK: - Strings

    /// Writes the String at an address as a JSON string; there is room for a short one.
    @inline(__always)
    mutating func putString(at address: UnsafeRawPointer) {
        _ = out.writeString(at: address, also: layout.alsoEscaped)
    }

    // MARK: - Order

    /// Whether the members of the object on top are in the byte order of their keys.
    var areKeysSorted: Bool {
        for number in (top.pointee.firstMember..<members.count).dropFirst()
        where !precedes(members[number - 1], members[number]) {
            return false
        }
        return true
    }

    /// Whether one member's key comes before another's, by their bytes.
    func precedes(_ left: CodableMember, _ right: CodableMember) -> Bool {
        left.key.precedes(right.key) ?? keyString(of: left).utf8.lexicographicallyPrecedes(keyString(of: right).utf8)
    }

    /// Whether the members of the value on top must be sorted, and are not yet.
    @inline(__always)
    var isUnsorted: Bool { layout.sortsKeys && top.pointee.content == .object && !areKeysSorted }

    /// Sorts the records of the object on top; the text is unchanged.
    mutating func sortMembers() {
        let first = top.pointee.firstMember
        members.reorder(from: first, as: members.from(first).sorted { precedes($0, $1) })
        top.pointee.isDisordered = true
    }

    /// Brings the members of the value on top into their final form: in order, without replaced ones, and with the
    /// parts that were written elsewhere.
    @inline(never)
    mutating func layOutMembers() {
        if isUnsorted { sortMembers() }
        var text = OutputBuffer(capacity: count - top.pointee.start, maximumBytes: .max)
        let first = top.pointee.firstMember
        for number in first..<members.count {
            let member = members[number]
            layout.separate(in: &text, isFirst: number == first, depth: top.pointee.depth)
            let end = if case .part = member.content { member.start + member.valueOffset } else { member.end }
            _ = text.write(UnsafeBufferPointer(rebasing: out.bytes[member.start..<end]))
            if case .part(let part) = member.content { isTooDeep = parts!.append(part, to: &text) || isTooDeep }
        }
        out.cursor = out.start + top.pointee.start + 1
        _ = out.write(text.bytes)
        top.pointee.count = members.count - first
    }
}
