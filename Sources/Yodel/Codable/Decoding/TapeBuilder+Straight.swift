private import CYodelKernels

// Members and elements without events: one step finds and notes a key and its value. Anything unusual is left to the
// grammar and the events, beginning with its token.

extension TapeBuilder {
    /// Whether a container is open, so that members or elements follow.
    @inline(__always)
    var isStraight: Bool { open.depth > 0 }

    /// Adds members and elements, also of the containers in them and around them, up to a token that is unusual, invalid
    /// or near the end of the text.
    ///
    /// - Returns: The position from which the grammar goes on; nil if there are too many combining marks.
    @inline(never)
    mutating func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>? {
        let end = scanner.end
        // From any earlier position, 36 bytes are readable: a key of up to 31 bytes with its quotes, a colon, a space and
        // the first byte of the value.
        let last = end - min(end - start, 36)
        let keyBytes = min(limits.keyBytes, limits.stringBytes)
        var position = start
        var step = state.step
        var container = open.top
        reading: while position < last {
            if step == .afterValue, position.pointee == UInt8(ascii: ",") {
                position = Scanner.skipSpace(position + 1, end)
                step = container.pointee.isObject ? .key : .value
                guard position < last else { break }
            } else if step != .key, step != .value {
                let isObject = container.pointee.isObject
                if position.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    // The end of the outermost container is left to the events: it may end the document, or be an error.
                    guard open.depth > 1 else { break }
                    _ = endContainer()
                    scanner.leave(&state)
                    position = Scanner.skipSpace(position + 1, end)
                    step = .afterValue
                    container = open.top
                    continue
                }
                guard step != .afterValue else { break }
            }
            // Without room, the event fails as well, and reports its token.
            guard hasRoom() else { break }
            if container.pointee.isObject {
                guard position.pointee == UInt8(ascii: "\"") else { break }
                // SAFETY: both functions read at most 32 bytes after the quote, and `valueAfter` three after the key.
                let short = yodel_scan_short_string(position + 1)
                var (count, folded) = (short.count, foldShortText(short.text, short.count))
                if count < 0 {
                    count = yodel_short_string_length(position + 1)
                    guard count >= 0 else { break }
                    folded = foldBytes(position + 1, count)
                }
                guard count <= keyBytes, container.pointee.count < limits.keysPerObject else { break }
                let key = TapeEntry(.key, at: position + 1 - base, extent: count, flags: TapeEntry.Flags.isASCII)
                append(key: key, hash: hash(folded: folded), of: container)
                position += count + 2
                step = .colon
                let value = valueAfter(colon: position) ?? Scanner.after(UInt8(ascii: ":"), position, end)
                guard let value, value < end else { break }
                position = value
                step = .value
            }
            token.pointee = position
            let entry: TapeEntry
            switch position.pointee {
            case UInt8(ascii: "\""):
                guard let text = RawText(&scanner, &position, end) else { break reading }
                entry = self.entry(text, .string)
                guard isWithinMarks(text, entry) else { return nil }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let after = Scanner.numberEnd(position, end)
                let count = after - position
                guard count > 0, count <= limits.numberCharacters, after < end else { break reading }
                entry = TapeEntry(.number, at: offset, extent: count)
                position = after
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.depth < limits.depth else { break reading }
                let isObject = position.pointee == UInt8(ascii: "{")
                begin(isObject: isObject, at: offset)
                scanner.enter(isObject: isObject, &state)
                position = Scanner.skipSpace(position + 1, end)
                step = isObject ? .firstKey : .firstValue
                container = open.top
                continue
            default:
                switch Scanner.word(&position, end) {
                case .null: entry = TapeEntry(.null, at: offset)
                case .false: entry = TapeEntry(.false, at: offset)
                case .true: entry = TapeEntry(.true, at: offset)
                case nil: break reading
                }
            }
            append(entry)
            container.pointee.count &+= 1
            step = .afterValue
            position = Scanner.skipSpace(position, end)
        }
        state.step = step
        return position
    }
}
