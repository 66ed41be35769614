private import CYodelKernels

// Written text is read again in unusual cases: when a closed container is written to once more, or an array or
// dictionary without records.

extension CodableText {
    /// Makes the records of the members or elements of the value on top, from its text.
    ///
    /// The last one may have only a key, or nothing, if its value is still to come or has been moved elsewhere.
    @inline(never)
    mutating func recordMembers() {
        let first = top.pointee.firstMember
        assert(members.count == first, "The value on top has no records yet")
        let isObject = top.pointee.content == .object
        var reader = TextMembers(of: out.bytes, afterBracket: top.pointee.start, isObject: isObject)
        var areASCII = true
        while let found = reader.next() {
            var member = CodableMember(
                key: .none, start: found.start, end: found.end, valueOffset: found.value - found.start)
            if isObject {
                var key = unescaped(from: member.start + 1, upTo: member.valueOffset)
                let text = key.withUTF8 { KeyText($0) }
                member.key = text.mark
                areASCII = areASCII && text.isASCII
                top.pointee.keyBits |= member.key.bit
            }
            members.append(member)
        }
        if members.count - first < top.pointee.count {
            members.append(CodableMember(key: .none, start: count, end: count))
        }
        var next = container(top.pointee.lastInner)
        while let inner = next {
            if inner.parent == top.pointee.serial, first + inner.member < members.count {
                members[first + inner.member].content = .container(inner.serial)
            }
            next = container(inner.previous)
        }
        top.pointee.count = members.count - first
        top.pointee.member = members.count - 1
        top.pointee.hasMembers = true
        if !areASCII { indexMembers() }
    }

    /// The key of a member without its escapes.
    func keyString(of member: CodableMember) -> String {
        let hasEscapes = member.valueOffset - (layout.isPretty ? 5 : 3) != member.key.count
        guard hasEscapes else {
            let text = UnsafeBufferPointer(rebasing: out.bytes[(member.start + 1)...].prefix(member.key.count))
            return String(decoding: text, as: UTF8.self)
        }
        return unescaped(from: member.start + 1, upTo: member.key.count)
    }

    /// The string whose opening quote is just before a position, with at most `count` bytes without its escapes.
    private func unescaped(from position: Int, upTo count: Int) -> String {
        // The kernel needs room for the longest character before it reads the next escape.
        String(unsafeUninitializedCapacity: count + 4) { buffer in
            // SAFETY: this type has written the text; the kernel stops at the string's closing quote, at the end of the
            // text and at that of the buffer.
            var state = yodel_begin_unescaping(out.start + position, buffer.baseAddress!)
            let outcome = yodel_unescape(&state, out.cursor, buffer.baseAddress! + (count + 4))
            assert(outcome == YODEL_UNESCAPED, "Text that this type has escaped can be unescaped")
            return state.output - buffer.baseAddress!
        }
    }
}
