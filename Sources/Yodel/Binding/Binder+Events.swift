// The hot half of the binder: one `bind…` function per event, each a switch over one byte, for the most common values.
// Rare cases go to the `…Slow` functions, which are not inlined. Sources call the event functions at the end of the file.

extension Binder {
    @inline(__always)
    mutating func bindNull() -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        guard shape.pointee.isNullable, drift == nil else { return nullSlow() }
        return makeNil(frame, shape)
    }

    @inline(__always)
    mutating func makeNil(_ frame: UnsafeMutablePointer<Frame>, _ shape: ShapePointer) -> Bool {
        // SAFETY: the slot has room for the Optional, whose nil owns nothing.
        frame.pointee.slot.copyMemory(from: shape.pointee.nilBytes!, byteCount: shape.pointee.size)
        return advance(frame)
    }

    @inline(__always)
    mutating func bindBool(_ value: Bool) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        guard shape.pointee.kind == .bool else { return scalarSlow(.bool(value)) }
        frame.pointee.slot.initializeMemory(as: Bool.self, to: value)
        return complete(frame, shape)
    }

    @inline(__always)
    mutating func bindNumber(_ text: NumberText) -> Bool {
        guard text.count <= limits.numberCharacters else { return failNumberLimit() }
        return bindPlainNumber(text) ?? scalarSlow(.number(text))
    }

    /// Stores a number of the expected type if its text is valid; nil, without any effect, for other texts and types.
    @inline(__always)
    private mutating func bindPlainNumber(_ text: NumberText) -> Bool? {
        switch top.pointee.slotShape.pointee.kind {
        case .double: double(text)
        case .int64: int64(text)
        default: nil
        }
    }

    // Separate functions, so that neither saves registers for the other.

    @inline(never)
    private mutating func double(_ text: NumberText) -> Bool? {
        guard let value = text.double() else { return nil }
        let frame = top
        frame.pointee.slot.initializeMemory(as: Double.self, to: value)
        return complete(frame, frame.pointee.slotShape)
    }

    @inline(never)
    private mutating func int64(_ text: NumberText) -> Bool? {
        guard let value = text.int64() else { return nil }
        let frame = top
        frame.pointee.slot.initializeMemory(as: Int64.self, to: value)
        return complete(frame, frame.pointee.slotShape)
    }

    @inline(__always)
    mutating func bindString(_ start: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool? = nil) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        // A longer text might have too many combining marks.
        guard shape.pointee.kind == .string, count <= limits.combiningMarks else {
            return scalarSlow(.string(UnsafeBufferPointer(start: start, count: count)))
        }
        frame.pointee.slot.initializeMemory(as: String.self, to: makeString(start, count, isASCII))
        return complete(frame, shape)
    }

    @inline(__always)
    mutating func bindKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let frame = top
        guard frame.pointee.kind == .object else { return keySlow(start, count) }
        if let refusal = countKey(of: count) { return refusal }
        let expected = frame.pointee.predicted.unsafelyUnwrapped
        if expected.pointee.matches(start, count) {
            frame.pointee.predicted = expected + 1
            return take(expected)
        }
        guard let found = findKey(start, count) else { return unknownKey(start, count) }
        return take(found)
    }

    /// Counts a key of the top object; returns an answer if it is one too many, or too long.
    @inline(__always)
    mutating func countKey(of length: Int) -> KeyAnswer? {
        top.pointee.count &+= 1
        let isWithinLimits = top.pointee.count <= limits.keysPerObject && length <= limits.keyBytes
        return isWithinLimits ? nil : failCountedKey()
    }

    @inline(__always)
    private mutating func take(_ entry: UnsafePointer<KeyEntry>) -> KeyAnswer {
        let frame = top
        guard entry.pointee.gate == .none, !frame.pointee.isUpdate, !frame.pointee.isSeen(entry.pointee.field) else {
            return keyOfEntry(entry)
        }
        frame.pointee.entry = entry
        frame.pointee.field = entry.pointee.field
        frame.pointee.slot = frame.pointee.base + entry.pointee.offset
        frame.pointee.slotShape = entry.pointee.shape
        return .take
    }

    @inline(__always)
    mutating func bindObjectStart() -> Bool {
        guard depth < limits.depth else { return failDepth() }
        depth &+= 1
        let frame = top
        let shape = frame.pointee.slotShape
        guard shape.pointee.kind == .structure else {
            return frame.pointee.gate == .item ? startItem(isObject: true) : startSlow(isObject: true)
        }
        return pushObject(shape, parent: frame)
    }

    @inline(__always)
    mutating func bindObjectEnd() -> Bool {
        depth &-= 1
        let frame = top
        // All fields to check have values, and the struct is in place.
        if frame.pointee.kind == .object, !frame.pointee.isUpdate, drift == nil {
            let meta = frame.pointee.meta.unsafelyUnwrapped
            if meta.pointee.words == 1, meta.pointee.storage == .direct, frame.pointee.ranks == nil {
                let checked = meta.pointee.checked.pointee
                if frame.pointee.seen & checked == checked {
                    return popCompleted()
                }
            }
        }
        return endSlow(isObject: true)
    }

    @inline(__always)
    mutating func bindArrayStart() -> Bool {
        guard depth < limits.depth else { return failDepth() }
        depth &+= 1
        let frame = top
        let shape = frame.pointee.slotShape
        guard shape.pointee.kind == .list else {
            return frame.pointee.gate == .item ? startItem(isObject: false) : startSlow(isObject: false)
        }
        pushList(shape)
        return true
    }

    @inline(__always)
    mutating func bindArrayEnd() -> Bool {
        depth &-= 1
        let frame = top
        guard frame.pointee.kind == .list else { return endSlow(isObject: false) }
        // SAFETY: the first `count` elements of the buffer are initialised; they move to the collection, which goes to
        // the parent's uninitialised slot.
        let slot = (frame - 1).pointee.slot
        let isMade = frame.pointee.shape.pointee.payload.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            $0.makeList(frame.pointee.base, count: frame.pointee.count, into: slot)
        }
        guard isMade else { return failCollision() }
        pool.give(frame.pointee.buffer.unsafelyUnwrapped)
        return popCompleted()
    }

    // MARK: - After a value

    /// Completes the payload in the slot: marks it as present if it is an Optional, and goes to the next slot.
    @inline(__always)
    mutating func complete(_ frame: UnsafeMutablePointer<Frame>, _ shape: ShapePointer) -> Bool {
        shape.pointee.markPresent(at: frame.pointee.slot)
        return advance(frame)
    }

    /// Records the complete value in the slot, and prepares the next slot.
    @inline(__always)
    mutating func advance(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
        switch frame.pointee.kind {
        case .object:
            frame.pointee.markSeen(frame.pointee.field)
            frame.pointee.entry = nil
            return true
        case .list:
            frame.pointee.count &+= 1
            frame.pointee.slot += frame.pointee.slotShape.pointee.stride
            if frame.pointee.slot > frame.pointee.limit { growList(frame) }
            return true
        default:
            return advanceSlow(frame)
        }
    }

    /// Pops the top frame, whose value is in its parent's slot.
    @inline(__always)
    mutating func popCompleted() -> Bool {
        let shape = top.pointee.shape
        top -= 1
        return complete(top, shape)
    }
}

