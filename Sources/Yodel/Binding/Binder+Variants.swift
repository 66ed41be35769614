// Values of polymorphic types: the binder determines their variant, and then decodes them as that.
//
// ```
//   { where a variant belongs ──► undecided frame  ──► variant frame ──► the object again, for its shape
//                                 until its members
//                                 say which it is
// ```

extension Binder {
    /// Begins an object or array of a polymorphic type; the caller has counted its depth.
    mutating func startVariant(isObject: Bool) -> Bool {
        let shape = top.pointee.slotShape
        let table = shape.pointee.variants!
        if table.pointee.tagging == .untagged { return tryVariants(table, isObject: isObject) }
        guard isObject else { return arrayAtVariant(table) }
        if let only = table.pointee.only { return enterObject(only, table) }
        if table.pointee.tagging == .external, table.pointee.otherwise == nil {
            pushTagged(nil, table)
            return true
        }
        return replays.decided.take().map { enterObject($0, table) } ?? pushUndecided(shape)
    }

    private mutating func arrayAtVariant(_ table: VariantTablePointer) -> Bool {
        if let otherwise = table.pointee.otherwise {
            guard table.pointee.variants[otherwise].shape != nil else { return pushPassed(makes: otherwise) }
            enter(otherwise, table)
            return startAgain(isObject: false)
        }
        if table.pointee.skipsRest, canDrop() { return pushPassed(makes: nil) }
        return failMismatch(found: "an array")
    }

    /// Handles a scalar of a polymorphic type.
    @inline(never)
    mutating func scalarAtVariant(_ event: ScalarEvent) -> Bool {
        let shape = top.pointee.slotShape
        let table = shape.pointee.variants!
        if table.pointee.tagging == .untagged { return tryVariants(table, scalar: event) }
        let isExternalText = table.pointee.tagging == .external && withText(of: event, \.isText)
        if isExternalText, let index = index(of: event, in: table),
            index != table.pointee.otherwise
        {
            guard table.pointee.variants[index].shape == nil else {
                return fail(
                    .typeMismatch, expected: "an object with the key \(table.pointee.variants[index].tags[0].text)",
                    found: event.found)
            }
            return makeValueless(index, table)
        }
        if let otherwise = table.pointee.otherwise {
            guard table.pointee.variants[otherwise].shape != nil else { return makeValueless(otherwise, table) }
            enter(otherwise, table)
            return bind(event)
        }
        if table.pointee.skipsRest, canDrop() { return dropValue() }
        if isExternalText {
            return fail(.unknownVariant, expected: table.pointee.knownTags, found: event.found)
        }
        return failMismatch(found: event.found)
    }

    /// Makes a variant without a value in its slot.
    private mutating func makeValueless(_ index: Int, _ table: VariantTablePointer) -> Bool {
        let frame = top
        let shape = frame.pointee.slotShape
        guard make(index, table, from: frame.pointee.slot, into: frame.pointee.slot) else { return false }
        return complete(frame, shape)
    }

    /// Makes a value of the base from the value of a variant.
    private mutating func make(
        _ index: Int, _ table: VariantTablePointer, from value: UnsafeMutableRawPointer,
        into slot: UnsafeMutableRawPointer
    ) -> Bool {
        do {
            try table[Int32(index)].pointee.operations.make(from: value, into: slot)
            return true
        } catch {
            return fail(.invalidValue, expected: table.pointee.variants[index].name, underlying: error)
        }
    }

    // MARK: - Known variants

    /// Begins an object of a known variant; the caller has counted its depth.
    mutating func enterObject(_ index: Int, _ table: VariantTablePointer) -> Bool {
        let variant = table[Int32(index)]
        let isWhole =
            index == table.pointee.otherwise
            || (table.pointee.tagging != .external && table.pointee.tagging != .adjacent)
        guard isWhole, variant.pointee.shape != nil else {
            if isWhole, table.pointee.tagging != .internal || index == table.pointee.otherwise {
                return pushPassed(makes: index)
            }
            pushTagged(index, table)
            return true
        }
        enter(index, table)
        guard startAgain(isObject: true) else { return false }
        wantTag(of: index, table)
        return true
    }

    /// Requests the tag's key, if it occurs again in the object that has just begun.
    func wantTag(of index: Int, _ table: VariantTablePointer) {
        guard let keys = table[Int32(index)].pointee.keys, index != table.pointee.otherwise,
            top.pointee.kind == .object
        else { return }
        top.pointee.keys = keys
    }

    mutating func enter(_ index: Int, _ table: VariantTablePointer) {
        pushVariant(index, kind: .variant)
        openValue(index, table)
    }

