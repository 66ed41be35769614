// Arrays on the way of a path: the elements that paths go on from are met in order, the others are passed over.

extension Binder {
    /// A frame for a nested array whose elements hold fields of the model that the top frame belongs to.
    mutating func pushElements(_ table: UnsafePointer<KeyTable>) {
        pushMembers(.elements, table)
        awaitElement()
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
                predicted: table.pointee.first))
        top.pointee.holder = index
    }

    /// Makes the place that the next element of an array goes to the next one: at once where it is one field's that has
    /// no value, else behind a gate.
    ///
    /// There may be no such element: nothing has happened until there is.
    private mutating func awaitElement() {
        let frame = top
        let owner = owner(of: frame)
        guard let entry = entryOfElement, entry.pointee.gate == .none, !owner.pointee.isUpdate,
            !owner.pointee.isSeen(entry.pointee.field)
        else { return setGate(.element) }
        frame.pointee.entry = entry
        frame.pointee.field = entry.pointee.field
        frame.pointee.slot = owner.pointee.base + entry.pointee.offset
        frame.pointee.slotShape = entry.pointee.shape
    }

    /// The same at the gate, as if the element had a key.
    mutating func beginElement() -> KeyAnswer {
        guard let entry = entryOfElement else { return .skip }
        return keyOfEntry(entry)
    }

    /// What the next element is for; nil where it is unused.
    private var entryOfElement: UnsafePointer<KeyEntry>? {
        let entry = top.pointee.predicted.unsafelyUnwrapped
        let table = top.pointee.keys.unsafelyUnwrapped
        return table.pointee.indices![entry - table.pointee.entries] == top.pointee.count ? entry : nil
    }

    /// The value that was due has been dealt with, stored or not: of an array the next element is due, of an object the
    /// next key.
    mutating func leaveValue() {
        let frame = top
        frame.pointee.entry = nil
        switch frame.pointee.kind {
        case .elements: leaveElement()
        case .route: leaveRouted()
        default: break
        }
    }

    private mutating func leaveElement() {
        let frame = top
        frame.pointee.count += 1
        let table = frame.pointee.keys.unsafelyUnwrapped
        let index = table.pointee.indices![frame.pointee.predicted.unsafelyUnwrapped - table.pointee.entries]
        // An element that is several fields' has been left before.
        if index >= 0, index < frame.pointee.count { frame.pointee.predicted! += 1 }
        awaitElement()
    }

    /// A frame for the array or object that has just begun, which the binder makes nothing of.
    ///
    /// - Parameters:
    ///   - gate: What is done with it.
    ///   - outside: How many arrays and objects are open around it.
    mutating func pushIgnored(_ gate: Gate = .none, field: Int32 = -1, outside: Int? = nil) {
        let (slot, shape) = (top.pointee.slot, top.pointee.slotShape)
        push(
            Frame(
                kind: .ignored, gate: gate, field: field, slot: slot, slotShape: Shape.gate, shape: shape, base: slot,
                limit: slot, count: outside ?? depth - 1))
    }

    /// The end of an array or object within what is ignored, or of that itself.
    mutating func endIgnored(isObject: Bool) -> Bool {
        guard top.pointee.gate != .aside || asideEnd(isObject: isObject) else { return false }
        guard depth == top.pointee.count else { return true }
        switch top.pointee.gate {
        case .bytes: return endRaw()
        case .variant where top.pointee.field >= 0: return finishVariant()
        case .variant:
            top -= 1
            return dropValue()
        case .failed:
            top -= 1
            return goOn()
        default:
            top -= 1
            leaveValue()
            return true
        }
    }
}