// MARK: - Events of sources

// Here a failed event is recovered from, for every source, with `date` and `data` of trees: each function binds an event,
// and goes on if the binder can do without the value that failed. Only failures of other values than the event's, such as
// those that are read again, are recovered from where they occur.

extension Binder: EventSink {
    /// Whether the value is complete, or another reader continues.
    var wantsNoMore: Bool { isComplete || isPaused }

    @inline(__always)
    mutating func null() -> Bool { bindNull() || recovers(after: .scalar) }

    @inline(__always)
    mutating func bool(_ value: Bool) -> Bool { bindBool(value) || recovers(after: .scalar) }

    @inline(__always)
    mutating func number(_ text: NumberText) -> Bool { bindNumber(text) || recovers(after: .scalar) }

    @inline(__always)
    mutating func plainNumber(_ text: NumberText) -> Bool? {
        guard let goesOn = bindPlainNumber(text) else { return nil }
        return goesOn || recovers(after: .scalar)
    }

    @inline(__always)
    mutating func string(_ text: PlainText) -> Bool { string(text.start, text.count, isASCII: text.isASCII) }

    /// - Parameter isASCII: Whether all bytes are ASCII, if the source knows.
    @inline(__always)
    mutating func string(_ start: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool? = nil) -> Bool {
        bindString(start, count, isASCII: isASCII) || recovers(after: .scalar)
    }

    @inline(__always)
    mutating func key(_ text: PlainText) -> KeyAnswer { key(text.start, text.count) }

    @inline(__always)
    mutating func key(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let answer = bindKey(start, count)
        return answer == .fail && recovers(after: .key) ? .skip : answer
    }

    @inline(__always)
    mutating func startObject() -> Bool { bindObjectStart() || recovers(after: .start) }

    @inline(__always)
    mutating func endObject() -> Bool { bindObjectEnd() || recovers(after: .end) }

    @inline(__always)
    mutating func startArray() -> Bool { bindArrayStart() || recovers(after: .start) }

    @inline(__always)
    mutating func endArray() -> Bool { bindArrayEnd() || recovers(after: .end) }

    /// Sends a value that is read again, or that JSON does not have.
    mutating func send(_ event: ScalarEvent) -> Bool { bind(event) || recovers(after: .scalar) }
}
