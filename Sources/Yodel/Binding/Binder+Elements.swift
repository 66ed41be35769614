// Arrays on the way of a path: the elements that paths go on from are met in order, the others are passed over.

extension Binder {
    /// A frame for a nested array whose elements hold fields of the model that the top frame belongs to.
    mutating func pushElements(_ table: UnsafePointer<KeyTable>) {
        pushMembers(.elements, table)
        setGate(.element)
    }

    /// A frame for a nested object or array.
    mutating func pushMembers(_ kind: Frame.Kind, _ table: UnsafePointer<KeyTable>) {
        let owner = ownerOfTop
        let base = owner.pointee.base
        let shape = owner.pointee.shape
        let index = owner - frames
        push(
            Frame(
                kind: kind, slot: base, slotShape: shape, shape: shape, base: base, limit: base, keys: table,
                predicted: table.pointee.entries, owner: index))
    }

    /// Makes the place that the next element of an array goes to the next one, as if it had a key.
    mutating func beginElement() -> KeyAnswer {
        let frame = top
        let entry = frame.pointee.predicted!
        let table = frame.pointee.keys!
        guard table.pointee.indices![entry - table.pointee.entries] == frame.pointee.count else { return .skip }
        frame.pointee.predicted = entry + 1
        return keyOfEntry(entry)
    }

    /// The value that was due has been dealt with, stored or not: of an array the next element is due, of an object the
    /// next key.
    mutating func leaveValue() {
        let frame = top
        frame.pointee.entry = nil
        switch frame.pointee.kind {
        case .elements:
            frame.pointee.count += 1
            setGate(.element)
        case .route: leaveRouted()
        default: break
        }
    }

    /// A frame for an array or object that nobody wants, up to its end.
    mutating func pushSkipped() {
        let frame = top.pointee
        push(
            Frame(
                kind: .skipped, slot: frame.base, slotShape: Shape.gate, shape: frame.shape, base: frame.base,
                limit: frame.base, count: 1))
    }

    mutating func endSkipped() -> Bool {
        top.pointee.count -= 1
        guard top.pointee.count == 0 else { return true }
        top -= 1
        leaveValue()
        return true
    }
}