    /// Pushes a frame for a variant in the top frame's slot, without a slot of its own yet.
    mutating func pushVariant(_ index: Int?, kind: Frame.Kind) {
        let slot = top.pointee.slot
        push(
            Frame(
                kind: kind, field: Int32(index ?? -1), slot: slot, slotShape: Shape.gate,
                shape: top.pointee.slotShape, base: slot))
    }

    /// Points the top frame's slot at the value of a variant.
    mutating func openValue(_ index: Int, _ table: VariantTablePointer) {
        let variant = table[Int32(index)]
        top.pointee.field = Int32(index)
        guard let shape = variant.pointee.shape else {
            top.pointee.slotShape = Shape.gate
            return
        }
        if variant.pointee.isReference {
            // A reference to the variant is also one to the base, so it is made in place.
            top.pointee.slot = (top - 1).pointee.slot
        } else {
            if let buffer = top.pointee.buffer { pool.give(buffer) }
            let buffer = pool.take(atLeast: shape.pointee.size)
            top.pointee.buffer = buffer
            top.pointee.slot = buffer.start
        }
        top.pointee.base = top.pointee.slot
        top.pointee.slotShape = shape
    }

    /// Makes a value of the base when the variant's value is complete, or if it has none, and goes on after it.
    mutating func finishVariant() -> Bool {
        let table = top.pointee.shape.pointee.variants!
        let index = Int(top.pointee.field)
        if top.pointee.lacksValue, let shape = table.pointee.variants[index].shape,
            top.pointee.kind == .variant || top.pointee.count > 0
        {
            // SAFETY: the value of the variant is complete, and nothing else owns it.
            shape.destroy(top.pointee.base)
            top.pointee.count = 0
            return failForLack()
        }
        if !table.pointee.variants[index].isReference {
            top.pointee.count = 0
            guard make(index, table, from: top.pointee.base, into: (top - 1).pointee.slot) else { return false }
        }
        if let buffer = top.pointee.buffer { pool.give(buffer) }
        if replays.trials.last?.frame == topIndex { endTrial() }
        return popCompleted()
    }

    // MARK: - Dropped values

    /// Skips the container that has just begun; afterwards a variant without a value is made, or nothing.
    mutating func pushPassed(makes index: Int?) -> Bool {
        pushIgnored(.variant, field: Int32(index ?? -1))
        return true
    }

    /// Whether the value for the top frame's slot may be dropped.
    func canDrop() -> Bool {
        let frame = innermostHolder
        if frame.pointee.slotShape.pointee.isNullable { return true }
        switch frame.pointee.kind {
        case .list, .dictionary, .feed: return true
        default: return isOfOptionalField(frame)
        }
    }

    /// The frame whose slot receives the value, below the wrappers around it.
    private var innermostHolder: UnsafeMutablePointer<Frame> {
        var frame = top
        while frame.pointee.kind == .wrapper, !frame.pointee.slotShape.pointee.isNullable { frame -= 1 }
        return frame
    }

    /// Whether a frame receives the value of a field that can be absent.
    private func isOfOptionalField(_ holder: UnsafeMutablePointer<Frame>) -> Bool {
        let isInstead = holder.pointee.kind == .replacement || holder.pointee.kind == .discard
        let frame = isInstead ? holder - 1 : holder
        guard let field = field(of: frame) else { return false }
        return owner(of: frame).pointee.isUpdate || field.pointee.whenAbsent.hasDefault
    }

    /// Goes on as if the value for the top frame's slot had been absent.
    mutating func dropValue() -> Bool {
        let holder = innermostHolder
        while top > holder { dropTop() }
        let shape = top.pointee.slotShape
        if shape.pointee.isNullable, top.pointee.kind != .replacement, !isOfOptionalField(top) {
            return makeNil(top, shape)
        }
        switch top.pointee.kind {
        case .list: top.pointee.dropped += 1
        case .dictionary: dropPendingKey()
        case .discard: popDiscarded(isAbsent: true)
        case .feed: return passItem()
        default:
            // The field keeps its old value.
            if top.pointee.kind == .replacement { dropTop() }
            takeBackField(isRankedLower: false)
            leaveValue()
        }
        return true
    }
}

extension Shape {
    /// Whether a value of an unknown variant is dropped, as if its key were absent.
    var mayBeLeftOut: Bool {
        switch kind {
        case .variant: variants!.pointee.skipsRest
        case .wrapper: element?.pointee.mayBeLeftOut ?? false
        default: false
        }
    }
}
