private import CYodelKernels

// Plain structs and arrays straight from the text, for scanners: one step finds, reads and stores a member, without an
// event. Anything unexpected is left to the grammar and the events, beginning with its token.
//
// The frames are those of the events; between two calls they hold the whole state.

extension Binder {
    /// Whether the content of the object or array on top can be read straight from the text.
    @inline(__always)
    var isStraight: Bool { top.pointee.isStraight }

    /// Reads the content of the structs and arrays on top, up to the first unexpected token.
    ///
    /// - Parameters:
    ///   - start: The position of the next token, or of the white space before it.
    ///   - state: The next step of the grammar and the open containers, which this function updates.
    /// - Returns: The position from which the grammar goes on; nil if an event has failed.
    @inline(never)
    mutating func readStraight(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>? {
        var position = start
        var goesOn = true
        while goesOn && isStraight {
            let reached =
                top.pointee.kind == .object
                ? readMembers(position, &scanner, &state) : readElements(position, &scanner, &state)
            guard let after = reached.position else { return nil }
            (position, goesOn) = (after, reached.goesOn)
        }
        return position
    }

    // MARK: - Structs

    /// Reads members until an array is on top (true), or up to an unexpected token (false).
    private mutating func readMembers(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> (position: UnsafePointer<UInt8>?, goesOn: Bool) {
        let end = scanner.end
        // After this position, a key and the text after it may be incomplete.
        let farFromEnd = end - min(end - start, 64)
        var position = start
        var step = state.step
        var object = straightObject()
        while true {
            if step != .afterValue {
                guard position < end, position.pointee == UInt8(ascii: "\"") else {
                    guard position < end, position.pointee == UInt8(ascii: "}"), step == .firstKey else { break }
                    step = .afterValue
                    continue
                }
                var entry = object.expected
                let value: UnsafePointer<UInt8>
                if position < farFromEnd, let after = entry.valueWritten(at: position) {
                    value = after
                } else if position < farFromEnd, let found = object.keys.entryWritten(at: position) {
                    (entry, value) = found
                    object.learn(entry)
                } else {
                    let found = findMember(position, &object, &scanner)
                    position = found.position
                    guard let member = found.entry else {
                        step = found.step
                        if step == .afterValue { continue }
                        break
                    }
                    (entry, value) = (member, found.value)
                }
                // A member that needs more than a store; nothing has happened yet.
                guard entry.pointee.gate == .none, !object.hasSeen(entry),
                    object.count < limits.keysPerObject
                else { break }
                position = value
                object.count &+= 1
                object.expect(after: entry)
                if position < end,
                    let after = readValue(
                        position, entry.pointee.shape, into: object.base + entry.pointee.offset,
                        entry.pointee.isBlankNil, &scanner)
                {
                    object.markSeen(entry)
                    position = after
                } else {
                    object.leave(at: entry)
                    state.step = .value
                    guard position < end, let after = readByEvent(position, entry.pointee.shape, &scanner, &state)
                    else {
                        return (failure == nil ? position : nil, false)
                    }
                    position = after
                    guard top.pointee.kind == .object, isStraight else { return (position, isStraight) }
                    step = state.step
                    object = straightObject()
                    continue
                }
            }
            step = .afterValue
            position = Scanner.skipSpace(position, end)
            guard position < end else { break }
            if position.pointee == UInt8(ascii: ",") {
                position = Scanner.skipSpace(position + 1, end)
                step = .key
                continue
            }
            guard position.pointee == UInt8(ascii: "}"), (top - 1).pointee.isStraight, object.isComplete else { break }
            if let next = goToNextElement(position, end, &object) {
                position = next
                step = .firstKey
                continue
            }
            position = leaveObject(position, &scanner, &state)
            guard top.pointee.kind == .object, isStraight else { return (position, top.pointee.kind == .list) }
            step = state.step
            object = straightObject()
        }
        object.leave()
        state.step = step
        return (position, false)
    }

    @inline(__always)
    private func straightObject() -> StraightObject {
        StraightObject(top, keyOrder(of: top.pointee.keys.unsafelyUnwrapped))
    }

    /// Finds a member whose key is not written in the usual form or is near the end, and skips unused members.
    ///
    /// - Returns: The member's entry, and the positions of its key and its value. Or no entry, and the next position
    ///   and step: after an unused member, at the value of one that has containers in it, or at a key that needs its
    ///   event.
    @inline(never)
    private mutating func findMember(
        _ start: UnsafePointer<UInt8>, _ object: inout StraightObject, _ scanner: inout Scanner
    ) -> (
        entry: UnsafePointer<KeyEntry>?, position: UnsafePointer<UInt8>, value: UnsafePointer<UInt8>, step: Scanner.Step
    ) {
        let end = scanner.end
        let keys = object.keys
        var position = start
        // Near the end of a text, the key is not read in the usual way.
        if end - position <= 64, object.expected.isWritten(at: position + 1, end),
            let value = Scanner.after(UInt8(ascii: ":"), position + (object.expected.pointee.length &+ 2), end)
        {
            return (object.expected, position, value, .key)
        }
        while true {
            var after = position
            let (key, count, folded): (UnsafePointer<UInt8>, Int, UInt64)
            if end - position > 16, case let short = yodel_scan_short_string(position + 1), short.count >= 0 {
                (key, count, folded) = (position + 1, short.count, foldShortText(short.text, short.count))
                after = position + (count &+ 2)
            } else {
                guard let text = RawText(&scanner, &after, end), text.isASCII, text.count <= limits.keyBytes
                else {
                    return (nil, position, after, .key)
                }
                (key, count, folded) = (text.start, text.count, foldBytes(text.start, text.count))
            }
            guard let value = Scanner.after(UInt8(ascii: ":"), after, end) else { return (nil, position, after, .key) }
            if let entry = keys.find(key, count, folded) {
                object.learn(entry)
                return (entry, position, value, .key)
            }
            guard keys.skips(key, count) else { return (nil, position, value, .key) }
            guard case .ignore = options.unknownKeys, object.count < limits.keysPerObject, value < end else {
                return (nil, position, after, .key)
            }
            object.count &+= 1
            guard let next = scanner.skipFlatValue(value, levels: limits.depth - depth) else {
                return (nil, value, value, .unwanted)
            }
            guard let quote = Scanner.after(UInt8(ascii: ","), next, end), quote < end,
                quote.pointee == UInt8(ascii: "\"")
            else { return (nil, next, next, .afterValue) }
            position = quote
            if end - position > 64, let value = object.expected.valueWritten(at: position) {
                return (object.expected, position, value, .key)
            }
        }
    }

    /// Reads a value of an unusual kind: begins a container, or sends the event of a scalar.
    ///
    /// - Returns: The next position; nil if the value is still to be read, or the event has failed.
    @inline(never)
    private mutating func readByEvent(
        _ start: UnsafePointer<UInt8>, _ shape: ShapePointer, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>? {
        switch start.pointee {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return begin(start, shape, &scanner, &state)
        default:
            var after = start
            guard scanner.sendScalar(&after, to: &self) == true else { return nil }
            assert(!wantsNoMore, "a scalar in a container does not end the document")
            state.step = .afterValue
            return after
        }
    }

    /// Begins the struct or array at a bracket.
    ///
    /// - Returns: The position of its first token; nil, without any effect, if the events must begin it.
    @inline(never)
    private mutating func begin(
        _ bracket: UnsafePointer<UInt8>, _ shape: ShapePointer, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8>? {
        guard bracket < scanner.end, depth < limits.depth else { return nil }
        switch (bracket.pointee, shape.pointee.kind) {
        case (UInt8(ascii: "{"), .structure):
            // Other structs need more at their beginning, such as a hook.
            guard shape.pointee.model.unsafelyUnwrapped.pointee.isStraight else { return nil }
            _ = pushObject(shape, parent: top)
            scanner.enter(isObject: true, &state)
            state.step = .firstKey
        case (UInt8(ascii: "["), .list):
            pushList(shape)
            scanner.enter(isObject: false, &state)
            state.step = .firstValue
        default: return nil
        }
        depth &+= 1
        return Scanner.skipSpace(bracket + 1, scanner.end)
    }

    /// Ends the complete struct on top, and begins the next one of the same array in the same frame.
    ///
    /// - Returns: The position of its first token; nil, without any effect, if no such struct follows.
    @inline(__always)
    private mutating func goToNextElement(
        _ bracket: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ object: inout StraightObject
    ) -> UnsafePointer<UInt8>? {
        let (frame, list) = (top, top - 1)
        guard list.pointee.kind == .list else { return nil }
        guard let next = Scanner.after(UInt8(ascii: ","), bracket + 1, end), next < end,
            next.pointee == UInt8(ascii: "{")
        else { return nil }
        assert(list.pointee.slotShape == frame.pointee.shape, "the elements of a straight array have the same shape")
        _ = complete(list, frame.pointee.shape)
        restartObject(frame, at: list.pointee.slot)
        object.restart()
        return Scanner.skipSpace(next + 1, end)
    }

    /// Ends the complete struct on top.
    ///
    /// - Returns: The position of the next token.
    @inline(never)
    private mutating func leaveObject(
        _ bracket: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> UnsafePointer<UInt8> {
        scanner.leave(&state)
        depth &-= 1
        _ = popCompleted()
        state.step = .afterValue
        return bracket + 1
    }

    // MARK: - Arrays

    /// Reads elements until a struct is on top (true), or up to an unexpected token (false).
    private mutating func readElements(
        _ start: UnsafePointer<UInt8>, _ scanner: inout Scanner, _ state: inout Scanner.State
    ) -> (position: UnsafePointer<UInt8>?, goesOn: Bool) {
        let end = scanner.end
        var position = start
        while true {
            let frame = top
            if state.step != .afterValue {
                guard position < end else { return (position, false) }
                let shape = frame.pointee.slotShape
                if shape.pointee.isReadInRuns, let after = readRun(position, end, frame) {
                    position = after
                } else if let after = readValue(position, shape, into: frame.pointee.slot, false, &scanner) {
                    _ = advance(frame)
                    position = after
                } else if position.pointee == UInt8(ascii: "]"), state.step == .firstValue {
                    state.step = .afterValue
                } else {
                    guard let after = readByEvent(position, shape, &scanner, &state) else {
                        return (failure == nil ? position : nil, false)
                    }
                    position = after
                    guard top.pointee.kind == .list, isStraight else { return (position, isStraight) }
                    continue
                }
            }
            position = Scanner.skipSpace(position, end)
            state.step = .afterValue
            guard position < end else { return (position, false) }
            if position.pointee == UInt8(ascii: ",") {
                position = Scanner.skipSpace(position + 1, end)
                state.step = .value
                continue
            }
            guard position.pointee == UInt8(ascii: "]"), (top - 1).pointee.isStraight else { return (position, false) }
            position += 1
            scanner.leave(&state)
            // Cannot fail: an array accepts any elements.
            _ = bindArrayEnd()
            if top.pointee.kind == .object { return (position, true) }
        }
    }

    /// Reads numbers, or arrays of numbers, into the next slots of an array.
    @inline(never)
    private mutating func readRun(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ list: UnsafeMutablePointer<Frame>
    ) -> UnsafePointer<UInt8>? {
        let (first, last, shape) = (list.pointee.slot, list.pointee.limit, list.pointee.slotShape)
        let run =
            shape.pointee.kind == .list
            ? readLists(start, end, shape, first, last) : readNumbers(start, end, shape, first, last)
        guard let after = run.after else { return nil }
        list.pointee.slot = run.slot
        list.pointee.count &+= (run.slot - first) / shape.pointee.stride
        if run.slot > last { growList(list) }
        return after
    }
}

/// The state of a struct that changes with every member, kept outside its frame while members are read.
private struct StraightObject {
    private let frame: UnsafeMutablePointer<Frame>
    private(set) var base: UnsafeMutableRawPointer
    private let order: KeyOrders.Cells
    /// The cell that the expected entry was read from.
    private var cell: KeyOrders.Cells
    private(set) var expected: UnsafePointer<KeyEntry>
    private var seen: UInt64
    var count: Int

    /// - Parameter order: The order of the object's keys.
    @inline(__always)
    init(_ frame: UnsafeMutablePointer<Frame>, _ order: KeyOrders.Cells) {
        self.frame = frame
        self.order = order
        base = frame.pointee.base
        seen = frame.pointee.seen
        count = frame.pointee.count
        // Within an object, the entry before the expected one is unknown.
        cell = count == 0 ? order : KeyOrders.unread(order)
        expected = count == 0 ? order.pointee : frame.pointee.predicted.unsafelyUnwrapped
    }

    /// Restarts for another struct of the same type in the frame.
    @inline(__always)
    mutating func restart() {
        base = frame.pointee.base
        (seen, count) = (0, 0)
        cell = order
        expected = order.pointee
    }

    /// Expects the entry that came after this one before.
    @inline(__always)
    mutating func expect(after entry: UnsafePointer<KeyEntry>) {
        cell = order + (Int(truncatingIfNeeded: entry.pointee.field) &+ 1)
        expected = cell.pointee
    }

    /// Learns that this entry came in place of the expected one.
    @inline(__always)
    func learn(_ entry: UnsafePointer<KeyEntry>) { cell.pointee = entry }

    var keys: UnsafePointer<KeyTable> { frame.pointee.keys.unsafelyUnwrapped }

    @inline(__always)
    func hasSeen(_ entry: UnsafePointer<KeyEntry>) -> Bool {
        seen & (1 &<< UInt64(truncatingIfNeeded: entry.pointee.field)) != 0
    }

    @inline(__always)
    mutating func markSeen(_ entry: UnsafePointer<KeyEntry>) {
        seen |= 1 &<< UInt64(truncatingIfNeeded: entry.pointee.field)
    }

    /// Whether the struct is in place, and has all fields that must be checked at its end.
    @inline(__always)
    var isComplete: Bool {
        let meta = frame.pointee.meta.unsafelyUnwrapped
        let checked = meta.pointee.checked.pointee
        return meta.pointee.storage == .direct && frame.pointee.ranks == nil && seen & checked == checked
    }

    /// Writes the state back to the frame, before other code uses it.
    @inline(__always)
    func leave() {
        frame.pointee.predicted = expected
        frame.pointee.seen = seen
        frame.pointee.count = count
        frame.pointee.entry = nil
    }

    /// Writes the state back at the value of a member.
    @inline(__always)
    func leave(at entry: UnsafePointer<KeyEntry>) {
        leave()
        frame.pointee.entry = entry
        frame.pointee.field = entry.pointee.field
        frame.pointee.slot = base + entry.pointee.offset
        frame.pointee.slotShape = entry.pointee.shape
    }
}

extension ParserLimits {
    /// Whether the limits allow all keys that a table finds at once, and all numbers of usual length.
    var areRoomy: Bool {
        min(keyBytes, stringBytes) >= KeyEntry.Head.longestKey && numberCharacters >= LeadingNumber.room
    }
}
