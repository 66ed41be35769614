private import CYodelKernels

/// Writes the tape of a document, in one pass over its text.
///
/// All of the text is checked, as the scanner checks it. It is not said here what is wrong with text that is not sound:
/// ``TapeFailure`` lets the scanner find that out, so that there is one opinion of what JSON is.
struct TapeBuilder: ~Copyable {
    let text: UnsafeBufferPointer<UInt8>
    private(set) var limits: ParserLimits
    /// The text is the members of an object, whose braces are left out.
    let isBraceless: Bool
    /// Why building ended, where the scanner would not say so: it measures only the keys of objects that are decoded, and
    /// knows no object without braces.
    private(set) var overrun: (code: ModelError.Code, position: UnsafePointer<UInt8>)?
    private(set) var open = OpenContainers()

    private enum Step {
        case value, key, behindValue
    }

    /// - Parameter isObject: The document is an object, and may leave out its braces.
    init(_ text: UnsafeBufferPointer<UInt8>, limits: ParserLimits, isObject: Bool) {
        self.text = text
        self.limits = limits
        // An entry has no room for more.
        self.limits.stringBytes = min(limits.stringBytes, Int(UInt32.max))
        self.limits.numberCharacters = min(limits.numberCharacters, Int(UInt32.max))
        isBraceless = isObject && text.first { !yodel_is_space($0) } != UInt8(ascii: "{")
    }

