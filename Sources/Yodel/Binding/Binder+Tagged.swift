// Objects around a variant's value, `{"message": …}` and `{"type": "message", "content": …}`, or of variants without a
// value, `{"type": "ping"}`.
//
// The frame's field is the variant's index when it is known; its count is 1 when the variant's value is complete.

extension Binder {
    mutating func pushTagged(_ index: Int?, _ table: VariantTablePointer) {
        pushVariant(index, kind: .tagged)
        if let index, table.pointee.tagging == .adjacent { openValue(index, table) }
        top.pointee.slotShape = Shape.gate
    }

    mutating func taggedKey(_ start: UnsafePointer<UInt8>, _ count: Int) -> KeyAnswer {
        let table = top.pointee.shape.pointee.variants!
        setGate(.none)
        if top.pointee.field < 0, top.pointee.keyCount > 0 { return keyAfterUnknown(start, count, table) }
        guard top.pointee.keyCount < limits.keysPerObject else { return failKey(.keyCountLimit) }
        guard count <= limits.keyBytes else { return failKey(.keyLimit) }
        top.pointee.keyCount += 1
        switch table.pointee.tagging {
        case .external: return memberKey(start, count, table)
        case .adjacent where table.isContent(start, count): return contentKey(start, count, table)
        case .internal where table.isTag(start, count), .adjacent where table.isTag(start, count):
            replays.knownTag = KnownTag(table: table, index: Int(top.pointee.field))
            setGate(.tag)
            return .take
        default: return unknownKey(start, count)
        }
    }

    /// Handles the key of an object that may have only one.
    private mutating func memberKey(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ table: VariantTablePointer
    ) -> KeyAnswer {
        let key = makeString(start, count, nil)
        if top.pointee.keyCount > 1 {
            return failSecondKey(key, isRepeated: table.index(ofKey: start, count) == Int(top.pointee.field))
        }
        guard let index = table.index(ofKey: start, count) else { return unknownMember(key, table) }
        keyTexts.spelled[topIndex] = key
        openValue(index, table)
        top.pointee.gate = .none
        top.pointee.hasPendingKey = true
        return .take
    }

    private mutating func unknownMember(_ key: String, _ table: VariantTablePointer) -> KeyAnswer {
        note(.unknownValue, "the key \(excerpt(key))", isDistinct: true)
        // The object is dropped only at its end, because a known key may follow.
        if leavesOut(table) { return .skip }
        return failKey(.unknownVariant, key, expected: table.pointee.knownTags, found: excerpt(key))
    }

    /// Handles a key after an unknown one, in an object that is dropped unless a key is known.
    private mutating func keyAfterUnknown(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ table: VariantTablePointer
    ) -> KeyAnswer {
        guard table.index(ofKey: start, count) != nil else { return .skip }
        return failSecondKey(makeString(start, count, nil))
    }

    /// Fails because an object around a value has a second key, and one of them is known.
    mutating func failSecondKey(_ key: String, isRepeated: Bool = false) -> KeyAnswer {
        failKey(
            .invalidValue, key, expected: "an object with one key",
            found: isRepeated ? "the key twice" : "a second key")
    }

    /// Whether the top object may be dropped if its variant is unknown.
    mutating func leavesOut(_ table: VariantTablePointer) -> Bool {
        top -= 1
        defer { top += 1 }
        return table.pointee.skipsRest && canDrop()
    }

    private mutating func contentKey(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ table: VariantTablePointer
    ) -> KeyAnswer {
        if top.pointee.count > 0 {
            switch options.duplicateKeys {
            case .first: return .skip
            case .error:
                return failKey(.duplicateKey, table.pointee.contentText, found: "the key twice")
            case .last:
                table.pointee.variants[Int(top.pointee.field)].shape!.destroy(top.pointee.base)
                top.pointee.count = 0
            }
        }
        keyTexts.spelled[topIndex] = makeString(start, count, nil)
        top.pointee.slotShape = table.pointee.variants[Int(top.pointee.field)].shape ?? Shape.gate
        top.pointee.gate = .none
        top.pointee.hasPendingKey = true
        return .take
    }

    /// Handles the content of a variant without a value, which is `null`.
    mutating func taggedScalar(_ event: ScalarEvent) -> Bool {
        guard case .null = event else { return failScalar(event, expected: "null") }
        top.pointee.hasPendingKey = false
        return true
    }

    /// Records that the variant's value is complete.
    mutating func advanceTagged() -> Bool {
        top.pointee.count = 1
        top.pointee.hasPendingKey = false
        top.pointee.slotShape = Shape.gate
        return true
    }

    mutating func endTagged() -> Bool {
        let table = top.pointee.shape.pointee.variants!
        guard top.pointee.field >= 0 else {
            if leavesOut(table) {
                top -= 1
                return dropValue()
            }
            return fail(
                .unknownVariant, path: pathOfParent(), expected: table.pointee.knownTags,
                found: "an object without keys")
        }
        if let shape = table.pointee.variants[Int(top.pointee.field)].shape, top.pointee.count == 0 {
            guard shape.pointee.takesNull else {
                return fail(.missingKeys, path: pathOfParent(), missingKeys: [table.pointee.contentText])
            }
            top.pointee.slotShape = shape
            guard bindNull() else { return false }
        }
        return finishVariant()
    }
}
