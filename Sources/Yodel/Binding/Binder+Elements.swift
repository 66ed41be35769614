// Arrays on paths: the elements with fields are visited in order, and the others are skipped.

extension Binder {
    /// Pushes a frame for a nested object or array with fields of the top frame's model.
    mutating func pushNested(_ table: UnsafePointer<KeyTable>) {
        let kind: Frame.Kind = table.pointee.indices == nil ? .group : .elements
        let owner = ownerOfTop
        let base = owner.pointee.base
        let shape = owner.pointee.shape
        let index = owner - frames
        push(
            Frame(
                kind: kind, slot: base, slotShape: shape, shape: shape, base: base, keys: table,
                predicted: table.pointee.first))
        top.pointee.holder = index
        if kind == .elements { awaitElement() }
    }

    /// Prepares the slot of the next element: directly if it is a single field without a value, otherwise with a gate.
    ///
    /// This has no other effect, because the array may end before the element.
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

    /// Begins an element at the gate, as if it had a key.
    mutating func beginElement() -> KeyAnswer {
        guard let entry = entryOfElement else { return .skip }
        return keyOfEntry(entry)
    }

    /// The entry of the next element; nil if it is unused.
    private var entryOfElement: UnsafePointer<KeyEntry>? {
        let entry = top.pointee.predicted.unsafelyUnwrapped
        let table = top.pointee.keys.unsafelyUnwrapped
        return table.pointee.indices![entry - table.pointee.entries] == top.pointee.count ? entry : nil
    }

    /// Leaves a value that was stored or skipped; next is an element of an array, or a key of an object.
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
        // An element of several fields may have been left before.
        if index >= 0, index < frame.pointee.count { frame.pointee.predicted! += 1 }
        awaitElement()
    }

    /// Pushes a frame for an array or object that is not decoded.
    ///
    /// - Parameters:
    ///   - gate: How it is treated.
    ///   - outside: The number of arrays and objects open around it.
    mutating func pushIgnored(_ gate: Gate = .none, field: Int32 = -1, outside: Int? = nil) {
        let (slot, shape) = (top.pointee.slot, top.pointee.slotShape)
        push(
            Frame(
                kind: .ignored, gate: gate, field: field, slot: slot, slotShape: Shape.gate, shape: shape, base: slot,
                count: outside ?? depth - 1))
    }

    /// Handles the end of an ignored array or object, or of one within it.
    mutating func endIgnored(isObject: Bool) -> Bool {
        guard top.pointee.gate != .aside || asideEnd(isObject: isObject) else { return false }
        guard depth == top.pointee.count else { return true }
        let gate = top.pointee.gate
        if gate == .bytes { return endRaw() }
        if gate == .variant, top.pointee.field >= 0 { return finishVariant() }
        top -= 1
        if gate == .variant { return dropValue() }
        if gate == .failed { return goOn() }
        leaveValue()
        return true
    }
}