    /// Writes the tape; false when the text is not sound.
    mutating func build(into tape: inout ValueTape) -> Bool {
        let base = text.start
        let end = base + text.count
        var entries = tape.entries
        var capacity = tape.capacity
        var count = 1
        entries[0] = TapeEntry(.null, at: 0)
        var position = Scanner.skipSpace(base, end)
        var step = Step.value

        if isBraceless {
            guard limits.depth > 0 else { return false }
            beginObject(at: 0, &entries, &count)
            if position == end {
                endContainer(entries, count)
                return true
            }
            step = .key
        }
        while true {
            // A step writes two entries at most.
            if count &+ 2 > capacity {
                guard count < Int(UInt32.max) - 2 else { return overrun(.documentLimit, at: position) }
                tape.grow(keeping: count)
                entries = tape.entries
                capacity = tape.capacity
            }
            position = Scanner.skipSpace(position, end)
            guard position < end else { return isBraceless && endMembers(step, entries, count) }
            switch step {
            case .value:
                let byte = position.pointee
                switch byte {
                case UInt8(ascii: "\""):
                    guard let string = string(at: position, end, .string) else { return false }
                    entries[count] = string.entry
                    count &+= 1
                    position = string.behind
                case UInt8(ascii: "{"):
                    guard open.depth < limits.depth else { return false }
                    beginObject(at: position - base, &entries, &count)
                    position = Scanner.skipSpace(position + 1, end)
                    guard position < end else { return false }
                    if position.pointee != UInt8(ascii: "}") {
                        step = .key
                        continue
                    }
                    position += 1
                    endContainer(entries, count)
                case UInt8(ascii: "["):
                    guard open.depth < limits.depth else { return false }
                    open.push(count, isObject: false)
                    entries[count] = TapeEntry(.array, at: position - base)
                    count &+= 1
                    position = Scanner.skipSpace(position + 1, end)
                    guard position < end else { return false }
                    if position.pointee != UInt8(ascii: "]") { continue }
                    position += 1
                    endContainer(entries, count)
                case UInt8(ascii: "t"):
                    guard word(0x6575_7274, at: position, 4, end) else { return false }
                    entries[count] = TapeEntry(.true, at: position - base)
                    count &+= 1
                    position += 4
                case UInt8(ascii: "f"):
                    guard word(0x6573_6C61, at: position, 5, end) else { return false }
                    entries[count] = TapeEntry(.false, at: position - base)
                    count &+= 1
                    position += 5
                case UInt8(ascii: "n"):
                    guard word(0x6C6C_756E, at: position, 4, end) else { return false }
                    entries[count] = TapeEntry(.null, at: position - base)
                    count &+= 1
                    position += 4
                default:
                    guard let behind = numberEnd(position, end), behind - position <= limits.numberCharacters
                    else { return false }
                    entries[count] = TapeEntry(.number, at: position - base, extent: behind - position)
                    count &+= 1
                    position = behind
                }
                if open.depth == 0 { return Scanner.skipSpace(position, end) == end }
                open.top.pointee.completeValue()
                step = .behindValue
            case .key:
                guard position.pointee == UInt8(ascii: "\""), var key = string(at: position, end, .key),
                    addKey(&key.entry, at: position, entries)
                else { return false }
                entries[count] = key.entry
                count &+= 1
                position = Scanner.skipSpace(key.behind, end)
                guard position < end, position.pointee == UInt8(ascii: ":") else { return false }
                position += 1
                step = .value
            case .behindValue:
                let isObject = open.top.pointee.isObject
                let byte = position.pointee
                if byte == UInt8(ascii: ",") {
                    step = isObject ? .key : .value
                    position += 1
                    continue
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                if isBraceless, open.depth == 1 { return overrun(.unexpectedToken, at: position) }
                position += 1
                endContainer(entries, count)
                if open.depth == 0 { return Scanner.skipSpace(position, end) == end }
                open.top.pointee.completeValue()
            }
        }
    }

    // MARK: - Containers

    @inline(__always)
    private mutating func beginObject(
        at offset: Int, _ entries: inout UnsafeMutablePointer<TapeEntry>, _ count: inout Int
    ) {
        open.push(count, isObject: true)
        entries[count] = TapeEntry(.object, at: offset)
        entries[count &+ 1] = TapeEntry(.members, at: 0, extent: count &+ 2)
        count &+= 2
    }

    @inline(__always)
    private mutating func endContainer(_ entries: UnsafeMutablePointer<TapeEntry>, _ count: Int) {
        let container = open.top
        entries[container.pointee.index].extent = UInt32(truncatingIfNeeded: count)
        entries[container.pointee.index].detail = UInt32(truncatingIfNeeded: container.pointee.count)
        open.pop()
    }

    /// The end of a text without braces is the end of its object, behind a value.
    private mutating func endMembers(_ step: Step, _ entries: UnsafeMutablePointer<TapeEntry>, _ count: Int) -> Bool {
        guard step == .behindValue, open.depth == 1 else { return false }
        endContainer(entries, count)
        return true
    }

    // MARK: - Keys

    /// Notes a key with its object: whether it may have occurred before, and whether it is one of plain bytes.
    @inline(__always)
    private mutating func addKey(
        _ key: inout TapeEntry, at position: UnsafePointer<UInt8>, _ entries: UnsafeMutablePointer<TapeEntry>
    ) -> Bool {
        let object = open.top
        if object.pointee.count >= limits.keysPerObject { return overrun(.keyCountLimit, at: position) }
        if key.count > limits.keyBytes, unescapedCount(of: key) > limits.keyBytes {
            return overrun(.keyLimit, at: position)
        }
        object.pointee.key = position
        guard key.has(TapeEntry.Flags.isASCII) else {
            entries[object.pointee.index].set(TapeEntry.Flags.hasRareKeys)
            return true
        }
        // SAFETY: the closing quote is behind the key, so that its first byte may be read when it has none.
        if object.pointee.noteKey(position + 1, key.count) {
            key.set(TapeEntry.Flags.mayRepeat)
            entries[object.pointee.index].set(TapeEntry.Flags.mayRepeat)
        }
        return true
    }

    private func unescapedCount(of key: TapeEntry) -> Int {
        guard key.has(TapeEntry.Flags.isEscaped) else { return key.count }
        var unescaped = UnescapedText()
        return unescaped.text(of: text.start + key.offset, end: text.start + text.count).count
    }

    @inline(never)
    private mutating func overrun(_ code: ModelError.Code, at position: UnsafePointer<UInt8>) -> Bool {
        overrun = (code, position)
        return false
    }

    // MARK: - Tokens

    /// The entry of the string or key that begins with the quote at `start`, and the position behind it; nil when it is
    /// not sound.
    @inline(__always)
    private func string(
        at quote: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ kind: TapeEntry.Kind
    ) -> (entry: TapeEntry, behind: UnsafePointer<UInt8>)? {
        let start = quote + 1
        let part = yodel_scan_string(start, end)
        let count = part.end - start
        guard part.end < end, part.end.pointee == UInt8(ascii: "\""), part.is_ascii, count <= limits.stringBytes
        else { return rareString(at: quote, end, kind) }
        let entry = TapeEntry(kind, at: start - text.start, extent: count, flags: TapeEntry.Flags.isASCII)
        return (entry, part.end + 1)
    }

    /// A string with escapes or beyond ASCII, or one that is not sound.
    @inline(never)
    private func rareString(
        at quote: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ kind: TapeEntry.Kind
    ) -> (entry: TapeEntry, behind: UnsafePointer<UInt8>)? {
        let start = quote + 1
        let limit = limits.stringBytes
        var position = start
        var flags: UInt64 = 0
        // Bytes of characters that may be combining marks.
        var rare = 0
        while true {
            let part = yodel_scan_string(position, end)
            guard part.end < end, part.end - start <= limit,
                part.is_ascii || yodel_is_utf8(position, part.end - position)
            else { return nil }
            if !part.is_ascii { rare += part.end - position }
            if part.end.pointee == UInt8(ascii: "\"") {
                let entry = TapeEntry(kind, at: start - text.start, extent: part.end - start, flags: flags)
                if rare > limits.combiningMarks, hasTooManyMarks(entry) { return nil }
                return (entry, part.end + 1)
            }
            let length = yodel_escape_length(part.end, end)
            guard part.end.pointee == UInt8(ascii: "\\"), length > 0 else { return nil }
            flags = TapeEntry.Flags.isEscaped
            if length > 2 { rare += 2 }
            position = part.end + length
        }
    }

    private func hasTooManyMarks(_ entry: TapeEntry) -> Bool {
        let start = text.start + entry.offset
        guard entry.has(TapeEntry.Flags.isEscaped) else {
            return CombiningMarks.areTooMany(in: UnsafeBufferPointer(start: start, count: entry.count), limits)
        }
        var unescaped = UnescapedText()
        return CombiningMarks.areTooMany(in: unescaped.text(of: start, end: text.start + text.count), limits)
    }

    /// Whether the word of that many bytes stands at a position; `letters` are its last four.
    @inline(__always)
    private func word(
        _ letters: UInt32, at position: UnsafePointer<UInt8>, _ length: Int, _ end: UnsafePointer<UInt8>
    ) -> Bool {
        guard end - position >= length else { return false }
        // SAFETY: `length` is 4 or more, and as many bytes are there.
        let found = UnsafeRawPointer(position + (length &- 4)).loadUnaligned(as: UInt32.self)
        return UInt32(littleEndian: found) == letters
    }

    /// The position behind a number, nil when none begins at `start`.
    ///
    /// What follows is looked at by whoever goes on there: no number is followed by what could be more of it.
    @inline(__always)
    private func numberEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        var position = start
        if position.pointee == NumberByte.minus { position += 1 }
        let whole = position
        position = digitsEnd(position, end)
        guard position > whole, position == whole + 1 || whole.pointee != NumberByte.zero else { return nil }
        guard position < end else { return position }
        if position.pointee == NumberByte.point {
            let fraction = position + 1
            position = digitsEnd(fraction, end)
            guard position > fraction else { return nil }
        }
        if position < end, position.pointee | NumberByte.lowerCaseBit == NumberByte.exponent {
            position += 1
            if position < end, position.pointee == NumberByte.minus || position.pointee == NumberByte.plus {
                position += 1
            }
            let exponent = position
            position = digitsEnd(exponent, end)
            guard position > exponent else { return nil }
        }
        return position
    }

    @inline(__always)
    private func digitsEnd(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var position = start
        while end - position >= 8 {
            // SAFETY: eight bytes are there.
            let bytes = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
            let length = EightDigits(text: UInt64(littleEndian: bytes)).runLength
            position += length
            if length < 8 { return position }
        }
        while position < end, position.pointee &- NumberByte.zero < 10 { position += 1 }
        return position
    }
}
