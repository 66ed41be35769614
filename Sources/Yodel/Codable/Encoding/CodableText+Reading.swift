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
        var reader = WrittenText(
            position: top.pointee.start + 1, text: out.bytes, isObject: top.pointee.content == .object)
        var areASCII = true
        while var member = reader.next() {
            if reader.isObject {
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
            var state = yodel_unescaping(position: out.start + position, output: buffer.baseAddress!)
            let outcome = yodel_unescape(&state, out.cursor, buffer.baseAddress! + (count + 4))
            assert(outcome == YODEL_UNESCAPED, "Text that this type has escaped can be unescaped")
            return state.output - buffer.baseAddress!
        }
    }
}

/// Finds the members of an object or the elements of an array in JSON that Yodel has written.
private struct WrittenText {
    var position: Int
    let text: UnsafeBufferPointer<UInt8>
    let isObject: Bool

    /// The next member or element, with the mark of its key not yet set; nil at the end.
    mutating func next() -> CodableMember? {
        skip { $0 == UInt8(ascii: ",") || $0 <= UInt8(ascii: " ") }
        guard position < text.count, text[position] != UInt8(ascii: "}"), text[position] != UInt8(ascii: "]") else {
            return nil
        }
        let start = position
        var valueOffset = 0
        if isObject {
            skipString()
            skip { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
            valueOffset = position - start
        }
        skipValue()
        return CodableMember(key: .none, start: start, end: position, valueOffset: valueOffset)
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < text.count, condition(text[position]) { position += 1 }
    }

    private mutating func skipString() {
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, text.count)
    }

    private mutating func skipValue() {
        guard position < text.count else { return }
        switch text[position] {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // SAFETY: the kernel reads from the position up to the end of the text, both within the buffer.
            var state = yodel_container_state(depth: 0, is_in_string: false, is_escaped: false)
            let end = yodel_find_container_end(text.baseAddress!, position, text.count, &state)
            position = end < 0 ? text.count : end
        default:
            skip { $0 > UInt8(ascii: " ") && ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains($0) }
        }
    }
}
